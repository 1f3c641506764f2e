//! The shapes of the data files: one struct a file or table, fields named as its keys. Nothing is checked here but types.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{History, Origin, Side};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_spanned::Spanned;

use super::rulings::Rulings;

/// `NAME.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScenarioFile {
    pub title: String,
    /// First and last column in play.
    #[serde(deserialize_with = "engine::pair")]
    pub columns: [i16; 2],
    pub map: String,
    pub ferries: String,
    pub counters: String,
    pub setup: String,
    pub theatre: String,
    pub combat: String,
    pub terrain: String,
    pub air: String,
    pub turns: Vec<String>,
    /// The day of May of each turn (4.0f).
    pub days: Vec<u8>,
    /// Numbers of the night turns (1.2).
    pub night: Vec<u8>,
    /// Ju-52 points (2.3a).
    pub ju52: u8,
    /// Platoons that may jump on villages (2.5e).
    #[serde(default)]
    pub village_jumpers: u8,
    /// Platoons that may jump into the stadium (2.5f).
    #[serde(default)]
    pub stadium_jumpers: u8,
    /// Whether De Twee Gezusters and the ammunition of the Dutch artillery are in play (3.4).
    #[serde(default)]
    pub ammunition: bool,
    #[serde(default)]
    pub support: SupportTable,
    pub victory: VictoryTable,
    pub origins: BTreeMap<String, OriginNote>,
    #[serde(default)]
    pub rulings: Rulings,
    #[serde(default)]
    pub history: Option<History>,
    /// Read by the lab.
    #[serde(default)]
    #[expect(dead_code, reason = "the key belongs to the file; the lab reads it")]
    pub strategies: Option<IgnoredAny>,
}

/// How much of the air support tables a scenario uses.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SupportTable {
    /// Half of what the table says, rounded up (5.2).
    #[serde(default)]
    pub halved: bool,
    /// These German barrages each turn, and no rolls (5.1).
    #[serde(default)]
    pub fixed: Option<BTreeMap<String, u8>>,
}

/// How a scenario is won.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VictoryTable {
    pub kind: String,
    #[serde(default)]
    pub airfields: Vec<String>,
    #[serde(default)]
    pub needed: u8,
    /// The airfield that the reserve waits for.
    #[serde(default)]
    pub reserve: Option<String>,
    #[serde(default, rename = "level")]
    pub levels: Vec<LevelTable>,
    #[serde(default, rename = "group")]
    pub groups: Vec<GroupTable>,
}

/// A level of victory.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LevelTable {
    pub name: String,
    /// Who wins with it: a side, or `draw`.
    pub winner: String,
    /// The least points for it; the last level has none.
    #[serde(default)]
    pub least: Option<i16>,
}

/// Reinforcements that may be refused (4.0e).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GroupTable {
    pub name: String,
    pub points: u8,
}

/// Where a group of values comes from.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OriginNote {
    pub origin: Origin,
    pub why: String,
}

/// `theatre.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TheatreFile {
    #[serde(rename = "airfield")]
    pub airfields: Vec<AirfieldTable>,
    #[serde(rename = "bridge")]
    pub bridges: Vec<BridgeTable>,
    #[serde(rename = "zone")]
    pub zones: Vec<ZoneTable>,
    pub supply: SupplyTable,
    pub places: PlacesTable,
    pub line: LineTable,
    pub heads: HeadsTable,
    pub origins: BTreeMap<String, OriginNote>,
}

/// An airfield.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AirfieldTable {
    pub name: String,
    pub hex: String,
    /// Ju-52 points a turn without crowding (2.6a).
    pub normal: u8,
    /// The most there can be.
    pub most: u8,
    /// Victory points (4.0b).
    pub points: u8,
    /// The counter of its air supply head.
    pub head: String,
}

/// A bridge that counts for victory.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BridgeTable {
    pub name: String,
    /// Hexes that it fills.
    #[serde(default)]
    pub hexes: Vec<String>,
    /// Hexes at its two ends.
    #[serde(deserialize_with = "engine::pair")]
    pub ends: [Vec<String>; 2],
    pub points: u8,
    /// What crosses it, where two share a hexside.
    #[serde(default)]
    pub carries: Option<String>,
}

/// An entry zone.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ZoneTable {
    pub letter: String,
    pub hexes: Vec<String>,
}

/// Sources of supply on the ground.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SupplyTable {
    pub german: String,
    pub dutch: Vec<String>,
    pub british: String,
}

/// Places that the rules name.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlacesTable {
    pub hoek: String,
    pub harbours: Vec<String>,
    pub refinery: Vec<String>,
    pub stadium: String,
    pub unloading: Vec<String>,
}

/// The line of communications, hex by hex.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LineTable {
    pub hexes: Vec<String>,
}

/// Air supply heads.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HeadsTable {
    pub paradrop: HeadSides,
    pub airfield: HeadSides,
}

/// The two sides of an air supply head.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HeadSides {
    pub full: HeadSide,
    pub reduced: HeadSide,
}

/// One side of an air supply head.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HeadSide {
    /// Ju-52 points to bring it in.
    pub points: u8,
    /// Range in movement points.
    pub range: u8,
}

/// A row of the map.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HexRow {
    pub hex: String,
    pub terrain: String,
    pub works: String,
    pub roads: String,
    pub rails: String,
    pub rivers: String,
    pub major_rivers: String,
    pub canals: String,
    pub prohibited: String,
    pub bridges: String,
    pub name: String,
    pub origin: Origin,
    pub why: String,
}

/// A row of the ferries.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FerryRow {
    pub from: String,
    pub to: String,
    /// Movement points beside the terrain (1.1h).
    pub points: u8,
    pub name: String,
    pub origin: Origin,
    pub why: String,
}

/// A row of the counters.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CounterRow {
    pub id: String,
    pub side: Side,
    pub nation: String,
    pub name: String,
    pub division: String,
    pub formation: String,
    pub battalion: String,
    pub troops: String,
    pub class: String,
    pub strength: u8,
    pub aa_range: u8,
    pub range: u8,
    pub movement: u8,
    pub mobility: String,
    pub steps: u8,
    pub assault: String,
    pub origin: Origin,
    pub why: String,
}

/// A row of a set-up.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetupRow {
    pub counter: String,
    /// A hex, the letter of an entry zone, or one of the words for those who come otherwise.
    pub entry: String,
    pub turn: u8,
    /// Reinforcements that are taken or refused together.
    pub group: String,
    pub origin: Origin,
    pub why: String,
}

/// `tables/combat.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CombatFile {
    pub origin: Origin,
    pub why: String,
    pub columns: Spanned<Vec<String>>,
    pub rows: Spanned<Vec<Vec<Spanned<String>>>>,
}

/// `tables/terrain.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TerrainFile {
    pub origin: Origin,
    pub why: String,
    pub road: Gaits,
    pub rail: Gaits,
    #[serde(rename = "terrain")]
    pub terrains: Vec<TerrainTable>,
    pub works: Vec<WorksTable>,
    #[serde(rename = "side")]
    pub sides: Vec<SideTable>,
    pub bridge: BridgeEffect,
}

/// Half points by mobility; what is left out cannot be entered so.
#[derive(Copy, Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Gaits {
    pub foot: Option<u8>,
    pub bicycle: Option<u8>,
    pub motor: Option<u8>,
    pub armour: Option<u8>,
}

impl Gaits {
    /// In the order of the mobilities.
    pub(crate) fn list(self) -> [Option<u8>; 4] {
        [self.foot, self.bicycle, self.motor, self.armour]
    }
}

/// A kind of terrain.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TerrainTable {
    pub name: String,
    #[serde(default)]
    pub foot: Option<u8>,
    #[serde(default)]
    pub bicycle: Option<u8>,
    #[serde(default)]
    pub motor: Option<u8>,
    #[serde(default)]
    pub armour: Option<u8>,
    pub attack: u16,
    pub defence: u16,
    pub barrage: i8,
}

/// Field works or a fort.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WorksTable {
    pub name: String,
    pub defence: u16,
}

/// A kind of hexside.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SideTable {
    pub name: String,
    pub attack: u16,
    /// Half points more to cross it without a bridge.
    #[serde(default)]
    pub foot: Option<u8>,
    #[serde(default)]
    pub bicycle: Option<u8>,
    #[serde(default)]
    pub motor: Option<u8>,
    #[serde(default)]
    pub armour: Option<u8>,
}

/// What a bridge does.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BridgeEffect {
    /// What an overrun over one is worth.
    pub overrun: u16,
}

/// `tables/air.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AirFile {
    pub origin: Origin,
    pub why: String,
    pub aircraft: Vec<AircraftTable>,
    #[serde(rename = "table")]
    pub tables: Vec<AirTable>,
}

/// A type of aircraft.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AircraftTable {
    pub id: String,
    pub name: String,
    pub nation: String,
    pub rating: u8,
    /// Its rating in the hexes next to its target (1.9b).
    #[serde(default)]
    pub around: u8,
    pub origin: Origin,
    pub why: String,
}

/// The air support table of a nation.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AirTable {
    pub nation: String,
    pub dice: u8,
    /// Turns in which it flies; all of them where none is named.
    #[serde(default)]
    pub turns: Vec<u8>,
    pub rows: Vec<AirRow>,
}

/// A row of an air support table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AirRow {
    pub from: u8,
    pub to: u8,
    pub barrages: BTreeMap<String, u8>,
}
