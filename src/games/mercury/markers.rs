//! What lies on the map besides units: works, barrages, rubble, roadblocks.

use alloc::vec::Vec;

use engine::{HexId, Side};

use super::counter::{DivisionId, UnitId};

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Markers {
    /// Engineers who have begun to clear the rubble where they are (2.9, `men_at_work`).
    pub at_work: Vec<UnitId>,
    /// Entrenched hexes and whose works they are.
    pub works: Vec<(HexId, Side)>,
    /// Barrages of this turn: hex, and whether heavy.
    pub barrages: Vec<(HexId, bool)>,
    /// Hexes in rubble, and whether engineers have cleared them.
    pub rubble: Vec<(HexId, bool)>,
    /// Roadblocks and the divisions that made them.
    pub roadblocks: Vec<(HexId, DivisionId)>,
}
