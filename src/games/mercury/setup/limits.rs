//! How much the game can number. What goes beyond is a fault, told before anything is numbered.

use alloc::format;

use engine::{At, Faults};

use super::Setup;

/// Things that are numbered with a byte.
const MOST: usize = 255;

/// Sheets: each hex has a bit for every one of them.
const MOST_SHEETS: usize = 32;

/// Units in play: a quarter of what their numbers could take, and more than any printed game has.
const MOST_UNITS: usize = 2_000;

/// Notes every list that is longer than the game can number; says whether there is one.
pub(super) fn too_many(setup: &Setup, faults: &mut Faults) -> bool {
    let before = faults.len();
    blocks(setup, faults);
    lists_of_units(setup, faults);
    faults.len() > before
}

/// Blocks of the scenario.
fn blocks(setup: &Setup, faults: &mut Faults) {
    let scenario = &setup.scenario;
    let later = scenario.reinforcements.iter().map(|entry| entry.units.len()).sum();
    let placed = scenario.set_up.iter().map(|entry| entry.units.len()).sum::<usize>()
        + scenario.leaders.len();
    let victory = &scenario.victory;
    let trucks = scenario.trucks.as_ref();
    faults.too_many(At::whole(&setup.name, "setup"), placed, "of them", MOST_UNITS);
    faults.too_many(
        At::whole(&setup.name, "sheets"),
        scenario.sheets.len(),
        "of them",
        MOST_SHEETS,
    );
    let battalions = scenario.free_drops.as_ref().map_or(0, |entry| entry.battalions.len());
    let arrivals = scenario.naval.iter().flat_map(|entry| &entry.arrivals);
    let ships = arrivals.map(|entry| entry.ships.len() + entry.if_more.len()).sum();
    for (key, count) in [
        ("division", scenario.divisions.len()),
        ("formation", scenario.formations.len()),
        ("leader", scenario.leaders.len()),
        ("objective", scenario.objectives.len()),
        // Reinforcements may come to jump, and then are sticks too.
        ("stick", scenario.sticks.len() + scenario.reinforcements.len() + battalions),
        ("naval.arrival", ships),
        ("serial", scenario.serials.len()),
        ("reinforcement", later),
        ("trucks", trucks.map_or(0, |entry| entry.at_start.len() + entry.once_airfield_held.len())),
        ("air_support", scenario.air_support.len()),
        ("attachment", scenario.attachments.len()),
        ("obligation", scenario.obligations.len()),
        ("sudden_death", scenario.sudden_deaths.len()),
        ("ways_out", scenario.ways_out.as_ref().map_or(0, |e| e.exits.len() + e.ports.len())),
        ("victory.any_of", victory.any_of.len() + victory.worth.len()),
        ("victory.airfields", victory.airfields.iter().map(|names| names.len() * 3).sum()),
        ("held_back", scenario.held_back.len()),
        ("joining_chit", scenario.joining_chits.len()),
        ("victory.two_connected", victory.two_connected.len() * 3),
    ] {
        faults.too_many(At::whole(&setup.name, key), count, "of them", MOST);
    }
}

/// Units of one entry, and all together.
fn lists_of_units(setup: &Setup, faults: &mut Faults) {
    let scenario = &setup.scenario;
    for (place, entry) in scenario.sticks.iter().enumerate() {
        let key = format!("stick.{place}.units");
        faults.too_many(At::whole(&setup.name, &key), entry.units.len(), "units", MOST);
    }
    for (place, entry) in scenario.serials.iter().enumerate() {
        let key = format!("serial.{place}.units");
        faults.too_many(At::whole(&setup.name, &key), entry.units.len(), "units", MOST);
    }
    let set_up = scenario.set_up.iter().map(|entry| entry.units.len());
    let later = scenario.reinforcements.iter().map(|entry| entry.units.len());
    let jump = scenario.sticks.iter().map(|entry| entry.units.len());
    let land = scenario.serials.iter().map(|entry| entry.units.len());
    let platoons = scenario.divisions.iter().filter_map(|card| card.rearguards.as_ref());
    let platoons = platoons.map(|entry| usize::from(entry.count));
    let units = set_up.chain(later).chain(jump).chain(land).chain(platoons).sum();
    faults.too_many(At::whole(&setup.name, "setup"), units, "units are in play", MOST_UNITS);
}
