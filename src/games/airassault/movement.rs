//! Movement, roads and zones of control (V.A, V.B, V.D, V.N.4): each unit in turn. Friends do not stand in one another's
//! way and enemies stay where they are, so that the order of units makes no difference to where each may go.

use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Side, search};

use super::action::Action;
use super::event::Event;
use super::ground::{Class, Nation};
use super::rules::Step;
use super::state::{AirAssault, did};

/// Movement points from which a unit goes from one enemy zone of control to the next (V.D.5).
const NIMBLE: u8 = 4;

/// Where a unit moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    unit: u16,
}

impl Pending<AirAssault> for Move {
    fn decider(self, game: &AirAssault) -> Option<Side> {
        Some(game.side)
    }

    fn subject(self, _: &AirAssault) -> Option<u16> {
        Some(self.unit)
    }

    fn options(self, game: &AirAssault, actions: &mut Vec<Action>) {
        actions.push(Action::Pass);
        if game.may_break_down(self.unit) {
            actions.push(Action::BreakDown(self.unit));
        }
        actions.extend(game.destinations(self.unit).into_iter().map(Action::To));
    }

    fn play(
        self,
        game: &mut AirAssault,
        action: Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match action {
            Action::To(hex) => {
                game.march(self.unit, hex, events);
                game.mark(self.unit, did::MOVED);
            }
            Action::BreakDown(unit) => game.break_down(unit, events),
            _ => game.mark(self.unit, did::MOVED),
        }
        game.ask_move();
    }
}

impl AirAssault {
    /// Asks for the next unit that can move (V.A.5).
    pub(crate) fn ask_move(&mut self) {
        let units = self.board.of_side[self.side].iter().copied();
        let next = units.into_iter().find(|&unit| {
            !self.has_done(unit, did::MOVED | did::CAME)
                && self.hex_of(unit).is_some()
                && (self.may_break_down(unit) || self.can_move(unit))
        });
        match next {
            Some(unit) => self.wait = Move { unit }.into(),
            None => self.go(Step::Show),
        }
    }

    /// Whether a unit leaves and enters enemy zones of control freely (V.N.4).
    fn slips_through(&self, unit: u16) -> bool {
        let kind = self.unit(unit);
        let able = (kind.class.is_infantry() && kind.class != Class::Headquarters)
            || kind.class.is_armour();
        kind.side == Side::Allied && self.is_night() && able && kind.nation != Nation::Greek
    }

    /// What a step costs a unit that began in a hex, and whether it ends there; `None` if it cannot be made.
    fn step(
        &self,
        unit: u16,
        start: HexId,
        from: HexId,
        way: usize,
        to: HexId,
    ) -> Option<engine::Step> {
        let kind = self.unit(unit);
        let enemy = kind.side.other();
        let cost = self.board.cell(from).step[way];
        // V.A.7
        if cost == 0 || self.bars(enemy, to) {
            return None;
        }
        let (held, meets) = (self.zone(enemy, start), self.zone(enemy, to));
        // V.I.7
        let surprised = kind.side == Side::Allied && self.turn == 1;
        let goes = engine::Step { cost: cost.into(), last: meets || surprised };
        let heavy = kind.class.is_artillery() || kind.class.is_noncombat();
        // V.D.6
        if heavy && (held || meets) {
            return None;
        }
        // V.D.4, V.D.5, V.N.4
        let bound = held && meets && !self.slips_through(unit);
        if bound && (from != start || kind.movement < NIMBLE) {
            return None;
        }
        Some(goes)
    }

    /// Half movement points of a unit.
    fn allowance(&self, unit: u16) -> u16 {
        u16::from(self.unit(unit).movement) * 2
    }

    /// Whether a unit can go anywhere, stacking aside.
    fn can_move(&self, unit: u16) -> bool {
        let Some(start) = self.hex_of(unit) else { return false };
        let most = self.allowance(unit);
        let near = self.board.cell(start).near;
        near.into_iter().enumerate().any(|(way, to)| {
            to.and_then(|to| self.step(unit, start, start, way, to))
                .is_some_and(|step| step.cost <= most)
        })
    }

    /// Where a unit may go: within its allowance, to where those who stay leave room (V.A, V.C).
    pub(crate) fn destinations(&self, unit: u16) -> Vec<HexId> {
        let Some(start) = self.hex_of(unit) else { return Vec::new() };
        let reach = search(&self.board.map, &[start], self.allowance(unit), |from, way, to| {
            self.step(unit, start, from, way.index(), to)
        });
        let mut hexes: Vec<HexId> = reach.found().map(|stop| stop.hex).collect();
        hexes.retain(|&hex| self.leaves_room(unit, hex));
        hexes
    }

    /// Whether those who have moved, and those who do not, leave room for a unit.
    fn leaves_room(&self, unit: u16, hex: HexId) -> bool {
        let kind = self.unit(unit);
        let stays = |&other: &u16| {
            self.has_done(other, did::MOVED | did::CAME) || self.unit(other).movement == 0
        };
        let there = self.of(kind.side, hex).filter(stays);
        let there: u8 = there.map(|other| self.unit(other).stacking).sum();
        kind.stacking == 0 || there + kind.stacking <= self.board.stacking
    }

    /// A unit moves; V.M.2: what moves next to the enemy shows itself.
    fn march(&mut self, unit: u16, to: HexId, events: &mut Vec<Event>) {
        let Some(from) = self.hex_of(unit) else { return };
        self.put(unit, to);
        if self.piece(unit).face_down {
            events.push(Event::MovedUnseen { unit, from, to });
            events.push(Event::Shifted { from, to });
            if self.beside_germans(to) {
                self.show(unit, events);
            }
        } else {
            events.push(Event::Moved { unit, from, to });
        }
    }
}
