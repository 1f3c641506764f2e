//! One reader of map files: what it makes of good rows, and what it says of bad ones.

use engine::{
    At, Coord, Direction, Fault, Faults, MapReader, MapRow, Numbering, Place, ReadMap, SheetFile,
    SideColumn, SideId, SideKind, features,
};

const ROAD: SideId = SideId(0);
const TRACK: SideId = SideId(1);
const SLOPE: SideId = SideId(2);
const COLUMNS: [SideColumn; 2] = [
    SideColumn { key: "roads", kind: ROAD, starred: Some(TRACK) },
    SideColumn { key: "slopes", kind: SLOPE, starred: None },
];

/// Number, terrain, roads, slopes, features.
#[derive(Copy, Clone)]
struct Row<'a>([&'a str; 5]);

impl MapRow for Row<'_> {
    fn hex(&self) -> &str {
        self.0[0]
    }

    fn terrain(&self) -> &str {
        self.0[1]
    }

    fn sides(&self, column: &str) -> &str {
        if column == "roads" { self.0[2] } else { self.0[3] }
    }
}

fn bare(hex: &str) -> Row<'_> {
    Row([hex, "clear", "", "", ""])
}

/// Two columns of two hexes.
const SQUARE: [&str; 4] = ["01.01", "01.02", "02.01", "02.02"];

fn square() -> Vec<Row<'static>> {
    SQUARE.map(bare).to_vec()
}

struct Sheet<'a> {
    name: &'a str,
    shift: Coord,
    frame: Option<[[i16; 2]; 2]>,
    rows: Vec<Row<'a>>,
    shared: &'a [i16],
}

fn framed<'a>(name: &'a str, rows: Vec<Row<'a>>) -> Sheet<'a> {
    let shift = Coord { column: 0, row: 0 };
    Sheet { name, shift, frame: Some([[1, 2], [1, 2]]), rows, shared: &[] }
}

fn read(sheets: &[Sheet<'_>]) -> Result<ReadMap, Vec<Fault>> {
    let terrains = ["clear", "wood"].map(String::from);
    let kinds = ["road", "track"].map(SideKind::shared).into_iter();
    let kinds = kinds.chain([SideKind::directed("slope")]).collect();
    let numbering = Numbering::COLUMN_ROW_EVEN_LOW;
    let mut reader = MapReader::new(numbering, &terrains, kinds, &COLUMNS);
    let mut faults = Faults::default();
    for Sheet { name, shift, frame, rows, shared } in sheets {
        let file = format!("maps/{name}");
        let sheet =
            SheetFile { name, grid: "grid", file: &file, shift: *shift, frame: *frame, shared };
        let found = |row: &Row<'_>, line, faults: &mut Faults| {
            features(row.0[4], &["port", "village"], At::row(&file, "features", line), faults)
        };
        reader.sheet(&sheet, rows, |at| at.row < 9, found, &mut faults);
    }
    let map = reader.finish(At::whole("scenario", "sheets"), 20, &mut faults);
    faults.finish(map, &mut Vec::new())
}

/// The one fault of a sheet: place, key, problem, expected.
fn fault(rows: Vec<Row<'_>>) -> (Place, String, String, String) {
    let faults = read(&[framed("one", rows)]).expect_err("a fault");
    let [one] = faults.as_slice() else { panic!("not one fault: {faults:?}") };
    assert_eq!(one.file, "maps/one");
    (one.place, one.key.clone(), one.problem.clone(), one.expected.clone())
}

/// The square with a row changed.
fn with(number: usize, row: [&'static str; 5]) -> Vec<Row<'static>> {
    let mut rows = square();
    rows[number] = Row(row);
    rows
}

fn said(rows: Vec<Row<'_>>, line: u32, key: &str, problem: &str, expected: &str) {
    let found = fault(rows);
    assert_eq!(found, (Place::Line(line), key.into(), problem.into(), expected.into()));
}

#[test]
fn rows_become_hexes() {
    let mut rows = square();
    rows[0] = Row(["01.01", "wood", "S*", "", "port:Suda|village"]);
    rows[1] = Row(["01.02", "clear", "N*", "N", ""]);
    let read = read(&[framed("one", rows)]).unwrap();
    let map = &read.map;
    let (north, south) = (map.find("01.01", None).unwrap(), map.find("01.02", None).unwrap());
    assert_eq!(map.terrain_name(north), "wood");
    for kind in [ROAD, TRACK] {
        assert!(map.both_sides(north, Direction::S, kind));
    }
    assert!(map.side(south, Direction::N, SLOPE) && !map.side(north, Direction::S, SLOPE));
    let kinds: Vec<(&str, &str)> =
        map.hex(north).features.iter().map(|f| (f.kind.as_str(), f.name.as_str())).collect();
    assert_eq!(kinds, [("port", "Suda"), ("village", "")]);
    assert_eq!(read.rows.iter().map(|at| at.row).collect::<Vec<_>>(), [0, 1, 2, 3]);
}

#[test]
fn each_fault_has_its_line_and_key() {
    said(
        with(1, ["01-02x", "clear", "", "", ""]).into_iter().chain([bare("01.02")]).collect(),
        3,
        "hex",
        "\"01-02x\" is not a hex number",
        "as printed, like 04.09",
    );
    said(
        with(1, ["01.02", "claer", "", "", ""]),
        3,
        "terrain",
        "\"claer\" is not known here",
        "one of clear, wood",
    );
    said(
        with(0, ["01.01", "clear", "", "X", ""]),
        2,
        "slopes",
        "\"X\" is not known here",
        "one of N, NE, SE, S, SW, NW",
    );
    said(
        with(0, ["01.01", "clear", "", "S*", ""]),
        2,
        "slopes",
        "\"S*\" is not known here",
        "one of N, NE, SE, S, SW, NW",
    );
    said(
        with(0, ["01.01", "clear", "", "S S", ""]),
        2,
        "slopes",
        "hex 01.01 has S twice",
        "each hexside once",
    );
    said(
        with(0, ["01.01", "clear", "", "", "prot"]),
        2,
        "features",
        "kind of feature \"prot\" is not known",
        "the name of a kind of feature",
    );
    said(
        square().into_iter().chain([bare("01.02")]).collect(),
        6,
        "hex",
        "hex 01.02 stands twice",
        "one row a hex",
    );
    said(
        square().into_iter().chain([bare("03.01")]).collect(),
        6,
        "hex",
        "hex 03.01 is not on sheet one",
        "columns 1 to 2, rows 1 to 2",
    );
}

#[test]
fn hexes_agree_on_what_lies_between_them() {
    said(
        with(0, ["01.01", "clear", "S", "", ""]),
        2,
        "roads",
        "hex 01.01 has S, but 01.02 lacks N",
        "the same road in both hexes",
    );
    let mut rows = with(0, ["01.01", "clear", "S*", "", ""]);
    rows[1] = Row(["01.02", "clear", "N", "", ""]);
    said(rows, 2, "roads", "hex 01.01 has S*, but 01.02 has N without", "the star in both hexes");
    let mut rows = with(0, ["01.01", "clear", "", "S", ""]);
    rows[1] = Row(["01.02", "clear", "", "N", ""]);
    said(rows, 2, "slopes", "hex 01.01 has S, and 01.02 has N", "the slope in one hex only");
}

#[test]
fn a_hex_that_is_missing_is_told() {
    let mut rows = square();
    rows.remove(2);
    let (place, key, problem, _) = fault(rows);
    assert_eq!((place, key.as_str()), (Place::Whole, "hex"));
    assert_eq!(problem, "hex 02.01 is missing");
    // Without a frame each column runs from 1 to its end, and may be a hex shorter than the longest.
    let frameless = |labels: &[&'static str]| {
        let rows = labels.iter().map(|hex| bare(hex)).collect();
        read(&[Sheet { frame: None, ..framed("one", rows) }]).map(|read| read.map.len())
    };
    assert_eq!(frameless(&["01.01", "01.02", "02.01"]), Ok(3));
    let faults = frameless(&["01.01", "01.03", "02.01", "02.02", "02.03"]).unwrap_err();
    assert_eq!(faults[0].problem, "hex 01.02 is missing");
    let faults = frameless(&["01.01", "01.02", "01.03", "03.03"]).unwrap_err();
    let problems: Vec<&str> = faults.iter().map(|fault| fault.problem.as_str()).collect();
    assert_eq!(problems, ["hex 02.01 and 1 more are missing", "hex 03.01 and 1 more are missing"]);
}

#[test]
fn a_spreadsheet_is_found_out_once() {
    let (place, key, problem, expected) = fault(["1.1", "1.2", "2.1", "2.2"].map(bare).to_vec());
    assert_eq!((place, key.as_str()), (Place::Line(2), "hex"));
    assert!(problem.starts_with("\"1.1\" was 01.10 until"), "{problem}");
    assert!(problem.ends_with("and so on 3 more lines"), "{problem}");
    assert!(expected.contains("import the column `hex` as text"), "{expected}");
}

#[test]
fn an_empty_map_and_one_too_large_are_faults() {
    let faults = read(&[Sheet { frame: None, ..framed("one", Vec::new()) }]).unwrap_err();
    assert_eq!((faults[0].file.as_str(), faults[0].key.as_str()), ("scenario", "sheets"));
    let labels: Vec<String> = (1..=21).map(|column| format!("{column:02}.01")).collect();
    let rows = labels.iter().map(|label| bare(label)).collect();
    let faults = read(&[Sheet { frame: None, ..framed("one", rows) }]).unwrap_err();
    assert_eq!(
        (faults[0].problem.as_str(), faults[0].expected.as_str()),
        ("21 hexes", "at most 20")
    );
    // What is out of play is not read into the map, but still looked at.
    let rows = ["01.01", "01.10"].map(bare).to_vec();
    let read = read(&[Sheet { frame: Some([[1, 1], [1, 1]]), ..framed("one", rows) }]).unwrap();
    assert_eq!(read.map.len(), 1);
}

#[test]
fn two_sheets_that_print_a_hex_show_the_same_there() {
    // 02.01 and 02.02 of the west are 01.01 and 01.02 of the east; each sheet shows the roads on its own half.
    let mut west = square();
    west[0] = Row(["01.01", "clear", "SE", "", ""]);
    west[2] = Row(["02.01", "clear", "NW", "", ""]);
    let east = |terrain| {
        let mut rows = square();
        rows[0] = Row(["01.01", terrain, "SE", "", ""]);
        rows[3] = Row(["02.02", "clear", "NW", "", ""]);
        Sheet { shift: Coord { column: 1, row: 0 }, ..framed("east", rows) }
    };
    // The even columns of the grid stand lower, so south-east of 02.01 is 03.02, which the east calls 02.02.
    let map = read(&[framed("west", west.clone()), east("clear")]).unwrap().map;
    assert_eq!(map.len(), 6);
    let shared = map.find("west 02.01", None).unwrap();
    assert_eq!(map.find("east 01.01", None), Some(shared));
    assert_eq!(map.sides(shared, ROAD), Direction::Nw.bit() | Direction::Se.bit());
    let faults = read(&[framed("west", west), east("wood")]).unwrap_err();
    let terrain = faults.iter().find(|fault| fault.key == "terrain").expect("a fault");
    assert_eq!(terrain.problem, "hex 01.01 is wood here and not in maps/west");
}

/// The east has the last column of the west for its own too, whichever of them is read first.
#[test]
fn columns_of_another_sheet_may_be_shared() {
    let east = || Sheet {
        frame: Some([[3, 3], [1, 2]]),
        shared: &[2],
        ..framed("east", ["03.01", "03.02"].map(bare).to_vec())
    };
    let west = || framed("west", square());
    for sheets in [[west(), east()], [east(), west()]] {
        let map = read(&sheets).unwrap().map;
        assert_eq!(map.len(), 6);
        for row in ["02.01", "02.02"] {
            let shared = map.find(row, None).unwrap();
            assert_eq!(map.find(&format!("east {row}"), None), Some(shared));
            assert!((0..2).all(|sheet| map.is_on(shared, sheet)));
        }
        assert_eq!(map.find("east 01.01", None), None);
        assert_eq!(map.find("west 03.01", None), None);
    }
    // Without its neighbour the east has its own hexes alone.
    assert_eq!(read(&[east()]).unwrap().map.len(), 2);
}
