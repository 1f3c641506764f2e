//! The logistic curve, by additions and multiplications only: every machine gets the same bits.

use super::TERMS;

/// Halvings before the series of the exponential, which is then good to the last few bits.
const HALVINGS: u32 = 12;
/// Log odds beyond which a chance is as good as certain.
const STEEP: f64 = 30.0;

/// The chance with these weights at these terms.
pub(super) fn chance(weights: &[f64; TERMS], terms: &[f64; TERMS]) -> f64 {
    let odds: f64 = weights.iter().zip(terms).map(|(weight, term)| weight * term).sum();
    logistic(odds)
}

/// 1 / (1 + e^-x).
pub(super) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + exp(-x.clamp(-STEEP, STEEP)))
}

fn exp(x: f64) -> f64 {
    let small = x / f64::from(1 << HALVINGS);
    let mut power = 1.0
        + small
            * (1.0 + small / 2.0 * (1.0 + small / 3.0 * (1.0 + small / 4.0 * (1.0 + small / 5.0))));
    for _ in 0..HALVINGS {
        power *= power;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_is_the_textbook_one() {
        for x in [-60.0, -30.0, -7.5, -1.0, -0.01, 0.0, 0.3, 2.0, 12.0, 29.0] {
            let known = 1.0 / (1.0 + f64::exp(-x));
            assert!((logistic(x) - known).abs() < 1e-11, "{x}: {} or {known}", logistic(x));
        }
    }
}
