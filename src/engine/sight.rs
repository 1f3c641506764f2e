//! Who sees whom: straight lines from centre to centre, in whole numbers.

use alloc::vec::Vec;

use crate::hex::apart;
use crate::{Direction, HexId, Map, SideId};

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
    map.distance(from, to)?;
    let lattice = Lattice::of(map, from);
    let [(q1, r1), (q2, r2)] = [from, to].map(|id| map.numbering().cube(map.hex(id).at));
    Some(lattice.follow((q1, r1), &course((q2 - q1, r2 - r1))).collect())
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
fn open(
    map: &Map,
    cover: &[Cover],
    slope: Option<SideId>,
    from: HexId,
    to: HexId,
    legs: impl Iterator<Item = Leg>,
) -> bool {
    let cover_of = |hex: HexId| cover[usize::from(map.hex(hex).terrain.0)];
    let mut screens = 0;
    // The hexes of the first leg, and of the one just passed.
    let mut passed: Option<[[HexId; 2]; 2]> = None;
    for leg in legs {
        // Along a hexside the better view of the two sides counts; a slope along it blocks.
        let cover = match leg {
            Leg::Through(hex) => cover_of(hex),
            Leg::Along(a, b) => {
                let sloping = |kind, d| map.either_side(a, d, kind);
                if slope.is_some_and(|kind| map.direction(a, b).is_some_and(|d| sloping(kind, d))) {
                    return false;
                }
                cover_of(a).min(cover_of(b))
            }
        };
        match cover {
            Cover::Open => {}
            Cover::Screen if screens == 0 => screens = 1,
            Cover::Screen | Cover::Block => return false,
        }
        let here = hexes(leg);
        if let Some([_, before]) = passed
            // A slope hexside that is part of neither end's hex.
            && before.iter().all(|&hex| all_sides(map, slope, hex, here, Map::either_side))
        {
            return false;
        }
        passed = Some([passed.map_or(here, |[first, _]| first), here]);
    }
    // Both ends down slope of the ground between.
    !passed.is_some_and(|[first, last]| {
        let up = Map::far_side;
        all_sides(map, slope, from, first, up) && all_sides(map, slope, to, last, up)
    })
}

/// The hexes of a leg; one that runs along a hexside counts both of its sides.
fn hexes(leg: Leg) -> [HexId; 2] {
    match leg {
        Leg::Through(hex) => [hex, hex],
        Leg::Along(a, b) => [a, b],
    }
}

/// Whether `test`, a question of slopes, holds for the hexsides from `hex` to all of `others` that touch it.
fn all_sides(
    map: &Map,
    slope: Option<SideId>,
    hex: HexId,
    others: [HexId; 2],
    test: impl Fn(&Map, HexId, Direction, SideId) -> bool,
) -> bool {
    let Some(slope) = slope else { return false };
    others.iter().all(|&other| {
        // Most hexes have no slope at all.
        let slopes = map.sides(hex, slope) | map.sides(other, slope);
        slopes != 0 && map.direction(hex, other).is_some_and(|d| test(map, hex, d, slope))
    })
}

/// A line between two hexes as steps of the lattice from its start: the same for every pair of
/// hexes that lie alike, so that each is worked out once a map.
type Course = Vec<(Step, Option<Step>)>;
/// Cube coordinates relative to the start of a line.
type Step = (i32, i32);

/// Hexes that a step leads away.
fn size(step: Step) -> i32 {
    i32::from(apart(step, (0, 0)))
}

/// The course of the line to `end`, ends left out; a second step is the twin across a hexside.
fn course(end: Step) -> Course {
    let axes = |(x, z): Step| [2 * x + z, -x - 2 * z, z - x];
    let distance = size(end);
    let along = axes(end);
    let mut touched: Vec<(Moment, Step, bool)> = Vec::new();
    for q in -distance..=distance {
        for r in -distance..=distance {
            let here = (q, r);
            let left = size((end.0 - q, end.1 - r));
            if left == 0 || left == distance || size(here) + left != distance {
                continue;
            }
            if let Some((moment, edge)) = crossing([0; 3], along, axes(here)) {
                touched.push((moment, here, edge));
            }
        }
    }
    touched.sort_by(|a, b| a.0.compare(b.0).then(a.1.cmp(&b.1)));
    let mut course = Course::new();
    let mut i = 0;
    while i < touched.len() {
        let (moment, step, edge) = touched[i];
        let twin = touched.get(i + 1).filter(|next| edge && next.0.compare(moment).is_eq());
        course.push((step, twin.map(|&(_, other, _)| other)));
        i += 1 + usize::from(twin.is_some());
    }
    course
}

/// Finds hexes by cube coordinates, in constant time.
struct Lattice {
    low: Step,
    width: i32,
    cells: Vec<Option<HexId>>,
}

impl Lattice {
    /// The lattice of the hexes of one grid: those with a distance to `first`.
    fn of(map: &Map, first: HexId) -> Lattice {
        let mates = || map.ids().filter(|&id| map.distance(first, id).is_some());
        let cube = |id: HexId| map.numbering().cube(map.hex(id).at);
        let span = |axis: fn(Step) -> i32| {
            let values = || mates().map(|id| axis(cube(id)));
            (values().min().unwrap_or(0), values().max().unwrap_or(0))
        };
        let (q, r) = (span(|step| step.0), span(|step| step.1));
        let width = r.1 - r.0 + 1;
        let mut cells = alloc::vec![None; ((q.1 - q.0 + 1) * width) as usize];
        for id in mates() {
            let at = cube(id);
            cells[((at.0 - q.0) * width + at.1 - r.0) as usize] = Some(id);
        }
        Lattice { low: (q.0, r.0), width, cells }
    }

    /// The legs of a course from a hex; places off the map are left out.
    fn follow<'a>(&'a self, (q, r): Step, course: &'a Course) -> impl Iterator<Item = Leg> + 'a {
        let find = move |(dq, dr): Step| self.at((q + dq, r + dr));
        course.iter().filter_map(move |&(step, twin)| {
            match (find(step), twin.and_then(find)) {
                (Some(a), Some(b)) => Some(Leg::Along(a, b)),
                // A hexside at the edge of the map: only one side of it exists.
                (Some(one), None) | (None, Some(one)) => Some(Leg::Through(one)),
                (None, None) => None,
            }
        })
    }

    fn at(&self, (q, r): Step) -> Option<HexId> {
        let (q, r) = (q - self.low.0, r - self.low.1);
        if q < 0 || r < 0 || r >= self.width {
            return None;
        }
        self.cells.get((q * self.width + r) as usize).copied().flatten()
    }
}

/// Which hexes see which, worked out once a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    hexes: usize,
    seen: Vec<u64>,
}

impl Sight {
    /// Looks from every hex as far as `range` says that one may look from it, and back; `cover` holds one
    /// value a kind of terrain, and `slope` is the kind of hexside beyond which the ground is lower, if the map has one.
    pub fn new(
        map: &Map,
        cover: &[Cover],
        slope: Option<SideId>,
        range: impl Fn(HexId) -> u16,
    ) -> Self {
        Sight::by(map, range, |from, to, legs| open(map, cover, slope, from, to, legs))
    }

    /// The same where the game itself says whether the ground lets a line pass, from its legs.
    pub fn by(
        map: &Map,
        range: impl Fn(HexId) -> u16,
        passes: impl Fn(HexId, HexId, &mut dyn Iterator<Item = Leg>) -> bool,
    ) -> Self {
        let hexes = map.len();
        let mut sight = Sight { hexes, seen: alloc::vec![0; (hexes * hexes).div_ceil(64)] };
        let ranges: Vec<i32> = map.ids().map(|hex| i32::from(range(hex))).collect();
        let reach = ranges.iter().copied().max().unwrap_or(0);
        let ends = (-reach..=reach)
            .flat_map(|q| (-reach..=reach).map(move |r| (q, r)))
            // Half of the directions: sight goes both ways.
            .filter(|&(q, r)| (q, r) > (0, 0) && (q + r).abs() <= reach);
        let courses: Vec<(Step, Course)> = ends.map(|end| (end, course(end))).collect();
        let mut lattices: Vec<(HexId, Lattice)> = Vec::new();
        for from in map.ids() {
            sight.mark(from, from);
            let known = lattices.iter().position(|&(first, _)| map.distance(first, from).is_some());
            let place = known.unwrap_or_else(|| {
                lattices.push((from, Lattice::of(map, from)));
                lattices.len() - 1
            });
            let lattice = &lattices[place].1;
            let (q, r) = map.numbering().cube(map.hex(from).at);
            for (end, course) in &courses {
                let Some(to) = lattice.at((q + end.0, r + end.1)) else { continue };
                let near = size(*end) <= ranges[from.index()].max(ranges[to.index()]);
                if near && passes(from, to, &mut lattice.follow((q, r), course)) {
                    sight.mark(from, to);
                    sight.mark(to, from);
                }
            }
        }
        sight
    }

    /// Whether the ground lets one hex see the other.
    #[inline]
    pub fn sees(&self, from: HexId, to: HexId) -> bool {
        let bit = from.index() * self.hexes + to.index();
        self.seen[bit / 64] >> (bit % 64) & 1 != 0
    }

    fn mark(&mut self, from: HexId, to: HexId) {
        let bit = from.index() * self.hexes + to.index();
        self.seen[bit / 64] |= 1 << (bit % 64);
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::{Coord, Hex, MapBuilder, Numbering, SideKind, TerrainId};

    const SLOPE: SideId = SideId(0);

    /// A patchwork with a hole, woods, towns and slopes in a fixed disorder.
    fn patchwork() -> Map {
        let kinds = ["clear", "wood", "town"].map(ToString::to_string);
        let mut builder = MapBuilder::new(Numbering::COLUMN_ROW_EVEN_LOW, kinds.to_vec())
            .with_sides([SideKind::directed("slope")].into());
        let sheet = builder.sheet("patchwork", "patchwork");
        for column in 1..=13i16 {
            for row in 1..=9i16 {
                let disorder = (column * 7 + row * 11 + column * row * 5) % 17;
                if disorder == 16 {
                    continue;
                }
                let terrain = match disorder {
                    0..=9 => 0,
                    10..=14 => 1,
                    _ => 2,
                };
                let mut hex = Hex::bare(Coord { column, row }, sheet, TerrainId(terrain));
                if disorder % 5 == 0 {
                    hex.sides.set(SLOPE, 1 << (disorder % 6));
                }
                builder.hex(hex);
            }
        }
        builder.finish()
    }

    /// Courses are worked out once for all pairs that lie alike; each must touch just the hexes that
    /// the one line touches, hexes beyond a hole in the map included.
    #[test]
    fn courses_touch_what_the_line_touches() {
        let map = patchwork();
        for from in map.ids() {
            for to in map.ids().filter(|&to| to != from) {
                let mut passed: Vec<HexId> = Vec::new();
                for leg in line(&map, from, to).unwrap() {
                    match leg {
                        Leg::Through(hex) => passed.push(hex),
                        Leg::Along(a, b) => passed.extend([a, b]),
                    }
                }
                passed.sort_unstable();
                let touched: Vec<HexId> = map
                    .ids()
                    .filter(|&hex| hex != from && hex != to)
                    .filter(|&hex| touch(&map, from, to, hex) != Touch::Misses)
                    .collect();
                assert_eq!(passed, touched, "{} {}", map.label(from), map.label(to));
            }
        }
    }

    #[test]
    fn sight_of_all_pairs_is_sight_pair_by_pair() {
        let map = patchwork();
        let cover = [Cover::Open, Cover::Screen, Cover::Block];
        // From every tenth hex one looks farther.
        let range = |hex: HexId| if hex.index().is_multiple_of(10) { 9 } else { 6 };
        let sight = Sight::new(&map, &cover, Some(SLOPE), range);
        let mut seen = 0;
        for from in map.ids() {
            for to in map.ids().filter(|&to| to != from) {
                let legs = line(&map, from, to).unwrap();
                let near = map.distance(from, to).unwrap() <= range(from).max(range(to));
                let expected = near && open(&map, &cover, Some(SLOPE), from, to, legs.into_iter());
                assert_eq!(sight.sees(from, to), expected, "{} {}", map.label(from), map.label(to));
                seen += u32::from(expected);
            }
        }
        assert!(seen > 500, "the patchwork shows too little: {seen}");
    }
}
