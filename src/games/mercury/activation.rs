//! Activations: which unit, and what it does (series rules; Mercury 8.0).

use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Side};

use super::action::Action;
use super::assault::{Assault, Stage};
use super::counter::{Movement, UnitId};
use super::event::Event;
use super::ground::{Called, Chit};
use super::movement::{ExposedDeed, Moving};
use super::quality::Purpose;
use super::rearguard::Work;

use super::state::Battle;

/// Kinds of action; a second action may not be of the first one's kind.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    Move,
    Fire,
    Assault,
    Rally,
    Column,
    Mount,
    Improve,
    Engineer,
    Shed,
    Rearguard,
}

/// A chit is being played: choose a unit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Activation;

impl Pending<Battle> for Activation {
    fn decider(self, battle: &Battle) -> Option<Side> {
        battle.active_side()
    }

    /// Every unit of the chit not yet activated, or to end.
    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        battle.candidates().for_each(|unit| actions.push(Action::Activate(unit)));
        actions.push(Action::EndActivation);
    }

    fn play(
        self,
        battle: &mut Battle,
        action: Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match action {
            Action::Activate(unit) => battle.activate(unit, dice, events),
            _ => battle.end_activation(dice, events),
        }
    }

    /// It waits for a choice while a unit is left to activate.
    fn proceed(self, battle: &mut Battle, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        let over = battle.candidates().next().is_none();
        if over {
            battle.end_activation(dice, events);
        }
        over
    }
}

/// A unit is active; `done` is its first action.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Acting {
    pub unit: UnitId,
    pub done: Option<Deed>,
}

impl Pending<Battle> for Acting {
    fn decider(self, battle: &Battle) -> Option<Side> {
        Some(battle.side(self.unit))
    }

    fn subject(self, _: &Battle) -> Option<u16> {
        Some(self.unit.0)
    }

    /// Options of the active unit; `done` is its first action. The last one is always to be done.
    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        let Acting { unit, done } = self;
        let state = battle.unit(unit);
        let counter = battle.counter(unit);
        let second = done.is_some();
        let funds = battle.funds(unit);
        let pays = |deed: Deed| match battle.cost(unit, deed, second) {
            cost if deed == Deed::Fire => battle.may_pay_fire(unit, cost, funds),
            cost => cost <= funds,
        };
        let open = |deed: Deed| done != Some(deed) && pays(deed);
        let hex = battle.hex(unit).expect("active units are on the map");
        // Mercury 4.2.2: with a drop marker a unit may only rally, or remove it.
        if battle.markers(unit) > 0 {
            let again = done == Some(Deed::Shed) && battle.ground.rulings.marker_repeat.on();
            if !state.suppressed && pays(Deed::Shed) && (done != Some(Deed::Shed) || again) {
                actions.push(Action::Shed);
            }
            if state.suppressed && open(Deed::Rally) {
                actions.push(Action::Rally);
            }
            actions.push(Action::Done);
            return;
        }
        if !state.suppressed {
            // A park that has fired is spent until the end of the turn.
            if open(Deed::Fire) && !(state.park && battle.notes[unit.index()].fired) {
                battle.aims(unit, hex, |enemy, _| actions.push(Action::Fire(enemy)));
            }
            if open(Deed::Assault) {
                battle.assaultable(unit, hex, |to| actions.push(Action::Assault(to)));
            }
            if open(Deed::Move)
                && let Some((_, points)) = battle.movement(unit)
            {
                battle.move_options(unit, points, actions);
                let cost = battle.cost(unit, Deed::Move, second);
                battle.exit_options(unit, cost, actions);
                battle.ship_options(unit, cost, actions);
                battle.withdrawal_options(unit, !second, actions);
                battle.obligation_options(unit, actions);
                battle.lift_options(unit, cost, actions);
            }
            if open(Deed::Column) && battle.may_leave_column(unit) {
                actions.push(Action::Deploy);
            }
            if open(Deed::Mount)
                && counter.transport.is_some()
                && counter.movement == Movement::Star
                && !state.mounted
            {
                actions.push(Action::Mount);
            }
            // Mercury S10.0: a truck only goes to a unit that has not acted yet.
            if !second && open(Deed::Mount) {
                battle.truck_options(unit, hex, actions);
            }
            battle.digging_options(unit, hex, &open, actions);
            if open(Deed::Rearguard) {
                battle.rearguard_options(unit, hex, actions);
            }
            if counter.engineer && battle.engineers_work() && open(Deed::Engineer) {
                battle.engineer_options(unit, hex, actions);
            }
        }
        if open(Deed::Rally) && battle.may_rally(unit) {
            actions.push(Action::Rally);
        }
        actions.push(Action::Done);
    }

    /// Plays an action of the active unit.
    fn play(
        self,
        battle: &mut Battle,
        action: Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let Acting { unit, done } = self;
        battle.frames.pop();
        if action == Action::Done {
            return;
        }
        let deed = battle.deed(unit, action);
        let second = done.is_some();
        let cost = battle.cost(unit, deed, second);
        battle.pay(unit, cost, battle.use_of(second), events);
        if !second {
            battle.first(Acting { unit, done: Some(deed) });
        }
        let hex = battle.hex(unit).expect("active units are on the map");
        match action {
            Action::Fire(target) => {
                let mode =
                    battle.may_fire_at(unit, target).expect("listed targets can be fired at");
                let shot = battle.shot_at(unit, target, mode).expect("firers have a rating");
                // A park shoots in one activation of a turn, direct or indirect.
                battle.notes[unit.index()].fired = battle.unit(unit).park;
                battle.shoot(shot, dice, events);
            }
            Action::Assault(to) => {
                battle.unit_mut(unit).charging = true;
                battle.first(Assault { from: hex, to, stage: Stage::Gather });
            }
            Action::Rally if battle.unit(unit).suppressed => {
                if battle.in_command(unit) {
                    battle.unit_mut(unit).suppressed = false;
                    events.push(Event::Rallied(unit));
                } else {
                    battle.ask(unit, Purpose::Rally);
                }
            }
            Action::Rally => battle.ask(unit, Purpose::Steady),
            Action::Shed => {
                let state = battle.unit_mut(unit);
                if state.parachutes > 0 {
                    state.parachutes -= 1;
                } else {
                    state.gliders -= 1;
                }
                events.push(Event::Shed(unit, battle.markers(unit)));
            }
            Action::LeaveRearguard => battle.leave_rearguard(unit, events),
            Action::TakeInRearguard(guard) => battle.take_in_rearguard(guard, unit, events),
            Action::SetRoadblock => battle.exposed(unit, ExposedDeed::Work(Work::SetRoadblock)),
            Action::ClearRoadblock => {
                battle.exposed(unit, ExposedDeed::Work(Work::ClearRoadblock));
            }
            Action::ClearRubble => battle.exposed(unit, ExposedDeed::Work(Work::ClearRubble)),
            Action::Deploy => battle.exposed(unit, ExposedDeed::Deploy),
            Action::Mount => battle.exposed(unit, ExposedDeed::Mount),
            Action::TakeTruck(truck) => battle.exposed(unit, ExposedDeed::TakeTruck(truck)),
            Action::Improve if battle.counter(unit).engineer && battle.engineers_work() => {
                battle.exposed(unit, ExposedDeed::ImproveFor(unit));
            }
            Action::Improve => battle.ask(unit, Purpose::Improve(unit)),
            Action::ImproveFor(whom) => battle.exposed(unit, ExposedDeed::ImproveFor(whom)),
            Action::Entrench => battle.exposed(unit, ExposedDeed::Entrench),
            _ => {
                let (_, points) = battle.movement(unit).expect("movers can move");
                battle.first(Moving { unit, left: points, came: None });
                battle.play_move(unit, action, points, events);
            }
        }
    }

    /// It waits for a choice while the unit may act at all.
    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        let Acting { unit, done } = self;
        let over = !(battle.alive(unit) && (done.is_none() || battle.may_act_again(unit)));
        if over {
            battle.frames.pop();
        }
        over
    }
}

impl Battle {
    /// The activation is over: whoever landed in it and has not met the drop table does so now (4.2.1).
    fn end_activation(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        self.frames.pop();
        self.roll_remaining_drops(dice, events);
    }

    /// Units that the chit being played may still activate.
    pub(super) fn candidates(&self) -> impl Iterator<Item = UnitId> + '_ {
        let call = self.call();
        let hears = move |called: &&Called| call.is_some_and(|call| call.hears(**called));
        self.index.ready.iter().filter(hears).map(|called| called.unit)
    }

    /// A unit is chosen. One that has just landed meets the drop table first (4.2.1).
    pub(super) fn activate(&mut self, unit: UnitId, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        self.spend_unit(unit);
        if matches!(self.chit(), Some(Chit::Formation(_))) && self.formation(unit).is_none() {
            self.tally.attached += 1;
        }
        self.tried.clear();
        self.roll_drop(unit, dice, events);
        if self.alive(unit) {
            self.first(Acting { unit, done: None });
        }
    }

    /// Whether a second action is possible at all: in command, one point, and not on direct command.
    fn may_act_again(&self, unit: UnitId) -> bool {
        matches!(self.chit(), Some(Chit::Division(_) | Chit::Formation(_)))
            && self.in_command(unit)
            && self.affords(unit, 1)
    }

    /// Improved positions and entrenchments: infantry dig for themselves, engineers for any unit of their hex and without
    /// a check; only engineers entrench, from an improved position. On direct command, when they do no engineer work,
    /// they dig like other infantry.
    fn digging_options(
        &self,
        unit: UnitId,
        hex: HexId,
        open: &impl Fn(Deed) -> bool,
        actions: &mut Vec<Action>,
    ) {
        let counter = self.counter(unit);
        let own_works = self.markers.works.contains(&(hex, counter.side));
        let diggable = |whom: UnitId| {
            let state = self.unit(whom);
            !state.improved
                && !state.column
                && !state.mounted
                && !own_works
                && self.markers(whom) == 0
        };
        let engineer = counter.engineer && self.engineers_work();
        if engineer && open(Deed::Engineer) {
            if diggable(unit) {
                actions.push(Action::Improve);
            }
            for other in self.stack(hex).filter(|&other| other != unit) {
                if diggable(other) {
                    actions.push(Action::ImproveFor(other));
                }
            }
            if self.unit(unit).improved && !own_works {
                actions.push(Action::Entrench);
            }
        } else if !engineer && counter.infantry() && open(Deed::Improve) && diggable(unit) {
            actions.push(Action::Improve);
        }
    }

    /// Suppression can always be rallied from; a cohesion hit only out of enemy fire zones.
    pub(super) fn may_rally(&self, unit: UnitId) -> bool {
        let state = self.unit(unit);
        let hex = self.hex(unit).expect("active units are on the map");
        state.suppressed || (state.cohesion > 0 && !self.zone_of(self.side(unit).other(), hex))
    }
}
