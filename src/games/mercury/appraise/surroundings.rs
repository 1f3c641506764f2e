//! The enemies who matter to a unit where it stands and one hex around, each looked at once for all
//! options of a decision.

use core::cell::OnceCell;

use engine::HexId;

use super::super::counter::UnitId;
use super::super::fire::Mode;
use super::super::state::Battle;
use super::chances::{Aimed, Expected, Mark, Nerve};
use super::foes::{Foe, Foes, Gun, reach};
use super::ground_view::{FAR, Standing, Ways};
use super::nearest::{Nearest, Places};
use super::profile::Profile;
use super::recall::Recall;

/// A unit and the enemies around it.
pub(super) struct Surroundings<'a> {
    recall: &'a Recall<'a>,
    battle: &'a Battle,
    me: Nerve,
    gun: Gun,
    /// The hex that the unit is looked for in or next to.
    hex: HexId,
    ways: OnceCell<Ways<'a>>,
    /// Enemies who could fire or be fired at.
    foes: Foes,
    /// Where those enemies stand who can be the nearest.
    nearest: Places,
    /// The same of those who are easy prey.
    prey: OnceCell<Places>,
    /// The hex that the unit has for itself.
    alone: Option<HexId>,
}

impl<'a> Surroundings<'a> {
    /// For the unit in this hex or in one next to it.
    pub fn around(recall: &'a Recall<'a>, unit: UnitId, hex: HexId) -> Self {
        let battle = recall.battle;
        let mut nearest = Nearest::new();
        let look = |distance, at| {
            if nearest.may_be(distance) {
                nearest.add(distance, at);
            }
        };
        let foes =
            Foes::around(recall, battle.side(unit).other(), hex, 1, reach(battle, unit), look);
        let at = battle.hex(unit).expect("who looks around is on the map");
        let Profile { quality, ratings, .. } = recall.profile(unit, at);
        Surroundings {
            recall,
            battle,
            me: Nerve { unit, quality },
            gun: Gun::of(battle, unit, ratings),
            hex,
            ways: OnceCell::new(),
            foes,
            nearest: nearest.places(battle.ground.distances_from(hex)),
            prey: OnceCell::new(),
            alone: battle.alone(unit),
        }
    }

    /// Looks at a hex as the unit would find it.
    pub fn standing(&self, hex: HexId) -> Standing {
        let (battle, unit) = (self.battle, self.me.unit);
        let ways = self.ways.get_or_init(|| self.recall.ways(unit));
        let mut standing = battle.stay(unit, ways, hex);
        standing.support = battle.support_but(self.alone, battle.side(unit), hex);
        if let Some(posts) = self.recall.posts(unit) {
            standing.on_post = i32::from(posts.at(hex));
            standing.from_post = posts.near(hex).into();
        }
        if self.foes.list.is_empty() {
            return standing;
        }
        let distances = battle.ground.distances_from(hex);
        let mark = OnceCell::new();
        let mut danger = Expected::default();
        for foe in &self.foes.list {
            let distance = distances[foe.at.index()];
            standing.contact += i32::from(distance == 1);
            if foe.sees(battle, hex, distance) {
                standing.zoned = standing.zoned || foe.watches(battle, distance);
                if distance <= foe.gun.reach {
                    let mark = mark.get_or_init(|| self.recall.mark_in(unit, hex));
                    danger = danger.plus(foe.threat(battle, self.me, distance, *mark));
                }
            }
            if distance >= 1 && distance <= self.gun.reach && battle.sees(hex, foe.at) {
                standing.shot = standing.shot.max(self.chance(foe, hex, distance).worth());
            }
        }
        standing.danger = danger.worth();
        standing
    }

    /// Hexes from here, or from a hex next to it, to the nearest enemy.
    pub fn enemy(&self, hex: HexId) -> i32 {
        self.least(hex, &self.nearest)
    }

    /// The same to the nearest easy prey: an enemy marked from its drop, suppressed or down to one step.
    pub fn prey(&self, hex: HexId) -> i32 {
        self.least(hex, self.prey.get_or_init(|| self.easiest()))
    }

    fn least(&self, hex: HexId, places: &Places) -> i32 {
        let distances = self.battle.ground.distances_from(hex);
        let least = places.iter().map(|at| distances[at.index()]).fold(FAR as u8, u8::min);
        i32::from(least)
    }

    fn easiest(&self) -> Places {
        let battle = self.battle;
        let distances = battle.ground.distances_from(self.hex);
        let mut nearest = Nearest::new();
        for (enemy, at) in battle.on_map(battle.side(self.me.unit).other()) {
            let distance = distances[at.index()];
            if nearest.may_be(distance) && battle.easy_prey(enemy) {
                nearest.add(distance, at);
            }
        }
        nearest.places(distances)
    }

    /// Expected loss from opportunity fire when the unit leaves its hex, percent of a step.
    pub fn exposure(&self, hex: HexId, extra: i8) -> i32 {
        let battle = self.battle;
        let mark = OnceCell::new();
        let mode = Mode::Opportunity;
        let mut sum = Expected::default();
        for foe in &self.foes.list {
            let distance = battle.ground.distance(hex, foe.at);
            if foe.sees(battle, hex, distance) && foe.watches(battle, distance) {
                let mark = mark.get_or_init(|| Mark::of(battle, self.me.unit, mode, hex));
                let aimed = foe.aim(battle, self.me.unit, mode, distance, *mark, extra);
                let shot = battle.expect_aimed(aimed, None, self.me);
                sum = sum.plus(shot.tenths(foe.nerve.passes() as u8));
            }
        }
        sum.worth()
    }

    /// What the unit's shot from a hex at an enemy can be expected to do.
    fn chance(&self, foe: &Foe, hex: HexId, distance: u8) -> Expected {
        let (battle, unit, enemy) = (self.battle, self.me.unit, foe.nerve.unit);
        let mark = foe.mark;
        let way = battle.range_modifier(unit, enemy, Mode::Direct, distance);
        let aimed = Aimed {
            rating: self.gun.rating(battle, Mode::Direct, hex) + mark.modifier + way,
            colour: self.gun.colour.at_range(distance),
            hard: mark.hard,
        };
        let bonus = battle.bonus(unit, Mode::Direct, self.me);
        battle.expect_aimed(aimed, bonus, foe.nerve)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use alloc::vec::Vec;

    use engine::{Position as _, Seed, Seeded, Side, Whim};

    use super::super::super::fire::Shot;
    use super::super::super::frame::{Acting, Frame, Moving};
    use super::super::super::tests::desk::Files;
    use super::*;

    /// Calls `look` with every unit that acts or moves in some games of random play; returns how many.
    pub(in super::super) fn everywhere(
        scenario: &str,
        look: impl Fn(&Battle, UnitId, HexId),
    ) -> usize {
        let mut looks = 0;
        for game in 0..4 {
            let mut battle = Files::default().scenario(scenario);
            let mut dice = Seeded::new(Seed(game));
            let mut whim = Whim::new(Seed(game + 100), Side::German);
            let (mut legal, mut events) = (Vec::new(), Vec::new());
            battle.open(&mut dice, &mut events);
            while battle.to_act().is_some() {
                legal.clear();
                battle.legal_actions(&mut legal);
                if let Some(Frame::Acting(Acting { unit, .. }) | Frame::Moving(Moving { unit, .. })) =
                    battle.frames.last().copied()
                    && let Some(hex) = battle.hex(unit)
                {
                    look(&battle, unit, hex);
                    looks += 1;
                }
                let choice = legal[whim.below(legal.len())];
                battle.apply_unchecked(choice, &mut dice, &mut events);
            }
        }
        looks
    }

    #[test]
    fn a_hex_looks_the_same_from_next_to_it_as_from_itself() {
        for scenario in ["kastelli", "snafu"] {
            let looks = everywhere(scenario, |battle, unit, hex| {
                let recall = Recall::fresh(battle);
                let around = Surroundings::around(&recall, unit, hex);
                for (_, next) in battle.ground.map.neighbours(hex) {
                    assert_eq!(around.standing(next), battle.standing(unit, next));
                    let there = Surroundings::around(&recall, unit, next);
                    assert_eq!(around.enemy(next), there.enemy(next));
                    assert_eq!(around.prey(next), there.prey(next));
                    assert_eq!(around.foes.danger(&recall, unit, next), battle.danger(unit, next));
                }
            });
            assert!(looks > 100, "{scenario}: {looks} looks");
        }
    }

    #[test]
    fn danger_and_shots_are_those_of_one_shot_after_the_other() {
        let looks = everywhere("snafu", |battle, unit, hex| {
            let recall = Recall::fresh(battle);
            let around = Surroundings::around(&recall, unit, hex);
            let standing = around.standing(hex);
            let shots = |firer: UnitId, target: UnitId| {
                let (from, to) = (battle.hex(firer).unwrap(), battle.hex(target).unwrap());
                let distance = battle.ground.distance(from, to);
                let fire = battle.counter(firer).fire?;
                let state = battle.unit(firer);
                let able = !state.suppressed && !state.mounted && battle.sees(from, to);
                let near = distance <= battle.counter(firer).range;
                (able && near && !fire.colour.indirect_at(distance)).then(|| {
                    let colour = fire.colour.at_range(distance);
                    battle.expect(Shot {
                        firer: Some(firer),
                        target,
                        mode: Mode::Direct,
                        colour,
                        extra: 0,
                    })
                })
            };
            let enemies: Vec<UnitId> =
                battle.on_map(battle.side(unit).other()).map(|(enemy, _)| enemy).collect();
            let danger = enemies.iter().filter_map(|&enemy| shots(enemy, unit));
            assert_eq!(standing.danger, danger.fold(Expected::default(), Expected::plus).worth());
            let best = enemies.iter().filter_map(|&enemy| shots(unit, enemy));
            assert_eq!(standing.shot, best.map(Expected::worth).max().unwrap_or(0).max(0));
            let near = |enemy: &UnitId| {
                i32::from(battle.ground.distance(hex, battle.hex(*enemy).unwrap()))
            };
            assert_eq!(around.enemy(hex), enemies.iter().map(near).min().unwrap_or(FAR));
            let prey = enemies.iter().filter(|&&enemy| battle.easy_prey(enemy)).map(near);
            assert_eq!(around.prey(hex), prey.min().unwrap_or(FAR));
        });
        assert!(looks > 100, "{looks} looks");
    }
}
