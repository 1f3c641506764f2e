//! What a game waits for: the list of its decisions.
//!
//! A new decision is a struct in the file of its chapter, which implements [`engine::Pending`] there: who decides, what may
//! be done, what that does, what follows. Then it is named in the list below, and set as `holland.wait` where it comes up.

use alloc::vec::Vec;

use engine::{Dice, Pending, Side};

use super::aftermath::{Advance, Aftermath, Loss, Retreat};
use super::air::Target;
use super::airlanding::LandNext;
use super::arrivals::{Arrive, Offer};
use super::barrage::Bombard;
use super::combat::{Attack, Muster};
use super::descent::{Adrift, Descend};
use super::drops::{Jump, Splash};
use super::event::Event;
use super::flak::Flak;
use super::leaders::Reorganize;
use super::movement::{March, Move, Pick};
use super::ships::Sail;
use super::stacking::Cull;
use super::state::Holland;

engine::pending! {
    /// What is to be decided.
    pub(crate) enum Wait of Holland {
        /// Nothing yet.
        Unopened,
        /// Nothing: the next step of the sequence follows.
        Go,
        /// Whether a leader reorganizes a unit (1.10c).
        Reorganize,
        /// Where an air barrage goes (1.9a).
        Target,
        /// At what an anti-aircraft unit fires (1.8).
        Flak,
        /// Where a seaplane comes down (2.4).
        Splash,
        /// Where a unit jumps (2.5).
        Jump,
        /// Who lands at which airfield (2.6).
        LandNext,
        /// Nothing: those in the air come down.
        Descend,
        /// Where a scattered unit comes down (1.8d).
        Adrift,
        /// Whether reinforcements are taken (4.0e).
        Offer,
        /// Where a reinforcement enters.
        Arrive,
        /// Where a ship goes (3.3b).
        Sail,
        /// Who moves.
        Move,
        /// Who of a hex moves.
        Pick,
        /// Where they go.
        March,
        /// Who is removed from an overfull hex (1.3).
        Cull,
        /// At what a unit barrages (1.7).
        Bombard,
        /// What is attacked.
        Attack,
        /// With whom.
        Muster,
        /// Nothing: a fight is settled.
        Aftermath,
        /// Who loses a step.
        Loss,
        /// Where units retreat.
        Retreat,
        /// Who advances.
        Advance,
        /// Nothing any more.
        Over,
    }
}

/// The game has not begun.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unopened;

impl Pending<Holland> for Unopened {
    fn decider(self, _: &Holland) -> Option<Side> {
        None
    }
}

/// The next step of the sequence follows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Go;

impl Pending<Holland> for Go {
    fn decider(self, _: &Holland) -> Option<Side> {
        None
    }

    fn proceed(self, holland: &mut Holland, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        holland.take_step(dice, events);
        true
    }
}

/// The game is over.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Over;

impl Pending<Holland> for Over {
    fn decider(self, _: &Holland) -> Option<Side> {
        None
    }
}
