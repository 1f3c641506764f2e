//! Mistakes of bots, counted when a run is reviewed.

use super::super::action::Action;
use super::super::frame::{Acting, Frame, Watch};
use super::super::ground::Chit;
use super::super::state::Battle;
use super::chances::Expected;
use super::charge::Assaults;
use super::recall::Recall;
use super::shots::Shots;

engine::features! {
    /// What is counted as a mistake.
    pub(super) enum Measure in MEASURES;
    ShotsDeclined = "shots declined", "decisions", "a unit ended its activation without acting although it could fire with an expected worth of 30 percent of a step or more";
    IdleNearEnemy = "idle near enemy", "decisions", "a unit within three hexes of an enemy ended its activation without acting although it could have done more than wait";
    RashAssaults = "rash assaults", "decisions", "an assault with a chance under 20 percent to take its hex";
    SuppressedAndNotRallied = "suppressed and not rallied", "decisions", "a suppressed unit ended its activation without rallying although that cost nothing";
    OpportunityFireHeld = "opportunity fire held", "decisions", "a unit held its opportunity fire with an expected worth of 20 percent of a step or more";
}

/// Worth in percent of a step from which a shot in a unit's own activation is a good one.
const GOOD_SHOT: i32 = 30;
/// The same for opportunity fire, which costs nothing.
const GOOD_REACTION: i32 = 20;
/// Chance in percent below which an assault is rash.
const RASH: i32 = 20;

impl Battle {
    /// Adds what was wrong with the decision.
    pub(super) fn count_mistakes(&self, legal: &[Action], chosen: Action, counts: &mut [u32]) {
        let Some(frame) = self.frames.last().copied() else { return };
        match (frame, chosen) {
            (Frame::Acting(Acting { unit, done: None }), Action::Done) => {
                let recall = Recall::fresh(self);
                let shots = Shots::new(&recall);
                let best = legal
                    .iter()
                    .filter_map(|action| match action {
                        Action::Fire(target) => shots.fire(unit, *target),
                        _ => None,
                    })
                    .map(Expected::worth)
                    .max()
                    .unwrap_or(0);
                counts[Measure::ShotsDeclined as usize] += u32::from(best >= GOOD_SHOT);
                let hex = self.hex(unit).expect("active units are on the map");
                let near = self.nearest_enemy(self.side(unit), hex) <= 3;
                let useful = legal.iter().any(|action| {
                    matches!(action, Action::Fire(_) | Action::Rally | Action::Improve)
                });
                counts[Measure::IdleNearEnemy as usize] +=
                    u32::from(near && useful && best < GOOD_SHOT);
                let free = matches!(self.chit(), Some(Chit::Division(_)));
                counts[Measure::SuppressedAndNotRallied as usize] +=
                    u32::from(self.unit(unit).suppressed && free);
            }
            (Frame::Acting(Acting { unit, .. }), Action::Assault(to)) => {
                let from = self.hex(unit).expect("active units are on the map");
                let recall = Recall::fresh(self);
                let success = Assaults::new(&recall).together(unit, from, to).success;
                counts[Measure::RashAssaults as usize] += u32::from(success < RASH);
            }
            (Frame::Watch(Watch { target, extra, next }), Action::HoldFire) => {
                let worth = self.expect_opportunity(next, target, extra);
                counts[Measure::OpportunityFireHeld as usize] +=
                    u32::from(worth.is_some_and(|e| e.worth() >= GOOD_REACTION));
            }
            _ => {}
        }
    }
}
