//! Takes the first decision listed: the simplest possible bot, and always the same.

use engine::{Policy, Position, Whim};

pub(crate) struct First;

impl<P: Position> Policy<P> for First {
    fn choose(&mut self, _: P::View<'_>, legal: &[P::Action], _: &mut Whim) -> P::Action {
        legal[0]
    }
}
