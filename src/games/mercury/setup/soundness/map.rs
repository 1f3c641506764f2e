//! The map: no holes, and hexes that agree on what lies between them.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{Direction, Map};

use super::super::super::sheets::HexRow;
use super::super::super::terrain::{MINOR_ROAD, ROAD, SLOPE};
use super::super::{At, Faults, Setup};

/// Kinds of features of a hex.
const FEATURES: [&str; 16] = [
    "port",
    "airfield",
    "village",
    "town",
    "city",
    "fortified",
    "objective",
    "exit",
    "exit-range",
    "exit-guess",
    "observation-post",
    "los-example",
    "riverbed",
    "lake",
    "islet",
    "coast-adjusted",
];

/// Metres above the sea between which Crete lies.
const HEIGHTS: core::ops::RangeInclusive<i32> = -10..=2_500;

/// Hexes of a map: a table of the distances of all from all is kept.
const MOST_HEXES: usize = 8_192;

/// The features of a hex, and how high it lies.
pub(in super::super) fn hex_row(row: &HexRow, file: &str, line: usize, faults: &mut Faults) {
    for entry in row.features.split('|').filter(|entry| !entry.is_empty()) {
        let kind = entry.split(':').next().unwrap_or(entry);
        if !FEATURES.contains(&kind) {
            let known = FEATURES.iter().map(ToString::to_string);
            faults.unknown(At::row(file, "features", line), "kind of feature", kind, known);
        }
    }
    if let Some(height) = row.elevation.filter(|height| !HEIGHTS.contains(height)) {
        let problem = format!("hex {} lies {height} metres high", row.hex);
        let expected = format!("{} to {} metres", HEIGHTS.start(), HEIGHTS.end());
        faults.add(At::row(file, "elevation", line), problem, expected);
    }
    for (key, words) in [("roads", &row.roads), ("slopes", &row.slopes)] {
        let sides: Vec<&str> =
            words.split_whitespace().map(|word| word.trim_end_matches('*')).collect();
        if let Some((_, side)) =
            sides.iter().enumerate().find(|&(i, side)| sides[..i].contains(side))
        {
            let problem = format!("hex {} has {side} twice", row.hex);
            faults.add(At::row(file, key, line), problem, "each hexside once");
        }
    }
}

/// A map without holes, whose hexes agree on what lies between them. `rows` are the rows of its hexes, in the order
/// of their numbers, as file, line and row.
pub(in super::super) fn map(
    setup: &Setup,
    map: &Map,
    rows: &[(String, usize, &HexRow)],
    faults: &mut Faults,
) {
    if map.is_empty() {
        let expected = "at least one hex of the sheets, within [limits]";
        faults.add(At::whole(&setup.name, "sheets"), "no hex is in play", expected);
    }
    if map.len() > MOST_HEXES {
        let problem = format!("{} hexes are in play", map.len());
        faults.add(At::whole(&setup.name, "sheets"), problem, format!("at most {MOST_HEXES}"));
    }
    if let Some(limits) = &setup.scenario.limits {
        for (key, range) in [("limits.columns", limits.columns), ("limits.rows", limits.rows)] {
            if let Some([first, last]) = range.filter(|[first, last]| first > last) {
                let problem = format!("from {first} to {last}");
                faults.add(At::whole(&setup.name, key), problem, "the smaller number first");
            }
        }
    }
    holes(setup, faults);
    for id in map.ids() {
        let (file, line, _) = &rows[id.index()];
        for direction in Direction::ALL {
            let Some(near) = map.neighbour(id, direction) else { continue };
            let back = direction.opposite();
            let at = |key| At::row(file, key, *line);
            let there = format!("hex {} has {direction}", map.label(id));
            let here = |kind| map.side(id, direction, kind);
            let beyond = |kind| map.side(near, back, kind);
            let one_sided = here(ROAD) && !beyond(ROAD);
            if one_sided {
                let problem = format!("{there}, but {} lacks {back}", map.label(near));
                faults.add(at("roads"), problem, "the same road in both hexes");
            }
            if !one_sided && here(MINOR_ROAD) && !beyond(MINOR_ROAD) {
                let problem = format!("{there}*, but {} has {back} without", map.label(near));
                faults.add(at("roads"), problem, "a minor road in both hexes");
            }
            if here(SLOPE) && beyond(SLOPE) && id < near {
                let problem = format!("{there}, and {} has {back}", map.label(near));
                faults.add(at("slopes"), problem, "the slope in the higher hex only");
            }
        }
    }
}

/// Hexes of a sheet's frame that its file leaves out.
fn holes(setup: &Setup, faults: &mut Faults) {
    for (name, rows) in &setup.hexes {
        let Some(sheet) = setup.sheets.sheets.iter().find(|sheet| sheet.name == *name) else {
            continue;
        };
        let there: BTreeSet<&str> = rows.iter().map(|row| row.hex.as_str()).collect();
        let frame = (sheet.columns[0]..=sheet.columns[1]).flat_map(|column| {
            (sheet.rows[0]..=sheet.rows[1]).map(move |row| format!("{column:02}.{row:02}"))
        });
        // A frame gone wrong has a fault of its own.
        let missing: Vec<String> =
            frame.take(MOST_HEXES).filter(|label| !there.contains(label.as_str())).collect();
        if let Some(first) = missing.first() {
            let problem = match missing.len() {
                1 => format!("hex {first} is missing"),
                more => format!("hex {first} and {} more are missing", more - 1),
            };
            let file = format!("maps/{name}");
            faults.add(At::whole(&file, "hex"), problem, "a row for each hex of the sheet's frame");
        }
    }
}
