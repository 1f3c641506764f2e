//! Numbers from records. The only crate that knows Polars.
//!
//! [`RunFolder`] keeps the chunks of a run and assembles its tables, [`Run`] is the finished folder,
//! [`summarize`] turns it into a [`Summary`]. [`estimate`] holds the statistics alone, [`gate`]
//! the verdicts that rest on them.

mod against;
mod asked;
mod detail;
mod error;
pub mod estimate;
mod frame;
mod games;
pub mod gate;
mod histogram;
mod merge;
mod parquet;
mod prefix;
mod ratio;
mod run_folder;
mod shard;
mod summarize;
mod summary;
mod tally;
mod verdict;
mod warnings;
mod watch;

#[cfg(test)]
mod sample;
#[cfg(test)]
mod tests;

pub use asked::{About, RunAsked};
pub use detail::Detail;
pub use error::StudyError;
pub use frame::Table;
pub use games::GameKey;
pub use merge::merge;
pub use prefix::Prefix;
pub use run_folder::{Run, RunFolder};
pub use shard::Shard;
pub use summarize::summarize;
pub use summary::{
    Band, Bin, CONFIDENCE, Counted, DropStudy, Estimate, FormationSummary, LossGroup, Method,
    PointStudy, Promise, ResultStudy, RunFacts, Share, Spread, Summary, TurnBand, UnitSummary,
    Watch, ZoneStudy,
};
