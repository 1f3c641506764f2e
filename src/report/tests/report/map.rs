use engine::{
    Coord, Direction, Feature, Hex, HexId, Map, MapBuilder, Numbering, Side, SideId, SideKind,
    TerrainId,
};
use report::MapPicture;

const TERRAINS: [&str; 10] = [
    "sea",
    "clear",
    "orchard",
    "scrub",
    "village",
    "town",
    "city",
    "fortified",
    "impassable",
    "lava",
];

const ROAD: SideId = SideId(0);
const MINOR_ROAD: SideId = SideId(1);
const RIVER: SideId = SideId(2);
const SLOPE: SideId = SideId(3);

fn hex(column: i16, row: i16, sheet: u8, terrain: u8) -> Hex {
    Hex::bare(Coord { column, row }, sheet, TerrainId(terrain))
}

fn builder() -> MapBuilder {
    MapBuilder::new(Numbering::COLUMN_ROW_EVEN_LOW, TERRAINS.map(str::to_owned).to_vec())
        .with_sides(
            ["road", "minor-road", "river"]
                .map(SideKind::shared)
                .into_iter()
                .chain([SideKind::directed("slope")])
                .collect(),
        )
}

/// A coast of 6 by 5 hexes with everything on it.
fn coast() -> Map {
    let mut builder = builder();
    let sheet = builder.sheet("kastelli", "kastelli");
    for column in 1..=6 {
        for row in 1..=5 {
            let terrain = match (column, row) {
                (_, 1) => 0,
                (6, 5) => 9,
                _ => column as u8 + 1,
            };
            let mut hex = hex(column, row, sheet, terrain);
            if row == 3 {
                for direction in [Direction::Ne, Direction::Sw, Direction::S] {
                    hex.sides.add(ROAD, direction);
                }
                hex.sides.add(MINOR_ROAD, Direction::S);
            }
            if row == 4 {
                hex.sides.add(SLOPE, Direction::N);
            }
            match (column, row) {
                (2, 2) => hex.sides.add(RIVER, Direction::S),
                (2, 3) => hex.sides.add(RIVER, Direction::N),
                _ => {}
            }
            if (column, row) == (3, 2) {
                for (kind, name) in [("town", "Kastelli"), ("port", "Kastelli"), ("setup", "")] {
                    hex.features.push(Feature { kind: kind.to_owned(), name: name.to_owned() });
                }
            }
            if (column, row) == (5, 4) {
                hex.features
                    .push(Feature { kind: "airfield".to_owned(), name: "Maleme".to_owned() });
            }
            if (column, row) == (3, 4) {
                for kind in ["bridge", "ferry"] {
                    hex.features.push(Feature { kind: kind.to_owned(), name: String::new() });
                }
            }
            builder.hex(hex).expect("a new number");
        }
    }
    builder.finish()
}

fn picture(map: &Map) -> MapPicture<'_> {
    MapPicture {
        map,
        title: "Storming the Kastelli".to_owned(),
        objectives: vec![(HexId(11), Side::Allied)],
        marks: vec![(HexId(12), "Gr 1".to_owned())],
        notes: vec!["Reconstructed map, not the printed one.".to_owned()],
    }
}

#[test]
fn a_map_shows_what_is_on_it() {
    let map = coast();
    let svg = report::picture_svg(&picture(&map));
    for number in ["01.01", "03.02", "06.05"] {
        assert!(svg.contains(&format!(">{number}</text>")), "{number}");
    }
    let mut expected = vec![
        "Storming the Kastelli</text>",
        "Sheet kastelli, 30 hexes",
        ">Kastelli</text>",
        ">Maleme</text>",
        ">Gr 1</text>",
    ];
    expected.extend([
        "class=\"port\"",
        "class=\"airfield\"",
        "class=\"objective\"",
        "class=\"set-up\"",
    ]);
    expected.extend([
        "class=\"roads\"",
        "class=\"minor-roads\"",
        "class=\"slopes\"",
        "class=\"coast\"",
        "class=\"rivers\"",
        "class=\"bridge\"",
        "class=\"ferry\"",
    ]);
    expected.extend(["Reconstructed map", "role=\"img\"", "<title>", "town Kastelli at 03.02"]);
    // The legend names everything on the map, known or not, and nothing else.
    expected.extend([
        ">sea</text>",
        ">lava</text>",
        ">major road</text>",
        ">slope, ticks down</text>",
        ">river</text>",
        ">bridge</text>",
        ">ferry</text>",
    ]);
    for words in expected {
        assert!(svg.contains(words), "no {words}");
    }
    assert!(!svg.contains(">clear</text>"), "no hex is clear");
    assert_eq!(svg.matches(">Kastelli</text>").count(), 1, "a name is written once");
}

#[test]
fn a_bare_map_has_no_legend_for_what_it_lacks() {
    let mut builder = builder();
    let sheet = builder.sheet("a", "a");
    builder.hex(hex(1, 1, sheet, 1)).expect("a new number");
    let map = builder.finish();
    let svg = report::picture_svg(&MapPicture {
        map: &map,
        title: String::new(),
        objectives: Vec::new(),
        marks: Vec::new(),
        notes: Vec::new(),
    });
    for absent in [
        "major road",
        "slope",
        "port",
        "airfield",
        "objective",
        "set-up",
        ">sea<",
        "river",
        "bridge",
    ] {
        assert!(!svg.contains(absent), "{absent}");
    }
}

#[test]
fn sheets_of_two_grids_do_not_overlap() {
    let mut builder = builder();
    let (a, b) = (builder.sheet("maleme", "campaign"), builder.sheet("heraklion", "heraklion"));
    for column in 1..=4 {
        for row in 1..=3 {
            builder.hex(hex(column, row, a, 1)).expect("a new number");
            builder.hex(hex(column, row, b, 2)).expect("the other grid has its own numbers");
        }
    }
    let map = builder.finish();
    let svg = report::picture_svg(&picture(&map));
    let places: Vec<(String, String)> = svg
        .split("<text x=\"")
        .filter(|text| text.contains(">01.01<") || text.contains(">04.03<"))
        .filter_map(|text| {
            let (x, rest) = text.split_once("\" y=\"")?;
            Some((x.to_owned(), rest.split('"').next()?.to_owned()))
        })
        .collect();
    assert_eq!(places.len(), 4);
    for (i, place) in places.iter().enumerate() {
        assert!(!places[..i].contains(place), "two hexes at {place:?}");
    }
}

#[test]
fn hostile_names_stay_text() {
    let map = coast();
    let evil = super::fixture::HOSTILE;
    let svg = report::picture_svg(&MapPicture {
        title: evil.to_owned(),
        marks: vec![(HexId(3), evil.to_owned())],
        notes: vec![evil.to_owned()],
        ..picture(&map)
    });
    assert!(!svg.contains("<script") && !svg.contains('\u{1}'));
    assert!(svg.contains("&lt;script&gt;"));
}
