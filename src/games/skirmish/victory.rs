//! Chapter 5, victory: who has won, how clearly, and by which clause.

use engine::{Outcome, Side};

use super::state::Skirmish;

impl Skirmish {
    /// Skirmish 5.1.
    pub(super) fn verdict(&self) -> Outcome {
        if !self.over {
            return Outcome::Undecided;
        }
        let german = self.holds_objective(Side::German) || self.steps(Side::Allied) == 0;
        let more = i32::from(self.steps(Side::German)) - i32::from(self.steps(Side::Allied));
        Outcome::Over {
            winner: Some(if german { Side::German } else { Side::Allied }),
            level: u8::from(!german),
            margin: if german { more.max(1) } else { more.min(-1) },
            clause: if german { "the ridge is taken" } else { "the ridge is held" },
        }
    }
}
