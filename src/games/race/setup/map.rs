//! The map: from rows to hexes.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{
    At, Coord, Direction, Faults, Feature, Map, MapReader, MapRow, SheetFile, SideColumn,
};
use serde_spanned::Spanned;

use super::super::ground::{Cell, Crossing, Edge, RIVER, ROAD, Terrain, side_kinds};
use super::super::sets::{HexSet, MOST_HEXES};
use super::super::sheets::{HexRow, ScenarioFile};

/// Columns of the map files that name hexsides.
const SIDES: [SideColumn; 2] = [
    SideColumn { key: "roads", kind: ROAD, starred: None },
    SideColumn { key: "rivers", kind: RIVER, starred: None },
];

/// What the column `bridge` says.
const CROSSINGS: [(&str, Crossing); 4] = [
    ("", Crossing::None),
    ("canal", Crossing::Canal),
    ("river", Crossing::River),
    ("ferry", Crossing::Ferry),
];

impl MapRow for HexRow {
    fn hex(&self) -> &str {
        &self.hex
    }

    fn terrain(&self) -> &str {
        &self.terrain
    }

    fn sides(&self, column: &str) -> &str {
        if column == "roads" { &self.roads } else { &self.rivers }
    }
}

/// The two parts of the ground: the engine's map and the masks the game plays on.
pub(super) fn ground(
    scenario: &ScenarioFile,
    rows: &[HexRow],
    faults: &mut Faults,
) -> Option<(Map, Vec<Cell>)> {
    let file = scenario.map.as_str();
    let whole = At::whole(file, "hex");
    if faults.too_many(whole, rows.len(), "hexes", MOST_HEXES) {
        return None;
    }
    let terrains: Vec<String> = Terrain::ALL.iter().map(|t| t.word().to_string()).collect();
    let mut reader = MapReader::new(scenario.numbering(), &terrains, side_kinds(), &SIDES);
    let shift = Coord { column: 0, row: 0 };
    let sheet = SheetFile { name: "map", grid: "map", file, shift, frame: None, shared: &[] };
    let features = |row: &HexRow, line, faults: &mut Faults| {
        faults.reason(At::row(file, "why", line), &row.why);
        drawn(scenario, row)
    };
    reader.sheet(&sheet, rows, |_| true, features, faults);
    let read = reader.finish(whole, MOST_HEXES, faults);
    let mut printed: Vec<Option<(Crossing, bool)>> = Vec::new();
    for (line, row) in rows.iter().enumerate() {
        let at = |key| At::row(file, key, line);
        let crossing = faults.pick(at("bridge"), &row.bridge, &CROSSINGS);
        let red = faults.pick(at("red"), &row.red, &[("", false), ("yes", true)]);
        printed.push(crossing.zip(red));
    }
    if !faults.is_empty() {
        return None;
    }
    let read = read?;
    let map = read.map;
    let last_column = map.ids().map(|id| map.hex(id).at.column).max()?;
    let mut ground = Vec::with_capacity(map.len());
    for (id, row) in map.ids().zip(&read.rows) {
        let (crossing, red) = printed[row.row]?;
        let near = Direction::ALL.map(|direction| map.neighbour(id, direction));
        let at = map.hex(id).at;
        // The edges of the printed sheet: first and last column, first and last hex of a column.
        let edges = [
            (Edge::West, at.column == 1),
            (Edge::North, near[Direction::N.index()].is_none()),
            (Edge::East, at.column == last_column),
            (Edge::South, near[Direction::S.index()].is_none()),
        ]
        .iter()
        .filter(|(_, there)| *there)
        .fold(0, |edges, (edge, _)| edges | edge.bit());
        ground.push(Cell {
            terrain: Terrain::ALL[usize::from(map.hex(id).terrain.0)],
            near,
            around: near.into_iter().flatten().collect::<HexSet>(),
            red,
            crossing,
            points: 0,
            objective: None,
            edges,
            airfield: None,
            ferry_closed: crossing == Crossing::Ferry,
        });
    }
    Some((map, ground))
}

/// What the picture of the map shows in a hex.
fn drawn(scenario: &ScenarioFile, row: &HexRow) -> Vec<Feature> {
    let lists = |hexes: &[Spanned<String>]| hexes.iter().any(|hex| *hex.get_ref() == row.hex);
    let feature = |kind: &str, name: &str| Feature { kind: kind.into(), name: name.into() };
    let place = (!row.name.is_empty()).then(|| feature("place", &row.name));
    let crossing = match row.bridge.as_str() {
        "canal" | "river" => Some("bridge"),
        "ferry" => Some("ferry"),
        _ => None,
    };
    let port = lists(&scenario.sea.ports).then_some("port");
    let airfield = scenario.airfields.iter().any(|field| lists(&field.hexes));
    let drawn = [crossing, port, airfield.then_some("airfield")].into_iter().flatten();
    place.into_iter().chain(drawn.map(|kind| feature(kind, ""))).collect()
}
