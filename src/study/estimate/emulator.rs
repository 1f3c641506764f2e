//! What a number would be in a world that was not played: a Gaussian process over choices (Rasmussen and Williams 2006),
//! with its own error. Its covariance is additive in the unknowns, with a part for what they do together.

/// A number in worlds that were played.
#[derive(Clone, Debug)]
pub struct Emulator {
    worlds: Vec<Vec<u16>>,
    kernel: Kernel,
    mean: f64,
    /// Cholesky factor of the covariance of the numbers seen.
    factor: Vec<Vec<f64>>,
    /// The numbers about their mean, solved by the covariance.
    solved: Vec<f64>,
}

/// How alike the numbers of two worlds are held to be.
#[derive(Copy, Clone, Debug, PartialEq)]
struct Kernel {
    /// Variance that the unknowns account for one by one, in all.
    alone: f64,
    /// Variance of what they do together.
    together: f64,
    /// How much of that is left for each unknown that differs.
    kept: f64,
}

impl Kernel {
    fn of(self, one: &[u16], other: &[u16]) -> f64 {
        let same = one.iter().zip(other).filter(|(a, b)| a == b).count();
        let all = one.len().max(1) as f64;
        let differing = one.len() - same;
        self.alone * same as f64 / all + self.together * self.kept.powi(differing as i32)
    }
}

impl Emulator {
    /// From worlds, the number in each, and the variance that its dice gave it. The covariance is the most likely of a
    /// grid.
    pub fn new(worlds: &[Vec<u16>], numbers: &[f64], noise: &[f64]) -> Emulator {
        let n = numbers.len().max(1) as f64;
        let mean = numbers.iter().sum::<f64>() / n;
        let spread =
            numbers.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
        let dice = noise.iter().sum::<f64>() / n;
        // Variance between worlds, as far as dice leave it; never nothing, so that it can be learnt that there is some.
        let between = (spread - dice).max(0.05 * spread).max(1e-12);
        let mut best: Option<(f64, Emulator)> = None;
        for scale in [0.5, 1.0, 2.0, 4.0] {
            for part in [0.0, 0.1, 0.3, 0.6] {
                for kept in [0.5, 0.8, 0.95] {
                    if part == 0.0 && kept > 0.5 {
                        continue;
                    }
                    let all = between * scale;
                    // Two worlds drawn apart agree in about half of their choices: twice the variance there.
                    let kernel =
                        Kernel { alone: 2.0 * all * (1.0 - part), together: all * part, kept };
                    let Some((fit, emulator)) =
                        Emulator::fitted(worlds, numbers, noise, mean, kernel)
                    else {
                        continue;
                    };
                    if best.as_ref().is_none_or(|(most, _)| fit > *most) {
                        best = Some((fit, emulator));
                    }
                }
            }
        }
        best.map_or_else(
            || Emulator {
                worlds: Vec::new(),
                kernel: Kernel { alone: spread, together: 0.0, kept: 0.5 },
                mean,
                factor: Vec::new(),
                solved: Vec::new(),
            },
            |(_, emulator)| emulator,
        )
    }

    /// The process with one covariance, and the logarithm of its likelihood.
    fn fitted(
        worlds: &[Vec<u16>],
        numbers: &[f64],
        noise: &[f64],
        mean: f64,
        kernel: Kernel,
    ) -> Option<(f64, Emulator)> {
        let size = worlds.len();
        let tiny = 1e-9 * (kernel.alone + kernel.together) + 1e-15;
        let covariance: Vec<Vec<f64>> = (0..size)
            .map(|i| {
                let own = |j| if i == j { noise[i] + tiny } else { 0.0 };
                (0..=i).map(|j| kernel.of(&worlds[i], &worlds[j]) + own(j)).collect()
            })
            .collect();
        let factor = cholesky(covariance)?;
        let about: Vec<f64> = numbers.iter().map(|one| one - mean).collect();
        let half = forward(&factor, &about);
        let fit = -0.5 * half.iter().map(|x| x * x).sum::<f64>()
            - factor.iter().enumerate().map(|(i, row)| row[i].ln()).sum::<f64>();
        let solved = backward(&factor, &half);
        Some((fit, Emulator { worlds: worlds.to_vec(), kernel, mean, factor, solved }))
    }

    /// The number in a world, without its dice: mean and variance.
    pub fn at(&self, world: &[u16]) -> (f64, f64) {
        let alike: Vec<f64> = self.worlds.iter().map(|seen| self.kernel.of(seen, world)).collect();
        let shift: f64 = alike.iter().zip(&self.solved).map(|(a, b)| a * b).sum();
        let known: f64 = forward(&self.factor, &alike).iter().map(|x| x * x).sum();
        (self.mean + shift, (self.kernel.of(world, world) - known).max(0.0))
    }
}

/// The lower factor of a covariance, given by its lower half; `None` if it is none.
fn cholesky(mut rows: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    for i in 0..rows.len() {
        for j in 0..=i {
            let dot: f64 = rows[i][..j].iter().zip(&rows[j][..j]).map(|(a, b)| a * b).sum();
            let left = rows[i][j] - dot;
            rows[i][j] = if i == j {
                if left <= 0.0 {
                    return None;
                }
                left.sqrt()
            } else {
                left / rows[j][j]
            };
        }
    }
    Some(rows)
}

/// Solves by the factor.
fn forward(factor: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let mut found: Vec<f64> = Vec::with_capacity(right.len());
    for (row, right) in factor.iter().zip(right) {
        let dot: f64 = row.iter().zip(&found).map(|(a, b)| a * b).sum();
        found.push((right - dot) / row[found.len()]);
    }
    found
}

/// Solves by the transposed factor.
fn backward(factor: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let mut found = right.to_vec();
    for i in (0..found.len()).rev() {
        found[i] /= factor[i][i];
        let known = found[i];
        for (other, part) in found[..i].iter_mut().zip(&factor[i]) {
            *other -= part * known;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// Worlds that were not played are foretold within the error that the emulator states for itself.
    #[test]
    fn its_error_is_the_one_it_states() {
        let (mut inside, mut all, mut error, mut spread) = (0, 0, 0.0, 0.0);
        for run in 0..20 {
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(run);
            let effects: Vec<[f64; 3]> = (0..8)
                .map(|_| [0.0, dice.random::<f64>() - 0.5, dice.random::<f64>() - 0.5])
                .collect();
            let pair = dice.random::<f64>() - 0.5;
            let truth = |world: &[u16]| -> f64 {
                let sum: f64 =
                    world.iter().zip(&effects).map(|(&c, effect)| effect[usize::from(c)]).sum();
                sum + if world[0] == 1 && world[1] == 1 { pair } else { 0.0 }
            };
            let mut draw = || -> Vec<u16> { (0..8).map(|_| dice.random_range(0..3_u16)).collect() };
            let worlds: Vec<Vec<u16>> = (0..70).map(|_| draw()).collect();
            let fresh: Vec<Vec<u16>> = (0..50).map(|_| draw()).collect();
            let noise = 0.1_f64;
            let seen: Vec<f64> = worlds
                .iter()
                .map(|world| {
                    let sum: f64 = (0..12).map(|_| dice.random::<f64>()).sum();
                    truth(world) + noise * (sum - 6.0)
                })
                .collect();
            let emulator = Emulator::new(&worlds, &seen, &vec![noise * noise; 70]);
            for world in &fresh {
                let (mean, variance) = emulator.at(world);
                all += 1;
                inside += u32::from((truth(world) - mean).abs() <= 1.96 * variance.sqrt());
                error += (truth(world) - mean).powi(2);
                spread += truth(world).powi(2);
            }
        }
        let share = f64::from(inside) / f64::from(all);
        assert!((0.88..=0.995).contains(&share), "{share}");
        // It explains most of what differs between worlds.
        assert!(error < 0.15 * spread, "{error} of {spread}");
    }

    #[test]
    fn what_never_varies_is_foretold_as_it_is() {
        let worlds: Vec<Vec<u16>> = (0..4_u16).map(|i| vec![i % 2, i / 2]).collect();
        let (mean, variance) = Emulator::new(&worlds, &[0.5; 4], &[0.0; 4]).at(&[0, 1]);
        assert!((mean - 0.5).abs() < 1e-9 && variance < 1e-6, "{mean} {variance}");
    }
}
