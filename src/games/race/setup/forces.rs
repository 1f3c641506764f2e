//! The counters in play, and the leaders who go with them.

use alloc::format;
use alloc::vec::Vec;

use engine::{At, Faults, HexId, Map, Side};

use super::super::ground::{
    ApproachBox, Class, Corps, Edge, Entry, LeaderMarker, MOST_UNITS, Unit,
};
use super::super::rulings::Options;
use super::super::sheets::{CounterRow, ScenarioFile};
use super::{Setup, places, soundness};

/// A column that says yes or nothing.
const YES: [(&str, bool); 2] = [("", false), ("yes", true)];

/// The column `corps`.
const CORPS: [(&str, Corps); 4] =
    [("", Corps::None), ("XXX", Corps::Xxx), ("VIII", Corps::Flank), ("XII", Corps::Flank)];

/// Edges of the map, and the lists that stand for one.
const EDGES: [(&str, Entry); 5] = [
    ("W", Entry::Edge(Edge::West)),
    ("N", Entry::Edge(Edge::North)),
    ("E", Entry::Edge(Edge::East)),
    ("south", Entry::List),
    ("ports", Entry::List),
];

/// The counters that are in play with the options chosen.
pub(super) fn units(
    setup: &Setup,
    rows: &[CounterRow],
    map: &Map,
    boxes: &[ApproachBox],
    faults: &mut Faults,
) -> Vec<Unit> {
    let scenario = &setup.scenario;
    let options = scenario.options.get_ref().list(|scope| scope.covers(scenario.game));
    let options: Vec<(&str, bool)> = core::iter::once(("", true))
        .chain(options.iter().map(|option| (option.id.as_str(), option.value == "true")))
        .collect();
    let mut units: Vec<Unit> = Vec::new();
    for (line, row) in rows.iter().enumerate() {
        let at = At::row(&scenario.counters, "id", line);
        figures(scenario, row, at, faults);
        if units.iter().any(|unit| unit.id == row.id) {
            faults.add(at, format!("unit {} stands twice", row.id), "one row a unit");
        }
        let wanted = faults.pick(at.key("option"), &row.option, &options);
        let unit = unit(row, map, boxes, at, faults);
        units.extend(unit.filter(|_| wanted == Some(true)));
    }
    if faults.too_many(At::whole(&scenario.counters, "id"), units.len(), "units", MOST_UNITS) {
        units.truncate(MOST_UNITS);
    }
    units
}

/// The numbers of a counter.
fn figures(scenario: &ScenarioFile, row: &CounterRow, at: At, faults: &mut Faults) {
    faults.reason(at.key("why"), &row.why);
    if row.endurance == 0 || row.combat == 0 {
        let problem = format!("combat {}, endurance {}", row.combat, row.endurance);
        faults.add(at.key("endurance"), problem, "1 or more each");
    }
    if !(1..=6).contains(&row.movement) {
        faults.add(at.key("movement"), format!("movement {}", row.movement), "1 to 6");
    }
    // Who is due after an earlier end never comes; that is no fault.
    let end = scenario.end_turn.as_ref().map_or(0, |end| usize::from(*end.get_ref()));
    let last = end.max(scenario.turns.get_ref().len());
    if row.turn == 0 || usize::from(row.turn) > last {
        let problem = format!("turn {}", row.turn);
        faults.add(at.key("turn"), problem, format!("a turn from 1 to {last}"));
    }
}

/// One counter.
fn unit(
    row: &CounterRow,
    map: &Map,
    boxes: &[ApproachBox],
    at: At,
    faults: &mut Faults,
) -> Option<Unit> {
    let nation = faults.word(at.key("nationality"), "nationality", &row.nationality);
    let class = faults.word(at.key("class"), "class", &row.class);
    let corps = faults.pick(at.key("corps"), &row.corps, &CORPS);
    let battlegroup = faults.pick(at.key("battlegroup"), &row.battlegroup, &YES);
    let named = (!row.hex.is_empty()).then_some(row.hex.as_str());
    let landing = named.and_then(|label| places::hex(map, at.key("hex"), label, faults));
    let drops = class.is_some_and(Class::drops);
    soundness::counter(row, nation, drops, at, faults);
    let entry = entry(row, landing, boxes, at, faults);
    Some(Unit {
        id: row.id.clone(),
        name: row.name.clone(),
        side: row.side,
        nation: nation?,
        class: class?,
        corps: corps?,
        command: row.command.clone(),
        combat: row.combat,
        endurance: row.endurance,
        movement: row.movement,
        entry: entry?,
        turn: row.turn.saturating_sub(1),
        landing,
        battlegroup: battlegroup?,
    })
}

/// Where a counter comes into play.
fn entry(
    row: &CounterRow,
    hex: Option<HexId>,
    boxes: &[ApproachBox],
    at: At,
    faults: &mut Faults,
) -> Option<Entry> {
    if row.class == Class::Irregular.word() {
        return Some(Entry::Call);
    }
    match (row.approach.as_str(), row.edge.as_str()) {
        ("", "") => {
            if row.hex.is_empty() {
                let problem = format!("{} comes from nowhere", row.id);
                faults.add(at.key("hex"), problem, "a hex, a box or an edge");
            }
            hex.map(Entry::Hex)
        }
        ("any", "") => Some(Entry::AnyBox),
        ("S", "") => Some(Entry::Sea),
        (letter, "") => {
            let known: Vec<(&str, u8)> =
                boxes.iter().map(|entry| entry.letter.as_str()).zip(0..).collect();
            faults.pick(at.key("box"), letter, &known).map(Entry::Box)
        }
        ("", edge) => faults.pick(at.key("edge"), edge, &EDGES),
        _ => {
            let problem = format!("{} has a box and an edge", row.id);
            faults.add(at.key("edge"), problem, "one of the two");
            None
        }
    }
}

/// The leaders of the rulebooks, with their sides and whether they are in play.
fn known_leaders(options: &Options) -> [(&'static str, (Side, bool)); 2] {
    [("Süssmann", (Side::German, options.sussmann)), ("Freyberg", (Side::Allied, options.freyberg))]
}

/// The leader markers in play.
pub(super) fn leaders(setup: &Setup, units: &[Unit], faults: &mut Faults) -> Vec<LeaderMarker> {
    let options = setup.scenario.options.get_ref();
    let known = known_leaders(options);
    let ids: Vec<(&str, u8)> = units.iter().map(|unit| unit.id.as_str()).zip(0..).collect();
    let mut leaders = Vec::new();
    for leader in &setup.scenario.leaders {
        let at = At::value(&setup.name, "leader.name", &leader.name);
        let found = faults.pick(at, leader.name.get_ref(), &known);
        let at = At::value(&setup.name, "leader.with", &leader.with);
        let with = faults.pick(at, leader.with.get_ref(), &ids);
        let (Some((side, on)), Some(with)) = (found, with) else { continue };
        if side != leader.side || units[usize::from(with)].side != side {
            let problem =
                format!("{} cannot go with {}", leader.name.get_ref(), leader.with.get_ref());
            faults.add(at, problem, "a unit of his own side");
        }
        if on {
            leaders.push(LeaderMarker { side, with });
        }
    }
    let wanted = known.iter().filter(|(_, (_, on))| *on).count();
    if leaders.len() != wanted && faults.is_empty() {
        faults.add(
            At::value(&setup.name, "options", &setup.scenario.options),
            "a leader in play has no [[leader]] block",
            "a [[leader]] block for each leader",
        );
    }
    leaders
}
