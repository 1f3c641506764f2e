//! What follows from the state of a game and is asked so often that it is kept: who stands where, which ways are open,
//! and what the present phase asks for again and again.
//!
//! [`Index::of`] works all of it out anew. Play changes it bit by bit where the state changes, and after every decision
//! it must be what it would be anew: the laws of the game's tests ask for that.

use alloc::vec;
use alloc::vec::Vec;

use engine::{BySide, HexId};

use super::ground::Ground;
use super::movement::{March, Reach, Way};
use super::phase::Phase;
use super::rules::Race;
use super::sets::{HexSet, at_least};
use super::stacking::STACK;

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    /// Units in each hex, and all of them.
    pub(crate) at: Vec<u128>,
    pub(crate) present: u128,
    /// Strength of the units in each hex.
    pub(crate) might: Vec<u16>,
    /// Hexes with units of each side.
    pub(crate) stands: BySide<HexSet>,
    /// Hexes with more units of a side than they may hold in the end (5.3).
    pub(crate) overfull: HexSet,
    /// Directions each mobility may leave each hex by.
    pub(crate) steps: Vec<[u8; 3]>,
    /// Where supply lines run: by the difference of two neighbours' numbers, in order, the hexes that pass
    /// a line on to that neighbour.
    pub(crate) trace: Vec<(i16, HexSet)>,
    /// While units move: hexes next to an enemy of the side that moves; any enemy, an enemy vehicle.
    pub(crate) zone: [HexSet; 2],
    /// While a unit marches: where it can go.
    pub(crate) reach: Reach,
    /// While attacks are declared: hexes that can be attacked.
    pub(crate) targets: HexSet,
    /// Until the die of an attack is rolled: units that could attack and are out of supply (9.6).
    pub(crate) cut_off: u128,
    /// While a battlegroup returns: objectives in supply of its side (Market-Garden 10.4).
    pub(crate) supplied_goals: HexSet,
    /// While units refit: those with damage that are in supply.
    pub(crate) mendable: u128,
}

impl Index {
    /// Of a map with so many hexes and nobody on it.
    pub(crate) fn empty(hexes: usize) -> Index {
        Index {
            at: vec![0; hexes],
            present: 0,
            might: vec![0; hexes],
            stands: BySide::default(),
            overfull: HexSet::default(),
            steps: vec![[0; 3]; hexes],
            trace: Vec::new(),
            zone: [HexSet::default(); 2],
            reach: Reach::default(),
            targets: HexSet::default(),
            cut_off: 0,
            supplied_goals: HexSet::default(),
            mendable: 0,
        }
    }

    /// What follows from the state of a game, worked out anew.
    pub(crate) fn of(race: &Race) -> Index {
        let mut anew = Race { index: Index::empty(race.board.map.len()), ..race.clone() };
        for unit in 0..race.pieces.len() as u8 {
            if let Some(hex) = race.hex_of(unit) {
                anew.index.add(&race.board, unit, hex, race.strength(unit));
            }
        }
        anew.pave();
        anew.note_phase();
        anew.index
    }

    /// A unit of this strength comes into a hex.
    pub(crate) fn add(&mut self, board: &Ground, unit: u8, hex: HexId, strength: u8) {
        let side = board.unit(unit).side;
        let here = &mut self.at[hex.index()];
        *here |= 1 << unit;
        if at_least(*here & board.of(side), STACK + 1) {
            self.overfull.insert(hex);
        }
        self.present |= 1 << unit;
        self.might[hex.index()] += u16::from(strength);
        self.stands[side].insert(hex);
    }

    /// It leaves the hex.
    pub(crate) fn take(&mut self, board: &Ground, unit: u8, hex: HexId, strength: u8) {
        let side = board.unit(unit).side;
        let here = &mut self.at[hex.index()];
        *here &= !(1 << unit);
        let left = *here & board.of(side);
        if left == 0 {
            self.stands[side].remove(hex);
        }
        if !at_least(left, STACK + 1) {
            self.overfull.remove(hex);
        }
        self.present &= !(1 << unit);
        self.might[hex.index()] -= u16::from(strength);
    }
}

impl Race {
    /// Works out what the present phase keeps. Play has the chapters do it as the phase comes up.
    fn note_phase(&mut self) {
        match self.phase {
            Phase::Enter(enter) => self.index.supplied_goals = self.goals_of_return(enter.unit),
            Phase::Move(_) => self.index.zone = self.watched(),
            Phase::March(March { unit, leader }) => {
                self.index.zone = self.watched();
                let mut reach = Reach::default();
                self.explore(unit, leader, &mut reach);
                self.index.reach = reach;
            }
            Phase::BlowBridge(_) | Phase::Boats(_) if self.errand.kind == Way::March => {
                self.index.zone = self.watched();
            }
            Phase::Attack(_) => self.find_targets(),
            Phase::Muster(_) | Phase::Guns(_) | Phase::Resolve(_) => {
                self.find_targets();
                self.index.targets = HexSet::default();
            }
            Phase::Refit(_) => self.index.mendable = self.damaged_in_supply(),
            _ => {}
        }
    }

    /// The parts of the index that are not what they would be anew.
    pub(crate) fn stale_parts(&self) -> Vec<&'static str> {
        let (kept, anew) = (&self.index, Index::of(self));
        let parts = [
            ("units in hexes", kept.at == anew.at && kept.present == anew.present),
            ("strength in hexes", kept.might == anew.might),
            ("hexes of a side", kept.stands == anew.stands),
            ("overfull hexes", kept.overfull == anew.overfull),
            ("ways out of hexes", kept.steps == anew.steps),
            ("ways of supply", kept.trace == anew.trace),
            ("watched hexes", kept.zone == anew.zone),
            ("the reach of a march", kept.reach == anew.reach),
            ("targets", kept.targets == anew.targets),
            ("attackers out of supply", kept.cut_off == anew.cut_off),
            ("objectives in supply", kept.supplied_goals == anew.supplied_goals),
            ("units that may refit", kept.mendable == anew.mendable),
        ];
        parts.into_iter().filter(|(_, same)| !same).map(|(part, _)| part).collect()
    }
}
