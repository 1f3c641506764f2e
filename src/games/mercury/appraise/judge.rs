//! Mistakes of bots, counted when a run is reviewed.

use engine::HexId;

use super::super::action::Action;
use super::super::counter::UnitId;
use super::super::frame::{Acting, AirStrikes, Frame, Moving, Watch};
use super::super::ground::Chit;
use super::super::state::Battle;
use super::chances::Expected;
use super::charge::Assaults;
use super::recall::Recall;
use super::shots::Shots;
use super::trail::Trail;

engine::features! {
    /// What is counted as a mistake.
    pub(super) enum Measure in MEASURES;
    ShotsDeclined = "shots declined", "decisions", "a unit ended its activation without acting although it could fire with an expected worth of 30 percent of a step or more";
    IdleNearEnemy = "idle near enemy", "decisions", "a unit within three hexes of an enemy ended its activation without acting although it could have done more than wait";
    RashAssaults = "rash assaults", "decisions", "an assault with a chance under 20 percent to take its hex";
    UnpreparedAssaults = "unprepared assaults", "decisions", "an assault on a hex in which nobody was suppressed, although a unit yet to act in another hex could have fired first with an expected worth of 30 percent of a step or more";
    SuppressedAndNotRallied = "suppressed and not rallied", "decisions", "a suppressed unit ended its activation without rallying although that cost nothing";
    OpportunityFireHeld = "opportunity fire held", "decisions", "a unit held its opportunity fire with an expected worth of 20 percent of a step or more";
    ToAndFro = "to and fro", "steps", "a unit stepped back to where its last move began, with no enemy within three hexes of either";
    DugForNothing = "dug for nothing", "decisions", "a unit left the position that it had dug, before an enemy came within three hexes";
    WanderingGuns = "wandering guns", "steps", "a unit that fires two hexes or farther, with no enemy within three, stepped out of the range of every enemy although one was in it";
    RodeNowhere = "rode nowhere", "decisions", "a unit dismounted within a hex of where it had mounted";
    StrikesWasted = "strikes on one hex", "strikes", "an air strike was placed in a hex in which two were placed already, with enemies in another hex in reach";
}

/// Worth in percent of a step from which a shot in a unit's own activation is a good one.
const GOOD_SHOT: i32 = 30;
/// The same for opportunity fire, which costs nothing.
const GOOD_REACTION: i32 = 20;
/// Chance in percent below which an assault is rash.
const RASH: i32 = 20;
/// Hexes within which an enemy gives a reason for much.
const NEAR: i32 = 3;
/// Strikes that one hex may be worth.
const STRIKES: i32 = 2;

impl Battle {
    /// Adds what was wrong with the decision.
    pub(super) fn count_mistakes(
        &self,
        legal: &[Action],
        chosen: Action,
        trail: &Trail,
        counts: &mut [u32],
    ) {
        let mut count = |mistake: Measure, made: bool| counts[mistake as usize] += u32::from(made);
        let Some(frame) = self.frames.last().copied() else { return };
        match (frame, chosen) {
            (Frame::Acting(Acting { unit, done: None }), Action::Done) => {
                let best = self.best_shot(unit, legal);
                count(Measure::ShotsDeclined, best >= GOOD_SHOT);
                let hex = self.hex(unit).expect("active units are on the map");
                let near = self.nearest_enemy(self.side(unit), hex) <= NEAR;
                let useful = legal.iter().any(|action| {
                    matches!(action, Action::Fire(_) | Action::Rally | Action::Improve)
                });
                count(Measure::IdleNearEnemy, near && useful && best < GOOD_SHOT);
                let free = matches!(self.chit(), Some(Chit::Division(_)));
                count(Measure::SuppressedAndNotRallied, self.unit(unit).suppressed && free);
            }
            (Frame::Acting(Acting { unit, .. }), Action::Assault(to)) => {
                let from = self.hex(unit).expect("active units are on the map");
                let recall = Recall::fresh(self);
                let success = Assaults::new(&recall).together(unit, from, to).success;
                count(Measure::RashAssaults, success < RASH);
                count(Measure::UnpreparedAssaults, self.unprepared(from, to));
            }
            (
                Frame::Acting(Acting { unit, .. }) | Frame::Moving(Moving { unit, .. }),
                Action::Step(direction),
            ) => {
                let Some(from) = self.hex(unit) else { return };
                let Some(to) = self.ground.map.neighbour(from, direction) else { return };
                let enemy = |hex| self.nearest_enemy(self.side(unit), hex);
                let (here, there) = (enemy(from), enemy(to));
                let alone = here.min(there) > NEAR;
                count(Measure::ToAndFro, alone && trail.back(unit, to));
                count(Measure::DugForNothing, trail.dug_in(unit) && here > NEAR);
                let range = i32::from(self.counter(unit).range);
                let out = range > 1 && (NEAR + 1..=range).contains(&here) && there > range;
                count(Measure::WanderingGuns, out);
            }
            (
                Frame::Acting(Acting { unit, .. }) | Frame::Moving(Moving { unit, .. }),
                Action::EnterColumn,
            ) => {
                let near = self
                    .hex(unit)
                    .is_some_and(|hex| self.nearest_enemy(self.side(unit), hex) <= NEAR);
                count(Measure::DugForNothing, trail.dug_in(unit) && !near);
            }
            (Frame::Moving(Moving { unit, .. }), Action::Dismount) => {
                let ride = trail.mounted(unit).zip(self.hex(unit));
                let short = ride.is_some_and(|(from, to)| self.ground.distance(from, to) <= 1);
                count(Measure::RodeNowhere, short);
            }
            (Frame::AirStrikes(AirStrikes { .. }), Action::AirStrike(hex)) => {
                let other = |action: &Action| matches!(action, Action::AirStrike(at) if *at != hex);
                let elsewhere = legal.iter().any(other);
                count(Measure::StrikesWasted, elsewhere && self.strikes_on(hex) >= STRIKES);
            }
            (Frame::Watch(Watch { target, extra, next }), Action::HoldFire) => {
                let worth = self.expect_opportunity(next, target, extra);
                let good = worth.is_some_and(|e| e.worth() >= GOOD_REACTION);
                count(Measure::OpportunityFireHeld, good);
            }
            _ => {}
        }
    }

    /// The best expected worth of the shots that a unit could fire.
    fn best_shot(&self, unit: UnitId, legal: &[Action]) -> i32 {
        let recall = Recall::fresh(self);
        let shots = Shots::new(&recall);
        let fired = legal.iter().filter_map(|action| match action {
            Action::Fire(target) => shots.fire(unit, *target),
            _ => None,
        });
        fired.map(Expected::worth).max().unwrap_or(0)
    }

    /// Whether somebody yet to act could have fired well at the hex before it is assaulted.
    fn unprepared(&self, from: HexId, to: HexId) -> bool {
        if self.stack(to).any(|target| self.unit(target).suppressed) {
            return false;
        }
        let recall = Recall::fresh(self);
        let shots = Shots::new(&recall);
        let good = |unit: UnitId, target: UnitId| {
            self.may_fire_at(unit, target).is_some()
                && shots.fire(unit, target).is_some_and(|shot| shot.worth() >= GOOD_SHOT)
        };
        let mut others = self.candidates().filter(|&unit| self.hex(unit) != Some(from));
        others.any(|unit| self.stack(to).any(|target| good(unit, target)))
    }
}
