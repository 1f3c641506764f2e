//! What changes during a game, and simple questions about it. No rule is decided here.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use engine::{BySide, Direction, HexId, Outcome, Side};

use super::combat::Fight;
use super::descent::Airborne;
use super::event::Event;
use super::ground::{Class, Entry, Ground, HexSet};
use super::index::Index;
use super::party::Party;
use super::phase::{Unopened, Wait};
use super::rules::Step;

/// A position.
#[derive(Clone, Debug)]
pub struct Holland {
    pub(crate) board: Arc<Ground>,
    /// The turn, from 1.
    pub(crate) turn: u8,
    /// Whose player turn it is.
    pub(crate) side: Side,
    pub(crate) step: Step,
    pub(crate) wait: Wait,
    pub(crate) outcome: Outcome,
    pub(crate) pieces: Vec<Piece>,
    /// Hexes that Germans were the last to move through (4.0a).
    pub(crate) german_held: HexSet,
    /// Bridges that Germans were the last to cross: bits.
    pub(crate) german_bridges: u16,
    /// Ju-52 points lost for good, and those that can still be used (2.3a).
    pub(crate) ju52_lost: u8,
    pub(crate) ju52_ready: u8,
    /// Air barrages still to be placed, by type of aircraft, and those placed (1.9a).
    pub(crate) hangar: Vec<u8>,
    pub(crate) flights: Vec<Flight>,
    /// Who is in the air (2.5, 2.6), and whose turn it is to come down.
    pub(crate) sky: Vec<Airborne>,
    pub(crate) falling: u16,
    /// Ju-52 points that each airfield takes this turn, and wrecks: bits (2.3c, 2.6a).
    pub(crate) traffic: Vec<u8>,
    pub(crate) wrecks: u8,
    /// Platoons that have jumped on villages and into the stadium (2.5d).
    pub(crate) special_jumps: [u8; 2],
    /// Standing barrages (1.7b).
    pub(crate) standing: Vec<Standing>,
    /// Bridges of the engineers (2.9).
    pub(crate) laid: Vec<Laid>,
    /// Who moves.
    pub(crate) party: Party,
    /// The fight that is being settled, and hexes attacked in this phase.
    pub(crate) fight: Fight,
    pub(crate) struck: HexSet,
    /// Groups of reinforcements taken and refused: bits (4.0e).
    pub(crate) taken: u64,
    pub(crate) refused: u64,
    /// Ad hoc companies brought into play so far (1.10e).
    pub(crate) ad_hoc: u8,
    /// Hexes of the refinery that are destroyed: bits (3.8b).
    pub(crate) burnt: u8,
    /// Whether the refinery has been looked at, and De Twee Gezusters has unloaded (3.4).
    pub(crate) unloaded: bool,
    /// Points for evacuations so far (4.0f).
    pub(crate) evacuation_points: u8,
    /// The first turn at whose end the Germans controlled an airfield, and units that have landed.
    pub(crate) first_airfield: Option<u8>,
    pub(crate) landed: u16,
    /// Steps lost so far.
    pub(crate) lost: BySide<u16>,
    /// Barrages and attacks of the turn so far, so that each roll has a key of its own.
    pub(crate) salvos: u16,
    /// What follows from all this and is kept.
    pub(crate) index: Index,
}

/// A counter in play.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub spot: Spot,
    pub steps: u8,
    /// Disorganized (1.4).
    pub dg: bool,
    /// Out of supply (1.5).
    pub cut_off: bool,
    /// What it has done: bits of [`did`].
    pub did: u16,
    /// Overruns of this turn (2.8).
    pub overruns: u8,
    /// The hex before the one it is in, and the last one on the map.
    pub came: Option<HexId>,
    pub last: Option<HexId>,
    /// At what its anti-aircraft fires this turn (1.8a).
    pub engaged: Option<HexId>,
    /// The unit that guards a captive, and whether it is one (1.10f).
    pub guard: Option<u16>,
    pub captive: bool,
    /// What took its last step, and in which turn.
    pub end: Option<(Cause, u8)>,
}

/// What a counter has done.
pub(crate) mod did {
    /// It has moved or was asked to in this phase.
    pub(crate) const MOVED: u16 = 1;
    /// It moved in the Movement Phase of this player turn.
    pub(crate) const MARCHED: u16 = 2;
    /// It attacked in this phase.
    pub(crate) const FOUGHT: u16 = 4;
    /// It barraged this turn.
    pub(crate) const FIRED: u16 = 8;
    /// It fired at aircraft this turn.
    pub(crate) const FLAK: u16 = 16;
    /// It jumped this turn.
    pub(crate) const FRESH: u16 = 32;
    /// It jumped into the stadium this turn.
    pub(crate) const STADIUM: u16 = 64;
    /// It came onto the map in this phase.
    pub(crate) const NEW: u16 = 128;
    /// It has overrun in this phase.
    pub(crate) const OVERRAN: u16 = 256;
    /// It turned back in the air this turn.
    pub(crate) const ABORTED: u16 = 512;
}

/// Where a counter is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    /// On the map.
    Hex(HexId),
    /// Ready to come by air, or to be made up.
    Pool,
    /// In the air.
    Air,
    /// Not due yet.
    Later,
    /// Off the map for good: withdrawn, refused, evacuated.
    Away,
    /// Destroyed.
    Gone,
}

/// What takes steps.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    AntiAircraft,
    Landing,
    Barrage,
    AirBarrage,
    Combat,
    Overrun,
    Retreat,
    Stacking,
    Train,
    Trucks,
    British,
    Ammunition,
}

impl Cause {
    /// Its word in tables.
    pub(crate) const fn word(self) -> &'static str {
        [
            "anti-aircraft fire",
            "landing",
            "barrage",
            "air barrage",
            "combat",
            "overrun",
            "retreat",
            "stacking",
            "off the rails",
            "truck caught",
            "beyond the British limit",
            "no ammunition",
        ][self as usize]
    }
}

/// An air barrage on its way.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Flight {
    /// Type of aircraft.
    pub kind: u8,
    pub hex: HexId,
    pub aborted: bool,
}

/// A standing barrage.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    pub unit: u16,
    pub hex: HexId,
}

/// A bridge of the engineers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Laid {
    pub bridge: u16,
    pub from: HexId,
    pub way: Direction,
    /// Who is laying it; nobody once it is there.
    pub by: Option<u16>,
}

impl Holland {
    /// The state of the rules: all but the index, which follows from it.
    fn state(&self) -> impl PartialEq + '_ {
        let Holland {
            board,
            turn,
            side,
            step,
            wait,
            outcome,
            pieces,
            german_held,
            german_bridges,
            ju52_lost,
            ju52_ready,
            hangar,
            flights,
            sky,
            falling,
            traffic,
            wrecks,
            special_jumps,
            standing,
            laid,
            party,
            fight,
            struck,
            taken,
            refused,
            ad_hoc,
            burnt,
            unloaded,
            evacuation_points,
            first_airfield,
            landed,
            lost,
            salvos,
            index: _,
        } = self;
        let moment = (turn, side, step, wait, outcome, salvos);
        let air = (ju52_lost, ju52_ready, hangar, flights, sky, falling, traffic, wrecks);
        let ground = (german_held, german_bridges, standing, laid, party, fight, struck);
        let rest = (taken, refused, ad_hoc, burnt, unloaded, evacuation_points);
        let counts = (first_airfield, landed, lost);
        (board, moment, pieces, air, special_jumps, ground, rest, counts)
    }
}

/// Two positions are the same when the state of the rules is.
impl PartialEq for Holland {
    fn eq(&self, other: &Holland) -> bool {
        self.state() == other.state()
    }
}

impl Eq for Holland {}

impl Holland {
    pub(crate) fn new(board: Ground) -> Self {
        let piece = |unit: &super::ground::Unit| Piece {
            spot: match unit.entry {
                Entry::Drop | Entry::Landing | Entry::Seaplane | Entry::AdHoc => Spot::Pool,
                _ => Spot::Later,
            },
            steps: unit.steps,
            dg: false,
            cut_off: false,
            did: 0,
            overruns: 0,
            came: None,
            last: None,
            engaged: None,
            guard: None,
            captive: false,
            end: None,
        };
        let mut holland = Holland {
            turn: 1,
            side: Side::German,
            step: Step::Begin,
            wait: Unopened.into(),
            outcome: Outcome::Undecided,
            pieces: board.units.iter().map(piece).collect(),
            german_held: HexSet::default(),
            german_bridges: 0,
            ju52_lost: 0,
            ju52_ready: board.ju52,
            hangar: vec![0; board.aircraft.len()],
            flights: Vec::new(),
            sky: Vec::new(),
            falling: 0,
            traffic: vec![0; board.airfields.len()],
            wrecks: 0,
            special_jumps: [0; 2],
            standing: Vec::new(),
            laid: Vec::new(),
            party: Party::default(),
            fight: Fight::default(),
            struck: HexSet::default(),
            taken: 0,
            refused: 0,
            ad_hoc: 0,
            burnt: 0,
            unloaded: false,
            evacuation_points: 0,
            first_airfield: None,
            landed: 0,
            lost: BySide::default(),
            salvos: 0,
            index: Index::empty(board.map.len(), board.units.len()),
            board: Arc::new(board),
        };
        for unit in holland.board.numbers() {
            if let Entry::Hex(hex) = holland.board.unit(unit).entry
                && holland.board.unit(unit).turn == 1
            {
                holland.put(unit, hex);
            }
        }
        holland
    }

    #[inline]
    pub(crate) fn piece(&self, unit: u16) -> &Piece {
        &self.pieces[usize::from(unit)]
    }

    #[inline]
    pub(crate) fn piece_mut(&mut self, unit: u16) -> &mut Piece {
        &mut self.pieces[usize::from(unit)]
    }

    /// Where a counter on the map is.
    #[inline]
    pub(crate) fn hex_of(&self, unit: u16) -> Option<HexId> {
        match self.piece(unit).spot {
            Spot::Hex(hex) => Some(hex),
            _ => None,
        }
    }

    pub(crate) fn has(&self, unit: u16, deed: u16) -> bool {
        self.piece(unit).did & deed != 0
    }

    /// Its strength on the side that shows.
    #[inline]
    pub(crate) fn strength(&self, unit: u16) -> u8 {
        self.board.unit(unit).strength_of(self.piece(unit).steps)
    }

    pub(crate) fn class(&self, unit: u16) -> Class {
        self.board.unit(unit).class
    }

    /// All counters in a hex.
    #[inline]
    pub(crate) fn here(&self, hex: HexId) -> impl Iterator<Item = u16> + '_ {
        self.index.here(hex)
    }

    /// Those of a side that fight on the ground.
    #[inline]
    pub(crate) fn soldiers(&self, hex: HexId, side: Side) -> impl Iterator<Item = u16> + '_ {
        self.index.here(hex).filter(move |&unit| {
            let unit = self.board.unit(unit);
            unit.side == side && unit.class.fights()
        })
    }

    /// Whether a side has somebody who fights in a hex: nobody else may enter it.
    #[inline]
    pub(crate) fn stands(&self, hex: HexId, side: Side) -> bool {
        self.index.stands[side].contains(hex)
    }

    /// Whether a zone of control of a side reaches a hex (1.1i).
    #[inline]
    pub(crate) fn zone(&self, hex: HexId, of: Side) -> bool {
        self.index.post(hex).zones[of] > 0
    }

    /// Counters of a side on the map.
    pub(crate) fn on_map(&self, side: Side) -> impl Iterator<Item = u16> + '_ {
        let board = &self.board;
        board.numbers().filter(move |&unit| {
            board.unit(unit).side == side && matches!(self.piece(unit).spot, Spot::Hex(_))
        })
    }

    /// Puts a counter into a hex. What its entry does to others is for [`Holland::enter`].
    pub(crate) fn put(&mut self, unit: u16, hex: HexId) {
        self.lift(unit);
        let piece = &mut self.pieces[usize::from(unit)];
        piece.spot = Spot::Hex(hex);
        piece.last = Some(hex);
        self.index.add(&self.board, unit, hex, *piece);
    }

    /// Takes a counter off the map; where it goes is for the caller to say.
    pub(crate) fn lift(&mut self, unit: u16) {
        if let Some(hex) = self.hex_of(unit) {
            self.index.take(&self.board, unit, hex, self.pieces[usize::from(unit)]);
        }
    }

    /// Takes a counter off the map to somewhere else.
    pub(crate) fn send(&mut self, unit: u16, spot: Spot) {
        self.lift(unit);
        self.piece_mut(unit).spot = spot;
    }

    /// Makes a unit disorganized, or not any more (1.4).
    pub(crate) fn set_dg(&mut self, unit: u16, dg: bool) {
        let Some(hex) = self.hex_of(unit) else { return };
        if self.piece(unit).dg != dg {
            let kind = self.board.unit(unit);
            if kind.class.fights() {
                self.index.count_zone(&self.board, hex, kind.side, !dg);
            }
            self.piece_mut(unit).dg = dg;
        }
    }

    /// Gives a unit so many steps.
    pub(crate) fn set_steps(&mut self, unit: u16, steps: u8) {
        let kind = self.board.unit(unit);
        if let Some(hex) = self.hex_of(unit)
            && kind.class.fights()
        {
            let strength = |steps| i16::from(kind.strength_of(steps));
            let by = strength(steps) - strength(self.piece(unit).steps);
            self.index.count_strength(&self.board, hex, kind.side, by);
        }
        self.piece_mut(unit).steps = steps;
    }

    /// A unit loses steps.
    pub(crate) fn hurt(&mut self, unit: u16, steps: u8, cause: Cause, events: &mut Vec<Event>) {
        let steps = steps.min(self.piece(unit).steps);
        if steps == 0 {
            return;
        }
        let side = self.board.unit(unit).side;
        self.lost[side] += u16::from(steps);
        self.set_steps(unit, self.piece(unit).steps - steps);
        let hex = self.hex_of(unit).or(self.piece(unit).last);
        let gone = self.piece(unit).steps == 0;
        events.push(Event::Lost { unit, hex, steps, cause: cause.word(), gone });
        if gone {
            self.send(unit, Spot::Gone);
            self.piece_mut(unit).end = Some((cause, self.turn));
        }
    }

    /// A unit is lost with all its steps.
    pub(crate) fn destroy(&mut self, unit: u16, cause: Cause, events: &mut Vec<Event>) {
        self.hurt(unit, self.piece(unit).steps, cause, events);
    }

    /// Forgets what units of a side have done.
    pub(crate) fn forget(&mut self, side: Side, deeds: u16) {
        for (unit, piece) in self.board.units.iter().zip(&mut self.pieces) {
            if unit.side == side {
                piece.did &= !deeds;
            }
        }
    }
}
