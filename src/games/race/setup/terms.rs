//! The scenario's terms: how long it is, what it takes to win, which optional rules are in play.

use alloc::format;
use alloc::vec;

use engine::{At, Calendar, Faults};

use super::super::ground::{MOST_OBJECTIVES, Objective};
use super::super::rulings::Edition;
use super::super::sheets::ScenarioFile;
use super::Setup;

/// Boxes, airfields and leaders a scenario may have: they are numbered with a byte.
const MOST: usize = 255;

/// Lists that are longer than the game can number. Nothing of such a scenario can be looked at.
pub(super) fn too_many(setup: &Setup, faults: &mut Faults) -> bool {
    let (file, scenario) = (setup.name.as_str(), &setup.scenario);
    [
        (At::whole(file, "objective"), scenario.objectives.len(), "objectives", MOST_OBJECTIVES),
        (At::whole(file, "box"), scenario.boxes.len(), "of them", MOST),
        (At::whole(file, "airfield"), scenario.airfields.len(), "of them", MOST),
        (At::whole(file, "leader"), scenario.leaders.len(), "of them", MOST),
    ]
    .into_iter()
    .fold(false, |any, (at, count, of, most)| any | faults.too_many(at, count, of, most))
}

/// What the terms say against themselves and against the map.
pub(super) fn check(
    setup: &Setup,
    objectives: &[Objective],
    airfields: usize,
    faults: &mut Faults,
) {
    let (file, scenario) = (setup.name.as_str(), &setup.scenario);
    let points: u32 = objectives.iter().map(|objective| u32::from(objective.points)).sum();
    let wanted = u32::from(*scenario.victory_points.get_ref());
    if wanted == 0 || wanted > points {
        faults.add(
            At::value(file, "victory_points", &scenario.victory_points),
            format!("{wanted} points cannot be the level of victory"),
            format!("1 to {points}, the points of all victory hexes"),
        );
    }
    if scenario.turns.get_ref().is_empty() || scenario.turns.get_ref().len() > 100 {
        let at = At::value(file, "turns", &scenario.turns);
        faults.add(at, "not a calendar", "1 to 100 names of turns");
    }
    if let Some(end) = &scenario.end_turn
        && !(1..=100).contains(end.get_ref())
    {
        let problem = format!("turn {}", end.get_ref());
        faults.add(At::value(file, "end_turn", end), problem, "1 to 100");
    }
    for note in scenario.origins.values() {
        faults.reason(At::value(file, "origins.why", &note.why), note.why.get_ref());
    }
    options(setup, faults);
    if (scenario.game == Edition::MarketGarden) != scenario.cities.is_some() {
        let expected = "a [cities] table in market-garden only";
        faults.add(At::whole(file, "cities"), "does not fit the game", expected);
    }
    if scenario.game == Edition::Mercury && airfields != 3 {
        let problem = format!("{airfields} airfields");
        faults.add(At::whole(file, "airfield"), problem, "the three airfields of 11.1");
    }
    if *scenario.reduced.endurance.get_ref() == 0 {
        let at = At::value(file, "reduced.endurance", &scenario.reduced.endurance);
        faults.add(at, "0", "1 or more");
    }
}

/// Optional rules that are not of this game, or have nothing to work on.
fn options(setup: &Setup, faults: &mut Faults) {
    let (edition, options) = (setup.scenario.game, &setup.scenario.options);
    let on = options.get_ref().list(|scope| !scope.covers(edition));
    for option in on.iter().filter(|option| option.value != option.default) {
        let key = format!("options.{}", option.id);
        let expected = "an option that `scenario show` lists";
        let at = At::value(&setup.name, &key, options);
        faults.add(at, "this game has no such optional rule", expected);
    }
    if options.get_ref().boat_crossing && !options.get_ref().advanced_bridges {
        faults.add(
            At::value(&setup.name, "options.boat_crossing", options),
            "there is nothing to cancel without advanced_bridges",
            "advanced_bridges = true beside it",
        );
    }
}

/// The turns.
pub(super) fn calendar(scenario: &ScenarioFile) -> Calendar {
    let mut names = scenario.turns.get_ref().clone();
    if let Some(end) = &scenario.end_turn {
        let end = usize::from(*end.get_ref());
        // Turns past the printed ones have no date.
        names.extend((names.len() + 1..=end).map(|turn| format!("turn {turn}")));
        names.truncate(end);
    }
    Calendar { night: vec![false; names.len()], names }
}

/// Values of a reduced airborne counter: combat, endurance, movement.
pub(super) fn reduced(scenario: &ScenarioFile) -> (u8, u8, u8) {
    let entry = &scenario.reduced;
    (entry.combat, *entry.endurance.get_ref(), entry.movement)
}
