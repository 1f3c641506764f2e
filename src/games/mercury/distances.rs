//! How far every hex is from every other, grid by grid: between grids there is no distance, and no room is kept for one.

use alloc::vec::Vec;
use core::ops::Index;

use engine::{HexId, Map};

/// The distance between hexes of different grids, where no way leads.
pub const APART: u8 = u8::MAX;

/// Distances between the hexes of each grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    /// Where the row of each hex begins among the cells.
    rows: Vec<Row>,
    cells: Vec<u8>,
}

/// The row of a hex: one cell for each hex of its grid, from the first of them on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Row {
    /// Place of its first cell.
    cell: u32,
    /// Number of the first hex of the grid.
    first: u16,
    /// Hexes of the grid.
    hexes: u16,
}

/// Distances of all hexes from one: asked by the number of a hex.
#[derive(Copy, Clone, Debug)]
pub struct DistancesFrom<'a> {
    first: usize,
    cells: &'a [u8],
}

impl Distances {
    /// Those of a map on which the hexes of each grid follow one another.
    pub fn of(map: &Map) -> Distances {
        let mut distances = Distances { rows: Vec::new(), cells: Vec::new() };
        let numbering = map.numbering();
        let mut first = 0;
        while let Some(start) = map.ids().nth(first) {
            let grid: Vec<HexId> =
                map.ids().skip(first).take_while(|&hex| map.same_grid(start, hex)).collect();
            let place = |&hex: &HexId| map.hex(hex).at;
            for from in &grid {
                let cell = distances.cells.len() as u32;
                distances.rows.push(Row { cell, first: first as u16, hexes: grid.len() as u16 });
                let far = |to| numbering.distance(place(from), place(to)).min(254) as u8;
                distances.cells.extend(grid.iter().map(far));
            }
            first += grid.len();
        }
        distances
    }

    /// Hexes from one to the other; [`APART`] between grids.
    #[inline]
    pub fn between(&self, from: HexId, to: HexId) -> u8 {
        let row = self.rows[from.index()];
        let place = to.0.wrapping_sub(row.first);
        if place < row.hexes { self.cells[row.cell as usize + usize::from(place)] } else { APART }
    }

    /// The distances of all hexes from one.
    #[inline]
    pub fn from(&self, hex: HexId) -> DistancesFrom<'_> {
        let row = self.rows[hex.index()];
        let cells = &self.cells[row.cell as usize..][..usize::from(row.hexes)];
        DistancesFrom { first: usize::from(row.first), cells }
    }
}

impl<'a> DistancesFrom<'a> {
    /// The hexes of the grid with their distances, by the numbers of the hexes.
    pub fn on_the_grid(self) -> impl Iterator<Item = (usize, u8)> + 'a {
        (self.first..).zip(self.cells.iter().copied())
    }
}

/// By the number of the hex.
impl Index<usize> for DistancesFrom<'_> {
    type Output = u8;

    #[inline]
    fn index(&self, hex: usize) -> &u8 {
        self.cells.get(hex.wrapping_sub(self.first)).unwrap_or(&APART)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use engine::{Coord, Hex, MapBuilder, Numbering, TerrainId};

    use super::*;

    #[test]
    fn distances_are_the_maps_and_there_are_none_between_grids() {
        let mut builder = MapBuilder::new(Numbering::COLUMN_ROW_EVEN_LOW, vec!["clear".into()]);
        for (name, grid, columns) in
            [("west", "crete", 1..=3), ("east", "crete", 4..=5), ("far", "far", 1..=4)]
        {
            let sheet = builder.sheet(name, grid);
            for column in columns {
                for row in 1..=4 {
                    builder.hex(Hex::bare(Coord { column, row }, sheet, TerrainId(0)));
                }
            }
        }
        let map = builder.finish();
        let distances = Distances::of(&map);
        for from in map.ids() {
            let row = distances.from(from);
            for to in map.ids() {
                let far = map.distance(from, to).map_or(APART, |hexes| hexes as u8);
                assert_eq!(
                    distances.between(from, to),
                    far,
                    "{} {}",
                    map.label(from),
                    map.label(to)
                );
                assert_eq!(row[to.index()], far);
            }
            assert!(row.on_the_grid().all(|(to, far)| row[to] == far));
            assert_eq!(row.on_the_grid().count(), if map.hex(from).sheet == 2 { 16 } else { 20 });
        }
        assert_eq!(distances.cells.len(), 20 * 20 + 16 * 16, "no room for what is not there");
    }
}
