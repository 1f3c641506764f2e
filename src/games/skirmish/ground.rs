//! What never changes in a game: the map, the calendar, printed counters, readings. Positions share it.

use alloc::string::String;
use alloc::vec::Vec;

use engine::{BySide, HexId, Map, UnitEntry};

/// What all positions of a game have in common.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ground {
    pub title: String,
    pub map: Map,
    /// Names of the turns.
    pub turns: Vec<String>,
    pub objective: HexId,
    /// The lowest die that takes a step (3.2).
    pub hit: u8,
    /// Whether the Germans act first in turn 1.
    pub germans_first: bool,
    /// Printed counters.
    pub roster: Vec<UnitEntry>,
    /// Which of them are decoys.
    pub decoys: Vec<bool>,
    /// Whether a side's counters stand face down (4.1).
    pub veiled: BySide<bool>,
}
