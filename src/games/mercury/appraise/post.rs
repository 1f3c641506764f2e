//! Where an order sends a unit: its posts.

use alloc::vec::Vec;

use engine::{Field, HexId, Order, Places, field};

use super::super::counter::{MoveClass, UnitId};
use super::super::state::Battle;
use super::recall::Recall;

/// What is worked out of a strategy's orders before the first game.
pub type Guide = Places<Posts>;

/// The hexes of an order.
#[derive(Debug)]
pub struct Posts {
    /// Half movement points of a leg company to the nearest of them.
    ways: Field,
    /// The same in column, along the roads.
    roads: Field,
    /// Hexes to the nearest of them.
    near: Vec<u8>,
}

impl Posts {
    /// Half movement points to the nearest post, in column or not on foot along the roads.
    pub(super) fn way(&self, marches: bool) -> &Field {
        if marches { &self.roads } else { &self.ways }
    }

    /// Hexes to the nearest post; 0 for one of them.
    pub(super) fn near(&self, hex: HexId) -> u8 {
        self.near[hex.index()]
    }

    /// Whether the hex is one of them.
    pub(super) fn at(&self, hex: HexId) -> bool {
        self.near(hex) == 0
    }
}

impl Posts {
    /// The posts of an order.
    pub(super) fn of(battle: &Battle, order: &Order) -> Posts {
        let ground = &battle.ground;
        let way = |column: usize| {
            let costs = &ground.step_costs[MoveClass::Leg as usize][column];
            field(&ground.map, &order.hexes, |from, direction, _| {
                costs[from.index()][direction.index()]
            })
        };
        let near = |hex| {
            let all = order.hexes.iter().map(|&post| ground.distance(hex, post));
            all.min().unwrap_or(u8::MAX)
        };
        Posts { ways: way(0), roads: way(1), near: ground.map.ids().map(near).collect() }
    }
}

impl Battle {
    /// Units yet to act under the chit being played, in other hexes than `from`, that could fire at enemies in `to`.
    pub(super) fn could_prepare(&self, from: HexId, to: HexId) -> i32 {
        let fires = |unit: &UnitId| {
            self.hex(*unit) != Some(from)
                && self.stack(to).any(|target| self.may_fire_at(*unit, target).is_some())
        };
        self.candidates().filter(fires).count() as i32
    }
}

impl<'a> Recall<'a> {
    /// The posts of the order that a unit has, if it has one with a place.
    #[inline]
    pub fn posts(&self, unit: UnitId) -> Option<&'a Posts> {
        self.orders.place(unit.0)
    }

    /// Half movement points from a hex to the nearest of the unit's posts, or to the nearest objective for it.
    pub fn way(&self, unit: UnitId, hex: HexId) -> i32 {
        self.ways(unit).from(hex)
    }

    /// How near a hex is to the unit's posts, or to the objectives, in hexes.
    pub fn near(&self, unit: UnitId, hex: HexId) -> i32 {
        let objectives = || self.battle.ground.objective_near[hex.index()];
        i32::from(self.posts(unit).map_or_else(objectives, |posts| posts.near(hex)))
    }

    /// Whether the unit is the only one of its side on one of its posts.
    pub fn last_on_post(&self, unit: UnitId) -> bool {
        let Some((posts, hex)) = self.posts(unit).zip(self.battle.hex(unit)) else { return false };
        posts.at(hex) && self.battle.stack(hex).count() == 1
    }
}
