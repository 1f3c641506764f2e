//! The map: from rows to hexes, and what each hex is to the rules.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use engine::{
    At, Coord, Direction, Faults, Feature, HexId, LabelStyle, Map, MapReader, MapRow, Numbering,
    Parity, RowsFrom, SheetFile, SideColumn,
};

use super::super::ground::{
    BRIDGE, CANAL, Cell, Ferry, MAJOR, MOST_HEXES, PROHIBITED, RAIL, RIVER, ROAD, Terrain,
    side_kinds,
};
use super::super::sheets::HexRow;
use super::Setup;
use super::tables::Chart;

/// Columns of the map that name hexsides.
const SIDES: [SideColumn; 7] = [
    SideColumn { key: "roads", kind: ROAD, starred: None },
    SideColumn { key: "rails", kind: RAIL, starred: None },
    SideColumn { key: "rivers", kind: RIVER, starred: None },
    SideColumn { key: "major_rivers", kind: MAJOR, starred: None },
    SideColumn { key: "canals", kind: CANAL, starred: None },
    SideColumn { key: "prohibited", kind: PROHIBITED, starred: None },
    SideColumn { key: "bridges", kind: BRIDGE, starred: None },
];

/// What the column `works` says, with the place of each in the chart.
const WORKS: [(&str, Option<usize>); 3] = [("", None), ("field-works", Some(0)), ("fort", Some(1))];

impl MapRow for HexRow {
    fn hex(&self) -> &str {
        &self.hex
    }

    fn terrain(&self) -> &str {
        &self.terrain
    }

    fn sides(&self, column: &str) -> &str {
        match column {
            "roads" => &self.roads,
            "rails" => &self.rails,
            "rivers" => &self.rivers,
            "major_rivers" => &self.major_rivers,
            "canals" => &self.canals,
            "prohibited" => &self.prohibited,
            _ => &self.bridges,
        }
    }
}

/// The printed numbers: column and row, rows from the bottom, even columns half a hex higher.
fn numbering() -> Option<Numbering> {
    let label = "C.RR".parse::<LabelStyle>().ok()?;
    Some(Numbering { label, high: Parity::Even, rows: RowsFrom::South })
}

/// The map in play with its cells and ferries.
pub(super) fn board(
    setup: &Setup,
    chart: &Chart,
    faults: &mut Faults,
) -> Option<(Map, Vec<Cell>, Vec<Ferry>)> {
    let scenario = &setup.scenario;
    let file = scenario.map.as_str();
    let whole = At::whole(file, "hex");
    let [first, last] = scenario.columns;
    let before = faults.len();
    if faults.too_many(whole, setup.map.len(), "hexes", MOST_HEXES) {
        return None;
    }
    let terrains: Vec<String> = Terrain::ALL.iter().map(|t| t.word().to_string()).collect();
    let mut reader = MapReader::new(numbering()?, &terrains, side_kinds(), &SIDES);
    let shift = Coord { column: 0, row: 0 };
    let sheet = SheetFile { name: "map", grid: "map", file, shift, frame: None, shared: &[] };
    let in_play = |at: Coord| (first..=last).contains(&at.column);
    let features = |row: &HexRow, line, faults: &mut Faults| {
        faults.reason(At::row(file, "why", line), &row.why);
        drawn(setup, row)
    };
    reader.sheet(&sheet, &setup.map, in_play, features, faults);
    let read = reader.finish(whole, MOST_HEXES, faults)?;
    let works: Vec<Option<Option<usize>>> = setup
        .map
        .iter()
        .enumerate()
        .map(|(line, row)| faults.pick(At::row(file, "works", line), &row.works, &WORKS))
        .collect();
    if faults.len() > before {
        return None;
    }
    let map = read.map;
    let mut cells: Vec<Cell> = map
        .ids()
        .map(|id| cell(&map, chart, id, works[read.rows[id.index()].row].flatten()))
        .collect();
    waters(&map, &mut cells);
    let ferries = ferries(setup, &map, faults);
    Some((map, cells, ferries))
}

/// What a hex is to the rules; which waters it belongs to follows when all are there.
fn cell(map: &Map, chart: &Chart, id: HexId, works: Option<usize>) -> Cell {
    let terrain = Terrain::ALL[usize::from(map.hex(id).terrain.0)];
    let near = Direction::ALL.map(|way| map.neighbour(id, way));
    let line = chart.terrain(terrain);
    let mut step = [[0; 6]; 4];
    let mut across = [100; 6];
    for way in Direction::ALL {
        let Some(to) = near[way.index()] else { continue };
        let there = Terrain::ALL[usize::from(map.hex(to).terrain.0)];
        let side = [RIVER, MAJOR, CANAL, PROHIBITED].map(|kind| map.side(id, way, kind));
        let bridge = map.side(id, way, BRIDGE);
        let (road, rail) = (map.side(id, way, ROAD), map.side(id, way, RAIL));
        for (mobility, steps) in step.iter_mut().enumerate() {
            let plain = chart.terrain(there).gaits[mobility];
            // 1.1e: a road negates the other terrain for who uses it; 2.8: so do rails, on foot.
            let paved = [(road, chart.road[mobility]), (rail, chart.rail[mobility])];
            let paved = paved.into_iter().filter(|(there, _)| *there).filter_map(|(_, cost)| cost);
            let best = paved.chain(plain).min();
            // Water is crossed by a bridge, or by who may for more points.
            let toll = side.iter().enumerate().filter(|(_, there)| **there && !bridge);
            let toll = toll
                .map(|(kind, _)| chart.sides[kind].gaits[mobility])
                .try_fold(0u8, |sum, more| Some(sum + more?));
            steps[way.index()] = match (best, toll) {
                (Some(best), Some(toll)) => best + toll,
                _ => 0,
            };
        }
        let worth = side.iter().enumerate().filter(|(_, there)| **there);
        across[way.index()] = worth.map(|(kind, _)| chart.sides[kind].attack).min().unwrap_or(100);
    }
    let water = [RIVER, MAJOR, CANAL, PROHIBITED].map(|kind| map.sides(id, kind));
    let works = works.map_or(0, |works| chart.works[works]);
    let beside_wet = near
        .iter()
        .flatten()
        .any(|near| Terrain::ALL[usize::from(map.hex(*near).terrain.0)].is_wet());
    let ships = terrain.is_wet() || water[1] != 0 || beside_wet || terrain.is_bridge();
    Cell {
        terrain,
        near,
        step,
        plain: line.gaits.map(|cost| cost.unwrap_or(0)),
        across,
        barred: water.iter().fold(0, |all, bits| all | bits),
        bridged: map.sides(id, BRIDGE),
        canal: water[2],
        rails: map.sides(id, RAIL),
        road: map.sides(id, ROAD) | map.sides(id, RAIL) != 0,
        attack: line.attack,
        // 1.1e: the best for the defender.
        defence: line.defence.max(works),
        barrage: line.barrage,
        ships,
        partial: ships && !terrain.is_wet() && terrain != Terrain::Bridge,
        waters: u8::MAX,
    }
}

/// The hexes of each column in play from west to east, and the column of each hex.
pub(super) fn columns(map: &Map) -> (Vec<Vec<HexId>>, Vec<u16>) {
    let column = |hex: HexId| map.hex(hex).at.column;
    let first = map.ids().map(column).min().unwrap_or(0);
    let column_of: Vec<u16> = map.ids().map(|hex| (column(hex) - first) as u16).collect();
    let count = column_of.iter().max().map_or(0, |&last| usize::from(last) + 1);
    let mut columns = vec![Vec::new(); count];
    for (hex, &column) in map.ids().zip(&column_of) {
        columns[usize::from(column)].push(hex);
    }
    (columns, column_of)
}

/// 3.3b: which waters are one; those that reach the top edge or the sea all join.
fn waters(map: &Map, cells: &mut [Cell]) {
    let mut next = 1;
    for start in map.ids() {
        if !cells[start.index()].ships || cells[start.index()].waters != u8::MAX {
            continue;
        }
        let mut open = vec![start];
        let mut part = Vec::new();
        cells[start.index()].waters = next;
        while let Some(hex) = open.pop() {
            part.push(hex);
            for (_, near) in map.neighbours(hex) {
                let cell = &mut cells[near.index()];
                if cell.ships && cell.waters == u8::MAX {
                    cell.waters = next;
                    open.push(near);
                }
            }
        }
        let gate = |hex: &HexId| {
            let cell = &cells[hex.index()];
            cell.terrain == Terrain::Sea || cell.near[Direction::N.index()].is_none()
        };
        if part.iter().any(gate) {
            for hex in part {
                cells[hex.index()].waters = 0;
            }
        } else {
            next = next.saturating_add(1);
        }
    }
}

/// The ferries with both ends in play.
fn ferries(setup: &Setup, map: &Map, faults: &mut Faults) -> Vec<Ferry> {
    let file = setup.scenario.ferries.as_str();
    let everywhere: Vec<&str> = setup.map.iter().map(|row| row.hex.as_str()).collect();
    let mut ferries = Vec::new();
    for (line, row) in setup.ferries.iter().enumerate() {
        faults.reason(At::row(file, "why", line), &row.why);
        for (key, hex) in [("from", &row.from), ("to", &row.to)] {
            if !everywhere.contains(&hex.as_str()) {
                faults.unknown(At::row(file, key, line), "hex", hex, everywhere.iter().copied());
            }
        }
        if row.points == 0 || row.points > 20 {
            let at = At::row(file, "points", line);
            faults.add(at, format!("{} points", row.points), "1 to 20");
        }
        if let (Some(from), Some(to)) = (map.find(&row.from, None), map.find(&row.to, None)) {
            ferries.push(Ferry { from, to, cost: row.points.saturating_mul(2) });
        }
    }
    ferries
}

/// What the picture of the map shows in a hex.
fn drawn(setup: &Setup, row: &HexRow) -> Vec<Feature> {
    let feature = |kind: &str, name: &str| Feature { kind: kind.into(), name: name.into() };
    let place = (!row.name.is_empty()).then(|| feature("place", &row.name));
    let field = setup.theatre.airfields.iter().find(|field| field.hex == row.hex);
    let airfield = field.map(|field| feature("airfield", &field.name));
    let ferry = setup.ferries.iter().find(|ferry| ferry.from == row.hex || ferry.to == row.hex);
    let bridge = !row.bridges.is_empty() || row.terrain.ends_with("bridge");
    let harbour = setup.theatre.places.harbours.contains(&row.hex);
    place
        .into_iter()
        .chain(airfield)
        .chain(bridge.then(|| feature("bridge", "")))
        .chain(ferry.map(|ferry| feature("ferry", &ferry.name)))
        .chain(harbour.then(|| feature("port", "")))
        .collect()
}
