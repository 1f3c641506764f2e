//! The shapes of the blocks of a scenario that tell of morale, withdrawal and what goes with them.

use alloc::string::String;
use alloc::vec::Vec;

use engine::{Origin, Side};
use serde::Deserialize;
use serde_spanned::Spanned;

use super::rulings::Level;
use super::sheets::{Name, OptionalRule};
use super::victory_level::VictoryLevel;

/// Supply.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SupplyEntry {
    /// First turn with a roll; from the first turn of the scenario on if none.
    pub from: Option<Name>,
    /// A die up to this brings supplies.
    pub arrives: u8,
    /// A die from this on makes supply worse.
    pub worsens: Spanned<u8>,
    /// How the sides are supplied at the start, where the text says so.
    #[serde(default)]
    pub start: StartSupply,
    /// Groups of sheets, each with a track a side.
    #[serde(default, rename = "group")]
    pub groups: Vec<SupplyGroupEntry>,
}

/// Supply at the start.
#[derive(Copy, Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartSupply {
    /// Of the Germans.
    pub german: Option<Level>,
    /// Of the Allies.
    pub allied: Option<Level>,
}

/// Sheets that share a supply track.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SupplyGroupEntry {
    /// Name.
    pub name: Name,
    /// Sheets of the scenario.
    pub sheets: Vec<Name>,
    /// Objective hexes of its ports.
    #[serde(default)]
    pub ports: Vec<Name>,
    /// Objective hexes of each of its airfields.
    #[serde(default)]
    pub airfields: Vec<Vec<Name>>,
    /// The group that it belongs to, unless the ruling `supply_tracks` sets it apart.
    pub part_of: Option<Name>,
}

/// Allied morale.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoraleEntry {
    /// Level at the start, which it never exceeds.
    pub start: Option<Spanned<u8>>,
    /// Allied Withdrawal is in effect from the start, with this level.
    pub withdrawal: Option<Spanned<u16>>,
    /// What each Allied step eliminated costs, Greeks apart.
    pub allied_step: u8,
    /// What each German step eliminated gives back.
    pub german_step: u8,
    /// What an airfield or port costs that the Germans take, and gives back when they lose it.
    pub place: u8,
    /// What each naval unit eliminated costs.
    #[serde(default)]
    pub naval_unit: u8,
    /// The group of sheets whose Allied supply weighs on morale.
    pub supply_group: Option<Name>,
    /// What the first time in diminished supply costs there.
    #[serde(default)]
    pub diminished_supply: u8,
    /// What the first time in emergency supply costs there.
    #[serde(default)]
    pub emergency_supply: u8,
}

/// Ways out of the island.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WaysOutEntry {
    /// Exits.
    #[serde(default)]
    pub exits: Vec<WayOutEntry>,
    /// Ports.
    #[serde(default)]
    pub ports: Vec<WayOutEntry>,
    /// Units that a port takes in a night.
    pub units_a_night: Spanned<u8>,
}

/// A way out.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WayOutEntry {
    /// Name.
    pub name: Name,
    /// Hex.
    pub hex: Name,
    /// Where the hex is from, if not from where the scenario is.
    pub origin: Option<Origin>,
    /// It holds only with this optional rule.
    pub only_with: Option<OptionalRule>,
    /// It does not hold with this optional rule.
    pub not_with: Option<OptionalRule>,
}

/// A force reserve.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReserveEntry {
    /// Name.
    pub name: String,
    /// Its battalions.
    pub battalions: Vec<Name>,
    /// A German unit this near frees it.
    pub until_within: Spanned<u8>,
    /// To one of these hexes.
    pub of: Vec<Name>,
    /// German units that do not free it.
    #[serde(default)]
    pub except: Vec<Name>,
    /// Once Allied Withdrawal is in effect it is free from this turn on.
    pub withdrawal_from: Option<Name>,
    /// It is one only with this ruling.
    pub only_with: Option<OptionalRule>,
}

/// What the Germans owe.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObligationEntry {
    /// Name.
    pub name: Name,
    /// Objective hexes to occupy.
    #[serde(default)]
    pub hexes: Vec<Name>,
    /// Units to send off the map.
    pub exit: Option<SendingEntry>,
    /// Looked at when this turn begins; at the end of the game if none.
    pub at: Option<Name>,
    /// What failing gives to Allied morale.
    #[serde(default)]
    pub morale: u8,
    /// What failing adds to the withdrawal level.
    #[serde(default)]
    pub withdrawal_level: u8,
}

/// Units to send off the map.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SendingEntry {
    /// From this hex.
    pub hex: Name,
    /// How many units.
    pub units: Spanned<u8>,
    /// How many leaders with them.
    #[serde(default)]
    pub leaders: u8,
}

/// What ends the game before its time.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuddenDeathEntry {
    /// Who wins.
    pub winner: Side,
    /// Objective hexes that it turns on.
    pub hexes: Vec<Name>,
    /// The Germans win when they control them all before this turn.
    pub before: Option<Name>,
    /// The Allies win when the Germans do not control them all as this turn begins.
    pub at: Option<Name>,
    /// Only while Allied Withdrawal is in effect.
    #[serde(default)]
    pub in_withdrawal: bool,
}

/// Withdrawal levels that come to the same victory level.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BandEntry {
    /// The victory level.
    pub level: VictoryLevel,
    /// The greatest withdrawal level; the last band has none.
    pub to: Option<Spanned<u16>>,
    /// How the text prints the band, where its bounds overlap or leave gaps.
    #[serde(default)]
    pub printed: String,
}
