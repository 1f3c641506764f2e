//! The Off-Map Display: units that have left one map march from box to box and come back onto this or another one
//! (Mercury S1.0).

use alloc::string::String;
use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, HexId, Pending, ResultsTable, Side};

use super::action::Action;
use super::airlanding::Hazard;
use super::counter::{DivisionId, MoveClass, Movement, UnitId};
use super::departures::Departure;
use super::dropped::FACES;
use super::event::Event;
use super::set_up::Begin;
use super::state::{Battle, Place};

const INTERDICTION: ChanceKind = ChanceKind::new("interdiction");

/// How far from its exit a unit may come back where the enemy holds or watches that hex (S1.0).
const RETURN_RANGE: u8 = 5;

/// Where units leave the map on foot, and where they are then (S1.0).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OffMap {
    /// The boxes of the display.
    pub boxes: Vec<DisplayBox>,
    /// The side whose units are out for good when they leave, where one's are.
    pub for_good: Option<Side>,
    /// The Airlanding and Interdiction Table, for Allied units that come back.
    pub interdiction: Option<ResultsTable<Hazard>>,
}

/// A box of the display: of an exit, or on the way between two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisplayBox {
    /// Its name.
    pub name: String,
    /// The exit hex that leads there; none for a box on the way.
    pub exit: Option<HexId>,
    /// Boxes that it is connected with.
    pub next: Vec<u8>,
    /// Victory points for each step of [`OffMap::for_good`] that leaves here.
    pub step_points: u8,
}

/// Units of the division on the Off-Map Display, from `next` on, may march on or come back.
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
        actions.extend(battle.marches_to(self.next).map(Action::MarchTo));
        actions.push(Action::StayAway);
    }

    /// The unit comes back into a hex, marches to the next box, or stays where it is: one of these in an activation.
    fn play(
        self,
        battle: &mut Battle,
        action: Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let unit = self.next;
        battle.then(Return { next: UnitId(unit.0 + 1), ..self });
        match action {
            Action::ReturnIn(hex) => {
                battle.unit_mut(unit).end = None;
                battle.arrive(unit, hex, events);
                battle.first(Begin { unit, arrives: true });
                battle.meet_interdiction(unit, dice, events);
                if !battle.alive(unit) {
                    battle.frames.pop();
                }
            }
            Action::MarchTo(next) => {
                battle.unit_mut(unit).place = Place::Off(Departure::Exit(next));
                events.push(Event::Marched(unit, next));
            }
            _ => {}
        }
    }

    /// They ask, one by one, what they do.
    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        battle.frames.pop();
        let Some(next) = battle.returner(self.division, self.next) else { return true };
        battle.first(Return { next, ..self });
        false
    }
}

impl Battle {
    /// The box of the display in which a unit is that may still be of use.
    pub(super) fn display_box(&self, unit: UnitId) -> Option<&DisplayBox> {
        let terms = self.ground.off_map.as_ref()?;
        match self.unit(unit).place {
            Place::Off(Departure::Exit(number)) if terms.for_good != Some(self.side(unit)) => {
                terms.boxes.get(usize::from(number))
            }
            _ => None,
        }
    }

    /// Boxes whose exits are open to the unit where it stands: that of its hex, and, with no enemy on a map, those of the
    /// map (S1.0; where maps join, sheet by sheet: A-S1-1).
    pub(super) fn open_exits(&self, unit: UnitId) -> impl Iterator<Item = u8> + '_ {
        let at = self.hex(unit);
        let here = at.map_or(0, |hex| self.ground.sheets[hex.index()]);
        let enemy = self.side(unit).other();
        let open = move |exit: HexId| {
            let shared = self.ground.sheets[exit.index()] & here;
            Some(exit) == at || (shared != 0 && self.sheets_without(enemy) & shared != 0)
        };
        let boxes = self.ground.off_map.iter().flat_map(|terms| &terms.boxes);
        let numbered = (0u8..).zip(boxes);
        numbered.filter(move |(_, place)| place.exit.is_some_and(open)).map(|(number, _)| number)
    }

    /// The sheets on which no unit of a side stands, as bits.
    fn sheets_without(&self, side: Side) -> u32 {
        let held = self.on_map(side).map(|(_, hex)| self.ground.sheets[hex.index()]);
        !held.fold(0, |all, bits| all | bits)
    }

    /// The next unit of the division in a box of the display, from `next` on, that could do something.
    fn returner(&self, division: DivisionId, next: UnitId) -> Option<UnitId> {
        self.ground.off_map.as_ref()?;
        self.ids().find(|&unit| {
            unit >= next
                && self.counter(unit).division == division
                && self.display_box(unit).is_some()
                && (self.return_hexes(unit).next().is_some()
                    || self.marches_to(unit).next().is_some())
        })
    }

    /// Boxes to which the unit may march: with wheels, tracks or transport of its own with every chit of its division, on
    /// foot at night alone, and with a chit that the night has left for the morning.
    fn marches_to(&self, unit: UnitId) -> impl Iterator<Item = u8> + '_ {
        let counter = self.counter(unit);
        let on_foot = counter.transport.is_none()
            && matches!(counter.movement, Movement::Points(MoveClass::Leg, _));
        let night = |turn| self.ground.night(turn);
        let overdue = self.belated && self.turn > 0 && night(self.turn - 1);
        let free = !on_foot || night(self.turn) || overdue;
        let from = self.display_box(unit).filter(|_| free);
        from.into_iter().flat_map(|place| place.next.iter().copied())
    }

    /// Where a unit of the display may come back: at its exit, unless the enemy stands there; where he stands there or
    /// watches that hex, it may be any free hex of the map's edge near it instead (S1.0). Overstacking is allowed.
    fn return_hexes(&self, unit: UnitId) -> impl Iterator<Item = HexId> + '_ {
        let exit = self.display_box(unit).and_then(|place| place.exit);
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

    /// A night under Allied Withdrawal ends: Allied units in a box with Germans are removed from play (S1.0). Nobody has
    /// eliminated them, and they have not got away.
    pub(super) fn clear_shared_boxes(&mut self, events: &mut Vec<Event>) {
        if self.ground.off_map.is_none() || !self.withdrawing() || !self.ground.night(self.turn) {
            return;
        }
        let boxed = |unit: UnitId| match self.unit(unit).place {
            Place::Off(Departure::Exit(number)) => Some((self.side(unit), number)),
            _ => None,
        };
        let german = |number| {
            let mut units = self.ids();
            units.any(|unit| boxed(unit) == Some((Side::German, number)))
        };
        let caught = |&unit: &UnitId| {
            boxed(unit).is_some_and(|(side, number)| side == Side::Allied && german(number))
        };
        let caught: Vec<UnitId> = self.ids().filter(caught).collect();
        for unit in caught {
            let (turn, by) = (self.turn, Departure::Caught);
            let state = self.unit_mut(unit);
            state.place = Place::Off(by);
            state.end = Some((turn, by.cause()));
            events.push(Event::Departed(unit, by));
        }
    }

    /// An Allied unit that comes from the display meets the Airlanding and Interdiction Table, without any modifier.
    fn meet_interdiction(&mut self, unit: UnitId, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let ground = alloc::sync::Arc::clone(&self.ground);
        let table = ground.off_map.as_ref().and_then(|terms| terms.interdiction.as_ref());
        let Some(table) = table.filter(|_| self.side(unit) == Side::Allied) else { return };
        let turn = self.turn;
        let chance = Chance { kind: INTERDICTION, turn, who: unit.0, whom: 0, nth: 0 };
        let die = dice.roll(chance, FACES);
        let result = Hazard::of(table, die, 0);
        events.push(Event::Interdicted { unit, die, result: result.words() });
        let lost = result.loss(self.unit(unit).steps);
        if lost > 0 {
            self.lose_steps(unit, lost, "interdiction", events);
        }
        if result.cohesion > 0 && self.alive(unit) {
            self.cohesion_hit(unit, "interdiction", events);
        }
    }
}
