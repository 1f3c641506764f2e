//! Who decides.

use crate::{Position, Whim};

/// A bot: picks one of the legal decisions from what its side may see.
pub trait Policy<P: Position>: Send {
    /// Chooses one of `legal`, which is never empty.
    fn choose(&mut self, view: P::View<'_>, legal: &[P::Action], whim: &mut Whim) -> P::Action;
    /// Hears of an event that its side sees ([`Position::sees`]), with the view after the decision that led to it.
    fn saw(&mut self, _view: P::View<'_>, _event: &P::Event) {}
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
