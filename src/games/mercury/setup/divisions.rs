//! Divisions and formations.

use alloc::format;
use alloc::vec::Vec;

use engine::{Calendar, Id};

use super::super::counter::DivisionId;
use super::super::ground::{DivisionCard, FormationCard};
use super::super::rulings::StartValues;
use super::super::sheets::Name;
use super::calendar::turn;
use super::{At, Faults, Setup};

/// The divisions.
pub(super) fn divisions(
    setup: &Setup,
    calendar: &Calendar,
    faults: &mut Faults,
) -> Vec<DivisionCard> {
    let mut cards: Vec<DivisionCard> = Vec::new();
    for entry in &setup.scenario.divisions {
        if cards.iter().any(|card| card.id == entry.id) {
            faults.add(
                At::whole(&setup.name, "division.id"),
                format!("division {:?} stands twice", entry.id),
                "one [[division]] an id",
            );
        }
        let french = entry
            .french
            .as_ref()
            .filter(|_| setup.scenario.rulings.start_values == StartValues::French);
        let rating_rises = entry
            .rating_rises
            .iter()
            .filter_map(|name| turn(setup, calendar, "division.rating_rises", name, faults))
            .collect();
        cards.push(DivisionCard {
            rating_rises,
            id: entry.id.clone(),
            name: entry.name.clone(),
            side: entry.side,
            rating: french.and_then(|values| values.rating).unwrap_or(entry.rating),
            points: french.and_then(|values| values.points).unwrap_or(entry.points),
            dispatch_rating: entry.dispatch_rating,
            dispatch_points: french
                .and_then(|values| values.dispatch_points)
                .unwrap_or(entry.dispatch_points),
            first_activation_without_points: entry.first_activation_without_points,
            roadblocks: entry.roadblocks,
        });
    }
    cards
}

pub(super) fn division(
    setup: &Setup,
    divisions: &[DivisionCard],
    key: &str,
    name: &Name,
    faults: &mut Faults,
) -> Option<DivisionId> {
    let found = divisions.iter().position(|card| card.id == *name.get_ref());
    if found.is_none() {
        let known = divisions.iter().map(|card| card.id.clone());
        faults.unknown(At::value(&setup.name, key, name), "division", name.get_ref(), known);
    }
    found.map(DivisionId::at)
}

/// The formations of the scenario.
pub(super) fn formations(
    setup: &Setup,
    divisions: &[DivisionCard],
    calendar: &Calendar,
    faults: &mut Faults,
) -> Vec<FormationCard> {
    let mut cards = Vec::new();
    for entry in &setup.scenario.formations {
        let name = entry.name.get_ref();
        let known =
            setup.counters.iter().any(|row| row.formation == *name || row.battalion == *name);
        if !known {
            faults.unknown(
                At::value(&setup.name, "formation.name", &entry.name),
                "formation or battalion of the counters",
                name,
                setup.counters.iter().flat_map(|r| [r.formation.clone(), r.battalion.clone()]),
            );
        }
        let division = division(setup, divisions, "formation.division", &entry.division, faults);
        let from = match &entry.from {
            Some(name) => turn(setup, calendar, "formation.from", name, faults),
            // The first turn has no step D, where it is not played whole.
            None => Some(u16::from(!setup.scenario.whole_first_turn)),
        };
        for unit in &entry.also {
            if setup.counters.iter().all(|row| row.id != *unit.get_ref()) {
                let at = At::value(&setup.name, "formation.also", unit);
                let known = setup.counters.iter().map(|row| row.id.clone());
                faults.unknown(at, "unit", unit.get_ref(), known);
            }
        }
        if let (Some(division), Some(from_turn)) = (division, from) {
            cards.push(FormationCard { name: name.clone(), division, from_turn });
        }
    }
    cards
}
