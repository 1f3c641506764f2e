//! What terrain does.

use crate::files::{SHEETS, blocks, facts, toml_file};
use crate::maps::sheet;

const CLASSES: [&str; 3] = ["leg", "wheeled", "tracked"];

fn kinds() -> Vec<toml::Table> {
    blocks(&toml_file("terrain.toml"), "terrain")
}

fn kind(name: &str) -> toml::Table {
    kinds()
        .into_iter()
        .find(|k| k["name"].as_str() == Some(name))
        .unwrap_or_else(|| panic!("terrain.toml has no {name}"))
}

/// Cost to enter: not in column, in column.
fn costs(kind: &toml::Table, class: &str) -> [i64; 2] {
    let pair = kind["enter"][class].as_array().expect("a pair");
    assert_eq!(pair.len(), 2, "{class}");
    [pair[0].as_integer().unwrap(), pair[1].as_integer().unwrap()]
}

#[test]
fn terrain_does_what_the_text_says() {
    for fact in facts("terrain.csv") {
        let name = fact["terrain"].as_str();
        let kind = kind(name);
        assert_eq!(kind["sight"].as_str(), Some(fact["sight"].as_str()), "{name}");
        assert_eq!(kind["fire"].as_integer(), Some(fact["fire"].parse().unwrap()), "{name}");
        assert_eq!(kind["drop"].as_bool(), Some(fact["drop"] == "yes"), "{name}");
        if fact["vehicles_out_of_column"] == "no" {
            assert_eq!(costs(&kind, "wheeled")[0], -1, "{name}");
            assert_eq!(costs(&kind, "tracked")[0], -1, "{name}");
        }
    }
    for closed in ["sea", "impassable"] {
        for class in CLASSES {
            assert_eq!(costs(&kind(closed), class), [-1, -1], "{closed} {class}");
        }
    }
}

#[test]
fn rubble_roads_and_slopes_are_the_texts() {
    // 2.9: cover one better; the hex costs more to enter than the city it was.
    let (rubble, city) = (kind("rubble"), kind("city"));
    assert_eq!(rubble["fire"].as_integer(), Some(-1));
    for (ruined, whole) in costs(&rubble, "leg").iter().zip(costs(&city, "leg")) {
        assert!(*ruined > whole);
    }
    let file = toml_file("terrain.toml");
    // 2.8: half a movement point.
    assert_eq!(file["road_halves"].as_integer(), Some(1));
    // 2.10: two more, in column one more; vehicles pay double.
    assert_eq!(file["slope_leg"], toml::Value::from(vec![2, 1]));
    assert_eq!(file["slope_factor"].as_integer(), Some(2));
}

#[test]
fn the_chart_covers_the_maps_and_nothing_is_dearer_in_column() {
    let kinds = kinds();
    let names: Vec<&str> = kinds.iter().map(|k| k["name"].as_str().unwrap()).collect();
    for name in SHEETS {
        for (at, place) in sheet(name) {
            assert!(names.contains(&place.terrain.as_str()), "{name} {at:?}: {}", place.terrain);
        }
    }
    for (kind, name) in kinds.iter().zip(names) {
        for class in CLASSES {
            let [open, column] = costs(kind, class);
            assert!(open == -1 || (column != -1 && column <= open), "{name} {class}");
        }
    }
}
