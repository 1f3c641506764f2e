//! 3.3 and 3.4, ships: movement, withdrawal, and De Twee Gezusters with the ammunition.

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, HexId, Pending, Side};

use super::action::Action;
use super::event::Event;
use super::ground::{Class, Entry, Nation};
use super::rules::Step;
use super::state::{Cause, Holland, Spot};

const WITHDRAWAL: ChanceKind = ChanceKind::new("ship withdrawal");

/// 3.3c: the highest die on which a ship leaves.
const LEAVES: u8 = 2;

/// 3.4a: the turn in which the ammunition is unloaded, or lost.
const AMMUNITION_TURN: u8 = 10;

/// Where a ship goes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sail {
    pub unit: u16,
}

impl Pending<Holland> for Sail {
    fn decider(self, holland: &Holland) -> Option<Side> {
        Some(holland.side)
    }

    fn subject(self, _: &Holland) -> Option<u16> {
        Some(self.unit)
    }

    fn options(self, holland: &Holland, actions: &mut Vec<Action>) {
        actions.extend(holland.sailing_hexes(self.unit).map(Action::Sail));
        actions.push(Action::Pass);
    }

    fn play(
        self,
        holland: &mut Holland,
        action: Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        if let Action::Sail(hex) = action {
            let from = holland.hex_of(self.unit);
            holland.put(self.unit, hex);
            events.push(match from {
                Some(from) => Event::Moved { unit: self.unit, from, hex },
                None => Event::Arrived { unit: self.unit, hex },
            });
        }
        holland.ask_ship(self.unit + 1);
    }
}

impl Holland {
    /// Asks the ships, one after the other.
    pub(crate) fn ask_ship(&mut self, from: u16) {
        let sails = |&unit: &u16| {
            let kind = self.board.unit(unit);
            let due = kind.entry == Entry::Sea && kind.turn <= self.turn;
            kind.class == Class::Ship
                && (self.hex_of(unit).is_some() || due && self.piece(unit).spot == Spot::Later)
                && self.sailing_hexes(unit).next().is_some()
        };
        let numbers = from..self.board.units.len() as u16;
        match numbers.into_iter().find(sails) {
            Some(unit) => self.wait = Sail { unit }.into(),
            None => self.go(Step::Movement),
        }
    }

    /// Hexes to which a ship can go (3.3a, 3.3b): of the waters it is in, or from the sea those that join it.
    fn sailing_hexes(&self, unit: u16) -> impl Iterator<Item = HexId> + '_ {
        let now = self.hex_of(unit);
        let waters = now.map_or(0, |hex| self.board.cell(hex).waters);
        self.board.map.ids().filter(move |&hex| {
            let cell = self.board.cell(hex);
            cell.ships && cell.waters == waters && Some(hex) != now
        })
    }

    /// 3.3c: from turn 3 ships may leave for good.
    pub(crate) fn withdraw_ships(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        for unit in self.board.numbers() {
            let stays =
                Some(unit) == self.board.named.gezusters && !self.board.rulings.gezusters_withdraws;
            if self.class(unit) != Class::Ship || self.hex_of(unit).is_none() || stays {
                continue;
            }
            let chance =
                Chance { kind: WITHDRAWAL, turn: self.turn.into(), who: unit, whom: 0, nth: 0 };
            let die = dice.roll(chance, 6) + 1;
            events.push(Event::WithdrawalRoll { unit, die });
            if die <= LEAVES {
                self.send(unit, Spot::Away);
            }
        }
    }

    /// 3.4a: De Twee Gezusters unloads if it lies where it can.
    pub(crate) fn gezusters_unloads(&mut self, events: &mut Vec<Event>) {
        let ship = self.board.named.gezusters.and_then(|ship| self.hex_of(ship));
        if let Some(hex) = ship
            && self.board.ammunition
            && self.turn == AMMUNITION_TURN
            && self.board.places.unloading.contains(&hex)
        {
            self.unloaded = true;
            events.push(Event::Unloaded { hex });
        }
    }

    /// 3.4b: Dutch artillery that gets no ammunition is removed.
    pub(crate) fn supply_ammunition(&mut self, events: &mut Vec<Event>) {
        if !self.board.ammunition || self.turn != AMMUNITION_TURN {
            return;
        }
        let ship = self.board.named.gezusters.and_then(|ship| self.hex_of(ship));
        let source = ship.filter(|_| self.unloaded);
        let reached = self.reached_from(source.as_slice(), Side::Allied);
        for unit in self.board.numbers() {
            let kind = self.board.unit(unit);
            let fed = self.hex_of(unit).is_none_or(|hex| reached.contains(hex));
            if kind.nation == Nation::Dutch && kind.class.is_artillery() && !fed {
                self.destroy(unit, Cause::Ammunition, events);
            }
        }
        self.sweep(events);
    }

    /// 3.4b: the ship that has unloaded leaves at the end of the turn.
    pub(crate) fn unloaded_ship_leaves(&mut self) {
        if self.unloaded
            && self.turn == AMMUNITION_TURN
            && let Some(ship) = self.board.named.gezusters
            && self.hex_of(ship).is_some()
        {
            self.send(ship, Spot::Away);
        }
    }
}
