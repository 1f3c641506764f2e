//! Searches against other people's code and against a table of all costs.

use engine::{Coord, Direction, Hex, HexId, Map, MapBuilder, Numbering, Step, TerrainId, search};
use pathfinding::directed::dijkstra::dijkstra_all;
use proptest::prelude::*;

fn board(columns: i16, rows: i16) -> Map {
    let mut builder = MapBuilder::new(Numbering::COLUMN_ROW_EVEN_LOW, vec!["clear".into()]);
    let sheet = builder.sheet("board", "board");
    for column in 1..=columns {
        for row in 1..=rows {
            builder.hex(Hex::bare(Coord { column, row }, sheet, TerrainId(0)));
        }
    }
    builder.finish()
}

/// Entering costs what the hex says, and one more uphill of the numbers; 7 cannot be entered.
fn cost(costs: &[u16], from: HexId, to: HexId) -> Option<u16> {
    match costs[to.index()] {
        7 => None,
        cost => Some(1 + cost + u16::from(to > from)),
    }
}

proptest! {
    #[test]
    fn costs_and_ways_agree_with_dijkstra(costs in prop::collection::vec(0u16..8, 63), starts in prop::collection::vec(0u16..63, 1..3), budget in 0u16..40) {
        let map = board(9, 7);
        let starts: Vec<HexId> = starts.into_iter().map(HexId).collect();
        let reach = search(&map, &starts, budget, |from, _, to| cost(&costs, from, to).map(Step::of));
        let steps = |&hex: &HexId| -> Vec<(HexId, u16)> {
            map.neighbours(hex).filter_map(|(_, near)| Some((near, cost(&costs, hex, near)?))).collect()
        };
        let theirs: Vec<_> = starts.iter().map(|start| (start, dijkstra_all(start, steps))).collect();
        for hex in map.ids() {
            let one = |(start, all): &(&HexId, std::collections::HashMap<HexId, (HexId, u16)>)| {
                if **start == hex { Some(0) } else { all.get(&hex).map(|&(_, cost)| cost) }
            };
            let cheapest = theirs.iter().filter_map(one).min().filter(|&cost| cost <= budget);
            prop_assert_eq!(reach.cost(hex), cheapest);
            // The way adds up, step by step, from one of the starts.
            let way = reach.way(hex);
            if let Some(total) = cheapest.filter(|&total| total > 0) {
                let first = starts.iter().find(|start| {
                    let from = core::iter::once(**start).chain(way.iter().copied());
                    let sum: Option<u16> = from.zip(&way).map(|(a, &b)| map.direction(a, b).and(cost(&costs, a, b))).sum();
                    sum == Some(total)
                });
                prop_assert!(first.is_some(), "{way:?}");
                prop_assert_eq!(way.last(), Some(&hex));
            } else {
                prop_assert!(way.is_empty());
            }
        }
    }
}

#[test]
fn whoever_must_stop_goes_no_farther() {
    let map = board(1, 6);
    let hexes: Vec<HexId> = map.ids().collect();
    let zone = hexes[3];
    let reach =
        search(&map, &hexes[..1], 9, |_, _, to| Some(Step { last: to == zone, ..Step::of(1) }));
    assert_eq!(reach.way(zone), hexes[1..=3]);
    assert_eq!((reach.start(zone), reach.start(hexes[5])), (Some(hexes[0]), None));
    assert_eq!(reach.cost(hexes[4]), None);
    assert_eq!(reach.found().map(|stop| stop.hex).collect::<Vec<_>>(), hexes[1..=3]);
}

#[test]
fn hexes_are_found_nearest_first_and_clockwise() {
    let map = board(3, 3);
    let middle = map.find("02.02", None).unwrap();
    let reach = search(&map, &[middle], 1, |_, _, _| Some(Step::of(1)));
    let expected: Vec<HexId> =
        Direction::ALL.iter().filter_map(|&way| map.neighbour(middle, way)).collect();
    assert_eq!(reach.found().map(|stop| stop.hex).collect::<Vec<_>>(), expected);
}
