//! Which counters of the file are in play.

use alloc::format;
use alloc::vec::Vec;

use engine::Id;

use super::super::counter::{Counter, Movement, UnitId};
use super::super::ground::{DivisionCard, FormationCard};
use super::super::rulings::StartValues;
use super::super::sheets::{CounterRow, Name};
use super::counter::counter;
use super::{At, Faults, Setup};

/// The units the scenario names, in order of naming, as counters.
pub(super) struct Roster {
    pub counters: Vec<Counter>,
}

impl Roster {
    pub(super) fn find(&self, id: &str) -> Option<UnitId> {
        self.counters.iter().position(|c| c.id == id).map(UnitId::at)
    }
}

/// The counters of every unit the scenario names. Each may be named once.
pub(super) fn roster(
    setup: &Setup,
    divisions: &[DivisionCard],
    formations: &[FormationCard],
    faults: &mut Faults,
) -> Roster {
    let file = &setup.scenario.files.counters;
    for (row, counter) in setup.counters.iter().enumerate() {
        if setup.counters[..row].iter().any(|other| other.id == counter.id) {
            faults.add(
                At::row(file, "id", row),
                format!("two units have the id {:?}", counter.id),
                "one row an id",
            );
        }
    }
    let mut roster = Roster { counters: Vec::new() };
    let set_up = setup.scenario.set_up.iter().flat_map(|entry| &entry.units);
    let later = setup.scenario.reinforcements.iter().flat_map(|entry| &entry.units);
    let jumpers = setup.scenario.sticks.iter().flat_map(|entry| &entry.units);
    let landers = setup.scenario.serials.iter().flat_map(|entry| &entry.units);
    let names = set_up
        .map(|name| ("setup.units", name))
        .chain(later.map(|name| ("reinforcement.units", name)))
        .chain(jumpers.map(|name| ("stick.units", name)))
        .chain(landers.map(|name| ("serial.units", name)))
        .chain(free_droppers(setup));
    for (key, name) in names {
        let at = At::value(&setup.name, key, name);
        let id = name.get_ref();
        if roster.find(id).is_some() {
            faults.add(at, format!("unit {id:?} is named twice"), "each unit once");
            continue;
        }
        match setup.counters.iter().enumerate().find(|(_, row)| row.id == *id) {
            None => faults.unknown(at, "unit", id, setup.counters.iter().map(|c| c.id.clone())),
            Some((line, row)) => {
                if let Some(counter) = counter(setup, row, line, divisions, formations, faults) {
                    roster.counters.push(counter);
                }
            }
        }
    }
    rearguards(setup, divisions, formations, &mut roster, faults);
    roster
}

/// Units of free drops (O1.0).
fn free_droppers(setup: &Setup) -> impl Iterator<Item = (&'static str, &Name)> {
    setup.scenario.free_drops.iter().flat_map(|entry| {
        let battalions = entry.battalions.iter().flat_map(|battalion| &battalion.units);
        let along = entry.independents.iter().map(|name| ("free_drops.independents", name));
        battalions.map(|name| ("free_drops.battalion.units", name)).chain(along)
    })
}

/// Rearguards of each division: as many counters as the scenario allows, numbered.
fn rearguards(
    setup: &Setup,
    divisions: &[DivisionCard],
    formations: &[FormationCard],
    roster: &mut Roster,
    faults: &mut Faults,
) {
    let french = setup.scenario.rulings.start_values == StartValues::French;
    for card in &setup.scenario.divisions {
        let Some(entry) = card.rearguards.as_ref() else { continue };
        let other = card.french.as_ref().and_then(|french| french.rearguards);
        let count = other.filter(|_| french).unwrap_or(entry.count);
        let id = entry.counter.get_ref();
        let at = At::value(&setup.name, "division.rearguards.counter", &entry.counter);
        match setup.counters.iter().enumerate().find(|(_, row)| row.id == *id) {
            None => faults.unknown(at, "unit", id, setup.counters.iter().map(|c| c.id.clone())),
            Some((_, row)) if row.steps != 0 => {
                faults.add(at, format!("{id} has steps"), "a platoon without steps");
            }
            Some((line, row)) => {
                let Some(platoon) = counter(setup, row, line, divisions, formations, faults) else {
                    continue;
                };
                roster.counters.extend((1..=count).map(|number| Counter {
                    id: format!("{id}-{number}"),
                    name: format!("{} {number}", platoon.name),
                    ..platoon.clone()
                }));
            }
        }
    }
}

/// The kind of divisional trucks in the counters' file.
const TRUCK: &str = "truck";

/// Counters of divisional trucks, which are no units of the roster (S10.0).
pub(super) fn trucks(
    setup: &Setup,
    key: &str,
    names: &[Name],
    divisions: &[DivisionCard],
    formations: &[FormationCard],
    faults: &mut Faults,
) -> Vec<Counter> {
    let mut found = Vec::new();
    for name in names {
        let id = name.get_ref();
        let at = At::value(&setup.name, key, name);
        let of_trucks = |row: &&CounterRow| row.kind == TRUCK;
        match setup.counters.iter().enumerate().find(|(_, row)| row.id == *id) {
            Some((line, row)) if row.kind == TRUCK => {
                let truck = counter(setup, row, line, divisions, formations, faults);
                let moves = |truck: &Counter| matches!(truck.movement, Movement::Points(..));
                if truck.as_ref().is_some_and(|truck| truck.steps == 0 || !moves(truck)) {
                    faults.add(at, format!("{id} cannot carry"), "a truck with steps and movement");
                }
                found.extend(truck);
            }
            _ => {
                let known = setup.counters.iter().filter(of_trucks).map(|row| row.id.clone());
                faults.unknown(at, "truck", id, known);
            }
        }
    }
    found
}

/// Units by their ids.
pub(super) fn units(
    file: &str,
    key: &str,
    names: &[Name],
    roster: &Roster,
    faults: &mut Faults,
) -> Vec<UnitId> {
    let mut found = Vec::new();
    for name in names {
        match roster.find(name.get_ref()) {
            Some(unit) => found.push(unit),
            None => faults.unknown(
                At::value(file, key, name),
                "unit of the scenario",
                name.get_ref(),
                roster.counters.iter().map(|counter| counter.id.clone()),
            ),
        }
    }
    found
}
