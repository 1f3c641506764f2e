//! The sequence of play as values: the calendar and the cup of chits.

use alloc::string::String;
use alloc::vec::Vec;

use crate::{Chance, ChanceKind, Dice};

/// The turns of a scenario, first to last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calendar {
    /// Name of each turn, e.g. `24 May 0900`.
    pub names: Vec<String>,
    /// Whether it is a night turn.
    pub night: Vec<bool>,
}

impl Calendar {
    /// Number of turns.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no turn at all.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

/// Where a chit comes in the order of a turn.
const PLACE_IN_CUP: ChanceKind = ChanceKind::new("chit");

/// A cup of chits, each a small number. It does not know its order: each chit of a turn has a
/// random rank of its own, looked up when one is drawn, so that adding a chit does not reshuffle
/// the others and nobody can peek.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cup {
    chits: Vec<u16>,
}

impl Cup {
    /// Puts a chit in.
    pub fn put(&mut self, chit: u16) {
        if let Err(place) = self.chits.binary_search(&chit) {
            self.chits.insert(place, chit);
        }
    }

    /// Draws the next chit of `turn`.
    pub fn draw(&mut self, turn: u16, dice: &mut dyn Dice) -> Option<u16> {
        let place = match self.chits.len() {
            0 => return None,
            1 => 0,
            _ => {
                let rank = |&chit: &u16| {
                    dice.rank(Chance { kind: PLACE_IN_CUP, turn, who: chit, whom: 0, nth: 0 })
                };
                let ranks: Vec<u64> = self.chits.iter().map(rank).collect();
                (0..ranks.len()).min_by_key(|&i| ranks[i])?
            }
        };
        Some(self.chits.remove(place))
    }

    /// Chits still in the cup, in number order (not in the order of drawing).
    pub fn chits(&self) -> &[u16] {
        &self.chits
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        self.chits.clear();
    }
}
