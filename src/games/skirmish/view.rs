//! What each side may see: all a policy ever gets. The position behind it is private, and every answer is one that
//! the side could read off the map.

use alloc::string::String;

use engine::{Dice, HexId, Map, Notation as _, Side};

use super::action::Action;
use super::state::Skirmish;

/// The position in the eyes of one side.
#[derive(Copy, Clone, Debug)]
pub struct View<'a> {
    game: &'a Skirmish,
    side: Side,
}

impl<'a> View<'a> {
    pub(super) fn new(game: &'a Skirmish, side: Side) -> Self {
        View { game, side }
    }

    /// Whose eyes they are.
    pub fn side(self) -> Side {
        self.side
    }

    /// The map.
    pub fn map(self) -> &'a Map {
        &self.game.ground.map
    }

    /// The turn, from 1.
    pub fn turn(self) -> u16 {
        self.game.turn
    }

    /// The hex that decides.
    pub fn objective(self) -> HexId {
        self.game.ground.objective
    }

    /// Where a counter stands.
    pub fn hex(self, counter: u16) -> HexId {
        self.game.counter(counter).hex
    }

    /// The unit on a counter, by number in the roster, if the side may know: its own, or one turned up.
    pub fn unit(self, counter: u16) -> Option<u16> {
        let own = self.game.side(counter) == self.side;
        let state = self.game.counter(counter);
        (own || !state.face_down).then_some(state.unit)
    }

    /// The counter that is to act, if the side decides what it does.
    pub fn acting(self) -> Option<u16> {
        if self.game.active == Some(self.side) { self.game.waiting.last().copied() } else { None }
    }

    /// A decision of its own in words.
    pub(super) fn said(self, action: Action) -> String {
        self.game.say(action)
    }

    /// What the position may be: the enemy's counters that stand face down dealt out again.
    pub(super) fn with_face_down_dealt(self, dice: &mut dyn Dice) -> Skirmish {
        let mut other = self.game.clone();
        other.deal_face_down(self.side.other(), dice);
        other
    }

    /// Steps that a side has left: what it lost, it lost in the open.
    pub fn steps(self, side: Side) -> u16 {
        self.game.steps(side)
    }
}
