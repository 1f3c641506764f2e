//! The shapes of the data files, before they are believed.

use alloc::string::String;
use alloc::vec::Vec;

use engine::{History, Numbering, Origin, RawRow, Side, optional_pair, optional_pairs, pair};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_spanned::Spanned;

use super::campaign_blocks::{
    BandEntry, MoraleEntry, ObligationEntry, ReserveEntry, SuddenDeathEntry, SupplyEntry,
    WaysOutEntry,
};
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
    /// Last turn by another reading of the text.
    pub last_alternative: Option<Name>,
    /// Exits to the Off-Map Display (S1.0).
    pub off_map: Option<OffMapEntry>,
    /// Ships (S2.0).
    pub shipping: Option<ShippingEntry>,
    /// Ad-hoc airdrops (S3.0).
    pub ad_hoc_drops: Option<AdHocEntry>,
    /// Supply (S4.0).
    pub supply: Option<SupplyEntry>,
    /// Allied morale (S5.0).
    pub morale: Option<MoraleEntry>,
    /// Ways out of the island under Allied Withdrawal (S5.0).
    pub ways_out: Option<WaysOutEntry>,
    /// Force reserves.
    #[serde(default, rename = "reserve")]
    pub reserves: Vec<ReserveEntry>,
    /// What the Germans owe.
    #[serde(default, rename = "obligation")]
    pub obligations: Vec<ObligationEntry>,
    /// What ends the game before its time.
    #[serde(default, rename = "sudden_death")]
    pub sudden_deaths: Vec<SuddenDeathEntry>,
    /// Number of the last turn, from 1, where the game is to be shorter or longer than `last` says.
    #[serde(default)]
    pub end_turn: Option<Spanned<u16>>,
    /// Chits that go into the cup each turn.
    pub cup: Vec<Name>,
    /// Chits that are in the cup in the first turn, where they are not the same.
    #[serde(default)]
    pub first_cup: Vec<Name>,
    /// The chit that opens the game.
    pub first_chit: Name,
    /// Chits that the German player may choose to open the game instead; the others go into the cup.
    #[serde(default)]
    pub first_chit_or: Vec<Name>,
    /// The chits that were not chosen stay out of the cup.
    #[serde(default)]
    pub first_chit_alone: bool,
    /// Chits that join those of each turn from a later turn on.
    #[serde(default, rename = "later_chit")]
    pub later_chits: Vec<LaterChitEntry>,
    /// Chits that join the cup once another one has been drawn.
    #[serde(default, rename = "joining_chit")]
    pub joining_chits: Vec<JoiningChitEntry>,
    /// Units that may not be activated before a turn or a chit.
    #[serde(default)]
    pub held_back: Vec<HeldBackEntry>,
    /// Units that may not leave a sheet.
    #[serde(default)]
    pub confined: Vec<ConfinedEntry>,
    /// Special rules in effect.
    pub special_rules: Vec<String>,
    /// Where the scenario's facts come from.
    pub origin: Origin,
    /// Section of the rulebook.
    pub source: String,
    /// What happened.
    #[serde(default)]
    pub history: Option<History>,
    /// Data files, by role.
    pub files: FileNames,
    /// Default strategies and other doctrines; the lab reads them.
    #[serde(default)]
    #[expect(dead_code, reason = "read by the lab from the same file")]
    strategies: Option<IgnoredAny>,
    /// Command of each division.
    #[serde(rename = "division")]
    pub divisions: Vec<DivisionEntry>,
    /// Formations with a leader and a chit of their own.
    #[serde(default, rename = "formation")]
    pub formations: Vec<FormationEntry>,
    /// Units on the map at the start.
    #[serde(default, rename = "setup")]
    pub set_up: Vec<SetUpEntry>,
    /// Leaders.
    #[serde(default, rename = "leader")]
    pub leaders: Vec<LeaderEntry>,
    /// Units that come later.
    #[serde(default, rename = "reinforcement")]
    pub reinforcements: Vec<ReinforcementEntry>,
    /// Units that drop or land by glider.
    #[serde(default, rename = "stick")]
    pub sticks: Vec<StickEntry>,
    /// Event counters taken out of the cups, as `SIDE EVENT`.
    #[serde(default)]
    pub events_removed: Vec<Name>,
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
    /// The first turn is played from step C on; else it begins with step H.
    #[serde(default)]
    pub whole_first_turn: bool,
    /// Part of the map that is in play, where it is not the whole.
    pub limits: Option<LimitsEntry>,
    /// Airlanding (S7.0).
    pub airlanding: Option<AirlandingEntry>,
    /// Serials, in the order in which they come.
    #[serde(default, rename = "serial")]
    pub serials: Vec<SerialEntry>,
    /// Divisional trucks (S10.0).
    pub trucks: Option<TrucksEntry>,
    /// Planned air support (S11.0).
    pub planned_air: Option<PlannedAirEntry>,
    /// Units that fight as independents, whatever their counters say.
    #[serde(default)]
    pub independents: Vec<Name>,
    /// Ships off the coast, with `naval_support` (O2.0).
    pub naval: Option<NavalEntry>,
    /// Free drops (O1.0).
    pub free_drops: Option<FreeDropsEntry>,
    /// Chits of which the German player adds some to the first cup.
    pub first_cup_choice: Option<CupChoiceEntry>,
    /// Battalions may be attached to other brigades (S9.0), though none is at the start.
    #[serde(default)]
    pub may_attach: bool,
    /// Battalions attached to another brigade at the start (S9.0).
    #[serde(default, rename = "attachment")]
    pub attachments: Vec<AttachmentEntry>,
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
    /// The drop table, where anybody drops.
    pub drop: Option<String>,
    /// The event cups, where event chits are in the cup.
    pub events: Option<String>,
    /// The Airlanding and Interdiction Table; none where nothing lands.
    pub airlanding: Option<String>,
    /// The boxes of the Off-Map Display, where the scenario does not list its own.
    pub off_map: Option<String>,
}

/// A chit that is not in the cup from the start.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaterChitEntry {
    /// The chit, named as in `cup`.
    pub chit: Name,
    /// First turn in which it goes into the cup.
    pub from: Name,
}

/// A chit that goes into the cup once another one has been drawn.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JoiningChitEntry {
    /// The chit, named as in `cup`.
    pub chit: Name,
    /// The one that must have been drawn.
    pub after: Name,
    /// In which turn; in a later one where the other chit slips.
    pub turn: Name,
}

/// Units of a side that may not be activated yet.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldBackEntry {
    /// Whose.
    pub side: Side,
    /// Sheets on which they stand.
    pub sheets: Vec<Name>,
    /// The turn in which they are free.
    pub until: Name,
    /// The chit that frees them when it is drawn in that turn or later; the turn alone does if there is none.
    pub after: Option<Name>,
}

/// Units that may not leave a sheet.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConfinedEntry {
    /// Ids of the units.
    pub units: Vec<Name>,
    /// The sheet.
    pub sheet: Name,
    /// A hex that they may not come near.
    pub keep_from: Option<Name>,
    /// Hexes round it that are barred too.
    #[serde(default)]
    pub within: u8,
    /// The entry holds only with this ruling.
    pub only_with: Option<OptionalRule>,
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
    /// The printed division whose counters it commands, where that has another name.
    pub of: Option<String>,
    /// Dispatch rating; none where dispatch points are not used.
    pub dispatch_rating: Option<u8>,
    /// Dispatch points at the start.
    #[serde(default)]
    pub dispatch_points: u16,
    /// Turns in which its command rating rises by one for good.
    #[serde(default)]
    pub rating_rises: Vec<Name>,
    /// Receives no points with its first activation.
    #[serde(default)]
    pub first_activation_without_points: bool,
    /// Rearguards: id of the counter, and how many.
    pub rearguards: Option<RearguardEntry>,
    /// Roadblocks it may have on the map at once.
    #[serde(default)]
    pub roadblocks: u8,
    /// Points at the start by the French text, where it differs.
    pub french: Option<FrenchEntry>,
}

/// What a division has by the French text.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FrenchEntry {
    /// Command rating.
    pub rating: Option<u8>,
    /// Command points at the start.
    pub points: Option<u16>,
    /// Dispatch points at the start.
    pub dispatch_points: Option<u16>,
    /// Rearguards.
    pub rearguards: Option<u8>,
}

/// Rearguards of a division.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RearguardEntry {
    /// Id of the row in the counters' file.
    pub counter: Name,
    /// How many may be on the map at once.
    pub count: u8,
}

/// What holds unless a file says otherwise.
fn yes() -> bool {
    true
}

/// A formation of the scenario.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormationEntry {
    /// Name, as the counters' columns `formation` or `battalion` have it.
    pub name: Name,
    /// Division that pays for its chit.
    pub division: Name,
    /// Its battalions may be attached to other brigades (S9.1).
    #[serde(default = "yes")]
    pub attachable: bool,
    /// First turn in which the chit can be bought; from the second turn on if none.
    pub from: Option<Name>,
    /// Units that are not of it by their counters and fight with it all the same (A-OOB-6).
    #[serde(default)]
    pub also: Vec<Name>,
}

/// Units that drop together.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StickEntry {
    /// Name, as printed.
    pub name: String,
    /// Turn.
    pub turn: Name,
    /// By glider; by parachute if not said.
    #[serde(default)]
    pub glider: bool,
    /// Ids of the units.
    pub units: Vec<Name>,
    /// Centres of the drop zone.
    pub zone: Vec<Name>,
    /// Hexes round the centres that belong to it.
    pub within: u8,
    /// Leader who comes with it: with any of his units that drop in this turn.
    pub leader: Option<Name>,
    /// The entry holds only with this optional rule.
    pub only_with: Option<OptionalRule>,
    /// The entry does not hold with this optional rule.
    pub not_with: Option<OptionalRule>,
}

/// Units on the map at the start: one a hex of those listed, or all in the one hex.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetUpEntry {
    /// Ids of the units.
    pub units: Vec<Name>,
    /// Hexes.
    pub hexes: Vec<Name>,
    /// The units are spread at random; else their owner chooses.
    #[serde(default)]
    pub at_random: bool,
    /// The units may begin in an improved position.
    #[serde(default)]
    pub may_dig_in: bool,
    /// Hexes round those named that are on offer too.
    #[serde(default)]
    pub within: u8,
    /// Several units of the entry may share a hex, within stacking.
    #[serde(default)]
    pub may_share: bool,
    /// They share the hexes so, and each hex gets one of them at least.
    #[serde(default)]
    pub fills: bool,
    /// Steps with which the units begin, if not all.
    pub steps: Option<u8>,
    /// Artillery that begins in a park, in contact with nobody.
    #[serde(default)]
    pub in_park: bool,
    /// Artillery that begins in a park, in contact with this leader.
    pub park_of: Option<Name>,
    /// The entry holds only with this optional rule.
    pub only_with: Option<OptionalRule>,
    /// The entry does not hold with this optional rule.
    pub not_with: Option<OptionalRule>,
}

/// A leader of the scenario.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderEntry {
    /// Id.
    pub id: Name,
    /// Units he may begin with; none if he comes with a stick, a serial or reinforcements, or is a Kampfgruppe
    /// Commander for step F.
    #[serde(default)]
    pub with: Vec<Name>,
    /// `formation` (default) or `greeks`: every Greek unit on the map.
    #[serde(default)]
    pub commands: LeaderCommands,
    /// The leader for whom he leaves the game if ever they are on one sheet.
    pub gives_way_to: Option<Name>,
    /// He replaces a leader who was lost before the scenario begins: event 5.11 passes him over.
    #[serde(default)]
    pub replacement: bool,
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
    /// Hex; with `ports`, for want of one of them, and none if they wait for one.
    pub hex: Option<Name>,
    /// Hexes of objectives: they come to any of these that their side controls.
    #[serde(default)]
    pub ports: Vec<Name>,
    /// They come to no port in an enemy fire zone.
    #[serde(default)]
    pub shuns_zones: bool,
    /// The text has no word of how they come: with `wordless_arrival = "jumps"` they jump into the hex.
    #[serde(default)]
    pub wordless: bool,
    /// Leader who comes with any of the units.
    pub leader: Option<Name>,
    /// The entry holds only with this optional rule.
    pub only_with: Option<OptionalRule>,
    /// The entry does not hold with this optional rule.
    pub not_with: Option<OptionalRule>,
}

/// An optional rule that changes what a scenario has, by the id of its switch.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OptionalRule {
    /// O2.0.
    NavalSupport,
    /// O3.0.
    CoastalArtillery,
    /// O4.0.
    SmallMaps,
    /// A-SC13-3.
    Sc13Limits,
}

/// Ships off the coast (O2.0).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NavalEntry {
    /// Sheets off whose coast they may lie.
    pub boxes: Vec<Name>,
    /// Added to the hexes from the marker of the target zone to the target.
    pub offing: u8,
    /// Rating of the air attack on each ship by day.
    pub air_attack: i8,
    /// Who comes when.
    #[serde(rename = "arrival")]
    pub arrivals: Vec<ShipsEntry>,
}

/// Ships that come together.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipsEntry {
    /// Turn.
    pub turn: Name,
    /// Ids of the ships.
    pub ships: Vec<Name>,
    /// Ids of ships that come too where `naval_reinforcement` has it so.
    #[serde(default)]
    pub if_more: Vec<Name>,
}

/// Free drops (O1.0).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FreeDropsEntry {
    /// Ids of units of which one may go along with a battalion.
    pub independents: Vec<Name>,
    /// Hexes between the targets of one wave.
    pub apart: u8,
    /// The battalions.
    #[serde(rename = "battalion")]
    pub battalions: Vec<BattalionEntry>,
    /// The drops, in the order of their turns.
    #[serde(rename = "wave")]
    pub waves: Vec<WaveEntry>,
}

/// A battalion that drops freely.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattalionEntry {
    /// Name; plans use it.
    pub name: Name,
    /// Ids of the units.
    pub units: Vec<Name>,
    /// Those of them that no list of the text names: they jump by a ruling.
    #[serde(default)]
    pub unnamed: Vec<Name>,
    /// By glider; by parachute if not said.
    #[serde(default)]
    pub glider: bool,
    /// Leader who comes with the first of his battalions.
    pub leader: Option<Name>,
}

/// The sticks of one turn.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WaveEntry {
    /// Turn.
    pub turn: Name,
    /// How many.
    pub sticks: u8,
    /// A die from this on scatters a stick; 10 for never.
    pub scatters_from: Spanned<u8>,
}

/// Chits of which the German player adds some to the first cup.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CupChoiceEntry {
    /// How many.
    pub count: Spanned<u8>,
    /// The chits, named as in `cup`.
    pub chits: Vec<Name>,
}

/// Air strikes given by the scenario.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AirEntry {
    /// Turn.
    pub turn: Name,
    /// Turn of the drop that they come before, where the text names another turn (A-SC11-1).
    pub drop: Option<Name>,
    /// Division with whose chit they come.
    pub division: Name,
    /// Number of strikes.
    pub strikes: u8,
    /// Greatest distance from a friendly unit; none is unlimited.
    pub within: Option<u8>,
    /// The sheet on which they may fall; any if none.
    pub sheet: Option<Name>,
}

/// The columns and rows in play.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitsEntry {
    /// First and last column.
    #[serde(default, deserialize_with = "optional_pair")]
    pub columns: Option<[i16; 2]>,
    /// First and last row.
    #[serde(default, deserialize_with = "optional_pair")]
    pub rows: Option<[i16; 2]>,
}

/// Where and when serials land.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AirlandingEntry {
    /// The runway hexes, each an objective, where there is one airfield.
    #[serde(default)]
    pub airfield: Vec<Name>,
    /// Those of each airfield, where there are several.
    #[serde(default)]
    pub airfields: Vec<Vec<Name>>,
    /// Turns in which a serial may land.
    pub turns: Vec<Name>,
    /// Serials may land in any order.
    #[serde(default)]
    pub any_order: bool,
}

/// Units that land together.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SerialEntry {
    /// Name.
    pub name: String,
    /// Ids of the units.
    pub units: Vec<Name>,
    /// A leader who comes with any of his units.
    pub leader: Option<Name>,
    /// By how much the command rating of its division rises when it lands.
    #[serde(default)]
    pub raises_rating: u8,
}

/// Divisional trucks.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrucksEntry {
    /// Sheets on which they may be used, in play or not.
    pub sheets: Vec<Name>,
    /// Ids of counters of trucks on the displays from the start.
    pub at_start: Vec<Name>,
    /// Ids of counters of trucks that come the turn after the Germans hold the airfield undisturbed.
    #[serde(default)]
    pub once_airfield_held: Vec<Name>,
    /// The airfield's hexes, each an objective.
    #[serde(default)]
    pub airfield: Vec<Name>,
}

/// Planned air support.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedAirEntry {
    /// Divisions with whose chits the strikes come.
    pub divisions: Vec<Name>,
    /// Strike counters.
    pub strikes: u8,
    /// Greatest distance from a friendly unit.
    pub within: u8,
    /// Set down each day from the first turn of the day on, this one the first; once before play if none.
    pub from: Option<Name>,
    /// Days without planned strikes, by their first turns.
    #[serde(default)]
    pub not_on: Vec<Name>,
}

/// A battalion that begins attached.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttachmentEntry {
    /// Battalion, as the counters have it.
    pub battalion: Name,
    /// Formation of the scenario.
    pub to: Name,
}

/// A hex that counts.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectiveEntry {
    /// Name, as reports print it.
    pub name: String,
    /// Hex.
    pub hex: Name,
    /// Its hex by the French text, where that differs (F-SC10-2).
    pub french: Option<Name>,
    /// Who controls it at the start.
    pub control: Side,
    /// Where the hex is from, if not from where the scenario is.
    pub origin: Option<Origin>,
}

/// Exits to the Off-Map Display.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OffMapEntry {
    /// The exits; none where a file has the boxes of the display.
    #[serde(default)]
    pub exits: Vec<ExitEntry>,
    /// The side whose units are out for good when they leave.
    pub for_good: Option<Side>,
}

/// An exit hex.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExitEntry {
    /// Name.
    pub name: String,
    /// Hex.
    pub hex: Name,
    /// Victory points for each step that leaves for good here.
    #[serde(default)]
    pub step_points: u8,
    /// Where the hex is from, if not from where the scenario is.
    pub origin: Option<Origin>,
    /// The entry holds only with this optional rule.
    pub only_with: Option<OptionalRule>,
    /// The entry does not hold with this optional rule.
    pub not_with: Option<OptionalRule>,
}

/// Ships.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShippingEntry {
    /// Hex of the only port: whom a ship takes is out.
    pub port: Option<Name>,
    /// Hexes of the ports between which units go.
    #[serde(default)]
    pub ports: Vec<Name>,
    /// Units a night.
    pub units_a_night: u8,
    /// Victory points for each step that is out.
    #[serde(default)]
    pub step_points: u8,
}

/// Ad-hoc airdrops.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdHocEntry {
    /// Whose units jump again.
    pub division: Name,
    /// First turn in which they may go to the air-drop box.
    pub from: Name,
    /// How many may.
    pub units: u8,
    /// Turns of a day in which they may jump.
    pub at: Vec<Name>,
}

/// The boxes of the Off-Map Display.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DisplayFile {
    /// The boxes.
    #[serde(rename = "box")]
    pub boxes: Vec<BoxEntry>,
    /// Which of them are connected.
    #[serde(rename = "connection")]
    pub connections: Vec<ConnectionEntry>,
}

/// A box of the display.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxEntry {
    /// Name.
    pub name: Name,
    /// The sheet and number of its exit hex; none for a box on the way.
    pub exit: Option<Name>,
    /// Where it comes from.
    pub origin: Origin,
    /// Reason.
    pub why: Name,
}

/// Two boxes of the display that are connected.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConnectionEntry {
    /// Their names.
    pub between: (Name, Name),
    /// Where it comes from.
    pub origin: Origin,
    /// Reason.
    pub why: Name,
}

/// What the control of an objective is worth at the end.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorthEntry {
    /// Hex of the objective.
    pub hex: Name,
    /// Points for the Germans.
    #[serde(default)]
    pub german: u8,
    /// Points for the Allies.
    #[serde(default)]
    pub allied: u8,
}

/// How the game is won.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VictoryEntry {
    /// The kind of goal.
    pub kind: VictoryKind,
    /// Hexes of objectives that the Germans need, all of them.
    #[serde(default)]
    pub hexes: Vec<Name>,
    /// Groups of such hexes of which one will do.
    #[serde(default)]
    pub any_of: Vec<Vec<Name>>,
    /// Airfields of which one will do: what that takes is `sc6_airfield`.
    #[serde(default)]
    pub airfields: Vec<Vec<Name>>,
    /// Runway hexes of which any two that touch will do.
    #[serde(default)]
    pub two_connected: Vec<Name>,
    /// German steps that the Allies must eliminate.
    pub german_steps: Option<u16>,
    /// Victory points for each enemy step eliminated.
    #[serde(default)]
    pub step_points: u8,
    /// Victory points for objectives.
    #[serde(default)]
    pub worth: Vec<WorthEntry>,
    /// The turn before which each group of `any_of` must be held.
    #[serde(default)]
    pub before: Vec<Name>,
    /// Allied steps that must get away.
    pub escape: Option<EscapeEntry>,
    /// German units that win by leaving the map.
    pub exit: Option<BreakoutEntry>,
    /// Hexes of objectives of which the Germans must control some at the end, where the withdrawal level decides.
    #[serde(default)]
    pub needed: Vec<Name>,
    /// The victory level of each withdrawal level, from the lowest.
    #[serde(default, rename = "band")]
    pub bands: Vec<BandEntry>,
    /// The text asks for the goal "by the end", not at it: what that means for control is `sc5_control`.
    #[serde(default)]
    pub by_the_end: bool,
}

/// Allied steps that must get away.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EscapeEntry {
    /// How many.
    pub steps: Spanned<u16>,
    /// Formation of the scenario whose units count.
    pub formation: Name,
    /// Battalions whose units count besides.
    #[serde(default)]
    pub battalions: Vec<Name>,
    /// They count east of this column.
    pub east_of: Spanned<i16>,
}

/// Where German units leave the map to win.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BreakoutEntry {
    /// How many.
    pub units: Spanned<u8>,
    /// The hexes of the edge from which they leave.
    pub hexes: Vec<Name>,
}

impl VictoryEntry {
    /// Whether each side has a goal of its own.
    pub fn of_both(&self) -> bool {
        matches!(self.kind, VictoryKind::GoalsOfBoth | VictoryKind::GoalsOfBothAtTheEnd)
    }
}

/// Kinds of goals.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VictoryKind {
    /// The Germans win when they control all the hexes at the end of any turn; else the Allies win.
    GermansHoldAtAnyTurnEnd,
    /// The Germans need the hexes, the Allies German steps; both or neither is a draw.
    GoalsOfBoth,
    /// The same; the German goal is looked at when the game ends.
    GoalsOfBothAtTheEnd,
    /// The Germans win when they control the hexes when the game ends; else the Allies win.
    GermansHoldAtTheEnd,
    /// The Germans need a group of hexes before a turn, the Allies steps away at the end; both or neither is a draw.
    GermansHoldBefore,
    /// At the end the Allies win a major victory by control of two of the hexes, a minor one by fire zones
    /// on two; else the Germans win.
    AlliesTakeRunway,
    /// Whoever has more victory points at the end wins.
    Points,
    /// The Germans win when Allied morale breaks, or by one of the groups at the end; else it is a draw.
    GermansBreakOrHold,
    /// The withdrawal level at the end decides.
    WithdrawalLevel,
}

/// A sheet's frame.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetList {
    /// Where the maps' data come from, to be shown with them.
    pub attribution: Name,
    /// How hexes are numbered, where it is not as this game does.
    #[serde(default)]
    pub numbering: Option<Numbering>,
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
    #[serde(deserialize_with = "pair")]
    pub columns: [i16; 2],
    /// First and last row.
    #[serde(deserialize_with = "pair")]
    pub rows: [i16; 2],
    /// Columns of a sheet beside it that are its own too: both print them.
    #[serde(default)]
    pub shared: Vec<i16>,
    /// First and last column of the smaller sheet, where there is one (O4.0).
    #[serde(default, deserialize_with = "optional_pair")]
    pub small_columns: Option<[i16; 2]>,
    /// What leads from its printed columns and rows to those of the grid, on a sheet with numbers of its own.
    #[serde(default)]
    pub shift: [i16; 2],
    /// Where the frame comes from.
    pub origin: Origin,
    /// Reason.
    pub why: Name,
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
    /// Metres above the sea: slopes go down.
    pub elevation: Option<i32>,
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
    #[serde(deserialize_with = "pair")]
    pub slope_leg: [u16; 2],
    /// Slope factor for wheels and tracks.
    pub slope_factor: u16,
    /// Where these come from.
    pub origin: Origin,
    /// Reason.
    pub why: Name,
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
    pub drop: bool,
    /// Cost to enter.
    pub enter: EnterEntry,
    /// Where it comes from.
    pub origin: Origin,
    /// Reason.
    pub why: Name,
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
    #[serde(deserialize_with = "pair")]
    pub leg: [i16; 2],
    /// On wheels.
    #[serde(deserialize_with = "pair")]
    pub wheeled: [i16; 2],
    /// On tracks.
    #[serde(deserialize_with = "pair")]
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
    pub battalion: String,
    pub kind: String,
    pub engineer: String,
    pub aa: String,
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
    pub origin: Origin,
    pub why: String,
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
    pub attachment: u8,
    pub replacement_range: u8,
    pub replacement_attachment: u8,
    pub origin: Origin,
    pub why: String,
}

/// A results table with its origin.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableFile {
    /// Where the cells come from.
    pub origin: Origin,
    /// Reason.
    pub why: Name,
    /// Columns.
    pub columns: Vec<String>,
    /// Rows.
    #[serde(rename = "row")]
    pub rows: Vec<RawRow>,
}

/// Modifiers of ratings.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModifierFile {
    /// The modifiers.
    #[serde(rename = "modifier")]
    pub modifiers: Vec<ModifierEntry>,
}

/// A modifier of ratings: one value, or values from certain counts on.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModifierEntry {
    /// Id.
    pub id: Name,
    /// The value.
    pub value: Option<i8>,
    /// From this count on, this value.
    #[serde(default, deserialize_with = "optional_pairs")]
    pub steps: Option<Vec<(u8, i8)>>,
    /// Whose state it is: `firer` or `target`.
    pub applies: Name,
    /// In which kinds of fire it counts.
    pub modes: Spanned<Vec<Name>>,
    /// Where it comes from.
    pub origin: Origin,
    /// Reason.
    pub why: Name,
}

/// Modifiers of troop quality.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QualityFile {
    /// The modifiers.
    #[serde(rename = "modifier")]
    pub modifiers: Vec<QualityEntry>,
}

/// A modifier of troop quality: one value, or values from certain counts on.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QualityEntry {
    /// Id.
    pub id: Name,
    /// The value.
    pub value: Option<i8>,
    /// From this count on, this value.
    #[serde(default, deserialize_with = "optional_pairs")]
    pub steps: Option<Vec<(u8, i8)>>,
    /// Where it comes from.
    pub origin: Origin,
    /// Reason.
    pub why: Name,
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
    pub why: Name,
}

/// The event cups.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventFile {
    /// The counters.
    #[serde(rename = "event")]
    pub events: Vec<EventEntry>,
}

/// Event counters of one kind in one cup.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventEntry {
    /// Which event.
    pub id: String,
    /// Whose cup.
    pub side: Side,
    /// How many counters.
    pub count: u8,
    /// Where the number comes from.
    pub origin: Origin,
    /// Reason.
    pub why: Name,
}
