//! 4.0 and 5.0, victory: the points of each source, and who has won.

use alloc::vec::Vec;

use engine::{Outcome, Side};

use super::event::Event;
use super::ground::{Nation, Victory};
use super::state::{Holland, Spot};

/// 4.0c: parachute platoons and Ju-52 points that are worth a point.
const PLATOONS: i16 = 10;
const AIRCRAFT: i16 = 5;

/// 4.0e: hexes of the line of communications that are worth a point, and the most points.
const LINE_HEXES: i16 = 6;
const LINE_POINTS: i16 = 10;

/// Points by their sources (4.0b to 4.0f): those of the Germans, then those of the Dutch.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Points {
    pub bridges: i16,
    pub airfields: i16,
    pub captures: i16,
    pub evacuations: i16,
    pub refinery: i16,
    pub line: i16,
    pub reinforcements: i16,
    pub platoons: i16,
    pub aircraft: i16,
    pub generals: i16,
}

impl Points {
    /// What the Germans have more than the Dutch.
    pub(crate) fn total(&self) -> i16 {
        let german = self.bridges
            + self.airfields
            + self.captures
            + self.evacuations
            + self.refinery
            + self.line
            + self.reinforcements;
        german - self.platoons - self.aircraft - self.generals
    }
}

/// Divided, to the nearest whole number, a half up.
fn rounded(count: i16, by: i16) -> i16 {
    (count * 2 + by) / (by * 2)
}

impl Holland {
    /// Whether the Germans have somebody as a captive, on the map or flown out.
    pub(crate) fn is_captive(&self, unit: Option<u16>) -> bool {
        unit.is_some_and(|unit| self.piece(unit).captive)
    }

    /// Whether somebody is on the map or was flown out as a captive: not evacuated (3.7, 4.0d).
    fn not_evacuated(&self, unit: Option<u16>) -> bool {
        unit.is_some_and(|unit| self.piece(unit).captive || self.piece(unit).spot != Spot::Away)
    }

    /// Hexes of the line of communications from its start up to and including the first that is blocked (4.0e).
    pub(crate) fn line_hexes(&self) -> i16 {
        let blocks = |unit: u16| {
            let kind = self.board.unit(unit);
            kind.side == Side::Allied
                && kind.class.fights()
                && (kind.nation == Nation::Dutch || self.board.rulings.line_any_allied)
        };
        let line = &self.board.places.line;
        let blocked = |hex: &engine::HexId| {
            let near = self.board.near(*hex).map(|(_, near)| near);
            near.chain([*hex])
                .filter(|&hex| self.stands(hex, Side::Allied))
                .any(|hex| self.here(hex).any(blocks))
        };
        let first = line.iter().position(blocked);
        first.map_or(line.len(), |first| first + 1) as i16
    }

    /// The points of each source if the game ended now.
    pub(crate) fn points(&self) -> Points {
        let named = &self.board.named;
        let german = |place: usize| self.holds_bridge(place) == Some(Side::German);
        let bridges = (0..self.board.bridges.len()).filter(|&place| german(place));
        let fields = (0..self.board.airfields.len()).filter(|&field| self.holds_field(field));
        let winkelmann = self.is_captive(named.winkelmann)
            || self.board.rulings.winkelmann_end && self.not_evacuated(named.winkelmann);
        // 4.0d
        let captures = [
            (self.not_evacuated(named.queen), 3),
            (self.not_evacuated(named.government), 2),
            (winkelmann, 1),
            (self.not_evacuated(named.gold), 1),
        ];
        let generals = [(self.is_captive(named.sponeck), 1), (self.is_captive(named.student), 2)];
        let sum = |list: &[(bool, i16)]| {
            list.iter().filter(|(there, _)| *there).map(|(_, points)| points).sum()
        };
        let groups = self.board.groups.iter().enumerate();
        let taken = groups.filter(|(group, _)| self.taken >> group & 1 == 1);
        let refinery = !self.board.places.refinery.is_empty() && self.burnt == 0;
        Points {
            bridges: bridges.map(|place| i16::from(self.board.bridges[place].points)).sum(),
            airfields: fields.map(|field| i16::from(self.board.airfields[field].points)).sum(),
            captures: sum(&captures),
            evacuations: self.evacuation_points.into(),
            refinery: refinery.into(),
            // 4.0e: in the scenario of points alone.
            line: match self.board.victory {
                Victory::Points { .. } => rounded(self.line_hexes(), LINE_HEXES).min(LINE_POINTS),
                _ => 0,
            },
            reinforcements: taken.map(|(_, group)| i16::from(group.points)).sum(),
            platoons: rounded(self.platoons_counted().into(), PLATOONS),
            aircraft: rounded(self.ju52_lost.into(), AIRCRAFT),
            generals: sum(&generals),
        }
    }

    /// Bridges in German hands.
    pub(crate) fn bridges_held(&self) -> u16 {
        let held = |bridge: &usize| self.holds_bridge(*bridge) == Some(Side::German);
        (0..self.board.bridges.len()).filter(held).count() as u16
    }

    /// Airfields that the Germans control.
    pub(crate) fn fields_held(&self) -> u16 {
        (0..self.board.airfields.len()).filter(|&field| self.holds_field(field)).count() as u16
    }

    /// How many of the airfields that decide the Germans control, and whether they have both captives (5.2).
    fn den_haag(&self, fields: &[u8]) -> (u8, bool) {
        let held = fields.iter().filter(|&&field| self.holds_field(field.into())).count() as u8;
        let named = &self.board.named;
        // J-5.2-5
        let caught = |unit| {
            self.is_captive(unit)
                || self.board.rulings.capture_unevacuated && self.not_evacuated(unit)
        };
        (held, caught(named.queen) && caught(named.government))
    }

    /// The game is over: who has won.
    pub(crate) fn finish(&mut self, events: &mut Vec<Event>) {
        let points = self.points().total();
        let (winner, level, margin, clause) = match &self.board.victory {
            Victory::Bridges => {
                let (held, all) = (self.bridges_held(), self.board.bridges.len() as u16);
                // 5.1
                if held == all {
                    (Some(Side::German), 0, i32::from(all.max(1)), "all bridges are German")
                } else {
                    let lacking = i32::from(all - held);
                    (Some(Side::Allied), 1, -lacking, "a bridge is not German")
                }
            }
            Victory::Airfields { fields, needed } => {
                let (held, caught) = self.den_haag(fields);
                // J-5.2-1
                let both = self.board.rulings.dutch_either;
                let enough = held >= *needed;
                let german = if both { enough && caught } else { enough || caught };
                if german {
                    let margin = i32::from(held.saturating_sub(*needed)) + 1 + i32::from(caught);
                    let clause = if enough {
                        "the airfields are taken"
                    } else {
                        "Queen and Government are captives"
                    };
                    (Some(Side::German), 0, margin, clause)
                } else {
                    let lacking = i32::from(needed.saturating_sub(held)).max(1);
                    (Some(Side::Allied), 1, -lacking, "the airfields are held")
                }
            }
            Victory::Points { levels } => {
                let reached = |least: Option<i16>| least.is_none_or(|least| points >= least);
                let level = levels.iter().position(|level| reached(level.least)).unwrap_or(0);
                let winner = levels[level].winner;
                let least = |winner| {
                    let of = levels.iter().filter(|level| level.winner == winner);
                    of.filter_map(|level| level.least).min().unwrap_or(points)
                };
                let margin = match winner {
                    Some(Side::German) => points - least(Some(Side::German)) + 1,
                    None => 0,
                    Some(Side::Allied) => {
                        let better = levels.iter().filter(|level| level.winner != winner);
                        let least = better.filter_map(|level| level.least).min();
                        points - least.unwrap_or(points + 1)
                    }
                };
                (winner, level as u8, margin.into(), "victory points")
            }
        };
        self.outcome = Outcome::Over { winner, level, margin, clause };
        events.push(Event::Won { winner, clause, points });
    }

    /// How near the Germans are to winning, per mille.
    pub(crate) fn advantage(&self) -> i32 {
        let scaled =
            |held: i32, wanted: i32| (held * 2000 / wanted.max(1) - 1000).clamp(-1000, 1000);
        match &self.board.victory {
            Victory::Bridges => scaled(self.bridges_held().into(), self.board.bridges.len() as i32),
            Victory::Airfields { fields, needed } => {
                let (held, caught) = self.den_haag(fields);
                if caught { 1000 } else { scaled(held.into(), i32::from(*needed)) }
            }
            Victory::Points { levels } => {
                let draw = levels.iter().find(|level| level.winner.is_none());
                let even = draw.and_then(|level| level.least).unwrap_or(0);
                (i32::from(self.points().total() - even) * 40).clamp(-1000, 1000)
            }
        }
    }

    /// The names of the levels.
    pub(crate) fn level_names(&self) -> Vec<alloc::string::String> {
        match &self.board.victory {
            Victory::Points { levels } => levels.iter().map(|level| level.name.clone()).collect(),
            _ => ["German victory", "Dutch victory"].map(Into::into).into(),
        }
    }
}
