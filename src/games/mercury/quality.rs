//! Troop quality checks (series rules; modifiers of the quality table).

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, Direction, Pending, Side};

use super::action::Action;
use super::command::Use;
use super::counter::UnitId;
use super::event::Event;
use super::fire::Shot;
use super::ids::LeaderId;
use super::rulings::Level;
use super::state::Battle;

/// What a check is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Against a result of `S?`.
    Question,
    /// To turn a suppression into a cohesion hit.
    Convert,
    /// For the company bonus of a shot.
    Bonus(Shot),
    /// To rally from suppression out of command.
    Rally,
    /// To rally from a cohesion hit.
    Steady,
    /// To dig an improved position, for this unit.
    Improve(UnitId),
    /// To entrench.
    Entrench,
    /// For opportunity fire.
    OpportunityFire,
    /// For bravery before an assault.
    Bravery,
    /// To leave a hex under a heavy barrage, this way.
    LeaveBarrage(Direction),
    /// Of a park, for contact with a leader.
    Contact(LeaderId),
    /// Of a suppressed unit left alone with chargers: whether it stays.
    HoldOn,
    /// Of Greeks against rout (5.2).
    Rout,
    /// To make or to clear a roadblock.
    Roadblock,
    /// To clear rubble.
    ClearRubble,
    /// Of Greeks under Allied Withdrawal: whether they fight on (S5.0).
    FightOn,
}

impl Purpose {
    /// The word in logs.
    pub fn words(self) -> &'static str {
        match self {
            Purpose::Question => "suppression",
            Purpose::Convert => "conversion",
            Purpose::Bonus(_) => "company bonus",
            Purpose::Rally | Purpose::Steady => "rally",
            Purpose::Improve(_) => "improved position",
            Purpose::Entrench => "entrenchment",
            Purpose::OpportunityFire => "opportunity fire",
            Purpose::Bravery => "bravery",
            Purpose::LeaveBarrage(_) => "barrage",
            Purpose::Contact(_) => "contact",
            Purpose::HoldOn => "holding on",
            Purpose::Rout => "rout",
            Purpose::Roadblock => "roadblock",
            Purpose::ClearRubble => "rubble",
            Purpose::FightOn => "fighting on",
        }
    }

    /// The kind of chance, and the unit's counter that numbers its rolls.
    pub(super) fn chance(self) -> (ChanceKind, usize) {
        const QUESTION: ChanceKind = ChanceKind::new("suppression check");
        const CONVERT: ChanceKind = ChanceKind::new("conversion check");
        const BONUS: ChanceKind = ChanceKind::new("bonus check");
        const RALLY: ChanceKind = ChanceKind::new("rally check");
        const DIG: ChanceKind = ChanceKind::new("digging check");
        const OPPORTUNITY: ChanceKind = ChanceKind::new("opportunity check");
        const BRAVERY: ChanceKind = ChanceKind::new("bravery check");
        const BARRAGE: ChanceKind = ChanceKind::new("barrage check");
        const CONTACT: ChanceKind = ChanceKind::new("contact check");
        const HOLD_ON: ChanceKind = ChanceKind::new("holding-on check");
        const ROUT: ChanceKind = ChanceKind::new("rout check");
        const FIGHT_ON: ChanceKind = ChanceKind::new("fighting-on check");
        match self {
            Purpose::Question => (QUESTION, 1),
            Purpose::Convert => (CONVERT, 2),
            Purpose::Bonus(_) => (BONUS, 3),
            Purpose::Rally | Purpose::Steady => (RALLY, 4),
            Purpose::Improve(_) | Purpose::Entrench | Purpose::Roadblock | Purpose::ClearRubble => {
                (DIG, 5)
            }
            Purpose::OpportunityFire => (OPPORTUNITY, 6),
            Purpose::Bravery => (BRAVERY, 7),
            Purpose::LeaveBarrage(_) => (BARRAGE, 8),
            Purpose::Contact(_) => (CONTACT, 9),
            Purpose::Rout => (ROUT, 10),
            Purpose::HoldOn => (HOLD_ON, 11),
            Purpose::FightOn => (FIGHT_ON, 12),
        }
    }
}

/// Counters of rolls a unit keeps: shots, and one for each kind of check.
pub(super) const ROLL_KINDS: usize = 13;
/// Counter of shots.
pub(super) const SHOTS: usize = 0;

/// A check its owner may buy.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Check {
    pub unit: UnitId,
    pub purpose: Purpose,
}

impl Check {
    /// Rolls it.
    fn roll(self, battle: &mut Battle, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let Check { unit, purpose } = self;
        let need = battle.quality(unit);
        let passed = battle.check(unit, purpose, need, dice, events);
        battle.checked(unit, purpose, passed, dice, events);
    }

    /// A command point passes it without a roll.
    fn pay(self, battle: &mut Battle, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let Check { unit, purpose } = self;
        let need = battle.quality(unit);
        battle.pay(unit, 1, Use::Check, events);
        events.push(Event::Check { unit, purpose, need, die: None, passed: true });
        battle.checked(unit, purpose, true, dice, events);
    }
}

impl Pending<Battle> for Check {
    fn decider(self, battle: &Battle) -> Option<Side> {
        Some(battle.side(self.unit))
    }

    fn subject(self, _: &Battle) -> Option<u16> {
        Some(self.unit.0)
    }

    fn options(self, _: &Battle, actions: &mut Vec<Action>) {
        actions.extend([Action::Roll, Action::Pay]);
    }

    fn play(
        self,
        battle: &mut Battle,
        action: Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        battle.frames.pop();
        match action {
            Action::Pay => self.pay(battle, dice, events),
            _ => self.roll(battle, dice, events),
        }
    }

    /// It is rolled at once when no point can buy it.
    fn proceed(self, battle: &mut Battle, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        let alive = battle.alive(self.unit);
        if alive && battle.affords(self.unit, 1) && battle.purse(self.unit).is_some() {
            return false;
        }
        battle.frames.pop();
        if alive {
            self.roll(battle, dice, events);
        }
        true
    }
}

/// A suppression its owner may convert into a cohesion hit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Convert {
    pub unit: UnitId,
}

impl Pending<Battle> for Convert {
    fn decider(self, battle: &Battle) -> Option<Side> {
        Some(battle.side(self.unit))
    }

    fn subject(self, _: &Battle) -> Option<u16> {
        Some(self.unit.0)
    }

    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        actions.extend([Action::StaySuppressed, Action::Roll]);
        if battle.purse(self.unit).is_some() && battle.affords(self.unit, 1) {
            actions.push(Action::Pay);
        }
    }

    fn play(
        self,
        battle: &mut Battle,
        action: Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        battle.frames.pop();
        let check = Check { unit: self.unit, purpose: Purpose::Convert };
        match action {
            Action::Pay => check.pay(battle, dice, events),
            Action::Roll => check.roll(battle, dice, events),
            _ => battle.suppress(self.unit, events),
        }
    }

    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        let gone = !battle.alive(self.unit);
        if gone {
            battle.frames.pop();
        }
        gone
    }
}

impl Battle {
    /// Troop quality now, with every modifier.
    pub(super) fn quality(&self, unit: UnitId) -> i8 {
        let state = self.unit(unit);
        let modifiers = &self.ground.quality;
        let mut quality = self.face(unit).quality + state.quality_shift;
        quality += match self.supplied(unit) {
            Level::Full | Level::Reduced => 0,
            Level::Diminished => modifiers.diminished_supply,
            Level::Emergency => modifiers.emergency_supply,
        };
        if !self.in_command(unit) {
            quality += modifiers.out_of_command;
        }
        if state.cohesion > 0 {
            quality += modifiers.cohesion[usize::from(state.cohesion) - 1];
        }
        if self.depleted(unit) {
            quality += modifiers.step_loss;
        }
        if state.suppressed {
            quality += modifiers.suppressed;
        }
        if let Some(weight) = self.hex(unit).and_then(|hex| self.barrage(hex)) {
            quality += modifiers.barrage[weight];
        }
        if state.airlanded {
            quality += modifiers.airlanded;
        }
        if self.heroes[self.side(unit)] == Some(unit) {
            quality += modifiers.heroic;
        }
        if self.entrenched(unit) {
            quality += modifiers.entrenched;
        } else if state.improved {
            quality += modifiers.improved;
        }
        quality
    }

    /// Rolls a ten-sided die for a unit; `counter` numbers the unit's rolls of one kind in one
    /// activation, so that a further roll elsewhere changes none of them.
    pub(super) fn die(
        &mut self,
        kind: ChanceKind,
        counter: usize,
        unit: UnitId,
        whom: u16,
        dice: &mut dyn Dice,
    ) -> u8 {
        let rolls = &mut self.notes[unit.index()].rolls[counter];
        let nth = (self.tally.chits << 8) | u16::from(*rolls);
        *rolls = rolls.wrapping_add(1);
        dice.roll(Chance { kind, turn: self.turn, who: unit.0, whom, nth }, 10)
    }

    /// Rolls a check that no point can buy, at once. 0 passes and 9 fails whatever the modifiers.
    pub(super) fn check(
        &mut self,
        unit: UnitId,
        purpose: Purpose,
        need: i8,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) -> bool {
        let (kind, counter) = purpose.chance();
        let die = self.die(kind, counter, unit, 0, dice);
        let passed = passes(need, die);
        events.push(Event::Check { unit, purpose, need, die: Some(die), passed });
        passed
    }

    /// Asks for a check that the owner may buy: now if he can, else the die decides.
    pub(super) fn ask(&mut self, unit: UnitId, purpose: Purpose) {
        self.first(Check { unit, purpose });
    }

    /// A check was decided: what follows.
    pub(super) fn checked(
        &mut self,
        unit: UnitId,
        purpose: Purpose,
        passed: bool,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match purpose {
            Purpose::Question if !passed => self.suppress_after_question(unit, events),
            Purpose::Convert if passed => self.cohesion_hit(unit, "fire", events),
            Purpose::Convert => self.suppress(unit, events),
            Purpose::Bonus(shot) => self.resolve(shot, passed, dice, events),
            Purpose::Rally if passed => {
                self.unit_mut(unit).suppressed = false;
                events.push(Event::Rallied(unit));
            }
            Purpose::Steady if passed => {
                self.unit_mut(unit).cohesion -= 1;
                events.push(Event::Steadied(unit, self.unit(unit).cohesion));
            }
            Purpose::Improve(whom) if passed => {
                self.unit_mut(whom).improved = true;
                events.push(Event::Improved(whom));
            }
            Purpose::LeaveBarrage(direction) if passed => self.leave_hex(unit, direction),
            Purpose::LeaveBarrage(_) => self.stop_moving(unit),
            Purpose::Contact(leader) if passed => {
                self.unit_mut(unit).contact = Some(leader);
                events.push(Event::Contact(unit, leader));
            }
            Purpose::HoldOn if !passed => self.overrun(unit, events),
            Purpose::Rout if !passed => {
                let steps = self.unit(unit).steps.max(1);
                self.tally.routed_steps += u16::from(self.unit(unit).steps);
                self.lose_steps(unit, steps, "rout", events);
            }
            Purpose::FightOn if !passed => self.disperse(unit, events),
            Purpose::Question
            | Purpose::FightOn
            | Purpose::Rally
            | Purpose::Steady
            | Purpose::Improve(_)
            | Purpose::Contact(_)
            | Purpose::HoldOn
            | Purpose::Rout
            | Purpose::Entrench
            | Purpose::OpportunityFire
            | Purpose::Bravery
            | Purpose::Roadblock
            | Purpose::ClearRubble => {}
        }
    }
}

/// Whether a die passes a check.
pub(super) fn passes(need: i8, die: u8) -> bool {
    die == 0 || (die != 9 && i16::from(die) <= i16::from(need))
}

/// Ways out of ten that a check passes.
pub(super) fn chance_of(need: i8) -> u8 {
    // 0 always passes and 9 never does: one to nine ways.
    (need.saturating_add(1)).clamp(1, 9) as u8
}
