//! The answer in words.

use std::fmt::Write as _;

use engine::{PlanKind, Side};

use super::{PlanFacts, Plans, Terms};
use crate::words;

/// One answer for each side and kind of plan.
pub(super) fn verdict(answer: &Plans, terms: &Terms) -> String {
    let mut said = Vec::new();
    for side in Side::BOTH {
        for kind in PlanKind::ALL {
            let mine = |plan: &&PlanFacts| {
                plan.side == Some(side) && plan.kind.as_deref() == Some(kind.word())
            };
            let group: Vec<&PlanFacts> = answer.plans.iter().filter(mine).collect();
            said.extend(group_verdict(answer, terms, side, kind, &group));
        }
    }
    said.join(" ")
}

fn group_verdict(
    answer: &Plans,
    terms: &Terms,
    side: Side,
    kind: PlanKind,
    group: &[&PlanFacts],
) -> Option<String> {
    let best = group.first()?;
    let Some(against) = best.difference.as_ref() else {
        return Some(format!(
            "Of {}'s {} nothing can be said: too few seeds have it both with the plan and with the strategy's own choice.",
            best.name,
            words::measure(&answer.measure)
        ));
    };
    let d = against.difference;
    let half = (d.high - d.low) / 2.0;
    let own = &answer.plans[0].value;
    let kinds = match kind {
        PlanKind::Drop => "drop",
        PlanKind::Setup => "set-up",
    };
    let good = terms.favour(Some(side));
    let [low, high] = against.simultaneous;
    let (clear_gain, clear_loss) =
        if good > 0.0 { (low > 0.0, high < 0.0) } else { (high < 0.0, low > 0.0) };
    let people = match side {
        Side::German => "German",
        Side::Allied => "Allied",
    };
    let which = if group.len() == 1 {
        format!("The one {people} {kinds} plan, “{}”,", best.name)
    } else {
        format!("Of {} {people} {kinds} plans “{}” does best: it", group.len(), best.name)
    };
    let judged = if clear_gain {
        "is better than the strategy's own choice"
    } else if clear_loss {
        "is worse than the strategy's own choice"
    } else {
        "is not clearly better or worse than the strategy's own choice"
    };
    let value_half = (best.value.high - best.value.low) / 2.0;
    let mut text = format!(
        "{which} {judged}. With it {} is {} against {}, a difference of {} ({} to {} for all plans at once).",
        words::measure(&answer.measure),
        words::level(best.value.value, value_half, answer.share),
        words::level(own.value, (own.high - own.low) / 2.0, answer.share),
        words::difference(d.value, half, answer.share),
        words::difference(low, half, answer.share),
        words::difference(high, half, answer.share),
    );
    if d.n < answer.games {
        let _ = write!(
            text,
            " Only {} of {} seeds have it in both, and only these are compared.",
            d.n, answer.games
        );
    }
    if let Some(landing) = best.landing.as_ref().filter(|_| kind == PlanKind::Drop) {
        let steps = landing.steps_expected;
        let steps_half = (steps.high - steps.low) / 2.0;
        let _ = write!(
            text,
            " Landing is to cost {} steps a game",
            words::level(steps.value, steps_half, false)
        );
        if let Some(more) = &landing.steps_expected_more {
            let d = more.difference;
            let _ = write!(
                text,
                ", {} against the strategy's own choice",
                words::difference(d.value, ((d.high - d.low) / 2.0).max(steps_half), false)
            );
        }
        text.push('.');
    }
    if let [_, second, ..] = group
        && let Some(duel) =
            answer.duels.iter().find(|duel| duel.plan == best.name && duel.against == second.name)
    {
        let d = duel.difference;
        let _ = write!(
            text,
            " The next best, “{}”, is {} behind ({}).",
            second.name,
            words::difference(d.value.abs(), (d.high - d.low) / 2.0, answer.share)
                .trim_start_matches('+'),
            words::p(duel.p_corrected)
        );
    }
    Some(text)
}
