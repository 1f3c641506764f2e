//! How often each whole number occurred: exact, in any order, merged without loss.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::estimate::{Interval, mean_interval, quantile_ranks};
use crate::{Band, Bin, CONFIDENCE, Estimate, Method, Spread};

/// Counts by value. Sums are whole numbers, so the same games give the same mean on any number of threads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Histogram(BTreeMap<i64, u64>);

/// The quantiles of every band and spread.
const QUANTILES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

/// Games from which on two of them enclose the median with 95%: of runs of five games, one in 2^5 lies on one side of
/// it.
const ENOUGH_FOR_A_MEDIAN: u64 = 6;

/// Bars in a picture before values share one.
const MOST_BINS: i64 = 60;

impl Histogram {
    pub(crate) fn add(&mut self, value: impl Into<i64>) {
        *self.0.entry(value.into()).or_default() += 1;
    }

    /// From values that are already counted.
    pub(crate) fn of_counts(counts: impl IntoIterator<Item = (i64, u64)>) -> Histogram {
        Histogram(counts.into_iter().filter(|&(_, count)| count > 0).collect())
    }

    pub(crate) fn merge(&mut self, other: &Histogram) {
        for (&value, count) in &other.0 {
            *self.0.entry(value).or_default() += count;
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn n(&self) -> u64 {
        self.0.values().sum()
    }

    /// Each value with how often it occurred, in order.
    pub(crate) fn counts(&self) -> impl Iterator<Item = (i64, u64)> {
        self.0.iter().map(|(&value, &count)| (value, count))
    }

    pub(crate) fn count(&self, value: i64) -> u64 {
        self.0.get(&value).copied().unwrap_or(0)
    }

    pub(crate) fn mean(&self) -> f64 {
        self.power_sum(1) as f64 / self.n().max(1) as f64
    }

    /// With n - 1 in the denominator; 0 for a single value.
    pub(crate) fn variance(&self) -> f64 {
        let n = i128::from(self.n());
        if n < 2 {
            return 0.0;
        }
        let spread = n * self.power_sum(2) - self.power_sum(1) * self.power_sum(1);
        spread as f64 / (n as f64 * (n - 1) as f64)
    }

    fn power_sum(&self, power: u32) -> i128 {
        self.0.iter().map(|(&value, &count)| i128::from(value).pow(power) * i128::from(count)).sum()
    }

    /// The value at a rank from 1.
    fn at_rank(&self, rank: u64) -> f64 {
        let mut seen = 0;
        for (&value, count) in &self.0 {
            seen += count;
            if seen >= rank {
                return value as f64;
            }
        }
        self.max()
    }

    /// The smallest value that at least this share of the games does not exceed.
    pub(crate) fn quantile(&self, share: f64) -> f64 {
        self.at_rank(((share * self.n() as f64).ceil() as u64).max(1))
    }

    /// The interquartile range.
    pub(crate) fn quartile_range(&self) -> f64 {
        self.quantile(0.75) - self.quantile(0.25)
    }

    fn min(&self) -> f64 {
        self.0.keys().next().copied().unwrap_or(0) as f64
    }

    fn max(&self) -> f64 {
        self.0.keys().next_back().copied().unwrap_or(0) as f64
    }

    pub(crate) fn band(&self) -> Band {
        QUANTILES.map(|share| self.quantile(share))
    }

    /// The mean with its t interval.
    pub(crate) fn mean_estimate(&self) -> Estimate {
        let possible = Interval::of_numbers_from(self.min());
        let interval = mean_interval(self.n(), self.mean(), self.variance(), possible, CONFIDENCE);
        Estimate::new(self.mean(), interval, self.n(), Method::StudentT)
    }

    fn median_estimate(&self) -> Estimate {
        let (low, high) = quantile_ranks(self.n(), 0.5, CONFIDENCE);
        let mut interval = Interval { low: self.at_rank(low), high: self.at_rank(high) };
        if self.n() < ENOUGH_FOR_A_MEDIAN {
            // Not even the smallest and the largest enclose the median with the stated confidence.
            let possible = Interval::of_numbers_from(self.min());
            let median = self.quantile(0.5);
            let wider = mean_interval(self.n(), median, 0.0, possible, CONFIDENCE);
            interval = Interval {
                low: interval.low.min(wider.low.floor()),
                high: interval.high.max(wider.high.ceil()),
            };
        }
        Estimate::new(self.quantile(0.5), interval, self.n(), Method::OrderStatistics)
    }

    pub(crate) fn spread(&self) -> Spread {
        Spread {
            mean: self.mean_estimate(),
            min: self.min(),
            quantiles: self.band(),
            max: self.max(),
            median: self.median_estimate(),
            histogram: self.bins(),
        }
    }

    /// Bars from the smallest to the largest value, empty ones included.
    fn bins(&self) -> Vec<Bin> {
        let (Some(&low), Some(&high)) = (self.0.keys().next(), self.0.keys().next_back()) else {
            return Vec::new();
        };
        let values = high - low + 1;
        let width = (values + MOST_BINS - 1) / MOST_BINS;
        (0..(values + width - 1) / width)
            .map(|bar| {
                let from = low + bar * width;
                let count = self.0.range(from..from + width).map(|(_, count)| count).sum();
                Bin { from: from as f64, to: (from + width) as f64, count }
            })
            .collect()
    }
}

impl<V: Into<i64>> FromIterator<V> for Histogram {
    fn from_iter<I: IntoIterator<Item = V>>(values: I) -> Histogram {
        let mut histogram = Histogram::default();
        values.into_iter().for_each(|value| histogram.add(value));
        histogram
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "whole numbers")]
mod tests {
    use super::*;

    #[test]
    fn a_mean_of_counts_is_not_below_nothing() {
        let of = |values: &[i32]| {
            let mut histogram = Histogram::default();
            for &value in values {
                histogram.add(value);
            }
            histogram.mean_estimate()
        };
        let rare = of(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
        assert!(rare.low == 0.0 && rare.high > 0.3, "{rare:?}");
        let signed = of(&[0, 0, 0, 0, 0, 0, 0, 0, -1, 2]);
        assert!(signed.low < 0.0, "{signed:?}");
    }

    #[test]
    fn mean_variance_and_quantiles_of_one_to_ten() {
        let numbers: Histogram = (1..=10_i64).collect();
        assert!((numbers.mean() - 5.5).abs() < 1e-12);
        assert!((numbers.variance() - 55.0 / 6.0).abs() < 1e-12);
        assert_eq!(numbers.band(), [1.0, 3.0, 5.0, 8.0, 10.0]);
        let spread = numbers.spread();
        // Ranks 2 and 9 enclose the median of ten.
        assert_eq!((spread.median.low, spread.median.value, spread.median.high), (2.0, 5.0, 9.0));
        assert_eq!((spread.min, spread.max, spread.histogram.len()), (1.0, 10.0, 10));
    }

    #[test]
    fn empty_values_between_are_bars_too() {
        let bars = [3_i64, 3, 5].into_iter().collect::<Histogram>().bins();
        assert_eq!(bars.iter().map(|bar| bar.count).collect::<Vec<_>>(), [2, 0, 1]);
    }

    #[test]
    fn wide_ranges_share_bars_and_lose_no_game() {
        let bars = (-100..=500_i64).collect::<Histogram>().bins();
        assert!(bars.len() <= 60, "{}", bars.len());
        assert_eq!(bars.iter().map(|bar| bar.count).sum::<u64>(), 601);
        assert!(bars.windows(2).all(|pair| pair[0].to == pair[1].from));
    }

    #[test]
    fn joining_equals_counting_in_one_piece() {
        let mut left: Histogram = (0..50_i64).map(|n| n % 7).collect();
        left.merge(&(50..90_i64).map(|n| n % 7).collect());
        assert_eq!(left, (0..90_i64).map(|n| n % 7).collect());
    }

    #[test]
    fn one_value_and_none_are_numbers() {
        for histogram in [Histogram::default(), [4_i64].into_iter().collect()] {
            let spread = histogram.spread();
            assert!(
                spread.mean.value.is_finite()
                    && spread.mean.low.is_finite()
                    && spread.mean.high.is_finite()
            );
            assert!(spread.mean.low < spread.mean.high && spread.median.low < spread.median.high);
        }
    }
}
