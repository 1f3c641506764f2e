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
        for (direction, near) in map.neighbours(hex) {
            let Some(step) = cost(near, direction.opposite(), hex) else { continue };
            let total = so_far.saturating_add(step);
            if total < costs[near.index()] {
                costs[near.index()] = total;
                open.push(Reverse((total, near)));
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
    /// Dangers on the way, such as rolls: of all ways within the budget the one with the fewest is kept, and of
    /// those the cheapest.
    pub risk: u16,
    /// Whether it leads no farther: whoever has taken it stays there.
    pub last: bool,
}

impl Step {
    /// A step without danger, after which one may go on.
    pub const fn of(cost: u16) -> Step {
        Step { cost, risk: 0, last: false }
    }
}

/// How far somebody gets, with the way to each hex.
///
/// It can be filled again and again without a new allocation.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    stops: Vec<Stop>,
    /// For each hex its best stop plus one, 0 where there is none.
    best: Vec<u16>,
}

/// Two are the same that have found the same ways, whatever room they keep for others.
impl PartialEq for Reach {
    fn eq(&self, other: &Reach) -> bool {
        let best = |reach: &Reach, stop: &Stop| reach.best[stop.hex.index()];
        self.stops == other.stops
            && self.stops.iter().all(|stop| best(self, stop) == best(other, stop))
    }
}

impl Eq for Reach {}

/// A hex on a way.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The hex.
    pub hex: HexId,
    /// What the way to it costs.
    pub cost: u16,
    /// The dangers on that way.
    pub risk: u16,
    /// Steps on that way.
    pub steps: u16,
    /// The stop before it, from 0.
    back: u16,
    last: bool,
    /// Found after dearer ones.
    late: bool,
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
    step: impl FnMut(HexId, Direction, HexId) -> Option<Step>,
) -> Reach {
    let mut reach = Reach::default();
    reach.search(map, from, budget, step);
    reach
}

/// Stops of one search at most.
const MOST_STOPS: usize = u16::MAX as usize;

impl Reach {
    /// Forgets what was found.
    pub fn clear(&mut self) {
        for stop in self.stops.drain(..) {
            self.best[stop.hex.index()] = 0;
        }
    }

    /// Searches as [`search`] does, in place of what was found before.
    pub fn search(
        &mut self,
        map: &Map,
        from: &[HexId],
        budget: u16,
        mut step: impl FnMut(HexId, Direction, HexId) -> Option<Step>,
    ) {
        self.clear();
        self.best.resize(map.len(), 0);
        for &hex in from {
            if self.best[hex.index()] == 0 {
                let back = self.stops.len() as u16;
                let (cost, risk, steps) = (0, 0, 0);
                self.push(Stop { hex, cost, risk, steps, back, last: false, late: false });
            }
        }
        // As long as all steps cost alike, stops are found in the order of their cost and wait in the list. Those
        // found out of order wait apart, the cheapest first.
        let (mut next, mut late) = (0, BinaryHeap::<Reverse<(u16, u16)>>::new());
        let mut dearest = 0;
        loop {
            while self.stops.get(next).is_some_and(|stop| stop.late) {
                next += 1;
            }
            let first = self.stops.get(next).map(|stop| (stop.cost, next as u16));
            let number = match (first, late.peek()) {
                (Some(first), Some(&Reverse(apart))) if apart < first => apart.1,
                (None, Some(&Reverse(apart))) => apart.1,
                (Some((_, first)), _) => first,
                (None, None) => break,
            };
            if first.is_some_and(|(_, first)| first == number) {
                next += 1;
            } else {
                late.pop();
            }
            let stop = self.stops[usize::from(number)];
            if stop.last || stop.cost >= budget {
                continue;
            }
            for (direction, hex) in map.neighbours(stop.hex) {
                // Every step costs something.
                if self.is_as_good(hex, stop.risk, stop.cost + 1) {
                    continue;
                }
                let Some(step) = step(stop.hex, direction, hex) else { continue };
                let cost = stop.cost.saturating_add(step.cost.max(1));
                let risk = stop.risk.saturating_add(step.risk);
                let full = self.stops.len() >= MOST_STOPS;
                if cost > budget || full || self.is_as_good(hex, risk, cost) {
                    continue;
                }
                let found = self.stops.len() as u16;
                let (steps, apart) = (stop.steps + 1, cost < dearest);
                dearest = dearest.max(cost);
                if apart {
                    late.push(Reverse((cost, found)));
                }
                self.push(Stop {
                    hex,
                    cost,
                    risk,
                    steps,
                    back: number,
                    last: step.last,
                    late: apart,
                });
            }
        }
    }

    /// Whether a way is known to a hex that has no more dangers and costs no more.
    fn is_as_good(&self, hex: HexId, risk: u16, cost: u16) -> bool {
        let best = self.best[hex.index()];
        best != 0 && {
            let stop = &self.stops[usize::from(best - 1)];
            stop.risk <= risk && stop.cost <= cost
        }
    }

    fn push(&mut self, stop: Stop) {
        let best = &mut self.best[stop.hex.index()];
        let better = *best == 0 || {
            let known = &self.stops[usize::from(*best - 1)];
            (stop.risk, stop.cost) < (known.risk, known.cost)
        };
        if better {
            *best = self.stops.len() as u16 + 1;
        }
        self.stops.push(stop);
    }

    /// The hexes found, each once with its best way, in the order in which they were found; where the search began is
    /// left out.
    pub fn found(&self) -> impl Iterator<Item = &Stop> {
        let numbered = self.stops.iter().enumerate();
        let best =
            |number: usize, stop: &Stop| usize::from(self.best[stop.hex.index()]) == number + 1;
        numbered
            .filter(move |(number, stop)| stop.steps > 0 && best(*number, stop))
            .map(|(_, stop)| stop)
    }

    /// The best way's end in a hex; `None` if nobody gets there.
    pub fn stop(&self, hex: HexId) -> Option<&Stop> {
        let best = usize::from(*self.best.get(hex.index())?);
        self.stops.get(best.checked_sub(1)?)
    }

    /// What it costs to get to a hex; `None` if nobody gets there.
    pub fn cost(&self, hex: HexId) -> Option<u16> {
        self.stop(hex).map(|stop| stop.cost)
    }

    /// The hexes on the best way to a hex, its start left out; none if nobody gets there.
    pub fn way(&self, hex: HexId) -> Vec<HexId> {
        let mut way = Vec::new();
        let mut on = self.stop(hex);
        while let Some(stop) = on.filter(|stop| stop.steps > 0) {
            way.push(stop.hex);
            on = self.stops.get(usize::from(stop.back));
        }
        way.reverse();
        way
    }

    /// Where the best way to a hex begins; `None` if nobody gets there.
    pub fn start(&self, hex: HexId) -> Option<HexId> {
        let mut on = self.stop(hex)?;
        while on.steps > 0 {
            on = self.stops.get(usize::from(on.back))?;
        }
        Some(on.hex)
    }

    /// Keeps only the hexes that fit: to the others nobody gets any more, though ways may lead through them.
    pub fn retain(&mut self, fits: impl Fn(&Stop) -> bool) {
        for stop in self.stops.iter().filter(|stop| stop.steps > 0 && !fits(stop)) {
            self.best[stop.hex.index()] = 0;
        }
    }
}
