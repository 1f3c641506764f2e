//! Roads that share a hex and do not meet there (Mercury 2.8).

use engine::{Direction, HexId};

use super::counter::{MoveClass, UnitId};
use super::frame::Frame;
use super::ground::Ground;
use super::movement::Moving;
use super::rulings::RoadChange;
use super::state::Battle;
use super::terrain::ROAD;

impl Ground {
    /// Whether roads by two hexsides of a hex do not meet in it.
    fn roads_part(&self, hex: HexId, sides: [Direction; 2]) -> bool {
        let on = |mask: u8, side: Direction| mask & side.bit() != 0;
        let mut roads = self.roads_apart.iter().filter(|&&(other, _)| other == hex);
        roads.any(|&(_, mask)| on(mask, sides[0]) != on(mask, sides[1]))
    }

    /// What a step in column costs that does not follow a road.
    fn off_road(&self, class: MoveClass, from: HexId, way: Direction) -> Option<u16> {
        let to = self.map.neighbour(from, way)?;
        self.work_out_step(class, true, from, way, Some(self.terrain(to).enter[class as usize]))
    }
}

impl Battle {
    /// The road on which the unit came into its hex with this move, where it has several that do not meet. Who begins its move
    /// there may take any: nothing on the table tells on which it stands.
    pub(super) fn road_taken(&self, mover: UnitId) -> Option<Direction> {
        match self.frames.last() {
            Some(&Frame::Moving(Moving { unit, came, .. })) if unit == mover => came,
            _ => None,
        }
    }

    /// Notes the road on which the mover leaves a hex for its neighbour.
    pub(super) fn note_road(&mut self, mover: UnitId, from: HexId, way: Direction) {
        // Hardly a map has any such hex.
        if self.ground.roads_apart.is_empty() {
            return;
        }
        let road = self.follows_road(mover, from, way);
        if let Some(Frame::Moving(Moving { unit, came, .. })) = self.frames.last_mut()
            && *unit == mover
        {
            *came = road.then(|| way.opposite());
        }
    }

    /// Whether a step of the unit is one along a road: in column, and where neither rubble nor a roadblock breaks it.
    fn follows_road(&self, unit: UnitId, from: HexId, way: Direction) -> bool {
        let Some(to) = self.ground.map.neighbour(from, way) else { return false };
        let broken = |hex| self.rubbled(hex) || self.blocked_road(hex);
        self.unit(unit).column
            && self.ground.map.both_sides(from, way, ROAD)
            && !broken(from)
            && !broken(to)
    }

    /// What a step of a unit in column costs that came by one hexside and leaves by another, if it would cost `step`
    /// otherwise (2.8).
    pub(super) fn road_change(
        &self,
        unit: UnitId,
        class: MoveClass,
        from: HexId,
        [came, way]: [Direction; 2],
        step: u16,
    ) -> Option<u16> {
        let ground = &self.ground;
        if !ground.roads_part(from, [came, way]) || !self.follows_road(unit, from, way) {
            return Some(step);
        }
        match ground.rulings.road_change {
            RoadChange::NextHex => ground.off_road(class, from, way),
            RoadChange::SharedHex => {
                // The base cost of the hex, or what the unit would have paid besides if it had ignored the road on which
                // it came, as it might have (2.8): it stood on neither then.
                let base = ground.terrain(from).enter[class as usize][1]?;
                let before = ground.map.neighbour(from, came)?;
                let ignored = ground.off_road(class, before, came.opposite())?;
                Some(step + base.min(ignored.saturating_sub(ground.road_cost)))
            }
        }
    }
}
