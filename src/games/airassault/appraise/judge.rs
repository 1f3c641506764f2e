//! Mistakes that are counted with `--review`.

use engine::InForce;

use super::super::action::Action;
use super::super::phase::Wait;
use super::super::view::View;
use super::Memory;
use super::survey::Survey;

engine::features! {
    /// What is counted as a mistake.
    pub(super) enum Mistake in MEASURES;
    BadAttack = "bad-attack", "decisions", "An attack was made that costs the attacker a strength point more than the defender in the mean.";
    AttackDeclined = "attack-declined", "decisions", "An attack was passed up that costs the defender a strength point more than the attacker in the mean.";
    FieldLeft = "field-left", "decisions", "The last unit left an airfield with an enemy next to it.";
}

/// Hundredths of a strength point that make an attack good or bad.
const CLEAR: i32 = 100;

/// Adds what was wrong with a choice.
pub(super) fn count(
    view: View<'_>,
    legal: &[Action],
    chosen: Action,
    memory: &Memory,
    counts: &mut [u32],
) {
    let survey = Survey::of(view, memory, InForce::NONE);
    let mut add = |mistake: Mistake, wrong: bool| counts[mistake as usize] += u32::from(wrong);
    match (survey.wait, chosen) {
        (Some(Wait::Muster(_)), Action::Fight) => {
            let fight = view.fight();
            let [value, _] = survey.attack(&fight.attackers, &fight.guns, &fight.targets);
            add(Mistake::BadAttack, value <= -CLEAR);
        }
        (Some(Wait::Attack(_)), Action::Pass) => {
            let good = legal.iter().any(|&action| {
                let Action::Attack(hex) = action else { return false };
                let (attackers, guns) = view.muster(hex);
                survey.attack(&attackers, &guns, &[hex])[0] >= CLEAR
            });
            add(Mistake::AttackDeclined, good);
        }
        (Some(Wait::Move(_)), Action::To(_)) => {
            let left = survey.here.is_some_and(|hex| {
                survey.is_field(hex)
                    && view.known(view.side(), hex).count() == 1
                    && view.zone(view.side().other(), hex)
            });
            add(Mistake::FieldLeft, left);
        }
        _ => {}
    }
}
