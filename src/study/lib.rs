//! Numbers from records. The only crate that depends on Polars.
//!
//! [`RunFolder`] stores the chunks of a run and assembles its tables, [`Run`] is the finished folder,
//! [`summarize`] turns it into a [`Summary`]. [`estimate`] holds the statistics alone, [`gate`]
//! the verdicts that rest on them.

mod against;
mod asked;
mod calibrate;
mod chunk;
mod compare;
mod counts;
mod course;
pub mod design;
mod detail;
mod disk;
mod error;
pub mod estimate;
mod facts;
mod folders;
mod frame;
mod games;
pub mod gate;
mod ground;
mod histogram;
mod influence;
mod ladder;
mod levels;
mod lock;
mod luck;
mod luck_apart;
mod merge;
mod named;
mod outcomes;
mod pairs;
mod parquet;
mod pilot;
mod plans;
mod points;
mod prefix;
mod ratio;
mod run;
mod run_folder;
mod shard;
mod solve;
mod study_folder;
mod summarize;
mod summary;
mod suspense;
mod sweep;
mod tally;
mod together;
mod tournament;
mod trend;
mod tuning;
mod turn_number;
mod verdict;
mod warnings;
mod watch;
mod words;
mod worlds;
mod worth;

#[cfg(test)]
mod sample;
#[cfg(test)]
mod tests;

pub use asked::{About, RunAsked};
pub use calibrate::{Calibration, FactReached, Learnt, Matching, NextFact, Target, Wave};
pub use compare::{
    Alike, ArmFacts, Comparison, Contrast, Existence, LevelContrast, MeasureContrast, compare,
};
pub use counts::Counts;
pub use detail::Detail;
pub use disk::write_text;
pub use error::StudyError;
pub use facts::{FactStudy, check_facts, fact_words};
pub use folders::{FolderAsked, FoundFolder, Progress, Unreadable, folders};
pub use frame::Table;
pub use games::GameKey;
pub use ground::{
    Ground, GroundContrast, GroundStudy, LandingPlace, PlaceMean, PlaceShare, Stands,
};
pub use influence::influence;
pub use lab::{Influence, Moved};
pub use ladder::{Ladder, LadderStep, RUNGS, SeatStep, ladder, looks_ahead, pairs as ladder_pairs};
pub use luck::{LuckGroup, LuckPart, LuckStudy};
pub use merge::{Merged, merge};
pub use named::Named;
pub use outcomes::Outcomes;
pub use pilot::{Pilot, shares_apart};
pub use plans::{Duel, LandingCost, PlanFacts, Plans, plans};
pub use points::Points;
pub use prefix::Prefix;
pub use run::Run;
pub use run_folder::RunFolder;
pub use shard::Shard;
pub use solve::{CurvePoint, Found, Question, Solution, solve};
pub use study_folder::{StudyAsked, StudyFolder};
pub use summarize::summarize;
pub use summary::{
    Band, Bin, CONFIDENCE, CombatStudy, Counted, DoctrineRange, DropStudy, Estimate,
    FormationSummary, HistoricalNumber, HistoryStudy, LossGroup, Method, OrderStudy, PlanKept,
    PointStudy, Promise, PurseStudy, ResultStudy, RunFacts, Share, Spread, Summary, TableTime,
    TurnBand, UnitSummary, Watch, ZoneStudy,
};
pub use suspense::{Decisive, FittedTo, LeadTurn, Standing, SuspenseStudy};
pub use sweep::{FactorSweep, MeasureSweep, Response, Sweep, SweepFit, SweepPoints};
pub use together::{Together, together};
pub use tournament::{Rating, RatingFit, Tournament, tournament};
pub use trend::{Reading, Trend, TrendLine, TrendPoint, TrendRun, trend};
pub use tuning::ByInterval;
pub use turn_number::TurnNumber;
pub use warnings::outsiders;
pub use watch::worth_watching;
pub use worlds::{ChoiceStudy, UnknownStudy, VariancePart, WorldStudy};
pub use worth::{Thing, Worth, worth};
