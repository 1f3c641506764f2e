//! Takes any decision: the baseline that a thinking bot must beat.

use engine::{Policy, Position, Whim};

pub(crate) struct Random;

impl<P: Position> Policy<P> for Random {
    fn choose(&mut self, _: P::View<'_>, legal: &[P::Action], whim: &mut Whim) -> P::Action {
        legal[whim.below(legal.len())]
    }
}
