//! 1.8c, 1.8d, 2.5b, 2.5g and 2.6b: whoever is in the air drifts, is fired at, is scattered and comes down.

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, Direction, HexId, Pending, Side};

use super::action::Action;
use super::event::{Event, Landed, Landing, Way};
use super::ground::{Class, Terrain};
use super::rules::{Step, THIRD};
use super::state::{Cause, Holland, Spot, did};

const FLAK: ChanceKind = ChanceKind::new("anti-aircraft at a landing");
const LOSS: ChanceKind = ChanceKind::new("loss roll");
const DIRECTION: ChanceKind = ChanceKind::new("scatter direction");
const DISTANCE: ChanceKind = ChanceKind::new("scatter distance");
const TABLE: ChanceKind = ChanceKind::new("air landing");

/// 1.8d: how far a scattered unit may be adjusted.
const ADJUSTMENT: u16 = 3;

/// A unit in the air.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Airborne {
    pub unit: u16,
    pub way: Way,
    /// Where it was to come down, and over what it is now.
    pub aim: HexId,
    pub hex: HexId,
    /// The airfield it lands at.
    pub field: u8,
    /// Whether anti-aircraft has scattered it; whether the Air Landing Table has.
    pub tossed: bool,
    pub tabled: bool,
    /// Whether it is down, lost or has turned back.
    pub done: bool,
    pub flak: u8,
    pub die: u8,
    pub modifier: i8,
    pub steps_lost: u8,
    pub aircraft_lost: u8,
}

impl Airborne {
    pub(crate) fn new(unit: u16, way: Way, aim: HexId, field: u8) -> Airborne {
        Airborne {
            unit,
            way,
            aim,
            hex: aim,
            field,
            tossed: false,
            tabled: false,
            done: false,
            flak: 0,
            die: 0,
            modifier: 0,
            steps_lost: 0,
            aircraft_lost: 0,
        }
    }

    /// Whether anti-aircraft may fire at it (1.8b).
    pub(crate) fn is_target(&self) -> bool {
        !self.done && matches!(self.way, Way::Parachute | Way::Airfield)
    }
}

/// Those in the air come down, one after the other.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Descend;

impl Pending<Holland> for Descend {
    fn decider(self, _: &Holland) -> Option<Side> {
        None
    }

    fn proceed(self, holland: &mut Holland, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        let (place, all) = (usize::from(holland.falling), holland.sky.len());
        match holland.step {
            Step::Drift if place < all => holland.drift(place, dice, events),
            Step::Drift => holland.go(Step::LandingFlak),
            _ if place < all => holland.face_flak(place, dice, events),
            _ if place < 2 * all => holland.touch_down(place - all, dice, events),
            _ => {
                holland.sweep(events);
                holland.go(Step::Recovery);
            }
        }
        true
    }
}

/// Where a scattered unit comes down.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Adrift {
    /// Its place among those in the air.
    pub place: u16,
}

impl Pending<Holland> for Adrift {
    fn decider(self, holland: &Holland) -> Option<Side> {
        Some(holland.side)
    }

    fn subject(self, holland: &Holland) -> Option<u16> {
        Some(holland.sky[usize::from(self.place)].unit)
    }

    fn options(self, holland: &Holland, actions: &mut Vec<Action>) {
        let air = holland.sky[usize::from(self.place)];
        let near = holland.board.within(air.hex, ADJUSTMENT).into_iter();
        actions.extend(near.filter(|&hex| holland.can_come_down(&air, hex)).map(Action::Adjust));
        actions.push(Action::Abort);
    }

    fn play(
        self,
        holland: &mut Holland,
        action: Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let place = usize::from(self.place);
        holland.wait = Descend.into();
        let Action::Adjust(hex) = action else {
            holland.turn_back(place, events);
            holland.falling += 1;
            return;
        };
        let air = &mut holland.sky[place];
        air.hex = hex;
        if holland.step == Step::Drift {
            // 2.5g: that is the intended hex from now on.
            air.aim = hex;
        }
        if air.tabled {
            holland.ground(place, Landing::Wreck, dice, events);
        }
        holland.falling += 1;
    }
}

impl Holland {
    /// The step of those in the air that comes next.
    pub(crate) fn after_landings(&mut self) {
        let next = if self.sky.is_empty() {
            Step::Recovery
        } else if self.turn >= THIRD {
            Step::Drift
        } else {
            Step::LandingFlak
        };
        self.go(next);
    }

    pub(crate) fn begin_descent(&mut self) {
        self.falling = 0;
        self.wait = Descend.into();
    }

    /// 2.5g: later waves scatter before anybody fires at them; supply heads do not.
    fn drift(&mut self, place: usize, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let air = self.sky[place];
        if air.way == Way::Parachute && !self.class(air.unit).is_head() {
            self.scatter(place, 0, dice, events);
        } else {
            self.falling += 1;
        }
    }

    /// 1.8c: anti-aircraft fires at a unit in the air.
    fn face_flak(&mut self, place: usize, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let air = self.sky[place];
        let rating = if air.is_target() { self.flak_over(air.hex, false) } else { 0 };
        self.sky[place].flak = rating;
        if rating == 0 {
            self.falling += 1;
            return;
        }
        let unit = air.unit;
        let (turn, whom) = (self.turn.into(), air.hex.0);
        let die = dice.roll(Chance { kind: FLAK, turn, who: unit, whom, nth: 0 }, 6) + 1;
        events.push(Event::FlakAtUnit { unit, hex: air.hex, rating, die });
        if die > rating {
            self.falling += 1;
            return;
        }
        // 1.8b: the head of an airfield has no other place to go to.
        if self.class(unit) == Class::AirfieldHead {
            self.turn_back(place, events);
            self.falling += 1;
            return;
        }
        let die = dice.roll(Chance { kind: LOSS, turn, who: unit, whom: 0, nth: 0 }, 6) + 1;
        events.push(Event::LossRoll { unit, die });
        if die >= 3 {
            self.lose_aircraft(place);
        }
        if die >= 5 {
            self.land_hurt(place, 1, Cause::AntiAircraft, events);
        }
        if self.sky[place].done {
            self.falling += 1;
            return;
        }
        self.sky[place].tossed = true;
        self.scatter(place, 1, dice, events);
    }

    /// 1.8d: one die for the direction, two for the distance; then the owner adjusts it or it turns back.
    fn scatter(&mut self, place: usize, nth: u16, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let Airborne { unit, hex: from, .. } = self.sky[place];
        let turn = self.turn.into();
        let mut roll = |kind, nth| dice.roll(Chance { kind, turn, who: unit, whom: 0, nth }, 6) + 1;
        let direction = roll(DIRECTION, nth);
        let distance = roll(DISTANCE, nth * 2) + roll(DISTANCE, nth * 2 + 1);
        let way = Direction::ALL[usize::from(direction) - 1];
        let mut hex = Some(from);
        for _ in 0..distance {
            hex = hex.and_then(|hex| self.board.map.neighbour(hex, way));
        }
        events.push(Event::Scattered { unit, from, direction, distance, hex });
        let air = self.sky[place];
        let near = hex.map(|hex| self.board.within(hex, ADJUSTMENT)).unwrap_or_default();
        match hex {
            // J-2.5b-4
            Some(hex) if near.iter().any(|&near| self.can_come_down(&air, near)) => {
                self.sky[place].hex = hex;
                self.wait = Adrift { place: place as u16 }.into();
            }
            _ => {
                self.turn_back(place, events);
                self.falling += 1;
            }
        }
    }

    /// Whether a unit in the air could come down in a hex at all (2.5b, Air Landing Table).
    fn can_come_down(&self, air: &Airborne, hex: HexId) -> bool {
        let terrain = self.board.cell(hex).terrain;
        if self.stands(hex, self.side.other()) {
            return false;
        }
        if air.way == Way::Airfield {
            let home = self.board.airfields[usize::from(air.field)].hex == hex;
            home || matches!(terrain, Terrain::Open | Terrain::Dunes)
        } else {
            !terrain.is_wet() && !terrain.is_bridge()
        }
    }

    /// 2.5b, 2.6b: a unit comes down.
    fn touch_down(&mut self, place: usize, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let air = self.sky[place];
        if air.done {
            self.falling += 1;
            return;
        }
        if !self.can_come_down(&air, air.hex) && !matches!(air.way, Way::Village | Way::Stadium) {
            self.turn_back(place, events);
            self.falling += 1;
            return;
        }
        if air.way == Way::Airfield {
            self.roll_landing(place, dice, events);
            return;
        }
        let terrain = self.board.cell(air.hex).terrain;
        if air.way == Way::Parachute {
            let steps = match terrain {
                terrain if terrain.is_city() => 2,
                Terrain::Village | Terrain::Woods => 1,
                _ => 0,
            };
            self.land_hurt(place, steps, Cause::Landing, events);
        }
        let result = if air.hex == air.aim { Landing::OnTarget } else { Landing::Scattered };
        self.ground(place, result, dice, events);
        self.falling += 1;
    }

    /// The Air Landing Table.
    fn roll_landing(&mut self, place: usize, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let air = self.sky[place];
        let unit = air.unit;
        let home = self.board.airfields[usize::from(air.field)].hex == air.hex;
        // J-ALT-1
        if !home && !self.board.rulings.field_landing {
            self.ground(place, Landing::Scattered, dice, events);
            self.falling += 1;
            return;
        }
        let modifier = self.landing_modifier(air.field, air.hex);
        let turn = self.turn.into();
        let die = dice.roll(Chance { kind: TABLE, turn, who: unit, whom: 0, nth: 0 }, 6) + 1;
        self.sky[place].die = die;
        self.sky[place].modifier = modifier;
        match i16::from(die) + i16::from(modifier) {
            ..=1 => {
                self.lose_aircraft(place);
                // 2.3c, J-ALT-2: wrecks lie on airfields only.
                if home && self.wrecks & (1 << air.field) == 0 {
                    self.wrecks |= 1 << air.field;
                    events.push(Event::Wrecked { field: air.field });
                }
                if self.class(unit) == Class::AirfieldHead {
                    self.turn_back(place, events);
                    self.falling += 1;
                } else {
                    self.sky[place].tabled = true;
                    self.scatter(place, 2, dice, events);
                }
            }
            total => {
                let result = if total == 2 {
                    self.lose_aircraft(place);
                    Landing::AircraftLost
                } else if air.hex == air.aim {
                    Landing::OnTarget
                } else {
                    Landing::Scattered
                };
                self.ground(place, result, dice, events);
                self.falling += 1;
            }
        }
    }

    /// The modifiers of the Air Landing Table.
    pub(crate) fn landing_modifier(&self, field: u8, hex: HexId) -> i8 {
        let airfield = &self.board.airfields[usize::from(field)];
        let home = airfield.hex == hex;
        let cell = self.board.cell(hex);
        let mut modifier = 0;
        if self.zone(hex, self.side.other()) {
            modifier -= 1;
        }
        if home && self.wrecks & (1 << field) != 0 {
            modifier -= 1;
        }
        if home && self.traffic[usize::from(field)] > airfield.normal {
            modifier -= 2;
        }
        if self.standing.iter().any(|standing| standing.hex == hex) {
            modifier -= 2;
        }
        // J-ALT-4: no terrain on an airfield.
        if !home {
            modifier -= if cell.road || cell.terrain == Terrain::Dunes { 1 } else { 2 };
        }
        modifier
    }

    /// A unit stands on the ground.
    fn ground(
        &mut self,
        place: usize,
        result: Landing,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        if self.sky[place].done {
            return;
        }
        self.sky[place].done = true;
        let air = self.sky[place];
        match air.way {
            Way::Parachute | Way::Village => self.piece_mut(air.unit).did |= did::FRESH,
            Way::Stadium => self.piece_mut(air.unit).did |= did::FRESH | did::STADIUM,
            Way::Seaplane | Way::Airfield => {}
        }
        self.landed += 1;
        self.enter(air.unit, air.hex, events);
        self.report_landing(place, Some(air.hex), result, events);
        self.meet_standing(air.unit, dice, events);
    }

    /// A unit goes back to those who wait; it may not try again this turn (1.8d).
    fn turn_back(&mut self, place: usize, events: &mut Vec<Event>) {
        let air = &mut self.sky[place];
        air.done = true;
        let unit = air.unit;
        self.piece_mut(unit).spot = Spot::Pool;
        self.piece_mut(unit).did |= did::ABORTED;
        if self.class(unit).is_head() {
            self.piece_mut(unit).steps = self.board.unit(unit).steps;
        }
        self.report_landing(place, None, Landing::Aborted, events);
    }

    fn report_landing(
        &self,
        place: usize,
        hex: Option<HexId>,
        result: Landing,
        events: &mut Vec<Event>,
    ) {
        let air = self.sky[place];
        events.push(Event::Landed(Landed {
            turn: self.turn,
            unit: air.unit,
            way: air.way,
            aim: air.aim,
            hex,
            die: air.die,
            modifier: air.modifier,
            flak: air.flak,
            result,
            steps_lost: air.steps_lost,
            aircraft_lost: air.aircraft_lost,
        }));
    }

    fn lose_aircraft(&mut self, place: usize) {
        if self.ju52_lost < self.board.ju52 {
            self.ju52_lost += 1;
            self.sky[place].aircraft_lost += 1;
        }
    }

    /// Steps lost in landing: leaders lose none (1.10a), a supply head is turned over, or destroyed (1.8c, 2.5b).
    fn land_hurt(&mut self, place: usize, steps: u8, cause: Cause, events: &mut Vec<Event>) {
        let unit = self.sky[place].unit;
        if steps == 0 || self.class(unit) == Class::Leader {
            return;
        }
        if self.class(unit).is_head() {
            self.piece_mut(unit).steps -= 1;
            if self.piece(unit).steps == 0 {
                self.piece_mut(unit).spot = Spot::Gone;
                self.piece_mut(unit).end = Some((cause, self.turn));
            }
        } else {
            let lost = steps.min(self.piece(unit).steps);
            self.sky[place].steps_lost += lost;
            self.hurt(unit, lost, cause, events);
        }
        if self.piece(unit).steps == 0 {
            self.sky[place].done = true;
            self.report_landing(place, None, Landing::Destroyed, events);
        }
    }
}
