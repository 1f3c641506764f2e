//! From the rows of map files to a map: read and checked by one piece of code for every game.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::{
    At, Coord, Direction, Faults, Feature, Hex, HexId, Map, MapBuilder, Numbering, SideId,
    SideKind, TerrainId,
};

/// A row of a map file, as far as every game has it.
pub trait MapRow {
    /// The printed number, in the column `hex`.
    fn hex(&self) -> &str;
    /// The word in the column `terrain`.
    fn terrain(&self) -> &str;
    /// The words of a column that names hexsides: directions, with spaces between.
    fn sides(&self, column: &str) -> &str;
}

/// A column of a map file that names hexsides.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SideColumn {
    /// Its heading.
    pub key: &'static str,
    /// What the hexsides named there have.
    pub kind: SideId,
    /// What those have besides that are marked with a star, as `NE*`; no star is allowed where there is none.
    pub starred: Option<SideId>,
}

/// A sheet of a map and the file of its hexes.
#[derive(Clone, Debug)]
pub struct SheetFile<'a> {
    /// Its name.
    pub name: &'a str,
    /// The grid it lies on.
    pub grid: &'a str,
    /// The file, as faults name it.
    pub file: &'a str,
    /// What leads from its printed numbers to those of the grid.
    pub shift: Coord,
    /// First and last printed column and row, where the sheet has a frame that the file must fill.
    pub frame: Option<[[i16; 2]; 2]>,
    /// Columns that the sheet prints besides, whose hexes stand in the file of another sheet of its grid.
    pub shared: &'a [i16],
}

/// Reads the sheets of a map one after the other and notes every fault.
///
/// The game says which terrains and hexside features there are; the reader checks that numbers are hex numbers that
/// no spreadsheet has spoilt, that each hex stands once, that no hex is missing, and that hexes agree on what lies
/// between them. Two sheets may print the same hex; then both must show the same terrain.
pub struct MapReader<'a> {
    numbering: Numbering,
    terrains: Vec<(&'a str, TerrainId)>,
    kinds: Vec<SideKind>,
    columns: &'a [SideColumn],
    builder: MapBuilder,
    files: Vec<String>,
    rows: Vec<RowAt>,
    /// Hexes that a sheet prints besides, wherever they are read.
    shared: Vec<(u8, Coord)>,
    spoilt: bool,
}

/// Where the row of a hex stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct RowAt {
    /// Which of the sheets, in the order of reading.
    pub sheet: usize,
    /// Which of its rows.
    pub row: usize,
}

/// A map, and where the row of each of its hexes stands.
#[derive(Clone, Debug)]
pub struct ReadMap {
    /// The map.
    pub map: Map,
    /// The rows of its hexes, in the order of their numbers.
    pub rows: Vec<RowAt>,
}

impl<'a> MapReader<'a> {
    /// A reader of maps with these kinds of terrain and of hexside features.
    pub fn new(
        numbering: Numbering,
        terrains: &'a [String],
        kinds: Vec<SideKind>,
        columns: &'a [SideColumn],
    ) -> Self {
        MapReader {
            numbering,
            terrains: terrains.iter().map(String::as_str).zip((0..).map(TerrainId)).collect(),
            kinds: kinds.clone(),
            columns,
            builder: MapBuilder::new(numbering, terrains.to_vec()).with_sides(kinds),
            files: Vec::new(),
            rows: Vec::new(),
            shared: Vec::new(),
            spoilt: false,
        }
    }

    /// Reads a sheet: those of its hexes that are `in_play`, each with the features that the game finds in its row,
    /// whose number from 0 it is told.
    pub fn sheet<R: MapRow>(
        &mut self,
        sheet: &SheetFile<'_>,
        rows: &[R],
        in_play: impl Fn(Coord) -> bool,
        features: impl Fn(&R, usize, &mut Faults) -> Vec<Feature>,
        faults: &mut Faults,
    ) {
        let number = self.builder.sheet_at(sheet.name, sheet.grid, sheet.shift);
        self.files.push(sheet.file.into());
        let rows_of = |[_, [first, last]]: [[i16; 2]; 2]| first..=last;
        for &column in sheet.shared {
            let places = sheet.frame.into_iter().flat_map(rows_of);
            self.shared.extend(places.map(|row| (number, Coord { column, row })));
        }
        if spoilt(self.numbering, sheet.file, rows.iter().map(MapRow::hex), faults) {
            self.spoilt = true;
            return;
        }
        let mut printed: BTreeSet<Coord> = BTreeSet::new();
        for (line, row) in rows.iter().enumerate() {
            let at = |key| At::row(sheet.file, key, line);
            let sides = self.sides(row, sheet.file, line, faults);
            let features = features(row, line, faults);
            let Some(coord) = self.numbering.parse(row.hex()) else {
                let problem = format!("{:?} is not a hex number", row.hex());
                let expected = format!("as printed, like {}", self.numbering.example());
                faults.add(at("hex"), problem, expected);
                continue;
            };
            printed.insert(coord);
            if !in_play(coord) {
                continue;
            }
            if let Some([columns, rows]) = sheet.frame
                && !(within(columns, coord.column) && within(rows, coord.row))
            {
                let problem = format!("hex {} is not on sheet {}", row.hex(), sheet.name);
                let [[west, east], [first, last]] = [columns, rows];
                let expected = format!("columns {west} to {east}, rows {first} to {last}");
                faults.add(at("hex"), problem, expected);
                continue;
            }
            let terrain = faults.pick(at("terrain"), row.terrain(), &self.terrains);
            let Some(terrain) = terrain else { continue };
            let mut hex = Hex { features, ..Hex::bare(coord, number, terrain) };
            for (kind, bits) in sides {
                hex.sides.set(kind, bits);
            }
            let sides = hex.sides;
            if self.builder.hex(hex).is_some() {
                self.rows.push(RowAt { sheet: usize::from(number), row: line });
                continue;
            }
            match self.builder.again(number, coord) {
                None => {
                    let problem = format!("hex {} stands twice", row.hex());
                    faults.add(at("hex"), problem, "one row a hex");
                }
                Some(known) if self.builder.terrain(known) != terrain => {
                    let other = &self.files[self.rows[known.index()].sheet];
                    let problem =
                        format!("hex {} is {} here and not in {other}", row.hex(), row.terrain());
                    faults.add(at("terrain"), problem, "the same terrain on both sheets");
                }
                Some(known) => self.builder.add_sides(known, sides),
            }
        }
        self.holes(sheet, &printed, faults);
    }

    /// The hexsides that a row names, by kind.
    fn sides(
        &self,
        row: &impl MapRow,
        file: &str,
        line: usize,
        faults: &mut Faults,
    ) -> Vec<(SideId, u8)> {
        let known = Direction::ALL.map(|direction| (direction.word(), direction));
        let mut sides = Vec::new();
        for column in self.columns {
            let at = At::row(file, column.key, line);
            let (mut all, mut marked) = (0, 0);
            for word in row.sides(column.key).split_whitespace() {
                let plain = column.starred.and_then(|_| word.strip_suffix('*'));
                let direction = faults.pick(at, plain.unwrap_or(word), &known);
                let Some(bit) = direction.map(Direction::bit) else { continue };
                if all & bit != 0 {
                    let problem = format!("hex {} has {} twice", row.hex(), plain.unwrap_or(word));
                    faults.add(at, problem, "each hexside once");
                }
                all |= bit;
                marked |= if plain.is_some() { bit } else { 0 };
            }
            sides.push((column.kind, all));
            sides.extend(column.starred.map(|kind| (kind, marked)));
        }
        sides
    }

    /// Hexes that a file leaves out: of its frame, or between the first and the last of each column.
    fn holes(&self, sheet: &SheetFile<'_>, printed: &BTreeSet<Coord>, faults: &mut Faults) {
        let all = |columns: [i16; 2], rows: [i16; 2]| {
            (columns[0]..=columns[1])
                .flat_map(move |column| (rows[0]..=rows[1]).map(move |row| Coord { column, row }))
                // A frame gone wrong has a fault of its own.
                .take(usize::from(u16::MAX))
        };
        let mut missing = |hexes: Vec<Coord>| {
            let Some(&first) = hexes.first() else { return };
            let first = self.numbering.label(first);
            let problem = match hexes.len() {
                1 => format!("hex {first} is missing"),
                more => format!("hex {first} and {} more are missing", more - 1),
            };
            faults.add(At::whole(sheet.file, "hex"), problem, "a row for each hex of the sheet");
        };
        let absent = |at: &Coord| !printed.contains(at);
        if let Some([columns, rows]) = sheet.frame {
            missing(all(columns, rows).filter(absent).collect());
            return;
        }
        let mut ends: BTreeMap<i16, i16> = BTreeMap::new();
        for at in printed {
            let end = ends.entry(at.column).or_insert(at.row);
            *end = at.row.max(*end);
        }
        let last = ends.keys().next_back().copied().unwrap_or(0);
        let longest = ends.values().max().copied().unwrap_or(0);
        for column in 1..=last {
            // Every other column may be a hex shorter.
            let end = ends.get(&column).copied().unwrap_or(0).max(longest - 1);
            missing(all([column, column], [1, end]).filter(absent).collect());
        }
    }

    /// The map, whose hexes agree on what lies between them; `None` if it is not worth a look.
    ///
    /// A map without a hex and one with more than `most` are faults at `at`.
    pub fn finish(mut self, at: At<'_>, most: usize, faults: &mut Faults) -> Option<ReadMap> {
        if self.spoilt {
            return None;
        }
        for (sheet, place) in core::mem::take(&mut self.shared) {
            self.builder.again(sheet, place);
        }
        let read = ReadMap { map: self.builder.finish(), rows: self.rows };
        if read.map.is_empty() {
            faults.add(at, "no hex is in play", "a row for each hex");
        }
        faults.too_many(at, read.map.len(), "hexes", most);
        for column in self.columns {
            let kind = &self.kinds[usize::from(column.kind.0)];
            for (id, direction, near) in pairs(&read.map) {
                let RowAt { sheet, row } = read.rows[id.index()];
                let at = At::row(&self.files[sheet], column.key, row);
                let here = |kind| read.map.side(id, direction, kind);
                let there = |kind| read.map.far_side(id, direction, kind);
                let (name, other) = (read.map.label(id), read.map.label(near));
                let back = direction.opposite();
                if kind.directed {
                    if here(column.kind) && there(column.kind) && id < near {
                        let problem = format!("hex {name} has {direction}, and {other} has {back}");
                        faults.add(at, problem, format!("the {} in one hex only", kind.name));
                    }
                } else if here(column.kind) && !there(column.kind) {
                    let problem = format!("hex {name} has {direction}, but {other} lacks {back}");
                    faults.add(at, problem, format!("the same {} in both hexes", kind.name));
                } else if column.starred.is_some_and(|star| here(star) && !there(star)) {
                    let problem =
                        format!("hex {name} has {direction}*, but {other} has {back} without");
                    faults.add(at, problem, "the star in both hexes");
                }
            }
        }
        Some(read)
    }
}

/// Every hex with each of its neighbours.
fn pairs(map: &Map) -> impl Iterator<Item = (HexId, Direction, HexId)> + '_ {
    map.ids().flat_map(|id| map.neighbours(id).map(move |(direction, near)| (id, direction, near)))
}

fn within([first, last]: [i16; 2], number: i16) -> bool {
    (first..=last).contains(&number)
}

/// Whether a spreadsheet has eaten the hex numbers of a file: said once, with what to do.
pub fn spoilt<'h>(
    numbering: Numbering,
    file: &str,
    hexes: impl Iterator<Item = &'h str>,
    faults: &mut Faults,
) -> bool {
    let mut spoilt =
        hexes.enumerate().filter_map(|(line, hex)| Some((line, hex, numbering.spoilt(hex)?)));
    let Some((line, hex, cause)) = spoilt.next() else { return false };
    let more = match spoilt.count() {
        0 => String::new(),
        more => format!(", and so on {more} more lines"),
    };
    let expected = format!(
        "hex numbers as printed, like {}; import the column `hex` as text and save again",
        numbering.example()
    );
    faults.add(At::row(file, "hex", line), format!("{hex:?} {cause}{more}"), expected);
    true
}

/// Reads a list of features such as `port:Suda|village`; kinds that are not known are faults.
pub fn features(text: &str, known: &[&str], at: At<'_>, faults: &mut Faults) -> Vec<Feature> {
    let entries = text.split('|').filter(|entry| !entry.is_empty());
    entries
        .filter_map(|entry| {
            let (kind, name) = entry.split_once(':').unwrap_or((entry, ""));
            faults.find(at, "kind of feature", kind, known.iter().copied())?;
            Some(Feature { kind: kind.into(), name: name.into() })
        })
        .collect()
}
