//! Counters and leaders.

use std::collections::{BTreeMap, BTreeSet};

use crate::files::{Row, facts, none_of, shipped};

fn by_id(rows: Vec<Row>) -> BTreeMap<String, Row> {
    let count = rows.len();
    let map: BTreeMap<String, Row> = rows.into_iter().map(|row| (row["id"].clone(), row)).collect();
    assert_eq!(map.len(), count, "an id stands twice");
    map
}

#[test]
fn counters_and_leaders_are_the_order_of_battle() {
    let counters = by_id(shipped("counters.csv"));
    let leaders = by_id(shipped("leaders.csv"));
    let mut faults = Vec::new();
    let named = facts("order-of-battle.csv");
    for fact in &named {
        let id = &fact["id"];
        let leader = fact["leader"] == "yes";
        let Some(row) = (if leader { &leaders } else { &counters }).get(id) else {
            faults.push(format!("{id} is missing"));
            continue;
        };
        let keys: &[&str] = if leader {
            &["side", "division", "formation"]
        } else {
            &["side", "division", "formation", "battalion", "greek"]
        };
        for key in keys {
            if row[*key] != fact[*key] {
                faults.push(format!("{id}: {key} {:?}, the text {:?}", row[*key], fact[*key]));
            }
        }
    }
    let known: BTreeSet<&str> = named.iter().map(|fact| fact["id"].as_str()).collect();
    // Rearguards are a pool of each division, not units of the order of battle (7.0). The optional counters of the
    // free drops are not listed in the text: they must be companies of 7FD, and say so (O1.0).
    for (id, row) in counters.iter().filter(|(id, _)| !id.starts_with("rearguard-")) {
        let optional = row["division"] == "7FD"
            && row["origin"] == "reconstructed"
            && row["why"].contains("optional counter of the free drops (O1.0)");
        if !known.contains(id.as_str()) && !optional {
            faults.push(format!("{id} is not in the order of battle"));
        }
    }
    // Leaders that the text does not name are our additions: they must belong to an existing formation or battalion,
    // or be Kampfgruppe Commanders of a division, and be marked.
    for (id, leader) in leaders.iter().filter(|(id, _)| !known.contains(id.as_str())) {
        let led = &leader["formation"];
        let units =
            counters.values().any(|row| row["formation"] == *led || row["battalion"] == *led)
                || (leader["kampfgruppe"] == "yes"
                    && counters.values().any(|row| row["division"] == leader["division"]));
        if !units || leader["origin"] != "reconstructed" {
            faults.push(format!("{id} leads no unit, or is not marked as reconstructed"));
        }
    }
    none_of(&faults);
}

#[test]
fn every_unit_of_every_set_up_has_a_counter() {
    let counters = by_id(shipped("counters.csv"));
    let leaders = by_id(shipped("leaders.csv"));
    let order = by_id(facts("order-of-battle.csv"));
    let mut faults = Vec::new();
    let mut scenarios = BTreeSet::new();
    for row in facts("setup.csv") {
        let (scenario, unit) = (&row["scenario"], &row["unit"]);
        scenarios.insert(scenario.clone());
        match order.get(unit) {
            Some(listed) if !listed["scenarios"].split(' ').any(|s| s == scenario) => {
                faults.push(format!("{unit} is not listed for scenario {scenario}"));
            }
            _ if counters.contains_key(unit) => {}
            _ if !leaders.contains_key(unit) => {
                faults.push(format!("scenario {scenario}: {unit} has no counter"));
            }
            _ => {}
        }
    }
    none_of(&faults);
    assert_eq!(scenarios.len(), 14);
}

#[test]
fn ratings_that_are_known_are_kept() {
    let counters = by_id(shipped("counters.csv"));
    let faults: Vec<String> = facts("ratings.csv")
        .iter()
        .filter(|fact| counters[&fact["unit"]][&fact["rating"]] != fact["value"])
        .map(|fact| format!("{}: {} must be {}", fact["unit"], fact["rating"], fact["value"]))
        .collect();
    none_of(&faults);
}

#[test]
fn counters_are_consistent() {
    let mut faults = Vec::new();
    for row in shipped("counters.csv") {
        let number = |key: &str| row[key].parse::<i32>().ok();
        let has = |key: &str| !row[key].is_empty();
        let mut say = |why: &str| faults.push(format!("{}: {why}", row["id"]));
        if has("fire") != has("fire_colour") || has("assault") != has("assault_colour") {
            say("a rating without colour, or the reverse");
        }
        let zone = number("zone").expect("a zone");
        if row["fire_colour"] == "green" && zone != 0 {
            say("green units have no fire zone");
        }
        if ["orange", "black", "brown"].contains(&row["fire_colour"].as_str()) && zone > 3 {
            say("a zone of artillery reaches 3 hexes at most");
        }
        if number("range").is_some_and(|range| zone > range) {
            say("the zone reaches beyond the range");
        }
        if has("movement") != ["leg", "wheeled", "tracked"].contains(&row["move_class"].as_str()) {
            say("movement does not fit the move class");
        }
        if has("transport") && row["move_class"] != "star" {
            say("transport for a unit that moves by itself");
        }
        if number("steps") != Some(2) && (has("reduced_fire") || has("reduced_assault")) {
            say("a back of the counter without a second step");
        }
        if (row["kind"] == "engineer") != (row["engineer"] == "yes") {
            say("engineer symbol");
        }
        if row["kind"].starts_with("aa-") != (row["aa"] == "yes") {
            say("anti-aircraft mark");
        }
        if !number("quality").is_some_and(|quality| (0..=9).contains(&quality)) {
            say("troop quality");
        }
    }
    none_of(&faults);
}

#[test]
fn every_greek_battalion_mixes_good_and_bad_companies() {
    // 2 3 3 3 4 4 over six companies, 2 3 4 over three, in the order of the companies.
    let mut battalions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in shipped("counters.csv") {
        if row["greek"] == "yes" && row["battalion"].contains("Inf") {
            battalions.entry(row["battalion"].clone()).or_default().push(row["quality"].clone());
        }
    }
    assert!(battalions.contains_key("1 Inf (Greek)"));
    for (name, qualities) in battalions {
        let expected: &[&str] = match qualities.len() {
            6 => &["2", "3", "3", "3", "4", "4"],
            _ => &["2", "3", "4"],
        };
        assert_eq!(qualities, expected, "{name}");
    }
}
