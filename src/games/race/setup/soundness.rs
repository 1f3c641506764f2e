//! What a careful reader would refuse, or ask about, in files that read well (`docs/soundness.md`).

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{At, Faults, HexId, Map, Name, Side};

use super::super::ground::{Airfield, Entry, Nation, Unit};
use super::super::sheets::{CounterRow, ScenarioFile};
use super::super::stacking::STACK;
use super::Setup;
use crate::measures::historical;

/// Most combat strength, endurance and points of a hex that a counter or the map could show.
const MOST_COMBAT: u8 = 20;
const MOST_ENDURANCE: u8 = 9;
const MOST_POINTS: u8 = 9;

/// The figures and words of a counter.
pub(super) fn counter(
    row: &CounterRow,
    nation: Option<Nation>,
    drops: bool,
    at: At,
    faults: &mut Faults,
) {
    for (key, word) in [("id", &row.id), ("name", &row.name)] {
        if word.trim().is_empty() {
            faults.add(at.key(key), "a counter without one", format!("its {key}"));
        }
    }
    if row.combat > MOST_COMBAT {
        let problem = format!("combat {}", row.combat);
        faults.add(at.key("combat"), problem, format!("1 to {MOST_COMBAT}"));
    }
    if row.endurance > MOST_ENDURANCE {
        let problem = format!("endurance {}", row.endurance);
        faults.add(at.key("endurance"), problem, format!("1 to {MOST_ENDURANCE}"));
    }
    let german = nation.is_some_and(|nation| nation == Nation::German);
    if nation.is_some() && german != (row.side == Side::German) {
        let problem = format!("{} is {} on the {} side", row.id, row.nationality, row.side.word());
        faults.add(at.key("nationality"), problem, "a nation of its side");
    }
    if !row.hex.is_empty() && !row.approach.is_empty() && !drops {
        let problem = format!("{} has a box and a hex, and does not drop", row.id);
        faults.add(at.key("hex"), problem, "one of the two; both for those who drop");
    }
    if !row.hex.is_empty() && !row.edge.is_empty() {
        let problem = format!("{} has an edge and a hex", row.id);
        faults.add(at.key("hex"), problem, "one of the two");
    }
    if drops && row.hex.is_empty() {
        let problem = format!("{} has no hex to land in", row.id);
        faults.add(at.key("hex"), problem, "its printed landing hex");
    }
    if !row.corps.is_empty() && row.side == Side::German {
        let problem = format!("{} is German and of the {} Corps", row.id, row.corps);
        faults.add(at.key("corps"), problem, "none: the corps are Allied");
    }
    if row.battlegroup == "yes" && row.side == Side::Allied {
        let problem = format!("{} is Allied and a battlegroup", row.id);
        faults.add(at.key("battlegroup"), problem, "none: the battlegroups are German");
    }
}

/// What the scenario says against itself, the map and the counters.
pub(super) fn scenario(
    setup: &Setup,
    map: &Map,
    airfields: &[Airfield],
    units: &[Unit],
    faults: &mut Faults,
) {
    let file = setup.name.as_str();
    let scenario = &setup.scenario;
    if scenario.title.trim().is_empty() {
        faults.add(At::whole(file, "title"), "empty", "some words");
    }
    turns(file, scenario, faults);
    let mut lists: Vec<(String, &[Name], bool)> = Vec::new();
    lists.push(("sources.german".into(), &scenario.sources.german, false));
    lists.push(("sources.allied".into(), &scenario.sources.allied, false));
    lists.push(("sources.airborne".into(), &scenario.sources.airborne, true));
    let by_list = units.iter().any(|unit| unit.entry == Entry::List);
    lists.push(("entry.allied".into(), &scenario.entry.allied, !by_list));
    lists.push(("sea.ports".into(), &scenario.sea.ports, true));
    for (place, airfield) in scenario.airfields.iter().enumerate() {
        lists.push((format!("airfield.{place}.hexes"), &airfield.hexes, false));
    }
    for (key, list, may_be_empty) in &lists {
        if list.is_empty() && !may_be_empty {
            faults.add(At::whole(file, key), "the list is empty", "at least one hex");
        }
        twice(file, map, &plain(key), list.iter(), faults);
    }
    let of_airfields = scenario.airfields.iter().flat_map(|airfield| &airfield.hexes);
    twice(file, map, "airfield.hexes", of_airfields, faults);
    let german = &scenario.sources.german;
    let both = |hex: &&Name| german.iter().any(|own| own.get_ref() == hex.get_ref());
    for hex in scenario.sources.allied.iter().filter(both) {
        let problem = format!("hex {} supplies both sides", hex.get_ref());
        let at = At::value(file, "sources.allied", hex);
        faults.add(at, problem, "sources of one side (9.1)");
    }
    let reduced = &scenario.reduced;
    if !(1..=MOST_COMBAT).contains(&reduced.combat) {
        let problem = format!("combat {}", reduced.combat);
        faults.add(At::whole(file, "reduced.combat"), problem, format!("1 to {MOST_COMBAT}"));
    }
    if *reduced.endurance.get_ref() > MOST_ENDURANCE {
        let problem = format!("endurance {}", reduced.endurance.get_ref());
        let at = At::value(file, "reduced.endurance", &reduced.endurance);
        faults.add(at, problem, format!("1 to {MOST_ENDURANCE}"));
    }
    if !(1..=6).contains(&reduced.movement) {
        let problem = format!("movement {}", reduced.movement);
        faults.add(At::whole(file, "reduced.movement"), problem, "1 to 6");
    }
    for (place, objective) in scenario.objectives.iter().enumerate() {
        if objective.points > MOST_POINTS {
            let problem = format!("hex {} is worth {}", objective.hex.get_ref(), objective.points);
            let key = format!("objective.{place}.points");
            faults.add(At::whole(file, &key), problem, format!("1 to {MOST_POINTS}"));
        }
    }
    names(file, scenario, faults);
    stacks(setup, map, units, faults);
    history(file, scenario, airfields, faults);
    for side in Side::BOTH {
        if units.iter().all(|unit| unit.side != side) {
            let problem = format!("the {} side has no unit", side.word());
            faults.add(At::whole(&scenario.counters, "side"), problem, "units of both sides");
        }
    }
}

/// A path without the numbers of blocks.
fn plain(key: &str) -> String {
    let parts: Vec<&str> = key.split('.').filter(|part| part.parse::<usize>().is_err()).collect();
    parts.join(".")
}

fn twice<'a>(
    file: &str,
    map: &Map,
    key: &str,
    hexes: impl Iterator<Item = &'a Name>,
    faults: &mut Faults,
) {
    let mut seen: BTreeSet<HexId> = BTreeSet::new();
    for label in hexes {
        let Some(hex) = map.find(label.get_ref(), None) else { continue };
        let at = At::value(file, key, label);
        if !seen.insert(hex) && !faults.noted(at) {
            let problem = format!("hex {} stands twice", label.get_ref());
            faults.add(at, problem, "each hex once");
        }
    }
}

fn turns(file: &str, scenario: &ScenarioFile, faults: &mut Faults) {
    let turns = scenario.turns.get_ref();
    for (place, turn) in turns.iter().enumerate() {
        let key = format!("turns.{place}");
        if turn.trim().is_empty() {
            faults.add(At::whole(file, &key), "a turn without name", "its date");
        } else if turns[..place].contains(turn) {
            let problem = format!("turn {turn} stands twice");
            faults.add(At::whole(file, &key), problem, "each turn once");
        }
    }
    if let Some(end) = &scenario.end_turn
        && usize::from(*end.get_ref()) > turns.len()
    {
        let problem = format!("the game goes on to turn {}", end.get_ref());
        let expected = format!("1 to {}, the turns of the game", turns.len());
        faults.doubt(At::value(file, "end_turn", end), problem, expected);
    }
}

/// Boxes, airfields and leaders: each once.
fn names(file: &str, scenario: &ScenarioFile, faults: &mut Faults) {
    let boxes = scenario.boxes.iter().map(|entry| entry.letter.as_str()).collect();
    let airfields = scenario.airfields.iter().map(|entry| entry.name.as_str()).collect();
    let leaders = scenario.leaders.iter().map(|entry| entry.name.get_ref().as_str()).collect();
    let lists: [(&str, &str, Vec<&str>); 3] =
        [("box", "letter", boxes), ("airfield", "name", airfields), ("leader", "name", leaders)];
    for (block, key, list) in lists {
        for (place, name) in list.iter().enumerate() {
            let key = format!("{block}.{place}.{key}");
            if name.trim().is_empty() {
                faults.add(At::whole(file, &key), "empty", "a name");
            } else if list[..place].contains(name) {
                let problem = format!("{name} stands twice");
                faults.add(At::whole(file, &key), problem, format!("one [[{block}]] a name"));
            }
        }
    }
}

/// Who begins in a hex: one side, and no more than three (5.3).
fn stacks(setup: &Setup, map: &Map, units: &[Unit], faults: &mut Faults) {
    let file = setup.scenario.counters.as_str();
    let line = |unit: &Unit| {
        let row = setup.counters.iter().flatten().position(|row| row.id == unit.id);
        At::row(file, "hex", row.unwrap_or(0))
    };
    let mut there: BTreeMap<HexId, (&Unit, u32)> = BTreeMap::new();
    for unit in units.iter().filter(|unit| unit.turn == 0) {
        let Entry::Hex(hex) = unit.entry else { continue };
        let (first, count) = there.entry(hex).or_insert((unit, 0));
        *count += 1;
        if first.side != unit.side {
            let problem =
                format!("{} begins on the enemy's {} in {}", unit.id, first.id, map.label(hex));
            faults.add(line(unit), problem, "a hex of its own side");
        } else if *count == STACK + 1 {
            let problem = format!("{} is one too many in {}", unit.id, map.label(hex));
            faults.add(line(unit), problem, format!("at most {STACK} units a hex"));
        }
    }
}

/// What happened should be possible in the game, and be something of which it keeps account. Nothing is played by it.
fn history(file: &str, scenario: &ScenarioFile, airfields: &[Airfield], faults: &mut Faults) {
    let Some(told) = &scenario.history else { return };
    let most = [("ports_end", scenario.sea.ports.len()), ("airfields_end", airfields.len())];
    historical(file, told, &most, scenario.turns.get_ref().len(), faults);
}
