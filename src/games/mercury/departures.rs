//! Leaving the map: the Off-Map Display, ships, and the edge behind which a victory lies (Mercury S1.0,
//! S2.0; 11.0, scenario 5).

use alloc::string::String;
use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Side};

use super::action::Action;
use super::command::Use;
use super::counter::{DivisionId, Movement, UnitId};
use super::event::Event;
use super::fire::Mode;
use super::movement::{Exposed, ExposedDeed};
use super::rulings::ExitWin;
use super::set_up::Begin;
use super::state::{Battle, Place};

/// How far from its exit a unit may come back where the enemy holds or watches that hex (S1.0).
const RETURN_RANGE: u8 = 5;
/// What leaving for the display or by ship costs besides the activation, in command points (S1.0, S2.0).
const FARE: u16 = 1;

/// Where units leave the map on foot (S1.0).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OffMap {
    /// The exits.
    pub exits: Vec<Exit>,
    /// The side whose units are out for good when they leave.
    pub for_good: Side,
}

/// An exit hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// Its name.
    pub name: String,
    /// The hex.
    pub hex: HexId,
    /// Victory points for each step of [`OffMap::for_good`] that leaves here.
    pub step_points: u8,
}

/// Ships (S2.0).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shipping {
    /// The port hex.
    pub port: HexId,
    /// Units that may go aboard in one night.
    pub units_a_night: u8,
    /// Victory points for each step shipped.
    pub step_points: u8,
}

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
    /// By this exit.
    Exit(u8),
    /// By ship.
    Ship,
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
}

impl Departure {
    /// Command points that it costs besides the activation. The edge is left by moving on and costs nothing,
    /// as the exits of S5.0 (A-S5-5).
    fn fare(self) -> u16 {
        match self {
            Departure::Exit(_) | Departure::Ship => FARE,
            Departure::Edge
            | Departure::Withdrawn(_)
            | Departure::Sent { .. }
            | Departure::LeftBehind
            | Departure::Dispersed => 0,
        }
    }

    /// The word for it in tables.
    fn cause(self) -> &'static str {
        match self {
            Departure::Ship => "shipping",
            Departure::Exit(_) | Departure::Edge => "exit",
            Departure::Withdrawn(_) => "withdrawal",
            Departure::Sent { .. } => "obligation",
            Departure::LeftBehind => "left behind",
            Departure::Dispersed => "dispersal",
        }
    }
}

/// Units of the division on the Off-Map Display, from `next` on, may come back.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Return {
    pub division: DivisionId,
    pub next: UnitId,
}

impl Pending<Battle> for Return {
    fn decider(self, battle: &Battle) -> Option<Side> {
        Some(battle.ground.divisions[usize::from(self.division.0)].side)
    }

    fn subject(self, _: &Battle) -> Option<u16> {
        Some(self.next.0)
    }

    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        actions.extend(battle.return_hexes(self.next).map(Action::ReturnIn));
        actions.push(Action::StayAway);
    }

    /// The unit comes back into a hex, or stays where it is.
    fn play(self, battle: &mut Battle, action: Action, _: &mut dyn Dice, events: &mut Vec<Event>) {
        let unit = self.next;
        battle.then(Return { next: UnitId(unit.0 + 1), ..self });
        if let Action::ReturnIn(hex) = action {
            battle.unit_mut(unit).end = None;
            battle.arrive(unit, hex, events);
            battle.first(Begin { unit, arrives: true });
        }
    }

    /// They ask, one by one, whether they come back.
    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        battle.frames.pop();
        let Some(next) = battle.returner(self.division, self.next) else { return true };
        battle.first(Return { next, ..self });
        false
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

    /// Exits open to the unit where it stands: the one in its hex, or with no enemy on the map any (S1.0).
    fn open_exits(&self, unit: UnitId) -> impl Iterator<Item = u8> + '_ {
        let hex = self.hex(unit);
        let alone = self.index.present[self.side(unit).other()].is_empty();
        let exits = self.ground.off_map.iter().flat_map(|terms| &terms.exits);
        let numbered = (0u8..).zip(exits);
        numbered.filter(move |(_, exit)| alone || Some(exit.hex) == hex).map(|(number, _)| number)
    }

    /// Whether a ship may take the unit now: at night, from the port, while there is room (S2.0).
    fn may_ship(&self, unit: UnitId) -> bool {
        let Some(terms) = &self.ground.shipping else { return false };
        self.side(unit) == Side::Allied
            && self.ground.night(self.turn)
            && self.hex(unit) == Some(terms.port)
            && self.aboard() < terms.units_a_night
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

    /// Units that ships have taken in this turn.
    fn aboard(&self) -> u8 {
        let (night, units) = self.tally.ships;
        if night == self.turn { units } else { 0 }
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

    /// A ship for a unit that begins a movement action in the port.
    pub(super) fn ship_options(&self, unit: UnitId, cost: u16, actions: &mut Vec<Action>) {
        if self.may_ship(unit) && self.may_depart(unit, cost + FARE) {
            actions.push(Action::Depart(Departure::Ship));
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
        let ground = alloc::sync::Arc::clone(&self.ground);
        let side = self.side(unit);
        let steps = u16::from(self.unit(unit).steps);
        self.break_contact(unit);
        self.lift(unit);
        let turn = self.turn;
        match by {
            Departure::Exit(number) => {
                let terms = ground.off_map.as_ref().expect("units leave by an exit");
                if terms.for_good == side {
                    let points = terms.exits[usize::from(number)].step_points;
                    self.tally.exit_points += steps * u16::from(points);
                }
            }
            Departure::Ship => {
                let terms = ground.shipping.as_ref().expect("units leave by ship");
                self.tally.ship_points += steps * u16::from(terms.step_points);
                self.tally.ships = (turn, self.aboard() + 1);
            }
            Departure::Edge => self.tally.broken_out += 1,
            Departure::Withdrawn(_)
            | Departure::Sent { .. }
            | Departure::LeftBehind
            | Departure::Dispersed => {}
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

    /// The next unit of the division in a box of the display, from `next` on, that could come back.
    fn returner(&self, division: DivisionId, next: UnitId) -> Option<UnitId> {
        let terms = self.ground.off_map.as_ref()?;
        self.ids().find(|&unit| {
            unit >= next
                && self.counter(unit).division == division
                && self.side(unit) != terms.for_good
                && matches!(self.unit(unit).place, Place::Off(Departure::Exit(_)))
                && self.return_hexes(unit).next().is_some()
        })
    }

    /// Where a unit of the display may come back: at its exit, unless the enemy stands there; where he stands there or
    /// watches that hex, it may be any free hex of the map's edge near it instead (S1.0). Overstacking is allowed.
    fn return_hexes(&self, unit: UnitId) -> impl Iterator<Item = HexId> + '_ {
        let exit = match (self.unit(unit).place, &self.ground.off_map) {
            (Place::Off(Departure::Exit(number)), Some(terms)) => {
                Some(terms.exits[usize::from(number)].hex)
            }
            _ => None,
        };
        let enemy = self.side(unit).other();
        let map = &self.ground.map;
        exit.into_iter().flat_map(move |exit| {
            let held = self.held_by(exit, enemy);
            let replaced = held || self.zone_of(enemy, exit);
            map.ids().filter(move |&hex| {
                if hex == exit {
                    return !held;
                }
                replaced
                    && map.neighbours(hex).count() < 6
                    && self.ground.distance(exit, hex) <= RETURN_RANGE
                    && self.index.stacks[hex.index()].is_none()
                    && self.ground.terrain(hex).enter[0][0].is_some()
            })
        })
    }
}
