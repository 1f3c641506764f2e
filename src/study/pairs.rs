//! Numbers of two arms, summed in two passes: first for their means and then for their
//! deviations. Memory does not grow with the games.

use crate::Estimate;
use crate::estimate::{Counts, Seen, far_apart, farthest};

/// The numbers of one arm.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sums {
    pub(crate) n: u64,
    /// Numbers nearer to 1 than to 0: for a share, its games.
    pub(crate) ones: u64,
    /// Numbers that are neither 0 nor 1.
    others: u64,
    sum: f64,
    squares: f64,
    least: f64,
    most: f64,
}

impl Default for Sums {
    fn default() -> Sums {
        Sums {
            n: 0,
            ones: 0,
            others: 0,
            sum: 0.0,
            squares: 0.0,
            least: f64::INFINITY,
            most: f64::NEG_INFINITY,
        }
    }
}

impl Sums {
    /// Adds a number in the first pass.
    pub(crate) fn add(&mut self, number: f64) {
        self.n += 1;
        self.ones += u64::from(number > 0.5);
        self.others += u64::from(number != 0.0 && !number.total_cmp(&1.0).is_eq());
        self.sum += number;
        self.least = self.least.min(number);
        self.most = self.most.max(number);
    }

    /// Adds the same number in the second pass.
    pub(crate) fn add_again(&mut self, number: f64) {
        let off = number - self.mean();
        self.squares += off * off;
    }

    pub(crate) fn of(numbers: impl Iterator<Item = f64> + Clone) -> Sums {
        let mut sums = Sums::default();
        numbers.clone().for_each(|number| sums.add(number));
        numbers.for_each(|number| sums.add_again(number));
        sums
    }

    pub(crate) fn mean(&self) -> f64 {
        self.sum / self.n.max(1) as f64
    }

    /// With n - 1 in the denominator; 0 for a single number.
    pub(crate) fn variance(&self) -> f64 {
        if self.n < 2 { 0.0 } else { self.squares / (self.n as f64 - 1.0) }
    }

    /// How many there are, their mean and their variance.
    pub(crate) fn moments(&self) -> (u64, f64, f64) {
        (self.n, self.mean(), self.variance())
    }

    /// The share of equal pairs among all pairs of a number here and one there, if the numbers of either arm
    /// are all the same; otherwise it is not needed, and 0.
    pub(crate) fn alike(&self, other: &Sums) -> f64 {
        let same = |sums: &Sums| sums.least.total_cmp(&sums.most).is_eq();
        f64::from(u8::from(same(self) && same(other) && self.least.total_cmp(&other.least).is_eq()))
    }

    /// Whether every number is yes or no.
    pub(crate) fn is_share(&self) -> bool {
        self.others == 0
    }

    /// The mean with its interval.
    pub(crate) fn estimate(&self) -> Estimate {
        if self.is_share() { Estimate::share(self.ones, self.n) } else { self.mean_estimate() }
    }

    /// The same, always treated as numbers.
    pub(crate) fn mean_estimate(&self) -> Estimate {
        Estimate::mean(self.n, self.mean(), self.variance(), self.least)
    }

    /// Whether every number is 0.
    pub(crate) fn is_nothing(&self) -> bool {
        self.ones + self.others == 0
    }
}

/// The numbers of two arms at the seeds at which both have one.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Pairs {
    pub(crate) first: Sums,
    pub(crate) second: Sums,
    /// First minus second.
    pub(crate) difference: Sums,
    /// Seeds at which the first is greater.
    pub(crate) more: u64,
    /// Seeds at which it is less.
    pub(crate) less: u64,
    /// Seeds at which one of them has no number.
    pub(crate) missing: u64,
    /// Products about the means.
    pub(crate) products: f64,
    /// The share of all pairs of games, whatever their seeds, in which both have the same number; known only if
    /// [`Pairs::wants_counts`].
    pub(crate) alike: f64,
}

impl Pairs {
    /// Adds a pair in the first pass.
    pub(crate) fn add(&mut self, first: f64, second: f64) {
        if first.is_nan() || second.is_nan() {
            self.missing += 1;
            return;
        }
        self.first.add(first);
        self.second.add(second);
        self.difference.add(first - second);
        self.more += u64::from(first > second);
        self.less += u64::from(first < second);
    }

    /// Adds the same pair in the second pass.
    pub(crate) fn add_again(&mut self, first: f64, second: f64) {
        if first.is_nan() || second.is_nan() {
            return;
        }
        self.first.add_again(first);
        self.second.add_again(second);
        self.difference.add_again(first - second);
        self.products += (first - self.first.mean()) * (second - self.second.mean());
    }

    pub(crate) fn of(first: &[f64], second: &[f64]) -> Pairs {
        let mut pairs = Pairs::default();
        let both = || first.iter().zip(second);
        both().for_each(|(&a, &b)| pairs.add(a, b));
        both().for_each(|(&a, &b)| pairs.add_again(a, b));
        if pairs.wants_counts() {
            let [mut ours, mut theirs] = <[Counts; 2]>::default();
            let there = || both().filter(|(a, b)| !a.is_nan() && !b.is_nan());
            ours.add(there().map(|(&a, _)| a));
            theirs.add(there().map(|(_, &b)| b));
            pairs.alike = ours.alike(&theirs);
        }
        pairs
    }

    /// Whether so few seeds differ that the distance between differing games matters.
    pub(crate) fn wants_counts(&self) -> bool {
        let share = self.first.is_share() && self.second.is_share();
        !share && Seen::wants_step(self.more + self.less)
    }

    /// What is known of the differences.
    pub(crate) fn seen(&self) -> Seen {
        let Pairs { first, second, difference, .. } = self;
        let (n, mean, variance) = difference.moments();
        let least = first.least.min(second.least);
        Seen {
            n,
            sum: difference.sum,
            squares: variance * n.saturating_sub(1) as f64 + n as f64 * mean * mean,
            differ: self.more + self.less,
            step: far_apart(first.moments(), second.moments(), self.alike),
            most: farthest(least, first.most.max(second.most)),
        }
    }
}
