//! The leaders.

use alloc::format;
use alloc::vec::Vec;

use engine::Id;

use super::super::counter::{DivisionId, UnitId};
use super::super::ground::{Commands, DivisionCard, FormationCard, LeaderCard};
use super::super::ids::{FormationId, LeaderId};
use super::super::sheets::{DivisionEntry, LeaderCommands, Name};
use super::roster::{Roster, units};
use super::{At, Faults, Setup};

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
            (_, _, Some(formation)) => Commands::Formation(FormationId::at(formation)),
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
            .chain(
                setup
                    .scenario
                    .free_drops
                    .iter()
                    .flat_map(|entry| &entry.battalions)
                    .filter_map(|battalion| battalion.leader.as_ref()),
            )
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
                division: DivisionId::at(division),
                commands,
                range: [row.range, row.replacement_range],
                attachment: [row.attachment, row.replacement_attachment],
                deploys,
                replacement: entry.replacement,
                gives_way_to: None,
            },
            units,
        ));
    }
    give_way(setup, &mut list, faults);
    list
}

/// Leaders who leave the game for others.
fn give_way(setup: &Setup, list: &mut [(LeaderCard, Vec<UnitId>)], faults: &mut Faults) {
    for entry in &setup.scenario.leaders {
        let Some(name) = &entry.gives_way_to else { continue };
        let other = leader(setup, list, "leader.gives_way_to", name, faults);
        let own = list.iter_mut().find(|(card, _)| card.id == *entry.id.get_ref());
        if let Some((card, _)) = own {
            card.gives_way_to = other;
        }
        if name.get_ref() == entry.id.get_ref() {
            faults.add(
                At::value(&setup.name, "leader.gives_way_to", name),
                format!("{} for himself", name.get_ref()),
                "another leader of the scenario",
            );
        }
    }
}

/// A leader of the scenario.
pub(super) fn leader(
    setup: &Setup,
    leaders: &[(LeaderCard, Vec<UnitId>)],
    key: &str,
    name: &Name,
    faults: &mut Faults,
) -> Option<LeaderId> {
    let found = leaders.iter().position(|(card, _)| card.id == *name.get_ref());
    if found.is_none() {
        let known = leaders.iter().map(|(card, _)| card.id.clone());
        faults.unknown(
            At::value(&setup.name, key, name),
            "leader of the scenario",
            name.get_ref(),
            known,
        );
    }
    found.map(LeaderId::at)
}
