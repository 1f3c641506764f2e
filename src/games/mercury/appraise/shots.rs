//! What the units of a side can expect of their fire, each target looked at once for all options of a decision.

use core::cell::RefCell;

use engine::HexId;
use smallvec::SmallVec;

use super::super::counter::UnitId;
use super::super::fire::Mode;
use super::chances::{Aimed, Expected, Mark, Nerve};
use super::foes::Gun;
use super::profile::{AIMED, Profile};
use super::recall::Recall;

/// Room for as many targets as mostly are in reach of those who could act.
const TARGETS: usize = 16;

/// Shots of a decision.
pub(super) struct Shots<'a> {
    recall: &'a Recall<'a>,
    /// Those who were aimed at.
    targets: RefCell<SmallVec<[Target; TARGETS]>>,
    /// Who fired last: one unit weighs its targets one after the other.
    firer: RefCell<Option<Firer>>,
}

struct Target {
    nerve: Nerve,
    at: HexId,
    marks: [Mark; AIMED],
}

struct Firer {
    nerve: Nerve,
    at: HexId,
    gun: Gun,
}

impl Firer {
    fn of(recall: &Recall<'_>, unit: UnitId, at: HexId) -> Self {
        let Profile { quality, ratings, .. } = recall.profile(unit, at);
        Firer { nerve: Nerve { unit, quality }, at, gun: Gun::of(recall.battle, unit, ratings) }
    }
}

impl<'a> Shots<'a> {
    /// None yet.
    pub fn new(recall: &'a Recall<'a>) -> Self {
        let (targets, firer) = (RefCell::new(SmallVec::new()), RefCell::new(None));
        Shots { recall, targets, firer }
    }

    /// Worth of the best shot of a unit from where it stands, percent of a step; 0 if it has none.
    pub fn best(&self, unit: UnitId, at: HexId) -> i32 {
        let firer = Firer::of(self.recall, unit, at);
        let mut best = None;
        self.recall.battle.aims(unit, at, |enemy, mode| {
            best = best.max(Some(self.shoot(&firer, enemy, mode).worth()));
        });
        best.unwrap_or(0)
    }

    /// What a unit's fire at a target that it may fire at can be expected to do from where both stand.
    pub fn fire(&self, unit: UnitId, target: UnitId) -> Option<Expected> {
        let battle = self.recall.battle;
        let (mode, at) = (battle.mode_at(unit, target)?, battle.hex(unit)?);
        let mut firer = self.firer.borrow_mut();
        let known = firer.take().filter(|firer| firer.nerve.unit == unit);
        let firer = firer.insert(known.unwrap_or_else(|| Firer::of(self.recall, unit, at)));
        Some(self.shoot(firer, target, mode))
    }

    /// A shot in the unit's own activation: direct, or indirect.
    fn shoot(&self, firer: &Firer, target: UnitId, mode: Mode) -> Expected {
        let (battle, unit) = (self.recall.battle, firer.nerve.unit);
        let mut targets = self.targets.borrow_mut();
        let known = targets.iter().position(|known| known.nerve.unit == target);
        let place = known.unwrap_or_else(|| {
            let at = battle.hex(target).expect("targets are on the map");
            let Profile { quality, marks, .. } = self.recall.profile(target, at);
            targets.push(Target { nerve: Nerve { unit: target, quality }, at, marks });
            targets.len() - 1
        });
        let Target { nerve, at, marks } = &targets[place];
        let mark = marks[mode.index()];
        let distance = battle.ground.distance(firer.at, *at);
        let mut way = battle.range_modifier(unit, target, mode, distance);
        let colour = if mode == Mode::Indirect {
            if battle.unit(unit).park && battle.unit(target).park {
                way += battle.ground.modifiers(mode).counter_battery;
            }
            firer.gun.colour
        } else {
            firer.gun.colour.at_range(distance)
        };
        let aimed = Aimed {
            rating: firer.gun.rating(battle, mode, firer.at) + mark.modifier + way,
            colour,
            hard: mark.hard,
        };
        let bonus = battle.bonus(unit, mode, firer.nerve);
        battle.expect_aimed(aimed, bonus, *nerve)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::fire::Shot;
    use super::super::surroundings::tests::everywhere;
    use super::*;

    #[test]
    fn many_shots_are_those_of_one_after_the_other() {
        for scenario in ["snafu", "descent"] {
            let looks = everywhere(scenario, |battle, _, _| {
                let recall = Recall::fresh(battle);
                let shots = Shots::new(&recall);
                for side in engine::Side::BOTH {
                    for (unit, at) in battle.on_map(side) {
                        let mut best = None;
                        battle.aims(unit, at, |enemy, mode| {
                            let shot: Shot = battle.shot_at(unit, enemy, mode).unwrap();
                            let expected = battle.expect(shot);
                            assert_eq!(shots.fire(unit, enemy), Some(expected));
                            best = best.max(Some(expected.worth()));
                        });
                        assert_eq!(shots.best(unit, at), best.unwrap_or(0));
                    }
                }
            });
            assert!(looks > 100, "{scenario}: {looks} looks");
        }
    }
}
