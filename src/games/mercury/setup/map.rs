//! The map: from rows to hexes.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{Direction, Feature, Hex, HexId, Map, MapBuilder, Numbering, TerrainId};

use super::super::sheets::{HexRow, Name};
use super::super::terrain::{MINOR_ROAD, ROAD, SLOPE, side_kinds};
use super::{At, Faults, Setup, soundness};

pub(super) fn map(setup: &Setup, terrains: &[String], faults: &mut Faults) -> Option<Map> {
    let mut spoilt = false;
    let mut known: Vec<(String, usize, &HexRow)> = Vec::new();
    let mut builder =
        MapBuilder::new(Numbering::COLUMN_ROW_EVEN_LOW, terrains.to_vec()).with_sides(side_kinds());
    for (number, (name, rows)) in setup.hexes.iter().enumerate() {
        let Some(entry) = setup.sheets.sheets.iter().find(|entry| entry.name == *name) else {
            faults.unknown(
                At::value(&setup.name, "sheets", &setup.scenario.sheets[number]),
                "sheet",
                name,
                setup.sheets.sheets.iter().map(|entry| entry.name.clone()),
            );
            continue;
        };
        let earlier = &setup.scenario.sheets[..number];
        if earlier.iter().any(|sheet| sheet.get_ref() == name) {
            continue;
        }
        let sheet = builder.sheet(name, &entry.grid);
        let file = format!("maps/{name}");
        if spoilt_numbers(&file, rows, faults) {
            spoilt = true;
            continue;
        }
        for (line, row) in rows.iter().enumerate() {
            let at = |key| At::row(&file, key, line);
            soundness::hex_row(row, &file, line, faults);
            let Some(coord) = Numbering::COLUMN_ROW_EVEN_LOW.parse(&row.hex) else {
                faults.add(
                    at("hex"),
                    format!("{:?} is not a hex number", row.hex),
                    "column.row, like 06.04",
                );
                continue;
            };
            if !in_play(setup, coord) {
                continue;
            }
            let inside = (entry.columns[0]..=entry.columns[1]).contains(&coord.column)
                && (entry.rows[0]..=entry.rows[1]).contains(&coord.row);
            if !inside {
                faults.add(
                    at("hex"),
                    format!("hex {} is not on sheet {name}", row.hex),
                    format!(
                        "columns {} to {}, rows {} to {}",
                        entry.columns[0], entry.columns[1], entry.rows[0], entry.rows[1]
                    ),
                );
                continue;
            }
            let Some(terrain) = terrains.iter().position(|kind| *kind == row.terrain) else {
                faults.unknown(at("terrain"), "terrain", &row.terrain, terrains.iter().cloned());
                continue;
            };
            let (roads, minor_roads) = exits(row, at("roads"), faults);
            let mut hex = Hex {
                features: features(row),
                ..Hex::bare(coord, sheet, TerrainId(terrain as u8))
            };
            hex.sides.set(ROAD, roads);
            hex.sides.set(MINOR_ROAD, minor_roads);
            hex.sides.set(SLOPE, sides(&row.slopes, at("slopes"), faults));
            if builder.hex(hex).is_none() {
                faults.add(at("hex"), format!("hex {} stands twice", row.hex), "each hex once");
            } else {
                known.push((file.clone(), line, row));
            }
        }
    }
    if spoilt {
        return None;
    }
    let map = builder.finish();
    soundness::map(setup, &map, &known, faults);
    Some(map)
}

/// Whether a spreadsheet has eaten the hex numbers of a map: said once, with what to do.
fn spoilt_numbers(file: &str, rows: &[HexRow], faults: &mut Faults) -> bool {
    let numbering = Numbering::COLUMN_ROW_EVEN_LOW;
    let mut spoilt = rows
        .iter()
        .enumerate()
        .filter_map(|(line, row)| Some((line, &row.hex, numbering.spoilt(&row.hex)?)));
    let Some((line, hex, cause)) = spoilt.next() else { return false };
    let more = match spoilt.count() {
        0 => String::new(),
        more => format!(", and so on {more} more lines"),
    };
    faults.add(
        At::row(file, "hex", line),
        format!("{hex:?} {cause}{more}"),
        "hex numbers as printed, like 01.10; import the column `hex` as text and save again",
    );
    true
}

/// Whether the scenario plays on that part of the map.
fn in_play(setup: &Setup, at: engine::Coord) -> bool {
    let Some(limits) = &setup.scenario.limits else { return true };
    let within = |range: Option<[i16; 2]>, at| range.is_none_or(|r| (r[0]..=r[1]).contains(&at));
    within(limits.columns, at.column) && within(limits.rows, at.row)
}

fn sides(words: &str, at: At, faults: &mut Faults) -> u8 {
    let mut bits = 0;
    for word in words.split_whitespace() {
        match Direction::from_word(word) {
            Some(direction) => bits |= direction.bit(),
            None => {
                let known = Direction::ALL.iter().map(|d| d.word().to_string());
                faults.unknown(at, "direction", word, known);
            }
        }
    }
    bits
}

/// Road exits, and those of them that are minor roads (marked `*`).
fn exits(row: &HexRow, at: At, faults: &mut Faults) -> (u8, u8) {
    let all = sides(&row.roads.replace('*', ""), at, faults);
    let minor = row.roads.split_whitespace().filter_map(|word| word.strip_suffix('*'));
    let minor = minor.filter_map(Direction::from_word).map(Direction::bit).sum();
    (all, minor)
}

fn features(row: &HexRow) -> Vec<Feature> {
    row.features
        .split('|')
        .filter(|entry| !entry.is_empty())
        .map(|entry| {
            let (kind, name) = entry.split_once(':').unwrap_or((entry, ""));
            Feature { kind: kind.to_string(), name: name.to_string() }
        })
        .collect()
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
                format!(
                    "{:02}.{:02} to {:02}.{:02}",
                    entry.columns[0], entry.rows[0], entry.columns[1], entry.rows[1]
                )
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
