//! Textbook estimates: each a pure function from counts to numbers with their interval.

mod betting;
mod difference;
mod interval;
mod levels;
mod many;
mod mean;
mod proportion;
mod rating;
mod sequence;
mod sprt;

#[cfg(test)]
mod coverage;

pub use betting::Bets;
pub use difference::{Difference, cohen_h, mcnemar_exact, mcnemar_mid_p, newcombe, paired};
pub use interval::Interval;
pub use levels::{goodman, sison_glaz};
pub use many::holm;
pub use mean::{quantile_ranks, student_t};
pub use proportion::{clopper_pearson, jeffreys, wilson, wilson_at};
pub use rating::{BradleyTerry, bradley_terry};
pub use sequence::{confidence_sequence, share_evidence};
pub use sprt::{Ladder, elo_score, glr, glr_normalized, glr_quick};
