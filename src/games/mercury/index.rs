//! What follows from the state of a battle and is asked so often that it is kept: who stands where, who is beside whom,
//! who answers the chit, who commands whom, how far the nearest barrage is.
//!
//! [`Index::of`] works all of it out anew. Play changes it bit by bit where the state changes, and after every decision
//! it must be what it would be anew: the laws of the game's tests ask for that.

use alloc::vec;
use alloc::vec::Vec;

use engine::{BySide, HexId, Side};

use super::counter::UnitId;
use super::ground::{Called, Ground};
use super::ids::LeaderId;
use super::state::{Battle, Place};

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Index {
    /// The hex of each unit on the map, by unit.
    pub at: Vec<Option<HexId>>,
    /// The lowest-numbered unit in each hex; the others follow by `below`.
    pub stacks: Vec<Option<UnitId>>,
    /// The next unit of the stack of each unit.
    pub below: Vec<Option<UnitId>>,
    /// How many hexes next to each hold units of a side, by the number of the hex.
    pub beside: BySide<Vec<u8>>,
    /// Each side's units on the map with their hexes, in roster order: what most loops run over.
    pub present: BySide<Vec<(UnitId, HexId)>>,
    /// Units on the map whom the chit being played calls and has not activated, in roster order.
    pub ready: Vec<Called>,
    /// The hex of each leader's unit, while it is on the map.
    pub leaders: Vec<Option<HexId>>,
    /// The first of the leaders who have each unit in command, by unit.
    pub commanders: Vec<Option<LeaderId>>,
    /// Hexes to the nearest barrage, by the number of the hex; [`u8::MAX`] where there is none.
    pub haze: Vec<u8>,
}

impl Index {
    /// Of a battle in which nobody is on the map.
    pub fn empty(ground: &Ground) -> Index {
        let (hexes, units) = (ground.map.len(), ground.counters.len());
        Index {
            at: vec![None; units],
            stacks: vec![None; hexes],
            below: vec![None; units],
            beside: BySide::from_fn(|_| vec![0; hexes]),
            present: BySide::default(),
            ready: Vec::new(),
            leaders: vec![None; ground.leaders.len()],
            commanders: vec![None; units],
            haze: vec![u8::MAX; hexes],
        }
    }

    /// What follows from the state of a battle, worked out anew.
    pub fn of(battle: &Battle) -> Index {
        let ground = &battle.ground;
        let mut anew = Battle { index: Index::empty(ground), ..battle.clone() };
        // The lowest-numbered unit comes onto its stack last, and is the first of it.
        for unit in (0..battle.units.len() as u16).rev().map(UnitId) {
            let Place::At(hex) = battle.unit(unit).place else { continue };
            let index = &mut anew.index;
            index.at[unit.index()] = Some(hex);
            index.below[unit.index()] = index.stacks[hex.index()].replace(unit);
            index.present[battle.side(unit)].insert(0, (unit, hex));
        }
        for hex in ground.map.ids() {
            let Some(unit) = anew.index.stacks[hex.index()] else { continue };
            for (_, near) in ground.map.neighbours(hex) {
                anew.index.beside[battle.side(unit)][near.index()] += 1;
            }
        }
        for &(barrage, _) in &battle.markers.barrages {
            for (hex, distance) in ground.distances_from(barrage).on_the_grid() {
                let haze = &mut anew.index.haze[hex];
                *haze = distance.min(*haze);
            }
        }
        let called = battle.playing.map_or(&[][..], |chit| &ground.called[chit.index()]);
        let ready =
            |called: &&Called| anew.alive(called.unit) && !battle.activated[called.unit.index()];
        let ready = called.iter().filter(ready).copied().collect();
        anew.index.ready = ready;
        for (leader, state) in battle.command.leaders.iter().enumerate() {
            anew.index.leaders[leader] = state.with.and_then(|unit| anew.hex(unit));
        }
        for unit in battle.ids() {
            anew.index.commanders[unit.index()] = anew.find_commander(unit);
        }
        anew.index
    }

    /// The parts of it that are not as in another.
    pub fn unlike(&self, other: &Index) -> Vec<&'static str> {
        let parts = [
            ("hexes of units", self.at == other.at),
            ("stacks", self.stacks == other.stacks && self.below == other.below),
            ("hexes beside a side", self.beside == other.beside),
            ("units on the map", self.present == other.present),
            ("units that are ready", self.ready == other.ready),
            ("hexes of leaders", self.leaders == other.leaders),
            ("commanders", self.commanders == other.commanders),
            ("haze", self.haze == other.haze),
        ];
        parts.into_iter().filter(|(_, same)| !same).map(|(part, _)| part).collect()
    }

    /// A unit of a side comes into a hex from off the map or from another hex that it has been taken from.
    pub fn add(&mut self, ground: &Ground, unit: UnitId, side: Side, hex: HexId) {
        self.at[unit.index()] = Some(hex);
        let mut above = None;
        let mut next = self.stacks[hex.index()];
        while let Some(other) = next.filter(|&other| other < unit) {
            above = Some(other);
            next = self.below[other.index()];
        }
        self.below[unit.index()] = next;
        match above {
            Some(other) => self.below[other.index()] = Some(unit),
            None => self.stacks[hex.index()] = Some(unit),
        }
        if above.is_none() && next.is_none() {
            for (_, near) in ground.map.neighbours(hex) {
                self.beside[side][near.index()] += 1;
            }
        }
        let present = &mut self.present[side];
        present.insert(present.partition_point(|&(other, _)| other < unit), (unit, hex));
    }

    /// A unit of a side is taken from its hex, if it is in any.
    pub fn take(&mut self, ground: &Ground, unit: UnitId, side: Side) {
        let Some(hex) = self.at[unit.index()].take() else { return };
        self.present[side].retain(|&(other, _)| other != unit);
        let below = self.below[unit.index()].take();
        if self.stacks[hex.index()] == Some(unit) {
            self.stacks[hex.index()] = below;
        } else {
            let above = self.stack(hex).find(|&other| self.below[other.index()] == Some(unit));
            if let Some(above) = above {
                self.below[above.index()] = below;
            }
        }
        if self.stacks[hex.index()].is_none() {
            for (_, near) in ground.map.neighbours(hex) {
                self.beside[side][near.index()] -= 1;
            }
        }
    }

    /// The units in a hex, in roster order.
    #[inline]
    pub fn stack(&self, hex: HexId) -> impl Iterator<Item = UnitId> + Clone + '_ {
        core::iter::successors(self.stacks[hex.index()], |&unit| self.below[unit.index()])
    }
}
