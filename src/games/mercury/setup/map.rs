//! The map: from rows to hexes.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{Coord, HexId, Map, MapReader, MapRow, Numbering, SheetFile, SideColumn, features};

use super::super::sheets::{HexRow, Name, SheetEntry};
use super::super::terrain::{MINOR_ROAD, ROAD, SLOPE, side_kinds};
use super::{At, Faults, Setup, soundness};

/// Columns of the map files that name hexsides.
const SIDES: [SideColumn; 2] = [
    SideColumn { key: "roads", kind: ROAD, starred: Some(MINOR_ROAD) },
    SideColumn { key: "slopes", kind: SLOPE, starred: None },
];

/// Hexes of a map: a table of the distances of all from all is kept.
const MOST_HEXES: usize = 8_192;

impl MapRow for HexRow {
    fn hex(&self) -> &str {
        &self.hex
    }

    fn terrain(&self) -> &str {
        &self.terrain
    }

    fn sides(&self, column: &str) -> &str {
        if column == "roads" { &self.roads } else { &self.slopes }
    }
}

/// The sheets of a scenario as one map.
pub(super) fn map(setup: &Setup, terrains: &[String], faults: &mut Faults) -> Option<Map> {
    let numbering = setup.sheets.numbering.unwrap_or(Numbering::COLUMN_ROW_EVEN_LOW);
    let mut reader = MapReader::new(numbering, terrains, side_kinds(), &SIDES);
    for number in by_grid(setup) {
        let (name, rows) = &setup.hexes[number];
        let sheets = &setup.sheets.sheets;
        let at = At::value(&setup.name, "sheets", &setup.scenario.sheets[number]);
        let known = sheets.iter().map(|entry| entry.name.as_str());
        let Some(entry) = faults.find(at, "sheet", name, known) else { continue };
        let earlier = &setup.scenario.sheets[..number];
        if earlier.iter().any(|sheet| sheet.get_ref() == name) {
            continue;
        }
        sheet(setup, &sheets[entry], rows, &mut reader, faults);
    }
    soundness::limits(setup, faults);
    let read = reader.finish(At::whole(&setup.name, "sheets"), MOST_HEXES, faults)?;
    Some(read.map)
}

/// The sheets of the scenario in its order, but those of a grid one after the other: the hexes of each grid are numbered
/// in one run.
fn by_grid(setup: &Setup) -> Vec<usize> {
    let grid = |number: &usize| {
        let (name, _) = &setup.hexes[*number];
        setup.sheets.sheets.iter().find(|entry| entry.name == *name).map(|entry| &entry.grid)
    };
    let mut order: Vec<usize> = (0..setup.hexes.len()).collect();
    order.sort_by_key(|number| {
        (0..setup.hexes.len()).position(|other| grid(&other) == grid(number))
    });
    order
}

fn sheet(
    setup: &Setup,
    entry: &SheetEntry,
    rows: &[HexRow],
    reader: &mut MapReader<'_>,
    faults: &mut Faults,
) {
    let file = format!("maps/{}", entry.name);
    for (line, row) in rows.iter().enumerate() {
        soundness::height(row, At::row(&file, "elevation", line), faults);
    }
    let [columns, rows_down] = entry.shift;
    let sheet = SheetFile {
        name: &entry.name,
        grid: &entry.grid,
        file: &file,
        shift: Coord { column: columns, row: rows_down },
        frame: Some([entry.columns, entry.rows]),
        shared: &entry.shared,
    };
    let kinds = |row: &HexRow, line, faults: &mut Faults| {
        let at = At::row(&file, "features", line);
        features(&row.features, &soundness::FEATURES, at, faults)
    };
    reader.sheet(&sheet, rows, |at| in_play(setup, entry, at), kinds, faults);
}

/// A sheet in play, as a bit by its place among the sheets of the map.
pub(super) fn sheet_bit(
    setup: &Setup,
    map: &Map,
    key: &str,
    name: &Name,
    faults: &mut Faults,
) -> Option<u32> {
    let at = At::value(&setup.name, key, name);
    let sheets: Vec<&str> = map.sheets().collect();
    let place = faults.find(at, "sheet in play", name.get_ref(), sheets.iter().copied())?;
    Some(1 << place)
}

/// Whether the scenario plays on that part of the map.
fn in_play(setup: &Setup, entry: &SheetEntry, at: Coord) -> bool {
    // O4.0: the smaller sheets.
    let small = entry.small_columns.filter(|_| setup.scenario.rulings.small_maps.on());
    if small.is_some_and(|[first, last]| !(first..=last).contains(&at.column)) {
        return false;
    }
    let Some(limits) = &setup.scenario.limits else { return true };
    let within = |range: Option<[i16; 2]>, at| range.is_none_or(|r| (r[0]..=r[1]).contains(&at));
    within(limits.columns, at.column) && within(limits.rows, at.row)
}

/// A hex of the sheets in play that somebody can enter.
pub(super) fn hex(
    setup: &Setup,
    map: &Map,
    key: &str,
    name: &Name,
    faults: &mut Faults,
) -> Option<HexId> {
    let found = map.find(name.get_ref(), None);
    if found.is_none() {
        let names: Vec<&str> = setup.hexes.iter().map(|(name, _)| name.as_str()).collect();
        let frame = |name: &str| {
            setup.sheets.sheets.iter().find(|entry| entry.name == name).map(|entry| {
                let corner = |end: usize| {
                    let at = Coord { column: entry.columns[end], row: entry.rows[end] };
                    map.numbering().label(at)
                };
                format!("{} to {}", corner(0), corner(1))
            })
        };
        let frames: Vec<String> = names.iter().filter_map(|name| frame(name)).collect();
        faults.add(
            At::value(&setup.name, key, name),
            format!("hex {:?} is not on sheet {}", name.get_ref(), names.join(", ")),
            format!("a hex from {}", frames.join(", or ")),
        );
    }
    // The zone of a stick is a circle, and only its open ground counts.
    if let Some(at) = found.filter(|_| key != "stick.zone") {
        let kind = map.terrain_name(at);
        let entry = setup.terrain.kinds.iter().find(|entry| entry.name == kind);
        let closed = entry.is_some_and(|entry| {
            let costs = &entry.enter;
            [costs.leg, costs.wheeled, costs.tracked].iter().flatten().all(|&points| points < 0)
        });
        if closed {
            faults.add(
                At::value(&setup.name, key, name),
                format!("nobody can stand in {} ({kind})", name.get_ref()),
                "a hex that units can enter",
            );
        }
    }
    found
}
