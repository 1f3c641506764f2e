//! Decisions, and each in one line of the rulebook's words.

use alloc::format;
use alloc::string::String;

use engine::{Direction, Notation};

use super::state::Skirmish;
use super::view::View;

/// What a counter does. All numbers are those of counters.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// It stays where it is.
    Stand(u16),
    /// It moves a hex (2.1).
    Move(u16, Direction),
    /// It fires at another (3.1).
    Fire(u16, u16),
}

impl Notation for Skirmish {
    fn offer(view: View<'_>, action: Action) -> String {
        view.said(action)
    }

    fn say(&self, action: Action) -> String {
        match action {
            Action::Stand(counter) => format!("{} stands", self.name(counter)),
            Action::Move(counter, direction) => {
                format!("{} moves {direction}", self.name(counter))
            }
            Action::Fire(counter, target) => {
                format!("{} fires at {}", self.name(counter), self.shown(target))
            }
        }
    }
}

impl Skirmish {
    /// What is printed on a counter.
    pub(super) fn name(&self, counter: u16) -> &str {
        &self.ground.roster[usize::from(self.counter(counter).unit)].name
    }

    /// What both sides can call a counter.
    pub(super) fn shown(&self, counter: u16) -> String {
        let state = self.counter(counter);
        if state.face_down {
            format!("the counter in {}", self.ground.map.label(state.hex))
        } else {
            self.name(counter).into()
        }
    }
}
