//! Counters, leaders and divisions of the scenario.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::super::counter::{Colour, Counter, DivisionId, MoveClass, Movement, Rating, UnitId};
use super::super::ground::{Commands, DivisionCard, LeaderCard};
use super::super::rulings::AutoCommand;
use super::super::sheets::{CounterRow, LeaderCommands, Name};
use super::{At, Faults, Setup};

/// Formations that are no formations: their units are independent.
const NO_FORMATIONS: [&str; 4] = ["Independent", "Greek", "Police", ""];

/// The units the scenario names, in order of naming, as counters.
pub(super) struct Roster {
    pub counters: Vec<Counter>,
    pub formations: Vec<String>,
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
        cards.push(DivisionCard {
            id: entry.id.clone(),
            name: entry.name.clone(),
            side: entry.side,
            rating: entry.rating,
            points: entry.points,
        });
    }
    cards
}

/// The counters of every unit the scenario names. Each may be named once.
pub(super) fn roster(setup: &Setup, divisions: &[DivisionCard], faults: &mut Faults) -> Roster {
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
    let mut roster = Roster { counters: Vec::new(), formations: Vec::new() };
    let set_up = setup.scenario.set_up.iter().flat_map(|entry| &entry.units);
    let later = setup.scenario.reinforcements.iter().flat_map(|entry| &entry.units);
    let names = set_up.map(|n| ("setup.units", n)).chain(later.map(|n| ("reinforcement.units", n)));
    for (key, name) in names {
        let at = At::name(&setup.name, key, name);
        let id = name.get_ref();
        if roster.find(id).is_some() {
            faults.add(at, format!("unit {id:?} is named twice"), "each unit once");
            continue;
        }
        match setup.counters.iter().enumerate().find(|(_, row)| row.id == *id) {
            None => faults.unknown(at, "unit", id, setup.counters.iter().map(|c| c.id.clone())),
            Some((line, row)) => {
                if let Some(counter) =
                    counter(setup, row, line, divisions, &mut roster.formations, faults)
                {
                    roster.counters.push(counter);
                }
            }
        }
    }
    roster
}

/// One row of the counters' file, believed.
fn counter(
    setup: &Setup,
    row: &CounterRow,
    line: usize,
    divisions: &[DivisionCard],
    formations: &mut Vec<String>,
    faults: &mut Faults,
) -> Option<Counter> {
    let file = setup.scenario.files.counters.as_str();
    let at = |key| At::row(file, key, line);
    let before = faults.list.len();
    let mut yes = |key, word: &str| match word {
        "yes" => true,
        "no" => false,
        other => {
            faults.add(at(key), format!("{other:?} is neither yes nor no"), "yes or no");
            false
        }
    };
    let (greek, engineer) = (yes("greek", &row.greek), yes("engineer", &row.engineer));
    let armoured = yes("armoured", &row.armoured);
    let red = yes("auto_command", &row.auto_command);
    let mut rating = |key, value: Option<i8>, colour: &str| {
        let value = value?;
        if !(0..=9).contains(&value) {
            faults.add(at(key), format!("rating {value}"), "a rating from 0 to 9");
        }
        match Colour::from_word(colour) {
            Some(colour) => Some(Rating { value, colour }),
            None => {
                faults.unknown(
                    at(key),
                    "colour",
                    colour,
                    Colour::ALL.iter().map(|c| c.word().to_string()),
                );
                None
            }
        }
    };
    let fire = rating("fire_colour", row.fire, &row.fire_colour);
    let assault = rating("assault_colour", row.assault, &row.assault_colour);
    let movement = movement(row, at("move_class"), faults);
    let transport = transport(row, at("transport"), faults);
    let division = divisions.iter().position(|card| card.id == row.division);
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
    if faults.list.len() > before {
        return None;
    }
    let formation = (!greek && !NO_FORMATIONS.contains(&row.formation.as_str())).then(|| {
        formations.iter().position(|f| *f == row.formation).unwrap_or_else(|| {
            formations.push(row.formation.clone());
            formations.len() - 1
        }) as u8
    });
    Some(Counter {
        id: row.id.clone(),
        name: row.name.clone(),
        side: row.side,
        division: DivisionId(division? as u8),
        formation,
        formation_name: row.formation.clone(),
        kind: row.kind.clone(),
        greek,
        engineer,
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
        quality: row.quality,
        movement: movement?,
        transport,
    })
}

fn class_of(word: &str) -> Option<MoveClass> {
    MoveClass::ALL.into_iter().find(|class| class.word() == word)
}

/// Movement points of a counter, held in half points; the file has whole ones.
const MOST_POINTS: u16 = 60;

fn movement(row: &CounterRow, at: At, faults: &mut Faults) -> Option<Movement> {
    match (row.move_class.as_str(), row.movement) {
        ("none", None) => Some(Movement::No),
        ("star", None) => Some(Movement::Star),
        (word, Some(points)) if points <= MOST_POINTS && class_of(word).is_some() => {
            class_of(word).map(|class| Movement::Points(class, points * 2))
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
        (points <= MOST_POINTS).then_some((class_of(class)?, points * 2))
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
    roster: &Roster,
    faults: &mut Faults,
) -> Vec<(LeaderCard, Vec<UnitId>)> {
    let file = &setup.scenario.files.leaders;
    let mut list = Vec::new();
    for entry in &setup.scenario.leaders {
        let at = At::name(&setup.name, "leader.id", &entry.id);
        let found = setup.leaders.iter().enumerate().find(|(_, row)| row.id == *entry.id.get_ref());
        let Some((line, row)) = found else {
            let known = setup.leaders.iter().map(|row| row.id.clone());
            faults.unknown(at, "leader", entry.id.get_ref(), known);
            continue;
        };
        let Some(division) = divisions.iter().position(|card| card.id == row.division) else {
            let known = divisions.iter().map(|card| card.id.clone());
            faults.unknown(
                At::row(file, "division", line),
                "division of the scenario",
                &row.division,
                known,
            );
            continue;
        };
        let formation = roster.formations.iter().position(|f| *f == row.formation);
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
        if entry.with.is_empty() {
            faults.add(
                at,
                format!("{} has no unit to be with", row.name),
                "at least one unit in `with`",
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
                At::name(file, key, name),
                "unit of the scenario",
                name.get_ref(),
                roster.counters.iter().map(|counter| counter.id.clone()),
            ),
        }
    }
    found
}
