//! Movement, column and transport (Mercury 2.x; series rules).

use alloc::vec::Vec;

use engine::{Dice, Direction, HexId, Pending, Side};

use super::action::Action;
use super::activation::Deed;
use super::counter::{MoveClass, UnitId};
use super::damage::MOST_COHESION;
use super::departures::Departure;
use super::event::Event;
use super::frame::Frame;
use super::ground::Chit;
use super::ids::TruckId;
use super::quality::Purpose;
use super::rearguard::Work;
use super::rulings::TruckAbandon;
use super::state::Battle;

/// Half points it takes to enter column: one movement point.
pub(super) const ENTER_COLUMN: u16 = 2;
/// Half points that leaving a hex under barrage costs besides.
const LEAVE_BARRAGE: u16 = 4;

/// Acts besides leaving a hex that draw opportunity fire (U-4).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum ExposedDeed {
    EnterColumn,
    LeaveColumn,
    Deploy,
    Mount,
    TakeTruck(TruckId),
    Dismount,
    ImproveFor(UnitId),
    Entrench,
    Work(Work),
    Depart(Departure),
}

/// A unit moves, with so many half points left.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Moving {
    pub unit: UnitId,
    pub left: u16,
    /// The hexside by which it came along one of several roads that do not meet (2.8).
    pub came: Option<Direction>,
}

impl Pending<Battle> for Moving {
    fn decider(self, battle: &Battle) -> Option<Side> {
        Some(battle.side(self.unit))
    }

    fn subject(self, _: &Battle) -> Option<u16> {
        Some(self.unit.0)
    }

    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        battle.move_options(self.unit, self.left, actions);
        battle.exit_options(self.unit, 0, actions);
        battle.withdrawal_options(self.unit, false, actions);
        battle.obligation_options(self.unit, actions);
        actions.push(Action::Halt);
    }

    fn play(self, battle: &mut Battle, action: Action, _: &mut dyn Dice, events: &mut Vec<Event>) {
        if action == Action::Halt {
            battle.frames.pop();
        } else {
            battle.play_move(self.unit, action, self.left, events);
        }
    }

    /// The mover goes on, unless it was stopped.
    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        let stopped = !battle.alive(self.unit) || battle.unit(self.unit).suppressed;
        if stopped {
            battle.frames.pop();
        }
        stopped
    }
}

/// A unit leaves its hex once those who watch it have fired.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub unit: UnitId,
    pub direction: Direction,
}

impl Pending<Battle> for Step {
    fn decider(self, _: &Battle) -> Option<Side> {
        None
    }

    /// Those who watch have fired: the unit takes its step if it still can.
    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        let Step { unit, direction } = self;
        battle.frames.pop();
        if !battle.alive(unit) || battle.unit(unit).suppressed {
            return true;
        }
        let from = battle.hex(unit).expect("alive units are on the map");
        let to = battle.ground.map.neighbour(from, direction).expect("steps stay on the map");
        battle.unit_mut(unit).improved = false;
        battle.note_road(unit, from, direction);
        events.push(Event::Moved(unit, to));
        battle.break_contact(unit);
        battle.enter(unit, to, events);
        // Vehicles that drive into a roadblock stop there.
        let stopped = battle.movement(unit).is_some_and(|(class, _)| class != MoveClass::Leg);
        if stopped && battle.blocked_road(to) {
            battle.stop_moving(unit);
        }
        true
    }
}

/// A unit does something else that draws fire.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Exposed {
    pub unit: UnitId,
    pub deed: ExposedDeed,
}

impl Pending<Battle> for Exposed {
    fn decider(self, _: &Battle) -> Option<Side> {
        None
    }

    /// Those who watch have fired: the unit does what it was about to do, if it still can.
    fn proceed(self, battle: &mut Battle, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        let Exposed { unit, deed } = self;
        battle.frames.pop();
        if !battle.alive(unit) || battle.unit(unit).suppressed {
            return true;
        }
        match deed {
            ExposedDeed::EnterColumn => {
                let state = battle.unit_mut(unit);
                state.column = true;
                state.improved = false;
                events.push(Event::Column(unit, true));
            }
            ExposedDeed::LeaveColumn => {
                battle.unit_mut(unit).column = false;
                events.push(Event::Column(unit, false));
                battle.cohesion_hit(unit, "haste", events);
            }
            ExposedDeed::Deploy => {
                battle.unit_mut(unit).column = false;
                events.push(Event::Column(unit, false));
            }
            ExposedDeed::Mount => {
                battle.break_contact(unit);
                let state = battle.unit_mut(unit);
                state.mounted = true;
                state.improved = false;
                events.push(Event::Mounted(unit, true));
            }
            ExposedDeed::TakeTruck(truck) => battle.load(unit, truck, events),
            ExposedDeed::Dismount => {
                battle.unit_mut(unit).mounted = false;
                events.push(Event::Mounted(unit, false));
                battle.unload(unit, events);
            }
            ExposedDeed::ImproveFor(whom) => {
                if battle.alive(whom) {
                    battle.unit_mut(whom).improved = true;
                    events.push(Event::Improved(whom));
                }
            }
            ExposedDeed::Entrench => {
                // Engineers only, from an improved position, with a check that no point can buy.
                let need = battle.quality(unit);
                if battle.check(unit, Purpose::Entrench, need, dice, events) {
                    let hex = battle.hex(unit).expect("alive units are on the map");
                    let side = battle.side(unit);
                    battle.markers.works.retain(|&(other, _)| other != hex);
                    battle.markers.works.push((hex, side));
                    battle.markers.works.sort_unstable();
                    battle.stamps.mark(hex);
                    battle.unit_mut(unit).improved = false;
                    events.push(Event::Entrenched(hex));
                }
            }
            ExposedDeed::Depart(by) => battle.departed(unit, by, events),
            ExposedDeed::Work(work) => battle.engineer_work(unit, work, dice, events),
        }
        true
    }
}

/// A unit that steps from a hex.
struct Stride {
    unit: UnitId,
    enemy: Side,
    class: MoveClass,
    column: bool,
    from: HexId,
    /// Half points that leaving the hex costs besides.
    more: u16,
    /// The hexside by which it came along one of several roads that do not meet (2.8).
    came: Option<Direction>,
}

impl Stride {
    /// What a step costs, if the unit may take it with `left` half points.
    fn cost(&self, battle: &Battle, direction: Direction, left: u16) -> Option<u16> {
        let to = battle.ground.map.neighbour(self.from, direction)?;
        let step = battle.step_cost(self.class, self.column, self.from, direction)?;
        let cost = self.more
            + self.came.map_or(Some(step), |came| {
                battle.road_change(self.unit, self.class, self.from, [came, direction], step)
            })?;
        let open = cost <= left
            && !battle.held_by(to, self.enemy)
            && !battle.out_of_bounds(self.unit, to)
            && !battle.leaves_truck_country(self.unit, to);
        (open && battle.fits(self.unit, to, self.column)).then_some(cost)
    }
}

impl Battle {
    /// What it costs a unit to step to a neighbour, in half points; `None` if it may not (Mercury 2.1-2.10).
    #[inline]
    pub(super) fn step_cost(
        &self,
        class: MoveClass,
        column: bool,
        from: HexId,
        direction: Direction,
    ) -> Option<u16> {
        if self.markers.rubble.is_empty() && self.markers.roadblocks.is_empty() {
            return self.ground.step_cost(class, column, from, direction, None);
        }
        self.obstructed_cost(class, column, from, direction)
    }

    /// The same where there is rubble or a roadblock somewhere.
    #[inline(never)]
    fn obstructed_cost(
        &self,
        class: MoveClass,
        column: bool,
        from: HexId,
        direction: Direction,
    ) -> Option<u16> {
        let to = self.ground.map.neighbour(from, direction)?;
        // Mercury 2.9: rubble costs more and cancels roads; 7.0: so does a roadblock.
        let rubble = self.rubbled(to).then_some(self.ground.rubble.enter[class as usize]);
        let broken = rubble.is_some()
            || self.rubbled(from)
            || self.blocked_road(to)
            || self.blocked_road(from);
        let base = rubble.unwrap_or(self.ground.terrain(to).enter[class as usize]);
        self.ground.step_cost(class, column, from, direction, broken.then_some(base))
    }

    /// What a step costs the unit now, if it may take it with `left` half points.
    pub(super) fn step(&self, unit: UnitId, direction: Direction, left: u16) -> Option<u16> {
        self.stride(unit)?.cost(self, direction, left)
    }

    /// How the unit steps from where it stands; `None` if it cannot.
    fn stride(&self, unit: UnitId) -> Option<Stride> {
        let (class, _) = self.movement(unit)?;
        let from = self.hex(unit)?;
        // Series rules: leaving a barrage costs two points more.
        let more = if self.barrage(from).is_some() { LEAVE_BARRAGE } else { 0 };
        let enemy = self.side(unit).other();
        let (column, came) = (self.unit(unit).column, self.road_taken(unit));
        Some(Stride { unit, enemy, class, column, from, more, came })
    }

    /// Whether the unit may go into column as part of a move with `left` half points.
    pub(super) fn may_enter_column(&self, unit: UnitId, left: u16) -> bool {
        let Some(hex) = self.hex(unit) else { return false };
        !self.unit(unit).column
            && left >= ENTER_COLUMN
            && self.movement(unit).is_some()
            && self.fits(unit, hex, true)
    }

    /// Whether the unit may leave column where it stands.
    pub(super) fn may_leave_column(&self, unit: UnitId) -> bool {
        let Some(hex) = self.hex(unit) else { return false };
        let leg = self.movement(unit).is_none_or(|(class, _)| class == MoveClass::Leg);
        self.unit(unit).column
            && (leg || !self.ground.terrain(hex).keeps_column)
            && self.fits(unit, hex, false)
    }

    /// Half points it takes to dismount: half the transport's allowance.
    pub(super) fn dismount_cost(&self, unit: UnitId) -> Option<u16> {
        let (_, points) = self.movement(unit).filter(|_| self.unit(unit).mounted)?;
        Some(points / 2)
    }

    /// Options of a unit that moves with `left` half points.
    pub(super) fn move_options(&self, unit: UnitId, left: u16, actions: &mut Vec<Action>) {
        if let Some(stride) = self.stride(unit) {
            let open = |direction: &Direction| {
                stride.cost(self, *direction, left).is_some()
                    && !self.barred(stride.from, *direction, stride.enemy)
            };
            actions.extend(Direction::ALL.into_iter().filter(open).map(Action::Step));
        }
        if self.may_enter_column(unit, left) {
            actions.push(Action::EnterColumn);
        }
        // A further hit would cost a step; nobody leaves column for that.
        if self.may_leave_column(unit) && self.unit(unit).cohesion < MOST_COHESION {
            actions.push(Action::LeaveColumn);
        }
        let dismounts = self.dismount_cost(unit).is_some_and(|cost| cost <= left);
        if dismounts {
            actions.push(Action::Dismount);
        }
        let free = self.ground.rulings.truck_abandon == TruckAbandon::Free;
        if self.unit(unit).ride.is_some() && (free || dismounts) {
            actions.push(Action::AbandonTruck);
        }
    }

    /// Whether the chit being played bars the way because the enemy watches it (`division_chit_enters_zones`).
    fn barred(&self, from: HexId, direction: Direction, enemy: Side) -> bool {
        !self.ground.rulings.division_chit_enters_zones.on()
            && matches!(self.chit(), Some(Chit::Division(_)))
            && self.ground.map.neighbour(from, direction).is_some_and(|to| self.zone_of(enemy, to))
    }

    /// Plays one of the options of a move.
    pub(super) fn play_move(
        &mut self,
        unit: UnitId,
        action: Action,
        left: u16,
        events: &mut Vec<Event>,
    ) {
        let from = self.hex(unit).expect("movers are on the map");
        match action {
            Action::Step(direction) => {
                let cost = self.step(unit, direction, left).expect("listed steps are possible");
                self.set_left(unit, left - cost);
                // A heavy barrage is left only with a check; failing it ends the move.
                if self.barrage(from) == Some(1) {
                    self.ask(unit, Purpose::LeaveBarrage(direction));
                } else {
                    self.leave_hex(unit, direction);
                }
            }
            Action::EnterColumn => {
                self.set_left(unit, left - ENTER_COLUMN);
                self.exposed(unit, ExposedDeed::EnterColumn);
            }
            Action::LeaveColumn => self.exposed(unit, ExposedDeed::LeaveColumn),
            Action::Dismount => {
                let cost = self.dismount_cost(unit).expect("listed only when mounted");
                self.set_left(unit, left - cost);
                self.exposed(unit, ExposedDeed::Dismount);
            }
            Action::AbandonTruck => self.abandon(unit, events),
            Action::Depart(by) => self.depart(unit, by, events),
            _ => unreachable!("not a part of a move: {action:?}"),
        }
    }

    /// The unit leaves its hex, under the fire of those who watch it.
    pub(super) fn leave_hex(&mut self, unit: UnitId, direction: Direction) {
        let from = self.hex(unit).expect("movers are on the map");
        let to = self.ground.map.neighbour(from, direction).expect("steps stay on the map");
        let extra = self.leaving(unit, to);
        self.first(Step { unit, direction });
        self.expose(unit, extra);
    }

    /// The mover stays where it is: its move is over.
    pub(super) fn stop_moving(&mut self, unit: UnitId) {
        self.set_left(unit, 0);
    }

    /// The unit does something in place that draws fire where the ruling says so (U-4).
    pub(super) fn exposed(&mut self, unit: UnitId, deed: ExposedDeed) {
        self.first(Exposed { unit, deed });
        if self.ground.rulings.opfire_nonmove.on() {
            self.expose(unit, 0);
        }
    }

    /// Notes what a move has left.
    fn set_left(&mut self, mover: UnitId, points: u16) {
        if let Some(Frame::Moving(Moving { unit, left, .. })) = self.frames.last_mut()
            && *unit == mover
        {
            *left = points;
        }
    }

    /// The kind of an action of the active unit.
    pub(super) fn deed(&self, unit: UnitId, action: Action) -> Deed {
        match action {
            Action::Fire(_) => Deed::Fire,
            Action::Assault(_) => Deed::Assault,
            Action::Rally => Deed::Rally,
            Action::Deploy => Deed::Column,
            Action::Mount | Action::TakeTruck(_) => Deed::Mount,
            Action::Improve if !(self.counter(unit).engineer && self.engineers_work()) => {
                Deed::Improve
            }
            Action::Improve
            | Action::ImproveFor(_)
            | Action::Entrench
            | Action::SetRoadblock
            | Action::ClearRoadblock
            | Action::ClearRubble => Deed::Engineer,
            Action::Shed => Deed::Shed,
            Action::LeaveRearguard | Action::TakeInRearguard(_) => Deed::Rearguard,
            _ => Deed::Move,
        }
    }
}
