//! Reinforcements that come by sea, to a port that their side controls (Mercury 11.0).

use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Side};

use super::action::Action;
use super::event::Event;
use super::frame::Begin;
use super::ground::Reinforcement;
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
        actions.extend(battle.havens(self.entry(battle)).map(Action::ComeTo));
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
    /// Ports to which a reinforcement may come: its side controls them, and for some no enemy watches them.
    pub(super) fn havens<'a>(
        &'a self,
        entry: &'a Reinforcement,
    ) -> impl Iterator<Item = HexId> + 'a {
        let side = self.side(entry.unit);
        let enemy = side.other();
        entry
            .ports
            .iter()
            .filter(move |port| self.control[port.index()] == side)
            .map(|port| self.ground.objectives[port.index()].0)
            .filter(move |&hex| !self.held_by(hex, enemy))
            .filter(move |&hex| !entry.shuns_zones || !self.zone_of(enemy, hex))
    }
}
