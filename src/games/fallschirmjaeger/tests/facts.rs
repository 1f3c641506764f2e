//! The coverage matrix against the tests, and faults of the files.

use std::string::String;
use std::vec;
use std::vec::Vec;

use super::desk::{Desk, faults};
use crate::fallschirmjaeger::ground::HexSet;
use crate::matrix::{is_a_test, matrix, top};

/// Every statement of the rules has a row; a row names a file that is there and a test that is.
#[test]
fn the_matrix_holds() {
    for (row, fact) in matrix("fallschirmjaeger") {
        let hint = fact.scope == "hint";
        let fits = match row.status.as_str() {
            "played" | "no effect" => !hint,
            "advice" => hint,
            _ => false,
        };
        assert!(fits, "{}: {} for a rule of scope {}", row.id, row.status, fact.scope);
        assert!(top().join(&row.code).is_file(), "{}: no file {}", row.id, row.code);
        let found = is_a_test(&["src/games/fallschirmjaeger/tests"], &row.test);
        assert!(found, "{}: no test {}", row.id, row.test);
    }
}

/// The first fault of a scenario with a text replaced: file, key, problem.
fn fault(file: &'static str, from: &str, to: &str) -> (String, String, String) {
    let found = faults("moerdijk", &[(file, from, to)]);
    let first = found.into_iter().next().expect("there is a fault");
    (first.file, first.key, first.problem)
}

#[test]
fn faults_name_file_key_and_problem() {
    let cases: [(&str, &str, &str, &str, &str, &str); 12] = [
        (
            "moerdijk.toml",
            "kind = \"bridges\"",
            "kind = \"bridge\"",
            "moerdijk",
            "victory.kind",
            "\"bridge\" is not known here",
        ),
        (
            "moerdijk.toml",
            "days = [10, 10, 10]",
            "days = [10, 10]",
            "moerdijk",
            "days",
            "2 days of 3 turns",
        ),
        ("moerdijk.toml", "night = []", "night = [4]", "moerdijk", "night", "turn 4"),
        (
            "moerdijk.toml",
            "ju-87 = 2",
            "ju-86 = 2",
            "moerdijk",
            "support.fixed",
            "type of aircraft \"ju-86\" is not known",
        ),
        (
            "setups/moerdijk.csv",
            "3-3-gb,2.26",
            "3-3-gv,2.26",
            "setups/moerdijk",
            "counter",
            "counter \"3-3-gv\" is not known",
        ),
        (
            "setups/moerdijk.csv",
            "3-3-gb,2.26",
            "3-3-gb,99.26",
            "setups/moerdijk",
            "entry",
            "hex or way \"99.26\" is not known",
        ),
        (
            "setups/moerdijk.csv",
            "3-3-gb,2.26",
            "3-3-gb,drop",
            "setups/moerdijk",
            "entry",
            "3-3-gb comes by air",
        ),
        (
            "counters.csv",
            "infantry,4,0,0,6,foot",
            "infantri,4,0,0,6,foot",
            "counters",
            "class",
            "class \"infantri\" is not known",
        ),
        (
            "counters.csv",
            "infantry,4,0,0,6,foot",
            "infantry,0,0,0,6,foot",
            "counters",
            "strength",
            "3-3-gb fights with 0",
        ),
        (
            "tables/terrain.toml",
            "name = \"open\"",
            "name = \"opem\"",
            "tables/terrain",
            "terrain.0.name",
            "terrain \"opem\" is not known",
        ),
        (
            "tables/combat.toml",
            "\"A3r1\"",
            "\"A3x1\"",
            "tables/combat",
            "rows",
            "cell \"A3x1\" is no result",
        ),
        (
            "theatre.toml",
            "hex = \"30.24\"",
            "hex = \"30.99\"",
            "theatre",
            "airfield.0.hex",
            "hex \"30.99\" is not known",
        ),
    ];
    for (file, from, to, name, key, problem) in cases {
        let (found, at, what) = fault(file, from, to);
        assert_eq!(
            (found.as_str(), at.as_str(), what.as_str()),
            (name, key, problem),
            "{file}: {to}"
        );
    }
}

#[test]
fn all_faults_are_told_at_once() {
    let edits = [
        ("moerdijk.toml", "days = [10, 10, 10]", "days = [10, 10]"),
        ("counters.csv", "infantry,4,0,0,6,foot", "infantry,0,0,0,6,foot"),
        ("setups/moerdijk.csv", "5.26,1,,text", "5.26,0,,text"),
    ];
    let keys: Vec<String> = faults("moerdijk", &edits).into_iter().map(|fault| fault.key).collect();
    for key in ["days", "strength", "turn"] {
        assert!(keys.iter().any(|known| known == key), "{key}: {keys:?}");
    }
}

/// Whether the theatre is sound with so many more of its first bridge, or its first airfield.
fn more(head: &'static str, block: &str, count: usize) -> Vec<String> {
    let many = std::format!("{block}\n\n").repeat(count);
    let edits = std::vec![("theatre.toml", head.into(), many + head)];
    let setup = super::desk::setup("fortress-holland", edits);
    match <crate::fallschirmjaeger::Holland as engine::FromSetup>::from_setup(setup) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.into_iter().map(|fault| fault.expected).collect(),
    }
}

#[test]
fn lists_have_room_for_the_limit_and_for_no_more() {
    let bridge = "[[bridge]]\nname = \"Spare\"\nends = [[\"13.19\"], [\"14.19\"]]\npoints = 1";
    let head = "[[bridge]]\nname = \"Moerdijk railway bridge\"";
    assert_eq!(more(head, bridge, 11), [""; 0], "16 with the five of the map");
    assert_eq!(more(head, bridge, 12), ["at most 16"]);
    let field = "[[airfield]]\nname = \"Spare\"\nhex = \"9.20\"\nnormal = 1\nmost = 1\npoints = 1\nhead = \"head-1\"";
    let head = "[[airfield]]\nname = \"Waalhaven\"";
    assert_eq!(more(head, field, 4), [""; 0]);
    assert_eq!(more(head, field, 5), ["at most 8"]);
}

#[test]
fn the_map_has_no_holes_around_which_hexes_are_farther_than_they_look() {
    for desk in [Desk::moerdijk(&[]), Desk::den_haag(&[]), Desk::fortress(&[])] {
        let board = &desk.game.board;
        for hex in board.map.ids() {
            let mut near = vec![hex];
            near.extend(board.near(hex).map(|(_, near)| near));
            let beyond = near.iter().flat_map(|&near| board.near(near)).map(|(_, far)| far);
            let walked: HexSet = near.iter().copied().chain(beyond).collect();
            let looked: HexSet = board.within(hex, 2).into_iter().collect();
            assert_eq!(walked, looked, "around {}", board.place(hex));
        }
    }
}
