//! Leaving the map: the Off-Map Display, ships, and the edge behind which a victory lies (Mercury S1.0,
//! S2.0; 11.0, scenario 5).

use alloc::vec::Vec;

use engine::{HexId, Side};

use super::action::Action;
use super::command::Use;
use super::counter::{Movement, UnitId};
use super::event::Event;
use super::fire::Mode;
use super::movement::{Exposed, ExposedDeed};
use super::rulings::ExitWin;
use super::state::{Battle, Place};

/// What leaving for the display or by ship costs besides the activation, in command points (S1.0, S2.0).
const FARE: u16 = 1;

/// A stretch of the map's edge over which German units win the game by leaving (11.0, scenario 5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakout {
    /// The hexes from which they leave.
    pub hexes: Vec<HexId>,
    /// Units that must leave.
    pub units: u8,
}

/// How a unit leaves the map.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Departure {
    /// For this box of the Off-Map Display, by its exit.
    Exit(u8),
    /// By ship, for good.
    Ship,
    /// By ship to this port.
    Port(u8),
    /// To the air-drop box, from an airfield.
    AirBox,
    /// Over the edge of the map where units that leave win the game.
    Edge,
    /// By this way out of the island, under Allied Withdrawal (S5.0).
    Withdrawn(u8),
    /// Sent off the map for an obligation (11.0).
    Sent {
        /// Its number.
        duty: u8,
        /// With the leader of the unit.
        leader: bool,
    },
    /// Unable to move when Allied Withdrawal was triggered (S5.0).
    LeftBehind,
    /// Greeks who did not fight on (S5.0).
    Dispersed,
    /// In a box of the display with Germans when a night under Allied Withdrawal ended (S1.0).
    Caught,
}

impl Departure {
    /// Command points that it costs besides the activation. The edge is left by moving on and costs nothing,
    /// as the exits of S5.0 (A-S5-5).
    fn fare(self) -> u16 {
        match self {
            Departure::Exit(_) | Departure::Ship | Departure::Port(_) | Departure::AirBox => FARE,
            Departure::Edge
            | Departure::Withdrawn(_)
            | Departure::Sent { .. }
            | Departure::LeftBehind
            | Departure::Dispersed
            | Departure::Caught => 0,
        }
    }

    /// The word for it in tables.
    pub(super) fn cause(self) -> &'static str {
        match self {
            Departure::Ship | Departure::Port(_) => "shipping",
            Departure::AirBox => "air-drop box",
            Departure::Exit(_) | Departure::Edge => "exit",
            Departure::Withdrawn(_) => "withdrawal",
            Departure::Sent { .. } => "obligation",
            Departure::LeftBehind => "left behind",
            Departure::Dispersed => "dispersal",
            Departure::Caught => "caught",
        }
    }
}

impl Battle {
    /// Whether the unit can leave the map by itself and its division has the points that it costs in all:
    /// in command or not (S1.0, S2.0), but never an auto-command unit (8.0).
    fn may_depart(&self, unit: UnitId, cost: u16) -> bool {
        let counter = self.counter(unit);
        let held = self.command.points[usize::from(counter.division.0)];
        !self.auto_command(unit)
            && !counter.rearguard()
            && !self.is_confined(unit)
            && !self.unit(unit).suppressed
            && counter.movement != Movement::No
            && self.movement(unit).is_some()
            && held >= cost
    }

    /// Command points that leaving so costs besides the activation: under Allied Withdrawal the way to the display costs
    /// the Allies nothing (S5.0).
    fn fare(&self, unit: UnitId, by: Departure) -> u16 {
        match by {
            Departure::Exit(_) if self.withdrawing() && self.side(unit) == Side::Allied => 0,
            _ => by.fare(),
        }
    }

    /// Whether the unit stands where it may leave over the edge and would count: a German one with steps
    /// (A-SC5-2).
    fn at_the_edge(&self, unit: UnitId) -> bool {
        let hexes = self.ground.breakout.iter().flat_map(|terms| &terms.hexes);
        self.side(unit) == Side::German
            && self.unit(unit).steps > 0
            && hexes.copied().any(|hex| self.hex(unit) == Some(hex))
    }

    /// Whether enough units have left over the edge.
    pub(super) fn broken_out(&self) -> bool {
        self.ground.breakout.as_ref().is_some_and(|terms| self.tally.broken_out >= terms.units)
    }

    /// The same with what the way costs besides.
    pub(super) fn may_depart_by(&self, unit: UnitId, by: Departure, cost: u16) -> bool {
        self.may_depart(unit, cost + self.fare(unit, by))
    }

    /// Ways off the map for a unit that moves; `cost` is what the action costs that has not been paid.
    pub(super) fn exit_options(&self, unit: UnitId, cost: u16, actions: &mut Vec<Action>) {
        let fare = self.fare(unit, Departure::Exit(0));
        if self.ground.off_map.is_some() && self.may_depart(unit, cost + fare) {
            actions.extend(self.open_exits(unit).map(|exit| Action::Depart(Departure::Exit(exit))));
        }
        if self.at_the_edge(unit) && self.may_depart(unit, cost) {
            actions.push(Action::Depart(Departure::Edge));
        }
    }

    /// The unit sets out: its division pays, and who watches its hex may fire at it as it goes into a hex
    /// free of fire zones (S1.0, S2.0).
    pub(super) fn depart(&mut self, unit: UnitId, by: Departure, events: &mut Vec<Event>) {
        let division = self.counter(unit).division;
        let fare = self.fare(unit, by);
        if fare > 0 {
            self.spend(division, fare, Use::Departure, events);
        }
        self.first(Exposed { unit, deed: ExposedDeed::Depart(by) });
        self.expose(unit, self.ground.modifiers(Mode::Opportunity).zone_to_free);
    }

    /// The unit is gone, and with it all its markers (S1.0, S2.0).
    pub(super) fn departed(&mut self, unit: UnitId, by: Departure, events: &mut Vec<Event>) {
        if let Departure::Port(port) = by {
            return self.sail(unit, port, events);
        }
        let ground = alloc::sync::Arc::clone(&self.ground);
        let side = self.side(unit);
        let steps = u16::from(self.unit(unit).steps);
        self.break_contact(unit);
        self.lift(unit);
        let turn = self.turn;
        match by {
            Departure::Exit(number) => {
                let terms = ground.off_map.as_ref().expect("units leave by an exit");
                if terms.for_good == Some(side) {
                    let points = terms.boxes[usize::from(number)].step_points;
                    self.tally.exit_points += steps * u16::from(points);
                }
            }
            Departure::Ship => {
                let terms = ground.shipping.as_ref().expect("units leave by ship");
                self.tally.ship_points += steps * u16::from(terms.step_points);
                self.tally.voyages.note(turn, terms.ports[0]);
            }
            Departure::AirBox => self.note_lift(),
            Departure::Edge => self.tally.broken_out += 1,
            Departure::Port(_)
            | Departure::Withdrawn(_)
            | Departure::Sent { .. }
            | Departure::LeftBehind
            | Departure::Dispersed
            | Departure::Caught => {}
        }
        self.lose_truck(unit, events);
        let state = self.unit_mut(unit);
        state.place = Place::Off(by);
        state.cohesion = 0;
        (state.column, state.mounted, state.improved) = (false, false, false);
        state.end = Some((turn, by.cause()));
        events.push(Event::Departed(unit, by));
        match by {
            Departure::Sent { leader: true, .. } => self.leaders_go(unit),
            _ => self.leaders_stay(unit),
        }
        if let Departure::Withdrawn(_) = by {
            self.got_away(unit, events);
        }
        if self.broken_out() && ground.rulings.sc5_exit == ExitWin::AtOnce {
            self.win_by_breakout(events);
        }
    }

    /// A leader does not leave while units of his stay: he goes with another of them.
    fn leaders_stay(&mut self, gone: UnitId) {
        for leader in 0..self.command.leaders.len() {
            if self.command.leaders[leader].with == Some(gone) {
                self.unseat(leader);
            }
        }
    }
}
