//! Stacking: three units of a side in a hex once a half is over (5.3).

use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Side};

use super::action::Action;
use super::chronicle::Event;
use super::rules::{Cause, Race};
use super::sets::{Bits, at_least};

/// Units a hex may hold (5.3).
pub(crate) const STACK: u32 = 3;

/// Who is removed from an overfull hex.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Cull {
    /// Which hex.
    pub hex: HexId,
    /// Whose.
    pub side: Side,
}

impl Pending<Race> for Cull {
    fn decider(self, _: &Race) -> Option<Side> {
        Some(self.side)
    }

    fn options(self, race: &Race, actions: &mut Vec<Action>) {
        actions.extend(Bits(race.here(self.hex, self.side)).map(Action::Remove));
    }

    fn play(self, race: &mut Race, action: Action, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        if let Action::Remove(unit) = action {
            race.remove(unit, Cause::Stacking, events);
        }
        race.end_half(dice, events);
    }
}

impl Race {
    /// Whether a hex holds as many units of a side as it may (5.3).
    #[inline]
    pub(crate) fn full(&self, hex: HexId, side: Side) -> bool {
        self.index.stands[side].contains(hex) && at_least(self.here(hex, side), STACK)
    }

    /// The first hex that holds more units of a side than it may.
    pub(crate) fn overfull(&self) -> Option<Cull> {
        let hex = self.index.overfull.iter().next()?;
        let german = at_least(self.here(hex, Side::German), STACK + 1);
        Some(Cull { hex, side: if german { Side::German } else { Side::Allied } })
    }
}
