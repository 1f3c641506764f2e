//! Correlation of two numbers over the games.

use super::Interval;
use super::mean::two_sided_t;

/// Pearson's correlation with an interval on the scale of Fisher's z. Fisher's own error, `1/sqrt(n - 3)`, is that of
/// normal pairs; numbers from games are counts with long tails, so the error is that of the correlation's influence
/// function over the pairs themselves, or Fisher's where that is larger. `None` where one of the two never varies.
pub fn correlation(pairs: &[(f64, f64)], confidence: f64) -> Option<(f64, Interval)> {
    let counted: Vec<(f64, f64, u64)> = pairs.iter().map(|&(x, y)| (x, y, 1)).collect();
    correlation_of(&counted, confidence)
}

/// The same for pairs with their counts.
pub fn correlation_of(pairs: &[(f64, f64, u64)], confidence: f64) -> Option<(f64, Interval)> {
    let games: u64 = pairs.iter().map(|pair| pair.2).sum();
    let n = games as f64;
    let mean = |of: fn(&(f64, f64, u64)) -> f64| {
        pairs.iter().map(|pair| of(pair) * pair.2 as f64).sum::<f64>() / n
    };
    let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        pairs.iter().map(|pair| of(pair.0 - x, pair.1 - y) * pair.2 as f64).sum()
    };
    let squares = (sum(&|dx, _| dx * dx), sum(&|_, dy| dy * dy));
    let r = coefficient(squares, sum(&|dx, dy| dx * dy))?;
    if games < 4 {
        return Some((r, Interval { low: -1.0, high: 1.0 }));
    }
    // Pairs on one line are not a certainty: the next may lie off it.
    let inside = r.clamp(1.0 / n - 1.0, 1.0 - 1.0 / n);
    let (sx, sy) = ((squares.0 / n).sqrt(), (squares.1 / n).sqrt());
    let influence = sum(&|dx, dy| {
        let (x, y) = (dx / sx, dy / sy);
        (x * y - r / 2.0 * (x * x + y * y)).powi(2)
    });
    let own = (influence / n / (n - 3.0)).sqrt() / (1.0 - inside * inside);
    let half = two_sided_t(confidence, n - 2.0) * own.max(1.0 / (n - 3.0).sqrt());
    let end = |by: f64| (inside.atanh() + by).tanh();
    Some((r, Interval { low: end(-half).min(r), high: end(half).max(r) }))
}

/// Pearson's correlation, from sums of squares and of products about the means. `None` where one of the two never
/// varies.
pub fn coefficient(squares: (f64, f64), products: f64) -> Option<f64> {
    let spread = (squares.0 * squares.1).sqrt();
    (spread > 0.0).then(|| (products / spread).clamp(-1.0, 1.0))
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// 1, 2, 3, 4, 5 against 2, 1, 4, 3, 5: r = .8, and atanh(.8) -+ 3.182446/sqrt(2), t of 3 degrees of freedom.
    #[test]
    fn known_correlation() {
        let pairs = [(1.0, 2.0), (2.0, 1.0), (3.0, 4.0), (4.0, 3.0), (5.0, 5.0)];
        let (r, interval) = correlation(&pairs, 0.95).unwrap();
        assert!((r - 0.8).abs() < 1e-12, "{r}");
        assert!((interval.low + 0.818_322).abs() < 1e-5, "{interval:?}");
        assert!((interval.high - 0.997_534).abs() < 1e-5, "{interval:?}");
    }

    /// Counts with a long tail, of which one game in fifty moves both numbers far: Fisher's interval of 200 games holds
    /// the correlation in fewer than four samples of five.
    #[test]
    fn long_tails_are_covered() {
        let draw = |dice: &mut Xoshiro256PlusPlus| {
            let far = if dice.random_bool(0.02) { 8.0 } else { 0.0 };
            let mut small = || f64::from(dice.random_range(-2..=2));
            (small() + far, small() + far)
        };
        // Variances: 2 of each own, 64 x .02 x .98 shared.
        let shared = 64.0 * 0.02 * 0.98;
        let truth = shared / (shared + 2.0);
        let covered = (0..400)
            .filter(|&run| {
                let mut dice = Xoshiro256PlusPlus::seed_from_u64(run);
                let pairs: Vec<(f64, f64)> = (0..200).map(|_| draw(&mut dice)).collect();
                let (_, interval) = correlation(&pairs, 0.95).unwrap();
                interval.low <= truth && truth <= interval.high
            })
            .count();
        assert!(covered >= 356, "{covered} of 400");
    }

    #[test]
    fn pairs_on_one_line_are_no_certainty() {
        let line: Vec<(f64, f64)> = (0..20).map(|x| (f64::from(x), f64::from(2 * x))).collect();
        let (r, interval) = correlation(&line, 0.95).unwrap();
        assert!(
            (r - 1.0).abs() < 1e-9 && interval.low < 0.99 && interval.high >= r,
            "{interval:?}"
        );
    }

    #[test]
    fn numbers_that_never_vary_have_none() {
        assert_eq!(correlation(&[], 0.95), None);
        assert_eq!(correlation(&[(1.0, 2.0), (1.0, 3.0)], 0.95), None);
        let (r, _) = correlation(&[(1.0, 2.0), (2.0, 4.0), (3.0, 6.0), (4.0, 8.0)], 0.95).unwrap();
        assert!((r - 1.0).abs() < 1e-12);
    }
}
