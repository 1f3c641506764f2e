//! Exact expectations of fire: no sampling, the ten faces of the die are simply gone through.

use engine::HexId;

use super::super::counter::{Colour, UnitId};
use super::super::fire::{Mode, Shot};
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

    /// One of so many equal parts.
    pub fn shared(self, parts: i32) -> Expected {
        Expected {
            steps: self.steps / parts,
            suppression: self.suppression / parts,
            cohesion: self.cohesion / parts,
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

/// How steady a unit is.
#[derive(Copy, Clone, Debug)]
pub(super) struct Nerve {
    /// The unit.
    pub unit: UnitId,
    /// Its quality.
    pub quality: i8,
}

impl Nerve {
    /// Of this unit.
    pub fn of(battle: &Battle, unit: UnitId) -> Self {
        Nerve { unit, quality: battle.quality(unit) }
    }

    /// Ways out of ten that a check of the unit passes.
    pub fn passes(self) -> i32 {
        i32::from(chance_of(self.quality))
    }
}

/// What a unit in a hex is to whoever fires at it or strikes it.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Mark {
    /// The modifiers that it brings.
    pub modifier: i8,
    /// Whether it takes results from the armoured table.
    pub hard: bool,
}

impl Mark {
    /// Of a unit as if it were in this hex.
    pub fn of(battle: &Battle, unit: UnitId, mode: Mode, hex: HexId) -> Mark {
        let mut modifier = 0;
        let hard = battle.aim_on(unit, mode, hex, &mut modifier);
        Mark { modifier, hard }
    }
}

/// A rating before the die limits it, and the row of the combat table.
#[derive(Copy, Clone, Debug)]
pub(super) struct Aimed {
    /// Printed rating and every modifier.
    pub rating: i8,
    /// Row of the table.
    pub colour: Colour,
    /// Whether the target takes results from the armoured table.
    pub hard: bool,
}

/// A company bonus that a unit may try for.
#[derive(Copy, Clone, Debug)]
pub(super) struct Bonus {
    /// Who tries.
    nerve: Nerve,
    /// What it adds.
    value: i8,
}

impl Battle {
    /// The company bonus of a unit, if it may try for one.
    pub(super) fn bonus(&self, firer: UnitId, mode: Mode, nerve: Nerve) -> Option<Bonus> {
        let value = self.ground.modifiers(mode).company_bonus;
        self.bonus_possible(firer, mode).then_some(Bonus { nerve, value })
    }

    /// What a shot can be expected to do; with `bonus`, the firer may try for the company bonus.
    pub(super) fn expect_aimed(
        &self,
        aimed: Aimed,
        bonus: Option<Bonus>,
        target: Nerve,
    ) -> Expected {
        // Eight counts of ten at most: ten times as much of each still fits into its byte.
        let faces = |rating: i8| {
            let rating = rating.clamp(0, 8);
            u64::from_le_bytes(self.ground.faces(aimed.colour, aimed.hard, rating))
        };
        let plain = faces(aimed.rating);
        if let Some(bonus) = bonus {
            let better = faces(aimed.rating + bonus.value);
            if better != plain {
                let tries = bonus.nerve.passes() as u64;
                return self.expect_faces(target, tries * better + (10 - tries) * plain);
            }
        }
        self.expect_faces(target, 10 * plain)
    }

    /// What a shot can be expected to do where both stand, the company bonus included.
    pub(super) fn expect(&self, shot: Shot) -> Expected {
        let bonus = shot.firer.filter(|&firer| self.bonus_possible(firer, shot.mode));
        let bonus = bonus.and_then(|firer| self.bonus(firer, shot.mode, Nerve::of(self, firer)));
        self.expect_aimed(self.aimed(shot), bonus, Nerve::of(self, shot.target))
    }

    fn aimed(&self, shot: Shot) -> Aimed {
        let to = self.hex(shot.target).expect("targets are on the map");
        Aimed {
            rating: self.rate(shot),
            colour: shot.colour,
            hard: self.hard(shot.target, shot.mode, to),
        }
    }

    /// What results that come up on so many hundredths of the die do to the target: a byte has the
    /// hundredths of each result, the lowest those of the first of [`super::super::fire::Hit::ALL`].
    fn expect_faces(&self, target: Nerve, hundredths: u64) -> Expected {
        let state = self.unit(target.unit);
        let [_, questions, suppressions, cohesions, losses, ends, ..] =
            hundredths.to_le_bytes().map(i32::from);
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
                sum.suppression += questions * (10 - target.passes());
            }
        }
        sum
    }
}
