//! Preparations for play (V.O): the Allies set up face down, those of a sector first, those who may stand anywhere and the
//! decoys last.

use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Side};

use super::action::Action;
use super::event::Event;
use super::ground::{HexSet, Way};
use super::rules::Step;
use super::state::{AirAssault, Spot};

/// Where an Allied counter is set up.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct SetUp {
    unit: u16,
    last: bool,
}

impl Pending<AirAssault> for SetUp {
    fn decider(self, _: &AirAssault) -> Option<Side> {
        Some(Side::Allied)
    }

    fn subject(self, _: &AirAssault) -> Option<u16> {
        Some(self.unit)
    }

    fn options(self, game: &AirAssault, actions: &mut Vec<Action>) {
        let hexes = game.set_up_hexes(self.unit);
        actions.extend(hexes.iter().filter(|&hex| game.fits(self.unit, hex)).map(Action::To));
        // Where every hex is full, the unit stays on its card.
        if actions.is_empty() {
            actions.push(Action::Pass);
        }
    }

    fn play(
        self,
        game: &mut AirAssault,
        action: Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        if let Action::To(hex) = action {
            game.set_up(self.unit, hex, events);
        }
        game.ask_set_up(self.unit + 1, self.last);
    }
}

impl AirAssault {
    /// Asks for the next counter to be set up.
    pub(crate) fn ask_set_up(&mut self, from: u16, last: bool) {
        let wanted = |unit: &u16| match self.unit(*unit).way {
            Way::SetUp { last: anywhere, .. } => anywhere == last,
            Way::Decoy => last,
            _ => false,
        };
        match self.board.numbers().skip(usize::from(from)).find(wanted) {
            Some(unit) => self.wait = SetUp { unit, last }.into(),
            None if last => {
                self.turn = 1;
                self.side = Side::German;
                self.go(Step::Begin);
            }
            None => self.go(Step::Schedule),
        }
    }

    /// Hexes in which a counter may ever be set up, full or not.
    pub(crate) fn set_up_hexes(&self, unit: u16) -> HexSet {
        match &self.unit(unit).way {
            Way::SetUp { hexes, .. } => **hexes,
            _ => self.board.land,
        }
    }

    /// V.M.1: it stands face down.
    pub(crate) fn set_up(&mut self, unit: u16, hex: HexId, events: &mut Vec<Event>) {
        debug_assert!(matches!(self.piece(unit).spot, Spot::Card));
        self.piece_mut(unit).face_down = true;
        self.put(unit, hex);
        events.push(Event::SetUp { unit, hex });
        events.push(Event::Covered { hex });
    }
}
