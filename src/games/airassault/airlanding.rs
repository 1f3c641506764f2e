//! Air landing (V.J): units from transport aircraft at airfields in German hands.

use alloc::vec::Vec;

use engine::{Dice, Pending, Side};

use super::action::Action;
use super::event::Event;
use super::ground::{Class, Way};
use super::rules::Step;
use super::state::{AirAssault, Spot, did};

/// Where a unit lands.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct AirLand {
    unit: u16,
}

impl Pending<AirAssault> for AirLand {
    fn decider(self, _: &AirAssault) -> Option<Side> {
        Some(Side::German)
    }

    fn subject(self, _: &AirAssault) -> Option<u16> {
        Some(self.unit)
    }

    fn options(self, game: &AirAssault, actions: &mut Vec<Action>) {
        actions.push(Action::Pass);
        let fields = 0..game.board.airfields.len() as u8;
        actions.extend(fields.filter(|&f| game.may_land(self.unit, f)).map(Action::Land));
    }

    fn play(
        self,
        game: &mut AirAssault,
        action: Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        if let Action::Land(field) = action {
            let hex = game.board.airfields[usize::from(field)].hex;
            game.landed[usize::from(field)] += game.unit(self.unit).stacking;
            game.put(self.unit, hex);
            // V.J.3: it does not leave the airfield on this turn.
            game.mark(self.unit, did::CAME);
            events.push(Event::Landed { unit: self.unit, field });
        }
        game.ask_air_landing(self.unit + 1);
    }
}

impl AirAssault {
    /// V.J.1: the airfields that are friendly to the Germans when their segment begins.
    pub(crate) fn note_open_fields(&mut self) {
        self.landed.fill(0);
        self.open_fields = 0;
        for (number, field) in self.board.airfields.iter().enumerate() {
            let held = self.is_friendly(Side::German, field.hex);
            self.open_fields |= u16::from(held) << number;
        }
    }

    /// V.J.1.b: light anti-aircraft in range shuts an airfield, and shows itself by that.
    pub(crate) fn begin_air_landing(&mut self, events: &mut Vec<Event>) {
        if self.is_night() || self.open_fields == 0 || self.next_to_land(0).is_none() {
            self.go(Step::Sea);
            return;
        }
        for field in 0..self.board.airfields.len() {
            if self.open_fields >> field & 1 == 0 {
                continue;
            }
            let hex = self.board.airfields[field].hex;
            for unit in 0..self.pieces.len() as u16 {
                let kind = self.board.unit(unit);
                let near = self
                    .hex_of(unit)
                    .is_some_and(|from| self.board.distance(from, hex) <= kind.range.into());
                if kind.class == Class::LightAntiAircraft && kind.side == Side::Allied && near {
                    self.show(unit, events);
                    events.push(Event::FieldShut { field: field as u8, unit });
                    self.open_fields &= !(1 << field);
                    break;
                }
            }
        }
        self.ask_air_landing(0);
    }

    fn next_to_land(&self, from: u16) -> Option<u16> {
        let lands = |unit: &u16| {
            let kind = self.unit(*unit);
            let waits = self.piece(*unit).spot == Spot::Card;
            kind.way == Way::AirLanding && kind.turn <= self.turn && waits
        };
        self.board.numbers().skip(usize::from(from)).find(lands)
    }

    fn ask_air_landing(&mut self, mut from: u16) {
        let fields = self.board.airfields.len() as u8;
        while let Some(unit) = self.next_to_land(from) {
            if (0..fields).any(|field| self.may_land(unit, field)) {
                self.wait = AirLand { unit }.into();
                return;
            }
            from = unit + 1;
        }
        self.go(Step::Sea);
    }

    /// V.J.2: within the airfield's number and the stacking limit.
    fn may_land(&self, unit: u16, field: u8) -> bool {
        let place = &self.board.airfields[usize::from(field)];
        let more = self.unit(unit).stacking;
        self.open_fields >> field & 1 == 1
            && self.landed[usize::from(field)] + more <= place.capacity
            && self.fits(unit, place.hex)
    }
}
