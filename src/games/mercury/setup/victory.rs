//! How a scenario is won.

use alloc::format;
use alloc::vec::Vec;

use engine::{BySide, Calendar, HexId, Id, Map, Side};

use super::super::counter::{Counter, UnitId};
use super::super::departures::Breakout;
use super::super::ground::{Escape, FormationCard, Victory};
use super::super::ids::{FormationId, ObjectiveId};
use super::super::rulings::{AirfieldControl, PrecisionGoal, RunwayControl};
use super::super::sheets::{Name, VictoryEntry, VictoryKind};
use super::super::victory_level::{Band, Bands};
use super::calendar::turn;
use super::objectives::{edge, objective};
use super::roster::Roster;
use super::{At, Faults, Setup};

/// The goal of either side, by its groups of objectives.
pub(super) fn victory(
    setup: &Setup,
    map: &Map,
    objectives: &[(HexId, Side)],
    calendar: &Calendar,
    roster: &Roster,
    formations: &[FormationCard],
    faults: &mut Faults,
) -> Victory {
    let entry = &setup.scenario.victory;
    let ways = ways(setup, map, objectives, faults);
    let german_steps = entry.german_steps.unwrap_or(u16::MAX);
    if entry.german_steps.is_none() && entry.of_both() {
        faults.add(
            At::whole(&setup.name, "victory.german_steps"),
            "the Allies have no goal",
            "`german_steps = N`",
        );
    }
    match entry.kind {
        VictoryKind::GermansHoldAtAnyTurnEnd => Victory::HoldAtAnyTurnEnd {
            objectives: ways.concat(),
            clause: BySide {
                german: "held every objective at the end of a turn",
                allied: "kept an objective to the end",
            },
        },
        VictoryKind::Points => {
            let worth = worth(entry, &ways, objectives.len());
            Victory::Points { step: entry.step_points, worth, ways }
        }
        VictoryKind::GermansHoldAtTheEnd => Victory::HoldAtTheEnd {
            ways,
            any_turn: entry.by_the_end
                && setup.scenario.rulings.sc5_control == RunwayControl::AnyTurnEnd,
            clause: match entry.exit {
                None => BySide {
                    german: "port or runway taken",
                    allied: "port and runway kept to the end",
                },
                Some(_) => {
                    BySide { german: "runway taken", allied: "runway kept and the way out barred" }
                }
            },
        },
        VictoryKind::GermansBreakOrHold => {
            wants_morale(setup, faults);
            Victory::BreakOrHold { ways }
        }
        VictoryKind::WithdrawalLevel => {
            wants_morale(setup, faults);
            let key = "victory.needed";
            let number = |name| objective(setup, map, objectives, key, name, faults);
            let needed = entry.needed.iter().filter_map(number).collect();
            Victory::WithdrawalLevel { bands: bands(setup, roster, faults), ways, needed }
        }
        VictoryKind::AlliesTakeRunway => {
            let hexes = ways.concat();
            let pairs = hexes.iter().enumerate().flat_map(|(place, &one)| {
                hexes[place + 1..].iter().map(move |&other| [one, other].into())
            });
            Victory::Runway { ways: pairs.collect(), hexes }
        }
        VictoryKind::GermansHoldBefore => {
            let before = deadlines(setup, calendar, ways.len(), faults);
            let escape = escape(setup, map, roster, formations, faults);
            Victory::HoldBefore { ways, before, escape }
        }
        VictoryKind::GoalsOfBoth => Victory::GoalsOfBoth {
            ways,
            at_the_end: false,
            clause: "port and airfield taken",
            german_steps,
        },
        // F-SC2-1: the French text asks for everything, and at the end of any turn.
        VictoryKind::GoalsOfBothAtTheEnd => match setup.scenario.rulings.sc2_goal {
            PrecisionGoal::EitherAtTheEnd => Victory::GoalsOfBoth {
                ways,
                at_the_end: true,
                clause: "port or airfield taken",
                german_steps,
            },
            PrecisionGoal::AllAnyTurn => Victory::GoalsOfBoth {
                ways: [ways.concat()].into(),
                at_the_end: false,
                clause: "port and airfield taken",
                german_steps,
            },
        },
    }
}

/// Who wins by morale has some.
fn wants_morale(setup: &Setup, faults: &mut Faults) {
    if setup.scenario.morale.is_none() {
        faults.add(
            At::whole(&setup.name, "victory.kind"),
            "morale decides and there is none",
            "a [morale] block",
        );
    }
}

/// The victory level of each withdrawal level.
fn bands(setup: &Setup, roster: &Roster, faults: &mut Faults) -> Bands {
    let entries = &setup.scenario.victory.bands;
    let list: Vec<Band> = entries
        .iter()
        .map(|entry| Band { level: entry.level, to: entry.to.as_ref().map(|to| *to.get_ref()) })
        .collect();
    let rising = list.windows(2).all(|pair| {
        pair[0].level < pair[1].level && pair[1].to.is_none_or(|to| pair[0].to < Some(to))
    });
    let open = list.iter().filter(|band| band.to.is_none()).count();
    let last_open = list.last().is_some_and(|band| band.to.is_none());
    if !rising || open != 1 || !last_open {
        faults.add(
            At::whole(&setup.name, "victory.band"),
            "the bands of withdrawal levels do not follow each other",
            "from best for the Germans to worst, each with a greater `to` than the one before, the last without",
        );
    }
    // Who can get away, and what failing obligations adds, bounds the level.
    let counts = |counter: &&Counter| counter.side == Side::Allied && !counter.greek;
    let units = roster.counters.iter().filter(counts).filter(|counter| !counter.rearguard());
    let owed = setup.scenario.obligations.iter().map(|entry| u16::from(entry.withdrawal_level));
    let highest = list.iter().filter_map(|band| band.to).max().unwrap_or(0);
    let most = (units.count() as u16 + owed.sum::<u16>()).max(highest + 1);
    Bands { list, most }
}

/// The groups of objectives of which the Germans need one whole.
fn ways(
    setup: &Setup,
    map: &Map,
    objectives: &[(HexId, Side)],
    faults: &mut Faults,
) -> Vec<Vec<ObjectiveId>> {
    let entry = &setup.scenario.victory;
    let mut read = |key: &str, names: &[Name]| -> Vec<ObjectiveId> {
        let number = |name| objective(setup, map, objectives, key, name, faults);
        names.iter().filter_map(number).collect()
    };
    let mut ways: Vec<Vec<ObjectiveId>> = entry
        .worth
        .iter()
        .map(|entry| read("victory.worth.hex", core::slice::from_ref(&entry.hex)))
        .collect();
    if !entry.hexes.is_empty() {
        ways.push(read("victory.hexes", &entry.hexes));
    }
    ways.extend(entry.any_of.iter().map(|names| read("victory.any_of", names)));
    let runway = read("victory.two_connected", &entry.two_connected);
    let airfields = entry.airfields.iter().map(|names| read("victory.airfields", names));
    let airfields: Vec<Vec<ObjectiveId>> = airfields.collect();
    let touch = |&(one, other): &(ObjectiveId, ObjectiveId)| {
        let [a, b] = [one, other].map(|number| objectives[number.index()].0);
        map.direction(a, b).is_some()
    };
    let pairs = |runway: &[ObjectiveId]| -> Vec<Vec<ObjectiveId>> {
        let all = runway
            .iter()
            .enumerate()
            .flat_map(|(place, &one)| runway[place + 1..].iter().map(move |&other| (one, other)));
        all.filter(touch).map(|(one, other)| [one, other].into()).collect()
    };
    ways.extend(pairs(&runway));
    // A-SC6-2: what it takes to control an airfield.
    match setup.scenario.rulings.sc6_airfield {
        AirfieldControl::AllHexes => ways.extend(airfields),
        AirfieldControl::TwoConnected => ways.extend(airfields.iter().flat_map(|a| pairs(a))),
    }
    if ways.iter().all(Vec::is_empty) {
        faults.add(
            At::whole(&setup.name, "victory.hexes"),
            "no hex to hold",
            "at least one, in `hexes`, `any_of`, `airfields` or `two_connected`",
        );
    }
    ways
}

/// What each objective is worth to either side.
fn worth(entry: &VictoryEntry, ways: &[Vec<ObjectiveId>], objectives: usize) -> Vec<BySide<u8>> {
    let mut worth = alloc::vec![BySide::default(); objectives];
    for (entry, way) in entry.worth.iter().zip(ways) {
        for &number in way {
            worth[number.index()] = BySide { german: entry.german, allied: entry.allied };
        }
    }
    worth
}

/// The turn before which each group of objectives must be held.
fn deadlines(setup: &Setup, calendar: &Calendar, groups: usize, faults: &mut Faults) -> Vec<u16> {
    let names = &setup.scenario.victory.before;
    let found: Vec<u16> = names
        .iter()
        .filter_map(|name| turn(setup, calendar, "victory.before", name, faults))
        .collect();
    if names.len() != groups || !found.is_sorted() {
        faults.add(
            At::whole(&setup.name, "victory.before"),
            format!("{} turns for {groups} groups of hexes", names.len()),
            "one for each group, in order of time",
        );
    }
    found
}

/// The steps that must get away (scenario 8).
fn escape(
    setup: &Setup,
    map: &Map,
    roster: &Roster,
    formations: &[FormationCard],
    faults: &mut Faults,
) -> Escape {
    let Some(entry) = &setup.scenario.victory.escape else {
        faults.add(
            At::whole(&setup.name, "victory.escape"),
            "the Allies have no goal",
            "a [victory.escape] with `steps`, `formation` and `east_of`",
        );
        return Escape { units: Vec::new(), steps: 0, east_of: 0 };
    };
    let formation = formations.iter().position(|card| card.name == *entry.formation.get_ref());
    if formation.is_none() {
        let at = At::value(&setup.name, "victory.escape.formation", &entry.formation);
        let known = formations.iter().map(|card| card.name.clone());
        faults.unknown(at, "formation of the scenario", entry.formation.get_ref(), known);
    }
    for name in &entry.battalions {
        let known = || roster.counters.iter().map(|counter| counter.battalion.clone());
        if known().all(|battalion| battalion != *name.get_ref()) {
            let at = At::value(&setup.name, "victory.escape.battalions", name);
            faults.unknown(at, "battalion in play", name.get_ref(), known());
        }
    }
    let units: Vec<UnitId> = (0..)
        .map(UnitId)
        .zip(&roster.counters)
        .filter(|(_, counter)| {
            let with = entry.battalions.iter().any(|name| *name.get_ref() == counter.battalion);
            with || (formation.is_some() && counter.formation == formation.map(FormationId::at))
        })
        .map(|(unit, _)| unit)
        .collect();
    let steps = *entry.steps.get_ref();
    let in_play: u16 =
        units.iter().map(|unit| u16::from(roster.counters[unit.index()].steps)).sum();
    if steps == 0 || steps > in_play {
        faults.add(
            At::value(&setup.name, "victory.escape.steps", &entry.steps),
            format!("{steps} steps of {in_play}"),
            "at least one, and no more than there are",
        );
    }
    let east_of = *entry.east_of.get_ref();
    if map.ids().all(|hex| map.hex(hex).at.column <= east_of) {
        faults.add(
            At::value(&setup.name, "victory.escape.east_of", &entry.east_of),
            format!("no hex lies east of column {east_of}"),
            "a column west of the last one in play",
        );
    }
    Escape { units, steps, east_of }
}

/// The edge by which units leave to win.
pub(super) fn breakout(setup: &Setup, map: &Map, faults: &mut Faults) -> Option<Breakout> {
    let victory = &setup.scenario.victory;
    let entry = victory.exit.as_ref()?;
    let units = *entry.units.get_ref();
    if units == 0 || entry.hexes.is_empty() || victory.kind != VictoryKind::GermansHoldAtTheEnd {
        faults.add(
            At::value(&setup.name, "victory.exit.units", &entry.units),
            format!("{units} units, {} hexes", entry.hexes.len()),
            "at least one of each, beside a goal of the kind `germans-hold-at-the-end`",
        );
    }
    let hexes =
        entry.hexes.iter().filter_map(|name| edge(setup, map, "victory.exit.hexes", name, faults));
    Some(Breakout { hexes: hexes.collect(), units })
}
