//! What is placed is what plans may place.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::Law;
use crate::{HexId, Narrate, Placing, PlanKind, Plannable};

/// What plans may speak of, to hold decisions against.
pub(super) struct PlanLaw {
    units: [BTreeMap<u16, Vec<HexId>>; 2],
    zones: usize,
}

impl PlanLaw {
    pub fn of<P: Plannable>(start: &P) -> Result<PlanLaw, Law> {
        let units = PlanKind::ALL.map(|kind| {
            let placeable = start.placeable(kind);
            let count = placeable.len();
            let units: BTreeMap<_, _> =
                placeable.into_iter().map(|unit| (unit.unit, unit.hexes)).collect();
            (units, count)
        });
        if units.iter().any(|(units, count)| units.len() != *count) {
            let law = "a unit is offered to plans once";
            return Err(Law { law, broken: String::from("before the game") });
        }
        let units = units.map(|(units, _)| units);
        Ok(PlanLaw { units, zones: start.zones().len() })
    }

    /// A decision that puts somebody where no plan may.
    pub fn broken<P: Narrate + Plannable>(
        &self,
        position: &P,
        legal: &[P::Action],
    ) -> Option<String> {
        let view = position.view(position.to_act()?);
        let known = |kind: PlanKind, placing: Placing| match placing {
            Placing::Zone(zone) => usize::from(zone) < self.zones,
            Placing::Unit(unit, hex) => {
                self.units[kind as usize].get(&unit).is_some_and(|hexes| hexes.contains(&hex))
            }
        };
        let wrong = legal.iter().find(|&&action| {
            P::placing(view, action).is_some_and(|(kind, placing)| !known(kind, placing))
        });
        wrong.map(|&action| position.say(action))
    }
}
