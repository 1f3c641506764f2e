//! Operation Mercury: The Invasion of Crete (Grand Tactical Series 2.0).
//!
//! One rulebook chapter a file. [`Battle`] is the position; `ground` is what never changes, `state`
//! what does, `index` what follows from it, `frame` what waits for a decision.

mod account;
mod action;
mod activation;
mod airlanding;
mod airstrike;
mod appraise;
mod arrivals;
mod assault;
mod attachments;
mod call;
mod campaign_blocks;
mod command;
mod commanders;
mod counter;
mod counter_look;
mod damage;
mod departures;
mod derived;
mod dispatch;
mod distances;
mod dropped;
mod drops;
mod event;
mod fire;
mod frame;
mod free_drops;
mod ground;
mod ids;
mod index;
mod indirect;
mod leaders;
mod ledger;
mod markers;
mod measures;
mod morale;
mod movement;
mod naval;
mod obligations;
mod odds;
mod plan;
mod planned_air;
mod ports;
mod quality;
mod random_event;
mod rearguard;
mod reserves;
mod rules;
mod rulings;
mod sequence;
mod set_up;
mod setup;
mod sheets;
mod stamps;
mod state;
mod sudden_death;
mod supply;
mod terrain;
#[cfg(test)]
mod tests;
mod trucks;
mod turn_end;
mod victory;
mod victory_level;
mod withdrawal;
mod withdrawal_measures;
mod zones;

pub use action::Action;
pub use counter::{Colour, DivisionId, UnitId};
pub use event::Event;
pub use fire::Hit;
pub use rulings::Rulings;
pub use setup::Setup;
pub use state::Battle;
