//! Why a bot decided as it did: what each option was worth to it, feature by feature.

use std::ops::Range;

use engine::{BySide, FeatureTable, Features, InForce, Observer, Scores, Side};

use crate::plan::Plan;
use crate::play::{Playable, remember};
use crate::policy::{Applies, Briefed, planned};
use crate::strategy::{Brain, Strategy};

/// A decision in a game, and the reasons for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// Its number in the game, from 0.
    pub decision: u32,
    /// The turn, in the game's words.
    pub turn: String,
    /// The side that decided.
    pub side: Side,
    /// What the choice was based on.
    pub grounds: Grounds,
    /// A weight for each feature of the system; empty where nothing was weighed.
    pub weights: Vec<i64>,
    /// The options, in the order of the rules.
    pub options: Vec<Weighed>,
    /// The index of the choice among them.
    pub chosen: usize,
}

/// What a choice was based on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Grounds {
    /// There was no other option.
    OnlyOption,
    /// A plan of the side required it.
    Plan,
    /// The weights of a strategy, in this stage and for this order.
    Weights(Applies),
    /// Looking ahead: the strategy follows the doctrine that does best, and weighs nothing itself.
    LookingAhead,
    /// The strategy weighs nothing.
    Unweighed,
    /// A script or an outside program decided, for reasons of its own. The values are what it was told.
    Own,
}

/// One option of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// The option in the game's notation.
    pub words: String,
    /// Its score by the strategy's weights; 0 where nothing was weighed.
    pub score: i64,
    /// The value of each feature, whether it has a weight or not; empty where nothing was weighed.
    pub values: Vec<i32>,
}

/// A feature's part in a score.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Number of the feature.
    pub feature: usize,
    /// Its value.
    pub value: i32,
    /// Its weight.
    pub weight: i64,
}

impl Part {
    /// What it adds to the score.
    pub fn product(self) -> i64 {
        i64::from(self.value) * self.weight
    }
}

impl Explained {
    /// Indices of the options, the highest score first; ties are in the order of the rules, as bots choose.
    pub fn ranking(&self) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.options.len()).collect();
        places.sort_by_key(|&place| std::cmp::Reverse(self.options[place].score));
        places
    }

    /// The features that contribute to the score of an option, the largest part first. Their products add up to the
    /// score.
    pub fn parts(&self, option: usize) -> Vec<Part> {
        let values = self.options[option].values.iter().zip(&self.weights).enumerate();
        let mut parts: Vec<Part> = values
            .map(|(feature, (&value, &weight))| Part { feature, value, weight })
            .filter(|part| part.product() != 0)
            .collect();
        parts.sort_by_key(|part| std::cmp::Reverse(part.product().abs()));
        parts
    }
}

/// Watches a game and explains the decisions asked for.
pub(crate) struct Explainer<'a, P: Playable> {
    strategies: &'a BySide<Strategy>,
    briefed: &'a BySide<Briefed<P::Guide>>,
    plans: BySide<Vec<&'a Plan>>,
    asked: Range<u32>,
    decision: u32,
    /// What each side's player has seen.
    memories: BySide<P::Memory>,
    pub(crate) explained: Vec<Explained>,
}

impl<'a, P: Playable> Explainer<'a, P> {
    pub(crate) fn new(
        strategies: &'a BySide<Strategy>,
        briefed: &'a BySide<Briefed<P::Guide>>,
        plans: BySide<Vec<&'a Plan>>,
        asked: Range<u32>,
    ) -> Self {
        let (memories, explained) = (BySide::default(), Vec::new());
        Explainer { strategies, briefed, plans, asked, decision: 0, memories, explained }
    }

    /// What a decision was based on, with its weights and options.
    fn explain(
        &mut self,
        before: &P,
        side: Side,
        legal: &[P::Action],
    ) -> (Grounds, Vec<i64>, Vec<Weighed>) {
        let view = before.view(side);
        let plain = || {
            let words = legal.iter().map(|&action| before.say(action));
            words.map(|words| Weighed { words, score: 0, values: Vec::new() }).collect()
        };
        if legal.len() == 1 {
            return (Grounds::OnlyOption, Vec::new(), plain());
        }
        let (grounds, weights, orders) = match &self.strategies[side].brain {
            Brain::First | Brain::Random => (Grounds::Unweighed, Vec::new(), InForce::NONE),
            Brain::Search(_) => (Grounds::LookingAhead, Vec::new(), InForce::NONE),
            Brain::Script(_) | Brain::Program(_) => {
                (Grounds::Own, vec![0; P::FEATURES.len()], InForce::NONE)
            }
            Brain::Scored(_) => {
                let (applies, weights, orders) = self.briefed[side].read::<P>(view);
                (Grounds::Weights(applies), weights.to_vec(), orders)
            }
        };
        let plan = planned::<P>(&self.plans[side], view, legal).is_some();
        let grounds = if plan { Grounds::Plan } else { grounds };
        if weights.is_empty() {
            return (grounds, weights, plain());
        }
        let memory = &mut self.memories[side];
        let mut scores = vec![0; legal.len()];
        let features = Features::Score(Scores::new(&weights, &mut scores));
        P::appraise(view, legal, memory, orders, features);
        let mut table = FeatureTable::new(legal.len(), P::FEATURES.len());
        P::appraise(view, legal, memory, orders, Features::Record(&mut table));
        let options = legal.iter().enumerate().map(|(option, &action)| Weighed {
            words: before.say(action),
            score: scores[option],
            values: table.row(option).to_vec(),
        });
        (grounds, weights, options.collect())
    }
}

impl<P: Playable> Observer<P> for Explainer<'_, P> {
    fn decided(&mut self, before: &P, side: Side, legal: &[P::Action], action: P::Action) {
        let decision = self.decision;
        self.decision += 1;
        if !self.asked.contains(&decision) {
            return;
        }
        let (grounds, weights, options) = self.explain(before, side, legal);
        let chosen = legal.iter().position(|&listed| listed == action).unwrap_or_default();
        let turn = before.turn_name();
        self.explained.push(Explained { decision, turn, side, grounds, weights, options, chosen });
    }

    fn happened(&mut self, after: &P, event: &P::Event) {
        remember(&mut self.memories, after, event);
    }
}
