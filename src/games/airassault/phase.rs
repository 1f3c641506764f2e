//! What a game waits for: the list of its decisions.
//!
//! A new decision is a struct in the file of its chapter, which implements [`engine::Pending`] there: who decides, what may
//! be done, what that does, what follows. Then it is named in the list below, and set as `game.wait` where it comes up.

use alloc::vec::Vec;

use engine::{Dice, Pending, Side};

use super::advance::Advance;
use super::aftermath::Settle;
use super::airborne::{Drop, Sector};
use super::aircraft::Bomb;
use super::airlanding::AirLand;
use super::artillery::Barrage;
use super::battalions::Reform;
use super::combat::{Attack, Muster};
use super::convoys::{Ashore, Call, Load, Schedule, Toll};
use super::event::Event;
use super::exchange::Pay;
use super::movement::Move;
use super::reinforcements::Reinforce;
use super::retreat::Retreat;
use super::setting_up::SetUp;
use super::stacking::Cull;
use super::state::AirAssault;

engine::pending! {
    /// What is to be decided.
    pub(crate) enum Wait of AirAssault {
        /// Nothing yet.
        Unopened,
        /// Nothing: the next step of the sequence follows.
        Go,
        /// Where an Allied counter is set up (V.O).
        SetUp,
        /// When and where a convoy or a decoy comes (V.L.1).
        Schedule,
        /// Where a bomber goes (V.K.1).
        Bomb,
        /// Where those drop who drop together (V.I.3.b).
        Sector,
        /// Where a unit is placed for its drop (V.I.2).
        Drop,
        /// Where a unit lands from the air (V.J).
        AirLand,
        /// Which unit of a convoy is lost (V.L.4).
        Toll,
        /// In which box a unit lands (V.L.5).
        Ashore,
        /// Whether the emergency convoy comes (V.L.8.a).
        Call,
        /// Who goes with it (V.L.8.b).
        Load,
        /// How reinforcements come (VI.D.1).
        Reinforce,
        /// Whether companies become a battalion (V.H.4).
        Reform,
        /// Where a unit moves (V.A).
        Move,
        /// Who is removed from an overfull hex (V.C.4).
        Cull,
        /// What is attacked (V.F).
        Attack,
        /// With whom.
        Muster,
        /// At what a gun of the defender fires (V.G.5).
        Barrage,
        /// Nothing: a fight is settled.
        Settle,
        /// Who pays an exchange.
        Pay,
        /// Where a unit retreats (V.F.10).
        Retreat,
        /// Who advances (V.F.11).
        Advance,
        /// Nothing any more.
        Over,
    }
}

/// The game has not begun.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unopened;

impl Pending<AirAssault> for Unopened {
    fn decider(self, _: &AirAssault) -> Option<Side> {
        None
    }
}

/// The next step of the sequence follows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Go;

impl Pending<AirAssault> for Go {
    fn decider(self, _: &AirAssault) -> Option<Side> {
        None
    }

    fn proceed(self, game: &mut AirAssault, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        game.take_step(dice, events);
        true
    }
}

/// The game is over.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Over;

impl Pending<AirAssault> for Over {
    fn decider(self, _: &AirAssault) -> Option<Side> {
        None
    }
}
