//! Log likelihood ratios of two mean scores, for a sequential test.

/// Results on a ladder of scores: losses, draws, wins (0, 1/2, 1), or pairs of games (0, 1/4, 1/2, 3/4, 1).
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    /// Score and share of each rung.
    rungs: Vec<(f64, f64)>,
    /// Results in all.
    total: f64,
}

impl Ladder {
    /// Counts from the worst result to the best, on rungs of equal height from 0 to 1. A rung never reached
    /// counts as a thousandth of a result, so that its chance is never 0.
    pub fn new(counts: &[u64]) -> Ladder {
        let weights: Vec<f64> =
            counts.iter().map(|&count| if count == 0 { 1e-3 } else { count as f64 }).collect();
        let total = weights.iter().sum::<f64>();
        let top = counts.len().saturating_sub(1).max(1) as f64;
        let rungs = weights.iter().enumerate().map(|(i, w)| (i as f64 / top, w / total)).collect();
        Ladder { rungs, total }
    }

    /// Mean and variance of the score.
    fn moments(&self) -> (f64, f64) {
        moments(&self.rungs)
    }

    /// Log likelihood ratio of two fitted sets of shares.
    fn ratio(&self, low: &[(f64, f64)], high: &[(f64, f64)]) -> f64 {
        let each = self
            .rungs
            .iter()
            .zip(low.iter().zip(high))
            .map(|(&(_, p), (&(_, p0), &(_, p1)))| p * (p1 / p0).ln());
        self.total * each.sum::<f64>()
    }
}

/// Mean score of a player `elo` points stronger.
pub fn elo_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Generalised log likelihood ratio of the mean scores `high` against `low`: each side of the ratio uses the
/// likeliest shares with that mean.
pub fn glr(results: &Ladder, low: f64, high: f64) -> f64 {
    let fit = |mean: f64| tilt(&results.rungs, |score| score - mean);
    results.ratio(&fit(low), &fit(high))
}

/// The same ratio when the bounds fix the normalised score `t = (mean - 1/2) / deviation`. Bounds are given in
/// normalised Elo; on a ladder of game pairs one game's deviation is the square root of two times the pair's.
pub fn glr_normalized(results: &Ladder, low: f64, high: f64) -> f64 {
    let per_pair = if results.rungs.len() == 5 { core::f64::consts::SQRT_2 } else { 1.0 };
    let t = |elo: f64| elo * per_pair * core::f64::consts::LN_10 / 800.0;
    results.ratio(&fit_normalized(&results.rungs, t(low)), &fit_normalized(&results.rungs, t(high)))
}

/// The quick form, from mean and variance alone.
pub fn glr_quick(results: &Ladder, low: f64, high: f64) -> f64 {
    let (mean, variance) = results.moments();
    results.total * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
}

/// The likeliest shares whose normalised score is `t`, by repeated tilting about the last fit's moments.
fn fit_normalized(rungs: &[(f64, f64)], t: f64) -> Vec<(f64, f64)> {
    let even = 1.0 / rungs.len() as f64;
    let mut fit: Vec<(f64, f64)> = rungs.iter().map(|&(score, _)| (score, even)).collect();
    for _ in 0..100 {
        let (mean, variance) = moments(&fit);
        let deviation = variance.sqrt();
        let next = tilt(rungs, |score| {
            score - 0.5 - 0.5 * t * deviation * (1.0 + ((mean - score) / deviation).powi(2))
        });
        let moved = next.iter().zip(&fit).map(|(a, b)| (a.1 - b.1).abs()).fold(0.0, f64::max);
        fit = next;
        if moved < 1e-12 {
            break;
        }
    }
    fit
}

/// The likeliest shares under which `pull` has mean 0: `p / (1 + x pull)`, with x found by bisection.
fn tilt(rungs: &[(f64, f64)], pull: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
    let pulls: Vec<f64> = rungs.iter().map(|&(score, _)| pull(score)).collect();
    let (least, most) =
        pulls.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, m), &p| (l.min(p), m.max(p)));
    let excess =
        |x: f64| rungs.iter().zip(&pulls).map(|(&(_, p), a)| p * a / (1.0 + x * a)).sum::<f64>();
    // All denominators stay positive strictly between these two, and the excess falls from one to the other.
    let x = if least < 0.0 && most > 0.0 {
        super::interval::edge(-1.0 / most, -1.0 / least, |x| x <= -1.0 / most || excess(x) > 0.0)
    } else {
        0.0
    };
    rungs.iter().zip(&pulls).map(|(&(score, p), a)| (score, p / (1.0 + x * a))).collect()
}

fn moments(rungs: &[(f64, f64)]) -> (f64, f64) {
    let mean = rungs.iter().map(|(score, p)| score * p).sum::<f64>();
    let variance = rungs.iter().map(|(score, p)| p * (score - mean) * (score - mean)).sum();
    (mean, variance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn golden(counts: &[u64], elo: (f64, f64), logistic: f64, normalised: f64) {
        let results = Ladder::new(counts);
        let got = glr(&results, elo_score(elo.0), elo_score(elo.1));
        assert!((got - logistic).abs() < 1e-6, "logistic {got}, not {logistic}");
        let got = glr_normalized(&results, elo.0, elo.1);
        assert!((got - normalised).abs() < 1e-6, "normalised {got}, not {normalised}");
    }

    #[test]
    fn golden_games() {
        golden(&[65_804, 56_553, 65_388], (-3.0, 1.0), 2.049_043, 0.491_712);
    }

    #[test]
    fn golden_pairs() {
        golden(&[10_789, 19_328, 33_806, 19_402, 10_543], (-3.0, 1.0), 2.131_068, 0.300_870);
        golden(&[39, 2226, 31_451, 2412, 40], (0.2, 0.9), 2.162_543, 1.216_597);
        golden(&[3, 20, 40, 25, 6], (0.0, 10.0), 0.559_533, 0.406_388);
    }

    #[test]
    fn golden_quick_form() {
        let got = glr_quick(&Ladder::new(&[3, 20, 40, 25, 6]), elo_score(0.0), elo_score(10.0));
        assert!((got - 0.562_941).abs() < 1e-6, "{got}");
    }

    #[test]
    fn one_sided_results_are_numbers() {
        for counts in [[0, 0, 0], [0, 0, 1], [1000, 0, 0], [0, 50, 0]] {
            let results = Ladder::new(&counts);
            for got in [
                glr(&results, 0.5, 0.55),
                glr_normalized(&results, 0.0, 10.0),
                glr_quick(&results, 0.5, 0.55),
            ] {
                assert!(got.is_finite(), "{counts:?}: {got}");
            }
        }
    }
}
