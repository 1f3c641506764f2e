//! Losses that are chosen (EX and AL): who pays, and with what.

use alloc::vec::Vec;

use engine::{Dice, Pending, Side};

use super::action::Action;
use super::aftermath::{Debt, Settle};
use super::event::Event;
use super::rulings::Exchange;
use super::state::{AirAssault, Cause};

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

    fn play(
        self,
        game: &mut AirAssault,
        action: Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
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

impl AirAssault {
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

    /// What all defenders count: artillery that is alone as it defends (V.F.12), so that nobody goes for nothing.
    fn worth_of_defenders(&self) -> u16 {
        let units = &self.fight.defenders;
        let strength: u16 = units.iter().map(|&unit| self.worth(unit)).sum();
        (strength + self.alone(units)).max(1)
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

    pub(crate) fn lose_all_defenders(&mut self, events: &mut Vec<Event>) {
        for unit in core::mem::take(&mut self.fight.defenders) {
            self.destroy(unit, Cause::Combat, events);
        }
        if matches!(self.fight.debt, Debt::Defender(_)) {
            self.fight.debt = Debt::None;
        }
    }
}
