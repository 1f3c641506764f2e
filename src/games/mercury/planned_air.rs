//! Planned German air support: air strikes set down for turns to come (Mercury S11.0).

use alloc::vec::Vec;

use engine::{Dice, Pending, Side};

use super::action::Action;
use super::airstrike::{ANYWHERE, AirStrikes};
use super::counter::DivisionId;
use super::event::Event;
use super::state::Battle;

/// Planned air support by the scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedAir {
    /// Divisions with whose chits the strikes come.
    pub divisions: Vec<DivisionId>,
    /// Strike counters, each used once a day at most.
    pub strikes: u8,
    /// Greatest distance from a friendly unit (5.1).
    pub within: u8,
    /// When they are set down.
    pub when: Allocation,
    /// The first turn of each day.
    pub dawns: Vec<u16>,
    /// First turns of days without planned strikes.
    pub not_on: Vec<u16>,
}

/// When strikes are set down for turns.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Allocation {
    /// Once, before play, over all turns of the scenario.
    BeforePlay,
    /// In step B of the first turn of each day, from this turn on, over the turns of the day.
    EachDay {
        /// The first turn.
        from: u16,
    },
}

/// Air strikes to set down for turns, from this one on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct AirPlan {
    pub left: u8,
    pub from: u16,
}

impl Pending<Battle> for AirPlan {
    /// The German player plans.
    fn decider(self, _: &Battle) -> Option<Side> {
        Some(Side::German)
    }

    /// The turn of the next strike, in order of time, or none.
    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        actions.extend(battle.plan_turns(self.from).map(Action::PlanStrike));
        actions.push(Action::NoAirStrike);
    }

    fn play(self, battle: &mut Battle, action: Action, _: &mut dyn Dice, events: &mut Vec<Event>) {
        battle.frames.pop();
        if let Action::PlanStrike(turn) = action {
            battle.air.planned[usize::from(turn)] += 1;
            events.push(Event::StrikePlanned(turn));
            battle.first(AirPlan { left: self.left - 1, from: turn });
        }
    }

    /// Whether anything is left to set down.
    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        let open = self.left > 0 && battle.plan_turns(self.from).next().is_some();
        if !open {
            battle.frames.pop();
        }
        !open
    }
}

impl Battle {
    /// Strikes are set down before the first turn.
    pub(super) fn plan_before_play(&mut self) {
        let Some(terms) = &self.ground.planned_air else { return };
        if terms.when == Allocation::BeforePlay {
            let left = terms.strikes;
            self.first(AirPlan { left, from: 0 });
        }
    }

    /// Step B: in the first turn of a day the counters of the day are set down. What the day before has left is gone.
    pub(super) fn plan_the_day(&mut self) {
        let Some(terms) = &self.ground.planned_air else { return };
        let Allocation::EachDay { from } = terms.when else { return };
        let dawn = terms.dawns.contains(&self.turn);
        if dawn && self.turn >= from {
            let left = terms.strikes;
            let none = terms.not_on.contains(&self.turn);
            self.air.planned.fill(0);
            if !none {
                self.first(AirPlan { left, from: self.turn });
            }
        }
    }

    /// Turns for which strikes can be set down, from one on: those of the day, or all before play; none at night (5.1).
    fn plan_turns(&self, from: u16) -> impl Iterator<Item = u16> + '_ {
        let terms = self.ground.planned_air.as_ref();
        let daily = terms.filter(|terms| terms.when != Allocation::BeforePlay);
        let mut dawns = daily.into_iter().flat_map(|terms| terms.dawns.iter().copied());
        let end = self.ground.calendar.len() as u16;
        let next = dawns.find(|&dawn| dawn > self.turn).unwrap_or(end);
        (from..next.min(end)).filter(|&turn| !self.ground.night(turn))
    }

    /// The division's chit brings the strikes set down for this turn.
    pub(super) fn call_planned_strikes(&mut self, division: DivisionId) {
        let ground = alloc::sync::Arc::clone(&self.ground);
        let Some(terms) = &ground.planned_air else { return };
        if !terms.divisions.contains(&division) {
            return;
        }
        let left = core::mem::take(&mut self.air.planned[usize::from(self.turn)]);
        if left > 0 {
            let side = ground.divisions[usize::from(division.0)].side;
            let within = Some(terms.within);
            self.first(AirStrikes { side, left, within, sheets: ANYWHERE });
        }
    }
}
