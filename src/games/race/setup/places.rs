//! Named places: airfields, boxes, sources of supply, cities, and any hex that a file names.

use alloc::format;
use alloc::vec::Vec;

use engine::{At, Faults, HexId, Map, Name};

use super::super::ground::{Airfield, ApproachBox, Cities, Sources, Terrain};
use super::super::rulings::Rethymnon;
use super::Setup;

/// A hex of the map that somebody can enter.
pub(super) fn hex(map: &Map, at: At, label: &str, faults: &mut Faults) -> Option<HexId> {
    let found = map.find(label, None);
    match found {
        None => faults.add(
            at,
            format!("hex {label} is not on the map"),
            "row and column as printed, e.g. `0904`",
        ),
        Some(hex) if map.terrain_name(hex) == Terrain::Sea.word() => {
            faults.add(at, format!("hex {label} is open sea"), "a hex that units can enter");
        }
        Some(_) => {}
    }
    found
}

/// A hex that the scenario names.
pub(super) fn named(
    setup: &Setup,
    map: &Map,
    key: &str,
    name: &Name,
    faults: &mut Faults,
) -> Option<HexId> {
    hex(map, At::value(&setup.name, key, name), name.get_ref(), faults)
}

/// A list of them.
pub(super) fn hexes(
    setup: &Setup,
    map: &Map,
    key: &str,
    names: &[Name],
    faults: &mut Faults,
) -> Vec<HexId> {
    names.iter().filter_map(|name| named(setup, map, key, name, faults)).collect()
}

/// The airfields.
pub(super) fn airfields(setup: &Setup, map: &Map, faults: &mut Faults) -> Vec<Airfield> {
    // WM-9.2-1: the first hex is the airfield itself, further ones stand for it.
    let all = setup.scenario.rulings.rethymnon == Rethymnon::Either;
    let most = if all { usize::MAX } else { 1 };
    let mut read = |names: &[Name]| hexes(setup, map, "airfield.hexes", names, faults);
    let entries = setup.scenario.airfields.iter();
    entries
        .map(|entry| Airfield {
            name: entry.name.clone(),
            hexes: read(&entry.hexes).into_iter().take(most).collect(),
        })
        .collect()
}

/// The approach boxes, with the airfields next to them.
pub(super) fn boxes(
    setup: &Setup,
    airfields: &[Airfield],
    faults: &mut Faults,
) -> Vec<ApproachBox> {
    let names: Vec<(&str, u8)> =
        airfields.iter().map(|airfield| airfield.name.as_str()).zip(0..).collect();
    let mut read = |name: &Name| {
        let at = At::value(&setup.name, "box.airfield", name);
        faults.pick(at, name.get_ref(), &names)
    };
    let entries = setup.scenario.boxes.iter();
    entries
        .map(|entry| ApproachBox {
            letter: entry.letter.clone(),
            name: entry.name.clone(),
            airfield: entry.airfield.as_ref().and_then(&mut read),
        })
        .collect()
}

/// Supply sources.
pub(super) fn sources(setup: &Setup, map: &Map, faults: &mut Faults) -> Sources {
    let entry = &setup.scenario.sources;
    let mut sources = Sources {
        german: hexes(setup, map, "sources.german", &entry.german, faults),
        allied: hexes(setup, map, "sources.allied", &entry.allied, faults),
        airborne: hexes(setup, map, "sources.airborne", &entry.airborne, faults),
    };
    let driel = entry.driel.as_ref();
    if let Some(hex) = driel.and_then(|hex| named(setup, map, "sources.driel", hex, faults))
        && setup.scenario.options.get_ref().driel
    {
        sources.airborne.push(hex);
    }
    sources
}

/// The cities that Market-Garden's rules name.
pub(super) fn cities(setup: &Setup, map: &Map, faults: &mut Faults) -> Option<Cities> {
    let entry = setup.scenario.cities.as_ref()?;
    let mut read = |key, name| named(setup, map, key, name, faults);
    let arnhem = read("cities.arnhem", &entry.arnhem);
    let nijmegen = read("cities.nijmegen", &entry.nijmegen);
    let oss = read("cities.oss", &entry.oss);
    Some(Cities { arnhem: arnhem?, nijmegen: nijmegen?, oss: oss? })
}
