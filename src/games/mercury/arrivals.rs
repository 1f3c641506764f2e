//! Who comes onto the map after the game has begun: reinforcements (Mercury 11.0, S1.0); sticks and serials have
//! chapters of their own.

use alloc::vec::Vec;

use engine::{HexId, Id, Side};

use super::ad_hoc::Lifts;
use super::counter::{DivisionId, UnitId};
use super::event::Event;
use super::frame::{Begin, ComesToPort, LeaderJoins};
use super::free_drops::Jump;
use super::ground::Ground;
use super::ids::{ObjectiveId, SerialId, StickId};
use super::state::Battle;

/// Who has still to come, and what has come out of order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Arrivals {
    /// Reinforcements not placed yet.
    pub waiting: Vec<u8>,
    /// Sticks that have dropped.
    pub dropped: Vec<StickId>,
    /// Battalions named for free drops (O1.0).
    pub jumps: Vec<Jump>,
    /// Waves of which all battalions are named.
    pub waves_named: u8,
    /// Who has gone to the air-drop box.
    pub lifts: Lifts,
    /// Serials that have landed, the first one first.
    pub serials_landed: Vec<SerialId>,
    /// The turn in which the last of them landed.
    pub serial_landed_in: Option<u16>,
}

impl Arrivals {
    /// Nobody has come.
    pub fn at_start(ground: &Ground) -> Arrivals {
        Arrivals {
            waiting: (0..ground.reinforcements.len() as u8).collect(),
            dropped: Vec::new(),
            jumps: Vec::new(),
            waves_named: 0,
            lifts: Lifts::default(),
            serials_landed: Vec::new(),
            serial_landed_in: None,
        }
    }
}

impl Battle {
    /// Reinforcements of the division come on, in the order of the scenario.
    pub(super) fn bring_reinforcements(&mut self, division: DivisionId, events: &mut Vec<Event>) {
        let due: Vec<u8> = self
            .arrivals
            .waiting
            .iter()
            .copied()
            .filter(|&number| {
                let entry = &self.ground.reinforcements[usize::from(number)];
                entry.turn <= self.turn && self.counter(entry.unit).division == division
            })
            .collect();
        let ground = alloc::sync::Arc::clone(&self.ground);
        let below = self.frames.len();
        for number in due {
            let entry = &ground.reinforcements[usize::from(number)];
            let unit = entry.unit;
            let havens = self.havens(entry);
            let hex = match havens.as_slice() {
                [] if entry.waits => None,
                [] => self.entry_hex(entry.hex, self.side(unit)),
                [first, ..] => Some(*first),
            };
            let Some(hex) = hex else { continue };
            self.arrivals.waiting.retain(|&other| other != number);
            // Mercury 11.0: a leader arrives with any of his units; he is asked for when all have come.
            if let Some(leader) = entry.leader {
                self.frames.insert(below, LeaderJoins { leader }.into());
            }
            if havens.len() > 1 {
                self.first(ComesToPort { number });
            } else {
                self.arrive(unit, hex, events);
                self.first(Begin { unit, arrives: true });
            }
        }
    }

    /// The hex where a reinforcement comes on: the one named, or, where an enemy holds it, the
    /// nearest free hex of the map's edge (as Mercury S1.0 has it for arrivals).
    fn entry_hex(&self, named: HexId, side: Side) -> Option<HexId> {
        let enemy = side.other();
        if !self.held_by(named, enemy) {
            return Some(named);
        }
        let map = &self.ground.map;
        map.ids()
            .filter(|&hex| map.neighbours(hex).count() < 6)
            .filter(|&hex| self.ground.distance(named, hex) <= ENTRY_RANGE)
            .filter(|&hex| self.index.stacks[hex.index()].is_none())
            .filter(|&hex| self.ground.terrain(hex).enter[0][0].is_some())
            .min_by_key(|&hex| (self.ground.distance(named, hex), hex))
    }

    /// A unit comes onto the map.
    pub(super) fn arrive(&mut self, unit: UnitId, hex: HexId, events: &mut Vec<Event>) {
        events.push(Event::Arrived(unit, hex));
        self.enter(unit, hex, events);
    }

    /// A unit enters a hex, and control follows (S6.0).
    pub(super) fn enter(&mut self, unit: UnitId, hex: HexId, events: &mut Vec<Event>) {
        if let Some(objective) = self.put(unit, hex) {
            events.push(Event::Control(ObjectiveId::at(objective), self.side(unit)));
            self.control_changed(objective, events);
        }
        self.alarm_reserves(unit, hex, events);
    }
}

/// How far from the hex named an arrival may enter instead (Mercury S1.0).
const ENTRY_RANGE: u8 = 5;
