//! What a step costs (Mercury 2.0-2.10).

use engine::{Direction, HexId};

use super::counter::MoveClass;
use super::ground::{Ground, Printed};

impl Ground {
    /// Cost of the step from a hex to its neighbour, in half points; `None` if it is forbidden.
    /// Where the road is `broken` (rubble, roadblock) the base costs given hold instead.
    pub fn step_cost(
        &self,
        class: MoveClass,
        column: bool,
        from: HexId,
        direction: Direction,
        broken: Option<[Option<u16>; 2]>,
    ) -> Option<u16> {
        if broken.is_none() {
            let costs = &self.step_costs[class as usize][usize::from(column)];
            return costs[from.index()][direction.index()];
        }
        self.work_out_step(class, column, from, direction, broken)
    }
}

impl Printed {
    /// The same, not looked up.
    pub(super) fn work_out_step(
        &self,
        class: MoveClass,
        column: bool,
        from: HexId,
        direction: Direction,
        broken: Option<[Option<u16>; 2]>,
    ) -> Option<u16> {
        let to = self.map.neighbour(from, direction)?;
        let base = broken.unwrap_or(self.terrain(to).enter[class as usize]);
        let cost = base[usize::from(column)]?;
        // Mercury 2.5-2.7: vehicles leave a town or denser only in column.
        if class != MoveClass::Leg && !column && self.terrain(from).column_only {
            return None;
        }
        // Mercury 2.8: along a road in column, slopes do not count (2.10).
        if column && broken.is_none() && self.map.road(from, direction) {
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
