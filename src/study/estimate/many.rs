//! Corrections for many claims at once.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Holm's step-down adjustment (1979): the chance of any false claim among all stays at the chosen
/// level, however the claims depend on each other.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut adjusted = vec![0.0; p.len()];
    let mut least = 0.0_f64;
    for (rank, index) in ascending(p).into_iter().enumerate() {
        least = least.max((p[index] * (p.len() - rank) as f64).min(1.0));
        adjusted[index] = least;
    }
    adjusted
}

/// Benjamini and Hochberg's adjustment (1995): the expected share of false claims among those made stays at
/// the chosen level. For exploration, not for a verdict.
pub fn benjamini_hochberg(p: &[f64]) -> Vec<f64> {
    let mut adjusted = vec![0.0; p.len()];
    let mut most = 1.0_f64;
    for (rank, index) in ascending(p).into_iter().enumerate().rev() {
        most = most.min(p[index] * p.len() as f64 / (rank + 1) as f64);
        adjusted[index] = most;
    }
    adjusted
}

fn ascending(p: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]).then(a.cmp(&b)));
    order
}

/// Resamples of a bootstrap.
pub const RESAMPLES: u64 = 2_000;

/// Games are bundled into at most this many equal parts before they are resampled: a million games then cost
/// no more than a thousand, and equal parts of independent games are as independent as the games.
const BUNDLES: usize = 1_000;

/// Numbers that arrive one after another, bundled: memory does not grow with them.
#[derive(Clone, Debug)]
pub struct Bundles {
    /// Games of a bundle.
    size: usize,
    sums: Vec<f64>,
    seen: usize,
}

impl Bundles {
    /// For the numbers of this many games.
    pub fn new(games: usize) -> Bundles {
        Bundles { size: games.div_ceil(BUNDLES).max(1), sums: Vec::new(), seen: 0 }
    }

    /// The next number.
    pub fn add(&mut self, number: f64) {
        if self.seen.is_multiple_of(self.size) {
            self.sums.push(0.0);
        }
        self.seen += 1;
        if let Some(sum) = self.sums.last_mut() {
            *sum += number;
        }
    }

    /// The mean of each bundle.
    fn means(&self) -> Vec<f64> {
        // A last part of another size would have the wrong weight: it is left out.
        let whole = self.seen / self.size;
        self.sums[..whole].iter().map(|sum| sum / self.size as f64).collect()
    }
}

/// The largest of several means over their standard errors, as it would be if no mean differed from 0: by a
/// bootstrap over seeds, so that arms which share seeds, or a baseline, are corrected no more than necessary
/// (Dunnett's idea without his normal theory). The standard errors are those of the sample: resamples of
/// an arm that differs in three games of a thousand would often not vary at all.
#[derive(Clone, Debug)]
pub struct MaxT {
    /// The largest |t| of each resample, ascending.
    largest: Vec<f64>,
}

impl MaxT {
    /// From the paired differences between each arm and the baseline: one row per arm, one column per seed,
    /// all rows of equal length. Resample `i` has its own seed.
    pub fn new(differences: &[Vec<f64>], seed: u64) -> MaxT {
        let bundled = differences.iter().map(|row| {
            let mean = row.iter().sum::<f64>() / row.len().max(1) as f64;
            let mut bundles = Bundles::new(row.len());
            for x in row {
                bundles.add(x - mean);
            }
            bundles
        });
        MaxT::of(&bundled.collect::<Vec<_>>().iter().collect::<Vec<_>>(), seed)
    }

    /// The same for differences that are already bundled, each about the mean of its arm.
    pub fn of(bundled: &[&Bundles], seed: u64) -> MaxT {
        let rows: Vec<Vec<f64>> = bundled.iter().map(|bundles| bundles.means()).collect();
        let parts = rows.first().map_or(0, Vec::len);
        let errors: Vec<f64> = rows.iter().map(|row| error(row)).collect();
        let mut largest = Vec::new();
        if parts > 1 {
            let mut drawn = vec![0_u32; parts];
            for resample in 0..RESAMPLES {
                let mut dice = Xoshiro256PlusPlus::seed_from_u64(
                    seed ^ resample.wrapping_mul(0x9e37_79b9_7f4a_7c15),
                );
                drawn.fill(0);
                for _ in 0..parts {
                    drawn[dice.random_range(0..parts)] += 1;
                }
                let of = |(row, error): (&Vec<f64>, &f64)| {
                    let sum: f64 = row.iter().zip(&drawn).map(|(x, &n)| x * f64::from(n)).sum();
                    if *error > 0.0 { (sum / parts as f64 / error).abs() } else { 0.0 }
                };
                largest.push(rows.iter().zip(&errors).map(of).fold(0.0, f64::max));
            }
            largest.sort_by(f64::total_cmp);
        }
        MaxT { largest }
    }

    /// The chance of a |t| at least this large anywhere among the arms if none differed.
    pub fn p(&self, t: f64) -> f64 {
        let reached = self.largest.len() - self.largest.partition_point(|&x| x < t.abs());
        // The sample itself counts as one more resample: a p-value is never 0.
        (reached + 1) as f64 / (self.largest.len() + 1) as f64
    }

    /// The half width, in standard errors, that holds for all arms at once.
    pub fn quantile(&self, confidence: f64) -> f64 {
        let place = (confidence * self.largest.len() as f64).ceil() as usize;
        self.largest.get(place.saturating_sub(1)).copied().unwrap_or(f64::INFINITY)
    }
}

/// Standard error of the mean of values.
fn error(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n.max(1.0);
    let squares: f64 = values.iter().map(|x| (x - mean) * (x - mean)).sum();
    (squares / (n - 1.0).max(1.0) / n.max(1.0)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(got: &[f64], expected: &[f64]) {
        assert_eq!(got.len(), expected.len());
        for (got, expected) in got.iter().zip(expected) {
            assert!((got - expected).abs() < 1e-12, "{got} is not {expected}");
        }
    }

    /// By hand: 4 x .01, 3 x .013, 2 x .04 and the largest, each no less than the one before.
    #[test]
    fn holm_by_hand() {
        near(&holm(&[0.04, 0.01, 0.5, 0.013]), &[0.08, 0.04, 0.5, 0.04]);
        near(&holm(&[0.9, 0.9]), &[1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }

    /// By hand: 4/1 x .01, 4/2 x .013, 4/3 x .04, 4/4 x .5, each no more than the one after.
    #[test]
    fn benjamini_hochberg_by_hand() {
        near(
            &benjamini_hochberg(&[0.04, 0.01, 0.5, 0.013]),
            &[0.04 * 4.0 / 3.0, 0.026, 0.5, 0.026],
        );
        assert!(benjamini_hochberg(&[]).is_empty());
    }

    fn noise(arms: usize, games: usize, dice: &mut Xoshiro256PlusPlus) -> Vec<Vec<f64>> {
        (0..arms).map(|_| (0..games).map(|_| dice.random::<f64>() - 0.5).collect()).collect()
    }

    /// Dunnett's problem with independent arms: the largest of 4 normal |t| stays below 2.491 in 95% (the
    /// quantile of .95^(1/4)); one arm alone below 1.96.
    #[test]
    fn the_quantile_is_that_of_the_largest_of_normals() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
        let four = MaxT::new(&noise(4, 2_000, &mut dice), 7);
        assert!((four.quantile(0.95) - 2.491).abs() < 0.12, "{}", four.quantile(0.95));
        let one = MaxT::new(&noise(1, 2_000, &mut dice), 7);
        assert!((one.quantile(0.95) - 1.96).abs() < 0.12, "{}", one.quantile(0.95));
        assert!(four.p(3.5) < 0.01 && four.p(0.1) > 0.9);
    }

    /// Four identical arms are one claim, which Holm would count as four.
    #[test]
    fn alike_arms_count_once() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(2);
        let one = noise(1, 1_000, &mut dice);
        let alike = MaxT::new(&vec![one[0].clone(); 4], 7);
        let got = alike.quantile(0.95);
        assert!((got - MaxT::new(&one, 7).quantile(0.95)).abs() < 1e-12);
        assert!((got - 1.96).abs() < 0.12, "{got}");
    }

    /// Three arms without any difference: a false claim in about one run of twenty.
    #[test]
    fn false_claims_are_as_rare_as_asked() {
        let runs = 150;
        let false_claims = (0..runs)
            .filter(|&run| {
                let mut dice = Xoshiro256PlusPlus::seed_from_u64(100 + run);
                let arms = noise(3, 60, &mut dice);
                let max = MaxT::new(&arms, run);
                arms.iter().any(|arm| {
                    max.p(arm.iter().sum::<f64>() / arm.len() as f64 / error(arm)) < 0.05
                })
            })
            .count();
        // 7.5 expected; three standard deviations more is 15.5.
        assert!(false_claims <= 15, "{false_claims} of {runs}");
    }

    /// An arm that differs in one game of a thousand does not spoil the p-values of the others.
    #[test]
    fn a_rare_difference_is_no_large_t() {
        let mut rare = vec![0.0; 1_000];
        rare[17] = 1.0;
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(3);
        let arms = [noise(1, 1_000, &mut dice).remove(0), rare];
        assert!(MaxT::new(&arms, 0).quantile(0.95) < 3.1);
    }

    #[test]
    fn arms_that_never_vary_are_no_claims() {
        for arms in [vec![], vec![vec![]], vec![vec![1.0]], vec![vec![0.0; 100]; 2]] {
            let max = MaxT::new(&arms, 0);
            assert!((0.0..=1.0).contains(&max.p(2.0)), "{arms:?}");
            assert!(!max.quantile(0.95).is_nan());
        }
    }
}
