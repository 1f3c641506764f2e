//! 2.9, bridges laid by the engineers of the Panzer Division.

use alloc::vec::Vec;

use engine::{Direction, HexId, Side};

use super::action::Action;
use super::event::Event;
use super::ground::{Class, Troops};
use super::rules::Step;
use super::state::{Holland, Laid, Spot, did};

impl Holland {
    /// Whether a hexside has a bridge that was laid, and is finished.
    pub(crate) fn laid_over(&self, from: HexId, way: Direction) -> bool {
        let to = self.board.cell(from).near[way.index()];
        self.laid.iter().any(|laid| {
            laid.by.is_none()
                && (laid.from == from && laid.way == way
                    || Some(laid.from) == to && laid.way == way.opposite())
        })
    }

    /// Whether water or a red line bars a hexside without a bridge.
    pub(crate) fn barred(&self, from: HexId, way: Direction) -> bool {
        let cell = self.board.cell(from);
        let bit = way.bit();
        cell.barred & bit != 0 && cell.bridged & bit == 0 && !self.laid_over(from, way)
    }

    /// The bridges that can be begun now (2.9b): in the German Movement Phase, by an engineer who has not moved, is in no
    /// enemy zone and under no standing barrage.
    pub(crate) fn bridges_to_begin(&self, actions: &mut Vec<Action>) {
        if self.side != Side::German || self.step != Step::Movement {
            return;
        }
        let ready =
            |&unit: &u16| self.class(unit) == Class::Bridge && self.piece(unit).spot == Spot::Pool;
        if !self.board.numbers().any(|unit| ready(&unit)) {
            return;
        }
        for unit in self.board.numbers() {
            let kind = self.board.unit(unit);
            let engineer = kind.troops == Troops::Panzer
                && kind.class == Class::Engineer
                && (kind.steps == 1 || self.board.rulings.pio_companies_bridge);
            let Some(hex) = self.hex_of(unit).filter(|_| engineer) else { continue };
            if self.has(unit, did::MOVED) || !self.can_bridge(unit, hex) {
                continue;
            }
            for (way, _) in self.board.near(hex) {
                if self.board.cell(hex).canal & way.bit() != 0 && self.barred(hex, way) {
                    actions.push(Action::Build(unit, way));
                }
            }
        }
    }

    fn can_bridge(&self, unit: u16, hex: HexId) -> bool {
        let side = self.board.unit(unit).side;
        !self.piece(unit).dg && !self.zone(hex, side.other()) && !self.under_standing(hex, side)
    }

    pub(crate) fn begin_bridge(&mut self, unit: u16, way: Direction, events: &mut Vec<Event>) {
        let spare = self.board.numbers().find(|&bridge| {
            self.class(bridge) == Class::Bridge && self.piece(bridge).spot == Spot::Pool
        });
        let (Some(bridge), Some(from)) = (spare, self.hex_of(unit)) else { return };
        self.piece_mut(bridge).spot = Spot::Away;
        self.piece_mut(unit).did |= did::MOVED;
        self.laid.push(Laid { bridge, from, way, by: Some(unit) });
        if let Some(to) = self.board.cell(from).near[way.index()] {
            events.push(Event::BridgeBegun { unit, from, to });
        }
    }

    /// 2.9b: at the start of the next German Movement Phase a bridge is finished if its engineer still can lay it.
    pub(crate) fn finish_bridges(&mut self, events: &mut Vec<Event>) {
        for place in 0..self.laid.len() {
            let Laid { from, way, by, .. } = self.laid[place];
            let done = by
                .is_some_and(|unit| self.hex_of(unit) == Some(from) && self.can_bridge(unit, from));
            if done {
                self.laid[place].by = None;
                if let Some(to) = self.board.cell(from).near[way.index()] {
                    events.push(Event::BridgeLaid { from, to });
                }
            }
        }
    }

    /// 2.9b, J-2.9b-1: a bridge whose engineer leaves or is lost is lost.
    pub(crate) fn check_bridging(&mut self, events: &mut Vec<Event>) {
        let mut place = 0;
        while place < self.laid.len() {
            let Laid { bridge, from, by, .. } = self.laid[place];
            if by.is_some_and(|unit| self.hex_of(unit) != Some(from)) {
                self.laid.remove(place);
                self.piece_mut(bridge).spot = Spot::Gone;
                events.push(Event::BridgeLost { bridge });
            } else {
                place += 1;
            }
        }
    }
}
