//! Points that fill a space evenly.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Every combination of the levels of each factor, the last factor varying fastest.
pub fn grid(levels: &[usize]) -> Vec<Vec<usize>> {
    let mut points = vec![Vec::new()];
    for &count in levels {
        points = points
            .into_iter()
            .flat_map(|point: Vec<usize>| {
                (0..count).map(move |level| point.iter().copied().chain([level]).collect())
            })
            .collect();
    }
    points
}

/// Latin hypercubes tried; the one whose factors are least correlated is taken.
const TRIES: u64 = 50;

/// A Latin hypercube: each of `points` equal slices of every factor holds exactly one point. Of several drawn the
/// one with the smallest correlation between factors is taken, so that effects can be separated.
pub fn latin_hypercube(points: usize, factors: usize, seed: u64) -> Vec<Vec<f64>> {
    let drawn = (0..TRIES).map(|attempt| {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed ^ (attempt << 32));
        let mut columns: Vec<Vec<f64>> = Vec::new();
        for _ in 0..factors {
            let mut slices: Vec<usize> = (0..points).collect();
            for last in (1..points).rev() {
                slices.swap(last, dice.random_range(0..=last));
            }
            let within = |slice| (slice as f64 + 0.5) / points as f64;
            columns.push(slices.into_iter().map(within).collect());
        }
        columns
    });
    let best = drawn.min_by(|a, b| tangled(a).total_cmp(&tangled(b))).unwrap_or_default();
    (0..points).map(|i| best.iter().map(|column| column[i]).collect()).collect()
}

/// The largest correlation of two columns that hold the same values in different orders.
fn tangled(columns: &[Vec<f64>]) -> f64 {
    let mut largest = 0.0_f64;
    for (i, first) in columns.iter().enumerate() {
        for second in &columns[..i] {
            let products: f64 = first.iter().zip(second).map(|(a, b)| (a - 0.5) * (b - 0.5)).sum();
            largest = largest.max(products.abs());
        }
    }
    largest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_has_every_combination_once() {
        assert_eq!(grid(&[2, 3]), [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
        assert_eq!(grid(&[]), [[0_usize; 0]]);
        assert!(grid(&[2, 0]).is_empty());
    }

    #[test]
    fn each_slice_of_each_factor_holds_one_point() {
        let points = latin_hypercube(16, 3, 7);
        for factor in 0..3 {
            let mut slices: Vec<usize> =
                points.iter().map(|p| (p[factor] * 16.0) as usize).collect();
            slices.sort_unstable();
            assert_eq!(slices, (0..16).collect::<Vec<_>>());
        }
        assert_eq!(points, latin_hypercube(16, 3, 7));
        assert_ne!(points, latin_hypercube(16, 3, 8));
        assert!(latin_hypercube(0, 3, 7).is_empty());
    }
}
