//! From files to a position: everything is checked, and all faults are reported.

mod counters;
mod map;
mod places;
mod provenance;
mod tables;
mod terms;
mod ways;

use alloc::string::String;
use alloc::vec::Vec;

use engine::{At, Fault, Faults, FromSetup, Sources};

use super::ground::{Ground, HexSet};
use super::sheets::{
    AirFile, CombatFile, CounterRow, FerryRow, HexRow, ScenarioFile, SetupRow, TerrainFile,
    TheatreFile,
};
use super::state::Holland;

pub(super) use tables::{COLUMNS, results};

/// A scenario and every file it names, parsed and not yet checked.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Name of the scenario's file.
    pub(crate) name: String,
    pub(crate) scenario: ScenarioFile,
    pub(crate) map: Vec<HexRow>,
    pub(crate) ferries: Vec<FerryRow>,
    pub(crate) counters: Vec<CounterRow>,
    pub(crate) rows: Vec<SetupRow>,
    pub(crate) theatre: TheatreFile,
    pub(crate) combat: CombatFile,
    pub(crate) terrain: TerrainFile,
    pub(crate) air: AirFile,
}

impl FromSetup for Holland {
    type Setup = Setup;

    fn read(sources: &mut impl Sources, name: &str) -> Option<Setup> {
        let scenario: ScenarioFile = sources.toml(name)?;
        // Every file is read before anything is given up, so that all faults are told.
        let (map, ferries) = (sources.rows(&scenario.map), sources.rows(&scenario.ferries));
        let (counters, rows) = (sources.rows(&scenario.counters), sources.rows(&scenario.setup));
        let theatre = sources.toml(&scenario.theatre);
        let combat = sources.toml(&scenario.combat);
        let terrain = sources.toml(&scenario.terrain);
        let air = sources.toml(&scenario.air);
        Some(Setup {
            name: name.into(),
            map: map?,
            ferries: ferries?,
            counters: counters?,
            rows: rows?,
            theatre: theatre?,
            combat: combat?,
            terrain: terrain?,
            air: air?,
            scenario,
        })
    }

    fn build(setup: Setup, doubts: &mut Vec<Fault>) -> Result<Self, Vec<Fault>> {
        let mut faults = Faults::default();
        let ground = ground(&setup, &mut faults);
        faults.finish(ground, doubts).map(Holland::new)
    }
}

fn ground(setup: &Setup, faults: &mut Faults) -> Option<Ground> {
    let scenario = &setup.scenario;
    let terrain = tables::terrain(setup, faults);
    let combat = results(&scenario.combat, &setup.combat, faults);
    let (aircraft, air_support) = tables::air(setup, faults);
    let fixed_air = tables::fixed_air(setup, faults);
    terms::check(setup, faults);
    let (map, cells, ferries) = map::board(setup, &terrain?, faults)?;
    let groups = terms::groups(setup, faults);
    let zones = places::zones(setup, &map);
    let units = counters::units(setup, &map, &zones, &groups, faults);
    let named = counters::named(&units);
    let airfields = places::airfields(setup, &map, &units, faults);
    let bridges = places::bridges(setup, &map, faults);
    let places = places::places(setup, &map, faults);
    let victory = terms::victory(setup, &airfields, faults);
    let reserve = terms::reserve(setup, &airfields, faults);
    provenance::reasons(setup, faults);
    let (columns, column_of) = map::columns(&map);
    let supply_ways = ways::supply(&map, &cells, &ferries);
    let list = |wanted: fn(&super::ground::Unit) -> bool| {
        (0..).zip(&units).filter(|(_, unit)| wanted(unit)).map(|(number, _)| number).collect()
    };
    let movers = engine::BySide::from_fn(|side| {
        let moves = |unit: &super::ground::Unit| unit.side == side && unit.moves();
        (0..).zip(&units).filter(|(_, unit)| moves(unit)).map(|(number, _)| number).collect()
    });
    let persons = list(|unit| {
        matches!(unit.class, super::ground::Class::Leader | super::ground::Class::Gold)
    });
    let trucks = list(|unit| unit.class == super::ground::Class::Truck);
    let british = list(|unit| {
        unit.nation == super::ground::Nation::British && unit.class != super::ground::Class::Ship
    });
    let flak = list(|unit| unit.aa_range > 0 && unit.strength > 0);
    let guns = list(|unit| unit.range > 0 && unit.strength > 0);
    let takes = |wanted: fn(super::ground::Terrain) -> bool| {
        map.ids().filter(|hex| wanted(cells[hex.index()].terrain)).collect()
    };
    let drops = takes(super::ground::Terrain::takes_jumpers);
    let villages = takes(|terrain| terrain == super::ground::Terrain::Village);
    let sides = |heads: super::sheets::HeadSides| [heads.full, heads.reduced];
    let combat = combat?;
    let means = tables::means(&combat);
    let mut ground = Ground {
        title: scenario.title.clone(),
        landings: ferries.iter().flat_map(|ferry| [ferry.from, ferry.to]).collect(),
        ferries,
        turns: scenario.turns.clone(),
        days: scenario.days.clone(),
        night: terms::nights(scenario),
        named,
        persons,
        movers,
        trucks,
        british,
        flak,
        guns,
        units,
        airfields,
        bridges,
        zones,
        line: places.line.iter().copied().collect(),
        places,
        heads: [sides(setup.theatre.heads.paradrop), sides(setup.theatre.heads.airfield)],
        aircraft,
        air_support,
        fixed_air,
        halved_air: scenario.support.halved,
        combat,
        means,
        places_at: Vec::new(),
        with_places: HexSet::default(),
        fields: Vec::new(),
        to_harbour: engine::field(&map, &[], |_, _, _| None),
        bridge_overrun: setup.terrain.bridge.overrun.min(200) as u8,
        ju52: scenario.ju52,
        village_jumpers: scenario.village_jumpers,
        stadium_jumpers: scenario.stadium_jumpers,
        ammunition: scenario.ammunition,
        victory: victory?,
        reserve,
        groups,
        rulings: scenario.rulings,
        provenance: provenance::provenance(setup),
        history: scenario.history.clone(),
        supply_ways,
        drops,
        villages,
        paces: ways::paces(&cells),
        columns,
        column_of,
        cells,
        map,
    };
    ways::measure(&mut ground);
    Some(ground)
}

/// The place of a key of the scenario.
fn at<'a>(setup: &'a Setup, key: &'a str) -> At<'a> {
    At::whole(&setup.name, key)
}
