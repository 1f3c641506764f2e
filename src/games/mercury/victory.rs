//! The end of a turn and of the game (Mercury 11.0; S6.0).

use alloc::vec::Vec;

use engine::{BySide, Outcome, Side, TurnFacts};

use super::event::Event;
use super::ground::Victory;
use super::state::Battle;

impl Battle {
    /// Judges the end of a turn.
    pub(super) fn end_turn(&mut self, last_turn: bool, events: &mut Vec<Event>) {
        let ground = alloc::sync::Arc::clone(&self.ground);
        match &ground.victory {
            Victory::HoldAtAnyTurnEnd { objectives, clause } => {
                let held = objectives
                    .iter()
                    .all(|&objective| self.control[usize::from(objective)] == Side::German);
                if held {
                    let spare = ground.calendar.len() as i32 - i32::from(self.turn);
                    self.finish(Side::German, spare, clause.german, "objective taken");
                } else if last_turn {
                    let short = i32::from(self.shortfall());
                    self.finish(Side::Allied, -short, clause.allied, "last turn played");
                }
            }
        }
        events.push(Event::TurnEnded(self.turn_facts()));
        if matches!(self.outcome, Outcome::Over { .. }) {
            events.push(Event::Over);
        }
    }

    fn finish(&mut self, winner: Side, margin: i32, clause: &'static str, reason: &'static str) {
        let level = match winner {
            Side::German => 0,
            Side::Allied => self.ground.levels.len() as u8 - 1,
        };
        self.outcome = Outcome::Over { winner: Some(winner), level, margin, clause };
        self.end_reason = reason;
    }

    /// Hexes from the nearest German unit to the objective it still misses; at least 1.
    pub(super) fn shortfall(&self) -> u8 {
        let missing = self
            .ground
            .objectives
            .iter()
            .zip(&self.control)
            .filter(|&(_, &side)| side != Side::German)
            .map(|(&(hex, _), _)| hex);
        missing
            .filter_map(|hex| {
                self.on_map(Side::German).map(|(_, at)| self.ground.distance(at, hex)).min()
            })
            .min()
            .unwrap_or(u8::MAX)
            .max(1)
    }

    /// How things stand at the end of a turn.
    fn turn_facts(&self) -> TurnFacts {
        let steps = BySide::from_fn(|side| {
            self.on_map(side).map(|(unit, _)| u16::from(self.unit(unit).steps)).sum()
        });
        let control = BySide::from_fn(|side| {
            self.control.iter().filter(|&&holder| holder == side).count() as u16
        });
        let points = BySide::from_fn(|side| {
            let own = self.ground.divisions.iter().zip(&self.points);
            own.filter(|(card, _)| card.side == side).map(|(_, &points)| points).sum()
        });
        TurnFacts {
            turn: self.turn + 1,
            steps,
            steps_lost: self.tally.steps_lost,
            greek_steps_lost: self.has_greeks().then_some(self.tally.greek_steps_lost),
            control,
            points,
            points_earned: self.tally.earned,
            points_spent: self.tally.spent,
            morale: None,
            withdrawal_level: None,
            advantage: self.advantage(),
        }
    }

    pub(super) fn has_greeks(&self) -> bool {
        self.ground.counters.iter().any(|counter| counter.greek)
    }

    /// Per mille: 1000 when the Germans hold what they need. Else half by the way they have come
    /// to it, half by their share of the steps in play.
    fn advantage(&self) -> i32 {
        if self.control.iter().all(|&side| side == Side::German) {
            return 1000;
        }
        let steps = |side| -> i32 {
            self.on_map(side).map(|(unit, _)| i32::from(self.unit(unit).steps)).sum()
        };
        let (german, allied) = (steps(Side::German), steps(Side::Allied));
        let strength = 1000 * german / (german + allied).max(1);
        let start = i32::from(self.tally.start_distance).max(1);
        let come = 1000 * (start - i32::from(self.shortfall()).min(start)) / start;
        (strength + come - 1000).clamp(-1000, 999)
    }
}
