//! Means and quantiles of numbers.

use statrs::function::beta::beta_reg;

use super::Interval;
use super::interval::{edge, two_sided_z};

/// Student's t interval of a mean. One number, or numbers that never vary, give an interval of zero width,
/// which the caller must point out.
pub fn student_t(n: u64, mean: f64, variance: f64, confidence: f64) -> Interval {
    if n < 2 || variance <= 0.0 {
        return Interval { low: mean, high: mean };
    }
    let half = two_sided_t(confidence, (n - 1) as f64) * (variance / n as f64).sqrt();
    Interval { low: mean - half, high: mean + half }
}

/// Interval of the mean of numbers whose mean can only lie in `possible` (with infinite ends where nothing is known).
/// Student's t where they vary. One number, or numbers that never varied, are not a certainty: an outcome seen in
/// none of n games may still have a share of z^2/(n + z^2) (Wilson), and is assumed to be as far away as possible; if
/// that is not known, as far away as 0, and at least 1.
pub fn mean_interval(
    n: u64,
    mean: f64,
    variance: f64,
    possible: Interval,
    confidence: f64,
) -> Interval {
    // For equal numbers with fractions only rounding errors remain.
    let varied = variance > 1e-18 * (1.0 + mean * mean);
    let interval = if n >= 2 && varied {
        student_t(n, mean, variance, confidence)
    } else {
        let z2 = two_sided_z(confidence).powi(2);
        let unseen = z2 / (n as f64 + z2);
        let far = |end: f64| if end.is_finite() { (end - mean).abs() } else { mean.abs().max(1.0) };
        Interval {
            low: mean - unseen * far(possible.low),
            high: mean + unseen * far(possible.high),
        }
    };
    Interval {
        low: interval.low.max(possible.low).min(mean),
        high: interval.high.min(possible.high).max(mean),
    }
}

/// The two-sided quantile of Student's t.
pub(crate) fn two_sided_t(confidence: f64, freedom: f64) -> f64 {
    // Beyond this the difference from the normal quantile is below the sixth digit.
    if freedom > 1e7 {
        return two_sided_z(confidence);
    }
    // P(|T| > t) = I(f/2, 1/2) at f/(f + t^2): solved for the argument, which stays inside 0 to 1.
    let outside = 1.0 - confidence;
    let at = edge(0.0, 1.0, |x| beta_reg(freedom / 2.0, 0.5, x) < outside);
    (freedom * (1.0 - at) / at).sqrt()
}

/// The difference of two means from separate games.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Welch {
    /// First less second.
    pub difference: f64,
    /// Its interval.
    pub interval: Interval,
    /// Chance of a difference at least this large if there were none.
    pub p: f64,
}

/// Welch's comparison (1947) of two means, each given as games, mean and variance.
pub fn welch(first: (u64, f64, f64), second: (u64, f64, f64), confidence: f64) -> Welch {
    let difference = first.1 - second.1;
    let part = |(n, _, variance): (u64, f64, f64)| variance / n.max(1) as f64;
    let (a, b) = (part(first), part(second));
    let error = (a + b).sqrt();
    if error <= 0.0 {
        let p = if difference == 0.0 { 1.0 } else { 0.0 };
        return Welch { difference, interval: Interval { low: difference, high: difference }, p };
    }
    let weight = |part: f64, n: u64| part * part / (n.max(2) - 1) as f64;
    let freedom = (a + b) * (a + b) / (weight(a, first.0) + weight(b, second.0));
    let half = two_sided_t(confidence, freedom) * error;
    let interval = Interval { low: difference - half, high: difference + half };
    Welch { difference, interval, p: student_p(difference / error, freedom) }
}

/// The chance of a mean at least this many standard errors from 0, by Student's t.
pub fn student_p(t: f64, freedom: f64) -> f64 {
    if freedom <= 0.0 || t.is_nan() {
        return 1.0;
    }
    beta_reg(freedom / 2.0, 0.5, (freedom / (freedom + t * t)).clamp(0.0, 1.0))
}

/// Ranks (from 1) of the two order statistics that enclose a quantile with the given confidence, whatever
/// the distribution. With too few games for that, the smallest and the largest.
pub fn quantile_ranks(n: u64, quantile: f64, confidence: f64) -> (u64, u64) {
    let tail = (1.0 - confidence) / 2.0;
    // The lower rank: the largest l with P(X < l) <= tail, X binomial. The upper: the smallest u with P(X >= u) <=
    // tail.
    let low = last_where(n, |rank| binomial_below(rank, n, quantile) <= tail);
    let high = last_where(n, |rank| binomial_below(rank, n, quantile) < 1.0 - tail) + 1;
    (low.max(1), high.clamp(1, n.max(1)))
}

/// The last of 0 to `n` for which a condition holds, if it holds up to some point and not beyond; 0 if it never holds.
fn last_where(n: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut held, mut failed) = (0, n + 1);
    while failed - held > 1 {
        let middle = u64::midpoint(held, failed);
        if holds(middle) {
            held = middle;
        } else {
            failed = middle;
        }
    }
    held
}

/// P(X < k) for X binomial.
fn binomial_below(k: u64, n: u64, p: f64) -> f64 {
    match k {
        0 => 0.0,
        k if k > n => 1.0,
        k => beta_reg((n - k + 1) as f64, k as f64, 1.0 - p),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t_quantiles_are_those_of_the_tables() {
        for (freedom, expected) in [
            (1.0, 12.706_204_736),
            (2.0, 4.302_652_730),
            (9.0, 2.262_157_163),
            (999.0, 1.962_341_461),
        ] {
            let got = two_sided_t(0.95, freedom);
            assert!((got - expected).abs() < 1e-7, "{freedom}: {got}");
        }
    }

    #[test]
    fn t_chances_are_those_of_the_tables() {
        for (t, freedom) in [(12.706_204_736, 1.0), (2.262_157_163, 9.0), (1.962_341_461, 999.0)] {
            assert!((student_p(t, freedom) - 0.05).abs() < 1e-8);
        }
        assert!((student_p(0.0, 5.0) - 1.0).abs() < 1e-12 && student_p(f64::INFINITY, 5.0) < 1e-12);
    }

    /// Variances 4 and 9 over 10 and 15 games: error 1, freedom 1/(.16/9 + .36/14) = 23.0; t(22.99) = 2.06875.
    #[test]
    fn welch_by_hand() {
        let got = welch((10, 5.0, 4.0), (15, 3.0, 9.0), 0.95);
        assert!((got.interval.low - (2.0 - 2.068_75)).abs() < 1e-4, "{got:?}");
        assert!((got.p - 0.0575).abs() < 5e-4, "{got:?}");
        assert!(welch((0, 0.0, 0.0), (0, 0.0, 0.0), 0.95).p >= 1.0);
    }

    #[test]
    fn t_interval_of_a_known_sample() {
        // 1..=10: mean 5.5, variance 55/6; 2.262157 * sqrt(0.916667) = 2.165850.
        let got = student_t(10, 5.5, 55.0 / 6.0, 0.95);
        assert!(
            (got.low - 3.334_150).abs() < 1e-5 && (got.high - 7.665_850).abs() < 1e-5,
            "{got:?}"
        );
    }

    #[test]
    fn one_number_has_no_width() {
        assert_eq!(student_t(1, 4.0, 0.0, 0.95), Interval { low: 4.0, high: 4.0 });
    }

    /// 100 games that all took 11 turns, out of 5 to 12: 3.84/103.84 of games may be 6 turns shorter or 1 longer.
    #[test]
    fn what_never_varied_is_no_certainty() {
        let unseen = 3.841_459 / 103.841_459;
        let got = mean_interval(100, 11.0, 0.0, Interval { low: 5.0, high: 12.0 }, 0.95);
        assert!((got.low - (11.0 - 6.0 * unseen)).abs() < 1e-6, "{got:?}");
        assert!((got.high - (11.0 + unseen)).abs() < 1e-6, "{got:?}");
        for n in [0, 1, 2, 1000] {
            let count = mean_interval(n, 0.0, 0.0, Interval::FROM_0, 0.95);
            assert!(count.low == 0.0 && count.high > 0.0, "{n}: {count:?}");
        }
        // Numbers that vary have Student's interval, as far as the possible range allows.
        let skewed = mean_interval(100, 0.01, 0.01, Interval::FROM_0, 0.95);
        assert!((skewed.high - student_t(100, 0.01, 0.01, 0.95).high).abs() < 1e-12);
        assert!(skewed.low.abs() < 1e-12, "{skewed:?}");
    }

    /// Conover's table: 95% interval of a median by ranks.
    #[test]
    fn median_ranks_are_those_of_the_tables() {
        for (n, expected) in [(6, (1, 6)), (10, (2, 9)), (20, (6, 15)), (100, (40, 61))] {
            assert_eq!(quantile_ranks(n, 0.5, 0.95), expected, "n = {n}");
        }
    }

    #[test]
    fn too_few_games_give_the_extremes() {
        for n in [1, 2, 5] {
            assert_eq!(quantile_ranks(n, 0.5, 0.95), (1, n));
        }
    }
}
