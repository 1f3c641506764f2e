//! Morris' screening (1991): which factors matter at all, from few points.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::estimate::Interval;

/// Trajectories through the levels of each factor: each begins at a random point and moves every factor once, in random
/// order, by about half its levels. `trajectories * (factors + 1)` points, as level numbers.
pub fn morris(levels: &[usize], trajectories: usize, seed: u64) -> Vec<Vec<Vec<usize>>> {
    let factors = levels.len();
    (0..trajectories)
        .map(|trajectory| {
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed ^ ((trajectory as u64) << 24));
            let mut at: Vec<usize> =
                levels.iter().map(|&n| dice.random_range(0..n.max(1))).collect();
            let mut order: Vec<usize> = (0..factors).collect();
            for last in (1..factors).rev() {
                order.swap(last, dice.random_range(0..=last));
            }
            let mut points = vec![at.clone()];
            for factor in order {
                let step = (levels[factor] / 2).max(1);
                at[factor] = if at[factor] + step < levels[factor] {
                    at[factor] + step
                } else {
                    at[factor].saturating_sub(step)
                };
                points.push(at.clone());
            }
            points
        })
        .collect()
}

/// The effect of one factor.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Effect {
    /// Mean effect over the whole range of the factor.
    pub mean: f64,
    /// Mean absolute size of the effect.
    pub size: f64,
    /// Its interval by a bootstrap over trajectories.
    pub interval: Interval,
    /// Spread of the effects: large where the effect is curved or depends on other factors.
    pub spread: f64,
}

const RESAMPLES: u64 = 1_000;

/// Effects of each factor from the answers at the points of [`morris`].
pub fn elementary_effects(
    levels: &[usize],
    points: &[Vec<Vec<usize>>],
    answers: &[Vec<f64>],
    confidence: f64,
) -> Vec<Effect> {
    (0..levels.len())
        .map(|factor| {
            let range = (levels[factor].max(2) - 1) as f64;
            let effects: Vec<f64> = points
                .iter()
                .zip(answers)
                .filter_map(|(points, answers)| {
                    let step =
                        points.windows(2).position(|pair| pair[0][factor] != pair[1][factor])?;
                    let moved = points[step + 1][factor] as f64 - points[step][factor] as f64;
                    Some((answers[step + 1] - answers[step]) / moved * range)
                })
                .collect();
            let n = effects.len().max(1) as f64;
            let mean = effects.iter().sum::<f64>() / n;
            let size = effects.iter().map(|e| e.abs()).sum::<f64>() / n;
            let squares: f64 = effects.iter().map(|e| (e - mean) * (e - mean)).sum();
            let mut sizes: Vec<f64> = (0..RESAMPLES)
                .map(|resample| {
                    let mut dice =
                        Xoshiro256PlusPlus::seed_from_u64(((factor as u64) << 40) ^ resample);
                    let draw = |_| effects[dice.random_range(0..effects.len())].abs();
                    if effects.is_empty() {
                        0.0
                    } else {
                        (0..effects.len()).map(draw).sum::<f64>() / n
                    }
                })
                .collect();
            sizes.sort_by(f64::total_cmp);
            let tail = (1.0 - confidence) / 2.0;
            let at =
                |share: f64| sizes[((share * sizes.len() as f64) as usize).min(sizes.len() - 1)];
            Effect {
                mean,
                size,
                interval: Interval { low: at(tail).min(size), high: at(1.0 - tail).max(size) },
                spread: (squares / (n - 1.0).max(1.0)).sqrt(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `3 a - 2 b + 4 a c` on levels from 0 to 1: b has one effect, -2; a has 3 + 4 c, so 5 on average with
    /// a spread; c has 4 a; d has none.
    #[test]
    fn a_known_function_gives_its_effects() {
        let levels = [4, 4, 4, 4];
        let points = morris(&levels, 400, 3);
        assert!(points.iter().all(|t| t.len() == 5));
        let answer = |p: &Vec<usize>| {
            let x: Vec<f64> = p.iter().map(|&level| level as f64 / 3.0).collect();
            3.0 * x[0] - 2.0 * x[1] + 4.0 * x[0] * x[2]
        };
        let answers: Vec<Vec<f64>> =
            points.iter().map(|t| t.iter().map(answer).collect()).collect();
        let got = elementary_effects(&levels, &points, &answers, 0.95);
        assert!(
            (got[1].mean + 2.0).abs() < 1e-9
                && (got[1].size - 2.0).abs() < 1e-9
                && got[1].spread < 1e-9
        );
        assert!((got[0].mean - 5.0).abs() < 0.2 && got[0].spread > 1.0, "{:?}", got[0]);
        assert!((got[2].mean - 2.0).abs() < 0.2, "{:?}", got[2]);
        assert!(got[3].size.abs() < 1e-12 && got[3].interval.high.abs() < 1e-12);
        assert!(got[0].interval.low < 5.0 && 5.0 < got[0].interval.high);
    }

    #[test]
    fn a_factor_that_cannot_move_has_no_effect() {
        let points = morris(&[1, 2], 5, 0);
        let answers = vec![vec![1.0; 3]; 5];
        assert!(elementary_effects(&[1, 2], &points, &answers, 0.95).iter().all(|e| e.size == 0.0));
        assert!(elementary_effects(&[2], &[], &[], 0.95)[0].size == 0.0);
    }
}
