//! Parachute drops and glider landings (Mercury 4.1-4.2.2).

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, HexId, ResultsTable, Side};

use super::action::Action;
use super::counter::{DivisionId, UnitId};
use super::dropped::{Dropped, FACES, Way};
use super::event::Event;
use super::ground::{Landing, Stick};
use super::rulings::DropPlacement;
use super::sequence::Frame;
use super::state::{Battle, Place};

const DROP: ChanceKind = ChanceKind::new("drop");
const SCATTER: ChanceKind = ChanceKind::new("drop hex");

impl Landing {
    /// Reads a cell of the drop table; with `combined` a step loss may also delay.
    pub fn from_cell(cell: &str, combined: bool) -> Option<Landing> {
        let plain = |delays, steps, eliminated| Landing { delays, steps, eliminated };
        Some(match cell {
            "none" => plain(0, 0, false),
            "delay 1" => plain(1, 0, false),
            "delay 2" => plain(2, 0, false),
            "step" => plain(0, 1, false),
            "step+delay 1" => plain(u8::from(combined), 1, false),
            "eliminated" => plain(0, 0, true),
            _ => return None,
        })
    }

    /// What a die with all modifiers comes to. A natural 0 is always no effect (4.2.1).
    pub fn of(table: &ResultsTable<Landing>, die: u8, modifier: u16) -> Landing {
        if die == 0 {
            return Landing { delays: 0, steps: 0, eliminated: false };
        }
        *table.cell(0, i32::from(die) + i32::from(modifier))
    }

    /// The modifier for the ground (4.2.1): bad is orchard, scrub and village.
    pub fn ground(bad: bool, glider: bool) -> u16 {
        match (bad, glider) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        }
    }

    /// The result in words.
    pub fn words(self) -> &'static str {
        match (self.eliminated, self.steps, self.delays) {
            (true, _, _) => "eliminated",
            (_, 0, 0) => "no effect",
            (_, 0, 1) => "one delay",
            (_, 0, _) => "two delays",
            (_, _, 0) => "step loss",
            (_, _, _) => "step loss and delay",
        }
    }
}

impl Battle {
    /// Sticks of the division that are due jump, one after the other (4.1); their leaders come with any of their units,
    /// once all are down (11.0).
    pub(super) fn call_sticks(&mut self, division: DivisionId) {
        let due: Vec<u8> = self.sticks_due(division).collect();
        for &number in due.iter().rev() {
            if let Some(leader) = self.ground.sticks[usize::from(number)].leader {
                self.frames.push(Frame::LeaderJoins { leader });
            }
        }
        let drops = due.into_iter().rev().map(|stick| Frame::Drop { stick, next: 0 });
        self.frames.extend(drops);
    }

    /// Sticks of the division that may jump in this turn and have not.
    fn sticks_due(&self, division: DivisionId) -> impl Iterator<Item = u8> + '_ {
        (0u8..).zip(&self.ground.sticks).filter_map(move |(number, stick)| {
            let due = stick.turn <= self.turn
                && !self.dropped.contains(&number)
                && self.counter(stick.units[0]).division == division;
            due.then_some(number)
        })
    }

    /// Whether a drop of the division is due in this turn.
    pub(super) fn drop_due(&self, division: DivisionId) -> bool {
        self.sticks_due(division).next().is_some()
    }

    /// Hexes of the stick's zone where its next unit may land: no enemy, and nobody of this drop.
    /// Empty when it is forced onto an enemy.
    pub(super) fn drop_hexes<'a>(
        &'a self,
        stick: &'a Stick,
        unit: UnitId,
    ) -> impl Iterator<Item = HexId> + 'a {
        stick.hexes.iter().copied().filter(move |&hex| {
            !self.held_by(hex, Side::Allied)
                && self.stack(hex).all(|other| self.unit(other).landing.is_none())
                && self.fits(unit, hex, false)
        })
    }

    /// A drop goes on: the next unit waits for its hex where there is a choice.
    pub(super) fn drop_proceeds(
        &mut self,
        number: u8,
        next: u8,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) -> bool {
        let ground = alloc::sync::Arc::clone(&self.ground);
        let stick = &ground.sticks[usize::from(number)];
        let Some(&unit) = stick.units.get(usize::from(next)) else {
            self.frames.pop();
            self.dropped.push(number);
            return true;
        };
        let free: Vec<HexId> = self.drop_hexes(stick, unit).collect();
        match free.as_slice() {
            [] => {
                // 4.2: forced to land on the enemy.
                self.frames.pop();
                self.frames.push(Frame::Drop { stick: number, next: next + 1 });
                self.land_on_enemy(unit, number, events);
            }
            [only] => self.land(unit, number, next, *only, events),
            _ if ground.rulings.drop_placement == DropPlacement::Random => {
                let rank = |hex: HexId, dice: &mut dyn Dice| {
                    let turn = self.turn;
                    dice.rank(Chance { kind: SCATTER, turn, who: unit.0, whom: hex.0, nth: 0 })
                };
                let hex = free.iter().copied().min_by_key(|&hex| rank(hex, dice));
                let hex = hex.expect("two or more hexes are free");
                self.land(unit, number, next, hex, events);
            }
            _ => return false,
        }
        true
    }

    /// Options for the landing of a stick's next unit.
    pub(super) fn drop_options(&self, number: u8, next: u8, actions: &mut Vec<Action>) {
        let stick = &self.ground.sticks[usize::from(number)];
        if let Some(&unit) = stick.units.get(usize::from(next)) {
            actions.extend(self.drop_hexes(stick, unit).map(Action::DropIn));
        }
    }

    /// A unit lands: a parachute marker at once, none for gliders (4.2).
    pub(super) fn land(
        &mut self,
        unit: UnitId,
        number: u8,
        next: u8,
        hex: HexId,
        events: &mut Vec<Event>,
    ) {
        self.frames.pop();
        self.frames.push(Frame::Drop { stick: number, next: next + 1 });
        let glider = self.ground.sticks[usize::from(number)].glider;
        let state = self.unit_mut(unit);
        state.landing = Some(number);
        state.parachutes = u8::from(!glider);
        self.arrive(unit, hex, events);
    }

    /// No hex of the zone is free of enemies: the unit is lost.
    fn land_on_enemy(&mut self, unit: UnitId, number: u8, events: &mut Vec<Event>) {
        let hex = self.ground.sticks[usize::from(number)].hexes[0];
        let steps = self.unit(unit).steps;
        let side = self.side(unit);
        let turn = self.turn;
        self.tally.steps_lost[side] += u16::from(steps);
        let state = self.unit_mut(unit);
        state.steps = 0;
        state.lost_dropping += steps;
        state.place = Place::Dead(hex);
        state.end = Some((turn, "drop"));
        events.push(Event::Dropped(Dropped {
            turn,
            unit,
            hex,
            way: Way::OnEnemy(number),
            zones: 0,
            aa: 0,
            terrain: 0,
            die: None,
            steps,
            bore: 0,
            lost: steps,
        }));
        events.push(Event::Eliminated(unit));
    }

    /// Modifiers of the drop table for a unit in a hex (4.2.1): enemy zones, those of anti-aircraft
    /// units, and the terrain.
    pub(super) fn drop_modifiers(&self, unit: UnitId, glider: bool, hex: HexId) -> (u16, u16, u16) {
        let zones =
            self.on_map(self.side(unit).other()).filter(|&(enemy, _)| self.covers(enemy, hex));
        let (zones, aa) = zones.fold((0, 0), |(zones, aa), (enemy, _)| {
            (zones + 1, aa + u16::from(self.counter(enemy).anti_aircraft))
        });
        (zones, aa, Landing::ground(self.ground.terrain(hex).bad_landing, glider))
    }

    /// The result of the drop table.
    pub(super) fn drop_result(&self, die: u8, modifier: u16) -> Landing {
        let table = self.ground.drop_table.as_ref();
        Landing::of(table.expect("whoever drops has a drop table"), die, modifier)
    }

    /// The drop table is asked for a unit, the first time it is activated (4.2.1).
    pub(super) fn roll_drop(&mut self, unit: UnitId, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let Some(number) = self.unit_mut(unit).landing.take() else { return };
        let Some(hex) = self.hex(unit) else { return };
        let glider = self.ground.sticks[usize::from(number)].glider;
        let (zones, aa, terrain) = self.drop_modifiers(unit, glider, hex);
        let modifier = zones + aa + terrain;
        // The key holds no turn but the first: a drop that slips keeps its luck.
        let turn = self.ground.sticks[usize::from(number)].turn;
        let roll = dice.roll(Chance { kind: DROP, turn, who: unit.0, whom: 0, nth: 0 }, FACES);
        let result = self.drop_result(roll, modifier);
        let (steps, bore) = (self.unit(unit).steps, self.markers(unit));
        let lost = result.loss(steps);
        let state = self.unit_mut(unit);
        if glider {
            state.gliders += result.delays;
        } else {
            state.parachutes += result.delays;
        }
        events.push(Event::Dropped(Dropped {
            turn: self.turn,
            unit,
            hex,
            way: Way::Stick(number),
            zones,
            aa,
            terrain,
            die: Some(roll),
            steps,
            bore,
            lost,
        }));
        if lost > 0 {
            self.unit_mut(unit).lost_dropping += lost;
            self.lose_steps(unit, lost, "drop", events);
        }
    }

    /// Units whose fate is still open at the end of the activation roll now.
    pub(super) fn roll_remaining_drops(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let open: Vec<UnitId> =
            self.ids().filter(|&unit| self.unit(unit).landing.is_some()).collect();
        for unit in open {
            self.roll_drop(unit, dice, events);
        }
    }
}
