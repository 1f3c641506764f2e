//! Ships off the coast (Mercury O2.0).

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::vec::Vec;

use engine::{Calendar, HexId, Map, Side};

use super::super::ground::{DivisionCard, FormationCard, Terrain};
use super::super::ids::ChitId;
use super::super::naval::Naval;
use super::super::rulings::NavalReinforcement;
use super::super::sheets::{CounterRow, Name};
use super::calendar::turn;
use super::counter::counter;
use super::{At, Faults, Setup};

/// The kind of ships in the counters' file.
const NAVAL: &str = "naval";

/// The ships, where the option is in force; `chit` is the number of theirs.
#[expect(clippy::too_many_arguments, reason = "what ships have to do with")]
pub(super) fn naval(
    setup: &Setup,
    map: &Map,
    terrain: &[Terrain],
    calendar: &Calendar,
    divisions: &[DivisionCard],
    formations: &[FormationCard],
    chit: Option<ChitId>,
    faults: &mut Faults,
) -> Option<Naval> {
    let chit = chit?;
    let entry = setup.scenario.naval.as_ref()?;
    let (mut ships, mut arrivals, mut named) = (Vec::new(), Vec::new(), BTreeSet::new());
    for arrival in &entry.arrivals {
        let when = turn(setup, calendar, "naval.arrival.turn", &arrival.turn, faults);
        // A-O2-1: "two" flotillas are two more, or two in all.
        let more = setup.scenario.rulings.naval_reinforcement == NavalReinforcement::More;
        let extra = arrival.if_more.iter().filter(|_| more);
        for name in arrival.ships.iter().chain(extra) {
            if !named.insert(name.get_ref().as_str()) {
                let at = At::value(&setup.name, "naval.arrival.ships", name);
                faults.add(at, format!("ship {:?} comes twice", name.get_ref()), "each ship once");
            }
            let Some(ship) = ship(setup, name, divisions, formations, faults) else { continue };
            let Some(when) = when else { continue };
            ships.push(ship);
            arrivals.push(when);
        }
    }
    if ships.is_empty() {
        faults.add(At::whole(&setup.name, "naval.arrival"), "no ship comes", "at least one");
    }
    let coast = coast(setup, map, terrain, faults);
    let (offing, air_attack) = (entry.offing, entry.air_attack);
    Some(Naval { ships, arrivals, offing, air_attack, coast, chit })
}

/// The counter of a ship. No division has it: it is read as one of the first Allied division.
fn ship(
    setup: &Setup,
    name: &Name,
    divisions: &[DivisionCard],
    formations: &[FormationCard],
    faults: &mut Faults,
) -> Option<super::super::counter::Counter> {
    let id = name.get_ref();
    let found = setup.counters.iter().enumerate().find(|(_, row)| row.id == *id);
    let Some((line, row)) = found.filter(|(_, row)| row.kind == NAVAL) else {
        let known = setup.counters.iter().filter(|row| row.kind == NAVAL);
        let at = At::value(&setup.name, "naval.arrival.ships", name);
        faults.unknown(at, "ship", id, known.map(|row| row.id.clone()));
        return None;
    };
    let place = divisions.iter().position(|card| card.side == Side::Allied)?;
    let entry = &setup.scenario.divisions[place];
    let division = entry.of.clone().unwrap_or_else(|| entry.id.clone());
    let row = CounterRow { division, ..row.clone() };
    counter(setup, &row, line, divisions, formations, faults)
}

/// Hexes on the coast of the sheets with a naval box: land next to water.
fn coast(setup: &Setup, map: &Map, terrain: &[Terrain], faults: &mut Faults) -> Vec<HexId> {
    let entry = setup.scenario.naval.as_ref();
    let boxes: Vec<&Name> = entry.iter().flat_map(|entry| &entry.boxes).collect();
    for name in &boxes {
        if map.sheets().all(|sheet| sheet != name.get_ref().as_str()) {
            let known = map.sheets().map(alloc::string::ToString::to_string);
            let at = At::value(&setup.name, "naval.boxes", name);
            faults.unknown(at, "sheet in play", name.get_ref(), known);
        }
    }
    let off: Vec<bool> =
        map.sheets().map(|sheet| boxes.iter().any(|name| name.get_ref() == sheet)).collect();
    let kind = |hex: HexId| &terrain[usize::from(map.hex(hex).terrain.0)];
    let dry = |hex: HexId| kind(hex).enter.iter().flatten().any(Option::is_some);
    let wet = |hex: HexId| kind(hex).water;
    let coast: Vec<HexId> = map
        .ids()
        .filter(|&hex| off[usize::from(map.hex(hex).sheet)] && dry(hex))
        .filter(|&hex| map.neighbours(hex).any(|(_, near)| wet(near)))
        .collect();
    if coast.is_empty() {
        let problem = "there is no coast to lie off";
        faults.add(At::whole(&setup.name, "naval.boxes"), problem, "a sheet in play by the sea");
    }
    coast
}
