//! Who sees whom: straight lines from centre to centre, in whole numbers.

use alloc::vec::Vec;

use crate::{Direction, HexId, Map};

/// What a kind of terrain does to a line of sight through it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cover {
    /// Nothing.
    Open,
    /// Blocks together with another such hex on the line.
    Screen,
    /// Blocks.
    Block,
}

/// A part of a line of sight, between the two end hexes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Leg {
    /// Through a hex.
    Through(HexId),
    /// Along the hexside between two hexes.
    Along(HexId, HexId),
}

/// The legs of the line between two hexes of one grid, from `from` to `to`, ends left out.
/// Places off the map are left out too. `None` on different grids.
pub fn line(map: &Map, from: HexId, to: HexId) -> Option<Vec<Leg>> {
    let distance = i32::from(map.distance(from, to)?);
    let start = axes(map, from);
    let end = axes(map, to);
    let along: [i32; 3] = core::array::from_fn(|i| end[i] - start[i]);
    // Every hex that the line touches lies on a shortest way between its ends.
    let mut touched: Vec<(Moment, HexId, bool)> = Vec::new();
    let mut ring = alloc::vec![from];
    for left in (1..distance).rev() {
        let mut next: Vec<HexId> = Vec::new();
        for &hex in &ring {
            for (_, near) in map.neighbours(hex) {
                let on_the_way = map.distance(near, to).is_some_and(|d| i32::from(d) == left);
                if on_the_way && !next.contains(&near) {
                    next.push(near);
                }
            }
        }
        for &hex in &next {
            if let Some((moment, edge)) = crossing(start, along, axes(map, hex)) {
                touched.push((moment, hex, edge));
            }
        }
        ring = next;
    }
    touched.sort_by(|a, b| a.0.compare(b.0).then(a.1.cmp(&b.1)));
    let mut legs = Vec::new();
    let mut i = 0;
    while i < touched.len() {
        let (moment, hex, edge) = touched[i];
        match touched.get(i + 1) {
            Some(&(twin, other, true)) if edge && twin.compare(moment).is_eq() => {
                legs.push(Leg::Along(hex, other));
                i += 2;
            }
            _ => {
                // A hexside at the edge of the map: only this side of it exists.
                legs.push(Leg::Through(hex));
                i += 1;
            }
        }
    }
    Some(legs)
}

/// How the line between two hexes meets a third one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Touch {
    /// Not at all, or only at a corner.
    Misses,
    /// Through its inside.
    Through,
    /// Along one of its hexsides.
    Along,
}

/// How the line between two hexes of one grid meets `hex`.
pub fn touch(map: &Map, from: HexId, to: HexId, hex: HexId) -> Touch {
    let start = axes(map, from);
    let end = axes(map, to);
    let along: [i32; 3] = core::array::from_fn(|i| end[i] - start[i]);
    match crossing(start, along, axes(map, hex)) {
        None => Touch::Misses,
        Some((_, true)) => Touch::Along,
        Some((_, false)) => Touch::Through,
    }
}

/// Differences of cube coordinates: a hex is the set of points where each differs by at most 1
/// from its centre's.
fn axes(map: &Map, hex: HexId) -> [i32; 3] {
    let (x, z) = map.numbering().cube(map.hex(hex).at);
    let y = -x - z;
    [x - y, y - z, z - x]
}

/// The moment a line enters a hex, as a fraction.
#[derive(Copy, Clone, Debug)]
struct Moment {
    over: i32,
    under: i32,
}

impl Moment {
    fn compare(self, other: Moment) -> core::cmp::Ordering {
        (i64::from(self.over) * i64::from(other.under))
            .cmp(&(i64::from(other.over) * i64::from(self.under)))
    }
}

/// When the line from `start` along `along` enters the hex round `centre`, and whether it only
/// runs along one of its hexsides; `None` if it misses it or touches a corner.
fn crossing(start: [i32; 3], along: [i32; 3], centre: [i32; 3]) -> Option<(Moment, bool)> {
    let mut enter = Moment { over: 0, under: 1 };
    let mut leave = Moment { over: 1, under: 1 };
    let mut edge = false;
    for i in 0..3 {
        let offset = start[i] - centre[i];
        if along[i] == 0 {
            match offset.abs() {
                0 => {}
                1 => edge = true,
                _ => return None,
            }
            continue;
        }
        // -1 <= offset + t * along <= 1
        let bounds = [-1 - offset, 1 - offset].map(|bound| {
            if along[i] > 0 {
                Moment { over: bound, under: along[i] }
            } else {
                Moment { over: -bound, under: -along[i] }
            }
        });
        let (low, high) = if bounds[0].compare(bounds[1]).is_le() {
            (bounds[0], bounds[1])
        } else {
            (bounds[1], bounds[0])
        };
        if low.compare(enter).is_gt() {
            enter = low;
        }
        if high.compare(leave).is_lt() {
            leave = high;
        }
    }
    enter.compare(leave).is_lt().then_some((enter, edge))
}

/// Whether the ground lets one hex see the other, whatever the distance: terrain and slopes.
fn open(map: &Map, cover: &[Cover], from: HexId, to: HexId) -> bool {
    let Some(legs) = line(map, from, to) else { return false };
    let cover_of = |hex: HexId| cover[usize::from(map.hex(hex).terrain.0)];
    let mut screens = 0;
    for leg in &legs {
        // Along a hexside the better view of the two sides counts; a slope along it blocks.
        let cover = match *leg {
            Leg::Through(hex) => cover_of(hex),
            Leg::Along(a, b) => {
                if map.direction(a, b).is_some_and(|d| map.slope(a, d)) {
                    return false;
                }
                cover_of(a).min(cover_of(b))
            }
        };
        match cover {
            Cover::Open => {}
            Cover::Screen => screens += 1,
            Cover::Block => return false,
        }
    }
    if screens >= 2 || legs.is_empty() {
        return screens < 2;
    }
    let first = hexes(legs[0]);
    let last = hexes(legs[legs.len() - 1]);
    // Both ends down slope of the ground between.
    if all_sides(map, from, first, Map::rises) && all_sides(map, to, last, Map::rises) {
        return false;
    }
    // A slope hexside that is part of neither end's hex.
    legs.windows(2).all(|pair| {
        let (before, after) = (hexes(pair[0]), hexes(pair[1]));
        !before.iter().all(|&hex| all_sides(map, hex, after, Map::slope))
    })
}

/// The hexes of a leg; one that runs along a hexside counts both of its sides.
fn hexes(leg: Leg) -> [HexId; 2] {
    match leg {
        Leg::Through(hex) => [hex, hex],
        Leg::Along(a, b) => [a, b],
    }
}

/// Whether `test` holds for the hexsides from `hex` to all of `others` that touch it.
fn all_sides(
    map: &Map,
    hex: HexId,
    others: [HexId; 2],
    test: impl Fn(&Map, HexId, Direction) -> bool,
) -> bool {
    others.iter().all(|&other| map.direction(hex, other).is_some_and(|d| test(map, hex, d)))
}

/// Which hexes see which, worked out once a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    hexes: usize,
    seen: Vec<u64>,
}

impl Sight {
    /// Looks from every hex to every hex within `range`; `cover` holds one value a kind of terrain.
    pub fn new(map: &Map, cover: &[Cover], range: u16) -> Self {
        let hexes = map.len();
        let mut sight = Sight { hexes, seen: alloc::vec![0; (hexes * hexes).div_ceil(64)] };
        for from in map.ids() {
            sight.mark(from, from);
            for to in map.ids().skip(from.index() + 1) {
                let near = map.distance(from, to).is_some_and(|d| d <= range);
                if near && open(map, cover, from, to) {
                    sight.mark(from, to);
                    sight.mark(to, from);
                }
            }
        }
        sight
    }

    /// Whether the ground lets one hex see the other.
    pub fn sees(&self, from: HexId, to: HexId) -> bool {
        let bit = from.index() * self.hexes + to.index();
        self.seen[bit / 64] >> (bit % 64) & 1 != 0
    }

    fn mark(&mut self, from: HexId, to: HexId) {
        let bit = from.index() * self.hexes + to.index();
        self.seen[bit / 64] |= 1 << (bit % 64);
    }
}
