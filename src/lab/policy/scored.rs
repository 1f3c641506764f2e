//! Takes the decision with the highest weighted sum of features; on ties, the first.

use engine::{Appraise, Features, Policy, Scores, Whim};

/// Weights by feature number, with stages in which other weights apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scored {
    base: Vec<(usize, i64)>,
    stages: Vec<(Stage, Vec<(usize, i64)>)>,
}

/// When a stage applies. The first stage that applies gives the weights.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Stage {
    /// Number of the condition that must hold, if one must.
    pub condition: Option<usize>,
    /// The turn, from 1, from which it holds.
    pub from_turn: u16,
}

impl Stage {
    /// Whether it applies for the side to move.
    fn holds<P: Appraise>(&self, view: P::View<'_>) -> bool {
        self.condition.is_none_or(|condition| P::holds(view, condition))
            && (self.from_turn <= 1 || self.from_turn <= P::turn(view))
    }
}

impl Scored {
    /// Takes base weights, and the changed weights of each stage in the order in which they are checked.
    pub fn new(base: Vec<(u16, i32)>, stages: Vec<(Stage, Vec<(u16, i32)>)>) -> Self {
        // Features of weight 0 are never computed.
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

    /// The same with every weight changed.
    pub(crate) fn with_weights(&self, change: impl Fn(i64) -> i64) -> Scored {
        let changed = |weights: &[(usize, i64)]| {
            weights.iter().map(|&(feature, weight)| (feature, change(weight))).collect()
        };
        let stages = self.stages.iter().map(|(stage, weights)| (*stage, changed(weights)));
        Scored { base: changed(&self.base), stages: stages.collect() }
    }

    /// Feature numbers and weights where no stage applies; features of weight 0 are left out.
    pub fn base(&self) -> &[(usize, i64)] {
        &self.base
    }

    /// The stages in the order in which they are checked, each with its complete weights.
    pub fn stages(&self) -> &[(Stage, Vec<(usize, i64)>)] {
        &self.stages
    }

    /// The number of the stage that applies, if any, and a weight for each of the system's features.
    pub(crate) fn weights<P: Appraise>(&self, view: P::View<'_>) -> (Option<usize>, Vec<i64>) {
        let stage = self.stages.iter().position(|(stage, _)| stage.holds::<P>(view));
        let weights = stage.map_or(&self.base, |stage| &self.stages[stage].1);
        (stage, dense(weights, P::FEATURES.len()))
    }

    /// A player of one game whose system has `columns` features.
    pub(crate) fn player<P: Appraise>(&self, columns: usize) -> Player<P> {
        let stages = self.stages.iter();
        Player {
            base: dense(&self.base, columns),
            stages: stages.map(|(stage, w)| (*stage, dense(w, columns))).collect(),
            scores: Vec::new(),
            memory: P::Memory::default(),
        }
    }
}

/// A weight for every feature.
fn dense(sparse: &[(usize, i64)], columns: usize) -> Vec<i64> {
    let mut weights = vec![0; columns];
    for &(feature, weight) in sparse {
        weights[feature] = weight;
    }
    weights
}

/// A scored bot in one game; its scores are reused from decision to decision.
pub(crate) struct Player<P: Appraise> {
    base: Vec<i64>,
    stages: Vec<(Stage, Vec<i64>)>,
    scores: Vec<i64>,
    memory: P::Memory,
}

impl<P: Appraise> Policy<P> for Player<P> {
    fn choose(&mut self, view: P::View<'_>, legal: &[P::Action], _: &mut Whim) -> P::Action {
        let stage = self.stages.iter().find(|(stage, _)| stage.holds::<P>(view));
        let weights = stage.map_or(&self.base, |(_, weights)| weights);
        self.scores.clear();
        self.scores.resize(legal.len(), 0);
        let features = Features::Score(Scores::new(weights, &mut self.scores));
        P::appraise(view, legal, &mut self.memory, features);
        let (mut best, mut most) = (0, i64::MIN);
        for (option, &score) in self.scores.iter().enumerate() {
            if score > most {
                (best, most) = (option, score);
            }
        }
        legal[best]
    }

    fn saw(&mut self, view: P::View<'_>, event: &P::Event) {
        P::saw(&mut self.memory, view, event);
    }
}
