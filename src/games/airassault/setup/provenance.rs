//! Where the values of a scenario come from.

use alloc::format;
use alloc::vec::Vec;

use engine::{At, Faults, Origins, Provenance};

use super::{Setup, at};

/// Values that are given without a reason.
pub(super) fn reasons(setup: &Setup, faults: &mut Faults) {
    for (name, note) in &setup.scenario.origins {
        let key = format!("origins.{name}.why");
        faults.reason(at(setup, &key), &note.why);
    }
    for (name, note) in &setup.island.origins {
        let key = format!("origins.{name}.why");
        faults.reason(At::whole(&setup.scenario.island, &key), &note.why);
    }
}

/// The values of every file by their origins, file by file.
pub(super) fn provenance(setup: &Setup) -> Vec<Provenance> {
    let scenario = &setup.scenario;
    let mut origins = Origins::default();
    for (what, note) in &scenario.origins {
        origins.count(&setup.name, what, note.origin, 1);
    }
    for (what, note) in &setup.island.origins {
        origins.count(&scenario.island, what, note.origin, 1);
    }
    for row in &setup.map {
        origins.count(&scenario.map, "hexes", row.origin, 1);
    }
    for row in &setup.counters {
        origins.count(&scenario.counters, "counters", row.origin, 1);
    }
    for row in &setup.rows {
        origins.count(&scenario.setup, "places", row.origin, 1);
    }
    let cells = setup.combat.rows.get_ref().iter().map(|row| row.len() as u32).sum();
    origins.count(&scenario.combat, "cells", setup.combat.origin, cells);
    origins.count(&scenario.terrain, "values", setup.terrain.origin, 1);
    origins.count(&scenario.drift, "hexes of the diagram", setup.drift.origin, 1);
    origins.count(&scenario.sea, "results", setup.sea.origin, 1);
    let mut counts = origins.finish();
    counts.sort_by(|a, b| (&a.file, &a.what, a.origin).cmp(&(&b.file, &b.what, b.origin)));
    counts
}
