//! Two means over the same seeds, or over separate seeds, where the arms may differ in only a few games.

use std::collections::BTreeMap;

use super::Interval;
use super::interval::two_sided_z;
use super::mean::{student_p, two_sided_t, welch};

/// A difference between two means with its interval and p-value.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Contrasted {
    /// First less second.
    pub value: f64,
    /// Its interval.
    pub interval: Interval,
    /// Chance of a difference at least this large if there were none.
    pub p: f64,
}

/// Number of differing seeds above which these differences themselves show well enough how large a difference is.
const ENOUGH: u64 = 200;

/// Summary of the differences over the same seeds.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Seen {
    /// Seeds.
    pub n: u64,
    /// Sum of the differences.
    pub sum: f64,
    /// Sum of their squares.
    pub squares: f64,
    /// Seeds at which the arms differ.
    pub differ: u64,
    /// How far apart games of the two are if they are not equal ([`far_apart`]).
    pub step: f64,
    /// The largest difference that two games can have.
    pub most: f64,
}

impl Seen {
    /// Whether [`Seen::step`] matters.
    pub fn wants_step(differ: u64) -> bool {
        differ < ENOUGH
    }

    /// The difference of the two means. Student's t on the differences assumes that the seeds seen to differ are
    /// the only ones that could: if none of 200 does, its interval has zero width, and if two do it is far too short.
    /// So two seeds are added to those played, as Agresti and Min (2005) do for shares: half a seed that differs each
    /// way, and one that does not. A seed that differs does so by as much as two games on separate seeds. `None` for
    /// fewer than two seeds: one pair says nothing about how pairs vary.
    pub fn mean(&self, confidence: f64) -> Option<Contrasted> {
        if self.n < 2 {
            return None;
        }
        let Seen { sum, squares, most, .. } = *self;
        let n = self.n as f64;
        let step2 = if Seen::wants_step(self.differ) {
            self.step * self.step
        } else {
            squares / self.differ as f64
        };
        let centre = sum / (n + 2.0);
        let variance = ((squares + step2) / (n + 2.0) - centre * centre).max(0.0);
        let error = (variance / (n + 2.0)).sqrt();
        let half = two_sided_t(confidence, n - 1.0) * error;
        let value = sum / n;
        Some(Contrasted {
            value,
            interval: Interval {
                low: (centre - half).max(-most).min(value),
                high: (centre + half).min(most).max(value),
            },
            p: student_p(centre / error, n - 1.0),
        })
    }
}

/// [`Seen::mean`] for numbers that are all in memory.
pub fn paired_mean(first: &[f64], second: &[f64], confidence: f64) -> Option<Contrasted> {
    if first.len() != second.len() {
        return None;
    }
    let differences = || first.iter().zip(second).map(|(a, b)| a - b);
    let (sum, squares) = differences().fold((0.0, 0.0), |(s, q), d| (s + d, q + d * d));
    let differ = differences().filter(|&d| d != 0.0).count() as u64;
    let ends = (f64::INFINITY, f64::NEG_INFINITY);
    let (least, most) = first.iter().chain(second).fold(ends, |(l, m), &x| (l.min(x), m.max(x)));
    let step = far_apart(moments(first), moments(second), alike(first, second));
    let most = farthest(least, most);
    Seen { n: first.len() as u64, sum, squares, differ, step, most }.mean(confidence)
}

/// The difference of two means over separate games (Welch), each given as games, mean and variance. An arm whose
/// games were all equal is assumed to vary as if two more had been played, one of them as far away as two games that
/// differ are ([`far_apart`]). `None` for fewer than two games.
pub fn separate_means(
    first: (u64, f64, f64),
    second: (u64, f64, f64),
    step: f64,
    confidence: f64,
) -> Option<Contrasted> {
    if first.0 < 2 || second.0 < 2 {
        return None;
    }
    let of = |(games, mean, variance): (u64, f64, f64)| {
        let n = games as f64;
        let unseen = step * step * n / (n + 2.0) / (n + 2.0);
        // What is left of equal numbers with fractions is rounding.
        let varied = variance > 1e-18 * (1.0 + mean * mean);
        (games, mean, if varied { variance } else { unseen })
    };
    let got = welch(of(first), of(second), confidence);
    Some(Contrasted { value: got.difference, interval: got.interval, p: got.p })
}

/// [`separate_means`] for numbers that are all in memory.
pub fn difference_of_means(first: &[f64], second: &[f64], confidence: f64) -> Option<Contrasted> {
    let (one, other) = (moments(first), moments(second));
    separate_means(one, other, far_apart(one, other, alike(first, second)), confidence)
}

/// How far apart a game of one arm and one of the other are, if they are not equal: the root mean square over all
/// pairs of games that differ, whatever their seeds. Takes the games, mean and variance of each arm, and the share of
/// equal pairs among all pairs of their games. 1 where no two games differ.
pub fn far_apart(first: (u64, f64, f64), second: (u64, f64, f64), alike: f64) -> f64 {
    let differ = 1.0 - alike;
    // The population variance: n in the denominator.
    let whole = |(n, _, variance): (u64, f64, f64)| {
        variance * (n.saturating_sub(1)) as f64 / n.max(1) as f64
    };
    let off = first.1 - second.1;
    let square = whole(first) + whole(second) + off * off;
    // What is left of equal numbers with fractions is rounding.
    let apart = differ > 1e-12 && square > 1e-18 * (1.0 + first.1 * first.1 + second.1 * second.1);
    if apart { (square / differ).sqrt() } else { 1.0 }
}

/// The largest possible difference between games whose numbers lie between two ends; infinite if the ends are equal.
/// Games that were not played may lie farther out: twice as far as any that were.
pub(crate) fn farthest(least: f64, most: f64) -> f64 {
    if most - least > 1e-9 * (1.0 + most.abs()) { 2.0 * (most - least) } else { f64::INFINITY }
}

fn moments(values: &[f64]) -> (u64, f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n.max(1.0);
    let squares: f64 = values.iter().map(|x| (x - mean) * (x - mean)).sum();
    (values.len() as u64, mean, if n < 2.0 { 0.0 } else { squares / (n - 1.0) })
}

/// The share of all pairs of games that are equal.
fn alike(first: &[f64], second: &[f64]) -> f64 {
    let counted = |values: &[f64]| {
        let mut counts = Counts::default();
        counts.add(values.iter().copied());
        counts
    };
    counted(first).alike(&counted(second))
}

/// How often each number came, unless there are too many different ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Counts {
    each: BTreeMap<u64, u64>,
    n: u64,
    /// There were more than can be stored, so hardly any two games are equal.
    many: bool,
}

impl Counts {
    /// Maximum number of different numbers stored.
    const MOST: usize = 4_096;

    /// More numbers.
    pub(crate) fn add(&mut self, numbers: impl Iterator<Item = f64>) {
        for number in numbers {
            self.n += 1;
            if self.many {
                continue;
            }
            // -0 becomes 0.
            *self.each.entry((number + 0.0).to_bits()).or_default() += 1;
            if self.each.len() > Self::MOST {
                (self.many, self.each) = (true, BTreeMap::new());
            }
        }
    }

    /// The share of equal pairs among all pairs of a number here and one there.
    pub(crate) fn alike(&self, other: &Counts) -> f64 {
        let pairs = self.n as f64 * other.n as f64;
        let each = self
            .each
            .iter()
            .filter_map(|(number, count)| Some(*count as f64 * *other.each.get(number)? as f64));
        each.sum::<f64>() / pairs.max(1.0)
    }
}

/// The share of games that an outcome seen in none of `n` may still have: z^2/(n + z^2), Wilson's upper end.
pub(crate) fn unseen(n: f64, confidence: f64) -> f64 {
    let z2 = two_sided_z(confidence).powi(2);
    z2 / (n + z2)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// Two values a step apart in both arms, no seed of 200 that differs: 0 +- t(199) sqrt(1/202)/sqrt(202).
    #[test]
    fn seeds_that_never_differ_leave_room() {
        let games: Vec<f64> = (0..200).map(|game| f64::from(game % 2)).collect();
        let got = paired_mean(&games, &games, 0.95).unwrap();
        assert!(got.value == 0.0 && (got.p - 1.0).abs() < 1e-12, "{got:?}");
        let half = two_sided_t(0.95, 199.0) / 202.0;
        assert!((got.interval.high - half).abs() < 1e-9, "{got:?}");
        assert!((got.interval.low + half).abs() < 1e-9, "{got:?}");
    }

    fn apart(first: &[f64], second: &[f64]) -> f64 {
        far_apart(moments(first), moments(second), alike(first, second))
    }

    #[test]
    fn games_that_differ_are_as_far_apart_as_their_values() {
        // 1 and 4, half of each in both arms: half of the pairs differ, by 3.
        assert!((apart(&[1.0, 4.0], &[4.0, 1.0]) - 3.0).abs() < 1e-12);
        assert!((apart(&[2.0; 5], &[2.0; 5]) - 1.0).abs() < 1e-12);
        assert!((apart(&[2.0; 5], &[7.0; 5]) - 5.0).abs() < 1e-12);
    }

    /// Student's interval is right where many seeds differ, and two seeds more hardly move it.
    #[test]
    fn where_many_differ_it_is_students() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
        let first: Vec<f64> = (0..2_000).map(|_| f64::from(dice.random_range(0..9))).collect();
        let second: Vec<f64> =
            first.iter().map(|x| x + f64::from(dice.random_range(-3..=3))).collect();
        let got = paired_mean(&first, &second, 0.95).unwrap();
        let differences: Vec<f64> = first.iter().zip(&second).map(|(a, b)| a - b).collect();
        let mean = differences.iter().sum::<f64>() / 2_000.0;
        let variance = differences.iter().map(|d| (d - mean) * (d - mean)).sum::<f64>() / 1_999.0;
        let student = super::super::student_t(2_000, mean, variance, 0.95);
        assert!((got.interval.low - student.low).abs() < 1e-3, "{got:?} {student:?}");
        assert!((got.interval.high - student.high).abs() < 1e-3, "{got:?} {student:?}");
    }

    /// A rule that matters in one game of 200, by one step up or two down: the interval of 200 games nearly always
    /// contains the true value, where Student's does in fewer than two of three.
    #[test]
    fn rare_differences_are_covered() {
        let (runs, truth) = (400, 0.005 * (0.7 - 0.3 * 2.0));
        let (mut covered, mut false_claims) = (0, 0);
        for run in 0..runs {
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(run);
            let base: Vec<f64> = (0..200).map(|_| f64::from(dice.random_range(1..=4))).collect();
            let arm: Vec<f64> = base
                .iter()
                .map(|x| {
                    if !dice.random_bool(0.005) {
                        *x
                    } else if dice.random_bool(0.7) {
                        x + 1.0
                    } else {
                        x - 2.0
                    }
                })
                .collect();
            let got = paired_mean(&arm, &base, 0.95).unwrap();
            covered += u32::from(got.interval.low <= truth && truth <= got.interval.high);
            false_claims += u32::from(got.interval.low > 0.0 || got.interval.high < 0.0);
            assert!(got.interval.low < got.interval.high);
        }
        assert!(covered >= 376, "{covered} of {runs}");
        assert!(false_claims <= 24, "{false_claims} of {runs}");
    }

    #[test]
    fn few_games_are_never_certainty() {
        assert_eq!(paired_mean(&[3.0], &[2.0], 0.95), None);
        assert_eq!(separate_means(moments(&[3.0]), moments(&[2.0, 2.0]), 1.0, 0.95), None);
        for got in [
            paired_mean(&[5.0, 5.0], &[4.0, 4.0], 0.95).unwrap(),
            separate_means(moments(&[5.0, 5.0]), moments(&[4.0, 4.0]), 1.0, 0.95).unwrap(),
            separate_means(moments(&[5.0; 2]), moments(&[5.0; 2]), 1.0, 0.95).unwrap(),
        ] {
            assert!(got.p > 0.05 && got.interval.low < 0.0 && got.interval.high > 0.0, "{got:?}");
            assert!(got.interval.low.is_finite() && got.interval.high.is_finite());
        }
    }
}
