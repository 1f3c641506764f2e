//! What a game waits for: the list of its decisions.
//!
//! A new decision is a struct in the file of its chapter, which implements [`Pending`] there: who decides, what may be
//! done, what that does, what follows. Then it is named in the list below, and set as `race.phase` where it comes up.

use alloc::vec::Vec;

use engine::{Pending, Side};

use super::aftermath::{Advance, Forward, Retreat};
use super::arrivals::Enter;
use super::bridges::{BlowBridge, Boats};
use super::combat::{Attack, Losses, Muster, Resolve};
use super::landing::Landing;
use super::movement::{March, Move};
use super::orders::Orders;
use super::rules::Race;
use super::stacking::Cull;
use super::support::{Air, Guns, Irregulars};
use super::turn_end::Refit;

engine::pending! {
    /// What is to be decided.
    pub enum Phase of Race {
        /// Nothing yet.
        Unopened,
        /// Where a reinforcement enters.
        Enter,
        /// Where an Allied air marker goes.
        Air,
        /// What the impulse is for.
        Orders,
        /// Whether and where a unit lands.
        Landing,
        /// Where irregulars rise.
        Irregulars,
        /// Who moves.
        Move,
        /// Where the unit goes.
        March,
        /// Whether the Germans try to blow the bridge being entered.
        BlowBridge,
        /// Whether the Allies use their boats.
        Boats,
        /// Whom to attack.
        Attack,
        /// With whom.
        Muster,
        /// Whether artillery fires.
        Guns,
        /// Nothing: the die is rolled.
        Resolve,
        /// Who takes damage.
        Losses,
        /// Where the unit retreats.
        Retreat,
        /// Who advances.
        Advance,
        /// Where the unit advances.
        Forward,
        /// Who is removed from an overfull hex.
        Cull,
        /// Who is refitted.
        Refit,
        /// Nothing any more.
        Over,
    }
}

/// The game has not begun.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Unopened;

impl Pending<Race> for Unopened {
    fn decider(self, _: &Race) -> Option<Side> {
        None
    }
}

/// The game is over.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Over;

impl Pending<Race> for Over {
    fn decider(self, _: &Race) -> Option<Side> {
        None
    }
}
