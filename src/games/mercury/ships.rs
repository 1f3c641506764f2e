//! Allied shipping: by night a few units go from one port to another (Mercury S2.0).

use alloc::vec::Vec;

use engine::{HexId, Side};

use super::action::Action;
use super::counter::UnitId;
use super::departures::Departure;
use super::event::Event;
use super::rulings::ShipsANight;
use super::state::Battle;

/// Ships (S2.0).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shipping {
    /// The port hexes, in the order of the scenario.
    pub ports: Vec<HexId>,
    /// No second port is in play: whom a ship takes is out of the game.
    pub away: bool,
    /// Units that may go aboard in one night.
    pub units_a_night: u8,
    /// Victory points for each step shipped away.
    pub step_points: u8,
}

/// Units that ships have taken in the last night with any, by port.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Voyages {
    night: u16,
    taken: Vec<(HexId, u8)>,
}

impl Voyages {
    /// Those of one night, from a port or from all.
    fn of(&self, night: u16, port: Option<HexId>) -> u8 {
        let from = |&&(hex, _): &&(HexId, u8)| port.is_none_or(|port| port == hex);
        let taken = self.taken.iter().filter(|_| self.night == night).filter(from);
        taken.map(|&(_, units)| units).sum()
    }

    /// A unit has gone aboard.
    pub fn note(&mut self, night: u16, port: HexId) {
        if self.night != night {
            *self = Voyages { night, taken: Vec::new() };
        }
        match self.taken.iter_mut().find(|(hex, _)| *hex == port) {
            Some((_, units)) => *units += 1,
            None => self.taken.push((port, 1)),
        }
    }
}

impl Battle {
    /// Whether a ship may take the unit now: at night, from a port, while there is room (S2.0).
    fn may_ship(&self, unit: UnitId) -> bool {
        let Some(terms) = &self.ground.shipping else { return false };
        let Some(hex) = self.hex(unit) else { return false };
        // A-S2-2: in all, or from each port.
        let port = match self.ground.rulings.ships_a_night {
            ShipsANight::InAll => None,
            ShipsANight::EachPort => Some(hex),
        };
        self.side(unit) == Side::Allied
            && self.ground.night(self.turn)
            && terms.ports.contains(&hex)
            && self.tally.voyages.of(self.turn, port) < terms.units_a_night
    }

    /// Ships for a unit that begins a movement action in a port.
    pub(super) fn ship_options(&self, unit: UnitId, cost: u16, actions: &mut Vec<Action>) {
        if !self.may_ship(unit) || !self.may_depart_by(unit, Departure::Ship, cost) {
            return;
        }
        let terms = self.ground.shipping.as_ref().expect("a ship may take it");
        if terms.away {
            actions.push(Action::Depart(Departure::Ship));
            return;
        }
        let numbered = (0u8..).zip(&terms.ports);
        let open = numbered.filter(|&(_, &port)| self.harbours(unit, port));
        actions.extend(open.map(|(number, _)| Action::Depart(Departure::Port(number))));
    }

    /// Whether the unit may be put ashore in a port: another one, without an enemy or his fire zone, and with room.
    fn harbours(&self, unit: UnitId, port: HexId) -> bool {
        let enemy = self.side(unit).other();
        self.hex(unit) != Some(port)
            && !self.held_by(port, enemy)
            && !self.zone_of(enemy, port)
            && !self.out_of_bounds(unit, port)
            && self.fits(unit, port, false)
    }

    /// The unit goes from its port to another without any of its markers, and its activation is over (S2.0).
    pub(super) fn sail(&mut self, unit: UnitId, to: u8, events: &mut Vec<Event>) {
        let terms = self.ground.shipping.as_ref().expect("units leave by ship");
        let port = terms.ports[usize::from(to)];
        let from = self.hex(unit).expect("who goes aboard stands in a port");
        self.tally.voyages.note(self.turn, from);
        self.break_contact(unit);
        self.lose_truck(unit, events);
        let state = self.unit_mut(unit);
        state.cohesion = 0;
        (state.column, state.mounted, state.improved) = (false, false, false);
        if self.heroes.allied == Some(unit) {
            self.set_hero(Side::Allied, None);
        }
        events.push(Event::Departed(unit, Departure::Port(to)));
        self.arrive(unit, port, events);
        self.ends_activation(unit);
    }
}
