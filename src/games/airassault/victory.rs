//! Friendly hexes and victory (V.E, V.P): an airfield that the Germans hold for four turns in a row.

use alloc::vec::Vec;

use engine::{HexId, Outcome, Side};

use super::event::Event;
use super::phase::Over;
use super::state::AirAssault;

impl AirAssault {
    /// V.E.1: a unit of the side is there; a decoy is none.
    pub(crate) fn is_friendly(&self, side: Side, hex: HexId) -> bool {
        self.of(side, hex).any(|unit| {
            let class = self.class(unit);
            class.is_combat() || class.is_noncombat()
        })
    }

    /// Airfields that are friendly to the Germans.
    pub(crate) fn fields_held(&self) -> u16 {
        let fields = self.board.airfields.iter();
        fields.filter(|field| self.is_friendly(Side::German, field.hex)).count() as u16
    }

    /// V.P.1: another turn has ended.
    pub(crate) fn count_turns_held(&mut self) {
        for number in 0..self.held.len() {
            let hex = self.board.airfields[number].hex;
            let held = self.is_friendly(Side::German, hex);
            self.held[number] = if held { self.held[number] + 1 } else { 0 };
            if held {
                self.first_field.get_or_insert(self.turn);
                self.taken |= 1 << number;
            }
        }
    }

    /// C-P-1: a moment in which it is not friendly begins the turns anew.
    pub(crate) fn notice_empty_fields(&mut self) {
        if !self.board.rulings.hold_unbroken {
            return;
        }
        for number in 0..self.held.len() {
            let hex = self.board.airfields[number].hex;
            if self.held[number] > 0 && !self.is_friendly(Side::German, hex) {
                self.held[number] = 0;
            }
        }
    }

    /// The most turns in a row for which an airfield has been held.
    pub(crate) fn longest_hold(&self) -> u8 {
        self.held.iter().copied().max().unwrap_or(0)
    }

    /// Whether the Germans have won already.
    pub(crate) fn is_decided(&self) -> bool {
        self.longest_hold() >= self.board.hold
    }

    /// V.P: how it ended. The margin is the turns that were left for the Germans, one more for the last, or those that
    /// they lacked.
    pub(crate) fn finish(&mut self, events: &mut Vec<Event>) {
        let won = self.is_decided();
        let left = self.board.turns.len() as i32 - i32::from(self.turn);
        let lacked = i32::from(self.board.hold) - i32::from(self.longest_hold());
        let clause = if won { "an airfield was held" } else { "no airfield was held long enough" };
        self.outcome = Outcome::Over {
            winner: Some(if won { Side::German } else { Side::Allied }),
            level: u8::from(!won),
            margin: if won { left + 1 } else { -lacked },
            clause,
        };
        events.push(Event::Ended { clause });
        self.wait = Over.into();
    }

    /// The hexes of the airfields.
    pub(crate) fn field_hexes(&self) -> impl Iterator<Item = HexId> + '_ {
        self.board.airfields.iter().map(|field| field.hex)
    }

    /// How near the Germans are to winning, per mille: by the turns for which they have held an airfield, and those left.
    pub(crate) fn advantage(&self) -> i32 {
        let left = self.board.turns.len() as i32 - i32::from(self.turn);
        let (held, hold) = (i32::from(self.longest_hold()), i32::from(self.board.hold));
        match self.outcome {
            Outcome::Over { winner: Some(Side::German), .. } => 1000,
            Outcome::Over { .. } => -1000,
            Outcome::Undecided if hold - held > left => -1000,
            Outcome::Undecided if held > 0 => 300 + 700 * held / hold.max(1),
            Outcome::Undecided => {
                let all = self.board.turns.len() as i32;
                -500 - 400 * i32::from(self.turn) / all.max(1)
            }
        }
    }
}
