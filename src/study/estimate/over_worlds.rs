//! The second interval: what a number may be in one world of which only the chances are known.
//!
//! Games of many worlds vary by their dice and by their world. The variance between worlds is that of the worlds' means
//! less what the dice put into it; the interval is that of a further world drawn like these, whose own number no dice
//! disturb. How large the variance between worlds is, few worlds say only roughly: it is averaged over everything that
//! it may be (flat in the standard deviation; Gelman 2006), so that the interval is not too short where dice hide it.

use statrs::function::beta::beta_reg;
use statrs::function::erf::erf;

use super::Interval;
use super::interval::{edge, two_sided_z};
use super::unseen;

/// A number in the games of one world.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct InWorld {
    /// Games that have the number.
    pub games: u64,
    /// Its mean over them.
    pub mean: f64,
    /// Its variance, with n - 1 in the denominator.
    pub variance: f64,
}

impl InWorld {
    /// From the number of games, the sum and the sum of squares.
    pub fn of_sums(games: u64, sum: f64, squares: f64) -> InWorld {
        let n = games as f64;
        let mean = sum / n.max(1.0);
        let variance = (squares - sum * mean).max(0.0) / (n - 1.0).max(1.0);
        InWorld { games, mean, variance }
    }
}

/// What the games of many worlds say of a number.
#[derive(Clone, Debug, PartialEq)]
pub struct OverWorlds {
    /// Worlds.
    pub worlds: u64,
    /// Mean over the worlds.
    pub mean: f64,
    /// Variance of the worlds' means: between worlds, and of the dice of each.
    pub spread: f64,
    /// What the dice put into it: mean variance of a world's mean by its own dice.
    pub noise: f64,
}

/// Steps in which the unknown standard deviation between worlds is averaged over.
const STEPS: u32 = 400;

impl OverWorlds {
    /// From the worlds that have at least two games with the number; `None` if fewer than two have.
    pub fn of(worlds: &[InWorld]) -> Option<OverWorlds> {
        let known: Vec<&InWorld> = worlds.iter().filter(|world| world.games > 1).collect();
        let n = known.len() as f64;
        if known.len() < 2 {
            return None;
        }
        let mean = known.iter().map(|world| world.mean).sum::<f64>() / n;
        let off = known.iter().map(|world| (world.mean - mean).powi(2));
        let spread = off.sum::<f64>() / (n - 1.0);
        let noise = known.iter().map(|world| world.variance / world.games as f64).sum::<f64>() / n;
        Some(OverWorlds { worlds: known.len() as u64, mean, spread, noise })
    }

    /// Variance between worlds, without what the dice put into it.
    pub fn between(&self) -> f64 {
        (self.spread - self.noise).max(0.0)
    }

    /// Variance of the mean over these worlds by the dice alone.
    pub fn dice(&self) -> f64 {
        self.noise / self.worlds as f64
    }

    /// Variance of the number of a further world, as the mean foretells it: dice of the mean, and the world.
    pub fn answer(&self) -> f64 {
        self.dice() + self.between()
    }

    /// How far the number of a further world may be from the mean, on either side.
    fn reach(&self, most: f64, confidence: f64) -> f64 {
        let n = self.worlds as f64;
        if self.spread <= 0.0 && self.noise <= 0.0 {
            return 0.0;
        }
        // What the standard deviation between worlds may be, and how well each fits the spread that was seen.
        let end = (self.spread.sqrt() * (2.0 + 40.0 / (n - 1.0))).min(most);
        let steps: Vec<(f64, f64)> = (0..STEPS)
            .map(|step| {
                let between = ((f64::from(step) + 0.5) / f64::from(STEPS) * end).powi(2);
                let all = between + self.noise;
                let fit = -(n - 1.0) / 2.0 * (all.ln() + self.spread / all);
                (between, fit)
            })
            .collect();
        let best = steps.iter().map(|(_, fit)| *fit).fold(f64::NEG_INFINITY, f64::max);
        let weights = steps.iter().map(|(_, fit)| (fit - best).exp());
        let all: f64 = weights.clone().sum();
        let parts: Vec<(f64, f64)> = steps
            .iter()
            .zip(weights)
            .map(|((between, _), weight)| {
                let deviation = (between * (1.0 + 1.0 / n) + self.dice()).sqrt();
                (deviation * core::f64::consts::SQRT_2, weight / all)
            })
            .collect();
        let within = |reach: f64| -> f64 {
            let inside = |&(deviation, weight): &(f64, f64)| {
                if deviation > 0.0 { weight * erf(reach / deviation) } else { weight }
            };
            parts.iter().map(inside).sum()
        };
        let far = parts.iter().map(|(deviation, _)| *deviation).fold(0.0, f64::max) * 6.0;
        edge(0.0, far, |reach| within(reach) < confidence)
    }

    /// The interval of the number in a further world; `possible` is what the number can be.
    pub fn interval(&self, possible: Interval, confidence: f64) -> Interval {
        let reach = self.reach(f64::INFINITY, confidence);
        Interval {
            low: (self.mean - reach).max(possible.low).min(self.mean),
            high: (self.mean + reach).min(possible.high).max(self.mean),
        }
    }

    /// The same for a share: the beta distribution of that mean and that spread, which cannot leave 0 to 1.
    pub fn share(&self, confidence: f64) -> Interval {
        let mean = self.mean.clamp(0.0, 1.0);
        let most = mean * (1.0 - mean);
        let deviation = self.reach(most.sqrt(), confidence) / two_sided_z(confidence);
        let variance = (deviation * deviation).min(0.98 * most);
        if variance <= 0.0 {
            // The same in every world is no more certain than so many worlds allow.
            let unseen = unseen(self.worlds as f64, confidence);
            return Interval { low: mean * (1.0 - unseen), high: mean + (1.0 - mean) * unseen };
        }
        let size = most / variance - 1.0;
        let (a, b) = (mean * size, (1.0 - mean) * size);
        let quantile = |p: f64| edge(0.0, 1.0, |x| beta_reg(a, b, x) < p);
        let tail = (1.0 - confidence) / 2.0;
        Interval { low: quantile(tail).min(mean), high: quantile(1.0 - tail).max(mean) }
    }
}

/// How much one unknown moves a number.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct MainEffect {
    /// Variance between worlds that the unknown alone accounts for: below 0 by chance where it does not matter.
    pub variance: f64,
    /// The chance of differences at least this large if it did not matter.
    pub p: f64,
}

/// The effect of an unknown, from the choice and the mean of each world: the variance between choices without what
/// worlds of one choice vary among themselves (an analysis of variance in one way).
pub fn main_effect(choices: &[u16], means: &[f64]) -> MainEffect {
    let nothing = MainEffect { variance: 0.0, p: 1.0 };
    let n = means.len() as f64;
    let levels = choices.iter().max().map_or(0, |&most| usize::from(most) + 1);
    let mut sums = vec![(0.0, 0.0); levels];
    for (&choice, mean) in choices.iter().zip(means) {
        let (count, sum) = &mut sums[usize::from(choice)];
        *count += 1.0;
        *sum += mean;
    }
    let met = sums.iter().filter(|(count, _)| *count > 0.0).count() as f64;
    if met < 2.0 || n <= met {
        return nothing;
    }
    let mean = means.iter().sum::<f64>() / n;
    let of = |choice: u16| {
        let (count, sum): (f64, f64) = sums[usize::from(choice)];
        sum / count
    };
    let between: f64 = choices.iter().map(|&choice| (of(choice) - mean).powi(2)).sum();
    let within: f64 =
        choices.iter().zip(means).map(|(&choice, one)| (one - of(choice)).powi(2)).sum();
    let (above, below) = (met - 1.0, n - met);
    let error = within / below;
    let p = if error > 0.0 {
        // The upper tail of F.
        let f = between / above / error;
        beta_reg(below / 2.0, above / 2.0, (below / (below + above * f)).clamp(0.0, 1.0))
    } else if between > 0.0 {
        0.0
    } else {
        1.0
    };
    MainEffect { variance: (between - above * error) / n, p }
}

/// The standard error of a function of worlds, by leaving out one after the other (Tukey's jackknife). `of` is given
/// the number of the world to leave out.
pub fn jackknife(worlds: usize, of: impl Fn(usize) -> f64) -> f64 {
    let without: Vec<f64> = (0..worlds).map(of).collect();
    let n = worlds.max(1) as f64;
    let mean = without.iter().sum::<f64>() / n;
    ((n - 1.0) / n * without.iter().map(|one| (one - mean).powi(2)).sum::<f64>()).sqrt()
}

#[cfg(test)]
mod tests {
    use rand::{Rng, RngExt as _, SeedableRng as _};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// Centre of the log odds, shifts, worlds, and games of each.
    type Case<'a> = (f64, &'a [(f64, f64)], u64, u64);

    /// The true share of a world: unknowns that shift its log odds.
    fn share(dice: &mut impl Rng, centre: f64, shifts: &[(f64, f64)]) -> f64 {
        let odds: f64 =
            shifts.iter().map(|&(p, by)| if dice.random_bool(p) { by } else { 0.0 }).sum();
        1.0 / (1.0 + (-(centre + odds)).exp())
    }

    fn played(dice: &mut impl Rng, share: f64, games: u64) -> InWorld {
        let won = (0..games).filter(|_| dice.random_bool(share)).count() as f64;
        InWorld::of_sums(games, won, won)
    }

    /// Both intervals, over unknowns that matter much, little and not at all: the first covers the mean over the worlds
    /// that were played, the second the share of the true world.
    #[test]
    fn both_intervals_cover_what_they_say() {
        let many = [(0.3, 0.5), (0.5, -0.4), (0.25, 0.6), (0.4, 0.3), (0.5, 0.2), (0.3, -0.5)];
        let cases: [Case<'_>; 6] = [
            (0.0, &many, 50, 20),
            (-2.0, &many, 50, 40),
            (0.0, &[(0.5, 0.8)], 40, 25),
            (0.5, &[(0.5, 0.15)], 50, 20),
            (0.0, &[], 50, 20),
            (-1.0, &many, 12, 50),
        ];
        for (centre, shifts, worlds, games) in cases {
            let (mut first, mut second) = (0, 0);
            let runs = 500;
            for run in 0..runs {
                let mut dice = Xoshiro256PlusPlus::seed_from_u64(run);
                let truths: Vec<f64> =
                    (0..worlds).map(|_| share(&mut dice, centre, shifts)).collect();
                let seen: Vec<InWorld> =
                    truths.iter().map(|&truth| played(&mut dice, truth, games)).collect();
                let over = OverWorlds::of(&seen).unwrap();
                let wins = seen.iter().map(|world| world.mean * games as f64).sum::<f64>().round();
                let inner = super::super::wilson(wins as u64, worlds * games, 0.95);
                let met = truths.iter().sum::<f64>() / worlds as f64;
                first += u32::from(inner.low <= met && met <= inner.high);
                let truth = share(&mut dice, centre, shifts);
                let outer = over.share(0.95);
                let outer = (outer.low.min(inner.low), outer.high.max(inner.high));
                second += u32::from(outer.0 <= truth && truth <= outer.1);
            }
            let [first, second] = [first, second].map(|hits| f64::from(hits) / runs as f64);
            assert!(first >= 0.93, "dice, {centre} {shifts:?}: {first}");
            assert!((0.93..=1.0).contains(&second), "worlds, {centre} {shifts:?}: {second}");
        }
    }

    /// Means of numbers, with dice of their own variance: as many worlds as dice allow no interval shorter than the
    /// truth, and none is much wider than the one for known variances.
    #[test]
    fn means_over_worlds_are_covered_and_not_by_much() {
        let normal = |dice: &mut Xoshiro256PlusPlus| -> f64 {
            (0..12).map(|_| dice.random::<f64>()).sum::<f64>() - 6.0
        };
        let (mut held, mut width) = (0, 0.0);
        let runs = 600;
        for run in 0..runs {
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(run);
            let seen: Vec<InWorld> = (0..40)
                .map(|_| {
                    let own = 3.0 + 2.0 * normal(&mut dice);
                    let (sum, squares) = (0..25).fold((0.0, 0.0), |(sum, squares), _| {
                        let one = own + 5.0 * normal(&mut dice);
                        (sum + one, squares + one * one)
                    });
                    InWorld::of_sums(25, sum, squares)
                })
                .collect();
            let over = OverWorlds::of(&seen).unwrap();
            let outer = over.interval(Interval::ANY, 0.95);
            let truth = 3.0 + 2.0 * normal(&mut dice);
            held += u32::from(outer.low <= truth && truth <= outer.high);
            width += (outer.high - outer.low) / f64::from(600_u32);
        }
        let held = f64::from(held) / f64::from(600_u32);
        assert!((0.93..=0.975).contains(&held), "{held}");
        // With known variances: 2 * 1.96 * 2.
        assert!((7.5..9.5).contains(&width), "{width}");
    }

    /// Two unknowns with known variances and one without effect.
    #[test]
    fn the_variance_is_split_as_it_was_made() {
        let (mut one, mut other, mut idle, mut named) = (0.0, 0.0, 0.0, 0);
        let runs = 400;
        for run in 0..runs {
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(run);
            let choices: Vec<[u16; 3]> = (0..60)
                .map(|_| {
                    let third = dice.random_range(0..3_u16);
                    [u16::from(dice.random_bool(0.5)), third, u16::from(dice.random_bool(0.25))]
                })
                .collect();
            let means: Vec<f64> = choices
                .iter()
                .map(|[a, b, _]| {
                    0.2 * f64::from(*a) + 0.1 * f64::from(*b) + 0.05 * (dice.random::<f64>() - 0.5)
                })
                .collect();
            let effect = |i: usize| {
                let own: Vec<u16> = choices.iter().map(|choices| choices[i]).collect();
                main_effect(&own, &means)
            };
            one += effect(0).variance / f64::from(400_u32);
            other += effect(1).variance / f64::from(400_u32);
            idle += effect(2).variance / f64::from(400_u32);
            named += u32::from(effect(2).p < 0.05);
        }
        // A coin of 0.2 has variance 0.01; thirds of 0.1 apart have 0.02 / 3.
        assert!((one - 0.01).abs() < 0.0005, "{one}");
        assert!((other - 0.02 / 3.0).abs() < 0.0005, "{other}");
        assert!(idle.abs() < 0.0003, "{idle}");
        // What does not matter is said to in one of twenty.
        assert!((8..=34).contains(&named), "{named} of {runs}");
    }

    #[test]
    fn degenerate_worlds_have_an_answer() {
        let world = |mean| InWorld { games: 10, mean, variance: 0.0 };
        assert_eq!(OverWorlds::of(&[world(1.0)]), None);
        let never = OverWorlds::of(&[world(0.0), world(0.0), world(0.0)]).unwrap();
        // 3.84 / (3 + 3.84).
        let share = never.share(0.95);
        assert!(share.low == 0.0 && (share.high - 0.5615).abs() < 1e-3, "{share:?}");
        let apart = OverWorlds::of(&[world(0.0), world(1.0)]).unwrap().share(0.95);
        assert!(apart.low < 0.01 && apart.high > 0.99, "{apart:?}");
        assert_eq!(main_effect(&[0, 0, 0], &[1.0, 2.0, 3.0]), MainEffect { variance: 0.0, p: 1.0 });
        assert!(main_effect(&[0, 0, 1, 1], &[1.0, 1.0, 2.0, 2.0]).p < 1e-12);
        // The jackknife of a mean is its standard error.
        let numbers: [f64; 4] = [1.0, 2.0, 4.0, 7.0];
        let error = jackknife(4, |left| {
            let rest = numbers.iter().enumerate().filter(|(i, _)| *i != left);
            rest.map(|(_, number)| number).sum::<f64>() / 3.0
        });
        assert!((error - (7.0_f64 / 4.0).sqrt()).abs() < 1e-12, "{error}");
    }
}
