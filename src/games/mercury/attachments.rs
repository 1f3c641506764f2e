//! Allied attachments: one battalion of each division may fight with another brigade (Mercury S9.0).

use alloc::string::String;
use alloc::vec::Vec;

use engine::{Dice, Id, Pending, Side};

use super::action::Action;
use super::counter::{DivisionId, UnitId};
use super::event::Event;
use super::ids::FormationId;
use super::state::Battle;

/// A battalion that can be attached (S9.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Battalion {
    /// Name, as the counters have it.
    pub name: String,
    /// Its division.
    pub division: DivisionId,
    /// Its own brigade.
    pub own: FormationId,
    /// Its units in play.
    pub units: Vec<UnitId>,
}

/// Step F II for a division.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Attach {
    pub division: DivisionId,
}

impl Pending<Battle> for Attach {
    fn decider(self, battle: &Battle) -> Option<Side> {
        Some(battle.ground.divisions[usize::from(self.division.0)].side)
    }

    /// Leave things as they are, send the attached battalion back, or attach one to
    /// another brigade in its place.
    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        let division = self.division;
        actions.push(Action::KeepAttachment);
        let now = battle.command.attached[usize::from(division.0)];
        if now.is_some() {
            actions.push(Action::Detach);
        }
        for (number, battalion) in battle.ground.battalions.iter().enumerate() {
            let here = battalion.units.iter().any(|&unit| battle.hex(unit).is_some());
            if battalion.division != division || !here {
                continue;
            }
            for (formation, card) in battle.ground.formations.iter().enumerate() {
                let (number, formation) = (number as u8, FormationId::at(formation));
                let other = formation != battalion.own && now != Some((number, formation));
                if card.division == division && other {
                    actions.push(Action::Attach { battalion: number, formation });
                }
            }
        }
    }

    fn play(self, battle: &mut Battle, action: Action, _: &mut dyn Dice, events: &mut Vec<Event>) {
        let division = self.division;
        battle.frames.pop();
        let attached = match action {
            Action::Attach { battalion, formation } => Some((battalion, formation)),
            Action::Detach => None,
            _ => return,
        };
        battle.command.attached[usize::from(division.0)] = attached;
        battle.muster_division(division);
        events.push(Event::Attached(division, attached));
        // A leader stays with his own: where his unit has left the brigade, he goes with another.
        for leader in 0..battle.command.leaders.len() {
            if battle.command.leaders[leader]
                .with
                .is_some_and(|unit| !battle.may_lead(leader, unit))
            {
                battle.unseat(leader);
            }
        }
        // Who had nobody left to lead may have a battalion now.
        battle.command.seek = true;
    }

    /// Whether the division has anything to choose.
    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        battle.over_without_choice(self)
    }
}

impl Battle {
    /// The formation that a unit fights with now: its own, or the one its battalion is attached to.
    pub(super) fn formation(&self, unit: UnitId) -> Option<FormationId> {
        let own = self.counter(unit).formation;
        let Some(&Some((battalion, to))) =
            self.command.attached.get(usize::from(self.counter(unit).division.0))
        else {
            return own;
        };
        let units = &self.ground.battalions[usize::from(battalion)].units;
        if units.contains(&unit) { Some(to) } else { own }
    }

    /// Notes who commands each unit of the battalions that can be attached.
    fn muster_division(&mut self, division: DivisionId) {
        let ground = alloc::sync::Arc::clone(&self.ground);
        for battalion in ground.battalions.iter().filter(|battalion| battalion.division == division)
        {
            for &unit in &battalion.units {
                self.muster(unit);
            }
        }
    }

    /// Step F is asked of each division that has battalions. One attached by the set-up "as per S9.0" stays until the
    /// next game turn, as those attached in a step F do.
    pub(super) fn call_attachments(&mut self) {
        for division in (0..self.command.attached.len() as u8).rev() {
            if self.turn > 0 || self.command.attached[usize::from(division)].is_none() {
                self.first(Attach { division: DivisionId(division) });
            }
        }
    }
}
