//! Heights against what is drawn from them: slopes fall, and water runs in valleys.

use alloc::format;
use alloc::vec::Vec;

use engine::{Direction, HexId, Map};

use super::super::sheets::HexRow;
use super::super::terrain::SLOPE;
use super::{At, Faults, Setup};

/// The feature of hexes along which water runs.
const RIVER_BED: &str = "riverbed";
/// Terrain into which it runs.
const SEA: &str = "sea";

/// A hex with a height, and the row that gives it.
struct Height<'a> {
    hex: HexId,
    metres: i32,
    row: &'a HexRow,
    file: &'a str,
    line: usize,
}

/// Compares the heights of neighbouring hexes with slopes and river beds; a hex without one is left out.
pub(super) fn heights(setup: &Setup, map: &Map, faults: &mut Faults) {
    let mut known = Vec::new();
    for (sheet, rows) in &setup.hexes {
        for (line, row) in rows.iter().enumerate() {
            if let (Some(metres), Some(hex)) = (row.elevation, map.find(&row.hex, Some(sheet))) {
                known.push(Height { hex, metres, row, file: sheet, line });
            }
        }
    }
    let mut metres: Vec<Option<i32>> = map.ids().map(|_| None).collect();
    for height in &known {
        metres[height.hex.index()] = Some(height.metres);
    }
    let bed = |hex: HexId| map.hex(hex).has(RIVER_BED);
    for Height { hex, metres: own, row, file, line } in known {
        let file = format!("maps/{file}");
        for direction in Direction::ALL {
            let Some(next) = map.neighbour(hex, direction) else { continue };
            let Some(other) = metres[next.index()] else { continue };
            let there = map.label(next);
            if map.side(hex, direction, SLOPE) && other >= own {
                faults.add(
                    At::row(&file, "slopes", line),
                    format!(
                        "the slope {} of {} does not fall: {own} m to {other} m in {there}",
                        direction.word(),
                        row.hex
                    ),
                    "a slope from the higher hex to the lower one",
                );
            }
            let bank = !bed(next) && map.terrain_name(next) != SEA;
            if bed(hex) && bank && own > other {
                faults.add(
                    At::row(&file, "elevation", line),
                    format!(
                        "the river bed {} lies at {own} m, above its bank {there} at {other} m",
                        row.hex
                    ),
                    format!("{other} m or less"),
                );
            }
        }
    }
}
