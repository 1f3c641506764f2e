//! What follows from the position and is kept: who is in each hex, where counters bar the way, how many zones of control
//! reach it.

use alloc::vec;
use alloc::vec::Vec;

use engine::{BySide, HexId, Side};

use super::ground::{Class, Ground};
use super::state::{AirAssault, Piece, Spot};

/// No unit.
const NONE: u16 = u16::MAX;

/// The index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Index {
    /// By hex, its first counter.
    first: Vec<u16>,
    /// By counter, the next one in its hex: in the order of their numbers.
    next: Vec<u16>,
    zones: BySide<Vec<u8>>,
    /// Counters that bar a hex to the enemy.
    guards: BySide<Vec<u8>>,
}

/// Whether a counter bars the way and shows a zone of control: a combat unit does, and so does whatever lies face down
/// (V.D.2, V.M.5).
fn bars(class: Class, piece: Piece) -> bool {
    class.is_combat() || piece.face_down
}

impl Index {
    pub(crate) fn empty(hexes: usize, units: usize) -> Index {
        let zones = BySide { german: vec![0; hexes], allied: vec![0; hexes] };
        let (first, next) = (vec![NONE; hexes], vec![NONE; units]);
        Index { first, next, guards: zones.clone(), zones }
    }

    /// The index of a position, worked out anew.
    pub(crate) fn of(game: &AirAssault) -> Index {
        let mut index = Index::empty(game.board.map.len(), game.board.units.len());
        for (unit, piece) in (0..).zip(&game.pieces) {
            if let Spot::Hex(hex) = piece.spot {
                index.add(&game.board, unit, hex, *piece);
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

    #[inline]
    pub(crate) fn zone(&self, side: Side, hex: HexId) -> u8 {
        self.zones[side][hex.index()]
    }

    /// Counters of a side in a hex that bar it to the enemy.
    #[inline]
    pub(crate) fn guards(&self, side: Side, hex: HexId) -> u8 {
        self.guards[side][hex.index()]
    }

    /// A counter comes into a hex in the state that its piece shows.
    pub(crate) fn add(&mut self, board: &Ground, unit: u16, hex: HexId, piece: Piece) {
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
        let kind = board.unit(unit);
        if bars(kind.class, piece) {
            self.guards[kind.side][hex.index()] += 1;
            for near in board.near(hex) {
                self.zones[kind.side][near.index()] += 1;
            }
        }
    }

    /// A counter leaves a hex; its piece still shows the state in which it was there.
    pub(crate) fn take(&mut self, board: &Ground, unit: u16, hex: HexId, piece: Piece) {
        let after = core::mem::replace(&mut self.next[usize::from(unit)], NONE);
        if self.first[hex.index()] == unit {
            self.first[hex.index()] = after;
        } else {
            let mut link = self.first[hex.index()];
            while self.next[usize::from(link)] != unit {
                link = self.next[usize::from(link)];
            }
            self.next[usize::from(link)] = after;
        }
        let kind = board.unit(unit);
        if !bars(kind.class, piece) {
            return;
        }
        self.guards[kind.side][hex.index()] -= 1;
        for near in board.near(hex) {
            self.zones[kind.side][near.index()] -= 1;
        }
    }
}
