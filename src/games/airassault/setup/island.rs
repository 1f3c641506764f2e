//! Places that the rules name: airfields, beaches with their landing boxes, ports, the road on the south edge.

use alloc::format;
use alloc::vec::Vec;

use engine::{At, Faults, HexId, Map};

use super::super::ground::{Airfield, Beach, HexSet, LandingBox, MOST_PLACES, Port};
use super::Setup;

/// The most landing boxes.
const MOST_BOXES: usize = 64;

fn hex(setup: &Setup, map: &Map, key: &str, label: &str, faults: &mut Faults) -> Option<HexId> {
    let found = map.find(label, None);
    if found.is_none() {
        let known = setup.map.iter().map(|row| row.hex.as_str());
        faults.unknown(At::whole(&setup.scenario.island, key), "hex", label, known);
    }
    found
}

/// A hex that is land, or sea.
fn dry(
    setup: &Setup,
    map: &Map,
    land: HexSet,
    (key, label, wanted): (&str, &str, bool),
    faults: &mut Faults,
) -> Option<HexId> {
    let found = hex(setup, map, key, label, faults)?;
    if land.contains(found) != wanted {
        let (is, expected) =
            if wanted { ("at sea", "a hex of land") } else { ("on land", "a hex of sea") };
        let at = At::whole(&setup.scenario.island, key);
        faults.add(at, format!("{label} is {is}"), expected);
        return None;
    }
    Some(found)
}

/// The airfields (V.J).
pub(super) fn airfields(
    setup: &Setup,
    map: &Map,
    land: HexSet,
    faults: &mut Faults,
) -> Vec<Airfield> {
    let at = At::whole(&setup.scenario.island, "airfield");
    faults.too_many(at, setup.island.airfields.len(), "airfields", MOST_PLACES);
    let at = At::whole(&setup.scenario.island, "sectors");
    faults.too_many(at, setup.island.sectors.len(), "sectors", MOST_PLACES);
    let mut fields = Vec::new();
    for (place, entry) in setup.island.airfields.iter().enumerate() {
        let key = format!("airfield.{place}.hex");
        let found = dry(setup, map, land, (&key, &entry.hex, true), faults);
        let (name, capacity) = (entry.name.clone(), entry.capacity);
        fields.extend(found.map(|hex| Airfield { name, hex, capacity }));
    }
    fields
}

/// The beaches, and all landing boxes.
pub(super) fn beaches(
    setup: &Setup,
    map: &Map,
    land: HexSet,
    faults: &mut Faults,
) -> (Vec<Beach>, Vec<LandingBox>) {
    let file = setup.scenario.island.as_str();
    let count = setup.island.beaches.len();
    faults.too_many(At::whole(file, "beach"), count, "beaches", MOST_PLACES);
    let boxes = setup.island.beaches.iter().map(|beach| beach.boxes.len()).sum();
    if faults.too_many(At::whole(file, "beach"), boxes, "landing boxes", MOST_BOXES) {
        return (Vec::new(), Vec::new());
    }
    let (mut beaches, mut boxes) = (Vec::new(), Vec::new());
    for (number, entry) in setup.island.beaches.iter().enumerate() {
        let key = format!("beach.{number}.waters");
        if entry.waters.len() != entry.boxes.len() {
            let problem = format!("{} waters", entry.waters.len());
            let expected = format!("{}, one a box", entry.boxes.len());
            faults.add(At::whole(file, &key), problem, expected);
        }
        if entry.boxes.is_empty() {
            let key = format!("beach.{number}.boxes");
            faults.add(At::whole(file, &key), "no landing box", "one or more");
        }
        let mut own = Vec::new();
        for (place, (shore, water)) in entry.boxes.iter().zip(&entry.waters).enumerate() {
            let key = format!("beach.{number}.boxes.{place}");
            let shore = dry(setup, map, land, (&key, shore, true), faults);
            let key = format!("beach.{number}.waters.{place}");
            let water = dry(setup, map, land, (&key, water, false), faults);
            let (Some(hex), Some(water)) = (shore, water) else { continue };
            if map.distance(hex, water) != Some(1) {
                let problem = format!("{} is not next to {}", map.label(water), map.label(hex));
                faults.add(At::whole(file, &key), problem, "the sea hex before its coastal hex");
            }
            own.push(boxes.len() as u8);
            boxes.push(LandingBox { hex, water, beach: number as u8 });
        }
        beaches.push(Beach { name: entry.name.clone(), boxes: own });
    }
    (beaches, boxes)
}

/// The ports (VI.D.3).
pub(super) fn ports(setup: &Setup, map: &Map, land: HexSet, faults: &mut Faults) -> Vec<Port> {
    let at = At::whole(&setup.scenario.island, "port");
    faults.too_many(at, setup.island.ports.len(), "ports", MOST_PLACES);
    let mut ports = Vec::new();
    for (place, entry) in setup.island.ports.iter().enumerate() {
        let key = format!("port.{place}.water");
        dry(setup, map, land, (&key, &entry.water, false), faults);
        let key = format!("port.{place}.hex");
        let found = dry(setup, map, land, (&key, &entry.hex, true), faults);
        ports.extend(found.map(|hex| Port { name: entry.name.clone(), hex }));
    }
    ports
}

/// The road on the south edge (VI.D.4); the ways out are checked and used by the advanced game alone.
pub(super) fn entry(setup: &Setup, map: &Map, land: HexSet, faults: &mut Faults) -> Option<HexId> {
    for (place, exit) in setup.island.exits.iter().enumerate() {
        let key = format!("exits.{place}");
        dry(setup, map, land, (&key, exit, true), faults);
    }
    dry(setup, map, land, ("entry", &setup.island.entry, true), faults)
}
