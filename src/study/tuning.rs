//! How certain tuning is of a gain.

use lab::tune::{Judge, Measured};

use crate::CONFIDENCE;
use crate::estimate::{Contrasted, difference_of_means, paired_mean};

/// Judges gains by the intervals of this crate: paired over the same seeds, Welch over separate ones.
#[derive(Copy, Clone, Debug, Default)]
pub struct ByInterval;

impl Judge for ByInterval {
    fn paired(&self, first: &[f64], second: &[f64]) -> Measured {
        measured(paired_mean(first, second, CONFIDENCE))
    }

    fn apart(&self, first: &[f64], second: &[f64]) -> Measured {
        measured(difference_of_means(first, second, CONFIDENCE))
    }
}

/// Of fewer than two games nothing is known.
fn measured(contrast: Option<Contrasted>) -> Measured {
    contrast.map_or(Measured { value: 0.0, low: -1.0, high: 1.0 }, |contrast| Measured {
        value: contrast.value,
        low: contrast.interval.low,
        high: contrast.interval.high,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gain_on_the_same_seeds_is_surer_than_on_others() {
        let before: Vec<f64> = (0..200).map(|game| f64::from(game % 2)).collect();
        // One more game in ten is won.
        let after: Vec<f64> =
            (0..200).map(|game| f64::from(game % 2 == 1 || game % 10 == 0)).collect();
        let (paired, apart) =
            (ByInterval.paired(&after, &before), ByInterval.apart(&after, &before));
        assert!((paired.value - 0.1).abs() < 1e-9 && (apart.value - 0.1).abs() < 1e-9);
        assert!(paired.low > 0.0 && apart.low < paired.low, "{paired:?} {apart:?}");
    }

    #[test]
    fn one_game_proves_nothing() {
        assert!(ByInterval.paired(&[1.0], &[0.0]).low < 0.0);
        assert!(ByInterval.apart(&[1.0], &[0.0]).low < 0.0);
    }
}
