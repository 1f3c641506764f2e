//! The map: from rows to hexes, and what each hex is to the rules.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{
    At, Coord, Direction, Faults, Feature, HexId, LabelStyle, Map, MapReader, MapRow, Numbering,
    Parity, RowsFrom, SheetFile, SideColumn,
};

use super::super::ground::{Cell, MOST_HEXES, PRIMARY, SECONDARY, Terrain, side_kinds};
use super::super::sheets::{HexRow, SectionTable};
use super::Setup;
use super::tables::Chart;

/// Columns of the map that name hexsides.
const SIDES: [SideColumn; 2] = [
    SideColumn { key: "primary", kind: PRIMARY, starred: None },
    SideColumn { key: "secondary", kind: SECONDARY, starred: None },
];

/// The most rivers: each is a bit.
const MOST_RIVERS: usize = 15;

/// A row as one of the sections of the map sees it: what lies outside is left to the others.
struct Seen<'a> {
    row: &'a HexRow,
    inside: bool,
}

impl MapRow for Seen<'_> {
    fn hex(&self) -> &str {
        &self.row.hex
    }

    fn terrain(&self) -> &str {
        &self.row.terrain
    }

    fn sides(&self, column: &str) -> &str {
        match column {
            _ if !self.inside => "",
            "primary" => &self.row.primary,
            _ => &self.row.secondary,
        }
    }
}

/// Whether a section prints a place.
fn prints(section: &SectionTable, at: Coord) -> bool {
    let within = |[first, last]: [i16; 2], number: i16| (first..=last).contains(&number);
    within(section.columns, at.column) && within(section.rows, at.row)
}

/// The printed numbers: rows by letter from the north, columns by number, odd ones half a hex higher.
fn numbering() -> Option<Numbering> {
    let label = "r-C".parse::<LabelStyle>().ok()?;
    Some(Numbering { label, high: Parity::Odd, rows: RowsFrom::North })
}

/// The map with its cells.
pub(super) fn board(setup: &Setup, chart: &Chart, faults: &mut Faults) -> Option<(Map, Vec<Cell>)> {
    let file = setup.scenario.map.as_str();
    let whole = At::whole(file, "hex");
    let before = faults.len();
    if faults.too_many(whole, setup.map.len(), "hexes", MOST_HEXES) {
        return None;
    }
    let terrains: Vec<String> = Terrain::ALL.iter().map(|t| t.word().to_string()).collect();
    let mut reader = MapReader::new(numbering()?, &terrains, side_kinds(), &SIDES);
    let shift = Coord { column: 0, row: 0 };
    let places: Vec<Option<Coord>> =
        setup.map.iter().map(|row| numbering()?.parse(&row.hex)).collect();
    for (line, (row, &at)) in setup.map.iter().zip(&places).enumerate() {
        faults.reason(At::row(file, "why", line), &row.why);
        if let Some(at) = at
            && !setup.island.sections.iter().any(|section| prints(section, at))
        {
            let problem = format!("{} is in no section of the map", row.hex);
            faults.add(At::row(file, "hex", line), problem, "a hex of a [[section]]");
        }
    }
    for (number, section) in setup.island.sections.iter().enumerate() {
        let frame = Some([section.columns, section.rows]);
        let name = section.name.as_str();
        let sheet = SheetFile { name, grid: "map", file, shift, frame, shared: &[] };
        // What is no number at all is a fault of the first section alone.
        let inside = |at: &Option<Coord>| at.map_or(number == 0, |at| prints(section, at));
        let rows = setup.map.iter().zip(&places);
        let rows: Vec<Seen> = rows.map(|(row, at)| Seen { row, inside: inside(at) }).collect();
        let features = |seen: &Seen, _, _: &mut Faults| drawn(setup, seen.row);
        reader.sheet(&sheet, &rows, |at| prints(section, at), features, faults);
    }
    let read = reader.finish(whole, MOST_HEXES, faults)?;
    let rivers = rivers(setup, faults);
    let mut sectors = Vec::with_capacity(setup.map.len());
    for (line, row) in setup.map.iter().enumerate() {
        let sea = row.terrain == Terrain::Sea.word();
        let known = setup.island.sectors.iter().map(String::as_str);
        let at = At::row(file, "sector", line);
        sectors.push(match (sea, row.sector.is_empty()) {
            (true, true) => 0,
            (true, false) => {
                faults.add(at, format!("{} lies at sea", row.hex), "no sector");
                0
            }
            _ => faults.find(at, "sector", &row.sector, known).unwrap_or(0) as u8,
        });
        faults.pick(At::row(file, "bridge", line), &row.bridge, &[("", false), ("yes", true)]);
        if row.bridge == "yes" && row.river.is_empty() {
            let problem = format!("{} has a bridge and no river", row.hex);
            faults.add(At::row(file, "bridge", line), problem, "a river in the hex");
        }
    }
    if faults.len() > before {
        return None;
    }
    let map = read.map;
    let mut cells = Vec::with_capacity(map.len());
    for id in map.ids() {
        let row = read.rows[id.index()].row;
        let bridge = setup.map[row].bridge == "yes";
        cells.push(cell(
            &map,
            chart,
            id,
            sectors[row],
            rivers_in(&rivers, &setup.map[row]),
            bridge,
        ));
    }
    Some((map, cells))
}

/// The names of all rivers.
fn rivers(setup: &Setup, faults: &mut Faults) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in setup.map.iter().flat_map(|row| row.river.split_whitespace()) {
        if !names.iter().any(|known| known == name) {
            names.push(name.into());
        }
    }
    faults.too_many(At::whole(&setup.scenario.map, "river"), names.len(), "rivers", MOST_RIVERS);
    names.truncate(MOST_RIVERS);
    names
}

fn rivers_in(rivers: &[String], row: &HexRow) -> u16 {
    let place = |name: &str| rivers.iter().position(|known| known == name);
    row.river.split_whitespace().filter_map(place).fold(0, |all, river| all | 1 << river)
}

/// What a hex is to the rules.
fn cell(map: &Map, chart: &Chart, id: HexId, sector: u8, rivers: u16, bridge: bool) -> Cell {
    let terrain_of = |hex: HexId| Terrain::ALL[usize::from(map.hex(hex).terrain.0)];
    let terrain = terrain_of(id);
    let near = Direction::ALL.map(|way| map.neighbour(id, way));
    let mut step = [0; 6];
    for way in Direction::ALL {
        let Some(to) = near[way.index()] else { continue };
        let Some(plain) = chart.terrain(terrain_of(to)).enter else { continue };
        // V.B.1: along a road at its rate, whatever the terrain.
        let primary = map.side(id, way, PRIMARY).then_some(chart.primary);
        let secondary = map.side(id, way, SECONDARY).then_some(chart.secondary);
        let road = primary.or(secondary);
        // V.B.2: who leaves a river pays for it, unless by a road with a bridge.
        let leave = if rivers == 0 || road.is_some() && bridge { 0 } else { chart.leave };
        step[way.index()] = road.unwrap_or(plain) + leave;
    }
    let line = chart.terrain(terrain);
    let coast = terrain != Terrain::Sea
        && near.into_iter().flatten().any(|near| terrain_of(near) == Terrain::Sea);
    let (defence, blocks, drop) = (line.defence, line.blocks, line.drop);
    Cell { terrain, near, step, defence, blocks, drop, sector, rivers, coast }
}

/// What the picture of the map shows in a hex.
fn drawn(setup: &Setup, row: &HexRow) -> Vec<Feature> {
    let feature = |kind: &str, name: &str| Feature { kind: kind.into(), name: name.into() };
    let place = (!row.name.is_empty()).then(|| feature("place", &row.name));
    let field = setup.island.airfields.iter().find(|field| field.hex == row.hex);
    let port = setup.island.ports.iter().find(|port| port.hex == row.hex);
    let beach = setup.island.beaches.iter().find(|beach| beach.boxes.contains(&row.hex));
    place
        .into_iter()
        .chain(field.map(|field| feature("airfield", &field.name)))
        .chain(port.map(|port| feature("port", &port.name)))
        .chain(beach.map(|beach| feature("beach", &beach.name)))
        .chain((row.bridge == "yes").then(|| feature("bridge", "")))
        .collect()
}
