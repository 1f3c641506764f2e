//! A game narrated in words, one line per decision or event.

use engine::{Entry, Notation, Observer, Side};

use crate::play::Playable;

/// Receives a game as it is narrated.
pub trait Story {
    /// A turn begins.
    fn turn(&mut self, name: &str);
    /// A side decided. `options` is how many decisions it could choose from.
    fn decided(&mut self, number: u32, side: Side, options: usize, action: &str);
    /// Something happened: rolls with their modifiers, losses, captures.
    fn happened(&mut self, event: &str);
}

/// Puts a game into words for a [`Story`].
pub(crate) struct Teller<'a> {
    story: &'a mut dyn Story,
    turns: Vec<String>,
    decisions: u32,
}

impl<'a> Teller<'a> {
    pub(crate) fn new(story: &'a mut dyn Story, turns: Vec<String>) -> Self {
        Teller { story, turns, decisions: 0 }
    }
}

impl<P: Playable> Observer<P> for Teller<'_> {
    fn begin(&mut self, _: &P) {
        if let Some(name) = self.turns.first() {
            self.story.turn(name);
        }
    }

    fn decided(&mut self, before: &P, side: Side, legal: &[P::Action], action: P::Action) {
        let text = Notation::say(before, action);
        self.story.decided(self.decisions, side, legal.len(), &text);
        self.decisions += 1;
    }

    fn happened(&mut self, after: &P, event: &P::Event) {
        if let Some(text) = after.tell(event) {
            self.story.happened(&text);
        }
        // A turn that ended begins the next; the last one begins none.
        if let Some(Entry::Turn(turn)) = after.entry(event)
            && let Some(name) = self.turns.get(usize::from(turn))
        {
            self.story.turn(name);
        }
    }
}
