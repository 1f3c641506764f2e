//! Sobol indices: the share of the answers' variance that each factor accounts for, alone and with others.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::latin_hypercube;
use crate::estimate::Interval;

/// Saltelli's points (2010): two independent tables A and B, and for each factor A with that factor's column from B.
/// `rows * (factors + 2)` points, in the order A, B, AB of the first factor, and so on.
pub fn saltelli(rows: usize, factors: usize, seed: u64) -> Vec<Vec<f64>> {
    // A Latin hypercube over both tables at once fills each factor evenly and keeps the tables independent.
    let both = latin_hypercube(rows, 2 * factors, seed);
    let half = |from: usize| -> Vec<Vec<f64>> {
        both.iter().map(|row| row[from..from + factors].to_vec()).collect()
    };
    let (a, b) = (half(0), half(factors));
    let mut points = a.clone();
    points.extend(b.iter().cloned());
    for factor in 0..factors {
        points.extend(a.iter().zip(&b).map(|(a, b)| {
            let mut point = a.clone();
            point[factor] = b[factor];
            point
        }));
    }
    points
}

/// The share of one factor.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Indices {
    /// Share of the variance that vanishes when only this factor is known.
    pub first: f64,
    /// Its interval.
    pub first_interval: Interval,
    /// Share of the variance that remains when all factors except this one are known.
    pub total: f64,
    /// Its interval.
    pub total_interval: Interval,
}

/// The variance due to sampling, as half the mean square of a difference between two answers: where answers share their
/// seeds, sampling noise largely cancels, so it is measured on the differences themselves.
#[derive(Clone, Debug, PartialEq)]
pub struct Noise {
    /// Between rows of A and of B.
    pub level: f64,
    /// Between A and AB of each factor.
    pub own: Vec<f64>,
}

impl Noise {
    /// The same for every difference: answers with separate seeds, or without noise.
    pub fn even(level: f64, factors: usize) -> Noise {
        Noise { level, own: vec![level; factors] }
    }
}

/// First and total share of one factor.
type Pair = (f64, f64);

const RESAMPLES: u64 = 1_000;

/// Indices from the answers at the points of [`saltelli`] (Saltelli's and Jansen's forms), with a bootstrap over
/// rows. `noise` is the sampling variance; it is subtracted, because only the effect of the factors is to be
/// apportioned. All indices are 0 where the answers do not vary beyond it.
pub fn sobol_indices(
    answers: &[f64],
    rows: usize,
    factors: usize,
    noise: &Noise,
    confidence: f64,
) -> Vec<Indices> {
    let all: Vec<usize> = (0..rows).collect();
    let seen = shares(answers, rows, factors, noise, &all);
    let mut resampled: Vec<Vec<Pair>> = Vec::new();
    for resample in 0..RESAMPLES {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(0x5_0b01 ^ (resample << 20));
        let drawn: Vec<usize> = (0..rows).map(|_| dice.random_range(0..rows)).collect();
        resampled.push(shares(answers, rows, factors, noise, &drawn));
    }
    let tail = (1.0 - confidence) / 2.0;
    let interval = |value: f64, get: &dyn Fn(&[Pair]) -> f64| {
        let mut values: Vec<f64> = resampled.iter().map(|shares| get(shares)).collect();
        values.sort_by(f64::total_cmp);
        let at =
            |share: f64| values[((share * values.len() as f64) as usize).min(values.len() - 1)];
        Interval { low: at(tail).min(value), high: at(1.0 - tail).max(value) }
    };
    seen.iter()
        .enumerate()
        .map(|(i, &(first, total))| Indices {
            first,
            first_interval: interval(first, &|shares| shares[i].0),
            total,
            total_interval: interval(total, &|shares| shares[i].1),
        })
        .collect()
}

/// First and total share of each factor over some of the rows, kept between 0 and 1.
fn shares(
    answers: &[f64],
    rows: usize,
    factors: usize,
    noise: &Noise,
    drawn: &[usize],
) -> Vec<Pair> {
    let n = drawn.len() as f64;
    let (a, b) = (|i: usize| answers[i], |i: usize| answers[rows + i]);
    let mean = drawn.iter().map(|&i| a(i) + b(i)).sum::<f64>() / (2.0 * n);
    let squares: f64 = drawn.iter().map(|&i| (a(i) - mean).powi(2) + (b(i) - mean).powi(2)).sum();
    let variance = squares / (2.0 * n - 1.0).max(1.0) - noise.level;
    (0..factors)
        .map(|factor| {
            let ab = |i: usize| answers[(2 + factor) * rows + i];
            if variance <= 1e-12 {
                return (0.0, 0.0);
            }
            // Saltelli's product for the first share, in which noise shared by all points cancels; Jansen's
            // half mean square for the total, from which it is subtracted.
            let product = drawn.iter().map(|&i| (b(i) - mean) * (ab(i) - a(i))).sum::<f64>() / n;
            let half = drawn.iter().map(|&i| (a(i) - ab(i)).powi(2)).sum::<f64>() / (2.0 * n);
            let first = (product / variance).clamp(0.0, 1.0);
            let total = ((half - noise.own[factor]) / variance).clamp(0.0, 1.0);
            (first, total)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;

    /// Ishigami's function with a = 7 and b = 0.1: first-order shares .3139, .4424, 0; total .5576, .4424, .2437.
    fn ishigami(point: &[f64]) -> f64 {
        let x: Vec<f64> = point.iter().map(|u| PI * (2.0 * u - 1.0)).collect();
        x[0].sin() + 7.0 * x[1].sin().powi(2) + 0.1 * x[2].powi(4) * x[0].sin()
    }

    const KNOWN: [(f64, f64); 3] = [(0.3139, 0.5576), (0.4424, 0.4424), (0.0, 0.2437)];

    #[test]
    fn ishigami_gives_its_known_indices() {
        let rows = 2_048;
        let answers: Vec<f64> = saltelli(rows, 3, 1).iter().map(|p| ishigami(p)).collect();
        let got = sobol_indices(&answers, rows, 3, &Noise::even(0.0, 3), 0.95);
        for (got, (first, total)) in got.iter().zip(KNOWN) {
            assert!(
                (got.first - first).abs() < 0.04 && (got.total - total).abs() < 0.04,
                "{got:?}"
            );
            assert!(
                got.first_interval.low <= first + 0.01 && first - 0.01 <= got.first_interval.high,
                "{got:?}"
            );
            assert!(
                got.total_interval.low <= total + 0.01 && total - 0.01 <= got.total_interval.high,
                "{got:?}"
            );
        }
    }

    /// With as much noise as signal on every answer the shares of the signal are still recovered.
    #[test]
    fn noise_is_taken_off() {
        let rows = 4_096;
        let noise: f64 = 13.8;
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(5);
        let answers: Vec<f64> = saltelli(rows, 3, 2)
            .iter()
            .map(|p| {
                // Twelve uniform numbers: variance 1.
                let normal: f64 = (0..12).map(|_| dice.random::<f64>()).sum::<f64>() - 6.0;
                ishigami(p) + normal * noise.sqrt()
            })
            .collect();
        let clean = sobol_indices(&answers, rows, 3, &Noise::even(noise, 3), 0.95);
        let raw = sobol_indices(&answers, rows, 3, &Noise::even(0.0, 3), 0.95);
        for ((clean, raw), (_, total)) in clean.iter().zip(&raw).zip(KNOWN) {
            assert!((clean.total - total).abs() < 0.12, "{clean:?}");
            assert!((clean.total - total).abs() < (raw.total - total).abs(), "{clean:?} {raw:?}");
        }
    }

    #[test]
    fn answers_that_never_vary_share_nothing() {
        let got = sobol_indices(&[0.5; 8 * 4], 8, 2, &Noise::even(0.0, 2), 0.95);
        assert!(
            got.iter().all(|i| i.first == 0.0 && i.total == 0.0 && i.total_interval.high == 0.0)
        );
        let one = sobol_indices(&[0.1, 0.9, 0.4], 1, 1, &Noise::even(0.0, 1), 0.95);
        assert!(one.iter().all(|i| i.first.is_finite() && i.total.is_finite()));
    }
}
