//! Fallschirmjaeger (The Gamers, 2001): the Standard Combat Series game of the German landings in Holland in May 1940.
//!
//! Begin with `rules.rs`, the sequence of both player turns, and `phase.rs`, the list of decisions. A file is a chapter of the
//! rulebook: `air.rs` and `flak.rs` are 1.8 and 1.9, `barrage.rs` 1.7, `leaders.rs` 1.10, `drops.rs`, `descent.rs` and
//! `airlanding.rs` 2.3 to 2.6, `supply.rs` 2.7 and 3.2, `bridging.rs` 2.9, `ships.rs` 3.3 and 3.4, `trucks.rs` 3.5 to 3.7,
//! `control.rs` and `victory.rs` 4.0. What the text takes from the series rules is in `movement.rs`, `combat.rs` and
//! `aftermath.rs`.
#![expect(clippy::similar_names, reason = "a die is rolled with dice")]

mod account;
mod action;
mod aftermath;
mod air;
mod airlanding;
mod appraise;
mod arrivals;
mod barrage;
mod bridging;
mod combat;
mod control;
mod descent;
mod drops;
mod event;
mod flak;
mod ground;
mod index;
mod leaders;
mod movement;
mod odds;
mod party;
mod phase;
mod picture;
mod plan;
mod reach;
mod rules;
mod rulings;
mod setup;
mod sheets;
mod ships;
mod stacking;
mod state;
mod supply;
#[cfg(test)]
mod tests;
mod trucks;
mod victory;

pub use action::Action;
pub use event::{Event, Fought, Landed, Landing, TurnEnd, Way};
pub use rulings::Rulings;
pub use setup::Setup;
pub use state::Holland;
