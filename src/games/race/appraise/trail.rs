//! What a player has seen of the moves of a game: where units came from, so as not to send them back and forth, and who
//! has been activated in a turn.

use alloc::vec::Vec;

use engine::{HexId, Side};

use super::super::action::Group;
use super::super::chronicle::Event;

/// The marches of all units, as far as they were seen.
#[derive(Debug, Default)]
pub(super) struct Trail {
    /// By unit, where its last march began; nothing if it has been driven or drawn elsewhere since.
    came: Vec<Option<HexId>>,
    /// Groups activated in this turn: bits.
    groups: u8,
}

/// The bit of a group.
const fn bit(group: Group) -> u8 {
    1 << group as u8
}

impl Trail {
    /// Notes what happened.
    pub fn saw(&mut self, event: &Event) {
        match *event {
            Event::HalfBegan { impulse: 0, side: Side::German } => self.groups = 0,
            Event::Activated { group } => self.groups |= bit(group),
            Event::Moved { unit, from, .. } => self.note(unit, from),
            // Whoever fights his way forward or gives way does not shuttle.
            Event::Advanced { unit, .. }
            | Event::Retreated { unit, .. }
            | Event::LeftMap { unit }
            | Event::Eliminated { unit, .. } => self.note(unit, None),
            _ => {}
        }
    }

    fn note(&mut self, unit: u8, came: Option<HexId>) {
        let unit = usize::from(unit);
        if self.came.len() <= unit {
            self.came.resize(unit + 1, None);
        }
        self.came[unit] = came;
    }

    /// Where the unit's last march began.
    pub fn came(&self, unit: u8) -> Option<HexId> {
        self.came.get(usize::from(unit)).copied().flatten()
    }

    /// Whether a group has been activated in this turn.
    pub fn activated(&self, group: Group) -> bool {
        self.groups & bit(group) != 0
    }
}
