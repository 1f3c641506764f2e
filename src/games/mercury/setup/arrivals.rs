//! Who comes later: sticks, reinforcements and aircraft.

use alloc::format;
use alloc::vec::Vec;

use engine::{Calendar, HexId, Id, Map, Side};

use super::super::airstrike::ANYWHERE;
use super::super::counter::UnitId;
use super::super::ground::{AirSupport, DivisionCard, LeaderCard, Reinforcement, Stick, Terrain};
use super::super::ids::{LeaderId, ObjectiveId};
use super::super::rulings::{DropStrikes, LayforcePort, WordlessArrival};
use super::super::sheets::ReinforcementEntry;
use super::calendar::turn;
use super::divisions::division;
use super::leaders::leader;
use super::map::hex;
use super::objectives::objective;
use super::roster::Roster;
use super::{At, Faults, Setup, roster};

/// The sticks, with every hex of their zones.
pub(super) fn sticks(
    setup: &Setup,
    map: &Map,
    terrain: &[Terrain],
    roster: &Roster,
    calendar: &Calendar,
    leaders: &[(LeaderCard, Vec<UnitId>)],
    faults: &mut Faults,
) -> Vec<Stick> {
    let mut list = Vec::new();
    if !setup.scenario.sticks.is_empty() && setup.drop.is_none() {
        faults.add(
            At::whole(&setup.name, "files.drop"),
            "there are sticks but no drop table",
            "`drop = \"tables/drop-base\"` under [files]",
        );
    }
    for entry in &setup.scenario.sticks {
        let turn = turn(setup, calendar, "stick.turn", &entry.turn, faults);
        let units = roster::units(&setup.name, "stick.units", &entry.units, roster, faults);
        let centres: Vec<HexId> = entry
            .zone
            .iter()
            .filter_map(|name| hex(setup, map, "stick.zone", name, faults))
            .collect();
        let near = |id: HexId| {
            centres
                .iter()
                .any(|&c| map.distance(c, id).is_some_and(|d| d <= u16::from(entry.within)))
        };
        let fit = |id: HexId| terrain[usize::from(map.hex(id).terrain.0)].landable;
        // A hex named by itself is the zone, whatever stands there; round a centre, open ground counts.
        let hexes: Vec<HexId> =
            map.ids().filter(|&id| near(id) && (entry.within == 0 || fit(id))).collect();
        let leader = entry.leader.as_ref().and_then(|name| {
            let found = leaders.iter().position(|(card, _)| card.id == *name.get_ref());
            if found.is_none() {
                let known = leaders.iter().map(|(card, _)| card.id.clone());
                let at = At::value(&setup.name, "stick.leader", name);
                faults.unknown(at, "leader of the scenario", name.get_ref(), known);
            }
            found.map(LeaderId::at)
        });
        if entry.units.is_empty() || (hexes.is_empty() && !entry.zone.is_empty()) {
            faults.add(
                At::value(&setup.name, "stick.turn", &entry.turn),
                format!("{} has nobody to drop, or nowhere", entry.name),
                "at least one unit and one hex of open ground",
            );
        }
        let Some(turn) = turn.filter(|_| !units.is_empty()) else { continue };
        let (name, glider) = (entry.name.clone(), entry.glider);
        list.push(Stick { name, turn, glider, units, hexes, leader });
    }
    for entry in setup.scenario.reinforcements.iter().filter(|entry| jumps(setup, entry)) {
        let turn = turn(setup, calendar, "reinforcement.turn", &entry.turn, faults);
        let Some(named) = &entry.hex else { continue };
        let zone = hex(setup, map, "reinforcement.hex", named, faults);
        let units = roster::units(&setup.name, "reinforcement.units", &entry.units, roster, faults);
        let (Some(turn), Some(zone)) = (turn, zone) else { continue };
        list.push(Stick {
            name: format!("{} ({})", named.get_ref(), entry.turn.get_ref()),
            turn,
            glider: false,
            units,
            hexes: [zone].into(),
            leader: None,
        });
    }
    list
}

/// Whether units of whose arrival the text says too little come by parachute (A-SC3-1).
fn jumps(setup: &Setup, entry: &ReinforcementEntry) -> bool {
    entry.wordless && setup.scenario.rulings.wordless_arrival == WordlessArrival::Jumps
}

pub(super) fn reinforcements(
    setup: &Setup,
    map: &Map,
    roster: &Roster,
    calendar: &Calendar,
    leaders: &[(LeaderCard, Vec<UnitId>)],
    objectives: &[(HexId, Side)],
    faults: &mut Faults,
) -> Vec<Reinforcement> {
    let mut list = Vec::new();
    for entry in setup.scenario.reinforcements.iter().filter(|entry| !jumps(setup, entry)) {
        let key = "reinforcement.ports";
        let mut port = |name| objective(setup, map, objectives, key, name, faults);
        let ports: Vec<ObjectiveId> = entry.ports.iter().filter_map(&mut port).collect();
        // A-SC13-4.
        let reading = setup.scenario.rulings.layforce_port;
        let other_ports = if entry.shuns_zones && reading == LayforcePort::AnyPort {
            other_ports(map, objectives, &ports)
        } else {
            Vec::new()
        };
        let named = entry.hex.as_ref();
        let own = named.and_then(|name| hex(setup, map, "reinforcement.hex", name, faults));
        if named.is_none() && entry.ports.is_empty() {
            faults.add(
                At::value(&setup.name, "reinforcement.hex", &entry.turn),
                "reinforcements have nowhere to come to",
                "a `hex`, or `ports`",
            );
        }
        let hex = own.or_else(|| ports.first().map(|port| objectives[port.index()].0));
        let (waits, shuns_zones) =
            (named.is_none(), entry.shuns_zones && reading != LayforcePort::InZones);
        let turn = turn(setup, calendar, "reinforcement.turn", &entry.turn, faults);
        let units = roster::units(&setup.name, "reinforcement.units", &entry.units, roster, faults);
        let with = entry
            .leader
            .as_ref()
            .and_then(|name| leader(setup, leaders, "reinforcement.leader", name, faults));
        let (Some(hex), Some(turn)) = (hex, turn) else { continue };
        // He is asked for once, with the first of them.
        let leaders = core::iter::once(with).chain(core::iter::repeat(None));
        let with = units.into_iter().zip(leaders);
        list.extend(with.map(|(unit, leader)| Reinforcement {
            unit,
            turn,
            hex,
            ports: ports.clone(),
            other_ports: other_ports.clone(),
            waits,
            shuns_zones,
            leader,
        }));
    }
    list
}

/// Objectives with a port that are not among these.
fn other_ports(map: &Map, objectives: &[(HexId, Side)], known: &[ObjectiveId]) -> Vec<ObjectiveId> {
    let all = ObjectiveId::all(objectives.len()).zip(objectives);
    let others =
        all.filter(|&(number, &(hex, _))| map.hex(hex).has("port") && !known.contains(&number));
    others.map(|(number, _)| number).collect()
}

pub(super) fn air_support(
    setup: &Setup,
    map: &Map,
    divisions: &[DivisionCard],
    calendar: &Calendar,
    faults: &mut Faults,
) -> Vec<AirSupport> {
    let mut list = Vec::new();
    for entry in &setup.scenario.air_support {
        let printed = turn(setup, calendar, "air_support.turn", &entry.turn, faults);
        // A-SC11-1: with the drop or as printed.
        let drop = entry.drop.as_ref();
        let drop = drop.and_then(|name| turn(setup, calendar, "air_support.drop", name, faults));
        let turn = match setup.scenario.rulings.sc11_air24 {
            DropStrikes::WithDrop => drop.or(printed),
            DropStrikes::AsPrinted => printed,
        };
        let division = division(setup, divisions, "air_support.division", &entry.division, faults);
        if let (Some(turn), Some(division)) = (turn, division) {
            let sheets = entry.sheet.as_ref().map(|name| {
                super::map::sheet_bit(setup, map, "air_support.sheet", name, faults).unwrap_or(0)
            });
            let (strikes, within) = (entry.strikes, entry.within);
            let sheets = sheets.unwrap_or(ANYWHERE);
            list.push(AirSupport { turn, division, strikes, within, sheets });
        }
    }
    list
}
