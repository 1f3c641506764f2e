//! 2.4 and 2.5, seaplanes and paratroops: who is placed where.

use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Side};

use super::action::Action;
use super::descent::Airborne;
use super::event::{Event, Landed, Landing, Way};
use super::ground::{Entry, HexSet};
use super::rules::Step;
use super::state::{Holland, Spot, did};

/// 2.5a: most steps that may be placed in one intended landing hex.
const MOST_STEPS: u8 = 4;

/// Where a seaplane comes down.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Splash {
    pub unit: u16,
}

impl Pending<Holland> for Splash {
    fn decider(self, holland: &Holland) -> Option<Side> {
        Some(holland.side)
    }

    fn subject(self, _: &Holland) -> Option<u16> {
        Some(self.unit)
    }

    fn options(self, holland: &Holland, actions: &mut Vec<Action>) {
        let open = |hex: &HexId| {
            holland.board.cell(*hex).partial && !holland.stands(*hex, holland.side.other())
        };
        actions.extend(holland.board.map.ids().filter(open).map(Action::Splash));
        actions.push(Action::Pass);
    }

    fn play(
        self,
        holland: &mut Holland,
        action: Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        // 2.4a: always on target, without aircraft, fire or table.
        if let Action::Splash(hex) = action {
            holland.landed += 1;
            holland.enter(self.unit, hex, events);
            events.push(Event::Landed(Landed {
                turn: holland.turn,
                unit: self.unit,
                way: Way::Seaplane,
                aim: hex,
                hex: Some(hex),
                die: 0,
                modifier: 0,
                flak: 0,
                result: Landing::OnTarget,
                steps_lost: 0,
                aircraft_lost: 0,
            }));
        }
        holland.ask_seaplane(self.unit + 1);
    }
}

/// Where a unit jumps.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Jump {
    pub unit: u16,
}

impl Pending<Holland> for Jump {
    fn decider(self, holland: &Holland) -> Option<Side> {
        Some(holland.side)
    }

    fn subject(self, _: &Holland) -> Option<u16> {
        Some(self.unit)
    }

    fn options(self, holland: &Holland, actions: &mut Vec<Action>) {
        let head = holland.class(self.unit).is_head();
        let enemy = holland.index.stands[holland.side.other()];
        let closed = holland.overfull_drops(self.unit).or(enemy);
        let (fields, villages) = (holland.board.drops, holland.board.villages);
        let ready = holland.ju52_ready;
        let [full, reduced] = holland.board.heads[0].map(|side| side.points);
        let open = fields.without(closed);
        actions.reserve(open.len());
        if !head || ready >= full {
            open.for_each(|hex| actions.push(Action::Jump(hex)));
        }
        if head && ready >= reduced {
            open.for_each(|hex| actions.push(Action::JumpReduced(hex)));
        }
        if holland.may_jump_specially(self.unit, 0) {
            villages.without(closed).for_each(|hex| actions.push(Action::Jump(hex)));
        }
        if holland.may_jump_specially(self.unit, 1) {
            let stadium = holland.board.places.stadium.filter(|&hex| !closed.contains(hex));
            actions.extend(stadium.map(Action::Jump));
        }
        actions.push(Action::Pass);
    }

    fn play(self, holland: &mut Holland, action: Action, _: &mut dyn Dice, _: &mut Vec<Event>) {
        if let Action::Jump(hex) | Action::JumpReduced(hex) = action {
            let reduced = matches!(action, Action::JumpReduced(_));
            let cost = holland.aircraft_for(self.unit, reduced);
            holland.ju52_ready -= cost;
            let way = if holland.board.cell(hex).terrain.takes_jumpers() {
                Way::Parachute
            } else if Some(hex) == holland.board.places.stadium {
                holland.special_jumps[1] += 1;
                Way::Stadium
            } else {
                holland.special_jumps[0] += 1;
                Way::Village
            };
            let piece = holland.piece_mut(self.unit);
            piece.spot = Spot::Air;
            if reduced {
                piece.steps = 1;
            }
            holland.sky.push(Airborne::new(self.unit, way, hex, 0));
        }
        holland.ask_jump(self.unit + 1);
    }
}

impl Jump {
    /// Whether the unit may jump where others may not (2.5d).
    pub(crate) fn is_special(self, holland: &Holland) -> bool {
        [0, 1].into_iter().any(|which| holland.may_jump_specially(self.unit, which))
    }
}

impl Holland {
    /// Asks the seaplanes, in turn 1 (2.1c).
    pub(crate) fn ask_seaplane(&mut self, from: u16) {
        let waits = |&unit: &u16| {
            self.board.unit(unit).entry == Entry::Seaplane && self.piece(unit).spot == Spot::Pool
        };
        let numbers = from..self.board.units.len() as u16;
        match numbers.into_iter().find(waits).filter(|_| self.turn == 1) {
            Some(unit) => self.wait = Splash { unit }.into(),
            None => self.go(Step::Jumps),
        }
    }

    /// Asks the paratroops, one after the other, by day (2.5g).
    pub(crate) fn ask_jump(&mut self, from: u16) {
        let day = !self.board.night[usize::from(self.turn) - 1];
        let waits = |&unit: &u16| {
            self.board.unit(unit).entry == Entry::Drop
                && self.piece(unit).spot == Spot::Pool
                && self.board.unit(unit).turn <= self.turn
                && !self.has(unit, did::ABORTED)
                && self.aircraft_for(unit, true) <= self.ju52_ready
        };
        let numbers = from..self.board.units.len() as u16;
        match numbers.into_iter().find(waits).filter(|_| day) {
            Some(unit) => self.wait = Jump { unit }.into(),
            None => self.go(Step::Landings),
        }
    }

    /// Ju-52 points that carry a unit (2.3b).
    pub(crate) fn aircraft_for(&self, unit: u16, reduced: bool) -> u8 {
        let kind = match self.class(unit) {
            super::ground::Class::ParadropHead => 0,
            super::ground::Class::AirfieldHead => 1,
            _ => return 1,
        };
        self.board.heads[kind][usize::from(reduced)].points
    }

    /// Intended hexes in which there is no room for a unit (2.5a); supply heads need none (J-2.5a-1).
    fn overfull_drops(&self, unit: u16) -> HexSet {
        let mut full = HexSet::default();
        if self.class(unit).is_head() {
            return full;
        }
        let jumps = |air: &&Airborne| air.way != Way::Airfield && !self.class(air.unit).is_head();
        for air in self.sky.iter().filter(jumps) {
            let there = self.sky.iter().filter(jumps).filter(|other| other.aim == air.aim);
            let steps: u8 = there.map(|other| self.piece(other.unit).steps).sum();
            if steps + self.piece(unit).steps > MOST_STEPS {
                full.insert(air.aim);
            }
        }
        full
    }

    /// 2.1c, 2.5d: platoons that may jump on villages (0) and into the stadium (1), in turn 1.
    fn may_jump_specially(&self, unit: u16, which: usize) -> bool {
        let allowed = [self.board.village_jumpers, self.board.stadium_jumpers][which];
        self.turn == 1 && self.board.unit(unit).is_platoon() && self.special_jumps[which] < allowed
    }
}
