//! Leaders on the map: whom they are with, and who takes over when one is lost (series rules; Mercury 5.11, 11.0,
//! S8.0).

use alloc::vec::Vec;

use engine::{Dice, HexId, Id, Pending, Side};

use super::action::Action;
use super::counter::{DivisionId, UnitId};
use super::event::Event;
use super::ground::Commands;
use super::ids::LeaderId;
use super::state::Battle;

/// A leader who has come, or whose unit is gone, or who replaces one who was lost, joins one of his units.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct LeaderJoins {
    pub leader: LeaderId,
}

impl LeaderJoins {
    fn units(self, battle: &Battle) -> impl Iterator<Item = UnitId> + '_ {
        battle.ids().filter(move |&unit| battle.may_lead(self.leader.index(), unit))
    }

    /// The leader is with the unit from now on.
    fn join(self, battle: &mut Battle, unit: UnitId, events: &mut Vec<Event>) {
        let leader = self.leader;
        battle.lead(leader.index(), Some(unit));
        events.push(if battle.command.leaders[leader.index()].replaced {
            Event::LeaderReplaced(leader, unit)
        } else {
            Event::LeaderMoved(leader, unit)
        });
    }
}

impl Pending<Battle> for LeaderJoins {
    fn decider(self, battle: &Battle) -> Option<Side> {
        Some(battle.ground.leaders[self.leader.index()].side)
    }

    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        actions.extend(self.units(battle).map(Action::LeaderWith));
    }

    fn play(self, battle: &mut Battle, action: Action, _: &mut dyn Dice, events: &mut Vec<Event>) {
        battle.frames.pop();
        if let Action::LeaderWith(unit) = action {
            self.join(battle, unit, events);
        }
    }

    /// With several units his owner waits to choose, with none he waits for one to come.
    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        let (first, second) = {
            let mut units = self.units(battle);
            (units.next(), units.next())
        };
        if second.is_some() {
            return false;
        }
        battle.frames.pop();
        match first {
            Some(only) => self.join(battle, only, events),
            None => battle.unseat(self.leader.index()),
        }
        true
    }
}

/// Leaders of the division from `next` on may go with another unit they command within their range (at the end of the
/// division activation; Mercury S8.0).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Leaders {
    pub division: DivisionId,
    pub next: u8,
}

impl Pending<Battle> for Leaders {
    fn decider(self, battle: &Battle) -> Option<Side> {
        Some(battle.ground.divisions[usize::from(self.division.0)].side)
    }

    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        actions.push(Action::LeaderStays);
        actions.extend(battle.leader_rides(usize::from(self.next)).map(Action::LeaderWith));
    }

    fn play(self, battle: &mut Battle, action: Action, _: &mut dyn Dice, events: &mut Vec<Event>) {
        battle.then(Leaders { next: self.next + 1, ..self });
        if let Action::LeaderWith(unit) = action {
            battle.lead(usize::from(self.next), Some(unit));
            events.push(Event::LeaderMoved(LeaderId(self.next), unit));
        }
    }

    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        battle.frames.pop();
        let leader = (usize::from(self.next)..battle.command.leaders.len()).find(|&leader| {
            battle.ground.leaders[leader].division == self.division
                && battle.leader_rides(leader).next().is_some()
        });
        let Some(leader) = leader else { return true };
        battle.first(Leaders { next: leader as u8, ..self });
        false
    }
}

impl Battle {
    /// A leader's unit is gone, and he with it: a replacement takes over (by analogy with Mercury 5.11).
    pub(super) fn replace_leaders(&mut self, lost: UnitId, events: &mut Vec<Event>) {
        for leader in 0..self.command.leaders.len() {
            if self.command.leaders[leader].with == Some(lost) {
                self.replace(leader, None);
                events.push(Event::LeaderLost(LeaderId::at(leader)));
                self.unseat(leader);
            }
        }
    }

    /// A leader has no unit to be with: he joins one of his on the map, which his owner picks as 5.11 has it, and where
    /// there is none, the next that comes (11.0).
    pub(super) fn unseat(&mut self, leader: usize) {
        self.lead(leader, None);
        let waits = self.ground.leaders[leader].commands != Commands::Division;
        if waits || self.joins_somebody(leader) {
            self.command.unseated.push(LeaderId::at(leader));
            self.command.seek = true;
        }
    }

    /// Whether there is a unit on the map that the leader may join.
    fn joins_somebody(&self, leader: usize) -> bool {
        let mut own = self.on_map(self.ground.leaders[leader].side);
        own.any(|(unit, _)| self.may_lead(leader, unit))
    }

    /// Asks for the units that leaders join who have none. Called between one frame and the next.
    pub(super) fn seat_leaders(&mut self) {
        if !core::mem::take(&mut self.command.seek) {
            return;
        }
        let unseated = core::mem::take(&mut self.command.unseated);
        for leader in unseated {
            if self.joins_somebody(leader.index()) {
                self.first(LeaderJoins { leader });
            } else {
                self.command.unseated.push(leader);
            }
        }
    }

    /// A leader who gives way to another is out of the game once both are on one sheet (11.0, scenario 11).
    pub(super) fn retire_deputies(&mut self, events: &mut Vec<Event>) {
        for leader in 0..self.command.leaders.len() {
            let Some(other) = self.ground.leaders[leader].gives_way_to else { continue };
            let places = [self.index.leaders[leader], self.index.leaders[other.index()]];
            if let [Some(own), Some(his)] = places
                && self.ground.on_one_sheet(own, his)
            {
                self.lead(leader, None);
                events.push(Event::LeaderRetired(LeaderId::at(leader)));
            }
        }
    }

    /// Whether the leader may ride with the unit.
    pub(super) fn may_lead(&self, leader: usize, unit: UnitId) -> bool {
        let card = &self.ground.leaders[leader];
        let counter = self.counter(unit);
        self.hex(unit).is_some()
            && card.side == counter.side
            && match card.commands {
                // 11.0: where some Greeks may not leave their sheet, neither may he.
                Commands::Greeks => {
                    counter.greek && (self.ground.confined.is_empty() || self.is_confined(unit))
                }
                Commands::Formation(formation) => self.formation(unit) == Some(formation),
                Commands::Division => counter.division == card.division,
            }
    }

    /// Units the leader could change to.
    pub(super) fn leader_rides(&self, leader: usize) -> impl Iterator<Item = UnitId> + '_ {
        let with = self.command.leaders[leader].with;
        let at = self.index.leaders[leader];
        let range =
            self.ground.leaders[leader].range[usize::from(self.command.leaders[leader].replaced)];
        let distances = at.map(|at| self.ground.distances_from(at));
        let near = move |hex: HexId| distances.is_some_and(|row| row[hex.index()] <= range);
        let own = self.on_map(self.ground.leaders[leader].side);
        own.filter(move |&(_, hex)| near(hex))
            .map(|(unit, _)| unit)
            .filter(move |&unit| Some(unit) != with && self.may_lead(leader, unit))
    }
}
