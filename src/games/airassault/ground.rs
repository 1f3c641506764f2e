//! What no move changes: the map, the places, the counters, the tables.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{
    BySide, CombatTable, Direction, HexId, History, Map, Provenance, Side, SideId, SideKind, Sight,
};

use super::rulings::Rulings;

/// The most hexes of a map.
pub(crate) const MOST_HEXES: usize = 32 * 64;
/// The most counters.
pub(crate) const MOST_UNITS: usize = 1_000;
/// The most airfields, beaches, ports and sectors, each.
pub(crate) const MOST_PLACES: usize = 16;

/// A set of hexes of this map.
pub(crate) type HexSet = engine::HexSet<32>;

/// A primary road crosses the hexside.
pub(crate) const PRIMARY: SideId = SideId(0);
/// A secondary road crosses it.
pub(crate) const SECONDARY: SideId = SideId(1);

/// The kinds of hexsides, in their order.
pub(crate) fn side_kinds() -> Vec<SideKind> {
    alloc::vec![SideKind::shared("primary"), SideKind::shared("secondary")]
}

engine::words! {
    /// The kinds of terrain.
    pub(crate) enum Terrain {
        /// Open country.
        Clear = "clear",
        /// Hills and gorges.
        Rough = "rough",
        /// A city or town.
        City = "city",
        /// Water.
        Sea = "sea",
    }

    /// What a counter is (III.C.3).
    pub enum Class {
        /// Infantry.
        Infantry = "infantry",
        /// Rangers, commandos, special forces.
        SpecialForces = "special-forces",
        /// Parachute infantry.
        Parachute = "parachute",
        /// Glider infantry.
        Glider = "glider",
        /// Machine guns.
        MachineGun = "machine-gun",
        /// Engineers.
        Engineer = "engineer",
        /// A headquarters.
        Headquarters = "headquarters",
        /// Reconnaissance.
        Reconnaissance = "reconnaissance",
        /// Anti-tank guns.
        AntiTank = "anti-tank",
        /// Field artillery.
        FieldArtillery = "field-artillery",
        /// Light support artillery.
        LightArtillery = "light-artillery",
        /// Light anti-aircraft artillery.
        LightAntiAircraft = "light-anti-aircraft",
        /// Heavy anti-aircraft artillery.
        HeavyAntiAircraft = "heavy-anti-aircraft",
        /// Coastal defence artillery.
        CoastalDefence = "coastal-defence",
        /// Light tanks.
        LightTank = "light-tank",
        /// Heavy tanks.
        HeavyTank = "heavy-tank",
        /// Assault guns.
        AssaultGun = "assault-gun",
        /// Bombers.
        Bomber = "bomber",
        /// Fighters.
        Fighter = "fighter",
        /// Fighter-bombers.
        FighterBomber = "fighter-bomber",
        /// The hulk of HMS York.
        York = "york",
        /// The coastal steamer.
        Steamer = "steamer",
        /// Trucks.
        Truck = "truck",
        /// Dock workers.
        Docks = "docks",
        /// Specialists who do not fight.
        Noncombat = "noncombat",
        /// A counter that stands for nothing.
        Decoy = "decoy",
    }

    /// How large a unit is (III.C.2).
    pub(crate) enum Size {
        /// Three crosses.
        Corps = "corps",
        /// Two crosses.
        Division = "division",
        /// One cross.
        Brigade = "brigade",
        /// Three bars.
        Regiment = "regiment",
        /// Two bars.
        Battalion = "battalion",
        /// One bar.
        Company = "company",
        /// Three dots.
        Platoon = "platoon",
        /// Two dots.
        Section = "section",
    }

    /// Whose it is.
    pub(crate) enum Nation {
        /// German.
        German = "german",
        /// British.
        British = "british",
        /// New Zealand.
        NewZealand = "new-zealand",
        /// Australian.
        Australian = "australian",
        /// Greek.
        Greek = "greek",
    }

    /// How an airborne unit comes down.
    pub(crate) enum Airborne {
        /// By parachute.
        Parachute = "parachute",
        /// By glider.
        Glider = "glider",
    }

    /// A result of the Combat Results Table.
    pub(crate) enum Verdict {
        /// No effect.
        Ne = "NE",
        /// The defenders retreat a hex.
        Dr = "DR",
        /// The defenders are eliminated.
        De = "DE",
        /// Both sides lose alike.
        Ex = "EX",
        /// The attackers retreat a hex.
        Ar = "AR",
        /// The attackers are eliminated.
        Ae = "AE",
        /// The attackers lose a unit.
        Al = "AL",
    }

    /// A result of the Sea Movement Table.
    pub(crate) enum Voyage {
        /// All arrive.
        AllArrive = "all-arrive",
        /// A third is lost, one unit at least, and the others arrive.
        ThirdLost = "third-lost",
        /// All turn back.
        Aborted = "aborted",
        /// Half is lost, and the others turn back.
        HalfLostRestAborted = "half-lost-rest-aborted",
        /// A third is lost, and the others turn back.
        ThirdLostRestAborted = "third-lost-rest-aborted",
        /// All are lost.
        Eliminated = "eliminated",
    }

    /// A chapter of the advanced game that a scenario may use.
    pub(crate) enum Chapter {
        /// VI.B: anti-aircraft units scatter airborne units and halve aircraft.
        AntiAircraft = "anti-aircraft",
    }
}

impl Class {
    /// Infantry-type units (III.C.3.a.1).
    pub(crate) const fn is_infantry(self) -> bool {
        (self as u8) <= Class::AntiTank as u8
    }

    /// Ranged artillery-type units (III.C.3.a.2).
    pub(crate) const fn is_artillery(self) -> bool {
        self as u8 >= Class::FieldArtillery as u8 && self as u8 <= Class::CoastalDefence as u8
    }

    /// Those that fire in combat: neither heavy anti-aircraft nor coastal defence units do (V.G, VI.B.3, VI.C.2).
    pub(crate) const fn is_gun(self) -> bool {
        self as u8 >= Class::FieldArtillery as u8 && self as u8 <= Class::LightAntiAircraft as u8
    }

    /// Armoured-type units (III.C.3.a.3).
    pub(crate) const fn is_armour(self) -> bool {
        self as u8 >= Class::LightTank as u8 && self as u8 <= Class::AssaultGun as u8
    }

    /// Combat-type units on land.
    pub(crate) const fn is_combat(self) -> bool {
        (self as u8) <= Class::AssaultGun as u8
    }

    /// Noncombat-type units (III.C.3.b).
    pub(crate) const fn is_noncombat(self) -> bool {
        self as u8 >= Class::Truck as u8 && self as u8 <= Class::Noncombat as u8
    }

    /// Anti-aircraft units.
    pub(crate) const fn is_anti_aircraft(self) -> bool {
        matches!(self, Class::LightAntiAircraft | Class::HeavyAntiAircraft | Class::York)
    }
}

/// How a counter comes into play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// It is set up in one of these hexes; last, with those that may stand anywhere (V.O).
    SetUp { hexes: Box<HexSet>, last: bool },
    /// It is a decoy, set up anywhere (V.M.5).
    Decoy,
    /// It drops in a sector (V.I.3.a).
    Drop { sector: u8 },
    /// It drops anywhere (V.I.3.c).
    DropAnywhere,
    /// It drops, with all others of its turn, in any one sector (V.I.3.b).
    DropTogether,
    /// It lands at an airfield (V.J).
    AirLanding,
    /// It comes with a convoy (V.L).
    Convoy(u8),
    /// It comes with a group of reinforcements (VI.D).
    Reinforcement(u8),
    /// It flies (V.K).
    Aircraft,
    /// It replaces its companies (V.H.4).
    Reformed,
}

/// A counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unit {
    pub id: String,
    pub name: String,
    pub side: Side,
    pub nation: Nation,
    pub formation: String,
    pub size: Size,
    pub class: Class,
    pub airborne: Option<Airborne>,
    pub attack: u8,
    pub defence: u8,
    pub movement: u8,
    pub range: u8,
    pub stacking: u8,
    /// The counter that replaces it and its fellows (V.H.6.a).
    pub battalion: Option<u16>,
    /// Whether only its own companies re-form it (V.H.7.b).
    pub own_companies: bool,
    pub way: Way,
    /// The turn on which it comes, or from which it may.
    pub turn: u8,
    /// The hex proposed for it.
    pub post: Option<HexId>,
}

/// What a hex is to the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    pub terrain: Terrain,
    pub near: [Option<HexId>; 6],
    /// Half points to go to each neighbour, 0 where that is not possible: terrain, roads, and what it costs to leave.
    pub step: [u8; 6],
    /// What defence strengths are multiplied by.
    pub defence: u8,
    pub blocks: bool,
    pub drop: bool,
    pub sector: u8,
    /// The rivers that run through it, as bits.
    pub rivers: u16,
    pub coast: bool,
}

/// An airfield.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Airfield {
    pub name: String,
    pub hex: HexId,
    pub capacity: u8,
}

/// A beach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Beach {
    pub name: String,
    /// Numbers of its landing boxes.
    pub boxes: Vec<u8>,
}

/// A landing box of a beach.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct LandingBox {
    /// The coastal hex that it is connected to.
    pub hex: HexId,
    /// The sea hex from which ranges to it are counted.
    pub water: HexId,
    pub beach: u8,
}

/// A port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Port {
    pub name: String,
    pub hex: HexId,
}

/// The Drift Diagram (V.I.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Drift {
    pub on_target: i8,
    /// From the die after that one, one a die: the way to where the unit comes down.
    pub steps: Vec<Vec<Direction>>,
    pub glider: i8,
    pub enemy: i8,
    pub anti_aircraft: i8,
    pub combat: i8,
}

/// The Sea Movement Table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sea {
    pub axis: [Voyage; 6],
    pub allied: [Voyage; 6],
    pub emergency: i8,
}

/// What is said of convoys.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Convoys {
    pub regular: u8,
    pub decoys: u8,
    pub first_turn: u8,
    pub emergency_points: u8,
    pub emergency_notice: u8,
}

/// All that never changes.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    pub title: String,
    pub map: Map,
    pub cells: Vec<Cell>,
    pub units: Vec<Unit>,
    pub sectors: Vec<String>,
    pub airfields: Vec<Airfield>,
    pub beaches: Vec<Beach>,
    pub boxes: Vec<LandingBox>,
    pub ports: Vec<Port>,
    pub entry: HexId,
    pub turns: Vec<String>,
    pub night: Vec<bool>,
    pub anti_aircraft: bool,
    pub stacking: u8,
    pub convoys: Convoys,
    /// Turns for which an airfield must stay friendly (V.P.1).
    pub hold: u8,
    pub combat: CombatTable<Verdict>,
    pub river_die: i8,
    pub drift: Drift,
    pub sea: Sea,
    /// Groups of reinforcements, by letter.
    pub groups: Vec<String>,
    pub rulings: Rulings,
    pub provenance: Vec<Provenance>,
    pub history: Option<History>,
    /// Counters of each side.
    pub of_side: BySide<Vec<u16>>,
    /// Every land hex.
    pub land: HexSet,
    /// Hexes where airborne units may be placed, by sector (V.I.2).
    pub drops: Vec<HexSet>,
    /// Lines of fire (V.G.3), as far as any gun carries.
    pub sight: Sight,
    /// By hex and then by step of the diagram, where a unit that was placed there comes down.
    pub goals: Vec<Option<HexId>>,
}

impl Ground {
    pub(crate) fn unit(&self, unit: u16) -> &Unit {
        &self.units[usize::from(unit)]
    }

    #[inline]
    pub(crate) fn cell(&self, hex: HexId) -> &Cell {
        &self.cells[hex.index()]
    }

    /// The neighbours of a hex, clockwise from north.
    #[inline]
    pub(crate) fn near(&self, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
        self.cells[hex.index()].near.into_iter().flatten()
    }

    /// Every number of the roster.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u16> + use<> {
        0..self.units.len() as u16
    }

    pub(crate) fn distance(&self, from: HexId, to: HexId) -> u16 {
        self.map.distance(from, to).unwrap_or(u16::MAX)
    }

    /// A hex as it is printed.
    pub(crate) fn place(&self, hex: HexId) -> String {
        self.map.label(hex)
    }
}
