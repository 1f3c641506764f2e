//! Who decides.

use crate::{Position, Whim};

/// A bot: picks one of the legal decisions from what its side may see.
pub trait Policy<P: Position>: Send {
    /// Chooses one of `legal`, which is never empty.
    fn choose(&mut self, view: P::View<'_>, legal: &[P::Action], whim: &mut Whim) -> P::Action;
}

/// A closure is a policy too.
impl<P: Position, F> Policy<P> for F
where
    F: FnMut(P::View<'_>, &[P::Action], &mut Whim) -> P::Action + Send,
{
    fn choose(&mut self, view: P::View<'_>, legal: &[P::Action], whim: &mut Whim) -> P::Action {
        self(view, legal, whim)
    }
}

/// Something a strategy file can name: a feature, a condition or a measure.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Name, in kebab case.
    pub name: &'static str,
    /// Unit of the number, e.g. `hexes`, `percent`, `yes/no`.
    pub unit: &'static str,
    /// What it says about a decision, in one sentence.
    pub meaning: &'static str,
}

/// The options of one decision being weighed: what is said of an option, one feature after the other, is
/// multiplied with the weight of the feature and added to the option's score.
#[derive(Debug)]
pub struct Features<'a> {
    weights: &'a [i64],
    scores: &'a mut [i64],
}

impl<'a> Features<'a> {
    /// `weights` has one number a feature; `scores` one an option, and is added to.
    pub fn new(weights: &'a [i64], scores: &'a mut [i64]) -> Self {
        Features { weights, scores }
    }

    /// What a feature adds to an option: to be added to each where it is alike for all.
    pub fn worth(&self, column: usize, value: i32) -> i64 {
        self.weights[column] * i64::from(value)
    }

    /// Each option with its place among the legal ones, for a system of `N` features.
    pub fn options<const N: usize>(&mut self) -> impl Iterator<Item = Weighing<'_, N>> {
        let weights = self.weights.try_into().expect("a weight for every feature");
        self.scores.iter_mut().map(move |score| Weighing { weights, score })
    }
}

/// One option being weighed by the weights of `N` features.
#[derive(Debug)]
pub struct Weighing<'a, const N: usize> {
    weights: &'a [i64; N],
    score: &'a mut i64,
}

impl<const N: usize> Weighing<'_, N> {
    /// Whether the feature has a weight; if not, its value need not be worked out.
    #[inline]
    pub fn wants(&self, column: usize) -> bool {
        self.weights[column] != 0
    }

    /// Adds what was worked out before.
    #[inline]
    pub fn add_worth(&mut self, worth: i64) {
        *self.score += worth;
    }

    /// Adds to a feature.
    #[inline]
    pub fn add(&mut self, column: usize, value: i32) {
        *self.score += self.weights[column] * i64::from(value);
    }
}
