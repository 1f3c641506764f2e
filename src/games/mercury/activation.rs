//! Activations: which unit, and what it does (series rules; Mercury 8.0).

use alloc::vec::Vec;

use engine::{Dice, HexId};

use super::action::Action;
use super::counter::{Movement, UnitId};
use super::event::Event;
use super::ground::{Called, Chit};
use super::quality::Purpose;
use super::rearguard::Work;
use super::sequence::{Deed, ExposedDeed, Frame, Stage};
use super::state::Battle;

impl Battle {
    /// An activation waits for a choice while a unit is left to activate.
    pub(super) fn activation_proceeds(
        &mut self,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) -> bool {
        if self.candidates().next().is_some() {
            return false;
        }
        self.end_activation(dice, events);
        true
    }

    /// The activation is over: whoever landed in it and has not met the drop table does so now (4.2.1).
    pub(super) fn end_activation(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        self.frames.pop();
        self.roll_remaining_drops(dice, events);
    }

    /// Options: every unit of the chit not yet activated, or to end.
    pub(super) fn activation_options(&self, actions: &mut Vec<Action>) {
        self.candidates().for_each(|unit| actions.push(Action::Activate(unit)));
        actions.push(Action::EndActivation);
    }

    /// Units that the chit being played may still activate.
    fn candidates(&self) -> impl Iterator<Item = UnitId> + '_ {
        let call = self.call();
        let hears = move |called: &&Called| call.is_some_and(|call| call.hears(**called));
        self.ready.iter().filter(hears).map(|called| called.unit)
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
            self.frames.push(Frame::Acting { unit, done: None });
        }
    }

    /// An active unit waits for a choice while it may act at all.
    pub(super) fn acting_proceeds(&mut self, unit: UnitId, done: Option<Deed>) -> bool {
        let goes_on = self.alive(unit) && (done.is_none() || self.may_act_again(unit));
        if goes_on {
            return false;
        }
        self.frames.pop();
        true
    }

    /// Whether a second action is possible at all: in command, one point, and not on direct command.
    fn may_act_again(&self, unit: UnitId) -> bool {
        matches!(self.chit(), Some(Chit::Division(_) | Chit::Formation(_)))
            && self.in_command(unit)
            && self.affords(unit, 1)
    }

    /// Options of the active unit; `done` is its first action. The last one is always to be done.
    pub(super) fn acting_options(
        &self,
        unit: UnitId,
        done: Option<Deed>,
        actions: &mut Vec<Action>,
    ) {
        let state = self.unit(unit);
        let counter = self.counter(unit);
        let second = done.is_some();
        let funds = self.funds(unit);
        let pays = |deed: Deed| match self.cost(unit, deed, second) {
            cost if deed == Deed::Fire => self.may_pay_fire(unit, cost, funds),
            cost => cost <= funds,
        };
        let open = |deed: Deed| done != Some(deed) && pays(deed);
        let hex = self.hex(unit).expect("active units are on the map");
        // Mercury 4.2.2: with a drop marker a unit may only rally, or remove it.
        if self.markers(unit) > 0 {
            let again = done == Some(Deed::Shed) && self.ground.rulings.marker_repeat.on();
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
            if open(Deed::Fire) && !(state.park && state.fired) {
                self.aims(unit, hex, |enemy, _| actions.push(Action::Fire(enemy)));
            }
            if open(Deed::Assault) {
                self.assaultable(unit, hex, |to| actions.push(Action::Assault(to)));
            }
            if open(Deed::Move)
                && let Some((_, points)) = self.movement(unit)
            {
                self.move_options(unit, points, actions);
                let cost = self.cost(unit, Deed::Move, second);
                self.exit_options(unit, cost, actions);
                self.ship_options(unit, cost, actions);
            }
            if open(Deed::Column) && self.may_leave_column(unit) {
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
                self.truck_options(unit, hex, actions);
            }
            self.digging_options(unit, hex, &open, actions);
            if open(Deed::Rearguard) {
                self.rearguard_options(unit, hex, actions);
            }
            if counter.engineer && self.engineers_work() && open(Deed::Engineer) {
                self.engineer_options(unit, hex, actions);
            }
        }
        if open(Deed::Rally) && self.may_rally(unit) {
            actions.push(Action::Rally);
        }
        actions.push(Action::Done);
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
        let own_works = self.works.contains(&(hex, counter.side));
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

    /// Plays an action of the active unit.
    pub(super) fn act(
        &mut self,
        unit: UnitId,
        done: Option<Deed>,
        action: Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        self.frames.pop();
        if action == Action::Done {
            return;
        }
        let deed = self.deed(unit, action);
        let second = done.is_some();
        let cost = self.cost(unit, deed, second);
        self.pay(unit, cost, self.use_of(second), events);
        if !second {
            self.frames.push(Frame::Acting { unit, done: Some(deed) });
        }
        let hex = self.hex(unit).expect("active units are on the map");
        match action {
            Action::Fire(target) => {
                let mode = self.may_fire_at(unit, target).expect("listed targets can be fired at");
                let shot = self.shot_at(unit, target, mode).expect("firers have a rating");
                // A park shoots in one activation of a turn, direct or indirect.
                self.unit_mut(unit).fired = self.unit(unit).park;
                self.shoot(shot, dice, events);
            }
            Action::Assault(to) => {
                self.unit_mut(unit).charging = true;
                self.frames.push(Frame::Assault { from: hex, to, stage: Stage::Gather });
            }
            Action::Rally if self.unit(unit).suppressed => {
                if self.in_command(unit) {
                    self.unit_mut(unit).suppressed = false;
                    events.push(Event::Rallied(unit));
                } else {
                    self.ask(unit, Purpose::Rally);
                }
            }
            Action::Rally => self.ask(unit, Purpose::Steady),
            Action::Shed => {
                let state = self.unit_mut(unit);
                if state.parachutes > 0 {
                    state.parachutes -= 1;
                } else {
                    state.gliders -= 1;
                }
                events.push(Event::Shed(unit, self.markers(unit)));
            }
            Action::LeaveRearguard => self.leave_rearguard(unit, events),
            Action::TakeInRearguard(guard) => self.take_in_rearguard(guard, unit, events),
            Action::SetRoadblock => self.exposed(unit, ExposedDeed::Work(Work::SetRoadblock)),
            Action::ClearRoadblock => {
                self.exposed(unit, ExposedDeed::Work(Work::ClearRoadblock));
            }
            Action::ClearRubble => self.exposed(unit, ExposedDeed::Work(Work::ClearRubble)),
            Action::Deploy => self.exposed(unit, ExposedDeed::Deploy),
            Action::Mount => self.exposed(unit, ExposedDeed::Mount),
            Action::TakeTruck(truck) => self.exposed(unit, ExposedDeed::TakeTruck(truck)),
            Action::Improve if self.counter(unit).engineer && self.engineers_work() => {
                self.exposed(unit, ExposedDeed::ImproveFor(unit));
            }
            Action::Improve => self.ask(unit, Purpose::Improve(unit)),
            Action::ImproveFor(whom) => self.exposed(unit, ExposedDeed::ImproveFor(whom)),
            Action::Entrench => self.exposed(unit, ExposedDeed::Entrench),
            _ => {
                let (_, points) = self.movement(unit).expect("movers can move");
                self.frames.push(Frame::Moving { unit, left: points });
                self.play_move(unit, action, points, events);
            }
        }
    }

    /// Leaders of the division may go with another unit they command within their range
    /// (at the end of the division activation; Mercury S8.0).
    pub(super) fn leaders_proceed(
        &mut self,
        division: super::counter::DivisionId,
        next: u8,
    ) -> bool {
        self.frames.pop();
        let leader = (usize::from(next)..self.leaders.len()).find(|&leader| {
            self.ground.leaders[leader].division == division
                && self.leader_rides(leader).next().is_some()
        });
        let Some(leader) = leader else { return true };
        self.frames.push(Frame::Leaders { division, next: leader as u8 });
        false
    }

    /// Units the leader could change to.
    pub(super) fn leader_rides(&self, leader: usize) -> impl Iterator<Item = UnitId> + '_ {
        let with = self.leaders[leader].with;
        let at = self.leaders[leader].at;
        let range = self.ground.leaders[leader].range[usize::from(self.leaders[leader].replaced)];
        let distances = at.map(|at| self.ground.distances_from(at));
        let near = move |hex: HexId| distances.is_some_and(|row| row[hex.index()] <= range);
        let own = self.on_map(self.ground.leaders[leader].side);
        own.filter(move |&(_, hex)| near(hex))
            .map(|(unit, _)| unit)
            .filter(move |&unit| Some(unit) != with && self.may_lead(leader, unit))
    }
}
