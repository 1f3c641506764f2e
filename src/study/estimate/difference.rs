//! Two shares: how far apart they are.

use statrs::function::factorial::ln_binomial;

use super::Interval;
use super::interval::two_sided_z;
use super::proportion::wilson;

/// A difference with its standard error and interval.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Difference {
    /// First less second.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// Its interval.
    pub interval: Interval,
}

/// Newcombe's hybrid score interval (1998, method 10) of the difference of two shares from separate games.
pub fn newcombe(first: (u64, u64), second: (u64, u64), confidence: f64) -> Difference {
    let share =
        |(wins, games): (u64, u64)| if games == 0 { 0.5 } else { wins as f64 / games as f64 };
    let variance =
        |counts: (u64, u64)| share(counts) * (1.0 - share(counts)) / counts.1.max(1) as f64;
    let (p1, p2) = (share(first), share(second));
    let (i1, i2) = (wilson(first.0, first.1, confidence), wilson(second.0, second.1, confidence));
    let value = p1 - p2;
    Difference {
        value,
        error: (variance(first) + variance(second)).sqrt(),
        interval: Interval {
            low: value - (p1 - i1.low).hypot(i2.high - p2),
            high: value + (i1.high - p1).hypot(p2 - i2.low),
        },
    }
}

/// The difference of two shares over the same seeds: of `games` games, `first_only` were won only
/// by the first arm, `second_only` only by the second.
pub fn paired(first_only: u64, second_only: u64, games: u64, confidence: f64) -> Difference {
    if games == 0 {
        return Difference { value: 0.0, error: 0.0, interval: Interval { low: -1.0, high: 1.0 } };
    }
    let (b, c, n) = (first_only as f64, second_only as f64, games as f64);
    let value = (b - c) / n;
    let error = (b + c - (b - c) * (b - c) / n).max(0.0).sqrt() / n;
    let half = two_sided_z(confidence) * error;
    Difference {
        value,
        error,
        interval: Interval { low: (value - half).max(-1.0), high: (value + half).min(1.0) },
    }
}

/// `McNemar`'s exact test: the chance of a split at least this uneven of the games that only one arm won.
pub fn mcnemar_exact(first_only: u64, second_only: u64) -> f64 {
    (2.0 * rarer_or_equal(first_only, second_only).0).min(1.0)
}

/// `McNemar`'s test with the mid-p correction: half the weight of the observed split.
pub fn mcnemar_mid_p(first_only: u64, second_only: u64) -> f64 {
    let (tail, seen) = rarer_or_equal(first_only, second_only);
    (2.0 * tail - seen).min(1.0)
}

/// For fair coins: the chance of the smaller count or fewer, and of exactly it.
fn rarer_or_equal(first: u64, second: u64) -> (f64, f64) {
    let n = first + second;
    let chance = |k: u64| (ln_binomial(n, k) - n as f64 * core::f64::consts::LN_2).exp();
    let fewer = first.min(second);
    ((0..=fewer).map(chance).sum(), chance(fewer))
}

/// Cohen's effect size of two shares: 0.2 is small, 0.5 medium, 0.8 large.
pub fn cohen_h(first: f64, second: f64) -> f64 {
    2.0 * first.sqrt().asin() - 2.0 * second.sqrt().asin()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(got: f64, expected: f64, tolerance: f64) {
        assert!((got - expected).abs() < tolerance, "{got} is not {expected}");
    }

    #[test]
    fn golden_newcombe() {
        let got = newcombe((560, 1000), (520, 1000), 0.95);
        near(got.value, 0.04, 1e-12);
        near(got.interval.low, -0.003_676, 1e-6);
        near(got.interval.high, 0.083_461, 1e-6);
    }

    #[test]
    fn golden_mcnemar() {
        near(mcnemar_exact(90, 60), 0.017_598, 1e-6);
        near(mcnemar_mid_p(90, 60), 0.014_360, 1e-6);
    }

    #[test]
    fn golden_paired() {
        let got = paired(90, 60, 1000, 0.95);
        near(got.value, 0.03, 1e-12);
        near(got.error, 0.012_210_7, 1e-7);
        near(got.interval.low, 0.006_068, 1e-6);
        near(got.interval.high, 0.053_932, 1e-6);
    }

    #[test]
    fn golden_cohen() {
        near(cohen_h(0.56, 0.52), 0.080_279_2, 1e-7);
    }

    #[test]
    fn degenerate_counts_are_numbers() {
        for (b, c, n) in [(0, 0, 0), (0, 0, 1), (1, 0, 1), (1000, 0, 1000)] {
            let got = paired(b, c, n, 0.95);
            assert!(got.error.is_finite() && got.interval.low <= got.interval.high);
            assert!(
                (0.0..=1.0).contains(&mcnemar_exact(b, c))
                    && (0.0..=1.0).contains(&mcnemar_mid_p(b, c))
            );
        }
        for (first, second) in [((0, 0), (0, 0)), ((0, 1), (1, 1)), ((5, 5), (0, 9))] {
            let got = newcombe(first, second, 0.95);
            assert!(
                got.error.is_finite()
                    && got.interval.low <= got.value
                    && got.value <= got.interval.high
            );
        }
    }
}
