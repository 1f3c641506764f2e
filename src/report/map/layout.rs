//! The position of each hex in the picture. Sheets of one grid keep their places; separate grids are side by side.

use std::fmt::Write as _;

use engine::{HexId, Map};

use super::RADIUS;

const MARGIN: f64 = 20.0;
/// Gap between two grids, with room for the name of the sheet.
const GAP: f64 = 36.0;

/// The places of all hexes.
pub(super) struct Layout {
    centres: Vec<(f64, f64)>,
    pub width: f64,
    pub height: f64,
}

/// Hexes of one grid with their bounds.
struct Grid {
    hexes: Vec<HexId>,
    low: (f64, f64),
    high: (f64, f64),
}

impl Layout {
    pub(super) fn of(map: &Map) -> Self {
        let raw: Vec<(f64, f64)> = map
            .ids()
            .map(|id| {
                let (x, y) = map.numbering().centre(map.hex(id).at);
                (f64::from(x) * 0.75 * RADIUS, f64::from(y) * half_height())
            })
            .collect();
        let mut grids: Vec<Grid> = Vec::new();
        for id in map.ids() {
            let (x, y) = raw[id.index()];
            // Only hexes of the same grid have a distance.
            match grids.iter_mut().find(|g| map.distance(g.hexes[0], id).is_some()) {
                Some(grid) => {
                    grid.hexes.push(id);
                    grid.low = (grid.low.0.min(x), grid.low.1.min(y));
                    grid.high = (grid.high.0.max(x), grid.high.1.max(y));
                }
                None => grids.push(Grid { hexes: vec![id], low: (x, y), high: (x, y) }),
            }
        }
        let size = |g: &Grid| {
            (g.high.0 - g.low.0 + 2.0 * RADIUS, g.high.1 - g.low.1 + 2.0 * half_height())
        };
        let widest = grids.iter().map(|g| size(g).0).fold(0.0, f64::max);
        let mut centres = vec![(0.0, 0.0); raw.len()];
        let (mut x, mut y, mut row, mut width) = (MARGIN, MARGIN, 0.0_f64, 0.0_f64);
        for grid in &grids {
            let (w, h) = size(grid);
            if x > MARGIN && x + w > MARGIN + widest {
                (x, y, row) = (MARGIN, y + row + GAP, 0.0);
            }
            for &id in &grid.hexes {
                let (from_x, from_y) = raw[id.index()];
                centres[id.index()] =
                    (x + from_x - grid.low.0 + RADIUS, y + from_y - grid.low.1 + half_height());
            }
            width = width.max(x + w);
            row = row.max(h);
            x += w + GAP;
        }
        // A title and a legend need some room, however small the map.
        Layout { centres, width: (width + MARGIN).max(520.0), height: y + row + MARGIN }
    }

    /// Centre of a hex.
    pub(super) fn centre(&self, id: HexId) -> (f64, f64) {
        self.centres[id.index()]
    }

    /// The two corners of a hexside, and its middle. Sides are numbered clockwise from north.
    pub(super) fn side(&self, id: HexId, side: usize) -> [(f64, f64); 3] {
        let (x, y) = self.centre(id);
        let corner = |k: usize| {
            let (dx, dy) = CORNERS[k % 6];
            (x + dx * RADIUS, y + dy * RADIUS)
        };
        let (a, b) = (corner(side), corner(side + 1));
        [a, b, (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1))]
    }
}

/// Corners of a flat-topped hex of radius 1, clockwise; corner k begins side k.
const ROOT: f64 = 0.866_025_403_784_438_6;
const CORNERS: [(f64, f64); 6] =
    [(-0.5, -ROOT), (0.5, -ROOT), (1.0, 0.0), (0.5, ROOT), (-0.5, ROOT), (-1.0, 0.0)];

/// From the centre to a side.
pub(super) fn half_height() -> f64 {
    ROOT * RADIUS
}

/// The outline of a hex as a path.
pub(super) fn outline((x, y): (f64, f64)) -> String {
    let mut path = String::new();
    for (i, (dx, dy)) in CORNERS.iter().enumerate() {
        let word = if i == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{word}{:.1} {:.1}", x + dx * RADIUS, y + dy * RADIUS);
    }
    path.push('Z');
    path
}
