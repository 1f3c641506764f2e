//! Textbook estimates: each is a pure function from counts to numbers with their intervals.

mod alpha_rank;
mod betting;
mod correlation;
mod difference;
mod emulator;
mod entropy;
mod interval;
mod levels;
mod many;
mod mean;
mod ordinal;
mod over_worlds;
mod paired_mean;
mod planning;
mod proportion;
mod rating;
mod regression;
mod score;
mod sequence;
mod sprt;
mod tango;
mod zero_sum;

#[cfg(test)]
mod coverage;

pub use alpha_rank::alpha_rank;
pub use betting::Bets;
pub use correlation::{coefficient, correlation, correlation_of};
pub use difference::{Difference, cohen_h, mcnemar_exact, mcnemar_mid_p, newcombe, paired};
pub use emulator::Emulator;
pub use entropy::conditional_entropy;
pub use interval::Interval;
pub(crate) use interval::{normal_p, two_sided_z};
pub use levels::{goodman, sison_glaz};
pub use many::{Bundles, MaxT, RESAMPLES, benjamini_hochberg, holm};
pub(crate) use mean::two_sided_t;
pub use mean::{Welch, mean_interval, quantile_ranks, student_p, student_t, welch};
pub use ordinal::{Measured, Pairing, Results, cumulative_odds, superiority};
pub use over_worlds::{InWorld, MainEffect, OverWorlds, jackknife, main_effect};
pub use paired_mean::{
    Contrasted, Seen, difference_of_means, far_apart, paired_mean, separate_means,
};
pub(crate) use paired_mean::{Counts, farthest, unseen};
pub use planning::{Contest, difference_for_games, games_for_difference, games_for_half_width};
pub use proportion::{clopper_pearson, jeffreys, wilson, wilson_at};
pub use rating::{BradleyTerry, bradley_terry};
pub use regression::{Gathering, LeastSquares};
pub use score::{score_difference, score_interval};
pub use sequence::{confidence_sequence, share_above};
pub use sprt::{Ladder, elo_score, glr, glr_normalized, glr_quick};
pub use tango::tango;
pub use zero_sum::{Equilibrium, zero_sum};
