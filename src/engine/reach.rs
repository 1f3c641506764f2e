//! How far away everything is: distance fields by movement cost.

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
