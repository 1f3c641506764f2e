//! What changes during a game, and simple questions about it. No rule is decided here.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use engine::{HexId, Outcome, Side};

use super::combat::Fight;
use super::event::Event;
use super::ground::{Class, Ground, HexSet, Unit};
use super::index::Index;
use super::phase::{Unopened, Wait};
use super::rules::Step;

/// A position.
#[derive(Clone, Debug)]
pub struct AirAssault {
    pub(crate) board: Arc<Ground>,
    /// The turn, from 1; 0 while the game is set up.
    pub(crate) turn: u8,
    /// Whose player segment it is.
    pub(crate) side: Side,
    pub(crate) step: Step,
    pub(crate) wait: Wait,
    pub(crate) outcome: Outcome,
    /// By number in the roster.
    pub(crate) pieces: Vec<Piece>,
    /// What lies on the Turn Record Track, sorted.
    pub(crate) markers: Vec<Marker>,
    /// The emergency convoy has been called (V.L.8).
    pub(crate) emergency: bool,
    /// Sectors in which the Germans have dropped or landed before this turn, and in this turn, as bits (V.I.3.b).
    pub(crate) sectors: [u16; 2],
    /// The sector chosen for those who drop together.
    pub(crate) together: Option<u8>,
    /// Airfields friendly to the Germans when their segment began, as bits (V.J.1).
    pub(crate) open_fields: u16,
    /// Stacking points landed at each airfield in this turn (V.J.2).
    pub(crate) landed: Vec<u8>,
    /// Turns in a row at whose end each airfield was friendly to the Germans (V.P.1).
    pub(crate) held: Vec<u8>,
    /// The first turn at whose end the Germans had an airfield.
    pub(crate) first_field: Option<u8>,
    /// Airfields that were German when a turn ended, as bits.
    pub(crate) taken: u16,
    /// The convoy that is at sea.
    pub(crate) sailing: Option<Sailing>,
    pub(crate) fight: Fight,
    pub(crate) index: Index,
}

impl PartialEq for AirAssault {
    /// The state of the rules; the index follows from it.
    fn eq(&self, other: &Self) -> bool {
        let head = |game: &Self| {
            let counts = (game.turn, game.side, game.step, game.wait, game.outcome, game.emergency);
            let land =
                (game.sectors, game.together, game.open_fields, game.first_field, game.taken);
            (counts, land, game.sailing)
        };
        head(self) == head(other)
            && self.pieces == other.pieces
            && self.markers == other.markers
            && self.landed == other.landed
            && self.held == other.held
            && self.fight == other.fight
    }
}

impl Eq for AirAssault {}

/// What lies on the Turn Record Track (V.L.1, V.L.2): everybody sees the turn, the Germans alone the rest.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Marker {
    pub turn: u8,
    pub load: Load,
    pub beach: u8,
}

/// What a marker stands for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Load {
    /// A regular convoy, from 0.
    Convoy(u8),
    /// Nothing.
    Decoy,
    /// The emergency convoy, which is no secret; what is in it is.
    Emergency,
}

/// A convoy at sea (V.L.4).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sailing {
    pub beach: u8,
    /// Units that it still loses.
    pub toll: u8,
    /// Whether the others turn back.
    pub back: bool,
}

/// Where a counter is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    /// Not in play yet, or on the organization card.
    Card,
    /// On the map.
    Hex(HexId),
    /// Placed there, and still in the air (V.I.2).
    Aloft(HexId),
    /// An aircraft over a hex (V.K.1).
    Over(HexId),
    /// At sea with the convoy that sails now (V.L.4).
    Sailing,
    /// In a landing box, by its number (V.L.5).
    Box(u8),
    /// In the box of aborted units (V.L.8).
    Aborted,
    /// In the emergency convoy (V.L.8.b).
    Emergency,
    /// At sea, bound for a port, by its number (VI.D.3.c).
    Port(u8),
    /// Part of a battalion, by the number of its counter (V.H.4).
    Within(u16),
    /// Eliminated.
    Gone,
}

/// What a unit has done in this phase or turn, as bits.
pub(crate) mod did {
    /// It has attacked in this phase (V.F.3).
    pub(crate) const FOUGHT: u8 = 1;
    /// It has been attacked in this phase (V.F.3).
    pub(crate) const STRUCK: u8 = 2;
    /// It has retreated in this phase (V.F.10.d).
    pub(crate) const FLED: u8 = 4;
    /// It came in this turn, and does not move (V.A.10).
    pub(crate) const CAME: u8 = 8;
    /// It dropped in this turn, and does not attack either (V.I.6).
    pub(crate) const DROPPED: u8 = 16;
    /// It has had its move in this phase (V.A.5).
    pub(crate) const MOVED: u8 = 32;
}

/// The state of a counter.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub spot: Spot,
    /// Whether it lies face down (V.M).
    pub face_down: bool,
    pub did: u8,
    /// The hex in which it last was.
    pub last: Option<HexId>,
    /// When and by what it was lost.
    pub end: Option<(Cause, u8)>,
}

engine::words! {
    /// What eliminated a unit.
    pub(crate) enum Cause {
        /// A combat result.
        Combat = "combat",
        /// Nowhere to retreat.
        Retreat = "retreat",
        /// Defensive fire.
        Fire = "defensive fire",
        /// Drift into the sea, off the map or beyond the diagram.
        Drift = "drift",
        /// Combat where it came down.
        DriftCombat = "drift combat",
        /// A voyage.
        Sea = "sea",
        /// A landing box that it could not leave.
        Beach = "beach",
        /// Too many units in a hex.
        Overstack = "overstacking",
        /// A decoy that was shown.
        Shown = "shown",
    }
}

impl AirAssault {
    pub(crate) fn new(board: Ground) -> AirAssault {
        let units = board.units.len();
        let fresh = Piece { spot: Spot::Card, face_down: false, did: 0, last: None, end: None };
        let fields = board.airfields.len();
        AirAssault {
            turn: 0,
            side: Side::Allied,
            step: Step::SetUp,
            wait: Unopened.into(),
            outcome: Outcome::Undecided,
            pieces: vec![fresh; units],
            markers: Vec::new(),
            emergency: false,
            sectors: [0; 2],
            together: None,
            open_fields: 0,
            landed: vec![0; fields],
            held: vec![0; fields],
            first_field: None,
            taken: 0,
            sailing: None,
            fight: Fight::default(),
            index: Index::empty(board.map.len(), units),
            board: Arc::new(board),
        }
    }

    pub(crate) fn piece(&self, unit: u16) -> &Piece {
        &self.pieces[usize::from(unit)]
    }

    pub(crate) fn piece_mut(&mut self, unit: u16) -> &mut Piece {
        &mut self.pieces[usize::from(unit)]
    }

    pub(crate) fn unit(&self, unit: u16) -> &Unit {
        self.board.unit(unit)
    }

    pub(crate) fn class(&self, unit: u16) -> Class {
        self.board.unit(unit).class
    }

    pub(crate) fn side_of(&self, unit: u16) -> Side {
        self.board.unit(unit).side
    }

    pub(crate) fn hex_of(&self, unit: u16) -> Option<HexId> {
        match self.piece(unit).spot {
            Spot::Hex(hex) => Some(hex),
            _ => None,
        }
    }

    /// The hexes in which a side has counters.
    pub(crate) fn hexes_of(&self, side: Side) -> HexSet {
        self.board.of_side[side].iter().filter_map(|&unit| self.hex_of(unit)).collect()
    }

    /// Whether it is night (V.N).
    pub(crate) fn is_night(&self) -> bool {
        self.board.night.get(usize::from(self.turn).wrapping_sub(1)).copied().unwrap_or_default()
    }

    /// Counters of a side in a hex, in the order of the roster.
    #[inline]
    pub(crate) fn of(&self, side: Side, hex: HexId) -> impl Iterator<Item = u16> + '_ {
        self.index.here(hex).filter(move |&unit| self.side_of(unit) == side)
    }

    /// Combat units of a side in a hex; decoys are none.
    #[inline]
    pub(crate) fn fighters(&self, side: Side, hex: HexId) -> impl Iterator<Item = u16> + '_ {
        self.of(side, hex).filter(|&unit| self.class(unit).is_combat())
    }

    /// Whether a side has a counter in a hex that may be or is a combat unit: nobody else may enter it (V.A.7).
    #[inline]
    pub(crate) fn bars(&self, side: Side, hex: HexId) -> bool {
        self.index.guards(side, hex) > 0
    }

    /// Whether a zone of control of a side reaches a hex, real or, by a counter face down, possible (V.D, C-D-3).
    #[inline]
    pub(crate) fn zone(&self, side: Side, hex: HexId) -> bool {
        self.index.zone(side, hex) > 0
    }

    /// Stacking points of a side in a hex.
    pub(crate) fn stack(&self, side: Side, hex: HexId) -> u8 {
        self.of(side, hex).map(|unit| self.unit(unit).stacking).sum()
    }

    /// Whether a unit may join a hex within the limit (V.C.1).
    pub(crate) fn fits(&self, unit: u16, hex: HexId) -> bool {
        let more = self.unit(unit).stacking;
        more == 0 || self.stack(self.side_of(unit), hex) + more <= self.board.stacking
    }

    /// Puts a counter into a hex.
    pub(crate) fn put(&mut self, unit: u16, hex: HexId) {
        self.lift(unit);
        let piece = &mut self.pieces[usize::from(unit)];
        piece.spot = Spot::Hex(hex);
        piece.last = Some(hex);
        self.index.add(&self.board, unit, hex, *piece);
    }

    fn lift(&mut self, unit: u16) {
        if let Some(hex) = self.hex_of(unit) {
            self.index.take(&self.board, unit, hex, self.pieces[usize::from(unit)]);
        }
    }

    /// Takes a counter off the map to somewhere else.
    pub(crate) fn send(&mut self, unit: u16, spot: Spot) {
        self.lift(unit);
        self.piece_mut(unit).spot = spot;
    }

    /// Turns a counter over.
    pub(crate) fn turn_over(&mut self, unit: u16, face_down: bool) {
        let Some(hex) = self.hex_of(unit) else {
            self.piece_mut(unit).face_down = face_down;
            return;
        };
        self.lift(unit);
        let piece = &mut self.pieces[usize::from(unit)];
        piece.face_down = face_down;
        let piece = *piece;
        self.index.add(&self.board, unit, hex, piece);
    }

    /// A unit is eliminated; a battalion takes its companies along.
    pub(crate) fn destroy(&mut self, unit: u16, cause: Cause, events: &mut Vec<Event>) {
        if self.piece(unit).spot == Spot::Gone {
            return;
        }
        let hex = self.hex_of(unit).or(self.piece(unit).last);
        self.send(unit, Spot::Gone);
        self.piece_mut(unit).face_down = false;
        self.piece_mut(unit).end = Some((cause, self.turn));
        for part in self.board.numbers() {
            if self.piece(part).spot == Spot::Within(unit) {
                let piece = self.piece_mut(part);
                (piece.spot, piece.last) = (Spot::Gone, hex);
                let turn = self.turn;
                self.piece_mut(part).end = Some((cause, turn));
            }
        }
        events.push(Event::Lost { unit, hex, cause: cause.word() });
    }

    /// Forgets what units have done.
    pub(crate) fn forget(&mut self, deeds: u8) {
        for piece in &mut self.pieces {
            piece.did &= !deeds;
        }
    }

    pub(crate) fn has_done(&self, unit: u16, deeds: u8) -> bool {
        self.piece(unit).did & deeds != 0
    }

    pub(crate) fn mark(&mut self, unit: u16, deed: u8) {
        self.piece_mut(unit).did |= deed;
    }
}
