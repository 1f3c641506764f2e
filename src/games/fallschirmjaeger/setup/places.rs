//! Places that the rules name. What lies outside the part of the map in play is left out; what lies nowhere is a fault.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{At, Faults, HexId, Map};

use super::super::ground::{Airfield, Places, Unit, VictoryBridge, Zone};
use super::Setup;

/// A hex in play; `None` without a fault if it lies on another part of the map.
fn hex(setup: &Setup, map: &Map, key: &str, label: &str, faults: &mut Faults) -> Option<HexId> {
    let found = map.find(label, None);
    if found.is_none() && !setup.map.iter().any(|row| row.hex == label) {
        let known = setup.map.iter().map(|row| row.hex.as_str());
        faults.unknown(At::whole(&setup.scenario.theatre, key), "hex", label, known);
    }
    found
}

fn hexes(
    setup: &Setup,
    map: &Map,
    key: &str,
    labels: &[String],
    faults: &mut Faults,
) -> Vec<HexId> {
    let mut found = Vec::new();
    for (place, label) in labels.iter().enumerate() {
        let key = format!("{key}.{place}");
        found.extend(hex(setup, map, &key, label, faults));
    }
    found
}

/// The airfields in play.
pub(super) fn airfields(
    setup: &Setup,
    map: &Map,
    units: &[Unit],
    faults: &mut Faults,
) -> Vec<Airfield> {
    let mut fields = Vec::new();
    for (place, entry) in setup.theatre.airfields.iter().enumerate() {
        let key = format!("airfield.{place}.hex");
        let found = hex(setup, map, &key, &entry.hex, faults);
        let key = format!("airfield.{place}.normal");
        if entry.normal > entry.most {
            let problem = format!("normal {} and most {}", entry.normal, entry.most);
            let at = At::whole(&setup.scenario.theatre, &key);
            faults.add(at, problem, "no more than the most");
        }
        if !setup.counters.iter().any(|row| row.id == entry.head) {
            let key = format!("airfield.{place}.head");
            let known = setup.counters.iter().map(|row| row.id.as_str());
            let at = At::whole(&setup.scenario.theatre, &key);
            faults.unknown(at, "counter", &entry.head, known);
        }
        let head = units.iter().position(|unit| unit.id == entry.head).map(|unit| unit as u16);
        fields.extend(found.map(|hex| Airfield {
            name: entry.name.clone(),
            hex,
            normal: entry.normal,
            most: entry.most,
            points: entry.points,
            head,
        }));
    }
    if fields.len() > 8 {
        let at = At::whole(&setup.scenario.theatre, "airfield");
        faults.add(at, format!("{} airfields", fields.len()), "at most 8");
        fields.truncate(8);
    }
    fields
}

/// The bridges with both ends in play.
pub(super) fn bridges(setup: &Setup, map: &Map, faults: &mut Faults) -> Vec<VictoryBridge> {
    let mut bridges = Vec::new();
    for (place, entry) in setup.theatre.bridges.iter().enumerate() {
        let key = format!("bridge.{place}.hexes");
        let filled = hexes(setup, map, &key, &entry.hexes, faults);
        let key = format!("bridge.{place}.ends");
        let ends = [0, 1].map(|end| hexes(setup, map, &key, &entry.ends[end], faults));
        let key = format!("bridge.{place}.carries");
        let at = At::whole(&setup.scenario.theatre, &key);
        let rail = entry
            .carries
            .as_ref()
            .and_then(|word| faults.pick(at, word, &[("rail", true), ("road", false)]));
        if ends.iter().all(|end| !end.is_empty()) && filled.len() == entry.hexes.len() {
            let (name, points) = (entry.name.clone(), entry.points);
            bridges.push(VictoryBridge { name, hexes: filled, ends, points, rail });
        }
    }
    if bridges.len() > 16 {
        let at = At::whole(&setup.scenario.theatre, "bridge");
        faults.add(at, format!("{} bridges", bridges.len()), "at most 16");
        bridges.truncate(16);
    }
    bridges
}

/// The entry zones, with the hexes of each that are in play.
pub(super) fn zones(setup: &Setup, map: &Map) -> Vec<Zone> {
    let in_play = |labels: &[String]| labels.iter().filter_map(|hex| map.find(hex, None)).collect();
    let zones = setup.theatre.zones.iter();
    zones.map(|zone| Zone { letter: zone.letter.clone(), hexes: in_play(&zone.hexes) }).collect()
}

/// Single places.
pub(super) fn places(setup: &Setup, map: &Map, faults: &mut Faults) -> Places {
    let theatre = &setup.theatre;
    for (place, zone) in theatre.zones.iter().enumerate() {
        let key = format!("zone.{place}.hexes");
        hexes(setup, map, &key, &zone.hexes, faults);
    }
    let both = setup.scenario.rulings.hoek_both;
    let mut one = |key: &str, label: &str| hex(setup, map, key, label, faults);
    let german_source = one("supply.german", &theatre.supply.german);
    let british_source = one("supply.british", &theatre.supply.british);
    let hoek = one("places.hoek", &theatre.places.hoek);
    let stadium = one("places.stadium", &theatre.places.stadium);
    let mut list = |key: &str, labels: &[String]| hexes(setup, map, key, labels, faults);
    let dutch_sources = list("supply.dutch", &theatre.supply.dutch);
    let mut harbours = list("places.harbours", &theatre.places.harbours);
    // J-3.2b-1: by a switch the town is one place.
    if both {
        harbours.extend(hoek);
    }
    Places {
        german_source,
        dutch_sources,
        british_source,
        hoek,
        harbours,
        refinery: list("places.refinery", &theatre.places.refinery),
        stadium,
        unloading: list("places.unloading", &theatre.places.unloading),
        line: list("line.hexes", &theatre.line.hexes),
    }
}
