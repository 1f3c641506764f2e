//! The ground: everything of a scenario that never changes, put together.

use engine::{At, BySide, Faults, HexId, Map, Side};

use super::super::appraise::outlook::Outlooks;
use super::super::combat::{Results, results};
use super::super::ground::{Cell, Class, Corps, Crossing, Edge, Ground, ROAD, Terrain, Unit};
use super::super::rulings::Rulings;
use super::super::sets::HexSet;
use super::{Setup, forces, map, objectives, places, provenance, soundness, terms};

/// Builds it, noting every fault on the way; `None` where something is missing that the rest stands on.
pub(super) fn build(setup: &Setup, faults: &mut Faults) -> Option<Ground> {
    let scenario = &setup.scenario;
    let (rows, counters) = (setup.map.as_ref()?, setup.counters.as_ref()?);
    if terms::too_many(setup, faults) {
        return None;
    }
    let printed = counters.iter().map(|row| row.hex.as_str());
    let spoilt = engine::spoilt(scenario.numbering(), &scenario.counters, printed, faults);
    let (map, mut ground) = map::ground(scenario, rows, faults).filter(|_| !spoilt)?;
    let airfields = places::airfields(setup, &map, faults);
    for (airfield, number) in airfields.iter().zip(0..) {
        airfield.hexes.iter().for_each(|hex| ground[hex.index()].airfield = Some(number));
    }
    let boxes = places::boxes(setup, &airfields, faults);
    let objectives = objectives::objectives(setup, &map, faults);
    for (objective, number) in objectives.iter().zip(0..) {
        ground[objective.hex.index()].points = objective.points;
        ground[objective.hex.index()].objective = Some(number);
    }
    terms::check(setup, &objectives, airfields.len(), faults);
    let sources = places::sources(setup, &map, faults);
    let cities = places::cities(setup, &map, faults);
    let entry = places::hexes(setup, &map, "entry.allied", &scenario.entry.allied, faults);
    let ports = places::hexes(setup, &map, "sea.ports", &scenario.sea.ports, faults);
    let units = forces::units(setup, counters, &map, &boxes, faults);
    soundness::scenario(setup, &map, &airfields, &units, faults);
    let leaders = forces::leaders(setup, &units, faults);
    let table = table(setup, faults)?;
    let ways = objectives::ways(&map, &ground, &objectives);
    Some(Ground {
        edition: scenario.game,
        title: scenario.title.clone(),
        history: scenario.history.clone(),
        rulings: scenario.rulings,
        options: *scenario.options.get_ref(),
        calendar: terms::calendar(scenario),
        german: set(&units, |unit| unit.side == Side::German),
        allied: set(&units, |unit| unit.side == Side::Allied),
        xxx: set(&units, |unit| unit.corps == Corps::Xxx),
        flanks: set(&units, |unit| unit.corps == Corps::Flank),
        vehicles: set(&units, |unit| unit.class.vehicle()),
        armor: set(&units, |unit| unit.class == Class::Armor),
        edges: Edge::ALL.map(|edge| hexes(&map, &ground, |hex| hex.edges & edge.bit() != 0)),
        canals: hexes(&map, &ground, |hex| hex.crossing == Crossing::Canal),
        goals: hexes(&map, &ground, |hex| hex.objective.is_some()),
        slow: hexes(&map, &ground, |hex| slow(hex, &scenario.rulings))
            .without(map.ids().filter(|&hex| map.sides(hex, ROAD) != 0).collect()),
        cells: ground,
        units,
        outlooks: Outlooks::new(&table),
        table,
        // Found once the position has been paved.
        supply_ways: BySide::default(),
        victory_points: *scenario.victory_points.get_ref(),
        objectives,
        sources,
        entry,
        ports,
        boxes,
        airfields,
        reduced: terms::reduced(scenario),
        cities,
        leaders,
        draw: objectives::draw(&ways),
        ways,
        distances: map.distances(),
        provenance: provenance::provenance(setup),
        map,
    })
}

/// The combat table.
fn table(setup: &Setup, faults: &mut Faults) -> Option<Results> {
    let (file, table) = (setup.scenario.table.as_str(), setup.table.as_ref()?);
    faults.reason(At::value(file, "why", &table.why), table.why.get_ref());
    results(file, table, faults)
}

/// The units that fit, a bit each.
fn set(units: &[Unit], fits: impl Fn(&Unit) -> bool) -> u128 {
    let fitting = units.iter().enumerate().filter(|(_, unit)| fits(unit));
    fitting.fold(0, |set, (number, _)| set | 1 << number)
}

/// The hexes that fit.
fn hexes(map: &Map, ground: &[Cell], fits: impl Fn(&Cell) -> bool) -> HexSet {
    map.ids().filter(|hex: &HexId| fits(&ground[hex.index()])).collect()
}

/// Whether a hex without a road stops whoever is not of the mountain troops (Mercury 5.1.2).
fn slow(hex: &Cell, rulings: &Rulings) -> bool {
    match hex.terrain {
        Terrain::Rough => true,
        Terrain::Mountain => rulings.mountain_is_rough,
        _ => false,
    }
}
