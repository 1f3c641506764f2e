//! Counters, leaders and divisions of the scenario.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::super::counter::{Counter, DivisionId, MoveClass, Movement, Rating, UnitId};
use super::super::ground::{Commands, DivisionCard, FormationCard, LeaderCard};
use super::super::rulings::{AutoCommand, StartValues, Stragglers};
use super::super::sheets::{CounterRow, DivisionEntry, LeaderCommands, Name};
use super::{At, Faults, Setup};
use engine::Calendar;

/// The units the scenario names, in order of naming, as counters.
pub(super) struct Roster {
    pub counters: Vec<Counter>,
}

impl Roster {
    pub(super) fn find(&self, id: &str) -> Option<UnitId> {
        self.counters.iter().position(|c| c.id == id).map(|i| UnitId(i as u16))
    }
}

/// The divisions.
pub(super) fn divisions(setup: &Setup, faults: &mut Faults) -> Vec<DivisionCard> {
    let mut cards: Vec<DivisionCard> = Vec::new();
    for entry in &setup.scenario.divisions {
        if cards.iter().any(|card| card.id == entry.id) {
            faults.add(
                At::whole(&setup.name, "division.id"),
                format!("division {:?} stands twice", entry.id),
                "one [[division]] an id",
            );
        }
        let french = entry
            .french
            .as_ref()
            .filter(|_| setup.scenario.rulings.start_values == StartValues::French);
        cards.push(DivisionCard {
            id: entry.id.clone(),
            name: entry.name.clone(),
            side: entry.side,
            rating: french.and_then(|values| values.rating).unwrap_or(entry.rating),
            points: french.and_then(|values| values.points).unwrap_or(entry.points),
            dispatch_rating: entry.dispatch_rating,
            dispatch_points: french
                .and_then(|values| values.dispatch_points)
                .unwrap_or(entry.dispatch_points),
            first_activation_without_points: entry.first_activation_without_points,
            roadblocks: entry.roadblocks,
        });
    }
    cards
}

/// The formations of the scenario.
pub(super) fn formations(
    setup: &Setup,
    divisions: &[DivisionCard],
    calendar: &Calendar,
    faults: &mut Faults,
) -> Vec<FormationCard> {
    let mut cards = Vec::new();
    for entry in &setup.scenario.formations {
        let name = entry.name.get_ref();
        let known =
            setup.counters.iter().any(|row| row.formation == *name || row.battalion == *name);
        if !known {
            faults.unknown(
                At::value(&setup.name, "formation.name", &entry.name),
                "formation or battalion of the counters",
                name,
                setup.counters.iter().flat_map(|r| [r.formation.clone(), r.battalion.clone()]),
            );
        }
        let division = super::ground::division(
            setup,
            divisions,
            "formation.division",
            &entry.division,
            faults,
        );
        let from = match &entry.from {
            Some(turn) => super::ground::turn(setup, calendar, "formation.from", turn, faults),
            // The first turn has no step D, where it is not played whole.
            None => Some(u16::from(!setup.scenario.whole_first_turn)),
        };
        for unit in &entry.also {
            if setup.counters.iter().all(|row| row.id != *unit.get_ref()) {
                let at = At::value(&setup.name, "formation.also", unit);
                let known = setup.counters.iter().map(|row| row.id.clone());
                faults.unknown(at, "unit", unit.get_ref(), known);
            }
        }
        if let (Some(division), Some(from_turn)) = (division, from) {
            cards.push(FormationCard { name: name.clone(), division, from_turn });
        }
    }
    cards
}

/// The counters of every unit the scenario names. Each may be named once.
pub(super) fn roster(
    setup: &Setup,
    divisions: &[DivisionCard],
    formations: &[FormationCard],
    faults: &mut Faults,
) -> Roster {
    let file = &setup.scenario.files.counters;
    for (row, counter) in setup.counters.iter().enumerate() {
        if setup.counters[..row].iter().any(|other| other.id == counter.id) {
            faults.add(
                At::row(file, "id", row),
                format!("two units have the id {:?}", counter.id),
                "one row an id",
            );
        }
    }
    let mut roster = Roster { counters: Vec::new() };
    let set_up = setup.scenario.set_up.iter().flat_map(|entry| &entry.units);
    let later = setup.scenario.reinforcements.iter().flat_map(|entry| &entry.units);
    let jumpers = setup.scenario.sticks.iter().flat_map(|entry| &entry.units);
    let landers = setup.scenario.serials.iter().flat_map(|entry| &entry.units);
    let names = set_up
        .map(|name| ("setup.units", name))
        .chain(later.map(|name| ("reinforcement.units", name)))
        .chain(jumpers.map(|name| ("stick.units", name)))
        .chain(landers.map(|name| ("serial.units", name)));
    for (key, name) in names {
        let at = At::value(&setup.name, key, name);
        let id = name.get_ref();
        if roster.find(id).is_some() {
            faults.add(at, format!("unit {id:?} is named twice"), "each unit once");
            continue;
        }
        match setup.counters.iter().enumerate().find(|(_, row)| row.id == *id) {
            None => faults.unknown(at, "unit", id, setup.counters.iter().map(|c| c.id.clone())),
            Some((line, row)) => {
                if let Some(counter) = counter(setup, row, line, divisions, formations, faults) {
                    roster.counters.push(counter);
                }
            }
        }
    }
    rearguards(setup, divisions, formations, &mut roster, faults);
    roster
}

/// Rearguards of each division: as many counters as the scenario allows, numbered.
fn rearguards(
    setup: &Setup,
    divisions: &[DivisionCard],
    formations: &[FormationCard],
    roster: &mut Roster,
    faults: &mut Faults,
) {
    for entry in setup.scenario.divisions.iter().filter_map(|entry| entry.rearguards.as_ref()) {
        let id = entry.counter.get_ref();
        let at = At::value(&setup.name, "division.rearguards.counter", &entry.counter);
        match setup.counters.iter().enumerate().find(|(_, row)| row.id == *id) {
            None => faults.unknown(at, "unit", id, setup.counters.iter().map(|c| c.id.clone())),
            Some((_, row)) if row.steps != 0 => {
                faults.add(at, format!("{id} has steps"), "a platoon without steps");
            }
            Some((line, row)) => {
                let Some(platoon) = counter(setup, row, line, divisions, formations, faults) else {
                    continue;
                };
                roster.counters.extend((1..=entry.count).map(|number| Counter {
                    id: format!("{id}-{number}"),
                    name: format!("{} {number}", platoon.name),
                    ..platoon.clone()
                }));
            }
        }
    }
}

/// Counters of divisional trucks, which are no units of the roster (S10.0).
pub(super) fn trucks(
    setup: &Setup,
    key: &str,
    names: &[Name],
    divisions: &[DivisionCard],
    formations: &[FormationCard],
    faults: &mut Faults,
) -> Vec<Counter> {
    let mut found = Vec::new();
    for name in names {
        let id = name.get_ref();
        let at = At::value(&setup.name, key, name);
        let of_trucks = |row: &&CounterRow| row.kind == TRUCK;
        match setup.counters.iter().enumerate().find(|(_, row)| row.id == *id) {
            Some((line, row)) if row.kind == TRUCK => {
                let truck = counter(setup, row, line, divisions, formations, faults);
                let moves = |truck: &Counter| matches!(truck.movement, Movement::Points(..));
                if truck.as_ref().is_some_and(|truck| truck.steps == 0 || !moves(truck)) {
                    faults.add(at, format!("{id} cannot carry"), "a truck with steps and movement");
                }
                found.extend(truck);
            }
            _ => {
                let known = setup.counters.iter().filter(of_trucks).map(|row| row.id.clone());
                faults.unknown(at, "truck", id, known);
            }
        }
    }
    found
}

/// The kind of divisional trucks in the counters' file.
const TRUCK: &str = "truck";

/// The division whose men jump, as the counters have it.
const AIRBORNE: &str = "7FD";

/// One row of the counters' file, believed.
fn counter(
    setup: &Setup,
    row: &CounterRow,
    line: usize,
    divisions: &[DivisionCard],
    formations: &[FormationCard],
    faults: &mut Faults,
) -> Option<Counter> {
    let file = setup.scenario.files.counters.as_str();
    let at = |key| At::row(file, key, line);
    let before = faults.len();
    let mut yes = |key, word: &str| match word {
        "yes" => true,
        "no" => false,
        other => {
            faults.add(at(key), format!("{other:?} is neither yes nor no"), "yes or no");
            false
        }
    };
    let (greek, engineer) = (yes("greek", &row.greek), yes("engineer", &row.engineer));
    let anti_aircraft = yes("aa", &row.aa);
    let armoured = yes("armoured", &row.armoured);
    let red = yes("auto_command", &row.auto_command);
    let mut rating = |key, value: Option<i8>, colour: &str| {
        let value = value?;
        if !(0..=9).contains(&value) {
            faults.add(at(key), format!("rating {value}"), "a rating from 0 to 9");
        }
        faults.word(at(key), "colour", colour).map(|colour| Rating { value, colour })
    };
    let fire = rating("fire_colour", row.fire, &row.fire_colour);
    let assault = rating("assault_colour", row.assault, &row.assault_colour);
    let movement = movement(row, at("move_class"), faults);
    let transport = transport(row, at("transport"), faults);
    // A regiment or brigade may stand for the printed division in scenarios commanded by battalions.
    let division = setup
        .scenario
        .divisions
        .iter()
        .position(|entry| entry.of.as_ref().unwrap_or(&entry.id) == &row.division);
    if division.is_none() {
        faults.unknown(
            at("division"),
            "division of the scenario",
            &row.division,
            divisions.iter().map(|card| card.id.clone()),
        );
    }
    if let Some(card) = division.map(|d| &divisions[d])
        && card.side != row.side
    {
        faults.add(
            at("side"),
            format!("{} is {}, its division {}", row.id, row.side.word(), card.side.word()),
            "the side of its division",
        );
    }
    if row.steps > 2 || !(0..=9).contains(&row.quality) || !(-5..=5).contains(&row.defence) {
        faults.add(
            at("steps"),
            format!(
                "{} has {} steps, quality {}, defence {}",
                row.id, row.steps, row.quality, row.defence
            ),
            "steps 0 to 2, quality 0 to 9, defence -5 to 5",
        );
    }
    if faults.len() > before {
        return None;
    }
    // Units of no formation in play are independents; Greeks never belong to one (6.0).
    let joins = |place: usize| {
        let with = &setup.scenario.formations[place].also;
        setup.scenario.rulings.stragglers == Stragglers::Join
            && with.iter().any(|name| *name.get_ref() == row.id)
    };
    let formation = (0..formations.len())
        .find(|&place| joins(place))
        .or_else(|| {
            let own =
                |card: &FormationCard| card.name == row.formation || card.name == row.battalion;
            formations.iter().position(own)
        })
        .filter(|_| {
            let independents = &setup.scenario.independents;
            !greek && independents.iter().all(|name| *name.get_ref() != row.id)
        })
        .map(|formation| formation as u8);
    Some(Counter {
        id: row.id.clone(),
        name: row.name.clone(),
        side: row.side,
        division: DivisionId(division? as u8),
        formation,
        formation_name: match formation {
            Some(formation) => formations[usize::from(formation)].name.clone(),
            None if greek => row.battalion.clone(),
            None => "Independent".to_string(),
        },
        battalion: row.battalion.clone(),
        kind: row.kind.clone(),
        greek,
        engineer,
        anti_aircraft,
        auto_command: red && setup.scenario.rulings.auto_command == AutoCommand::AsCounters,
        steps: row.steps,
        fire,
        reduced_fire: row.reduced_fire,
        range: row.range.unwrap_or(1),
        zone: row.zone.unwrap_or(0),
        assault,
        reduced_assault: row.reduced_assault,
        defence: row.defence,
        armoured,
        airborne: row.division == AIRBORNE,
        quality: row.quality,
        movement: movement?,
        transport,
    })
}

/// Movement points of a counter, held in half points; the file has whole ones.
const MOST_POINTS: u16 = 60;

fn movement(row: &CounterRow, at: At, faults: &mut Faults) -> Option<Movement> {
    match (row.move_class.as_str(), row.movement) {
        ("none", None) => Some(Movement::No),
        ("star", None) => Some(Movement::Star),
        (word, Some(points)) if points <= MOST_POINTS && MoveClass::from_word(word).is_some() => {
            MoveClass::from_word(word).map(|class| Movement::Points(class, points * 2))
        }
        (word, points) => {
            faults.add(
                at,
                format!("movement {points:?} of class {word:?}"),
                "leg, wheeled or tracked with points, or star or none without",
            );
            None
        }
    }
}

fn transport(row: &CounterRow, at: At, faults: &mut Faults) -> Option<(MoveClass, u16)> {
    if row.transport.is_empty() {
        return None;
    }
    let read = || {
        let (class, points) = row.transport.split_once(' ')?;
        let points: u16 = points.parse().ok()?;
        (points <= MOST_POINTS).then_some((MoveClass::from_word(class)?, points * 2))
    };
    let found = read();
    if found.is_none() {
        faults.add(at, format!("transport {:?}", row.transport), "like `wheeled 16`");
    }
    found
}

/// The leaders of the scenario, with the units each may begin with.
pub(super) fn leaders(
    setup: &Setup,
    divisions: &[DivisionCard],
    formations: &[FormationCard],
    roster: &Roster,
    faults: &mut Faults,
) -> Vec<(LeaderCard, Vec<UnitId>)> {
    let file = &setup.scenario.files.leaders;
    let mut list = Vec::new();
    for entry in &setup.scenario.leaders {
        let at = At::value(&setup.name, "leader.id", &entry.id);
        let found = setup.leaders.iter().enumerate().find(|(_, row)| row.id == *entry.id.get_ref());
        let Some((line, row)) = found else {
            let known = setup.leaders.iter().map(|row| row.id.clone());
            faults.unknown(at, "leader", entry.id.get_ref(), known);
            continue;
        };
        let of = |entry: &DivisionEntry| entry.of.as_ref().unwrap_or(&entry.id) == &row.division;
        let Some(division) = setup.scenario.divisions.iter().position(of) else {
            let known = divisions.iter().map(|card| card.id.clone());
            faults.unknown(
                At::row(file, "division", line),
                "division of the scenario",
                &row.division,
                known,
            );
            continue;
        };
        let formation = formations.iter().position(|card| card.name == row.formation);
        let commands = match (entry.commands, row.kampfgruppe.as_str(), formation) {
            (LeaderCommands::Greeks, _, _) => Commands::Greeks,
            (_, "yes", _) => Commands::Division,
            (_, _, Some(formation)) => Commands::Formation(formation as u8),
            (_, _, None) => {
                faults.add(
                    At::row(file, "formation", line),
                    format!("{} leads {:?}, of which no unit is in play", row.name, row.formation),
                    "a formation of the scenario",
                );
                continue;
            }
        };
        let units = units(&setup.name, "leader.with", &entry.with, roster, faults);
        let lands = setup
            .scenario
            .sticks
            .iter()
            .filter_map(|stick| stick.leader.as_ref())
            .chain(setup.scenario.serials.iter().filter_map(|serial| serial.leader.as_ref()))
            .chain(setup.scenario.reinforcements.iter().filter_map(|entry| entry.leader.as_ref()))
            .any(|name| name.get_ref() == &row.id);
        // Mercury S8.0: a Kampfgruppe Commander without a unit waits for step F.
        let deploys = entry.with.is_empty() && commands == Commands::Division;
        if entry.with.is_empty() && !lands && !deploys {
            faults.add(
                at,
                format!("{} has no unit to be with", row.name),
                "a unit in `with`, or a stick, serial or reinforcement that names him",
            );
        }
        list.push((
            LeaderCard {
                id: row.id.clone(),
                name: row.name.clone(),
                side: row.side,
                division: DivisionId(division as u8),
                commands,
                range: [row.range, row.replacement_range],
                attachment: [row.attachment, row.replacement_attachment],
                deploys,
                replacement: entry.replacement,
            },
            units,
        ));
    }
    list
}

/// Units by their ids.
pub(super) fn units(
    file: &str,
    key: &str,
    names: &[Name],
    roster: &Roster,
    faults: &mut Faults,
) -> Vec<UnitId> {
    let mut found = Vec::new();
    for name in names {
        match roster.find(name.get_ref()) {
            Some(unit) => found.push(unit),
            None => faults.unknown(
                At::value(file, key, name),
                "unit of the scenario",
                name.get_ref(),
                roster.counters.iter().map(|counter| counter.id.clone()),
            ),
        }
    }
    found
}
