//! The counters of a scenario: what is printed on them, and how they come into play.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{At, Faults, Map, Side};

use super::super::ground::{
    Class, Entry, Group, MOST_UNITS, Mobility, Named, Nation, Terrain, Troops, Unit, Zone,
};
use super::super::sheets::{CounterRow, SetupRow};
use super::Setup;

/// What the column `troops` says.
const TROOPS: [(&str, Troops); 4] = [
    ("", Troops::Other),
    ("7-flieger", Troops::Flieger),
    ("22-luftlande", Troops::Luftlande),
    ("9-panzer", Troops::Panzer),
];

/// Words of the column `entry` that are neither hexes nor zones.
const WAYS: [(&str, Entry); 6] = [
    ("sea", Entry::Sea),
    ("drop", Entry::Drop),
    ("landing", Entry::Landing),
    ("seaplane", Entry::Seaplane),
    ("ad-hoc", Entry::AdHoc),
    ("reserve", Entry::Reserve),
];

/// The counters in play, in the order of the set-up.
pub(super) fn units(
    setup: &Setup,
    map: &Map,
    zones: &[Zone],
    groups: &[Group],
    faults: &mut Faults,
) -> Vec<Unit> {
    let file = setup.scenario.counters.as_str();
    for (line, row) in setup.counters.iter().enumerate() {
        let at = At::row(file, "id", line);
        figures(row, at, faults);
        if setup.counters[..line].iter().any(|other| other.id == row.id) {
            faults.add(at, format!("counter {} stands twice", row.id), "one row a counter");
        }
        if setup.counters[..line].iter().any(|other| other.name == row.name) {
            faults.add(
                at.key("name"),
                format!("two counters are called {}", row.name),
                "a name each",
            );
        }
    }
    let by_id: BTreeMap<&str, (usize, &CounterRow)> = setup
        .counters
        .iter()
        .enumerate()
        .map(|(line, row)| (row.id.as_str(), (line, row)))
        .collect();
    let file = setup.scenario.setup.as_str();
    let mut units: Vec<Unit> = Vec::new();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    faults.too_many(At::whole(file, "counter"), setup.rows.len(), "counters", MOST_UNITS);
    for (line, row) in setup.rows.iter().enumerate() {
        let at = At::row(file, "counter", line);
        faults.reason(at.key("why"), &row.why);
        let Some(&(printed, counter)) = by_id.get(row.counter.as_str()) else {
            faults.unknown(at, "counter", &row.counter, by_id.keys().copied());
            continue;
        };
        if seen.insert(&row.counter, line).is_some() {
            faults.add(at, format!("{} comes twice", row.counter), "one row a counter");
        }
        let entry = entry(row, counter, map, zones, at, faults);
        if row.turn == 0 {
            faults.add(at.key("turn"), "turn 0", "a turn from 1");
        }
        let group = (!row.group.is_empty() && !groups.is_empty()).then(|| {
            let names = groups.iter().map(|group| group.name.as_str());
            faults.find(at.key("group"), "group", &row.group, names).map(|place| place as u8)
        });
        let at = At::row(&setup.scenario.counters, "id", printed);
        let unit = unit(counter, entry, row.turn, group.flatten(), at, faults);
        units.extend(unit);
    }
    twins(&mut units);
    if units.len() > MOST_UNITS {
        units.truncate(MOST_UNITS);
    }
    units
}

/// The numbers of a counter.
fn figures(row: &CounterRow, at: At, faults: &mut Faults) {
    faults.reason(at.key("why"), &row.why);
    for (key, word) in [("id", &row.id), ("name", &row.name), ("division", &row.division)] {
        if word.trim().is_empty() {
            faults.add(at.key(key), "a counter without one", format!("its {key}"));
        }
    }
    let limits = [
        ("strength", row.strength, 20),
        ("aa_range", row.aa_range, 30),
        ("range", row.range, 30),
        ("movement", row.movement, 30),
        ("steps", row.steps, 4),
    ];
    for (key, value, most) in limits {
        if value > most {
            faults.add(at.key(key), format!("{key} {value}"), format!("0 to {most}"));
        }
    }
    if row.steps == 0 {
        faults.add(at.key("steps"), "a counter of 0 steps", "1 to 4");
    }
    if !matches!(row.assault.as_str(), "" | "yes") {
        faults.add(at.key("assault"), format!("{:?}", row.assault), "yes, or nothing");
    }
}

fn unit(
    row: &CounterRow,
    entry: Option<Entry>,
    turn: u8,
    group: Option<u8>,
    at: At,
    faults: &mut Faults,
) -> Option<Unit> {
    let nation = faults.word::<Nation>(at.key("nation"), "nation", &row.nation);
    let class = faults.word::<Class>(at.key("class"), "class", &row.class);
    let mobility = faults.word::<Mobility>(at.key("mobility"), "mobility", &row.mobility);
    let troops = faults.pick(at.key("troops"), &row.troops, &TROOPS);
    if nation.is_some_and(|nation| (nation == Nation::German) != (row.side == Side::German)) {
        let problem = format!("{} is {} on the {} side", row.id, row.nation, row.side.word());
        faults.add(at.key("nation"), problem, "a nation of its side");
    }
    let moves = mobility.is_some_and(|mobility| {
        !matches!(mobility, Mobility::None | Mobility::Ship | Mobility::Rail)
    });
    if moves && row.movement == 0 {
        faults.add(
            at.key("movement"),
            format!("{} moves {}, 0 points", row.id, row.mobility),
            "1 or more",
        );
    }
    if class.is_some_and(Class::fights) && row.strength == 0 {
        faults.add(at.key("strength"), format!("{} fights with 0", row.id), "1 or more");
    }
    Some(Unit {
        id: row.id.clone(),
        name: row.name.clone(),
        side: row.side,
        nation: nation?,
        division: row.division.clone(),
        formation: row.formation.clone(),
        battalion: row.battalion.clone(),
        troops: troops?,
        class: class?,
        strength: row.strength,
        aa_range: row.aa_range,
        range: row.range,
        movement: row.movement,
        mobility: mobility?,
        steps: row.steps,
        assault: !row.assault.is_empty(),
        entry: entry?,
        turn,
        group,
        twin: 0,
    })
}

/// How a counter comes into play.
fn entry(
    row: &SetupRow,
    counter: &CounterRow,
    map: &Map,
    zones: &[Zone],
    at: At,
    faults: &mut Faults,
) -> Option<Entry> {
    let at = at.key("entry");
    if let Some((_, way)) = WAYS.iter().find(|(word, _)| *word == row.entry) {
        let air = !matches!(way, Entry::Sea);
        if air && counter.side != Side::German {
            faults.add(at, format!("{} comes by air", row.counter), "a German counter");
        }
        return Some(*way);
    }
    if let Some(zone) = zones.iter().position(|zone| zone.letter == row.entry) {
        if zones[zone].hexes.is_empty() {
            let problem = format!("zone {} has no hex in play", row.entry);
            faults.add(at, problem, "a zone on the part of the map in play");
        }
        return Some(Entry::Zone(zone as u8));
    }
    let Some(hex) = map.find(&row.entry, None) else {
        let words = WAYS.iter().map(|(word, _)| (*word).into());
        let letters = zones.iter().map(|zone| zone.letter.clone());
        let hexes = map.ids().map(|id| map.label(id));
        let known: Vec<String> = words.chain(letters).chain(hexes).collect();
        faults.unknown(at, "hex or way", &row.entry, known);
        return None;
    };
    let wet = Terrain::ALL[usize::from(map.hex(hex).terrain.0)].is_wet();
    if wet && counter.class != Class::Ship.word() {
        faults.add(at, format!("{} stands in open water", row.counter), "a hex with land");
    }
    Some(Entry::Hex(hex))
}

/// Finds the first counter that is printed alike and comes alike.
fn twins(units: &mut [Unit]) {
    let print = |unit: &Unit| {
        let kind = (unit.side, unit.nation, unit.class, unit.mobility, unit.troops as u8);
        let figures = (unit.strength, unit.aa_range, unit.range, unit.movement, unit.steps);
        (kind, figures, unit.assault, unit.entry == Entry::Drop)
    };
    let apart = |class: Class| {
        matches!(class, Class::Leader | Class::Gold | Class::Ship | Class::AirfieldHead)
    };
    for number in 0..units.len() {
        let like = |other: &usize| {
            !apart(units[number].class) && print(&units[*other]) == print(&units[number])
        };
        units[number].twin = (0..number).find(like).unwrap_or(number) as u16;
    }
}

/// The counters that rules name, by id.
pub(super) fn named(units: &[Unit]) -> Named {
    let find = |id: &str| units.iter().position(|unit| unit.id == id).map(|place| place as u16);
    Named {
        queen: find("queen"),
        government: find("government"),
        winkelmann: find("winkelmann"),
        student: find("student"),
        sponeck: find("sponeck"),
        gold: find("gold"),
        gezusters: find("ship-de-twee-gezusters"),
    }
}
