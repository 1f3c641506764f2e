//! What a hex is worth to a unit that would stand in it.

use engine::{Field, HexId, Id, Side};
use smallvec::SmallVec;

use super::super::counter::{MoveClass, UnitId};
use super::super::ids::ObjectiveId;
use super::super::state::Battle;
use super::foes::Foes;
use super::recall::Recall;
#[cfg(test)]
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
    /// On a post of the unit's order.
    pub on_post: i32,
    /// Hexes to the nearest of them (less is nearer).
    pub from_post: i32,
    /// Own units in adjacent hexes.
    pub support: i32,
    /// Steps of others stacked here beyond what draws no mass modifier.
    pub crowd: i32,
    /// Cover of the terrain.
    pub cover: i32,
    /// In an enemy fire zone.
    pub zoned: bool,
}

/// Stands for a distance to nobody.
pub(super) const FAR: i32 = 99;

/// How far it is to the objectives that a unit goes for: those its side does not control, or all when it
/// controls every one; and to the edge where the Germans win by leaving, for them to reach and for the Allies
/// to bar.
pub(super) struct Ways<'a>(SmallVec<[&'a Field; 8]>);

impl Ways<'_> {
    /// Half movement points from a hex to the nearest of them.
    pub fn from(&self, hex: HexId) -> i32 {
        self.0.iter().map(|field| i32::from(field.cost(hex))).min().unwrap_or(0).min(400)
    }
}

impl<'a> Recall<'a> {
    /// The ways to where the unit goes: to its posts, or to the objectives.
    pub fn ways(&self, unit: UnitId) -> Ways<'a> {
        match self.posts(unit) {
            Some(posts) => Ways(SmallVec::from_iter([posts.way(self.battle.marches(unit))])),
            None => self.battle.ways_to_objectives(unit),
        }
    }
}

impl Battle {
    /// Whether the unit keeps to roads: in column, or not on foot.
    pub(super) fn marches(&self, unit: UnitId) -> bool {
        let class = self.movement(unit).map(|(class, _)| class);
        self.unit(unit).column || class != Some(MoveClass::Leg)
    }

    /// The ways to the objectives that a unit without orders goes for.
    fn ways_to_objectives(&self, unit: UnitId) -> Ways<'_> {
        let fields = if self.marches(unit) { &self.ground.roads } else { &self.ground.ways };
        let (side, control) = (self.side(unit), &self.control);
        // The objectives that matter now, where not all do.
        let open = self.open_objectives();
        let all = match open {
            Some(open) => open.iter().all(|&objective| control[objective.index()] == side),
            None => control.iter().all(|&holder| holder == side),
        };
        let counts =
            |number: usize| open.is_none_or(|open| open.contains(&ObjectiveId::at(number)));
        let (objectives, others) = fields.split_at(control.len());
        let objectives = objectives.iter().zip(control).enumerate();
        let objectives = objectives
            .filter(|&(number, (_, &holder))| (all || holder != side) && counts(number))
            .map(|(_, (field, _))| field);
        let edge = others.iter().take(usize::from(self.ground.breakout.is_some()));
        Ways(objectives.chain(edge).collect())
    }

    /// Whether the unit is an easy prey: marked from its drop, suppressed, or down to its last step.
    pub(super) fn easy_prey(&self, unit: UnitId) -> bool {
        let state = self.unit(unit);
        state.suppressed || state.steps <= 1 || self.markers(unit) > 0
    }

    /// What a hex is to the unit without regard to enemies; its support is left to be filled in.
    pub(super) fn stay(&self, unit: UnitId, ways: &Ways<'_>, hex: HexId) -> Standing {
        let others = self.stack(hex).filter(|&other| other != unit);
        let steps: u8 = others.map(|other| self.unit(other).steps).sum();
        Standing {
            way: ways.from(hex),
            on_objective: i32::from(self.open_objective(hex)),
            by_objective: i32::from(self.ground.by_objective[hex.index()]),
            crowd: i32::from((steps + self.unit(unit).steps).saturating_sub(3)),
            cover: -i32::from(self.ground.cover[hex.index()]),
            ..Standing::default()
        }
    }

    /// Hexes next to this one that hold other units of the unit's side.
    pub(super) fn support(&self, unit: UnitId, hex: HexId) -> i32 {
        self.support_but(self.alone(unit), self.side(unit), hex)
    }

    /// The hex that the unit has for itself.
    pub(super) fn alone(&self, unit: UnitId) -> Option<HexId> {
        self.hex(unit).filter(|&at| self.stack(at).nth(1).is_none())
    }

    /// Hexes next to this one that hold units of a side, but for one that does not count.
    pub(super) fn support_but(&self, but: Option<HexId>, side: Side, hex: HexId) -> i32 {
        let own = but.is_some_and(|at| self.ground.distance(at, hex) == 1);
        i32::from(self.held_beside(hex, side)) - i32::from(own)
    }

    /// Looks at a hex as `unit` would find it.
    #[cfg(test)]
    pub(super) fn standing(&self, unit: UnitId, hex: HexId) -> Standing {
        Surroundings::around(&Recall::fresh(self), unit, hex).standing(hex)
    }

    /// Expected loss of the unit in a hex from the fire of all enemies in reach, percent of a step.
    pub(super) fn danger(&self, unit: UnitId, hex: HexId) -> i32 {
        let side = self.side(unit).other();
        let recall = Recall::fresh(self);
        Foes::around(&recall, side, hex, 0, 0, |_, _| ()).danger(&recall, unit, hex)
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
        self.open_objective(hex) && self.stack(hex).count() == 1
    }

    /// Whether the hex is an objective that matters now.
    #[inline]
    pub(super) fn open_objective(&self, hex: HexId) -> bool {
        // Most hexes are none at all.
        self.ground.objective_near[hex.index()] == 0 && self.objective_matters(hex)
    }

    fn objective_matters(&self, hex: HexId) -> bool {
        let open = |number: usize| {
            self.open_objectives().is_none_or(|open| open.contains(&ObjectiveId::at(number)))
        };
        self.ground.objective(hex).is_some_and(open)
    }

    /// Whether an objective that matters now is there or next to it.
    pub(super) fn by_open_objective(&self, hex: HexId) -> bool {
        let mut objectives = self.ground.objectives.iter();
        self.ground.objective_near[hex.index()] <= 1
            && objectives.any(|&(o, _)| self.ground.distance(o, hex) <= 1 && self.open_objective(o))
    }

    /// Units of `side` that see the hex.
    pub(super) fn eyes(&self, side: Side, hex: HexId) -> i32 {
        self.on_map(side).filter(|&(_, at)| self.sees(at, hex)).count() as i32
    }
}
