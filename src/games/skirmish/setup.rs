//! From files to a position: reads what the scenario names, checks everything, and returns every fault with its file,
//! place, key and what was expected.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use engine::{
    At, BySide, Coord, Cup, Fault, Faults, FromSetup, Hex, HexId, Map, MapBuilder, Numbering,
    Sources, TerrainId, UnitEntry,
};

use super::ground::Ground;
use super::sheets::{CounterRow, First, Setup};
use super::state::{Counter, Skirmish, Unit};

/// The file of the counters, as scenarios name it.
const COUNTERS: &str = "counters";

impl FromSetup for Skirmish {
    type Setup = Setup;

    fn read(sources: &mut impl Sources, name: &str) -> Option<Setup> {
        let scenario = sources.toml(name);
        let counters = sources.rows(COUNTERS);
        Some(Setup { name: name.into(), scenario: scenario?, counters: counters? })
    }

    fn build(setup: Setup, doubts: &mut Vec<Fault>) -> Result<Skirmish, Vec<Fault>> {
        let mut faults = Faults::default();
        let game = game(setup, &mut faults);
        faults.finish(game, doubts)
    }
}

/// Checks everything, and goes on to build only what every place is known of.
fn game(setup: Setup, faults: &mut Faults) -> Option<Skirmish> {
    let map = map();
    let labels: Vec<String> = map.ids().map(|id| map.label(id)).collect();
    let mut hex = |at: At<'_>, label: &str| {
        let place = faults.find(at, "hex", label, labels.iter().map(String::as_str))?;
        map.ids().nth(place)
    };
    let objective = hex(At::whole(&setup.name, "objective"), &setup.scenario.objective);
    let rows = setup.counters.iter().enumerate();
    let hexes: Vec<Option<HexId>> =
        rows.map(|(row, counter)| hex(At::row(COUNTERS, "hex", row), &counter.hex)).collect();
    name_once(&setup.counters, faults);
    steps_fit(&setup.counters, faults);
    let hexes: Vec<HexId> = hexes.into_iter().collect::<Option<_>>()?;
    let decoys: Vec<bool> = setup.counters.iter().map(|row| row.decoy).collect();
    let veiled =
        BySide::from_fn(|side| setup.counters.iter().any(|row| row.side == side && row.decoy));
    let counters = setup.counters.iter().zip(hexes).zip(0..).map(|((row, hex), unit)| Counter {
        hex,
        unit,
        face_down: veiled[row.side],
        gone: false,
    });
    Some(Skirmish {
        counters: counters.collect(),
        units: setup.counters.iter().map(|row| Unit { steps: row.steps, lost_in: None }).collect(),
        turn: 1,
        cup: Cup::default(),
        active: None,
        waiting: Vec::new(),
        over: false,
        ground: Arc::new(Ground {
            title: setup.scenario.title,
            map,
            turns: (1..=setup.scenario.turns).map(|turn| format!("turn {turn}")).collect(),
            objective: objective?,
            hit: setup.scenario.rulings.hit,
            germans_first: setup.scenario.rulings.first == First::Germans,
            roster: setup.counters.into_iter().map(entry).collect(),
            decoys,
            veiled,
        }),
    })
}

/// Five columns of three hexes of rock. A printed game has a file for its map.
fn map() -> Map {
    let mut builder = MapBuilder::new(Numbering::COLUMN_ROW_EVEN_LOW, vec!["rock".into()]);
    let sheet = builder.sheet("ridge", "ridge");
    for column in 1..=5 {
        for row in 1..=3 {
            builder.hex(Hex::bare(Coord { column, row }, sheet, TerrainId(0)));
        }
    }
    builder.finish()
}

/// No two counters have one id.
fn name_once(counters: &[CounterRow], faults: &mut Faults) {
    for (row, counter) in counters.iter().enumerate() {
        if counters[..row].iter().any(|other| other.id == counter.id) {
            let problem = format!("two units are called {}", counter.id);
            faults.add(At::row(COUNTERS, "id", row), problem, "one unit an id");
        }
    }
}

/// A decoy has no step, and everybody else has one.
fn steps_fit(counters: &[CounterRow], faults: &mut Faults) {
    for (row, counter) in counters.iter().enumerate() {
        if counter.decoy != (counter.steps == 0) {
            let what = if counter.decoy { "a decoy" } else { "a unit" };
            let problem = format!("{what} of {} steps", counter.steps);
            let expected = "0 for a decoy, 1 or more for a unit";
            faults.add(At::row(COUNTERS, "steps", row), problem, expected);
        }
    }
}

fn entry(row: CounterRow) -> UnitEntry {
    UnitEntry {
        id: row.id,
        name: row.name,
        side: row.side,
        division: row.side.to_string(),
        formation: row.side.to_string(),
        kind: if row.decoy { "decoy" } else { "infantry" }.into(),
        steps: row.steps,
        greek: false,
    }
}
