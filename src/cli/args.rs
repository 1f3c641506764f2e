//! The command line.

mod balance;
mod tune;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use engine::Side;
use lab::{Set, WorldsFrom};
use study::Detail;

use crate::array_job::ShardChoice;
pub(crate) use balance::{
    Bench, Calibrate, Compare, Influence, Optimize, Plans, PlansCommand, Power, Sitting, Solve,
    Stats, Sweep, Tournament, Worth,
};
pub(crate) use tune::Tune;

/// A balance lab for airborne-assault board wargames.
///
/// Plays a scenario thousands of times under the printed rules, with a bot on each side, and reports
/// who wins, how often, and how certain that is.
#[derive(Debug, Parser)]
#[command(
    name = "dropzone",
    version,
    max_term_width = 100,
    after_help = "\
Begin with:
  dropzone                                        where to begin, step by step
  dropzone scenario list                          what can be played
  dropzone run mercury/kastelli --games 1000      play it and write a report
  dropzone replay mercury/kastelli --game 7       read one of the games

Exit codes: 0 done; 1 a check failed; 2 wrong usage or bad input; 3 stopped undecided; 4 a bug."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Tell how the games are getting on in lines of JSON on standard error, one a second
    #[arg(long, global = true)]
    pub(crate) json_progress: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play many games of a scenario and write a report
    Run(Run),
    /// Rebuild a run's report from its tables
    Report(Report),
    /// List the runs and studies of a folder, with their answers
    Runs(Runs),
    /// Look at scenarios: list, show, validate, map
    #[command(subcommand)]
    Scenario(Scenario),
    /// Look at strategies, and tune them: list, show, validate, features, fit, explain, tune
    #[command(subcommand)]
    Strategy(Strategy),
    /// Exact chances of a table, by enumeration
    Odds(Odds),
    /// Read one game, decision by decision
    Replay(Replay),
    /// Replay games of a run and compare their fingerprints
    Verify(Verify),
    /// Write the shipped scenarios and strategies out, to edit them
    Init(Init),
    /// Which rules of a system are played, by what code, and which test shows it
    Rules(Rules),
    /// Join the shards of a run
    Merge(Merge),
    /// Check a run against gates: pass, fail or undecided
    Check(Check),
    /// Compare two or more arms on the same seeds: strategies, plans, rulings, values
    Compare(Compare),
    /// Every drop and set-up plan of a scenario side by side
    Plans(Plans),
    /// Find the value of a knob at which a target holds
    Solve(Solve),
    /// How a scenario responds to several knobs at once: grid, hypercube, Morris, Sobol
    Sweep(Sweep),
    /// Every German against every Allied strategy: ratings, best mixtures, the value
    Tournament(Tournament),
    /// A measure over many runs, and where it moved
    Trend(Trend),
    /// What a rule, a unit or an asset is worth: play without it
    Worth(Worth),
    /// How much each rival of an uncertain reading or value moves the answer
    Influence(Influence),
    /// Which worlds agree with published outcomes
    Calibrate(Calibrate),
    /// What an owner of the printed game can correct, and what that changes
    #[command(subcommand)]
    Data(Data),
    /// How many games a half width or a difference needs
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
    /// Write the manual pages: one for the program and one for each of its commands
    #[command(after_help = "Example:\n  dropzone manual man\n  man -l man/dropzone-run.1")]
    Manual {
        /// The folder in which they are written, which is made if need be
        folder: PathBuf,
    },
}

/// Who sits at the table, and what was changed.
#[derive(Clone, Debug, Default, ClapArgs)]
pub(crate) struct Seats {
    /// German strategy: a name, a TOML file or a Rhai script [default: the scenario's own]
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) german: Option<String>,
    /// Allied strategy: a name, a TOML file or a Rhai script [default: the scenario's own]
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) allied: Option<String>,
    /// An outside program plays the Germans, e.g. "python3 bot.py"
    #[arg(long, value_name = "COMMAND", conflicts_with = "german")]
    pub(crate) german_cmd: Option<String>,
    /// An outside program plays the Allies
    #[arg(long, value_name = "COMMAND", conflicts_with = "allied")]
    pub(crate) allied_cmd: Option<String>,
    /// Nodes that outside programs are asked to look at for a decision, at most
    #[arg(long, value_name = "N", value_parser = from_one())]
    pub(crate) cmd_nodes: Option<u64>,
    /// Seconds an outside program has for a decision, or the command fails [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = from_one())]
    pub(crate) cmd_timeout: Option<u64>,
    /// Drop plan: a name or a TOML file [default: the strategies choose]
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) drops: Option<String>,
    /// Set-up plan of a side: german=NAME|FILE or allied=NAME|FILE [default: the strategies choose]
    #[arg(long, value_name = "SIDE=NAME|FILE", value_parser = setup)]
    pub(crate) setup: Vec<(Side, String)>,
    /// Change one value of the scenario's files; may be given again
    #[arg(long, value_name = "[FILE:]KEY=VALUE", value_parser = set)]
    pub(crate) set: Vec<Set>,
    /// A form of `data todo` in which an owner has filled in what is printed
    #[arg(long, value_name = "FILE", env = "DROPZONE_COPY", hide_env_values = true)]
    pub(crate) copy: Option<String>,
    /// Play in N worlds, or in those of a list: each uncertain reading and value as one of its rivals, by their weights
    #[arg(long, value_name = "N|FILE", value_parser = worlds)]
    pub(crate) worlds: Option<WorldsFrom>,
    /// Draw for each world who plays, too: one of the scenario's doctrines for each side that is given no strategy
    #[arg(long, requires = "worlds")]
    pub(crate) players: bool,
    /// An unknown that is the same in every world: its name or a key that it turns; may be given again
    #[arg(long, value_name = "NAME|KEY", requires = "worlds")]
    pub(crate) fixed: Vec<String>,
}

/// A number of worlds, or the file that lists them.
fn worlds(typed: &str) -> Result<WorldsFrom, String> {
    let digits = !typed.is_empty() && typed.bytes().all(|byte| byte.is_ascii_digit());
    match typed.parse::<u64>() {
        Ok(count) if count >= 2 => Ok(WorldsFrom::Weights(count)),
        _ if digits || typed.is_empty() => {
            Err("expected 2 or more worlds, or a file that lists them".into())
        }
        _ => Ok(WorldsFrom::List(typed.into())),
    }
}

/// A choice of worlds as it was typed.
pub(crate) fn worlds_typed(from: &WorldsFrom) -> String {
    match from {
        WorldsFrom::Weights(count) => count.to_string(),
        WorldsFrom::List(file) => file.display().to_string(),
    }
}

/// A choice of worlds from what a run recorded; none where that is empty.
pub(crate) fn worlds_recorded(recorded: &str) -> Option<WorldsFrom> {
    worlds(recorded).ok().filter(|_| !recorded.is_empty())
}

impl Seats {
    /// The strategy of a side, if one was given: its name, its file, or the program that stands for one.
    pub(crate) fn strategy(&self, side: Side) -> Option<String> {
        let (named, command) = match side {
            Side::German => (&self.german, &self.german_cmd),
            Side::Allied => (&self.allied, &self.allied_cmd),
        };
        named.clone().or_else(|| command.as_deref().map(lab::Strategy::called_by_command))
    }
}

/// `german` or `allied`.
fn side(typed: &str) -> Result<Side, String> {
    let found = Side::from_word(typed);
    found.ok_or_else(|| "expected german or allied".into())
}

/// A side and the name or file of its set-up plan.
pub(crate) fn setup(typed: &str) -> Result<(Side, String), String> {
    let expected = "expected german=PLAN or allied=PLAN";
    let (side, plan) = typed.split_once('=').ok_or(expected)?;
    let side = self::side(side).map_err(|_| expected)?;
    if plan.is_empty() { Err(expected.into()) } else { Ok((side, plan.into())) }
}

/// A count of games or threads; zero makes no sense.
fn from_one() -> impl clap::builder::TypedValueParser<Value = u64> {
    clap::value_parser!(u64).range(1..)
}

/// More threads per core than this would only starve the machine.
const THREADS_A_CORE: u64 = 8;

/// A number of threads.
fn threads(typed: &str) -> Result<u64, String> {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let most = cores * THREADS_A_CORE;
    let expected = || {
        format!("expected a number from 1 to {most}, {THREADS_A_CORE} for each of {cores} cores")
    };
    typed.parse().ok().filter(|threads| (1..=most).contains(threads)).ok_or_else(expected)
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
  dropzone run mercury/kastelli --games 50000 --until 'half_width(win_rate(german)) <= 0.01'
  dropzone run mercury/kastelli --games 20000 --shard 0/4 --out reports/big
  dropzone run mercury/kastelli --games 2000 --worlds 50 --players --out reports/worlds

The same command gives the same bytes, on any machine and any number of threads. --resume continues
a run that was stopped.

Rules for --until are half_width(METRIC) <= WIDTH, with the metrics of `check`. They are checked
after every 1,000 games and use confidence sequences, which stay valid however often they are
checked; --games is the maximum. Wilson's interval is not valid for a run that a rule can stop, and
the report says so.

Without --worlds every game is played in the world that the files describe, and the interval
covers the dice alone. With it, game g is played in world g mod N; the report then has both
intervals, says what share of the variance is dice, readings, values and (with --players) players,
and names the unknown that matters most. Rivals and weights are in scenarios/SYSTEM/rivals.toml.

Shards are split between chunks of 1,000 games. --out names the whole run: shard 0 of 4 goes to
OUT-shard-0-of-4, and `merge` joins the shards into the run. --shard auto reads the variables of
array jobs: Slurm (its first index is shard 0), Kubernetes (with auto/N, or N in the variable
DROPZONE_SHARDS) and AWS Batch.")]
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
    /// Threads, at most eight per core [default: one per core]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<u64>,
    /// Folder of the run [default: reports/SYSTEM-NAME]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// Games whose turn, drop and unit rows are kept: all, first=N or none [default: all
    /// up to 10,000 games, then the first 10,000]
    #[arg(long, value_name = "WHICH")]
    pub(crate) detail: Option<Detail>,
    /// Count each bot's mistakes (slower)
    #[arg(long)]
    pub(crate) review: bool,
    /// Also keep every die of combat and of checks in combats.parquet (large)
    #[arg(long)]
    pub(crate) combats: bool,
    /// Also write a page to watch for the closest, the fastest and the most typical games
    #[arg(long, conflicts_with = "shard")]
    pub(crate) replays: bool,
    /// Resume a run that was stopped
    #[arg(long)]
    pub(crate) resume: bool,
    /// Stop when a number is known well enough; given again, all must be
    #[arg(long, value_name = "RULE", conflicts_with = "shard")]
    pub(crate) until: Vec<String>,
    /// Stop when every gate of a file passes or fails
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    pub(crate) until_gates: Option<PathBuf>,
    /// Stop after this time, e.g. 90s, 10m, 2h, and print the line that resumes it
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) max_time: Option<Duration>,
    /// Play only the K-th of N slices, K from 0; auto or auto/N takes K from the array job
    #[arg(long, value_name = "K/N")]
    pub(crate) shard: Option<ShardChoice>,
    /// Write events as JSON lines, - for standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) events: Option<PathBuf>,
    /// Only print the schedule and the stop rule
    #[arg(long = "dry-run")]
    pub(crate) dry: bool,
}

/// `90s`, `10m`, `2h`, or a combination: `1h30m`.
fn duration(typed: &str) -> Result<Duration, String> {
    let wrong =
        || format!("`{typed}` is no time; expected a number and s, m or h, as in 90s or 1h30m");
    let mut seconds = 0u64;
    let mut rest = typed;
    while !rest.is_empty() {
        let unit = rest.find(|c: char| !c.is_ascii_digit()).ok_or_else(wrong)?;
        let number: u64 = rest[..unit].parse().map_err(|_| wrong())?;
        let each = match rest.as_bytes()[unit] {
            b's' => 1,
            b'm' => 60,
            b'h' => 3600,
            _ => return Err(wrong()),
        };
        let more = number.checked_mul(each).and_then(|more| seconds.checked_add(more));
        seconds = more.ok_or_else(wrong)?;
        rest = &rest[unit + 1..];
    }
    if seconds == 0 { Err(wrong()) } else { Ok(Duration::from_secs(seconds)) }
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  dropzone report reports/mercury-kastelli
  dropzone report reports/mercury-kastelli --replays     with games to watch on the map")]
pub(crate) struct Report {
    /// Folder of a finished run
    pub(crate) run: PathBuf,
    /// Also write a page to watch for the closest, the fastest and the most typical games
    #[arg(long)]
    pub(crate) replays: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Writes index.html and runs.csv into the folder: every run and study below it with its question, its
answer, the version that played it, and whether the same games would answer it today. Nothing else is
written over.

Examples:
  dropzone runs reports
  dropzone runs reports --list                only print them")]
pub(crate) struct Runs {
    /// The folder that holds them
    #[arg(default_value = "reports")]
    pub(crate) folder: PathBuf,
    /// Only print the list
    #[arg(long)]
    pub(crate) list: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Draws measures over runs in the order given: folders of runs, or a history that `check --history` has
written, one line for each run. A run has moved if it differs from all runs since the last move by more
than chance, at 95% for all comparisons of a measure together.

Examples:
  dropzone trend reports/1.0 reports/1.1 reports/1.2 --measure 'win_rate(german)'
  dropzone trend gates-history.jsonl --out reports/trend")]
pub(crate) struct Trend {
    /// Folders of runs, or histories
    #[arg(required = true, value_name = "RUN|FILE")]
    pub(crate) of: Vec<PathBuf>,
    /// A share or a mean, as in a gate; may be given again [default: all of a history; of folders the
    /// Germans' wins and score]
    #[arg(long, value_name = "METRIC")]
    pub(crate) measure: Vec<String>,
    /// Folder of the answer
    #[arg(long, value_name = "FOLDER", default_value = "reports/trend")]
    pub(crate) out: PathBuf,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Data {
    /// The reconstructed values and uncertain readings that a scenario uses, as a form to be filled in
    #[command(after_help = "\
Examples:
  dropzone data todo mercury/kastelli --out kastelli.csv
  dropzone run mercury/kastelli --copy kastelli.csv

A row is a value: what we assume, what it may be instead, why, and how far its rivals move the
answer; those that move it most stand first. Write what your copy has into the column `printed` and
leave the rest empty: a form that is filled in for a part is as good. It opens and comes back from
any spreadsheet. --copy, or the variable DROPZONE_COPY, applies it in every command that plays.")]
    Todo {
        /// The scenario
        scenario: String,
        /// The hexes of the map, too: thousands of rows
        #[arg(long)]
        maps: bool,
        /// File for the form [default: standard output]
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// What the values of a printed copy change in the answer: the scenario as shipped against the scenario with them
    #[command(after_help = "Example:\n  dropzone data diff mercury/kastelli --copy kastelli.csv")]
    Diff {
        /// The scenario
        scenario: String,
        /// The form
        #[arg(long, value_name = "FILE", env = "DROPZONE_COPY")]
        copy: PathBuf,
        /// Games of each
        #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = from_one())]
        games: u64,
        /// What the verdict is about: a number of the games table, or
        /// `german_win`, `allied_win`, `draw`, `german_score`
        #[arg(long, value_name = "NAME", default_value = "german_score")]
        measure: String,
        #[command(flatten)]
        bench: Bench,
    },
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
        /// Say for each file where its values come from
        #[arg(long)]
        provenance: bool,
        /// Change one value first; may be given again
        #[arg(long, value_name = "[FILE:]KEY=VALUE", value_parser = set)]
        set: Vec<Set>,
    },
    /// Check scenario files; every fault is reported
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
    /// Show a strategy's intent, weights and stages, including those it extends
    #[command(after_help = "\
Examples:
  dropzone strategy show mercury/random
  dropzone strategy show my-plan.toml")]
    Show {
        /// SYSTEM/NAME or a TOML file
        strategy: String,
    },
    /// Check strategy files; every fault is reported
    Validate {
        /// SYSTEM/NAME or TOML files [default: all shipped ones]
        strategies: Vec<String>,
    },
    /// List the features and conditions that strategies of a system may use
    Features {
        /// The system, e.g. mercury
        system: String,
    },
    /// Fit a scenario's chance of winning, by which players who look ahead value positions
    Fit(Fit),
    /// Say why a decision of a game was taken: options, scores, features and weights
    Explain(Explain),
    /// Find better weights for both sides by self-play
    Tune(Tune),
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Plays every doctrine of either side that a search would choose among against every one of the other, and
fits the Germans' chance of winning to how things stood at the end of each turn: the advantage, the
steps in play and the objectives held, and how much of the game is left. A quarter of the games is
kept out of the fit to judge it.

Writes strategies/SYSTEM/prospects/NAME.toml, with the command, the games and how good the fit is. It
overwrites nothing but the prospects of the same scenario.

Example:
  dropzone strategy fit mercury/kastelli --games 2000")]
pub(crate) struct Fit {
    /// The scenario
    pub(crate) scenario: String,
    /// Games, shared out evenly among the pairs
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = from_one())]
    pub(crate) games: u64,
    /// Seed of the games
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Threads, at most eight per core [default: one per core]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<u64>,
    /// The file to write [default: strategies/SYSTEM/prospects/NAME.toml]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Decisions are numbered as `replay` prints them.

Examples:
  dropzone strategy explain mercury/kastelli --game 7 --decision 40
  dropzone strategy explain mercury/kastelli --game 7 --decision 40 --german my-plan.toml
  dropzone strategy explain mercury/kastelli --game 7 --decision 40 --json")]
pub(crate) struct Explain {
    /// The scenario
    pub(crate) scenario: String,
    /// Index of the game in its run
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub(crate) game: u64,
    /// Seed of the run
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Number of the decision, from 0
    #[arg(long, value_name = "K")]
    pub(crate) decision: u32,
    /// Print JSON, with the value of every feature of every option
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) seats: Seats,
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
  dropzone replay mercury/kastelli --game-seed 1234567890     the seed an error message named
  dropzone replay mercury/kastelli --game 7 --html game-7.html     watch it on the map")]
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
    /// Write a page with the map, to step through in a browser, instead of text
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Games to play on from the start of each turn, for the page's win chances [default: 100]
    #[arg(long, value_name = "N", requires = "html", value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub(crate) ahead: Option<u32>,
    #[command(flatten)]
    pub(crate) seats: Seats,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
The program holds the scenarios and strategies it ships with. Where the folder in which you are, or one
above it, has `scenarios` and `strategies`, those are used instead; so are those of the folder that the
environment variable DROPZONE_HOME names.

Example:
  dropzone init my-games")]
pub(crate) struct Init {
    /// The folder below which they are written; nothing in it is written over
    pub(crate) folder: PathBuf,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Example:\n  dropzone rules race")]
pub(crate) struct Rules {
    /// The system, e.g. race
    pub(crate) system: String,
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

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
The shards must belong to one run, be finished, and hold every game once; otherwise every fault is
reported and nothing is written. The result equals the run in one piece, byte for byte.

Example:
  dropzone merge reports/big-shard-* --out reports/big")]
pub(crate) struct Merge {
    /// Folders of all shards
    #[arg(required = true)]
    pub(crate) shards: Vec<PathBuf>,
    /// Folder of the run
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: PathBuf,
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

A gate passes or fails when a confidence sequence says so, which is valid at any time; otherwise it is
undecided, and the number of games still needed is given. A run that is not finished is judged by the
games it has.

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
    /// The baseline run for bands, instead of the one that the file names
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
    /// Also write a page for a browser
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Also add the run's shares and means to a history, one line for each run, for `trend`
    #[arg(long, value_name = "FILE")]
    pub(crate) history: Option<PathBuf>,
    /// What the run is called there, e.g. a build or a version [default: the name of its folder]
    #[arg(long, value_name = "NAME", requires = "history")]
    pub(crate) label: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_a_few_for_each_core() {
        let cores = std::thread::available_parallelism().unwrap().get() as u64;
        assert_eq!(threads("1"), Ok(1));
        assert_eq!(threads(&(8 * cores).to_string()), Ok(8 * cores));
        let told = format!("from 1 to {}, 8 for each of {cores} cores", 8 * cores);
        let one_more = (8 * cores + 1).to_string();
        for wrong in ["0", "-1", "x", "", "65536", "4294967296", "99999999999999999999", &one_more]
        {
            assert!(threads(wrong).unwrap_err().contains(&told), "{wrong}");
        }
    }

    #[test]
    fn times_are_numbers_with_units() {
        for (typed, seconds) in [("90s", 90), ("10m", 600), ("2h", 7200), ("1h30m5s", 5405)] {
            assert_eq!(duration(typed), Ok(Duration::from_secs(seconds)), "{typed}");
        }
        for wrong in ["", "10", "m", "0s", "5d", "-5s", "99999999999999999999h"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
