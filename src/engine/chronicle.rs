//! What a game tells about itself: the facts behind the tables of a run, the pictures, the briefs.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{BySide, FromSetup, HexId, Map, Measure, MeasureChart, Position, Side, Sources, Value};

/// What the tables of a run need to know about a game.
pub trait Account: Position {
    /// The scenario's victory levels, from best for the Germans to best for the Allies.
    fn levels(&self) -> Vec<String>;
    /// The names of the turns, first to last.
    fn turn_names(&self) -> Vec<String>;
    /// Every unit that can take part, in the order of [`Account::fates`]. The same in every game of a scenario.
    fn roster(&self) -> Vec<UnitEntry>;
    /// What became of each unit so far, in the order of the roster.
    fn fates(&self, fates: &mut Vec<UnitFate>);
    /// What the game keeps account of beside what every game has. The same in every game of a scenario; those of a
    /// game, of a turn, of a unit and of a landing each in the order in which their values are given.
    fn measures(&self) -> Vec<Measure> {
        Vec::new()
    }
    /// Pictures of them, in the order of a page.
    fn charts(&self) -> Vec<MeasureChart> {
        Vec::new()
    }
    /// The game as a whole; asked for when it is over (or cut off).
    fn game_facts(&self) -> GameFacts;
    /// What an event is to those who count: the end of a turn, a landing, a side that begins to act.
    fn entry(&self, event: &Self::Event) -> Option<Entry>;
    /// The row of a turn that an event ended.
    fn turn_facts(&self, event: &Self::Event) -> Option<TurnFacts>;
    /// The row of a landing.
    fn drop_facts(&self, _event: &Self::Event) -> Option<DropFacts> {
        None
    }
    /// What an event did to a hex, for pictures of where a game was fought.
    fn scar(&self, _event: &Self::Event) -> Option<Scar> {
        None
    }
    /// The hexes in which units stand, each with its side: once a side, in any order.
    fn stands(&self, _stands: &mut Vec<(HexId, Side)>) {}
    /// A die of a fight or a check that an event tells of, with what it was to do in the mean.
    fn combat(&self, _event: &Self::Event) -> Option<CombatFacts> {
        None
    }
}

/// What an event is to those who count.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A turn ended: which, from 1.
    Turn(u16),
    /// A unit dropped or landed: its number in the roster.
    Drop(u16),
    /// A side began to act: a chit was played, half an impulse began.
    Activation(Activation),
}

/// What happened to units in a hex.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Scar {
    /// Where.
    pub hex: HexId,
    /// Whose units.
    pub side: Side,
    /// What.
    pub deed: ScarDeed,
}

/// What happened to them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ScarDeed {
    /// They were fired at, struck at or attacked, once.
    Attacked,
    /// They lost so many steps.
    Lost(u16),
}

/// A side begins to act.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Activation {
    /// Who.
    pub side: Side,
    /// Number of the division whose units act; `None` where it is the whole side.
    pub division: Option<u16>,
    /// Whether all of the division acts, and not a part of it.
    pub whole: bool,
}

/// A die in a fight, or in a check of morale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombatFacts {
    /// Who fires, attacks or checks.
    pub side: Side,
    /// Number of the unit in the roster; `None` for aircraft and for several units at once.
    pub unit: Option<u16>,
    /// What is done: `fire`, `opportunity fire`, `assault`, `check`, `combat`, ...
    pub kind: &'static str,
    /// Row or column of the table, or what the check is for: a colour, `3:1`, `bravery`.
    pub row: &'static str,
    /// Rating, or number needed, after modifiers; `None` where the row is all that counts.
    pub rating: Option<i16>,
    /// Sum of the modifiers.
    pub modifier: i16,
    /// The die, unmodified.
    pub die: u8,
    /// Result in words; `None` where it is the damage to both, which are told elsewhere.
    pub result: Option<&'static str>,
    /// What it did: 1 for a hit or a check passed, or damage to the defender.
    pub effect: u16,
    /// The sum of that over all faces of the die.
    pub effect_of_all: u16,
    /// What it did to the one who rolled, and the sum over all faces.
    pub own_effect: Option<(u16, u16)>,
    /// Faces of the die.
    pub faces: u8,
}

impl CombatFacts {
    /// The kind of a check of morale or the like, which hurts nobody.
    pub const CHECK: &'static str = "check";

    /// The result in words: the table's own, or damage to the one who rolled and to the other.
    pub fn words(&self) -> Cow<'static, str> {
        match (self.result, self.own_effect) {
            (Some(words), _) => Cow::Borrowed(words),
            (None, Some((own, _))) => Cow::Owned(format!("{own}/{}", self.effect)),
            (None, None) => Cow::Owned(self.effect.to_string()),
        }
    }
}

/// The game as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFacts {
    /// Turn in which the game ended, from 1.
    pub end_turn: u16,
    /// Why it ended there, e.g. `port taken`, `last turn played`.
    pub end_reason: &'static str,
    /// Steps lost by each side.
    pub steps_lost: BySide<u16>,
    /// Command points each side was given, those of the set-up included.
    pub points_earned: BySide<u16>,
    /// Command points each side still holds at the end.
    pub points_unspent: BySide<u16>,
    /// Values of the measures of a game, in their order: see [`Account::measures`].
    pub values: Vec<Value>,
}

/// How things stood when a turn ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnFacts {
    /// The turn, from 1.
    pub turn: u16,
    /// Steps each side has in play.
    pub steps: BySide<u16>,
    /// Steps each side has lost so far.
    pub steps_lost: BySide<u16>,
    /// Objective hexes each side controls.
    pub control: BySide<u16>,
    /// Command points each side holds at the end of the turn.
    pub points: BySide<u16>,
    /// Command points each side was given in the turn.
    pub points_earned: BySide<u16>,
    /// Command points each side spent in the turn.
    pub points_spent: BySide<u16>,
    /// How near the Germans are to winning, per mille from -1000 to 1000, by the game's own yardstick.
    pub advantage: i32,
    /// Values of the measures of a turn, in their order: see [`Account::measures`].
    pub values: Vec<Value>,
}

/// A unit that dropped or air-landed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DropFacts {
    /// The turn, from 1.
    pub turn: u16,
    /// Number of the unit in the roster.
    pub unit: u16,
    /// `parachute`, `glider`, `free`, `ad-hoc` or `airland`.
    pub kind: &'static str,
    /// Name of the zone, as the scenario gives it.
    pub zone: String,
    /// Landing hex, printed number.
    pub hex: String,
    /// Terrain of the hex.
    pub terrain: String,
    /// Sum of all modifiers.
    pub modifier: i16,
    /// The die, unmodified.
    pub roll: u8,
    /// Result of the table, in its own words.
    pub result: &'static str,
    /// Steps lost in landing.
    pub steps_lost: u16,
    /// Values of the measures of a landing, in their order: see [`Account::measures`].
    pub values: Vec<Value>,
    /// What the table held in store when the die was cast, one entry a result that could come up.
    /// Empty where no die was cast.
    pub odds: Vec<DropOdds>,
}

/// One result that a drop table had in store, with its exact chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DropOdds {
    /// The result, as [`DropFacts::result`] would have named it.
    pub result: &'static str,
    /// Ways out of `of`.
    pub ways: u16,
    /// All ways.
    pub of: u16,
    /// Steps the unit would lose.
    pub steps_lost: u16,
    /// What it would suffer else: one number a toll among the measures of a landing, in their order.
    pub tolls: Vec<u16>,
}

/// A unit as the roster lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitEntry {
    /// Stable id, e.g. `gebpi95-1`.
    pub id: String,
    /// Name on the counter.
    pub name: String,
    /// Owner.
    pub side: Side,
    /// Division (or what stands for it).
    pub division: String,
    /// Formation.
    pub formation: String,
    /// Battalion, or what is as small; empty if it belongs to none, and in runs of earlier versions.
    #[serde(default)]
    pub battalion: String,
    /// Type of unit, e.g. `infantry`.
    pub kind: String,
    /// Steps at full strength.
    pub steps: u8,
    /// Whether it fights beside its side and is counted apart: it has a colour of its own.
    pub apart: bool,
    /// Values of the measures of a unit, in their order: see [`Account::measures`].
    pub values: Vec<Value>,
}

/// What became of a unit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct UnitFate {
    /// Steps left.
    pub steps: u8,
    /// How it ended.
    pub fate: Fate,
    /// Turn in which that happened, from 1; `None` while in play.
    pub turn: Option<u16>,
    /// What took its last step, e.g. `fire`, `assault`, `air strike`.
    pub cause: Option<&'static str>,
    /// Where it stands or last stood.
    pub hex: Option<HexId>,
}

/// How a unit's part in the game ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Still in play.
    InPlay,
    /// Lost all steps.
    Eliminated,
    /// Shipped from a port.
    Shipped,
    /// Left the map by an edge.
    Exited,
    /// Never arrived.
    NotArrived,
    /// Got away for good when its side withdrew.
    Withdrawn,
    /// Taken off the map by a rule, not eliminated.
    Removed,
}

impl Fate {
    /// All of them.
    pub const ALL: [Fate; 7] = [
        Fate::InPlay,
        Fate::Eliminated,
        Fate::Shipped,
        Fate::Exited,
        Fate::NotArrived,
        Fate::Withdrawn,
        Fate::Removed,
    ];

    /// The word in the `fate` column.
    pub const fn word(self) -> &'static str {
        match self {
            Fate::InPlay => "in play",
            Fate::Eliminated => "eliminated",
            Fate::Shipped => "shipped",
            Fate::Exited => "exited",
            Fate::NotArrived => "not arrived",
            Fate::Withdrawn => "withdrawn",
            Fate::Removed => "removed",
        }
    }
}

/// Where a value comes from: the five words of the project's data rules.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// The rules text says so.
    Text,
    /// A public source gives it.
    Public,
    /// Real coast, heights, towns.
    Geography,
    /// Inferred, with the reason beside it.
    Reconstructed,
    /// Corrected by an owner of the printed game.
    Corrected,
}

impl Origin {
    /// The word used in data files.
    pub const fn word(self) -> &'static str {
        match self {
            Origin::Text => "text",
            Origin::Public => "public",
            Origin::Geography => "geography",
            Origin::Reconstructed => "reconstructed",
            Origin::Corrected => "corrected",
        }
    }
}

/// How many values of one file come from one origin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Provenance {
    /// The file, as the scenario names it.
    pub file: String,
    /// What kind of value, e.g. `hexes`, `unit ratings`.
    pub what: String,
    /// Where they come from.
    pub origin: Origin,
    /// How many values.
    pub count: u32,
}

/// A reading of the rules that is not certain, and how this game reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ruling {
    /// Stable id, as `--set rulings.ID=VALUE` takes it.
    pub id: String,
    /// How it is read now.
    pub value: String,
    /// How it is read by default.
    pub default: String,
    /// The readings on offer.
    pub values: Vec<String>,
    /// What it decides, and where the doubt comes from.
    pub meaning: String,
}

/// What happened in 1941 or 1944, as far as a column of the games table can say it; each a value beside which a
/// report puts the games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct History {
    /// Who won, by the scenario's own measure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<HistoricalWinner>,
    /// What happened, in a sentence.
    pub told: String,
    /// Where that comes from.
    pub origin: Origin,
    /// The book or page.
    pub source: String,
    /// The numbers of the record, each by its column of the games table.
    #[serde(flatten)]
    pub numbers: BTreeMap<String, u16>,
}

/// Who won, in a record.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HistoricalWinner {
    /// The Germans.
    German,
    /// The Allies.
    Allied,
    /// Nobody.
    Draw,
}

impl HistoricalWinner {
    /// The word in the `winner` column.
    pub const fn word(self) -> &'static str {
        match self {
            HistoricalWinner::German => "german",
            HistoricalWinner::Allied => "allied",
            HistoricalWinner::Draw => "draw",
        }
    }
}

/// What `scenario show` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Brief {
    /// Title of the scenario.
    pub title: String,
    /// Lines of facts: length, forces, special rules, victory.
    pub facts: Vec<(String, String)>,
    /// Uncertain readings with their switches.
    pub rulings: Vec<Ruling>,
    /// Where the values come from.
    pub provenance: Vec<Provenance>,
    /// The historical record, where the scenario has one.
    #[serde(default)]
    pub history: Option<History>,
}

/// What a counter shows of its branch of service: the symbol in the box. A system takes the nearest.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Symbol {
    /// An empty box, for what has no symbol.
    Unit,
    /// Foot.
    Infantry,
    /// Dropped by parachute.
    Parachute,
    /// Landed by glider.
    Glider,
    /// Flown in.
    AirLanding,
    /// Mountain troops.
    Mountain,
    /// On motorcycles or lorries.
    Motorised,
    /// In carriers.
    Mechanised,
    /// Tanks.
    Armour,
    /// Scouts.
    Reconnaissance,
    /// Machine guns and mortars together.
    HeavyWeapons,
    /// Machine guns.
    MachineGun,
    /// Mortars.
    Mortar,
    /// Guns for direct fire.
    Gun,
    /// Artillery.
    Artillery,
    /// Guns of the coast.
    CoastArtillery,
    /// Against tanks.
    AntiTank,
    /// Against aircraft.
    AntiAircraft,
    /// Engineers.
    Engineer,
    /// Commandos.
    Commando,
    /// A staff.
    Headquarters,
    /// Police.
    Police,
    /// Sailors ashore.
    Naval,
    /// Lorries.
    Transport,
    /// Armed civilians.
    Irregular,
    /// Left behind to delay.
    Rearguard,
    /// A base of supply.
    Supply,
    /// Something precious.
    Treasure,
}

impl Symbol {
    /// All of them.
    pub const ALL: [Symbol; 28] = [
        Symbol::Unit,
        Symbol::Infantry,
        Symbol::Parachute,
        Symbol::Glider,
        Symbol::AirLanding,
        Symbol::Mountain,
        Symbol::Motorised,
        Symbol::Mechanised,
        Symbol::Armour,
        Symbol::Reconnaissance,
        Symbol::HeavyWeapons,
        Symbol::MachineGun,
        Symbol::Mortar,
        Symbol::Gun,
        Symbol::Artillery,
        Symbol::CoastArtillery,
        Symbol::AntiTank,
        Symbol::AntiAircraft,
        Symbol::Engineer,
        Symbol::Commando,
        Symbol::Headquarters,
        Symbol::Police,
        Symbol::Naval,
        Symbol::Transport,
        Symbol::Irregular,
        Symbol::Rearguard,
        Symbol::Supply,
        Symbol::Treasure,
    ];

    /// Its name in words.
    pub const fn word(self) -> &'static str {
        match self {
            Symbol::Unit => "unit",
            Symbol::Infantry => "infantry",
            Symbol::Parachute => "parachutists",
            Symbol::Glider => "glider troops",
            Symbol::AirLanding => "air-landing troops",
            Symbol::Mountain => "mountain troops",
            Symbol::Motorised => "motorised infantry",
            Symbol::Mechanised => "mechanised infantry",
            Symbol::Armour => "armour",
            Symbol::Reconnaissance => "reconnaissance",
            Symbol::HeavyWeapons => "heavy weapons",
            Symbol::MachineGun => "machine guns",
            Symbol::Mortar => "mortars",
            Symbol::Gun => "guns",
            Symbol::Artillery => "artillery",
            Symbol::CoastArtillery => "coastal artillery",
            Symbol::AntiTank => "anti-tank guns",
            Symbol::AntiAircraft => "anti-aircraft guns",
            Symbol::Engineer => "engineers",
            Symbol::Commando => "commandos",
            Symbol::Headquarters => "headquarters",
            Symbol::Police => "police",
            Symbol::Naval => "naval troops",
            Symbol::Transport => "transport",
            Symbol::Irregular => "irregulars",
            Symbol::Rearguard => "rearguard",
            Symbol::Supply => "supply",
            Symbol::Treasure => "treasure",
        }
    }
}

/// What a marker means for the one who bears it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tone {
    /// Hurt: suppressed, shaken, damaged.
    Harm,
    /// Held up: not yet out of the harness.
    Delay,
    /// Sheltered: dug in.
    Shelter,
    /// Helped: a leader, aircraft.
    Help,
    /// Neither: a formation, a state.
    State,
}

impl Tone {
    /// All of them.
    pub const ALL: [Tone; 5] = [Tone::Harm, Tone::Delay, Tone::Shelter, Tone::Help, Tone::State];
}

/// A marker on a counter, or in a hex.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marker {
    /// What it means for the bearer.
    pub tone: Tone,
    /// The one or two letters on it.
    pub badge: String,
    /// In words, e.g. `suppressed`, `cohesion 1`, `improved position`.
    pub words: String,
}

impl Marker {
    /// A marker.
    pub fn new(tone: Tone, badge: impl Into<String>, words: impl Into<String>) -> Self {
        Marker { tone, badge: badge.into(), words: words.into() }
    }
}

/// A counter on the map, for pictures and replays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Number in the roster.
    pub unit: u16,
    /// Where it stands.
    pub hex: HexId,
    /// Steps left.
    pub steps: u8,
    /// The figures on the side that shows, in the order of [`Pictured::figures`].
    pub figures: Vec<String>,
    /// What lies on or beside it.
    pub markers: Vec<Marker>,
}

/// A kind of event that a reader of a game wants to jump to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MomentKind {
    /// A unit drops or lands from the air.
    Drop,
    /// A close fight: an assault, a combat.
    Assault,
    /// A place changes hands.
    Capture,
    /// A unit is eliminated.
    Elimination,
}

impl MomentKind {
    /// All of them.
    pub const ALL: [MomentKind; 4] =
        [MomentKind::Drop, MomentKind::Assault, MomentKind::Capture, MomentKind::Elimination];

    /// Its name in words.
    pub const fn word(self) -> &'static str {
        match self {
            MomentKind::Drop => "drop",
            MomentKind::Assault => "assault",
            MomentKind::Capture => "capture",
            MomentKind::Elimination => "elimination",
        }
    }
}

/// An event worth jumping to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// What kind.
    pub kind: MomentKind,
    /// Where, if it has a place.
    pub hex: Option<HexId>,
}

/// What maps, replays and `scenario show` draw from.
pub trait Pictured: Account {
    /// The map in play.
    fn map(&self) -> &Map;
    /// Every counter on the map, in roster order.
    fn counters(&self) -> Vec<Counter>;
    /// The symbol of every unit of the roster, in its order. The same in every game of a scenario.
    fn symbols(&self) -> Vec<Symbol>;
    /// What the figures of a counter mean. The first three stand on the counter, the rest beside it.
    fn figures(&self) -> &'static [&'static str];
    /// Markers that lie in a hex and on no counter.
    fn ground_markers(&self) -> Vec<(HexId, Marker)> {
        Vec::new()
    }
    /// Whether an event is one to jump to.
    fn moment(&self, event: &Self::Event) -> Option<Moment>;
    /// Objective hexes with their controller.
    fn objectives(&self) -> Vec<(HexId, Side)>;
    /// Where units set up, arrive or drop, as printed on the map picture: hex and a short label.
    fn set_up_marks(&self) -> Vec<(HexId, String)>;
    /// Title, facts, rulings and provenance.
    fn brief(&self) -> Brief;
}

/// A table of a system whose exact distribution can be asked for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct OddsTable {
    /// Name on the command line.
    pub name: &'static str,
    /// What it answers.
    pub meaning: &'static str,
    /// Arguments: name, default, meaning.
    pub arguments: &'static [(&'static str, &'static str, &'static str)],
}

/// One result and its exact chance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OddsRow {
    /// The result in the table's words.
    pub result: String,
    /// Ways out of `of`.
    pub ways: u64,
    /// All ways.
    pub of: u64,
}

impl OddsRow {
    /// Equally likely results out of `of`, equal ones added up, in the order in which they come.
    pub fn counted(of: u64, results: impl IntoIterator<Item = String>) -> Vec<OddsRow> {
        let mut rows: Vec<OddsRow> = Vec::new();
        for result in results {
            match rows.iter_mut().find(|row| row.result == result) {
                Some(row) => row.ways += 1,
                None => rows.push(OddsRow { result, ways: 1, of }),
            }
        }
        rows
    }
}

/// Systems that can answer `odds`.
pub trait Odds: FromSetup {
    /// The tables on offer.
    const TABLES: &'static [OddsTable];
    /// The exact distribution of one table. `arguments` holds a value for each argument of the table, in order.
    ///
    /// # Errors
    /// A sentence that says which argument is wrong and what was expected.
    fn odds(
        sources: &mut impl Sources,
        table: &str,
        arguments: &[String],
    ) -> Result<Vec<OddsRow>, String>;
}
