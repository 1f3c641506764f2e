//! Lines of sight, case by case, with the section of Operation Mercury that decides each.

use engine::{
    Coord, Cover, Direction, Hex, HexId, Leg, Map, MapBuilder, Numbering, SideId, SideKind, Sight,
    TerrainId, line,
};

const SLOPE: SideId = SideId(0);
const COVER: [Cover; 3] = [Cover::Open, Cover::Screen, Cover::Block];

/// Columns 60-69, rows 18-27, open but for what is said: `screen` and `block` hexes, and slopes
/// as (upper hex, direction in which it falls).
fn ground(screens: &[&str], blocks: &[&str], slopes: &[(&str, Direction)]) -> Map {
    let numbering = Numbering::COLUMN_ROW_EVEN_LOW;
    let mut builder =
        MapBuilder::new(numbering, ["open", "screen", "block"].map(String::from).into())
            .with_sides(vec![SideKind::directed("slope")]);
    let sheet = builder.sheet("canea-suda", "crete");
    for column in 60..70 {
        for row in 18..28 {
            let at = Coord { column, row };
            let label = numbering.label(at);
            let terrain = u8::from(screens.contains(&label.as_str()))
                + 2 * u8::from(blocks.contains(&label.as_str()));
            let falls = slopes.iter().filter(|(upper, _)| *upper == label);
            let mut hex = Hex::bare(at, sheet, TerrainId(terrain));
            falls.for_each(|&(_, direction)| hex.sides.add(SLOPE, direction));
            builder.hex(hex);
        }
    }
    builder.finish()
}

fn sees(map: &Map, from: &str, to: &str) -> bool {
    let find = |label| map.find(label, None).unwrap();
    let sight = Sight::new(map, &COVER, Some(SLOPE), |_| 12);
    let there = sight.sees(find(from), find(to));
    assert_eq!(there, sight.sees(find(to), find(from)), "sight is mutual");
    there
}

/// The worked example: 63.22 lies above 64.21, 62.22 and 64.22.
#[test]
fn r2_10_the_worked_example() {
    let hill = ground(
        &[],
        &[],
        &[
            ("63.22", Direction::Ne),
            ("63.22", Direction::Nw),
            ("63.22", Direction::Sw),
            ("63.22", Direction::Se),
        ],
    );
    assert!(!sees(&hill, "64.21", "62.22"), "both down slope, traced through higher ground");
    assert!(!sees(&hill, "64.21", "63.23"), "traced along a slope hexside");
    assert!(
        sees(&hill, "64.21", "63.22") && sees(&hill, "63.22", "62.22"),
        "up and down one slope"
    );
    let flat = ground(&[], &[], &[]);
    assert!(sees(&flat, "64.21", "62.22") && sees(&flat, "64.21", "63.23"));
}

#[test]
fn r2_10_a_slope_far_from_both_ends_blocks() {
    // In the column 64, looking south along 64.19 … 64.25.
    let at = |upper| ground(&[], &[], &[(upper, Direction::S)]);
    assert!(!sees(&at("64.21"), "64.19", "64.24"), "the slope is part of neither end");
    assert!(sees(&at("64.19"), "64.19", "64.24"), "part of the spotter's hex");
    assert!(sees(&at("64.23"), "64.19", "64.24"), "part of the spotted hex");
}

#[test]
fn r2_10_one_end_down_slope_sees_over_the_crest() {
    // Ground falls from 64.22 to the north only: the northern end is down slope, the southern is not.
    let map = ground(&[], &[], &[("64.22", Direction::N)]);
    assert!(sees(&map, "64.21", "64.23"));
    let ridge = ground(&[], &[], &[("64.22", Direction::N), ("64.22", Direction::S)]);
    assert!(!sees(&ridge, "64.21", "64.23"));
}

#[test]
fn r2_2_two_screens_block_and_one_does_not() {
    assert!(sees(&ground(&["64.21"], &[], &[]), "64.20", "64.23"));
    assert!(!sees(&ground(&["64.21", "64.22"], &[], &[]), "64.20", "64.23"));
}

#[test]
fn r2_3_the_ends_do_not_count_as_screens() {
    let map = ground(&["64.20", "64.21", "64.23"], &[], &[]);
    assert!(sees(&map, "64.20", "64.23"), "through one screen into another");
    assert!(sees(&map, "64.20", "64.21"), "neighbours always see each other");
}

#[test]
fn r2_5_a_blocking_hex_blocks_beyond_itself_only() {
    let town = ground(&[], &["64.22"], &[]);
    assert!(sees(&town, "64.20", "64.22"));
    assert!(!sees(&town, "64.20", "64.23"));
    assert!(sees(&town, "64.20", "65.23"), "past it");
}

/// A line along a hexside takes the better view of its two sides.
#[test]
fn r2_5_along_a_hexside_both_sides_must_block() {
    // 64.21 to 63.23 runs between 63.22 and 64.22.
    assert!(sees(&ground(&[], &["63.22"], &[]), "64.21", "63.23"));
    assert!(sees(&ground(&[], &["64.22"], &[]), "64.21", "63.23"));
    assert!(!sees(&ground(&[], &["63.22", "64.22"], &[]), "64.21", "63.23"));
}

#[test]
fn lines_pass_the_hexes_a_ruler_passes() {
    let map = ground(&[], &[], &[]);
    let find = |label: &str| map.find(label, None).unwrap();
    let legs = |from, to| line(&map, find(from), find(to)).unwrap();
    let through =
        |labels: &[&str]| -> Vec<Leg> { labels.iter().map(|l| Leg::Through(find(l))).collect() };
    assert_eq!(legs("64.20", "64.24"), through(&["64.21", "64.22", "64.23"]));
    assert_eq!(legs("64.21", "62.22"), through(&["63.22"]));
    let along = |a: &str, b: &str| {
        let (a, b): (HexId, HexId) = (find(a), find(b));
        Leg::Along(a.min(b), a.max(b))
    };
    assert_eq!(legs("64.21", "63.23"), [along("63.22", "64.22")]);
    assert_eq!(
        legs("64.21", "62.24"),
        [along("63.22", "64.22"), Leg::Through(find("63.23")), along("62.23", "63.24")]
    );
    assert_eq!(legs("64.21", "64.21"), []);
}

#[test]
fn nothing_is_seen_beyond_the_range() {
    let map = ground(&[], &[], &[]);
    let find = |label: &str| map.find(label, None).unwrap();
    let sight = Sight::new(&map, &COVER, Some(SLOPE), |_| 3);
    assert!(sight.sees(find("64.20"), find("64.23")) && !sight.sees(find("64.20"), find("64.24")));
}
