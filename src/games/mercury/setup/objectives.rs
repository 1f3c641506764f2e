//! Objectives, and other hexes with a part in the terms.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{HexId, Id, Map, Side};

use super::super::ids::ObjectiveId;
use super::super::sheets::Name;
use super::map::hex;
use super::{At, Faults, Setup};

/// The objectives, and what they are called.
pub(super) struct Objectives {
    /// Hexes with their first controller.
    pub(super) hexes: Vec<(HexId, Side)>,
    pub(super) names: Vec<String>,
}

/// The objectives of the scenario.
pub(super) fn objectives(setup: &Setup, map: &Map, faults: &mut Faults) -> Objectives {
    let mut objectives = Objectives { hexes: Vec::new(), names: Vec::new() };
    for entry in &setup.scenario.objectives {
        if let Some(hex) = hex(setup, map, "objective.hex", &entry.hex, faults) {
            objectives.hexes.push((hex, entry.control));
            objectives.names.push(format!("{} ({})", entry.name, entry.hex.get_ref()));
        }
    }
    objectives
}

/// The number of the objective in a hex.
pub(super) fn objective(
    setup: &Setup,
    map: &Map,
    objectives: &[(HexId, Side)],
    key: &str,
    name: &Name,
    faults: &mut Faults,
) -> Option<ObjectiveId> {
    let at = hex(setup, map, key, name, faults)?;
    let number = objectives.iter().position(|&(objective, _)| objective == at);
    if number.is_none() {
        faults.add(
            At::value(&setup.name, key, name),
            format!("{} is no objective", name.get_ref()),
            "the hex of an [[objective]]",
        );
    }
    number.map(ObjectiveId::at)
}

/// A hex of the edge of the map.
pub(super) fn edge(
    setup: &Setup,
    map: &Map,
    key: &str,
    name: &Name,
    faults: &mut Faults,
) -> Option<HexId> {
    let hex = hex(setup, map, key, name, faults)?;
    if map.neighbours(hex).count() == 6 {
        faults.add(
            At::value(&setup.name, key, name),
            format!("{} is not on the edge of the map", name.get_ref()),
            "a hex of the edge",
        );
    }
    Some(hex)
}
