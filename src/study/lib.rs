//! Numbers from records. The only crate that knows Polars.

mod summary;

pub use summary::{
    Band, Bin, DropStudy, Estimate, Method, RunFacts, Share, Spread, Summary, TurnBand,
    UnitSummary, Watch, ZoneStudy,
};
