//! Supply of each side's forces on the map (Mercury S4.0).

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, Side};

use super::counter::UnitId;
use super::event::Event;
use super::ids::ObjectiveId;
use super::rulings::{Level, SupplyRoll};
use super::state::Battle;

const SUPPLY: ChanceKind = ChanceKind::new("supply");

/// When supply is determined, and what keeps it up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supply {
    /// First turn with a roll.
    pub from: u16,
    /// A die up to this brings supplies.
    pub arrives: u8,
    /// A die from this on makes supply worse.
    pub worsens: u8,
    /// Number of the objective without which Allied supply cannot improve.
    pub port: ObjectiveId,
    /// Numbers of the objectives that make the airfield: while the Germans hold them all, their supply
    /// cannot worsen.
    pub airfield: Vec<ObjectiveId>,
}

impl Level {
    fn better(self) -> Level {
        Level::ALL[(self as usize).saturating_sub(1)]
    }

    fn worse(self) -> Level {
        Level::ALL[(self as usize + 1).min(3)]
    }
}

impl Battle {
    /// Step C: each side rolls for its supply on the map (S4.0).
    pub(super) fn determine_supply(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let ground = alloc::sync::Arc::clone(&self.ground);
        let Some(terms) = &ground.supply else { return };
        // A-S4-1: every turn from the first one on, or each night.
        let nightly = ground.rulings.supply_roll == SupplyRoll::EachNight;
        if self.turn < terms.from || (nightly && !ground.night(self.turn)) {
            return;
        }
        for side in [Side::German, Side::Allied] {
            let who = u16::from(side == Side::Allied);
            let chance = Chance { kind: SUPPLY, turn: self.turn, who, whom: 0, nth: 0 };
            let die = dice.roll(chance, 10);
            let holds = |objective: ObjectiveId| self.control[objective.index()] == side;
            let level = self.supply[side];
            let cut_off = side == Side::Allied && !holds(terms.port);
            let flown_in = side == Side::German && terms.airfield.iter().all(|&hex| holds(hex));
            let now = if die <= terms.arrives && !cut_off {
                level.better()
            } else if die >= terms.worsens && !flown_in {
                level.worse()
            } else {
                level
            };
            self.supply[side] = now;
            self.stamps.mark_all();
            events.push(Event::Supply { side, die, level: now });
        }
    }

    /// How a unit is supplied; Greeks are not affected (S4.0).
    pub(super) fn supplied(&self, unit: UnitId) -> Level {
        let counter = self.counter(unit);
        if self.ground.supply.is_none() || counter.greek {
            Level::Full
        } else {
            self.supply[counter.side]
        }
    }
}
