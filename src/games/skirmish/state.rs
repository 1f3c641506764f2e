//! What changes during a game, and simple questions about it. No rule is decided here.

use alloc::sync::Arc;
use alloc::vec::Vec;

use engine::{Cup, HexId, Side};

use super::ground::Ground;

/// A position.
///
/// What lies on the map is a *counter*, whose number everybody knows; which *unit* of the roster is printed on it is
/// secret as long as it stands face down. Decisions and events of both sides therefore speak of counters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skirmish {
    pub(super) ground: Arc<Ground>,
    pub(super) counters: Vec<Counter>,
    /// By number in the roster.
    pub(super) units: Vec<Unit>,
    /// The turn, from 1.
    pub(super) turn: u16,
    pub(super) cup: Cup,
    pub(super) active: Option<Side>,
    /// Counters of the active side that have yet to act, last first.
    pub(super) waiting: Vec<u16>,
    pub(super) over: bool,
}

/// A counter on the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Counter {
    pub hex: HexId,
    /// What is printed on it.
    pub unit: u16,
    pub face_down: bool,
    /// Whether it has been taken off.
    pub gone: bool,
}

/// A unit of the roster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unit {
    pub steps: u8,
    pub lost_in: Option<u16>,
}

impl Skirmish {
    pub(super) fn counter(&self, counter: u16) -> &Counter {
        &self.counters[usize::from(counter)]
    }

    /// Whose counter it is; mixing leaves that alone.
    pub(super) fn side(&self, counter: u16) -> Side {
        self.ground.roster[usize::from(counter)].side
    }

    pub(super) fn is_decoy(&self, counter: u16) -> bool {
        self.ground.decoys[usize::from(self.counter(counter).unit)]
    }

    /// A side's counters on the map.
    pub(super) fn on_map(&self, side: Side) -> impl Iterator<Item = u16> + '_ {
        let all = 0..self.counters.len() as u16;
        all.filter(move |&c| self.side(c) == side && !self.counter(c).gone)
    }

    /// Steps that a side has left. Everybody can count them: only counters turned up lose any.
    pub(super) fn steps(&self, side: Side) -> u16 {
        let own =
            self.ground.roster.iter().zip(&self.units).filter(|(entry, _)| entry.side == side);
        own.map(|(_, unit)| u16::from(unit.steps)).sum()
    }

    /// The enemies in the hexes next to a counter.
    pub(super) fn enemies_beside(&self, counter: u16) -> impl Iterator<Item = u16> + '_ {
        let near = self.ground.map.neighbours(self.counter(counter).hex);
        let enemy = self.side(counter).other();
        near.flat_map(move |(_, hex)| {
            self.on_map(enemy).filter(move |&c| self.counter(c).hex == hex)
        })
    }

    pub(super) fn is_empty(&self, hex: HexId) -> bool {
        !self.counters.iter().any(|counter| !counter.gone && counter.hex == hex)
    }

    /// Whether a side stands on the objective; a decoy holds nothing.
    pub(super) fn holds_objective(&self, side: Side) -> bool {
        self.on_map(side).any(|c| self.counter(c).hex == self.ground.objective && !self.is_decoy(c))
    }
}
