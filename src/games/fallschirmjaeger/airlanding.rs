//! 2.6, air landing: who is placed at which airfield.

use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Side};
use smallvec::SmallVec;

use super::action::Action;
use super::descent::Airborne;
use super::event::{Event, Way};
use super::ground::{Class, Entry};
use super::state::{Holland, Spot, did};

/// Who lands at which airfield.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct LandNext;

impl Pending<Holland> for LandNext {
    fn decider(self, holland: &Holland) -> Option<Side> {
        Some(holland.side)
    }

    fn options(self, holland: &Holland, actions: &mut Vec<Action>) {
        for unit in holland.air_landers() {
            let head = holland.class(unit) == Class::AirfieldHead;
            for (number, field) in holland.board.airfields.iter().enumerate() {
                // 2.7b: a head lands at its own airfield alone.
                if !holland.field_open(number) || head && field.head != Some(unit) {
                    continue;
                }
                if holland.field_takes(number, unit, false) {
                    actions.push(Action::Land(unit, field.hex));
                }
                if head && holland.field_takes(number, unit, true) {
                    actions.push(Action::LandReduced(unit, field.hex));
                }
            }
        }
        actions.push(Action::Pass);
    }

    fn play(self, holland: &mut Holland, action: Action, _: &mut dyn Dice, _: &mut Vec<Event>) {
        match action {
            Action::Land(unit, hex) | Action::LandReduced(unit, hex) => {
                holland.take_off(unit, hex, matches!(action, Action::LandReduced(..)));
                holland.ask_landing();
            }
            _ => holland.after_landings(),
        }
    }
}

impl Holland {
    /// Asks who lands next, by day; when nobody can, those in the air come down.
    pub(crate) fn ask_landing(&mut self) {
        let day = !self.board.night[usize::from(self.turn) - 1];
        let open = (0..self.board.airfields.len()).any(|field| self.field_open(field));
        self.wait = LandNext.into();
        let mut options = Vec::new();
        if day && open {
            LandNext.options(self, &mut options);
        }
        if options.len() < 2 {
            self.after_landings();
        }
    }

    /// Whether an airfield can be landed at: free of enemies (2.6), and by a switch controlled (J-2.6-1).
    pub(crate) fn field_open(&self, field: usize) -> bool {
        let hex = self.board.airfields[field].hex;
        !self.stands(hex, self.side.other())
            && (!self.board.rulings.landing_needs_control || self.german_held.contains(hex))
    }

    /// Whether an airfield and the aircraft have room for a unit (2.3b, 2.6a).
    fn field_takes(&self, field: usize, unit: u16, reduced: bool) -> bool {
        let cost = self.aircraft_for(unit, reduced);
        let traffic = self.traffic[field].saturating_add(cost);
        cost <= self.ju52_ready && traffic <= self.board.airfields[field].most
    }

    /// Those who could land, one of each kind that is printed alike.
    fn air_landers(&self) -> SmallVec<[u16; 16]> {
        let mut landers: SmallVec<[u16; 16]> = SmallVec::new();
        for unit in self.board.numbers() {
            let kind = self.board.unit(unit);
            let comes = matches!(kind.entry, Entry::Drop | Entry::Landing | Entry::Reserve)
                && kind.class != Class::ParadropHead;
            if comes
                && self.piece(unit).spot == Spot::Pool
                && kind.turn <= self.turn
                && !self.has(unit, did::ABORTED)
                && !landers.iter().any(|&other| self.board.unit(other).twin == kind.twin)
            {
                landers.push(unit);
            }
        }
        landers
    }

    fn take_off(&mut self, unit: u16, hex: HexId, reduced: bool) {
        let cost = self.aircraft_for(unit, reduced);
        let field = self.board.airfield_at(hex).unwrap_or_default();
        self.ju52_ready -= cost;
        self.traffic[field] += cost;
        let piece = self.piece_mut(unit);
        piece.spot = Spot::Air;
        if reduced {
            piece.steps = 1;
        }
        self.sky.push(Airborne::new(unit, Way::Airfield, hex, field as u8));
    }

    /// 5.2, J-5.2-4: the reserve may land once the Germans hold its airfield and everybody else has been sent.
    pub(crate) fn release_reserve(&mut self, events: &mut Vec<Event>) {
        let Some(field) = self.board.reserve else { return };
        let held = self.holds_field(usize::from(field));
        let mut waits = false;
        let mut due = Vec::new();
        for unit in self.board.numbers() {
            let kind = self.board.unit(unit);
            match (kind.entry, self.piece(unit).spot) {
                (Entry::Drop | Entry::Landing, Spot::Pool) if !kind.class.is_head() => waits = true,
                (Entry::Reserve, Spot::Later) => due.push(unit),
                _ => {}
            }
        }
        if held && !waits && !due.is_empty() {
            for unit in due {
                self.piece_mut(unit).spot = Spot::Pool;
            }
            events.push(Event::Released);
        }
    }
}
