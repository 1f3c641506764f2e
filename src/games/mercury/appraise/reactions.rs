//! What is decided in the midst of a deed: opportunity fire, points for checks, the course of an assault.

use engine::HexId;

use super::super::action::Action;
use super::super::activation::Deed;
use super::super::assault::Stage;
use super::super::counter::UnitId;
use super::super::damage::MOST_COHESION;
use super::super::fire::{Mode, Shot};
use super::super::quality::{Purpose, chance_of};
use super::super::state::Battle;
use super::chances::Expected;
use super::features::Feature;
use super::{Here, Sheet};

impl<S: engine::Scale> Sheet<'_, '_, S> {
    pub(super) fn watch(&mut self, firer: UnitId, target: UnitId, extra: i8, action: Action) {
        if action != Action::Shoot {
            return;
        }
        self.add(Feature::Act, 1);
        if let Some(expected) = self.battle.expect_opportunity(firer, target, extra) {
            self.add(Feature::OpportunityFire, expected.worth());
        }
    }

    pub(super) fn check(&mut self, unit: UnitId, purpose: Purpose, action: Action) {
        if action != Action::Pay {
            return;
        }
        let battle = self.battle;
        let fails = 100 - 10 * i32::from(chance_of(battle.quality(unit)));
        self.add(Feature::Cost, 1);
        self.scarcity(unit, 1);
        match purpose {
            Purpose::Bonus(shot) => {
                self.add(Feature::PayBonus, battle.bonus_worth(shot) * fails / 100);
            }
            Purpose::Improve(_) => self.add(Feature::PayDig, fails),
            Purpose::Rally | Purpose::Steady => self.add(Feature::PayRally, fails),
            _ => {
                self.add(Feature::PayQuestion, fails);
                if let Some(hex) = battle.hex(unit) {
                    self.add(Feature::PayDanger, battle.danger(unit, hex) * fails / 100);
                }
            }
        }
    }

    pub(super) fn convert(&mut self, unit: UnitId, action: Action) {
        let battle = self.battle;
        let chance = match action {
            Action::Roll => 10 * i32::from(chance_of(battle.quality(unit))),
            Action::Pay => {
                self.add(Feature::Cost, 1);
                self.scarcity(unit, 1);
                100
            }
            _ => return,
        };
        self.add(Feature::Convert, chance);
        if battle.unit(unit).cohesion >= MOST_COHESION {
            self.add(Feature::ConvertCostsStep, chance);
        }
        let hex = battle.hex(unit).expect("units hit are on the map");
        if battle.nearest_enemy(battle.side(unit), hex) <= 1 {
            self.add(Feature::ConvertNear, chance);
        }
    }

    pub(super) fn assault(&mut self, from: HexId, to: HexId, stage: Stage, action: Action) {
        let battle = self.battle;
        match action {
            Action::Join(unit) => {
                self.add(Feature::Cost, i32::from(battle.cost(unit, Deed::Assault, false)));
                let without = self.seen.assaults.prospect(battle.chargers(from), to);
                let with = battle.chargers(from).chain(core::iter::once(unit));
                let prospect = self.seen.assaults.prospect(with, to);
                self.add(Feature::Act, 1);
                self.add(Feature::Join, prospect.success - without.success);
                self.add(Feature::AssaultGain, prospect.gain - without.gain);
                self.add(Feature::AssaultLoss, prospect.loss - without.loss);
            }
            Action::ShootAt(target) => {
                self.add(Feature::Act, 1);
                if let Some(firer) = battle.subject() {
                    let extra = battle.ground.modifiers(Mode::Opportunity).charging;
                    if let Some(expected) = battle.expect_opportunity(firer, target, extra) {
                        self.add(Feature::OpportunityFire, expected.worth());
                    }
                }
            }
            Action::Retreat => self.retreat(from, to),
            Action::RetreatTo(direction) => {
                if let Some(unit) = battle.subject()
                    && let Some(hex) = battle.ground.map.neighbour(to, direction)
                {
                    self.step(unit, to, hex, &Here::of(self.seen.recall, unit, to));
                }
            }
            Action::Strike(target) => {
                if let Some(striker) = battle.subject() {
                    let charging =
                        matches!(stage, Stage::ChargerFires(_) | Stage::ChargerStrikes(_));
                    self.add(Feature::Strike, battle.strike_worth(striker, target, charging));
                }
            }
            _ => {}
        }
    }

    fn retreat(&mut self, from: HexId, to: HexId) {
        let battle = self.battle;
        self.add(Feature::Retreat, 1);
        let standing = self.seen.assaults.prospect(battle.chargers(from), to);
        // Standing loses what the strikes kill, and everything if the hex falls.
        let steps: i32 = battle.stack(to).map(|unit| i32::from(battle.unit(unit).steps)).sum();
        let stand = standing.gain + standing.success * steps;
        let extra = battle.ground.modifiers(Mode::Opportunity).retreating;
        let fly: i32 = battle
            .stack(to)
            .map(|unit| {
                battle
                    .chargers(from)
                    .filter_map(|charger| battle.expect_opportunity(charger, unit, extra))
                    .map(Expected::worth)
                    .sum::<i32>()
            })
            .sum();
        self.add(Feature::RetreatRelief, stand - fly);
        self.add(Feature::RetreatObjective, i32::from(battle.open_objective(to)));
        let kept = |unit| self.seen.recall.posts(unit).is_some_and(|posts| posts.at(to));
        self.add(Feature::RetreatPost, i32::from(battle.stack(to).any(kept)));
    }
}

impl Battle {
    pub(super) fn expect_opportunity(
        &self,
        firer: UnitId,
        target: UnitId,
        extra: i8,
    ) -> Option<Expected> {
        Some(self.expect(Shot { extra, ..self.shot_at(firer, target, Mode::Opportunity)? }))
    }

    /// What the company bonus adds to a shot, percent of a step.
    fn bonus_worth(&self, shot: Shot) -> i32 {
        let plain = self.expect(shot);
        let value = self.ground.modifiers(shot.mode).company_bonus;
        let bonus = Shot { extra: shot.extra + value, ..shot };
        self.expect(bonus).worth() - plain.worth()
    }
}
