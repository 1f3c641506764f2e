//! Correlation of two numbers over the games.

use super::Interval;
use super::interval::two_sided_z;

/// Pearson's correlation with the interval of Fisher's z. `None` where one of the two never varies.
pub fn correlation(pairs: &[(f64, f64)], confidence: f64) -> Option<(f64, Interval)> {
    let n = pairs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        pairs.iter().map(|pair| of(pair.0 - x, pair.1 - y)).sum()
    };
    let squares = (sum(&|dx, _| dx * dx), sum(&|_, dy| dy * dy));
    correlation_of(pairs.len() as u64, squares, sum(&|dx, dy| dx * dy), confidence)
}

/// The same of so many pairs with these sums of squares and of products about their means.
pub fn correlation_of(
    pairs: u64,
    squares: (f64, f64),
    products: f64,
    confidence: f64,
) -> Option<(f64, Interval)> {
    let (n, spread) = (pairs as f64, (squares.0 * squares.1).sqrt());
    if pairs == 0 || spread.is_nan() || spread <= 0.0 {
        return None;
    }
    let r = (products / spread).clamp(-1.0, 1.0);
    if pairs < 4 {
        return Some((r, Interval { low: -1.0, high: 1.0 }));
    }
    let half = two_sided_z(confidence) / (n - 3.0).sqrt();
    let end = |by: f64| if r.abs() < 1.0 { (r.atanh() + by).tanh() } else { r };
    Some((r, Interval { low: end(-half), high: end(half) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1, 2, 3, 4, 5 against 2, 1, 4, 3, 5: r = .8, and atanh(.8) -+ 1.959964/sqrt(2).
    #[test]
    fn known_correlation() {
        let pairs = [(1.0, 2.0), (2.0, 1.0), (3.0, 4.0), (4.0, 3.0), (5.0, 5.0)];
        let (r, interval) = correlation(&pairs, 0.95).unwrap();
        assert!((r - 0.8).abs() < 1e-12, "{r}");
        assert!((interval.low + 0.279_640).abs() < 1e-5, "{interval:?}");
        assert!((interval.high - 0.986_196).abs() < 1e-5, "{interval:?}");
    }

    #[test]
    fn numbers_that_never_vary_have_none() {
        assert_eq!(correlation(&[], 0.95), None);
        assert_eq!(correlation(&[(1.0, 2.0), (1.0, 3.0)], 0.95), None);
        let (r, _) = correlation(&[(1.0, 2.0), (2.0, 4.0), (3.0, 6.0), (4.0, 8.0)], 0.95).unwrap();
        assert!((r - 1.0).abs() < 1e-12);
    }
}
