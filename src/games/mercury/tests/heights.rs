//! Heights, slopes and river beds of the sheets.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::desk::*;

#[test]
fn hill_107_commands_the_runway() {
    let battle = Files::default().scenario("descent");
    let hill = hex(&battle, "10.07");
    for runway in ["09.04", "10.04", "11.05"] {
        assert!(battle.sees(hill, hex(&battle, runway)), "{runway}");
    }
}

/// What is wrong with the Kastelli sheet once these of its hexes read otherwise.
fn faults(rows: &[(&str, &str)]) -> Vec<String> {
    let mut files = Files::default();
    files.change("maps/kastelli", "csv", |text| {
        let line = |line: &str| {
            let number = line.split(',').next().unwrap();
            let row = rows.iter().find(|(hex, _)| *hex == number);
            row.map_or_else(|| line.to_string(), |(hex, rest)| (*hex).to_string() + "," + rest)
        };
        text.lines().map(line).collect::<Vec<_>>().join("\n")
    });
    files.faults("kastelli").into_iter().map(|(_, problem)| problem).collect()
}

#[test]
fn slopes_fall_and_river_beds_lie_below_their_banks() {
    let upward = faults(&[("05.05", "orchard,NE* NW*,S,,8,reconstructed")]);
    assert_eq!(upward, ["the slope S of 05.05 does not fall: 8 m to 29 m in 05.06"]);
    // All six neighbours lie lower.
    let ridge = faults(&[("05.05", "orchard,NE* NW*,,riverbed,60,reconstructed")]);
    assert_eq!(ridge.len(), 6, "{ridge:?}");
    let one = "the river bed 05.05 lies at 60 m, above its bank 05.06 at 29 m".to_string();
    assert!(ridge.contains(&one), "{ridge:?}");
    // A bed at the height of its lowest bank is none of these.
    let mut low = Files::default();
    low.change("maps/kastelli", "csv", |text| {
        text.replace("05.05,orchard,NE* NW*,,,8,", "05.05,orchard,NE* NW*,,riverbed,3,")
    });
    low.scenario("kastelli");
}
