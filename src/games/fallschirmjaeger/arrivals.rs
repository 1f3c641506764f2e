//! Reinforcements: whether those with a price are taken (4.0e), and where they enter (5.0).

use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Side};

use super::action::Action;
use super::event::Event;
use super::ground::{Class, Entry};
use super::rules::Step;
use super::state::{Holland, Spot, did};

/// Whether reinforcements are taken.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Offer {
    pub group: u8,
}

impl Pending<Holland> for Offer {
    fn decider(self, holland: &Holland) -> Option<Side> {
        Some(holland.side)
    }

    fn options(self, _: &Holland, actions: &mut Vec<Action>) {
        actions.extend([Action::Take, Action::Refuse]);
    }

    fn play(
        self,
        holland: &mut Holland,
        action: Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let taken = action == Action::Take;
        if taken {
            holland.taken |= 1 << self.group;
        } else {
            // 4.0e: who is refused never comes.
            holland.refused |= 1 << self.group;
            for unit in holland.board.numbers() {
                if holland.board.unit(unit).group == Some(self.group) {
                    holland.piece_mut(unit).spot = Spot::Away;
                }
            }
        }
        events.push(Event::Decided { group: self.group, taken });
        holland.begin_arrivals();
    }
}

/// Where a reinforcement enters.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Arrive {
    pub unit: u16,
}

impl Pending<Holland> for Arrive {
    fn decider(self, holland: &Holland) -> Option<Side> {
        Some(holland.side)
    }

    fn subject(self, _: &Holland) -> Option<u16> {
        Some(self.unit)
    }

    fn options(self, holland: &Holland, actions: &mut Vec<Action>) {
        actions.extend(holland.entry_hexes(self.unit).map(Action::Enter));
        actions.push(Action::Pass);
    }

    fn play(
        self,
        holland: &mut Holland,
        action: Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        if let Action::Enter(hex) = action {
            // Series rules: into the entry hex whatever zones reach it, in supply, overstacked if need be.
            holland.enter(self.unit, hex, events);
            holland.piece_mut(self.unit).did |= did::NEW;
            events.push(Event::Arrived { unit: self.unit, hex });
        }
        holland.ask_arrival(self.unit + 1);
    }
}

impl Holland {
    /// Reinforcements come: first it is decided who.
    pub(crate) fn begin_arrivals(&mut self) {
        let decided = self.taken | self.refused;
        let offered = self.board.numbers().find_map(|unit| {
            let kind = self.board.unit(unit);
            let open = kind.group.filter(|group| decided & (1 << group) == 0)?;
            (kind.side == self.side && kind.turn <= self.turn).then_some(open)
        });
        if let Some(group) = offered {
            self.wait = Offer { group }.into();
            return;
        }
        for unit in self.board.numbers() {
            let kind = self.board.unit(unit);
            let due = kind.side == self.side && kind.turn <= self.turn;
            // 2.9: bridges wait for an engineer.
            if due && kind.class == Class::Bridge && self.piece(unit).spot == Spot::Later {
                self.piece_mut(unit).spot = Spot::Pool;
            }
        }
        self.ask_arrival(0);
    }

    fn ask_arrival(&mut self, from: u16) {
        let waits = |&unit: &u16| {
            let kind = self.board.unit(unit);
            kind.side == self.side
                && kind.turn <= self.turn
                && matches!(kind.entry, Entry::Zone(_))
                && self.piece(unit).spot == Spot::Later
                && self.entry_hexes(unit).next().is_some()
        };
        let numbers = from..self.board.units.len() as u16;
        match numbers.into_iter().find(waits) {
            Some(unit) => self.wait = Arrive { unit }.into(),
            None => {
                let ships = self.side == Side::Allied;
                self.go(if ships { Step::Ships } else { Step::Movement });
            }
        }
    }

    /// Hexes of its zone in which a reinforcement can be put.
    fn entry_hexes(&self, unit: u16) -> impl Iterator<Item = HexId> + '_ {
        let zone = match self.board.unit(unit).entry {
            Entry::Zone(zone) => Some(&self.board.zones[usize::from(zone)]),
            _ => None,
        };
        let enemy = self.side.other();
        let hexes = zone.into_iter().flat_map(|zone| zone.hexes.iter().copied());
        let rail = self.class(unit) == Class::Train;
        // 2.8: the train keeps to its rails.
        hexes.filter(move |&hex| {
            !self.stands(hex, enemy) && (!rail || self.board.cell(hex).rails != 0)
        })
    }
}
