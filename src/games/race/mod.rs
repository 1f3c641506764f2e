//! The impulse games: Mercury: The Invasion of Crete, and Market-Garden: Race for the Rhine
//! (Worthington, 2011). One system, two maps.
#![expect(clippy::similar_names, reason = "a die is rolled with dice")]

mod action;
mod aftermath;
mod appraise;
mod arrivals;
mod bridges;
mod chronicle;
mod combat;
mod ground;
mod index;
mod landing;
mod movement;
mod odds;
mod orders;
mod phase;
mod picture;
mod plan;
mod rules;
mod rulings;
mod sets;
mod setup;
mod sheets;
mod stacking;
mod supply;
mod supply_ways;
mod support;
mod turn_end;
mod victory;

#[cfg(test)]
mod tests;

pub use action::{Action, Group, Region};
pub use chronicle::{Event, Fought};
pub use rules::Race;
pub use rulings::{Edition, Options, Rulings};
pub use setup::Setup;
