//! Combat, regular and overrun (series rules 6, 8 and 9, with 1.1f to 1.1i, 1.4, 1.5, 1.7c, 2.2): who attacks, with what
//! odds, and the dice.

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, HexId, Pending, Ratio, Rounding, Side};

use super::action::Action;
use super::aftermath::{Aftermath, Stage};
use super::event::{Event, Fought};
use super::ground::{Class, CombatResult, HexSet};
use super::rules::Step;
use super::rulings::Halves;
use super::state::{Holland, did};

const COMBAT: ChanceKind = ChanceKind::new("combat");

/// Strengths are counted in this part of a point, so that halves and quarters stay whole.
const PART: u32 = 32;

/// 2.2: what assault units add to the dice of an overrun.
pub(crate) const ASSAULT: u8 = 2;

/// A fight that is being settled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fight {
    pub target: Option<HexId>,
    pub attackers: Vec<u16>,
    pub defenders: Vec<u16>,
    pub overrun: bool,
    pub stage: Stage,
    /// Steps that attackers and defenders have still to lose, and whether they have lost one.
    pub owed: [u8; 2],
    pub bled: [bool; 2],
    /// Hexes that they retreat.
    pub back: [u8; 2],
    /// Groups that have yet to retreat; those who do now, hexes to go, steps to lose for hexes that they cannot go.
    pub queue: Vec<Vec<u16>>,
    pub falling: Vec<u16>,
    pub left: u8,
    pub toll: u8,
    /// Hexes more than the result says, because they were full.
    pub extra: u8,
    pub advanced: bool,
}

impl Fight {
    pub(crate) fn new(target: HexId, attackers: Vec<u16>, overrun: bool) -> Fight {
        Fight { target: Some(target), attackers, overrun, ..Fight::default() }
    }
}

/// What an attack would be.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Odds {
    pub strengths: [u16; 2],
    pub column: u8,
    pub modifier: u8,
}

/// What is attacked.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attack;

impl Pending<Holland> for Attack {
    fn decider(self, holland: &Holland) -> Option<Side> {
        Some(holland.side)
    }

    fn options(self, holland: &Holland, actions: &mut Vec<Action>) {
        actions.extend(holland.hexes_to_attack().iter().map(Action::Attack));
        actions.push(Action::Pass);
    }

    fn play(self, holland: &mut Holland, action: Action, _: &mut dyn Dice, _: &mut Vec<Event>) {
        match action {
            Action::Attack(hex) => {
                let attackers = holland.attackers_of(hex);
                holland.fight = Fight::new(hex, attackers, false);
                holland.wait = Muster.into();
            }
            _ => holland.go(Step::Exploitation),
        }
    }

    fn proceed(self, holland: &mut Holland, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        let over = holland.hexes_to_attack().is_empty();
        if over {
            holland.go(Step::Exploitation);
        }
        over
    }
}

/// With whom.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Muster;

impl Pending<Holland> for Muster {
    fn decider(self, holland: &Holland) -> Option<Side> {
        Some(holland.side)
    }

    fn options(self, holland: &Holland, actions: &mut Vec<Action>) {
        actions.push(Action::Fight);
        if holland.fight.attackers.len() > 1 {
            let kinds = holland.kinds_of(&holland.fight.attackers);
            actions.extend(kinds.into_iter().map(Action::HoldBack));
        }
    }

    fn play(
        self,
        holland: &mut Holland,
        action: Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match action {
            Action::HoldBack(unit) => holland.fight.attackers.retain(|&other| other != unit),
            _ => holland.begin_fight(dice, events),
        }
    }
}

impl Holland {
    /// The side to move begins to attack.
    pub(crate) fn begin_attacks(&mut self) {
        self.struck = HexSet::default();
        self.forget(self.side, did::FOUGHT);
        self.wait = Attack.into();
    }

    /// Whether a unit may attack: once a phase, and not if it has barraged (1.7c, J-1.7c-1).
    fn may_attack(&self, unit: u16) -> bool {
        let piece = self.piece(unit);
        !piece.dg && piece.did & (did::FOUGHT | did::FIRED) == 0
    }

    /// Hexes that somebody can attack, each once.
    pub(crate) fn hexes_to_attack(&self) -> HexSet {
        let enemy = self.side.other();
        let mut hexes = HexSet::default();
        for from in self.index.stands[self.side].iter() {
            let faces = self.zone(from, enemy) || self.index.beside(&self.board, from, enemy);
            if faces && self.soldiers(from, self.side).any(|unit| self.may_attack(unit)) {
                let near = self.board.near(from).map(|(_, near)| near);
                near.filter(|&near| self.stands(near, enemy)).for_each(|near| hexes.insert(near));
            }
        }
        let persons = self.board.persons.iter().filter_map(|&person| self.hex_of(person));
        for hex in persons.filter(|&hex| self.lone_leader(hex)) {
            if !self.attackers_of(hex).is_empty() {
                hexes.insert(hex);
            }
        }
        hexes.without(self.struck)
    }

    /// Whether an enemy leader is alone in a hex (1.10f).
    pub(crate) fn lone_leader(&self, hex: HexId) -> bool {
        let enemy = self.side.other();
        !self.stands(hex, enemy)
            && !self.stands(hex, self.side)
            && self.board.persons.iter().any(|&person| {
                self.hex_of(person) == Some(hex)
                    && self.class(person) == Class::Leader
                    && self.board.unit(person).side == enemy
                    && !self.piece(person).captive
            })
    }

    /// Those who can attack a hex (1.1i: over any hexside). A leader alone is taken by whoever can get there.
    pub(crate) fn attackers_of(&self, target: HexId) -> Vec<u16> {
        let lone = !self.stands(target, self.side.other());
        let mut attackers = Vec::new();
        for (_, from) in self.board.near(target) {
            let able = self.soldiers(from, self.side).filter(|&unit| self.may_attack(unit));
            attackers.extend(able.filter(|&unit| !lone || self.can_follow(unit, target)));
        }
        attackers
    }

    /// What a unit attacks with.
    fn attack_strength(&self, unit: u16, target: HexId, overrun: bool) -> u32 {
        let Some(from) = self.hex_of(unit) else { return 0 };
        let Some(way) = self.board.direction(from, target) else { return 0 };
        let cell = self.board.cell(from);
        let across = if overrun {
            // 1.1i: over water only by a bridge.
            if cell.barred & way.bit() == 0 { 100 } else { u32::from(self.board.bridge_overrun) }
        } else {
            u32::from(cell.across[way.index()])
        };
        let kind = self.board.unit(unit);
        let mut strength = u32::from(self.strength(unit)) * PART;
        // 2.2
        if overrun && kind.assault {
            strength *= 2;
        }
        // 1.1g: who attacks out of a bridge hex.
        strength = strength * across / 100 * u32::from(cell.attack) / 100;
        // 1.5
        if self.piece(unit).cut_off { strength / 2 } else { strength }
    }

    /// What a unit defends with.
    fn defence_strength(&self, unit: u16, hex: HexId) -> u32 {
        let cell = self.board.cell(hex);
        let piece = self.piece(unit);
        let strength = u32::from(self.strength(unit)) * PART * u32::from(cell.defence) / 100;
        let halves = u32::from(piece.dg) + u32::from(piece.cut_off);
        // J-1.4-1
        let halves = match self.board.rulings.halves {
            Halves::Quarter => halves,
            Halves::Half => halves.min(1),
        };
        strength >> halves
    }

    /// The odds of an attack.
    pub(crate) fn odds_of(&self, attackers: &[u16], target: HexId, overrun: bool) -> Odds {
        let attack: u32 =
            attackers.iter().map(|&unit| self.attack_strength(unit, target, overrun)).sum();
        let enemy = self.side.other();
        let defence: u32 =
            self.soldiers(target, enemy).map(|unit| self.defence_strength(unit, target)).sum();
        let cap = |strength: u32| u16::try_from(strength).unwrap_or(u16::MAX);
        let strengths = [cap(attack), cap(defence)];
        let ratio = Ratio::of(strengths[0], strengths[1], Rounding::Nearest);
        let table = &self.board.combat;
        let column = table.clamp(table.column(ratio)) as u8;
        let assault = overrun && attackers.iter().all(|&unit| self.board.unit(unit).assault);
        Odds { strengths, column, modifier: if assault { ASSAULT } else { 0 } }
    }

    /// The result of an attack for a sum of the dice.
    pub(crate) fn result_of(&self, odds: Odds, sum: u8) -> CombatResult {
        *self.board.combat.result(odds.column.into(), i16::from(sum + odds.modifier))
    }

    /// The dice of a fight are rolled.
    pub(crate) fn begin_fight(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let Some(target) = self.fight.target else { return };
        let overrun = self.fight.overrun;
        self.fight.defenders = self.soldiers(target, self.side.other()).collect();
        self.wait = Aftermath.into();
        if self.fight.defenders.is_empty() {
            // J-1.10a-1: a leader alone is captured without a roll.
            self.fight.stage = Stage::Advance;
            return;
        }
        let attackers = self.fight.attackers.clone();
        let odds = self.odds_of(&attackers, target, overrun);
        let who = attackers.iter().copied().min().unwrap_or_default();
        let phase = match self.step {
            Step::Movement => 0,
            Step::Combat => 1,
            _ => 2,
        };
        let place = ((self.side as u16 * 3 + phase) * 8 + u16::from(self.piece(who).overruns)) * 2;
        let mut faces = [0; 2];
        for (nth, face) in (place..).zip(&mut faces) {
            let chance = Chance { kind: COMBAT, turn: self.turn.into(), who, whom: target.0, nth };
            *face = dice.roll(chance, 6) + 1;
        }
        let result = self.result_of(odds, faces[0] + faces[1]);
        self.fight.owed = [result.attacker.steps, result.defender.steps];
        self.fight.back = [result.attacker.back, result.defender.back];
        self.fight.stage = Stage::DefenderLoss;
        events.push(Event::Fought(Fought {
            side: self.side,
            target,
            overrun,
            strengths: odds.strengths,
            column: odds.column,
            dice: faces,
            modifier: odds.modifier,
            steps: self.fight.owed,
            back: self.fight.back,
        }));
    }
}
