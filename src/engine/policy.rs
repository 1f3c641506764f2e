//! Who decides.

use crate::{Position, Whim};

/// A bot: picks one of the legal decisions from what its side may see. A closure is one:
///
/// ```
/// use engine::{FromSetup, Policy, Position, Scripted, Seed, Side, Whim};
/// use games::skirmish::{Action, Skirmish, View, ridge};
///
/// /// Fires where it can, and else stands.
/// fn guard(_: View<'_>, legal: &[Action], _: &mut Whim) -> Action {
///     let shot = legal.iter().copied().find(|action| matches!(action, Action::Fire(..)));
///     shot.unwrap_or(legal[0])
/// }
///
/// let mut game = Skirmish::from_setup(ridge()).expect("a sound scenario");
/// game.open(&mut Scripted::always(0), &mut Vec::new());
/// let side = game.to_act().expect("somebody decides");
/// let mut legal = Vec::new();
/// game.legal_actions(&mut legal);
/// let mut whim = Whim::new(Seed(1), side);
/// let choice = Policy::<Skirmish>::choose(&mut guard, game.view(side), &legal, &mut whim);
/// assert_eq!((side, choice), (Side::German, Action::Stand(0)));
/// ```
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
