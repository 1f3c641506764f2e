//! Airborne assault (V.I): placement, drift, and combat where units come down.

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, HexId, Pending, Side};

use super::action::Action;
use super::combat::Fight;
use super::event::{Drifted, Event};
use super::ground::{Airborne, HexSet, Way};
use super::rules::Step;
use super::rulings::DriftModifiers;
use super::state::{AirAssault, Cause, Spot, did};

const DRIFT: ChanceKind = ChanceKind::new("drift");

/// Where those drop who drop together (V.I.3.b).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sector {
    unit: u16,
}

impl Pending<AirAssault> for Sector {
    fn decider(self, _: &AirAssault) -> Option<Side> {
        Some(Side::German)
    }

    fn subject(self, _: &AirAssault) -> Option<u16> {
        Some(self.unit)
    }

    fn options(self, game: &AirAssault, actions: &mut Vec<Action>) {
        let sectors = 0..game.board.sectors.len() as u8;
        actions.extend(sectors.filter(|&s| game.sectors[0] >> s & 1 == 1).map(Action::Sector));
    }

    fn play(self, game: &mut AirAssault, action: Action, _: &mut dyn Dice, _: &mut Vec<Event>) {
        if let Action::Sector(sector) = action {
            game.together = Some(sector);
        }
        game.ask_drop(self.unit);
    }
}

/// Where a unit is placed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Drop {
    unit: u16,
}

impl Pending<AirAssault> for Drop {
    fn decider(self, _: &AirAssault) -> Option<Side> {
        Some(Side::German)
    }

    fn subject(self, _: &AirAssault) -> Option<u16> {
        Some(self.unit)
    }

    fn options(self, game: &AirAssault, actions: &mut Vec<Action>) {
        let hexes = game.drop_hexes(self.unit);
        let there = game.points_with_drops();
        let more = game.unit(self.unit).stacking;
        let free = hexes.iter().filter(|hex| there[hex.index()] + more <= game.board.stacking);
        actions.extend(free.map(Action::To));
        // Where every hex is full, the unit stays at home.
        if actions.is_empty() {
            actions.push(Action::Pass);
        }
    }

    fn play(
        self,
        game: &mut AirAssault,
        action: Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        if let Action::To(hex) = action {
            game.send(self.unit, Spot::Aloft(hex));
            game.sectors[1] |= 1 << game.board.cell(hex).sector;
            events.push(Event::Jumped { unit: self.unit, hex });
        }
        game.ask_drop(self.unit + 1);
    }
}

impl AirAssault {
    /// Asks for the next unit that drops on this turn (V.I.3); V.N.1: nobody drops at night.
    pub(crate) fn ask_drop(&mut self, from: u16) {
        let drops = |unit: &u16| {
            let kind = self.unit(*unit);
            let airborne =
                matches!(kind.way, Way::Drop { .. } | Way::DropAnywhere | Way::DropTogether);
            airborne && kind.turn == self.turn && self.piece(*unit).spot == Spot::Card
        };
        let mut units = self.board.numbers().skip(usize::from(from)).filter(drops);
        // Those who drop together wait for good where nobody has dropped before.
        let able = |unit: &u16| {
            self.unit(*unit).way != Way::DropTogether
                || self.together.is_some()
                || self.sectors[0] != 0
        };
        let next = units.find(able).filter(|_| !self.is_night());
        self.wait = match next {
            Some(unit) if self.unit(unit).way == Way::DropTogether && self.together.is_none() => {
                Sector { unit }.into()
            }
            Some(unit) => Drop { unit }.into(),
            None => {
                self.together = None;
                self.go(Step::Drift);
                return;
            }
        };
    }

    /// Hexes in which a unit may be placed now, full or not (V.I.2.a).
    pub(crate) fn drop_hexes(&self, unit: u16) -> HexSet {
        let sector = match self.unit(unit).way {
            Way::Drop { sector } => Some(sector),
            Way::DropTogether => self.together,
            _ => None,
        };
        match sector {
            Some(sector) => self.board.drops[usize::from(sector)],
            None => self.board.drops.iter().flat_map(|&sector| sector.iter()).collect(),
        }
    }

    /// V.I.2.b: by hex, the stacking points that are there, those placed before counted.
    fn points_with_drops(&self) -> Vec<u8> {
        let mut there = alloc::vec![0; self.board.map.len()];
        for &unit in &self.board.of_side[Side::German] {
            if let Spot::Aloft(hex) | Spot::Hex(hex) = self.piece(unit).spot {
                there[hex.index()] += self.unit(unit).stacking;
            }
        }
        there
    }

    /// What is added to the die of a unit placed in a hex (V.I.4.b, V.I.4.c, VI.B.2): decoys count as enemies (C-I-4).
    pub(crate) fn drift_modifier(&self, unit: u16, aim: HexId) -> i8 {
        let drift = &self.board.drift;
        let mut modifier = 0;
        if self.unit(unit).airborne == Some(Airborne::Glider) {
            modifier += drift.glider;
        }
        let alone = self.board.rulings.drift_modifiers == DriftModifiers::Alone;
        let covered = self.bars(Side::Allied, aim);
        if covered && !(alone && self.bars(Side::German, aim)) {
            modifier += drift.enemy;
        }
        if self.board.anti_aircraft {
            modifier += drift.anti_aircraft * self.anti_aircraft_over(aim) as i8;
        }
        modifier
    }

    /// Where a unit comes down: `None` off the map, in the sea or beyond the diagram (V.I.4.a).
    pub(crate) fn drifts_to(&self, aim: HexId, number: i8) -> Option<HexId> {
        let drift = &self.board.drift;
        if number <= drift.on_target {
            return Some(aim);
        }
        let (step, all) = (usize::from((number - drift.on_target - 1) as u8), drift.steps.len());
        if step < all { self.board.goals[aim.index() * all + step] } else { None }
    }

    /// V.I.4: each unit in turn.
    pub(crate) fn drift_all(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        for unit in 0..self.pieces.len() as u16 {
            let Spot::Aloft(aim) = self.piece(unit).spot else { continue };
            let chance = Chance { kind: DRIFT, turn: self.turn.into(), who: unit, whom: 0, nth: 0 };
            let die = dice.roll(chance, 6) + 1;
            let modifier = self.drift_modifier(unit, aim);
            let hex = self.drifts_to(aim, die as i8 + modifier);
            // C-QA-1
            let full = |hex: HexId| self.stack(Side::German, hex) + self.unit(unit).stacking;
            let at_once = self.board.rulings.drift_overstack_now;
            let hex = hex.filter(|&hex| !at_once || full(hex) <= self.board.stacking);
            let turn = self.turn;
            events.push(Event::Drifted(Drifted { turn, unit, aim, die, modifier, hex }));
            match hex {
                Some(hex) => {
                    self.put(unit, hex);
                    self.mark(unit, did::CAME | did::DROPPED);
                }
                None => {
                    self.piece_mut(unit).last = Some(aim);
                    self.destroy(unit, Cause::Drift, events);
                }
            }
        }
        self.go(Step::DriftCombat);
    }

    /// V.I.5: the next hex in which both sides are.
    pub(crate) fn next_drift_combat(&mut self, events: &mut Vec<Event>) {
        let shared = |hex: &HexId| self.bars(Side::German, *hex) && self.bars(Side::Allied, *hex);
        let Some(hex) = self.hexes_of(Side::German).iter().find(shared) else {
            self.go(Step::AirLanding);
            return;
        };
        // C-I-4: what is there is shown; decoys go.
        self.show_hex(hex, events);
        if self.fighters(Side::Allied, hex).next().is_none() {
            return;
        }
        let attackers: Vec<u16> = self.fighters(Side::German, hex).collect();
        let units = attackers.len() as u8;
        events.push(Event::Attacked { side: Side::German, hex, units });
        self.begin_drift_fight(Fight::drift(hex, attackers));
    }
}
