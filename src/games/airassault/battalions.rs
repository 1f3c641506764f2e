//! Battalion substitute counters (V.H): companies become a battalion, and a battalion becomes companies.

use alloc::vec::Vec;

use engine::{Dice, Pending, Side};

use super::action::Action;
use super::event::Event;
use super::ground::Class;
use super::rules::Step;
use super::state::{AirAssault, Spot};

/// Companies that make a battalion with its headquarters (V.H.7); an engineer battalion has three (C-H-1).
const COMPANIES: usize = 4;
const ENGINEER_COMPANIES: usize = 3;

/// Whether companies become a battalion.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reform {
    /// The headquarters.
    unit: u16,
}

impl Pending<AirAssault> for Reform {
    fn decider(self, _: &AirAssault) -> Option<Side> {
        Some(Side::German)
    }

    fn subject(self, _: &AirAssault) -> Option<u16> {
        Some(self.unit)
    }

    fn options(self, _: &AirAssault, actions: &mut Vec<Action>) {
        actions.extend([Action::Reform, Action::Pass]);
    }

    fn play(
        self,
        game: &mut AirAssault,
        action: Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        if action == Action::Reform
            && let Some(companies) = game.companies_for(self.unit)
        {
            game.reform(self.unit, &companies, events);
        }
        game.ask_reform(self.unit + 1);
    }
}

impl AirAssault {
    /// V.H.4: at the beginning of German movement.
    pub(crate) fn ask_reform(&mut self, from: u16) {
        let able = |unit: &u16| self.companies_for(*unit).is_some();
        let next = (self.side == Side::German)
            .then(|| self.board.numbers().skip(usize::from(from)).find(able))
            .flatten();
        match next {
            Some(unit) => self.wait = Reform { unit }.into(),
            None => self.go(Step::Movement),
        }
    }

    /// The companies that make a battalion with a headquarters (V.H.5, V.H.7): its own first.
    fn companies_for(&self, headquarters: u16) -> Option<Vec<u16>> {
        let kind = self.unit(headquarters);
        let battalion = kind.battalion?;
        let hex = self.hex_of(headquarters)?;
        if kind.class != Class::Headquarters || self.piece(battalion).spot != Spot::Card {
            return None;
        }
        let counter = self.unit(battalion);
        let engineers = counter.class == Class::Engineer;
        let needed = if engineers { ENGINEER_COMPANIES } else { COMPANIES };
        let own = |unit: u16| self.unit(unit).battalion == Some(battalion);
        let able = |&unit: &u16| {
            let class = self.class(unit);
            let any = matches!(
                class,
                Class::Parachute | Class::Glider | Class::Engineer | Class::MachineGun
            ) && self.unit(unit).airborne.is_some()
                && self.unit(unit).stacking == 1;
            unit != headquarters && if counter.own_companies { own(unit) } else { any }
        };
        let mut companies: Vec<u16> = self.of(Side::German, hex).filter(able).collect();
        companies.sort_by_key(|&unit| (!own(unit), unit));
        companies.truncate(needed);
        // V.H.7.a
        let engineer = |&unit: &u16| self.class(unit) == Class::Engineer;
        let sound = companies.len() == needed && (!engineers || companies.iter().any(engineer));
        sound.then_some(companies)
    }

    fn reform(&mut self, headquarters: u16, companies: &[u16], events: &mut Vec<Event>) {
        let (Some(hex), Some(battalion)) =
            (self.hex_of(headquarters), self.unit(headquarters).battalion)
        else {
            return;
        };
        let mut deeds = 0;
        for &unit in companies.iter().chain([&headquarters]) {
            deeds |= self.piece(unit).did;
            self.send(unit, Spot::Within(battalion));
        }
        self.put(battalion, hex);
        self.piece_mut(battalion).did = deeds;
        events.push(Event::Reformed { unit: battalion });
    }

    /// The companies and the headquarters that a battalion on the map consists of.
    pub(crate) fn within(&self, battalion: u16) -> impl Iterator<Item = u16> + '_ {
        self.board.numbers().filter(move |&unit| self.piece(unit).spot == Spot::Within(battalion))
    }

    /// V.H.3, C-H-3: any time, if the hex is not overfull by it.
    pub(crate) fn may_break_down(&self, battalion: u16) -> bool {
        if self.unit(battalion).way != super::ground::Way::Reformed {
            return false;
        }
        let Some(hex) = self.hex_of(battalion) else { return false };
        let parts: u8 = self.within(battalion).map(|unit| self.unit(unit).stacking).sum();
        let others = self.stack(Side::German, hex) - self.unit(battalion).stacking;
        parts > 0 && others + parts <= self.board.stacking
    }

    /// A battalion becomes companies, which have done what it has done.
    pub(crate) fn break_down(&mut self, battalion: u16, events: &mut Vec<Event>) {
        let Some(hex) = self.hex_of(battalion) else { return };
        let deeds = self.piece(battalion).did;
        let parts: Vec<u16> = self.within(battalion).collect();
        self.send(battalion, Spot::Card);
        for unit in parts {
            self.put(unit, hex);
            self.piece_mut(unit).did = deeds;
        }
        events.push(Event::BrokenDown { unit: battalion });
    }
}
