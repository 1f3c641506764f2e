//! Ways of supply on the map as it is printed, with nobody in the way: most of them are open in most
//! positions, and a trace that begins with all open ones is nearly done.

use alloc::vec;
use alloc::vec::Vec;

use engine::{HexId, Side, Step, search};

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
        let map = &self.board.map;
        let starts: Vec<HexId> = self.sources(side).to_vec();
        let reach = search(map, &starts, u16::MAX, |from, way, to| {
            let on = self.passes(from) && self.traces(to, way.opposite(), from);
            on.then_some(Step::of(1))
        });
        let sources: HexSet = starts.iter().copied().collect();
        let mut behind = vec![HexSet::default(); map.len()];
        for source in &starts {
            behind[source.index()].insert(*source);
        }
        for stop in reach.found() {
            // The hex lies behind each hex of its own way.
            for on in reach.start(stop.hex).into_iter().chain(reach.way(stop.hex)) {
                behind[on.index()].insert(stop.hex);
            }
        }
        let all = sources.or(reach.found().map(|stop| stop.hex).collect());
        SupplyWays { sources, all, behind }
    }
}
