//! From files to a position: everything is checked, and all faults are reported.

mod counters;
mod island;
mod map;
mod provenance;
mod tables;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{At, BySide, Direction, Fault, Faults, FromSetup, HexId, Leg, Map, Sight, Sources};

use super::ground::{Cell, Chapter, Convoys, Drift, Ground, HexSet, Terrain, Unit};
use super::rulings::Rulings;
use super::sheets::{
    CombatFile, CounterRow, DriftFile, HexRow, IslandFile, ScenarioFile, SeaFile, SetupRow,
    TerrainFile,
};
use super::state::AirAssault;

pub(super) use tables::{COLUMNS, results};

/// A scenario and every file it names, parsed and not yet checked.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Name of the scenario's file.
    pub(crate) name: String,
    pub(crate) scenario: ScenarioFile,
    pub(crate) map: Vec<HexRow>,
    pub(crate) island: IslandFile,
    pub(crate) counters: Vec<CounterRow>,
    pub(crate) rows: Vec<SetupRow>,
    pub(crate) combat: CombatFile,
    pub(crate) terrain: TerrainFile,
    pub(crate) drift: DriftFile,
    pub(crate) sea: SeaFile,
}

impl FromSetup for AirAssault {
    type Setup = Setup;

    fn read(sources: &mut impl Sources, name: &str) -> Option<Setup> {
        let scenario: ScenarioFile = sources.toml(name)?;
        // Every file is read before anything is given up, so that all faults are told.
        let (map, island) = (sources.rows(&scenario.map), sources.toml(&scenario.island));
        let (counters, rows) = (sources.rows(&scenario.counters), sources.rows(&scenario.setup));
        let (combat, terrain) = (sources.toml(&scenario.combat), sources.toml(&scenario.terrain));
        let (drift, sea) = (sources.toml(&scenario.drift), sources.toml(&scenario.sea));
        Some(Setup {
            name: name.into(),
            map: map?,
            island: island?,
            counters: counters?,
            rows: rows?,
            combat: combat?,
            terrain: terrain?,
            drift: drift?,
            sea: sea?,
            scenario,
        })
    }

    fn build(setup: Setup, doubts: &mut Vec<Fault>) -> Result<Self, Vec<Fault>> {
        let mut faults = Faults::default();
        let ground = ground(&setup, &mut faults);
        faults.finish(ground, doubts).map(AirAssault::new)
    }
}

/// A place in the scenario's own file.
fn at<'a>(setup: &'a Setup, key: &'a str) -> At<'a> {
    At::whole(&setup.name, key)
}

fn ground(setup: &Setup, faults: &mut Faults) -> Option<Ground> {
    let scenario = &setup.scenario;
    provenance::reasons(setup, faults);
    let night = night(setup, faults);
    let anti_aircraft = chapters(setup, faults).contains(&Chapter::AntiAircraft);
    let convoys = convoys(setup, faults);
    terms(setup, faults);
    let combat = results(&scenario.combat, &setup.combat, faults);
    let drift = tables::drift(setup, faults);
    let sea = tables::sea(setup, faults);
    let chart = tables::terrain(setup, faults);
    let (map, cells) = map::board(setup, &chart?, faults)?;
    let dry = |hex: &HexId| cells[hex.index()].terrain != Terrain::Sea;
    let land: HexSet = map.ids().filter(dry).collect();
    let airfields = island::airfields(setup, &map, land, faults);
    let (beaches, boxes) = island::beaches(setup, &map, land, faults);
    let ports = island::ports(setup, &map, land, faults);
    let entry = island::entry(setup, &map, land, faults);
    let groups = counters::groups(setup);
    let units = counters::units(setup, &map, &cells, land, &groups, faults)?;
    let of_side = BySide::from_fn(|side| {
        let own = (0..).zip(&units).filter(|(_, unit)| unit.side == side);
        own.map(|(number, _)| number).collect()
    });
    let (combat, drift, sea) = (combat?, drift?, sea?);
    let drops = |sector: usize| {
        let here = |hex: &HexId| {
            let cell = &cells[hex.index()];
            cell.drop && usize::from(cell.sector) == sector
        };
        land.iter().filter(here).collect()
    };
    let drops = (0..setup.island.sectors.len()).map(drops).collect();
    let sight = sight(&map, &cells, &units, scenario.rulings);
    let goals = map.ids().flat_map(|aim| goals(&drift, &cells, land, aim)).collect();
    Some(Ground {
        drops,
        sight,
        goals,
        title: scenario.title.clone(),
        map,
        cells,
        units,
        sectors: setup.island.sectors.clone(),
        airfields,
        beaches,
        boxes,
        ports,
        entry: entry?,
        turns: scenario.turns.clone(),
        night,
        anti_aircraft,
        stacking: scenario.stacking,
        convoys,
        hold: scenario.victory.hold,
        combat,
        river_die: setup.terrain.river.die,
        drift,
        sea,
        groups,
        rulings: scenario.rulings,
        provenance: provenance::provenance(setup),
        history: scenario.history.clone(),
        of_side,
        land,
    })
}

/// V.G.3.b, V.G.3.c: no city or rough hex between, nor beside a hexside that the line follows (C-G-4).
fn sight(map: &Map, cells: &[Cell], units: &[Unit], rulings: Rulings) -> Sight {
    let guns = units.iter().filter(|unit| unit.class.is_gun());
    let far = guns.map(|gun| u16::from(gun.range)).max().unwrap_or(0);
    let blocks = |hex: HexId| cells[hex.index()].blocks;
    let stops = |leg: Leg| match leg {
        Leg::Through(hex) => blocks(hex),
        Leg::Along(one, other) if rulings.hexside_blocks => blocks(one) || blocks(other),
        Leg::Along(one, other) => blocks(one) && blocks(other),
    };
    Sight::by(map, |_| far, |_, _, mut legs| !Iterator::any(&mut legs, stops))
}

/// Where a unit placed in a hex comes down, step by step of the diagram: nowhere off the map and in the sea (V.I.4.a).
fn goals(
    drift: &Drift,
    cells: &[Cell],
    land: HexSet,
    aim: HexId,
) -> impl Iterator<Item = Option<HexId>> {
    let way = |hex: HexId, way: &Direction| cells[hex.index()].near[way.index()];
    let goal = move |steps: &Vec<Direction>| {
        steps.iter().try_fold(aim, way).filter(|&hex| land.contains(hex))
    };
    drift.steps.iter().map(goal)
}

/// The most turns: their number is kept in eight bits with room for what is added to it.
const MOST_TURNS: usize = 100;

fn night(setup: &Setup, faults: &mut Faults) -> Vec<bool> {
    let turns = setup.scenario.turns.len();
    if turns == 0 {
        faults.add(at(setup, "turns"), "no turns", "a name for each turn");
    }
    faults.too_many(at(setup, "turns"), turns, "turns", MOST_TURNS);
    for (place, &turn) in setup.scenario.night.iter().enumerate() {
        if turn == 0 || usize::from(turn) > turns {
            let key = format!("night.{place}");
            faults.add(at(setup, &key), format!("turn {turn}"), format!("1 to {turns}"));
        }
    }
    (1..=turns).map(|turn| setup.scenario.night.contains(&(turn as u8))).collect()
}

fn chapters(setup: &Setup, faults: &mut Faults) -> Vec<Chapter> {
    let mut chapters = Vec::new();
    for (place, word) in setup.scenario.chapters.iter().enumerate() {
        let key = format!("chapters.{place}");
        chapters.extend(faults.word::<Chapter>(at(setup, &key), "chapter", word));
    }
    chapters
}

fn convoys(setup: &Setup, faults: &mut Faults) -> Convoys {
    let table = setup.scenario.convoys;
    for (key, value) in [("convoys.regular", table.regular), ("convoys.decoys", table.decoys)] {
        if value > 16 {
            faults.add(at(setup, key), format!("{value}"), "at most 16");
        }
    }
    let turns = setup.scenario.turns.len();
    if table.first_turn == 0 || usize::from(table.first_turn) > turns {
        let problem = format!("turn {}", table.first_turn);
        faults.add(at(setup, "convoys.first_turn"), problem, format!("1 to {turns}"));
    }
    if table.regular > 1 && setup.island.beaches.is_empty() {
        faults.add(at(setup, "convoys.regular"), "convoys without a beach", "a [[beach]]");
    }
    if usize::from(table.emergency_notice) > MOST_TURNS {
        let problem = format!("{} turns", table.emergency_notice);
        faults.add(at(setup, "convoys.emergency_notice"), problem, "at most 100");
    }
    Convoys {
        regular: table.regular,
        decoys: table.decoys,
        first_turn: table.first_turn,
        emergency_points: table.emergency_points,
        emergency_notice: table.emergency_notice,
    }
}

fn terms(setup: &Setup, faults: &mut Faults) {
    let (stacking, hold) = (setup.scenario.stacking, setup.scenario.victory.hold);
    if !(1..=20).contains(&stacking) {
        faults.add(at(setup, "stacking"), format!("{stacking} stacking points"), "1 to 20");
    }
    if hold == 0 {
        faults.add(at(setup, "victory.hold"), "0 turns", "1 or more");
    } else if usize::from(hold) > setup.scenario.turns.len() {
        faults.doubt(at(setup, "victory.hold"), "more turns than the game has", "fewer");
    }
}
