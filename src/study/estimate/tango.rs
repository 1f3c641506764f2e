//! Tango's score interval for two shares over the same seeds.

use super::Interval;
use super::interval::{edge, two_sided_z};

/// Tango's score interval (1998) of a paired difference: of `games` games, `first_only` were won only by
/// the first arm, `second_only` only by the second. Keeps its level where the arms differ in few games,
/// where the textbook interval of [`super::paired`] is too short.
pub fn tango(first_only: u64, second_only: u64, games: u64, confidence: f64) -> Interval {
    if games == 0 {
        return Interval { low: -1.0, high: 1.0 };
    }
    let (b, c, n) = (first_only as f64, second_only as f64, games as f64);
    let z = two_sided_z(confidence);
    // The score statistic at a difference: the observed deviation over the standard error under the
    // likeliest shares with that difference.
    let inside = |delta: f64| {
        let linear = (2.0 * n - b + c) * delta - b - c;
        let root = (linear * linear + 8.0 * n * c * delta * (1.0 - delta)).max(0.0).sqrt();
        let second_share = (root - linear) / (4.0 * n);
        let spread = n * (2.0 * second_share + delta * (1.0 - delta)).max(0.0);
        (b - c - n * delta).abs() <= z * spread.sqrt()
    };
    let seen = (b - c) / n;
    Interval { low: edge(seen, -1.0, inside), high: edge(seen, 1.0, inside) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If the arms differ in no game the ends are known in closed form: z^2 / (n + z^2) either way.
    #[test]
    fn arms_that_never_differ_have_the_known_ends() {
        let z2 = two_sided_z(0.95).powi(2);
        for games in [1, 10, 1000] {
            let got = tango(0, 0, games, 0.95);
            let expected = z2 / (games as f64 + z2);
            assert!((got.high - expected).abs() < 1e-9, "{games}: {got:?}, not {expected}");
            assert!((got.low + expected).abs() < 1e-9, "{games}: {got:?}");
        }
    }

    /// At each end the score statistic, with the constrained shares found by search instead of by formula,
    /// is the normal quantile.
    #[test]
    fn the_ends_are_where_the_score_meets_its_quantile() {
        let (b, c, n) = (90.0, 60.0, 1000.0);
        let got = tango(90, 60, 1000, 0.95);
        for delta in [got.low, got.high] {
            // Likeliest share of "second only" under the difference.
            let likelihood = |q: f64| {
                b * (q + delta).ln() + c * q.ln() + (n - b - c) * (1.0 - 2.0 * q - delta).ln()
            };
            let (mut low, mut high) = ((-delta).max(0.0) + 1e-12, (1.0 - delta) / 2.0 - 1e-12);
            for _ in 0..200 {
                let third = (high - low) / 3.0;
                if likelihood(low + third) < likelihood(high - third) {
                    low += third;
                } else {
                    high -= third;
                }
            }
            let spread = n * (2.0 * low + delta * (1.0 - delta));
            let score = (b - c - n * delta) / spread.sqrt();
            assert!((score.abs() - 1.959_964).abs() < 1e-4, "{delta}: {score}");
        }
    }

    #[test]
    fn degenerate_counts_are_intervals_around_what_was_seen() {
        for (b, c, n) in
            [(0, 0, 0), (0, 0, 1), (1, 0, 1), (0, 1, 1), (1000, 0, 1000), (1, 0, 1_000_000)]
        {
            let got = tango(b, c, n, 0.95);
            assert!(
                -1.0 <= got.low && got.low <= got.high && got.high <= 1.0,
                "{b} {c} {n}: {got:?}"
            );
            if n > 0 {
                let seen = (b as f64 - c as f64) / n as f64;
                assert!(got.low <= seen && seen <= got.high, "{b} {c} {n}: {got:?}");
            }
        }
    }
}
