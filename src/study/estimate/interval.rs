//! Two ends, and the quantiles they are made from.

use statrs::function::erf::{erfc, erfc_inv};

/// Two ends of an interval.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Everything a share can be: the interval without any games.
    pub(crate) const UNIT: Interval = Interval { low: 0.0, high: 1.0 };

    /// The part of the interval inside 0 to 1.
    pub(crate) fn within_unit(self) -> Interval {
        Interval { low: self.low.clamp(0.0, 1.0), high: self.high.clamp(0.0, 1.0) }
    }

    /// Everything that the mean of counts can be.
    pub(crate) const FROM_0: Interval = Interval { low: 0.0, high: f64::INFINITY };

    /// Everything that the mean of numbers of either sign can be.
    pub(crate) const ANY: Interval = Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };

    /// Everything that the mean can be, given the least number seen: if none is below 0, neither is the mean.
    pub(crate) fn of_numbers_from(least: f64) -> Interval {
        if least >= 0.0 { Interval::FROM_0 } else { Interval::ANY }
    }
}

/// The two-sided normal quantile: `z(1 - alpha/2)` for a level of confidence.
pub(crate) fn two_sided_z(confidence: f64) -> f64 {
    core::f64::consts::SQRT_2 * erfc_inv(1.0 - confidence)
}

/// The chance of a normal number at least this far from 0, on either side.
pub(crate) fn normal_p(z: f64) -> f64 {
    if z.is_nan() { 1.0 } else { erfc(z.abs() / core::f64::consts::SQRT_2) }
}

/// Halves `[low, high]` until `inside` changes at one point: the last value for which it holds on the way
/// from `from` (where it holds) to `to` (where it does not).
#[expect(clippy::float_cmp, reason = "stops where no double lies between")]
pub(crate) fn edge(from: f64, to: f64, inside: impl Fn(f64) -> bool) -> f64 {
    let (mut held, mut failed) = (from, to);
    // 200 halvings reach the spacing of doubles from any start inside 0 to 1.
    for _ in 0..200 {
        let middle = f64::midpoint(held, failed);
        if middle == held || middle == failed {
            break;
        }
        if inside(middle) {
            held = middle;
        } else {
            failed = middle;
        }
    }
    held
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_quantiles_are_those_of_the_tables() {
        assert!((two_sided_z(0.95) - 1.959_963_984_540_054).abs() < 1e-9);
        assert!((two_sided_z(0.9) - 1.644_853_626_951_472).abs() < 1e-9);
    }
}
