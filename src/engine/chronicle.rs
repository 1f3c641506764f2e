//! What a game tells about itself: the facts behind the tables of a run, the pictures, the briefs.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::{BySide, FromSetup, HexId, Map, Position, Side, Sources};

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
    /// What command points can be spent on, in the order of [`GameFacts::points_spent`]. Short names in
    /// small letters with hyphens, the same in every game; none where the system has no such points.
    fn point_uses(&self) -> Vec<String> {
        Vec::new()
    }
    /// Who holds command points, in the order of [`TurnFacts::purses`]: ids of divisions.
    fn purses(&self) -> Vec<String> {
        Vec::new()
    }
    /// Named things that can happen by chance in a game, such as random events, in the order of
    /// [`GameFacts::happenings`]; named like the uses of points.
    fn happenings(&self) -> Vec<String> {
        Vec::new()
    }
    /// The game as a whole; asked for when it is over (or cut off).
    fn game_facts(&self) -> GameFacts;
    /// The part of an event that belongs into a table.
    fn entry<'a>(&self, event: &'a Self::Event) -> Option<Entry<'a>>;
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

/// A table row carried by an event.
#[derive(Clone, Debug)]
pub enum Entry<'a> {
    /// A turn ended.
    Turn(&'a TurnFacts),
    /// A unit dropped or landed.
    Drop(&'a DropFacts),
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
    /// Result in words.
    pub result: String,
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
}

/// The game as a whole. `None` where the scenario has no such thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFacts {
    /// Turn in which the game ended, from 1.
    pub end_turn: u16,
    /// Why it ended there, e.g. `port taken`, `last turn played`.
    pub end_reason: &'static str,
    /// Steps lost by each side (Greeks counted with the Allies).
    pub steps_lost: BySide<u16>,
    /// Steps lost by Greek units alone.
    pub greek_steps_lost: Option<u16>,
    /// Lowest Allied morale.
    pub morale_min: Option<i16>,
    /// Allied morale at the end.
    pub morale_end: Option<i16>,
    /// Turn in which the Allied withdrawal was triggered, from 1.
    pub withdrawal_turn: Option<u16>,
    /// Withdrawal level at the end.
    pub withdrawal_level: Option<i16>,
    /// Allied units withdrawn.
    pub units_withdrawn: Option<u16>,
    /// First turn at whose end the Germans held a whole airfield, from 1.
    pub first_airfield_turn: Option<u16>,
    /// Airfields in German hands at the end.
    pub airfields_end: Option<u16>,
    /// Ports in German hands at the end.
    pub ports_end: Option<u16>,
    /// German steps that the Allies still had to take for a goal of theirs; 0 when it was met.
    pub steps_short: Option<u16>,
    /// Hexes that the attacker's units still had to go to the places he needs; 0 when he held them.
    pub hexes_short: Option<u16>,
    /// Command points each side was given, those of the set-up included.
    pub points_earned: BySide<u16>,
    /// Command points that left each side's hands, by use: see [`Account::point_uses`].
    pub points_spent: Vec<BySide<u16>>,
    /// Command points each side still holds at the end.
    pub points_unspent: BySide<u16>,
    /// How often each thing happened to a side: see [`Account::happenings`].
    pub happenings: Vec<BySide<u16>>,
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
    /// Steps lost by Greek units so far.
    pub greek_steps_lost: Option<u16>,
    /// Objective hexes each side controls.
    pub control: BySide<u16>,
    /// Airfields in German hands.
    pub airfields: Option<u16>,
    /// Ports in German hands.
    pub ports: Option<u16>,
    /// Command points each side holds at the end of the turn.
    pub points: BySide<u16>,
    /// Command points each side was given in the turn.
    pub points_earned: BySide<u16>,
    /// Command points each side spent in the turn.
    pub points_spent: BySide<u16>,
    /// The same by division: see [`Account::purses`].
    pub purses: Vec<PurseFacts>,
    /// Allied morale.
    pub morale: Option<i16>,
    /// Withdrawal level.
    pub withdrawal_level: Option<i16>,
    /// How the airlanding goes, where there is one.
    pub serials: Option<SerialFacts>,
    /// How near the Germans are to winning, per mille from -1000 to 1000, by the game's own yardstick.
    pub advantage: i32,
}

/// Serials that land by transport aircraft, at the end of a turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SerialFacts {
    /// Serials landed so far.
    pub landed: u16,
    /// Serials that have not landed.
    pub waiting: u16,
    /// Enemy units whose fire zone covers a hex of the airfield.
    pub fire_zones: u16,
    /// What the turn came to; `None` where no serial could have landed in it by the timetable.
    pub turn: Option<SerialTurn>,
}

/// What a turn in which a serial could have landed came to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SerialTurn {
    /// A serial landed.
    Landed,
    /// Lost: too little of the airfield is held to land there.
    NotHeld,
    /// Lost: the airfield is held, and an enemy fire zone covers it.
    FireZones,
    /// Lost: the airfield is held and free, and nobody came.
    HeldBack,
}

impl SerialTurn {
    /// The word in the `airlanding` column.
    pub const fn word(self) -> &'static str {
        match self {
            SerialTurn::Landed => "landed",
            SerialTurn::NotHeld => "not held",
            SerialTurn::FireZones => "fire zones",
            SerialTurn::HeldBack => "held back",
        }
    }
}

/// The command points and dispatch points of one division in one turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PurseFacts {
    /// Command points given.
    pub earned: u16,
    /// Command points gone, by use: see [`Account::point_uses`].
    pub spent: Vec<u16>,
    /// Command points that bought nothing: taken away, and in the last turn those left over.
    pub wasted: u16,
    /// Command points held at the end of the turn.
    pub held: u16,
    /// Dispatch points given or bought.
    pub dispatch_earned: u16,
    /// Dispatch points spent.
    pub dispatch_spent: u16,
    /// Dispatch points held at the end of the turn.
    pub dispatch_held: u16,
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
    /// Enemy units whose fire zone covers the hex.
    pub fire_zones: u16,
    /// Those of them that are anti-aircraft.
    pub aa_zones: u16,
    /// The part of the modifiers that comes from the terrain.
    pub terrain_modifier: i16,
    /// Sum of all modifiers.
    pub modifier: i16,
    /// The die, unmodified.
    pub roll: u8,
    /// Result of the table, in its own words.
    pub result: String,
    /// Hexes scattered.
    pub scatter: Option<u16>,
    /// Markers placed on the unit.
    pub drop_markers: u16,
    /// Steps lost in landing.
    pub steps_lost: u16,
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
    /// Markers the unit would bear.
    pub drop_markers: u16,
    /// Steps it would lose.
    pub steps_lost: u16,
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
    /// Type of unit, e.g. `infantry`.
    pub kind: String,
    /// Steps at full strength.
    pub steps: u8,
    /// Whether it is Greek.
    pub greek: bool,
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
    /// Left by withdrawal and counted.
    Withdrawn,
    /// Shipped from a port.
    Shipped,
    /// Left the map by an edge.
    Exited,
    /// Never arrived.
    NotArrived,
}

impl Fate {
    /// All of them.
    pub const ALL: [Fate; 6] = [
        Fate::InPlay,
        Fate::Eliminated,
        Fate::Withdrawn,
        Fate::Shipped,
        Fate::Exited,
        Fate::NotArrived,
    ];

    /// The word in the `fate` column.
    pub const fn word(self) -> &'static str {
        match self {
            Fate::InPlay => "in play",
            Fate::Eliminated => "eliminated",
            Fate::Withdrawn => "withdrawn",
            Fate::Shipped => "shipped",
            Fate::Exited => "exited",
            Fate::NotArrived => "not arrived",
        }
    }
}

/// Where a value comes from: the five words of the project's data rules.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[serde(deny_unknown_fields)]
pub struct History {
    /// Who won, by the scenario's own measure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<HistoricalWinner>,
    /// Turn in which it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_turn: Option<u16>,
    /// First turn at whose end the Germans held a whole airfield.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_airfield_turn: Option<u16>,
    /// Airfields in German hands at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub airfields_end: Option<u16>,
    /// Ports in German hands at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ports_end: Option<u16>,
    /// Turn in which the Allied withdrawal began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withdrawal_turn: Option<u16>,
    /// Steps the Germans lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub german_steps_lost: Option<u16>,
    /// Steps the Allies lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allied_steps_lost: Option<u16>,
    /// What happened, in a sentence.
    pub told: String,
    /// Where that comes from.
    pub origin: Origin,
    /// The book or page.
    pub source: String,
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

impl History {
    /// The columns of numbers it has a value for.
    pub fn numbers(&self) -> impl Iterator<Item = (&'static str, u16)> {
        let all = [
            ("end_turn", self.end_turn),
            ("first_airfield_turn", self.first_airfield_turn),
            ("airfields_end", self.airfields_end),
            ("ports_end", self.ports_end),
            ("withdrawal_turn", self.withdrawal_turn),
            ("german_steps_lost", self.german_steps_lost),
            ("allied_steps_lost", self.allied_steps_lost),
        ];
        all.into_iter().filter_map(|(column, value)| Some((column, value?)))
    }
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
}

impl Symbol {
    /// All of them.
    pub const ALL: [Symbol; 26] = [
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
