//! The dials of a strategy: every number of it that tuning may turn.

use crate::tune::ladder::{apart, moved, rounded};

/// What a dial's number is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum DialKind {
    /// A weight, on the ladder of round numbers.
    Weight,
    /// The number of a turn, from 1.
    Turn,
}

/// One number of a strategy file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dial {
    /// Where it stands in the file, e.g. `weights.danger` or `order.2.from_turn`; blocks are counted from 1.
    pub name: String,
    /// What it is.
    pub kind: DialKind,
}

/// How far a dial was turned.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Whether what was sought is now avoided, or the reverse.
    pub turned_round: bool,
    /// Rungs of the ladder, or turns.
    pub steps: u32,
}

impl Dial {
    /// From one setting to another.
    pub fn change(&self, before: i32, after: i32) -> Change {
        match self.kind {
            DialKind::Weight => Change {
                turned_round: before.signum() * after.signum() < 0,
                steps: apart(before, after),
            },
            DialKind::Turn => Change { turned_round: false, steps: before.abs_diff(after) },
        }
    }
}

/// All dials of one strategy, and how they move together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dials {
    pub list: Vec<Dial>,
    /// The first and the last turn of one block, where it has both.
    pub spans: Vec<(usize, usize)>,
    /// The last turn of the scenario.
    pub last_turn: i32,
}

impl Dials {
    /// The settings with every weight rounded.
    pub fn rounded(&self, at: &[i32]) -> Vec<i32> {
        let each = self.list.iter().zip(at);
        each.map(|(dial, &number)| match dial.kind {
            DialKind::Weight => rounded(number),
            DialKind::Turn => number,
        })
        .collect()
    }

    /// The settings with each dial moved: a weight by rungs, a turn by one whatever the number of rungs. A block that
    /// would end before it begins keeps its turns.
    pub fn moved(&self, at: &[i32], rungs: impl Fn(usize) -> i32) -> Vec<i32> {
        let each = self.list.iter().zip(at).enumerate();
        let mut moved: Vec<i32> = each
            .map(|(place, (dial, &number))| match (rungs(place), dial.kind) {
                (0, _) => number,
                (by, DialKind::Weight) => moved(number, by),
                (by, DialKind::Turn) => (number + by.signum()).clamp(1, self.last_turn.max(number)),
            })
            .collect();
        for &(from, until) in &self.spans {
            if moved[from] > moved[until] {
                (moved[from], moved[until]) = (at[from], at[until]);
            }
        }
        moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dials() -> Dials {
        let kinds = [DialKind::Weight, DialKind::Turn, DialKind::Turn];
        let dial = |kind| Dial { name: format!("{kind:?}"), kind };
        Dials { list: kinds.map(dial).into(), spans: vec![(1, 2)], last_turn: 5 }
    }

    #[test]
    fn weights_move_on_the_ladder_and_turns_by_one() {
        assert_eq!(dials().moved(&[10, 2, 4], |_| 3), [20, 3, 5]);
        assert_eq!(dials().moved(&[10, 1, 5], |_| -2), [6, 1, 4]);
        assert_eq!(dials().moved(&[11, 1, 5], |_| 0), [11, 1, 5]);
        assert_eq!(dials().rounded(&[11, 1, 5]), [10, 1, 5]);
    }

    #[test]
    fn a_change_of_sign_is_told_from_a_change_of_size() {
        let [weight, turn, _] = &dials().list[..] else { unreachable!() };
        assert_eq!(weight.change(10, 20), Change { turned_round: false, steps: 3 });
        assert_eq!(weight.change(2, -2), Change { turned_round: true, steps: 4 });
        assert_eq!(weight.change(0, -2), Change { turned_round: false, steps: 2 });
        assert_eq!(turn.change(4, 2), Change { turned_round: false, steps: 2 });
    }

    #[test]
    fn no_turn_leaves_the_scenario_and_no_block_ends_before_it_begins() {
        assert_eq!(dials().moved(&[0, 5, 5], |dial| i32::from(dial != 2)), [1, 5, 5]);
        let apart = |dial: usize| [0, 1, -1][dial];
        assert_eq!(dials().moved(&[0, 3, 3], apart), [0, 3, 3]);
        assert_eq!(dials().moved(&[0, 2, 4], apart), [0, 3, 3]);
    }
}
