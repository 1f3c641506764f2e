//! 1.8, anti-aircraft fire: who fires at what, and how many points that makes.

use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Side};

use super::action::Action;
use super::event::Event;
use super::ground::HexSet;
use super::rules::Step;
use super::state::{Holland, did};

/// 1.8a: no more points count against one hex.
const MOST_POINTS: u8 = 4;

/// At what an anti-aircraft unit fires.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Flak {
    pub unit: u16,
}

impl Pending<Holland> for Flak {
    fn decider(self, holland: &Holland) -> Option<Side> {
        Some(holland.side.other())
    }

    fn subject(self, _: &Holland) -> Option<u16> {
        Some(self.unit)
    }

    fn options(self, holland: &Holland, actions: &mut Vec<Action>) {
        actions.extend(holland.flak_targets(self.unit).iter().map(Action::Flak));
        actions.push(Action::Pass);
    }

    fn play(self, holland: &mut Holland, action: Action, _: &mut dyn Dice, _: &mut Vec<Event>) {
        if let Action::Flak(hex) = action {
            let piece = holland.piece_mut(self.unit);
            piece.engaged = Some(hex);
            piece.did |= did::FLAK;
        }
        holland.ask_flak(self.unit + 1);
    }

    fn proceed(self, holland: &mut Holland, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        // The number after the last one stands for the fire itself.
        let over = usize::from(self.unit) >= holland.board.units.len();
        if over {
            if holland.step == Step::TargetFlak {
                holland.fire_at_flights(dice, events);
                holland.go(Step::Strike);
            } else {
                holland.go(Step::Descent);
            }
        }
        over
    }
}

impl Holland {
    /// Asks the anti-aircraft units of the side that does not move, one after the other.
    pub(crate) fn ask_flak(&mut self, from: u16) {
        let enemy = self.side.other();
        let next = self.board.flak.iter().copied().find(|&unit| {
            unit >= from
                && self.board.unit(unit).side == enemy
                && self.flak_ready(unit)
                && !self.has(unit, did::FLAK)
                && !self.flak_targets(unit).is_empty()
        });
        let unit = next.unwrap_or(self.board.units.len() as u16);
        self.wait = Flak { unit }.into();
    }

    /// Whether a unit on the map can fire at aircraft (1.4: not if it is disorganized; 1.5: also out of supply).
    fn flak_ready(&self, unit: u16) -> bool {
        self.hex_of(unit).is_some() && !self.piece(unit).dg
    }

    /// Hexes with aircraft that it may choose to fire at.
    pub(crate) fn flak_targets(&self, unit: u16) -> HexSet {
        let Some(from) = self.hex_of(unit) else { return HexSet::default() };
        let range = u16::from(self.board.unit(unit).aa_range);
        let reached = |hex: &HexId| self.board.distance(from, *hex) <= range;
        if self.step == Step::TargetFlak {
            // It fires at barrages on its own hex anyway (1.8a).
            let over = self.flights.iter().map(|flight| flight.hex);
            over.filter(|&hex| hex != from).filter(reached).collect()
        } else {
            let over = self.sky.iter().filter(|air| air.is_target()).map(|air| air.hex);
            over.filter(reached).collect()
        }
    }

    /// Points against aircraft over a hex (1.8a); `own` counts those who stand in it, too.
    pub(crate) fn flak_over(&self, hex: HexId, own: bool) -> u8 {
        let enemy = self.side.other();
        let fires = |&unit: &u16| {
            self.board.unit(unit).side == enemy
                && self.hex_of(unit).is_some()
                && (self.piece(unit).engaged == Some(hex)
                    || own && self.hex_of(unit) == Some(hex) && self.flak_ready(unit))
        };
        let units = self.board.flak.iter().copied().filter(fires);
        units.map(|unit| self.strength(unit)).fold(0u8, u8::saturating_add).min(MOST_POINTS)
    }
}
