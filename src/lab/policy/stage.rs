//! When a stage or an order of a strategy is in force.

use engine::Appraise;

/// When a part of a strategy is in force, for the side to move.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Stage {
    /// Number of the condition that must hold, if one must.
    pub condition: Option<usize>,
    /// Number of the condition that must not hold, if one must not.
    pub unless: Option<usize>,
    /// The turn, from 1, from which it holds; 0 if from the first.
    pub from_turn: u16,
    /// The last turn, from 1, in which it holds.
    pub until_turn: Option<u16>,
}

impl Stage {
    pub(super) fn holds<P: Appraise>(&self, view: P::View<'_>) -> bool {
        let timely = || {
            (self.from_turn <= 1 && self.until_turn.is_none()) || {
                let turn = P::turn(view);
                self.from_turn <= turn && self.until_turn.is_none_or(|last| turn <= last)
            }
        };
        timely()
            && self.condition.is_none_or(|condition| P::holds(view, condition))
            && self.unless.is_none_or(|condition| !P::holds(view, condition))
    }
}
