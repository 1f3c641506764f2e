//! Allied reinforcements (VI.D, by C-O-1 without neutralization and docks in the basic game): by a port at night, or by the
//! road on the south edge.

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, Pending, Side};

use super::action::Action;
use super::event::Event;
use super::ground::{Voyage, Way};
use super::rules::Step;
use super::state::{AirAssault, Cause, Spot, did};

const VOYAGE: ChanceKind = ChanceKind::new("Allied sea movement");

/// How a group comes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reinforce {
    group: u8,
}

impl Pending<AirAssault> for Reinforce {
    fn decider(self, _: &AirAssault) -> Option<Side> {
        Some(Side::Allied)
    }

    fn subject(self, game: &AirAssault) -> Option<u16> {
        game.waiting(self.group).next()
    }

    fn options(self, game: &AirAssault, actions: &mut Vec<Action>) {
        actions.push(Action::Pass);
        actions.extend(game.open_ports().map(Action::Port));
        if game.edge_is_open() {
            actions.push(Action::Edge);
        }
    }

    fn play(
        self,
        game: &mut AirAssault,
        action: Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match action {
            Action::Port(port) => game.bring(self.group, Some(port), dice, events),
            Action::Edge => game.bring(self.group, None, dice, events),
            _ => {}
        }
        game.ask_reinforcements(self.group + 1, events);
    }
}

impl AirAssault {
    /// Units of a group that have not come yet and may.
    fn waiting(&self, group: u8) -> impl Iterator<Item = u16> + '_ {
        let allied = self.board.of_side[Side::Allied].iter().copied();
        allied.filter(move |&unit| {
            let kind = self.unit(unit);
            let card = matches!(self.piece(unit).spot, Spot::Card | Spot::Aborted);
            kind.way == Way::Reinforcement(group) && kind.turn <= self.turn && card
        })
    }

    /// Friendly ports, at night (VI.D.3, VI.D.3.a).
    fn open_ports(&self) -> impl Iterator<Item = u8> + '_ {
        let ports = (0..).zip(&self.board.ports).filter(|_| self.is_night());
        ports.filter(|(_, port)| self.is_friendly(Side::Allied, port.hex)).map(|(number, _)| number)
    }

    fn edge_is_open(&self) -> bool {
        !self.bars(Side::German, self.board.entry)
    }

    /// Asks for the next group; before the first, units in port boxes land or are lost.
    pub(crate) fn ask_reinforcements(&mut self, from: u8, events: &mut Vec<Event>) {
        if from == 0 {
            self.leave_ports(events);
        }
        let groups = from..self.board.groups.len() as u8;
        let comes = |group: &u8| {
            self.waiting(*group).next().is_some()
                && (self.edge_is_open() || self.open_ports().next().is_some())
        };
        let open = self.board.rulings.basic_reinforcements;
        match groups.into_iter().find(comes).filter(|_| open) {
            Some(group) => self.wait = Reinforce { group }.into(),
            None => {
                self.leave_ports(events);
                self.go(Step::Movement);
            }
        }
    }

    /// VI.D.2: one die a group, on the Allied part of the table.
    fn bring(&mut self, group: u8, port: Option<u8>, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let chance =
            Chance { kind: VOYAGE, turn: self.turn.into(), who: group.into(), whom: 0, nth: 0 };
        let die = dice.roll(chance, 6) + 1;
        let voyage = self.board.sea.allied[usize::from(die) - 1];
        events.push(Event::Reinforced { group, die, voyage: voyage.told() });
        let units: Vec<u16> = self.waiting(group).collect();
        let third = (units.len() / 3).max(1);
        // Which of them are lost makes no difference to speak of: the last on the card.
        let (lost, back) = match voyage {
            Voyage::AllArrive => (0, false),
            Voyage::ThirdLost => (third, false),
            Voyage::ThirdLostRestAborted => (third, true),
            Voyage::HalfLostRestAborted => (units.len().div_ceil(2), true),
            Voyage::Aborted => (0, true),
            Voyage::Eliminated => (units.len(), true),
        };
        let (arriving, sunk) = units.split_at(units.len() - lost);
        for &unit in sunk {
            self.destroy(unit, Cause::Sea, events);
        }
        for &unit in arriving {
            match port {
                _ if back => self.send(unit, Spot::Aborted),
                Some(port) => self.send(unit, Spot::Port(port)),
                // VI.D.4: they move on the turn of their arrival; without room they try again.
                None if self.fits(unit, self.board.entry) => {
                    self.enter(unit, self.board.entry, events);
                }
                None => self.send(unit, Spot::Aborted),
            }
        }
    }

    fn enter(&mut self, unit: u16, hex: engine::HexId, events: &mut Vec<Event>) {
        self.put(unit, hex);
        events.push(Event::Entered { unit, hex });
    }

    /// VI.D.3.b to VI.D.3.e: units in port boxes go to the city as far as there is room, and are lost with it.
    fn leave_ports(&mut self, events: &mut Vec<Event>) {
        for place in 0..self.board.of_side[Side::Allied].len() {
            let unit = self.board.of_side[Side::Allied][place];
            let Spot::Port(port) = self.piece(unit).spot else { continue };
            let hex = self.board.ports[usize::from(port)].hex;
            if self.bars(Side::German, hex) {
                self.destroy(unit, Cause::Sea, events);
            } else if self.fits(unit, hex) {
                self.enter(unit, hex, events);
                self.mark(unit, did::CAME);
            }
        }
    }
}
