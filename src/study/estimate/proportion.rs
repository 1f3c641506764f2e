//! One share: `wins` of `games`.

use statrs::function::beta::beta_reg;

use super::Interval;
use super::interval::{edge, two_sided_z};

/// Wilson score interval (1927), the default of every report.
pub fn wilson(wins: u64, games: u64, confidence: f64) -> Interval {
    if games == 0 {
        return Interval::UNIT;
    }
    let mut interval = wilson_at(wins as f64 / games as f64, games as f64, confidence);
    // At the ends the formula is exact in theory and off by a rounding error in doubles.
    if wins == 0 {
        interval.low = 0.0;
    }
    if wins == games {
        interval.high = 1.0;
    }
    interval
}

/// The Wilson form for a share and an effective number of games, which need not be whole: for a
/// mean score, or for units that share the fate of one game.
pub fn wilson_at(share: f64, games: f64, confidence: f64) -> Interval {
    if games <= 0.0 {
        return Interval::UNIT;
    }
    let z = two_sided_z(confidence);
    let z2 = z * z;
    let scale = 1.0 + z2 / games;
    let centre = (share + z2 / (2.0 * games)) / scale;
    let half = z * (share * (1.0 - share) / games + z2 / (4.0 * games * games)).sqrt() / scale;
    Interval { low: centre - half, high: centre + half }.within_unit()
}

/// Clopper-Pearson interval (1934): its coverage is never less than stated. For claims such as "never below".
pub fn clopper_pearson(wins: u64, games: u64, confidence: f64) -> Interval {
    let tail = (1.0 - confidence) / 2.0;
    let (k, n) = (wins as f64, games as f64);
    Interval {
        low: if wins == 0 { 0.0 } else { beta_quantile(tail, k, n - k + 1.0) },
        high: if wins == games { 1.0 } else { beta_quantile(1.0 - tail, k + 1.0, n - k) },
    }
}

/// Jeffreys interval: quantiles of `Beta(k + 1/2, n - k + 1/2)`, closed at an end if every game was there.
pub fn jeffreys(wins: u64, games: u64, confidence: f64) -> Interval {
    let tail = (1.0 - confidence) / 2.0;
    let (a, b) = (wins as f64 + 0.5, (games - wins) as f64 + 0.5);
    Interval {
        low: if wins == 0 { 0.0 } else { beta_quantile(tail, a, b) },
        high: if wins == games { 1.0 } else { beta_quantile(1.0 - tail, a, b) },
    }
}

/// By bisection, because a Newton step can leave the unit interval where the density is flat or steep.
fn beta_quantile(probability: f64, a: f64, b: f64) -> f64 {
    edge(0.0, 1.0, |x| beta_reg(a, b, x) < probability)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn is(interval: Interval, low: f64, high: f64) {
        // The golden vectors are printed to six decimals.
        assert!(
            (interval.low - low).abs() < 1e-6 && (interval.high - high).abs() < 1e-6,
            "{interval:?} is not {low}, {high}"
        );
    }

    #[test]
    fn golden_52_of_100() {
        is(wilson(52, 100, 0.95), 0.423_166, 0.615_354);
        is(clopper_pearson(52, 100, 0.95), 0.417_790, 0.620_995);
        is(jeffreys(52, 100, 0.95), 0.422_681, 0.616_180);
    }

    #[test]
    fn golden_0_of_20() {
        is(wilson(0, 20, 0.95), 0.0, 0.161_125);
        is(clopper_pearson(0, 20, 0.95), 0.0, 0.168_433);
    }

    #[test]
    fn golden_1_of_30() {
        is(wilson(1, 30, 0.95), 0.005_909, 0.166_704);
        is(clopper_pearson(1, 30, 0.95), 0.000_844, 0.172_169);
        is(jeffreys(1, 30, 0.95), 0.003_620, 0.145_418);
    }

    #[test]
    fn golden_5134_of_10000() {
        is(wilson(5134, 10_000, 0.95), 0.503_600, 0.523_189);
        is(clopper_pearson(5134, 10_000, 0.95), 0.503_551, 0.523_241);
    }

    /// Every count at which other code would divide by zero or search for ever: no games, none won, all won, one game.
    #[test]
    fn degenerate_counts_stay_inside_0_and_1() {
        for interval in [wilson, clopper_pearson, jeffreys] {
            for (wins, games) in
                [(0, 0), (0, 1), (1, 1), (0, 20), (20, 20), (0, 1_000_000), (1_000_000, 1_000_000)]
            {
                let got = interval(wins, games, 0.95);
                assert!(
                    0.0 <= got.low && got.low <= got.high && got.high <= 1.0,
                    "{wins}/{games}: {got:?}"
                );
                if games > 0 {
                    let share = wins as f64 / games as f64;
                    assert!(got.low <= share && share <= got.high, "{wins}/{games}: {got:?}");
                }
            }
        }
    }
}
