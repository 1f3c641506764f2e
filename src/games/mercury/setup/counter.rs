//! One counter.

use alloc::format;
use alloc::string::ToString;

use engine::Id;

use super::super::counter::{Counter, DivisionId, MoveClass, Movement, Rating};
use super::super::ground::{DivisionCard, FormationCard};
use super::super::ids::FormationId;
use super::super::rulings::{AutoCommand, Stragglers};
use super::super::sheets::{CounterRow, DivisionEntry, Name};
use super::{At, Faults, Setup};

/// The division whose men jump, as the counters have it.
const AIRBORNE: &str = "7FD";

/// One row of the counters' file; `None` if anything is wrong with it.
pub(super) fn counter(
    setup: &Setup,
    row: &CounterRow,
    line: usize,
    divisions: &[DivisionCard],
    formations: &[FormationCard],
    faults: &mut Faults,
) -> Option<Counter> {
    let at = At::row(&setup.scenario.files.counters, "id", line);
    let before = faults.len();
    let marks = Marks::read(row, at, faults);
    let fire = rating(at.key("fire_colour"), row.fire, &row.fire_colour, faults);
    let assault = rating(at.key("assault_colour"), row.assault, &row.assault_colour, faults);
    let movement = movement(row, at.key("move_class"), faults);
    let transport = transport(row, at.key("transport"), faults);
    let division = division(setup, row, divisions, at, faults);
    figures(row, at.key("steps"), faults);
    if faults.len() > before {
        return None;
    }
    let formation = formation(setup, row, formations, marks.greek);
    let read_red = setup.scenario.rulings.auto_command == AutoCommand::AsCounters;
    Some(Counter {
        id: row.id.clone(),
        name: row.name.clone(),
        side: row.side,
        division: division?,
        formation: formation.map(FormationId::at),
        formation_name: match formation {
            Some(formation) => formations[formation].name.clone(),
            None if marks.greek => row.battalion.clone(),
            None => "Independent".to_string(),
        },
        battalion: row.battalion.clone(),
        kind: row.kind.clone(),
        greek: marks.greek,
        engineer: marks.engineer,
        anti_aircraft: marks.anti_aircraft,
        auto_command: marks.red && read_red,
        steps: row.steps,
        fire,
        reduced_fire: row.reduced_fire,
        range: row.range.unwrap_or(1),
        zone: row.zone.unwrap_or(0),
        assault,
        reduced_assault: row.reduced_assault,
        defence: row.defence,
        armoured: marks.armoured,
        airborne: row.division == AIRBORNE,
        quality: row.quality,
        movement: movement?,
        transport,
    })
}

/// What a counter says with yes or no.
struct Marks {
    greek: bool,
    engineer: bool,
    anti_aircraft: bool,
    armoured: bool,
    red: bool,
}

impl Marks {
    fn read(row: &CounterRow, at: At, faults: &mut Faults) -> Marks {
        let mut yes = |key, word: &str| {
            if !matches!(word, "yes" | "no") {
                faults.add(at.key(key), format!("{word:?} is neither yes nor no"), "yes or no");
            }
            word == "yes"
        };
        Marks {
            greek: yes("greek", &row.greek),
            engineer: yes("engineer", &row.engineer),
            anti_aircraft: yes("aa", &row.aa),
            armoured: yes("armoured", &row.armoured),
            red: yes("auto_command", &row.auto_command),
        }
    }
}

/// A rating with its colour; none where the counter shows none.
fn rating(at: At, value: Option<i8>, colour: &str, faults: &mut Faults) -> Option<Rating> {
    let value = value?;
    if !(0..=9).contains(&value) {
        faults.add(at, format!("rating {value}"), "a rating from 0 to 9");
    }
    faults.word(at, "colour", colour).map(|colour| Rating { value, colour })
}

/// The division whose counter it is.
fn division(
    setup: &Setup,
    row: &CounterRow,
    divisions: &[DivisionCard],
    at: At,
    faults: &mut Faults,
) -> Option<DivisionId> {
    // A regiment or brigade may stand for the printed division in scenarios commanded by battalions.
    let of = |entry: &DivisionEntry| entry.of.as_ref().unwrap_or(&entry.id) == &row.division;
    let Some(place) = setup.scenario.divisions.iter().position(of) else {
        let known = divisions.iter().map(|card| card.id.as_str());
        faults.unknown(at.key("division"), "division of the scenario", &row.division, known);
        return None;
    };
    let side = divisions[place].side;
    if side != row.side {
        let problem = format!("{} is {}, its division {}", row.id, row.side.word(), side.word());
        faults.add(at.key("side"), problem, "the side of its division");
    }
    Some(DivisionId::at(place))
}

/// Numbers that no counter shows.
fn figures(row: &CounterRow, at: At, faults: &mut Faults) {
    if row.steps > 2 || !(0..=9).contains(&row.quality) || !(-5..=5).contains(&row.defence) {
        let CounterRow { id, steps, quality, defence, .. } = row;
        let problem = format!("{id} has {steps} steps, quality {quality}, defence {defence}");
        faults.add(at, problem, "steps 0 to 2, quality 0 to 9, defence -5 to 5");
    }
}

/// The formation with which it fights. Units of no formation in play are independents; Greeks never belong to one (6.0).
fn formation(
    setup: &Setup,
    row: &CounterRow,
    formations: &[FormationCard],
    greek: bool,
) -> Option<usize> {
    let scenario = &setup.scenario;
    let named = |names: &[Name]| names.iter().any(|name| *name.get_ref() == row.id);
    if greek || named(&scenario.independents) {
        return None;
    }
    let joins = scenario.rulings.stragglers == Stragglers::Join;
    let joined = (0..formations.len()).find(|&place| named(&scenario.formations[place].also));
    let own = |card: &FormationCard| card.name == row.formation || card.name == row.battalion;
    joined.filter(|_| joins).or_else(|| formations.iter().position(own))
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
