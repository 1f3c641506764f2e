//! How far away everything is, and how far one gets: distance fields for bots, and searches with their ways for rules.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::{Direction, HexId, Map};

/// The cheapest cost from each hex to the nearest goal, in the game's own movement units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    costs: Vec<u16>,
}

impl Field {
    /// The value of a hex from which no goal can be reached.
    pub const UNREACHABLE: u16 = u16::MAX;

    /// The cost from `hex` to the nearest goal.
    #[inline]
    pub fn cost(&self, hex: HexId) -> u16 {
        self.costs[hex.index()]
    }
}

/// Floods the map from `goals` backwards: `cost(hex, direction, neighbour)` is what it costs to
/// step from `hex` to its neighbour, `None` if that step is forbidden.
pub fn field(
    map: &Map,
    goals: &[HexId],
    mut cost: impl FnMut(HexId, Direction, HexId) -> Option<u16>,
) -> Field {
    field_linked(map, goals, |_| None, |from, way, to| cost(from, way?, to))
}

/// The same where some hexes are joined although they need not be neighbours, by ferries or tunnels: `linked` names the
/// hexes from which a link leads to a hex, and a step over one has no direction.
///
/// ```
/// use engine::{Coord, Field, Hex, MapBuilder, Numbering, TerrainId, field_linked};
///
/// let mut builder = MapBuilder::new(Numbering::COLUMN_ROW_EVEN_LOW, vec!["clear".into()]);
/// let sheet = builder.sheet("strip", "strip");
/// let hexes: Vec<_> = (1..=4)
///     .map(|row| builder.hex(Hex::bare(Coord { column: 1, row }, sheet, TerrainId(0))).unwrap())
///     .collect();
/// let map = builder.finish();
/// // Nobody walks from the third hex to the second; a ferry goes from the fourth to the first.
/// let ways = field_linked(
///     &map,
///     &hexes[..1],
///     |to| (to == hexes[0]).then_some(hexes[3]),
///     |from, way, _| match way {
///         Some(_) if from == hexes[2] => None,
///         Some(_) => Some(1),
///         None => Some(5),
///     },
/// );
/// assert_eq!([1, 3].map(|hex| ways.cost(hexes[hex])), [1, 5]);
/// assert_eq!(ways.cost(hexes[2]), Field::UNREACHABLE);
/// ```
pub fn field_linked<L: IntoIterator<Item = HexId>>(
    map: &Map,
    goals: &[HexId],
    linked: impl Fn(HexId) -> L,
    mut cost: impl FnMut(HexId, Option<Direction>, HexId) -> Option<u16>,
) -> Field {
    let mut costs = alloc::vec![Field::UNREACHABLE; map.len()];
    let mut open = BinaryHeap::new();
    for &goal in goals {
        costs[goal.index()] = 0;
        open.push(Reverse((0u16, goal)));
    }
    while let Some(Reverse((so_far, hex))) = open.pop() {
        if so_far > costs[hex.index()] {
            continue;
        }
        let by_land = map.neighbours(hex).map(|(way, near)| (Some(way.opposite()), near));
        let by_link = linked(hex).into_iter().map(|far| (None, far));
        for (way, from) in by_land.chain(by_link) {
            let Some(step) = cost(from, way, hex) else { continue };
            let total = so_far.saturating_add(step);
            if total < costs[from.index()] {
                costs[from.index()] = total;
                open.push(Reverse((total, from)));
            }
        }
    }
    Field { costs }
}

/// What a step of a [`search`] costs.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it takes from the budget: 1 at least, so count in the smallest unit of the game, such as half points.
    pub cost: u16,
    /// Whether it leads no farther: whoever has taken it stays there.
    pub last: bool,
}

impl Step {
    /// A step after which one may go on.
    pub const fn of(cost: u16) -> Step {
        Step { cost, last: false }
    }
}

/// How far somebody gets, with the cheapest way to each hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// By hex, the place of its stop plus one, 0 where there is none: two bytes a hex, for maps of thousands.
    places: Vec<u16>,
    stops: Vec<Stop>,
    found: Vec<HexId>,
}

/// A hex on a way.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The hex.
    pub hex: HexId,
    /// What the way to it costs.
    pub cost: u16,
    /// Steps on that way, 0 where the search began.
    pub steps: u16,
    /// The hex before it on that way.
    back: HexId,
    last: bool,
}

/// Searches the map from `from` forwards, as far as the budget goes: `step(hex, direction, neighbour)` is what it costs
/// to step from a hex to its neighbour, `None` if that step is forbidden. Movement, retreats, lines of supply and of
/// communication are searches that differ in their steps.
///
/// A game that asks for the reach of every unit in every position may do better with a flood over its own bits: in the
/// impulse games, which move a hex a point, such a flood takes half of the instructions.
///
/// ```
/// use engine::{Coord, Hex, MapBuilder, Numbering, Step, TerrainId, search};
///
/// let mut builder = MapBuilder::new(Numbering::COLUMN_ROW_EVEN_LOW, vec!["clear".into()]);
/// let sheet = builder.sheet("strip", "strip");
/// let hexes: Vec<_> = (1..=5)
///     .map(|row| builder.hex(Hex::bare(Coord { column: 1, row }, sheet, TerrainId(0))).unwrap())
///     .collect();
/// let map = builder.finish();
/// // Two points a hex and a budget of five: two hexes. The third hex would be an enemy's zone of control.
/// let reach = search(&map, &hexes[..1], 5, |_, _, to| Some(Step { last: to == hexes[3], ..Step::of(2) }));
/// assert_eq!(reach.cost(hexes[2]), Some(4));
/// assert_eq!(reach.cost(hexes[3]), None);
/// assert_eq!(reach.way(hexes[2]), [hexes[1], hexes[2]]);
/// ```
pub fn search(
    map: &Map,
    from: &[HexId],
    budget: u16,
    mut step: impl FnMut(HexId, Direction, HexId) -> Option<Step>,
) -> Reach {
    // Without links every step has a direction.
    let step = |hex, way: Option<Direction>, near| step(hex, way?, near);
    search_linked(map, from, budget, |_| None, step)
}

/// The same where some hexes are joined although they need not be neighbours, by ferries or tunnels: `linked` names the
/// hexes to which a link leads, and a step over one has no direction.
pub fn search_linked<L: IntoIterator<Item = HexId>>(
    map: &Map,
    from: &[HexId],
    budget: u16,
    linked: impl Fn(HexId) -> L,
    mut step: impl FnMut(HexId, Option<Direction>, HexId) -> Option<Step>,
) -> Reach {
    let mut reach = Reach {
        places: alloc::vec![0; map.len()],
        stops: Vec::with_capacity(ROOM),
        found: Vec::with_capacity(ROOM),
    };
    let mut open = Open::default();
    for &hex in from {
        if reach.stop(hex).is_none() {
            reach.keep(Stop { hex, cost: 0, steps: 0, back: hex, last: false });
            open.push(0, hex);
        }
    }
    while let Some((cost, hex)) = open.pop() {
        let Some(&stop) = reach.stop(hex).filter(|stop| stop.cost == cost) else { continue };
        if stop.steps > 0 {
            reach.found.push(hex);
        }
        if stop.last {
            continue;
        }
        let mut look = |direction: Option<Direction>, near: HexId| {
            let known = reach.cost(near);
            let dearer = |total: u16| known.is_some_and(|known| known <= total);
            // Every step costs something.
            if dearer(cost.saturating_add(1)) {
                return;
            }
            let Some(step) = step(hex, direction, near) else { return };
            let total = cost.saturating_add(step.cost.max(1));
            if total <= budget && !dearer(total) {
                let (steps, last) = (stop.steps + 1, step.last);
                reach.keep(Stop { hex: near, cost: total, steps, back: hex, last });
                open.push(total, near);
            }
        };
        map.neighbours(hex).for_each(|(direction, near)| look(Some(direction), near));
        linked(hex).into_iter().for_each(|far| look(None, far));
    }
    reach
}

/// Hexes for which a search has room before it asks for more.
const ROOM: usize = 64;

/// Hexes that a search has still to go on from: the cheapest first; of those that cost the same, the one found first. As
/// no step costs less than nothing, a queue for each cost does, which takes a fraction of the time of a heap. For games
/// with a search of their own.
#[derive(Debug)]
pub struct Open {
    /// Each hex with the place of the one behind it in its queue; places count from 1, 0 is nobody's.
    waiting: Vec<(HexId, u32)>,
    /// By cost, the places of the first and the last of its queue.
    queues: Vec<(u32, u32)>,
    /// What the hex that was taken last costs.
    cost: usize,
}

impl Default for Open {
    fn default() -> Open {
        let (waiting, queues) = (Vec::with_capacity(ROOM), Vec::with_capacity(ROOM));
        Open { waiting, queues, cost: 0 }
    }
}

impl Open {
    /// Puts a hex at the end of the queue of its cost, which is no less than that of the hex taken last.
    #[inline]
    pub fn push(&mut self, cost: u16, hex: HexId) {
        self.waiting.push((hex, 0));
        let place = self.waiting.len() as u32;
        let cost = usize::from(cost);
        if self.queues.len() <= cost {
            self.queues.resize(cost + 1, (0, 0));
        }
        let (first, last) = self.queues[cost];
        if first == 0 {
            self.queues[cost] = (place, place);
        } else {
            self.waiting[last as usize - 1].1 = place;
            self.queues[cost].1 = place;
        }
    }

    /// Takes the first hex with what it costs.
    #[inline]
    pub fn pop(&mut self) -> Option<(u16, HexId)> {
        while let Some(queue) = self.queues.get_mut(self.cost) {
            if queue.0 != 0 {
                let (hex, behind) = self.waiting[queue.0 as usize - 1];
                queue.0 = behind;
                return Some((self.cost as u16, hex));
            }
            self.cost += 1;
        }
        None
    }
}

impl Reach {
    /// The hexes found, nearest first; where the search began is left out.
    pub fn found(&self) -> impl Iterator<Item = &Stop> {
        self.found.iter().filter_map(|&hex| self.stop(hex))
    }

    /// The end of the way to a hex; `None` if nobody gets there.
    #[inline]
    pub fn stop(&self, hex: HexId) -> Option<&Stop> {
        let place = *self.places.get(hex.index())?;
        self.stops.get(usize::from(place).checked_sub(1)?)
    }

    #[inline]
    fn keep(&mut self, stop: Stop) {
        match self.places[stop.hex.index()] {
            0 => {
                self.stops.push(stop);
                self.places[stop.hex.index()] = self.stops.len() as u16;
            }
            place => self.stops[usize::from(place) - 1] = stop,
        }
    }

    /// What it costs to get to a hex; `None` if nobody gets there.
    #[inline]
    pub fn cost(&self, hex: HexId) -> Option<u16> {
        self.stop(hex).map(|stop| stop.cost)
    }

    /// The stops on the way to a hex, last to first, its start included.
    fn back_from(&self, hex: HexId) -> impl Iterator<Item = &Stop> {
        core::iter::successors(self.stop(hex), |stop| {
            if stop.steps > 0 { self.stop(stop.back) } else { None }
        })
    }

    /// The hexes on the way to a hex, its start left out; none if nobody gets there.
    pub fn way(&self, hex: HexId) -> Vec<HexId> {
        let on_the_way = self.back_from(hex).filter(|stop| stop.steps > 0);
        let mut way: Vec<HexId> = on_the_way.map(|stop| stop.hex).collect();
        way.reverse();
        way
    }

    /// Where the way to a hex begins; `None` if nobody gets there.
    pub fn start(&self, hex: HexId) -> Option<HexId> {
        self.back_from(hex).last().map(|stop| stop.hex)
    }
}
