//! Ranged artillery fire (V.G): support of attacks, and defensive fire at attackers.

use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Side};

use super::action::Action;
use super::aftermath::{Settle, Stage};
use super::event::Event;
use super::state::{AirAssault, did};

/// At whom a gun fires (V.G.5.b).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// All attackers in a hex.
    Hex(HexId),
    /// One of them.
    Unit(u16),
}

/// At what a gun of the defender fires.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Barrage {
    gun: u16,
}

impl Pending<AirAssault> for Barrage {
    fn decider(self, game: &AirAssault) -> Option<Side> {
        Some(game.side.other())
    }

    fn subject(self, _: &AirAssault) -> Option<u16> {
        Some(self.gun)
    }

    fn options(self, game: &AirAssault, actions: &mut Vec<Action>) {
        actions.push(Action::Pass);
        for &hex in &game.fight.starts {
            if !game.reaches(self.gun, hex) {
                continue;
            }
            let there = game.fight.attackers.iter().filter(|&&unit| game.hex_of(unit) == Some(hex));
            actions.push(Action::FireAt(hex));
            if there.clone().count() > 1 {
                actions.extend(there.copied().map(Action::FireAtUnit));
            }
        }
    }

    fn play(
        self,
        game: &mut AirAssault,
        action: Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let aim = match action {
            Action::FireAt(hex) => Aim::Hex(hex),
            Action::FireAtUnit(unit) => Aim::Unit(unit),
            _ => {
                game.next_gun();
                return;
            }
        };
        game.mark(self.gun, did::FOUGHT);
        game.show(self.gun, events);
        game.fight.shots.push((self.gun, aim));
        game.next_gun();
    }
}

impl AirAssault {
    /// Whether a unit can fire now: once in a combat phase, and not on the turn of its drop (V.G.1, C-I-3).
    fn may_fire(&self, unit: u16) -> bool {
        let kind = self.unit(unit);
        kind.class.is_gun()
            && kind.attack > 0
            && !self.has_done(unit, did::FOUGHT | did::FLED | did::DROPPED)
    }

    /// Whether a gun can fire into a hex (V.G.2, V.G.3); V.N.3: only next to it at night.
    pub(crate) fn reaches(&self, gun: u16, hex: HexId) -> bool {
        let Some(from) = self.hex_of(gun) else { return false };
        match self.board.distance(from, hex) {
            0 => false,
            1 => true,
            far => {
                far <= self.unit(gun).range.into()
                    && !self.is_night()
                    && self.board.sight.sees(from, hex)
            }
        }
    }

    /// Guns that can support an attack on these hexes (V.G.4.a).
    pub(crate) fn supporters_of(&self, targets: &[HexId]) -> Vec<u16> {
        let own = self.board.of_side[self.side].iter().copied();
        own.filter(|&gun| self.may_fire(gun) && targets.iter().all(|&hex| self.reaches(gun, hex)))
            .collect()
    }

    /// V.G.5.a: the defender's guns are asked before the die is cast.
    pub(crate) fn ask_for_fire(&mut self) {
        let enemy = self.side.other();
        let starts = &self.fight.starts;
        let able =
            |&gun: &u16| self.may_fire(gun) && starts.iter().any(|&hex| self.reaches(gun, hex));
        let mut silent: Vec<u16> = self.board.of_side[enemy].iter().copied().filter(able).collect();
        silent.reverse();
        self.fight.silent = silent;
        self.fight.stage = Stage::Shots;
        self.next_gun();
    }

    fn next_gun(&mut self) {
        self.wait = match self.fight.silent.pop() {
            Some(gun) => Barrage { gun }.into(),
            None => Settle.into(),
        };
    }

    /// The attackers at whom a gun fires, as far as they are still there. Guns fire at no artillery (V.G.5.e), which is
    /// never among them.
    pub(crate) fn aimed_at(&self, aim: Aim) -> Vec<u16> {
        let attackers = self.fight.attackers.iter().copied();
        let there = attackers.filter(|&unit| match aim {
            Aim::Hex(hex) => self.hex_of(unit) == Some(hex),
            Aim::Unit(one) => unit == one && self.hex_of(unit).is_some(),
        });
        there.collect()
    }
}
