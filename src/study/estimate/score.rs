//! The mean score of games that can be drawn: a win is 1, a draw 1/2.

use super::Interval;
use super::interval::{edge, two_sided_z};

/// Score interval of a mean score, with a variance of its own. A score of `s` with a share `d` of draws varies by
/// `s (1 - s) - d/4`; the share of draws is taken as observed, with z^2 decided games added, so that games which were
/// all drawn are not treated as a certainty. Without draws it is Wilson's interval.
pub fn score_interval(wins: u64, draws: u64, losses: u64, confidence: f64) -> Interval {
    let games = (wins + draws + losses) as f64;
    if games == 0.0 {
        return Interval::UNIT;
    }
    let z2 = two_sided_z(confidence).powi(2);
    let drawn = draws as f64 / (games + z2);
    let mean = (wins as f64 + draws as f64 / 2.0) / games;
    let inside = |score: f64| {
        let drawn = drawn.min(2.0 * score.min(1.0 - score));
        let variance = (score * (1.0 - score) - drawn / 4.0).max(0.0);
        (mean - score) * (mean - score) <= z2 * variance / games
    };
    Interval {
        low: if mean > 0.0 { edge(mean, 0.0, inside) } else { 0.0 },
        high: if mean < 1.0 { edge(mean, 1.0, inside) } else { 1.0 },
    }
}

/// The difference of two mean scores, each given as wins, draws and losses of separate games: the two intervals
/// are combined as Newcombe does for shares (square and add).
pub fn score_difference(first: [u64; 3], second: [u64; 3], confidence: f64) -> (f64, Interval) {
    let mean = |[wins, draws, losses]: [u64; 3]| {
        let games = (wins + draws + losses).max(1) as f64;
        (wins as f64 + draws as f64 / 2.0) / games
    };
    let of = |[wins, draws, losses]: [u64; 3]| score_interval(wins, draws, losses, confidence);
    let ((a, b), (i, j)) = ((mean(first), mean(second)), (of(first), of(second)));
    let interval = Interval {
        low: a - b - (a - i.low).hypot(j.high - b),
        high: a - b + (i.high - a).hypot(b - j.low),
    };
    (a - b, interval)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::wilson;

    #[test]
    fn without_draws_it_is_wilsons() {
        for (wins, games) in [(52, 100), (0, 20), (20, 20), (1, 30), (5134, 10_000)] {
            let (got, wilson) =
                (score_interval(wins, 0, games - wins, 0.95), wilson(wins, games, 0.95));
            assert!((got.low - wilson.low).abs() < 1e-9, "{got:?} {wilson:?}");
            assert!((got.high - wilson.high).abs() < 1e-9, "{got:?} {wilson:?}");
        }
    }

    /// 100 draws of 100: at most z^2/(n + z^2) = 3.7% of games are won, so at the ends
    /// (s - 1/2)^2 (n + z^2) = z^2 (1/4 - n/(4 (n + z^2))): s = 1/2 -+ z^2/(2 (n + z^2)) = .4815, .5185.
    #[test]
    fn all_drawn_is_nearly_even() {
        let got = score_interval(0, 100, 0, 0.95);
        assert!((got.low - 0.4815).abs() < 1e-4 && (got.high - 0.5185).abs() < 1e-4, "{got:?}");
    }

    #[test]
    fn few_games_are_never_certainty() {
        for [wins, draws, losses] in
            [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [2, 1, 0], [0, 3, 0], [0, 1, 600]]
        {
            let got = score_interval(wins, draws, losses, 0.95);
            let games = (wins + draws + losses).max(1) as f64;
            let mean = (wins as f64 + draws as f64 / 2.0) / games;
            assert!(0.0 <= got.low && got.high <= 1.0 && got.low < got.high, "{got:?}");
            assert!(wins + draws + losses == 0 || (got.low <= mean && mean <= got.high), "{got:?}");
        }
    }

    /// 560 of 1,000 against 520: Newcombe's golden vector.
    #[test]
    fn the_difference_without_draws_is_newcombes() {
        let (value, got) = score_difference([560, 0, 440], [520, 0, 480], 0.95);
        assert!((value - 0.04).abs() < 1e-12);
        assert!((got.low + 0.003_676).abs() < 1e-6 && (got.high - 0.083_461).abs() < 1e-6);
    }
}
