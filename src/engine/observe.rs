//! Who watches.

use crate::{Position, Side};

/// Watches a game and cannot touch it. `()` watches nothing; a pair watches twice.
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
