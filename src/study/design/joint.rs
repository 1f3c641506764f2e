//! All factors of a sweep fitted together, with the error between its points.

use statrs::function::beta::beta_reg;

use crate::estimate::{Interval, student_p, two_sided_t};

/// How a factor enters the model.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// A number, as its place from 0 to 1: a straight line, plus a square if there are enough points.
    Number(Vec<f64>),
    /// One of several words, by index: each has its own level.
    Words(Vec<usize>, usize),
}

/// Least squares of the answers on all factors at once. Its errors are those between points: each group of points is
/// left out in turn and the fit repeated (jackknife), so that everything the fit misses, such as curvature or
/// interactions, counts as error. Points of one group (a row of a Sobol design, a trajectory) share most of their
/// factors and their errors are correlated.
#[derive(Clone, Debug)]
pub struct Joint {
    /// Columns of each factor in the model: for a number, its slope.
    columns: Vec<Vec<usize>>,
    /// Words: how many.
    words: Vec<usize>,
    /// Coefficients of the fit; squares and products are measured from the middle of each range.
    fit: Vec<f64>,
    without: Vec<Vec<f64>>,
    freedom: f64,
    /// Share of the answers' variance that the fit explains, for the terms it has; 0 where nothing varies.
    pub explained: f64,
    /// Residual standard deviation of one point.
    pub left: f64,
    /// Whether it has squares and products of the numbers besides their slopes.
    pub bent: bool,
}

/// One number of a fit.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Found {
    /// The number.
    pub value: f64,
    /// Its interval.
    pub interval: Interval,
    /// p-value: the chance of a value this far from 0 if the true one were 0.
    pub p: f64,
}

impl Joint {
    /// Fits. `groups[i]` is the group of point i. `None` if there are too few points to separate the factors
    /// and to leave an error.
    pub fn new(terms: &[Term], answers: &[f64], groups: &[usize]) -> Option<Joint> {
        let bent = Joint::model(terms, answers, groups, true);
        bent.or_else(|| Joint::model(terms, answers, groups, false))
    }

    fn model(terms: &[Term], answers: &[f64], groups: &[usize], bent: bool) -> Option<Joint> {
        let (points, mut model) = (answers.len(), vec![vec![1.0; answers.len()]]);
        let mut columns = Vec::new();
        let mut numbers: Vec<Vec<f64>> = Vec::new();
        for term in terms {
            let from = model.len();
            match term {
                Term::Number(places) => {
                    let centred: Vec<f64> = places.iter().map(|place| place - 0.5).collect();
                    model.push(centred.clone());
                    numbers.push(centred);
                }
                Term::Words(at, count) => {
                    for word in 1..*count {
                        model.push(at.iter().map(|&at| f64::from(u8::from(at == word))).collect());
                    }
                }
            }
            columns.push((from..model.len()).collect());
        }
        if bent {
            for i in 0..numbers.len() {
                for j in i..numbers.len() {
                    let product = numbers[i].iter().zip(&numbers[j]).map(|(a, b)| a * b);
                    let product: Vec<f64> = product.collect();
                    // A number with only two values has no curvature.
                    if i != j || bends(&numbers[i]) {
                        model.push(product);
                    }
                }
            }
            // Use them only if there are at least twice as many points as terms.
            if numbers.is_empty() || points < 2 * model.len() {
                return None;
            }
        }
        let mut names = groups.to_vec();
        names.sort_unstable();
        names.dedup();
        let freedom = (points as f64 - model.len() as f64).min(names.len() as f64 - 1.0);
        if freedom < 1.0 {
            return None;
        }
        let rows: Vec<Vec<f64>> =
            (0..points).map(|i| model.iter().map(|column| column[i]).collect()).collect();
        let all = Normal::of(&rows, answers, |_| true);
        let fit = all.solve()?;
        let without: Vec<Vec<f64>> = names
            .iter()
            .map(|&name| {
                let left = Normal::of(&rows, answers, |i| groups[i] == name);
                all.less(&left).solve()
            })
            .collect::<Option<_>>()?;
        let mean = answers.iter().sum::<f64>() / points as f64;
        let total: f64 = answers.iter().map(|y| (y - mean) * (y - mean)).sum();
        let said = |row: &[f64]| -> f64 { row.iter().zip(&fit).map(|(x, b)| x * b).sum() };
        let rest: f64 = rows.iter().zip(answers).map(|(row, y)| (y - said(row)).powi(2)).sum();
        let spare = (points - model.len()) as f64;
        let explained = if total > 1e-12 {
            (1.0 - rest / spare / (total / (points as f64 - 1.0))).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let words = terms.iter().map(|term| match term {
            Term::Number(_) => 0,
            Term::Words(_, count) => *count,
        });
        Some(Joint {
            columns,
            words: words.collect(),
            fit,
            without,
            freedom,
            explained,
            left: (rest / spare).sqrt(),
            bent,
        })
    }

    /// The effect of a change of `by` along a number, with everything else in the middle.
    pub fn slope(&self, factor: usize, by: f64, confidence: f64) -> Found {
        let column = self.columns[factor][0];
        self.found(|fit| fit[column] * by, confidence)
    }

    /// The effect of one word minus that of another, all else equal; the interval holds for all pairs of words at once.
    pub fn words(&self, factor: usize, from: usize, to: usize, confidence: f64) -> Found {
        let count = self.words[factor].max(2) as f64;
        let pairs = count * (count - 1.0) / 2.0;
        let at = |fit: &[f64], word: usize| match word.checked_sub(1) {
            Some(word) => fit[self.columns[factor][word]],
            None => 0.0,
        };
        self.found(|fit| at(fit, to) - at(fit, from), 1.0 - (1.0 - confidence) / pairs)
    }

    /// The level of each word relative to the first.
    pub fn levels(&self, factor: usize) -> Vec<f64> {
        std::iter::once(0.0)
            .chain(self.columns[factor].iter().map(|&column| self.fit[column]))
            .collect()
    }

    /// The answer at a place of one number (or a word), with the others in the middle of their range (or at their first
    /// word, moved by `others`).
    pub fn at(&self, factor: usize, place: f64, others: &[(usize, f64)], confidence: f64) -> Found {
        self.found(
            |fit| {
                let own = if self.words[factor] == 0 {
                    fit[self.columns[factor][0]] * (place - 0.5)
                } else {
                    (place as usize)
                        .checked_sub(1)
                        .map_or(0.0, |word| fit[self.columns[factor][word]])
                };
                fit[0]
                    + own
                    + others.iter().map(|&(column, share)| fit[column] * share).sum::<f64>()
            },
            confidence,
        )
    }

    /// Columns of all words except those of one factor, each with an equal share: their middle.
    pub fn middle(&self, but: usize) -> Vec<(usize, f64)> {
        let words = (0..self.words.len()).filter(|&i| i != but && self.words[i] > 0);
        words
            .flat_map(|i| self.columns[i].iter().map(move |&c| (c, 1.0 / self.words[i] as f64)))
            .collect()
    }

    /// p-value of all words of a factor together, if none differed: Hotelling's form of Wald's test.
    pub fn words_p(&self, factor: usize) -> f64 {
        let columns = &self.columns[factor];
        let q = columns.len();
        let spare = self.freedom - q as f64 + 1.0;
        if q == 0 || spare < 1.0 {
            return 1.0;
        }
        let value = |fit: &[f64]| -> Vec<f64> { columns.iter().map(|&c| fit[c]).collect() };
        let all: Vec<Vec<f64>> = self.without.iter().map(|fit| value(fit)).collect();
        let n = all.len() as f64;
        let means: Vec<f64> = (0..q).map(|i| all.iter().map(|v| v[i]).sum::<f64>() / n).collect();
        let mut spread = vec![vec![0.0; q]; q];
        for found in &all {
            let off: Vec<f64> = found.iter().zip(&means).map(|(x, mean)| x - mean).collect();
            for (row, a) in spread.iter_mut().zip(&off) {
                for (cell, b) in row.iter_mut().zip(&off) {
                    *cell += (n - 1.0) / n * a * b;
                }
            }
        }
        let seen = value(&self.fit);
        let Some(turned) = solve(spread, seen.clone()) else {
            // Words without any effect have no spread either.
            return if seen.iter().all(|x| x.abs() < 1e-9) { 1.0 } else { self.each_word(factor) };
        };
        let wald: f64 = seen.iter().zip(&turned).map(|(a, b)| a * b).sum();
        let f = wald * spare / (self.freedom * q as f64);
        if f <= 0.0 || f.is_nan() {
            return 1.0;
        }
        beta_reg(spare / 2.0, q as f64 / 2.0, spare / (spare + q as f64 * f))
    }

    /// For words that cannot be tested together: the smallest p-value of any, corrected for their number.
    fn each_word(&self, factor: usize) -> f64 {
        let each = (1..self.words[factor]).map(|word| self.words(factor, 0, word, 0.95).p);
        (each.fold(1.0, f64::min) * self.columns[factor].len() as f64).min(1.0)
    }

    fn found(&self, of: impl Fn(&[f64]) -> f64, confidence: f64) -> Found {
        let value = of(&self.fit);
        let n = self.without.len() as f64;
        let each: Vec<f64> = self.without.iter().map(|fit| of(fit)).collect();
        let mean = each.iter().sum::<f64>() / n;
        let squares: f64 = each.iter().map(|x| (x - mean) * (x - mean)).sum();
        let error = (squares * (n - 1.0) / n).sqrt();
        let half = two_sided_t(confidence, self.freedom) * error;
        let p = if error > 1e-12 {
            student_p(value / error, self.freedom)
        } else if value.abs() < 1e-9 {
            1.0
        } else {
            // A perfect fit: as surprising as this many points on one line by chance.
            0.5_f64.powf(self.freedom)
        };
        Found { value, interval: Interval { low: value - half, high: value + half }, p }
    }
}

/// Whether a number has more than two values.
fn bends(values: &[f64]) -> bool {
    let other = values.iter().find(|&&x| (x - values[0]).abs() > 1e-9);
    other.is_some_and(|other| {
        values.iter().any(|x| (x - values[0]).abs() > 1e-9 && (x - other).abs() > 1e-9)
    })
}

/// Sums of products: what least squares needs from its points.
struct Normal {
    products: Vec<Vec<f64>>,
    with: Vec<f64>,
}

impl Normal {
    fn of(rows: &[Vec<f64>], answers: &[f64], keep: impl Fn(usize) -> bool) -> Normal {
        let width = rows.first().map_or(0, Vec::len);
        let mut normal = Normal { products: vec![vec![0.0; width]; width], with: vec![0.0; width] };
        for (i, (row, answer)) in rows.iter().zip(answers).enumerate() {
            if !keep(i) {
                continue;
            }
            for ((sums, with), a) in normal.products.iter_mut().zip(&mut normal.with).zip(row) {
                *with += a * answer;
                for (sum, b) in sums.iter_mut().zip(row) {
                    *sum += a * b;
                }
            }
        }
        normal
    }

    fn less(&self, other: &Normal) -> Normal {
        let minus = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a - b).collect();
        Normal {
            products: self.products.iter().zip(&other.products).map(|(a, b)| minus(a, b)).collect(),
            with: minus(&self.with, &other.with),
        }
    }

    fn solve(&self) -> Option<Vec<f64>> {
        solve(self.products.clone(), self.with.clone())
    }
}

/// Solves linear equations by elimination; `None` if they have no unique solution.
fn solve(mut left: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    let scale = left.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
    for step in 0..size {
        let pivot =
            (step..size).max_by(|&a, &b| left[a][step].abs().total_cmp(&left[b][step].abs()))?;
        if left[pivot][step].abs() <= 1e-10 * scale {
            return None;
        }
        left.swap(step, pivot);
        right.swap(step, pivot);
        let (done, below) = left.split_at_mut(step + 1);
        let above = &done[step];
        for (row, cells) in below.iter_mut().enumerate() {
            let factor = cells[step] / above[step];
            for (cell, over) in cells.iter_mut().zip(above).skip(step) {
                *cell -= factor * over;
            }
            right[step + 1 + row] -= factor * right[step];
        }
    }
    for step in (0..size).rev() {
        let known: f64 = (step + 1..size).map(|column| left[step][column] * right[column]).sum();
        right[step] = (right[step] - known) / left[step][step];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::design::latin_hypercube;

    fn columns(points: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let factors = points.first().map_or(0, Vec::len);
        (0..factors).map(|i| points.iter().map(|point| point[i]).collect()).collect()
    }

    /// Exactly `3 + 2 a - b`: slopes and levels are recovered, with no residual.
    #[test]
    fn a_straight_answer_is_found() {
        let points = latin_hypercube(24, 2, 1);
        let word = |place: f64| (place * 3.0) as usize;
        let answers: Vec<f64> =
            points.iter().map(|p| 3.0 + 2.0 * p[0] - [0.0, 1.0, 5.0][word(p[1])]).collect();
        let all = columns(&points);
        let words = all[1].iter().map(|&place| word(place)).collect();
        let terms = [Term::Number(all[0].clone()), Term::Words(words, 3)];
        let fit = Joint::new(&terms, &answers, &(0..24).collect::<Vec<_>>()).unwrap();
        let slope = fit.slope(0, 1.0, 0.95);
        assert!((slope.value - 2.0).abs() < 1e-9 && slope.p < 1e-3, "{slope:?}");
        let apart = fit.words(1, 0, 2, 0.95);
        assert!((apart.value + 5.0).abs() < 1e-9, "{apart:?}");
        assert!((fit.explained - 1.0).abs() < 1e-9 && fit.left < 1e-6);
    }

    /// Two factors that matter, one of them curved and interacting with the other, and two that do not: the latter
    /// are called clear in no more than 5 of 100 designs, the former in nearly all. One-factor slopes over the same
    /// points called the idle ones clear in most designs.
    #[test]
    fn what_does_nothing_is_seldom_named() {
        let runs = 300;
        let (mut idle, mut idle_words, mut found) = (0, 0, 0);
        for run in 0..runs {
            let points = latin_hypercube(40, 4, run);
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(run);
            let answers: Vec<f64> = points
                .iter()
                .map(|p| {
                    let noise: f64 = (0..4).map(|_| dice.random::<f64>() - 0.5).sum();
                    4.0 * p[0] * p[0] + 2.0 * p[1] + 2.0 * p[0] * p[1] + noise
                })
                .collect();
            let all = columns(&points);
            let words = all[3].iter().map(|&place| (place * 3.0) as usize).collect();
            let numbers = all[..3].iter().cloned().map(Term::Number);
            let terms: Vec<Term> = numbers.chain([Term::Words(words, 3)]).collect();
            let fit = Joint::new(&terms, &answers, &(0..40).collect::<Vec<_>>()).unwrap();
            idle += u32::from(fit.slope(2, 1.0, 0.95).p < 0.05);
            idle_words += u32::from(fit.words_p(3) < 0.05);
            found += u32::from(fit.slope(0, 1.0, 0.95).p < 0.05);
        }
        // 15 expected at most; three standard deviations more is 26.
        assert!(idle <= 26 && idle_words <= 26, "{idle}, {idle_words} of {runs}");
        assert!(found > 290, "{found} of {runs}");
    }

    #[test]
    fn too_few_points_tell_nothing() {
        let term = [Term::Number(vec![0.1, 0.9])];
        assert!(Joint::new(&term, &[1.0, 2.0], &[0, 1]).is_none());
        assert!(Joint::new(&term, &[1.0, 2.0], &[0, 0]).is_none());
        assert!(Joint::new(&[], &[], &[]).is_none());
        // A single group gives no error, however many points it has.
        let six = [Term::Number(vec![0.1, 0.3, 0.5, 0.6, 0.8, 0.9])];
        assert!(Joint::new(&six, &[1.0; 6], &[0; 6]).is_none());
    }
}
