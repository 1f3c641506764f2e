//! What follows from the position and is kept: who is in each hex, where soldiers stand, how many zones of control reach
//! it, how strong each side is in it and next to it.

use alloc::vec;
use alloc::vec::Vec;

use engine::{BySide, HexId, Side};

use super::ground::{Ground, HexSet};
use super::state::{Holland, Piece, Spot};

/// No unit.
const NONE: u16 = u16::MAX;

/// The index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Index {
    posts: Vec<Post>,
    /// By counter, the next one in its hex: in the order of their numbers.
    next: Vec<u16>,
    /// Hexes with soldiers of each side.
    pub stands: BySide<HexSet>,
}

/// What is kept of a hex, all in one place: whoever asks one thing of a hex asks the others, too.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Post {
    /// Its first counter.
    first: u16,
    /// How many units count against the stacking limit.
    pub stack: u8,
    /// Units of each side whose zone of control reaches it.
    pub zones: BySide<u8>,
    /// Strength of the soldiers of each side in it, and next to it.
    pub strength: BySide<u16>,
    pub beside: BySide<u16>,
}

impl Post {
    /// Whether no counter is in the hex.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.first == NONE
    }
}

const EMPTY: Post = {
    let (none, nobody) = (BySide { german: 0, allied: 0 }, BySide { german: 0, allied: 0 });
    Post { first: NONE, stack: 0, zones: none, strength: nobody, beside: nobody }
};

impl Index {
    pub(crate) fn empty(hexes: usize, units: usize) -> Index {
        Index { posts: vec![EMPTY; hexes], next: vec![NONE; units], stands: BySide::default() }
    }

    /// The index of a position, worked out anew.
    pub(crate) fn of(holland: &Holland) -> Index {
        let mut index = Index::empty(holland.board.map.len(), holland.board.units.len());
        for (unit, piece) in (0..).zip(&holland.pieces) {
            if let Spot::Hex(hex) = piece.spot {
                index.add(&holland.board, unit, hex, *piece);
            }
        }
        index
    }

    /// What is kept of a hex.
    #[inline]
    pub(crate) fn post(&self, hex: HexId) -> &Post {
        &self.posts[hex.index()]
    }

    /// All counters in a hex.
    #[inline]
    pub(crate) fn here(&self, hex: HexId) -> impl Iterator<Item = u16> + '_ {
        let mut unit = self.posts[hex.index()].first;
        core::iter::from_fn(move || {
            let found = unit;
            (found != NONE).then(|| {
                unit = self.next[usize::from(found)];
                found
            })
        })
    }

    /// A counter comes into a hex in the state that its piece shows.
    pub(crate) fn add(&mut self, board: &Ground, unit: u16, hex: HexId, piece: Piece) {
        let mut before = NONE;
        let mut after = self.posts[hex.index()].first;
        while after < unit {
            before = after;
            after = self.next[usize::from(after)];
        }
        self.next[usize::from(unit)] = after;
        if before == NONE {
            self.posts[hex.index()].first = unit;
        } else {
            self.next[usize::from(before)] = unit;
        }
        let kind = board.unit(unit);
        self.posts[hex.index()].stack += u8::from(kind.class.stacks());
        if kind.class.fights() {
            self.stands[kind.side].insert(hex);
            self.count_strength(board, hex, kind.side, i16::from(kind.strength_of(piece.steps)));
            if !piece.dg {
                self.count_zone(board, hex, kind.side, true);
            }
        }
    }

    /// A counter leaves a hex; its piece still shows the state in which it was there.
    pub(crate) fn take(&mut self, board: &Ground, unit: u16, hex: HexId, piece: Piece) {
        let after = core::mem::replace(&mut self.next[usize::from(unit)], NONE);
        let mut link = self.posts[hex.index()].first;
        if link == unit {
            self.posts[hex.index()].first = after;
        } else {
            while self.next[usize::from(link)] != unit {
                link = self.next[usize::from(link)];
            }
            self.next[usize::from(link)] = after;
        }
        let kind = board.unit(unit);
        self.posts[hex.index()].stack -= u8::from(kind.class.stacks());
        if kind.class.fights() {
            let soldier = |other: u16| {
                let other = board.unit(other);
                other.side == kind.side && other.class.fights()
            };
            if !self.here(hex).any(soldier) {
                self.stands[kind.side].remove(hex);
            }
            self.count_strength(board, hex, kind.side, -i16::from(kind.strength_of(piece.steps)));
            if !piece.dg {
                self.count_zone(board, hex, kind.side, false);
            }
        }
    }

    /// The strength of a side in a hex changes.
    pub(crate) fn count_strength(&mut self, board: &Ground, hex: HexId, side: Side, by: i16) {
        if by == 0 {
            return;
        }
        let here = &mut self.posts[hex.index()].strength[side];
        *here = here.wrapping_add_signed(by);
        for (_, near) in board.near(hex) {
            let beside = &mut self.posts[near.index()].beside[side];
            *beside = beside.wrapping_add_signed(by);
        }
    }

    /// A zone of control of a side around a hex begins or ends.
    pub(crate) fn count_zone(&mut self, board: &Ground, hex: HexId, side: Side, begins: bool) {
        for (_, near) in board.near(hex) {
            let zones = &mut self.posts[near.index()].zones[side];
            *zones = if begins { *zones + 1 } else { *zones - 1 };
        }
    }

    /// Whether a side has soldiers next to a hex, with a zone of control or without one.
    pub(crate) fn beside(&self, board: &Ground, hex: HexId, side: Side) -> bool {
        board.near(hex).any(|(_, near)| self.stands[side].contains(near))
    }
}
