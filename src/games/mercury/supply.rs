//! Supply of each side's forces, by groups of map sheets (Mercury S4.0).

use alloc::string::String;
use alloc::vec::Vec;

use engine::{BySide, Chance, ChanceKind, Dice, HexId, Side};

use super::counter::UnitId;
use super::event::Event;
use super::ids::ObjectiveId;
use super::rulings::{Level, SupplyRoll};
use super::state::Battle;

const SUPPLY: ChanceKind = ChanceKind::new("supply");

/// Groups of sheets there can be, each with a track of its own a side.
pub const MOST_GROUPS: usize = 4;

/// Level of each side in each group of sheets.
pub(super) type Levels = [BySide<Level>; MOST_GROUPS];

/// Everybody fully supplied.
pub(super) const FULL: Levels = [BySide { german: Level::Full, allied: Level::Full }; MOST_GROUPS];

/// When supply is determined, and what keeps it up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supply {
    /// First turn with a roll.
    pub from: u16,
    /// A die up to this brings supplies.
    pub arrives: u8,
    /// A die from this on makes supply worse.
    pub worsens: u8,
    /// How each side is supplied at the start.
    pub start: BySide<Level>,
    /// The groups of sheets that share a track.
    pub groups: Vec<SupplyGroup>,
    /// The group of each hex, by the number of the hex.
    pub group_of: Vec<u8>,
}

/// Sheets that share a supply track.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SupplyGroup {
    /// Its name.
    pub name: String,
    /// Numbers of the objectives without all of which Allied supply cannot improve: its ports.
    pub ports: Vec<ObjectiveId>,
    /// Numbers of the objectives that make each airfield: while the Germans hold all of one, their supply cannot
    /// worsen.
    pub airfields: Vec<Vec<ObjectiveId>>,
}

impl Level {
    fn better(self) -> Level {
        Level::ALL[(self as usize).saturating_sub(1)]
    }

    fn worse(self) -> Level {
        Level::ALL[(self as usize + 1).min(3)]
    }
}

impl Supply {
    /// The level of each side in each group at the start.
    pub(super) fn at_start(&self) -> Levels {
        [self.start; MOST_GROUPS]
    }

    #[inline]
    fn group(&self, hex: HexId) -> usize {
        usize::from(self.group_of[hex.index()])
    }
}

impl Battle {
    /// Step C: each side rolls for its supply on each group of sheets (S4.0).
    pub(super) fn determine_supply(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let ground = alloc::sync::Arc::clone(&self.ground);
        let Some(terms) = &ground.supply else { return };
        // A-S4-1: every turn from the first one on, or each night.
        let nightly = ground.rulings.supply_roll == SupplyRoll::EachNight;
        if self.turn < terms.from || (nightly && !ground.night(self.turn)) {
            return;
        }
        for (number, group) in (0u8..).zip(&terms.groups) {
            for side in [Side::German, Side::Allied] {
                self.roll_supply(side, number, terms, group, dice, events);
            }
        }
        self.stamps.mark_all();
    }

    fn roll_supply(
        &mut self,
        side: Side,
        number: u8,
        terms: &Supply,
        group: &SupplyGroup,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let (who, whom) = (u16::from(side == Side::Allied), u16::from(number));
        let die = dice.roll(Chance { kind: SUPPLY, turn: self.turn, who, whom, nth: 0 }, 10);
        let holds = |objective: &ObjectiveId| self.control[objective.index()] == side;
        let level = self.supply[usize::from(number)][side];
        let cut_off = side == Side::Allied && !group.ports.iter().any(holds);
        let flown_in =
            side == Side::German && group.airfields.iter().any(|field| field.iter().all(holds));
        let now = if die <= terms.arrives && !cut_off {
            level.better()
        } else if die >= terms.worsens && !flown_in {
            level.worse()
        } else {
            level
        };
        self.supply[usize::from(number)][side] = now;
        events.push(Event::Supply { side, group: number, die, level: now });
        if side == Side::Allied {
            self.supply_saps_morale(number, now, events);
        }
    }

    /// How a unit is supplied, by the group of sheets that it stands on; Greeks are not affected (S4.0). Who has not come
    /// yet is supplied as on the first group.
    pub(super) fn supplied(&self, unit: UnitId) -> Level {
        let counter = self.counter(unit);
        match &self.ground.supply {
            Some(terms) if !counter.greek => {
                let group = self.hex(unit).map_or(0, |hex| terms.group(hex));
                self.supply[group][counter.side]
            }
            _ => Level::Full,
        }
    }

    /// The name of a group of sheets with a supply track.
    pub(super) fn supply_group(&self, group: u8) -> Option<&str> {
        let groups = &self.ground.supply.as_ref()?.groups;
        (groups.len() > 1).then(|| groups[usize::from(group)].name.as_str())
    }
}
