//! German Kampfgruppe Commanders: leaders who come onto the map during the game (Mercury S8.0).

use alloc::vec::Vec;

use engine::Side;

use super::action::Action;
use super::counter::UnitId;
use super::event::Event;
use super::sequence::Frame;
use super::state::Battle;

impl Battle {
    /// Step F I is asked for each commander who is not on the map yet. Once there he stays: who has been lost
    /// does not come again.
    pub(super) fn call_commanders(&mut self) {
        for leader in (0..self.leaders.len() as u8).rev() {
            if self.waits(leader) {
                self.frames.push(Frame::Commander { leader });
            }
        }
    }

    fn waits(&self, leader: u8) -> bool {
        let state = self.leaders[usize::from(leader)];
        self.ground.leaders[usize::from(leader)].deploys && state.with.is_none() && !state.replaced
    }

    /// Units that the commander may join: any of his division.
    fn hosts(&self, leader: u8) -> impl Iterator<Item = UnitId> + '_ {
        let units = self.on_map(Side::German).map(|(unit, _)| unit);
        units.filter(move |&unit| self.may_lead(usize::from(leader), unit))
    }

    /// Whether the commander has anybody to join.
    pub(super) fn commander_proceeds(&mut self, leader: u8) -> bool {
        if self.hosts(leader).next().is_some() {
            return false;
        }
        self.frames.pop();
        true
    }

    /// Options of step F I: to wait, or to join a unit.
    pub(super) fn commander_options(&self, leader: u8, actions: &mut Vec<Action>) {
        actions.push(Action::LeaderStays);
        actions.extend(self.hosts(leader).map(Action::LeaderWith));
    }

    /// Plays an option of step F I.
    pub(super) fn play_commander(&mut self, leader: u8, action: Action, events: &mut Vec<Event>) {
        self.frames.pop();
        if let Action::LeaderWith(unit) = action {
            self.lead(usize::from(leader), Some(unit));
            events.push(Event::LeaderMoved(leader, unit));
        }
    }
}
