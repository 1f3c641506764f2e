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
use super::sheets::{CounterRow, Scenario};
use super::state::{Counter, Skirmish, Unit};

/// The scenario and everything it names, parsed but not checked.
#[derive(Debug)]
pub struct Setup {
    /// Name of the scenario.
    pub name: String,
    /// Its file.
    pub scenario: Scenario,
    /// `counters.csv`.
    pub counters: Vec<CounterRow>,
}

impl FromSetup for Skirmish {
    type Setup = Setup;

    fn read(sources: &mut impl Sources, name: &str) -> Option<Setup> {
        let scenario = sources.toml(name);
        let counters = sources.rows("counters");
        Some(Setup { name: name.into(), scenario: scenario?, counters: counters? })
    }

    fn build(setup: Setup, doubts: &mut Vec<Fault>) -> Result<Skirmish, Vec<Fault>> {
        let mut faults = Faults::default();
        let skirmish = build(setup, &mut faults);
        faults.finish(skirmish, doubts)
    }
}

/// The start of the game, and every fault on the way.
fn build(setup: Setup, faults: &mut Faults) -> Option<Skirmish> {
    let map = map();
    let at = At::whole(&setup.name, "objective");
    let objective = hex(&map, at, &setup.scenario.objective, faults);
    let rows = setup.counters.iter().enumerate();
    let hexes: Vec<Option<HexId>> = rows
        .map(|(row, counter)| hex(&map, At::row("counters", "hex", row), &counter.hex, faults))
        .collect();
    check(&setup.counters, faults);
    let decoys: Vec<bool> = setup.counters.iter().map(|row| row.decoy).collect();
    let veiled =
        BySide::from_fn(|side| setup.counters.iter().any(|row| row.side == side && row.decoy));
    let counters = setup.counters.iter().zip(hexes).zip(0..).map(|((row, hex), unit)| {
        Some(Counter { hex: hex?, unit, face_down: veiled[row.side], gone: false })
    });
    Some(Skirmish {
        counters: counters.collect::<Option<_>>()?,
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
            rulings: setup.scenario.rulings,
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

/// Looks a hex up.
fn hex(map: &Map, at: At, label: &str, faults: &mut Faults) -> Option<HexId> {
    let found = map.find(label, None);
    if found.is_none() {
        faults.unknown(at, "hex", label, map.ids().map(|id| map.label(id)));
    }
    found
}

/// What the rows say against each other and against the rules.
fn check(counters: &[CounterRow], faults: &mut Faults) {
    faults.too_many(At::whole("counters", "id"), counters.len(), "units", u16::MAX.into());
    for (row, counter) in counters.iter().enumerate() {
        let at = At::row("counters", "id", row);
        if counters[..row].iter().any(|other| other.id == counter.id) {
            faults.add(at, format!("two units are called {}", counter.id), "one unit an id");
        }
    }
    for (row, counter) in counters.iter().enumerate() {
        let at = At::row("counters", "steps", row);
        // 4.1: a decoy has no step, and everybody else has one.
        if counter.decoy != (counter.steps == 0) {
            let what = if counter.decoy { "a decoy" } else { "a unit" };
            let problem = format!("{what} of {} steps", counter.steps);
            faults.add(at, problem, "0 for a decoy, 1 or more for a unit");
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
        battalion: String::new(),
        kind: if row.decoy { "decoy" } else { "infantry" }.into(),
        steps: row.steps,
        apart: false,
        values: Vec::new(),
    }
}
