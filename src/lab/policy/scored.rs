//! Takes the decision with the highest weighted sum of features; on ties, the first. Which weights, the stage of the game
//! says and the order of the unit that the decision is about.

use engine::{Appraise, Features, InForce, OrderBook, Policy, Scores, Task, Whim};

use super::chair::first_best;
use super::stage::Stage;
use crate::order::OrderLine;

/// Feature numbers with their weights, in the order of the features; those of weight 0 may be named to lay them over
/// others.
pub(crate) type Weights = Vec<(u16, i32)>;

/// Weights by feature number, with stages and orders in which other weights apply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scored {
    base: Weights,
    stages: Vec<(Stage, Weights)>,
    doing: Vec<(Task, Weights)>,
    orders: Vec<OrderLine>,
}

/// Which of a strategy's weights apply to a decision.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Applies {
    /// The number of the stage that holds, if one does.
    pub stage: Option<usize>,
    /// The number of the order of the unit that the decision is about, if it has one.
    pub order: Option<usize>,
}

impl Scored {
    /// Takes base weights; what each stage changes of them, in the order in which stages are checked; what each task
    /// does; and orders, the more important first.
    pub(crate) fn new(
        base: Weights,
        stages: Vec<(Stage, Weights)>,
        doing: Vec<(Task, Weights)>,
        orders: Vec<OrderLine>,
    ) -> Self {
        Scored { base, stages, doing, orders }
    }

    /// The same with every weight changed.
    pub(crate) fn with_weights(&self, change: impl Fn(i32) -> i32) -> Scored {
        let changed = |weights: &Weights| {
            weights.iter().map(|&(feature, weight)| (feature, change(weight))).collect()
        };
        let order =
            |order: &OrderLine| OrderLine { weights: changed(&order.weights), ..order.clone() };
        Scored {
            base: changed(&self.base),
            stages: self.stages.iter().map(|(stage, own)| (*stage, changed(own))).collect(),
            doing: self.doing.iter().map(|(task, own)| (*task, changed(own))).collect(),
            orders: self.orders.iter().map(order).collect(),
        }
    }

    /// Feature numbers and weights where no stage holds and no order applies.
    pub fn base(&self) -> &[(u16, i32)] {
        &self.base
    }

    /// The stages in the order in which they are checked, each with the weights that it changes.
    pub fn stages(&self) -> &[(Stage, Vec<(u16, i32)>)] {
        &self.stages
    }

    /// The weights that tasks change.
    pub fn doing(&self) -> &[(Task, Vec<(u16, i32)>)] {
        &self.doing
    }

    /// The orders, the more important first.
    pub fn orders(&self) -> &[OrderLine] {
        &self.orders
    }

    /// A weight for each of `columns` features.
    fn weights(&self, applies: Applies, columns: usize) -> Box<[i64]> {
        let mut weights = vec![0; columns].into_boxed_slice();
        let order = applies.order.map(|order| &self.orders[order]);
        let task = order.map(|order| order.task);
        let stage = applies.stage.map(|stage| self.stages[stage].1.as_slice());
        let doing = self.doing.iter().filter(|&&(doing, _)| Some(doing) == task);
        let layers = [self.base.as_slice()]
            .into_iter()
            .chain(stage)
            .chain(doing.map(|(_, weights)| weights.as_slice()))
            .chain(order.map(|order| order.weights.as_slice()));
        for &(feature, weight) in layers.flatten() {
            weights[usize::from(feature)] = weight.into();
        }
        weights
    }

    /// The strategy made ready for one scenario: its orders have found their units and hexes.
    pub(crate) fn briefed<P: Appraise>(&self, book: OrderBook<P::Guide>) -> Briefed<P::Guide> {
        let columns = P::FEATURES.len();
        let numbers = |count: usize| std::iter::once(None).chain((0..count).map(Some));
        let all = numbers(self.stages.len()).flat_map(|stage| {
            numbers(self.orders.len()).map(move |order| Applies { stage, order })
        });
        Briefed {
            weights: all.map(|applies| self.weights(applies, columns)).collect(),
            stages: self.stages.iter().map(|&(stage, _)| stage).collect(),
            orders: self.orders.iter().map(|order| order.stage).collect(),
            book,
        }
    }
}

/// A scored strategy made ready for one scenario.
#[derive(Debug, Default)]
pub(crate) struct Briefed<G> {
    /// For each stage or none, for each order or none, a weight for every feature.
    weights: Vec<Box<[i64]>>,
    stages: Vec<Stage>,
    /// When each order of the book is in force.
    orders: Vec<Stage>,
    book: OrderBook<G>,
}

impl<G> Briefed<G> {
    /// What applies to the decision of a view, the weights, and the orders in force.
    pub(crate) fn read<P: Appraise<Guide = G>>(
        &self,
        view: P::View<'_>,
    ) -> (Applies, &[i64], InForce<'_, G>) {
        let stage = self.stages.iter().position(|stage| stage.holds::<P>(view));
        let orders = if self.orders.is_empty() {
            InForce::NONE
        } else {
            let numbered = (0..).zip(&self.orders);
            let held = numbered.filter(|(_, when)| when.holds::<P>(view));
            self.book.in_force(held.fold(0, |bits, (number, _)| bits | 1 << number))
        };
        let order = P::subject(view).and_then(|unit| orders.of(unit)).map(|given| given.number);
        let slot = |number: Option<usize>| number.map_or(0, |number| number + 1);
        let place = slot(stage) * (self.orders.len() + 1) + slot(order);
        (Applies { stage, order }, &self.weights[place], orders)
    }

    /// A player of one game.
    pub(crate) fn player<P: Appraise<Guide = G>>(&self) -> Player<'_, P> {
        Player { briefed: self, scores: Vec::new(), memory: P::Memory::default() }
    }
}

/// A scored bot in one game; its scores are reused from decision to decision.
pub(crate) struct Player<'a, P: Appraise> {
    briefed: &'a Briefed<P::Guide>,
    scores: Vec<i64>,
    memory: P::Memory,
}

impl<P: Appraise> Policy<P> for Player<'_, P> {
    fn choose(&mut self, view: P::View<'_>, legal: &[P::Action], _: &mut Whim) -> P::Action {
        let (_, weights, orders) = self.briefed.read::<P>(view);
        self.scores.clear();
        self.scores.resize(legal.len(), 0);
        let features = Features::Score(Scores::new(weights, &mut self.scores));
        P::appraise(view, legal, &mut self.memory, orders, features);
        legal[first_best(&self.scores)]
    }

    fn saw(&mut self, view: P::View<'_>, event: &P::Event) {
        P::saw(&mut self.memory, view, event);
    }
}
