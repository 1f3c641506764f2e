//! Exact expectations of fire: no sampling, the ten faces of the die are simply gone through.

use engine::HexId;

use super::super::counter::UnitId;
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
        let faces = |rating: i8| self.ground.faces(shot.colour, hard, rating.clamp(0, 8));
        let plain = faces(rating);
        if let Some(firer) = shot.firer.filter(|_| self.bonus_possible(shot)) {
            let better = faces(rating + self.ground.modifiers.company_bonus);
            if better != plain {
                let tries = i32::from(chance_of(self.quality(firer)));
                return self.expect_faces(shot.target, |hit| {
                    tries * i32::from(better[hit]) + (10 - tries) * i32::from(plain[hit])
                });
            }
        }
        self.expect_faces(shot.target, |hit| 10 * i32::from(plain[hit]))
    }

    /// The same where both stand.
    pub(super) fn expect(&self, shot: Shot) -> Expected {
        let to = self.hex(shot.target).expect("targets are on the map");
        self.expect_between(shot, shot.firer.and_then(|firer| self.hex(firer)), to)
    }

    /// What results that come up on so many hundredths of the die do to the target: `on` gives the
    /// hundredths of each result by its place in [`Hit::ALL`].
    fn expect_faces(&self, target: UnitId, on: impl Fn(usize) -> i32) -> Expected {
        let state = self.unit(target);
        let [_, questions, suppressions, cohesions, losses, ends]: [i32; Hit::ALL.len()] =
            core::array::from_fn(on);
        let mut sum = Expected {
            steps: 10 * (losses + ends * i32::from(state.steps.max(1))),
            ..Expected::default()
        };
        if state.cohesion >= 2 {
            sum.steps += 10 * cohesions;
        } else {
            sum.cohesion += 10 * cohesions;
        }
        if state.suppressed {
            sum.cohesion += 10 * (suppressions + questions);
        } else {
            sum.suppression += 10 * suppressions;
            if questions > 0 {
                let fails = 10 - i32::from(chance_of(self.quality(target)));
                sum.suppression += questions * fails;
            }
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
