//! Roads that a column ignores, and roads that share a hex without meeting (2.8).

use alloc::string::String;
use alloc::vec::Vec;

use engine::Direction;

use super::super::counter::MoveClass;
use super::super::rulings::RoadChange;
use super::desk::*;

/// A road from north to south through 05.05 and another from north-east to south-west.
const CROSSING: [(&str, &str, &str, &str); 5] = [
    ("05.04", "clear", "S", ""),
    ("05.05", "scrub", "N NE S SW", ""),
    ("05.06", "clear", "N", ""),
    ("06.04", "orchard", "SW", ""),
    ("04.05", "clear", "NE", ""),
];

/// The same with a feature in 05.05.
fn crossing(feature: &str, slope: &str) -> Files {
    let mut hexes = CROSSING;
    hexes[0].3 = slope;
    let mut files = files(&hexes);
    files.change("maps/kastelli", "csv", |text| {
        let plain = "05.05,scrub,N NE S SW,,,,text";
        assert!(text.contains(plain));
        text.replace(plain, &alloc::format!("05.05,scrub,N NE S SW,,{feature},,text"))
    });
    files
}

/// Half points that a company in column has left after a step south from 05.04 and each of these.
fn left(files: Files, reading: RoadChange, ways: &[Direction]) -> Vec<u16> {
    let mut desk = Desk::of(files);
    desk.rulings().road_change = reading;
    desk.place(PI, "05.04");
    desk.state(PI).column = true;
    desk.set_points("5GD", 5);
    desk.chit("5GD");
    desk.activate(PI);
    let mut left = Vec::new();
    for way in [&[Direction::S], ways].concat() {
        desk.step(way, &[]);
        left.push(14 - desk.left());
    }
    left
}

/// The cheaper of the two is paid, whichever that is.
#[test]
fn m2_8_a_column_may_ignore_the_road_and_pay_for_the_terrain() {
    let roads = [("05.05", "clear", "S", ""), ("05.06", "clear", "N", "")];
    let mut files = files(&roads);
    files.change("terrain", "toml", |text| text.replace("road_halves = 1", "road_halves = 3"));
    let desk = Desk::of(files);
    let from = desk.hex("05.05");
    assert_eq!(desk.battle.step_cost(MoveClass::Leg, true, from, Direction::S), Some(2));
    // On the chart as it is the road is the cheaper way.
    let desk = Desk::on(&roads);
    assert_eq!(desk.battle.step_cost(MoveClass::Leg, true, from, Direction::S), Some(1));
}

/// Scrub costs two points in column: instead of the half point that was paid, and a half point along the other road.
#[test]
fn m2_8_from_one_road_to_another_that_does_not_cross_it_costs_the_base_terrain() {
    let apart = || crossing("roads-apart:N S", "");
    assert_eq!(left(apart(), RoadChange::SharedHex, &[Direction::S]), [1, 2], "the same road");
    assert_eq!(left(apart(), RoadChange::SharedHex, &[Direction::Ne]), [1, 1 + 3 + 1]);
    assert_eq!(left(apart(), RoadChange::SharedHex, &[Direction::Sw]), [1, 1 + 3 + 1]);
    // Off the road it pays for the terrain of the next hex alone, and where roads cross each is as good as the other.
    assert_eq!(left(apart(), RoadChange::SharedHex, &[Direction::Se]), [1, 1 + 2]);
    assert_eq!(left(crossing("", ""), RoadChange::SharedHex, &[Direction::Ne]), [1, 2]);
    // Its next step is along a road like any other, and so is the first of a move.
    assert_eq!(left(apart(), RoadChange::SharedHex, &[Direction::Ne, Direction::Sw]), [1, 5, 6]);
    let mut desk = Desk::of(apart());
    let unit = desk.place(PI, "05.05");
    desk.state(PI).column = true;
    assert_eq!(desk.battle.step(unit, Direction::Ne, 14), Some(1));
    assert_eq!(desk.battle.step(unit, Direction::S, 14), Some(1));
}

/// To have ignored the road by which it came would have cost the slope too: then the base cost is the cheaper.
#[test]
fn m2_8_who_changes_roads_pays_no_slope_for_it() {
    let files = crossing("roads-apart:NE SW", "S");
    assert_eq!(left(files, RoadChange::SharedHex, &[Direction::Ne]), [1, 1 + 4 + 1]);
}

#[test]
fn ruling_road_change() {
    // An orchard costs one point in column.
    let files = crossing("roads-apart:N S", "");
    assert_eq!(left(files, RoadChange::NextHex, &[Direction::Ne]), [1, 1 + 2]);
}

#[test]
fn roads_apart_are_roads_of_their_hex_and_not_all_of_them() {
    let faults = |feature: &str| -> Vec<String> {
        crossing(feature, "").faults("kastelli").into_iter().map(|(_, problem)| problem).collect()
    };
    for words in ["N SE", "N NE S SW", "", "Q"] {
        let expected = alloc::format!("{words:?} is no road apart from others in hex 05.05");
        assert_eq!(faults(&alloc::format!("roads-apart:{words}")), [expected]);
    }
    let twice = faults("roads-apart:N S|roads-apart:S SW");
    assert_eq!(twice, ["\"S SW\" is no road apart from others in hex 05.05"]);
    crossing("roads-apart:N S|roads-apart:NE SW", "").battle();
}
