//! Ways of supply on the map as it is printed, with nobody in the way: most of them are open in most
//! positions, and a trace that begins with all open ones is nearly done.

use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;

use engine::{HexId, Side};

use super::rules::Race;
use super::sets::HexSet;

/// One shortest way of supply from every hex to a ground source of a side. Together they are trees
/// that grow from the sources.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SupplyWays {
    /// The sources.
    pub(crate) sources: HexSet,
    /// Hexes that have a way.
    all: HexSet,
    /// For each hex, those whose way runs through it, and itself.
    behind: Vec<HexSet>,
}

impl SupplyWays {
    /// Hexes whose way runs through none of the barred ones.
    pub(crate) fn open(&self, barred: HexSet) -> HexSet {
        let cut = barred.and(self.all).iter();
        self.all.without(cut.fold(HexSet::default(), |cut, hex| cut.or(self.behind[hex.index()])))
    }
}

impl Race {
    /// Finds the ways of a side, before the first turn: all bridges stand, the ferry is closed.
    pub(crate) fn supply_ways(&self, side: Side) -> SupplyWays {
        let hexes = self.board.map.len();
        let sources: HexSet = self.sources(side).iter().copied().collect();
        let mut all = sources;
        let mut behind = vec![HexSet::default(); hexes];
        let mut back: Vec<Option<HexId>> = vec![None; hexes];
        let mut found: VecDeque<HexId> = all.iter().collect();
        while let Some(hex) = found.pop_front() {
            // The hex lies behind each hex of its own way.
            let mut along = Some(hex);
            while let Some(on) = along {
                behind[on.index()].insert(hex);
                along = back[on.index()];
            }
            for (by, from) in &self.index.trace {
                let far = HexId(hex.0.wrapping_add_signed(*by));
                if from.contains(hex) && !all.contains(far) {
                    all.insert(far);
                    back[far.index()] = Some(hex);
                    found.push_back(far);
                }
            }
        }
        SupplyWays { sources, all, behind }
    }
}
