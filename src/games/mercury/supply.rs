//! Supply of each side's forces on the map (Mercury S4.0).

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, Side};

use super::counter::UnitId;
use super::event::Event;
use super::rulings::SupplyRoll;
use super::state::Battle;

const SUPPLY: ChanceKind = ChanceKind::new("supply");
/// A die up to this brings supplies, and one from that on wears them down (S4.0).
const ARRIVES: u8 = 1;
const WORSENS: u8 = 7;

/// When supply is determined, and what keeps it up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supply {
    /// First turn with a roll.
    pub from: u16,
    /// Number of the objective without which Allied supply cannot improve.
    pub port: u8,
    /// Numbers of the objectives that make the airfield: while the Germans hold them all, their supply
    /// cannot worsen.
    pub airfield: Vec<u8>,
}

/// How well a side is supplied.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// No effect.
    Full,
    /// No effect.
    Reduced,
    /// Troop quality 1 lower.
    Diminished,
    /// Troop quality 2 and fire ratings 1 lower.
    Emergency,
}

impl Level {
    const ALL: [Level; 4] = [Level::Full, Level::Reduced, Level::Diminished, Level::Emergency];

    /// Added to troop quality.
    fn quality(self) -> i8 {
        match self {
            Level::Full | Level::Reduced => 0,
            Level::Diminished => -1,
            Level::Emergency => -2,
        }
    }

    /// The level in words.
    pub fn word(self) -> &'static str {
        match self {
            Level::Full => "full supply",
            Level::Reduced => "reduced supply",
            Level::Diminished => "diminished supply",
            Level::Emergency => "emergency supply",
        }
    }

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
            let holds = |objective: u8| self.control[usize::from(objective)] == side;
            let level = self.supply[side];
            let cut_off = side == Side::Allied && !holds(terms.port);
            let flown_in = side == Side::German && terms.airfield.iter().all(|&hex| holds(hex));
            let now = match die {
                ..=ARRIVES if !cut_off => level.better(),
                WORSENS.. if !flown_in => level.worse(),
                _ => level,
            };
            self.supply[side] = now;
            events.push(Event::Supply { side, die, level: now });
        }
    }

    /// What supply adds to the troop quality of a unit; Greeks are not affected (S4.0).
    pub(super) fn supply_quality(&self, unit: UnitId) -> i8 {
        let counter = self.counter(unit);
        if counter.greek { 0 } else { self.supply[counter.side].quality() }
    }

    /// What supply adds to a unit's fire rating.
    pub(super) fn supply_fire(&self, unit: UnitId) -> i8 {
        let counter = self.counter(unit);
        -i8::from(!counter.greek && self.supply[counter.side] == Level::Emergency)
    }
}
