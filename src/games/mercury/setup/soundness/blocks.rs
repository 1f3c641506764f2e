//! The blocks of a scenario against each other, and its lists.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{HexId, Id, Map, Side};

use super::super::super::ground::Ground;
use super::super::super::ids::FormationId;
use super::super::super::sheets::{Name, Scenario};
use super::super::roster::Roster;
use super::super::{At, Faults, Setup};
use crate::measures::historical;

/// Lists of names in a scenario: nothing twice, and nothing empty where that means nothing.
pub(in super::super) fn lists(setup: &Setup, map: &Map, faults: &mut Faults) {
    for (key, names, may_be_empty) in all_lists(&setup.scenario) {
        if names.is_empty() && !may_be_empty {
            faults.add(At::whole(&setup.name, &key), "the list is empty", "at least one name");
        }
        // One hex can be written in two ways.
        let same = |a: &Name, b: &Name| {
            let hex = |name: &Name| map.find(name.get_ref(), None);
            a.get_ref() == b.get_ref() || hex(a).is_some_and(|found| hex(b) == Some(found))
        };
        for (place, name) in names.iter().enumerate() {
            if names[..place].iter().any(|other| same(name, other)) {
                let plain: Vec<&str> =
                    key.split('.').filter(|part| part.parse::<usize>().is_err()).collect();
                let plain = plain.join(".");
                let problem = format!("{} stands in the list twice", name.get_ref());
                faults.add(At::value(&setup.name, &plain, name), problem, "each once");
            }
        }
    }
    let names = [("title", &setup.scenario.title), ("number", &setup.scenario.number)];
    for (key, words) in names {
        if words.trim().is_empty() {
            faults.add(At::whole(&setup.name, key), "empty", "some words");
        }
    }
}

/// Every list of names but those of units that are put on the map, which are looked at together; with its path, and
/// whether it may be empty.
fn all_lists(scenario: &Scenario) -> Vec<(String, &[Name], bool)> {
    fn numbered<'a>(
        lists: &mut Vec<(String, &'a [Name], bool)>,
        block: &str,
        key: &str,
        names: impl Iterator<Item = &'a Vec<Name>>,
        may_be_empty: bool,
    ) {
        let keyed = names.enumerate().map(|(place, names)| {
            (format!("{block}.{place}.{key}"), names.as_slice(), may_be_empty)
        });
        lists.extend(keyed);
    }
    let mut lists: Vec<(String, &[Name], bool)> = Vec::new();
    lists.push(("sheets".into(), &scenario.sheets, false));
    lists.push(("independents".into(), &scenario.independents, true));
    lists.push(("events_removed".into(), &scenario.events_removed, true));
    numbered(&mut lists, "setup", "hexes", scenario.set_up.iter().map(|e| &e.hexes), false);
    numbered(&mut lists, "leader", "with", scenario.leaders.iter().map(|e| &e.with), true);
    numbered(&mut lists, "stick", "zone", scenario.sticks.iter().map(|e| &e.zone), false);
    numbered(&mut lists, "formation", "also", scenario.formations.iter().map(|e| &e.also), true);
    if let Some(entry) = &scenario.airlanding {
        lists.push(("airlanding.airfield".into(), &entry.airfield, true));
        for (place, airfield) in entry.airfields.iter().enumerate() {
            lists.push((format!("airlanding.airfields.{place}"), airfield, false));
        }
        // Without turns nobody lands: so `worth` asks.
        lists.push(("airlanding.turns".into(), &entry.turns, true));
    }
    if let Some(entry) = &scenario.trucks {
        lists.push(("trucks.sheets".into(), &entry.sheets, false));
        lists.push(("trucks.at_start".into(), &entry.at_start, true));
        lists.push(("trucks.once_airfield_held".into(), &entry.once_airfield_held, true));
        lists.push(("trucks.airfield".into(), &entry.airfield, true));
    }
    if let Some(entry) = &scenario.planned_air {
        lists.push(("planned_air.divisions".into(), &entry.divisions, true));
        lists.push(("planned_air.not_on".into(), &entry.not_on, true));
    }
    if let Some(entry) = &scenario.shipping {
        lists.push(("shipping.ports".into(), &entry.ports, true));
    }
    if let Some(entry) = &scenario.ad_hoc_drops {
        lists.push(("ad_hoc_drops.at".into(), &entry.at, false));
    }
    if let Some(entry) = &scenario.supply {
        let groups = || entry.groups.iter();
        numbered(&mut lists, "supply.group", "sheets", groups().map(|e| &e.sheets), false);
        numbered(&mut lists, "supply.group", "ports", groups().map(|e| &e.ports), true);
        let fields = groups().flat_map(|entry| &entry.airfields);
        numbered(&mut lists, "supply.group", "airfields", fields, false);
    }
    let victory = &scenario.victory;
    lists.push(("victory.hexes".into(), &victory.hexes, true));
    lists.push(("victory.two_connected".into(), &victory.two_connected, true));
    for (place, airfield) in victory.airfields.iter().enumerate() {
        lists.push((format!("victory.airfields.{place}"), airfield, false));
    }
    for entry in &scenario.held_back {
        lists.push(("held_back.sheets".into(), &entry.sheets, false));
    }
    for entry in &scenario.confined {
        lists.push(("confined.units".into(), &entry.units, false));
    }
    for (place, group) in victory.any_of.iter().enumerate() {
        lists.push((format!("victory.any_of.{place}"), group, false));
    }
    lists.push(("victory.needed".into(), &victory.needed, true));
    let reserves = || scenario.reserves.iter();
    numbered(&mut lists, "reserve", "battalions", reserves().map(|e| &e.battalions), false);
    numbered(&mut lists, "reserve", "of", reserves().map(|e| &e.of), false);
    numbered(&mut lists, "reserve", "except", reserves().map(|e| &e.except), true);
    let owed = scenario.obligations.iter().map(|e| &e.hexes);
    numbered(&mut lists, "obligation", "hexes", owed, true);
    let deaths = scenario.sudden_deaths.iter().map(|e| &e.hexes);
    numbered(&mut lists, "sudden_death", "hexes", deaths, false);
    if let Some(entry) = &victory.escape {
        lists.push(("victory.escape.battalions".into(), &entry.battalions, true));
    }
    if let Some(entry) = &victory.exit {
        lists.push(("victory.exit.hexes".into(), &entry.hexes, true));
    }
    lists
}

/// What the blocks of a scenario say against each other.
pub(in super::super) fn blocks(setup: &Setup, map: &Map, roster: &Roster, faults: &mut Faults) {
    let scenario = &setup.scenario;
    let file = setup.name.as_str();
    for (place, entry) in scenario.formations.iter().enumerate() {
        let name = entry.name.get_ref();
        if scenario.formations[..place].iter().any(|other| other.name.get_ref() == name) {
            let at = At::value(file, "formation.name", &entry.name);
            faults.add(at, format!("formation {name:?} stands twice"), "one [[formation]] a name");
        }
        let division = entry.division.get_ref();
        let paid = scenario.divisions.iter().position(|card| card.id == *division);
        let other = roster.counters.iter().find(|counter| {
            counter.formation == Some(FormationId::at(place))
                && paid.is_some_and(|paid| paid != usize::from(counter.division.0))
                && entry.also.iter().all(|also| *also.get_ref() != counter.id)
        });
        if let Some(counter) = other {
            let own = &scenario.divisions[usize::from(counter.division.0)].id;
            let problem =
                format!("{division} pays for {name}, and {} of it is of {own}", counter.id);
            let at = At::value(file, "formation.division", &entry.division);
            faults.add(at, problem, "the division of its units");
        }
    }
    once(file, "objective.hex", map, scenario.objectives.iter().map(|e| &e.hex), faults);
    let exits = scenario.off_map.iter().flat_map(|terms| &terms.exits);
    once(file, "off_map.exits.hex", map, exits.map(|exit| &exit.hex), faults);
    once(file, "victory.worth.hex", map, scenario.victory.worth.iter().map(|e| &e.hex), faults);
    for (place, entry) in scenario.objectives.iter().enumerate() {
        if entry.name.trim().is_empty() {
            let key = format!("objective.{place}.name");
            faults.add(At::whole(file, &key), "an objective without one", "its name");
        }
    }
    let own = scenario.off_map.as_ref().filter(|_| scenario.files.off_map.is_none());
    if own.is_some_and(|terms| terms.exits.is_empty()) {
        faults.add(At::whole(file, "off_map.exits"), "the list is empty", "at least one exit");
    }
    for (place, card) in scenario.divisions.iter().enumerate() {
        let key = |last: &str| format!("division.{place}.{last}");
        for (last, word) in [("id", &card.id), ("name", &card.name)] {
            if word.trim().is_empty() {
                let problem = "a division without one";
                faults.add(At::whole(file, &key(last)), problem, format!("its {last}"));
            }
        }
        for (last, rating) in
            [("rating", Some(card.rating)), ("dispatch_rating", card.dispatch_rating)]
        {
            if rating.is_some_and(|rating| rating > 9) {
                let problem = format!("{} for {}", rating.unwrap_or(0), card.id);
                faults.add(At::whole(file, &key(last)), problem, "0 to 9");
            }
        }
        for (last, points) in [("points", card.points), ("dispatch_points", card.dispatch_points)] {
            if points > 100 {
                let problem = format!("{points} at the start for {}", card.id);
                faults.doubt(At::whole(file, &key(last)), problem, "0 to 100");
            }
        }
        if card.dispatch_rating.is_none() && card.dispatch_points > 0 {
            let problem = format!("{} has dispatch points and no rating", card.id);
            let expected = "`dispatch_rating` beside it";
            faults.add(At::whole(file, &key("dispatch_points")), problem, expected);
        }
        if card.rearguards.as_ref().is_some_and(|terms| !(1..=20).contains(&terms.count)) {
            let problem = format!("no such number of rearguards for {}", card.id);
            faults.add(At::whole(file, &key("rearguards.count")), problem, "1 to 20");
        }
    }
    for side in Side::BOTH {
        if scenario.divisions.iter().all(|card| card.side != side) {
            let problem = format!("the {} side has no division", side.word());
            faults.doubt(At::whole(file, "division"), problem, "at least one a side");
        }
    }
    for (place, entry) in scenario.air_support.iter().enumerate() {
        let card = scenario.divisions.iter().find(|card| card.id == *entry.division.get_ref());
        if card.is_some_and(|card| card.side == Side::Allied) {
            let problem = format!("aircraft for {}, an Allied division", entry.division.get_ref());
            let at = At::value(file, "air_support.division", &entry.division);
            faults.doubt(at, problem, "a German division");
        }
        if entry.strikes > 20 {
            let key = format!("air_support.{place}.strikes");
            let problem = format!("{} strikes", entry.strikes);
            faults.add(At::whole(file, &key), problem, "0 to 20");
        }
    }
    if scenario.planned_air.as_ref().is_some_and(|terms| terms.strikes > 20) {
        let problem = "no such number of strikes";
        faults.add(At::whole(file, "planned_air.strikes"), problem, "0 to 20");
    }
    supply(setup, faults);
    cup(setup, faults);
    with_whom(setup, roster, faults);
}

/// Hexes that may be named once.
fn once<'a>(
    file: &str,
    key: &str,
    map: &Map,
    names: impl Iterator<Item = &'a Name>,
    faults: &mut Faults,
) {
    let mut seen: BTreeSet<HexId> = BTreeSet::new();
    for name in names {
        if let Some(hex) = map.find(name.get_ref(), None)
            && !seen.insert(hex)
        {
            let problem = format!("hex {} stands twice", name.get_ref());
            faults.add(At::value(file, key, name), problem, "one block a hex");
        }
    }
}

/// Dice of supply lie between 0 and 9.
fn supply(setup: &Setup, faults: &mut Faults) {
    let Some(entry) = &setup.scenario.supply else { return };
    if entry.arrives > 9 || *entry.worsens.get_ref() > 10 {
        let problem = format!("a die of {} or {}", entry.arrives, entry.worsens.get_ref());
        let expected = "`arrives` 0 to 9, `worsens` more, 10 for never";
        faults.add(At::whole(&setup.name, "supply.arrives"), problem, expected);
    }
}

/// The chit that opens the game is one of the game's, and both sides have chits.
fn cup(setup: &Setup, faults: &mut Faults) {
    let scenario = &setup.scenario;
    let first = scenario.first_chit.get_ref();
    let in_cup = scenario.cup.iter().chain(&scenario.first_cup).any(|chit| chit.get_ref() == first);
    // A formation's chit is bought, and need not lie in a cup.
    if !in_cup && !first.ends_with(" formation") {
        faults.add(
            At::value(&setup.name, "first_chit", &scenario.first_chit),
            format!("{first:?} is in no cup"),
            "a chit of `cup` or `first_cup`, or a formation's",
        );
    }
    for side in Side::BOTH {
        let own = |chit: &str| {
            let (who, what) = chit.rsplit_once(' ').unwrap_or((chit, ""));
            let of_division =
                scenario.divisions.iter().any(|card| card.side == side && card.id == who);
            let of_formation = what == "formation"
                && scenario.formations.iter().any(|entry| {
                    let division = entry.division.get_ref();
                    let card = scenario.divisions.iter().find(|card| card.id == *division);
                    entry.name.get_ref() == who && card.is_some_and(|card| card.side == side)
                });
            chit.starts_with(side.word()) || of_division || of_formation
        };
        let later = scenario.later_chits.iter().map(|entry| entry.chit.get_ref());
        if !scenario
            .cup
            .iter()
            .map(serde_spanned::Spanned::get_ref)
            .chain(later)
            .any(|chit| own(chit))
        {
            let problem = format!("no chit of the {} side is in the cup", side.word());
            faults.doubt(At::whole(&setup.name, "cup"), problem, "at least one a side");
        }
    }
}

/// Leaders stand with units of their own side.
fn with_whom(setup: &Setup, roster: &Roster, faults: &mut Faults) {
    let scenario = &setup.scenario;
    for entry in &scenario.leaders {
        let found = setup.leaders.iter().enumerate().find(|(_, row)| row.id == *entry.id.get_ref());
        let Some((line, row)) = found else { continue };
        let card = scenario
            .divisions
            .iter()
            .find(|card| card.of.as_ref().unwrap_or(&card.id) == &row.division);
        if let Some(card) = card.filter(|card| card.side != row.side) {
            let problem =
                format!("{} is {}, his division {}", row.name, row.side.word(), card.side.word());
            let at = At::row(&scenario.files.leaders, "side", line);
            faults.add(at, problem, "the side of his division");
        }
        for name in &entry.with {
            let unit = roster.find(name.get_ref()).map(|unit| &roster.counters[unit.index()]);
            if unit.is_some_and(|unit| unit.side != row.side) {
                let at = At::value(&setup.name, "leader.with", name);
                let problem = format!("{} cannot go with {}", row.name, name.get_ref());
                faults.add(at, problem, "a unit of his own side");
            }
        }
    }
}

/// What happened should be possible in the game, and be something of which it keeps account. Nothing is played by it.
pub(in super::super) fn history(setup: &Setup, ground: &Ground, faults: &mut Faults) {
    let Some(told) = &setup.scenario.history else { return };
    let steps = |side: Side| -> usize {
        let own = ground.counters.iter().filter(|counter| counter.side == side);
        own.map(|counter| usize::from(counter.steps)).sum()
    };
    let most = [
        ("ports_end", ground.ports.len()),
        ("airfields_end", ground.airfields.len()),
        ("german_steps_lost", steps(Side::German)),
        ("allied_steps_lost", steps(Side::Allied)),
    ];
    historical(&setup.name, told, &most, ground.calendar.len(), faults);
}
