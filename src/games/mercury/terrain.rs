//! What a step costs (Mercury 2.0-2.10).

use engine::{Direction, HexId};

use super::counter::MoveClass;
use super::ground::Ground;

impl Ground {
    /// Cost of the step from a hex to its neighbour, in half points; `None` if it is forbidden.
    pub fn step_cost(
        &self,
        class: MoveClass,
        column: bool,
        from: HexId,
        direction: Direction,
    ) -> Option<u16> {
        let to = self.map.neighbour(from, direction)?;
        let cost = self.terrain(to).enter[class as usize][usize::from(column)]?;
        // Mercury 2.5-2.7: vehicles leave a town or denser only in column.
        if class != MoveClass::Leg && !column && self.terrain(from).column_only {
            return None;
        }
        // Mercury 2.8: along a road in column, slopes do not count (2.10).
        if column && self.map.road(from, direction) {
            return Some(self.road_cost);
        }
        if !self.map.slope(from, direction) {
            return Some(cost);
        }
        Some(match class {
            MoveClass::Leg => cost + self.slope_leg[usize::from(column)],
            MoveClass::Wheeled | MoveClass::Tracked => cost * self.slope_factor,
        })
    }
}
