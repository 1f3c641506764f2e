//! Two arms on an ordered scale, such as victory levels: which is better, without pretending that the steps
//! of the scale are equal.

use super::Interval;
use super::interval::two_sided_z;
use super::paired_mean::unseen;

/// How two arms' results on one scale belong together.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// Result `i` of both comes from the same seed.
    Seeds,
    /// Games of their own.
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

/// P(a game of the first arm ends higher than one of the second) + P(as high)/2: 1/2 where neither is better.
/// Interval after `DeLong` (1988), with the pairs' covariance where there are pairs.
pub fn superiority(first: &[f64], second: &[f64], pairing: Pairing, confidence: f64) -> Measured {
    if first.is_empty() || second.is_empty() {
        return Measured { value: 0.5, interval: Interval::UNIT };
    }
    let of_first = placements(first, second);
    let of_second: Vec<f64> = placements(second, first).iter().map(|share| 1.0 - share).collect();
    let value = mean(&of_first);
    // Games that were not seen to differ may: one that does moves half of a comparison.
    let room = room(first.len(), second.len(), pairing, confidence) / 4.0;
    let half = two_sided_z(confidence) * spread(&of_first, &of_second, pairing).max(room).sqrt();
    Measured { value, interval: Interval { low: value - half, high: value + half }.within_unit() }
}

/// The odds of ending at or below a rung of the scale, first arm to second, pooled over the rungs (weighted by
/// how much each tells). 1 where neither is lower; 2 doubles the odds of every rung's better half.
/// `None` where no rung divides the games of either arm.
pub fn cumulative_odds(
    first: &[f64],
    second: &[f64],
    pairing: Pairing,
    confidence: f64,
) -> Option<Measured> {
    let mut rungs: Vec<f64> = first.iter().chain(second).copied().collect();
    rungs.sort_by(f64::total_cmp);
    rungs.dedup();
    rungs.pop();
    // Half a game on each side of a rung keeps odds finite where one arm never passes it.
    let share = |results: &[f64], rung: f64| {
        let below = results.iter().filter(|&&result| result <= rung).count() as f64;
        (below + 0.5) / (results.len() as f64 + 1.0)
    };
    let cuts: Vec<(f64, f64, f64)> =
        rungs.iter().map(|&rung| (rung, share(first, rung), share(second, rung))).collect();
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
    // What each game adds to the pooled log odds, to first order.
    let pull = |results: &[f64], of: fn(&(f64, f64, f64)) -> f64| -> Vec<f64> {
        results
            .iter()
            .map(|&result| {
                let each = cuts.iter().map(|cut| {
                    let p = of(cut);
                    weight(cut) * (f64::from(u8::from(result <= cut.0)) - p) / (p * (1.0 - p))
                });
                each.sum::<f64>() / total
            })
            .collect()
    };
    let of_first = pull(first, |cut| cut.1);
    let of_second: Vec<f64> = pull(second, |cut| cut.2).iter().map(|x| -x).collect();
    // What a game that differs does to the log odds: one share over its p (1 - p), pooled as above.
    let pull = cuts.len() as f64 / total;
    let room = room(first.len(), second.len(), pairing, confidence) * pull * pull;
    let half = two_sided_z(confidence) * spread(&of_first, &of_second, pairing).max(room).sqrt();
    Some(Measured {
        value: log_odds.exp(),
        interval: Interval { low: (log_odds - half).exp(), high: (log_odds + half).exp() },
    })
}

/// Variance of the share of games that differ where none was seen to, so that an interval of the normal form is as wide
/// as a score interval is then: z^2/(n + z^2) either way, for each arm where they share no seeds.
fn room(first: usize, second: usize, pairing: Pairing, confidence: f64) -> f64 {
    let of = |games: usize| (unseen(games as f64, confidence) / two_sided_z(confidence)).powi(2);
    match pairing {
        Pairing::Seeds => of(first),
        Pairing::None => of(first) + of(second),
    }
}

/// Share of `others` below each result, ties half.
fn placements(results: &[f64], others: &[f64]) -> Vec<f64> {
    let mut sorted = others.to_vec();
    sorted.sort_by(f64::total_cmp);
    let of = |result: &f64| {
        let below = sorted.partition_point(|x| x < result);
        let not_above = sorted.partition_point(|x| x <= result);
        (below + not_above) as f64 / (2 * sorted.len()) as f64
    };
    results.iter().map(of).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Variance of the sum of two means.
fn spread(first: &[f64], second: &[f64], pairing: Pairing) -> f64 {
    let of_mean = |values: &[f64]| {
        let n = values.len() as f64;
        let middle = mean(values);
        let squares: f64 = values.iter().map(|x| (x - middle) * (x - middle)).sum();
        if n < 2.0 { 0.0 } else { squares / (n - 1.0) / n }
    };
    match pairing {
        Pairing::Seeds => {
            let sums: Vec<f64> = first.iter().zip(second).map(|(a, b)| a + b).collect();
            of_mean(&sums)
        }
        Pairing::None => of_mean(first) + of_mean(second),
    }
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
