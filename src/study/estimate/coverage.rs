//! How often intervals contain the true value: simulated with fixed seeds.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{
    Interval, clopper_pearson, confidence_sequence, jeffreys, newcombe, paired, quantile_ranks,
    share_above, student_t, tango, welch, wilson,
};

const RUNS: u64 = 2_000;

/// Share of simulated runs in which `holds` is true; run i has its own seed.
fn rate(mut holds: impl FnMut(&mut Xoshiro256PlusPlus) -> bool) -> f64 {
    let hits = (0..RUNS).filter(|&run| holds(&mut Xoshiro256PlusPlus::seed_from_u64(run))).count();
    hits as f64 / RUNS as f64
}

fn wins(dice: &mut Xoshiro256PlusPlus, games: u64, p: f64) -> u64 {
    (0..games).filter(|_| dice.random_bool(p)).count() as u64
}

fn holds(interval: Interval, truth: f64) -> bool {
    interval.low <= truth && truth <= interval.high
}

#[test]
fn wilson_and_jeffreys_cover_93_to_97_percent() {
    for (n, p) in [(100, 0.1), (100, 0.5), (250, 0.3), (250, 0.9)] {
        for interval in [wilson, jeffreys] {
            let covered = rate(|dice| holds(interval(wins(dice, n, p), n, 0.95), p));
            assert!((0.93..=0.97).contains(&covered), "n {n}, p {p}: {covered}");
        }
    }
}

/// At least 95%, less three standard errors of the simulation.
#[test]
fn exact_intervals_never_cover_less_than_they_say() {
    for (n, p) in [(30, 0.05), (100, 0.1), (100, 0.5)] {
        let covered = rate(|dice| holds(clopper_pearson(wins(dice, n, p), n, 0.95), p));
        assert!(
            covered >= 0.95 - 3.0 * (0.95 * 0.05 / RUNS as f64).sqrt(),
            "n {n}, p {p}: {covered}"
        );
    }
}

/// Checked after every 50 games up to 1,000: in at least 95% of the runs the true value is never excluded, while
/// a Wilson interval checked as often excludes it far more often.
#[test]
fn the_confidence_sequence_survives_peeking() {
    let survives = |held: &dyn Fn(u64, u64) -> bool| {
        rate(|dice| {
            let mut won = 0;
            (1..=20).all(|look| {
                won += wins(dice, 50, 0.45);
                held(won, look * 50)
            })
        })
    };
    // Evaluate the evidence only at the true value: that is quicker than finding the ends of the sequence.
    let sequence = |won: u64, games: u64| {
        let (won, lost, bound) = (won as f64, (games - won) as f64, -(0.025_f64.ln()));
        share_above(won, lost, 0.45) < bound && share_above(lost, won, 0.55) < bound
    };
    assert!(survives(&sequence) >= 0.95 - 3.0 * (0.95 * 0.05 / RUNS as f64).sqrt());
    assert!(survives(&|won, games| holds(wilson(won, games, 0.95), 0.45)) < 0.9);
    for (won, games) in [(45, 100), (60, 100), (500, 1_000), (410, 1_000)] {
        let found = holds(confidence_sequence(won, games, 0.95), 0.45);
        assert_eq!(found, sequence(won, games), "{won} of {games}");
    }
}

#[test]
fn newcombe_covers_93_to_97_percent() {
    for (p1, p2) in [(0.5, 0.4), (0.1, 0.2)] {
        let covered = rate(|dice| {
            let first = (wins(dice, 150, p1), 150);
            let second = (wins(dice, 150, p2), 150);
            holds(newcombe(first, second, 0.95).interval, p1 - p2)
        });
        assert!((0.93..=0.97).contains(&covered), "{p1} less {p2}: {covered}");
    }
}

/// Pairs that share a die: the first arm wins on its lowest 55%, the second on its lowest 50%, and a second
/// die reverses one game in ten. True value: 0.05 * 0.8 = 0.04.
#[test]
fn paired_differences_cover_and_are_unbiased() {
    let mut sum = 0.0;
    let covered = rate(|dice| {
        let (mut first_only, mut second_only) = (0, 0);
        for _ in 0..400 {
            let die: f64 = dice.random();
            let first = (die < 0.55) != dice.random_bool(0.1);
            let second = (die < 0.50) != dice.random_bool(0.1);
            first_only += u64::from(first && !second);
            second_only += u64::from(second && !first);
        }
        let got = paired(first_only, second_only, 400, 0.95);
        sum += got.value;
        holds(got.interval, 0.04)
    });
    assert!((0.93..=0.97).contains(&covered), "{covered}");
    let mean = sum / RUNS as f64;
    // The standard error of this mean is about 0.0005.
    assert!((mean - 0.04).abs() < 0.0015, "{mean}");
}

/// Pairs that seldom differ, where the textbook interval is too short: the first arm alone wins 4% of the games, the
/// second alone 1%.
#[test]
fn tango_covers_where_few_pairs_differ() {
    let covered = rate(|dice| {
        let (mut first_only, mut second_only) = (0, 0);
        for _ in 0..150 {
            let die: f64 = dice.random();
            first_only += u64::from(die < 0.04);
            second_only += u64::from((0.04..0.05).contains(&die));
        }
        holds(tango(first_only, second_only, 150, 0.95), 0.03)
    });
    assert!((0.93..=0.98).contains(&covered), "{covered}");
}

/// Means of unequal spread and number.
#[test]
fn welch_covers_unequal_arms() {
    let covered = rate(|dice| {
        let mut sample = |n: u64, width: f64| {
            let values: Vec<f64> = (0..n).map(|_| dice.random::<f64>() * width).collect();
            let mean = values.iter().sum::<f64>() / n as f64;
            let squares: f64 = values.iter().map(|x| (x - mean) * (x - mean)).sum();
            (n, mean, squares / (n as f64 - 1.0))
        };
        holds(welch(sample(40, 2.0), sample(120, 6.0), 0.95).interval, 1.0 - 3.0)
    });
    assert!((0.93..=0.97).contains(&covered), "{covered}");
}

/// Steps lost look like the sum of two dice: mean 9, median 9, not normal.
#[test]
fn means_and_medians_cover() {
    let sample = |dice: &mut Xoshiro256PlusPlus| -> Vec<f64> {
        let mut lost: Vec<f64> = (0..100)
            .map(|_| f64::from(dice.random_range(0..10) + dice.random_range(0..10)))
            .collect();
        lost.sort_by(f64::total_cmp);
        lost
    };
    let mean_covered = rate(|dice| {
        let lost = sample(dice);
        let mean = lost.iter().sum::<f64>() / 100.0;
        let variance = lost.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 99.0;
        holds(student_t(100, mean, variance, 0.95), 9.0)
    });
    assert!((0.93..=0.97).contains(&mean_covered), "{mean_covered}");
    let (low, high) = quantile_ranks(100, 0.5, 0.95);
    // Whole numbers have ties, which only widen the interval.
    let median_covered = rate(|dice| {
        let lost = sample(dice);
        holds(Interval { low: lost[low as usize - 1], high: lost[high as usize - 1] }, 9.0)
    });
    assert!(median_covered >= 0.94, "{median_covered}");
}
