//! Sudden deaths: what ends a game before its time (Mercury 11.0, scenarios 9 to 12).

use alloc::vec::Vec;

use engine::Side;

use super::event::Event;
use super::ids::ObjectiveId;
use super::state::Battle;

/// The reason of every game that ends so.
pub(super) const SUDDEN_DEATH: &str = "sudden death";

/// A sudden death.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuddenDeath {
    /// Numbers of the objectives that it turns on.
    pub objectives: Vec<ObjectiveId>,
    /// When and for whom.
    pub terms: SuddenTerms,
}

/// When a sudden death ends a game, and who wins.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SuddenTerms {
    /// The Germans, at once, when they control all the objectives before this turn.
    TakenBefore {
        /// The turn.
        turn: u16,
        /// Only while Allied Withdrawal is in effect.
        in_withdrawal: bool,
    },
    /// The Allies, when the Germans do not control all of them as this turn begins.
    NotHeldAt {
        /// The turn.
        turn: u16,
    },
}

impl Battle {
    /// Ends the game where the Germans have what kills suddenly now.
    pub(super) fn die_suddenly(&mut self, events: &mut Vec<Event>) {
        let ground = alloc::sync::Arc::clone(&self.ground);
        let dead = ground.sudden_deaths.iter().any(|death| match death.terms {
            SuddenTerms::TakenBefore { turn, in_withdrawal } => {
                self.turn < turn
                    && (!in_withdrawal || self.withdrawing())
                    && self.held(&death.objectives)
            }
            SuddenTerms::NotHeldAt { .. } => false,
        });
        if dead {
            let margin = self.best_margin(Side::German);
            self.decide(Side::German, margin, "taken in time", SUDDEN_DEATH);
            self.close_account(events);
            events.push(Event::Over);
        } else if self.withdrawing() && ground.victory.broken_by_withdrawal() {
            self.decide_broken(events);
        }
    }

    /// Ends the game with a turn where the Germans do not have what they need as the next one begins.
    pub(super) fn die_at_dawn(&mut self) {
        let ground = alloc::sync::Arc::clone(&self.ground);
        for death in &ground.sudden_deaths {
            if let SuddenTerms::NotHeldAt { turn } = death.terms
                && turn == self.turn + 1
                && !self.held(&death.objectives)
            {
                let open = |&&o: &&ObjectiveId| self.control[o.index()] != Side::German;
                let missing = death.objectives.iter().filter(open).count();
                self.decide(Side::Allied, -(missing as i32), "not held in time", SUDDEN_DEATH);
            }
        }
    }
}
