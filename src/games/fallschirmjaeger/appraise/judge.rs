//! Mistakes that are counted with `--review`.

use super::super::action::Action;
use super::super::phase::Wait;
use super::super::state::Holland;
use super::charts::Charts;
use super::survey::Survey;

engine::features! {
    /// What is counted as a mistake.
    pub(super) enum Mistake in MEASURES;
    BadAttack = "bad-attack", "decisions", "An attack was made that costs the attacker a step more than the defender in the mean.";
    AttackDeclined = "attack-declined", "decisions", "An attack was passed up that costs the defender a step more than the attacker in the mean.";
    BadOverrun = "bad-overrun", "decisions", "An overrun was made that costs the attacker a step more than the defender in the mean.";
    PlaceLeft = "place-left", "decisions", "A party left a place that counts empty with an enemy next to it.";
    FlakHeld = "flak-held", "decisions", "Anti-aircraft held its fire with a target over which it would have counted.";
}

/// Hundredths of a step that make an attack good or bad.
const CLEAR: i32 = 100;

/// Adds what was wrong with a choice.
pub(super) fn count(view: &Holland, legal: &[Action], chosen: Action, counts: &mut [u32]) {
    let charts = Charts::default();
    let survey = Survey::of(view, engine::InForce::NONE, &charts);
    let mut add = |mistake: Mistake, wrong: bool| counts[mistake as usize] += u32::from(wrong);
    match (view.wait, chosen) {
        (Wait::Muster(_), Action::Fight) => {
            let Some(target) = view.fight.target.filter(|&hex| view.stands(hex, survey.enemy))
            else {
                return;
            };
            let odds = view.odds_of(&view.fight.attackers, target, false);
            add(Mistake::BadAttack, survey.value(odds, target, &view.fight.attackers) <= -CLEAR);
        }
        (Wait::Attack(_), Action::Pass) => {
            let good = legal.iter().any(|&action| {
                let Action::Attack(hex) = action else { return false };
                let attackers = view.attackers_of(hex);
                let odds = view.odds_of(&attackers, hex, false);
                view.stands(hex, survey.enemy) && survey.value(odds, hex, &attackers) >= CLEAR
            });
            add(Mistake::AttackDeclined, good);
        }
        (Wait::March(_), Action::Overrun(hex)) => {
            let odds = view.odds_of(&view.party.units, hex, true);
            add(Mistake::BadOverrun, survey.value(odds, hex, &view.party.units) <= -CLEAR);
        }
        (Wait::March(_), Action::March(_)) => {
            let left = survey.here.is_some_and(|hex| {
                let going = view.party.units.iter().filter(|&&unit| view.class(unit).fights());
                let all = view.soldiers(hex, survey.side).count() == going.count();
                all && survey.worth(hex) > 0 && view.zone(hex, survey.enemy)
            });
            add(Mistake::PlaceLeft, left);
        }
        (Wait::Flak(_), Action::Pass) => {
            let open = legal.iter().any(
                |&action| matches!(action, Action::Flak(hex) if view.flak_over(hex, false) < 4),
            );
            add(Mistake::FlakHeld, open);
        }
        _ => {}
    }
}
