//! Enemies who could fire, each looked at once for all options of a decision.

use core::cell::OnceCell;

use engine::{HexId, Side};
use smallvec::SmallVec;

use super::super::counter::{Colour, UnitId};
use super::super::fire::Mode;
use super::super::state::Battle;
use super::chances::{Aimed, Expected, Mark, Nerve};
use super::profile::{FIRING, Profile};
use super::recall::Recall;

/// Room for as many enemies as mostly are near.
const NEAR: usize = 8;

/// An enemy, with what does not hang on the hex that is looked at.
pub(super) struct Foe {
    pub nerve: Nerve,
    pub at: HexId,
    /// Hexes that its fire zone reaches, 0 for none.
    zone: u8,
    pub gun: Gun,
    /// What it is as a target of direct fire.
    pub mark: Mark,
}

/// A unit as one that fires direct from a hex.
pub(super) struct Gun {
    /// Hexes up to which it could fire in its next activation, 0 if it could not.
    pub reach: u8,
    pub colour: Colour,
    /// Its ratings with its own modifiers, but for the barrage on the hex that it fires from.
    ratings: [i8; FIRING],
}

impl Gun {
    /// Of a unit that brings these ratings with it.
    pub fn of(battle: &Battle, unit: UnitId, ratings: [i8; FIRING]) -> Gun {
        let (counter, state) = (battle.counter(unit), battle.unit(unit));
        let ready = !state.suppressed && !state.mounted;
        Gun {
            reach: if ready { battle.ground.reaches[unit.index()][0] } else { 0 },
            colour: counter.fire.map_or(Colour::White, |fire| fire.colour),
            ratings,
        }
    }

    pub fn rating(&self, battle: &Battle, mode: Mode, from: HexId) -> i8 {
        let barrage = battle.barrage(from);
        let less = barrage.map_or(0, |weight| battle.ground.modifiers(mode).barrage[weight]);
        self.ratings[mode.index()] + less
    }
}

impl Foe {
    fn of(recall: &Recall<'_>, unit: UnitId, at: HexId) -> Foe {
        let Profile { quality, ratings, zone, marks } = recall.profile(unit, at);
        let gun = Gun::of(recall.battle, unit, ratings);
        let mark = marks[Mode::Direct.index()];
        Foe { nerve: Nerve { unit, quality }, at, zone, gun, mark }
    }

    /// Whether its fire zone covers a hex that it sees at this distance.
    pub fn watches(&self, battle: &Battle, distance: u8) -> bool {
        distance <= self.zone && (distance == 1 || !battle.beset(self.nerve.unit, self.at))
    }

    /// Whether it sees a hex at this distance and is near enough to fire there or to watch it.
    #[inline]
    pub fn sees(&self, battle: &Battle, hex: HexId, distance: u8) -> bool {
        distance >= 1 && distance <= self.gun.reach.max(self.zone) && battle.sees(self.at, hex)
    }

    /// What its shot at a unit can be expected to do.
    pub fn threat(&self, battle: &Battle, target: Nerve, distance: u8, mark: Mark) -> Expected {
        let aimed = self.aim(battle, target.unit, Mode::Direct, distance, mark, 0);
        let bonus = battle.bonus(self.nerve.unit, Mode::Direct, self.nerve);
        battle.expect_aimed(aimed, bonus, target)
    }

    /// How it fires at a unit.
    pub fn aim(
        &self,
        battle: &Battle,
        target: UnitId,
        mode: Mode,
        distance: u8,
        mark: Mark,
        extra: i8,
    ) -> Aimed {
        let way = battle.range_modifier(self.nerve.unit, target, mode, distance);
        Aimed {
            rating: self.gun.rating(battle, mode, self.at) + mark.modifier + way + extra,
            colour: self.gun.colour.at_range(distance),
            hard: mark.hard,
        }
    }
}

/// Hexes up to which a unit ever fires direct or has a fire zone.
pub(super) fn reach(battle: &Battle, unit: UnitId) -> u8 {
    battle.ground.reaches[unit.index()][1]
}

/// Enemies around a hex.
pub(super) struct Foes {
    hex: HexId,
    /// Hexes from it within which their fire is known.
    steps: u8,
    pub list: SmallVec<[Foe; NEAR]>,
}

impl Foes {
    /// Those of a side whose fire can reach a unit in this hex or so many hexes from it, and those whom a unit there
    /// can reach that fires as far as `reach_there`; `look` is told of all there are, how far away and where.
    #[inline]
    pub fn around(
        recall: &Recall<'_>,
        side: Side,
        hex: HexId,
        steps: u8,
        reach_there: u8,
        mut look: impl FnMut(u8, HexId),
    ) -> Self {
        let battle = recall.battle;
        let distances = battle.ground.distances_from(hex);
        let least = reach_there.max(1);
        let farthest = battle.ground.direct_reach.saturating_add(steps);
        let mut list = SmallVec::new();
        for (enemy, at) in battle.on_map(side) {
            let distance = distances[at.index()];
            look(distance, at);
            if distance <= farthest
                && distance <= reach(battle, enemy).max(least).saturating_add(steps)
            {
                list.push(Foe::of(recall, enemy, at));
            }
        }
        Foes { hex, steps, list }
    }

    /// Expected loss of a unit in a hex from the fire of all enemies in reach, percent of a step.
    pub fn danger(&self, recall: &Recall<'_>, unit: UnitId, hex: HexId) -> i32 {
        let battle = recall.battle;
        if battle.ground.distance(self.hex, hex) > self.steps {
            return battle.danger(unit, hex);
        }
        let (me, mark) = (recall.nerve(unit), OnceCell::new());
        let mut danger = Expected::default();
        let distances = battle.ground.distances_from(hex);
        for foe in &self.list {
            let distance = distances[foe.at.index()];
            if distance <= foe.gun.reach && foe.sees(battle, hex, distance) {
                let mark = mark.get_or_init(|| recall.mark_in(unit, hex));
                danger = danger.plus(foe.threat(battle, me, distance, *mark));
            }
        }
        danger.worth()
    }
}
