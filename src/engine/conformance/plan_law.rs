//! What is placed is what plans may place.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::Law;
use crate::{HexId, Narrate, Placing, PlanKind, Plannable};

/// What plans may speak of, to hold decisions against.
pub(super) struct PlanLaw {
    units: [BTreeMap<u16, Vec<HexId>>; 2],
    ways: [BTreeMap<u16, Vec<u8>>; 2],
    leaders: [BTreeMap<u16, Vec<u16>>; 2],
    zones: usize,
    serials: usize,
}

/// The list by number; none if a number is in it twice.
fn each_once<T>(list: impl ExactSizeIterator<Item = (u16, T)>) -> Option<BTreeMap<u16, T>> {
    let count = list.len();
    Some(list.collect::<BTreeMap<_, _>>()).filter(|map| map.len() == count)
}

impl PlanLaw {
    pub fn of<P: Plannable>(start: &P) -> Result<PlanLaw, Law> {
        let law = || {
            let [drop, setup] = PlanKind::ALL.map(|kind| {
                let units = start.placeable(kind).into_iter().map(|unit| (unit.unit, unit.hexes));
                let ways = start.beginnings(kind).into_iter().map(|unit| (unit.unit, unit.ways));
                let leaders = start.leadings(kind).into_iter().map(|one| (one.leader, one.units));
                Some((each_once(units)?, each_once(ways)?, each_once(leaders)?))
            });
            let (drop, setup) = (drop?, setup?);
            Some(PlanLaw {
                units: [drop.0, setup.0],
                ways: [drop.1, setup.1],
                leaders: [drop.2, setup.2],
                zones: start.zones().len(),
                serials: start.serials().len(),
            })
        };
        let broken = "a unit is offered to plans once";
        law().ok_or_else(|| Law { law: broken, broken: String::from("before the game") })
    }

    /// A decision that puts somebody where no plan may.
    pub fn broken<P: Narrate + Plannable>(
        &self,
        position: &P,
        legal: &[P::Action],
    ) -> Option<String> {
        let view = position.view(position.to_act()?);
        let known = |kind: PlanKind, placing: Placing| {
            let kind = kind as usize;
            match placing {
                Placing::Zone(zone) => usize::from(zone) < self.zones,
                Placing::Unit(unit, hex) => has(&self.units[kind], unit, hex),
                Placing::Begins(unit, way) => {
                    usize::from(way) < P::WAYS.len() && has(&self.ways[kind], unit, way)
                }
                Placing::Leads(leader, unit) => has(&self.leaders[kind], leader, unit),
                Placing::Waits(serial, _) => usize::from(serial) < self.serials,
            }
        };
        let wrong = legal.iter().find(|&&action| {
            P::placing(view, action).is_some_and(|(kind, placing)| !known(kind, placing))
        });
        wrong.map(|&action| position.say(action))
    }
}

fn has<T: PartialEq + Copy>(list: &BTreeMap<u16, Vec<T>>, number: u16, wanted: T) -> bool {
    list.get(&number).is_some_and(|known| known.contains(&wanted))
}
