//! No interval has zero width, and none extends beyond what is possible: checks every number of every answer, from
//! few games and from games that never differ.

use engine::{BySide, MeasureOf, Side};
use lab::{Record, Sink as _};
use serde::Serialize;
use serde_json::Value;

use super::make;
use crate::{Outcomes, compare, sample, summarize, tournament, worth};

/// A kind of games, and game `k` of it.
type Kind = (&'static str, fn(u64) -> Record);

/// Kinds of games that give an estimator no information, and the sample's.
const KINDS: [Kind; 6] = [
    ("sample", sample::record),
    ("all German wins", |game| won(game, Some(Side::German))),
    ("all Allied wins", |game| won(game, Some(Side::Allied))),
    ("all drawn", |game| won(game, None)),
    ("all alike", |game| Record {
        game: lab::GameRow { game, ..sample::record(1).game },
        ..sample::record(1)
    }),
    ("one rare win", |game| won(game, (game == 3).then_some(Side::German).or(Some(Side::Allied)))),
];

fn won(game: u64, winner: Option<Side>) -> Record {
    let mut record = sample::record(game);
    record.game.winner = winner;
    record.game.level = Some(if winner == Some(Side::German) { 1 } else { 2 });
    record.game.margin = match winner {
        Some(Side::German) => 3,
        Some(Side::Allied) => -2,
        None => 0,
    };
    record
}

fn played(games: u64, record: fn(u64) -> Record) -> Outcomes {
    let mut outcomes = Outcomes::new(sample::asked(games), sample::about());
    outcomes.chunk(0, (0..games).map(record).collect()).unwrap();
    outcomes
}

/// Every estimate in an answer, with its path.
fn estimates<'a>(value: &'a Value, path: &str, found: &mut Vec<(String, &'a Value)>) {
    match value {
        Value::Object(fields) => {
            if fields.contains_key("confidence") && fields.contains_key("method") {
                found.push((path.to_owned(), value));
            }
            fields
                .iter()
                .for_each(|(name, value)| estimates(value, &format!("{path}.{name}"), found));
        }
        Value::Array(values) => {
            values
                .iter()
                .enumerate()
                .for_each(|(i, value)| estimates(value, &format!("{path}.{i}"), found));
        }
        _ => {}
    }
}

/// Checks every estimate; those whose path ends in one of `exact` are known exactly.
fn sound(answer: &impl Serialize, what: &str, exact: &[&str]) {
    let answer = serde_json::to_value(answer).unwrap();
    let mut found = Vec::new();
    estimates(&answer, "", &mut found);
    assert!(found.len() >= 2, "{what}: {}", found.len());
    for (path, estimate) in found {
        let number = |name: &str| estimate[name].as_f64().unwrap_or(f64::NAN);
        let (value, low, high) = (number("value"), number("low"), number("high"));
        let told = format!("{what}{path}: {estimate}");
        assert!(low <= value && value <= high, "{told}");
        // With six games or more a median is an observed value; five are too few for that.
        let median = estimate["method"] == "order-statistics" && number("n") >= 6.0;
        if !median && !exact.iter().any(|exact| path.contains(exact)) {
            assert!(low < high, "{told}");
        }
        let shares = ["wilson", "goodman", "de-long"];
        if shares.iter().any(|share| estimate["method"] == *share) {
            assert!(0.0 <= low && high <= 1.0, "{told}");
        }
        if ["tango", "newcombe"].iter().any(|share| estimate["method"] == *share) {
            assert!(-1.0 <= low && high <= 1.0, "{told}");
        }
    }
}

#[test]
fn no_number_of_a_run_is_certain() {
    let home = tempfile::tempdir().unwrap();
    for (kind, record) in KINDS {
        for games in [1, 2, 5, 40] {
            let path = home.path().join(format!("{kind} {games}"));
            let summary = summarize(&make(&path, sample::asked(games), record)).unwrap();
            // If a landing never varies, the table's expectation is exact.
            sound(&summary, &format!("{kind}, {games} games: "), &[]);
        }
    }
}

#[test]
fn no_number_of_a_comparison_is_certain() {
    for (kind, record) in KINDS {
        for (other, against) in KINDS {
            for games in [1, 2, 20] {
                let arms = vec![
                    ("base".to_owned(), played(games, record)),
                    ("arm".to_owned(), played(games, against)),
                ];
                let told = format!("{kind} against {other}, {games} games: ");
                let got = compare("", arms, "margin").unwrap();
                sound(&got, &told, &[]);
                assert!(
                    !got.verdict.is_empty() && !got.verdict.contains("NaN"),
                    "{told}{}",
                    got.verdict
                );
                for measure in got.contrasts.iter().flat_map(|contrast| &contrast.measures) {
                    assert!(games > 2 || measure.p > 0.001, "{told}{measure:?}");
                    assert!(measure.simultaneous[0] < measure.simultaneous[1], "{told}{measure:?}");
                }
            }
        }
    }
}

/// One game per arm: shares have intervals that say next to nothing, means have none, and the answer says so.
#[test]
fn one_game_is_said_to_say_nothing() {
    let arms = vec![
        ("base".to_owned(), played(1, sample::record)),
        ("arm".to_owned(), played(1, |g| won(g, None))),
    ];
    let got = compare("", arms, "margin").unwrap();
    assert_eq!(
        got.verdict,
        "One game says nothing of what “arm” does to the mean margin (above 0 favours the Germans)."
    );
    assert!(got.contrasts[0].measures.iter().all(|measure| measure.measure != "margin"));
    assert!(
        got.warnings.iter().any(|warning| warning.contains("one game an arm")),
        "{:?}",
        got.warnings
    );
}

#[test]
fn no_number_of_a_tournament_or_a_list_is_certain() {
    for (kind, record) in KINDS {
        for games in [1, 20] {
            let cells =
                (0..2).map(|_| (0..2).map(|_| played(games, record)).collect()).collect::<Vec<_>>();
            let names = |a: &str, b: &str| vec![a.to_owned(), b.to_owned()];
            let strategies = BySide { german: names("a", "b"), allied: names("x", "y") };
            let got = tournament("", strategies, &cells).unwrap();
            sound(&got, &format!("tournament, {kind}, {games} games: "), &[]);
            let arms = vec![
                ("whole".to_owned(), played(games, sample::record)),
                ("thing".to_owned(), played(games, record)),
            ];
            if games > 1 {
                sound(&worth("", arms, "margin").unwrap().things, &format!("worth, {kind}: "), &[]);
            }
        }
    }
}

/// A measure that few games have: how often it exists comes first, in words and numbers, and there is no mean of a
/// single pair.
#[test]
fn a_measure_that_few_games_have() {
    let rare = |game: u64| {
        let mut record = sample::record(game);
        record.game.facts.values[sample::place(MeasureOf::Game, "first_airfield_turn")] =
            (game % 100 == 7).then_some(2);
        record
    };
    let often = |game: u64| {
        let mut record = sample::record(game);
        record.game.facts.values[sample::place(MeasureOf::Game, "first_airfield_turn")] =
            (game % 4 == 3 && game != 3).then_some((game % 3) as i64 + 1);
        record
    };
    let arms = || {
        vec![("shipped".to_owned(), played(400, rare)), ("random".to_owned(), played(400, often))]
    };
    let got = compare("", arms(), "first_airfield_turn").unwrap();
    let there =
        got.contrasts[0].existence.iter().find(|e| e.measure == "first_airfield_turn").unwrap();
    // 4 of 400 against 99; game 7, 107, 207 and 307 have it in both.
    assert!((there.baseline.value - 0.01).abs() < 1e-9 && (there.arm.value - 0.2475).abs() < 1e-9);
    assert_eq!((there.both, there.difference.n), (4, 400));
    assert!(there.difference.low > 0.15 && there.p_corrected < 1e-6, "{there:?}");
    assert!(
        got.verdict.starts_with("Games of “random” have `first_airfield_turn` more often"),
        "{}",
        got.verdict
    );
    assert!(got.verdict.contains("4 of 400 seeds have it in both arms."), "{}", got.verdict);
    // The result at those seeds, not the means over different games of each arm.
    assert!(got.verdict.contains("at those 4 seeds: "), "{}", got.verdict);
    assert!(!got.verdict.contains(" against 2"), "{}", got.verdict);
    let one = |game: u64| {
        let mut record = sample::record(game);
        record.game.facts.values[sample::place(MeasureOf::Game, "first_airfield_turn")] =
            (game == 7).then_some(2);
        record
    };
    let arms =
        vec![("one".to_owned(), played(400, one)), ("random".to_owned(), played(400, often))];
    let got = compare("", arms, "first_airfield_turn").unwrap();
    assert!(got.contrasts[0].measures.iter().all(|m| m.measure != "first_airfield_turn"));
    assert!(
        got.verdict.ends_with("Too few games have it in both arms to compare its mean."),
        "{}",
        got.verdict
    );
    // No game with it in one arm is an answer; none in any arm means that there is no such measure.
    let arms = vec![
        ("none".to_owned(), played(40, sample::record)),
        ("random".to_owned(), played(40, often)),
    ];
    assert!(compare("", arms, "first_airfield_turn").unwrap().verdict.contains("0 of 40 seeds"));
    let arms = vec![
        ("none".to_owned(), played(40, sample::record)),
        ("too".to_owned(), played(40, sample::record)),
    ];
    assert!(compare("", arms, "first_airfield_turn").is_err());
}
