//! Files each for itself: the calendar, terrain, tables of modifiers and events, counters, leaders and sheets.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::ToString;

use engine::Side;

use super::super::super::sheets::EventEntry;
use super::super::{At, Faults, SHEETS, Setup};
use super::MOST;

/// Kinds of units.
const KINDS: [&str; 23] = [
    "infantry",
    "para",
    "glider",
    "mountain-infantry",
    "motorcycle-infantry",
    "bicycle-recon",
    "commando",
    "engineer",
    "police",
    "hq",
    "mg",
    "mortar",
    "heavy-weapons",
    "at",
    "gun",
    "artillery",
    "coast-artillery",
    "aa-light",
    "aa-heavy",
    "tank",
    "truck",
    "naval",
    "rearguard",
];

/// The kind of platoons without steps (4.5).
const REARGUARD: &str = "rearguard";

/// What stands in the column `formation` for units that have no leader's formation.
const NO_FORMATION: [&str; 5] = ["Independent", "Greek", "Truck", "Coastal", "Naval"];

/// What is wrong with the files each for itself.
pub(in super::super) fn files(setup: &Setup, faults: &mut Faults) {
    calendar(setup, faults);
    terrain(setup, faults);
    modifiers(setup, faults);
    events(setup, faults);
    counters(setup, faults);
    leaders(setup, faults);
    sheets(setup, faults);
}

/// The turns of a day: each once, and nights that are turns.
fn calendar(setup: &Setup, faults: &mut Faults) {
    let (file, day) = (&setup.scenario.files.calendar, &setup.calendar);
    for (place, turn) in day.turns.iter().enumerate() {
        let key = format!("turns.{place}");
        if turn.is_empty() || turn.contains(char::is_whitespace) {
            faults.add(At::whole(file, &key), format!("turn {turn:?}"), "one word, like `0900`");
        }
        if day.turns[..place].contains(turn) {
            faults.add(
                At::whole(file, &key),
                format!("turn {turn} stands twice"),
                "each turn once",
            );
        }
    }
    if day.turns.is_empty() {
        faults.add(At::whole(file, "turns"), "a day has no turns", "at least one");
    }
    for (place, night) in day.night.iter().enumerate() {
        let key = format!("night.{place}");
        if !day.turns.contains(night) {
            let known = day.turns.iter().cloned();
            faults.unknown(At::whole(file, &key), "turn of the day", night, known);
        }
        if day.night[..place].contains(night) {
            faults.add(
                At::whole(file, &key),
                format!("turn {night} stands twice"),
                "each turn once",
            );
        }
    }
    if day.night.is_empty() {
        faults.doubt(At::whole(file, "night"), "no turn is at night", "the last of the day");
    } else if day.turns.iter().all(|turn| day.night.contains(turn)) {
        faults.doubt(At::whole(file, "night"), "every turn is at night", "the last of the day");
    }
}

/// Numbers of the terrain's file that no chart has.
fn terrain(setup: &Setup, faults: &mut Faults) {
    let (file, terrain) = (&setup.scenario.files.terrain, &setup.terrain);
    if !(1..=60).contains(&terrain.road_halves) {
        let problem = format!("a hex by road costs {} half points", terrain.road_halves);
        faults.add(At::whole(file, "road_halves"), problem, "1 to 60");
    }
    if !(1..=10).contains(&terrain.slope_factor) {
        let problem = format!("a slope costs {} times the hex", terrain.slope_factor);
        faults.add(At::whole(file, "slope_factor"), problem, "1 to 10");
    }
    if terrain.slope_leg.iter().any(|&points| points > 30) {
        let problem = format!("a slope costs {:?} more", terrain.slope_leg);
        faults.add(At::whole(file, "slope_leg"), problem, "0 to 30 movement points");
    }
    for (place, kind) in terrain.kinds.iter().enumerate() {
        let key = |last: &str| format!("terrain.{place}.{last}");
        if terrain.kinds[..place].iter().any(|other| other.name == kind.name) {
            let problem = format!("terrain {} stands twice", kind.name);
            faults.add(At::whole(file, &key("name")), problem, "one [[terrain]] a name");
        }
        if kind.name.trim().is_empty() {
            faults.add(At::whole(file, &key("name")), "terrain without a name", "a name");
        }
        if !(-9..=9).contains(&kind.fire) {
            let problem = format!("{} adds {} to fire", kind.name, kind.fire);
            faults.add(At::whole(file, &key("fire")), problem, "-9 to 9");
        }
        for (class, costs) in [
            ("leg", kind.enter.leg),
            ("wheeled", kind.enter.wheeled),
            ("tracked", kind.enter.tracked),
        ] {
            if costs.contains(&0) {
                let problem = format!("{} costs nothing to enter", kind.name);
                let key = key(&format!("enter.{class}"));
                faults.add(At::whole(file, &key), problem, "1 to 30 points, or -1 for forbidden");
            }
        }
    }
    if terrain.kinds.len() > MOST {
        let problem = format!("{} kinds of terrain", terrain.kinds.len());
        faults.add(At::whole(file, "terrain"), problem, format!("at most {MOST}"));
    }
}

/// No modifier is more than a die; what else must be true of them is seen where they are looked up.
fn modifiers(setup: &Setup, faults: &mut Faults) {
    let files = &setup.scenario.files;
    let ratings =
        setup.modifiers.modifiers.iter().map(|entry| (&entry.id, entry.value, &entry.steps));
    let quality =
        setup.quality.modifiers.iter().map(|entry| (&entry.id, entry.value, &entry.steps));
    let entries = ratings.map(|entry| (&files.modifiers, entry));
    for (file, (id, value, steps)) in entries.chain(quality.map(|entry| (&files.quality, entry))) {
        let steps = steps.iter().flatten().map(|&(_, value)| value);
        if value.into_iter().chain(steps).any(|value| !(-9..=9).contains(&value)) {
            let problem = format!("modifier {:?} is more than a die", id.get_ref());
            faults.add(At::value(file, "modifier.value", id), problem, "-9 to 9");
        }
    }
}

/// Each event counter of a cup in one block.
fn events(setup: &Setup, faults: &mut Faults) {
    let Some(list) = &setup.events else { return };
    let file = setup.scenario.files.events.as_deref().unwrap_or_default();
    for (place, entry) in list.events.iter().enumerate() {
        let same = |other: &EventEntry| (&other.id, other.side) == (&entry.id, entry.side);
        if list.events[..place].iter().any(same) {
            let problem = format!("{} {} stands twice", entry.side.word(), entry.id);
            let key = format!("event.{place}.id");
            faults.add(At::whole(file, &key), problem, "one [[event]] a side, with its `count`");
        }
        if entry.count > 20 {
            let problem = format!("{} counters {}", entry.count, entry.id);
            faults.add(At::whole(file, &format!("event.{place}.count")), problem, "0 to 20");
        }
    }
}

/// Rows of the counters' file, whether or not their units are in play.
fn counters(setup: &Setup, faults: &mut Faults) {
    let file = setup.scenario.files.counters.as_str();
    let mut members: BTreeMap<&str, u32> = BTreeMap::new();
    for row in &setup.counters {
        *members.entry(row.formation.as_str()).or_default() += 1;
    }
    let led: BTreeSet<&str> = setup.leaders.iter().map(|row| row.formation.as_str()).collect();
    let named = |name: &str| {
        let mut formations = setup.scenario.formations.iter();
        formations.any(|entry| entry.name.get_ref() == name)
    };
    for (line, row) in setup.counters.iter().enumerate() {
        let at = |key| At::row(file, key, line);
        for (key, word) in [("id", &row.id), ("name", &row.name)] {
            if word.trim().is_empty() {
                faults.add(at(key), "a counter without one", format!("its {key}"));
            }
        }
        if !KINDS.contains(&row.kind.as_str()) {
            let known = KINDS.iter().map(ToString::to_string);
            faults.unknown(at("kind"), "kind of unit", &row.kind, known);
        }
        // A name that nobody else bears is misspelt.
        let alone = members.get(row.formation.as_str()).is_none_or(|&count| count < 2);
        let known = NO_FORMATION.contains(&row.formation.as_str())
            || led.contains(row.formation.as_str())
            || named(&row.formation);
        if row.formation.trim().is_empty() || (alone && !known) {
            let others = members.iter().filter(|&(_, &count)| count > 1);
            let others = others.map(|(name, _)| (*name).to_string());
            faults.unknown(at("formation"), "formation", &row.formation, others);
        }
        if row.steps == 0 && row.kind != REARGUARD {
            faults.add(at("steps"), format!("{} has no steps", row.id), "1 or 2; 0 for rearguards");
        }
        if row.range.is_some_and(|range| !(1..=60).contains(&range)) {
            let problem = format!("{} fires {} hexes far", row.id, row.range.unwrap_or(0));
            faults.add(at("range"), problem, "1 to 60");
        }
        if row.zone.is_some_and(|zone| zone > 3) {
            let problem = format!("{} has a zone of {} hexes", row.id, row.zone.unwrap_or(0));
            faults.add(at("zone"), problem, "0 to 3");
        }
        if row.movement == Some(0) {
            let problem = format!("{} has no movement points", row.id);
            faults.add(at("movement"), problem, "1 or more; empty for those that cannot move");
        }
        if row.greek == "yes" && row.side == Side::German {
            faults.add(at("greek"), format!("{} is German and Greek", row.id), "no");
        }
        for (key, back, front) in [
            ("reduced_fire", row.reduced_fire, row.fire),
            ("reduced_assault", row.reduced_assault, row.assault),
        ] {
            let Some(back) = back else { continue };
            let most = front.unwrap_or(-1);
            if !(0..=most).contains(&back) || row.steps < 2 {
                let problem = format!(
                    "{back} on the back of {}, {} of {} steps",
                    row.id,
                    front.map_or("nothing on its front".into(), |front| format!(
                        "{front} on its front"
                    )),
                    row.steps
                );
                faults.add(
                    at(key),
                    problem,
                    "no more than the full rating, of a unit of two steps",
                );
            }
        }
    }
}

/// Rows of the leaders' file.
fn leaders(setup: &Setup, faults: &mut Faults) {
    let file = setup.scenario.files.leaders.as_str();
    for (line, row) in setup.leaders.iter().enumerate() {
        let at = |key| At::row(file, key, line);
        if setup.leaders[..line].iter().any(|other| other.id == row.id) {
            faults.add(at("id"), format!("two leaders have the id {:?}", row.id), "one row an id");
        }
        for (key, word) in [("id", &row.id), ("name", &row.name), ("formation", &row.formation)] {
            if word.trim().is_empty() {
                faults.add(at(key), "a leader without one", format!("his {key}"));
            }
        }
        if !["yes", "no"].contains(&row.kampfgruppe.as_str()) {
            let problem = format!("{:?} is neither yes nor no", row.kampfgruppe);
            faults.add(at("kampfgruppe"), problem, "yes or no");
        }
        for (key, hexes) in [
            ("range", row.range),
            ("attachment", row.attachment),
            ("replacement_range", row.replacement_range),
            ("replacement_attachment", row.replacement_attachment),
        ] {
            if hexes > 30 {
                faults.add(at(key), format!("{} leads {hexes} hexes far", row.name), "0 to 30");
            }
        }
    }
    for (place, entry) in setup.scenario.leaders.iter().enumerate() {
        let id = entry.id.get_ref();
        if setup.scenario.leaders[..place].iter().any(|other| other.id.get_ref() == id) {
            let at = At::value(&setup.name, "leader.id", &entry.id);
            faults.add(at, format!("leader {id:?} stands twice"), "one [[leader]] a leader");
        }
    }
}

/// Frames of the sheets, and that each stands once.
fn sheets(setup: &Setup, faults: &mut Faults) {
    for (place, sheet) in setup.sheets.sheets.iter().enumerate() {
        if setup.sheets.sheets[..place].iter().any(|other| other.name == sheet.name) {
            let key = format!("sheet.{place}.name");
            let problem = format!("sheet {} stands twice", sheet.name);
            faults.add(At::whole(SHEETS, &key), problem, "one [[sheet]] a name");
        }
        for (key, [first, last]) in [("columns", sheet.columns), ("rows", sheet.rows)] {
            if first < 1 || last < first || last > 999 {
                let key = format!("sheet.{place}.{key}");
                let problem = format!("from {first} to {last}");
                faults.add(At::whole(SHEETS, &key), problem, "first and last, from 1 to 999");
            }
        }
    }
}
