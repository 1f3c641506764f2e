//! Bridges: demolition and repair (8.2, 8.3, 12.3, 12.4). Market-Garden only.

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, HexId, Pending, Side};

use super::action::Action;
use super::chronicle::Event;
use super::ground::{Corps, Crossing};
use super::movement::Way;
use super::rules::Race;
use super::rulings::{BridgeDemolition, LastMinute};
use super::sets::Bits;

const DEMOLITION: ChanceKind = ChanceKind::new("demolition");
const LAST_MINUTE: ChanceKind = ChanceKind::new("last-minute demolition");
const REPAIR: ChanceKind = ChanceKind::new("bridge repair");

/// Whether the Germans try to blow the bridge being entered (12.3.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct BlowBridge;

impl Pending<Race> for BlowBridge {
    fn decider(self, _: &Race) -> Option<Side> {
        Some(Side::German)
    }

    fn options(self, _: &Race, actions: &mut Vec<Action>) {
        actions.extend([Action::Blow, Action::Spare]);
    }

    fn play(self, race: &mut Race, action: Action, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        match action {
            Action::Blow => race.blow_at_last_minute(dice, events),
            _ => race.errand_goes_on(dice, events),
        }
    }
}

/// Whether the Allies use their boats (12.4).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Boats;

impl Pending<Race> for Boats {
    fn decider(self, _: &Race) -> Option<Side> {
        Some(Side::Allied)
    }

    fn options(self, _: &Race, actions: &mut Vec<Action>) {
        actions.extend([Action::Boats, Action::NoBoats]);
    }

    fn play(self, race: &mut Race, action: Action, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        match action {
            Action::Boats => race.cross_by_boat(dice, events),
            _ => race.bridge_lost(events),
        }
    }
}

impl Race {
    fn bridge_die(&self, kind: ChanceKind, hex: HexId, nth: u8, dice: &mut dyn Dice) -> u8 {
        let chance = Chance {
            kind,
            turn: u16::from(self.turn),
            who: u16::from(self.impulse),
            whom: hex.0,
            nth: u16::from(nth),
        };
        dice.roll(chance, 6) + 1
    }

    /// Sole actions on bridges.
    pub(crate) fn list_bridge_orders(&self, actions: &mut Vec<Action>) {
        if self.board.mercury() {
            return;
        }
        match self.side {
            Side::German => {
                let standing = self.board.canals.without(self.down);
                let ripe = standing.iter().filter(|&hex| self.ripe(hex));
                actions.extend(ripe.map(Action::Demolish));
            }
            Side::Allied if self.board.options.advanced_bridges => {
                let manned = self.down.iter().filter(|&hex| self.builders(hex) != 0);
                actions.extend(manned.map(Action::Repair));
            }
            Side::Allied => {}
        }
    }

    /// 8.2, WG-8.2-1: Allied units next to the bridge, none in its hex.
    fn ripe(&self, hex: HexId) -> bool {
        let inside = self.here(hex, Side::Allied) != 0;
        let beside = self.beside(hex, Side::Allied);
        match self.board.rulings.bridge_demolition {
            BridgeDemolition::AdjacentOnly => beside && !inside,
            BridgeDemolition::AdjacentOrIn => beside || inside,
        }
    }

    /// Allied units in a hex that are not airborne (8.3, 12.3.2).
    fn builders(&self, hex: HexId) -> u128 {
        Bits(self.here(hex, Side::Allied))
            .filter(|&unit| !self.board.unit(unit).airborne())
            .fold(0, |set, unit| set | 1 << unit)
    }

    /// 8.2: 3-6 succeeds.
    pub(crate) fn demolish(&mut self, hex: HexId, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let die = self.bridge_die(DEMOLITION, hex, 0, dice);
        let blown = die >= 3;
        events.push(Event::Demolition { hex, die, blown });
        if blown {
            self.down.insert(hex);
            self.pave_around(hex);
        }
    }

    /// 8.3: at the start of a turn, with a supplied unit that is not airborne in the hex.
    pub(crate) fn repair_in_supply(&mut self, events: &mut Vec<Event>) {
        let by_die_only =
            self.board.options.advanced_bridges && self.board.rulings.advanced_repair_only;
        if self.down.is_empty() || by_die_only {
            return;
        }
        let lines = self.supply_lines(Side::Allied);
        for hex in self.down.iter() {
            if Bits(self.builders(hex)).any(|unit| self.supplied(unit, &lines)) {
                self.rebuild(hex, events);
            }
        }
    }

    fn rebuild(&mut self, hex: HexId, events: &mut Vec<Event>) {
        self.down.remove(hex);
        self.support.repair_begun.remove(hex);
        self.pave_around(hex);
        events.push(Event::Repaired { hex });
    }

    /// 12.3.2: 5-6 succeeds, +2 after a failure there.
    pub(crate) fn try_repair(&mut self, hex: HexId, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let modifier = if self.support.repair_begun.contains(hex) { 2 } else { 0 };
        let die = self.bridge_die(REPAIR, hex, 0, dice);
        events.push(Event::RepairTried { hex, die, modifier });
        if die + modifier >= 5 {
            self.rebuild(hex, events);
        } else {
            self.support.repair_begun.insert(hex);
        }
    }

    /// 12.3.1: whether the Germans may try to blow bridges before a unit at all.
    pub(crate) fn may_be_charged(&self, unit: u8) -> bool {
        self.board.options.advanced_bridges && self.board.unit(unit).side == Side::Allied
    }

    /// 12.3.1: whether the Germans may try to blow a bridge as a unit enters its hex.
    pub(crate) fn last_minute_chance(&self, unit: u8, hex: HexId) -> bool {
        let bridge = matches!(self.board.ground(hex).crossing, Crossing::Canal | Crossing::River);
        let tried = self.board.rulings.last_minute == LastMinute::Once
            && self.support.bridges_tried.contains(hex);
        self.may_be_charged(unit) && bridge && !self.down.contains(hex) && !tried
    }

    /// The die of 12.3.1: 5-6 succeeds, unless boats save the crossing (12.4).
    fn blow_at_last_minute(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let Some(hex) = self.errand.bridge else { return };
        let unit = self.errand.unit;
        self.support.bridges_tried.insert(hex);
        let die = self.bridge_die(LAST_MINUTE, hex, unit, dice);
        let blown = die >= 5;
        events.push(Event::Demolition { hex, die, blown });
        if !blown {
            self.errand_goes_on(dice, events);
            return;
        }
        // "At least one of the advancing units" must be XXX Corps: the unit that enters.
        let xxx = self.board.unit(unit).corps == Corps::Xxx;
        if self.board.options.boat_crossing && !self.support.boats_used && xxx {
            self.phase = Boats.into();
        } else {
            self.bridge_lost(events);
        }
    }

    /// 12.4: once a turn the demolition is negated.
    fn cross_by_boat(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        self.support.boats_used = true;
        if let Some(hex) = self.errand.bridge {
            events.push(Event::Boats { hex });
        }
        self.errand_goes_on(dice, events);
    }

    /// The bridge is gone; the unit stands in its hex and its move ends (WG-12.3.1-1).
    fn bridge_lost(&mut self, events: &mut Vec<Event>) {
        if let Some(hex) = self.errand.bridge {
            self.down.insert(hex);
            self.pave_around(hex);
        }
        match self.errand.kind {
            Way::Retreat(left) => self.retreat_on(left, events),
            Way::March | Way::Advance(_) => self.errand_ends(events),
        }
    }
}
