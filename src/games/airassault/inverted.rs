//! Inverted units and decoys (V.M): what lies face down, and when it is turned up.

use alloc::vec::Vec;

use engine::{HexId, Side};

use super::event::Event;
use super::ground::Class;
use super::state::{AirAssault, Cause};

impl AirAssault {
    /// Turns a counter up; V.M.5: a decoy is taken off.
    pub(crate) fn show(&mut self, unit: u16, events: &mut Vec<Event>) {
        let Some(hex) = self.hex_of(unit).filter(|_| self.piece(unit).face_down) else { return };
        self.turn_over(unit, false);
        events.push(Event::Shown { unit, hex });
        if self.class(unit) == Class::Decoy {
            self.destroy(unit, Cause::Shown, events);
        }
    }

    /// Turns up all counters in a hex.
    pub(crate) fn show_hex(&mut self, hex: HexId, events: &mut Vec<Event>) {
        let hidden: Vec<u16> =
            self.of(Side::Allied, hex).filter(|&unit| self.piece(unit).face_down).collect();
        for unit in hidden {
            self.show(unit, events);
        }
    }

    /// Whether a German combat unit is in a hex next to this one, or in a landing box before it.
    pub(crate) fn beside_germans(&self, hex: HexId) -> bool {
        self.zone(Side::German, hex) || self.before_germans(hex)
    }

    /// V.M.3: counters with a German combat unit beside them are turned up at the end of German movement.
    pub(crate) fn show_neighbours(&mut self, events: &mut Vec<Event>) {
        let land = self.board.land;
        for hex in land.iter() {
            if self.bars(Side::Allied, hex) && self.beside_germans(hex) {
                self.show_hex(hex, events);
            }
        }
    }

    /// V.M.4: at the beginning of the Allied segment units that no German is beside lie face down again.
    pub(crate) fn cover_again(&mut self) {
        for place in 0..self.board.of_side[Side::Allied].len() {
            let unit = self.board.of_side[Side::Allied][place];
            let far = self.hex_of(unit).is_some_and(|hex| !self.beside_germans(hex));
            if far && !self.piece(unit).face_down {
                self.turn_over(unit, true);
            }
        }
    }
}
