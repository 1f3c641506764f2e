//! Events: everything that happens, with its rolls, and each in words. What only one side may know is an event of
//! its own.

use alloc::format;
use alloc::string::String;

use engine::{BySide, Narrate, Side};

use super::state::Skirmish;

/// How things stood when a turn ended: numbers, of which the account makes a row.
#[derive(Copy, Clone, Debug)]
pub struct Standing {
    /// The turn, from 1.
    pub turn: u16,
    /// Steps each side has left.
    pub steps: BySide<u16>,
    /// Whether a side holds the objective.
    pub holds: BySide<bool>,
    /// Counters face down.
    pub face_down: u16,
}

/// Something that happened. Numbers are those of counters but for `unit`, which is one of the roster.
#[derive(Clone, Debug)]
pub enum Event {
    /// What is printed on a counter face down (4.1): for its owner alone.
    Dealt {
        /// The counter.
        counter: u16,
        /// What is on it.
        unit: u16,
        /// Whose it is.
        side: Side,
    },
    /// A chit came out of the cup (1.1).
    Drawn(Side),
    /// A counter face down was next to an enemy and did not fire.
    HeldFire {
        /// The counter.
        counter: u16,
    },
    /// A counter was turned up (4.2).
    TurnedUp {
        /// The counter.
        counter: u16,
        /// What is on it.
        unit: u16,
    },
    /// A shot (3.2).
    Shot {
        /// The counter fired at.
        target: u16,
        /// The die.
        roll: u8,
        /// The lowest die that hits.
        hit: u8,
    },
    /// A turn ended.
    TurnOver(Standing),
}

impl Event {
    /// Whether a side may know of it.
    pub(super) fn is_for(&self, side: Side) -> bool {
        match self {
            Event::Dealt { side: owner, .. } => *owner == side,
            _ => true,
        }
    }
}

impl Narrate for Skirmish {
    fn tell(&self, event: &Event) -> Option<String> {
        let printed = |unit: u16| &self.ground.roster[usize::from(unit)].name;
        match event {
            Event::Dealt { counter, unit, .. } => {
                let hex = self.ground.map.label(self.counter(*counter).hex);
                Some(format!("face down in {hex}: {}", printed(*unit)))
            }
            Event::Drawn(side) => Some(format!("chit: {side}")),
            Event::HeldFire { counter } => Some(format!("{} holds its fire", self.shown(*counter))),
            Event::TurnedUp { unit, .. } => Some(format!("turned up: {}", printed(*unit))),
            Event::Shot { target, roll, hit } => {
                let what = if roll >= hit { "hit" } else { "miss" };
                Some(format!("{roll} against {hit}: {}, {what}", self.name(*target)))
            }
            Event::TurnOver(_) => None,
        }
    }

    fn turn_name(&self) -> String {
        self.ground.turns[usize::from(self.turn) - 1].clone()
    }
}
