//! What follows from the position and is kept: who is in each hex, where soldiers stand, how many zones of control reach it.

use alloc::vec;
use alloc::vec::Vec;

use engine::{BySide, HexId, Side};

use super::ground::{Ground, HexSet};
use super::state::{Holland, Spot};

/// No unit.
const NONE: u16 = u16::MAX;

/// The index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Index {
    /// By hex, its first counter; by counter, the next one in its hex: in the order of their numbers.
    first: Vec<u16>,
    next: Vec<u16>,
    /// By hex, how many units count against the stacking limit.
    pub stack: Vec<u8>,
    /// Hexes with soldiers of each side.
    pub stands: BySide<HexSet>,
    /// By hex, units of each side whose zone of control reaches it.
    pub zones: BySide<Vec<u8>>,
}

impl Index {
    pub(crate) fn empty(hexes: usize, units: usize) -> Index {
        Index {
            first: vec![NONE; hexes],
            next: vec![NONE; units],
            stack: vec![0; hexes],
            stands: BySide::default(),
            zones: BySide::from_fn(|_| vec![0; hexes]),
        }
    }

    /// The index of a position, worked out anew.
    pub(crate) fn of(holland: &Holland) -> Index {
        let mut index = Index::empty(holland.board.map.len(), holland.board.units.len());
        for (unit, piece) in (0..).zip(&holland.pieces) {
            if let Spot::Hex(hex) = piece.spot {
                index.add(&holland.board, unit, hex, piece.dg);
            }
        }
        index
    }

    /// All counters in a hex.
    #[inline]
    pub(crate) fn here(&self, hex: HexId) -> impl Iterator<Item = u16> + '_ {
        let mut unit = self.first[hex.index()];
        core::iter::from_fn(move || {
            let found = unit;
            (found != NONE).then(|| {
                unit = self.next[usize::from(found)];
                found
            })
        })
    }

    pub(crate) fn add(&mut self, board: &Ground, unit: u16, hex: HexId, dg: bool) {
        let mut before = NONE;
        let mut after = self.first[hex.index()];
        while after < unit {
            before = after;
            after = self.next[usize::from(after)];
        }
        self.next[usize::from(unit)] = after;
        if before == NONE {
            self.first[hex.index()] = unit;
        } else {
            self.next[usize::from(before)] = unit;
        }
        let (side, class) = (board.unit(unit).side, board.unit(unit).class);
        self.stack[hex.index()] += u8::from(class.stacks());
        if class.fights() {
            self.stands[side].insert(hex);
            if !dg {
                board.near(hex).for_each(|(_, near)| self.zones[side][near.index()] += 1);
            }
        }
    }

    pub(crate) fn take(&mut self, board: &Ground, unit: u16, hex: HexId, dg: bool) {
        let after = core::mem::replace(&mut self.next[usize::from(unit)], NONE);
        let mut link = self.first[hex.index()];
        if link == unit {
            self.first[hex.index()] = after;
        } else {
            while self.next[usize::from(link)] != unit {
                link = self.next[usize::from(link)];
            }
            self.next[usize::from(link)] = after;
        }
        let (side, class) = (board.unit(unit).side, board.unit(unit).class);
        self.stack[hex.index()] -= u8::from(class.stacks());
        if class.fights() {
            let soldier =
                |&other: &u16| board.unit(other).side == side && board.unit(other).class.fights();
            if !self.here(hex).any(|other| soldier(&other)) {
                self.stands[side].remove(hex);
            }
            if !dg {
                board.near(hex).for_each(|(_, near)| self.zones[side][near.index()] -= 1);
            }
        }
    }

    /// Whether a side has soldiers next to a hex, with a zone of control or without one.
    pub(crate) fn beside(&self, board: &Ground, hex: HexId, side: Side) -> bool {
        board.near(hex).any(|(_, near)| self.stands[side].contains(near))
    }
}
