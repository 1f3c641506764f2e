//! Faults of data files: all at once, each with its place and what was expected.

use std::format;
use std::string::String;
use std::vec::Vec;

use engine::Place;

use super::desk::faults;
use crate::matrix::top;
use crate::race::ground::{MOST_OBJECTIVES, MOST_UNITS};
use crate::race::sets::MOST_HEXES;

const MAP: &str = "maps/mercury.csv";
const COUNTERS: &str = "counters/mercury.csv";

/// One spoiled file, one fault, told so that its author can mend it.
#[test]
fn every_fault_has_its_place() {
    let cases: &[(&'static str, &str, &str, &str, &str)] = &[
        ("mercury.toml", "victory_points = 10", "victory_points = 16", "victory_points", "1 to 15"),
        (
            "mercury.toml",
            "\"0502\", \"0409\", \"0416\", \"0724\"",
            "\"0502\", \"9999\", \"0416\", \"0724\"",
            "sources.allied",
            "row and column",
        ),
        ("mercury.toml", "hexes = [\"0904\"]", "hexes = [\"1004\"]", "airfield.hexes", "enter"),
        (
            "mercury.toml",
            "airfield = \"Maleme\"",
            "airfield = \"Malleme\"",
            "box.airfield",
            "Maleme",
        ),
        ("mercury.toml", "with = \"1-welch\"", "with = \"1-wels\"", "leader.with", "1-welch"),
        ("mercury.toml", "why = \"small port\"", "why = \"\"", "objective.why", "where the value"),
        (
            "mercury.toml",
            "hex = \"0710\"\npoints = 1",
            "hex = \"0710\"\npoints = 0",
            "objective.points",
            "1 or more",
        ),
        (
            "mercury.toml",
            "[options]",
            "[options]\nweather = true",
            "options.weather",
            "scenario show",
        ),
        (MAP, "0904,clear", "0904,claer", "terrain", "clear"),
        (MAP, "0904,clear", "09.4,clear", "hex", "0904"),
        (COUNTERS, "21 Bn,new-zealand", "21 Bn,newzealand", "nationality", "new-zealand"),
        (COUNTERS, "Brigade,4,3,3,,0805", "Brigade,4,0,3,,0805", "endurance", "1 or more"),
        (COUNTERS, "Brigade,4,3,3,,0805", "Brigade,4,3,9,,0805", "movement", "1 to 6"),
        (COUNTERS, ",,0805,,1", ",,0805,,11", "turn", "1 to 10"),
        (COUNTERS, ",,0805,,1", ",,,,1", "hex", "a hex, a box or an edge"),
        ("tables/base.toml", "\"3/0\"", "\"3-0\"", "rows", "columns 1:3"),
        ("tables/base.toml", "\"1:3\"", "\"1:4\"", "columns", "columns 1:3"),
    ];
    for (file, from, to, key, expected) in cases {
        let found = faults("mercury", &[(file, from, to)]);
        let stem = file.rsplit_once('.').map_or(*file, |(stem, _)| stem);
        let fault = found.iter().find(|f| f.key == *key && f.file == stem);
        let fault = fault.unwrap_or_else(|| panic!("{to}: {found:#?}"));
        assert!(fault.expected.contains(expected), "{to}: {fault:?}");
        assert_ne!(fault.place, Place::Whole, "{to}: {fault:?}");
    }
}

/// Roads and rivers stand on both sides of their hexside.
#[test]
fn a_one_sided_road_is_a_fault() {
    let found = faults("mercury", &[(MAP, "0904,clear,NE SW NW", "0904,clear,NE SW")]);
    assert!(found.iter().any(|f| f.key == "roads" && f.problem.contains("0904")), "{found:?}");
}

/// Faults of several files come together.
#[test]
fn all_faults_at_once() {
    let found = faults(
        "market-garden",
        &[
            ("market-garden.toml", "victory_points = 10", "victory_points = 0"),
            ("market-garden.toml", "boat_crossing = false", "boat_crossing = true"),
            ("counters/market-garden.csv", "501 PIR,american", "501 PIR,amerikan"),
            ("tables/base.toml", "\"3/0\"", "\"x\""),
        ],
    );
    let keys: alloc::vec::Vec<_> = found.iter().map(|f| f.key.as_str()).collect();
    for key in ["victory_points", "options.boat_crossing", "nationality", "rows"] {
        assert!(keys.contains(&key), "{key} is missing: {keys:?}");
    }
}

/// The rival tables are whole, and differ from the base as they say.
#[test]
fn rival_tables() {
    let cell = |table: &str, column, die| {
        let desk = super::Desk::mercury(&[&alloc::format!("table={table}")]);
        *desk.race.board.table.result(column, die)
    };
    assert_eq!(cell("base", 0, 1), (3, 0));
    assert_eq!(cell("mild", 0, 1), (2, 0));
    assert_eq!(cell("bloody", 6, 6), (0, 5));
    assert_eq!(cell("bloody", 6, 4), cell("base", 6, 4));
}

#[test]
fn objectives_are_at_most_as_many_as_a_bot_weighs() {
    let more = "[[objective]]\nhex = \"0904\"\npoints = 1\norigin = \"reconstructed\"\nwhy = \"one too many\"\n\n";
    let many = more.repeat(MOST_OBJECTIVES) + "[[objective]]";
    let found = faults("mercury", &[("mercury.toml", "[[objective]]", &many)]);
    assert!(found.iter().any(|fault| fault.problem.contains("objectives")), "{found:?}");
}

/// The problem of a key that says how much of something there may be, once more of it stands in a file.
fn limit(file: &'static str, key: &str, from: &str, to: &str) -> Option<(String, String)> {
    let about_length =
        |fault: &&engine::Fault| fault.key == key && fault.expected.starts_with("at most");
    let found = faults("mercury", &[(file, from, to)]);
    found.iter().find(about_length).map(|fault| (fault.problem.clone(), fault.expected.clone()))
}

/// A list of the greatest length is fine, one entry more is a fault that says the limit.
#[test]
fn lists_are_as_long_as_their_numbers_go() {
    let text = std::fs::read_to_string(top().join("scenarios/race/mercury.toml")).unwrap();
    let blocks = [
        ("box", 255, "of them", "letter = \"x\"\nname = \"n\"\n"),
        ("airfield", 255, "of them", "name = \"n\"\nhexes = []\n"),
        ("leader", 255, "of them", "name = \"n\"\nside = \"german\"\nwith = \"u\"\n"),
        (
            "objective",
            MOST_OBJECTIVES,
            "objectives",
            "hex = \"0904\"\npoints = 1\norigin = \"text\"\nwhy = \"w\"\n",
        ),
    ];
    for (key, most, of, entry) in blocks {
        let head = format!("[[{key}]]\n");
        let there = text.matches(&head).count();
        let added = |more: usize| format!("{head}{entry}").repeat(more) + &head;
        let fine = added(most - there);
        // There is always a fault: an empty place, a hex that is named twice.
        assert_eq!(limit("mercury.toml", key, &head, &fine), None, "{key}");
        let told = (format!("{} {of}", most + 1), format!("at most {most}"));
        let long = added(most + 1 - there);
        assert_eq!(limit("mercury.toml", key, &head, &long), Some(told), "{key}");
    }
}

#[test]
fn units_and_hexes_are_as_many_as_their_sets_hold() {
    let lists = [(COUNTERS, "id", "units", MOST_UNITS), (MAP, "hex", "hexes", MOST_HEXES)];
    for (file, key, of, most) in lists {
        let text = std::fs::read_to_string(top().join("scenarios/race").join(file)).unwrap();
        let mut lines = text.lines();
        let (head, first) = (lines.next().unwrap(), lines.next().unwrap());
        let (_, rest) = first.split_once(',').unwrap();
        let all = |more: usize| -> String {
            let rows: Vec<String> = (0..more).map(|row| format!("x{row},{rest}\n")).collect();
            format!("{head}\n{}", rows.concat())
        };
        // Counters of optional rules are not in play.
        let there = text.lines().skip(1).filter(|line| !line.contains(",irregulars,")).count();
        let fine = limit(file, key, &format!("{head}\n"), &all(most - there));
        assert_eq!(fine, None, "{most} {of}");
        let told = (format!("{} {of}", most + 1), format!("at most {most}"));
        let long = limit(file, key, &format!("{head}\n"), &all(most + 1 - there));
        assert_eq!(long, Some(told));
    }
}
