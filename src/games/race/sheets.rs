//! The files of a scenario: their shape, as parsed and not yet believed.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{History, Numbering, Origin, Side};
use serde::Deserialize;
use serde_spanned::Spanned;

use super::rulings::{Edition, Options, Rulings};

/// `NAME.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScenarioFile {
    pub title: String,
    pub game: Edition,
    pub map: String,
    /// How the map's hexes are numbered, where it is not as these games do.
    #[serde(default)]
    pub numbering: Option<Numbering>,
    pub counters: String,
    pub table: String,
    pub victory_points: Spanned<u8>,
    pub turns: Spanned<Vec<String>>,
    /// Number of the last turn, from 1, where the game is to be shorter or longer than `turns`.
    #[serde(default)]
    pub end_turn: Option<Spanned<u8>>,
    pub origins: BTreeMap<String, OriginNote>,
    pub sources: SourcesTable,
    pub entry: EntryTable,
    pub reduced: ReducedTable,
    #[serde(default)]
    pub sea: SeaTable,
    #[serde(default)]
    pub cities: Option<CitiesTable>,
    #[serde(rename = "box")]
    pub boxes: Vec<BoxTable>,
    #[serde(rename = "airfield")]
    pub airfields: Vec<AirfieldTable>,
    #[serde(rename = "objective")]
    pub objectives: Vec<ObjectiveTable>,
    #[serde(default, rename = "leader")]
    pub leaders: Vec<LeaderTable>,
    pub options: Spanned<Options>,
    #[serde(default)]
    pub rulings: Rulings,
    /// What happened.
    #[serde(default)]
    pub history: Option<History>,
    /// Read by the lab.
    #[serde(default)]
    #[expect(dead_code, reason = "the key belongs to the file; the lab reads it")]
    pub strategies: Option<serde::de::IgnoredAny>,
}

impl ScenarioFile {
    /// How the map's hexes are numbered.
    pub(crate) fn numbering(&self) -> Numbering {
        self.numbering.unwrap_or(Numbering::ROW_COLUMN_ODD_HIGH)
    }
}

/// Where a group of values comes from.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OriginNote {
    pub origin: Origin,
    pub why: Spanned<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SourcesTable {
    pub allied: Vec<Spanned<String>>,
    pub german: Vec<Spanned<String>>,
    #[serde(default)]
    pub airborne: Vec<Spanned<String>>,
    #[serde(default)]
    pub driel: Option<Spanned<String>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EntryTable {
    pub allied: Vec<Spanned<String>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReducedTable {
    pub combat: u8,
    pub endurance: Spanned<u8>,
    pub movement: u8,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeaTable {
    pub ports: Vec<Spanned<String>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CitiesTable {
    pub arnhem: Spanned<String>,
    pub nijmegen: Spanned<String>,
    pub oss: Spanned<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoxTable {
    pub letter: String,
    pub name: String,
    #[serde(default)]
    pub airfield: Option<Spanned<String>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AirfieldTable {
    pub name: String,
    pub hexes: Vec<Spanned<String>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ObjectiveTable {
    pub hex: Spanned<String>,
    pub points: u8,
    pub origin: Origin,
    pub why: Spanned<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LeaderTable {
    pub name: Spanned<String>,
    pub side: Side,
    pub with: Spanned<String>,
}

/// A row of `maps/NAME.csv`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HexRow {
    pub hex: String,
    pub terrain: String,
    pub roads: String,
    pub red: String,
    pub rivers: String,
    pub bridge: String,
    pub name: String,
    pub origin: Origin,
    pub why: String,
}

/// A row of `counters/NAME.csv`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CounterRow {
    pub id: String,
    pub side: Side,
    pub name: String,
    pub nationality: String,
    pub class: String,
    pub corps: String,
    #[serde(default)]
    pub command: String,
    pub combat: u8,
    pub endurance: u8,
    pub movement: u8,
    #[serde(rename = "box")]
    pub approach: String,
    pub hex: String,
    pub edge: String,
    pub turn: u8,
    pub battlegroup: String,
    pub option: String,
    pub origin: Origin,
    pub why: String,
}

/// `tables/NAME.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableFile {
    pub origin: Origin,
    pub why: Spanned<String>,
    pub columns: Spanned<Vec<String>>,
    pub rows: Spanned<Vec<Vec<Spanned<String>>>>,
}
