//! Does what a plan says where it says anything, and asks the strategy for the rest.

use engine::{Plannable, Policy, Whim};

use crate::plan::Plan;

/// A strategy bound by plans of its side.
pub(crate) struct Planned<'a, P> {
    pub(crate) plans: Vec<&'a Plan>,
    pub(crate) strategy: Box<dyn Policy<P> + 'a>,
}

impl<P: Plannable> Policy<P> for Planned<'_, P> {
    fn choose(&mut self, view: P::View<'_>, legal: &[P::Action], whim: &mut Whim) -> P::Action {
        let rank = |action: P::Action| {
            let (kind, placing) = P::placing(view, action)?;
            self.plans.iter().filter(|plan| plan.kind == kind).find_map(|plan| plan.rank(placing))
        };
        let planned = legal.iter().filter_map(|&action| Some((rank(action)?, action)));
        match planned.min_by_key(|&(rank, _)| rank) {
            Some((_, action)) => action,
            None => self.strategy.choose(view, legal, whim),
        }
    }
}
