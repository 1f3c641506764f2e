//! 1.7, barrages: regular ones, and the standing ones of the Dutch artillery.

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, HexId, Pending, Side};

use super::action::Action;
use super::event::Event;
use super::ground::{Class, Nation};
use super::rules::Step;
use super::state::{Cause, Holland, Standing, did};

const BARRAGE: ChanceKind = ChanceKind::new("barrage");
const AIR_BARRAGE: ChanceKind = ChanceKind::new("air barrage");
const STANDING: ChanceKind = ChanceKind::new("standing barrage");
const STEP: ChanceKind = ChanceKind::new("step of a barrage");
const AIR_STEP: ChanceKind = ChanceKind::new("step of an air barrage");
const STANDING_STEP: ChanceKind = ChanceKind::new("step of a standing barrage");

/// The die from which a unit made disorganized loses a step.
pub(crate) const STEP_FROM: u8 = 5;

/// A barrage on its way.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Salvo {
    /// A unit, or aircraft of a type.
    pub by: Result<u16, u8>,
    /// What tells it from the others of its turn, with the number.
    pub key: u16,
    pub nth: u16,
    pub rating: u8,
    /// Whether who is made disorganized may lose a step.
    pub loss: bool,
    pub cause: Cause,
}

/// At what a unit barrages.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bombard {
    pub unit: u16,
}

impl Pending<Holland> for Bombard {
    fn decider(self, holland: &Holland) -> Option<Side> {
        Some(holland.side)
    }

    fn subject(self, _: &Holland) -> Option<u16> {
        Some(self.unit)
    }

    fn options(self, holland: &Holland, actions: &mut Vec<Action>) {
        let Some(from) = holland.hex_of(self.unit) else { return };
        let range = u16::from(holland.board.unit(self.unit).range);
        let enemy = holland.side.other();
        let reached = |hex: &HexId| holland.board.distance(from, *hex) <= range;
        let targets = holland.gun_targets(enemy);
        actions.extend(targets.iter().filter(reached).map(Action::Bombard));
        if holland.may_stand(self.unit) {
            let open = |hex: &HexId| !holland.board.cell(*hex).terrain.is_wet() && *hex != from;
            actions.extend(
                holland.board.within(from, range).into_iter().filter(open).map(Action::Stand),
            );
        }
        actions.push(Action::Pass);
    }

    fn play(
        self,
        holland: &mut Holland,
        action: Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        if let Action::Bombard(hex) | Action::Stand(hex) = action {
            holland.piece_mut(self.unit).did |= did::FIRED;
            let salvo = Salvo {
                by: Ok(self.unit),
                key: self.unit,
                nth: 0,
                rating: holland.strength(self.unit),
                loss: true,
                cause: Cause::Barrage,
            };
            // J-1.7a-1: ships are hit from the air alone.
            holland.salvo_at(hex, salvo, false, dice, events);
            if matches!(action, Action::Stand(_)) {
                // 1.7b: fired as a regular barrage first.
                holland.standing.push(Standing { unit: self.unit, hex });
                events.push(Event::StandingPlaced { unit: self.unit, hex });
            }
            holland.sweep(events);
        }
        holland.ask_bombard(self.unit + 1);
    }
}

impl Holland {
    /// Asks the guns of the side to move, one after the other.
    pub(crate) fn ask_bombard(&mut self, from: u16) {
        let next = self.board.guns.iter().copied().find(|&unit| {
            unit >= from && self.board.unit(unit).side == self.side && self.may_barrage(unit)
        });
        match next {
            Some(unit) => self.wait = Bombard { unit }.into(),
            None => self.go(Step::Combat),
        }
    }

    /// Whether a unit may barrage, at all (1.4, 1.5, 1.7) and with a target in range.
    fn may_barrage(&self, unit: u16) -> bool {
        let Some(from) = self.hex_of(unit) else { return false };
        let (kind, piece) = (self.board.unit(unit), self.piece(unit));
        let enemy = kind.side.other();
        let held = kind.class != Class::Ship && self.zone(from, enemy);
        let starved = piece.cut_off && kind.class.is_artillery();
        if piece.dg || held || starved || self.has(unit, did::FIRED) {
            return false;
        }
        // Who keeps a standing barrage up fires no other.
        if self.standing.iter().any(|standing| standing.unit == unit) {
            return false;
        }
        let range = u16::from(kind.range);
        self.may_stand(unit)
            || self.gun_targets(enemy).iter().any(|hex| self.board.distance(from, hex) <= range)
    }

    /// 1.7b: Dutch artillery that has not moved.
    fn may_stand(&self, unit: u16) -> bool {
        let kind = self.board.unit(unit);
        kind.nation == Nation::Dutch && kind.class.is_artillery() && !self.has(unit, did::MARCHED)
    }

    /// Hexes with enemies whom guns can hit.
    fn gun_targets(&self, enemy: Side) -> super::ground::HexSet {
        let mut hexes = self.index.stands[enemy];
        if enemy == Side::Allied {
            let trucks = self.board.trucks.iter().filter_map(|&unit| self.hex_of(unit));
            trucks.for_each(|hex| hexes.insert(hex));
        }
        hexes
    }

    /// 1.7a: a barrage on each counter of the enemy in a hex, and of friends if it is told so.
    pub(crate) fn salvo_at(
        &mut self,
        hex: HexId,
        salvo: Salvo,
        friends: bool,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let units: Vec<u16> = self
            .here(hex)
            .filter(|&unit| friends || self.board.unit(unit).side != self.side)
            .collect();
        for unit in units {
            self.salvo_on(unit, hex, salvo, dice, events);
        }
    }

    /// A barrage on one counter.
    fn salvo_on(
        &mut self,
        unit: u16,
        hex: HexId,
        salvo: Salvo,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let class = self.class(unit);
        // 1.7a, 1.10a: heads, leaders, the gold and bridges are not harmed; ships only from the air.
        let hurt =
            class.fights() || class == Class::Truck || class == Class::Ship && salvo.by.is_err();
        if !hurt || self.hex_of(unit) != Some(hex) {
            return;
        }
        if self.piece(unit).dg && !self.board.rulings.barrage_again {
            return;
        }
        // 3.3a: no terrain modifier on ships.
        let modifier = if class == Class::Ship { 0 } else { self.board.cell(hex).barrage };
        let (kind, step) = match (salvo.by, salvo.nth) {
            (Err(_), _) => (AIR_BARRAGE, AIR_STEP),
            (Ok(_), 0) => (BARRAGE, STEP),
            (Ok(_), _) => (STANDING, STANDING_STEP),
        };
        let (turn, who, nth) = (self.turn.into(), salvo.key, salvo.nth);
        let die = dice.roll(Chance { kind, turn, who, whom: unit, nth }, 6) + 1;
        let hit = i16::from(die) + i16::from(modifier) <= i16::from(salvo.rating);
        let loss = (hit && salvo.loss)
            .then(|| dice.roll(Chance { kind: step, turn, who, whom: unit, nth }, 6) + 1);
        let rating = salvo.rating;
        events.push(Event::Barraged { by: salvo.by, unit, hex, rating, modifier, die, loss });
        if hit {
            self.set_dg(unit, true);
        }
        if loss.is_some_and(|die| die >= STEP_FROM) {
            self.hurt(unit, 1, salvo.cause, events);
        }
    }

    /// Whether a standing barrage lies on a hex that hits a side.
    pub(crate) fn under_standing(&self, hex: HexId, side: Side) -> bool {
        let hits = side == Side::German || self.board.rulings.standing_hits_friends;
        hits && self.standing.iter().any(|standing| standing.hex == hex)
    }

    /// 1.7b: a unit comes into a hex under standing barrages.
    pub(crate) fn meet_standing(
        &mut self,
        unit: u16,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let Some(hex) = self.hex_of(unit) else { return };
        if !self.under_standing(hex, self.board.unit(unit).side) {
            return;
        }
        let firing: Vec<u16> =
            self.standing.iter().filter(|s| s.hex == hex).map(|s| s.unit).collect();
        for gun in firing {
            // 0 is the barrage with which it began.
            self.salvos += 1;
            let salvo = Salvo {
                by: Ok(gun),
                key: gun,
                nth: self.salvos,
                rating: self.strength(gun),
                loss: true,
                cause: Cause::Barrage,
            };
            self.salvo_on(unit, hex, salvo, dice, events);
        }
    }

    /// 1.7b, J-1.7b-1: a standing barrage ends when the gun is disorganized, lost, has moved, or an enemy zone of control
    /// reaches it.
    pub(crate) fn break_off_standing(&mut self, events: &mut Vec<Event>) {
        let mut place = 0;
        while place < self.standing.len() {
            let Standing { unit, hex } = self.standing[place];
            let holds = self.hex_of(unit).is_some_and(|at| {
                let moved = self.side == Side::Allied && self.has(unit, did::MARCHED);
                !self.piece(unit).dg && !self.zone(at, Side::German) && !moved
            });
            if holds {
                place += 1;
            } else {
                self.standing.remove(place);
                events.push(Event::StandingEnded { unit, hex });
            }
        }
    }
}
