//! Stacking limitations (V.C): who is removed from an overfull hex.

use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Side};

use super::action::Action;
use super::aftermath::Settle;
use super::event::Event;
use super::rules::Step;
use super::state::{AirAssault, Cause};

/// Who is removed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cull {
    side: Side,
    hex: HexId,
    /// The step that goes on; none while a fight is settled.
    then: Option<Step>,
}

impl Pending<AirAssault> for Cull {
    fn decider(self, _: &AirAssault) -> Option<Side> {
        Some(self.side)
    }

    fn options(self, game: &AirAssault, actions: &mut Vec<Action>) {
        let counted = game.of(self.side, self.hex).filter(|&unit| game.unit(unit).stacking > 0);
        actions.extend(counted.map(Action::Lose));
    }

    fn play(
        self,
        game: &mut AirAssault,
        action: Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        if let Action::Lose(unit) = action {
            game.destroy(unit, Cause::Overstack, events);
        }
        if game.stack(self.side, self.hex) <= game.board.stacking {
            match self.then {
                Some(step) => game.clear_overfull(step),
                None => game.wait = Settle.into(),
            }
        }
    }
}

impl AirAssault {
    /// V.C.1, V.C.4: the side to move clears its overfull hexes.
    pub(crate) fn clear_overfull(&mut self, then: Step) {
        let side = self.side;
        let over = |hex: &HexId| self.stack(side, *hex) > self.board.stacking;
        match self.hexes_of(side).iter().find(over) {
            Some(hex) => self.wait = Cull { side, hex, then: Some(then) }.into(),
            None => self.go(then),
        }
    }

    /// V.F.10.c: a retreat made a hex overfull.
    pub(crate) fn cull_after_retreat(&mut self, side: Side, hex: HexId) -> bool {
        let over = self.stack(side, hex) > self.board.stacking;
        if over {
            self.wait = Cull { side, hex, then: None }.into();
        }
        over
    }
}
