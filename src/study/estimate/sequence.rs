//! A share that may be looked at as often as one likes.

use statrs::function::beta::ln_beta;

use super::Interval;
use super::interval::edge;

/// Confidence sequence by a beta-binomial mixture (Robbins 1970): valid at every look, so the one to stop by.
/// Keeps each share p while `ln B(k+1, n-k+1) - k ln p - (n-k) ln(1-p) < ln(1/alpha)`.
pub fn confidence_sequence(wins: u64, games: u64, confidence: f64) -> Interval {
    if games == 0 {
        return Interval::UNIT;
    }
    let (k, lost) = (wins as f64, (games - wins) as f64);
    let bound = -(1.0 - confidence).ln();
    let kept = |p: f64| share_evidence(k, lost, p) < bound;
    let share = k / games as f64;
    Interval {
        low: if wins == 0 { 0.0 } else { edge(share, 0.0, kept) },
        high: if wins == games { 1.0 } else { edge(share, 1.0, kept) },
    }
}

/// Logarithm of the evidence against a share of `p`: how much likelier the mixture over all shares makes so many
/// wins and losses than `p` does. It passes `1/alpha` at any look with a chance of at most alpha if `p` is true.
pub fn share_evidence(wins: f64, losses: f64, p: f64) -> f64 {
    // 0 ln 0 is 0 here: a share of 0 is not surprised by no wins.
    let weigh = |count: f64, p: f64| if count == 0.0 { 0.0 } else { count * p.ln() };
    ln_beta(wins + 1.0, losses + 1.0) - weigh(wins, p) - weigh(losses, 1.0 - p)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden() {
        for (wins, games, low, high) in
            [(52, 100, 0.363_386, 0.673_985), (5134, 10_000, 0.494_197, 0.532_576)]
        {
            let got = confidence_sequence(wins, games, 0.95);
            assert!((got.low - low).abs() < 1e-6 && (got.high - high).abs() < 1e-6, "{got:?}");
        }
    }

    #[test]
    fn degenerate_counts_stay_inside_0_and_1() {
        for (wins, games) in [(0, 0), (0, 1), (1, 1), (0, 1_000_000), (1_000_000, 1_000_000)] {
            let got = confidence_sequence(wins, games, 0.95);
            assert!(
                0.0 <= got.low && got.low <= got.high && got.high <= 1.0,
                "{wins}/{games}: {got:?}"
            );
        }
    }
}
