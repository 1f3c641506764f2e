//! What a scenario says of itself: its facts in words, and where its values come from.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{Calendar, Origins, Provenance, Side};

use super::super::sheets::{Name, Scenario, VictoryEntry, VictoryKind};
use super::Setup;
use super::calendar::last_turn;
use super::roster::Roster;

/// What earns victory points, in words.
fn points_words(scenario: &Scenario) -> String {
    let victory = &scenario.victory;
    let mut terms = [format!("{} each enemy step eliminated", victory.step_points)].to_vec();
    for entry in &victory.worth {
        let side = match (entry.german, entry.allied) {
            (_, 0) => "German control",
            (0, _) => "Allied control",
            _ => "control",
        };
        terms.push(format!("{} {side} of {}", entry.german.max(entry.allied), entry.hex.get_ref()));
    }
    let exits = scenario.off_map.iter().flat_map(|terms| &terms.exits);
    for exit in exits.filter(|exit| exit.step_points > 0) {
        terms.push(format!("{} each step exited by the {}", exit.step_points, exit.name));
    }
    if let Some(ships) = scenario.shipping.as_ref().filter(|ships| ships.step_points > 0) {
        terms.push(format!("{} each step shipped", ships.step_points));
    }
    format!("more victory points at the end win: {}", terms.join(", "))
}

/// The steps that must get away, in words.
fn escape_words(entry: &VictoryEntry) -> String {
    entry.escape.as_ref().map_or_else(String::new, |goal| {
        let with: Vec<&str> = goal.battalions.iter().map(|name| name.get_ref().as_str()).collect();
        format!(
            "the Allied one {} steps of {} with {} east of column {} at the end",
            goal.steps.get_ref(),
            goal.formation.get_ref(),
            with.join(", "),
            goal.east_of.get_ref()
        )
    })
}

/// The victory level of each withdrawal level, in words.
fn band_words(entry: &VictoryEntry) -> String {
    let mut from = 0;
    let mut bands: Vec<String> = Vec::new();
    for band in &entry.bands {
        let printed = match band.printed.as_str() {
            "" => String::new(),
            words => format!(" (printed {words})"),
        };
        let name = format!("{}{printed}", band.level.name());
        bands.push(match band.to.as_ref().map(|to| *to.get_ref()) {
            Some(to) => {
                let words = format!("{from} to {to} {name}");
                from = to + 1;
                words
            }
            None => format!("{from} or more {name}"),
        });
    }
    bands.join(", ")
}

/// What ends the game before its time, in words.
fn sudden_words(scenario: &Scenario) -> String {
    let words = scenario.sudden_deaths.iter().map(|entry| {
        let hexes: Vec<&str> = entry.hexes.iter().map(|name| name.get_ref().as_str()).collect();
        let hexes = hexes.join(" and ");
        let turn = |name: &Option<Name>| name.as_ref().map_or("", |n| n.get_ref()).to_string();
        let when = if entry.in_withdrawal { " under Allied Withdrawal" } else { "" };
        match entry.winner {
            Side::German => {
                format!("German control of {hexes} before {}{when}", turn(&entry.before))
            }
            Side::Allied => format!("no German control of {hexes} at {}", turn(&entry.at)),
        }
    });
    format!("sudden death by {}", words.collect::<Vec<_>>().join(", by "))
}

/// The German goal in words.
fn goal_words(entry: &VictoryEntry) -> String {
    let all = |names: &[Name]| {
        names.iter().map(|name| name.get_ref().as_str()).collect::<Vec<_>>().join(" and ")
    };
    let mut ways: Vec<String> = Vec::new();
    if !entry.hexes.is_empty() {
        ways.push(all(&entry.hexes));
    }
    let before = |place: usize| {
        entry
            .before
            .get(place)
            .map_or_else(String::new, |turn| format!(" before {}", turn.get_ref()))
    };
    let timed = |(place, names): (usize, &Vec<Name>)| all(names) + &before(place);
    ways.extend(entry.any_of.iter().enumerate().map(timed));
    ways.extend(entry.airfields.iter().map(|names| format!("the airfield {}", all(names))));
    if !entry.two_connected.is_empty() {
        ways.push(format!("two connected hexes of {}", all(&entry.two_connected)));
    }
    if let Some(exit) = &entry.exit {
        let hexes: Vec<&str> = exit.hexes.iter().map(|name| name.get_ref().as_str()).collect();
        ways.push(format!("have exited {} units from {}", exit.units.get_ref(), hexes.join(" ")));
    }
    ways.join(", or ")
}

/// What `scenario show` prints.
pub(super) fn facts(setup: &Setup, roster: &Roster, calendar: &Calendar) -> Vec<(String, String)> {
    let scenario = &setup.scenario;
    let forces = |side: Side| {
        let own = roster.counters.iter().filter(|counter| counter.side == side);
        let (units, steps) = own.fold((0, 0), |(u, s), c| (u + 1, s + u32::from(c.steps)));
        format!("{units} units, {steps} steps")
    };
    let command: Vec<String> = scenario
        .divisions
        .iter()
        .map(|d| {
            format!("{}: command rating {}, {} points at the start", d.name, d.rating, d.points)
        })
        .collect();
    let cup: Vec<&str> = scenario.cup.iter().map(|name| name.get_ref().as_str()).collect();
    let first: Vec<&str> = core::iter::once(&scenario.first_chit)
        .chain(&scenario.first_chit_or)
        .map(|name| name.get_ref().as_str())
        .collect();
    let goal = goal_words(&scenario.victory);
    let steps = scenario.victory.german_steps.unwrap_or_default();
    let sheets: Vec<&str> = scenario.sheets.iter().map(|name| name.get_ref().as_str()).collect();
    [
        ("Scenario", scenario.number.clone()),
        ("About", scenario.about.clone()),
        ("Source", scenario.source.clone()),
        (
            "Length",
            format!(
                "{} to {}, {} turns",
                scenario.first.get_ref(),
                calendar.names.last().unwrap_or(last_turn(setup).get_ref()),
                calendar.len()
            ),
        ),
        ("Map sheets", sheets.join(", ")),
        ("Map data", setup.sheets.attribution.get_ref().clone()),
        ("Germans", forces(Side::German)),
        ("Allies", forces(Side::Allied)),
        ("Command", command.join("; ")),
        ("Cup", format!("{}; first: {}", cup.join(", "), first.join(" or "))),
        ("Special rules", scenario.special_rules.join(", ")),
        (
            "Victory",
            match scenario.victory.kind {
                VictoryKind::GermansHoldAtAnyTurnEnd => format!(
                    "the Germans win if they control {goal} at the end of any turn, else the Allies win"
                ),
                VictoryKind::AlliesTakeRunway => format!(
                    "at the end the Allies win a major victory by control of two of {goal}, a minor one by fire zones on two; else the Germans win"
                ),
                VictoryKind::Points => points_words(scenario),
                VictoryKind::GermansHoldAtTheEnd => format!(
                    "the Germans win if they control {goal} at the end of the game, else the Allies win"
                ),
                VictoryKind::GermansBreakOrHold => format!(
                    "the Germans win if Allied morale breaks or they control {goal} at the end, else it is a draw; {}",
                    sudden_words(scenario)
                ),
                VictoryKind::WithdrawalLevel => format!(
                    "by the withdrawal level at the end: {}; without withdrawal a decisive Allied victory; {}",
                    band_words(&scenario.victory),
                    sudden_words(scenario)
                ),
                VictoryKind::GoalsOfBoth => format!(
                    "the German goal is to control {goal} at the end of a turn, the Allied one to eliminate {steps} German steps; both or neither is a draw"
                ),
                VictoryKind::GermansHoldBefore => format!(
                    "the German goal is to control {goal}; {}; both or neither is a draw",
                    escape_words(&scenario.victory)
                ),
                VictoryKind::GoalsOfBothAtTheEnd => format!(
                    "the German goal is to control {goal} at the end of the game, the Allied one to eliminate {steps} German steps; both or neither is a draw"
                ),
            },
        ),
    ]
    .map(|(key, value)| (key.to_string(), value))
    .into()
}

/// Where the values in play come from.
pub(super) fn provenance(setup: &Setup, roster: &Roster) -> Vec<Provenance> {
    let mut origins = Origins::default();
    let scenario = &setup.scenario;
    let facts = scenario.set_up.len() + scenario.reinforcements.len() + scenario.divisions.len();
    let facts = facts + scenario.air_support.len() + scenario.sticks.len();
    origins.count(&setup.name, "scenario facts", scenario.origin, facts as u32);
    let exits = scenario.off_map.iter().flat_map(|entry| &entry.exits).map(|exit| exit.origin);
    let ways = scenario.ways_out.iter().flat_map(|entry| entry.exits.iter().chain(&entry.ports));
    let exits = exits.chain(ways.map(|way| way.origin));
    for origin in scenario.objectives.iter().map(|entry| entry.origin).chain(exits) {
        let origin = origin.unwrap_or(scenario.origin);
        origins.count(&setup.name, "scenario facts", origin, 1);
    }
    for (name, rows) in &setup.hexes {
        for row in rows {
            origins.count(&format!("maps/{name}"), "hexes", row.origin, 1);
        }
        if let Some(entry) = setup.sheets.sheets.iter().find(|entry| entry.name == *name) {
            origins.count(super::SHEETS, "frames of sheets", entry.origin, 1);
        }
    }
    for row in &setup.counters {
        let platoon = scenario
            .divisions
            .iter()
            .any(|d| d.rearguards.as_ref().is_some_and(|r| *r.counter.get_ref() == row.id));
        let truck = scenario.trucks.iter().any(|terms| {
            let mut all = terms.at_start.iter().chain(&terms.once_airfield_held);
            all.any(|name| *name.get_ref() == row.id)
        });
        if platoon || truck || roster.find(&row.id).is_some() {
            origins.count(&scenario.files.counters, "counters", row.origin, 1);
        }
    }
    for row in &setup.leaders {
        if scenario.leaders.iter().any(|entry| *entry.id.get_ref() == row.id) {
            origins.count(&scenario.files.leaders, "leaders", row.origin, 1);
        }
    }
    tables(setup, &mut origins);
    origins.finish()
}

/// Counts the values of the tables by their origins.
fn tables(setup: &Setup, origins: &mut Origins) {
    let files = &setup.scenario.files;
    let mut note = |file: &str, what: &str, origin, count: usize| {
        origins.count(file, what, origin, count as u32);
    };
    for kind in &setup.terrain.kinds {
        note(&files.terrain, "kinds of terrain", kind.origin, 1);
    }
    note(&files.terrain, "road and slope costs", setup.terrain.origin, 3);
    for (name, table) in
        [&files.combat_unarmoured, &files.combat_armoured].into_iter().zip(&setup.combat)
    {
        let cells = table.rows.iter().map(|row| row.cells.len()).sum();
        note(name, "table cells", table.origin, cells);
    }
    for entry in &setup.modifiers.modifiers {
        note(&files.modifiers, "modifiers", entry.origin, 1);
    }
    for entry in &setup.quality.modifiers {
        note(&files.quality, "modifiers", entry.origin, 1);
    }
    if let (Some(name), Some(table)) = (&files.drop, &setup.drop) {
        let cells = table.rows.iter().map(|row| row.cells.len()).sum();
        note(name, "table cells", table.origin, cells);
    }
    if let (Some(name), Some(file)) = (&files.events, &setup.events) {
        for entry in &file.events {
            note(name, "event counters", entry.origin, usize::from(entry.count));
        }
    }
    if let (Some(name), Some(file)) = (&files.off_map, &setup.display) {
        for entry in &file.boxes {
            note(name, "boxes of the Off-Map Display", entry.origin, 1);
        }
        for entry in &file.connections {
            note(name, "connections of its boxes", entry.origin, 1);
        }
    }
    note(&files.calendar, "turns", setup.calendar.origin, setup.calendar.turns.len());
}
