//! What drop and set-up plans may fix. Here nobody chooses where to begin.

use engine::Plannable;

use super::state::Skirmish;

impl Plannable for Skirmish {}
