//! Exact expectations of fire: no sampling, the ten faces of the die are simply gone through.

use engine::HexId;

use super::super::counter::{Colour, UnitId};
use super::super::fire::{Hit, Mode, Shot};
use super::super::quality::chance_of;
use super::super::state::Battle;

/// What a shot can be expected to do, in thousandths.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Expected {
    /// Steps killed.
    pub steps: i32,
    /// Chance of suppression.
    pub suppression: i32,
    /// Chance of a cohesion hit.
    pub cohesion: i32,
}

impl Expected {
    /// `self` in `share` of `whole` cases, `other` in the rest.
    fn blend(self, other: Expected, share: i32, whole: i32) -> Expected {
        let mix = |a: i32, b: i32| (a * share + b * (whole - share)) / whole;
        Expected {
            steps: mix(self.steps, other.steps),
            suppression: mix(self.suppression, other.suppression),
            cohesion: mix(self.cohesion, other.cohesion),
        }
    }

    /// Both together.
    pub fn plus(self, other: Expected) -> Expected {
        Expected {
            steps: self.steps + other.steps,
            suppression: self.suppression + other.suppression,
            cohesion: self.cohesion + other.cohesion,
        }
    }

    /// In so many of ten cases.
    pub fn tenths(self, cases: u8) -> Expected {
        self.blend(Expected::default(), i32::from(cases), 10)
    }

    /// One number for comparing shots, in percent of a step: a suppression is worth two fifths of a
    /// step, a cohesion hit a quarter.
    pub fn worth(self) -> i32 {
        (self.steps * 20 + self.suppression * 8 + self.cohesion * 5) / 200
    }
}

impl Battle {
    /// What a shot between two hexes can be expected to do, the company bonus included.
    pub(super) fn expect_between(&self, shot: Shot, from: Option<HexId>, to: HexId) -> Expected {
        let (printed, mods) = self.aim_between(shot, from, to);
        let rating = printed + mods.sum();
        let hard = self.hard(shot, to);
        let plain = self.expect_rating(shot.target, shot.colour, hard, rating);
        let Some(firer) = shot.firer.filter(|_| self.bonus_possible(shot)) else { return plain };
        let bonus = self.ground.modifiers.company_bonus;
        let better = self.expect_rating(shot.target, shot.colour, hard, rating + bonus);
        better.blend(plain, i32::from(chance_of(self.quality(firer))), 10)
    }

    /// The same where both stand.
    pub(super) fn expect(&self, shot: Shot) -> Expected {
        let to = self.hex(shot.target).expect("targets are on the map");
        self.expect_between(shot, shot.firer.and_then(|firer| self.hex(firer)), to)
    }

    fn expect_rating(&self, target: UnitId, colour: Colour, hard: bool, rating: i8) -> Expected {
        let state = self.unit(target);
        let whole = i32::from(state.steps.max(1));
        let mut sum = Expected::default();
        let mut questions = 0;
        for die in 0..=rating.clamp(0, 8) as u8 {
            match self.ground.hit(colour, hard, die) {
                Hit::Miss => {}
                Hit::Eliminated => sum.steps += 100 * whole,
                Hit::Step => sum.steps += 100,
                Hit::Cohesion if state.cohesion >= 2 => sum.steps += 100,
                Hit::Cohesion => sum.cohesion += 100,
                Hit::Suppression | Hit::Question if state.suppressed => sum.cohesion += 100,
                Hit::Suppression => sum.suppression += 100,
                Hit::Question => questions += 1,
            }
        }
        if questions > 0 {
            let fails = 10 - i32::from(chance_of(self.quality(target)));
            sum.suppression += 10 * questions * fails;
        }
        sum
    }

    /// A direct shot of a unit at another, from a hex at a hex.
    pub(super) fn direct_shot(
        &self,
        firer: UnitId,
        from: HexId,
        target: UnitId,
        to: HexId,
        mode: Mode,
        extra: i8,
    ) -> Option<Shot> {
        let fire = self.counter(firer).fire?;
        let colour = fire.colour.at_range(self.ground.distance(from, to));
        Some(Shot { firer: Some(firer), target, mode, colour, extra })
    }
}
