//! Plays many games: files in, records out.
//!
//! A [`System`] of the [`SHELF`] seats a scenario and two strategies at a [`Table`]; [`run`]
//! plays its games in parallel and hands the [`Record`]s to a [`Sink`] in order.

#![expect(
    clippy::result_large_err,
    reason = "a complaint is the end of the command; nothing is gained by boxing it"
)]

mod asked;
#[cfg(test)]
mod code_hash;
mod command_line;
mod complaint;
mod doctrines;
mod explain;
mod facts;
mod fingerprint;
mod home;
mod influence;
mod knob;
mod order;
mod outline;
mod outlook;
mod page;
mod pedigree;
mod plan;
mod play;
mod playout;
mod policy;
pub mod printed;
mod prospects;
mod record;
mod run;
mod sets;
mod shelf;
mod shipped;
mod sources;
mod spreadsheet;
mod story;
mod strategy;
mod tally;
mod text;
mod toml_text;
pub mod tune;
mod worlds;

pub use asked::{Design, FactorFile, Origin, Source, SweepFile, Without};
pub use command_line::words;
pub use complaint::{Complaint, Complaints, nearest};
pub use doctrines::{DoctrinePair, DoctrineScores};
pub use explain::{Explained, Grounds, Part, Weighed};
pub use facts::{Fact, FactSource, Statistic};
pub use home::{Home, NoHome};
pub use influence::{Influence, Moved};
pub use order::{LineAt, NameAt, OrderLine};
pub use pedigree::{Ancestor, Pedigree};
pub use plan::{
    Change, Cut, Edge, Heat, Hunt, Plan, PlanHunt, PlanScope, SearchEnded, SearchTerms, Sought,
};
pub use play::{BOUND, CUT_OFF, GaveUp, Illegal, Playable, Unfinished};
pub use policy::{Applies, Program, ProgramTerms, Scored, Script, Search, Stage};
pub use prospects::{FitPedigree, Fitted, Prospects, fit};
pub use record::{CombatRow, DropRow, GameRow, Kept, Luck, PARTS, Record, Tempo, UnitRow};
pub use run::{CHUNK, Ended, Job, RunError, SMALL_CHUNK, Sink, play_one, run};
pub use sets::Set;
pub use shelf::{
    Boxed, Cast, CopyTaken, Filmed, Head, Listed, PLAYERS, Picture, RULES, Request, Rules, SHELF,
    System, Table, find, scenarios,
};
pub use shipped::Shipped;
pub use sources::Files;
pub use story::Story;
pub use strategy::{BUILT_IN, Brain, Kind, Strategy, Vocabulary};
pub use tally::{Score, Tally};
pub use text::{printable, printable_lines};
pub use toml_text::read as read_toml;
pub use worlds::{
    ANY_DOCTRINE, AS_SHIPPED, Choice, ListedWorld, Unknown, UnknownKind, WorldList, WorldTerms,
    Worlds, WorldsFrom, seat_in, seat_worlds,
};
