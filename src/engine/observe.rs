//! Who watches.

use crate::{Position, Side};

/// Watches a game and cannot touch it. `()` watches nothing; a pair watches twice.
///
/// ```
/// use engine::{FromSetup, Observer, Position, Scripted, Side};
/// use games::skirmish::{Action, Event, Skirmish, ridge};
///
/// /// Counts what each side decided.
/// #[derive(Default)]
/// struct Tally([u32; 2]);
///
/// impl Observer<Skirmish> for Tally {
///     fn decided(&mut self, _: &Skirmish, side: Side, _: &[Action], _: Action) {
///         self.0[side as usize] += 1;
///     }
/// }
///
/// // Whoever plays a game tells its observer.
/// let mut game = Skirmish::from_setup(ridge()).expect("a sound scenario");
/// let (mut dice, mut events, mut tally) = (Scripted::always(0), Vec::new(), Tally::default());
/// game.open(&mut dice, &mut events);
/// tally.begin(&game);
/// while let Some(side) = game.to_act() {
///     let mut legal = Vec::new();
///     game.legal_actions(&mut legal);
///     tally.decided(&game, side, &legal, legal[0]);
///     game.apply_unchecked(legal[0], &mut dice, &mut events);
///     events.drain(..).for_each(|event: Event| tally.happened(&game, &event));
/// }
/// tally.end(&game);
/// assert_eq!(tally.0, [8, 8], "two units a side stand through four turns");
/// ```
pub trait Observer<P: Position> {
    /// The game is set up and opened.
    fn begin(&mut self, _start: &P) {}
    /// `side` chose `action` among `legal`; `before` is the position it was chosen in.
    fn decided(&mut self, _before: &P, _side: Side, _legal: &[P::Action], _action: P::Action) {}
    /// An event; `after` is the position after the whole decision was played.
    fn happened(&mut self, _after: &P, _event: &P::Event) {}
    /// The game is over.
    fn end(&mut self, _last: &P) {}
}

impl<P: Position> Observer<P> for () {}

impl<P: Position, A: Observer<P>, B: Observer<P>> Observer<P> for (A, B) {
    fn begin(&mut self, start: &P) {
        self.0.begin(start);
        self.1.begin(start);
    }

    fn decided(&mut self, before: &P, side: Side, legal: &[P::Action], action: P::Action) {
        self.0.decided(before, side, legal, action);
        self.1.decided(before, side, legal, action);
    }

    fn happened(&mut self, after: &P, event: &P::Event) {
        self.0.happened(after, event);
        self.1.happened(after, event);
    }

    fn end(&mut self, last: &P) {
        self.0.end(last);
        self.1.end(last);
    }
}
