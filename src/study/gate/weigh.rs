//! How strongly games speak for or against a bound.

use std::collections::BTreeMap;

use super::metric::Asks;
use crate::estimate::{Bets, confidence_sequence, share_above};

/// A statement about a metric and a number.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) enum Claim {
    AtLeast,
    Below,
    AtMost,
    Above,
}

/// Games, counted for one metric. All evidence is a logarithm: `ln(1/p)` of a p-value that stays valid
/// however often it is checked, for a single claim.
#[derive(Clone, Debug)]
pub(crate) enum Weighed {
    Share {
        yes: f64,
        no: f64,
    },
    Mean {
        mean: f64,
        bets: Bets,
    },
    Quantile(Ranked),
    /// The quantile of a run minus `factor` times that of a baseline.
    Quantiles {
        own: Ranked,
        base: Ranked,
        factor: f64,
    },
}

/// Numbers in order, each with how often it came.
#[derive(Clone, Debug)]
pub(crate) struct Ranked {
    share: f64,
    counts: Vec<(f64, f64)>,
}

/// A number outside the declared range.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Outside(pub(crate) f64);

impl Weighed {
    /// The games of one run.
    pub(crate) fn run(
        asks: Asks,
        numbers: &[f64],
        range: Option<(f64, f64)>,
    ) -> Result<Weighed, Outside> {
        let numbers = numbers.iter().copied().filter(|number| !number.is_nan());
        Ok(match asks {
            Asks::Share => {
                let (yes, all) = numbers.fold((0.0, 0.0), |(yes, all), x| (yes + x, all + 1.0));
                Weighed::Share { yes, no: all - yes }
            }
            Asks::Mean => Weighed::bets(numbers, range.unwrap_or((0.0, 1.0)))?,
            Asks::Quantile(share) => Weighed::Quantile(Ranked { share, counts: count(numbers) }),
        })
    }

    /// A run against a baseline: games with the same index are a pair, and the pairs are identically distributed
    /// whether or not they share their dice. Sharing makes the differences small, and the verdict quick.
    pub(crate) fn against(
        asks: Asks,
        own: &[f64],
        base: &[f64],
        factor: f64,
        range: Option<(f64, f64)>,
    ) -> Result<Weighed, Outside> {
        if let Asks::Quantile(share) = asks {
            let ranked = |numbers: &[f64]| Ranked {
                share,
                counts: count(numbers.iter().copied().filter(|number| !number.is_nan())),
            };
            return Ok(Weighed::Quantiles { own: ranked(own), base: ranked(base), factor });
        }
        let (low, high) = range.unwrap_or((0.0, 1.0));
        let outside = own.iter().chain(base).find(|&&x| x < low || x > high);
        if let Some(&number) = outside {
            return Err(Outside(number));
        }
        let pairs = own.iter().zip(base).map(|(own, base)| own - factor * base);
        let range = (low - factor * high, high - factor * low);
        Weighed::bets(pairs.filter(|pair| !pair.is_nan()), range)
    }

    fn bets(numbers: impl Iterator<Item = f64>, range: (f64, f64)) -> Result<Weighed, Outside> {
        let counts = count(numbers);
        let (sum, n) = counts.iter().fold((0.0, 0.0), |(s, n), &(x, c)| (s + x * c, n + c));
        let outside = counts.iter().find(|&&(x, _)| x < range.0 || x > range.1);
        let bets = Bets::new(range, &counts);
        bets.map(|bets| Weighed::Mean { mean: sum / n, bets })
            .ok_or_else(|| Outside(outside.map_or(f64::NAN, |&(x, _)| x)))
    }

    /// How strongly the games support a claim about a number; `weight` scales their counts.
    pub(crate) fn evidence(&self, claim: Claim, number: f64, weight: f64) -> f64 {
        match self {
            &Weighed::Share { yes, no } => {
                let share = yes / (yes + no);
                let speaks = match claim {
                    Claim::AtLeast | Claim::Above => share > number,
                    Claim::Below | Claim::AtMost => share < number,
                };
                if certain(claim, number, (0.0, 1.0)) {
                    f64::INFINITY
                } else if !speaks {
                    0.0
                } else if matches!(claim, Claim::AtLeast | Claim::Above) {
                    share_above(yes * weight, no * weight, number)
                } else {
                    share_above(no * weight, yes * weight, 1.0 - number)
                }
            }
            Weighed::Mean { bets, .. } => match claim {
                _ if certain(claim, number, bets.bounds()) => f64::INFINITY,
                Claim::AtLeast | Claim::Above => bets.above(number, weight),
                Claim::Below | Claim::AtMost => bets.below(number, weight),
            },
            Weighed::Quantile(own) => own.evidence(claim, number, weight),
            Weighed::Quantiles { own, base, factor } => {
                // There is a number between the quantile of the baseline and that of the run.
                let turned = match claim {
                    Claim::AtLeast | Claim::Above => Claim::AtMost,
                    Claim::Below | Claim::AtMost => Claim::AtLeast,
                };
                let both = base.counts.iter().map(|&(at, _)| {
                    let base = base.evidence(turned, at, weight);
                    base.min(own.evidence(claim, factor * at + number, weight))
                });
                // Either half may be wrong.
                both.fold(0.0, f64::max) - core::f64::consts::LN_2
            }
        }
    }

    /// The metric of the games themselves; `NaN` for none.
    pub(crate) fn value(&self) -> f64 {
        match self {
            Weighed::Share { yes, no } => yes / (yes + no),
            Weighed::Mean { mean, .. } => *mean,
            Weighed::Quantile(own) => own.value(),
            Weighed::Quantiles { own, base, factor } => own.value() - factor * base.value(),
        }
    }

    /// The range of values still possible for the metric; an unbounded end is `None`.
    pub(crate) fn interval(&self, confidence: f64) -> (Option<f64>, Option<f64>) {
        match self {
            Weighed::Share { yes, no } => {
                let interval = confidence_sequence(*yes as u64, (yes + no) as u64, confidence);
                (Some(interval.low), Some(interval.high))
            }
            Weighed::Mean { bets, .. } => {
                let interval = bets.interval(confidence);
                (Some(interval.low), Some(interval.high))
            }
            Weighed::Quantile(own) => own.interval(confidence),
            Weighed::Quantiles { own, base, factor } => {
                let half = f64::midpoint(confidence, 1.0);
                let (own, base) = (own.interval(half), base.interval(half));
                let less = |own: Option<f64>, base: Option<f64>| Some(own? - factor * base?);
                (less(own.0, base.1), less(own.1, base.0))
            }
        }
    }
}

impl Ranked {
    /// Whether a quantile lies below a number is a question about a share: of the games below that number.
    fn evidence(&self, claim: Claim, number: f64, weight: f64) -> f64 {
        let all: f64 = self.counts.iter().map(|&(_, count)| count).sum();
        let includes = matches!(claim, Claim::AtMost | Claim::Above);
        let below =
            self.counts.iter().filter(|&&(at, _)| at < number || (includes && at <= number));
        let below: f64 = below.map(|&(_, count)| count).sum();
        let speaks = match claim {
            Claim::AtLeast | Claim::Above => below / all < self.share,
            Claim::Below | Claim::AtMost => below / all > self.share,
        };
        if !speaks {
            return 0.0;
        }
        let (below, above) = (below * weight, (all - below) * weight);
        match claim {
            Claim::AtLeast | Claim::Above => share_above(above, below, 1.0 - self.share),
            Claim::Below | Claim::AtMost => share_above(below, above, self.share),
        }
    }

    /// The smallest number that at least this share of the games does not exceed.
    fn value(&self) -> f64 {
        let all: f64 = self.counts.iter().map(|&(_, count)| count).sum();
        let mut seen = 0.0;
        let reached = self.counts.iter().find(|&&(_, count)| {
            seen += count;
            seen >= self.share * all
        });
        reached.map_or(f64::NAN, |&(number, _)| number)
    }

    fn interval(&self, confidence: f64) -> (Option<f64>, Option<f64>) {
        // Each end has half of the error.
        let bound = -((1.0 - confidence) / 2.0).ln();
        let shown = |claim, number| self.evidence(claim, number, 1.0) >= bound;
        let mut ascending = self.counts.iter().map(|&(number, _)| number);
        let low = ascending.clone().next().filter(|&least| shown(Claim::AtLeast, least));
        let high =
            self.counts.last().map(|&(most, _)| most).filter(|&most| shown(Claim::AtMost, most));
        // From the first possible number to the last.
        let low = low.and_then(|_| ascending.find(|&number| !shown(Claim::Above, number)));
        let high = high.and_then(|_| {
            let mut descending = self.counts.iter().rev().map(|&(number, _)| number);
            descending.find(|&number| !shown(Claim::Below, number))
        });
        (low, high)
    }
}

/// A claim that holds by the range alone needs no games.
fn certain(claim: Claim, number: f64, (low, high): (f64, f64)) -> bool {
    match claim {
        Claim::AtLeast => number <= low,
        Claim::AtMost => number >= high,
        Claim::Below | Claim::Above => false,
    }
}

fn count(numbers: impl Iterator<Item = f64>) -> Vec<(f64, f64)> {
    let mut counts: BTreeMap<Key, f64> = BTreeMap::new();
    for number in numbers {
        // 0 and -0 are one number.
        *counts.entry(Key(number + 0.0)).or_default() += 1.0;
    }
    counts.into_iter().map(|(number, count)| (number.0, count)).collect()
}

/// A number with a total order.
struct Key(f64);

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Key {}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Key) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Key) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(got: f64, expected: f64) {
        assert!((got - expected).abs() < 1e-12, "{got} is not {expected}");
    }

    fn quantile(share: f64, numbers: &[f64]) -> Weighed {
        Weighed::run(Asks::Quantile(share), numbers, None).unwrap()
    }

    /// 60 of 100 games at 3, the others at 7: at 95% the median can be 3 or 7.
    #[test]
    fn the_median_of_two_values() {
        let numbers: Vec<f64> = (0..100).map(|game| if game < 60 { 3.0 } else { 7.0 }).collect();
        let median = quantile(0.5, &numbers);
        near(median.value(), 3.0);
        assert_eq!(median.interval(0.95), (Some(3.0), Some(7.0)));
        // All games are at or above 3, so there is no doubt that half of them are.
        assert!(median.evidence(Claim::AtLeast, 3.0, 1.0) > 60.0);
        near(median.evidence(Claim::Below, 3.0, 1.0), 0.0);
        // The evidence of 60 and 40 that a share is above 1/2, by scipy.
        let expected = share_above(60.0, 40.0, 0.5);
        assert!((median.evidence(Claim::AtMost, 3.0, 1.0) - expected).abs() < 1e-12);
        assert!((expected - 0.934_965).abs() < 1e-5, "{expected}");
    }

    #[test]
    fn a_quantile_needs_games_before_it_is_bounded() {
        let few = quantile(0.95, &[1.0, 2.0, 3.0]);
        assert_eq!(few.interval(0.95).1, None);
        let none = quantile(0.5, &[]);
        assert!(none.value().is_nan());
        assert_eq!(none.interval(0.95), (None, None));
        near(none.evidence(Claim::AtLeast, 0.0, 1.0), 0.0);
    }

    #[test]
    fn quantiles_against_a_baseline() {
        let base: Vec<f64> = (0..2000).map(|game| f64::from(game % 10)).collect();
        let own: Vec<f64> = base.iter().map(|number| number + 3.0).collect();
        let higher = Weighed::against(Asks::Quantile(0.5), &own, &base, 1.0, None).unwrap();
        near(higher.value(), 3.0);
        assert!(higher.evidence(Claim::Above, 1.0, 1.0) > 10.0);
        assert!(higher.evidence(Claim::AtMost, 5.0, 1.0) > 10.0);
        assert!(higher.evidence(Claim::AtMost, 2.0, 1.0) <= 0.0);
        let (low, high) = higher.interval(0.95);
        assert!(low.unwrap() <= 3.0 && 3.0 <= high.unwrap(), "{low:?} {high:?}");
    }

    /// The same dice in both arms: a difference is detected in games that would show nothing on separate dice.
    #[test]
    fn pairs_are_stronger_than_their_parts() {
        let base: Vec<f64> = (0..500).map(|game| f64::from(game % 2)).collect();
        let own: Vec<f64> =
            base.iter().enumerate().map(|(i, &b)| if i % 20 == 0 { 1.0 } else { b }).collect();
        let paired = Weighed::against(Asks::Share, &own, &base, 1.0, None).unwrap();
        assert!((paired.value() - 0.05).abs() < 1e-12);
        assert!(paired.evidence(Claim::Above, 0.0, 1.0) > 5.0);
        let alone = Weighed::run(Asks::Share, &own, None).unwrap();
        assert!(alone.evidence(Claim::Above, 0.5, 1.0) < 2.0);
    }

    #[test]
    fn a_number_outside_its_range_is_named() {
        let outside = Weighed::run(Asks::Mean, &[1.0, 9.0], Some((0.0, 4.0))).unwrap_err();
        assert_eq!(outside, Outside(9.0));
        let outside =
            Weighed::against(Asks::Mean, &[1.0], &[-1.0], 1.0, Some((0.0, 4.0))).unwrap_err();
        assert_eq!(outside, Outside(-1.0));
    }

    #[test]
    fn degenerate_games_end() {
        for numbers in [vec![], vec![0.0], vec![1.0], vec![1.0; 10_000], vec![f64::NAN; 3]] {
            for asks in [Asks::Share, Asks::Mean, Asks::Quantile(0.5), Asks::Quantile(0.95)] {
                let weighed = Weighed::run(asks, &numbers, Some((0.0, 1.0))).unwrap();
                for claim in [Claim::AtLeast, Claim::Below, Claim::AtMost, Claim::Above] {
                    for number in [0.0, 0.5, 1.0] {
                        let evidence = weighed.evidence(claim, number, 1.0);
                        assert!(!evidence.is_nan(), "{numbers:?} {asks:?} {claim:?} {number}");
                    }
                }
                weighed.interval(0.95);
            }
        }
    }
}
