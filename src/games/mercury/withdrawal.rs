//! Who gets away once Allied Withdrawal is in effect (Mercury S5.0): off the exits, by night from the ports; and the
//! Greeks, who may leave the fight by themselves.

use alloc::string::String;
use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Side};

use super::action::Action;
use super::counter::{Movement, UnitId};
use super::departures::Departure;
use super::event::Event;
use super::quality::Purpose;
use super::rulings::{PortsANight, Switch};
use super::state::{Battle, Place};

/// Ways out of the island.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaysOut {
    /// The ways, exits before ports.
    pub ways: Vec<WayOut>,
    /// Units that each port takes in one night.
    pub units_a_night: u8,
}

/// A way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayOut {
    /// Its name.
    pub name: String,
    /// The hex from which units go.
    pub hex: HexId,
    /// A port, from which units go by night; else an exit.
    pub port: bool,
}

/// The Greeks, from this unit on, may leave the fight (S5.0, step C of each Night turn).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct GreekChecks {
    pub next: UnitId,
}

impl Pending<Battle> for GreekChecks {
    fn decider(self, _: &Battle) -> Option<Side> {
        None
    }

    /// Each makes its check, which a point passes where it is in command.
    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        battle.frames.pop();
        let greek = |&unit: &UnitId| unit >= self.next && battle.counter(unit).greek;
        let next = battle.on_map(Side::Allied).map(|(unit, _)| unit).find(greek);
        if let Some(unit) = next {
            battle.first(GreekChecks { next: UnitId(unit.0 + 1) });
            battle.ask(unit, Purpose::FightOn);
        }
        true
    }
}

impl Battle {
    /// Step C of a Night turn under Allied Withdrawal: the Greeks make their checks (S5.0).
    pub(super) fn call_greek_checks(&mut self) {
        if self.withdrawing() && self.ground.night(self.turn) {
            self.first(GreekChecks { next: UnitId(0) });
        }
    }

    /// A Greek unit is removed from play: it failed its check (S5.0).
    pub(super) fn disperse(&mut self, unit: UnitId, events: &mut Vec<Event>) {
        self.departed(unit, Departure::Dispersed, events);
    }

    /// The ways out that the unit may take where it stands: an exit at any time in a move, a port for one that begins its
    /// activation there at night.
    pub(super) fn withdrawal_options(&self, unit: UnitId, begins: bool, actions: &mut Vec<Action>) {
        if !self.withdrawing() || self.side(unit) != Side::Allied {
            return;
        }
        let Some(terms) = &self.ground.ways_out else { return };
        if !self.may_get_away(unit) {
            return;
        }
        let hex = self.hex(unit);
        for (number, way) in (0u8..).zip(&terms.ways) {
            let open = !way.port || (begins && self.port_takes(number, terms));
            if Some(way.hex) == hex && open {
                actions.push(Action::Depart(Departure::Withdrawn(number)));
            }
        }
    }

    /// Whether the unit can leave for good: one of some steps that can move (A-S5-5: without a point).
    fn may_get_away(&self, unit: UnitId) -> bool {
        let counter = self.counter(unit);
        let state = self.unit(unit);
        !counter.rearguard()
            && state.steps > 0
            && !state.suppressed
            && counter.movement != Movement::No
            && self.movement(unit).is_some()
    }

    /// Whether a port takes a further unit now: by night, up to its number.
    fn port_takes(&self, number: u8, terms: &WaysOut) -> bool {
        if !self.ground.night(self.turn) {
            return false;
        }
        let together = self.ground.rulings.withdrawal_ports == PortsANight::InAll;
        let tonight = self.units.iter().filter(|unit| match (unit.place, unit.end) {
            (Place::Off(Departure::Withdrawn(way)), Some((turn, _))) => {
                let counts =
                    if together { terms.ways[usize::from(way)].port } else { way == number };
                counts && turn == self.turn
            }
            _ => false,
        });
        tonight.count() < usize::from(terms.units_a_night)
    }

    /// A unit has got away: all but Greeks raise the withdrawal level (S5.0; F-S5-1).
    pub(super) fn got_away(&mut self, unit: UnitId, events: &mut Vec<Event>) {
        let greeks_count = self.ground.rulings.greeks_count_withdrawn == Switch::On;
        if greeks_count || !self.counter(unit).greek {
            self.raise_withdrawal(1, events);
        }
    }

    /// Units withdrawn by each way, in the order of the ways.
    pub(super) fn withdrawn_by_way(&self) -> Vec<u16> {
        let ways = self.ground.ways_out.as_ref().map_or(0, |terms| terms.ways.len());
        let mut by_way = alloc::vec![0; ways];
        for unit in &self.units {
            if let Place::Off(Departure::Withdrawn(way)) = unit.place {
                by_way[usize::from(way)] += 1;
            }
        }
        by_way
    }

    /// Whether a unit has got away.
    pub(super) fn withdrawn(&self, unit: UnitId) -> bool {
        matches!(self.unit(unit).place, Place::Off(Departure::Withdrawn(_)))
    }

    /// The name of a way out.
    pub(super) fn way_out(&self, way: u8) -> &str {
        let terms = self.ground.ways_out.as_ref();
        terms.map_or("way out", |terms| &terms.ways[usize::from(way)].name)
    }
}
