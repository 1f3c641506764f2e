//! Parachute drops and glider landings (Mercury 4.1-4.2.2).

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, HexId, Pending, ResultsTable, Side};

use super::action::Action;
use super::counter::{DivisionId, UnitId};
use super::dropped::{Dropped, FACES, Way};
use super::event::Event;
use super::ground::{Landing, Stick};
use super::ids::StickId;
use super::leaders::LeaderJoins;
use super::rulings::DropPlacement;
use super::state::Battle;

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

/// How a unit that has landed has come down, as the drop table asks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ByAir {
    /// With a stick.
    Stick(StickId),
    /// With the ad-hoc drop of a turn (S3.0).
    AdHoc(u16),
}

/// A stick jumps, from this unit on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Dropping {
    pub stick: StickId,
    pub next: u8,
}

impl Dropping {
    fn stick(self, battle: &Battle) -> &Stick {
        &battle.ground.sticks[self.stick.index()]
    }

    /// The unit that jumps next; last of all whoever goes along with a battalion (O1.0).
    pub fn unit(self, battle: &Battle) -> Option<UnitId> {
        let (units, next) = (&self.stick(battle).units, usize::from(self.next));
        let along = || battle.jump(self.stick).filter(|_| next == units.len())?.with;
        units.get(next).copied().or_else(along)
    }

    fn after(self) -> Dropping {
        Dropping { next: self.next + 1, ..self }
    }

    /// The unit lands: a parachute marker at once, none for gliders (4.2).
    fn land(self, battle: &mut Battle, unit: UnitId, hex: HexId, events: &mut Vec<Event>) {
        battle.then(self.after());
        self.touch_down(battle, unit, hex, events);
    }

    /// The unit is down.
    pub fn touch_down(
        self,
        battle: &mut Battle,
        unit: UnitId,
        hex: HexId,
        events: &mut Vec<Event>,
    ) {
        let glider = self.stick(battle).glider;
        let state = battle.unit_mut(unit);
        state.landing = Some(ByAir::Stick(self.stick));
        state.parachutes = u8::from(!glider);
        battle.arrive(unit, hex, events);
    }
}

impl Pending<Battle> for Dropping {
    fn decider(self, battle: &Battle) -> Option<Side> {
        Some(battle.side(self.stick(battle).units[0]))
    }

    fn subject(self, battle: &Battle) -> Option<u16> {
        self.unit(battle).map(|unit| unit.0)
    }

    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        if let Some(unit) = self.unit(battle) {
            actions.extend(battle.drop_hexes(self.stick, unit).map(Action::DropIn));
        }
    }

    fn play(self, battle: &mut Battle, action: Action, _: &mut dyn Dice, events: &mut Vec<Event>) {
        if let (Action::DropIn(hex), Some(unit)) = (action, self.unit(battle)) {
            self.land(battle, unit, hex, events);
        }
    }

    /// The drop goes on: the next unit waits for its hex where there is a choice.
    fn proceed(self, battle: &mut Battle, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        let Some(unit) = self.unit(battle) else {
            battle.frames.pop();
            battle.arrivals.dropped.push(self.stick);
            return true;
        };
        let free: Vec<HexId> = battle.drop_hexes(self.stick, unit).collect();
        match free.as_slice() {
            [] => {
                // 4.2: forced to land on the enemy.
                battle.then(self.after());
                battle.land_on_enemy(unit, self.stick, events);
            }
            [only] => self.land(battle, unit, *only, events),
            _ if battle.ground.rulings.drop_placement == DropPlacement::Random => {
                let rank = |hex: HexId, dice: &mut dyn Dice| {
                    let turn = battle.turn;
                    dice.rank(Chance { kind: SCATTER, turn, who: unit.0, whom: hex.0, nth: 0 })
                };
                let hex = free.iter().copied().min_by_key(|&hex| rank(hex, dice));
                let hex = hex.expect("two or more hexes are free");
                self.land(battle, unit, hex, events);
            }
            _ => return false,
        }
        true
    }
}

impl Battle {
    /// Sticks of the division that are due jump, one after the other (4.1); their leaders come with any of their units,
    /// once all are down (11.0).
    pub(super) fn call_sticks(&mut self, division: DivisionId) {
        let due: Vec<StickId> = self.sticks_due(division).collect();
        for &number in due.iter().rev() {
            if let Some(leader) = self.ground.sticks[number.index()].leader {
                self.first(LeaderJoins { leader });
            }
        }
        for stick in due.into_iter().rev() {
            self.first(Dropping { stick, next: 0 });
        }
    }

    /// Sticks of the division that may jump in this turn and have not.
    fn sticks_due(&self, division: DivisionId) -> impl Iterator<Item = StickId> + '_ {
        StickId::all(self.ground.sticks.len()).zip(&self.ground.sticks).filter_map(
            move |(number, stick)| {
                let due = stick.turn <= self.turn
                    && !self.arrivals.dropped.contains(&number)
                    && self.counter(stick.units[0]).division == division;
                due.then_some(number)
            },
        )
    }

    /// Whether a drop of the division is due in this turn.
    pub(super) fn drop_due(&self, division: DivisionId) -> bool {
        self.sticks_due(division).next().is_some() || self.free_drop_due(division)
    }

    /// The hexes of a stick's zone: the scenario's, or those of open ground at and next to the target of a battalion
    /// (O1.0).
    pub(super) fn drop_zone(&self, stick: StickId) -> Vec<HexId> {
        let Some(jump) = self.jump(stick) else {
            return self.ground.sticks[stick.index()].hexes.clone();
        };
        let map = &self.ground.map;
        let near = map.neighbours(jump.target).map(|(_, hex)| hex);
        let zone = core::iter::once(jump.target).chain(near);
        zone.filter(|&hex| self.ground.terrain(hex).landable).collect()
    }

    /// Hexes of the stick's zone where its next unit may land: no enemy, and nobody of this drop.
    /// Empty when it is forced onto an enemy.
    pub(super) fn drop_hexes(
        &self,
        stick: StickId,
        unit: UnitId,
    ) -> impl Iterator<Item = HexId> + '_ {
        self.drop_zone(stick).into_iter().filter(move |&hex| self.free_to_land(unit, hex))
    }

    /// Whether a unit that jumps may land in a hex: no enemy, nobody of this drop, and room.
    pub(super) fn free_to_land(&self, unit: UnitId, hex: HexId) -> bool {
        !self.held_by(hex, Side::Allied)
            && self.stack(hex).all(|other| self.unit(other).landing.is_none())
            && self.fits(unit, hex, false)
    }

    /// No hex of the zone is free of enemies: the unit is lost.
    fn land_on_enemy(&mut self, unit: UnitId, number: StickId, events: &mut Vec<Event>) {
        let fixed = self.ground.sticks[number.index()].hexes.first().copied();
        let hex = self.jump(number).map(|jump| jump.target).or(fixed);
        let hex = hex.expect("a stick has a zone or a target");
        self.lost_landing(unit, hex, Way::OnEnemy(number), events);
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
        let Some(by) = self.unit_mut(unit).landing.take() else { return };
        let Some(hex) = self.hex(unit) else { return };
        let (glider, turn, way) = match by {
            ByAir::Stick(number) => {
                let stick = &self.ground.sticks[number.index()];
                (stick.glider, stick.turn, Way::Stick(number))
            }
            ByAir::AdHoc(turn) => (false, turn, Way::AdHoc),
        };
        let (zones, aa, terrain) = self.drop_modifiers(unit, glider, hex);
        let modifier = zones + aa + terrain;
        // The key holds no turn but the first: a drop that slips keeps its luck.
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
            way,
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
