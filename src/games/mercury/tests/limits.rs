//! What the game can number: a list of the greatest length is fine, one entry more is a fault that says the limit.

use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use engine::{FromSetup as _, Sources as _};

use super::desk::Files;
use crate::mercury::state::Battle;

/// Entries of a list of tables in the shipped scenario.
fn shipped(table: &toml::Table, block: &str) -> Vec<toml::Table> {
    let list = table.get(block).and_then(toml::Value::as_array).cloned().unwrap_or_default();
    list.into_iter().map(|entry| entry.try_into().unwrap()).collect()
}

/// Units of all entries of a list of tables.
fn units(table: &toml::Table, block: &str) -> usize {
    let of = |entry: &toml::Table| entry["units"].as_array().map_or(0, Vec::len);
    shipped(table, block).iter().map(of).sum()
}

/// The problem of a key in a scenario with some more text, and what was expected.
fn fault(key: &str, edit: impl FnOnce(String) -> String) -> Option<(String, String)> {
    let mut files = Files::default();
    files.change("kastelli", "toml", edit);
    let setup = Battle::read(&mut files, "kastelli").expect("the files can be read");
    let faults = Battle::from_setup(setup).expect_err("nobody checks the rest of these entries");
    let about_length = |fault: &&engine::Fault| fault.expected.starts_with("at most");
    let fault = faults.iter().filter(about_length).find(|fault| fault.key == key)?;
    Some((fault.problem.clone(), fault.expected.clone()))
}

/// A number of ids, in quotation marks.
fn names(count: usize) -> String {
    let names: Vec<String> = (0..count).map(|number| format!("\"u{number}\"")).collect();
    names.join(", ")
}

/// Wants that `most` entries are fine for a list of `there` entries, and one more is not.
fn wants(key: &str, there: usize, most: usize, of: &str, add: impl Fn(usize, String) -> String) {
    assert_eq!(fault(key, |text| add(most - there, text)), None, "{most} {key}");
    let told = (format!("{} {of}", most + 1), format!("at most {most}"));
    assert_eq!(fault(key, |text| add(most + 1 - there, text)), Some(told), "{key}");
}

#[test]
fn lists_of_blocks_are_as_long_as_their_numbers_go() {
    let table: toml::Table = Files::default().toml("kastelli").unwrap();
    let blocks = [
        ("division", "id = \"d\"\nname = \"d\"\nside = \"german\"\nrating = 1\npoints = 1\n"),
        ("formation", "name = \"f\"\ndivision = \"5GD\"\n"),
        ("leader", "id = \"l\"\n"),
        ("objective", "name = \"o\"\nhex = \"09.04\"\ncontrol = \"german\"\n"),
        ("stick", "name = \"s\"\nturn = \"t\"\nunits = []\nzone = []\nwithin = 0\n"),
        ("serial", "name = \"s\"\nunits = []\n"),
        ("reinforcement", "units = [\"u\"]\nturn = \"t\"\nhex = \"h\"\n"),
        ("air_support", "turn = \"t\"\ndivision = \"5GD\"\nstrikes = 1\n"),
        ("attachment", "battalion = \"b\"\nto = \"f\"\n"),
    ];
    for (key, entry) in blocks {
        let there = match key {
            "reinforcement" => units(&table, key),
            "stick" => shipped(&table, key).len() + shipped(&table, "reinforcement").len(),
            _ => shipped(&table, key).len(),
        };
        wants(key, there, 255, "of them", |more, text| {
            text + &format!("\n[[{key}]]\n{entry}").repeat(more)
        });
    }
}

#[test]
fn units_are_as_many_as_their_numbers_go() {
    let table: toml::Table = Files::default().toml("kastelli").unwrap();
    // Whoever sets up is asked for, unit by unit and leader by leader.
    let placed = units(&table, "setup") + shipped(&table, "leader").len();
    wants("setup", placed, 2_000, "of them", |more, text| {
        text + &format!("\n[[setup]]\nunits = [{}]\nhexes = [\"01.01\"]\n", names(more))
    });
    for (block, rest) in [("stick", "turn = \"t\"\nzone = []\nwithin = 0\n"), ("serial", "")] {
        let key = format!("{block}.{}.units", shipped(&table, block).len());
        wants(&key, 0, 255, "units", |more, text| {
            text + &format!("\n[[{block}]]\nname = \"s\"\n{rest}units = [{}]\n", names(more))
        });
    }
    wants("trucks", 0, 255, "of them", |more, text| {
        text + &format!("\n[trucks]\nsheets = [\"kastelli\"]\nat_start = [{}]\n", names(more))
    });
    let platoons = |entry: &toml::Table| {
        let terms = entry.get("rearguards").and_then(toml::Value::as_table);
        terms.map_or(0, |terms| terms["count"].as_integer().unwrap() as usize)
    };
    let in_play = ["setup", "reinforcement", "stick", "serial"].map(|block| units(&table, block));
    let there: usize = in_play.iter().sum::<usize>()
        + shipped(&table, "division").iter().map(platoons).sum::<usize>();
    wants("setup", there, 2_000, "units are in play", |more, text| {
        let serial = |count| format!("\n[[serial]]\nname = \"s\"\nunits = [{}]\n", names(count));
        text + &serial(100).repeat(more / 100) + &serial(more % 100)
    });
}

#[test]
fn groups_and_sheets_are_as_many_as_their_numbers_go() {
    let goal = |key: &'static str, entry: &'static str| {
        move |more: usize, text: String| {
            let list = [entry].repeat(more).join(", ");
            text.replace("[victory]\n", &format!("[victory]\n{key} = [{list}]\n"))
        }
    };
    wants("victory.any_of", 0, 255, "of them", goal("any_of", "[\"09.04\"]"));
    // Three hexes touch at most for each of them.
    let many = |count| {
        fault("victory.two_connected", |text| goal("two_connected", "\"09.04\"")(count, text))
    };
    assert_eq!(many(85), None);
    assert_eq!(many(86), Some(("258 of them".to_string(), "at most 255".to_string())));
    wants("sheets", 0, 32, "of them", |more, text| {
        let list = ["\"kastelli\""].repeat(more).join(", ");
        text.replace("sheets = [\"kastelli\"]", &format!("sheets = [{list}]"))
    });
}
