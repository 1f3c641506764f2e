//! The shapes of the data files: one struct a file or table, fields named as its keys. Nothing is checked here but
//! types; `setup.rs` does the rest.

use alloc::string::String;
use alloc::vec::Vec;

use engine::Side;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// The scenario and everything it names, parsed but not checked.
#[derive(Debug)]
pub struct Setup {
    /// Name of the scenario.
    pub name: String,
    /// Its file.
    pub scenario: Scenario,
    /// `counters.csv`.
    pub counters: Vec<CounterRow>,
}

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

/// Uncertain readings: each a key with a default.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rulings {
    /// The lowest die that takes a step (3.2).
    pub hit: u8,
    /// Who acts first (1.1).
    pub first: First,
}

impl Default for Rulings {
    fn default() -> Self {
        Rulings { hit: 6, first: First::Cup }
    }
}

/// Who acts first in the first turn.
#[derive(Debug, Copy, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum First {
    /// Whoever is drawn.
    Cup,
    /// The Germans.
    Germans,
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
