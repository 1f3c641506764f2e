//! Air strikes (Mercury 5.1).

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, HexId, Pending, Side};

use super::action::Action;
use super::counter::{Colour, DivisionId, UnitId};
use super::event::Event;
use super::fire::{Mode, Shot};
use super::ground::{AirSupport, Ground};
use super::rulings::AirSupport as WhenLast;
use super::state::Battle;

/// Air support that is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Air {
    /// Strikes not used yet, one entry a grant of the scenario.
    pub strikes_left: Vec<u8>,
    /// Strikes set down for each turn (S11.0).
    pub planned: Vec<u8>,
}

impl Air {
    /// All that the scenario gives, and nothing set down.
    pub fn at_start(ground: &Ground) -> Air {
        Air {
            strikes_left: ground.air_support.iter().map(|support| support.strikes).collect(),
            planned: alloc::vec![0; ground.calendar.len()],
        }
    }
}

/// Air strikes to place.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct AirStrikes {
    pub side: Side,
    pub left: u8,
    pub within: Option<u8>,
    /// The sheets on which they may fall: bits as in [`Ground::sheets`].
    pub sheets: u32,
}

/// Every sheet.
pub(super) const ANYWHERE: u32 = u32::MAX;

impl Pending<Battle> for AirStrikes {
    fn decider(self, _: &Battle) -> Option<Side> {
        Some(self.side)
    }

    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        actions.extend(battle.air_targets(self).map(Action::AirStrike));
        actions.push(Action::NoAirStrike);
    }

    /// A strike that is placed waits below those still to be placed.
    fn play(self, battle: &mut Battle, action: Action, _: &mut dyn Dice, _: &mut Vec<Event>) {
        battle.frames.pop();
        if let Action::AirStrike(hex) = action {
            battle.first(AirStrike { side: self.side, hex });
            battle.first(AirStrikes { left: self.left - 1, ..self });
        }
    }

    /// They wait to be placed while any is left and a target is in reach; placed ones are resolved after all are placed.
    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        let open = self.left > 0 && battle.air_targets(self).next().is_some();
        if !open {
            battle.frames.pop();
        }
        !open
    }
}

/// An air strike placed on a hex, to be resolved.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct AirStrike {
    pub side: Side,
    pub hex: HexId,
}

impl Pending<Battle> for AirStrike {
    fn decider(self, _: &Battle) -> Option<Side> {
        Some(self.side)
    }

    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        actions.extend(battle.stack(self.hex).map(Action::AirStrikeAt));
    }

    fn play(
        self,
        battle: &mut Battle,
        action: Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        battle.frames.pop();
        if let Action::AirStrikeAt(target) = action {
            battle.air_strike(target, dice, events);
        }
    }

    /// The attacker picks one of several units at this moment (A-5.1-1).
    fn proceed(self, battle: &mut Battle, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        if battle.stack(self.hex).count() > 1 {
            return false;
        }
        battle.frames.pop();
        if let Some(target) = battle.index.stacks[self.hex.index()] {
            battle.air_strike(target, dice, events);
        }
        true
    }
}

impl Battle {
    /// The division's chit brings the air support the scenario gives for this turn.
    pub(super) fn call_air_support(&mut self, division: DivisionId) {
        for grant in (0..self.ground.air_support.len()).rev() {
            let support = self.ground.air_support[grant];
            let due = match self.ground.rulings.air_support {
                WhenLast::WaitsForChit => support.turn <= self.turn,
                WhenLast::Lost => support.turn == self.turn,
            };
            if support.division == division && due && self.air.strikes_left[grant] > 0 {
                let left = self.air.strikes_left[grant];
                self.air.strikes_left[grant] = 0;
                let side = self.ground.divisions[usize::from(division.0)].side;
                let AirSupport { within, sheets, .. } = support;
                self.first(AirStrikes { side, left, within, sheets });
            }
        }
    }

    /// Hexes with an enemy of whose the strikes are, on their sheets, within a distance of one of the own units where
    /// there is a limit.
    fn air_targets(&self, strikes: AirStrikes) -> impl Iterator<Item = HexId> + '_ {
        let AirStrikes { side, within, sheets, .. } = strikes;
        self.ground.map.ids().filter(move |&hex| {
            self.held_by(hex, side.other())
                && self.ground.sheets[hex.index()] & sheets != 0
                && within.is_none_or(|within| {
                    self.on_map(side).any(|(_, at)| self.ground.distance(at, hex) <= within)
                })
        })
    }

    /// The attack itself.
    fn air_strike(&mut self, target: UnitId, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let shot = Shot { firer: None, target, mode: Mode::Air, colour: Colour::White, extra: 0 };
        self.resolve(shot, false, dice, events);
    }

    /// The die of an aircraft, numbered by the strikes its target has suffered under this chit.
    pub(super) fn air_die(&mut self, kind: ChanceKind, target: UnitId, dice: &mut dyn Dice) -> u8 {
        let nth = (self.tally.chits << 8) | u16::from(self.notes[target.index()].struck);
        self.notes[target.index()].struck += 1;
        let chance = Chance { kind, turn: self.turn, who: AIRCRAFT, whom: target.0, nth };
        dice.roll(chance, 10)
    }
}

/// Stands for aircraft among the numbers of those who act.
const AIRCRAFT: u16 = u16::MAX;
