//! 1.3, stacking: at the end of the phase in which units move, a hex holds no more than four.

use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Side};

use super::action::Action;
use super::event::Event;
use super::rules::Step;
use super::state::{Cause, Holland};

/// Units that may stand in one hex.
pub(crate) const STACK: u8 = 4;

/// Who is removed from an overfull hex.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cull {
    pub hex: HexId,
}

impl Pending<Holland> for Cull {
    fn decider(self, holland: &Holland) -> Option<Side> {
        Some(holland.side)
    }

    fn options(self, holland: &Holland, actions: &mut Vec<Action>) {
        let units = holland.soldiers(self.hex, holland.side);
        actions.extend(units.filter(|&unit| holland.class(unit).stacks()).map(Action::Remove));
    }

    fn play(
        self,
        holland: &mut Holland,
        action: Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        if let Action::Remove(unit) = action {
            holland.destroy(unit, Cause::Stacking, events);
        }
        holland.clear_overfull(events);
    }
}

impl Holland {
    /// Room in a hex for units that count.
    pub(crate) fn room(&self, hex: HexId) -> u8 {
        STACK.saturating_sub(self.index.post(hex).stack)
    }

    /// Asks who is removed, until no hex of the side to move is overfull.
    pub(crate) fn clear_overfull(&mut self, events: &mut Vec<Event>) {
        let own = self.index.stands[self.side];
        let hex = own.iter().find(|&hex| self.index.post(hex).stack > STACK);
        if let Some(hex) = hex {
            self.wait = Cull { hex }.into();
            return;
        }
        self.sweep(events);
        let moved = self.step == Step::Stacking;
        self.go(if moved { Step::Barrage } else { Step::Supply });
    }
}
