//! Where every value comes from.

use crate::files::{SHEETS, blocks, none_of, shipped, toml_file};

const ORIGINS: [&str; 5] = ["text", "public", "geography", "reconstructed", "corrected"];

/// What is wrong with an origin and its reason.
fn fault(place: &str, origin: &str, why: Option<&str>) -> Option<String> {
    if !ORIGINS.contains(&origin) {
        return Some(format!("{place}: origin {origin:?}, expected one of {ORIGINS:?}"));
    }
    let empty = why.is_some_and(|why| why.trim().is_empty());
    empty.then(|| format!("{place}: no reason"))
}

#[test]
fn every_row_has_an_origin_and_a_reason() {
    let mut faults = Vec::new();
    for name in SHEETS {
        // Hexes have no column for a reason; the sheet gives it.
        for row in shipped(&format!("maps/{name}.csv")) {
            faults.extend(fault(&format!("{name} {}", row["hex"]), &row["origin"], None));
        }
    }
    for name in ["counters.csv", "leaders.csv"] {
        for row in shipped(name) {
            let place = format!("{name} {}", row["id"]);
            faults.extend(fault(&place, &row["origin"], Some(&row["why"])));
        }
    }
    none_of(&faults);
}

#[test]
fn every_table_and_block_has_an_origin_and_a_reason() {
    let mut faults = Vec::new();
    let mut check = |place: &str, block: &toml::Table| {
        let field = |key: &str| block.get(key).and_then(toml::Value::as_str).unwrap_or_default();
        faults.extend(fault(place, field("origin"), Some(field("why"))));
    };
    let whole = [
        "calendar.toml",
        "terrain.toml",
        "tables/combat-unarmoured.toml",
        "tables/combat-armoured.toml",
        "tables/drop-base.toml",
        "tables/drop-mild.toml",
        "tables/drop-bloody.toml",
        "tables/airlanding-base.toml",
        "tables/airlanding-mild.toml",
        "tables/airlanding-bloody.toml",
    ];
    for name in whole {
        check(name, &toml_file(name));
    }
    for (name, key, label) in [
        ("maps/sheets.toml", "sheet", "name"),
        ("terrain.toml", "terrain", "name"),
        ("tables/modifiers.toml", "modifier", "id"),
        ("tables/quality.toml", "modifier", "id"),
        ("tables/events.toml", "event", "id"),
    ] {
        for block in blocks(&toml_file(name), key) {
            let label = block[label].as_str().expect("a name").to_owned();
            check(&format!("{name} {label}"), &block);
        }
    }
    none_of(&faults);
}
