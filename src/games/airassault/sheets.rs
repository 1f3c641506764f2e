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
    pub map: String,
    pub island: String,
    pub counters: String,
    pub setup: String,
    pub combat: String,
    pub terrain: String,
    pub drift: String,
    pub sea: String,
    /// The name of each turn, of which the number is the length of the game (V.P.3).
    pub turns: Vec<String>,
    /// Numbers of the night turns (V.N).
    pub night: Vec<u8>,
    /// Words for the chapters of the advanced game that are in force.
    pub chapters: Vec<String>,
    /// Stacking points in a hex (V.C.1).
    pub stacking: u8,
    pub convoys: ConvoysTable,
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

/// What is said of convoys (V.L).
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConvoysTable {
    /// Regular convoys.
    pub regular: u8,
    /// Groups of decoys (V.L.2).
    pub decoys: u8,
    /// The first turn on which a convoy may come (V.L.3).
    pub first_turn: u8,
    /// Stacking points in the emergency convoy (V.L.8.b).
    pub emergency_points: u8,
    /// Turns between its marker and its arrival (V.L.8.a).
    pub emergency_notice: u8,
}

/// How the game is won (V.P).
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VictoryTable {
    /// Turns for which an airfield must stay friendly.
    pub hold: u8,
}

/// Where a group of values comes from.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OriginNote {
    pub origin: Origin,
    pub why: String,
}

/// `island.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct IslandFile {
    /// The sectors, west to east.
    pub sectors: Vec<String>,
    #[serde(rename = "section")]
    pub sections: Vec<SectionTable>,
    #[serde(rename = "airfield")]
    pub airfields: Vec<AirfieldTable>,
    #[serde(rename = "beach")]
    pub beaches: Vec<BeachTable>,
    #[serde(rename = "port")]
    pub ports: Vec<PortTable>,
    /// The road hex on the south edge where reinforcements come in (VI.D.4).
    pub entry: String,
    /// Road hexes by which units leave the map (VI.F.3).
    pub exits: Vec<String>,
    pub origins: BTreeMap<String, OriginNote>,
}

/// A section of the printed map (III.A): a frame that its hexes fill.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SectionTable {
    pub name: String,
    /// First and last column.
    #[serde(deserialize_with = "engine::pair")]
    pub columns: [i16; 2],
    /// First and last row, by number: A is 1.
    #[serde(deserialize_with = "engine::pair")]
    pub rows: [i16; 2],
}

/// An airfield (V.J).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AirfieldTable {
    pub name: String,
    pub hex: String,
    /// Stacking points that may land in a turn (V.J.2).
    pub capacity: u8,
}

/// A beach with its landing boxes (V.L.5).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BeachTable {
    pub name: String,
    /// One box each: the coastal hex that it is connected to.
    pub boxes: Vec<String>,
    /// The sea hex of each box, from which ranges to it are counted.
    pub waters: Vec<String>,
}

/// A port with its landing box (VI.D.3).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PortTable {
    pub name: String,
    /// The city hex that the box is connected to.
    pub hex: String,
    /// The sea hex of the box.
    pub water: String,
}

/// A row of the map.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HexRow {
    pub hex: String,
    pub terrain: String,
    /// A sector's name; nothing at sea.
    pub sector: String,
    /// Hexsides that a primary road crosses.
    pub primary: String,
    /// Hexsides that a secondary road crosses.
    pub secondary: String,
    /// Names of the rivers that run through the hex, with spaces between.
    pub river: String,
    /// `yes` if the road crosses the river here by a bridge.
    pub bridge: String,
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
    pub formation: String,
    /// For headquarters and companies of a battalion that can be re-formed: the id of its counter.
    pub battalion: String,
    pub size: String,
    pub class: String,
    /// `own` for a battalion that only its own companies re-form (V.H.7.b).
    #[serde(default)]
    pub companies: String,
    /// `parachute`, `glider` or nothing (III.C.3, the note).
    pub airborne: String,
    pub attack: u8,
    pub defence: u8,
    pub movement: u8,
    pub range: u8,
    pub stacking: u8,
    pub origin: Origin,
    pub why: String,
}

/// A row of a set-up.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetupRow {
    pub counter: String,
    /// How it comes into play.
    pub way: String,
    /// A sector, `anywhere`, `any-sector`, hexes, or a number, as the way needs.
    pub place: String,
    /// The turn on which it comes, or from which it may; 0 for the set-up.
    pub turn: u8,
    /// A hex that is proposed for it; a strategy may weigh it.
    pub post: String,
    pub origin: Origin,
    pub why: String,
}

/// `tables/combat.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CombatFile {
    pub origin: Origin,
    pub why: String,
    /// Odds, as `1-4` and `6-1`, from the worst for the attacker.
    pub columns: Spanned<Vec<String>>,
    /// A row for each die from 1 to 6; a lower die counts as 1, a higher one as 6.
    pub rows: Spanned<Vec<Vec<Spanned<String>>>>,
}

/// `tables/terrain.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TerrainFile {
    pub origin: Origin,
    pub why: String,
    #[serde(rename = "terrain")]
    pub terrains: Vec<TerrainTable>,
    pub road: RoadTable,
    pub river: RiverTable,
}

/// A kind of terrain.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TerrainTable {
    pub name: String,
    /// Half movement points to enter it; what is left out cannot be entered on land.
    #[serde(default)]
    pub enter: Option<u8>,
    /// What defence strengths are multiplied by.
    pub defence: u8,
    /// Whether a line of fire cannot pass it (V.G.3.b).
    pub blocks: bool,
    /// Whether airborne units may be placed in it (V.I.2.a).
    pub drop: bool,
}

/// Half movement points along a road (V.B.1).
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RoadTable {
    pub primary: u8,
    pub secondary: u8,
}

/// What a river does.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RiverTable {
    /// Half movement points more to leave one of its hexes (V.B.2).
    pub leave: u8,
    /// What is added to the die if all attackers stand on it and the defenders behind it.
    pub die: i8,
}

/// `tables/drift.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DriftFile {
    pub origin: Origin,
    pub why: String,
    /// The highest modified die that leaves a unit where it was placed.
    pub on_target: i8,
    /// From there on, one a die: the directions that lead from that hex to where it comes down, as `N NE`. A die beyond
    /// the last is the end of the unit.
    pub steps: Spanned<Vec<Spanned<String>>>,
    /// What is added for a glider (V.I.4.b).
    pub glider: i8,
    /// For an enemy in the hex (V.I.4.c).
    pub enemy: i8,
    /// For each anti-aircraft unit in range (VI.B.2).
    pub anti_aircraft: i8,
    /// Added to the die of drift combat (V.I.5.b).
    pub combat: i8,
}

/// `tables/sea.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeaFile {
    pub origin: Origin,
    pub why: String,
    /// What becomes of an Axis convoy, for each die from 1 to 6.
    pub axis: Spanned<Vec<Spanned<String>>>,
    /// The same of Allied reinforcements.
    pub allied: Spanned<Vec<Spanned<String>>>,
    /// Added for the emergency convoy (V.L.8.d).
    pub emergency: i8,
    /// Added for a captured port (VI.E.3).
    pub port: i8,
}
