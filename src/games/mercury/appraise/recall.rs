//! What a player remembers from one decision to the next: what units bring to fights, and the prospects of assaults
//! that it has thought through. As long as nothing has changed in their hexes they are as they were.

use alloc::vec::Vec;
use core::cell::RefCell;

use engine::{HexId, InForce};
use smallvec::SmallVec;

use super::super::counter::UnitId;
use super::super::fire::Mode;
use super::super::state::Battle;
use super::chances::{Mark, Nerve};
use super::charge::Prospect;
use super::post::Guide;
use super::profile::Profile;
use super::trail::Trail;

/// Assaults remembered at most.
const ASSAULTS: usize = 512;
/// Room for the chargers of most assaults.
const TOGETHER: usize = 4;

/// What a player of one game remembers. Positions that part ways may number their changes alike: each of them needs a
/// memory of its own.
#[derive(Debug, Default)]
pub struct Memory {
    /// What each unit brings to fights, with the last change in its hex; by unit.
    profiles: Vec<(u32, Profile)>,
    /// Assaults, each in the place that its hexes and first charger give it.
    assaults: Vec<Option<Assault>>,
    /// Where units came from.
    pub(super) trail: Trail,
}

/// An assault that was thought through.
#[derive(Debug)]
struct Assault {
    /// From where it goes, and against which hex.
    hexes: [HexId; 2],
    /// The last changes in the two.
    changes: [u32; 2],
    chargers: SmallVec<[UnitId; TOGETHER]>,
    prospect: Prospect,
}

impl Memory {
    /// How many assaults are remembered.
    #[cfg(test)]
    pub(in super::super) fn assaults(&self) -> usize {
        self.assaults.iter().flatten().count()
    }

    /// Room for the units of this game.
    fn begin(&mut self, battle: &Battle) {
        self.profiles.resize(battle.units.len(), (0, Profile::default()));
        self.assaults.resize_with(ASSAULTS, || None);
    }
}

/// A position, and what a player remembers of it.
pub(super) struct Recall<'a> {
    pub battle: &'a Battle,
    /// Nothing for whoever thinks for the first time.
    memory: Option<RefCell<&'a mut Memory>>,
    /// The orders of the player.
    pub orders: InForce<'a, Guide>,
}

impl<'a> Recall<'a> {
    /// For a player at its next decision.
    pub fn of(battle: &'a Battle, memory: &'a mut Memory, orders: InForce<'a, Guide>) -> Self {
        if memory.profiles.is_empty() {
            memory.begin(battle);
        }
        Recall { battle, memory: Some(RefCell::new(memory)), orders }
    }

    /// For somebody who remembers nothing.
    pub fn fresh(battle: &'a Battle) -> Self {
        Recall { battle, memory: None, orders: InForce::NONE }
    }

    /// Whether a step would bring the unit back to where it came from.
    pub fn back(&self, unit: UnitId, to: HexId) -> bool {
        self.memory.as_ref().is_some_and(|memory| memory.borrow().trail.back(unit, to))
    }

    /// What a unit brings to fights where it stands.
    pub fn profile(&self, unit: UnitId, at: HexId) -> Profile {
        let Some(memory) = &self.memory else { return Profile::of(self.battle, unit, at) };
        let change = self.battle.stamps.last(at);
        let known = &mut memory.borrow_mut().profiles[unit.index()];
        if known.0 != change {
            *known = (change, Profile::of(self.battle, unit, at));
        }
        known.1
    }

    /// How steady a unit is, on the map or not.
    pub fn nerve(&self, unit: UnitId) -> Nerve {
        match self.battle.hex(unit) {
            Some(at) => Nerve { unit, quality: self.profile(unit, at).quality },
            None => Nerve::of(self.battle, unit),
        }
    }

    /// What a unit is as a target of direct fire in a hex, where it stands or might.
    pub fn mark_in(&self, unit: UnitId, hex: HexId) -> Mark {
        if self.battle.hex(unit) == Some(hex) {
            self.profile(unit, hex).marks[Mode::Direct.index()]
        } else {
            Mark::of(self.battle, unit, Mode::Direct, hex)
        }
    }

    /// What these chargers, who all stand in the first of the hexes, can expect of an assault on the second: see
    /// [`Battle::prospect`].
    pub fn assault(&self, chargers: &[UnitId], hexes: [HexId; 2]) -> Prospect {
        let [from, to] = hexes;
        let work_out = || self.battle.prospect(self, chargers, from, to);
        let Some(memory) = &self.memory else { return work_out() };
        let changes = hexes.map(|hex| self.battle.stamps.last(hex));
        let first = chargers.first().map_or(0, |unit| unit.index());
        let place = (from.index() * 7 + to.index() * 3 + first) % ASSAULTS;
        if let Some(known) = &memory.borrow().assaults[place]
            && known.hexes == hexes
            && known.changes == changes
            && known.chargers.as_slice() == chargers
        {
            return known.prospect;
        }
        let prospect = work_out();
        let chargers = chargers.into();
        memory.borrow_mut().assaults[place] = Some(Assault { hexes, changes, chargers, prospect });
        prospect
    }
}
