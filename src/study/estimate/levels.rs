//! Victory levels: intervals that hold for all shares of one table at once.

use statrs::function::gamma::{gamma_ur, ln_gamma};

use super::Interval;
use super::proportion::wilson_at;

/// Goodman's simultaneous intervals (1965): the Wilson form with a chi-square quantile shared among the levels.
pub fn goodman(counts: &[u64], confidence: f64) -> Vec<Interval> {
    let games = counts.iter().sum::<u64>() as f64;
    // Chi-square with one degree of freedom is a normal quantile squared: Wilson's form at a higher confidence.
    let each = 1.0 - (1.0 - confidence) / counts.len().max(1) as f64;
    counts
        .iter()
        .map(|&count| {
            let mut interval = wilson_at(count as f64 / games.max(1.0), games, each);
            if count == 0 {
                interval.low = 0.0;
            }
            if count as f64 >= games {
                interval.high = 1.0;
            }
            interval
        })
        .collect()
}

/// Sison and Glaz' simultaneous intervals (1995): one offset for all levels, found by an Edgeworth expansion.
/// Narrower than Goodman's where the levels are even and the games few; poor near 0.
pub fn sison_glaz(counts: &[u64], confidence: f64) -> Vec<Interval> {
    let games = counts.iter().sum::<u64>();
    let n = games as f64;
    let mut coverage = joint_coverage(counts, n, 1.0);
    let mut offset = 1.0;
    while offset <= n {
        let wider = joint_coverage(counts, n, offset + 1.0);
        if coverage <= confidence && confidence < wider {
            let part = (confidence - coverage) / (wider - coverage);
            return counts
                .iter()
                .map(|&count| {
                    Interval {
                        low: (count as f64 - offset) / n,
                        high: (count as f64 + offset + 2.0 * part) / n,
                    }
                    .within_unit()
                })
                .collect();
        }
        coverage = wider;
        offset += 1.0;
    }
    // Too few games for any offset: the table gives no information.
    vec![Interval::UNIT; counts.len()]
}

/// The chance that every level stays within `offset` of its count.
fn joint_coverage(counts: &[u64], n: f64, offset: f64) -> f64 {
    let cells: Vec<Truncated> = counts
        .iter()
        .map(|&count| {
            let mean = count as f64;
            Truncated { low: (mean - offset).max(0.0), high: (mean + offset).min(n), mean }
        })
        .collect();
    let inside: f64 = cells.iter().map(Truncated::mass).product();
    let at_n = (n * n.ln() - n - ln_gamma(n + 1.0)).exp();
    inside * edgeworth(&cells, n) / at_n
}

/// The chance that independent truncated Poisson counts add up to `n`, to the fourth cumulant.
fn edgeworth(cells: &[Truncated], n: f64) -> f64 {
    let (mut mean, mut variance, mut third, mut fourth) = (0.0, 0.0, 0.0, 0.0);
    for cell in cells {
        let [m1, f2, f3, f4] = [1.0, 2.0, 3.0, 4.0].map(|r| cell.factorial_moment(r));
        let (sq, cube) = (m1 * m1, m1 * m1 * m1);
        let central2 = f2 + m1 - sq;
        let central3 = f3 + f2 * (3.0 - 3.0 * m1) + m1 - 3.0 * sq + 2.0 * cube;
        let central4 = f4 + f3 * (6.0 - 4.0 * m1) + f2 * (7.0 - 12.0 * m1 + 6.0 * sq) + m1
            - 4.0 * sq
            + 6.0 * cube
            - 3.0 * cube * m1;
        mean += m1;
        variance += central2;
        third += central3;
        fourth += central4 - 3.0 * central2 * central2;
    }
    let x = (n - mean) / variance.sqrt();
    let skew = third / variance.powf(1.5);
    let excess = fourth / (variance * variance);
    let density = (-x * x / 2.0).exp() / (2.0 * core::f64::consts::PI).sqrt();
    let (x2, x3, x4, x6) = (x.powi(2), x.powi(3), x.powi(4), x.powi(6));
    density / variance.sqrt()
        * (1.0
            + skew * (x3 - 3.0 * x) / 6.0
            + excess * (x4 - 6.0 * x2 + 3.0) / 24.0
            + skew * skew * (x6 - 15.0 * x4 + 45.0 * x2 - 15.0) / 72.0)
}

/// A Poisson count that is known to lie between two ends.
struct Truncated {
    low: f64,
    high: f64,
    mean: f64,
}

impl Truncated {
    fn mass(&self) -> f64 {
        self.between(self.low, self.high)
    }

    fn factorial_moment(&self, r: f64) -> f64 {
        let lost = self.between(self.low - r, self.low - 1.0)
            - self.between(self.high - r + 1.0, self.high);
        self.mean.powf(r) * (1.0 + lost / self.mass())
    }

    /// The chance of a Poisson count from `low` to `high`.
    fn between(&self, low: f64, high: f64) -> f64 {
        self.up_to(high) - self.up_to(low - 1.0)
    }

    fn up_to(&self, count: f64) -> f64 {
        if count < 0.0 {
            0.0
        } else if self.mean <= 0.0 {
            1.0
        } else {
            gamma_ur(count + 1.0, self.mean)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNTS: [u64; 4] = [120, 340, 310, 230];

    #[track_caller]
    fn are(intervals: &[Interval], expected: &[(f64, f64)]) {
        assert_eq!(intervals.len(), expected.len());
        for (got, (low, high)) in intervals.iter().zip(expected) {
            assert!(
                (got.low - low).abs() < 1e-6 && (got.high - high).abs() < 1e-6,
                "{intervals:?}"
            );
        }
    }

    #[test]
    fn golden_goodman() {
        are(
            &goodman(&COUNTS, 0.95),
            &[
                (0.096_661, 0.148_051),
                (0.303_679, 0.378_305),
                (0.274_743, 0.347_613),
                (0.198_496, 0.264_852),
            ],
        );
    }

    #[test]
    fn golden_sison_glaz() {
        are(
            &sison_glaz(&COUNTS, 0.95),
            &[(0.087, 0.153_815), (0.307, 0.373_815), (0.277, 0.343_815), (0.197, 0.263_815)],
        );
    }

    #[test]
    fn degenerate_tables_stay_inside_0_and_1() {
        for counts in [&[][..], &[0], &[0, 0], &[1], &[0, 1], &[0, 20, 0], &[1_000, 0], &[1, 1, 1]]
        {
            for intervals in [goodman(counts, 0.95), sison_glaz(counts, 0.95)] {
                assert_eq!(intervals.len(), counts.len());
                for got in intervals {
                    assert!(
                        0.0 <= got.low && got.low <= got.high && got.high <= 1.0,
                        "{counts:?}: {got:?}"
                    );
                }
            }
        }
    }
}
