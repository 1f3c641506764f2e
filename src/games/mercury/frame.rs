//! What a battle waits for: the list of its decisions, and of what goes on between them.
//!
//! A new decision is a struct in the file of its chapter, which implements [`Pending`] there: who
//! decides, which unit it is about, what may be done, what that does, what follows without a decision. Then it is named in
//! the list below. Where it comes up it is put on top of what else waits ([`Battle::first`]); when it is over it takes
//! itself off again, or lets something else follow in its place ([`Battle::then`]). What bots weigh of its options is
//! named in `appraise/mod.rs`.

use alloc::vec::Vec;

use engine::Pending;

pub(super) use super::activation::{Acting, Activation};
pub(super) use super::ad_hoc::{AdHocJump, AdHocZone};
pub(super) use super::airlanding::{Airland, NextSerial};
pub(super) use super::airstrike::{AirStrike, AirStrikes};
pub(super) use super::assault::{Assault, FallsBack};
pub(super) use super::attachments::Attach;
pub(super) use super::commanders::Commander;
pub(super) use super::dispatch::Dispatch;
pub(super) use super::display::Return;
pub(super) use super::drops::Dropping;
pub(super) use super::free_drops::{FillCup, FreeCompany, FreeDrop, FreeLanding, FreeTarget};
pub(super) use super::indirect::Parks;
pub(super) use super::leaders::{LeaderJoins, Leaders};
pub(super) use super::movement::{Exposed, Moving, Step};
pub(super) use super::naval::{AirAttacks, FleetTakesPost, ShipActs, ShipConverts, ShipLeaves};
pub(super) use super::planned_air::AirPlan;
pub(super) use super::ports::ComesToPort;
pub(super) use super::quality::{Check, Convert};
pub(super) use super::random_event::{Happening, WhichMap};
pub(super) use super::set_up::{Begin, Opening, SettingUp};
pub(super) use super::withdrawal::GreekChecks;
pub(super) use super::zones::Watch;

use super::state::Battle;

engine::pending! {
    /// Something going on. The innermost frame is the last; it either waits for a decision or goes on by itself.
    pub(super) enum Frame of Battle {
        /// Choices of set-up.
        SettingUp,
        /// How a unit begins.
        Begin,
        /// The chit that opens the game.
        Opening,
        /// Chits of the German choice for the first cup.
        FillCup,
        /// A chit is being played: choose a unit.
        Activation,
        /// A unit is active.
        Acting,
        /// A unit moves.
        Moving,
        /// A unit leaves its hex.
        Step,
        /// A unit does something else that draws fire.
        Exposed,
        /// Enemies may fire at a unit.
        Watch,
        /// A check its owner may buy.
        Check,
        /// A suppression its owner may convert.
        Convert,
        /// An assault.
        Assault,
        /// A unit retreats before an assault.
        FallsBack,
        /// Air strikes to set down for turns.
        AirPlan,
        /// Air strikes to place.
        AirStrikes,
        /// An air strike placed on a hex, to be resolved.
        AirStrike,
        /// A stick jumps.
        Dropping,
        /// The next battalion of a free drop is named.
        FreeDrop,
        /// A battalion gets its target.
        FreeTarget,
        /// An independent may go along with a battalion.
        FreeCompany,
        /// A battalion comes down, scattered or not.
        FreeLanding,
        /// One of several serials is to land.
        NextSerial,
        /// A serial lands.
        Airland,
        /// A leader joins one of his units.
        LeaderJoins,
        /// Leaders of a division may change units.
        Leaders,
        /// Step F I for a Kampfgruppe Commander.
        Commander,
        /// Step F II for a division.
        Attach,
        /// Step D for a division.
        Dispatch,
        /// Step E for a side.
        Parks,
        /// A random event that asks for a choice.
        Happening,
        /// A reinforcement comes to one of several ports.
        ComesToPort,
        /// The enemy picks the map of a random event.
        WhichMap,
        /// The drop zone of an ad-hoc drop.
        AdHocZone,
        /// The units of an ad-hoc drop jump.
        AdHocJump,
        /// Units on the Off-Map Display may come back.
        Return,
        /// Ships act.
        ShipActs,
        /// Ships are attacked from the air.
        AirAttacks,
        /// A suppression of a ship that may be converted.
        ShipConverts,
        /// Ships stay or go.
        ShipLeaves,
        /// Ships take post off a coast.
        FleetTakesPost,
        /// The Greeks may leave the fight.
        GreekChecks,
    }
}

impl Battle {
    /// This comes first, on top of what waits.
    pub(super) fn first(&mut self, frame: impl Into<Frame>) {
        self.frames.push(frame.into());
    }

    /// Takes the frame on top off again where it leaves nothing to choose, and says whether it did.
    pub(super) fn over_without_choice(&mut self, top: impl Pending<Battle>) -> bool {
        let mut options = Vec::new();
        top.options(self, &mut options);
        let over = options.len() <= 1;
        if over {
            self.frames.pop();
        }
        over
    }

    /// This follows in place of the frame on top.
    pub(super) fn then(&mut self, frame: impl Into<Frame>) {
        self.frames.pop();
        self.frames.push(frame.into());
    }
}
