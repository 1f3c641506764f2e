//! Air strikes (Mercury 5.1).

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, HexId, Side};

use super::action::Action;
use super::counter::{Colour, DivisionId, UnitId};
use super::event::Event;
use super::fire::{Mode, Shot};
use super::rulings::AirSupport;
use super::sequence::Frame;
use super::state::Battle;

impl Battle {
    /// The division's chit brings the air support the scenario gives for this turn.
    pub(super) fn call_air_support(&mut self, division: DivisionId) {
        for grant in (0..self.ground.air_support.len()).rev() {
            let support = self.ground.air_support[grant];
            let due = match self.ground.rulings.air_support {
                AirSupport::WaitsForChit => support.turn <= self.turn,
                AirSupport::Lost => support.turn == self.turn,
            };
            if support.division == division && due && self.strikes_left[grant] > 0 {
                let left = self.strikes_left[grant];
                self.strikes_left[grant] = 0;
                let side = self.ground.divisions[usize::from(division.0)].side;
                self.frames.push(Frame::AirStrikes { side, left, within: support.within });
            }
        }
    }

    /// Strikes wait to be placed while any is left and a target is in reach; placed ones are
    /// resolved after all are placed.
    pub(super) fn air_strikes_proceed(&mut self, side: Side, left: u8, within: Option<u8>) -> bool {
        if left > 0 && self.air_targets(side, within).next().is_some() {
            return false;
        }
        self.frames.pop();
        true
    }

    /// Hexes with an enemy of `side`, within a distance of one of its own units where there is a limit.
    pub(super) fn air_targets(
        &self,
        side: Side,
        within: Option<u8>,
    ) -> impl Iterator<Item = HexId> + '_ {
        self.ground.map.ids().filter(move |&hex| {
            self.held_by(hex, side.other())
                && within.is_none_or(|within| {
                    self.on_map(side).any(|(_, at)| self.ground.distance(at, hex) <= within)
                })
        })
    }

    /// Places a strike: it waits below the frame that places them.
    pub(super) fn place_air_strike(
        &mut self,
        side: Side,
        left: u8,
        within: Option<u8>,
        hex: HexId,
    ) {
        self.frames.pop();
        self.frames.push(Frame::AirStrike { side, hex });
        self.frames.push(Frame::AirStrikes { side, left: left - 1, within });
    }

    /// A strike is resolved; the attacker picks one of several units at this moment (A-5.1-1).
    pub(super) fn air_strike_proceeds(
        &mut self,
        hex: HexId,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) -> bool {
        if self.stack(hex).count() > 1 {
            return false;
        }
        self.frames.pop();
        if let Some(target) = self.stacks[hex.index()] {
            self.air_strike(target, dice, events);
        }
        true
    }

    /// Options among several units of the hex.
    pub(super) fn air_strike_options(&self, hex: HexId, actions: &mut Vec<Action>) {
        actions.extend(self.stack(hex).map(Action::AirStrikeAt));
    }

    /// The attack itself.
    pub(super) fn air_strike(
        &mut self,
        target: UnitId,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let shot = Shot { firer: None, target, mode: Mode::Air, colour: Colour::White, extra: 0 };
        self.resolve(shot, false, dice, events);
    }

    /// The die of an aircraft, numbered by the strikes its target has suffered under this chit.
    pub(super) fn air_die(&mut self, kind: ChanceKind, target: UnitId, dice: &mut dyn Dice) -> u8 {
        let nth = (self.tally.chits << 8) | u16::from(self.unit(target).struck);
        self.notes_mut(target).struck += 1;
        let chance = Chance { kind, turn: self.turn, who: AIRCRAFT, whom: target.0, nth };
        dice.roll(chance, 10)
    }
}

/// Stands for aircraft among the numbers of those who act.
const AIRCRAFT: u16 = u16::MAX;
