//! What the Germans owe besides the fight: hexes to occupy and units to send off the map, and what it costs to fail
//! (Mercury 11.0, scenarios 10 to 12).

use alloc::string::String;
use alloc::vec::Vec;

use engine::{HexId, Side};

use super::action::Action;
use super::counter::{Movement, UnitId};
use super::departures::Departure;
use super::event::Event;
use super::ids::ObjectiveId;
use super::rulings::{Occupation, Switch};
use super::state::{Battle, Place};

/// Something the Germans must do by a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// Its name.
    pub name: String,
    /// Numbers of the objectives to occupy.
    pub hexes: Vec<ObjectiveId>,
    /// Units to send off the map.
    pub exit: Option<Sending>,
    /// Looked at when this turn begins; at the end of the game if none.
    pub at: Option<u16>,
    /// What failing gives to Allied morale.
    pub morale: u8,
    /// What failing adds to the withdrawal level.
    pub withdrawal_level: u8,
}

/// Units to send off the map.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Sending {
    /// From this hex.
    pub hex: HexId,
    /// So many units.
    pub units: u8,
    /// So many leaders with them.
    pub leaders: u8,
}

impl Battle {
    /// Ways off the map by which a German unit serves an obligation: from its hex, with its leader or without him where
    /// leaders count. Whom it would help no more stays.
    pub(super) fn obligation_options(&self, unit: UnitId, actions: &mut Vec<Action>) {
        if self.ground.obligations.is_empty() || self.side(unit) != Side::German {
            return;
        }
        let hex = self.hex(unit);
        for (number, duty) in (0u8..).zip(&self.ground.obligations) {
            let Some(sending) = duty.exit.filter(|sending| Some(sending.hex) == hex) else {
                continue;
            };
            if !self.may_be_sent(unit) || duty.at.is_some_and(|at| at <= self.turn) {
                continue;
            }
            let [units, leaders] = self.sent(number);
            let leads = self.command.leaders.iter().any(|leader| leader.with == Some(unit));
            let leader_wanted = leads && leaders < u16::from(sending.leaders);
            if units < u16::from(sending.units) {
                actions.push(Action::Depart(Departure::Sent { duty: number, leader: false }));
            }
            if leader_wanted {
                actions.push(Action::Depart(Departure::Sent { duty: number, leader: true }));
            }
        }
    }

    /// Whether the unit can go and counts: one of some steps that can move (A-SC10-3, as A-SC5-2).
    fn may_be_sent(&self, unit: UnitId) -> bool {
        let counter = self.counter(unit);
        let state = self.unit(unit);
        !counter.rearguard()
            && state.steps > 0
            && !state.suppressed
            && counter.movement != Movement::No
            && self.movement(unit).is_some()
    }

    /// Units and leaders sent off the map for an obligation.
    pub(super) fn sent(&self, number: u8) -> [u16; 2] {
        let mut sent = [0, 0];
        for unit in &self.units {
            if let Place::Off(Departure::Sent { duty, leader }) = unit.place
                && duty == number
            {
                sent[0] += 1;
                sent[1] += u16::from(leader);
            }
        }
        sent
    }

    /// A leader has gone off the map for good with the unit that was sent.
    pub(super) fn leaders_go(&mut self, gone: UnitId) {
        for leader in 0..self.command.leaders.len() {
            if self.command.leaders[leader].with == Some(gone) {
                self.lead(leader, None);
            }
        }
    }

    /// Whether an obligation is met as things stand.
    pub(super) fn obligation_met(&self, number: u8) -> bool {
        let duty = &self.ground.obligations[usize::from(number)];
        let standing = self.ground.rulings.obligation_hexes == Occupation::Standing;
        let occupied = |&objective: &ObjectiveId| {
            let (hex, _) = self.ground.objectives[objective.index()];
            // A-SC10-2: the last occupier, or who stands there.
            if standing {
                self.held_by(hex, Side::German)
            } else {
                self.control[objective.index()] == Side::German
            }
        };
        let [units, leaders] = self.sent(number);
        duty.hexes.iter().all(occupied)
            && duty.exit.is_none_or(|sending| {
                units >= sending.units.into() && leaders >= sending.leaders.into()
            })
    }

    /// Obligations that are looked at when a turn ends: those due as the next one begins, or, after the last, those due at
    /// the end. Who fails pays (S5.0; A-S5-2).
    pub(super) fn settle_obligations(&mut self, last_turn: bool, events: &mut Vec<Event>) {
        let ground = alloc::sync::Arc::clone(&self.ground);
        for (number, duty) in (0u8..).zip(&ground.obligations) {
            let due = match duty.at {
                Some(at) => at == self.turn + 1,
                None => last_turn,
            };
            if !due {
                continue;
            }
            let met = self.obligation_met(number);
            events.push(Event::Obligation(number, met));
            if !met {
                let capped = ground.rulings.exit4_cap == Switch::On;
                self.shift_morale(duty.morale.into(), "a German obligation failed", capped, events);
                if duty.withdrawal_level > 0 {
                    self.raise_withdrawal(duty.withdrawal_level.into(), events);
                }
            }
        }
    }
}
