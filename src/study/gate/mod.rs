//! Gates: claims about a run that pass, fail, or cannot be decided yet.
//!
//! [`Gates`] is a gates file read against the [`Columns`] of a run, [`judge`] gives the verdict from the finished
//! games. Every verdict uses a confidence sequence, so it may be requested after any number of games. Games
//! are read in the order of their index and none is left out, so how fast each ended cannot matter.

mod band;
mod columns;
mod file;
mod judge;
mod looks;
mod metric;
mod scan;
mod until;
mod weigh;

#[cfg(test)]
mod proofs;

pub use columns::Columns;
pub use file::{Gate, Gates};
pub use judge::{Judged, Judgement, Known, Policy, Verdict, judge};
pub use looks::{Look, Looks};
pub(crate) use metric::Asks;
pub use metric::{Metric, Numbers};
pub use until::{Standing, Until};
