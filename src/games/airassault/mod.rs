//! Air Assault on Crete (Avalon Hill, 1977), with Invasion of Malta 1942: one set of rules for two islands.
//!
//! Begin with `rules.rs`, the sequence of both player segments, and `phase.rs`, the list of decisions. A file is a chapter of
//! the rulebook: `setting_up.rs` is V.O, `aircraft.rs` V.K, `airborne.rs` V.I, `airlanding.rs` V.J, `convoys.rs` V.L,
//! `inverted.rs` V.M, `battalions.rs` V.H, `movement.rs` V.A, V.B, V.D and V.N.4, `stacking.rs` V.C, `combat.rs`,
//! `aftermath.rs`, `exchange.rs`, `retreat.rs` and `advance.rs` V.F, `artillery.rs` V.G, `victory.rs` V.E and V.P, `reinforcements.rs` VI.D.
//!
//! Allied counters lie face down until they are shown, and the markers of convoys hide what they stand for: a player gets a
//! `View`, which `view.rs` keeps to what his side can see.

mod account;
mod action;
mod advance;
mod aftermath;
mod airborne;
mod aircraft;
mod airlanding;
mod appraise;
mod artillery;
mod battalions;
mod combat;
mod convoys;
mod event;
mod exchange;
mod ground;
mod index;
mod inverted;
mod movement;
mod odds;
mod phase;
mod picture;
mod plan;
mod reinforcements;
mod retreat;
mod rules;
mod rulings;
mod setting_up;
mod setup;
mod sheets;
mod stacking;
mod state;
#[cfg(test)]
mod tests;
mod victory;
mod view;

pub use action::Action;
pub use event::{Drifted, Event, Fought, TurnEnd};
pub use ground::Class;
pub use rulings::Rulings;
pub use setup::Setup;
pub use state::AirAssault;
pub use view::View;
