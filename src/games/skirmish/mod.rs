//! Skirmish, the smallest complete game: copy this folder to begin a new one.
//!
//! It is a game of its own for tests and guides and stands on no shelf. Its whole rulebook:
//!
//! - **1 Turns.** 1.1 Each turn a chit of each side lies in the cup; the side whose chit is drawn acts. 1.2 Each of its
//!   counters, in order, stands, moves or fires, once.
//! - **2 Moving.** 2.1 One hex, into an empty one.
//! - **3 Fire.** 3.1 At an enemy in the next hex. 3.2 A ten-sided die of 6 or more takes a step (ruling `hit`).
//! - **4 Decoys.** 4.1 The counters of a side that has decoys are mixed before play and stand face down. 4.2 A counter
//!   that fires or is fired at is turned up. 4.3 A decoy cannot fire, and is taken off when it is turned up.
//! - **5 Victory.** 5.1 The Germans win if they stand on the objective when the last turn ends, or if no Allied step is
//!   left; otherwise the Allies do.
//!
//! | file | what goes there |
//! |---|---|
//! | `sheets.rs` | the shapes of the data files |
//! | `setup.rs` | checking them, and the position they make |
//! | `rulings.rs` | uncertain readings of the rules, an entry each |
//! | `ground.rs` | what never changes in a game |
//! | `state.rs` | what changes, and simple questions about it |
//! | `rules.rs` | the sequence of play: whose decision it is, what is legal, what follows |
//! | `fire.rs`, `decoys.rs` | a chapter of the rulebook each |
//! | `victory.rs` | how a game ends |
//! | `view.rs` | what each side may see |
//! | `action.rs`, `event.rs` | decisions and events, and both in words |
//! | `appraise.rs` | what bots weigh and remember |
//! | `account.rs` | rows of the tables |
//! | `picture.rs` | the map and the brief |
//! | `odds.rs` | tables that can be solved exactly |
//! | `plan.rs` | what plans may fix |
//! | `sample.rs` | the scenario as code; a printed game has it in `scenarios/` |
//! | `tests/` | a file for each of the above that can go wrong |
//!
//! ```
//! use engine::{Appraise, FromSetup, Position, Scripted, Side};
//! use games::skirmish::{Belief, Event, Skirmish, veiled_ridge};
//!
//! // With decoys, the Allies know what lies under their counters, and the Germans do not.
//! let mut game = Skirmish::from_setup(veiled_ridge()).expect("a sound scenario");
//! let mut events = Vec::new();
//! game.open(&mut Scripted::always(0), &mut events);
//! let (german, allied) = (game.view(Side::German), game.view(Side::Allied));
//! assert!(german.unit(4).is_none() && allied.unit(4).is_some());
//!
//! // A player's belief comes from the events that its side sees.
//! let mut belief = Belief::default();
//! for event in events.iter().filter(|event| game.sees(Side::German, event)) {
//!     Skirmish::saw(&mut belief, german, event);
//! }
//! assert!(!events.iter().any(|event| {
//!     matches!(event, Event::Dealt { .. }) && game.sees(Side::German, event)
//! }));
//! ```

mod account;
mod action;
mod appraise;
mod decoys;
mod event;
mod fire;
mod ground;
mod odds;
mod picture;
mod plan;
mod rules;
mod rulings;
mod sample;
mod setup;
mod sheets;
mod state;
#[cfg(test)]
mod tests;
mod victory;
mod view;

pub use action::Action;
pub use appraise::Belief;
pub use event::Event;
pub use rulings::{First, Hit, Rulings};
pub use sample::{ridge, veiled_ridge};
pub use setup::Setup;
pub use sheets::{CounterRow, Scenario};
pub use state::Skirmish;
pub use view::View;
