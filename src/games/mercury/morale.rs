//! Allied morale, and the withdrawal that its collapse brings about (Mercury S5.0).

use alloc::vec::Vec;

use engine::Side;

use super::counter::{Movement, UnitId};
use super::departures::Departure;
use super::event::Event;
use super::ids::ObjectiveId;
use super::rulings::Level;
use super::state::Battle;

/// What moves Allied morale, and from where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoraleTerms {
    /// How the scenario begins.
    pub start: MoraleStart,
    /// What each Allied step eliminated costs, Greeks apart.
    pub allied_step: u8,
    /// What each German step eliminated gives back.
    pub german_step: u8,
    /// What an airfield or port costs that the Germans take, and gives back when they lose it.
    pub place: u8,
    /// What each naval unit eliminated costs.
    pub naval_unit: u8,
    /// The group of sheets whose Allied supply weighs on morale.
    pub supply_group: Option<u8>,
    /// What the first time in diminished and the first time in emergency supply costs there.
    pub supply: [u8; 2],
    /// The withdrawal level when it is triggered (A-S5-1).
    pub level_at_trigger: u16,
}

/// How morale stands when a scenario begins.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum MoraleStart {
    /// At this level, which it never exceeds.
    Level(u8),
    /// Broken already: Allied Withdrawal is in effect, with this level.
    Withdrawal(u16),
}

/// How Allied morale stands.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Morale {
    /// The level; it means nothing once the withdrawal is in effect.
    pub level: i16,
    /// Allied Withdrawal, once it is in effect.
    pub withdrawal: Option<Withdrawal>,
    /// Whether diminished, and whether emergency supply have been counted.
    pub supply_counted: [bool; 2],
    /// Something has happened that is to be attended to before play goes on.
    pub stirred: bool,
}

/// Allied Withdrawal in effect.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Withdrawal {
    /// The turn in which it was triggered; `None` where the scenario begins with it.
    pub since: Option<u16>,
    /// The withdrawal level.
    pub level: u16,
    /// Units that cannot move have been removed.
    pub immobile_gone: bool,
}

impl MoraleTerms {
    /// How morale stands before the first decision.
    pub(super) fn at_start(&self) -> Morale {
        match self.start {
            MoraleStart::Level(level) => Morale { level: level.into(), ..Morale::default() },
            // A-S5-4: at the set-up nobody is removed.
            MoraleStart::Withdrawal(level) => Morale {
                withdrawal: Some(Withdrawal { since: None, level, immobile_gone: true }),
                ..Morale::default()
            },
        }
    }

    /// The level that morale never exceeds.
    pub(super) fn most(&self) -> i16 {
        match self.start {
            MoraleStart::Level(level) => level.into(),
            MoraleStart::Withdrawal(_) => 0,
        }
    }
}

impl Battle {
    /// Whether Allied Withdrawal is in effect.
    #[inline]
    pub(super) fn withdrawing(&self) -> bool {
        self.morale.withdrawal.is_some()
    }

    /// Allied morale, where there is any to lose.
    pub(super) fn allied_morale(&self) -> Option<i16> {
        let counted = self.ground.morale.is_some() && !self.withdrawing();
        counted.then_some(self.morale.level)
    }

    /// Morale goes up or down, never above where it began; below 1 it breaks (S5.0). `capped` is off for what may lift it
    /// beyond its start.
    pub(super) fn shift_morale(
        &mut self,
        by: i16,
        why: &'static str,
        capped: bool,
        events: &mut Vec<Event>,
    ) {
        let Some(terms) = &self.ground.morale else { return };
        if self.withdrawing() || by == 0 {
            return;
        }
        let before = self.morale.level;
        // A gain never lifts it above the start; what stands above already by A-S5-2 stays there.
        let most = if capped && by > 0 { terms.most().max(before) } else { i16::MAX };
        let level = (before + by).min(most);
        if level == before {
            return;
        }
        self.morale.level = level;
        events.push(Event::Morale { level, why });
        if level < 1 {
            let level = terms.level_at_trigger;
            self.morale.withdrawal =
                Some(Withdrawal { since: Some(self.turn), level, immobile_gone: false });
            self.morale.stirred = true;
            events.push(Event::WithdrawalTriggered(level));
        }
    }

    /// Steps of a unit were eliminated (S5.0).
    pub(super) fn steps_shift_morale(&mut self, unit: UnitId, lost: u8, events: &mut Vec<Event>) {
        let Some(terms) = &self.ground.morale else { return };
        let (german, allied) = (i16::from(terms.german_step), i16::from(terms.allied_step));
        match self.side(unit) {
            Side::German => {
                self.shift_morale(german * i16::from(lost), "German steps lost", true, events);
            }
            Side::Allied if self.counter(unit).greek => {}
            Side::Allied => {
                self.shift_morale(-allied * i16::from(lost), "Allied steps lost", true, events);
            }
        }
    }

    /// A naval unit was eliminated (S5.0, O2.0).
    pub(super) fn naval_unit_lost(&mut self, events: &mut Vec<Event>) {
        let loss = self.ground.morale.as_ref().map_or(0, |terms| i16::from(terms.naval_unit));
        self.shift_morale(-loss, "a naval unit lost", true, events);
    }

    /// An objective has changed hands. An airfield or port counts when its last hex falls, and when the first of them is
    /// no longer German (S5.0, S6.0; A-S5-3).
    pub(super) fn control_changed(&mut self, objective: usize, events: &mut Vec<Event>) {
        self.morale.stirred |= !self.ground.sudden_deaths.is_empty();
        let Some(terms) = &self.ground.morale else { return };
        let worth = i16::from(terms.place);
        let changed = ObjectiveId(objective as u8);
        let ground = alloc::sync::Arc::clone(&self.ground);
        for place in ground.airfields.iter().chain(&ground.ports) {
            if !place.contains(&changed) {
                continue;
            }
            let others = place.iter().filter(|&&hex| hex != changed);
            let whole = others.clone().all(|hex| self.control[hex.index()] == Side::German);
            if !whole {
                continue;
            }
            match self.control[objective] {
                Side::German => self.shift_morale(-worth, "airfield or port lost", true, events),
                Side::Allied => self.shift_morale(worth, "airfield or port regained", true, events),
            }
        }
    }

    /// Allied supply of a group of sheets has come to this level: the first time that it is diminished, and the first time
    /// that it is an emergency, morale suffers where the group is the one that weighs on it (S5.0).
    pub(super) fn supply_saps_morale(&mut self, group: u8, level: Level, events: &mut Vec<Event>) {
        let Some(terms) = &self.ground.morale else { return };
        let place = match level {
            Level::Full | Level::Reduced => return,
            Level::Diminished => 0,
            Level::Emergency => 1,
        };
        if terms.supply_group != Some(group) || self.morale.supply_counted[place] {
            return;
        }
        self.morale.supply_counted[place] = true;
        let loss = -i16::from(terms.supply[place]);
        self.shift_morale(loss, "want of supply", true, events);
    }

    /// The withdrawal level rises.
    pub(super) fn raise_withdrawal(&mut self, by: u16, events: &mut Vec<Event>) {
        let Some(withdrawal) = &mut self.morale.withdrawal else { return };
        withdrawal.level += by;
        events.push(Event::WithdrawalLevel(withdrawal.level));
    }

    /// What cannot wait until the chit has been played: the moment Allied Withdrawal is triggered units that cannot move
    /// are removed (S5.0), and sudden deaths end the game. Called between one frame and the next.
    pub(super) fn attend(&mut self, events: &mut Vec<Event>) {
        if !core::mem::take(&mut self.morale.stirred) {
            return;
        }
        if let Some(withdrawal) = &mut self.morale.withdrawal
            && !core::mem::replace(&mut withdrawal.immobile_gone, true)
        {
            self.remove_immobile(events);
        }
        self.die_suddenly(events);
    }

    /// Allied units with a "No" movement are out, neither withdrawn nor eliminated (A-S5-4). Rearguards have no movement of
    /// their own to go by and stay.
    fn remove_immobile(&mut self, events: &mut Vec<Event>) {
        let out: Vec<UnitId> = self
            .on_map(Side::Allied)
            .map(|(unit, _)| unit)
            .filter(|&unit| self.counter(unit).movement == Movement::No)
            .filter(|&unit| !self.counter(unit).rearguard())
            .collect();
        for unit in out {
            self.departed(unit, Departure::LeftBehind, events);
        }
    }
}
