//! Units that may not leave a sheet, nor come near a hex of it.

use alloc::format;
use alloc::vec::Vec;

use engine::{HexId, Map};

use super::super::confined::Confined;
use super::map::{hex, sheet_bit};
use super::roster::{Roster, units};
use super::{At, Faults, Setup};

/// The blocks of the scenario.
pub(super) fn confined(
    setup: &Setup,
    map: &Map,
    roster: &Roster,
    faults: &mut Faults,
) -> Vec<Confined> {
    let mut list = Vec::new();
    for entry in &setup.scenario.confined {
        let bound = units(&setup.name, "confined.units", &entry.units, roster, faults);
        let sheet = sheet_bit(setup, map, "confined.sheet", &entry.sheet, faults);
        let from = entry
            .keep_from
            .as_ref()
            .and_then(|name| hex(setup, map, "confined.keep_from", name, faults));
        let Some(sheet) = sheet else { continue };
        let number = sheet.trailing_zeros() as u8;
        if let (Some(from), Some(name)) = (from, &entry.keep_from)
            && !map.is_on(from, number)
        {
            faults.add(
                At::value(&setup.name, "confined.keep_from", name),
                format!("{} is not on {}", name.get_ref(), entry.sheet.get_ref()),
                "a hex of the sheet that they may not leave",
            );
        }
        let near = |id: HexId| {
            from.and_then(|from| map.distance(from, id))
                .is_some_and(|hexes| hexes <= u16::from(entry.within))
        };
        let mut who = alloc::vec![false; roster.counters.len()];
        for unit in bound {
            who[unit.index()] = true;
        }
        list.push(Confined {
            units: who,
            allowed: map.ids().map(|id| map.is_on(id, number) && !near(id)).collect(),
        });
    }
    list
}
