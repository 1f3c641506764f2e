//! What a fight leads to (V.F.9.d to V.F.11, V.G.5.c, V.I.5.c): dice, losses, retreats, advances.

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, HexId, Pending, Ratio, Rounding, Side};

use super::exchange::Pay;
use super::retreat::Retreat;

use super::combat::Attack;
use super::event::{Event, Fought};
use super::ground::Verdict;
use super::rules::Step;
use super::rulings::DriftCombatNe;
use super::state::{AirAssault, Cause, did};

const COMBAT: ChanceKind = ChanceKind::new("combat");
const DRIFT_COMBAT: ChanceKind = ChanceKind::new("drift combat");
const FIRE: ChanceKind = ChanceKind::new("defensive fire");

/// How far a fight has got.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Guns of the defender fire.
    #[default]
    Shots,
    /// The die is cast.
    Dice,
    /// Losses are paid, units retreat; then the winner may advance.
    Advance,
    /// It is over but for those who cannot stay where they came down.
    Parting,
    /// It is over.
    Over,
}

/// What is still to be paid.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Debt {
    /// Nothing.
    #[default]
    None,
    /// The attacker loses one unit (AL).
    One,
    /// The attacker has lost so much attack strength and may lose more (EX).
    Attacker(u16),
    /// The defender loses up to so much defence strength (EX).
    Defender(u16),
}

/// A fight is settled.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settle;

impl Pending<AirAssault> for Settle {
    fn decider(self, _: &AirAssault) -> Option<Side> {
        None
    }

    fn proceed(self, game: &mut AirAssault, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        if !game.fight.falling.is_empty() {
            game.wait = Retreat.into();
            return true;
        }
        if game.fight.debt != Debt::None {
            game.wait = Pay.into();
            return true;
        }
        match game.fight.stage {
            Stage::Shots => game.next_shot(dice, events),
            Stage::Dice => game.cast_die(dice, events),
            Stage::Advance => game.begin_advance(),
            Stage::Parting => game.part(events),
            Stage::Over => {
                if game.fight.drift {
                    game.go(Step::DriftCombat);
                } else {
                    game.wait = Attack.into();
                }
            }
        }
        true
    }
}

impl AirAssault {
    /// V.G.5.c: guns with one target fire as one.
    fn next_shot(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let Some(&(first, aim)) = self.fight.shots.first() else {
            self.fight.stage = Stage::Dice;
            return;
        };
        let mut attack = 0;
        for &(gun, other) in &self.fight.shots {
            if other == aim {
                attack += u16::from(self.unit(gun).attack);
            }
        }
        self.fight.shots.retain(|&(_, other)| other != aim);
        let targets = self.aimed_at(aim);
        let Some(hex) = targets.first().and_then(|&unit| self.hex_of(unit)) else { return };
        let strength: u16 = targets.iter().map(|&unit| u16::from(self.unit(unit).defence)).sum();
        let defence = strength * u16::from(self.board.cell(hex).defence);
        let ratio = Ratio::of(attack, defence, Rounding::Defender);
        let column = self.board.combat.clamp(self.board.combat.column(ratio)) as i16;
        let chance = self.chance(FIRE, first, targets[0]);
        let die = dice.roll(chance, 6) + 1;
        let verdict = *self.board.combat.result(column, die.into());
        events.push(Event::Fought(Fought {
            side: self.side.other(),
            target: hex,
            drift: false,
            fire: true,
            strengths: [attack, defence],
            column: column as u8,
            die,
            modifier: 0,
            verdict,
        }));
        // The artillery ignores what would hurt it; an exchange costs it nothing, so that it takes nothing.
        match verdict {
            Verdict::Dr => {
                self.fight.attackers.retain(|unit| !targets.contains(unit));
                self.fall_back(targets);
            }
            Verdict::De => {
                self.fight.attackers.retain(|unit| !targets.contains(unit));
                for unit in targets {
                    self.destroy(unit, Cause::Fire, events);
                }
            }
            _ => {}
        }
    }

    /// Each event has a key of its own: nobody fires, attacks or is fought twice in a phase.
    fn chance(&self, kind: ChanceKind, who: u16, whom: u16) -> Chance {
        Chance { kind, turn: self.turn.into(), who, whom, nth: self.side as u16 }
    }

    /// V.F.9.d: the die, at the odds of those who are left (V.G.5.d).
    fn cast_die(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let attackers = self.fight.attackers.clone();
        if attackers.is_empty() {
            self.fight.stage = Stage::Over;
            return;
        }
        let (guns, targets) = (self.fight.guns.clone(), self.fight.targets.clone());
        let drift = self.fight.drift;
        let mut odds = self.odds_of(self.side, &attackers, &guns, &targets);
        if drift {
            // V.I.5.b; no aircraft and no river where all are in one hex.
            odds = self.drift_odds(&attackers, targets[0]);
        }
        let kind = if drift { DRIFT_COMBAT } else { COMBAT };
        let die = dice.roll(self.chance(kind, attackers[0], targets[0].0), 6) + 1;
        let row = i16::from(die) + i16::from(odds.modifier);
        let verdict = *self.board.combat.result(odds.column, row);
        events.push(Event::Fought(Fought {
            side: self.side,
            target: targets[0],
            drift,
            fire: false,
            strengths: odds.strengths,
            column: odds.column as u8,
            die,
            modifier: odds.modifier,
            verdict,
        }));
        let enemy = self.side.other();
        self.fight.defenders = targets.iter().flat_map(|&hex| self.of(enemy, hex)).collect();
        self.fight.stage = if drift { Stage::Parting } else { Stage::Advance };
        match verdict {
            Verdict::Ne => {}
            Verdict::Dr => self.fall_back(self.fight.defenders.clone()),
            Verdict::De => self.lose_all_defenders(events),
            Verdict::Ar => self.fall_back(attackers),
            Verdict::Ae => {
                for unit in attackers {
                    self.destroy(unit, Cause::Combat, events);
                }
            }
            Verdict::Al => self.fight.debt = Debt::One,
            Verdict::Ex => self.fight.debt = Debt::Attacker(0),
        }
    }

    /// The odds of drift combat.
    pub(crate) fn drift_odds(&self, attackers: &[u16], hex: HexId) -> super::combat::Odds {
        let attack = attackers.iter().map(|&unit| u16::from(self.unit(unit).attack)).sum();
        let defence = self.defence_of(Side::Allied, hex);
        let ratio = Ratio::of(attack, defence, Rounding::Defender);
        super::combat::Odds {
            strengths: [attack, defence],
            column: self.board.combat.clamp(self.board.combat.column(ratio)) as i16,
            modifier: self.board.drift.combat,
        }
    }

    /// Units begin to retreat, the first of them first.
    fn fall_back(&mut self, mut units: Vec<u16>) {
        for &unit in &units {
            self.mark(unit, did::FLED);
        }
        units.reverse();
        self.fight.falling = units;
    }

    /// C-I-1: airborne units that share their hex with the enemy after drift combat leave it or are lost.
    fn part(&mut self, events: &mut Vec<Event>) {
        self.fight.stage = Stage::Over;
        let hex = self.fight.targets[0];
        if !(self.bars(Side::German, hex) && self.bars(Side::Allied, hex)) {
            return;
        }
        let stuck: Vec<u16> = self.of(Side::German, hex).collect();
        match self.board.rulings.drift_combat_ne {
            DriftCombatNe::Retreat => self.fall_back(stuck),
            DriftCombatNe::Lost => {
                for unit in stuck {
                    self.destroy(unit, Cause::DriftCombat, events);
                }
            }
        }
    }
}
