//! Advance after combat (V.F.11, V.L.7.d).

use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Side};

use super::action::Action;
use super::aftermath::{Settle, Stage};
use super::event::Event;
use super::state::{AirAssault, Spot, did};

/// Who advances.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Advance;

impl Pending<AirAssault> for Advance {
    fn decider(self, game: &AirAssault) -> Option<Side> {
        game.fight.winners.first().map(|&unit| game.side_of(unit))
    }

    fn options(self, game: &AirAssault, actions: &mut Vec<Action>) {
        actions.push(Action::Pass);
        actions.extend(game.advances());
    }

    fn play(
        self,
        game: &mut AirAssault,
        action: Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        if let Action::Advance(unit, to) = action {
            game.fight.winners.retain(|&other| other != unit);
            game.put(unit, to);
            events.push(Event::Advanced { unit, to });
            game.show_if_beside(unit, events);
        } else {
            game.fight.winners.clear();
        }
    }

    fn proceed(self, game: &mut AirAssault, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        let over = game.advances().is_empty();
        if over {
            game.fight.stage = Stage::Over;
            game.wait = Settle.into();
        }
        over
    }
}

impl AirAssault {
    /// V.F.11: the winner may advance into the hexes that the loser has left.
    pub(crate) fn begin_advance(&mut self) {
        let enemy = self.side.other();
        let empty = |side: Side, hexes: &[HexId]| -> Vec<HexId> {
            hexes.iter().copied().filter(|&hex| !self.bars(side, hex)).collect()
        };
        let marches = |unit: &u16| {
            let class = self.class(*unit);
            let boxed = matches!(self.piece(*unit).spot, Spot::Box(_));
            let there = boxed || self.hex_of(*unit).is_some();
            let able = class.is_infantry() || class.is_armour() || boxed;
            there && able && self.unit(*unit).movement > 0 && !self.has_done(*unit, did::FLED)
        };
        let won = empty(enemy, &self.fight.targets);
        let lost = empty(self.side, &self.fight.starts);
        let (winners, vacated): (Vec<u16>, Vec<HexId>) = if won.is_empty() {
            let standing = self.fight.defenders.iter().copied().filter(marches);
            (standing.collect(), lost)
        } else {
            // V.L.7.d: artillery in the boxes before them comes along.
            let boxed = self.board.of_side[self.side].iter().copied().filter(|&unit| {
                self.class(unit).is_artillery()
                    && self.shore_of(unit).is_some_and(|hex| won.contains(&hex))
            });
            let all = self.fight.attackers.iter().copied().chain(boxed);
            (all.filter(marches).collect(), won)
        };
        self.fight.winners = winners;
        self.fight.vacated = vacated;
        self.wait = Advance.into();
    }

    fn advances(&self) -> Vec<Action> {
        let mut advances = Vec::new();
        for &unit in &self.fight.winners {
            for &hex in &self.fight.vacated {
                if self.faces(unit, hex) && self.fits(unit, hex) && self.board.land.contains(hex) {
                    advances.push(Action::Advance(unit, hex));
                }
            }
        }
        advances
    }

    fn show_if_beside(&mut self, unit: u16, events: &mut Vec<Event>) {
        let beside = self.hex_of(unit).is_some_and(|hex| self.beside_germans(hex));
        if beside && self.piece(unit).face_down {
            self.show(unit, events);
        }
    }
}
