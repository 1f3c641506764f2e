//! Divisional trucks: a few trucks of each division carry guns that cannot move by themselves (Mercury S10.0).
//!
//! A loaded truck is the unit in play and lies on top of the one that it carries: the pair keeps the name, the command
//! and the steps of the unit, and has the defence, the quality and the movement of the truck.

use alloc::vec::Vec;

use engine::{HexId, Id, Side};

use super::action::Action;
use super::counter::{Counter, Movement, UnitId};
use super::event::Event;
use super::frame::{Acting, Frame, Moving};
use super::ids::{ObjectiveId, TruckId};
use super::rulings::{TruckArrival, TruckLoss};
use super::state::Battle;

/// The trucks of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trucks {
    /// Every truck.
    pub fleet: Vec<Truck>,
    /// The sheets on which they may be used, one entry a hex of the map.
    pub allowed: Vec<bool>,
    /// Objectives that the Germans must hold to receive their own.
    pub airfield: Vec<ObjectiveId>,
}

/// A truck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truck {
    /// What is printed on it.
    pub card: Counter,
    /// It comes once the airfield is safe in German hands.
    pub awaited: bool,
}

/// Where a truck is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Lot {
    /// Its division has not received it yet.
    Awaited,
    /// On the division's display, ready.
    Display,
    /// On the map, over a unit.
    Loaded,
    /// Eliminated or abandoned.
    Lost,
}

/// The truck over a unit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Ride {
    /// Its number.
    pub truck: TruckId,
    /// Its steps left.
    pub steps: u8,
}

impl Trucks {
    /// Where the trucks are before play.
    pub(super) fn lots(&self) -> Vec<Lot> {
        let lot = |truck: &Truck| if truck.awaited { Lot::Awaited } else { Lot::Display };
        self.fleet.iter().map(lot).collect()
    }
}

impl Battle {
    /// The counter on top: the truck's while one carries the unit, else its own.
    #[inline]
    pub(super) fn face(&self, unit: UnitId) -> &Counter {
        match self.unit(unit).ride {
            Some(ride) => self.truck(ride.truck),
            None => self.counter(unit),
        }
    }

    /// What is printed on a truck.
    #[cold]
    pub(super) fn truck(&self, truck: TruckId) -> &Counter {
        let terms = self.ground.trucks.as_ref().expect("only scenarios with trucks load them");
        &terms.fleet[truck.index()].card
    }

    /// A truck that the unit could mount now: in command, a star and no transport of its own, with a step and on a
    /// sheet where trucks go.
    pub(super) fn truck_for(&self, unit: UnitId, hex: HexId) -> Option<TruckId> {
        let terms = self.ground.trucks.as_ref()?;
        let (counter, state) = (self.counter(unit), self.unit(unit));
        let fit = counter.movement == Movement::Star
            && counter.transport.is_none()
            && !state.mounted
            && state.steps > 0
            && terms.allowed[hex.index()]
            && self.in_command(unit);
        let free = |&(number, truck): &(usize, &Truck)| {
            self.lots[number] == Lot::Display && truck.card.division == counter.division
        };
        let found = terms.fleet.iter().enumerate().find(free).filter(|_| fit);
        found.map(|(number, _)| TruckId::at(number))
    }

    /// Whether a truck carries the unit and may not be used on the sheet of a hex (S10.0).
    pub(super) fn leaves_truck_country(&self, unit: UnitId, to: HexId) -> bool {
        self.unit(unit).ride.is_some()
            && self.ground.trucks.as_ref().is_some_and(|terms| !terms.allowed[to.index()])
    }

    /// The unit is loaded: the truck has as many steps as the unit, as far as they go; no change is given.
    pub(super) fn load(&mut self, unit: UnitId, truck: TruckId, events: &mut Vec<Event>) {
        let steps = self.truck(truck).steps.min(self.unit(unit).steps);
        self.lots[truck.index()] = Lot::Loaded;
        self.break_contact(unit);
        let state = self.unit_mut(unit);
        (state.mounted, state.improved) = (true, false);
        state.ride = Some(Ride { truck, steps });
        events.push(Event::TruckTaken(unit, truck));
    }

    /// The unit has dismounted: its truck goes back to the display at full strength, and neither acts again in this
    /// activation.
    pub(super) fn unload(&mut self, unit: UnitId, events: &mut Vec<Event>) {
        let Some(ride) = self.unit_mut(unit).ride.take() else { return };
        self.lots[ride.truck.index()] = Lot::Display;
        events.push(Event::TruckBack(ride.truck));
        self.ends_activation(unit);
    }

    /// The unit leaves its truck where it stands, at once and for good.
    pub(super) fn abandon(&mut self, unit: UnitId, events: &mut Vec<Event>) {
        self.lose_truck(unit, events);
        self.unit_mut(unit).mounted = false;
        events.push(Event::Mounted(unit, false));
        self.ends_activation(unit);
    }

    /// The unit's truck is out of the game.
    pub(super) fn lose_truck(&mut self, unit: UnitId, events: &mut Vec<Event>) {
        let Some(ride) = self.unit_mut(unit).ride.take() else { return };
        self.lots[ride.truck.index()] = Lot::Lost;
        events.push(Event::TruckLost(ride.truck));
    }

    /// The unit does nothing more in this activation.
    pub(super) fn ends_activation(&mut self, unit: UnitId) {
        self.frames.retain(|frame| match *frame {
            Frame::Acting(Acting { unit: other, .. })
            | Frame::Moving(Moving { unit: other, .. }) => other != unit,
            _ => true,
        });
    }

    /// The loss of steps by a loaded unit: how many of them the unit itself loses. A truck without a step left is gone,
    /// and whoever is alive stands beside it.
    pub(super) fn truck_suffers(&mut self, unit: UnitId, steps: u8, events: &mut Vec<Event>) -> u8 {
        let Some(mut ride) = self.unit(unit).ride else { return steps };
        ride.steps = ride.steps.saturating_sub(steps);
        self.unit_mut(unit).ride = Some(ride);
        let shared = self.ground.rulings.truck_loss == TruckLoss::Shared;
        if ride.steps == 0 {
            self.lose_truck(unit, events);
            self.unit_mut(unit).mounted = false;
        } else if !shared {
            events.push(Event::TruckHit(ride.truck, ride.steps));
        }
        if shared { steps } else { 0 }
    }

    /// A turn begins: the Germans receive their trucks if they held every hex of the airfield when the last one ended,
    /// and no Allied fire zone lay on any; a ruling has it that any time in the last turn will do.
    pub(super) fn receive_trucks(&mut self, events: &mut Vec<Event>) {
        let earlier = core::mem::take(&mut self.airfield_was_safe);
        if !self.trucks_awaited() || !(earlier || self.airfield_is_safe()) {
            return;
        }
        for (number, lot) in self.lots.iter_mut().enumerate() {
            if *lot == Lot::Awaited {
                *lot = Lot::Display;
                events.push(Event::TruckReceived(TruckId::at(number)));
            }
        }
    }

    /// A chit has been played: whether the airfield is safe now will be asked when the next turn begins.
    pub(super) fn note_safe_airfield(&mut self) {
        let any_time = self.ground.rulings.truck_arrival == TruckArrival::AnyTime;
        if any_time && !self.airfield_was_safe && self.trucks_awaited() {
            self.airfield_was_safe = self.airfield_is_safe();
        }
    }

    /// Whether trucks wait for the airfield to be safe.
    fn trucks_awaited(&self) -> bool {
        self.lots.contains(&Lot::Awaited)
    }

    /// Whether the Germans hold every hex of the airfield and no Allied fire zone lies on any.
    fn airfield_is_safe(&self) -> bool {
        let safe = |&objective: &ObjectiveId| {
            let (hex, _) = self.ground.objectives[objective.index()];
            self.control[objective.index()] == Side::German && !self.zone_of(Side::Allied, hex)
        };
        self.ground.trucks.as_ref().is_some_and(|terms| terms.airfield.iter().all(safe))
    }

    /// The truck among the options of a unit that has not acted yet.
    pub(super) fn truck_options(&self, unit: UnitId, hex: HexId, actions: &mut Vec<Action>) {
        actions.extend(self.truck_for(unit, hex).map(Action::TakeTruck));
    }
}
