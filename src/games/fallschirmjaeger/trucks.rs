//! 3.5 to 3.8: lorries, the gold, evacuation and the refinery.

use alloc::vec::Vec;

use engine::{HexId, Side};

use super::event::Event;
use super::ground::Class;
use super::state::{Cause, Holland, Spot};

/// 3.5b: what the gold weighs, in steps.
const GOLD: u8 = 2;

/// The night of 10 May, in which the refinery burns (3.8b).
const REFINERY_TURN: u8 = 5;

impl Holland {
    /// Steps that lorries in a list can carry (3.5b).
    pub(crate) fn carried_by(&self, units: &[u16]) -> u8 {
        let trucks = units.iter().filter(|&&unit| self.class(unit) == Class::Truck);
        trucks.map(|&unit| self.piece(unit).steps).sum()
    }

    /// Steps that have to be carried if a list is to move by lorry (3.5a, 3.5b).
    pub(crate) fn load_of(&self, units: &[u16], gold: bool) -> u8 {
        let weight = |&unit: &u16| match self.class(unit) {
            Class::Truck => 0,
            Class::Leader => 1,
            _ if self.board.unit(unit).exploits(&self.board.rulings) => 0,
            _ => self.piece(unit).steps,
        };
        units.iter().map(weight).sum::<u8>() + if gold { GOLD } else { 0 }
    }

    /// Whether a list of units can take the gold along (3.6): with a whole infantry company, or by lorry.
    pub(crate) fn can_carry_gold(&self, units: &[u16]) -> bool {
        let company = |&unit: &u16| {
            self.class(unit) == Class::Infantry
                && self.board.unit(unit).steps > 1
                && self.piece(unit).steps == self.board.unit(unit).steps
        };
        let room = self.carried_by(units) >= self.load_of(units, true);
        units.iter().any(company) || self.carried_by(units) > 0 && room
    }

    /// The gold, if it lies in a hex and is not in German hands (J-1.10-1).
    pub(crate) fn gold_in(&self, hex: HexId) -> Option<u16> {
        self.board.named.gold.filter(|&gold| self.hex_of(gold) == Some(hex))
    }

    /// 3.5c: a lorry alone in an enemy zone of control is destroyed.
    pub(crate) fn catch_trucks(&mut self, events: &mut Vec<Event>) {
        for place in 0..self.board.trucks.len() {
            let unit = self.board.trucks[place];
            let side = self.board.unit(unit).side;
            let Some(hex) = self.hex_of(unit) else { continue };
            // Those who are just being driven somewhere are looked at where they stop.
            let driving = self.party.units.contains(&unit);
            if !driving && self.zone(hex, side.other()) && !self.stands(hex, side) {
                self.destroy(unit, Cause::Trucks, events);
            }
        }
    }

    /// Whether somebody can be evacuated now (3.7): the Queen, the Government or the gold, in a harbour.
    pub(crate) fn can_leave(&self, unit: u16) -> bool {
        let named = &self.board.named;
        let leaves = [named.queen, named.government, named.gold].contains(&Some(unit));
        let harbour =
            self.hex_of(unit).is_some_and(|hex| self.board.places.harbours.contains(&hex));
        leaves && harbour && !self.piece(unit).captive
    }

    /// 3.7, 4.0f: somebody leaves, and the earlier the more points it gives the Germans.
    pub(crate) fn evacuate(&mut self, unit: u16, events: &mut Vec<Event>) {
        let gold = Some(unit) == self.board.named.gold;
        let points = match self.board.days[usize::from(self.turn) - 1] {
            _ if gold => 0,
            ..=10 => 2,
            11 | 12 => 1,
            _ => 0,
        };
        self.send(unit, Spot::Away);
        self.evacuation_points += points;
        events.push(Event::Evacuated { unit, points });
    }

    /// 3.8b: in the night of 10 May the refinery burns where no German stands.
    pub(crate) fn burn_refinery(&mut self, events: &mut Vec<Event>) {
        if self.turn != REFINERY_TURN {
            return;
        }
        for place in 0..self.board.places.refinery.len() {
            let hex = self.board.places.refinery[place];
            if !self.stands(hex, Side::German) {
                self.burnt |= 1 << place;
                events.push(Event::Burnt { hex });
            }
        }
    }
}
