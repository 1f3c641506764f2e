//! What does not change in a game: the ground, the units, the combat table, the victory hexes.

use alloc::string::String;
use alloc::vec::Vec;

use engine::{BySide, Calendar, Direction, HexId, Map, Provenance, Side, SideId, SideKind};

use super::action::Group;
use super::appraise::outlook::Outlooks;
use super::combat::Results;
use super::rulings::{Edition, Options, Rulings};
use super::sets::HexSet;
use super::supply_ways::SupplyWays;

engine::words! {
    /// Kinds of terrain of both maps.
    pub enum Terrain {
        /// No effect.
        Clear = "clear",
        /// Stops movement off the roads (Mercury 5.1.2).
        Rough = "rough",
        /// Rough, and a column for its defender (Mercury 6.1.1).
        Mountain = "mountain",
        /// Closed to everyone.
        Sea = "sea",
        /// Vehicles by road only; a column for its defender (Market-Garden 5.1.1, 6.1.1).
        Wet = "wet",
        /// As wet, and a retreat may be ignored there (Market-Garden 6.3.1).
        Forest = "forest",
        /// Two columns for its defender; a retreat may be ignored there (Market-Garden 6.1.1, 6.3.1).
        Urban = "urban",
    }
}

impl Terrain {
    /// Columns the defender's terrain shifts an attack to the left (6.1.1).
    pub const fn columns(self) -> i8 {
        match self {
            Terrain::Mountain | Terrain::Wet | Terrain::Forest => 1,
            Terrain::Urban => 2,
            Terrain::Clear | Terrain::Rough | Terrain::Sea => 0,
        }
    }
}

/// A road crosses the hexside.
pub(crate) const ROAD: SideId = SideId(0);
/// The hexside is a big river.
pub(crate) const RIVER: SideId = SideId(1);

/// What hexsides have, in the order of their ids.
pub(crate) fn side_kinds() -> Vec<SideKind> {
    [SideKind::shared("road"), SideKind::shared("river")].into()
}

/// What crosses the water in a hex.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Crossing {
    /// Nothing.
    None,
    /// A bridge that may be blown (Market-Garden 8.2).
    Canal,
    /// A bridge over the Maas, Waal or Rhine (Market-Garden 5.1.2).
    River,
    /// A ferry over one of them (Market-Garden 5.1.3).
    Ferry,
}

/// One hex, ready for play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Terrain.
    pub terrain: Terrain,
    /// Neighbours clockwise from north.
    pub near: [Option<HexId>; 6],
    /// The same as a set.
    pub around: HexSet,
    /// Whether it is a hex of the Club Route (Market-Garden 5.1.1a).
    pub red: bool,
    /// Bridge or ferry.
    pub crossing: Crossing,
    /// Victory points.
    pub points: u8,
    /// Its number among the objectives, if it is one.
    pub objective: Option<u8>,
    /// Map edges it lies on: bits of [`Edge::bit`].
    pub edges: u8,
    /// The airfield it belongs to.
    pub airfield: Option<u8>,
    /// Whether it is closed until turn 3 (Market-Garden 5.1.3).
    pub ferry_closed: bool,
}

impl Cell {
    /// The neighbours that are on the map.
    pub fn neighbours(&self) -> impl Iterator<Item = HexId> + use<> {
        self.near.into_iter().flatten()
    }
}

engine::words! {
    /// An edge of the map.
    pub enum Edge {
        /// West.
        West = "western",
        /// North.
        North = "northern",
        /// East.
        East = "eastern",
        /// South.
        South = "southern",
    }
}

impl Edge {
    /// The bit that stands for it.
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

engine::words! {
    /// Nationalities (12.1, Mercury 12.4).
    pub enum Nation {
        /// German.
        German = "german",
        /// British (and Polish, WG-12.1-1).
        British = "british",
        /// American.
        American = "american",
        /// Australian.
        Australian = "australian",
        /// New Zealand.
        NewZealand = "new-zealand",
        /// Greek.
        Greek = "greek",
    }
}

engine::words! {
    /// Classes of units.
    pub enum Class {
        /// Foot.
        Infantry = "infantry",
        /// Tanks: vehicles that shift an attack (6.1.2).
        Armor = "armor",
        /// Lorries and carriers: vehicles.
        Mechanized = "mechanized",
        /// Parachutists.
        Parachute = "parachute",
        /// Glider troops.
        Glider = "glider",
        /// Mountain troops.
        Mountain = "mountain",
        /// 52nd Division (Market-Garden 12.8).
        AirTransport = "air-transport",
        /// Greek irregulars (Mercury 12.3).
        Irregular = "irregular",
    }
}

impl Class {
    /// Whether the counter shows a vehicle.
    pub const fn vehicle(self) -> bool {
        matches!(self, Class::Armor | Class::Mechanized)
    }

    /// Whether it drops by parachute or glider.
    pub const fn drops(self) -> bool {
        matches!(self, Class::Parachute | Class::Glider)
    }
}

/// Allied corps of Market-Garden (5.5).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Corps {
    /// None: free to act with either group.
    None,
    /// XXX Corps.
    Xxx,
    /// VIII or XII Corps.
    Flank,
}

/// Where a unit comes into play.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A hex.
    Hex(HexId),
    /// An approach box.
    Box(u8),
    /// Any approach box (Mercury 10.2).
    AnyBox,
    /// The Sea Transport Box (Mercury 5.3).
    Sea,
    /// Any hex of an edge (Market-Garden 10.3).
    Edge(Edge),
    /// The side's list of entry hexes (10.1).
    List,
    /// By order of its owner (Mercury 12.3.1).
    Call,
}

/// One counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Stable id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Owner.
    pub side: Side,
    /// Nationality.
    pub nation: Nation,
    /// Class.
    pub class: Class,
    /// Corps.
    pub corps: Corps,
    /// The division, brigade or sector that it is given orders with; empty if it has none.
    pub command: String,
    /// Combat strength.
    pub combat: u8,
    /// Endurance value.
    pub endurance: u8,
    /// Movement factor.
    pub movement: u8,
    /// Where it comes into play.
    pub entry: Entry,
    /// Turn of that, from 0.
    pub turn: u8,
    /// Printed landing hex.
    pub landing: Option<HexId>,
    /// Whether it returns when eliminated (Market-Garden 10.4).
    pub battlegroup: bool,
}

impl Unit {
    /// Whether it moves by road only (Mercury 5.1.1), by road in wet and forest (Market-Garden
    /// 5.1.1), or anywhere: an index into the step masks of a position.
    pub fn mobility(&self, edition: Edition) -> usize {
        match (self.class.vehicle(), edition) {
            (false, _) => FOOT,
            (true, Edition::MarketGarden) => VEHICLE,
            (true, Edition::Mercury) => ROAD_BOUND,
        }
    }

    /// Whether it belongs to the airborne arm (supply, refit and surrender of Market-Garden).
    pub fn airborne(&self) -> bool {
        self.class.drops()
    }
}

/// Mobility of units on foot.
pub const FOOT: usize = 0;
/// Mobility of vehicles in Market-Garden.
pub const VEHICLE: usize = 1;
/// Mobility of armour in Mercury.
pub const ROAD_BOUND: usize = 2;

/// An approach box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApproachBox {
    /// Letter on the counters.
    pub letter: String,
    /// Name.
    pub name: String,
    /// The airfield next to it (Mercury 5.2.1).
    pub airfield: Option<u8>,
}

/// An airfield and the hexes that count as it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Airfield {
    /// Name.
    pub name: String,
    /// Its hexes.
    pub hexes: HexSet,
}

/// A victory point hex.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// The hex.
    pub hex: HexId,
    /// Its points.
    pub points: u8,
    /// Hexes at most three away: a unit there threatens it.
    pub close: HexSet,
    /// Hexes at most four away: a unit there may come.
    pub near: HexSet,
}

/// A leader marker and the unit he starts with (Mercury 12.1, 12.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaderMarker {
    /// His side.
    pub side: Side,
    /// His unit.
    pub with: u8,
}

/// Units a scenario of this family may have: a bit each in a set.
pub(crate) const MOST_UNITS: usize = 128;

/// Objectives a scenario of this family may have.
pub(crate) const MOST_OBJECTIVES: usize = 32;

/// Everything that does not change in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    /// Which game.
    pub edition: Edition,
    /// Title.
    pub title: String,
    /// What happened.
    pub history: Option<engine::History>,
    /// Readings in force.
    pub rulings: Rulings,
    /// Optional rules in force.
    pub options: Options,
    /// The map, for pictures and names.
    pub map: Map,
    /// The map, for play.
    pub cells: Vec<Cell>,
    /// The counters.
    pub units: Vec<Unit>,
    /// Every unit of the Germans, as a set.
    pub german: u128,
    /// Every unit of the Allies.
    pub allied: u128,
    /// Every unit of XXX Corps.
    pub xxx: u128,
    /// Every unit of VIII and XII Corps.
    pub flanks: u128,
    /// Every vehicle.
    pub vehicles: u128,
    /// Every armored unit (6.1.2).
    pub armor: u128,
    /// The combat table.
    pub(crate) table: Results,
    /// What its columns give on average.
    pub(crate) outlooks: Outlooks,
    /// The turns.
    pub calendar: Calendar,
    /// Points for an operational victory.
    pub victory_points: u8,
    /// Victory hexes.
    pub objectives: Vec<Objective>,
    /// Their hexes.
    pub goals: HexSet,
    /// Hexes off the road that stop whoever is not of the mountain troops (Mercury 5.1.2).
    pub slow: HexSet,
    /// Supply sources: Germans, Allied ground, Allied airborne.
    pub sources: Sources,
    /// Ways of supply to the ground sources of each side on the map as printed.
    pub supply_ways: BySide<SupplyWays>,
    /// Hexes of each map edge, in the order of [`Edge::ALL`].
    pub edges: [HexSet; 4],
    /// Hexes with a bridge that may be blown by demolition (Market-Garden 8.2).
    pub canals: HexSet,
    /// Entry hexes of Allied ground reinforcements.
    pub entry: Vec<HexId>,
    /// Goals of sea transport.
    pub ports: Vec<HexId>,
    /// Approach boxes.
    pub boxes: Vec<ApproachBox>,
    /// Airfields.
    pub airfields: Vec<Airfield>,
    /// Values of a reduced airborne counter: combat, endurance, movement.
    pub reduced: (u8, u8, u8),
    /// Arnhem, Nijmegen and Oss (Market-Garden).
    pub cities: Option<Cities>,
    /// Leader markers in play.
    pub leaders: Vec<LeaderMarker>,
    /// Steps on foot from every hex to every objective, the greatest number where there is none.
    pub ways: Vec<[u8; MOST_OBJECTIVES]>,
    /// How strongly each objective draws a bot in each hex, for each of its points; 0 where there is none.
    pub draw: Vec<[i16; MOST_OBJECTIVES]>,
    /// Hexes from each hex to each: a row for each of the first, the greatest number where no way leads.
    pub distances: Vec<u16>,
    /// Where the values come from.
    pub provenance: Vec<Provenance>,
}

/// Supply sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sources {
    /// German.
    pub german: Vec<HexId>,
    /// Allied.
    pub allied: Vec<HexId>,
    /// Allied airborne.
    pub airborne: Vec<HexId>,
}

/// Named hexes of Market-Garden's rules.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Cities {
    /// Arnhem.
    pub arnhem: HexId,
    /// Nijmegen.
    pub nijmegen: HexId,
    /// Oss.
    pub oss: HexId,
}

impl Ground {
    /// A hex, ready for play.
    #[inline]
    pub fn ground(&self, hex: HexId) -> &Cell {
        &self.cells[hex.index()]
    }

    /// Whether a road leaves a hex that way.
    pub fn road(&self, from: HexId, direction: Direction) -> bool {
        self.map.side(from, direction, ROAD)
    }

    /// Whether a hexside is a big river.
    pub fn river(&self, from: HexId, direction: Direction) -> bool {
        self.map.side(from, direction, RIVER)
    }

    /// A counter.
    #[inline]
    pub fn unit(&self, unit: u8) -> &Unit {
        &self.units[usize::from(unit)]
    }

    /// All units of a side, as a set.
    #[inline]
    pub fn of(&self, side: Side) -> u128 {
        match side {
            Side::German => self.german,
            Side::Allied => self.allied,
        }
    }

    /// Units that an activation leaves out (Market-Garden 5.5).
    pub fn barred(&self, group: Group) -> u128 {
        match group {
            Group::All => 0,
            Group::Xxx => self.flanks,
            Group::Flanks => self.xxx,
        }
    }

    /// Whether this is Mercury.
    #[inline]
    pub fn mercury(&self) -> bool {
        self.edition == Edition::Mercury
    }

    /// The side that lands from the air and must win the victory points.
    pub fn invader(&self) -> Side {
        if self.mercury() { Side::German } else { Side::Allied }
    }

    /// The place of a hex, with its name if it has one.
    pub fn place(&self, hex: HexId) -> String {
        let label = self.map.label(hex);
        match self.map.hex(hex).features.iter().find(|feature| !feature.name.is_empty()) {
            Some(feature) => alloc::format!("{label} {}", feature.name),
            None => label,
        }
    }

    /// Hexes between two hexes.
    pub fn distance(&self, from: HexId, to: HexId) -> u16 {
        self.distances[from.index() * self.map.len() + to.index()]
    }
}
