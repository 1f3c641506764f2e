//! 1.10, leaders: reorganization, capture, guards, and what becomes of captives.

use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Side};

use super::action::Action;
use super::event::Event;
use super::ground::{Class, Entry, Nation, Troops};
use super::rules::{Step, THIRD};
use super::state::{Holland, Spot};

/// 1.10e: platoons that make an ad hoc company.
const PLATOONS: u8 = 5;

/// Whether a leader reorganizes a unit: Student, Sponeck or Winkelmann, by number.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reorganize {
    pub leader: u8,
}

impl Pending<Holland> for Reorganize {
    fn decider(self, holland: &Holland) -> Option<Side> {
        Some(holland.side)
    }

    fn subject(self, holland: &Holland) -> Option<u16> {
        holland.reorganizer(self.leader)
    }

    fn options(self, holland: &Holland, actions: &mut Vec<Action>) {
        holland.reorganizations(self.leader, actions);
        actions.push(Action::Pass);
    }

    fn play(
        self,
        holland: &mut Holland,
        action: Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match action {
            Action::Restore(unit) => {
                holland.set_steps(unit, holland.piece(unit).steps + 1);
                events.push(Event::Restored { unit });
            }
            Action::AdHoc(unit) => {
                let hex =
                    holland.reorganizer(self.leader).and_then(|leader| holland.hex_of(leader));
                if let Some(hex) = hex {
                    holland.ad_hoc += 1;
                    let steps = holland.board.unit(unit).steps;
                    let piece = holland.piece_mut(unit);
                    (piece.steps, piece.dg, piece.cut_off, piece.end) = (steps, false, false, None);
                    holland.enter(unit, hex, events);
                    events.push(Event::Formed { unit, hex });
                }
            }
            _ => {}
        }
        holland.ask_leader(self.leader + 1);
    }
}

impl Holland {
    /// Asks the leaders of the side to move.
    pub(crate) fn ask_leader(&mut self, from: u8) {
        for leader in from..3 {
            let mut options = Vec::new();
            self.reorganizations(leader, &mut options);
            if !options.is_empty() {
                self.wait = Reorganize { leader }.into();
                return;
            }
        }
        self.go(Step::Availability);
    }

    fn reorganizer(&self, leader: u8) -> Option<u16> {
        let named = &self.board.named;
        [named.student, named.sponeck, named.winkelmann][usize::from(leader)]
    }

    /// What a leader can reorganize (1.10c-1.10e).
    fn reorganizations(&self, leader: u8, actions: &mut Vec<Action>) {
        let Some(number) = self.reorganizer(leader) else { return };
        let side = self.board.unit(number).side;
        let Some(hex) = self.hex_of(number) else { return };
        if side != self.side || self.piece(number).captive || self.zone(hex, side.other()) {
            return;
        }
        let student = leader == 0;
        if student && self.ad_hoc_ready() > 0 {
            let ready = |&unit: &u16| {
                self.board.unit(unit).entry == Entry::AdHoc
                    && matches!(self.piece(unit).spot, Spot::Pool | Spot::Gone)
            };
            actions.extend(self.board.numbers().find(ready).map(Action::AdHoc));
        }
        if !student && self.turn < THIRD {
            return;
        }
        for unit in self.soldiers(hex, side) {
            let (kind, piece) = (self.board.unit(unit), self.piece(unit));
            let his = match leader {
                0 => kind.entry == Entry::AdHoc,
                1 => kind.troops == Troops::Luftlande,
                _ => kind.nation == Nation::Dutch,
            };
            if his && kind.steps > 1 && piece.steps + 1 == kind.steps && !piece.dg && !piece.cut_off
            {
                actions.push(Action::Restore(unit));
            }
        }
    }

    /// Parachute platoons destroyed so far.
    pub(crate) fn platoons_lost(&self) -> u8 {
        let lost =
            |&unit: &u16| self.board.unit(unit).is_platoon() && self.piece(unit).spot == Spot::Gone;
        self.board.numbers().filter(lost).count().min(255) as u8
    }

    /// Ad hoc companies that have been earned and not yet formed (1.10e, J-1.10e-2).
    pub(crate) fn ad_hoc_ready(&self) -> u8 {
        (self.platoons_lost() / PLATOONS).saturating_sub(self.ad_hoc)
    }

    /// Platoons that count as destroyed for victory (4.0c, J-1.10e-1).
    pub(crate) fn platoons_counted(&self) -> u8 {
        let rebuilt = if self.board.rulings.ad_hoc_stay_lost { 0 } else { self.ad_hoc * PLATOONS };
        self.platoons_lost().saturating_sub(rebuilt)
    }

    /// A soldier comes into a hex: lone leaders there are captured or freed (1.10f, 1.10j), captives of the unit come
    /// along (1.10h), and some are sent away (1.10k).
    pub(crate) fn meet_leaders(&mut self, unit: u16, hex: HexId, events: &mut Vec<Event>) {
        let side = self.board.unit(unit).side;
        for place in 0..self.board.persons.len() {
            let person = self.board.persons[place];
            if self.class(person) != Class::Leader {
                continue;
            }
            if self.piece(person).guard == Some(unit) && self.hex_of(person).is_some() {
                self.put(person, hex);
            }
            if self.hex_of(person) != Some(hex) {
                continue;
            }
            let own = self.board.unit(person).side == side;
            let captive = self.piece(person).captive;
            if own && captive {
                let piece = self.piece_mut(person);
                (piece.captive, piece.guard) = (false, None);
                events.push(Event::Freed { unit: person });
            } else if !own && !captive {
                let piece = self.piece_mut(person);
                (piece.captive, piece.guard) = (true, Some(unit));
                events.push(Event::Captured { unit: person, by: unit });
            }
            self.send_captive_away(person, hex, events);
        }
    }

    /// 1.10k: the Queen and the Government by air, German generals by sea.
    fn send_captive_away(&mut self, person: u16, hex: HexId, events: &mut Vec<Event>) {
        let named = &self.board.named;
        let trophy = Some(person) == named.queen || Some(person) == named.government;
        let german = self.board.unit(person).side == Side::German;
        let leaves = self.piece(person).captive
            && (trophy && self.board.airfield_at(hex).is_some()
                || german && self.board.places.harbours.contains(&hex));
        if leaves {
            self.send(person, Spot::Away);
            events.push(Event::SentAway { unit: person });
        }
    }

    /// 1.10g: a captive whose guard is lost gets another from the same hex.
    pub(crate) fn relieve_guards(&mut self) {
        for place in 0..self.board.persons.len() {
            let person = self.board.persons[place];
            let piece = self.piece(person);
            let (captive, guard) = (piece.captive, piece.guard);
            let Some(hex) = self.hex_of(person).filter(|_| captive) else { continue };
            if guard.is_none_or(|guard| self.hex_of(guard) != Some(hex)) {
                let side = self.board.unit(person).side.other();
                let guard = self.soldiers(hex, side).next();
                self.piece_mut(person).guard = guard;
            }
        }
    }

    /// 1.10g: a captive without a guard at the end of his captor's player turn escapes.
    pub(crate) fn unguarded_escape(&mut self, events: &mut Vec<Event>) {
        self.relieve_guards();
        for place in 0..self.board.persons.len() {
            let person = self.board.persons[place];
            let piece = self.piece(person);
            let captor = self.board.unit(person).side.other();
            if piece.captive
                && piece.guard.is_none()
                && captor == self.side
                && matches!(piece.spot, Spot::Hex(_))
            {
                self.piece_mut(person).captive = false;
                events.push(Event::Freed { unit: person });
            }
        }
    }
}
