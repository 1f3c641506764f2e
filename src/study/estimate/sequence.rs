//! The interval of a share that stays valid however often it is checked.

use statrs::function::beta::{beta_reg, ln_beta};

use super::Interval;
use super::interval::edge;

/// What a bettor on a share above `p` expects it to be: shares spread about `p` as if this many games had been
/// seen, with a weight for each. The first is meant for 1,000 to 20,000 games, the others for fewer.
const EXPECTS: [(f64, f64); 3] = [(400.0, 0.7), (20.0, 0.2), (2.0, 0.1)];

/// Confidence sequence of a share: valid at every check, so the right one for stopping. Each end is set by the
/// evidence of [`share_above`] or its mirror image, with half of the error each.
pub fn confidence_sequence(wins: u64, games: u64, confidence: f64) -> Interval {
    if games == 0 {
        return Interval::UNIT;
    }
    let (won, lost) = (wins as f64, (games - wins) as f64);
    let bound = -((1.0 - confidence) / 2.0).ln();
    let share = won / games as f64;
    Interval {
        low: if wins == 0 { 0.0 } else { edge(share, 0.0, |p| share_above(won, lost, p) < bound) },
        high: if wins == games {
            1.0
        } else {
            edge(share, 1.0, |p| share_above(lost, won, 1.0 - p) < bound)
        },
    }
}

/// Logarithm of the evidence that a share is above `p`: how much likelier a mixture over shares above `p` makes these
/// wins and losses than `p` does (Robbins 1970, one-sided). If the share is `p` or less it ever exceeds `1/alpha` with
/// a chance of at most alpha. The mixture is narrow, about `p`: thousands of games are played to detect small
/// differences, and a mixture over all shares pays for large ones that are obvious anyway.
pub fn share_above(wins: f64, losses: f64, p: f64) -> f64 {
    if p <= 0.0 {
        return if wins > 0.0 { f64::INFINITY } else { 0.0 };
    }
    if p >= 1.0 {
        return 0.0;
    }
    let seen = wins * p.ln() + losses * (1.0 - p).ln();
    let parts = EXPECTS.map(|(games, weight)| {
        let (a, b) = (games * p, games * (1.0 - p));
        // Beta(a, b) above `p`: the part of it above `p` after seeing the games.
        let above = |a: f64, b: f64| beta_reg(b, a, 1.0 - p).ln();
        weight.ln() + ln_beta(a + wins, b + losses) - ln_beta(a, b) + above(a + wins, b + losses)
            - above(a, b)
    });
    let most = parts.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if most == f64::NEG_INFINITY {
        return most;
    }
    most + parts.iter().map(|part| (part - most).exp()).sum::<f64>().ln() - seen
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::estimate::wilson;

    /// By scipy: betaln, and betaincc for the part above.
    #[test]
    fn golden() {
        for (wins, games, low, high) in [
            (52, 100, 0.349_618, 0.687_204),
            (5134, 10_000, 0.497_442, 0.529_339),
            (30, 1_000, 0.015_892, 0.050_906),
            (20, 20, 0.704_380, 1.0),
        ] {
            let got = confidence_sequence(wins, games, 0.95);
            assert!((got.low - low).abs() < 1e-6 && (got.high - high).abs() < 1e-6, "{got:?}");
        }
    }

    /// A mixture over all shares was 1.96 times as wide as Wilson's interval of 10,000 games.
    #[test]
    fn it_costs_no_more_than_a_fixed_number_of_games_must() {
        for (wins, games) in [(500, 1_000), (5_134, 10_000), (10_000, 20_000), (370, 10_000)] {
            let (got, fixed) = (confidence_sequence(wins, games, 0.95), wilson(wins, games, 0.95));
            let ratio = (got.high - got.low) / (fixed.high - fixed.low);
            assert!((1.3..1.7).contains(&ratio), "{wins} of {games}: {ratio}");
        }
    }

    /// Checked after every 40 games up to 4,000, the sequence ever excludes the true value in fewer than
    /// 5 of 100 runs.
    #[test]
    fn every_look_holds() {
        for p in [0.037, 0.25, 0.5] {
            let runs = 150;
            let missed = (0..runs)
                .filter(|&run| {
                    let mut dice = Xoshiro256PlusPlus::seed_from_u64(run);
                    let (mut wins, mut games) = (0.0, 0.0);
                    let bound = -(0.025_f64.ln());
                    (0..100).any(|_| {
                        for _ in 0..40 {
                            wins += f64::from(u8::from(dice.random_bool(p)));
                            games += 1.0;
                        }
                        share_above(wins, games - wins, p) >= bound
                            || share_above(games - wins, wins, 1.0 - p) >= bound
                    })
                })
                .count();
            // 7.5 at most are expected; three standard deviations more is 15.
            assert!(missed <= 15, "{p}: {missed} of {runs}");
        }
    }

    #[test]
    fn degenerate_counts_stay_inside_0_and_1() {
        for (wins, games) in [(0, 0), (0, 1), (1, 1), (0, 1_000_000), (1_000_000, 1_000_000)] {
            let got = confidence_sequence(wins, games, 0.95);
            assert!(
                0.0 <= got.low && got.low < got.high && got.high <= 1.0,
                "{wins}/{games}: {got:?}"
            );
        }
    }
}
