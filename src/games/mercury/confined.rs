//! Units that may not leave a sheet, nor come near a way out of it (Mercury 11.0).

use alloc::vec::Vec;

use engine::{Direction, HexId};

use super::counter::UnitId;
use super::state::Battle;

/// Units bound to a part of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confined {
    /// Who, by unit.
    pub units: Vec<bool>,
    /// Where they may go, by the number of the hex.
    pub allowed: Vec<bool>,
}

impl Battle {
    /// Whether the unit may never stand in a hex.
    #[inline]
    pub(super) fn out_of_bounds(&self, unit: UnitId, hex: HexId) -> bool {
        self.ground
            .confined
            .iter()
            .any(|terms| terms.units[unit.index()] && !terms.allowed[hex.index()])
    }

    /// The same for the hex in a direction from another.
    pub(super) fn out_of_bounds_beyond(&self, unit: UnitId, from: HexId, way: Direction) -> bool {
        // Few scenarios bind anybody.
        !self.ground.confined.is_empty()
            && self.ground.map.neighbour(from, way).is_some_and(|to| self.out_of_bounds(unit, to))
    }

    /// Whether the unit may not leave its sheet.
    pub(super) fn is_confined(&self, unit: UnitId) -> bool {
        self.ground.confined.iter().any(|terms| terms.units[unit.index()])
    }
}
