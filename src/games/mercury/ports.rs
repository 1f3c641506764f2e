//! Reinforcements that come by sea, to a port that their side controls (Mercury 11.0).

use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Side};

use super::action::Action;
use super::event::Event;
use super::frame::Begin;
use super::ground::Reinforcement;
use super::ids::ObjectiveId;
use super::state::Battle;

/// A reinforcement, by its number, may come to one of several ports.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct ComesToPort {
    pub number: u8,
}

impl ComesToPort {
    fn entry(self, battle: &Battle) -> &Reinforcement {
        &battle.ground.reinforcements[usize::from(self.number)]
    }
}

impl Pending<Battle> for ComesToPort {
    fn decider(self, battle: &Battle) -> Option<Side> {
        Some(battle.side(self.entry(battle).unit))
    }

    fn subject(self, battle: &Battle) -> Option<u16> {
        Some(self.entry(battle).unit.0)
    }

    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        actions.extend(battle.havens(self.entry(battle)).into_iter().map(Action::ComeTo));
    }

    fn play(self, battle: &mut Battle, action: Action, _: &mut dyn Dice, events: &mut Vec<Event>) {
        battle.frames.pop();
        if let Action::ComeTo(hex) = action {
            let unit = self.entry(battle).unit;
            battle.arrive(unit, hex, events);
            battle.first(Begin { unit, arrives: true });
        }
    }

    fn proceed(self, _: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        false
    }
}

impl Battle {
    /// Ports to which a reinforcement may come: its side controls them, and for some no enemy watches them. Of its own
    /// ports, or if none of them is open of the others where a ruling allows that.
    pub(super) fn havens(&self, entry: &Reinforcement) -> Vec<HexId> {
        let own = self.open_ports(entry, &entry.ports);
        if own.is_empty() { self.open_ports(entry, &entry.other_ports) } else { own }
    }

    fn open_ports(&self, entry: &Reinforcement, ports: &[ObjectiveId]) -> Vec<HexId> {
        let side = self.side(entry.unit);
        let enemy = side.other();
        let theirs = ports.iter().filter(|port| self.control[port.index()] == side);
        theirs
            .map(|port| self.ground.objectives[port.index()].0)
            .filter(|&hex| !self.held_by(hex, enemy))
            .filter(|&hex| !entry.shuns_zones || !self.zone_of(enemy, hex))
            .collect()
    }
}
