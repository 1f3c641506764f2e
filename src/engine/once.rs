//! Dice that notice when one event is rolled twice.

use alloc::collections::BTreeMap;

use crate::{Chance, ChanceKey, Dice};

/// How an event was decided.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum By {
    Die,
    Rank,
}

/// Dice of one game that remember every event. Keyed dice give the same face to the same key, so a game that rolls
/// two events with one key couples them without anybody seeing it: this is who sees it.
///
/// ```
/// use engine::{Chance, ChanceKind, Dice, Once, Seed, Seeded};
///
/// let shot = Chance { kind: ChanceKind::new("shot"), turn: 1, who: 2, whom: 3, nth: 0 };
/// let mut dice = Once::new(Seeded::new(Seed(9)));
/// dice.roll(shot, 10);
/// assert_eq!(dice.twice(), None);
/// // A second shot of the same unit at the same target needs an `nth` of its own.
/// dice.roll(shot, 10);
/// assert_eq!(dice.twice(), Some(shot));
/// ```
#[derive(Clone, Debug)]
pub struct Once<D> {
    dice: D,
    seen: BTreeMap<ChanceKey, By>,
    twice: Option<Chance>,
}

impl<D: Dice> Once<D> {
    /// Dice that have not been rolled yet.
    pub fn new(dice: D) -> Self {
        Once { dice, seen: BTreeMap::new(), twice: None }
    }

    /// The first event that was rolled twice, if one was; or one that was both rolled and ranked. To look up a rank
    /// again is no fault: the chits of a cup are ranked at every draw.
    pub fn twice(&self) -> Option<Chance> {
        self.twice
    }

    fn note(&mut self, chance: Chance, by: By) {
        let before = self.seen.insert(chance.key(), by);
        if before.is_some_and(|before| (before, by) != (By::Rank, By::Rank)) {
            self.twice.get_or_insert(chance);
        }
    }
}

impl<D: Dice> Dice for Once<D> {
    fn roll(&mut self, chance: Chance, sides: u8) -> u8 {
        self.note(chance, By::Die);
        self.dice.roll(chance, sides)
    }

    fn rank(&mut self, chance: Chance) -> u64 {
        self.note(chance, By::Rank);
        self.dice.rank(chance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ChanceKind, Seed, Seeded};

    const SHOT: ChanceKind = ChanceKind::new("shot");
    const DRAW: ChanceKind = ChanceKind::new("draw");

    fn of(kind: ChanceKind, nth: u16) -> Chance {
        Chance { kind, turn: 3, who: 1, whom: 2, nth }
    }

    fn dice() -> Once<Seeded> {
        Once::new(Seeded::new(Seed(1)))
    }

    #[test]
    fn the_first_event_rolled_twice_is_named() {
        let mut dice = dice();
        for nth in [0, 1, 2, 1, 2] {
            dice.roll(of(SHOT, nth), 10);
        }
        assert_eq!(dice.twice(), Some(of(SHOT, 1)));
    }

    #[test]
    fn events_of_two_kinds_are_two() {
        let mut dice = dice();
        dice.roll(of(SHOT, 0), 10);
        dice.roll(of(DRAW, 0), 10);
        assert_eq!(dice.twice(), None);
    }

    #[test]
    fn ranks_may_be_looked_up_again_but_not_rolled() {
        let mut dice = dice();
        let rank = dice.rank(of(DRAW, 0));
        assert_eq!((dice.rank(of(DRAW, 0)), dice.twice()), (rank, None));
        dice.roll(of(DRAW, 0), 10);
        assert_eq!(dice.twice(), Some(of(DRAW, 0)));
    }

    #[test]
    fn the_dice_below_are_left_alone() {
        let plain = Seeded::new(Seed(1)).roll(of(SHOT, 4), 10);
        assert_eq!(dice().roll(of(SHOT, 4), 10), plain);
    }
}
