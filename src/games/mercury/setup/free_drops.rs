//! Free drops, and the German player's choice of chits (Mercury O1.0; 11.0, scenario 13).

use alloc::format;
use alloc::vec::Vec;

use engine::{Calendar, Id, Map};

use super::super::counter::UnitId;
use super::super::free_drops::{FreeDrops, Wave};
use super::super::ground::{LeaderCard, Stick, Terrain};
use super::super::ids::StickId;
use super::calendar::turn;
use super::leaders::leader;
use super::roster::Roster;
use super::{At, Faults, Setup, roster};

/// The turn of sticks that have none: after the last of any calendar.
pub(super) const NEVER: u16 = u16::MAX;

/// The terms of the free drops; their battalions become the last of the sticks.
#[expect(clippy::too_many_arguments, reason = "battalions have to do with all of these")]
pub(super) fn free_drops(
    setup: &Setup,
    map: &Map,
    terrain: &[Terrain],
    roster: &Roster,
    calendar: &Calendar,
    leaders: &[(LeaderCard, Vec<UnitId>)],
    sticks: &mut Vec<Stick>,
    faults: &mut Faults,
) -> Option<FreeDrops> {
    let entry = setup.scenario.free_drops.as_ref()?;
    if setup.drop.is_none() {
        faults.add(
            At::whole(&setup.name, "files.drop"),
            "battalions drop but there is no drop table",
            "`drop = \"tables/drop-base\"` under [files]",
        );
    }
    let mut battalions = Vec::new();
    for battalion in &entry.battalions {
        let key = "free_drops.battalion.units";
        let units = roster::units(&setup.name, key, &battalion.units, roster, faults);
        let leader = battalion.leader.as_ref();
        let leader = leader.and_then(|name| leader_of(setup, leaders, name, faults));
        let (Some(&first), name) = (units.first(), battalion.name.get_ref()) else {
            let at = At::value(&setup.name, "free_drops.battalion.name", &battalion.name);
            faults.add(at, format!("{} has nobody to drop", battalion.name.get_ref()), "its units");
            continue;
        };
        if entry.battalions.iter().filter(|other| other.name.get_ref() == name).count() > 1 {
            let at = At::value(&setup.name, "free_drops.battalion.name", &battalion.name);
            faults.add(at, format!("battalion {name:?} stands twice"), "each once");
        }
        let of = |unit: &UnitId| roster.counters[unit.index()].division;
        if let Some(other) = units.iter().find(|unit| of(unit) != of(&first)) {
            let at = At::value(&setup.name, "free_drops.battalion.name", &battalion.name);
            let problem = format!("{} is of another division", roster.counters[other.index()].id);
            faults.add(at, problem, "units of one division: they come with its chit");
        }
        battalions.push(StickId::at(sticks.len()));
        let glider = battalion.glider && setup.scenario.rulings.free_drop_gliders.on();
        let name = name.clone();
        sticks.push(Stick { name, turn: NEVER, glider, units, hexes: Vec::new(), leader });
    }
    let key = "free_drops.independents";
    let independents = roster::units(&setup.name, key, &entry.independents, roster, faults);
    let mut waves: Vec<Wave> = Vec::new();
    for wave in &entry.waves {
        let when = turn(setup, calendar, "free_drops.wave.turn", &wave.turn, faults);
        let scatters_from = *wave.scatters_from.get_ref();
        if scatters_from > 10 {
            let at = At::value(&setup.name, "free_drops.wave.scatters_from", &wave.scatters_from);
            faults.add(at, format!("a die of {scatters_from}"), "0 to 9, or 10 for never");
        }
        let Some(turn) = when else { continue };
        if waves.last().is_some_and(|last| last.turn >= turn) {
            let at = At::value(&setup.name, "free_drops.wave.turn", &wave.turn);
            faults.add(at, "not after the wave before it", "waves in the order of their turns");
        }
        waves.push(Wave { turn, sticks: wave.sticks, scatters_from });
    }
    let sticks: usize = waves.iter().map(|wave| usize::from(wave.sticks)).sum();
    if sticks != entry.battalions.len() && !waves.is_empty() {
        faults.add(
            At::whole(&setup.name, "free_drops.wave.sticks"),
            format!("the waves bring {sticks} sticks of {} battalions", entry.battalions.len()),
            "as many as there are battalions",
        );
    }
    let fit = |hex: &engine::HexId| terrain[usize::from(map.hex(*hex).terrain.0)].landable;
    let targets = map.ids().filter(fit).collect();
    Some(FreeDrops { battalions, independents, waves, apart: entry.apart, targets })
}

fn leader_of(
    setup: &Setup,
    leaders: &[(LeaderCard, Vec<UnitId>)],
    name: &super::super::sheets::Name,
    faults: &mut Faults,
) -> Option<super::super::ids::LeaderId> {
    leader(setup, leaders, "free_drops.battalion.leader", name, faults)
}
