//! Ways on foot: the steps of a line of supply (series rule 12.1a), and how far every hex is from the places that count.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use engine::{HexId, Map};

use super::super::ground::{Cell, Ferry, Ground, HexSet};
use super::super::party::together;

/// Differences of hex numbers, each with the hexes from which it may be taken.
pub(super) fn supply(map: &Map, cells: &[Cell], ferries: &[Ferry]) -> Vec<(i16, HexSet)> {
    let mut ways: BTreeMap<i16, HexSet> = BTreeMap::new();
    let mut add = |from: HexId, to: HexId| {
        ways.entry(to.0 as i16 - from.0 as i16).or_default().insert(from);
    };
    for hex in map.ids() {
        let cell = &cells[hex.index()];
        for (way, near) in cell.near.iter().enumerate() {
            if let Some(near) = near.filter(|_| cell.step[0][way] != 0) {
                add(hex, near);
            }
        }
    }
    for ferry in ferries {
        add(ferry.from, ferry.to);
        add(ferry.to, ferry.from);
    }
    ways.into_iter().collect()
}

/// What each step costs those who take it together, by their gaits.
pub(super) fn paces(cells: &[Cell]) -> Vec<Vec<[u8; 6]>> {
    let pace = |cell: &Cell, gaits: u8, way: usize| {
        let costs = (0..4).filter(|gait| gaits >> gait & 1 == 1).map(|gait| cell.step[gait][way]);
        costs.fold(None, |most, cost| Some(together(most, cost))).unwrap_or(0)
    };
    let of_gaits = |gaits: u8| {
        let of_cell = |cell: &Cell| core::array::from_fn(|way| pace(cell, gaits, way));
        cells.iter().map(of_cell).collect()
    };
    (0..16).map(of_gaits).collect()
}

/// Measures how far every hex is from the places that count and from the harbours.
pub(super) fn measure(ground: &mut Ground) {
    let fields = (0..ground.places_count()).map(|place| ground.ways_to(&ground.place_hexes(place)));
    let fields = fields.collect();
    let to_harbour = ground.ways_to(&ground.places.harbours);
    let mut places_at = alloc::vec![0u32; ground.map.len()];
    for place in 0..ground.places_count() {
        for hex in ground.place_hexes(place) {
            places_at[hex.index()] |= 1 << place;
        }
    }
    let with_places = ground.map.ids().filter(|hex| places_at[hex.index()] != 0);
    ground.with_places = with_places.collect();
    ground.places_at = places_at;
    ground.fields = fields;
    ground.to_harbour = to_harbour;
}
