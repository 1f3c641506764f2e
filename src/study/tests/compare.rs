//! Complete comparisons of invented arms.

use engine::Side;
use lab::{Record, Sink as _};

use crate::{Comparison, Outcomes, compare, sample};

fn arm(games: u64, seed: u64, record: impl Fn(u64) -> Record) -> Outcomes {
    let mut outcomes = Outcomes::new(sample::asked(games), sample::about());
    let with_seed = |game| {
        let mut record = record(game);
        record.game.seed = record.game.seed.wrapping_add(seed);
        record
    };
    for first in (0..games).step_by(1_000) {
        let end = games.min(first + 1_000);
        outcomes.chunk(first, (first..end).map(with_seed).collect()).unwrap();
    }
    outcomes
}

/// The sample's games, with every fifth turned into a German win.
fn stronger(game: u64) -> Record {
    let mut record = sample::record(game);
    if game.is_multiple_of(5) {
        record.game.winner = Some(Side::German);
        record.game.level = Some(1);
        record.game.margin = 2;
    }
    record
}

fn compared(arms: Vec<(&str, Outcomes)>) -> Comparison {
    let arms = arms.into_iter().map(|(name, arm)| (name.to_owned(), arm)).collect();
    compare("dropzone compare", arms, "german_win").unwrap()
}

#[test]
fn a_paired_difference_is_counted_seed_by_seed() {
    let got =
        compared(vec![("base", arm(1_500, 0, sample::record)), ("bold", arm(1_500, 0, stronger))]);
    assert!(got.paired && got.warnings.is_empty(), "{:?}", got.warnings);
    let win = got.contrasts[0].measures.iter().find(|m| m.measure == "german_win").unwrap();
    // Of 1,500 games every fifth is turned, but a third of those were already won: 200.
    assert!((win.difference.value - 200.0 / 1500.0).abs() < 1e-6, "{win:?}");
    assert!(win.p < 1e-6 && win.correlation.unwrap() > 0.5 && win.worth.unwrap() > 2.0, "{win:?}");
    let levels = got.contrasts[0].levels.as_ref().unwrap();
    let [better, same, worse] = levels.by_seed.unwrap();
    assert!((better - 200.0 / 1500.0).abs() < 1e-6 && worse == 0.0 && same > 0.8, "{levels:?}");
    assert!(levels.german_better.low > 0.5 && levels.odds_ratio.unwrap().low > 1.0, "{levels:?}");
    assert!(
        got.verdict
            .starts_with("“bold” raises the share of games the Germans win from 33.3% to 46.7%"),
        "{}",
        got.verdict
    );
}

#[test]
fn other_seeds_are_compared_unpaired_with_a_warning() {
    let paired =
        compared(vec![("base", arm(900, 0, sample::record)), ("bold", arm(900, 0, stronger))]);
    let apart =
        compared(vec![("base", arm(900, 0, sample::record)), ("bold", arm(900, 1, stronger))]);
    assert!(
        !apart.paired && apart.warnings[0].contains("cannot be paired"),
        "{:?}",
        apart.warnings
    );
    let width = |c: &Comparison| {
        let d =
            &c.contrasts[0].measures.iter().find(|m| m.measure == "german_win").unwrap().difference;
        d.high - d.low
    };
    assert!(width(&paired) < width(&apart));
    assert!(apart.contrasts[0].measures.iter().all(|m| m.correlation.is_none()));
}

#[test]
fn arms_of_different_length_are_paired_as_far_as_both_go() {
    let got = compared(vec![
        ("base", arm(300, 0, sample::record)),
        ("long", arm(450, 0, sample::record)),
    ]);
    assert!(got.paired && got.games == 300);
    assert!(got.warnings.iter().any(|w| w.contains("first 300")), "{:?}", got.warnings);
    assert!(got.warnings.iter().any(|w| w.contains("never mattered")), "{:?}", got.warnings);
}

#[test]
fn several_arms_are_corrected_and_never_surer_than_alone() {
    let got = compared(vec![
        ("base", arm(600, 0, sample::record)),
        ("bold", arm(600, 0, stronger)),
        ("same", arm(600, 0, sample::record)),
        (
            "half",
            arm(600, 0, |game| if game % 2 == 0 { stronger(game) } else { sample::record(game) }),
        ),
    ]);
    assert_eq!(got.contrasts.len(), 3);
    for contrast in &got.contrasts {
        for m in &contrast.measures {
            assert!(m.p_corrected >= m.p, "{m:?}");
            assert!(
                m.simultaneous[0] <= m.difference.low && m.simultaneous[1] >= m.difference.high,
                "{m:?}"
            );
        }
    }
    assert!(got.correction.contains("Dunnett"));
    let again = serde_json::to_string(&got).unwrap();
    // Everything except the map, which is for pictures.
    assert!(
        serde_json::from_str::<Comparison>(&again).unwrap() == Comparison { ground: None, ..got }
    );
}

#[test]
fn one_game_an_arm_is_compared_without_a_number_breaking() {
    for seed in [0, 1] {
        let got = compared(vec![
            ("base", arm(1, 0, sample::record)),
            ("bold", arm(1, seed, stronger)),
            ("c", arm(1, seed, stronger)),
        ]);
        let text = serde_json::to_string(&got).unwrap();
        assert!(!text.contains("null,\"high\"") && !got.verdict.contains("NaN"), "{}", got.verdict);
    }
}

/// Arms whose true difference is just as large as is still called alike are proven alike in at most one of twenty
/// comparisons; equal arms with enough games in most; and the smallest difference that could have been seen is seen in
/// four of five.
#[test]
fn alike_is_proven_no_more_often_than_it_may_be() {
    use rand::{RngExt as _, SeedableRng as _};
    let games = 1_500;
    let of = |apart: f64, run: u64| {
        let mut dice = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(run);
        // Few seeds are turned, either way.
        let turned: Vec<f64> = (0..games).map(|_| dice.random()).collect();
        let (more, less) = (0.03 + apart / 2.0, 0.03 - apart / 2.0);
        let base = arm(games, 0, sample::record);
        let other = arm(games, 0, |game| {
            let mut record = sample::record(game);
            let place = turned[game as usize];
            let won = record.game.winner == Some(Side::German);
            // A third of the games are won.
            if place < 1.5 * more && !won {
                record.game.winner = Some(Side::German);
            } else if place < 3.0 * less && won {
                record.game.winner = Some(Side::Allied);
            }
            record
        });
        let got = compared(vec![("base", base), ("other", other)]);
        let win = got.contrasts[0].measures.iter().find(|m| m.measure == "german_win").unwrap();
        (
            win.alike.unwrap().proven,
            win.difference.low > 0.0,
            win.detectable.unwrap(),
            got.verdict.clone(),
        )
    };
    let runs = 60;
    let edge: Vec<_> = (0..runs).map(|run| of(0.02, run)).collect();
    let wrong = edge.iter().filter(|(proven, ..)| *proven).count();
    // Five in a hundred, and three standard errors.
    assert!(wrong <= 8, "{wrong} of {runs}");
    let equal: Vec<_> = (0..runs).map(|run| of(0.0, 1_000 + run)).collect();
    let proven = equal.iter().filter(|(proven, ..)| *proven).count();
    assert!(proven > 40, "{proven} of {runs}");
    assert!(equal[0].3.contains("Alike within 2 points: "), "{}", equal[0].3);
    let least = equal[0].2;
    assert!((0.01..0.03).contains(&least), "{least}");
    let seen = (0..runs).filter(|run| of(least, 2_000 + run).1).count();
    assert!((36..=58).contains(&seen), "{seen} of {runs}");
}
