//! Tables of results, and the cups of events.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{BySide, Cover, RawTable, ResultsTable, RowTable, Side, TableFault};

use super::super::airlanding::Hazard;
use super::super::counter::Colour;
use super::super::fire::{Hit, Mode};
use super::super::ground::{EventKind, Landing, Modifiers, QualityModifiers, Rubble, Terrain};
use super::super::sheets::TableFile;
use super::modifiers::{modifiers, quality};
use super::terrain::terrain;
use super::{At, Faults, Setup};

/// Everything that is printed on charts.
pub(super) struct Tables {
    pub(super) terrain: Vec<Terrain>,
    pub(super) cover: Vec<Cover>,
    pub(super) rubble: Rubble,
    pub(super) unarmoured: Option<CombatTable>,
    pub(super) armoured: Option<CombatTable>,
    pub(super) modifiers: [Modifiers; Mode::ALL.len()],
    pub(super) quality: QualityModifiers,
    pub(super) drop: Option<ResultsTable<Landing>>,
    pub(super) events: BySide<Vec<EventKind>>,
}

impl Tables {
    /// Reads them.
    pub(super) fn read(setup: &Setup, faults: &mut Faults) -> Tables {
        let files = &setup.scenario.files;
        let [unarmoured, armoured] = &setup.combat;
        let (terrain, cover, rubble) = terrain(setup, faults);
        Tables {
            terrain,
            cover,
            rubble,
            unarmoured: combat(&files.combat_unarmoured, unarmoured, faults),
            armoured: combat(&files.combat_armoured, armoured, faults),
            modifiers: modifiers(setup, faults),
            quality: quality(setup, faults),
            drop: drop_table(setup, faults),
            events: events(setup, faults),
        }
    }

    /// Names of the kinds of terrain.
    pub(super) fn kinds(&self) -> Vec<String> {
        self.terrain.iter().map(|kind| kind.name.clone()).collect()
    }
}

/// Results by colour and die.
type CombatTable = [[Hit; 10]; 9];

/// The drop table.
fn drop_table(setup: &Setup, faults: &mut Faults) -> Option<ResultsTable<Landing>> {
    let file = setup.drop.as_ref()?;
    let name = setup.scenario.files.drop.as_deref().unwrap_or_default();
    let combined = setup.scenario.rulings.drop_combined.on();
    let raw = RawTable { columns: file.columns.clone(), rows: file.rows.clone() };
    let expected = "none, delay 1, delay 2, step, step+delay 1 or eliminated";
    let table = ResultsTable::new(&raw, expected, |cell| Landing::from_cell(cell, combined));
    one_row(name, "drop", &raw, table, faults)
}

/// The Airlanding and Interdiction Table.
pub(super) fn airlanding_table(setup: &Setup, faults: &mut Faults) -> Option<ResultsTable<Hazard>> {
    let file = setup.airlanding.as_ref()?;
    let name = setup.scenario.files.airlanding.as_deref().unwrap_or_default();
    let raw = RawTable { columns: file.columns.clone(), rows: file.rows.clone() };
    let expected = "none, cohesion, step, step+cohesion or eliminated";
    let table = ResultsTable::new(&raw, expected, Hazard::from_cell);
    one_row(name, "airlanding", &raw, table, faults)
}

/// A combat table: results by colour and die.
fn combat(name: &str, file: &TableFile, faults: &mut Faults) -> Option<CombatTable> {
    let raw = RawTable { columns: file.columns.clone(), rows: file.rows.clone() };
    let faces: Vec<String> = (0..=9).map(|face: u8| face.to_string()).collect();
    if raw.columns != faces {
        let problem = format!("columns {}", raw.columns.join(" "));
        faults.add(At::whole(name, "columns"), problem, "the faces of the die, 0 to 9");
        return None;
    }
    let table = ResultsTable::new(&raw, "`-`, `C`, `S`, `S?`, `1` or `E`", Hit::from_word);
    let table = checked(name, table, faults)?;
    let table = RowTable::<Colour, Hit>::new(table, name, "colour", faults)?;
    for colour in Colour::ALL {
        // A roll of 9 misses before the table is asked.
        if *table.cell(colour, 9) != Hit::Miss {
            let problem = format!("a 9 hits in the row {:?}", colour.word());
            let key = format!("row.{}.cells.9", table.printed(colour));
            faults.add(At::whole(name, &key), problem, "`-`: a roll of 9 always misses");
        }
    }
    Some(Colour::ALL.map(|colour| core::array::from_fn(|die| *table.cell(colour, die as i32))))
}

/// The event counters in each cup.
fn events(setup: &Setup, faults: &mut Faults) -> BySide<Vec<EventKind>> {
    let mut cups = BySide::<Vec<EventKind>>::default();
    let Some(file) = &setup.events else { return cups };
    let name = setup.scenario.files.events.as_deref().unwrap_or_default();
    for entry in &file.events {
        let at = At::whole(name, "event.id");
        let Some(kind) = faults.word::<EventKind>(at, "event", &entry.id) else { continue };
        cups[entry.side].extend(core::iter::repeat_n(kind, usize::from(entry.count)));
    }
    for removed in &setup.scenario.events_removed {
        let at = At::value(&setup.name, "events_removed", removed);
        let (side, word) = removed.get_ref().split_once(' ').unwrap_or(("", removed.get_ref()));
        let side = Side::from_word(side);
        let Some(side) = side else {
            faults.add(at, format!("{:?}", removed.get_ref()), "like `german leader-loss`");
            continue;
        };
        let Some(kind) = faults.word::<EventKind>(at, "event", word) else { continue };
        if !cups[side].contains(&kind) {
            faults.add(at, format!("{word} is in no cup of that side"), "an event of its cup");
        }
        cups[side].retain(|&other| other != kind);
    }
    cups
}

/// A table with one row, for a die with everything added to it: no sum falls beside its columns.
fn one_row<R>(
    name: &str,
    label: &str,
    raw: &RawTable,
    table: Result<ResultsTable<R>, Vec<TableFault>>,
    faults: &mut Faults,
) -> Option<ResultsTable<R>> {
    if let (Some(first), Some(last)) = (raw.columns.first(), raw.columns.last()) {
        if !first.trim().starts_with("<=") {
            let problem = format!("column {first:?} leaves the numbers below it without a result");
            faults.add(At::whole(name, "columns"), problem, "a first column like `<=5`");
        }
        if !last.trim().ends_with('+') {
            let problem = format!("column {last:?} leaves the numbers above it without a result");
            faults.add(At::whole(name, "columns"), problem, "a last column like `12+`");
        }
    }
    let labels: Vec<&str> = raw.rows.iter().map(|row| row.label.as_str()).collect();
    if labels != [label] {
        let problem = format!("rows {}", labels.join(", "));
        faults.add(At::whole(name, "row"), problem, format!("one row, with the label `{label}`"));
    }
    checked(name, table, faults)
}

/// The table, or its faults with the paths of their places.
fn checked<R>(
    name: &str,
    table: Result<ResultsTable<R>, Vec<TableFault>>,
    faults: &mut Faults,
) -> Option<ResultsTable<R>> {
    match table {
        Ok(table) => Some(table),
        Err(found) => {
            for fault in found {
                let key = match fault.at.as_str() {
                    place @ ("columns" | "row") => place.to_string(),
                    label => format!("row.{label}"),
                };
                faults.add(At::whole(name, &key), fault.problem, fault.expected);
            }
            None
        }
    }
}
