//! The command lines of the studies.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueEnum};

use engine::{PlanKind, Side};

use super::{from_one, side, threads};

/// How the games of a question are played and where its answer goes.
#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct Bench {
    /// Seed of the games; every arm is played from the same ones
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) sitting: Sitting,
}

/// How a study is played, whatever it asks. None of it changes a byte of the answer.
#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct Sitting {
    /// Threads, at most eight per core [default: one per core]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<u64>,
    /// Folder for the answer [default: reports/SYSTEM-NAME-COMMAND]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// Resume a study that was stopped
    #[arg(long)]
    pub(crate) resume: bool,
    /// Stop after this number of games, and print the line that resumes the study
    #[arg(long, value_name = "N", value_parser = from_one())]
    pub(crate) max_games: Option<u64>,
}

impl Sitting {
    /// Threads for a job: 0 means one per core.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or(0, |threads| usize::try_from(threads).unwrap_or(usize::MAX))
    }
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  dropzone compare mercury/kastelli --arm \"as shipped\" --arm \"free: --set rulings.activation_cost=all_free\"
  dropzone compare mercury/kastelli --arm \"mine: --german my-plan.toml\" --games 5000
  dropzone compare reports/before reports/after

An arm is a name, a colon, and options of `dropzone run`; the first arm is the baseline. Where only
one arm is given, the baseline is the scenario as shipped. Every arm plays the same seeds, so each
difference is paired. Finished runs are paired where they were played from the same seeds; runs of
different scenarios are refused unless --different-scenarios says that this is intended.

Writes compare.json, compare.md and index.html. When stopped, it keeps its games and prints the
line that resumes it. It overwrites nothing but its own answer to the same question.")]
pub(crate) struct Compare {
    /// One scenario with arms, or the folders of two or more finished runs
    #[arg(required = true, value_name = "SCENARIO|RUN")]
    pub(crate) of: Vec<String>,
    /// An arm, as `NAME: OPTIONS OF RUN`; may be given again
    #[arg(long = "arm", value_name = "ARM")]
    pub(crate) arms: Vec<String>,
    /// Options of every arm, e.g. `--german my-plan.toml`
    #[arg(long, value_name = "OPTIONS", default_value = "", allow_hyphen_values = true)]
    pub(crate) all: String,
    /// Games of each arm
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = from_one())]
    pub(crate) games: u64,
    /// What the verdict is about: a number of the games table, or
    /// `german_win`, `allied_win`, `draw`, `german_score`
    #[arg(long, value_name = "NAME", default_value = "german_win")]
    pub(crate) measure: String,
    /// Compare runs even if their scenarios differ
    #[arg(long, conflicts_with = "arms")]
    pub(crate) different_scenarios: bool,
    #[command(flatten)]
    pub(crate) bench: Bench,
}

/// A share or a probability strictly between 0 and 1.
fn open_unit(typed: &str) -> Result<f64, String> {
    match typed.parse::<f64>() {
        Ok(x) if 0.0 < x && x < 1.0 => Ok(x),
        _ => Err("expected a number between 0 and 1, e.g. 0.95".into()),
    }
}

/// A number above 0.
fn positive(typed: &str) -> Result<f64, String> {
    match typed.parse::<f64>() {
        Ok(x) if 0.0 < x && x.is_finite() => Ok(x),
        _ => Err("expected a number above 0, e.g. 0.03".into()),
    }
}

/// A correlation.
fn correlation(typed: &str) -> Result<f64, String> {
    match typed.parse::<f64>() {
        Ok(x) if (-1.0..1.0).contains(&x) => Ok(x),
        _ => Err("expected a number from -1 to below 1, e.g. 0.6".into()),
    }
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  dropzone power --half-width 0.01                    a share known to a point either way
  dropzone power --difference 0.03 --rho 0.6          two arms on the same seeds
  dropzone power reports/pilot --half-width 0.2 --measure margin
  dropzone power reports/base reports/free --difference 0.03

Without a pilot the share is taken as 1/2, the hardest case. One pilot run gives the variance of its
measure; two runs from the same seeds give their correlation too. One-sided questions and those with
several arms need other numbers of games.")]
pub(crate) struct Power {
    /// A finished run as a pilot, or two of them
    #[arg(value_name = "RUN", num_args = 0..=2)]
    pub(crate) pilot: Vec<PathBuf>,
    /// Wanted half width of the interval
    #[arg(long, value_name = "H", value_parser = positive, required_unless_present = "difference")]
    pub(crate) half_width: Option<f64>,
    /// The smallest difference between two arms that must be detected
    #[arg(long, value_name = "D", value_parser = positive)]
    pub(crate) difference: Option<f64>,
    /// The share expected, where there is no pilot
    #[arg(long, value_name = "P", default_value_t = 0.5, value_parser = open_unit, conflicts_with = "pilot")]
    pub(crate) share: f64,
    /// Correlation of the two arms over the same seeds [default: 0, or that of the two pilots]
    #[arg(long, value_name = "R", value_parser = correlation, allow_hyphen_values = true)]
    pub(crate) rho: Option<f64>,
    /// Chance of detecting a real difference
    #[arg(long = "power", value_name = "P", default_value_t = 0.8, value_parser = open_unit)]
    pub(crate) chance: f64,
    /// Confidence level
    #[arg(long, value_name = "P", default_value_t = 0.95, value_parser = open_unit)]
    pub(crate) confidence: f64,
    /// The measure of the pilot
    #[arg(long, value_name = "NAME", default_value = "german_win")]
    pub(crate) measure: String,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  dropzone stats 52 0 48                        one arm: 52 wins, no draw, 48 losses
  dropzone stats 560 0 440 --against 520 0 480  two arms, each with games of its own
  dropzone stats 560 0 440 --against 530 0 470 --only 90 60
                                                the same seeds: 90 won by the first alone, 60 by the second")]
pub(crate) struct Stats {
    /// Games won
    pub(crate) wins: u64,
    /// Games drawn
    pub(crate) draws: u64,
    /// Games lost
    pub(crate) losses: u64,
    /// Wins, draws and losses of another arm
    #[arg(long, num_args = 3, value_names = ["WINS", "DRAWS", "LOSSES"])]
    pub(crate) against: Option<Vec<u64>>,
    /// Over the same seeds: games that only the first, and only the second arm won
    #[arg(long, num_args = 2, value_names = ["FIRST", "SECOND"], requires = "against")]
    pub(crate) only: Option<Vec<u64>>,
}

/// `NAME=VALUE` of a measure.
fn target(typed: &str) -> Result<(String, f64), String> {
    let wrong = || "expected MEASURE=VALUE, e.g. german_win=0.5".to_owned();
    let (name, value) = typed.split_once('=').ok_or_else(wrong)?;
    let value: f64 = value.trim().parse().map_err(|_| wrong())?;
    if name.trim().is_empty() || !value.is_finite() {
        return Err(wrong());
    }
    Ok((name.trim().into(), value))
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  dropzone solve mercury/kastelli --knob division.2NZ.rating --target german_win=0.5
  dropzone solve mercury/kastelli --knob division.5GD.points --target margin=0 --between 0 30
  dropzone solve mercury/kastelli --knob counters:gebpi95-1.fire --target german_win=0.5
  dropzone solve race/mercury --knob end_turn

A knob is a key as `--set` takes it; `end_turn`, the number of the last turn, is one in every system. Without --between, whole numbers around the file's own value are
tried, as far as the scenario allows them. Every value plays the same seeds. If no value reaches
the target, the answer says so. Exit code 3: too few games to tell; play more.

Writes solve.json, solve.md and index.html. When stopped, it keeps its games and prints the
line that resumes it. It overwrites nothing but its own answer to the same question.")]
pub(crate) struct Solve {
    /// The scenario
    pub(crate) scenario: String,
    /// The knob: a key as `--set` takes it
    #[arg(long, value_name = "[FILE:]KEY")]
    pub(crate) knob: String,
    /// The target: a measure and the value of its mean
    #[arg(long, value_name = "MEASURE=VALUE", value_parser = target, default_value = "german_win=0.5")]
    pub(crate) target: (String, f64),
    /// Smallest and largest value of the knob
    #[arg(long, num_args = 2, value_names = ["LOW", "HIGH"], allow_negative_numbers = true)]
    pub(crate) between: Option<Vec<f64>>,
    /// Allow values between whole numbers
    #[arg(long, requires = "between")]
    pub(crate) fractions: bool,
    /// Games at each value that decides
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = from_one())]
    pub(crate) games: u64,
    /// Options of run for every value, e.g. `--german my-plan.toml`
    #[arg(long, value_name = "OPTIONS", default_value = "", allow_hyphen_values = true)]
    pub(crate) all: String,
    #[command(flatten)]
    pub(crate) bench: Bench,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  dropzone tournament mercury/kastelli
  dropzone tournament mercury/kastelli --german kastelli-german mine.toml --allied kastelli-allied random
  dropzone tournament mercury/kastelli --ladder

Without names each side enters its ladder: first, random, and the scenario's own strategy. Every pair
plays the same seeds. The answer has the table of scores, ratings, likelihoods of superiority, the best
mixtures of both sides with the value of the game, what each strategy gives away to an opponent
who knows it, and alpha-rank. --review adds each bot's mistakes.

--ladder asks another question: whether each grade of player beats the one below it, on either side.
The grades are random, greedy, the scenario's own strategy, and search, which looks ahead. Each rung
and the one below it meet the other side's own strategy and its lower rung. What search gains on a
strategy is what that strategy gives away. Games with a side that looks ahead are slow, so there are
fewer of them. Writes ladder.json, ladder.md and index.html.

Writes tournament.json, tournament.md and index.html. When stopped, it keeps its games and prints the
line that resumes it. It overwrites nothing but its own answer to the same question.")]
pub(crate) struct Tournament {
    /// The scenario
    pub(crate) scenario: String,
    /// German strategies: names or TOML files
    #[arg(long, value_name = "NAME|FILE", num_args = 1..)]
    pub(crate) german: Vec<String>,
    /// Allied strategies: names or TOML files
    #[arg(long, value_name = "NAME|FILE", num_args = 1..)]
    pub(crate) allied: Vec<String>,
    /// Enter the doctrines that ship with the scenario, all of them
    #[arg(long, conflicts_with_all = ["german", "allied"])]
    pub(crate) doctrines: bool,
    /// Keep the result beside the scenario, where every run reads it
    #[arg(long, requires = "doctrines")]
    pub(crate) keep: bool,
    /// Games of each pair
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = from_one())]
    pub(crate) games: u64,
    /// Climb the ladder of grades: random, greedy, the scenario's own strategy, search
    #[arg(long, conflicts_with_all = ["german", "allied", "review"])]
    pub(crate) ladder: bool,
    /// Games of each pair in which a side looks ahead [default: 100]
    #[arg(long, value_name = "N", requires = "ladder", value_parser = from_one())]
    pub(crate) search_games: Option<u64>,
    /// Playouts at each moment of a side that looks ahead [default: that of `search`]
    #[arg(long, value_name = "N", requires = "ladder", value_parser = from_one())]
    pub(crate) search_playouts: Option<u64>,
    /// Count each bot's mistakes (slower)
    #[arg(long)]
    pub(crate) review: bool,
    /// Options of run for every pair, e.g. `--set rulings.activation_cost=all_free`
    #[arg(long, value_name = "OPTIONS", default_value = "", allow_hyphen_values = true)]
    pub(crate) all: String,
    #[command(flatten)]
    pub(crate) bench: Bench,
}

/// What plans are about.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// Which unit lands where
    Drop,
    /// Which unit sets up where
    Setup,
}

impl From<Kind> for PlanKind {
    fn from(kind: Kind) -> PlanKind {
        match kind {
            Kind::Drop => PlanKind::Drop,
            Kind::Setup => PlanKind::Setup,
        }
    }
}

#[derive(Debug, ClapArgs)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
Examples:
  dropzone plans mercury/snafu                     every plan of the scenario, on the same seeds
  dropzone plans mercury/snafu --list              only what they are
  dropzone plans mercury/snafu --with mine.toml    and one of your own
  dropzone plans mercury/snafu --template drop > mine.toml
  dropzone plans optimize mercury/snafu --from clear-ground --out better.toml

A plan says which unit lands, or sets up, in which hex; docs/plans.md explains how to write one.
The scenario's own plans are scenarios/SYSTEM/plans/NAME/*.toml. Every plan is played by both sides'
strategies, and compared with what these choose by themselves. Chances and intervals are corrected for
the number of plans. One plan alone is played with `run --drops` or `run --setup`; two plans are
compared number by number with `compare`.

Writes plans.json, plans.md and index.html. When stopped, it keeps its games and prints the
line that resumes it. It overwrites nothing but its own answer to the same question.")]
pub(crate) struct Plans {
    #[command(subcommand)]
    pub(crate) command: Option<PlansCommand>,
    /// The scenario
    #[arg(required = true, value_name = "SCENARIO")]
    pub(crate) scenario: Option<String>,
    /// Only drop plans, or only set-up plans
    #[arg(long, value_name = "KIND")]
    pub(crate) kind: Option<Kind>,
    /// One more plan: its file; may be given again
    #[arg(long, value_name = "FILE")]
    pub(crate) with: Vec<String>,
    /// Only list the plans
    #[arg(long, conflicts_with_all = ["template", "games", "measure"])]
    pub(crate) list: bool,
    /// Print a plan that fixes everything, as a starting point
    #[arg(long, value_name = "KIND", conflicts_with_all = ["with", "games", "measure"])]
    pub(crate) template: Option<Kind>,
    /// Whose plan the template is [default: the side that has most to choose]
    #[arg(long, value_name = "SIDE", value_parser = side, requires = "template")]
    pub(crate) side: Option<Side>,
    /// Options of run for every game, e.g. `--german my-strategy.toml`
    #[arg(long, value_name = "OPTIONS", default_value = "", allow_hyphen_values = true)]
    pub(crate) all: String,
    /// Games of each plan
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = from_one())]
    pub(crate) games: u64,
    /// What the verdict is about
    #[arg(long, value_name = "NAME", default_value = "german_score")]
    pub(crate) measure: String,
    #[command(flatten)]
    pub(crate) bench: Bench,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PlansCommand {
    /// Search for a better plan, one change at a time, and measure its gain on fresh seeds
    Optimize(Box<Optimize>),
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  dropzone plans optimize mercury/snafu --from clear-ground --out better.toml
  dropzone plans optimize mercury/snafu --budget 50000 --out better.toml     from the strategy's own choice
  dropzone plans optimize mercury/kastelli --kind setup --side allied --out wall.toml

A change moves one unit to another hex, exchanges the hexes of two, or alters the order of the zones,
how a unit begins, with whom a leader goes or when a serial lands. Of the changes of a heat the better
half plays on with twice the games, until one is left; it meets the best plan so far in a duel on other
seeds, and replaces it where it is better by more than the standard error. The search ends when the
budget is spent or when no change is better. What counts is the score of the plan's side: a win is 1,
a draw, or a game that was cut off, ½.

The gain of the result is measured on fresh seeds only. The plan is written whole or not at all, with
its pedigree; the same command gives the same plan on any number of threads.")]
pub(crate) struct Optimize {
    /// The scenario
    pub(crate) scenario: String,
    /// The plan to begin with: a name or a TOML file [default: none, the strategy's own choice]
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) from: Option<String>,
    /// Whose plan [default: that of --from, or german]
    #[arg(long, value_name = "SIDE", value_parser = side)]
    pub(crate) side: Option<Side>,
    /// What the plan is about [default: that of --from, or drop]
    #[arg(long, value_name = "KIND")]
    pub(crate) kind: Option<Kind>,
    /// Games of the search, at most
    #[arg(long, value_name = "GAMES", default_value_t = 20_000, value_parser = from_one())]
    pub(crate) budget: u64,
    /// Changes of a heat
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=1_000))]
    pub(crate) heat: u16,
    /// Games of each plan in a duel; the first rung of a heat has an eighth of them
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = from_one())]
    pub(crate) duel: u64,
    /// Seed of the search
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Games of each plan that measure the gain
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(2..))]
    pub(crate) fresh: u64,
    /// Seed of these games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) fresh_seed: u64,
    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE.toml")]
    pub(crate) out: Option<PathBuf>,
    /// Threads, at most eight per core [default: one per core]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<u64>,
    #[command(flatten)]
    pub(crate) seats: super::Seats,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  dropzone worth mercury/kastelli
  dropzone worth mercury/kastelli --rulings
  dropzone worth mercury/kastelli --without \"air: --set air_support.0.strikes=0\"

Plays the scenario as shipped and again without each thing on the list, on the same seeds: how much less
the Germans score without it is what it was worth to them. The list is scenarios/SYSTEM/worth/NAME.toml,
if there is one: [[without]] blocks with a `name` and `set`, a list of changes. --rulings adds every
other reading of every uncertain ruling. Chances are corrected by Holm's method over the whole list.

Writes worth.json, worth.md and index.html. When stopped, it keeps its games and prints the
line that resumes it. It overwrites nothing but its own answer to the same question.")]
pub(crate) struct Worth {
    /// The scenario
    pub(crate) scenario: String,
    /// One more thing to leave out, as `NAME: OPTIONS OF RUN`; may be given again
    #[arg(long, value_name = "ARM")]
    pub(crate) without: Vec<String>,
    /// Add every other reading of every ruling
    #[arg(long)]
    pub(crate) rulings: bool,
    /// Options of run for every game, e.g. `--german my-plan.toml`
    #[arg(long, value_name = "OPTIONS", default_value = "", allow_hyphen_values = true)]
    pub(crate) all: String,
    /// Games of each arm
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = from_one())]
    pub(crate) games: u64,
    /// The measure of what things are worth
    #[arg(long, value_name = "NAME", default_value = "german_win")]
    pub(crate) measure: String,
    #[command(flatten)]
    pub(crate) bench: Bench,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  dropzone influence mercury/kastelli
  dropzone influence mercury/kastelli --games 1000 --keep

Plays the scenario as shipped and again with each rival of each uncertain reading and value, one at
a time and on the same seeds: how much it moves the Germans' score, a win 1 and a draw 1/2. --keep
writes the table to scenarios/SYSTEM/influence/NAME.toml, where every run of the scenario reads which
unknown that its interval leaves out would move it most.

Writes influence.json, influence.md and index.html. When stopped, it keeps its games and prints the
line that resumes it. It overwrites nothing but its own answer to the same question.")]
pub(crate) struct Influence {
    /// The scenario
    pub(crate) scenario: String,
    /// Games of each arm
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = from_one())]
    pub(crate) games: u64,
    /// Keep the table beside the scenario, where every run reads it
    #[arg(long)]
    pub(crate) keep: bool,
    #[command(flatten)]
    pub(crate) bench: Bench,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  dropzone calibrate mercury/snafu --against scenarios/mercury/facts/snafu.toml
  dropzone run mercury/snafu --worlds reports/mercury-snafu-calibrate/worlds.toml --out reports/known

Facts are [[fact]] blocks: a share, a mean or a quantile of a column of the games, least and greatest
(see docs/data-files.md). Each wave plays worlds that are spread over what is not ruled out; an
emulator says, with its own error, what all other worlds would do; worlds from which a fact is further
than three standard errors are ruled out. The answer has the worlds that are left with their weights
(worlds.toml, for `run --worlds`), the facts that no world reaches, and what one more fact would teach.
Only readings and values differ between worlds, never players: a weaker player is no calibration.

Writes calibrate.json, calibrate.md, worlds.toml and index.html. When stopped, it keeps its games and
prints the line that resumes it. It overwrites nothing but its own answer to the same question.")]
pub(crate) struct Calibrate {
    /// The scenario
    pub(crate) scenario: String,
    /// The file of facts
    #[arg(long, value_name = "FACTS.toml")]
    pub(crate) against: PathBuf,
    /// Worlds of each wave
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u64).range(2..=500))]
    pub(crate) worlds: u64,
    /// Waves, at most
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=20))]
    pub(crate) waves: u64,
    /// Games of each world
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(2..))]
    pub(crate) games: u64,
    /// Options of run for every world, e.g. `--german my-plan.toml`
    #[arg(long, value_name = "OPTIONS", default_value = "", allow_hyphen_values = true)]
    pub(crate) all: String,
    #[command(flatten)]
    pub(crate) bench: Bench,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Example of a SWEEP.toml:
  scenario = \"mercury/kastelli\"
  design   = \"morris\"       # grid, one-at-a-time, latin-hypercube, morris, sobol
  games    = 100             # at each point, the same seeds at every point
  points   = 10              # hypercube points, Sobol rows (a power of two), Morris trajectories
  measures = [\"german_win\", \"margin\"]

  [[factor]]
  key     = \"division.5GD.rating\"
  between = [1, 6]           # whole numbers; `fractions = true` allows others

  [[factor]]
  name   = \"price of an action\"
  key    = \"rulings.activation_cost\"
  values = [\"fire_one_point\", \"all_one_point\", \"all_free\"]

Writes sweep.json, points.csv, points.parquet, sweep.md and index.html with a tornado chart and curves.
When stopped, it keeps its games and prints the line that resumes it. It overwrites nothing but its
own answer to the same question.")]
pub(crate) struct Sweep {
    /// The sweep file, see docs/sweeps.md
    pub(crate) file: PathBuf,
    /// Play even a sweep of more than 1,000,000 games
    #[arg(long)]
    pub(crate) yes: bool,
    #[command(flatten)]
    pub(crate) sitting: Sitting,
}
