//! The whole answer of a run as plain values: every number with its interval.

use std::collections::BTreeMap;

use engine::{BySide, Measure, MeasureChart, Origin, Provenance, Ruling, Side};
use lab::Moved;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::estimate::{Interval, mean_interval, wilson};
use crate::{FactStudy, Ground, GroundStudy, LuckStudy, Named, SuspenseStudy, WorldStudy};

/// A number with its interval. It never travels without.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Estimate {
    /// Point estimate.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// Confidence level of the interval, e.g. 0.95.
    pub confidence: f64,
    /// Games behind it.
    pub n: u64,
    /// How the interval was made.
    pub method: Method,
    /// The interval that holds for what is not known too: for the number of one world drawn like those of the run. `None`
    /// where games of one world alone were played, or the number is not counted by world.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worlds: Option<[f64; 2]>,
}

/// The level of confidence of every interval in a summary.
pub const CONFIDENCE: f64 = 0.95;

impl Estimate {
    /// A number with its interval at [`CONFIDENCE`], to six decimals: more would be noise of the arithmetic.
    pub(crate) fn new(value: f64, interval: Interval, n: u64, method: Method) -> Estimate {
        let round = |number: f64| (number * 1e6).round() / 1e6;
        Estimate {
            value: round(value),
            low: round(interval.low),
            high: round(interval.high),
            confidence: CONFIDENCE,
            n,
            method,
            worlds: None,
        }
    }

    /// The same with the interval for what is not known, which is never the shorter one.
    #[must_use]
    pub(crate) fn over_worlds(self, interval: Interval) -> Estimate {
        let round = |number: f64| (number * 1e6).round() / 1e6;
        let [low, high] = [interval.low.min(self.low), interval.high.max(self.high)].map(round);
        Estimate { worlds: Some([low, high]), ..self }
    }

    /// The mean of a number of each game, with its t interval: of so many numbers, their mean, variance and least.
    pub(crate) fn mean(n: u64, mean: f64, variance: f64, least: f64) -> Estimate {
        let interval =
            mean_interval(n, mean, variance, Interval::of_numbers_from(least), CONFIDENCE);
        Estimate::new(mean, interval, n, Method::StudentT)
    }

    /// A share of games, with its Wilson interval.
    pub fn share(count: u64, games: u64) -> Estimate {
        let value = count as f64 / games.max(1) as f64;
        Estimate::new(value, wilson(count, games, CONFIDENCE), games, Method::Wilson)
    }
}

/// How an interval was made.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Wilson score interval (one proportion).
    Wilson,
    /// Student t interval (a mean).
    StudentT,
    /// Goodman simultaneous intervals (victory levels).
    Goodman,
    /// Distribution-free interval of a quantile by order statistics.
    OrderStatistics,
    /// Tango score interval (two shares over the same seeds).
    Tango,
    /// Newcombe hybrid score interval (two shares, each with its own games).
    Newcombe,
    /// Student t interval of paired differences.
    PairedT,
    /// Welch interval (two means, each with its own games).
    Welch,
    /// `DeLong` interval (the chance that one arm ends better than another).
    DeLong,
    /// Normal interval on the scale of log odds.
    LogOdds,
    /// Percentiles of a bootstrap over seeds.
    Bootstrap,
    /// Fisher's z (a correlation).
    FisherZ,
    /// Normal interval by the delta method.
    Delta,
    /// Student t interval with the error of a jackknife over the points of a design.
    Jackknife,
    /// Range of 95 % of worlds, as an emulator foretells them.
    Emulator,
    /// Student t interval of a mean adjusted by regression on numbers whose expectation is known.
    ControlVariates,
}

/// The answer of one run: `summary.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// Version of this layout; grows by one when a field changes its meaning.
    pub schema: u32,
    /// What was played.
    pub run: RunFacts,
    /// The answer in words: two sentences, ready to print.
    pub verdict: String,
    /// Share of games each side won.
    pub wins: BySide<Estimate>,
    /// Share of draws.
    pub draws: Estimate,
    /// Mean score (win 1, draw 1/2) of each side.
    pub score: BySide<Estimate>,
    /// Share of games stopped at the bound on decisions.
    pub cut_off: Estimate,
    /// Victory levels from best for the Germans to best for the Allies, with Goodman intervals.
    pub levels: Vec<Share>,
    /// Deciding victory clauses, most frequent first.
    pub clauses: Vec<Share>,
    /// How games ended, most frequent first.
    pub end_reasons: Vec<Share>,
    /// In which turn games ended, one entry a turn of the calendar.
    pub end_turns: Vec<Share>,
    /// Spread of the margin (positive favours the Germans).
    pub margin: Spread,
    /// Spread of the steps each side lost.
    pub steps_lost: BySide<Spread>,
    /// Spread of what else the game counts, by its own names, such as `greek_steps_lost`; `None` where the scenario has
    /// no such thing.
    #[serde(flatten)]
    pub counted: Named<Option<Spread>>,
    /// How near the goals were that were not met, at the end of each game, by the game's own names; `None` where the
    /// scenario has no such goal. Operation Mercury and Race: `steps`, the steps that the Germans had left to lose, and
    /// `hexes`, the hexes that the attacker had left to go.
    pub near: Named<Option<Spread>>,
    /// Spread of the decisions a game takes.
    pub decisions: Spread,
    /// What else a game takes at the table.
    pub table_time: TableTime,
    /// How games went by who acted first and twice in a row; empty where no division acts alone.
    pub order: Vec<OrderStudy>,
    /// One entry a turn of the calendar; bands over the games still being played (finished games keep their last value).
    pub turns: Vec<TurnBand>,
    /// Who leads, and whether it lasts; `None` where no turn was ever played to its end.
    #[serde(default)]
    pub suspense: Option<SuspenseStudy>,
    /// How much of the result was luck; `None` where no die with known chances was cast, or games are too few.
    #[serde(default)]
    pub luck: Option<LuckStudy>,
    /// How each unit fared, in roster order.
    pub units: Vec<UnitSummary>,
    /// Steps each formation loses, Germans first.
    pub formations: Vec<FormationSummary>,
    /// Where the command points went; `None` where the system has none.
    pub points: Option<PointStudy>,
    /// The same by division, in the order of the scenario; empty where no division has points of its own.
    #[serde(default)]
    pub purses: Vec<PurseStudy>,
    /// Random events a game; empty where the scenario has none.
    pub events: Vec<Counted>,
    /// The drop study; `None` where nothing drops.
    pub drops: Option<DropStudy>,
    /// Where games are fought; `None` where the run's facts hold no map.
    #[serde(default)]
    pub places: Option<GroundStudy>,
    /// The map, for pictures; not part of `summary.json`.
    #[serde(skip)]
    pub ground: Option<Ground>,
    /// What the game keeps account of, for its words; not part of `summary.json`.
    #[serde(skip)]
    pub measures: Vec<Measure>,
    /// What it would have drawn of it; not part of `summary.json`.
    #[serde(skip)]
    pub charts: Vec<MeasureChart>,
    /// Dice of fights and checks, promised and given; empty unless the run kept them.
    pub combats: Vec<CombatStudy>,
    /// The historical record beside the games; `None` where the scenario has none.
    pub history: Option<HistoryStudy>,
    /// What each side's bot did wrong per game, by measure; empty unless the run counted it.
    pub mistakes: BTreeMap<String, BySide<Estimate>>,
    /// How often the plans of a side were kept, the Germans first; empty without plans.
    #[serde(default)]
    pub plans: Vec<PlanKept>,
    /// What a run over worlds says of what is not known; `None` for a run in one world.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worlds: Option<WorldStudy>,
    /// For a run in one world: the rival value that moves the answer most, by the table that ships with the scenario.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub influence: Option<Moved>,
    /// Published outcomes of games like these; empty where there are none, or the run changes the scenario.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<FactStudy>,
    /// Games worth watching.
    pub watch: Vec<Watch>,
    /// Anything a reader must know before believing the numbers: identical games, zero variance, games cut off.
    pub warnings: Vec<String>,
}

impl Summary {
    /// Version of the layout written by this version of the tool.
    pub const SCHEMA: u32 = 1;
    /// The name of the file in a run folder.
    pub const FILE: &'static str = "summary.json";

    /// The text of `summary.json`.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("every field is a JSON value");
        text.push('\n');
        text
    }
}

/// How often the plans of a side were kept, a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlanKept {
    /// Whose plans.
    pub side: Side,
    /// Decisions about which they say something.
    pub asked: Estimate,
    /// Those of them in which the rules allowed something that the plans ask for.
    pub kept: Estimate,
}

/// What was played, and the line that repeats it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunFacts {
    /// Scenario, e.g. `mercury/kastelli`.
    pub scenario: String,
    /// Title of the scenario.
    pub title: String,
    /// Lines of facts about the scenario: length, forces, special rules, victory.
    pub facts: Vec<(String, String)>,
    /// Strategy of each side.
    pub strategies: BySide<String>,
    /// What each strategy means to do, in its own words.
    pub intents: BySide<String>,
    /// What the Germans score over all pairs of the scenario's doctrines, least and most; `None` where that was not
    /// measured, or the run changes the scenario.
    #[serde(default)]
    pub doctrines: Option<DoctrineRange>,
    /// Drop plan; empty where there is none.
    pub drops: String,
    /// Set-up plans, each as `SIDE=PLAN`.
    #[serde(default)]
    pub setup: Vec<String>,
    /// Number of games.
    pub games: u64,
    /// Games whose turn, drop and unit rows were kept.
    pub detailed: u64,
    /// Seed of the run.
    pub seed: u64,
    /// Values changed with `--set`.
    pub set: Vec<(String, String)>,
    /// Values that an owner read off a printed copy.
    #[serde(default)]
    pub copied: u32,
    /// Uncertain readings of the rules, as played.
    pub rulings: Vec<Ruling>,
    /// Where the values come from.
    pub provenance: Vec<Provenance>,
    /// Hashes: rules, scenario with its data files, strategies.
    pub hashes: BTreeMap<String, String>,
    /// Version of the tool.
    pub version: String,
    /// The command that makes the same run again.
    pub command: String,
    /// Names of the turns.
    pub turn_names: Vec<String>,
}

/// The doctrines that ship with a scenario, all against all: no pair of players is the answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DoctrineRange {
    /// Pairs that were played.
    pub pairs: u64,
    /// The Germans' score in the pair in which it is least.
    pub least: Estimate,
    /// That pair: the German doctrine, then the Allied one.
    pub least_in: BySide<String>,
    /// The Germans' score in the pair in which it is most.
    pub most: Estimate,
    /// That pair.
    pub most_in: BySide<String>,
    /// The command that measures them again.
    pub command: String,
}

/// One of several outcomes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Share {
    /// Its name.
    pub name: String,
    /// Games.
    pub count: u64,
    /// Share of all games.
    pub share: Estimate,
    /// The side it favours, where it favours one.
    pub side: Option<Side>,
}

/// How a number spreads over the games. Quantiles, because such numbers are skewed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Spread {
    /// Mean with a t interval.
    pub mean: Estimate,
    /// Smallest value.
    pub min: f64,
    /// 5th, 25th, 50th, 75th and 95th percentile.
    pub quantiles: [f64; 5],
    /// Largest value.
    pub max: f64,
    /// Interval of the median by order statistics.
    pub median: Estimate,
    /// How many games had each value, ascending; bins of equal width where there are more than 60 values.
    pub histogram: Vec<Bin>,
}

/// One bar of a histogram.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Bin {
    /// From this value on.
    pub from: f64,
    /// Up to and without this value.
    pub to: f64,
    /// Games in it.
    pub count: u64,
}

/// The 5th, 25th, 50th, 75th and 95th percentile over the games, at the end of one turn.
pub type Band = [f64; 5];

/// How things stood at the end of one turn, over the games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TurnBand {
    /// The turn, from 1.
    pub turn: u16,
    /// Its name.
    pub name: String,
    /// Games not yet over before this turn ended.
    pub playing: u64,
    /// Steps lost so far.
    pub steps_lost: BySide<Band>,
    /// Steps in play.
    pub steps: BySide<Band>,
    /// Objective hexes controlled.
    pub control: BySide<Band>,
    /// What else the game's charts show turn by turn, by its own names, such as `airfields` and `ports` in German hands;
    /// `None` where the scenario has no such thing.
    #[serde(flatten)]
    pub shown: Named<Option<Band>>,
    /// Share of games in which the Germans control all objectives, with its interval.
    pub german_control: Estimate,
    /// Command points held.
    pub points: BySide<Band>,
    /// Command points given in the turn.
    pub points_earned: BySide<Band>,
    /// Command points spent in the turn.
    pub points_spent: BySide<Band>,
    /// How near the Germans are to winning, per mille.
    pub advantage: Band,
    /// Share of games decided (over) by the end of this turn.
    pub decided: Estimate,
}

/// How one unit fared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UnitSummary {
    /// Its id.
    pub id: String,
    /// Name on the counter.
    pub name: String,
    /// Owner.
    pub side: Side,
    /// Formation.
    pub formation: String,
    /// Steps at full strength.
    pub steps: u8,
    /// Share of games in which it was eliminated.
    pub eliminated: Estimate,
    /// Mean steps lost.
    pub steps_lost: Estimate,
    /// What took its last step, most frequent first, with counts.
    pub causes: Vec<(String, u64)>,
}

/// How one formation fared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FormationSummary {
    /// Its name.
    pub name: String,
    /// Division, or what stands for it.
    pub division: String,
    /// Owner.
    pub side: Side,
    /// Units in it.
    pub units: u32,
    /// Steps of all of them at full strength.
    pub steps: u32,
    /// Mean steps lost in a game.
    pub steps_lost: Estimate,
}

/// Something counted in every game, on each side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Counted {
    /// Its name.
    pub name: String,
    /// Mean count in a game.
    pub per_game: BySide<Estimate>,
}

/// Where the command points of a game go: what was earned went for the uses or is unspent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PointStudy {
    /// Points given in a game, those of the set-up included.
    pub earned: BySide<Estimate>,
    /// Points that went for each use.
    pub uses: Vec<Counted>,
    /// Points still held at the end.
    pub unspent: BySide<Estimate>,
}

/// Where the command points of one division go in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PurseStudy {
    /// Id of the division.
    pub division: String,
    /// Owner; `None` where no unit of the roster is in it.
    pub side: Option<Side>,
    /// Points that went for each use. With those unspent, as many as the division was given, those of the set-up included.
    pub uses: Vec<(String, Estimate)>,
    /// Points held when the last turn ended.
    pub unspent: Estimate,
    /// What is told beside these, by the game's own names. Operation Mercury: `wasted`, the points that bought nothing
    /// (taken away by an event, or left over when the game ended), and the dispatch points given or bought
    /// (`dispatch_earned`) and spent on chits (`dispatch_spent`).
    #[serde(flatten)]
    pub beside: Named<Estimate>,
}

impl PurseStudy {
    /// Whether any point passed through its hands, in any game.
    pub fn used(&self) -> bool {
        let parts = self.uses.iter().map(|(_, mean)| mean).chain([&self.unspent]);
        parts.into_iter().any(|mean| mean.value > 0.0)
    }
}

/// What a table promised a unit when its die was cast, what it gave, and the difference.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Promise {
    /// Exact expectation, in the mean over the units; it varies with what the units met.
    pub expected: Estimate,
    /// What came.
    pub observed: Estimate,
    /// Observed less expected: its interval holds 0 where the dice are fair.
    pub excess: Estimate,
}

/// One result of the drop table, promised and given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResultStudy {
    /// The result, in the table's words.
    pub result: String,
    /// Its share of the units for which a die was cast.
    pub share: Promise,
}

/// What a game takes at the table, beside its decisions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TableTime {
    /// Chits played, or halves of impulses.
    pub activations: Spread,
    /// Dice cast.
    pub rolls: Spread,
}

/// How games went by one count of who acted when.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OrderStudy {
    /// The column, e.g. `german_back_to_back`.
    pub column: String,
    /// Games below the median, at it, and above; groups without games are left out.
    pub groups: Vec<LossGroup>,
}

/// The dice of one kind and row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CombatStudy {
    /// What is done, e.g. `opportunity fire`.
    pub kind: String,
    /// Row or column of the table, or what a check is for.
    pub row: String,
    /// Dice cast in all games.
    pub dice: u64,
    /// Share of hits or of checks passed; damage to the defender where `own` is given.
    pub effect: Promise,
    /// Damage to the attacker.
    pub own: Option<Promise>,
}

/// The historical record beside the games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HistoryStudy {
    /// What happened.
    pub told: String,
    /// Where that comes from.
    pub origin: Origin,
    /// The book or page.
    pub source: String,
    /// Who won, and the share of games that went that way.
    pub winner: Option<(String, Estimate)>,
    /// Columns of numbers.
    pub numbers: Vec<HistoricalNumber>,
}

/// One number of the record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HistoricalNumber {
    /// The column of the games table.
    pub column: String,
    /// What happened.
    pub value: i64,
    /// Share of all games with a smaller value, with that value, with a greater one, and with none.
    pub below: Estimate,
    /// The same value.
    pub same: Estimate,
    /// A greater value.
    pub above: Estimate,
    /// No value: it never happened.
    pub none: Estimate,
}

/// How games went that are alike in one count, such as the steps lost in landing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LossGroup {
    /// Smallest count.
    pub from: u64,
    /// Greatest count.
    pub to: u64,
    /// Games.
    pub games: u64,
    /// Share of them that each side won.
    pub wins: BySide<Estimate>,
    /// Share of them drawn.
    pub draws: Estimate,
}

/// What the drop table did to the paratroopers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DropStudy {
    /// Results of the table over all units and games.
    pub results: Vec<Share>,
    /// Units that landed, eliminated ones included.
    pub units: u64,
    /// Spread of the steps lost in landing a game.
    pub steps_lost: Spread,
    /// Spread of what landing units suffer else in a game, by the game's own names, such as the delay `markers`.
    #[serde(flatten, deserialize_with = "tolls")]
    #[schemars(with = "Named<OfTolls>")]
    pub tolls: Named<Spread>,
    /// By zone: name, units landed, share eliminated, mean modifier.
    pub zones: Vec<ZoneStudy>,
    /// Units for which a die was cast on the table.
    pub cast: u64,
    /// Each result promised and given, the most promised first.
    pub promises: Vec<ResultStudy>,
    /// What a unit suffers else after the die, by the same names after `promised_`.
    #[serde(flatten, deserialize_with = "promised_tolls")]
    #[schemars(with = "Named<OfTolls>")]
    pub promised_tolls: Named<Option<Promise>>,
    /// Steps a unit loses by the die.
    pub promised_losses: Option<Promise>,
    /// Results of the games with fewer steps lost in landing than the median, with as many, and with more;
    /// groups without games are left out.
    pub by_losses: Vec<LossGroup>,
}

/// What stands before the name of a toll where it is what the odds promised.
pub(crate) const PROMISED: &str = "promised_";

/// A field of a drop study that the game names.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum OfTolls {
    Suffered(Box<Spread>),
    Promised(Option<Box<Promise>>),
}

fn tolls<'de, D: Deserializer<'de>>(fields: D) -> Result<Named<Spread>, D::Error> {
    let suffered = |(name, field)| match field {
        OfTolls::Suffered(spread) => Some((name, *spread)),
        OfTolls::Promised(_) => None,
    };
    Ok(Named::<OfTolls>::deserialize(fields)?.0.into_iter().filter_map(suffered).collect())
}

fn promised_tolls<'de, D>(fields: D) -> Result<Named<Option<Promise>>, D::Error>
where
    D: Deserializer<'de>,
{
    let promised = |(name, field): (String, OfTolls)| match field {
        OfTolls::Promised(promise) => Some((name, promise.map(|promise| *promise))),
        OfTolls::Suffered(_) => None,
    };
    Ok(Named::<OfTolls>::deserialize(fields)?.0.into_iter().filter_map(promised).collect())
}

/// The drops of one zone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ZoneStudy {
    /// Name of the zone.
    pub zone: String,
    /// Units that landed there over all games.
    pub units: u64,
    /// Share of them eliminated in landing.
    pub eliminated: Estimate,
    /// Mean steps lost in landing per unit.
    pub steps_lost: Estimate,
    /// Mean modifier on the table.
    pub modifier: Estimate,
    /// Steps lost per unit for which a die was cast; `None` where none was.
    pub promised_losses: Option<Promise>,
}

/// A game worth watching.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Watch {
    /// Why: `closest`, `fastest German win`, `most typical`, ...
    pub why: String,
    /// Index of the game.
    pub game: u64,
    /// The command that shows it.
    pub command: String,
    /// The page that shows it, from the run's folder; `None` where it was not made.
    #[serde(default)]
    pub page: Option<String>,
}

impl Watch {
    /// The name of a game's page in the run's folder.
    pub fn page_of(game: u64) -> String {
        format!("replays/game-{game}.html")
    }
}
