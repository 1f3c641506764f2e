//! Command points, command range, and what an activation costs (series rules; Mercury 6.0, 8.0, S8.0).

use alloc::vec::Vec;
use core::cmp::Reverse;

use engine::{Chance, ChanceKind, Dice, HexId, Side};

use super::activation::Deed;
use super::counter::{Colour, DivisionId, UnitId};
use super::distances::APART;
use super::event::Event;
use super::ground::{Chit, Commands, Ground};
use super::ids::{FormationId, LeaderId};
use super::rulings::{ActivationCost, OutOfCommandFire, Rounding};
use super::state::Battle;

const COMMAND: ChanceKind = ChanceKind::new("command");
const DISPATCH: ChanceKind = ChanceKind::new("dispatch");

engine::words! {
    /// What command points go for.
    pub(super) enum Use {
        /// A unit's first action under its division's chit.
        Activation = "activations",
        /// A unit's second action.
        SecondAction = "second-actions",
        /// A unit activated by direct command.
        DirectCommand = "direct-command",
        /// A troop quality check passed without a roll.
        Check = "checks-passed",
        /// Dispatch points bought.
        Dispatch = "dispatch-points",
        /// A unit that left the map (S1.0, S2.0).
        Departure = "departures",
        /// Nothing: command confusion takes them away (5.12).
        Confusion = "lost-to-confusion",
    }
}

/// Who commands, and with what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Command {
    /// Every leader, in the order of their cards.
    pub leaders: Vec<Leader>,
    /// Leaders without a unit, who join one of theirs once there is one on the map.
    pub unseated: Vec<LeaderId>,
    /// Some of those may have found one.
    pub seek: bool,
    /// Command points of each division.
    pub points: Vec<u16>,
    /// Dispatch points of each division.
    pub dispatch: Vec<u16>,
    /// What serials and dates have added to the command rating of each division.
    pub raised: Vec<u8>,
    /// The attached battalion of each division and its formation; empty where there are no battalions.
    pub attached: Vec<Option<(u8, FormationId)>>,
}

impl Command {
    /// As a battle begins.
    pub fn at_start(ground: &Ground) -> Command {
        let leaders = ground.leaders.iter();
        Command {
            leaders: leaders
                .map(|card| Leader { with: None, replaced: card.replacement })
                .collect(),
            unseated: Vec::new(),
            seek: false,
            points: ground.divisions.iter().map(|card| card.points).collect(),
            dispatch: ground.divisions.iter().map(|card| card.dispatch_points).collect(),
            raised: alloc::vec![0; ground.divisions.len()],
            attached: ground.attached.clone(),
        }
    }
}

/// A leader: the unit he is with, `None` when he is out of play, and whether he is a replacement.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Leader {
    pub with: Option<UnitId>,
    pub replaced: bool,
}

impl Battle {
    /// Whether `leader` is in play and commands the unit.
    pub(super) fn commands(&self, leader: usize, unit: UnitId) -> bool {
        self.ground.superiors[unit.index()].iter().any(|&other| other.index() == leader)
            && self.may_command(leader, unit)
            && self.reaches(leader, unit)
    }

    /// Whether one of the unit's superiors may command it as things stand.
    fn may_command(&self, leader: usize, unit: UnitId) -> bool {
        // Mercury S9.0: attachments change from turn to turn who commands whom.
        self.command.attached.is_empty()
            || self.ground.leaders[leader].may_command(self.counter(unit), self.formation(unit))
    }

    /// Whether the leader, who may command the unit by his card, is near enough to do it.
    fn reaches(&self, leader: usize, unit: UnitId) -> bool {
        self.hex(unit).is_some_and(|hex| self.reaches_to(leader, hex))
    }

    /// Whether the leader is near enough to command a unit in a hex.
    #[inline]
    fn reaches_to(&self, leader: usize, hex: HexId) -> bool {
        let state = self.command.leaders[leader];
        let Some(at) = self.index.leaders[leader] else { return false };
        let card = &self.ground.leaders[leader];
        let distance = self.ground.distance(hex, at);
        // Mercury 11.0: Major Bedding has every Greek unit on his map in command.
        distance <= card.range[usize::from(state.replaced)]
            || (card.commands == Commands::Greeks && distance < APART)
    }

    /// The first of the leaders who have the unit in command.
    fn commander(&self, unit: UnitId) -> Option<usize> {
        self.index.commanders[unit.index()].map(LeaderId::index)
    }

    /// Works out who that is now.
    pub(super) fn find_commander(&self, unit: UnitId) -> Option<LeaderId> {
        let hex = self.hex(unit)?;
        let mut superiors = self.ground.superiors[unit.index()].iter();
        let named = superiors.find(|&&leader| {
            let leader = leader.index();
            self.may_command(leader, unit) && self.reaches_to(leader, hex)
        });
        named.copied()
    }

    /// Notes who commands a unit, which has come to where it stands or under another brigade.
    pub(super) fn muster(&mut self, unit: UnitId) {
        let commander = self.find_commander(unit);
        if self.index.commanders[unit.index()] != commander {
            self.index.commanders[unit.index()] = commander;
            if let Some(hex) = self.hex(unit) {
                self.stamps.mark(hex);
            }
        }
    }

    /// The same for all whom a leader may command: he has come to where he is, or is another man.
    pub(super) fn muster_under(&mut self, leader: usize) {
        let ground = alloc::sync::Arc::clone(&self.ground);
        for &unit in &ground.subordinates[leader] {
            self.muster(unit);
        }
    }

    /// Whether a leader besides this one has the unit in command.
    pub(super) fn led_by_another(&self, leader: usize, unit: UnitId) -> bool {
        let Some(hex) = self.hex(unit) else { return false };
        let mut superiors = self.ground.superiors[unit.index()].iter().map(|&s| s.index());
        superiors.any(|other| {
            other != leader && self.may_command(other, unit) && self.reaches_to(other, hex)
        })
    }

    /// Whether the unit is in command at this moment.
    pub(super) fn in_command(&self, unit: UnitId) -> bool {
        // Series rules: artillery in a park is always in command.
        self.auto_command(unit) || self.unit(unit).park || self.commander(unit).is_some()
    }

    /// Whether the unit has a red troop quality (Mercury 8.0).
    pub(super) fn auto_command(&self, unit: UnitId) -> bool {
        self.counter(unit).auto_command
    }

    /// The division whose points pay for the unit; `None` if no point may be spent on it
    /// (out of command, or auto-command: Mercury 8.0).
    pub(super) fn purse(&self, unit: UnitId) -> Option<DivisionId> {
        if self.auto_command(unit) {
            return None;
        }
        if self.unit(unit).park {
            return Some(self.counter(unit).division);
        }
        self.commander(unit)?;
        if self.counter(unit).greek {
            return self.patron(unit);
        }
        Some(self.counter(unit).division)
    }

    /// Who pays for Greeks (Mercury 6.0): the division of a leader within whose range they are. In the activation of a
    /// division that is this one, where it has such a leader; else, of several, the one with the most points.
    fn patron(&self, unit: UnitId) -> Option<DivisionId> {
        let hex = self.hex(unit)?;
        let leaders = self.ground.superiors[unit.index()].iter().map(|&leader| leader.index());
        let near = leaders
            .filter(|&leader| self.may_command(leader, unit) && self.reaches_to(leader, hex));
        let called = match self.chit() {
            Some(Chit::Division(division)) => Some(division),
            _ => None,
        };
        let first = |division: &DivisionId| {
            (called != Some(*division), Reverse(self.command.points[usize::from(division.0)]))
        };
        near.map(|leader| self.ground.leaders[leader].division).min_by_key(first)
    }

    /// Whether the unit can pay for something that costs `cost`.
    pub(super) fn affords(&self, unit: UnitId, cost: u16) -> bool {
        cost == 0 || cost <= self.funds(unit)
    }

    /// The points that the unit can spend.
    pub(super) fn funds(&self, unit: UnitId) -> u16 {
        let counter = self.counter(unit);
        // Whoever leads it, its own division pays; for Greeks that of the leader.
        if !counter.greek && self.command.points[usize::from(counter.division.0)] == 0 {
            return 0;
        }
        self.payer(unit).map_or(0, |division| self.command.points[usize::from(division.0)])
    }

    /// Who pays for an activation: the purse, or with `direct_command_in_command` off the
    /// division of a unit out of command, on its side's direct command.
    fn payer(&self, unit: UnitId) -> Option<DivisionId> {
        let anyway = matches!(self.chit(), Some(Chit::DirectCommand(_)))
            && !self.ground.rulings.direct_command_in_command.on()
            // Mercury 6.0: Greeks need a leader within range, and his division pays.
            && !self.counter(unit).greek
            && !self.auto_command(unit);
        self.purse(unit).or_else(|| anyway.then(|| self.counter(unit).division))
    }

    /// Pays for the unit. The caller has made sure that it can.
    pub(super) fn pay(&mut self, unit: UnitId, cost: u16, purpose: Use, events: &mut Vec<Event>) {
        if cost == 0 {
            return;
        }
        let division = self.payer(unit).or_else(|| self.fire_payer(unit));
        let division = division.expect("only units that can pay are charged");
        self.spend(division, cost, purpose, events);
    }

    /// Who pays for the fire of a unit that is out of command in a division activation, where the switch has its division
    /// do it (S8.0).
    fn fire_payer(&self, unit: UnitId) -> Option<DivisionId> {
        let pays = self.ground.rulings.out_of_command_fire == OutOfCommandFire::DivisionPays
            && self.cut_off(unit)
            && !self.counter(unit).greek;
        pays.then(|| self.counter(unit).division)
    }

    /// Whether the unit acts under its division's chit and out of command.
    fn cut_off(&self, unit: UnitId) -> bool {
        matches!(self.chit(), Some(Chit::Division(_))) && !self.in_command(unit)
    }

    /// Whether the unit may fire now for `cost` points of the `funds` that it can spend: out of command it has none, and
    /// what that means in a division activation is a switch (S8.0).
    pub(super) fn may_pay_fire(&self, unit: UnitId, cost: u16, funds: u16) -> bool {
        let paid = cost <= funds;
        match self.ground.rulings.out_of_command_fire {
            OutOfCommandFire::FreeWeapons => paid,
            OutOfCommandFire::DivisionPays => {
                let payer = self.fire_payer(unit);
                paid || payer.is_some_and(|own| cost <= self.command.points[usize::from(own.0)])
            }
            OutOfCommandFire::Nothing => paid && !self.cut_off(unit),
        }
    }

    /// Whether units do engineer work now: not on direct command, where a point activates them "just as" it does
    /// auto-command units, for any action but that (8.0).
    pub(super) fn engineers_work(&self) -> bool {
        !matches!(self.chit(), Some(Chit::DirectCommand(_)))
    }

    /// A division spends points that it has.
    pub(super) fn spend(
        &mut self,
        division: DivisionId,
        cost: u16,
        purpose: Use,
        events: &mut Vec<Event>,
    ) {
        let left = self.lose_points(division, cost, purpose);
        let side = self.ground.divisions[usize::from(division.0)].side;
        self.tally.spent[side] += cost;
        events.push(Event::Paid { division, spent: cost, left });
    }

    /// Points leave a division, as many of them as it has; what is left.
    pub(super) fn lose_points(&mut self, division: DivisionId, points: u16, purpose: Use) -> u16 {
        let side = self.ground.divisions[usize::from(division.0)].side;
        let held = &mut self.command.points[usize::from(division.0)];
        let gone = points.min(*held);
        *held -= gone;
        self.tally.gone[purpose as usize][side] += gone;
        self.tally.purses[usize::from(division.0)].gone[purpose as usize] += gone;
        *held
    }

    /// A division receives points; what it holds now.
    pub(super) fn gain_points(&mut self, division: DivisionId, points: u16) -> u16 {
        let side = self.ground.divisions[usize::from(division.0)].side;
        self.tally.earned[side] += points;
        self.tally.received[side] += points;
        self.tally.purses[usize::from(division.0)].earned += points;
        let held = &mut self.command.points[usize::from(division.0)];
        *held += points;
        *held
    }

    /// What an action now is paid as.
    pub(super) fn use_of(&self, second: bool) -> Use {
        match self.chit() {
            Some(Chit::DirectCommand(_)) => Use::DirectCommand,
            _ if second => Use::SecondAction,
            _ => Use::Activation,
        }
    }

    /// A turn begins: command ratings that rise in it do so for good (A-SC6-3).
    pub(super) fn raise_ratings(&mut self) {
        let rises = self.ground.divisions.iter().map(|card| &card.rating_rises);
        for (raised, turns) in self.command.raised.iter_mut().zip(rises) {
            *raised += turns.iter().filter(|&&turn| turn == self.turn).count() as u8;
        }
    }

    /// A division's chit is drawn: it receives its rating and half a die.
    pub(super) fn collect(
        &mut self,
        division: DivisionId,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let ground = alloc::sync::Arc::clone(&self.ground);
        let card = &ground.divisions[usize::from(division.0)];
        let rating = card.rating + self.command.raised[usize::from(division.0)];
        let activations = &mut self.tally.activations[usize::from(division.0)];
        *activations += 1;
        // Mercury 11.0: a side that begins with a drop receives nothing with that activation.
        if card.first_activation_without_points && *activations == 1 {
            return;
        }
        let chance =
            Chance { kind: COMMAND, turn: self.turn, who: u16::from(division.0), whom: 0, nth: 0 };
        let die = dice.roll(chance, 10);
        let half = match self.ground.rulings.command_die {
            Rounding::Down => die / 2,
            Rounding::Up => die.div_ceil(2),
        };
        let gained = u16::from(rating) + u16::from(half);
        let held = self.gain_points(division, gained);
        events.push(Event::Points { division, rating, die, gained, held });
        if let Some(rating) = card.dispatch_rating {
            let extra = if ground.rulings.dispatch_roll.on() {
                dice.roll(Chance { kind: DISPATCH, ..chance }, 10) / 2
            } else {
                0
            };
            let held = &mut self.command.dispatch[usize::from(division.0)];
            let gained = u16::from(rating) + u16::from(extra);
            *held += gained;
            self.tally.purses[usize::from(division.0)].dispatch_earned += gained;
            events.push(Event::Dispatch { division, held: *held });
        }
    }

    /// The chit being played.
    pub(super) fn chit(&self) -> Option<Chit> {
        self.playing.map(|chit| self.ground.chits[chit.index()])
    }

    /// What an action costs now; `second` is a unit's second action.
    pub(super) fn cost(&self, unit: UnitId, deed: Deed, second: bool) -> u16 {
        match self.chit() {
            Some(Chit::DirectCommand(_)) => u16::from(!self.auto_command(unit)),
            _ if second => 1,
            // A formation chit pays for the first action.
            Some(Chit::Formation(_)) => 0,
            _ => match self.ground.rulings.activation_cost {
                ActivationCost::AllFree => 0,
                ActivationCost::AllOnePoint => 1,
                ActivationCost::FireOnePoint => match deed {
                    Deed::Assault => 1,
                    Deed::Fire => {
                        let colour = self.counter(unit).fire.map(|fire| fire.colour);
                        let free = matches!(colour, Some(Colour::Purple | Colour::Green));
                        u16::from(!free && !self.unit(unit).park)
                    }
                    _ => 0,
                },
            },
        }
    }

    /// The side that plays the current chit.
    pub(super) fn active_side(&self) -> Option<Side> {
        Some(match self.chit()? {
            Chit::Division(division) => self.ground.divisions[usize::from(division.0)].side,
            Chit::DirectCommand(side) | Chit::Event(side) => side,
            Chit::Naval => Side::Allied,
            Chit::Formation(formation) => {
                let division = self.ground.formations[formation.index()].division;
                self.ground.divisions[usize::from(division.0)].side
            }
        })
    }
}
