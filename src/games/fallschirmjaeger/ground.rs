//! What never changes in a game: map, counters, tables, places, readings. Positions share it.

use alloc::string::String;
use alloc::vec::Vec;

use engine::{
    BySide, CombatTable, Direction, Field, HexId, HexSet as Set, History, Map, Provenance, Side,
    SideId, SideKind,
};
use smallvec::SmallVec;

use super::rulings::Rulings;
use super::sheets::HeadSide;

/// The gait of armour, which no ferry takes (1.1h).
const ARMOUR: usize = 3;

/// A set of hexes of the map.
pub(crate) type HexSet = Set<34>;

/// Hexes there is room for.
pub(crate) const MOST_HEXES: usize = HexSet::MOST;
/// Counters there is room for.
pub(crate) const MOST_UNITS: usize = 1_000;

/// Kinds of what hexsides have, in the order of the map.
pub(crate) const ROAD: SideId = SideId(0);
pub(crate) const RAIL: SideId = SideId(1);
pub(crate) const RIVER: SideId = SideId(2);
pub(crate) const MAJOR: SideId = SideId(3);
pub(crate) const CANAL: SideId = SideId(4);
pub(crate) const PROHIBITED: SideId = SideId(5);
pub(crate) const BRIDGE: SideId = SideId(6);

/// Their names.
pub(crate) fn side_kinds() -> Vec<SideKind> {
    let names = ["road", "rail", "river", "major-river", "canal", "prohibited", "bridge"];
    names.into_iter().map(SideKind::shared).collect()
}

engine::words! {
    /// Whose troops they are.
    pub(crate) enum Nation {
        /// German.
        German = "german",
        /// Dutch.
        Dutch = "dutch",
        /// British (3.8).
        British = "british",
        /// French (3.9).
        French = "french",
    }

    /// What kind of counter it is.
    pub(crate) enum Class {
        /// Infantry.
        Infantry = "infantry",
        /// Parachute infantry.
        Parachute = "parachute",
        /// Infantry landed by transport aircraft.
        AirLanding = "air-landing",
        /// Motorcycles.
        Motorcycle = "motorcycle",
        /// Bicycles.
        Bicycle = "bicycle",
        /// Machine guns.
        MachineGun = "machine-gun",
        /// Marines.
        Marine = "marine",
        /// Engineers.
        Engineer = "engineer",
        /// Weapons companies.
        Weapons = "weapons",
        /// Mortars.
        Mortar = "mortar",
        /// Infantry guns.
        InfantryGun = "infantry-gun",
        /// Artillery.
        Artillery = "artillery",
        /// Coastal artillery.
        CoastalArtillery = "coastal-artillery",
        /// Anti-aircraft guns.
        AntiAircraft = "anti-aircraft",
        /// Anti-tank guns.
        AntiTank = "anti-tank",
        /// Tanks and armoured cars.
        Armour = "armour",
        /// The armoured train (2.8).
        Train = "train",
        /// Lorries (3.5).
        Truck = "truck",
        /// Ships (3.3).
        Ship = "ship",
        /// Leaders (1.10).
        Leader = "leader",
        /// The gold reserve (3.6).
        Gold = "gold",
        /// An air supply head that is dropped (2.7b).
        ParadropHead = "paradrop-head",
        /// An air supply head of an airfield (2.7b).
        AirfieldHead = "airfield-head",
        /// A bridge of the engineers (2.9).
        Bridge = "bridge",
    }

    /// How a counter moves.
    pub(crate) enum Mobility {
        /// On foot.
        Foot = "foot",
        /// By bicycle.
        Bicycle = "bicycle",
        /// By lorry or motorcycle.
        Motor = "motor",
        /// On tracks or armoured wheels.
        Armour = "armour",
        /// On rails.
        Rail = "rail",
        /// On water.
        Ship = "ship",
        /// Not at all.
        None = "none",
    }

    /// Terrain of a hex.
    pub(crate) enum Terrain {
        /// Open ground.
        Open = "open",
        /// Orchards.
        Orchard = "orchard",
        /// Dunes.
        Dunes = "dunes",
        /// Woods.
        Woods = "woods",
        /// Marsh.
        Marsh = "marsh",
        /// A village.
        Village = "village",
        /// A city.
        City = "city",
        /// A bridge that fills its hex (1.1g).
        Bridge = "bridge",
        /// The Maas bridges: a city and such a bridge at once (1.1f).
        CityBridge = "city-bridge",
        /// Open sea.
        Sea = "sea",
        /// A hex of nothing but river.
        Water = "water",
    }
}

impl Class {
    /// Whether it fights on the ground: it has a zone of control, attacks, defends and holds ground.
    pub(crate) const fn fights(self) -> bool {
        !matches!(
            self,
            Class::Truck
                | Class::Ship
                | Class::Leader
                | Class::Gold
                | Class::ParadropHead
                | Class::AirfieldHead
                | Class::Bridge
        )
    }

    /// Whether it counts against the stacking limit (1.3, 2.8).
    pub(crate) const fn stacks(self) -> bool {
        self.fights() && !matches!(self, Class::Train)
    }

    /// Whether it may overrun (1.7c, 1.8).
    pub(crate) const fn overruns(self) -> bool {
        self.fights()
            && !matches!(self, Class::Artillery | Class::CoastalArtillery | Class::AntiAircraft)
    }

    /// Whether it is artillery and nothing else (1.5, 1.7b, 3.4b).
    pub(crate) const fn is_artillery(self) -> bool {
        matches!(self, Class::Artillery | Class::CoastalArtillery)
    }

    /// Whether it is an air supply head.
    pub(crate) const fn is_head(self) -> bool {
        matches!(self, Class::ParadropHead | Class::AirfieldHead)
    }
}

impl Terrain {
    /// Whether it is a city (the note on the Combat Results Table, 2.5b).
    pub(crate) const fn is_city(self) -> bool {
        matches!(self, Terrain::City | Terrain::CityBridge)
    }

    /// Whether there is no land in it.
    pub(crate) const fn is_wet(self) -> bool {
        matches!(self, Terrain::Sea | Terrain::Water)
    }

    /// Whether a bridge fills the hex.
    pub(crate) const fn is_bridge(self) -> bool {
        matches!(self, Terrain::Bridge | Terrain::CityBridge)
    }

    /// Whether paratroops may intend to land there (2.5a).
    pub(crate) const fn takes_jumpers(self) -> bool {
        matches!(self, Terrain::Open | Terrain::Orchard | Terrain::Dunes)
    }
}

/// Troops that a rule names.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Troops {
    /// 7 Flieger Division.
    Flieger,
    /// 22 Luftlande Division.
    Luftlande,
    /// 9 Panzer Division.
    Panzer,
    /// All others.
    Other,
}

/// How a counter comes into play.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// It stands there.
    Hex(HexId),
    /// It comes by an entry zone.
    Zone(u8),
    /// A ship comes in from the sea.
    Sea,
    /// It jumps, or lands by aircraft.
    Drop,
    /// It lands by aircraft.
    Landing,
    /// It lands by seaplane (2.4).
    Seaplane,
    /// It is made of platoons that were lost (1.10e).
    AdHoc,
    /// It lands by aircraft once the reserve is released (5.2).
    Reserve,
}

/// A counter as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unit {
    pub id: String,
    pub name: String,
    pub side: Side,
    pub nation: Nation,
    pub division: String,
    pub formation: String,
    pub battalion: String,
    pub troops: Troops,
    pub class: Class,
    pub strength: u8,
    pub aa_range: u8,
    pub range: u8,
    /// Movement points; 0 for the train, which has no limit.
    pub movement: u8,
    pub mobility: Mobility,
    pub steps: u8,
    pub assault: bool,
    pub entry: Entry,
    /// The turn in which it may come, from 1.
    pub turn: u8,
    /// Reinforcements that are taken or refused together.
    pub group: Option<u8>,
    /// The first counter that is printed alike and comes alike: who has one has them all.
    pub twin: u16,
}

impl Unit {
    /// Whether it is one of the parachute platoons that count when they are destroyed (1.10e, 4.0c).
    pub(crate) fn is_platoon(&self) -> bool {
        self.troops == Troops::Flieger && self.class == Class::Parachute && self.steps == 1
    }

    /// What it fires with on a side that has so many steps: half, rounded up, on the reduced side.
    pub(crate) fn strength_of(&self, steps: u8) -> u8 {
        if steps < self.steps { self.strength.div_ceil(2) } else { self.strength }
    }

    /// Whether it ever moves on land by its own means.
    pub(crate) fn moves(&self) -> bool {
        let able = match self.mobility {
            Mobility::None | Mobility::Ship => false,
            Mobility::Rail => true,
            _ => self.movement > 0,
        };
        able && (self.class.fights() || matches!(self.class, Class::Truck | Class::Leader))
    }

    /// Whether it moves in the Exploitation Phase (series rules).
    pub(crate) fn exploits(&self, rulings: &Rulings) -> bool {
        match self.mobility {
            Mobility::Motor | Mobility::Armour => self.class != Class::Leader,
            Mobility::Rail => true,
            Mobility::Bicycle => rulings.bicycles_exploit,
            Mobility::Foot | Mobility::Ship | Mobility::None => false,
        }
    }
}

/// What a hex is to the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    pub terrain: Terrain,
    /// Its neighbours.
    pub near: [Option<HexId>; 6],
    /// Half points to step to each neighbour, by mobility; 0 where that cannot be done.
    pub step: [[u8; 6]; 4],
    /// Half points to enter it without any road, by mobility; 0 where that cannot be done.
    pub plain: [u8; 4],
    /// What an attack over each hexside is worth, in per cent.
    pub across: [u8; 6],
    /// Hexsides with water or a red line, those of them with a bridge, and those with a canal: bits of directions.
    pub barred: u8,
    pub bridged: u8,
    pub canal: u8,
    /// Hexsides with rails.
    pub rails: u8,
    /// Whether a road or a railway lies in it.
    pub road: bool,
    /// What who attacks out of it, and who defends in it, is worth, in per cent.
    pub attack: u16,
    pub defence: u16,
    /// The modifier of a barrage on it.
    pub barrage: i8,
    /// Whether ships may be in it (3.3a), and whether it has both land and water a ship can use (2.4a).
    pub ships: bool,
    pub partial: bool,
    /// The part of the waters to which it belongs; all that touch the sea or the top edge are one (3.3b).
    pub waters: u8,
}

/// A ferry.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ferry {
    pub from: HexId,
    pub to: HexId,
    /// Half points beside the terrain.
    pub cost: u8,
}

/// An airfield.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Airfield {
    pub name: String,
    pub hex: HexId,
    pub normal: u8,
    pub most: u8,
    pub points: u8,
    /// Its air supply head, where the scenario has one.
    pub head: Option<u16>,
}

/// A bridge that counts for victory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct VictoryBridge {
    pub name: String,
    pub hexes: Vec<HexId>,
    pub ends: [Vec<HexId>; 2],
    pub points: u8,
    /// Whether only those on rails cross it; none where all do.
    pub rail: Option<bool>,
}

/// An entry zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Zone {
    pub letter: String,
    pub hexes: Vec<HexId>,
}

/// A type of aircraft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Aircraft {
    pub name: String,
    pub rating: u8,
    pub around: u8,
}

/// An air support table: barrages by type for each sum of the dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AirSupport {
    pub nation: Nation,
    pub dice: u8,
    /// Turns in which it flies; all where none is named.
    pub turns: Vec<u8>,
    /// The barrages of each sum from 1, by type of aircraft.
    pub rows: Vec<Vec<u8>>,
}

/// What a combat result does to one side.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Harm {
    pub steps: u8,
    pub back: u8,
}

/// A cell of the Combat Results Table: to the attacker, to the defender.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CombatResult {
    pub attacker: Harm,
    pub defender: Harm,
}

/// How a scenario is won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Victory {
    /// All bridges (5.1).
    Bridges,
    /// So many of some airfields, or the Queen and the Government (5.2).
    Airfields { fields: Vec<u8>, needed: u8 },
    /// Points (5.3): the levels, from the most points.
    Points { levels: Vec<Level> },
}

/// A level of victory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    pub name: String,
    pub winner: Option<Side>,
    /// The least points for it; the last level has none.
    pub least: Option<i16>,
}

/// What an attack does in the mean, in hundredths of a step: to the attacker, to the defender.
pub(crate) type Means = [i32; 2];

/// Reinforcements that may be refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub name: String,
    pub points: u8,
}

/// Counters that rules name, where the scenario has them.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Named {
    pub queen: Option<u16>,
    pub government: Option<u16>,
    pub winkelmann: Option<u16>,
    pub student: Option<u16>,
    pub sponeck: Option<u16>,
    pub gold: Option<u16>,
    pub gezusters: Option<u16>,
}

/// Places that rules name, as far as they are in play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Places {
    pub german_source: Option<HexId>,
    pub dutch_sources: Vec<HexId>,
    pub british_source: Option<HexId>,
    pub hoek: Option<HexId>,
    pub harbours: Vec<HexId>,
    pub refinery: Vec<HexId>,
    pub stadium: Option<HexId>,
    pub unloading: Vec<HexId>,
    pub line: Vec<HexId>,
}

/// What all positions of a game have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ground {
    pub title: String,
    pub map: Map,
    pub cells: Vec<Cell>,
    /// By gaits, by hex: half points to step to each neighbour for all of these gaits at once; 0 where one of them cannot.
    pub paces: Vec<Vec<[u8; 6]>>,
    /// By column of the map in play, its hexes; by hex, its column.
    pub columns: Vec<Vec<HexId>>,
    pub column_of: Vec<u16>,
    pub ferries: Vec<Ferry>,
    /// Hexes with a ferry.
    pub landings: HexSet,
    pub turns: Vec<String>,
    pub days: Vec<u8>,
    pub night: Vec<bool>,
    pub units: Vec<Unit>,
    pub named: Named,
    /// Leaders and the gold; lorries; all who are British: few, and asked for often.
    pub persons: Vec<u16>,
    /// By side, those who ever move on land by their own means.
    pub movers: BySide<Vec<u16>>,
    pub trucks: Vec<u16>,
    pub british: Vec<u16>,
    /// Those who fire at aircraft, and those who barrage.
    pub flak: Vec<u16>,
    pub guns: Vec<u16>,
    pub airfields: Vec<Airfield>,
    pub bridges: Vec<VictoryBridge>,
    pub zones: Vec<Zone>,
    pub places: Places,
    /// Hexes of the line of communications.
    pub line: HexSet,
    /// Paradrop and airfield heads: full side, reduced side.
    pub heads: [[HeadSide; 2]; 2],
    pub aircraft: Vec<Aircraft>,
    pub air_support: Vec<AirSupport>,
    /// German barrages a turn instead of the tables (5.1).
    pub fixed_air: Option<Vec<u8>>,
    pub halved_air: bool,
    pub combat: CombatTable<CombatResult>,
    /// Means by column, without and with the modifier of assault units.
    pub means: Vec<[Means; 2]>,
    /// By hex, the places at it: bits, bridges before airfields.
    pub places_at: Vec<u32>,
    /// Hexes with such a place.
    pub with_places: HexSet,
    /// By place, bridges before airfields: how far every hex is on foot, in half points.
    pub fields: Vec<Field>,
    /// The same to the nearest harbour.
    pub to_harbour: Field,
    /// What an overrun over a bridge is worth, in per cent.
    pub bridge_overrun: u8,
    pub ju52: u8,
    pub village_jumpers: u8,
    pub stadium_jumpers: u8,
    pub ammunition: bool,
    pub victory: Victory,
    /// The airfield that releases the reserve (5.2).
    pub reserve: Option<u8>,
    pub groups: Vec<Group>,
    pub rulings: Rulings,
    pub provenance: Vec<Provenance>,
    pub history: Option<History>,
    /// The steps of a line of supply: differences of hex numbers, each with the hexes from which it may be taken.
    pub supply_ways: Vec<(i16, HexSet)>,
    /// Hexes in which paratroops may intend to land, and villages for those of 2.5e.
    pub drops: HexSet,
    pub villages: HexSet,
}

impl Ground {
    #[inline]
    pub(crate) fn unit(&self, unit: u16) -> &Unit {
        &self.units[usize::from(unit)]
    }

    #[inline]
    pub(crate) fn cell(&self, hex: HexId) -> &Cell {
        &self.cells[hex.index()]
    }

    /// The neighbours of a hex with their directions.
    #[inline]
    pub(crate) fn near(&self, hex: HexId) -> impl Iterator<Item = (Direction, HexId)> + use<'_> {
        let near = &self.cell(hex).near;
        Direction::ALL.into_iter().filter_map(|way| Some((way, near[way.index()]?)))
    }

    /// The direction of a neighbour.
    pub(crate) fn direction(&self, from: HexId, to: HexId) -> Option<Direction> {
        self.near(from).find(|&(_, near)| near == to).map(|(way, _)| way)
    }

    /// Where ferries lead from a hex, with their costs.
    pub(crate) fn ferries_from(&self, hex: HexId) -> SmallVec<[(HexId, u8); 2]> {
        if !self.landings.contains(hex) {
            return SmallVec::new();
        }
        let leads = |ferry: &Ferry| match (ferry.from == hex, ferry.to == hex) {
            (true, _) => Some((ferry.to, ferry.cost)),
            (_, true) => Some((ferry.from, ferry.cost)),
            _ => None,
        };
        self.ferries.iter().filter_map(leads).collect()
    }

    /// What a ferry costs beside the terrain where it lands; 0 where there is none for this gait (1.1h).
    pub(crate) fn pace_by_ferry(&self, from: HexId, to: HexId, gait: usize) -> u8 {
        let ferry = self.ferries_from(from).into_iter().find(|(end, _)| *end == to);
        let plain = self.cell(to).plain[gait];
        match ferry {
            Some((_, cost)) if gait != ARMOUR && plain != 0 => cost + plain,
            _ => 0,
        }
    }

    /// How far every hex is from some, on foot and over ferries (1.1h), in half points.
    pub(crate) fn ways_to(&self, goals: &[HexId]) -> Field {
        let over = |to: HexId| self.ferries_from(to).into_iter().map(|(from, _)| from);
        engine::field_linked(&self.map, goals, over, |from, way, to| {
            let cost = match way {
                Some(way) => self.cell(from).step[0][way.index()],
                None => self.pace_by_ferry(from, to, 0),
            };
            (cost > 0).then_some(cost.into())
        })
    }

    /// Hexes between two hexes.
    #[inline]
    pub(crate) fn distance(&self, from: HexId, to: HexId) -> u16 {
        self.map.distance(from, to).unwrap_or(u16::MAX)
    }

    /// Every hex within a distance, the middle included, in their order.
    pub(crate) fn within(&self, middle: HexId, range: u16) -> Vec<HexId> {
        let column = |hex: HexId| usize::from(self.column_of[hex.index()]);
        let first = column(middle).saturating_sub(range.into());
        let last = (column(middle) + usize::from(range)).min(self.columns.len() - 1);
        let hexes = self.columns[first..=last].iter().flatten().copied();
        let mut near: Vec<HexId> =
            hexes.filter(|&hex| self.distance(middle, hex) <= range).collect();
        near.sort_unstable();
        near
    }

    /// The airfield in a hex.
    pub(crate) fn airfield_at(&self, hex: HexId) -> Option<usize> {
        self.airfields.iter().position(|field| field.hex == hex)
    }

    /// A hex in words: its number and what is there.
    pub(crate) fn place(&self, hex: HexId) -> String {
        let number = self.map.label(hex);
        let name = self.map.hex(hex).features.iter().find(|feature| feature.kind == "place");
        match name {
            Some(place) => alloc::format!("{number} {}", place.name),
            None => number,
        }
    }

    /// The bits of the bridges among those of the places at a hex.
    pub(crate) fn bridge_bits(&self) -> u32 {
        (1 << self.bridges.len()) - 1
    }

    /// How many places count for victory.
    pub(crate) fn places_count(&self) -> usize {
        self.bridges.len() + self.airfields.len()
    }

    /// The hexes of a place: bridges before airfields.
    pub(crate) fn place_hexes(&self, place: usize) -> Vec<HexId> {
        match self.bridges.get(place) {
            Some(bridge) => {
                let ends = bridge.ends.iter().flatten();
                bridge.hexes.iter().chain(ends).copied().collect()
            }
            None => alloc::vec![self.airfields[place - self.bridges.len()].hex],
        }
    }

    /// The points of a place.
    pub(crate) fn place_points(&self, place: usize) -> u8 {
        match self.bridges.get(place) {
            Some(bridge) => bridge.points,
            None => self.airfields[place - self.bridges.len()].points,
        }
    }

    /// Numbers of the counters.
    pub(crate) fn numbers(&self) -> core::ops::Range<u16> {
        0..self.units.len() as u16
    }
}
