//! Two arms on an ordered scale, such as victory levels: which is better, without assuming that the steps
//! of the scale are equal.

use super::Interval;
use super::interval::two_sided_z;
use super::paired_mean::unseen;

/// How the results of two arms are paired.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// Result `i` of both arms comes from the same seed.
    Seeds,
    /// Separate games.
    None,
}

/// A number with its interval.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Measured {
    /// Point estimate.
    pub value: f64,
    /// Its interval.
    pub interval: Interval,
}

/// Results of two arms, each with how often it came.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    first: Vec<(f64, u64)>,
    second: Vec<(f64, u64)>,
    /// First and second result of one seed.
    pairs: Option<Vec<(f64, f64, u64)>>,
}

impl Results {
    /// Separate games: results and how often each came.
    pub fn apart(mut first: Vec<(f64, u64)>, mut second: Vec<(f64, u64)>) -> Results {
        for arm in [&mut first, &mut second] {
            arm.retain(|&(_, count)| count > 0);
        }
        Results { first, second, pairs: None }
    }

    /// The same seeds: pairs of results and how often each pair came.
    pub fn pairs(mut pairs: Vec<(f64, f64, u64)>) -> Results {
        pairs.retain(|&(.., count)| count > 0);
        Results {
            first: pairs.iter().map(|&(first, _, count)| (first, count)).collect(),
            second: pairs.iter().map(|&(_, second, count)| (second, count)).collect(),
            pairs: Some(pairs),
        }
    }

    fn of(first: &[f64], second: &[f64], pairing: Pairing) -> Results {
        let once = |results: &[f64]| results.iter().map(|&result| (result, 1)).collect();
        match pairing {
            Pairing::Seeds => {
                Results::pairs(first.iter().zip(second).map(|(&a, &b)| (a, b, 1)).collect())
            }
            Pairing::None => Results::apart(once(first), once(second)),
        }
    }

    /// See [`superiority`].
    pub fn superiority(&self, confidence: f64) -> Measured {
        if self.first.is_empty() || self.second.is_empty() {
            return Measured { value: 0.5, interval: Interval::UNIT };
        }
        let (first, second) = (Placements::among(&self.first), Placements::among(&self.second));
        let value = mean(self.first.iter().map(|&(result, n)| (second.below(result), n)));
        // Games in which no difference was seen may still differ: one that does moves half a comparison.
        let room = self.room(confidence) / 4.0;
        let spread = self.spread(|x| second.below(x), |x| 1.0 - first.below(x));
        let half = two_sided_z(confidence) * spread.max(room).sqrt();
        Measured {
            value,
            interval: Interval { low: value - half, high: value + half }.within_unit(),
        }
    }

    /// See [`cumulative_odds`].
    pub fn cumulative_odds(&self, confidence: f64) -> Option<Measured> {
        let mut rungs: Vec<f64> =
            self.first.iter().chain(&self.second).map(|&(result, _)| result).collect();
        rungs.sort_by(f64::total_cmp);
        rungs.dedup();
        rungs.pop();
        // Half a game on each side of a rung keeps the odds finite where one arm never passes it.
        let share = |results: &[(f64, u64)], rung: f64| {
            let all: u64 = results.iter().map(|&(_, count)| count).sum();
            let below = results.iter().filter(|(result, _)| *result <= rung);
            let below: u64 = below.map(|&(_, count)| count).sum();
            (below as f64 + 0.5) / (all as f64 + 1.0)
        };
        let cuts: Vec<(f64, f64, f64)> = rungs
            .iter()
            .map(|&rung| (rung, share(&self.first, rung), share(&self.second, rung)))
            .collect();
        let weight = |(_, a, b): &(f64, f64, f64)| {
            let p = f64::midpoint(*a, *b);
            p * (1.0 - p)
        };
        let total: f64 = cuts.iter().map(weight).sum();
        if cuts.is_empty() || total <= 0.0 {
            return None;
        }
        let logit = |p: f64| (p / (1.0 - p)).ln();
        let log_odds: f64 =
            cuts.iter().map(|cut| weight(cut) * (logit(cut.1) - logit(cut.2))).sum::<f64>() / total;
        // The first-order contribution of each game to the pooled log odds.
        let pull = |result: f64, of: fn(&(f64, f64, f64)) -> f64| {
            let each = cuts.iter().map(|cut| {
                let p = of(cut);
                weight(cut) * (f64::from(u8::from(result <= cut.0)) - p) / (p * (1.0 - p))
            });
            each.sum::<f64>() / total
        };
        // The effect of a game that differs on the log odds: one share over its p (1 - p), pooled as above.
        let most = cuts.len() as f64 / total;
        let room = self.room(confidence) * most * most;
        let spread = self.spread(|x| pull(x, |cut| cut.1), |x| -pull(x, |cut| cut.2));
        let half = two_sided_z(confidence) * spread.max(room).sqrt();
        Some(Measured {
            value: log_odds.exp(),
            interval: Interval { low: (log_odds - half).exp(), high: (log_odds + half).exp() },
        })
    }

    /// Variance of the share of games that differ when none was seen to, chosen so that a normal interval is as
    /// wide as a score interval would be: z^2/(n + z^2) either way, for each arm where they share no seeds.
    fn room(&self, confidence: f64) -> f64 {
        let of = |results: &[(f64, u64)]| {
            let games: u64 = results.iter().map(|&(_, count)| count).sum();
            (unseen(games as f64, confidence) / two_sided_z(confidence)).powi(2)
        };
        match &self.pairs {
            Some(_) => of(&self.first),
            None => of(&self.first) + of(&self.second),
        }
    }

    /// Variance of the sum of two means: of a function of the first results, and one of the second.
    fn spread(&self, of_first: impl Fn(f64) -> f64, of_second: impl Fn(f64) -> f64) -> f64 {
        match &self.pairs {
            Some(pairs) => {
                let sums = pairs.iter().map(|&(a, b, count)| (of_first(a) + of_second(b), count));
                of_mean(&sums.collect::<Vec<_>>())
            }
            None => {
                let of = |results: &[(f64, u64)], of: &dyn Fn(f64) -> f64| {
                    let each = results.iter().map(|&(result, count)| (of(result), count));
                    of_mean(&each.collect::<Vec<_>>())
                };
                of(&self.first, &of_first) + of(&self.second, &of_second)
            }
        }
    }
}

/// The ranks of results among those of an arm.
struct Placements {
    /// Ascending, with the number of results up to each.
    up_to: Vec<(f64, u64)>,
}

impl Placements {
    fn among(results: &[(f64, u64)]) -> Placements {
        let mut up_to = results.to_vec();
        up_to.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut all = 0;
        for (_, count) in &mut up_to {
            all += *count;
            *count = all;
        }
        Placements { up_to }
    }

    /// The share of them below a result, ties half.
    fn below(&self, result: f64) -> f64 {
        let count = |place: usize| match place {
            0 => 0,
            place => self.up_to[place - 1].1,
        };
        let below = count(self.up_to.partition_point(|(x, _)| *x < result));
        let not_above = count(self.up_to.partition_point(|(x, _)| *x <= result));
        (below + not_above) as f64 / (2 * count(self.up_to.len())) as f64
    }
}

/// P(a game of the first arm ends higher than one of the second) + P(as high)/2: 1/2 where neither is better.
/// Interval after `DeLong` (1988), with the pairs' covariance where there are pairs.
pub fn superiority(first: &[f64], second: &[f64], pairing: Pairing, confidence: f64) -> Measured {
    Results::of(first, second, pairing).superiority(confidence)
}

/// The odds of ending at or below a rung of the scale, first arm to second, pooled over the rungs (weighted
/// by their information). 1 where neither is lower; 2 doubles the odds of every rung's better half.
/// `None` where no rung divides the games of either arm.
pub fn cumulative_odds(
    first: &[f64],
    second: &[f64],
    pairing: Pairing,
    confidence: f64,
) -> Option<Measured> {
    Results::of(first, second, pairing).cumulative_odds(confidence)
}

fn mean(values: impl Iterator<Item = (f64, u64)>) -> f64 {
    let (mut sum, mut n) = (0.0, 0);
    for (value, count) in values {
        (sum, n) = (sum + value * count as f64, n + count);
    }
    sum / n as f64
}

/// Variance of the mean of values, each with how often it came.
fn of_mean(values: &[(f64, u64)]) -> f64 {
    let n = values.iter().map(|&(_, count)| count).sum::<u64>() as f64;
    let middle = mean(values.iter().copied());
    let squares: f64 =
        values.iter().map(|(x, count)| (x - middle) * (x - middle) * *count as f64).sum();
    if n < 2.0 { 0.0 } else { squares / (n - 1.0) / n }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// By hand: of the nine pairs of 1 2 3 and 1 1 3, five are higher and three are ties... 2>1 twice, 3>1
    /// twice: four higher, 1=1 twice and 3=3: three ties.
    #[test]
    fn superiority_by_hand() {
        let got = superiority(&[1.0, 2.0, 3.0], &[1.0, 1.0, 3.0], Pairing::None, 0.95);
        assert!((got.value - 5.5 / 9.0).abs() < 1e-12, "{got:?}");
    }

    /// One rung is a 2 x 2 table: with half a game added, (30.5/20.5)/(20.5/30.5).
    #[test]
    fn one_rung_is_an_odds_ratio() {
        let arm =
            |low: usize| -> Vec<f64> { (0..50).map(|i| if i < low { 1.0 } else { 2.0 }).collect() };
        let got = cumulative_odds(&arm(30), &arm(20), Pairing::None, 0.95).unwrap();
        assert!((got.value - (30.5 / 20.5_f64).powi(2)).abs() < 1e-9, "{got:?}");
        // Woolf: z sqrt(1/a + 1/b + 1/c + 1/d) on the log scale, near enough.
        let half = (got.interval.high / got.value).ln();
        assert!((half - 1.96 * (2.0 / 30.0 + 2.0 / 20.0_f64).sqrt()).abs() < 0.03, "{half}");
    }

    /// Levels of two arms that share a die, the first a little better: true theta from the two distributions.
    #[test]
    fn intervals_hold_the_truth() {
        let runs = 400;
        let (mut covered, mut odds_covered) = (0, 0);
        for run in 0..runs {
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(run);
            let (mut first, mut second) = (Vec::new(), Vec::new());
            for _ in 0..150 {
                let shared: f64 = dice.random();
                // Logistic noise: proportional odds hold exactly, with ratio e^0.5.
                let noise = |u: f64| (u / (1.0 - u)).ln();
                let level =
                    |x: f64| f64::from(u8::from(x > -1.0) + u8::from(x > 0.5) + u8::from(x > 2.0));
                let own: f64 = if dice.random_bool(0.6) { shared } else { dice.random() };
                first.push(level(noise(shared) - 0.5));
                second.push(level(noise(own)));
            }
            // P(X > Y) + P(X = Y)/2 from the cell chances.
            let below = |cut: f64, shift: f64| 1.0 / (1.0 + (-(cut + shift)).exp());
            let cells = |shift: f64| {
                let ends = [below(-1.0, shift), below(0.5, shift), below(2.0, shift), 1.0];
                [ends[0], ends[1] - ends[0], ends[2] - ends[1], ends[3] - ends[2]]
            };
            let (a, b) = (cells(0.5), cells(0.0));
            let mut truth = 0.0;
            for (i, p) in a.iter().enumerate() {
                for (j, q) in b.iter().enumerate() {
                    truth += p
                        * q
                        * match i.cmp(&j) {
                            Ordering::Greater => 1.0,
                            Ordering::Equal => 0.5,
                            Ordering::Less => 0.0,
                        };
                }
            }
            let got = superiority(&first, &second, Pairing::Seeds, 0.95).interval;
            covered += u32::from(got.low <= truth && truth <= got.high);
            let odds = cumulative_odds(&first, &second, Pairing::Seeds, 0.95).unwrap().interval;
            odds_covered += u32::from(odds.low <= 0.5_f64.exp() && 0.5_f64.exp() <= odds.high);
        }
        for covered in [covered, odds_covered] {
            let rate = f64::from(covered) / runs as f64;
            assert!((0.92..=0.98).contains(&rate), "{rate}");
        }
    }

    /// Counts and single results give the same numbers.
    #[test]
    fn counts_say_what_their_games_say() {
        let (first, second): (Vec<f64>, Vec<f64>) =
            (0..200).map(|i| (f64::from(i % 4), f64::from(i * i % 5))).unzip();
        let count = |results: &[f64]| -> Vec<(f64, u64)> {
            let of = |level: f64| results.iter().filter(|x| x.total_cmp(&level).is_eq()).count();
            (0..5).map(f64::from).map(|level| (level, of(level) as u64)).collect()
        };
        let mut pairs = Vec::new();
        for (a, b) in (0..5).flat_map(|a| (0..5).map(move |b| (f64::from(a), f64::from(b)))) {
            let equal = |(x, y): &(&f64, &f64)| x.total_cmp(&a).is_eq() && y.total_cmp(&b).is_eq();
            let n = first.iter().zip(&second).filter(equal).count();
            pairs.push((a, b, n as u64));
        }
        let near = |one: Measured, other: Measured| {
            let numbers = |m: Measured| [m.value, m.interval.low, m.interval.high];
            for (one, other) in numbers(one).into_iter().zip(numbers(other)) {
                assert!((one - other).abs() < 1e-12, "{one} is not {other}");
            }
        };
        for (counted, pairing) in [
            (Results::pairs(pairs), Pairing::Seeds),
            (Results::apart(count(&first), count(&second)), Pairing::None),
        ] {
            near(counted.superiority(0.95), superiority(&first, &second, pairing, 0.95));
            near(
                counted.cumulative_odds(0.95).unwrap(),
                cumulative_odds(&first, &second, pairing, 0.95).unwrap(),
            );
        }
    }

    /// 200 seeds that never differ: 1/2 +- z^2/(2 (200 + z^2)), and odds to match.
    #[test]
    fn arms_that_never_differ_leave_room() {
        let levels: Vec<f64> = (0..200).map(|game| f64::from(game % 2)).collect();
        let got = superiority(&levels, &levels, Pairing::Seeds, 0.95);
        let half = 3.841_459 / 203.841_459 / 2.0;
        assert!((got.interval.high - 0.5 - half).abs() < 1e-6, "{got:?}");
        let odds = cumulative_odds(&levels, &levels, Pairing::Seeds, 0.95).unwrap();
        // One rung at p = 1/2: a share that differs counts four times in the log odds.
        assert!((odds.interval.high.ln() - 8.0 * half).abs() < 1e-4, "{odds:?}");
        let apart = superiority(&levels, &levels, Pairing::None, 0.95).interval;
        assert!(apart.high - apart.low > 2.0 * half);
    }

    #[test]
    fn degenerate_levels_are_numbers() {
        for pairing in [Pairing::Seeds, Pairing::None] {
            for arm in [vec![], vec![2.0], vec![2.0; 10]] {
                let got = superiority(&arm, &arm, pairing, 0.95);
                assert!((got.value - 0.5).abs() < 1e-12 && got.interval.low <= got.interval.high);
                assert_eq!(cumulative_odds(&arm, &arm, pairing, 0.95), None);
            }
            let apart = cumulative_odds(&[1.0; 10], &[2.0; 10], pairing, 0.95).unwrap();
            assert!(apart.value.is_finite() && apart.value > 1.0);
        }
    }
}
