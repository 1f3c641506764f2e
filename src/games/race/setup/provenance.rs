//! Where the values of a scenario come from.

use alloc::vec::Vec;

use engine::{Origins, Provenance};

use super::Setup;

/// The values of every file by their origins, file by file.
pub(super) fn provenance(setup: &Setup) -> Vec<Provenance> {
    let scenario = &setup.scenario;
    let mut origins = Origins::default();
    for (what, note) in &scenario.origins {
        origins.count(&setup.name, what, note.origin, 1);
    }
    for objective in &scenario.objectives {
        origins.count(&setup.name, "victory hexes", objective.origin, 1);
    }
    for row in setup.map.iter().flatten() {
        origins.count(&scenario.map, "hexes", row.origin, 1);
    }
    for row in setup.counters.iter().flatten() {
        origins.count(&scenario.counters, "counters", row.origin, 1);
    }
    if let Some(table) = &setup.table {
        let cells = table.rows.get_ref().iter().map(Vec::len).sum::<usize>() as u32;
        origins.count(&scenario.table, "combat results", table.origin, cells);
    }
    let mut counts = origins.finish();
    counts.sort_by(|a, b| (&a.file, &a.what, a.origin).cmp(&(&b.file, &b.what, b.origin)));
    counts
}
