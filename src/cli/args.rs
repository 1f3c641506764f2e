//! What was typed.

mod balance;

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use lab::Set;
use study::Detail;

pub(crate) use balance::{Bench, Compare, Power, Solve, Stats, Sweep, Tournament, Worth};

/// A balance lab for airborne-assault board wargames.
///
/// Plays a scenario thousands of times under the printed rules, with a bot on each side, and says
/// who wins, how often, and how sure that is.
#[derive(Debug, Parser)]
#[command(
    name = "dropzone",
    version,
    max_term_width = 100,
    after_help = "\
Begin with:
  dropzone scenario list                          what can be played
  dropzone run mercury/kastelli --games 1000      play it and write a report
  dropzone replay mercury/kastelli --game 7       read one of the games

Exit codes: 0 done; 1 a check failed; 2 wrong usage or bad input; 3 stopped undecided; 4 a bug."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play many games of a scenario and write a report
    Run(Run),
    /// Rebuild a run's report from its tables
    Report(Report),
    /// Look at scenarios: list, show, validate, map
    #[command(subcommand)]
    Scenario(Scenario),
    /// Look at strategies: list, show, validate, features
    #[command(subcommand)]
    Strategy(Strategy),
    /// Exact chances of a table, by enumeration
    Odds(Odds),
    /// Read one game, decision by decision
    Replay(Replay),
    /// Replay games of a run and compare their fingerprints
    Verify(Verify),
    /// Hold a run against gates: pass, fail or undecided
    Check(Check),
    /// Compare two or more arms on the same seeds: strategies, rulings, changed values
    Compare(Compare),
    /// Find the value of a knob at which a target holds
    Solve(Solve),
    /// How a scenario answers to several knobs at once: grid, hypercube, Morris, Sobol
    Sweep(Sweep),
    /// Every German against every Allied strategy: ratings, best mixtures, the value
    Tournament(Tournament),
    /// What a rule, a unit or an asset is worth: play without it
    Worth(Worth),
    /// How many games a half width or a difference takes
    Power(Power),
    /// A verdict from bare counts: wins, draws, losses
    Stats(Stats),
    /// Print a completion script for a shell
    #[command(
        after_help = "Example:\n  dropzone completions bash > ~/.local/share/bash-completion/completions/dropzone"
    )]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// Who sits at the table, and what was changed.
#[derive(Clone, Debug, Default, ClapArgs)]
pub(crate) struct Seats {
    /// German strategy: a name or a TOML file [default: the scenario's own]
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) german: Option<String>,
    /// Allied strategy: a name or a TOML file [default: the scenario's own]
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) allied: Option<String>,
    /// Change one value of the scenario's files; may be given again
    #[arg(long, value_name = "[FILE:]KEY=VALUE", value_parser = set)]
    pub(crate) set: Vec<Set>,
}

/// A count of games or threads; none at all makes no sense.
fn from_one() -> impl clap::builder::TypedValueParser<Value = u64> {
    clap::value_parser!(u64).range(1..)
}

fn set(typed: &str) -> Result<Set, String> {
    Set::parse(typed).map_err(|complaint| {
        let expected = complaint.expected;
        format!("{}; expected {expected}", complaint.problem)
    })
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  dropzone run mercury/kastelli
  dropzone run mercury/kastelli --games 5000 --seed 3 --german random
  dropzone run mercury/kastelli --set rulings.activation_cost=all_free --out reports/free

The same command gives the same bytes, on any machine and any number of threads. A run that was
stopped goes on with --resume.")]
pub(crate) struct Run {
    /// The scenario, as `scenario list` shows it
    pub(crate) scenario: String,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = from_one())]
    pub(crate) games: u64,
    /// Seed of the run: another seed, other dice
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) seats: Seats,
    /// Threads [default: one a core]
    #[arg(long, value_name = "N", value_parser = from_one())]
    pub(crate) threads: Option<u64>,
    /// Folder of the run [default: reports/SYSTEM-NAME]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// Games whose turn, drop and unit rows are kept: all, first=N or none [default: all
    /// up to 10,000 games, then the first 10,000]
    #[arg(long, value_name = "WHICH")]
    pub(crate) detail: Option<Detail>,
    /// Count what each bot does wrong (slower)
    #[arg(long)]
    pub(crate) review: bool,
    /// Go on with a run that was stopped
    #[arg(long)]
    pub(crate) resume: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Example:\n  dropzone report reports/mercury-kastelli")]
pub(crate) struct Report {
    /// Folder of a finished run
    pub(crate) run: PathBuf,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Scenario {
    /// List every scenario
    List,
    /// Show what a scenario is: forces, rulings, victory
    #[command(after_help = "\
Examples:
  dropzone scenario show mercury/kastelli
  dropzone scenario show mercury/kastelli --provenance")]
    Show {
        /// The scenario
        scenario: String,
        /// Say of each file where its values come from
        #[arg(long)]
        provenance: bool,
        /// Change one value first; may be given again
        #[arg(long, value_name = "[FILE:]KEY=VALUE", value_parser = set)]
        set: Vec<Set>,
    },
    /// Check scenario files; every fault is told
    Validate {
        /// Scenarios [default: all]
        scenarios: Vec<String>,
        /// Change one value first; may be given again
        #[arg(long, value_name = "[FILE:]KEY=VALUE", value_parser = set)]
        set: Vec<Set>,
    },
    /// Draw a scenario's map as SVG: hex numbers, terrain, roads, slopes, set-up
    #[command(after_help = "Example:\n  dropzone scenario map mercury/kastelli --out kastelli.svg")]
    Map {
        /// The scenario
        scenario: String,
        /// The file to write [default: standard output]
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Strategy {
    /// List every strategy
    List,
    /// Show a strategy's intent, weights and stages, with what it extends worked in
    #[command(after_help = "\
Examples:
  dropzone strategy show mercury/random
  dropzone strategy show my-plan.toml")]
    Show {
        /// SYSTEM/NAME or a TOML file
        strategy: String,
    },
    /// Check strategy files; every fault is told
    Validate {
        /// SYSTEM/NAME or TOML files [default: all shipped ones]
        strategies: Vec<String>,
    },
    /// List what strategies of a system may weigh and wait for
    Features {
        /// The system, e.g. mercury
        system: String,
    },
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  dropzone odds mercury                    the tables there are, with their arguments
  dropzone odds mercury/TABLE 3 NAME=2     one table; arguments in order or by name")]
pub(crate) struct Odds {
    /// SYSTEM, or SYSTEM/TABLE
    pub(crate) table: String,
    /// The table's arguments: values in order, or NAME=VALUE
    #[arg(allow_hyphen_values = true)]
    pub(crate) arguments: Vec<String>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  dropzone replay mercury/kastelli --game 7
  dropzone replay reports/mercury-kastelli --game 7
  dropzone replay mercury/kastelli --game-seed 1234567890     the seed an error message named")]
pub(crate) struct Replay {
    /// A scenario, or the folder of a run
    pub(crate) of: String,
    /// Index of the game in its run
    #[arg(long, value_name = "K", required_unless_present = "game_seed")]
    pub(crate) game: Option<u64>,
    /// Seed of the run [default: 0, or that of the folder]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// The game's own seed, instead of --game and --seed
    #[arg(long, value_name = "N", conflicts_with_all = ["game", "seed"])]
    pub(crate) game_seed: Option<u64>,
    #[command(flatten)]
    pub(crate) seats: Seats,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Example:\n  dropzone verify reports/mercury-kastelli --games 100")]
pub(crate) struct Verify {
    /// Folder of a finished run
    pub(crate) run: PathBuf,
    /// How many of its games to replay
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = from_one())]
    pub(crate) games: u64,
    /// Seed of the sample of games
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

/// How a verdict is printed.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// Lines for a person
    #[default]
    Text,
    /// Every number
    Json,
    /// A table for the page of a job
    Markdown,
    /// Test cases for a build server
    Junit,
    /// Annotations of GitHub Actions, Gitea and Forgejo
    Github,
    /// Annotations of Azure Pipelines
    Azure,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
A gates file:
  alpha = 0.05                       # chance of a wrong verdict among all gates
  undecided = \"undecided\"            # or \"fail\", or \"pass\"
  baseline = \"reports/released\"      # a run, for bands that follow one

  [ranges]                           # least and greatest value, where a mean needs them
  margin = [-20, 20]

  [gates]
  fair = \"win_rate(german) within [0.45, 0.55]\"
  decided = \"rate(draw) <= 0.1\"
  short = \"p95(end_turn) <= 5\"
  costly = \"mean(german_steps_lost) within baseline +- 10%\"
  level = 'rate(victory_level <= \"German minor\") >= 0.2'

Metrics: win_rate(SIDE), score(SIDE), rate(draw), rate(cut_off), rate(COLUMN = VALUE) and with >= or
<=, mean(COLUMN), median(COLUMN), p1 to p99(COLUMN); the columns are those of games.parquet. Victory
levels count from the best for the Germans.

A gate passes or fails when a confidence sequence says so, which may be asked at any time; else it is
undecided, and the games still needed are told. A run that is not finished is judged by the games it
has.

Examples:
  dropzone check reports/mercury-kastelli --gates gates.toml
  dropzone check reports/mercury-kastelli --gates gates.toml --junit gates.xml --format github

Exit codes: 0 pass; 1 fail; 3 undecided.")]
pub(crate) struct Check {
    /// Folder of a run
    pub(crate) run: PathBuf,
    /// The gates file
    #[arg(long, value_name = "FILE")]
    pub(crate) gates: PathBuf,
    /// The run that bands follow, instead of the one the file names
    #[arg(long, value_name = "RUN")]
    pub(crate) baseline: Option<PathBuf>,
    /// What to print
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub(crate) format: CheckFormat,
    /// Also write every number as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Also write a table in Markdown
    #[arg(long, value_name = "FILE")]
    pub(crate) markdown: Option<PathBuf>,
    /// Also write test cases for a build server (`JUnit`)
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
}
