//! The end of a turn: surrender and refit (9.4-9.6).

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, Pending, Side};

use super::action::Action;
use super::chronicle::Event;
use super::ground::Entry;
use super::phase::Phase;
use super::rules::{Cause, Race};
use super::rulings::SurrenderFrom;
use super::sets::Bits;

const SURRENDER: ChanceKind = ChanceKind::new("surrender");
const RESUPPLY: ChanceKind = ChanceKind::new("resupply");

/// Steps of the refit of Market-Garden, in order.
const GERMAN_INFANTRY: u8 = 0;
const GERMAN_ARMOR: u8 = 1;
const GERMAN_OSS: u8 = 2;
const ALLIED_AIRBORNE: u8 = 3;
const ALLIED_INFANTRY: u8 = 4;
const ALLIED_ARMOR: u8 = 5;
const ALLIED_OSS: u8 = 6;
/// Steps of the refit of Mercury: one for each box, then the Allies.
const ALLIED_RESUPPLY: u8 = 3;
/// Steps of either.
const STEPS: u8 = 7;

/// Results of the Sea Resupply Table, by the modified die (Mercury 9.4.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Resupply {
    /// 1-2: no refit, and a naval marker is lost.
    Intercepted,
    /// 3-4: no refit.
    Aborted,
    /// 5-6: a refit point.
    Success,
}

impl Resupply {
    pub(crate) const fn of(die: i8) -> Resupply {
        match die {
            ..=2 => Resupply::Intercepted,
            3 | 4 => Resupply::Aborted,
            5.. => Resupply::Success,
        }
    }

    /// The table's words.
    pub const fn word(self) -> &'static str {
        match self {
            Resupply::Intercepted => "intercepted",
            Resupply::Aborted => "aborted",
            Resupply::Success => "success",
        }
    }
}

/// Who is refitted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Refit {
    /// Step of the refit.
    pub step: u8,
    /// Points spent of a step that has several.
    pub spent: u8,
}

impl Refit {
    fn next(self) -> Phase {
        Refit { step: self.step + 1, spent: 0 }.into()
    }

    fn serve(self, race: &mut Race, unit: u8, events: &mut Vec<Event>) {
        race.mend(unit, events);
        race.phase = self.next();
    }
}

impl Pending<Race> for Refit {
    fn decider(self, race: &Race) -> Option<Side> {
        Some(race.refit_side(self.step))
    }

    fn options(self, race: &Race, actions: &mut Vec<Action>) {
        actions.extend(Bits(race.refittable(self.step)).map(Action::Refit));
    }

    fn play(self, race: &mut Race, action: Action, _: &mut dyn Dice, events: &mut Vec<Event>) {
        if let Action::Refit(unit) = action {
            self.serve(race, unit, events);
        }
    }

    fn proceed(self, race: &mut Race, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        let Refit { step, spent } = self;
        if step >= STEPS {
            race.index.mendable = 0;
            if !race.board.rulings.surrender_before_refit {
                race.surrenders(dice, events);
            }
            race.close_turn(dice, events);
            return true;
        }
        // `spent` keeps a die from being rolled twice for one step.
        let units =
            if spent > 0 || race.has_point(step, dice, events) { race.refittable(step) } else { 0 };
        match units.count_ones() {
            0 => race.phase = self.next(),
            1 => self.serve(race, units.trailing_zeros() as u8, events),
            _ => {
                race.phase = Refit { step, spent: 1 }.into();
                return false;
            }
        }
        true
    }
}

impl Race {
    /// After impulse D and the look for an automatic victory (W-9.0-1).
    pub(crate) fn begin_turn_end(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        if self.board.rulings.surrender_before_refit {
            self.surrenders(dice, events);
        }
        // Nobody moves while units refit: supply is traced once.
        self.index.mendable = self.damaged_in_supply();
        // 9.5.1: every supplied Allied unit on the map.
        if !self.board.mercury() && self.turn == 0 {
            for unit in Bits(self.on_map(Side::Allied) & self.index.mendable) {
                self.mend(unit, events);
            }
        }
        self.phase = Refit { step: 0, spent: 0 }.into();
    }

    /// 9.6.1, Mercury 9.5.1.
    fn surrenders(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let early =
            !self.board.mercury() && self.board.rulings.surrender_from == SurrenderFrom::Third;
        if self.turn < if early { 2 } else { 3 } {
            return;
        }
        for side in Side::BOTH {
            if !self.board.mercury() && side == Side::German {
                continue;
            }
            let bound = |unit: &u8| self.board.mercury() || self.board.unit(*unit).airborne();
            let bound = Bits(self.on_map(side)).filter(bound);
            let bound = bound.fold(0, |set, unit| set | 1 << unit);
            let lines = self.supply_lines_for(side, bound);
            for unit in Bits(bound) {
                if self.supplied(unit, &lines) {
                    continue;
                }
                let chance = Chance {
                    kind: SURRENDER,
                    turn: u16::from(self.turn),
                    who: u16::from(unit),
                    whom: 0,
                    nth: 0,
                };
                let die = dice.roll(chance, 6) + 1;
                events.push(Event::SurrenderRolled { unit, die });
                match die {
                    ..=2 => self.remove(unit, Cause::Surrender, events),
                    3 | 4 => self.hurt(unit, 1, Cause::Surrender, events),
                    5.. => {}
                }
            }
        }
    }

    /// Whose units a step of the refit serves.
    fn refit_side(&self, step: u8) -> Side {
        let first_allied = if self.board.mercury() { ALLIED_RESUPPLY } else { ALLIED_AIRBORNE };
        if step < first_allied { Side::German } else { Side::Allied }
    }

    /// Units on the map with damage on them.
    fn damaged(&self, side: Side) -> u128 {
        Bits(self.on_map(side))
            .filter(|&unit| self.pieces[usize::from(unit)].damage > 0)
            .fold(0, |set, unit| set | 1 << unit)
    }

    /// Those of both sides that are in supply.
    pub(crate) fn damaged_in_supply(&self) -> u128 {
        Side::BOTH.into_iter().fold(0, |found, side| {
            let damaged = self.damaged(side);
            let lines = self.supply_lines_for(side, damaged);
            found | (damaged & !self.cut_off_by(damaged, &lines))
        })
    }

    /// Units a step of the refit may serve: damaged, in supply, of the right class.
    fn refittable(&self, step: u8) -> u128 {
        let side = self.refit_side(step);
        let damaged = self.damaged(side);
        if damaged == 0 {
            return 0;
        }
        let free = self.board.mercury()
            && self.turn == 0
            && side == Side::German
            && self.board.rulings.turn1_refit_free;
        Bits(damaged)
            .filter(|&unit| self.fits(step, unit))
            .filter(|&unit| {
                let in_oss = !self.board.mercury()
                    && matches!(step, GERMAN_OSS | ALLIED_OSS)
                    && !self.board.rulings.oss_needs_supply;
                free || in_oss || self.index.mendable & 1 << unit != 0
            })
            .fold(0, |set, unit| set | 1 << unit)
    }

    fn fits(&self, step: u8, unit: u8) -> bool {
        let kind = self.board.unit(unit);
        if self.board.mercury() {
            // 9.4.1: on turn 1 one unit of each box, later any unit (WM-9.4.1-2).
            return step == ALLIED_RESUPPLY || self.turn > 0 || kind.entry == Entry::Box(step);
        }
        let armor = kind.class.vehicle();
        match step {
            GERMAN_INFANTRY | ALLIED_INFANTRY => !armor && !kind.airborne(),
            GERMAN_ARMOR | ALLIED_ARMOR => armor,
            ALLIED_AIRBORNE => kind.airborne(),
            _ => self.board.cities.is_some_and(|c| self.hex_of(unit) == Some(c.oss)),
        }
    }

    /// Whether a step of the refit has a point to spend.
    fn has_point(&mut self, step: u8, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        match (self.board.mercury(), step) {
            (true, ..ALLIED_RESUPPLY) => self.turn == 0 || self.airlift_runs(step),
            (true, ALLIED_RESUPPLY) => self.resupply(dice, events),
            (true, _) => false,
            // 9.5.1 stands in for the Allied refit of turn 1.
            (false, ALLIED_AIRBORNE | ALLIED_INFANTRY | ALLIED_ARMOR) => self.turn > 0,
            (false, GERMAN_OSS | ALLIED_OSS) => self.board.options.oss,
            (false, _) => true,
        }
    }

    /// Mercury 9.4.1: the airfield next to the box is German and no Allied unit is next to it.
    fn airlift_runs(&self, step: u8) -> bool {
        let approach = self.board.boxes.get(usize::from(step));
        let Some(airfield) = approach.and_then(|b| b.airfield) else { return false };
        self.board.airfields[usize::from(airfield)].hexes.iter().any(|hex| {
            self.holds(hex, Side::German)
                && self.here(hex, Side::Allied) == 0
                && !self.beside(hex, Side::Allied)
        })
    }

    /// Modifiers of the Sea Resupply Table (Mercury 9.4.2).
    pub(crate) fn resupply_modifier(&self) -> i8 {
        use super::support::AirBox;
        let ships = self.support.ships_resupply.saturating_sub(1) as i8;
        ships - if self.support.air_box == Some(AirBox::Resupply) { 2 } else { 0 }
    }

    fn resupply(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        if self.support.ships_resupply == 0 {
            return false;
        }
        let modifier = self.resupply_modifier();
        let turn = u16::from(self.turn);
        let die = dice.roll(Chance { kind: RESUPPLY, turn, who: 0, whom: 0, nth: 0 }, 6) + 1;
        let result = Resupply::of(die as i8 + modifier);
        events.push(Event::Resupplied { die, modifier, result });
        if result == Resupply::Intercepted {
            self.support.ships_resupply -= 1;
            self.support.ships_lost += 1;
        }
        result == Resupply::Success
    }

    fn mend(&mut self, unit: u8, events: &mut Vec<Event>) {
        let damage = &mut self.pieces[usize::from(unit)].damage;
        *damage -= 1;
        if *damage == 0 {
            self.index.mendable &= !(1 << unit);
        }
        events.push(Event::Refitted { unit });
    }
}
