//! Choices of set-up.

use alloc::format;
use alloc::vec::Vec;

use engine::{HexId, Id, Map};

use super::super::counter::UnitId;
use super::super::ground::{LeaderCard, Room, SetUp, Terrain};
use super::super::ids::LeaderId;
use super::super::sheets::SetUpEntry;
use super::super::state::STACK_STEPS;
use super::leaders::leader;
use super::map::hex;
use super::roster::Roster;
use super::{At, Faults, Setup, roster};

/// Choices of set-up: all units first, then the leaders.
pub(super) fn set_up(
    setup: &Setup,
    map: &Map,
    terrain: &[Terrain],
    roster: &Roster,
    leaders: &[(LeaderCard, Vec<UnitId>)],
    faults: &mut Faults,
) -> Vec<SetUp> {
    let mut list = Vec::new();
    for entry in &setup.scenario.set_up {
        let named: Vec<HexId> = entry
            .hexes
            .iter()
            .filter_map(|name| hex(setup, map, "setup.hexes", name, faults))
            .collect();
        let near = |id: HexId| {
            let reach = u16::from(entry.within);
            named.iter().any(|&centre| map.distance(centre, id).is_some_and(|d| d <= reach))
        };
        let dry = |id: HexId| {
            let kind = &terrain[usize::from(map.hex(id).terrain.0)];
            kind.enter.iter().flatten().any(Option::is_some)
        };
        let hexes: Vec<HexId> = match entry.within {
            0 => named,
            _ => map.ids().filter(|&id| near(id) && dry(id)).collect(),
        };
        room(setup, entry, hexes.len(), roster, faults);
        let units = roster::units(&setup.name, "setup.units", &entry.units, roster, faults);
        if entry.at_random && !units.is_empty() {
            list.push(SetUp::Random { units, hexes });
            continue;
        }
        for &unit in &units {
            let room = match entry.within {
                _ if entry.fills => Room::Filling(units.clone()),
                0 => Room::Empty,
                _ if entry.may_share => Room::Without(Vec::new()),
                _ => Room::Without(units.clone()),
            };
            let (hexes, may_dig) = (hexes.clone(), entry.may_dig_in);
            let contact = entry
                .park_of
                .as_ref()
                .and_then(|name| leader(setup, leaders, "setup.park_of", name, faults));
            if entry
                .steps
                .is_some_and(|steps| !(1..=roster.counters[unit.index()].steps).contains(&steps))
            {
                faults.add(
                    At::whole(&setup.name, "setup.steps"),
                    format!("{} has no such back", roster.counters[unit.index()].id),
                    "1, or as many steps as the counter has",
                );
            }
            let (steps, in_park) = (entry.steps, entry.in_park || entry.park_of.is_some());
            list.push(SetUp::Unit { unit, hexes, may_dig, room, steps, in_park, contact });
        }
    }
    for (leader, (_, units)) in leaders.iter().enumerate().filter(|(_, (_, u))| !u.is_empty()) {
        list.push(SetUp::Leader { leader: LeaderId::at(leader), units: units.clone() });
    }
    list
}

/// Whether the units of one entry fit into its hexes.
fn room(setup: &Setup, entry: &SetUpEntry, hexes: usize, roster: &Roster, faults: &mut Faults) {
    let steps: u32 = entry
        .units
        .iter()
        .filter_map(|name| roster.find(name.get_ref()))
        .map(|unit| u32::from(roster.counters[unit.index()].steps))
        .sum();
    let Some(first) = entry.hexes.first().or(entry.units.first()) else {
        faults.add(
            At::whole(&setup.name, "setup"),
            "a [[setup]] names neither units nor hexes",
            "at least one of each",
        );
        return;
    };
    let too_many = match hexes {
        _ if entry.fills => {
            entry.units.len() < hexes || steps > u32::from(STACK_STEPS) * hexes as u32
        }
        _ if entry.may_share => steps > u32::from(STACK_STEPS) * hexes as u32,
        1 => steps > u32::from(STACK_STEPS),
        hexes => entry.units.len() > hexes,
    };
    if too_many || entry.units.is_empty() {
        faults.add(
            At::value(&setup.name, "setup.hexes", first),
            format!("{} units of {steps} steps do not fit into {hexes} hexes", entry.units.len()),
            "one unit a hex of several, or at most 8 steps in a single one; `fills` one a hex at least",
        );
    }
}
