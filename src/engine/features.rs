//! What bots weigh: named whole numbers about each option of a decision, either multiplied with weights the moment
//! they are stated or kept for whoever asks why.

use alloc::vec;
use alloc::vec::Vec;

/// Something a strategy file can name: a feature, a condition or a measure.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Weighable {
    /// Name, in kebab case.
    pub name: &'static str,
    /// Unit of the number, e.g. `hexes`, `percent`, `yes/no`.
    pub unit: &'static str,
    /// What it says about a decision, in one sentence.
    pub meaning: &'static str,
}

/// The scale of one option, on which features are stated one after the other.
pub trait Scale {
    /// What [`Scales::share`] makes.
    type Shared;

    /// Whether anybody asks for the feature; if not, its value need not be worked out.
    fn wants(&self, column: usize) -> bool;
    /// Adds to a feature.
    fn add(&mut self, column: usize, value: i32);
    /// Adds to several features at once.
    #[inline]
    fn add_all<const K: usize>(&mut self, values: [(usize, i32); K]) {
        for (column, value) in values {
            self.add(column, value);
        }
    }
    /// Adds what several options have in common.
    fn add_shared(&mut self, shared: &Self::Shared);
}

/// The scales of all options of a decision. A game states its features once, for any scales: see [`Features`].
pub trait Scales {
    /// Features that several options have in common, stated once.
    type Shared;
    /// The scale of one option, in a system of `N` features.
    type Scale<'s, const N: usize>: Scale<Shared = Self::Shared>
    where
        Self: 's;

    /// A scale for each option, in the order of the legal ones.
    fn options<const N: usize>(&mut self) -> impl Iterator<Item = Self::Scale<'_, N>>;
    /// States features, each with its value, for [`Scale::add_shared`].
    fn share<const K: usize>(&self, values: [(usize, i32); K]) -> Self::Shared;
}

/// Who wants the features of a decision. A game hands either to one function over [`Scales`], so that what is explained
/// is what was played:
///
/// ```
/// use engine::{Features, Scores, Scale, Scales, FeatureTable};
///
/// /// Two features of every number: itself and its square.
/// fn state(numbers: &[i32], scales: &mut impl Scales) {
///     for (&number, mut scale) in numbers.iter().zip(scales.options::<2>()) {
///         scale.add(0, number);
///         if scale.wants(1) {
///             scale.add(1, number * number);
///         }
///     }
/// }
///
/// fn appraise(numbers: &[i32], features: Features<'_>) {
///     match features {
///         Features::Score(mut scores) => state(numbers, &mut scores),
///         Features::Record(table) => state(numbers, table),
///     }
/// }
///
/// let mut scores = [0; 3];
/// appraise(&[1, 2, 3], Features::Score(Scores::new(&[10, -3], &mut scores)));
/// assert_eq!(scores, [7, 8, 3]);
///
/// let mut table = FeatureTable::new(3, 2);
/// appraise(&[1, 2, 3], Features::Record(&mut table));
/// assert_eq!(table.row(2), [3, 9]);
/// ```
#[derive(Debug)]
pub enum Features<'a> {
    /// A strategy: the weighted sum of each option.
    Score(Scores<'a>),
    /// Somebody who asks why: the value of every feature of every option.
    Record(&'a mut FeatureTable),
}

/// Options being scored: what is stated of an option is multiplied with the weight of the feature and added to the
/// option's score.
#[derive(Debug)]
pub struct Scores<'a> {
    weights: &'a [i64],
    scores: &'a mut [i64],
}

impl<'a> Scores<'a> {
    /// `weights` has one number a feature; `scores` one an option, and is added to.
    pub fn new(weights: &'a [i64], scores: &'a mut [i64]) -> Self {
        Scores { weights, scores }
    }
}

impl Scales for Scores<'_> {
    type Shared = i64;
    type Scale<'s, const N: usize>
        = Scored<'s, N>
    where
        Self: 's;

    #[inline]
    fn options<const N: usize>(&mut self) -> impl Iterator<Item = Scored<'_, N>> {
        let weights = self.weights.try_into().expect("a weight for every feature");
        self.scores.iter_mut().map(move |score| Scored { weights, score })
    }

    #[inline]
    fn share<const K: usize>(&self, values: [(usize, i32); K]) -> i64 {
        values.iter().map(|&(column, value)| self.weights[column] * i64::from(value)).sum()
    }
}

/// One option being scored by the weights of `N` features.
#[derive(Debug)]
pub struct Scored<'a, const N: usize> {
    weights: &'a [i64; N],
    score: &'a mut i64,
}

impl<const N: usize> Scale for Scored<'_, N> {
    type Shared = i64;

    #[inline]
    fn wants(&self, column: usize) -> bool {
        self.weights[column] != 0
    }

    #[inline]
    fn add(&mut self, column: usize, value: i32) {
        *self.score += self.weights[column] * i64::from(value);
    }

    #[inline]
    fn add_all<const K: usize>(&mut self, values: [(usize, i32); K]) {
        // The score is written once, and the loop unrolled: this is what many options cost.
        let mut sum = 0;
        for &(column, value) in &values {
            sum += self.weights[column] * i64::from(value);
        }
        *self.score += sum;
    }

    #[inline]
    fn add_shared(&mut self, shared: &i64) {
        *self.score += shared;
    }
}

/// The features of a decision: a row an option, a column a feature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureTable {
    columns: usize,
    values: Vec<i32>,
}

impl FeatureTable {
    /// A table of zeros for this number of options and of features.
    pub fn new(options: usize, columns: usize) -> Self {
        FeatureTable { columns, values: vec![0; options * columns] }
    }

    /// The features of an option.
    pub fn row(&self, option: usize) -> &[i32] {
        &self.values[option * self.columns..][..self.columns]
    }

    /// What an option scores by these weights, one a feature.
    pub fn score(&self, option: usize, weights: &[i64]) -> i64 {
        self.row(option).iter().zip(weights).map(|(&value, weight)| i64::from(value) * weight).sum()
    }
}

impl Scales for FeatureTable {
    type Shared = Vec<(usize, i32)>;
    type Scale<'s, const N: usize> = FeatureRow<'s>;

    fn options<const N: usize>(&mut self) -> impl Iterator<Item = FeatureRow<'_>> {
        assert_eq!(self.columns, N, "a column for every feature");
        self.values.chunks_exact_mut(N).map(|values| FeatureRow { values })
    }

    fn share<const K: usize>(&self, values: [(usize, i32); K]) -> Vec<(usize, i32)> {
        values.into()
    }
}

/// One option whose features are being written down.
#[derive(Debug)]
pub struct FeatureRow<'a> {
    values: &'a mut [i32],
}

impl Scale for FeatureRow<'_> {
    type Shared = Vec<(usize, i32)>;

    fn wants(&self, _: usize) -> bool {
        true
    }

    fn add(&mut self, column: usize, value: i32) {
        self.values[column] += value;
    }

    fn add_shared(&mut self, shared: &Vec<(usize, i32)>) {
        for &(column, value) in shared {
            self.add(column, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// States the same of every option, in every way there is.
    fn state(scales: &mut impl Scales) {
        let shared = scales.share([(0, 2), (2, -1)]);
        for (option, mut scale) in (1..).zip(scales.options::<3>()) {
            scale.add_shared(&shared);
            scale.add_all([(1, option), (1, option)]);
            if scale.wants(2) {
                scale.add(2, 10);
            }
        }
    }

    #[test]
    fn what_is_recorded_is_what_was_scored() {
        let weights = [3, 100, -7];
        let (mut scores, mut table) = ([5, 5], FeatureTable::new(2, 3));
        state(&mut Scores::new(&weights, &mut scores));
        state(&mut table);
        assert_eq!((table.row(0), table.row(1)), (&[2, 2, 9][..], &[2, 4, 9][..]));
        assert_eq!(scores, [0, 1].map(|option| 5 + table.score(option, &weights)));
    }

    #[test]
    fn a_feature_without_weight_is_not_asked_for() {
        let mut scores = [0];
        let weights = [0, 0, 4];
        state(&mut Scores::new(&weights[..], &mut scores));
        assert_eq!(scores, [36]);
        let mut scores = Scores::new(&[0, 1, 0], &mut scores);
        let wanted: Vec<bool> =
            scores.options::<3>().flat_map(|scale| [0, 1, 2].map(|c| scale.wants(c))).collect();
        assert_eq!(wanted, [false, true, false]);
    }
}
