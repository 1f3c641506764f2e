//! What hexsides have, and what a step costs (Mercury 2.0-2.10).

use alloc::vec::Vec;

use engine::{Direction, HexId, SideId, SideKind};

use super::counter::MoveClass;
use super::ground::{Ground, Printed};

/// A road crosses the hexside (2.8).
pub(super) const ROAD: SideId = SideId(0);
/// A road that is a minor one, or a track.
pub(super) const MINOR_ROAD: SideId = SideId(1);
/// The ground is lower beyond the hexside (2.10).
pub(super) const SLOPE: SideId = SideId(2);

/// What hexsides have, in the order of their ids.
pub(super) fn side_kinds() -> Vec<SideKind> {
    [SideKind::shared("road"), SideKind::shared("minor-road"), SideKind::directed("slope")].into()
}

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
        let slope = self.map.either_side(from, direction, SLOPE);
        let across = match class {
            _ if !slope => cost,
            MoveClass::Leg => cost + self.slope_leg[usize::from(column)],
            MoveClass::Wheeled | MoveClass::Tracked => cost * self.slope_factor,
        };
        // Mercury 2.8: along a road in column, where slopes do not count (2.10). The unit may ignore the road and pay for
        // the terrain. Nothing but the cost hangs on the choice, so that it is made here, for the cheaper way; where roads
        // do not meet, `road_change` makes it.
        let road = column && broken.is_none() && self.map.both_sides(from, direction, ROAD);
        Some(if road { across.min(self.road_cost) } else { across })
    }
}
