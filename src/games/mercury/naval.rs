//! Allied ships off the coast: the naval chit and its sub-phase (Mercury O2.0-O2.7).

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, HexId, Pending, Side};

use super::action::Action;
use super::counter::{Counter, UnitId};
use super::damage::MOST_COHESION;
use super::event::{Event, ShipNews};
use super::fire::{Hit, Mod, Mode, Mods, Takes};
use super::ground::Ground;
use super::ids::{ChitId, ShipId};
use super::indirect::HEAVY;
use super::quality::passes;
use super::rulings::FailedQuestion;
use super::state::Battle;

const GUNFIRE: ChanceKind = ChanceKind::new("naval gunfire");
const ATTACK: ChanceKind = ChanceKind::new("air attack on a ship");
const BONUS: ChanceKind = ChanceKind::new("ship's bonus check");
const RALLY: ChanceKind = ChanceKind::new("ship's rally check");
const QUESTION: ChanceKind = ChanceKind::new("ship's suppression check");
const CONVERT: ChanceKind = ChanceKind::new("ship's conversion check");

/// Faces of the die.
const FACES: u8 = 10;

/// What the log of losses calls the fire of ships.
const CAUSE: &str = "naval gunfire";

/// Ships by the scenario, and what is common to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naval {
    /// The counters, by the number of the ship.
    pub ships: Vec<Counter>,
    /// The turn in which each comes (O2.1).
    pub arrivals: Vec<u16>,
    /// Added to the hexes from the marker to the target (O2.4).
    pub offing: u8,
    /// Rating of the air attack on each ship by day (O2.5).
    pub air_attack: i8,
    /// Hexes of the coasts off which they may lie.
    pub coast: Vec<HexId>,
    /// The chit.
    pub chit: ChitId,
}

/// The ships, and where they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Fleet {
    /// By number.
    pub ships: Vec<Ship>,
    /// The marker of their target zone, on the map in whose box they are together (O2.6, O2.7).
    pub marker: Option<HexId>,
}

/// A ship, or a flotilla.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Ship {
    pub berth: Berth,
    pub steps: u8,
    pub cohesion: u8,
    pub suppressed: bool,
}

/// Where a ship is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Berth {
    /// Not come yet.
    Awaited,
    /// Off the coast.
    OffShore,
    /// Back in Egypt, for good.
    Egypt,
    /// Sunk.
    Sunk,
}

impl Fleet {
    /// Nobody has come.
    pub fn at_start(ground: &Ground) -> Fleet {
        let ship = |card: &Counter| Ship {
            berth: Berth::Awaited,
            steps: card.steps,
            cohesion: 0,
            suppressed: false,
        };
        let ships = ground.naval.iter().flat_map(|terms| &terms.ships).map(ship).collect();
        Fleet { ships, marker: None }
    }

    /// Ships off the coast, from a number on.
    fn off_shore(&self, from: ShipId) -> impl Iterator<Item = ShipId> + '_ {
        ShipId::all(self.ships.len())
            .skip(from.index())
            .filter(|ship| self.ships[ship.index()].berth == Berth::OffShore)
    }

    /// Whether any is off the coast.
    pub fn in_play(&self) -> bool {
        self.off_shore(ShipId(0)).next().is_some()
    }
}

/// The ship after this one.
fn after(ship: ShipId) -> ShipId {
    ShipId(ship.0 + 1)
}

/// Step 1: ships rally or fire, one after the other from this one on (O2.4).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct ShipActs {
    pub ship: ShipId,
}

impl Pending<Battle> for ShipActs {
    fn decider(self, _: &Battle) -> Option<Side> {
        Some(Side::Allied)
    }

    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        let ship = &battle.fleet.ships[self.ship.index()];
        if ship.suppressed {
            actions.push(Action::Rally);
        } else {
            actions.extend(battle.naval_targets(self.ship).map(Action::Fire));
            // They are never in an enemy fire zone.
            if ship.cohesion > 0 {
                actions.push(Action::Rally);
            }
        }
        actions.push(Action::Done);
    }

    fn play(
        self,
        battle: &mut Battle,
        action: Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        battle.then(ShipActs { ship: after(self.ship) });
        match action {
            Action::Fire(target) => battle.gunfire(self.ship, target, dice, events),
            Action::Rally => battle.rally_ship(self.ship, dice, events),
            _ => {}
        }
    }

    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        battle.frames.pop();
        let Some(ship) = battle.fleet.off_shore(self.ship).next() else { return true };
        battle.first(ShipActs { ship });
        let mut options = Vec::new();
        ShipActs { ship }.options(battle, &mut options);
        if options.len() > 1 {
            return false;
        }
        battle.then(ShipActs { ship: after(ship) });
        true
    }
}

/// Step 2, by day: each ship is attacked from the air, from this one on (O2.5).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct AirAttacks {
    pub ship: ShipId,
}

impl Pending<Battle> for AirAttacks {
    fn decider(self, _: &Battle) -> Option<Side> {
        None
    }

    fn proceed(self, battle: &mut Battle, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        battle.frames.pop();
        if battle.ground.night(battle.turn) {
            return true;
        }
        let next = battle.fleet.off_shore(self.ship).next();
        if let Some(ship) = next {
            battle.first(AirAttacks { ship: after(ship) });
            battle.attack_ship(ship, dice, events);
        }
        true
    }
}

/// A ship that is to be suppressed may try to have it as a cohesion hit instead.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct ShipConverts {
    pub ship: ShipId,
}

impl Pending<Battle> for ShipConverts {
    fn decider(self, _: &Battle) -> Option<Side> {
        Some(Side::Allied)
    }

    fn options(self, _: &Battle, actions: &mut Vec<Action>) {
        actions.extend([Action::StaySuppressed, Action::Roll]);
    }

    fn play(
        self,
        battle: &mut Battle,
        action: Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        battle.frames.pop();
        if action == Action::Roll && battle.ship_checks(CONVERT, self.ship, dice, events) {
            battle.ship_disordered(self.ship, events);
        } else {
            battle.suppress_ship(self.ship, events);
        }
    }

    fn proceed(self, _: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        false
    }
}

/// Step 3: each ship stays or goes back to Egypt for good, from this one on (O2.6).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct ShipLeaves {
    pub ship: ShipId,
}

impl Pending<Battle> for ShipLeaves {
    fn decider(self, _: &Battle) -> Option<Side> {
        Some(Side::Allied)
    }

    fn options(self, _: &Battle, actions: &mut Vec<Action>) {
        actions.extend([Action::ShipStays, Action::ShipWithdraws]);
    }

    fn play(self, battle: &mut Battle, action: Action, _: &mut dyn Dice, events: &mut Vec<Event>) {
        battle.then(ShipLeaves { ship: after(self.ship) });
        if action == Action::ShipWithdraws {
            battle.ship_goes(self.ship, Berth::Egypt, events);
        }
    }

    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        battle.frames.pop();
        let Some(ship) = battle.fleet.off_shore(self.ship).next() else { return true };
        // O2.6: once Allied Withdrawal is in effect they must go.
        if battle.withdrawing() {
            battle.first(ShipLeaves { ship: after(ship) });
            battle.ship_goes(ship, Berth::Egypt, events);
            return true;
        }
        battle.first(ShipLeaves { ship });
        false
    }
}

/// Steps 3 and 4: all ships together lie off a map, and the marker of their target zone lies on its coast (O2.6, O2.7).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct FleetTakesPost;

impl Pending<Battle> for FleetTakesPost {
    fn decider(self, _: &Battle) -> Option<Side> {
        Some(Side::Allied)
    }

    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        actions.extend(battle.target_zones().map(Action::TargetZone));
    }

    fn play(self, battle: &mut Battle, action: Action, _: &mut dyn Dice, events: &mut Vec<Event>) {
        battle.frames.pop();
        if let Action::TargetZone(hex) = action {
            battle.fleet.marker = Some(hex);
            events.push(Event::FleetAt(hex));
        }
    }

    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        let gone = !battle.fleet.in_play();
        if gone {
            battle.frames.pop();
            battle.fleet.marker = None;
        }
        gone
    }
}

impl Battle {
    /// The terms of naval support; the caller knows that there are some.
    fn naval(&self) -> &Naval {
        self.ground.naval.as_ref().expect("ships are in play")
    }

    /// The counter of a ship.
    pub(super) fn ship(&self, ship: ShipId) -> &Counter {
        &self.naval().ships[ship.index()]
    }

    /// The ship that a decision is about.
    pub(super) fn ship_in_question(&self) -> Option<ShipId> {
        use super::frame::Frame;
        match *self.frames.last()? {
            Frame::ShipActs(ShipActs { ship })
            | Frame::ShipConverts(ShipConverts { ship })
            | Frame::ShipLeaves(ShipLeaves { ship }) => Some(ship),
            _ => None,
        }
    }

    /// Step C: ships that are due come to their box, and the naval chit goes into the cup (O2.1, O2.2).
    pub(super) fn ships_arrive(&mut self, events: &mut Vec<Event>) {
        let ground = alloc::sync::Arc::clone(&self.ground);
        let Some(terms) = &ground.naval else { return };
        let due = ShipId::all(terms.ships.len()).zip(&terms.arrivals);
        let due: Vec<ShipId> =
            due.filter(|&(_, &turn)| turn == self.turn).map(|(ship, _)| ship).collect();
        for &ship in &due {
            self.fleet.ships[ship.index()].berth = Berth::OffShore;
            events.push(Event::Ship(ship, ShipNews::Came));
        }
        if !due.is_empty() {
            self.first(FleetTakesPost);
        }
        if self.fleet.in_play() && self.carried != Some(terms.chit) {
            self.cup.put(terms.chit.0);
        }
    }

    /// The naval sub-phase (O2.3).
    pub(super) fn call_fleet(&mut self) {
        let ship = ShipId(0);
        self.first(FleetTakesPost);
        self.first(ShipLeaves { ship });
        self.first(AirAttacks { ship });
        self.first(ShipActs { ship });
    }

    /// Hexes of the coast where the marker may lie: of the map where the ships are or, where none is suppressed, of
    /// any other (O2.6, O2.7).
    fn target_zones(&self) -> impl Iterator<Item = HexId> + '_ {
        let map = &self.ground.map;
        let here = self.fleet.marker.map(|hex| map.hex(hex).sheet);
        let held =
            self.fleet.off_shore(ShipId(0)).any(|ship| self.fleet.ships[ship.index()].suppressed);
        let bound = here.filter(|_| held);
        let coast = self.ground.naval.iter().flat_map(|terms| &terms.coast);
        coast.copied().filter(move |&hex| bound.is_none_or(|sheet| map.hex(hex).sheet == sheet))
    }

    /// Enemies that a ship may fire at: in sight of the marker, and in range (O2.4).
    fn naval_targets(&self, ship: ShipId) -> impl Iterator<Item = UnitId> + '_ {
        let card = self.ship(ship);
        let reach = card.range.saturating_sub(self.naval().offing);
        let armed = card.fire.is_some();
        self.fleet.marker.filter(|_| armed).into_iter().flat_map(move |marker| {
            self.on_map(Side::German)
                .filter(move |&(_, hex)| {
                    self.ground.distance(marker, hex) <= reach && self.sees(marker, hex)
                })
                .map(|(unit, _)| unit)
        })
    }

    /// Printed rating of a ship's fire at a unit, with the ship's own modifiers and those of the target.
    fn lay_guns(&self, ship: ShipId, target: UnitId, to: HexId) -> (i8, Mods, Mods) {
        let modifiers = self.ground.modifiers(Mode::Indirect);
        let (card, state) = (self.ship(ship), &self.fleet.ships[ship.index()]);
        let (mut own, mut mods) = (Mods::none(), Mods::none());
        if state.cohesion > 0 {
            own.add(Mod::Cohesion, modifiers.cohesion[usize::from(state.cohesion) - 1]);
        }
        if state.steps < card.steps {
            own.add(Mod::StepLoss, modifiers.step_loss);
        }
        if self.ground.night(self.turn) {
            mods.add(Mod::Night, modifiers.night);
        }
        self.aim_on(target, Mode::Indirect, to, &mut mods);
        (card.fire.map_or(0, |fire| fire.value), own, mods)
    }

    /// What a ship's fire comes to before the die limits it, for strategies; a bonus left out.
    pub(super) fn naval_rating(&self, ship: ShipId, target: UnitId, to: HexId) -> i8 {
        let (printed, own, mods) = self.lay_guns(ship, target, to);
        printed + own.sum() + mods.sum()
    }

    /// A ship fires at a unit: indirect fire of high explosive (O2.4).
    fn gunfire(
        &mut self,
        ship: ShipId,
        target: UnitId,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let to = self.hex(target).expect("targets are on the map");
        let fire = self.ship(ship).fire.expect("ships that fire have a rating");
        let whole = self.ship(ship).steps == 2 && self.fleet.ships[ship.index()].steps == 2;
        let bonus = self.ground.modifiers(Mode::Indirect).company_bonus;
        let (printed, own, mut mods) = self.lay_guns(ship, target, to);
        let earned = bonus != 0 && whole && self.ship_checks(BONUS, ship, dice, events);
        let strength = printed + own.sum() + if earned { bonus } else { 0 };
        for (why, value) in own.iter() {
            mods.add(why, value);
        }
        if earned {
            mods.add(Mod::CompanyBonus, bonus);
        }
        let rating = (printed + mods.sum()).clamp(0, 9);
        let die = self.ship_die(GUNFIRE, ship, target.0, dice);
        let hard = self.hard(target, Mode::Indirect, to);
        let misses = die == 9 || i16::from(die) > i16::from(rating);
        let hit = if misses { Hit::Miss } else { self.ground.hit(fire.colour, hard, die) };
        let colour = fire.colour;
        events.push(Event::Gunfire { ship, target, colour, hard, printed, mods, rating, die, hit });
        if die != 9 {
            self.leave_craters(to, die, strength >= HEAVY, fire.colour.artillery(), hit, events);
        }
        self.take(target, hit, CAUSE, events);
    }

    /// The air attack on a ship: of the modifiers of direct fire only those that help the attacker count (O2.5).
    fn attack_ship(&mut self, ship: ShipId, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let modifiers = self.ground.modifiers(Mode::Air);
        let (card, steps) = (self.ship(ship), self.fleet.ships[ship.index()].steps);
        let mass = modifiers.mass[usize::from(steps).min(modifiers.mass.len() - 1)];
        let rating = self.naval().air_attack + card.defence.max(0) + mass.max(0);
        let (rating, hard) = (rating.clamp(0, 9), card.armoured);
        let die = self.ship_die(ATTACK, ship, 0, dice);
        let misses = die == 9 || i16::from(die) > i16::from(rating);
        let white = super::counter::Colour::White;
        let hit = if misses { Hit::Miss } else { self.ground.hit(white, hard, die) };
        events.push(Event::Ship(ship, ShipNews::Attacked { rating, die, hit }));
        match hit {
            Hit::Miss => {}
            Hit::Question => {
                if !self.ship_checks(QUESTION, ship, dice, events) {
                    self.fail_question(ship, events);
                }
            }
            Hit::Suppression if self.fleet.ships[ship.index()].suppressed => {
                self.ship_disordered(ship, events);
            }
            Hit::Suppression => self.first(ShipConverts { ship }),
            Hit::Cohesion => self.ship_disordered(ship, events),
            Hit::Step => self.ship_loses(ship, 1, events),
            Hit::Eliminated => self.ship_loses(ship, u8::MAX, events),
        }
    }

    fn fail_question(&mut self, ship: ShipId, events: &mut Vec<Event>) {
        if self.fleet.ships[ship.index()].suppressed {
            self.ship_disordered(ship, events);
        } else if self.ground.rulings.failed_question == FailedQuestion::Convertible {
            self.first(ShipConverts { ship });
        } else {
            self.suppress_ship(ship, events);
        }
    }

    fn suppress_ship(&mut self, ship: ShipId, events: &mut Vec<Event>) {
        self.fleet.ships[ship.index()].suppressed = true;
        events.push(Event::Ship(ship, ShipNews::Suppressed));
    }

    /// A cohesion hit; beyond the second, a step.
    fn ship_disordered(&mut self, ship: ShipId, events: &mut Vec<Event>) {
        let state = &mut self.fleet.ships[ship.index()];
        if state.cohesion >= MOST_COHESION {
            self.ship_loses(ship, 1, events);
            return;
        }
        state.cohesion += 1;
        events.push(Event::Ship(ship, ShipNews::Cohesion(state.cohesion)));
    }

    fn ship_loses(&mut self, ship: ShipId, steps: u8, events: &mut Vec<Event>) {
        let state = &mut self.fleet.ships[ship.index()];
        state.steps = state.steps.saturating_sub(steps);
        if state.steps == 0 {
            self.ship_goes(ship, Berth::Sunk, events);
        } else {
            events.push(Event::Ship(ship, ShipNews::Damaged));
        }
    }

    /// A ship is out of play.
    fn ship_goes(&mut self, ship: ShipId, to: Berth, events: &mut Vec<Event>) {
        self.fleet.ships[ship.index()].berth = to;
        let news = if to == Berth::Sunk { ShipNews::Sunk } else { ShipNews::Withdrew };
        events.push(Event::Ship(ship, news));
        if to == Berth::Sunk {
            self.naval_unit_lost(events);
        }
    }

    /// A ship rallies: from suppression without a check, for it is always in command (8.0), else from a cohesion hit.
    fn rally_ship(&mut self, ship: ShipId, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let suppressed = core::mem::take(&mut self.fleet.ships[ship.index()].suppressed);
        if suppressed {
            events.push(Event::Ship(ship, ShipNews::Rallied));
        } else if self.ship_checks(RALLY, ship, dice, events) {
            let state = &mut self.fleet.ships[ship.index()];
            state.cohesion -= 1;
            events.push(Event::Ship(ship, ShipNews::Cohesion(state.cohesion)));
        }
    }

    /// A check of troop quality, which no point can buy (8.0).
    fn ship_checks(
        &mut self,
        kind: ChanceKind,
        ship: ShipId,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) -> bool {
        let (card, state) = (self.ship(ship), &self.fleet.ships[ship.index()]);
        let modifiers = &self.ground.quality;
        let mut need = card.quality;
        if state.cohesion > 0 {
            need += modifiers.cohesion[usize::from(state.cohesion) - 1];
        }
        if state.steps < card.steps {
            need += modifiers.step_loss;
        }
        if state.suppressed {
            need += modifiers.suppressed;
        }
        let die = self.ship_die(kind, ship, 0, dice);
        let passed = passes(need, die);
        events.push(Event::Ship(ship, ShipNews::Checked { need, die, passed }));
        passed
    }

    /// A die for a ship: of each kind it rolls one under a chit.
    fn ship_die(&self, kind: ChanceKind, ship: ShipId, whom: u16, dice: &mut dyn Dice) -> u8 {
        let (turn, who, nth) = (self.turn, SHIPS - u16::from(ship.0), self.tally.chits);
        dice.roll(Chance { kind, turn, who, whom, nth }, FACES)
    }
}

/// Stands for the first ship among the numbers of those who act.
const SHIPS: u16 = u16::MAX - 1;
