//! Hexes, neighbours, distances and fields against other people's code.

use engine::{Coord, Direction, Field, Hex, HexId, Map, MapBuilder, Numbering, TerrainId, field};
use hexx::{HexOrientation, OffsetHexMode};
use pathfinding::directed::dijkstra::dijkstra;
use proptest::prelude::*;

const NUMBERING: Numbering = Numbering::COLUMN_ROW_EVEN_LOW;

fn coords() -> impl Strategy<Value = Coord> {
    (1i16..=120, 1i16..=120).prop_map(|(column, row)| Coord { column, row })
}

/// The same hex in another library's coordinates.
fn oracle(at: Coord) -> hexx::Hex {
    hexx::Hex::from_offset_coordinates(
        [i32::from(at.column), i32::from(at.row)],
        OffsetHexMode::Even,
        HexOrientation::Flat,
    )
}

proptest! {
    #[test]
    fn distance_is_a_metric(a in coords(), b in coords(), c in coords()) {
        let d = |x, y| NUMBERING.distance(x, y);
        prop_assert_eq!(d(a, b) == 0, a == b);
        prop_assert_eq!(d(a, b), d(b, a));
        prop_assert!(d(a, c) <= d(a, b) + d(b, c));
    }

    #[test]
    fn distance_agrees_with_hexx(a in coords(), b in coords()) {
        prop_assert_eq!(u32::from(NUMBERING.distance(a, b)), oracle(a).unsigned_distance_to(oracle(b)));
    }

    #[test]
    fn neighbours_are_those_of_hexx_and_lead_back(at in coords()) {
        let mut ours = Vec::new();
        for direction in Direction::ALL {
            let near = NUMBERING.neighbour(at, direction);
            prop_assert_eq!(NUMBERING.distance(at, near), 1);
            prop_assert_eq!(NUMBERING.neighbour(near, direction.opposite()), at);
            ours.push(oracle(near));
        }
        let mut theirs = oracle(at).all_neighbors().to_vec();
        let key = |hex: &hexx::Hex| (hex.x, hex.y);
        ours.sort_by_key(key);
        theirs.sort_by_key(key);
        prop_assert_eq!(ours, theirs);
    }

    #[test]
    fn printed_numbers_go_there_and_back(at in coords()) {
        prop_assert_eq!(NUMBERING.parse(&NUMBERING.label(at)), Some(at));
    }

    #[test]
    fn nonsense_is_no_number(text in "[0-9. :+-]{0,7}") {
        if let Some(at) = NUMBERING.parse(&text) {
            let digits = text.split('.').map(|part| part.parse::<i16>().unwrap()).collect::<Vec<_>>();
            prop_assert_eq!(digits, [at.column, at.row]);
        }
    }

    /// The engine floods backwards from the goals; `pathfinding` searches forwards from each hex.
    #[test]
    fn fields_agree_with_dijkstra(costs in prop::collection::vec(0u16..8, 63), goals in prop::collection::vec(0u16..63, 1..4)) {
        let map = board(9, 7);
        let goals: Vec<HexId> = goals.into_iter().map(HexId).collect();
        // Entering costs what the hex says, and one more uphill of the numbers; 7 cannot be entered.
        let cost = |from: HexId, to: HexId| match costs[to.index()] {
            7 => None,
            cost => Some(1 + cost + u16::from(to > from)),
        };
        let ours = field(&map, &goals, |from, _, to| cost(from, to));
        for start in map.ids() {
            let theirs = dijkstra(
                &start,
                |&hex| {
                    let steps: Vec<(HexId, u16)> = map
                        .neighbours(hex)
                        .filter_map(|(_, near)| cost(hex, near).map(|cost| (near, cost)))
                        .collect();
                    steps
                },
                |hex| goals.contains(hex),
            );
            prop_assert_eq!(ours.cost(start), theirs.map_or(Field::UNREACHABLE, |(_, cost)| cost));
        }
    }
}

/// The compass as printed: even columns lie lower (from the example of Mercury 2.10).
#[test]
fn even_columns_lie_half_a_hex_lower() {
    let near = |label: &str| {
        let at = NUMBERING.parse(label).unwrap();
        Direction::ALL.map(|d| NUMBERING.label(NUMBERING.neighbour(at, d)))
    };
    assert_eq!(near("64.21"), ["64.20", "65.21", "65.22", "64.22", "63.22", "63.21"]);
    assert_eq!(near("63.22"), ["63.21", "64.21", "64.22", "63.23", "62.22", "62.21"]);
}

#[test]
fn sheets_of_one_grid_join_and_others_never_touch() {
    let mut builder = MapBuilder::new(NUMBERING, vec!["clear".into()]);
    for (sheet, grid, columns) in
        [("west", "crete", 1..=3), ("east", "crete", 4..=6), ("far", "else", 1..=3)]
    {
        let sheet = builder.sheet(sheet, grid);
        for column in columns {
            assert!(builder.hex(clear(column, 1, sheet)).is_some());
        }
    }
    assert_eq!(builder.hex(clear(3, 1, 0)), None, "a grid has a number once");
    let map = builder.finish();
    let find = |label, sheet| map.find(label, sheet).unwrap();
    assert_eq!(map.distance(find("03.01", Some("west")), find("04.01", None)), Some(1));
    assert_eq!(map.distance(find("03.01", Some("west")), find("03.01", Some("far"))), None);
    assert_eq!(map.neighbours(find("03.01", Some("far"))).count(), 1);
    assert_eq!(map.find("02.01", None), map.find("02.01", Some("west")), "the first grid has it");
    assert_eq!(map.find("04.01", Some("west")), None, "on another sheet");
    assert_eq!(map.label(find("02.01", Some("far"))), "far 02.01");
    assert_eq!(map.find("far 02.01", None), map.find("02.01", Some("far")));
    assert_eq!(map.label(find("05.01", None)), "05.01");
    assert_eq!(map.label(find("02.01", None)), "02.01", "the first grid needs no sheet");
}

fn clear(column: i16, row: i16, sheet: u8) -> Hex {
    Hex::bare(Coord { column, row }, sheet, TerrainId(0))
}

fn board(columns: i16, rows: i16) -> Map {
    let mut builder = MapBuilder::new(NUMBERING, vec!["clear".into()]);
    let sheet = builder.sheet("board", "board");
    for column in 1..=columns {
        for row in 1..=rows {
            builder.hex(clear(column, row, sheet));
        }
    }
    builder.finish()
}
