//! The terms of a scenario: calendar, victory, groups of reinforcements.

use alloc::format;
use alloc::vec::Vec;

use engine::{At, Faults, Side};

use super::super::ground::{Airfield, Group, Level, Victory};
use super::super::sheets::ScenarioFile;
use super::{Setup, at};

/// Turns there is room for.
const MOST_TURNS: usize = 60;

/// The calendar and single numbers.
pub(super) fn check(setup: &Setup, faults: &mut Faults) {
    let scenario = &setup.scenario;
    let turns = scenario.turns.len();
    if turns == 0 || turns > MOST_TURNS {
        faults.add(at(setup, "turns"), format!("{turns} turns"), format!("1 to {MOST_TURNS}"));
    }
    if scenario.days.len() != turns {
        let problem = format!("{} days of {turns} turns", scenario.days.len());
        faults.add(at(setup, "days"), problem, "one a turn");
    }
    for &night in &scenario.night {
        if night == 0 || usize::from(night) > turns {
            faults.add(at(setup, "night"), format!("turn {night}"), format!("1 to {turns}"));
        }
    }
    if scenario.columns[0] > scenario.columns[1] {
        let [first, last] = scenario.columns;
        faults.add(at(setup, "columns"), format!("{first} to {last}"), "the lower number first");
    }
    if scenario.ju52 > 200 {
        faults.add(at(setup, "ju52"), format!("{} points", scenario.ju52), "0 to 200");
    }
}

/// Which turns are night turns, in order.
pub(super) fn nights(scenario: &ScenarioFile) -> Vec<bool> {
    (1..=scenario.turns.len()).map(|turn| scenario.night.contains(&(turn as u8))).collect()
}

/// The groups of reinforcements that may be refused.
pub(super) fn groups(setup: &Setup, faults: &mut Faults) -> Vec<Group> {
    let rows = &setup.scenario.victory.groups;
    faults.too_many(at(setup, "victory.group"), rows.len(), "groups", 64);
    let groups = rows.iter().enumerate().map(|(place, row)| {
        let key = format!("victory.group.{place}.name");
        if !setup.rows.iter().any(|unit| unit.group == row.name) {
            let known = setup.rows.iter().map(|unit| unit.group.as_str());
            let known: Vec<&str> = known.filter(|name| !name.is_empty()).collect();
            faults.unknown(at(setup, &key), "group", &row.name, known);
        }
        Group { name: row.name.clone(), points: row.points }
    });
    groups.collect()
}

fn field(at: At, name: &str, airfields: &[Airfield], faults: &mut Faults) -> Option<u8> {
    let known = airfields.iter().map(|field| field.name.as_str());
    faults.find(at, "airfield", name, known).map(|place| place as u8)
}

/// How the scenario is won.
pub(super) fn victory(
    setup: &Setup,
    airfields: &[Airfield],
    faults: &mut Faults,
) -> Option<Victory> {
    let table = &setup.scenario.victory;
    let known = [("bridges", 0), ("airfields", 1), ("points", 2)];
    match faults.pick(at(setup, "victory.kind"), &table.kind, &known)? {
        0 => Some(Victory::Bridges),
        1 => {
            let mut fields = Vec::new();
            for (place, name) in table.airfields.iter().enumerate() {
                let key = format!("victory.airfields.{place}");
                fields.extend(field(at(setup, &key), name, airfields, faults));
            }
            if table.needed == 0 || usize::from(table.needed) > fields.len() {
                let problem = format!("{} of {} airfields", table.needed, fields.len());
                faults.add(at(setup, "victory.needed"), problem, "one or more of them");
            }
            Some(Victory::Airfields { fields, needed: table.needed })
        }
        _ => {
            let known =
                [("german", Some(Side::German)), ("draw", None), ("allied", Some(Side::Allied))];
            let mut levels = Vec::new();
            for (place, level) in table.levels.iter().enumerate() {
                let key = format!("victory.level.{place}.winner");
                let winner = faults.pick(at(setup, &key), &level.winner, &known);
                let (name, least) = (level.name.clone(), level.least);
                levels.extend(winner.map(|winner| Level { name, winner, least }));
            }
            let rank = |level: &Level| known.iter().position(|(_, side)| *side == level.winner);
            let falls =
                |pair: &[Level]| pair[0].least > pair[1].least && rank(&pair[0]) <= rank(&pair[1]);
            let last = levels.last().is_some_and(|level| level.least.is_none());
            let named = levels.iter().filter(|level| level.least.is_none()).count() == 1;
            if !last || !named || !levels.windows(2).all(falls) || levels.len() > 20 {
                faults.add(
                    at(setup, "victory.level"),
                    "levels out of order",
                    "the most points first, and a last level without any",
                );
            }
            Some(Victory::Points { levels })
        }
    }
}

/// The airfield that releases the reserve.
pub(super) fn reserve(setup: &Setup, airfields: &[Airfield], faults: &mut Faults) -> Option<u8> {
    let name = setup.scenario.victory.reserve.as_ref()?;
    field(at(setup, "victory.reserve"), name, airfields, faults)
}
