//! What a hit does: cohesion, suppression, step losses (series rules).

use alloc::vec::Vec;

use super::counter::UnitId;
use super::event::Event;
use super::fire::Hit;
use super::quality::Convert;
use super::quality::Purpose;
use super::rulings::FailedQuestion;
use super::state::{Battle, Place};

/// Cohesion hits a unit bears; the next one costs a step.
pub(super) const MOST_COHESION: u8 = 2;

impl Battle {
    /// Applies a result to a unit.
    pub(super) fn take(
        &mut self,
        unit: UnitId,
        hit: Hit,
        cause: &'static str,
        events: &mut Vec<Event>,
    ) {
        match hit {
            Hit::Miss => {}
            Hit::Question => self.ask(unit, Purpose::Question),
            // A suppressed unit that is suppressed again takes a cohesion hit (U-1).
            Hit::Suppression if self.unit(unit).suppressed => {
                self.cohesion_hit(unit, cause, events);
            }
            Hit::Suppression => self.first(Convert { unit }),
            Hit::Cohesion => self.cohesion_hit(unit, cause, events),
            Hit::Step => self.lose_steps(unit, 1, cause, events),
            Hit::Eliminated => {
                let steps = self.unit(unit).steps.max(1);
                self.lose_steps(unit, steps, cause, events);
            }
        }
    }

    /// A cohesion hit; beyond the second, a step.
    pub(super) fn cohesion_hit(
        &mut self,
        unit: UnitId,
        cause: &'static str,
        events: &mut Vec<Event>,
    ) {
        if self.unit(unit).cohesion >= MOST_COHESION {
            self.lose_steps(unit, 1, cause, events);
            return;
        }
        self.unit_mut(unit).cohesion += 1;
        events.push(Event::Cohesion(unit, self.unit(unit).cohesion));
    }

    /// Suppresses a unit.
    pub(super) fn suppress(&mut self, unit: UnitId, events: &mut Vec<Event>) {
        self.unit_mut(unit).suppressed = true;
        events.push(Event::Suppressed(unit));
    }

    /// A unit failed its check against `S?`.
    pub(super) fn suppress_after_question(&mut self, unit: UnitId, events: &mut Vec<Event>) {
        if self.unit(unit).suppressed {
            self.cohesion_hit(unit, "fire", events);
        } else if self.ground.rulings.failed_question == FailedQuestion::Convertible {
            self.first(Convert { unit });
        } else {
            self.suppress(unit, events);
        }
    }

    /// Takes steps off a unit; the last one eliminates it. A platoon without steps dies of any loss.
    pub(super) fn lose_steps(
        &mut self,
        unit: UnitId,
        steps: u8,
        cause: &'static str,
        events: &mut Vec<Event>,
    ) {
        let steps = self.truck_suffers(unit, steps, events);
        if steps == 0 {
            return;
        }
        let side = self.side(unit);
        let lost = steps.min(self.unit(unit).steps);
        self.unit_mut(unit).steps -= lost;
        self.tally.steps_lost[side] += u16::from(lost);
        if self.counter(unit).greek {
            self.tally.greek_steps_lost += u16::from(lost);
        }
        let left = self.unit(unit).steps;
        let hex = self.hex(unit).expect("only units on the map lose steps");
        events.push(Event::StepLost { unit, hex, lost, left, cause });
        self.steps_shift_morale(unit, lost, events);
        if left == 0 {
            self.lift(unit);
            let turn = self.turn;
            self.break_contact(unit);
            let platoon = self.counter(unit).rearguard();
            let state = self.unit_mut(unit);
            // Mercury 7.0: rearguards go back to their box and can be used again.
            state.place = if platoon { Place::Waiting } else { Place::Dead(hex) };
            state.charging = false;
            state.landing = None;
            state.end = Some((turn, cause));
            events.push(Event::Eliminated(unit));
            self.replace_leaders(unit, events);
        }
    }
}
