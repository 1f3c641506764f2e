//! The map: from rows to hexes.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{At, Direction, Faults, Feature, Hex, HexId, Map, MapBuilder, Numbering, TerrainId};
use serde_spanned::Spanned;

use super::super::ground::{Cell, Crossing, Edge, RIVER, ROAD, Terrain, side_kinds};
use super::super::sets::{HexSet, MOST_HEXES};
use super::super::sheets::{HexRow, ScenarioFile};
use super::soundness;

/// The two parts of the ground: the engine's map and the masks the game plays on.
pub(super) fn ground(
    scenario: &ScenarioFile,
    rows: &[HexRow],
    faults: &mut Faults,
) -> Option<(Map, Vec<Cell>)> {
    let file = scenario.map.as_str();
    let lists =
        |hexes: &[Spanned<String>], row: &HexRow| hexes.iter().any(|hex| *hex.get_ref() == row.hex);
    let crossings = [
        ("", Crossing::None),
        ("canal", Crossing::Canal),
        ("river", Crossing::River),
        ("ferry", Crossing::Ferry),
    ];
    let numbering = Numbering::ROW_COLUMN_ODD_HIGH;
    let words = Terrain::ALL.map(|t| t.word().to_string()).to_vec();
    let mut builder = MapBuilder::new(numbering, words).with_sides(side_kinds());
    let sheet = builder.sheet("map", "map");
    let mut ground: Vec<Cell> = Vec::new();
    if faults.too_many(At::whole(file, "hex"), rows.len(), "hexes", MOST_HEXES) {
        return None;
    }
    for (i, row) in rows.iter().enumerate() {
        let at = |key| At::row(file, key, i);
        let terrain = faults.word::<Terrain>(at("terrain"), "terrain", &row.terrain);
        let crossing = faults.pick(at("bridge"), &row.bridge, &crossings);
        let red = faults.pick(at("red"), &row.red, &[("", false), ("yes", true)]);
        let roads = sides(faults, at("roads"), &row.roads);
        let rivers = sides(faults, at("rivers"), &row.rivers);
        faults.reason(at("why"), &row.why);
        let Some(coord) = numbering.parse(&row.hex) else {
            let problem = format!("{:?} is not a hex number", row.hex);
            faults.add(at("hex"), problem, "row and column as printed, e.g. `0904`");
            continue;
        };
        let (Some(terrain), Some(crossing), Some(red)) = (terrain, crossing, red) else { continue };
        let mut features = Vec::new();
        if !row.name.is_empty() {
            features.push(Feature { kind: "place".into(), name: row.name.clone() });
        }
        // For the picture of the map.
        let drawn = match crossing {
            Crossing::None => None,
            Crossing::Canal | Crossing::River => Some("bridge"),
            Crossing::Ferry => Some("ferry"),
        };
        let port = lists(&scenario.sea.ports, row).then_some("port");
        let airfield = scenario.airfields.iter().any(|field| lists(&field.hexes, row));
        let drawn = [drawn, port, airfield.then_some("airfield")].into_iter().flatten();
        features.extend(drawn.map(|kind| Feature { kind: kind.into(), name: String::new() }));
        let mut hex = Hex { features, ..Hex::bare(coord, sheet, TerrainId(terrain as u8)) };
        hex.sides.set(ROAD, roads);
        hex.sides.set(RIVER, rivers);
        if builder.hex(hex).is_none() {
            let problem = format!("hex {} stands twice", row.hex);
            faults.add(at("hex"), problem, "one row a hex");
            continue;
        }
        ground.push(Cell {
            terrain,
            near: [None; 6],
            around: HexSet::default(),
            red,
            crossing,
            points: 0,
            objective: None,
            edges: 0,
            airfield: None,
            ferry_closed: crossing == Crossing::Ferry,
        });
    }
    soundness::map(scenario, rows, faults);
    if !faults.is_empty() {
        return None;
    }
    let map = builder.finish();
    let last_column = map.ids().map(|id| map.hex(id).at.column).max()?;
    for id in map.ids() {
        let hex = &mut ground[id.index()];
        let at = map.hex(id).at;
        for direction in Direction::ALL {
            let near = map.neighbour(id, direction);
            hex.near[direction.index()] = near;
            if let Some(near) = near {
                hex.around.insert(near);
            }
            both_sides(faults, file, &map, id, direction, rows);
        }
        // The edges of the printed sheet: first and last column, first and last hex of a column.
        hex.edges = [
            (Edge::West, at.column == 1),
            (Edge::North, hex.near[Direction::N.index()].is_none()),
            (Edge::East, at.column == last_column),
            (Edge::South, hex.near[Direction::S.index()].is_none()),
        ]
        .iter()
        .filter(|(_, there)| *there)
        .fold(0, |edges, (edge, _)| edges | edge.bit());
    }
    Some((map, ground))
}

/// A road or river must stand on both hexes of its hexside.
fn both_sides(
    faults: &mut Faults,
    file: &str,
    map: &Map,
    id: HexId,
    direction: Direction,
    rows: &[HexRow],
) {
    let Some(near) = map.neighbour(id, direction) else { return };
    let has = |hex: HexId, key: &str, way: Direction| {
        let row = &rows[hex.index()];
        let list = if key == "roads" { &row.roads } else { &row.rivers };
        list.split_whitespace().any(|word| word == way.word())
    };
    for key in ["roads", "rivers"] {
        if has(id, key, direction) && !has(near, key, direction.opposite()) {
            let problem = format!(
                "hex {} has {direction} but {} lacks {}",
                map.label(id),
                map.label(near),
                direction.opposite()
            );
            let at = At::row(file, key, id.index());
            faults.add(at, problem, "the same hexside in both hexes");
        }
    }
}

fn sides(faults: &mut Faults, at: At, words: &str) -> u8 {
    let known: Vec<(&str, Direction)> = Direction::ALL.map(|d| (d.word(), d)).to_vec();
    words
        .split_whitespace()
        .filter_map(|word| faults.pick(at, word, &known))
        .fold(0, |bits, d| bits | d.bit())
}
