//! Mistakes of bots, counted when a run is reviewed.

use engine::{HexId, Side};

use super::super::action::{Action, Group};
use super::super::rules::{IMPULSES, Race};
use super::super::sets::{Bits, stacked};
use super::super::stacking::STACK;
use super::goals::Goals;
use super::post::Briefing;
use super::trail::Trail;

engine::features! {
    /// What is counted as a mistake.
    pub(super) enum Measure in MEASURES;
    PoorAttacks = "poor-attacks", "attacks", "Attacks that cost the attacker more on average than the defender.";
    MissedAttacks = "missed-attacks", "attacks", "Impulses ended with an attack left that gains half a point or more on average.";
    PostsLeft = "posts-left", "moves", "Moves and advances that left an objective empty with an enemy within four hexes.";
    IdleImpulses = "idle-impulses", "impulses", "Impulses in which nobody moved or fought and nothing else was done, although a unit could have stepped nearer to what counts or attacked with a gain of a fifth of a point.";
    ToAndFro = "to-and-fro", "marches", "Marches that ended where the unit's last march began, with no enemy next to either hex.";
    LoneMoves = "lone-moves", "moves", "Marches and advances of a unit that was then alone in its hex, next to enemies of three times its strength or more.";
    LandedOverfull = "landed-overfull", "landings", "Units landed in a hex that was full already, so that one is removed.";
    AirWasted = "air-wasted", "markers", "Allied air markers placed where the other lies, although elsewhere an attack would have gained more by it.";
    CorpsIdle = "corps-idle", "turns", "Turns in which XXX Corps, or VIII and XII Corps, never acted, although in the last impulse it could have stepped nearer to what counts or attacked with a gain of a fifth of a point.";
}

/// An attack that gains so much on average, in hundredths of a damage point, should not be missed.
const GOOD_ATTACK: i32 = 50;
/// Times its own strength from which the enemies around are too much for a unit alone.
const TOO_MUCH: i32 = 3;

impl Race {
    /// Adds what was wrong with the decision.
    pub(super) fn count_mistakes(
        &self,
        legal: &[Action],
        chosen: Action,
        trail: &Trail,
        counts: &mut [u32],
    ) {
        let mut count = |mistake: Measure, made: bool| counts[mistake as usize] += u32::from(made);
        match chosen {
            Action::Attack(target) => {
                let value = self.value_of(self.joiners(target), target);
                count(Measure::PoorAttacks, value < 0);
            }
            Action::EndAttacks => {
                let missed = legal.iter().any(|action| match action {
                    Action::Attack(target) => {
                        self.value_of(self.joiners(*target), *target) >= GOOD_ATTACK
                    }
                    _ => false,
                });
                count(Measure::MissedAttacks, missed);
                count(Measure::IdleImpulses, self.ends_idle());
            }
            Action::March(hex) => {
                let Some(unit) = self.current() else { return };
                count(Measure::PostsLeft, self.guarded(unit) > 0);
                count(Measure::LoneMoves, self.goes_alone(unit, hex));
                let apart = |hex| !self.beside(hex, self.side.other());
                let from = self.hex_of(unit);
                let back = trail.came(unit) == Some(hex);
                count(Measure::ToAndFro, back && apart(hex) && from.is_some_and(apart));
            }
            Action::Advance(unit) => count(Measure::PostsLeft, self.guarded(unit) > 0),
            Action::Forward(hex) => {
                let Some(unit) = self.current() else { return };
                // The first step was judged when the unit was chosen.
                count(Measure::PostsLeft, !self.fight.first && self.guarded(unit) > 0);
                count(Measure::LoneMoves, self.goes_alone(unit, hex));
            }
            // The half ends with the moves if nobody can attack.
            Action::EndMoves => {
                let over = self.chances(self.attackers()).next().is_none();
                count(Measure::IdleImpulses, over && self.ends_idle());
            }
            Action::Land(hex) => {
                let full = stacked(self.here(hex, self.side)) >= STACK;
                count(Measure::LandedOverfull, full);
            }
            Action::Air(hex) if self.support.allied_air.contains(&Some(hex)) => {
                let gain = self.air_gain(hex);
                let better = legal.iter().any(|action| match action {
                    Action::Air(other) => self.air_gain(*other) > gain,
                    _ => false,
                });
                count(Measure::AirWasted, better);
            }
            _ => {}
        }
        if legal.iter().any(|action| matches!(action, Action::Operate(_))) {
            self.count_orders(legal, chosen, trail, &mut count);
        }
    }

    /// What was wrong with the use of an impulse.
    fn count_orders(
        &self,
        legal: &[Action],
        chosen: Action,
        trail: &Trail,
        count: &mut impl FnMut(Measure, bool),
    ) {
        let goals = Goals::new(self, self.side);
        let useful = |group: Group| {
            let units = self.on_map(self.side) & !self.board.barred(group);
            self.best_attack(units) > 0 || self.nearer(units, &goals, Briefing::NONE) > 0
        };
        match chosen {
            Action::Pass => {
                let best = self.best_attack(self.on_map(self.side));
                count(Measure::MissedAttacks, best >= GOOD_ATTACK);
                let any = legal.iter().any(|action| match action {
                    Action::Operate(group) => useful(*group),
                    _ => false,
                });
                count(Measure::IdleImpulses, any);
            }
            // With nobody to move and nobody to attack the order itself ends the half.
            Action::Operate(group) => {
                let units = self.on_map(self.side) & !self.board.barred(group);
                let still = self.surprised() || units == 0;
                let over = still && self.chances(units).next().is_none();
                let other = match group {
                    Group::All => None,
                    Group::Xxx => Some(Group::Flanks),
                    Group::Flanks => Some(Group::Xxx),
                };
                count(Measure::IdleImpulses, over && other.is_some_and(useful));
            }
            _ => {}
        }
        let last = self.side == Side::Allied && self.impulse + 1 == IMPULSES;
        for (group, corps) in [(Group::Xxx, self.board.xxx), (Group::Flanks, self.board.flanks)] {
            let never = !trail.activated(group) && chosen != Action::Operate(group);
            let units = self.on_map(self.side) & corps;
            let could =
                || self.best_attack(units) > 0 || self.nearer(units, &goals, Briefing::NONE) > 0;
            count(Measure::CorpsIdle, last && never && could());
        }
    }

    /// Whether a half of movement and combat ends now in which nobody has moved or fought, although somebody could have
    /// done something useful.
    fn ends_idle(&self) -> bool {
        let units = self.active();
        units & (self.moved | self.fought) == 0 && {
            let goals = Goals::new(self, self.side);
            self.best_attack(units) > 0 || self.nearer(units, &goals, Briefing::NONE) > 0
        }
    }

    /// Whether a unit that goes to a hex is alone there, next to enemies who are too much for it.
    fn goes_alone(&self, unit: u8, hex: HexId) -> bool {
        let side = self.board.unit(unit).side;
        let enemies = self.strength_beside(hex, side.other());
        let company = Bits(self.here(hex, side)).any(|other| other != unit);
        !company && enemies >= TOO_MUCH * i32::from(self.strength(unit))
    }
}
