//! What an attack gives on average over the six faces of the die: worked out once for a combat table,
//! because bots ask for every attack they could declare or prepare.

use alloc::boxed::Box;

use super::super::combat::Results;

/// Modifiers that make a difference: beyond them all faces count as 1, or as 6 (W-6.1-3).
const MOST_MODIFIER: i8 = 5;
/// Damage that makes a difference: no result is higher than 9, so a room of 10 is never filled.
const MOST_ROOM: usize = 10;

/// The mean of the results of an attack.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outlook {
    /// Mean damage to the defender, as far as he has room for it, less that to the attacker, in hundredths.
    pub(crate) value: i16,
    /// Chance in percent that the defenders take all they can.
    pub(crate) ruin: u8,
}

impl Outlook {
    fn of(table: &Results, column: u8, modifier: i8, room: i32) -> Outlook {
        let (mut net, mut ruin) = (0, 0);
        for die in 1..7 {
            let (attacker, defender) = *table.result(column.into(), (die + modifier).into());
            let defender = i32::from(defender);
            net += defender.min(room) - i32::from(attacker);
            ruin += i32::from(defender >= room);
        }
        Outlook { value: (net * 100 / 6) as i16, ruin: (ruin * 100 / 6) as u8 }
    }
}

/// Outlooks by column, modifier and the damage the defenders have room for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outlooks(Box<[[[Outlook; MOST_ROOM + 1]; 2 * MOST_MODIFIER as usize + 1]; 7]>);

impl Outlooks {
    pub(crate) fn new(table: &Results) -> Self {
        let of = |column: usize, modifier: usize, room: usize| {
            Outlook::of(table, column as u8, modifier as i8 - MOST_MODIFIER, room as i32)
        };
        Outlooks(Box::new(core::array::from_fn(|column| {
            core::array::from_fn(|modifier| core::array::from_fn(|room| of(column, modifier, room)))
        })))
    }

    /// The outlook of an attack on a column, with a modifier, on defenders who can take so much.
    #[inline]
    pub(crate) fn of(&self, column: u8, modifier: i8, room: u32) -> Outlook {
        let modifier = modifier.clamp(-MOST_MODIFIER, MOST_MODIFIER) + MOST_MODIFIER;
        self.0[usize::from(column)][modifier as usize][(room as usize).min(MOST_ROOM)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::race::tests::Desk;

    #[test]
    fn outlooks_are_the_means_of_the_table_everywhere() {
        let desk = Desk::market_garden(&[]);
        let table = &desk.race.board.table;
        let outlooks = Outlooks::new(table);
        for column in 0..7 {
            for modifier in -9..=9 {
                for room in 0..25 {
                    let whole = Outlook::of(table, column, modifier, room);
                    assert_eq!(outlooks.of(column, modifier, room as u32), whole);
                }
            }
        }
    }
}
