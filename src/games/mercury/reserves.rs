//! Force reserves: units that may not be activated until the enemy comes near, or until the withdrawal has begun
//! (Mercury 11.0, scenarios 9, 11 and 12).

use alloc::string::String;
use alloc::vec::Vec;

use engine::{HexId, Side};

use super::counter::UnitId;
use super::event::Event;
use super::rulings::ReserveRelease;
use super::state::Battle;

/// A reserve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reserve {
    /// Its name.
    pub name: String,
    /// Whether each unit of the roster belongs to it.
    pub units: Vec<bool>,
    /// A German unit this near to one of the hexes frees it.
    pub within: u8,
    /// The hexes.
    pub hexes: Vec<HexId>,
    /// German units that do not.
    pub except: Vec<UnitId>,
    /// Once Allied Withdrawal is in effect it is free from this turn on.
    pub withdrawal_from: Option<u16>,
}

/// Which reserves are held back still, by number: one bit each.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Held(pub u8);

/// Reserves that can be told apart.
pub const MOST_RESERVES: usize = 8;

impl Held {
    /// All of so many.
    pub fn all(reserves: usize) -> Held {
        Held((0..reserves).fold(0, |bits, number| bits | 1 << number))
    }

    fn has(self, number: usize) -> bool {
        self.0 & (1 << number) != 0
    }
}

impl Battle {
    /// Whether the unit belongs to a reserve that is held back.
    #[inline]
    pub(super) fn in_reserve(&self, unit: UnitId) -> bool {
        self.held.0 != 0 && self.held_back(unit)
    }

    #[inline(never)]
    fn held_back(&self, unit: UnitId) -> bool {
        let reserves = self.ground.reserves.iter().enumerate();
        reserves.filter(|&(number, _)| self.held.has(number)).any(|(_, r)| r.units[unit.index()])
    }

    /// A German unit has come to a hex: reserves that it is near enough to are free.
    #[inline]
    pub(super) fn alarm_reserves(&mut self, unit: UnitId, hex: HexId, events: &mut Vec<Event>) {
        if self.held.0 != 0 && self.side(unit) == Side::German {
            let near = |reserve: &Reserve| {
                let near = |&port: &HexId| self.ground.distance(port, hex) <= reserve.within;
                reserve.hexes.iter().any(near) && !reserve.except.contains(&unit)
            };
            let free: Vec<usize> = (0..self.ground.reserves.len())
                .filter(|&number| self.held.has(number) && near(&self.ground.reserves[number]))
                .collect();
            self.free(&free, events);
        }
    }

    /// A turn begins: under Allied Withdrawal reserves are free from their turn on (F-SC9-2).
    pub(super) fn release_reserves(&mut self, events: &mut Vec<Event>) {
        let off = self.ground.rulings.reserve_release == ReserveRelease::EnemyOnly;
        if self.held.0 == 0 || !self.withdrawing() || off {
            return;
        }
        let due = |reserve: &Reserve| reserve.withdrawal_from.is_some_and(|from| from <= self.turn);
        let free: Vec<usize> = (0..self.ground.reserves.len())
            .filter(|&number| self.held.has(number) && due(&self.ground.reserves[number]))
            .collect();
        self.free(&free, events);
    }

    fn free(&mut self, numbers: &[usize], events: &mut Vec<Event>) {
        for &number in numbers {
            self.held.0 &= !(1 << number);
            events.push(Event::ReserveFreed(number as u8));
        }
    }
}
