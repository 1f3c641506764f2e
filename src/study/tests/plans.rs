//! Complete answers about invented plans.

use engine::{MeasureOf, PlanKind, Side};
use lab::{Plan, Record, Sink as _};

use crate::{Outcomes, Plans, plans, sample};

fn games(record: impl Fn(u64) -> Record) -> Outcomes {
    let mut outcomes = Outcomes::new(sample::asked(600), sample::about());
    outcomes.chunk(0, (0..600).map(record).collect()).unwrap();
    outcomes
}

/// The sample, in which the Germans win every third game, with every `nth` game won by a side.
fn given(side: Side, nth: u64) -> Outcomes {
    games(|game| {
        let mut record = sample::record(game);
        if game.is_multiple_of(nth) {
            record.game.winner = Some(side);
            record.game.level = Some(if side == Side::German { 0 } else { 2 });
        }
        record
    })
}

fn plan(name: &str, side: Side, kind: PlanKind) -> Plan {
    Plan {
        name: name.into(),
        called: name.into(),
        intent: format!("the intent of {name}"),
        ..Plan::empty(kind, side)
    }
}

fn answer(planned: Vec<(Plan, Outcomes)>) -> Plans {
    let own = ("own choice".to_owned(), games(sample::record));
    plans("dropzone plans", own, planned, "german_win").unwrap()
}

fn names(answer: &Plans) -> Vec<&str> {
    answer.plans.iter().map(|plan| plan.name.as_str()).collect()
}

#[test]
fn plans_are_ranked_for_their_side_and_held_against_the_own_choice() {
    use PlanKind::{Drop, Setup};
    let got = answer(vec![
        (plan("worse", Side::German, Drop), given(Side::Allied, 6)),
        (plan("better", Side::German, Drop), given(Side::German, 2)),
        (plan("gift", Side::Allied, Setup), given(Side::German, 2)),
        (plan("wall", Side::Allied, Setup), given(Side::Allied, 2)),
    ]);
    assert_eq!(names(&got), ["own choice", "better", "worse", "wall", "gift"]);
    assert!(got.plans[0].difference.is_none() && got.plans[0].kind.is_none());
    // Kept is what the games of the plan's own side say.
    let kept = |i: usize| got.plans[i].kept.as_ref().map(|plan| (plan.side, plan.asked.value));
    assert_eq!((kept(0), kept(1), kept(3)), (None, Some((Side::German, 6.0)), None));
    let difference = |i: usize| got.plans[i].difference.as_ref().unwrap();
    // A third of the games were German wins; with every even game added 2 of 6 are lost: 1/3 more.
    assert!((difference(1).difference.value - 1.0 / 3.0).abs() < 1e-6, "{:?}", difference(1));
    let [low, high] = difference(1).simultaneous;
    let alone = difference(1).difference;
    assert!(low <= alone.low && high >= alone.high, "intervals of four plans are no narrower");
    assert!(difference(1).p_corrected < 1e-3);
    // Pairs only within one side and kind, the better first.
    let pairs: Vec<(&str, &str)> =
        got.duels.iter().map(|duel| (duel.plan.as_str(), duel.against.as_str())).collect();
    assert_eq!(pairs, [("better", "worse"), ("wall", "gift")]);
    assert!(got.duels[0].difference.value > 0.0 && got.duels[1].difference.value < 0.0);
    assert!(
        got.verdict.starts_with(
            "Of 2 German drop plans “better” does best: it is better than the strategy's own choice."
        ),
        "{}",
        got.verdict
    );
    assert!(got.verdict.contains("Of 2 Allied set-up plans “wall” does best"), "{}", got.verdict);
}

#[test]
fn one_plan_that_changes_nothing_is_called_so() {
    let got = answer(vec![(plan("same", Side::German, PlanKind::Drop), games(sample::record))]);
    assert!(
        got.verdict.starts_with("The one German drop plan, “same”, is not clearly better or worse"),
        "{}",
        got.verdict
    );
    assert_eq!(got.plans[1].alike, Some(1.0));
    assert!(got.duels.is_empty());
}

/// Expected losses are actual losses plus what luck saved: both are in the rows of the games.
#[test]
fn landing_costs_what_the_odds_say() {
    let got = answer(vec![(plan("same", Side::German, PlanKind::Drop), games(sample::record))]);
    let landing = got.plans[0].landing.as_ref().unwrap();
    let rows: Vec<Record> = (0..600).map(sample::record).collect();
    let mean = |of: fn(&Record) -> f64| rows.iter().map(of).sum::<f64>() / 600.0;
    let lost = mean(|record| {
        record.drops.iter().map(|drop| f64::from(drop.facts.steps_lost)).sum::<f64>()
    });
    let expected = mean(|record| {
        let landing = |drop: &lab::DropRow| {
            let odds = drop.facts.odds.iter();
            let promised: f64 = odds
                .map(|odds| f64::from(odds.steps_lost) * f64::from(odds.ways) / f64::from(odds.of))
                .sum();
            if drop.facts.odds.is_empty() { f64::from(drop.facts.steps_lost) } else { promised }
        };
        record.drops.iter().map(landing).sum()
    });
    assert!((landing.steps.value - lost).abs() < 1e-6, "{landing:?}");
    assert!((landing.steps_expected.value - expected).abs() < 1e-6, "{expected}: {landing:?}");
    assert!((expected - lost).abs() > 1e-3, "a sample without luck tests nothing");
    let more = got.plans[1].landing.as_ref().unwrap().steps_expected_more.as_ref().unwrap();
    assert!(more.difference.value.abs() < 1e-12, "{more:?}");
}

/// A measure that some games lack: how often it exists comes first, and how many seeds count.
#[test]
fn a_measure_that_few_games_have_is_told_first() {
    let some = |nth: u64| {
        games(move |game| {
            let mut record = sample::record(game);
            record.game.facts.values[sample::place(MeasureOf::Game, "first_airfield_turn")] =
                game.is_multiple_of(nth).then_some((game % 5) as i64 + 1);
            record
        })
    };
    let own = ("own choice".to_owned(), some(100));
    let planned = vec![(plan("bold", Side::German, PlanKind::Drop), some(4))];
    let got = plans("dropzone plans", own, planned, "first_airfield_turn").unwrap();
    // 150 of 600 games against 6, which both have.
    assert!(
        got.verdict.starts_with("Games of “bold” have `first_airfield_turn` more often: 25"),
        "{}",
        got.verdict
    );
    assert!(got.verdict.contains("6 of 600 seeds have it in both arms."), "{}", got.verdict);
}
