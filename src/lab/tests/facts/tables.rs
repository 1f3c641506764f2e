//! Results tables, modifiers, events, and the turns of a day.

use std::collections::BTreeSet;

use crate::files::{Row, blocks, facts, strings, toml_file};

const RIVALS: [&str; 3] = ["mild", "base", "bloody"];

/// Reads a results table and numbers its results by their index in `words`.
fn table(name: &str, words: &[&str]) -> engine::ResultsTable<usize> {
    let file = toml_file(&format!("tables/{name}.toml"));
    let rows = blocks(&file, "row");
    let raw = engine::RawTable {
        columns: strings(&file["columns"]),
        rows: rows
            .iter()
            .map(|row| engine::RawRow {
                label: row["label"].as_str().expect("a label").to_owned(),
                cells: strings(&row["cells"]),
            })
            .collect(),
    };
    engine::ResultsTable::new(&raw, "a result", |cell| words.iter().position(|w| *w == cell))
        .unwrap_or_else(|faults| panic!("{name}: {faults:?}"))
}

#[test]
fn combat_tables_are_cell_for_cell_the_source() {
    let words = ["-", "C", "S", "S?", "1", "E"];
    let listed = facts("combat-results.csv");
    for target in ["unarmoured", "armoured"] {
        let table = table(&format!("combat-{target}"), &words);
        let rows: Vec<&Row> = listed.iter().filter(|row| row["target"] == target).collect();
        let colours: Vec<&String> = rows.iter().map(|row| &row["colour"]).collect();
        assert_eq!(table.labels().iter().collect::<Vec<_>>(), colours, "{target}");
        assert_eq!(colours.len(), 9);
        for (number, row) in rows.iter().enumerate() {
            for die in 0..10 {
                let cell = words[*table.cell(number, die)];
                assert_eq!(cell, row[&die.to_string()], "{target} {} {die}", row["colour"]);
            }
        }
    }
}

#[test]
fn drops_and_landings_worsen_with_the_roll_and_from_rival_to_rival() {
    // The words are ordered from harmless to worst.
    let drop = ["none", "delay 1", "delay 2", "step", "step+delay 1", "eliminated"];
    let landing = ["none", "cohesion", "step", "step+cohesion", "eliminated"];
    for (name, words) in [("drop", &drop[..]), ("airlanding", &landing[..])] {
        let harm = RIVALS.map(|rival| {
            let table = table(&format!("{name}-{rival}"), words);
            assert_eq!(table.labels(), [name], "{rival}");
            // 4.2.1: modifiers add up without limit; rolls past 15 occur.
            (0..=16).map(|roll| *table.cell(0, roll)).collect::<Vec<usize>>()
        });
        for (rival, rolls) in RIVALS.iter().zip(&harm) {
            assert!(rolls.is_sorted(), "{name}-{rival}: {rolls:?}");
            assert_eq!(rolls.last(), Some(&(words.len() - 1)), "{name}-{rival} must kill");
        }
        for pair in harm.windows(2) {
            assert!(pair[0].iter().zip(&pair[1]).all(|(milder, harsher)| milder <= harsher));
            assert_ne!(pair[0], pair[1], "{name}");
        }
    }
}

#[test]
fn the_calendar_is_the_texts() {
    let file = toml_file("calendar.toml");
    let listed = facts("calendar.csv");
    let turns: Vec<String> = listed.iter().map(|row| row["turn"].clone()).collect();
    let night: Vec<String> =
        listed.iter().filter(|r| r["night"] == "yes").map(|r| r["turn"].clone()).collect();
    assert_eq!(strings(&file["turns"]), turns);
    assert_eq!(strings(&file["night"]), night);
    // The scenarios' lists of turns go through that day without a gap.
    let mut scenarios = 0;
    for row in facts("scenarios.csv").iter().filter(|row| row["key"] == "turns") {
        scenarios += 1;
        let names: Vec<&str> = row["value"]
            .split('|')
            .map(|turn| turn.split_once(' ').expect("day and turn").1)
            .collect();
        let place = |name: &str| turns.iter().position(|t| t == name);
        for pair in names.windows(2) {
            let (now, next) = (place(pair[0]), place(pair[1]));
            let follows = now.map(|n| (n + 1) % turns.len()) == next;
            assert!(follows && next.is_some(), "scenario {}: {pair:?}", row["scenario"]);
        }
    }
    assert_eq!(scenarios, 14);
}

#[test]
fn modifiers_the_text_states_are_kept() {
    for name in ["modifiers", "quality"] {
        let list = blocks(&toml_file(&format!("tables/{name}.toml")), "modifier");
        let mut seen = BTreeSet::new();
        for block in &list {
            let id = block["id"].as_str().unwrap();
            assert!(seen.insert(id.to_owned()), "{id} stands twice");
            assert!(block.contains_key("value") != block.contains_key("steps"), "{id}");
            if let Some(steps) = block.get("steps").and_then(toml::Value::as_array) {
                let from: Vec<i64> =
                    steps.iter().map(|step| step[0].as_integer().unwrap()).collect();
                assert!(from.is_sorted_by(|a, b| a < b), "{id}");
            }
        }
        let stated: Vec<Row> =
            facts("modifiers.csv").into_iter().filter(|fact| fact["file"] == name).collect();
        assert!(!stated.is_empty(), "{name}");
        for fact in stated {
            let block = list.iter().find(|b| b["id"].as_str() == Some(fact["id"].as_str()));
            let block = block.unwrap_or_else(|| panic!("no {}", fact["id"]));
            let value = block["value"].as_integer();
            assert_eq!(value, Some(fact["value"].parse().unwrap()), "{name} {}", fact["id"]);
            let modes = block.get("modes").map(strings).unwrap_or_default().join(" ");
            assert_eq!(modes, fact["modes"], "{name} {}", fact["id"]);
        }
    }
}

#[test]
fn the_event_cups_hold_every_event_of_the_text() {
    let cups = blocks(&toml_file("tables/events.toml"), "event");
    let known = facts("events.csv");
    for fact in &known {
        // Where the text leaves the side open, either cup may hold it.
        let held = cups.iter().any(|event| {
            let side = event["side"].as_str();
            event["id"].as_str() == Some(fact["id"].as_str())
                && (fact["side"].is_empty() || side == Some(fact["side"].as_str()))
        });
        assert!(held, "{} {}", fact["side"], fact["id"]);
    }
    let mut seen = BTreeSet::new();
    for event in &cups {
        let (id, side) = (event["id"].as_str().unwrap(), event["side"].as_str().unwrap());
        assert!(known.iter().any(|fact| fact["id"] == id), "{id} is no event");
        assert!(["german", "allied"].contains(&side), "{side}");
        assert!(seen.insert((id, side)), "{side} {id} stands twice");
        assert!(event["count"].as_integer().is_some_and(|count| count > 0), "{id}");
    }
}
