//! One number of the games explained by others: least squares.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Interval;
use super::mean::two_sided_t;
use super::paired_mean::unseen;

/// Resamples of the bootstrap.
const RESAMPLES: u64 = 1_000;
/// Games are bundled into at most this many equal parts before they are resampled.
const BUNDLES: usize = 200;
/// Seed of the bootstrap: the same games give the same interval.
const SEED: u64 = 0x6c75_636b;
/// The least part of a number's variance that must be independent of the others; below it the number counts as a
/// combination of them.
const OWN: f64 = 1e-9;

/// Some numbers of every game, ready for regressions of any of them on any others.
#[derive(Clone, Debug)]
pub struct LeastSquares {
    all: Products,
    resampled: Vec<Products>,
}

/// The same while the games arrive, one after another: memory does not grow with them.
#[derive(Clone, Debug)]
pub struct Gathering {
    numbers: usize,
    games: usize,
    /// Games of a bundle.
    size: usize,
    parts: Vec<Products>,
    seen: usize,
}

impl Gathering {
    /// For a given number of numbers from each of a given number of games.
    pub fn new(numbers: usize, games: usize) -> Gathering {
        let size = games.div_ceil(BUNDLES).max(1);
        Gathering { numbers, games, size, parts: Vec::new(), seen: 0 }
    }

    /// The numbers of the next game.
    pub fn add(&mut self, game: &[f64]) {
        if self.seen.is_multiple_of(self.size) {
            self.parts.push(Products::empty(self.numbers));
        }
        self.seen += 1;
        if let Some(part) = self.parts.last_mut() {
            part.count(game);
        }
    }

    /// Call when all games have been added.
    pub fn finish(self) -> LeastSquares {
        LeastSquares::of(self.numbers, self.games, self.size, &self.parts)
    }
}

/// Sums over games of every product of two of: 1, and each number.
#[derive(Clone, Debug)]
struct Products {
    width: usize,
    sums: Vec<f64>,
}

/// What a regression found.
struct Fit {
    /// A slope for each of the explanatory numbers; 0 for those that add no information of their own.
    slopes: Vec<f64>,
    /// How many of them add information.
    used: usize,
    /// Sum of squares about the mean, and the residual sum of squares.
    total: f64,
    left: f64,
    /// For the explanatory numbers: the inverse of their products about their means.
    inverse: Vec<Vec<f64>>,
}

impl LeastSquares {
    /// From columns of equal length, one row per game.
    pub fn new(columns: &[Vec<f64>]) -> LeastSquares {
        let games = columns.first().map_or(0, Vec::len);
        let mut gathering = Gathering::new(columns.len(), games);
        for game in 0..games {
            gathering.add(&columns.iter().map(|column| column[game]).collect::<Vec<f64>>());
        }
        gathering.finish()
    }

    /// From bundles of games, of equal size except the last.
    fn of(numbers: usize, games: usize, size: usize, parts: &[Products]) -> LeastSquares {
        let mut all = Products::empty(numbers);
        for part in parts {
            all.add(part, 1.0);
        }
        // A last part of another size would have the wrong weight: it is left out.
        let equal = &parts[..games / size];
        let resample = |number: u64| {
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(
                SEED ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            );
            let mut drawn = vec![0.0; equal.len()];
            for _ in 0..equal.len() {
                drawn[dice.random_range(0..equal.len())] += 1.0;
            }
            let mut sum = Products::empty(numbers);
            for (part, times) in equal.iter().zip(drawn) {
                sum.add(part, times);
            }
            sum
        };
        let resamples = if equal.len() > 1 { RESAMPLES } else { 0 };
        LeastSquares { all, resampled: (0..resamples).map(resample).collect() }
    }

    /// The slopes of number `of` on the numbers `by`.
    pub fn slopes(&self, by: &[usize], of: usize) -> Vec<f64> {
        self.all.fit(by, of).slopes
    }

    /// The share of the variance of number `of` that the numbers `by` explain together: R² adjusted for how many they
    /// are, with percentiles of a bootstrap over the games, corrected for the bias that the bootstrap shows. `None`
    /// where it never varies, or there are too few games.
    pub fn explained(&self, by: &[usize], of: usize, confidence: f64) -> Option<(f64, Interval)> {
        let value = self.all.explained(by, of)?;
        let mut shares: Vec<f64> =
            self.resampled.iter().filter_map(|products| products.explained(by, of)).collect();
        shares.sort_by(f64::total_cmp);
        if shares.is_empty() {
            return Some((value.clamp(0.0, 1.0), Interval::UNIT));
        }
        let at = |share: f64| shares[((shares.len() - 1) as f64 * share).round() as usize];
        let bias = at(0.5) - value;
        let tail = (1.0 - confidence) / 2.0;
        let end = |share: f64| (at(share) - bias).clamp(0.0, 1.0);
        let value = value.clamp(0.0, 1.0);
        let found = Interval { low: end(tail).min(value), high: end(1.0 - tail).max(value) };
        // The same share in every resample is no more certain than the number of games allows.
        let unseen = unseen(self.all.games(), confidence);
        let interval = Interval {
            low: found.low.min(value * (1.0 - unseen)),
            high: found.high.max(value + (1.0 - value) * unseen),
        };
        Some((value, if found.low < found.high { found } else { interval }))
    }

    /// The mean that number `of` would have if each of the numbers `by`, whose expectation is 0, had averaged
    /// 0 over the games (control variates), with a t interval.
    pub fn at_expectation(&self, by: &[usize], of: usize, confidence: f64) -> (f64, Interval) {
        let n = self.all.games();
        let fit = self.all.fit(by, of);
        let means: Vec<f64> = by.iter().map(|&number| self.all.mean(number)).collect();
        let shift: f64 = fit.slopes.iter().zip(&means).map(|(slope, mean)| slope * mean).sum();
        let value = self.all.mean(of) - shift;
        let freedom = n - 1.0 - fit.used as f64;
        if freedom < 1.0 {
            return (value, Interval { low: value, high: value });
        }
        let lever: f64 = (0..by.len())
            .flat_map(|i| (0..by.len()).map(move |j| (i, j)))
            .map(|(i, j)| means[i] * fit.inverse[i][j] * means[j])
            .sum();
        // A perfect fit is not a certainty: the next game may lie off it.
        let left = fit.left.max(fit.total / n).max(0.0).max(1e-9);
        let left = if fit.left > OWN * fit.total { fit.left } else { left };
        let error = (left / freedom * (1.0 / n + lever.max(0.0))).sqrt();
        let half = two_sided_t(confidence, freedom) * error;
        (value, Interval { low: value - half, high: value + half })
    }
}

impl Products {
    fn empty(numbers: usize) -> Products {
        let width = numbers + 1;
        Products { width, sums: vec![0.0; width * width] }
    }

    /// Adds one game.
    fn count(&mut self, game: &[f64]) {
        let width = self.width;
        let number = |i: usize| if i == 0 { 1.0 } else { game[i - 1] };
        for i in 0..width {
            for j in 0..=i {
                self.sums[i * width + j] += number(i) * number(j);
            }
        }
    }

    fn add(&mut self, other: &Products, times: f64) {
        if times > 0.0 {
            self.sums.iter_mut().zip(&other.sums).for_each(|(own, sum)| *own += times * sum);
        }
    }

    fn games(&self) -> f64 {
        self.sums[0]
    }

    fn mean(&self, number: usize) -> f64 {
        self.sums[(number + 1) * self.width] / self.games().max(1.0)
    }

    /// Sum over the games of the product of two numbers, each about its mean.
    fn about_means(&self, a: usize, b: usize) -> f64 {
        let (i, j) = (a.max(b) + 1, a.min(b) + 1);
        self.sums[i * self.width + j] - self.games() * self.mean(a) * self.mean(b)
    }

    fn explained(&self, by: &[usize], of: usize) -> Option<f64> {
        let fit = self.fit(by, of);
        let freedom = self.games() - 1.0 - fit.used as f64;
        if fit.total <= 1e-12 || freedom < 10.0 {
            return None;
        }
        Some(1.0 - fit.left / freedom / (fit.total / (self.games() - 1.0)))
    }

    /// Sweeps the explanatory numbers out of the matrix of products one after another (Goodnight 1979).
    fn fit(&self, by: &[usize], of: usize) -> Fit {
        let numbers: Vec<usize> = by.iter().copied().chain([of]).collect();
        let last = by.len();
        let mut matrix: Vec<Vec<f64>> = numbers
            .iter()
            .map(|&a| numbers.iter().map(|&b| self.about_means(a, b)).collect())
            .collect();
        let total = matrix[last][last];
        let mut swept = vec![false; last];
        for pivot in 0..last {
            let own = matrix[pivot][pivot];
            let before = self.about_means(by[pivot], by[pivot]);
            if before <= 1e-12 || own <= OWN * before {
                continue;
            }
            swept[pivot] = true;
            let row: Vec<f64> = matrix[pivot].iter().map(|cell| cell / own).collect();
            for (i, cells) in matrix.iter_mut().enumerate() {
                if i == pivot {
                    continue;
                }
                let factor = cells[pivot];
                cells.iter_mut().zip(&row).for_each(|(cell, part)| *cell -= factor * part);
                cells[pivot] = -factor / own;
            }
            matrix[pivot] = row;
            matrix[pivot][pivot] = 1.0 / own;
        }
        let of_swept = |i: usize, j: usize| {
            if swept[i] && swept[j] { matrix[i][j] } else { 0.0 }
        };
        Fit {
            slopes: (0..last).map(|i| if swept[i] { matrix[i][last] } else { 0.0 }).collect(),
            used: swept.iter().filter(|&&swept| swept).count(),
            total,
            left: matrix[last][last],
            inverse: (0..last).map(|i| (0..last).map(|j| of_swept(i, j)).collect()).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(got: f64, expected: f64) {
        assert!((got - expected).abs() < 1e-6, "{got} is not {expected}");
    }

    /// Longley's first two columns would do; smaller by hand: x = 1..5, y = 2, 1, 4, 3, 5: slope .8, R² .64.
    #[test]
    fn one_number_explains_as_much_as_its_correlation_squared() {
        let x: Vec<f64> = (1..=5).map(f64::from).collect();
        let y = vec![2.0, 1.0, 4.0, 3.0, 5.0];
        let fit = LeastSquares::new(&[x, y]).all.fit(&[0], 1);
        near(fit.slopes[0], 0.8);
        near(1.0 - fit.left / fit.total, 0.64);
    }

    /// Exactly y = 3 + 2a - b: all of it is explained, and at a = b = 0 it is 3.
    #[test]
    fn a_number_made_of_two_others_is_explained_by_them() {
        let a: Vec<f64> = (0..40).map(|i| f64::from(i % 7)).collect();
        let b: Vec<f64> = (0..40).map(|i| f64::from(i * i % 5)).collect();
        let y: Vec<f64> = a.iter().zip(&b).map(|(a, b)| 3.0 + 2.0 * a - b).collect();
        let shadow: Vec<f64> = a.iter().map(|a| 2.0 * a).collect();
        let all = LeastSquares::new(&[a, b, y, shadow]);
        let slopes = all.slopes(&[0, 1], 2);
        near(slopes[0], 2.0);
        near(slopes[1], -1.0);
        near(all.explained(&[0, 1], 2, 0.95).unwrap().0, 1.0);
        near(all.at_expectation(&[0, 1], 2, 0.95).0, 3.0);
        // A number that is twice another adds no information.
        let slopes = all.slopes(&[0, 1, 3], 2);
        near(slopes[2], 0.0);
        assert_eq!(all.all.fit(&[0, 1, 3], 2).used, 2);
        // One alone explains less.
        assert!(all.explained(&[1], 2, 0.95).unwrap().0 < 0.5);
    }

    /// y = x + noise of equal variance: half is explained. The interval contains that in about 95 of 100 samples,
    /// and so does that of the mean at expectation, which is narrower than without x.
    #[test]
    fn intervals_hold_the_truth() {
        let (mut share, mut mean, mut width) = (0, 0, 0.0);
        for run in 0..200 {
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(run);
            let mut column = || (0..150).map(|_| dice.random::<f64>() - 0.5).collect::<Vec<f64>>();
            let (x, noise) = (column(), column());
            let y = x.iter().zip(&noise).map(|(x, noise)| x + noise).collect();
            let all = LeastSquares::new(&[x, y, noise]);
            let (_, interval) = all.explained(&[0], 1, 0.95).unwrap();
            share += u32::from(interval.low <= 0.5 && interval.high >= 0.5);
            let (_, interval) = all.at_expectation(&[0], 1, 0.95);
            mean += u32::from(interval.low <= 0.0 && interval.high >= 0.0);
            let (_, plain) = all.at_expectation(&[], 1, 0.95);
            width += (interval.high - interval.low) / (plain.high - plain.low) / 200.0;
        }
        assert!((180..=198).contains(&share), "{share} of 200");
        assert!((182..=198).contains(&mean), "{mean} of 200");
        assert!((width - 0.5_f64.sqrt()).abs() < 0.02, "{width}");
    }

    /// Six kinds of dice and a margin with a long tail, as games have them. The truth is that of 400,000 games.
    #[test]
    fn the_share_of_luck_holds_where_margins_have_a_long_tail() {
        for (games, slope, truth) in [(200, 0.3, 0.1103), (1_000, 0.5, 0.2580)] {
            let held = (0..100).filter(|&run| {
                let mut dice = Xoshiro256PlusPlus::seed_from_u64(run);
                let mut columns = vec![Vec::new(); 7];
                for _ in 0..games {
                    let mut luck = 0.0;
                    for column in &mut columns[..6] {
                        let hits = (0..10).filter(|_| dice.random_bool(0.3)).count();
                        column.push(hits as f64 - 3.0);
                        luck += hits as f64 - 3.0;
                    }
                    let tail = -3.0 * (1.0 - dice.random::<f64>()).ln();
                    columns[6].push((slope * luck + tail).round());
                }
                let all = LeastSquares::new(&columns);
                let (_, interval) = all.explained(&[0, 1, 2, 3, 4, 5], 6, 0.95).unwrap();
                interval.low <= truth && truth <= interval.high
            });
            let held = held.count();
            assert!((90..=99).contains(&held), "{games} games: {held} of 100");
        }
    }

    #[test]
    fn what_never_varies_is_not_explained() {
        let all = LeastSquares::new(&[vec![1.0, 2.0, 3.0], vec![5.0; 3]]);
        assert!(all.explained(&[0], 1, 0.95).is_none());
        near(all.at_expectation(&[0], 1, 0.95).0, 5.0);
        assert!(LeastSquares::new(&[vec![], vec![]]).explained(&[0], 1, 0.95).is_none());
    }
}
