//! German Kampfgruppe Commanders: leaders who come onto the map during the game (Mercury S8.0).

use alloc::vec::Vec;

use engine::{Dice, Pending, Side};

use super::action::Action;
use super::counter::UnitId;
use super::event::Event;
use super::ids::LeaderId;
use super::state::Battle;

/// Step F I for a Kampfgruppe Commander.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Commander {
    pub leader: LeaderId,
}

impl Pending<Battle> for Commander {
    fn decider(self, battle: &Battle) -> Option<Side> {
        Some(battle.ground.leaders[self.leader.index()].side)
    }

    /// To wait, or to join a unit.
    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        actions.push(Action::LeaderStays);
        actions.extend(battle.hosts(self.leader).map(Action::LeaderWith));
    }

    fn play(self, battle: &mut Battle, action: Action, _: &mut dyn Dice, events: &mut Vec<Event>) {
        battle.frames.pop();
        if let Action::LeaderWith(unit) = action {
            battle.lead(self.leader.index(), Some(unit));
            events.push(Event::LeaderMoved(self.leader, unit));
        }
    }

    /// Whether he has anybody to join.
    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        let nobody = battle.hosts(self.leader).next().is_none();
        if nobody {
            battle.frames.pop();
        }
        nobody
    }
}

impl Battle {
    /// Step F I is asked for each commander who is not on the map yet. Once there he stays: who has been lost
    /// does not come again.
    pub(super) fn call_commanders(&mut self) {
        for leader in LeaderId::all(self.command.leaders.len()).rev() {
            if self.waits(leader) {
                self.first(Commander { leader });
            }
        }
    }

    fn waits(&self, leader: LeaderId) -> bool {
        let state = self.command.leaders[leader.index()];
        self.ground.leaders[leader.index()].deploys && state.with.is_none() && !state.replaced
    }

    /// Units that the commander may join: any of his division.
    fn hosts(&self, leader: LeaderId) -> impl Iterator<Item = UnitId> + '_ {
        let units = self.on_map(Side::German).map(|(unit, _)| unit);
        units.filter(move |&unit| self.may_lead(leader.index(), unit))
    }
}
