//! Takes the decision with the highest weighted sum of features; of equals, the first.

use engine::{Appraise, Features, Policy, Whim};

/// Weights by feature number, with stages in which others hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scored {
    base: Vec<(usize, i64)>,
    stages: Vec<(Stage, Vec<(usize, i64)>)>,
}

/// When a stage holds. The first stage that holds gives the weights.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Stage {
    /// Number of the condition that must hold, if one must.
    pub condition: Option<usize>,
    /// The turn, from 1, from which it holds.
    pub from_turn: u16,
}

impl Scored {
    /// Base weights, and the whole weights of each stage in the order of asking.
    pub fn new(base: Vec<(u16, i32)>, stages: Vec<(Stage, Vec<(u16, i32)>)>) -> Self {
        // Features of weight 0 are never looked at.
        let sparse = |weights: Vec<(u16, i32)>| {
            weights
                .into_iter()
                .filter(|&(_, weight)| weight != 0)
                .map(|(feature, weight)| (usize::from(feature), i64::from(weight)))
                .collect()
        };
        Scored {
            base: sparse(base),
            stages: stages.into_iter().map(|(stage, weights)| (stage, sparse(weights))).collect(),
        }
    }

    /// Feature numbers and weights where no stage holds; features of weight 0 left out.
    pub fn base(&self) -> &[(usize, i64)] {
        &self.base
    }

    /// The stages in the order of asking, each with its whole weights.
    pub fn stages(&self) -> &[(Stage, Vec<(usize, i64)>)] {
        &self.stages
    }

    pub(crate) fn player(&self) -> Player<'_> {
        Player { scored: self, features: Features::default() }
    }

    fn weights<P: Appraise>(&self, view: P::View<'_>) -> &[(usize, i64)] {
        let holds = |stage: &Stage| {
            stage.condition.is_none_or(|condition| P::holds(view, condition))
                && (stage.from_turn <= 1 || stage.from_turn <= P::turn(view))
        };
        self.stages
            .iter()
            .find(|(stage, _)| holds(stage))
            .map_or(&self.base, |(_, weights)| weights)
    }
}

/// A scored bot in one game; its grid of features is reused from decision to decision.
pub(crate) struct Player<'a> {
    scored: &'a Scored,
    features: Features,
}

impl<P: Appraise> Policy<P> for Player<'_> {
    fn choose(&mut self, view: P::View<'_>, legal: &[P::Action], _: &mut Whim) -> P::Action {
        let weights = self.scored.weights::<P>(view);
        self.features.reset(legal.len(), P::FEATURES.len());
        P::appraise(view, legal, &mut self.features);
        let score = |option: usize| -> i64 {
            let row = self.features.row(option);
            weights.iter().map(|&(feature, weight)| weight * i64::from(row[feature])).sum()
        };
        let mut best = (score(0), 0);
        for option in 1..legal.len() {
            let next = score(option);
            if next > best.0 {
                best = (next, option);
            }
        }
        legal[best.1]
    }
}
