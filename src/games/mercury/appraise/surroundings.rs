//! The enemies who matter to a unit where it stands and one hex around, each looked at once for all
//! options of a decision.

use core::cell::OnceCell;

use engine::HexId;
use smallvec::SmallVec;

use super::super::counter::{Colour, UnitId};
use super::super::fire::Mode;
use super::super::state::Battle;
use super::chances::{Aimed, Expected, Mark, Nerve};
use super::ground_view::{FAR, Standing, Ways};

/// Room for as many enemies as mostly are near.
const NEAREST: usize = 8;

/// An enemy, with what does not hang on the hex that is looked at.
struct Foe {
    nerve: Nerve,
    at: HexId,
    /// Hexes that its fire zone reaches, 0 for none.
    zone: u8,
    gun: Gun,
    /// What it is as a target.
    mark: OnceCell<Mark>,
}

/// A unit as one that fires direct from a hex.
struct Gun {
    /// Hexes up to which it could fire in its next activation, 0 if it could not.
    reach: u8,
    colour: Colour,
    /// Its rating with its own modifiers, but for the barrage on the hex that it fires from.
    rating: OnceCell<i8>,
}

impl Gun {
    fn of(battle: &Battle, unit: UnitId) -> Gun {
        let (counter, state) = (battle.counter(unit), battle.unit(unit));
        let ready = !state.suppressed && !state.mounted;
        Gun {
            reach: if ready { counter.direct_reach() } else { 0 },
            colour: counter.fire.map_or(Colour::White, |fire| fire.colour),
            rating: OnceCell::new(),
        }
    }

    fn rating(&self, battle: &Battle, unit: UnitId, from: HexId) -> i8 {
        let barrage =
            battle.barrage(from).map_or(0, |weight| battle.ground.modifiers.barrage[weight]);
        barrage
            + *self.rating.get_or_init(|| {
                let mut own = 0;
                battle.aim_of(unit, Mode::Direct, None, &mut own) + own
            })
    }
}

impl Foe {
    fn of(battle: &Battle, unit: UnitId, at: HexId) -> Foe {
        Foe {
            nerve: Nerve::of(unit),
            at,
            zone: battle.zone_reach(unit),
            gun: Gun::of(battle, unit),
            mark: OnceCell::new(),
        }
    }

    /// Whether its fire zone covers a hex that it sees at this distance.
    fn watches(&self, battle: &Battle, distance: u8) -> bool {
        distance <= self.zone && (distance == 1 || !battle.beset(self.nerve.unit, self.at))
    }
}

/// A unit and the enemies around it.
pub(super) struct Surroundings<'a> {
    battle: &'a Battle,
    me: Nerve,
    gun: Gun,
    /// The hex that the unit is looked for in or next to.
    hex: HexId,
    ways: OnceCell<Ways<'a>>,
    /// Enemies who could fire or be fired at.
    foes: SmallVec<[Foe; NEAREST]>,
    /// Hexes to the nearest enemy of all.
    least: u8,
    nearest: OnceCell<Nearest>,
}

/// Where those enemies stand who can be the nearest, and whether they are easy prey.
type Nearest = SmallVec<[(HexId, bool); NEAREST]>;

impl<'a> Surroundings<'a> {
    /// For the unit in this hex or in one next to it.
    pub fn around(battle: &'a Battle, unit: UnitId, hex: HexId) -> Self {
        Self::within(battle, unit, hex, 1)
    }

    /// For the unit in this hex or so many hexes from it, with the enemies that fire can come from or go to.
    pub fn within(battle: &'a Battle, unit: UnitId, hex: HexId, steps: u8) -> Self {
        let distances = battle.ground.distances_from(hex);
        let reach = |unit: UnitId| {
            let counter = battle.counter(unit);
            counter.direct_reach().max(counter.zone)
        };
        let least = reach(unit).max(1);
        let farthest = battle.ground.direct_reach + steps;
        let mut foes = SmallVec::new();
        let mut nearest = FAR as u8;
        for (enemy, at) in battle.on_map(battle.side(unit).other()) {
            let distance = distances[at.index()];
            nearest = nearest.min(distance);
            if distance <= farthest && distance <= reach(enemy).max(least) + steps {
                foes.push(Foe::of(battle, enemy, at));
            }
        }
        Surroundings {
            battle,
            me: Nerve::of(unit),
            gun: Gun::of(battle, unit),
            hex,
            ways: OnceCell::new(),
            foes,
            least: nearest,
            nearest: OnceCell::new(),
        }
    }

    /// Looks at a hex as the unit would find it.
    pub fn standing(&self, hex: HexId) -> Standing {
        let (battle, unit) = (self.battle, self.me.unit);
        let ways = self.ways.get_or_init(|| battle.ways(unit));
        let mut standing = battle.stay(unit, ways, hex);
        if self.foes.is_empty() {
            return standing;
        }
        let distances = battle.ground.distances_from(hex);
        let mark = OnceCell::new();
        let mut danger = Expected::default();
        for foe in &self.foes {
            let distance = distances[foe.at.index()];
            standing.contact += i32::from(distance == 1);
            if self.seen(foe, hex, distance) {
                standing.zoned = standing.zoned || foe.watches(battle, distance);
                if distance <= foe.gun.reach {
                    danger = danger.plus(self.threat(foe, hex, distance, &mark));
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
        self.nearest(hex, |_| true)
    }

    /// The same to the nearest easy prey: an enemy marked from its drop, suppressed or down to one step.
    pub fn prey(&self, hex: HexId) -> i32 {
        self.nearest(hex, |easy| easy)
    }

    fn nearest(&self, hex: HexId, test: impl Fn(bool) -> bool) -> i32 {
        let distances = self.battle.ground.distances_from(hex);
        let nearest = self.nearest.get_or_init(|| self.who_can_be_nearest());
        let wanted = nearest.iter().filter(|&&(_, easy)| test(easy));
        wanted.map(|&(at, _)| i32::from(distances[at.index()])).fold(FAR, i32::min)
    }

    #[cold]
    fn who_can_be_nearest(&self) -> Nearest {
        let battle = self.battle;
        let distances = battle.ground.distances_from(self.hex);
        let mut prey = FAR as u8;
        let mut nearest = Nearest::new();
        for (enemy, at) in battle.on_map(battle.side(self.me.unit).other()) {
            let distance = distances[at.index()];
            // One hex on, whoever is nearest may be one hex farther, and another one nearer.
            let easy = distance <= prey + 2 && battle.easy_prey(enemy);
            if easy || distance <= self.least + 2 {
                nearest.push((at, easy));
                prey = if easy { prey.min(distance) } else { prey };
            }
        }
        nearest
    }

    /// Expected loss in a hex from the fire of all enemies in reach, percent of a step.
    pub fn danger(&self, hex: HexId) -> i32 {
        let mark = OnceCell::new();
        let mut danger = Expected::default();
        let distances = self.battle.ground.distances_from(hex);
        for foe in &self.foes {
            let distance = distances[foe.at.index()];
            if distance <= foe.gun.reach && self.seen(foe, hex, distance) {
                danger = danger.plus(self.threat(foe, hex, distance, &mark));
            }
        }
        danger.worth()
    }

    /// Expected loss from opportunity fire when the unit leaves its hex, percent of a step.
    pub fn exposure(&self, hex: HexId, extra: i8) -> i32 {
        let battle = self.battle;
        let mark = OnceCell::new();
        let mut sum = Expected::default();
        for foe in &self.foes {
            let distance = battle.ground.distance(hex, foe.at);
            if self.seen(foe, hex, distance) && foe.watches(battle, distance) {
                let mark =
                    mark.get_or_init(|| Mark::of(battle, self.me.unit, Mode::Opportunity, hex));
                let aimed = self.aim(foe, distance, *mark, extra);
                let shot = battle.expect_aimed(aimed, None, &self.me);
                sum = sum.plus(shot.tenths(foe.nerve.passes(battle) as u8));
            }
        }
        sum.worth()
    }

    /// Whether an enemy sees the unit in a hex and is near enough to fire at it or to watch it.
    #[inline]
    fn seen(&self, foe: &Foe, hex: HexId, distance: u8) -> bool {
        distance >= 1 && distance <= foe.gun.reach.max(foe.zone) && self.battle.sees(foe.at, hex)
    }

    /// What an enemy's shot at the unit in a hex can be expected to do.
    fn threat(&self, foe: &Foe, hex: HexId, distance: u8, mark: &OnceCell<Mark>) -> Expected {
        let battle = self.battle;
        let mark = mark.get_or_init(|| Mark::of(battle, self.me.unit, Mode::Direct, hex));
        let aimed = self.aim(foe, distance, *mark, 0);
        let bonus = battle.bonus_possible(foe.nerve.unit, Mode::Direct).then_some(&foe.nerve);
        battle.expect_aimed(aimed, bonus, &self.me)
    }

    fn aim(&self, foe: &Foe, distance: u8, mark: Mark, extra: i8) -> Aimed {
        let (battle, enemy) = (self.battle, foe.nerve.unit);
        let way = battle.range_modifier(enemy, self.me.unit, distance);
        Aimed {
            rating: foe.gun.rating(battle, enemy, foe.at) + mark.modifier + way + extra,
            colour: foe.gun.colour.at_range(distance),
            hard: mark.hard,
        }
    }

    /// What the unit's shot from a hex at an enemy can be expected to do.
    fn chance(&self, foe: &Foe, hex: HexId, distance: u8) -> Expected {
        let (battle, unit, enemy) = (self.battle, self.me.unit, foe.nerve.unit);
        let mark = foe.mark.get_or_init(|| Mark::of(battle, enemy, Mode::Direct, foe.at));
        let way = battle.range_modifier(unit, enemy, distance);
        let aimed = Aimed {
            rating: self.gun.rating(battle, unit, hex) + mark.modifier + way,
            colour: self.gun.colour.at_range(distance),
            hard: mark.hard,
        };
        let bonus = battle.bonus_possible(unit, Mode::Direct).then_some(&self.me);
        battle.expect_aimed(aimed, bonus, &foe.nerve)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use engine::{Position as _, Seed, Seeded, Side, Whim};

    use super::super::super::fire::Shot;
    use super::super::super::sequence::Frame;
    use super::super::super::tests::desk::Files;
    use super::*;

    /// Calls `look` with every unit that acts or moves in some games of random play; returns how many.
    fn everywhere(scenario: &str, look: impl Fn(&Battle, UnitId, HexId)) -> usize {
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
                if let Some(Frame::Acting { unit, .. } | Frame::Moving { unit, .. }) =
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
                let around = Surroundings::around(battle, unit, hex);
                for (_, next) in battle.ground.map.neighbours(hex) {
                    assert_eq!(around.standing(next), battle.standing(unit, next));
                    let there = Surroundings::around(battle, unit, next);
                    assert_eq!(around.enemy(next), there.enemy(next));
                    assert_eq!(around.prey(next), there.prey(next));
                    assert_eq!(around.danger(next), battle.danger(unit, next));
                }
            });
            assert!(looks > 100, "{scenario}: {looks} looks");
        }
    }

    #[test]
    fn danger_and_shots_are_those_of_one_shot_after_the_other() {
        let looks = everywhere("snafu", |battle, unit, hex| {
            let around = Surroundings::around(battle, unit, hex);
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
