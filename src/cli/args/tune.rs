//! The command line of `strategy tune`.

use clap::Args as ClapArgs;

use super::{Seats, Sitting, from_one};

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  dropzone strategy tune mercury/kastelli
  dropzone strategy tune mercury/kastelli --budget 3000 --rival random --out tuned
  dropzone strategy tune race/mercury --rival mercury-german-maleme --rival mercury-allied-roving

In each round the Germans search for the best answer to the Allies, then the Allies to the Germans, with
the same number of games. An answer is kept if it gains on games from the hold-out seed by more than its
interval. It ends when neither side gains, when the answers go round in a circle, or after --rounds.
Every weight becomes a round number. docs/strategy-files.md explains how to read what is found.

Writes NAME-german.toml and NAME-allied.toml, whole strategy files with their pedigree, and tune.json.
When stopped, it keeps its games and prints the line that resumes it. It overwrites nothing but its own
answer to the same question.")]
pub(crate) struct Tune {
    /// The scenario
    pub(crate) scenario: String,
    /// Training games of each side in each round
    #[arg(long, value_name = "GAMES", default_value_t = 1_000, value_parser = from_one())]
    pub(crate) budget: u64,
    /// Rounds, at most
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,
    /// Seeds of each hold-out test, from each of which two games are played
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(2..))]
    pub(crate) holdout: u64,
    /// Seed of the training games
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Seed of the hold-out games; must differ
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) holdout_seed: u64,
    /// One more opponent, which is not tuned; may be given again
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) rival: Vec<String>,
    /// Features without a weight that may get one
    #[arg(long, value_name = "FEATURE,...", value_delimiter = ',')]
    pub(crate) free: Vec<String>,
    /// Any feature may get a weight
    #[arg(long, conflicts_with = "free")]
    pub(crate) free_all: bool,
    #[command(flatten)]
    pub(crate) seats: Seats,
    #[command(flatten)]
    pub(crate) sitting: Sitting,
}
