//! What never changes in a game: the map, the calendar, printed counters, readings. Positions share it.

use alloc::string::String;
use alloc::vec::Vec;

use engine::{BySide, HexId, Map, UnitEntry};

use super::rulings::Rulings;

/// What all positions of a game have in common.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ground {
    pub title: String,
    pub map: Map,
    /// Names of the turns.
    pub turns: Vec<String>,
    pub objective: HexId,
    /// How the rules are read.
    pub rulings: Rulings,
    /// Printed counters.
    pub roster: Vec<UnitEntry>,
    /// Which of them are decoys.
    pub decoys: Vec<bool>,
    /// Whether a side's counters stand face down (4.1).
    pub veiled: BySide<bool>,
}
