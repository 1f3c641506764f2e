//! What a fight leads to (V.F.9.d to V.F.11, V.G.5.c, V.I.5.c): dice, losses, retreats, advances.

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, HexId, Pending, Ratio, Rounding, Side};

use super::action::Action;
use super::combat::Attack;
use super::event::{Event, Fought};
use super::ground::Verdict;
use super::rules::Step;
use super::rulings::{DriftCombatNe, Exchange};
use super::state::{AirAssault, Cause, Spot, did};

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

/// Who pays an exchange, or is lost by the attacker.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pay;

impl Pending<AirAssault> for Pay {
    fn decider(self, game: &AirAssault) -> Option<Side> {
        Some(match game.fight.debt {
            Debt::Defender(_) => game.side.other(),
            _ => game.side,
        })
    }

    fn options(self, game: &AirAssault, actions: &mut Vec<Action>) {
        // C-QA-7: a battalion too large to pay stays whole, unless its owner breaks it down.
        if !matches!(game.fight.debt, Debt::One | Debt::Attacker(0)) && !game.must_pay() {
            actions.push(Action::Pass);
        }
        actions.extend(game.payers().map(Action::Lose));
        let parties = [&game.fight.attackers, &game.fight.defenders];
        let owes = usize::from(matches!(game.fight.debt, Debt::Defender(_)));
        let whole = parties[owes].iter().copied().filter(|&unit| game.may_break_down(unit));
        actions.extend(whole.map(Action::BreakDown));
    }

    fn play(self, game: &mut AirAssault, action: Action, _: &mut dyn Dice, events: &mut Vec<Event>) {
        match action {
            Action::BreakDown(unit) => {
                let parts: Vec<u16> = game.within(unit).collect();
                game.break_down(unit, events);
                let fight = &mut game.fight;
                for party in [&mut fight.attackers, &mut fight.defenders] {
                    if party.contains(&unit) {
                        party.retain(|&other| other != unit);
                        party.extend(&parts);
                    }
                }
                return;
            }
            Action::Lose(unit) => game.pay_with(unit, events),
            _ => game.fight.debt = game.next_debt(),
        }
        // V.F.10, Q&A: a strength that covers all defenders takes those of no strength along.
        if let Debt::Defender(left) = game.fight.debt
            && action == Action::Pass
            && left >= game.worth_of_defenders()
        {
            game.lose_all_defenders(events);
        }
    }

    fn proceed(self, game: &mut AirAssault, _: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        if let Debt::Defender(left) = game.fight.debt
            && left >= game.worth_of_defenders()
        {
            game.lose_all_defenders(events);
        }
        let mut options = Vec::new();
        if game.fight.debt != Debt::None {
            self.options(game, &mut options);
        }
        // Nobody is left to be chosen, or passing is all that can be chosen.
        if options.is_empty() || options == [Action::Pass] {
            game.fight.debt = game.next_debt();
        }
        if game.fight.debt == Debt::None {
            game.wait = Settle.into();
            return true;
        }
        options.is_empty() || options == [Action::Pass]
    }
}

/// Where a unit retreats.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Retreat;

impl Pending<AirAssault> for Retreat {
    fn decider(self, game: &AirAssault) -> Option<Side> {
        game.fight.falling.last().map(|&unit| game.side_of(unit))
    }

    fn subject(self, game: &AirAssault) -> Option<u16> {
        game.fight.falling.last().copied()
    }

    fn options(self, game: &AirAssault, actions: &mut Vec<Action>) {
        if let Some(&unit) = game.fight.falling.last() {
            actions.extend(game.retreats(unit).into_iter().map(Action::To));
        }
    }

    fn play(self, game: &mut AirAssault, action: Action, _: &mut dyn Dice, events: &mut Vec<Event>) {
        let (Action::To(to), Some(unit)) = (action, game.fight.falling.pop()) else { return };
        let Some(from) = game.hex_of(unit) else { return };
        game.put(unit, to);
        game.mark(unit, did::FLED);
        events.push(Event::Retreated { unit, from, to });
        let side = game.side_of(unit);
        if !game.cull_after_retreat(side, to) {
            game.wait = Settle.into();
        }
    }

    fn proceed(self, game: &mut AirAssault, _: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        let Some(&unit) = game.fight.falling.last() else {
            game.wait = Settle.into();
            return true;
        };
        let gone = !matches!(game.piece(unit).spot, Spot::Hex(_) | Spot::Box(_));
        if gone || game.retreats(unit).is_empty() {
            game.fight.falling.pop();
            game.destroy(unit, Cause::Retreat, events);
            return true;
        }
        false
    }
}

/// Who advances.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Advance;

impl Pending<AirAssault> for Advance {
    fn decider(self, game: &AirAssault) -> Option<Side> {
        game.fight.winners.first().map(|&unit| game.side_of(unit))
    }

    fn options(self, game: &AirAssault, actions: &mut Vec<Action>) {
        actions.push(Action::Pass);
        actions.extend(game.advances());
    }

    fn play(self, game: &mut AirAssault, action: Action, _: &mut dyn Dice, events: &mut Vec<Event>) {
        if let Action::Advance(unit, to) = action {
            game.fight.winners.retain(|&other| other != unit);
            game.put(unit, to);
            events.push(Event::Advanced { unit, to });
            game.show_if_beside(unit, events);
        } else {
            game.fight.winners.clear();
        }
    }

    fn proceed(self, game: &mut AirAssault, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        let over = game.advances().is_empty();
        if over {
            game.fight.stage = Stage::Over;
            game.wait = Settle.into();
        }
        over
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

    /// Where a unit may retreat: one hex (V.F.10, V.D.6, V.I.5.c). Nowhere means that it is lost.
    pub(crate) fn retreats(&self, unit: u16) -> Vec<HexId> {
        let kind = self.unit(unit);
        let enemy = kind.side.other();
        let Some(from) = self.hex_of(unit) else { return Vec::new() };
        let heavy = kind.class.is_artillery() || kind.class.is_noncombat();
        // V.D.6; in drift combat the enemy is in the same hex.
        if kind.movement == 0 || heavy && (self.zone(enemy, from) || self.bars(enemy, from)) {
            return Vec::new();
        }
        let fight = &self.fight;
        let bystander = |&other: &u16| {
            !fight.attackers.contains(&other) && !fight.defenders.contains(&other)
        };
        // V.I.5.c: the zone of those it fights with does not count.
        let allowed = if fight.drift { self.index.guards(enemy, fight.targets[0]) } else { 0 };
        let open = |&to: &HexId| {
            let safe = self.index.zone(enemy, to) <= allowed;
            let joined = || self.fighters(kind.side, to).any(|other| bystander(&other));
            self.board.land.contains(to)
                && !self.bars(enemy, to)
                && (safe || !heavy && joined())
        };
        self.board.near(from).filter(open).collect()
    }

    /// Who may be chosen to pay.
    fn payers(&self) -> impl Iterator<Item = u16> + '_ {
        let fight = &self.fight;
        let attacker = !matches!(fight.debt, Debt::Defender(_));
        let units = if attacker { &fight.attackers } else { &fight.defenders };
        units.iter().copied().filter(move |&unit| match fight.debt {
            Debt::None => false,
            Debt::One | Debt::Attacker(_) => true,
            Debt::Defender(left) => (1..=left).contains(&self.worth(unit)),
        })
    }

    /// A defender pays as long as a unit is small enough.
    fn must_pay(&self) -> bool {
        matches!(self.fight.debt, Debt::Defender(_)) && self.payers().next().is_some()
    }

    /// What a defender counts in an exchange.
    fn worth(&self, unit: u16) -> u16 {
        let kind = self.unit(unit);
        let times = match (self.board.rulings.exchange, self.hex_of(unit)) {
            (Exchange::Multiplied, Some(hex)) => self.board.cell(hex).defence,
            _ => 1,
        };
        u16::from(kind.defence) * u16::from(times)
    }

    /// What all defenders count: one point at least, for artillery that is alone.
    fn worth_of_defenders(&self) -> u16 {
        self.fight.defenders.iter().map(|&unit| self.worth(unit)).sum::<u16>().max(1)
    }

    fn pay_with(&mut self, unit: u16, events: &mut Vec<Event>) {
        let (paid, worth) = (u16::from(self.unit(unit).attack), self.worth(unit));
        self.destroy(unit, Cause::Combat, events);
        self.fight.attackers.retain(|&other| other != unit);
        self.fight.defenders.retain(|&other| other != unit);
        self.fight.debt = match self.fight.debt {
            Debt::Attacker(before) => Debt::Attacker(before + paid),
            Debt::Defender(left) => Debt::Defender(left - worth.min(left)),
            _ => Debt::None,
        };
    }

    fn next_debt(&self) -> Debt {
        match self.fight.debt {
            Debt::Attacker(paid) if paid > 0 => Debt::Defender(paid),
            _ => Debt::None,
        }
    }

    fn lose_all_defenders(&mut self, events: &mut Vec<Event>) {
        for unit in core::mem::take(&mut self.fight.defenders) {
            self.destroy(unit, Cause::Combat, events);
        }
        if matches!(self.fight.debt, Debt::Defender(_)) {
            self.fight.debt = Debt::None;
        }
    }

    /// V.F.11: the winner may advance into the hexes that the loser has left.
    fn begin_advance(&mut self) {
        let enemy = self.side.other();
        let empty = |side: Side, hexes: &[HexId]| -> Vec<HexId> {
            hexes.iter().copied().filter(|&hex| !self.bars(side, hex)).collect()
        };
        let marches = |unit: &u16| {
            let class = self.class(*unit);
            let boxed = matches!(self.piece(*unit).spot, Spot::Box(_));
            let there = boxed || self.hex_of(*unit).is_some();
            let able = class.is_infantry() || class.is_armour() || boxed;
            there && able && self.unit(*unit).movement > 0 && !self.has_done(*unit, did::FLED)
        };
        let won = empty(enemy, &self.fight.targets);
        let lost = empty(self.side, &self.fight.starts);
        let (winners, vacated): (Vec<u16>, Vec<HexId>) = if won.is_empty() {
            let standing = self.fight.defenders.iter().copied().filter(marches);
            (standing.collect(), lost)
        } else {
            // V.L.7.d: artillery in the boxes before them comes along.
            let boxed = self.board.of_side[self.side].iter().copied().filter(|&unit| {
                self.class(unit).is_artillery()
                    && self.shore_of(unit).is_some_and(|hex| won.contains(&hex))
            });
            let all = self.fight.attackers.iter().copied().chain(boxed);
            (all.filter(marches).collect(), won)
        };
        self.fight.winners = winners;
        self.fight.vacated = vacated;
        self.wait = Advance.into();
    }

    fn advances(&self) -> Vec<Action> {
        let mut advances = Vec::new();
        for &unit in &self.fight.winners {
            for &hex in &self.fight.vacated {
                if self.faces(unit, hex) && self.fits(unit, hex) && self.board.land.contains(hex) {
                    advances.push(Action::Advance(unit, hex));
                }
            }
        }
        advances
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

    fn show_if_beside(&mut self, unit: u16, events: &mut Vec<Event>) {
        let beside = self.hex_of(unit).is_some_and(|hex| self.beside_germans(hex));
        if beside && self.piece(unit).face_down {
            self.show(unit, events);
        }
    }
}
