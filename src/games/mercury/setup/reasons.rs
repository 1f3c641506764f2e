//! Whoever gives a value says why: no row and no table goes without its reason.

use super::super::sheets::Name;
use super::{At, Faults, Setup};

/// Looks through every file for reasons left blank.
pub(super) fn reasons(setup: &Setup, faults: &mut Faults) {
    let files = &setup.scenario.files;
    let mut ask = |file: &str, key: &str, why: &Name| {
        faults.reason(At::value(file, key, why), why.get_ref());
    };
    ask(super::SHEETS, "attribution", &setup.sheets.attribution);
    for sheet in &setup.sheets.sheets {
        ask(super::SHEETS, "sheet.why", &sheet.why);
    }
    ask(&files.terrain, "why", &setup.terrain.why);
    for kind in &setup.terrain.kinds {
        ask(&files.terrain, "terrain.why", &kind.why);
    }
    for entry in &setup.modifiers.modifiers {
        ask(&files.modifiers, "modifier.why", &entry.why);
    }
    for entry in &setup.quality.modifiers {
        ask(&files.quality, "modifier.why", &entry.why);
    }
    ask(&files.calendar, "why", &setup.calendar.why);
    let [unarmoured, armoured] = &setup.combat;
    let combat = [(&files.combat_unarmoured, unarmoured), (&files.combat_armoured, armoured)];
    let rare = [(&files.drop, &setup.drop), (&files.airlanding, &setup.airlanding)];
    let rare = rare.into_iter().filter_map(|(name, table)| name.as_ref().zip(table.as_ref()));
    for (name, table) in combat.into_iter().chain(rare) {
        ask(name, "why", &table.why);
    }
    if let (Some(name), Some(file)) = (&files.off_map, &setup.display) {
        for entry in &file.boxes {
            ask(name, "box.why", &entry.why);
        }
        for entry in &file.connections {
            ask(name, "connection.why", &entry.why);
        }
    }
    if let (Some(name), Some(file)) = (&files.events, &setup.events) {
        for event in &file.events {
            ask(name, "event.why", &event.why);
        }
    }
    let counters = setup.counters.iter().map(|row| &row.why).enumerate();
    let leaders = setup.leaders.iter().map(|row| &row.why).enumerate();
    let rows = counters.map(|row| (&files.counters, row));
    for (file, (line, why)) in rows.chain(leaders.map(|row| (&files.leaders, row))) {
        faults.reason(At::row(file, "why", line), why);
    }
}
