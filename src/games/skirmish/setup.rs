//! From files to a position: reads what the scenario names, checks everything, and returns every fault with its file,
//! place, key and what was expected.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use engine::{
    BySide, Coord, Cup, Fault, FromSetup, Hex, HexId, Map, MapBuilder, Numbering, Place, Sources,
    TerrainId, UnitEntry,
};

use super::ground::Ground;
use super::sheets::{CounterRow, First, Setup};
use super::state::{Counter, Skirmish, Unit};

impl FromSetup for Skirmish {
    type Setup = Setup;

    fn read(sources: &mut impl Sources, name: &str) -> Option<Setup> {
        let scenario = sources.toml(name);
        let counters = sources.rows("counters");
        Some(Setup { name: name.into(), scenario: scenario?, counters: counters? })
    }

    fn build(setup: Setup, _: &mut Vec<Fault>) -> Result<Skirmish, Vec<Fault>> {
        let map = map();
        let mut faults = Vec::new();
        let objective = hex(&map, &setup.scenario.objective, &mut faults, |fault| Fault {
            file: setup.name.clone(),
            key: "objective".into(),
            ..fault
        });
        let hexes: Vec<HexId> = setup
            .counters
            .iter()
            .enumerate()
            .map(|(row, counter)| {
                hex(&map, &counter.hex, &mut faults, |fault| Fault { place: line(row), ..fault })
            })
            .collect();
        name_once(&setup.counters, &mut faults);
        steps_fit(&setup.counters, &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        let decoys: Vec<bool> = setup.counters.iter().map(|row| row.decoy).collect();
        let veiled =
            BySide::from_fn(|side| setup.counters.iter().any(|row| row.side == side && row.decoy));
        let counters = setup.counters.iter().zip(hexes).zip(0..).map(|((row, hex), unit)| {
            Counter { hex, unit, face_down: veiled[row.side], gone: false }
        });
        Ok(Skirmish {
            counters: counters.collect(),
            units: setup
                .counters
                .iter()
                .map(|row| Unit { steps: row.steps, lost_in: None })
                .collect(),
            turn: 1,
            cup: Cup::default(),
            active: None,
            waiting: Vec::new(),
            over: false,
            ground: Arc::new(Ground {
                title: setup.scenario.title,
                map,
                turns: (1..=setup.scenario.turns).map(|turn| format!("turn {turn}")).collect(),
                objective,
                hit: setup.scenario.rulings.hit,
                germans_first: setup.scenario.rulings.first == First::Germans,
                roster: setup.counters.into_iter().map(entry).collect(),
                decoys,
                veiled,
            }),
        })
    }
}

/// Five columns of three hexes of rock. A printed game has a file for its map.
fn map() -> Map {
    let mut builder = MapBuilder::new(Numbering::ColumnRowEvenLow, vec!["rock".into()]);
    let sheet = builder.sheet("ridge", "ridge");
    for column in 1..=5 {
        for row in 1..=3 {
            builder.hex(Hex::bare(Coord { column, row }, sheet, TerrainId(0)));
        }
    }
    builder.finish()
}

/// The line of a row of `counters.csv`.
fn line(row: usize) -> Place {
    Place::Line(row as u32 + 2)
}

/// Looks a hex up; `place` says of a fault where it stands.
fn hex(map: &Map, label: &str, faults: &mut Vec<Fault>, place: impl Fn(Fault) -> Fault) -> HexId {
    map.find(label, None).unwrap_or_else(|| {
        let known: Vec<String> = map.ids().map(|id| map.label(id)).collect();
        faults.push(place(Fault {
            file: "counters".into(),
            place: Place::Whole,
            key: "hex".into(),
            problem: format!("hex {label} is not on the map"),
            expected: "a hex from 01.01 to 05.03".into(),
            unknown: Some((label.into(), known)),
        }));
        HexId(0)
    })
}

/// No two counters have one id.
fn name_once(counters: &[CounterRow], faults: &mut Vec<Fault>) {
    for (row, counter) in counters.iter().enumerate() {
        if counters[..row].iter().any(|other| other.id == counter.id) {
            faults.push(Fault {
                file: "counters".into(),
                place: line(row),
                key: "id".into(),
                problem: format!("two units are called {}", counter.id),
                expected: "one unit an id".into(),
                unknown: None,
            });
        }
    }
}

/// A decoy has no step, and everybody else has one.
fn steps_fit(counters: &[CounterRow], faults: &mut Vec<Fault>) {
    for (row, counter) in counters.iter().enumerate() {
        if counter.decoy != (counter.steps == 0) {
            let what = if counter.decoy { "a decoy" } else { "a unit" };
            faults.push(Fault {
                file: "counters".into(),
                place: line(row),
                key: "steps".into(),
                problem: format!("{what} of {} steps", counter.steps),
                expected: "0 for a decoy, 1 or more for a unit".into(),
                unknown: None,
            });
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
        apart: false,
        values: Vec::new(),
    }
}
