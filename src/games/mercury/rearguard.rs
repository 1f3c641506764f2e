//! Rearguards and roadblocks (Mercury 7.0; procedures reconstructed, U-9).

use alloc::vec::Vec;

use engine::{Dice, HexId, Id};

use super::action::Action;
use super::counter::{DivisionId, UnitId};
use super::event::Event;
use super::ids::LeaderId;
use super::quality::Purpose;
use super::state::{Battle, Place};
use super::terrain::ROAD;

impl Battle {
    /// A rearguard of the unit's division that is left in the box.
    fn rearguard_left(&self, unit: UnitId) -> Option<UnitId> {
        let division = self.counter(unit).division;
        let guards = self.ground.rearguards.iter().copied();
        let mut own = guards.filter(|&other| self.counter(other).division == division);
        own.find(|&other| self.unit(other).place == Place::Waiting)
    }

    /// Options round rearguards for the active unit.
    pub(super) fn rearguard_options(&self, unit: UnitId, hex: HexId, actions: &mut Vec<Action>) {
        let counter = self.counter(unit);
        let state = self.unit(unit);
        // Mercury 6.0: Greeks create none.
        if counter.infantry() && state.steps >= 1 && !counter.greek && !state.mounted {
            let guard = self.stack(hex).find(|&other| self.counter(other).rearguard());
            match guard {
                Some(guard) => actions.push(Action::TakeInRearguard(guard)),
                None if self.rearguard_left(unit).is_some() => actions.push(Action::LeaveRearguard),
                None => {}
            }
        }
    }

    /// Options of engineers round roadblocks and rubble.
    pub(super) fn engineer_options(&self, unit: UnitId, hex: HexId, actions: &mut Vec<Action>) {
        let counter = self.counter(unit);
        let on_road = self.ground.map.sides(hex, ROAD) != 0;
        if self.markers.roadblocks.iter().any(|&(other, _)| other == hex) {
            actions.push(Action::ClearRoadblock);
        } else if on_road {
            let division = &self.ground.divisions[usize::from(counter.division.0)];
            let own = |&&(_, owner): &&(HexId, DivisionId)| owner == counter.division;
            let used = self.markers.roadblocks.iter().filter(own).count();
            if used < usize::from(division.roadblocks) {
                actions.push(Action::SetRoadblock);
            }
        }
        if self.rubbled(hex) {
            actions.push(Action::ClearRubble);
        }
    }

    /// A platoon stays behind: its quality is one below its parent's.
    pub(super) fn leave_rearguard(&mut self, unit: UnitId, events: &mut Vec<Event>) {
        let hex = self.hex(unit).expect("active units are on the map");
        let Some(guard) = self.rearguard_left(unit) else { return };
        let shift = self.counter(unit).quality - 1 - self.counter(guard).quality;
        let state = self.unit_mut(guard);
        state.quality_shift = shift;
        state.cohesion = 0;
        state.suppressed = false;
        state.improved = false;
        state.end = None;
        self.arrive(guard, hex, events);
    }

    /// The platoon joins those who take it in; a Kampfgruppe Commander who was with it goes with them (S8.0), or, where
    /// they are of another division, with another whom he may lead.
    pub(super) fn take_in_rearguard(&mut self, guard: UnitId, by: UnitId, events: &mut Vec<Event>) {
        self.lift(guard);
        self.unit_mut(guard).place = Place::Waiting;
        events.push(Event::RearguardIn(guard));
        for leader in 0..self.command.leaders.len() {
            if self.command.leaders[leader].with != Some(guard) {
                continue;
            }
            if self.may_lead(leader, by) {
                self.lead(leader, Some(by));
                events.push(Event::LeaderMoved(LeaderId::at(leader), by));
            } else {
                self.unseat(leader);
            }
        }
    }

    /// Engineers work on the road or on rubble, with a check that no point can buy.
    pub(super) fn engineer_work(
        &mut self,
        unit: UnitId,
        work: Work,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        if work == Work::ClearRubble && self.begins_work(unit) {
            events.push(Event::WorkBegun(unit));
            return;
        }
        let purpose = match work {
            Work::SetRoadblock | Work::ClearRoadblock => Purpose::Roadblock,
            Work::ClearRubble => Purpose::ClearRubble,
        };
        let need = self.quality(unit);
        if !self.check(unit, purpose, need, dice, events) {
            return;
        }
        let hex = self.hex(unit).expect("workers are on the map");
        match work {
            Work::SetRoadblock => {
                self.markers.roadblocks.push((hex, self.counter(unit).division));
                self.markers.roadblocks.sort_unstable();
                events.push(Event::Roadblock(hex, true));
            }
            Work::ClearRoadblock => {
                self.markers.roadblocks.retain(|&(other, _)| other != hex);
                events.push(Event::Roadblock(hex, false));
            }
            Work::ClearRubble => {
                for (other, cleared) in &mut self.markers.rubble {
                    *cleared |= *other == hex;
                }
                self.stamps.mark(hex);
                events.push(Event::RubbleCleared(hex));
            }
        }
    }

    /// Whether a roadblock lies in the hex.
    pub(super) fn blocked_road(&self, hex: HexId) -> bool {
        self.markers.roadblocks.iter().any(|&(other, _)| other == hex)
    }
}

/// Engineer work besides digging.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Work {
    SetRoadblock,
    ClearRoadblock,
    ClearRubble,
}
