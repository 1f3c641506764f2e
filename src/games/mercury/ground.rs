//! What does not change during a game: map, counters, tables, chits, the scenario's terms.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Deref;

use engine::{
    BySide, Calendar, Field, HexId, History, Map, Provenance, ResultsTable, Ruling, Side, Sight,
};

use super::ad_hoc::AdHoc;
use super::airlanding::Airlanding;
use super::attachments::Battalion;
use super::awaited::{HeldBack, JoiningChit};
use super::confined::Confined;
use super::counter::{Colour, Counter, DivisionId, UnitId};
use super::departures::Breakout;
use super::display::OffMap;
use super::distances::{Distances, DistancesFrom};
use super::fire::{DIRECT_ARTILLERY, FIRER, Hit, Mode, TARGET};
use super::free_drops::{CupChoice, FreeDrops};
use super::ids::{ChitId, FormationId, LeaderId, ObjectiveId};
use super::morale::MoraleTerms;
use super::naval::Naval;
use super::obligations::Obligation;
use super::planned_air::PlannedAir;
use super::reserves::Reserve;
use super::rulings::{IndirectZones, Rulings, ZoneReach};
use super::ships::Shipping;
use super::state::Unit;
use super::sudden_death::SuddenDeath;
use super::supply::Supply;
use super::trucks::Trucks;
use super::victory_level::Bands;
use super::withdrawal::WaysOut;

/// A scenario as its files give it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// Title of the scenario.
    pub title: String,
    /// Facts for `scenario show`.
    pub facts: Vec<(String, String)>,
    /// What happened.
    pub history: Option<History>,
    /// Where the values come from.
    pub provenance: Vec<Provenance>,
    /// The map.
    pub map: Map,
    /// Terrain effects, one entry a kind of terrain of the map.
    pub terrain: Vec<Terrain>,
    /// What a slope hexside adds for leg units, out of column and in column, in half points.
    pub slope_leg: [u16; 2],
    /// What a slope hexside multiplies the cost by for wheels and tracks.
    pub slope_factor: u16,
    /// Cost of a hex entered along a road in column, in half points.
    pub road_cost: u16,
    /// Lines of sight open by terrain and slopes: up to [`SIGHT_DAY`], from and to observation posts up to
    /// [`SIGHT_LIMIT`].
    pub sight: Sight,
    /// Hexes that see farther (observation posts).
    pub far_sight: Vec<bool>,
    /// Hexes with a strongpoint (2.9).
    pub strongpoints: Vec<HexId>,
    /// Hexsides, a bit each, of a road that meets no other road of its hex (2.8).
    pub roads_apart: Vec<(HexId, u8)>,
    /// The calendar.
    pub calendar: Calendar,
    /// The counters in play.
    pub counters: Vec<Counter>,
    /// The divisions.
    pub divisions: Vec<DivisionCard>,
    /// The leaders.
    pub leaders: Vec<LeaderCard>,
    /// The formations.
    pub formations: Vec<FormationCard>,
    /// Every chit; its number is its place here.
    pub chits: Vec<Chit>,
    /// Numbers of the chits that go into the cup each turn.
    pub each_turn: Vec<ChitId>,
    /// Numbers of the chits that join them, each with the first turn in which it does.
    pub later_chits: Vec<(ChitId, u16)>,
    /// Chits that go into the cup once another has been drawn.
    pub joining_chits: Vec<JoiningChit>,
    /// Units that may not be activated before a turn or a chit.
    pub held_back: Vec<HeldBack>,
    /// Units that may not leave a part of the map.
    pub confined: Vec<Confined>,
    /// Numbers of the chits that are in the cup in the first turn.
    pub first_cup: Vec<ChitId>,
    /// The chit that opens the game.
    pub first_chit: ChitId,
    /// Chits that the German player may choose instead; those not chosen go into the cup.
    pub first_choice: Vec<ChitId>,
    /// Chits not chosen stay out of the cup.
    pub first_chit_alone: bool,
    /// Combat results against unarmoured and armoured targets: by colour in [`Colour::ALL`] order and die.
    pub combat: [[[Hit; 10]; 9]; 2],
    /// Modifiers of ratings, by [`Mode::index`]: see [`Ground::modifiers`].
    pub modifiers: [Modifiers; Mode::ALL.len()],
    /// Modifiers of troop quality.
    pub quality: QualityModifiers,
    /// What rubble does.
    pub rubble: Rubble,
    /// The drop table; `None` where nobody drops.
    pub drop_table: Option<ResultsTable<Landing>>,
    /// The event counters of each side, one entry a counter.
    pub events: BySide<Vec<EventKind>>,
    /// Sticks that drop, in the order of the scenario.
    pub sticks: Vec<Stick>,
    /// Units whose hex or stance their owner chooses before the game.
    pub set_up: Vec<SetUp>,
    /// Units that come later.
    pub reinforcements: Vec<Reinforcement>,
    /// Air support by scenario.
    pub air_support: Vec<AirSupport>,
    /// Objective hexes with their first controller.
    pub objectives: Vec<(HexId, Side)>,
    /// Name of each objective.
    pub objective_names: Vec<String>,
    /// How the game is won.
    pub victory: Victory,
    /// Names of the victory levels, from best for the Germans.
    pub levels: Vec<String>,
    /// Switches.
    pub rulings: Rulings,
    /// Optional rules with nothing to do in the scenario, by the ids of their switches.
    pub idle_rulings: Vec<&'static str>,
    /// Airlanding; `None` where nothing lands.
    pub airlanding: Option<Airlanding>,
    /// Exits to the Off-Map Display; `None` where S1.0 is not in force.
    pub off_map: Option<OffMap>,
    /// Where units leave to win; `None` where nobody wins so.
    pub breakout: Option<Breakout>,
    /// Ships; `None` where S2.0 is not in force.
    pub shipping: Option<Shipping>,
    /// Ad-hoc airdrops; `None` where S3.0 is not in force.
    pub ad_hoc: Option<AdHoc>,
    /// Supply; `None` where S4.0 is not in force.
    pub supply: Option<Supply>,
    /// Allied morale; `None` where S5.0 is not in force.
    pub morale: Option<MoraleTerms>,
    /// Ways out of the island under Allied Withdrawal; `None` where nobody gets away.
    pub ways_out: Option<WaysOut>,
    /// Force reserves.
    pub reserves: Vec<Reserve>,
    /// What the Germans owe.
    pub obligations: Vec<Obligation>,
    /// What ends the game before its time.
    pub sudden_deaths: Vec<SuddenDeath>,
    /// Battalions that can be attached to another brigade; none where S9.0 is not in force.
    pub battalions: Vec<Battalion>,
    /// The first attachment of each division; empty where there are no battalions.
    pub attached: Vec<Option<(u8, FormationId)>>,
    /// Divisional trucks; `None` where S10.0 is not in force.
    pub trucks: Option<Trucks>,
    /// Planned air support; `None` where S11.0 is not in force.
    pub planned_air: Option<PlannedAir>,
    /// The first turn is played from step C on.
    pub whole_first_turn: bool,
    /// Ships off the coast; `None` where O2.0 is not in force.
    pub naval: Option<Naval>,
    /// Free drops; `None` where O1.0 is not in force.
    pub free_drops: Option<FreeDrops>,
    /// Chits that the German player adds to the first cup; `None` where he adds none.
    pub cup_choice: Option<CupChoice>,
}

/// Everything fixed about a scenario, shared by all its games: what is printed, and what is kept of it so that nobody
/// counts it twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    /// What is printed; its fields are those of the ground too.
    pub(super) printed: Printed,
    /// Distances between hexes.
    pub distances: Distances,
    /// The sheets that print each hex, by the number of the hex: bits by the order of the sheets.
    pub sheets: Vec<u32>,
    /// Hexes up to which each of them may fire direct, see [`Counter::direct_reach`], and up to which it fires direct
    /// or has a fire zone.
    pub reaches: Vec<[u8; 2]>,
    /// Hexes beyond which none of them fires direct or has a fire zone.
    pub direct_reach: u8,
    /// Whether a hex is next to an objective, by the number of the hex.
    pub by_objective: Vec<bool>,
    /// What the terrain does to fire at units in it, by the number of the hex.
    pub cover: Vec<i8>,
    /// Hexes to the nearest objective, by the number of the hex; `u8::MAX` where there is none.
    pub objective_near: Vec<u8>,
    /// Hexes to the nearest place where a side sets up or drops, by the number of the hex; [`NO_START`] where there is
    /// none.
    pub start_near: BySide<Vec<u8>>,
    /// Airfields with objective hexes: the numbers of these, one list an airfield.
    pub airfields: Vec<Vec<ObjectiveId>>,
    /// The same of ports.
    pub ports: Vec<Vec<ObjectiveId>>,
    /// Hexes in which partisans live.
    pub settlements: Vec<HexId>,
    /// The counters that are rearguards.
    pub rearguards: Vec<UnitId>,
    /// The counters of each formation.
    pub members: Vec<Vec<UnitId>>,
    /// The counters that each chit may activate, by the number of the chit.
    pub called: Vec<Vec<Called>>,
    /// What steps cost along unbroken roads: by class, whether in column, number of the hex they lead from, and
    /// direction; see [`Ground::step_cost`].
    pub step_costs: [[StepCosts; 2]; 3],
    /// Numbers of the leaders who command a unit when they are near enough, in the order of
    /// [`Ground::leaders`], by unit. Where battalions are attached (S9.0), who does so at the moment is among them.
    pub superiors: Vec<Vec<LeaderId>>,
    /// The units that have a leader among these, by his number.
    pub subordinates: Vec<Vec<UnitId>>,
    /// How many faces of the die, from 0 to each rating, give each result: by armour, colour, rating and
    /// place in [`Hit::ALL`]; eight bytes, so that all can be reckoned with at once as one number.
    pub faces: [[[[u8; 8]; 9]; 9]; 2],
    /// By the same number, the first mode in which a unit is the same firer, and the same target.
    pub alike: [[Mode; 2]; Mode::ALL.len()],
    /// Cost for a leg company to reach each objective, one field an objective, and after them the edge to leave
    /// by and the refuge to get away to, where there are any: what strategies steer by.
    pub ways: Vec<Field>,
    /// The same in column, along the roads.
    pub roads: Vec<Field>,
}

#[cfg(test)]
impl core::ops::DerefMut for Ground {
    fn deref_mut(&mut self) -> &mut Printed {
        &mut self.printed
    }
}

impl Deref for Ground {
    type Target = Printed;

    #[inline]
    fn deref(&self) -> &Printed {
        &self.printed
    }
}

/// What steps from each hex cost, by direction.
pub type StepCosts = Vec<[Option<u16>; 6]>;

/// Hexes to a place of set-up or drop where a side has none.
pub(super) const NO_START: u8 = 20;

/// Longest sight of all: from an observation post by day.
pub const SIGHT_LIMIT: u16 = 13;
/// Longest sight by day.
pub const SIGHT_DAY: u8 = 8;
/// Longest sight at night (Mercury 1.0).
pub const SIGHT_NIGHT: u8 = 3;

/// What a kind of terrain does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terrain {
    /// Its name.
    pub name: String,
    /// Added to the fire rating of units firing into it.
    pub fire: i8,
    /// Cost to enter in half points by [`super::counter::MoveClass`], out of column and in column; `None` is forbidden.
    pub enter: [[Option<u16>; 2]; 3],
    /// Wheels and tracks may not leave it out of column (towns and denser).
    pub column_only: bool,
    /// Wheels and tracks may not leave column in it (cities, fortified places).
    pub keeps_column: bool,
    /// The drop table's modifier for bad ground applies (4.2.1).
    pub bad_landing: bool,
    /// Parachutists choose it to land in: open country and villages.
    pub landable: bool,
    /// Artillery can turn it into rubble (2.9).
    pub crumbles: bool,
    /// A village, town or city: partisans live there (5.7).
    pub settled: bool,
    /// The sea: ships lie off the land beside it (O2.7).
    pub water: bool,
}

/// What rubble does to a hex (Mercury 2.9).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Rubble {
    /// Added to the fire modifier of the terrain.
    pub fire: i8,
    /// Cost to enter, as in [`Terrain::enter`].
    pub enter: [[Option<u16>; 2]; 3],
}

/// A division's command, as the scenario gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DivisionCard {
    /// Id, e.g. `5GD`.
    pub id: String,
    /// Name.
    pub name: String,
    /// Owner.
    pub side: Side,
    /// Command rating.
    pub rating: u8,
    /// Command points at the start.
    pub points: u16,
    /// Dispatch rating; `None` where dispatch points are not used.
    pub dispatch_rating: Option<u8>,
    /// Dispatch points at the start.
    pub dispatch_points: u16,
    /// Receives no points with its first activation of the game (11.0, drops).
    pub first_activation_without_points: bool,
    /// Roadblocks it may have on the map at once.
    pub roadblocks: u8,
    /// Turns in which its command rating rises by one for good.
    pub rating_rises: Vec<u16>,
}

/// A formation: a brigade, regiment or battalion with a leader and a chit of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormationCard {
    /// Name, as the counters have it.
    pub name: String,
    /// Division that pays for its chit.
    pub division: DivisionId,
    /// First turn in which its chit can be bought.
    pub from_turn: u16,
}

/// A leader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaderCard {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Owner.
    pub side: Side,
    /// Division.
    pub division: DivisionId,
    /// Whom he keeps in command.
    pub commands: Commands,
    /// Command range in hexes, original and replacement.
    pub range: [u8; 2],
    /// Independents he takes along in a formation activation, original and replacement.
    pub attachment: [u8; 2],
    /// He is put on the map in step F (S8.0).
    pub deploys: bool,
    /// He begins as the replacement of the leader who was lost before (5.11).
    pub replacement: bool,
    /// The leader for whom he leaves the game if ever they are on one sheet.
    pub gives_way_to: Option<LeaderId>,
}

impl LeaderCard {
    /// Whether he commands the unit, which fights with this formation, when he is near enough.
    pub fn may_command(&self, counter: &Counter, fights_with: Option<FormationId>) -> bool {
        self.side == counter.side
            && match self.commands {
                Commands::Greeks => counter.greek,
                // Mercury 6.0: Greeks are in command within range of any Allied leader.
                _ if counter.greek => true,
                Commands::Formation(formation) => {
                    fights_with == Some(formation)
                        || (fights_with.is_none() && counter.division == self.division)
                }
                // Mercury S8.0: a Kampfgruppe commander keeps every unit of his division in command.
                Commands::Division => counter.division == self.division,
            }
    }
}

/// Whom a leader keeps in command.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Commands {
    /// The units of a formation, and independents of the division.
    Formation(FormationId),
    /// A Kampfgruppe commander: every unit of the division (S8.0).
    Division,
    /// Major Bedding: every Greek unit on the map, whatever the distance.
    Greeks,
}

/// A chit of the cup.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Chit {
    /// A division activation.
    Division(DivisionId),
    /// Direct command of a side.
    DirectCommand(Side),
    /// A formation activation; enters the cup only when bought (or by the scenario).
    Formation(FormationId),
    /// A random event of a side.
    Event(Side),
    /// The ships (O2.2).
    Naval,
}

/// Who may stand where a unit sets up, where it has a choice of hexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Room {
    /// Nobody.
    Empty,
    /// Anybody but these, the others of its entry; within stacking.
    Without(Vec<UnitId>),
    /// Anybody, within stacking; but in the end each hex holds one of these at least, the units of its entry.
    Filling(Vec<UnitId>),
}

/// A choice of set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetUp {
    /// The unit goes to one of these hexes; a single hex is no choice.
    Unit {
        /// The unit.
        unit: UnitId,
        /// The hexes on offer.
        hexes: Vec<HexId>,
        /// The unit may begin in an improved position.
        may_dig: bool,
        /// Who may be in the hex already.
        room: Room,
        /// Steps it begins with, if not all.
        steps: Option<u8>,
        /// It begins in an artillery park.
        in_park: bool,
        /// In contact with this leader.
        contact: Option<LeaderId>,
    },
    /// These units are spread over these hexes, or over some of them, at random, one unit a hex.
    Random {
        /// The units.
        units: Vec<UnitId>,
        /// The hexes.
        hexes: Vec<HexId>,
    },
    /// The leader goes with any of these units.
    Leader {
        /// Number of the leader.
        leader: LeaderId,
        /// The units on offer.
        units: Vec<UnitId>,
    },
}

/// A unit that comes later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reinforcement {
    /// The unit.
    pub unit: UnitId,
    /// First turn in which it may come, with its division's chit.
    pub turn: u16,
    /// Where it comes; where there are ports, for want of one.
    pub hex: HexId,
    /// Numbers of objectives: it comes to any of these that its side controls.
    pub ports: Vec<ObjectiveId>,
    /// Ports to which it may come if none of those is open (A-SC13-4).
    pub other_ports: Vec<ObjectiveId>,
    /// For want of a port it waits.
    pub waits: bool,
    /// It comes to no port in an enemy fire zone.
    pub shuns_zones: bool,
    /// A leader who comes with any of his units, once it has come.
    pub leader: Option<LeaderId>,
}

/// Units that jump together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stick {
    /// Name, as the scenario has it.
    pub name: String,
    /// First turn in which it may come, with its division's chit.
    pub turn: u16,
    /// Glider landing instead of parachutes.
    pub glider: bool,
    /// The units, in the order of the scenario.
    pub units: Vec<UnitId>,
    /// The hexes of its zone.
    pub hexes: Vec<HexId>,
    /// A leader who comes with it, with any of his units that come in the same activation.
    pub leader: Option<LeaderId>,
}

/// A result of the drop table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Landing {
    /// Delay markers.
    pub delays: u8,
    /// Steps lost.
    pub steps: u8,
    /// The unit is gone.
    pub eliminated: bool,
}

engine::words! {
    /// A random event (Mercury 5.1 to 5.13).
    pub enum EventKind {
        /// 5.1.
        Air = "air",
        /// 5.2.
        GreekRout = "greek-rout",
        /// 5.3.
        Heroic = "heroic",
        /// 5.4.
        Intelligence = "intelligence",
        /// 5.5.
        Rally = "rally",
        /// 5.6.
        TankBreakdown = "tank-breakdown",
        /// 5.7.
        Partisans = "partisans",
        /// 5.8.
        OutOfAmmo = "out-of-ammo",
        /// 5.9.
        ResupplyDrop = "resupply-drop",
        /// 5.10.
        LostFallschirmjaeger = "lost-fallschirmjaeger",
        /// 5.11.
        LeaderLoss = "leader-loss",
        /// 5.12.
        CommandConfusion = "command-confusion",
        /// 5.13.
        NoEvent = "no-event",
    }
}

/// Air strikes given by the scenario.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct AirSupport {
    /// Turn.
    pub turn: u16,
    /// Division with whose chit they come.
    pub division: DivisionId,
    /// Number of strikes.
    pub strikes: u8,
    /// Greatest distance from a friendly unit; `None` is unlimited.
    pub within: Option<u8>,
    /// The sheets on which they may strike: bits as in [`Ground::sheets`].
    pub sheets: u32,
}

/// How the game is won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Victory {
    /// The Germans win when they control all these objectives at the end of any turn; else the Allies.
    HoldAtAnyTurnEnd {
        /// Numbers of the objectives.
        objectives: Vec<ObjectiveId>,
        /// The clause in words, for each winner.
        clause: BySide<&'static str>,
    },
    /// Each side has a goal of its own; both or neither is a draw.
    GoalsOfBoth {
        /// The Germans control every objective of one of these groups.
        ways: Vec<Vec<ObjectiveId>>,
        /// They are asked at the end of the game alone; else as `sc1_timing` has it.
        at_the_end: bool,
        /// The German goal in words.
        clause: &'static str,
        /// The Allies eliminate this many German steps.
        german_steps: u16,
    },
    /// At the end the Allies win by control of two of these hexes, or less clearly by fire zones on two.
    Runway {
        /// Numbers of the objectives.
        hexes: Vec<ObjectiveId>,
        /// Any two of them, which keep the Allies from control of two.
        ways: Vec<Vec<ObjectiveId>>,
    },
    /// Whoever has more victory points at the end wins (scenario 4).
    Points {
        /// Points for each enemy step eliminated.
        step: u8,
        /// Points for the control of each objective, by side.
        worth: Vec<BySide<u8>>,
        /// The objectives worth something to the Germans, one a group: what they steer by.
        ways: Vec<Vec<ObjectiveId>>,
    },
    /// The Germans control one of these groups before its turn; the Allies bring steps away at the end; both or
    /// neither is a draw (scenario 8).
    HoldBefore {
        /// Numbers of the objectives, in the order of their turns.
        ways: Vec<Vec<ObjectiveId>>,
        /// The turn before which each group must be held.
        before: Vec<u16>,
        /// The Allied goal.
        escape: Escape,
    },
    /// The Germans win when they control every objective of one of these groups at the end of the game, or by
    /// [`Ground::breakout`]; else the Allies.
    HoldAtTheEnd {
        /// Numbers of the objectives.
        ways: Vec<Vec<ObjectiveId>>,
        /// Control at the end of any turn will do.
        any_turn: bool,
        /// The clause in words, for each winner.
        clause: BySide<&'static str>,
    },
    /// The Germans win when Allied morale breaks, or by one of these groups at the end; else it is a draw, but for
    /// sudden deaths (scenario 9).
    BreakOrHold {
        /// Numbers of the objectives.
        ways: Vec<Vec<ObjectiveId>>,
    },
    /// The withdrawal level at the end decides (scenarios 10 to 13).
    WithdrawalLevel {
        /// The victory level of each withdrawal level.
        bands: Bands,
        /// Numbers of the objectives that the Germans steer by, one group a goal.
        ways: Vec<Vec<ObjectiveId>>,
        /// Objectives of which the Germans must control some at the end, or suffer a decisive defeat.
        needed: Vec<ObjectiveId>,
    },
}

/// Steps that get away (11.0, scenario 8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Escape {
    /// The units whose steps count.
    pub units: Vec<UnitId>,
    /// How many steps must get away.
    pub steps: u16,
    /// They count east of this column.
    pub east_of: i16,
}

impl Victory {
    /// The groups of objectives of which the Germans need one whole.
    pub fn ways(&self) -> &[Vec<ObjectiveId>] {
        match self {
            Victory::HoldAtAnyTurnEnd { objectives, .. } => core::slice::from_ref(objectives),
            Victory::GoalsOfBoth { ways, .. }
            | Victory::BreakOrHold { ways }
            | Victory::WithdrawalLevel { ways, .. }
            | Victory::HoldAtTheEnd { ways, .. }
            | Victory::HoldBefore { ways, .. }
            | Victory::Points { ways, .. }
            | Victory::Runway { ways, .. } => ways,
        }
    }
}

/// What modifies a rating in one kind of fire. What does not count in it is 0; of two values one is the firer's and
/// one the target's, [`FIRER`] and [`TARGET`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    /// Firer with one and with two cohesion hits.
    pub cohesion: [i8; 2],
    /// Firer with a step loss and no reduced ratings of its own.
    pub step_loss: i8,
    /// In column.
    pub column: [i8; 2],
    /// Entrenched.
    pub entrenched: [i8; 2],
    /// Whether entrenchment makes a target as hard as armour.
    pub works: bool,
    /// Night.
    pub night: i8,
    /// Firer in emergency supply.
    pub emergency_supply: i8,
    /// Suppressed firer.
    pub suppressed: i8,
    /// Company bonus; 0 where nobody may try for it.
    pub company_bonus: i8,
    /// Target in an improved position.
    pub improved: i8,
    /// Steps stacked in the target hex: by their number, the last value for more.
    pub mass: Vec<i8>,
    /// Unarmoured target, each hex beyond the first.
    pub range_unarmoured: i8,
    /// Armoured target beyond one hex, short of the printed range and at it.
    pub range_armoured: [i8; 2],
    /// Mover from a fire zone to a fire zone.
    pub zone_to_zone: i8,
    /// Mover from a fire zone to a free hex.
    pub zone_to_free: i8,
    /// Charging unit as target.
    pub charging: i8,
    /// Unit that retreats before an assault.
    pub retreating: i8,
    /// Defender up slope of an assault.
    pub up_slope: i8,
    /// Light and heavy barrage on the firer's hex.
    pub barrage: [i8; 2],
    /// Each parachute marker.
    pub drop_marker: [i8; 2],
    /// Each glider marker.
    pub glider_marker: [i8; 2],
    /// Airlanding marker.
    pub airlanding_marker: [i8; 2],
    /// Heroic target.
    pub heroic: i8,
    /// A park fires at a park.
    pub counter_battery: i8,
}

impl Modifiers {
    /// Those of the markers on a unit that fires or is fired at.
    pub(super) fn of_markers(&self, state: &Unit, side: usize) -> i8 {
        self.drop_marker[side] * state.parachutes as i8
            + self.glider_marker[side] * state.gliders as i8
            + self.airlanding_marker[side] * i8::from(state.airlanded)
    }

    /// Whether they make of a unit the same target, whoever fires.
    pub(super) fn same_target(&self, other: &Modifiers) -> bool {
        let of = |m: &Modifiers| {
            let markers = [m.drop_marker, m.glider_marker, m.airlanding_marker];
            (
                [m.column, m.entrenched].map(|both| both[TARGET]),
                markers.map(|both| both[TARGET]),
                [m.improved, m.heroic],
                m.works,
            )
        };
        of(self) == of(other) && self.mass == other.mass
    }

    /// Whether they make of a unit the same firer, whoever it fires at; the barrage on its hex left out.
    pub(super) fn same_firer(&self, other: &Modifiers) -> bool {
        let of = |m: &Modifiers| {
            let markers = [m.drop_marker, m.glider_marker, m.airlanding_marker];
            (
                [m.column, m.entrenched].map(|both| both[FIRER]),
                markers.map(|both| both[FIRER]),
                m.cohesion,
                [m.step_loss, m.night, m.emergency_supply, m.suppressed],
            )
        };
        of(self) == of(other)
    }
}

/// What modifies troop quality.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QualityModifiers {
    /// Out of command.
    pub out_of_command: i8,
    /// With one and with two cohesion hits.
    pub cohesion: [i8; 2],
    /// With a step loss and no reduced ratings of its own.
    pub step_loss: i8,
    /// Suppressed.
    pub suppressed: i8,
    /// Under a light and under a heavy barrage.
    pub barrage: [i8; 2],
    /// In an improved position.
    pub improved: i8,
    /// Entrenched.
    pub entrenched: i8,
    /// With an airlanding marker.
    pub airlanded: i8,
    /// Heroic.
    pub heroic: i8,
    /// In diminished supply.
    pub diminished_supply: i8,
    /// In emergency supply.
    pub emergency_supply: i8,
}

/// A counter that a chit may activate.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// Which.
    pub unit: UnitId,
    /// Whether it does not hang on where anybody stands or what is paid.
    pub always: bool,
}

impl Printed {
    /// What modifies ratings in one kind of fire.
    #[inline]
    pub fn modifiers(&self, mode: Mode) -> &Modifiers {
        &self.modifiers[mode.index()]
    }

    /// The switches that can be set in the scenario.
    pub fn switches(&self) -> Vec<Ruling> {
        let mut switches = self.rulings.list();
        switches.retain(|ruling| !self.idle_rulings.contains(&ruling.id.as_str()));
        switches
    }

    /// How far a zone of the unit reaches by the rulings in force, out of column.
    pub fn zone(&self, counter: &Counter) -> u8 {
        let lobs = counter.fire.is_some_and(|fire| fire.colour.lobs());
        let zone = if lobs && self.rulings.indirect_zones == IndirectZones::ThreeHexes {
            counter.range.min(DIRECT_ARTILLERY)
        } else {
            counter.zone
        };
        match self.rulings.zone_reach {
            ZoneReach::A => zone.min(1),
            ZoneReach::C if counter.infantry() && !counter.greek => zone.max(counter.range.min(2)),
            ZoneReach::B | ZoneReach::C => zone,
        }
    }

    /// Whether a turn is a night turn.
    pub fn night(&self, turn: u16) -> bool {
        self.calendar.night[usize::from(turn)]
    }

    /// Terrain effects of a hex.
    pub fn terrain(&self, hex: HexId) -> &Terrain {
        &self.terrain[usize::from(self.map.hex(hex).terrain.0)]
    }

    /// The printed counter of a unit.
    pub fn counter(&self, unit: UnitId) -> &Counter {
        &self.counters[unit.index()]
    }

    /// The result of a die on the combat table.
    pub fn hit(&self, colour: Colour, armoured: bool, die: u8) -> Hit {
        self.combat[usize::from(armoured)][colour.index()][usize::from(die)]
    }

    /// The number of an objective hex.
    pub fn objective(&self, hex: HexId) -> Option<usize> {
        self.objectives.iter().position(|&(h, _)| h == hex)
    }
}

impl Ground {
    /// Distance in hexes; `u8::MAX` between grids. The same both ways; a loop over many hexes runs along
    /// one row of the table when the hex that stays is `from`.
    #[inline]
    pub fn distance(&self, from: HexId, to: HexId) -> u8 {
        self.distances.between(from, to)
    }

    /// The distances of every hex from one, by the number of the hex.
    #[inline]
    pub fn distances_from(&self, hex: HexId) -> DistancesFrom<'_> {
        self.distances.from(hex)
    }

    /// Whether a sheet prints both hexes.
    pub fn on_one_sheet(&self, a: HexId, b: HexId) -> bool {
        self.sheets[a.index()] & self.sheets[b.index()] != 0
    }

    /// How many faces of the die up to a rating (0 to 8) give each result, in the order of [`Hit::ALL`].
    pub fn faces(&self, colour: Colour, armoured: bool, rating: i8) -> [u8; 8] {
        self.faces[usize::from(armoured)][colour.index()][rating as usize]
    }
}
