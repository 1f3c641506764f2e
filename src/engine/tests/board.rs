//! Boards of several sheets: what hexsides have, hexes that two sheets print, boxes off the map, links.

use engine::{
    Coord, Direction, Hex, HexId, Link, Map, MapBuilder, Numbering, Parity, RowsFrom, SideId,
    SideKind, Sides, TerrainId,
};
use serde::Deserialize as _;
use serde::de::value::{Error, MapDeserializer};

const ROAD: SideId = SideId(0);
const RIVER: SideId = SideId(1);
const BRIDGE: SideId = SideId(2);
const DYKE: SideId = SideId(3);
const SLOPE: SideId = SideId(4);

fn kinds() -> Vec<SideKind> {
    let shared = ["road", "river", "bridge", "dyke"].map(SideKind::shared);
    shared.into_iter().chain([SideKind::directed("slope")]).collect()
}

fn clear(column: i16, row: i16, sheet: u8) -> Hex {
    Hex::bare(Coord { column, row }, sheet, TerrainId(0))
}

/// Three by three hexes with what is said on their sides.
fn small(sides: &[(&str, SideId, Direction)]) -> Map {
    let numbering = Numbering::COLUMN_ROW_EVEN_LOW;
    let mut builder = MapBuilder::new(numbering, vec!["clear".into()]).with_sides(kinds());
    let sheet = builder.sheet("small", "small");
    for column in 1..=3 {
        for row in 1..=3 {
            let mut hex = clear(column, row, sheet);
            let label = numbering.label(hex.at);
            for (_, kind, direction) in sides.iter().filter(|(at, ..)| *at == label) {
                hex.sides.add(*kind, *direction);
            }
            builder.hex(hex);
        }
    }
    builder.finish()
}

fn find(map: &Map, label: &str) -> HexId {
    map.find(label, None).unwrap_or_else(|| panic!("no hex {label}"))
}

#[test]
fn a_hexside_has_what_its_hexes_say() {
    let (n, s) = (Direction::N, Direction::S);
    let map = small(&[
        ("02.01", RIVER, s),
        ("02.02", RIVER, n),
        ("02.01", BRIDGE, s),
        ("02.02", BRIDGE, n),
        ("02.02", ROAD, n),
        ("02.02", SLOPE, s),
    ]);
    let (north, middle, south) = (find(&map, "02.01"), find(&map, "02.02"), find(&map, "02.03"));
    // Both banks know of the river and the bridge.
    for kind in [RIVER, BRIDGE] {
        assert!(map.side(north, s, kind) && map.side(middle, n, kind));
        assert!(map.both_sides(north, s, kind) && map.both_sides(middle, n, kind));
        assert_eq!(map.sides_once(kind).collect::<Vec<_>>(), [(north, s)]);
    }
    // A road that only leaves one hex does not join the two.
    assert!(map.either_side(north, s, ROAD) && !map.both_sides(north, s, ROAD));
    // The ground falls from the middle to the south, and rises the other way.
    assert!(map.side(middle, s, SLOPE) && !map.side(south, n, SLOPE));
    assert!(map.far_side(south, n, SLOPE) && !map.far_side(middle, s, SLOPE));
    assert!(map.either_side(middle, s, SLOPE) && map.either_side(south, n, SLOPE));
    // Nothing else is there.
    assert!(map.ids().all(|hex| map.sides(hex, DYKE) == 0));
    assert_eq!(map.side_kind("dyke"), Some(DYKE));
    assert_eq!(map.side_kind("canal"), None);
    assert!(map.side_kinds()[4].directed && !map.side_kinds()[1].directed);
}

#[test]
fn a_hexside_at_the_edge_of_the_map_has_one_hex() {
    let map = small(&[("01.01", ROAD, Direction::N)]);
    let edge = find(&map, "01.01");
    assert!(map.side(edge, Direction::N, ROAD));
    assert!(!map.far_side(edge, Direction::N, ROAD) && !map.both_sides(edge, Direction::N, ROAD));
}

#[test]
fn sides_are_written_as_bytes_and_read_back() {
    let mut sides = Sides::default();
    assert!(sides.is_empty());
    sides.add(RIVER, Direction::S);
    sides.set(DYKE, 0b11);
    let bytes: Vec<u8> = sides.into();
    assert_eq!(bytes, [0, 0b1000, 0, 0b11]);
    assert_eq!(Sides::from(bytes), sides);
}

/// Operation Mercury's Maleme and Canea-Suda sheets both print column 48 (its edge by the exits 48.07 to 48.09 of
/// the one, the place of a unit listed for the other): one hex each, with the same number on both.
#[test]
fn two_sheets_print_the_same_column() {
    let numbering = Numbering::COLUMN_ROW_EVEN_LOW;
    let mut builder = MapBuilder::new(numbering, vec!["clear".into()]);
    let west = builder.sheet("maleme", "campaign");
    for (column, row) in (46..=48).flat_map(|column| (7..=9).map(move |row| (column, row))) {
        builder.hex(clear(column, row, west)).expect("a new hex");
    }
    let east = builder.sheet("canea-suda", "campaign");
    for row in 7..=9 {
        assert_eq!(builder.hex(clear(48, row, east)), None, "the hex is there already");
        assert!(builder.again(east, Coord { column: 48, row }).is_some());
        builder.hex(clear(49, row, east)).expect("a new hex");
    }
    assert_eq!(builder.again(east, Coord { column: 50, row: 7 }), None, "nobody printed it before");
    assert_eq!(builder.again(east, Coord { column: 48, row: 7 }), None, "said already");
    let map = builder.finish();
    assert_eq!(map.len(), 12);
    let shared = find(&map, "48.09");
    assert_eq!(map.find("48.09", Some("maleme")), Some(shared));
    assert_eq!(map.find("canea-suda 48.09", None), Some(shared));
    assert_eq!(map.find("49.09", Some("maleme")), None);
    assert_eq!(map.label(shared), "48.09", "one number needs no sheet");
    assert_eq!(map.distance(find(&map, "47.09"), find(&map, "49.09")), Some(2));
    assert!(map.neighbours(shared).any(|(_, hex)| hex == find(&map, "49.09")));
}

/// Sheets that each count their hexes from 1 and overlap by a column: its hexes have two numbers.
fn overlapping() -> Map {
    let numbering =
        Numbering { label: "C.RR".parse().unwrap(), high: Parity::Even, rows: RowsFrom::South };
    let mut builder = MapBuilder::new(numbering, vec!["clear".into()]);
    let left = builder.sheet("left", "land");
    for column in 1..=5 {
        for row in 1..=4 {
            builder.hex(clear(column, row, left)).expect("a new hex");
        }
    }
    // What the right sheet calls 1.01 is 5.02 of the left one.
    let right = builder.sheet_at("right", "land", Coord { column: 4, row: 1 });
    for column in 1..=3 {
        for row in 1..=3 {
            let hex = clear(column, row, right);
            if builder.again(right, hex.at).is_none() {
                builder.hex(hex).expect("a new hex");
            }
        }
    }
    builder.finish()
}

#[test]
fn a_hex_that_two_sheets_print_has_two_numbers() {
    let map = overlapping();
    assert_eq!(map.len(), 20 + 6);
    let shared = map.find("left 5.02", None).unwrap();
    assert_eq!(map.find("right 1.01", None), Some(shared));
    let numbers: Vec<String> =
        map.numbers(shared).map(|(sheet, number)| format!("{sheet} {number}")).collect();
    assert_eq!(numbers, ["left 5.02", "right 1.01"]);
    // The number alone is ambiguous where both sheets have it for different hexes.
    assert_eq!(map.find("1.01", None), None);
    assert_eq!(map.label(map.find("left 1.01", None).unwrap()), "left 1.01");
    assert_eq!(map.find("5.03", None), map.find("right 1.02", None));
    // Neighbours and distances run on across the seam.
    let (west, east) = (map.find("left 4.02", None), map.find("right 2.01", None));
    let near: Vec<HexId> = map.neighbours(shared).map(|(_, hex)| hex).collect();
    assert!(near.contains(&west.unwrap()) && near.contains(&east.unwrap()));
    assert_eq!(map.distance(west.unwrap(), east.unwrap()), Some(2));
    assert_eq!(map.number(east.unwrap()), "2.01");
}

#[test]
fn boxes_off_the_map_are_reached_by_links_alone() {
    let numbering = Numbering::COLUMN_ROW_EVEN_LOW;
    let mut builder = MapBuilder::new(numbering, vec!["clear".into()]);
    let sheet = builder.sheet("small", "small");
    let hexes: Vec<HexId> =
        (1..=4).map(|row| builder.hex(clear(1, row, sheet)).expect("a new hex")).collect();
    let sea = builder.off_map("Sea Box", TerrainId(0)).expect("a new box");
    let air = builder.off_map("Air Box", TerrainId(0)).expect("a new box");
    assert_eq!(builder.off_map("Sea Box", TerrainId(0)), None, "each box once");
    assert_eq!(builder.hex(clear(1, 5, sheet)), None, "boxes come last");
    let link = |kind: &str, from, to, one_way| Link { kind: kind.into(), from, to, one_way };
    assert!(builder.link(link("ferry", hexes[0], hexes[3], false)));
    assert!(builder.link(link("landing", sea, hexes[1], true)));
    assert!(builder.link(link("landing", sea, hexes[2], true)));
    assert!(!builder.link(link("ferry", hexes[0], HexId(99), false)), "no such hex");
    let map = builder.finish();
    assert_eq!(map.boxes().collect::<Vec<_>>(), [sea, air]);
    assert_eq!(map.printed().collect::<Vec<_>>(), hexes);
    assert_eq!((map.find("Sea Box", None), map.label(air)), (Some(sea), "Air Box".into()));
    assert_eq!(map.find("Sea Box", Some("small")), None);
    assert_eq!(map.neighbours(sea).count(), 0);
    assert_eq!(map.distance(sea, air), None);
    assert_eq!(map.distance(sea, hexes[0]), None);
    assert_eq!(map.distance(sea, sea), Some(0));
    let distances = map.distances();
    for (from, to) in map.ids().flat_map(|a| map.ids().map(move |b| (a, b))) {
        let far = map.distance(from, to).unwrap_or(u16::MAX);
        assert_eq!(distances[from.index() * map.len() + to.index()], far);
    }
    let linked = |from, kind| map.linked(from, kind).collect::<Vec<_>>();
    assert_eq!(linked(hexes[3], "ferry"), [hexes[0]]);
    assert_eq!(linked(hexes[0], "ferry"), [hexes[3]]);
    assert_eq!(linked(sea, "landing"), [hexes[1], hexes[2]]);
    assert_eq!(linked(hexes[1], "landing"), [], "nobody goes back");
    assert_eq!(map.links().len(), 3);
}

/// A kind is named; that it is directed is said only where it is.
#[test]
fn a_kind_is_read_by_its_name() {
    let read =
        |key| SideKind::deserialize(MapDeserializer::<_, Error>::new([(key, "dyke")].into_iter()));
    assert_eq!(read("name"), Ok(SideKind::shared("dyke")));
    assert!(read("nmae").is_err());
}
