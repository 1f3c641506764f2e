//! Aircraft units (V.K): bombers go over Allied counters and add their strength to attacks there.

use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Side};

use super::action::Action;
use super::event::Event;
use super::ground::{Class, Way};
use super::rules::Step;
use super::state::{AirAssault, Spot};

/// Where a bomber goes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bomb {
    unit: u16,
}

impl Pending<AirAssault> for Bomb {
    fn decider(self, _: &AirAssault) -> Option<Side> {
        Some(Side::German)
    }

    fn subject(self, _: &AirAssault) -> Option<u16> {
        Some(self.unit)
    }

    fn options(self, game: &AirAssault, actions: &mut Vec<Action>) {
        actions.push(Action::Pass);
        // V.K.2: on top of Allied units, whether they show or not.
        let land = game.board.land.iter();
        actions.extend(land.filter(|&hex| game.bars(Side::Allied, hex)).map(Action::To));
    }

    fn play(
        self,
        game: &mut AirAssault,
        action: Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        if let Action::To(hex) = action {
            game.send(self.unit, Spot::Over(hex));
            events.push(Event::Flew { unit: self.unit, hex });
        }
        game.ask_bomber(self.unit + 1);
    }
}

impl AirAssault {
    /// Asks for the next bomber; V.N.2: none flies at night.
    pub(crate) fn ask_bomber(&mut self, from: u16) {
        let flies = |unit: &u16| {
            let kind = self.unit(*unit);
            kind.way == Way::Aircraft && kind.class == Class::Bomber && kind.turn <= self.turn
        };
        let next = self.board.numbers().skip(usize::from(from)).find(flies);
        match next.filter(|_| !self.is_night()) {
            Some(unit) => self.wait = Bomb { unit }.into(),
            None => self.go(Step::Drop),
        }
    }

    /// Bombers over a hex.
    pub(crate) fn bombers(&self, hex: HexId) -> impl Iterator<Item = u16> + '_ {
        let german = self.board.of_side[Side::German].iter().copied();
        german.filter(move |&unit| self.piece(unit).spot == Spot::Over(hex))
    }

    /// What the bombers over a hex add to an attack on it (V.K.3); VI.B.1.b: half of it, rounded down, within range of
    /// anti-aircraft, bomber by bomber.
    pub(crate) fn bomber_strength(&self, hex: HexId) -> u16 {
        let halved = self.board.anti_aircraft && self.anti_aircraft_over(hex) > 0;
        let strength = |unit: u16| u16::from(self.unit(unit).attack) / if halved { 2 } else { 1 };
        self.bombers(hex).map(strength).sum()
    }

    /// V.K.5: they leave when the combat phase ends.
    pub(crate) fn send_aircraft_home(&mut self) {
        for unit in 0..self.pieces.len() as u16 {
            if matches!(self.piece(unit).spot, Spot::Over(_)) {
                self.send(unit, Spot::Card);
            }
        }
    }

    /// Allied anti-aircraft units in range of a hex (VI.B.2).
    pub(crate) fn anti_aircraft_over(&self, hex: HexId) -> u8 {
        let allied = self.board.of_side[Side::Allied].iter();
        let covers = |&&unit: &&u16| {
            let kind = self.board.unit(unit);
            kind.class.is_anti_aircraft()
                && self
                    .hex_of(unit)
                    .is_some_and(|from| self.board.distance(from, hex) <= kind.range.into())
        };
        allied.filter(covers).count() as u8
    }
}
