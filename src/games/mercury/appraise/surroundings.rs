//! The enemies who matter to a unit where it stands and one hex around, each looked at once for all
//! options of a decision.

use core::cell::OnceCell;

use engine::HexId;
use smallvec::SmallVec;

use super::super::counter::{Colour, UnitId};
use super::super::fire::Mode;
use super::super::state::Battle;
use super::chances::{Aimed, Expected, Nerve};
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
    /// Its rating with its own modifiers.
    rating: OnceCell<i8>,
}

/// A unit as a target in a hex.
#[derive(Copy, Clone)]
struct Mark {
    /// Its modifiers.
    modifier: i8,
    hard: bool,
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
        *self.rating.get_or_init(|| {
            let mut own = 0;
            battle.aim_of(unit, Mode::Direct, Some(from), &mut own) + own
        })
    }
}

impl Mark {
    fn of(battle: &Battle, unit: UnitId, mode: Mode, hex: HexId) -> Mark {
        let mut modifier = 0;
        battle.aim_on(unit, mode, hex, &mut modifier);
        Mark { modifier, hard: battle.hard(unit, mode, hex) }
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

    fn covers(&self, battle: &Battle, hex: HexId, distance: u8) -> bool {
        distance >= 1
            && distance <= self.zone
            && battle.sees(self.at, hex)
            && (distance == 1 || !battle.beset(self.nerve.unit, self.at))
    }
}

/// A unit and the enemies around it.
pub(super) struct Surroundings<'a> {
    battle: &'a Battle,
    me: Nerve,
    ways: Ways<'a>,
    /// Enemies who could fire or be fired at.
    foes: SmallVec<[Foe; NEAREST]>,
    /// Where those stand who can be the nearest, and whether they are easy prey.
    nearest: SmallVec<[(HexId, bool); NEAREST]>,
}

impl<'a> Surroundings<'a> {
    /// For the unit in this hex or in one next to it.
    pub fn around(battle: &'a Battle, unit: UnitId, hex: HexId) -> Self {
        let mut around = Self::within(battle, unit, hex, 1);
        let distances = battle.ground.distances_from(hex);
        let enemies = battle.on_map(battle.side(unit).other());
        let nearest = enemies.map(|(_, at)| distances[at.index()]).min().unwrap_or(FAR as u8);
        let mut prey = FAR as u8;
        for (enemy, at) in battle.on_map(battle.side(unit).other()) {
            let distance = distances[at.index()];
            // One hex on, whoever is nearest may be one hex farther, and another one nearer.
            let easy = distance <= prey + 2 && battle.easy_prey(enemy);
            if easy || distance <= nearest + 2 {
                around.nearest.push((at, easy));
                prey = if easy { prey.min(distance) } else { prey };
            }
        }
        around
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
        let foes = battle
            .on_map(battle.side(unit).other())
            .filter(|&(enemy, at)| {
                let distance = distances[at.index()];
                distance <= farthest && distance <= reach(enemy).max(least) + steps
            })
            .map(|(enemy, at)| Foe::of(battle, enemy, at))
            .collect();
        let (me, ways) = (Nerve::of(unit), battle.ways(unit));
        Surroundings { battle, me, ways, foes, nearest: SmallVec::new() }
    }

    /// Looks at a hex as the unit would find it.
    pub fn standing(&self, hex: HexId) -> Standing {
        let (battle, unit) = (self.battle, self.me.unit);
        let distances = battle.ground.distances_from(hex);
        let mut standing = Standing { enemy: FAR, prey: FAR, ..battle.stay(unit, &self.ways, hex) };
        for &(at, easy) in &self.nearest {
            let hexes = i32::from(distances[at.index()]);
            standing.enemy = standing.enemy.min(hexes);
            if easy {
                standing.prey = standing.prey.min(hexes);
            }
        }
        if self.foes.is_empty() {
            return standing;
        }
        let gun = Gun::of(battle, unit);
        let mark = OnceCell::new();
        let mut danger = Expected::default();
        for foe in &self.foes {
            let distance = distances[foe.at.index()];
            standing.contact += i32::from(distance == 1);
            standing.zoned = standing.zoned || foe.covers(battle, hex, distance);
            if self.threatens(foe, hex, distance) {
                danger = danger.plus(self.threat(foe, hex, distance, &mark));
            }
            if distance >= 1 && distance <= gun.reach && battle.sees(hex, foe.at) {
                standing.shot = standing.shot.max(self.chance(&gun, foe, hex, distance).worth());
            }
        }
        standing.danger = danger.worth();
        standing
    }

    /// Expected loss in a hex from the fire of all enemies in reach, percent of a step.
    pub fn danger(&self, hex: HexId) -> i32 {
        let mark = OnceCell::new();
        let mut danger = Expected::default();
        for foe in &self.foes {
            let distance = self.battle.ground.distance(hex, foe.at);
            if self.threatens(foe, hex, distance) {
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
            if foe.covers(battle, hex, distance) {
                let mark =
                    mark.get_or_init(|| Mark::of(battle, self.me.unit, Mode::Opportunity, hex));
                let aimed = self.aim(foe, distance, *mark, extra);
                let shot = battle.expect_aimed(aimed, None, &self.me);
                sum = sum.plus(shot.tenths(foe.nerve.passes(battle) as u8));
            }
        }
        sum.worth()
    }

    /// Whether an enemy could fire at the unit in a hex.
    #[inline]
    fn threatens(&self, foe: &Foe, hex: HexId, distance: u8) -> bool {
        distance >= 1 && distance <= foe.gun.reach && self.battle.sees(foe.at, hex)
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
    fn chance(&self, gun: &Gun, foe: &Foe, hex: HexId, distance: u8) -> Expected {
        let (battle, unit, enemy) = (self.battle, self.me.unit, foe.nerve.unit);
        let mark = foe.mark.get_or_init(|| Mark::of(battle, enemy, Mode::Direct, foe.at));
        let way = battle.range_modifier(unit, enemy, distance);
        let aimed = Aimed {
            rating: gun.rating(battle, unit, hex) + mark.modifier + way,
            colour: gun.colour.at_range(distance),
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
                    assert_eq!(around.danger(next), battle.danger(unit, next));
                }
            });
            assert!(looks > 100, "{scenario}: {looks} looks");
        }
    }

    #[test]
    fn danger_and_shots_are_those_of_one_shot_after_the_other() {
        let looks = everywhere("snafu", |battle, unit, hex| {
            let standing = battle.standing(unit, hex);
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
            assert_eq!(standing.enemy, enemies.iter().map(near).min().unwrap_or(FAR));
            let prey = enemies.iter().filter(|&&enemy| battle.easy_prey(enemy)).map(near);
            assert_eq!(standing.prey, prey.min().unwrap_or(FAR));
        });
        assert!(looks > 100, "{looks} looks");
    }
}
