//! The shapes of the data files, before they are believed.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{Origin, RawRow, Side};
use serde::Deserialize;
use serde_spanned::Spanned;

use super::rulings::Rulings;

/// A name with its place in the file.
pub type Name = Spanned<String>;

/// The scenario file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Title, as printed.
    pub title: String,
    /// Number or name of the scenario in the rulebook.
    pub number: String,
    /// What it is about, in our words.
    pub about: String,
    /// Map sheets in play.
    pub sheets: Vec<Name>,
    /// First turn, e.g. `24 May 0900`.
    pub first: Name,
    /// Last turn.
    pub last: Name,
    /// Chits that go into the cup each turn.
    pub cup: Vec<Name>,
    /// The chit that opens the game.
    pub first_chit: Name,
    /// Special rules in effect.
    pub special_rules: Vec<String>,
    /// Where the scenario's facts come from.
    pub origin: Origin,
    /// Section of the rulebook.
    pub source: String,
    /// Data files, by role.
    pub files: FileNames,
    /// Default strategies; the lab reads them.
    #[serde(default)]
    #[expect(dead_code, reason = "read by the lab from the same file")]
    strategies: BTreeMap<String, String>,
    /// Command of each division.
    #[serde(rename = "division")]
    pub divisions: Vec<DivisionEntry>,
    /// Units on the map at the start.
    #[serde(rename = "setup")]
    pub set_up: Vec<SetUpEntry>,
    /// Leaders.
    #[serde(default, rename = "leader")]
    pub leaders: Vec<LeaderEntry>,
    /// Units that come later.
    #[serde(default, rename = "reinforcement")]
    pub reinforcements: Vec<ReinforcementEntry>,
    /// Air support.
    #[serde(default)]
    pub air_support: Vec<AirEntry>,
    /// Hexes that count.
    #[serde(rename = "objective")]
    pub objectives: Vec<ObjectiveEntry>,
    /// How the game is won.
    pub victory: VictoryEntry,
    /// Switches that differ from the default.
    #[serde(default)]
    pub rulings: Rulings,
}

/// Which files the scenario uses.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileNames {
    /// Terrain effects.
    pub terrain: String,
    /// Counters.
    pub counters: String,
    /// Leaders.
    pub leaders: String,
    /// Combat results, unarmoured targets.
    pub combat_unarmoured: String,
    /// Combat results, armoured targets.
    pub combat_armoured: String,
    /// Modifiers of fire and assault.
    pub modifiers: String,
    /// Modifiers of troop quality.
    pub quality: String,
    /// Turns of a day.
    pub calendar: String,
}

/// A division's command.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DivisionEntry {
    /// Id, as in the counters.
    pub id: String,
    /// Name.
    pub name: String,
    /// Owner.
    pub side: Side,
    /// Command rating.
    pub rating: u8,
    /// Command points at the start.
    pub points: u16,
}

/// Units on the map at the start: one a hex of those listed, or all in the one hex.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetUpEntry {
    /// Ids of the units.
    pub units: Vec<Name>,
    /// Hexes.
    pub hexes: Vec<Name>,
}

/// A leader of the scenario.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderEntry {
    /// Id.
    pub id: Name,
    /// Units he may begin with; a single one is no choice.
    pub with: Vec<Name>,
    /// `formation` (default) or `greeks`: every Greek unit on the map.
    #[serde(default)]
    pub commands: LeaderCommands,
}

/// Whom a leader commands by the scenario's special rules.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LeaderCommands {
    /// As his row in the leaders' file says.
    #[default]
    Formation,
    /// Every Greek unit on the map.
    Greeks,
}

/// A unit that comes later.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReinforcementEntry {
    /// Ids of the units.
    pub units: Vec<Name>,
    /// Turn.
    pub turn: Name,
    /// Hex.
    pub hex: Name,
}

/// Air strikes given by the scenario.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AirEntry {
    /// Turn.
    pub turn: Name,
    /// Division with whose chit they come.
    pub division: Name,
    /// Number of strikes.
    pub strikes: u8,
    /// Greatest distance from a friendly unit; none is unlimited.
    pub within: Option<u8>,
}

/// A hex that counts.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectiveEntry {
    /// Name, as reports print it.
    pub name: String,
    /// Hex.
    pub hex: Name,
    /// Who controls it at the start.
    pub control: Side,
}

/// How the game is won.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VictoryEntry {
    /// The kind of goal.
    pub kind: VictoryKind,
    /// Hexes of objectives.
    pub hexes: Vec<Name>,
}

/// Kinds of goals.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VictoryKind {
    /// The Germans win when they control all the hexes at the end of any turn; else the Allies win.
    GermansHoldAtAnyTurnEnd,
}

/// A sheet's frame.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetList {
    /// Where the maps' data come from, to be shown with them.
    #[expect(dead_code, reason = "shown by those who ship the maps, not needed by the rules")]
    attribution: String,
    /// The sheets.
    #[serde(rename = "sheet")]
    pub sheets: Vec<SheetEntry>,
}

/// One sheet.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetEntry {
    /// Name; its hexes are in `maps/NAME.csv`.
    pub name: String,
    /// Grid it lies on.
    pub grid: String,
    /// First and last column.
    pub columns: [i16; 2],
    /// First and last row.
    pub rows: [i16; 2],
    /// Where the frame comes from.
    pub origin: Origin,
    /// Reason.
    #[expect(dead_code, reason = "for the reader of the file")]
    why: String,
}

/// One hex of a sheet.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HexRow {
    /// Printed number.
    pub hex: String,
    /// Terrain.
    pub terrain: String,
    /// Road exits.
    pub roads: String,
    /// Down-slope sides.
    pub slopes: String,
    /// Features.
    pub features: String,
    /// Metres above the sea.
    #[expect(dead_code, reason = "for the reader and for corrections of slopes")]
    elevation: Option<i32>,
    /// Where the terrain comes from.
    pub origin: Origin,
}

/// Terrain effects.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainFile {
    /// Cost along a road in column, in half points.
    pub road_halves: u16,
    /// Slope surcharge for leg units in points.
    pub slope_leg: [u16; 2],
    /// Slope factor for wheels and tracks.
    pub slope_factor: u16,
    /// Where these come from.
    pub origin: Origin,
    /// Reason.
    #[expect(dead_code, reason = "for the reader of the file")]
    why: String,
    /// The kinds.
    #[serde(rename = "terrain")]
    pub kinds: Vec<TerrainEntry>,
}

/// One kind of terrain.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainEntry {
    /// Name.
    pub name: String,
    /// What it does to sight.
    pub sight: SightEntry,
    /// Fire modifier.
    pub fire: i8,
    /// Whether the drop table's modifier for bad ground applies.
    #[expect(dead_code, reason = "scenarios with drops read it")]
    drop: bool,
    /// Cost to enter.
    pub enter: EnterEntry,
    /// Where it comes from.
    pub origin: Origin,
    /// Reason.
    #[expect(dead_code, reason = "for the reader of the file")]
    why: String,
}

/// What terrain does to sight.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SightEntry {
    /// Nothing.
    Open,
    /// Blocks with another one.
    Screen,
    /// Blocks.
    Block,
}

/// Points to enter, out of column and in column; -1 is forbidden.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnterEntry {
    /// On foot.
    pub leg: [i16; 2],
    /// On wheels.
    pub wheeled: [i16; 2],
    /// On tracks.
    pub tracked: [i16; 2],
}

/// A counter.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CounterRow {
    pub id: String,
    pub name: String,
    pub side: Side,
    pub division: String,
    pub formation: String,
    #[expect(dead_code, reason = "scenarios commanded by battalions read it")]
    battalion: String,
    pub kind: String,
    pub engineer: String,
    #[expect(dead_code, reason = "scenarios with drops read it")]
    aa: String,
    pub steps: u8,
    pub greek: String,
    pub fire: Option<i8>,
    pub fire_colour: String,
    pub range: Option<u8>,
    pub zone: Option<u8>,
    pub assault: Option<i8>,
    pub assault_colour: String,
    pub defence: i8,
    pub armoured: String,
    pub quality: i8,
    pub auto_command: String,
    pub movement: Option<u16>,
    pub move_class: String,
    pub transport: String,
    pub reduced_fire: Option<i8>,
    pub reduced_assault: Option<i8>,
    #[expect(dead_code, reason = "for the reader of the file")]
    scenarios: String,
    pub origin: Origin,
    #[expect(dead_code, reason = "for the reader of the file")]
    why: String,
}

/// A leader.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderRow {
    pub id: String,
    pub name: String,
    pub side: Side,
    pub division: String,
    pub formation: String,
    pub kampfgruppe: String,
    pub range: u8,
    #[expect(dead_code, reason = "formation activations read it")]
    attachment: u8,
    pub replacement_range: u8,
    #[expect(dead_code, reason = "formation activations read it")]
    replacement_attachment: u8,
    pub origin: Origin,
    #[expect(dead_code, reason = "for the reader of the file")]
    why: String,
}

/// A results table with its origin.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableFile {
    /// Where the cells come from.
    pub origin: Origin,
    /// Reason.
    #[expect(dead_code, reason = "for the reader of the file")]
    why: String,
    /// Columns.
    pub columns: Vec<String>,
    /// Rows.
    #[serde(rename = "row")]
    pub rows: Vec<RawRow>,
}

/// A list of modifiers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModifierFile {
    /// The modifiers.
    #[serde(rename = "modifier")]
    pub modifiers: Vec<ModifierEntry>,
}

/// A modifier: one value, or values from certain counts on.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModifierEntry {
    /// Id.
    pub id: String,
    /// The value.
    pub value: Option<i8>,
    /// From this count on, this value.
    pub steps: Option<Vec<(u8, i8)>>,
    /// Whose state it is.
    #[expect(dead_code, reason = "for the reader of the file; the rules know")]
    applies: String,
    /// In which kinds of fire it counts.
    #[expect(dead_code, reason = "for the reader of the file; the rules know")]
    modes: Vec<String>,
    /// Where it comes from.
    pub origin: Origin,
    /// Reason.
    #[expect(dead_code, reason = "for the reader of the file")]
    why: String,
}

/// The turns of a day.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalendarFile {
    /// Names, in order.
    pub turns: Vec<String>,
    /// Those that are at night.
    pub night: Vec<String>,
    /// Where they come from.
    pub origin: Origin,
    /// Reason.
    #[expect(dead_code, reason = "for the reader of the file")]
    why: String,
}
