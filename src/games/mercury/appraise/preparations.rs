//! What comes before units fight: set-up, drops, air strikes.

use alloc::vec::Vec;

use engine::{HexId, Side};

use super::super::action::Action;
use super::super::counter::{Colour, UnitId};
use super::super::fire::{Mode, Shot};
use super::super::frame::Frame;
use super::super::ground::{SIGHT_DAY, SetUp};
use super::super::ids::{ShipId, StickId};
use super::super::state::Battle;
use super::Sheet;
use super::chances::{Aimed, Nerve};
use super::features::Feature;
use super::foes::Foes;

impl<S: engine::Scale> Sheet<'_, '_, S> {
    pub(super) fn air_strike(&mut self, hex: HexId) {
        let battle = self.battle;
        self.add(Feature::Act, 1);
        let best = battle.stack(hex).map(|unit| battle.expect(air_shot(unit)).worth()).max();
        self.add(Feature::AirSteps, best.unwrap_or(0));
        let Some(target) = battle.stack(hex).next() else { return };
        let enemy = battle.side(target);
        if self.wants(Feature::AirDrop) {
            let watched = battle.stack(hex).map(|unit| battle.watched_landings(unit)).max();
            self.add(Feature::AirDrop, watched.unwrap_or(0));
        }
        self.add(Feature::AirWay, (10 - battle.nearest_enemy(enemy, hex)).max(0));
        let near = i32::from(battle.ground.objective_near[hex.index()]);
        self.add(Feature::AirObjective, (10 - near).max(0));
    }

    pub(super) fn set_up(&mut self, next: u16, action: Action) {
        let battle = self.battle;
        match (&battle.ground.set_up[usize::from(next)], action) {
            (SetUp::Unit { unit, .. }, Action::SetUpIn(hex)) => {
                let quality = i32::from(battle.counter(*unit).quality);
                let side = battle.side(*unit);
                let enemy = battle.nearest_start(side.other(), hex);
                self.add(Feature::SetUpForward, quality * (20 - enemy).max(0));
                let near = i32::from(battle.ground.objective_near[hex.index()]);
                self.add(Feature::SetUpObjective, quality * (20 - near).max(0));
            }
            (SetUp::Leader { leader, .. }, Action::LeaderWith(unit)) => {
                self.leader_with(*leader, unit);
            }
            _ => {}
        }
    }

    pub(super) fn begin(&mut self, unit: UnitId, action: Action) {
        let Action::Begin { column, mounted, dug_in } = action else { return };
        self.add(Feature::BeginDugIn, i32::from(dug_in));
        let battle = self.battle;
        let Some(hex) = battle.hex(unit) else { return };
        let side = battle.side(unit);
        let enemy = battle.nearest_enemy(side, hex).min(battle.nearest_start(side.other(), hex));
        if column {
            self.add(Feature::BeginColumn, enemy - 4);
        }
        if mounted {
            self.add(Feature::BeginMounted, enemy - 3);
        }
    }

    pub(super) fn drop_in(&mut self, unit: UnitId, stick: StickId, hex: HexId) {
        let battle = self.battle;
        let glider = battle.ground.sticks[stick.index()].glider;
        self.land_at(unit, glider, hex);
        if self.wants(Feature::DropDanger) {
            let foes = self.seen.foes.get_or_init(|| {
                let zone = battle.drop_zone(stick).into_iter();
                let spread = zone.map(|other| battle.ground.distance(hex, other)).max();
                let enemy = battle.side(unit).other();
                Foes::around(self.seen.recall, enemy, hex, spread.unwrap_or(0), 0, |_, _| ())
            });
            self.add(Feature::DropDanger, foes.danger(self.seen.recall, unit, hex));
        }
    }

    /// What the drop table, the ground and friends make of a hex in which a unit may land.
    fn land_at(&mut self, unit: UnitId, glider: bool, hex: HexId) {
        self.come_down(unit, glider, hex);
        self.add(Feature::DropWay, (200 - self.seen.recall.way(unit, hex)).max(0));
    }

    pub(super) fn come_down(&mut self, unit: UnitId, glider: bool, hex: HexId) {
        let battle = self.battle;
        let (loss, delay) = battle.expect_drop(unit, glider, hex);
        self.add(Feature::DropLoss, loss);
        self.add(Feature::DropDelay, delay);
        self.add(Feature::DropSupport, battle.support(unit, hex));
    }
}

impl<S: engine::Scale> Sheet<'_, '_, S> {
    /// A target for a battalion: near an objective and far from those who would fire at it, as the hexes next to it have
    /// it in the mean; what lies in between is not looked at.
    pub(super) fn drop_target(&mut self, unit: UnitId, hex: HexId) {
        let battle = self.battle;
        let watched = self.seen.watched.get_or_init(|| battle.watched_hexes(Side::Allied));
        let danger = i32::from(watched[hex.index()]);
        self.add(Feature::DropLoss, 15 * danger);
        self.add(Feature::DropDanger, 10 * danger);
        self.add(Feature::DropWay, (200 - self.seen.recall.way(unit, hex)).max(0));
    }

    /// What a ship does off the coast.
    pub(super) fn ship_fires(&mut self, ship: ShipId, target: UnitId) {
        self.add(Feature::Act, 1);
        self.add(Feature::AirSteps, self.battle.naval_worth(ship, target));
    }

    /// A target zone: the best shots from it.
    pub(super) fn target_zone(&mut self, hex: HexId) {
        let battle = self.battle;
        let seen = battle.on_map(Side::German).filter(|&(_, at)| {
            battle.ground.distance(hex, at) <= SIGHT_DAY && battle.sees(hex, at)
        });
        let worth = seen.map(|(unit, _)| battle.naval_worth(ShipId(0), unit)).max();
        self.add(Feature::AirSteps, worth.unwrap_or(0));
    }
}

pub(super) fn air_shot(target: UnitId) -> Shot {
    Shot { firer: None, target, mode: Mode::Air, colour: Colour::White, extra: 0 }
}

impl Battle {
    /// What a shot of a ship is worth.
    fn naval_worth(&self, ship: ShipId, target: UnitId) -> i32 {
        let Some(to) = self.hex(target) else { return 0 };
        let colour = self.ship(ship).fire.map_or(Colour::Orange, |fire| fire.colour);
        let rating = self.naval_rating(ship, target, to);
        let aimed = Aimed { rating, colour, hard: self.hard(target, Mode::Indirect, to) };
        self.expect_aimed(aimed, None, Nerve::of(self, target)).worth()
    }

    /// By hex, units of a side within whose fire zone it or a hex next to it may lie: what they see is not asked.
    pub(super) fn watched_hexes(&self, side: Side) -> Vec<u8> {
        let mut watched = alloc::vec![0u8; self.ground.map.len()];
        for (unit, at) in self.on_map(side) {
            let reach = self.zone_reach(unit).saturating_add(1);
            let weight = 1 + u8::from(self.counter(unit).anti_aircraft);
            for (hex, distance) in self.ground.distances_from(at).on_the_grid() {
                if distance <= reach {
                    watched[hex] = watched[hex].saturating_add(weight);
                }
            }
        }
        watched
    }

    /// Strikes placed in a hex that are still to be resolved.
    pub(super) fn strikes_on(&self, hex: HexId) -> i32 {
        let placed =
            |frame: &&Frame| matches!(frame, Frame::AirStrike(strike) if strike.hex == hex);
        self.frames.iter().filter(placed).count() as i32
    }

    /// Steps (percent of one) and markers (likewise) a unit can be expected to lose and get on the drop
    /// table in a hex.
    fn expect_drop(&self, unit: UnitId, glider: bool, hex: HexId) -> (i32, i32) {
        let (zones, aa, terrain) = self.drop_modifiers(unit, glider, hex);
        let steps = i32::from(self.unit(unit).steps);
        (0..10).fold((0, 0), |(loss, delay), die| {
            let result = self.drop_result(die, zones + aa + terrain);
            let lost = if result.eliminated { steps } else { i32::from(result.steps) };
            (loss + 10 * lost, delay + 10 * i32::from(result.delays))
        })
    }

    /// Hexes of drop zones still to come that the unit's fire zone covers; anti-aircraft counts twice.
    fn watched_landings(&self, unit: UnitId) -> i32 {
        let (reach, Some(at)) = (self.zone_reach(unit), self.hex(unit)) else { return 0 };
        if reach == 0 {
            return 0;
        }
        let distances = self.ground.distances_from(at);
        let sticks = StickId::all(self.ground.sticks.len()).zip(&self.ground.sticks);
        let open = sticks.filter(|(number, _)| !self.arrivals.dropped.contains(number));
        let near = open.flat_map(|(_, stick)| &stick.hexes).filter(|hex| {
            // Most are too far away to ask more of them.
            distances[hex.index()] <= reach
        });
        let covered = near.filter(|&&hex| self.covers(unit, hex)).count() as i32;
        covered * if self.counter(unit).anti_aircraft { 2 } else { 1 }
    }

    /// Hexes from `hex` to the nearest place where `side` sets up or drops.
    fn nearest_start(&self, side: Side, hex: HexId) -> i32 {
        i32::from(self.ground.start_near[side][hex.index()])
    }
}
