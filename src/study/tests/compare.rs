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

/// Luck that the arm had nothing to do with is taken out of the difference, paired or not: the interval is sharper, and
/// holds the true difference in 19 of 20 comparisons.
#[test]
fn luck_is_taken_out_of_a_difference() {
    use lab::PARTS;
    use rand::{RngExt as _, SeedableRng as _};
    let games = 400;
    // Margin of an arm: 2 for each point of the luck of its German fire, noise, and what the arm is worth.
    let of = |worth: i32, run: u64| {
        let mut dice = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(run);
        let drawn: Vec<(i64, i32)> = (0..games)
            .map(|_| (dice.random_range(-3..=3_i64), dice.random_range(-1..=1_i32)))
            .collect();
        move |game: u64| {
            let (luck, noise) = drawn[game as usize];
            let mut record = sample::record(game);
            record.luck.german.fights = luck * PARTS;
            record.game.margin = worth + 2 * luck as i32 + noise;
            record
        }
    };
    for seed in [0, 1] {
        let (mut held, mut width, runs) = (0, 0.0, 100);
        for run in 0..runs {
            let arms = vec![
                ("base".to_owned(), arm(games, 0, of(0, 2 * run))),
                ("bold".to_owned(), arm(games, seed, of(1, 2 * run + 1))),
            ];
            let got = compare("dropzone compare", arms, "margin").unwrap();
            assert_eq!(got.paired, seed == 0);
            let margin = got.contrasts[0].measures.iter().find(|m| m.measure == "margin").unwrap();
            let without = margin.luck_apart.as_ref().unwrap();
            held += u32::from(without.low <= 1.0 && 1.0 <= without.high);
            let plain = &margin.difference;
            width +=
                (without.high - without.low) / (plain.high - plain.low) / f64::from(runs as u32);
            if run == 0 {
                assert!(got.verdict.contains("Had all dice come"), "{}", got.verdict);
            }
        }
        assert!((88..=100).contains(&held), "{held} of {runs}");
        // Variances: 4 x 4 of luck and 2/3 of noise; without luck, the noise alone.
        let expected = (2.0_f64 / 3.0 / (16.0 + 2.0 / 3.0)).sqrt();
        assert!((width - expected).abs() < 0.02, "{width} for {expected}");
    }
}

/// Of few games, and of rare events, a regression knows nothing.
#[test]
fn luck_stays_where_games_are_few() {
    let of = |games| {
        let got =
            compared(vec![("base", arm(games, 0, sample::record)), ("x", arm(games, 0, stronger))]);
        got.contrasts[0].measures.iter().any(|measure| measure.luck_apart.is_some())
    };
    assert!(!of(60) && of(900));
    // Whichever game has it: a win in one of a hundred is rare even if it comes first.
    let rare = |every: u64| {
        move |game: u64| {
            let mut record = sample::record(game);
            let won = game.is_multiple_of(every);
            record.game.winner = Some(if won { Side::German } else { Side::Allied });
            record
        }
    };
    let arms = |other| vec![("base", arm(900, 0, rare(100))), ("x", arm(900, other, rare(90)))];
    for other in [0, 1] {
        let got = compared(arms(other));
        let win = got.contrasts[0].measures.iter().find(|m| m.measure == "german_win").unwrap();
        assert!(win.luck_apart.is_none(), "{win:?}");
    }
}

/// Games of a seed that are the same until a turn go together until then.
#[test]
fn arms_go_together_until_they_part() {
    use rand::{RngExt as _, SeedableRng as _};
    let of = |own: u64| {
        let games = 300;
        let watched = crate::TurnNumber::advantages(4);
        let mut outcomes = Outcomes::new(sample::asked(games), sample::about()).watching(watched);
        let record = |game: u64| {
            let mut record = sample::record(game);
            let mut shared = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(game);
            let mut alone = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(game ^ own << 32);
            for turn in &mut record.turns {
                let dice = if turn.turn <= 2 { &mut shared } else { &mut alone };
                turn.advantage = dice.random_range(-500..=500);
            }
            record
        };
        outcomes.chunk(0, (0..games).map(record).collect()).unwrap();
        outcomes
    };
    let got = compared(vec![("base", of(1)), ("bold", of(2))]);
    let together = &got.contrasts[0].together;
    assert_eq!(together.iter().map(|turn| turn.turn).collect::<Vec<_>>(), [1, 2, 3, 4]);
    let r = |turn: usize| together[turn].correlation.unwrap();
    assert!(r(0).value > 0.999 && together[1].alike > 0.999, "{together:?}");
    assert!(r(2).low < 0.0 && 0.0 < r(2).high && together[2].alike < 0.1, "{together:?}");
    // A finished run says the same from its table of turns.
    let folder = tempfile::tempdir().unwrap();
    let varied = |game: u64| {
        let mut record = sample::record(game);
        record.turns.iter_mut().for_each(|turn| turn.advantage = (game * 7 % 31) as i32 - 15);
        record
    };
    let run = super::make(&folder.path().join("run"), sample::asked(300), varied);
    let mut played = Outcomes::new(sample::asked(300), sample::about())
        .watching(crate::TurnNumber::advantages(4));
    played.chunk(0, (0..300).map(varied).collect()).unwrap();
    let run = Outcomes::of_run(&run).unwrap();
    assert_eq!(run.advantages(300).unwrap(), played.advantages(300).unwrap());
    assert_eq!(run.advantages(7).unwrap().len(), 7);
    // Numbers of turns are no measures.
    assert!(got.contrasts[0].measures.iter().all(|measure| !measure.measure.contains('@')));
}
