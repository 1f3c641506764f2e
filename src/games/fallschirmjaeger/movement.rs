//! Movement and exploitation: who moves, with whom, and where to (series rules 3 and 6, with 1.1, 2.5b, 2.8, 3.5).

use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Side};

use super::action::Action;
use super::combat::Fight;
use super::event::Event;
use super::ground::{Class, HexSet};
use super::party::Party;
use super::rules::Step;
use super::state::{Holland, did};

/// Who moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Move;

impl Pending<Holland> for Move {
    fn decider(self, holland: &Holland) -> Option<Side> {
        Some(holland.side)
    }

    fn options(self, holland: &Holland, actions: &mut Vec<Action>) {
        actions.extend(holland.hexes_to_move().iter().map(Action::Move));
        holland.other_moves(actions);
        actions.push(Action::Pass);
    }

    fn play(
        self,
        holland: &mut Holland,
        action: Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match action {
            Action::Move(hex) => holland.pick_from(hex),
            Action::Evacuate(unit) => holland.evacuate(unit, events),
            Action::Lift(unit) => {
                if let Some(place) = holland.standing.iter().position(|s| s.unit == unit) {
                    let hex = holland.standing.remove(place).hex;
                    events.push(Event::StandingEnded { unit, hex });
                }
            }
            Action::Build(unit, way) => holland.begin_bridge(unit, way, events),
            Action::Guard(captive, unit) => {
                holland.piece_mut(captive).guard = Some(unit);
                holland.piece_mut(captive).did |= did::MOVED;
            }
            _ => holland.end_moves(),
        }
    }

    fn proceed(self, holland: &mut Holland, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        if holland.movers().next().is_some() {
            return false;
        }
        let mut others = Vec::new();
        holland.other_moves(&mut others);
        let over = others.is_empty();
        if over {
            holland.end_moves();
        }
        over
    }
}

/// Who of a hex moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pick {
    pub hex: HexId,
}

impl Pending<Holland> for Pick {
    fn decider(self, holland: &Holland) -> Option<Side> {
        Some(holland.side)
    }

    fn options(self, holland: &Holland, actions: &mut Vec<Action>) {
        if holland.movers_together(self.hex).len() > 1 {
            actions.push(Action::All);
        }
        if holland.convoy_in(self.hex).len() > 1 {
            actions.push(Action::Convoy);
        }
        let movers: Vec<u16> =
            holland.here(self.hex).filter(|&unit| holland.can_move(unit)).collect();
        actions.extend(holland.kinds_of(&movers).into_iter().map(Action::Only));
    }

    fn play(self, holland: &mut Holland, action: Action, _: &mut dyn Dice, _: &mut Vec<Event>) {
        match action {
            Action::All => holland.set_out(holland.movers_together(self.hex), false),
            Action::Convoy => holland.set_out(holland.convoy_in(self.hex), true),
            Action::Only(unit) => holland.set_out(alloc::vec![unit], false),
            _ => {}
        }
        holland.wait = March.into();
    }
}

/// Where they go.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct March;

impl Pending<Holland> for March {
    fn decider(self, holland: &Holland) -> Option<Side> {
        Some(holland.side)
    }

    fn subject(self, holland: &Holland) -> Option<u16> {
        holland.party.units.first().copied()
    }

    fn options(self, holland: &Holland, actions: &mut Vec<Action>) {
        holland.party_options(actions);
    }

    fn play(
        self,
        holland: &mut Holland,
        action: Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match action {
            Action::March(hex) => holland.march_to(hex, dice, events),
            Action::Overrun(hex) => holland.overrun(hex, dice, events),
            Action::Leave(unit) => {
                holland.party.units.retain(|&other| other != unit);
                let units = core::mem::take(&mut holland.party.units);
                let (by_truck, gold) = (holland.party.by_truck, holland.party.gold);
                holland.set_out(units, by_truck);
                holland.party.gold = gold && holland.can_carry_gold(&holland.party.units);
            }
            Action::Carry => {
                holland.party.gold = true;
                holland.party.arrived = false;
            }
            Action::Unload => {
                holland.unload();
                holland.party.arrived = false;
            }
            _ => holland.end_party(events),
        }
    }
}

impl Holland {
    /// Units begin to move.
    pub(crate) fn begin_moves(&mut self, events: &mut Vec<Event>) {
        self.forget(self.side, did::MOVED | did::OVERRAN);
        if self.step == Step::Exploitation {
            self.forget(self.side, did::NEW);
        } else if self.side == Side::German {
            self.finish_bridges(events);
        }
        self.party = Party::default();
        self.wait = Move.into();
    }

    fn end_moves(&mut self) {
        let first = self.step == Step::Movement;
        self.go(if first { Step::Stacking } else { Step::Restacking });
    }

    /// Hexes with somebody who can move.
    pub(crate) fn hexes_to_move(&self) -> HexSet {
        self.movers().filter_map(|unit| self.hex_of(unit)).collect()
    }

    /// Those who can move.
    fn movers(&self) -> impl Iterator<Item = u16> + '_ {
        let own = self.board.movers[self.side].iter().copied();
        own.filter(|&unit| self.can_move(unit))
    }

    /// What else can be done while units move: evacuation (3.7), ending standing barrages (1.7b), bridges (2.9), guards
    /// (1.10g).
    fn other_moves(&self, actions: &mut Vec<Action>) {
        let allied = self.side == Side::Allied;
        let persons = self.board.persons.iter().copied();
        if allied && self.step == Step::Movement {
            actions
                .extend(persons.clone().filter(|&unit| self.can_leave(unit)).map(Action::Evacuate));
        }
        if allied {
            actions.extend(self.standing.iter().map(|standing| Action::Lift(standing.unit)));
        }
        self.bridges_to_begin(actions);
        for person in persons {
            let piece = self.piece(person);
            let ours = piece.captive && self.board.unit(person).side != self.side;
            let Some(hex) = self.hex_of(person).filter(|_| ours && piece.did & did::MOVED == 0)
            else {
                continue;
            };
            let others = self.soldiers(hex, self.side).filter(|&unit| piece.guard != Some(unit));
            actions.extend(others.map(|unit| Action::Guard(person, unit)));
        }
    }

    /// The units of a hex move; where there is only one way to make up a party, that is it.
    fn pick_from(&mut self, hex: HexId) {
        let pick = Pick { hex };
        let mut options = Vec::new();
        pick.options(self, &mut options);
        if let [Action::Only(unit)] = options[..] {
            self.set_out(alloc::vec![unit], false);
            self.wait = March.into();
        } else {
            self.wait = pick.into();
        }
    }

    /// The party goes to a hex, step by step.
    fn march_to(&mut self, goal: HexId, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let (Some(start), Some(reach)) = (self.party_hex(), self.party_reach(Some(goal))) else {
            return;
        };
        let cost = reach.cost(goal).unwrap_or(0);
        let gone: Vec<u16> = self.party.units.clone();
        for hex in reach.way(goal) {
            self.party_enters(hex, dice, events);
            if self.party.units.is_empty() {
                break;
            }
        }
        for unit in gone {
            self.has_marched(unit);
            if let Some(hex) = self.hex_of(unit) {
                events.push(Event::Moved { unit, from: start, hex });
            }
        }
        self.party.points = self.party.points.saturating_sub(cost);
        self.party.moved = true;
        self.party.arrived = true;
        let Some(hex) = self.party_hex() else {
            self.end_party(events);
            return;
        };
        if self.under_standing(hex, self.side) && self.party.points > 0 {
            // The barrage stopped them only to see who comes through.
            self.party.arrived = false;
        } else if !self.may_go_on() {
            self.end_party(events);
        }
    }

    /// The party enters the next hex of its way, with all that follows.
    fn party_enters(&mut self, hex: HexId, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        for unit in self.party.units.clone() {
            self.enter(unit, hex, events);
            self.meet_standing(unit, dice, events);
        }
        if self.party.gold
            && let Some(gold) = self.board.named.gold
        {
            self.put(gold, hex);
        }
        // Who is disorganized goes no farther (1.4).
        let goes_on = |unit: &u16| self.hex_of(*unit) == Some(hex) && !self.piece(*unit).dg;
        let units = self.party.units.iter().copied().filter(goes_on).collect();
        self.party.units = units;
        self.sweep(events);
    }

    fn has_marched(&mut self, unit: u16) {
        let marched = if self.step == Step::Movement { did::MARCHED } else { 0 };
        self.piece_mut(unit).did |= did::MOVED | marched;
    }

    /// 3.5a: those who were carried are set down and move no farther in this phase; the lorries go on.
    fn unload(&mut self) {
        let (trucks, riders): (Vec<u16>, Vec<u16>) =
            self.party.units.iter().partition(|&&unit| self.class(unit) == Class::Truck);
        for unit in riders {
            self.has_marched(unit);
        }
        self.party.units = trucks;
        self.party.gold = false;
    }

    /// The party overruns a hex (series rule 6).
    fn overrun(&mut self, target: HexId, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let cost = self.overruns().into_iter().find(|(hex, _)| *hex == target);
        self.party.points -= cost.map_or(0, |(_, cost)| cost).min(self.party.points);
        let units = self.party.units.clone();
        for &unit in &units {
            self.has_marched(unit);
            let piece = self.piece_mut(unit);
            piece.did |= did::OVERRAN;
            piece.overruns += 1;
        }
        self.fight = Fight::new(target, units, true);
        self.begin_fight(dice, events);
    }

    /// An overrun is settled: whoever has come through goes on with what is left.
    pub(crate) fn after_overrun(&mut self, target: HexId, events: &mut Vec<Event>) {
        let here = |unit: &u16| self.hex_of(*unit) == Some(target) && !self.piece(*unit).dg;
        let units: Vec<u16> = self.party.units.iter().copied().filter(here).collect();
        let through = !units.is_empty();
        self.party.units = units;
        self.party.moved = true;
        self.party.arrived = false;
        if through && self.party.points > 0 && !self.party_has(did::FRESH) {
            self.wait = March.into();
        } else {
            self.end_party(events);
        }
    }

    /// The party has done what it wanted.
    pub(crate) fn end_party(&mut self, events: &mut Vec<Event>) {
        let units = core::mem::take(&mut self.party.units);
        for unit in units {
            self.piece_mut(unit).did |= did::MOVED;
        }
        self.party = Party::default();
        self.sweep(events);
        self.wait = Move.into();
    }
}
