//! How many games a question needs.

use super::interval::two_sided_z;

/// Games after which the interval of a mean is `half_width` either way: `z^2 s^2 / h^2`, where `variance` is
/// that of one game: `p (1-p)` for a share. A half width of 0 gives the largest number.
pub fn games_for_half_width(half_width: f64, variance: f64, confidence: f64) -> u64 {
    let z = two_sided_z(confidence);
    whole(z * z * variance / (half_width * half_width))
}

/// The conditions for detecting a difference between two arms.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Contest {
    /// The difference of the two means that must not be missed.
    pub difference: f64,
    /// Variance of one game, mean over both arms: `p (1-p)` for a share, at most 1/4.
    pub variance: f64,
    /// Correlation of the two arms over the same seeds; 0 for arms that share none.
    pub correlation: f64,
    /// Confidence level of the interval, e.g. 0.95.
    pub confidence: f64,
    /// Chance of detecting a real difference, e.g. 0.8.
    pub power: f64,
}

/// Games per arm needed to detect a difference: `(z_a + z_b)^2 2 s^2 (1 - rho) / d^2`.
pub fn games_for_difference(contest: Contest) -> u64 {
    let quantiles = two_sided_z(contest.confidence) + one_sided_z(contest.power);
    let variance = 2.0 * contest.variance * (1.0 - contest.correlation);
    whole(quantiles * quantiles * variance / (contest.difference * contest.difference))
}

/// The difference that this many games per arm can detect.
pub fn difference_for_games(games: u64, contest: Contest) -> f64 {
    let quantiles = two_sided_z(contest.confidence) + one_sided_z(contest.power);
    let variance = 2.0 * contest.variance * (1.0 - contest.correlation);
    quantiles * (variance / games.max(1) as f64).sqrt()
}

fn one_sided_z(power: f64) -> f64 {
    let twice = 2.0 * power - 1.0;
    if twice >= 0.0 { two_sided_z(twice) } else { -two_sided_z(-twice) }
}

/// Rounded up; a rounding error above a whole number does not add a game.
fn whole(games: f64) -> u64 {
    (games - 1e-9).ceil().max(1.0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_half_widths() {
        for (half, games) in
            [(0.05, 385), (0.03, 1_068), (0.02, 2_401), (0.01, 9_604), (0.005, 38_415)]
        {
            assert_eq!(games_for_half_width(half, 0.25, 0.95), games, "{half}");
        }
    }

    fn contest(difference: f64, correlation: f64) -> Contest {
        Contest { difference, variance: 0.25, correlation, confidence: 0.95, power: 0.8 }
    }

    #[test]
    fn golden_differences() {
        for (difference, correlation, games) in [
            (0.05, 0.0, 1_570),
            (0.03, 0.0, 4_361),
            (0.02, 0.0, 9_812),
            (0.03, 0.6, 1_745),
            (0.03, 0.9, 437),
        ] {
            assert_eq!(games_for_difference(contest(difference, correlation)), games);
        }
    }

    #[test]
    fn games_and_difference_undo_each_other() {
        let asked = contest(0.03, 0.6);
        let games = games_for_difference(asked);
        assert!((difference_for_games(games, asked) - 0.03).abs() < 1e-4);
    }

    #[test]
    fn nothing_to_see_is_a_number() {
        assert_eq!(games_for_half_width(0.01, 0.0, 0.95), 1);
        assert_eq!(games_for_difference(contest(0.03, 1.0)), 1);
        assert_eq!(games_for_difference(contest(0.0, 0.0)), u64::MAX);
        assert!(difference_for_games(0, contest(0.1, 0.0)).is_finite());
    }
}
