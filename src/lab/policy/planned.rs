//! Follows a plan where it applies, and leaves the rest to the strategy.

use engine::{Plannable, Policy, Whim};

use crate::plan::Plan;

/// A strategy bound by plans of its side.
struct Planned<'a, P> {
    plans: Vec<&'a Plan>,
    strategy: Box<dyn Policy<P> + 'a>,
}

/// A strategy, bound by the plans of its side if there are any.
pub(crate) fn bind<'a, P: Plannable + 'a>(
    plans: Vec<&'a Plan>,
    strategy: Box<dyn Policy<P> + 'a>,
) -> Box<dyn Policy<P> + 'a> {
    if plans.is_empty() { strategy } else { Box::new(Planned { plans, strategy }) }
}

/// The legal decision that the plans of a side specify; of several, the plan's first.
pub(crate) fn planned<P: Plannable>(
    plans: &[&Plan],
    view: P::View<'_>,
    legal: &[P::Action],
) -> Option<P::Action> {
    let rank = |action: P::Action| {
        let (kind, placing) = P::placing(view, action)?;
        plans.iter().filter(|plan| plan.kind == kind).find_map(|plan| plan.rank(placing))
    };
    let asked = legal.iter().filter_map(|&action| Some((rank(action)?, action)));
    asked.min_by_key(|&(rank, _)| rank).map(|(_, action)| action)
}

impl<P: Plannable> Policy<P> for Planned<'_, P> {
    fn choose(&mut self, view: P::View<'_>, legal: &[P::Action], whim: &mut Whim) -> P::Action {
        let asked = planned::<P>(&self.plans, view, legal);
        asked.unwrap_or_else(|| self.strategy.choose(view, legal, whim))
    }

    fn saw(&mut self, view: P::View<'_>, event: &P::Event) {
        self.strategy.saw(view, event);
    }
}
