//! The shapes of the data files: one struct a file or table, fields named as its keys. Nothing is checked here but
//! types; `setup.rs` does the rest.

use alloc::string::String;

use engine::Side;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::rulings::Rulings;

/// The scenario file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Title.
    pub title: String,
    /// Number of turns.
    pub turns: u16,
    /// The hex that decides.
    pub objective: String,
    /// Uncertain readings of the rules.
    #[serde(default)]
    pub rulings: Rulings,
    /// Strategies, which the lab reads.
    #[serde(default)]
    pub strategies: Option<IgnoredAny>,
}

/// A row of `counters.csv`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CounterRow {
    /// Id, unique in the game.
    pub id: String,
    /// Printed name.
    pub name: String,
    /// Side.
    pub side: Side,
    /// Where it sets up.
    pub hex: String,
    /// Printed steps; 0 for a decoy.
    pub steps: u8,
    /// Whether it is a decoy (4.1).
    #[serde(default)]
    pub decoy: bool,
}
