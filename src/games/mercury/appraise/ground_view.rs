//! What a hex is worth to a unit that would stand in it.

use engine::{HexId, Side};

use super::super::counter::{MoveClass, UnitId};
use super::super::state::Battle;
use super::surroundings::Surroundings;

/// A hex in the eyes of one unit. Every number is better when higher unless its doc says otherwise.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Standing {
    /// Half movement points to the nearest objective (less is nearer).
    pub way: i32,
    /// Expected loss from the fire of all enemies in reach, percent of a step (less is safer).
    pub danger: i32,
    /// Best expected shot from here, percent of a step.
    pub shot: i32,
    /// Enemies adjacent to the hex.
    pub contact: i32,
    /// On an objective hex.
    pub on_objective: i32,
    /// Adjacent to an objective hex.
    pub by_objective: i32,
    /// Own units in adjacent hexes.
    pub support: i32,
    /// Steps of others stacked here beyond what draws no mass modifier.
    pub crowd: i32,
    /// Cover of the terrain.
    pub cover: i32,
    /// Hexes to the nearest enemy (less is nearer).
    pub enemy: i32,
    /// Hexes to the nearest easy prey: an enemy marked from its drop, suppressed or down to one step.
    pub prey: i32,
    /// In an enemy fire zone.
    pub zoned: bool,
}

/// Stands for a distance to nobody.
pub(super) const FAR: i32 = 99;

impl Battle {
    /// Half movement points from a hex to the nearest objective for this unit.
    pub(super) fn way(&self, unit: UnitId, hex: HexId) -> i32 {
        let fields = if self.marches(unit) { &self.ground.roads } else { &self.ground.ways };
        self.wanted(self.side(unit))
            .map(|objective| i32::from(fields[objective].cost(hex)))
            .min()
            .unwrap_or(0)
            .min(400)
    }

    /// Whether the unit keeps to roads: in column, or not on foot.
    pub(super) fn marches(&self, unit: UnitId) -> bool {
        let class = self.movement(unit).map(|(class, _)| class);
        self.unit(unit).column || class != Some(MoveClass::Leg)
    }

    /// The objectives a side goes for: those it does not control, or all when it controls every one; and the edge
    /// where the Germans win by leaving, for them to reach and for the Allies to bar.
    pub(super) fn wanted(&self, side: Side) -> impl Iterator<Item = usize> + '_ {
        let all = self.control.iter().all(|&holder| holder == side);
        let edge = self.ground.breakout.as_ref().map(|_| self.control.len());
        let open = self.open_objectives();
        let all = all
            || open.is_some_and(|open| !open.iter().any(|&o| self.control[usize::from(o)] != side));
        let counts =
            move |objective: &usize| open.is_none_or(|open| open.contains(&(*objective as u8)));
        (0..self.control.len())
            .filter(counts)
            .filter(move |&objective| all || self.control[objective] != side)
            .chain(edge)
    }

    /// Whether the unit is an easy prey: marked from its drop, suppressed, or down to its last step.
    pub(super) fn easy_prey(&self, unit: UnitId) -> bool {
        let state = self.unit(unit);
        state.suppressed || state.steps <= 1 || self.markers(unit) > 0
    }

    /// What a hex is to the unit without regard to enemies.
    pub(super) fn stay(&self, unit: UnitId, hex: HexId) -> Standing {
        let side = self.side(unit);
        let near = |objective: HexId| self.ground.distance(objective, hex);
        let objectives = || self.ground.objectives.iter().map(|&(objective, _)| objective);
        let others = self.stack(hex).filter(|&other| other != unit);
        let steps: u8 = others.map(|other| self.unit(other).steps).sum();
        let support = self
            .ground
            .map
            .neighbours(hex)
            .filter(|&(_, next)| self.stack(next).any(|u| u != unit && self.side(u) == side))
            .count();
        Standing {
            way: self.way(unit, hex),
            on_objective: i32::from(objectives().any(|objective| near(objective) == 0)),
            by_objective: i32::from(objectives().any(|objective| near(objective) == 1)),
            support: support as i32,
            crowd: i32::from((steps + self.unit(unit).steps).saturating_sub(3)),
            cover: -i32::from(self.ground.terrain(hex).fire),
            ..Standing::default()
        }
    }

    /// Looks at a hex as `unit` would find it.
    pub(super) fn standing(&self, unit: UnitId, hex: HexId) -> Standing {
        Surroundings::around(self, unit, hex).standing(hex)
    }

    /// Expected loss of the unit in a hex from the fire of all enemies in reach, percent of a step.
    pub(super) fn danger(&self, unit: UnitId, hex: HexId) -> i32 {
        Surroundings::within(self, unit, hex, self.ground.direct_reach).danger(hex)
    }

    /// Hexes from `hex` to the nearest enemy of `side`.
    pub(super) fn nearest_enemy(&self, side: Side, hex: HexId) -> i32 {
        self.on_map(side.other())
            .map(|(_, at)| i32::from(self.ground.distance(hex, at)))
            .min()
            .unwrap_or(FAR)
    }

    /// Whether the unit is the only one of its side on an objective.
    pub(super) fn last_on_objective(&self, unit: UnitId) -> bool {
        let Some(hex) = self.hex(unit) else { return false };
        self.ground.objective(hex).is_some() && self.stack(hex).count() == 1
    }
}
