//! What follows on a fight: steps lost, retreats (series rule 9), advance (series rule 10).

use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Side};
use smallvec::SmallVec;

use super::action::Action;
use super::combat::{Attack, Fight};
use super::event::Event;
use super::ground::{Class, Mobility, Terrain};
use super::party::gait;
use super::rulings::FirstLoss;
use super::stacking::STACK;
use super::state::{Cause, Holland, did};

/// Hexes that units may be driven on because the hexes they come to are full.
const MOST_EXTRA: u8 = 6;

/// Where a fight stands.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The defender loses steps.
    #[default]
    DefenderLoss,
    /// The attacker loses steps.
    AttackerLoss,
    /// The defender retreats.
    DefenderBack,
    /// The attacker retreats.
    AttackerBack,
    /// The attacker advances.
    Advance,
    /// It is over.
    Done,
}

/// The fight is settled as far as nobody has to decide.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Aftermath;

impl Pending<Holland> for Aftermath {
    fn decider(self, _: &Holland) -> Option<Side> {
        None
    }

    fn proceed(self, holland: &mut Holland, _: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        match holland.fight.stage {
            Stage::DefenderLoss => holland.settle_loss(1, Stage::AttackerLoss, events),
            Stage::AttackerLoss => holland.settle_loss(0, Stage::DefenderBack, events),
            Stage::DefenderBack | Stage::AttackerBack => holland.settle_retreat(events),
            Stage::Advance => holland.settle_advance(events),
            Stage::Done => holland.end_fight(events),
        }
        true
    }
}

/// Who loses a step: an attacker (0), a defender (1), one of those who retreat (2).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Loss {
    pub of: u8,
}

impl Pending<Holland> for Loss {
    fn decider(self, holland: &Holland) -> Option<Side> {
        Some(holland.loser(self.of))
    }

    fn options(self, holland: &Holland, actions: &mut Vec<Action>) {
        actions.extend(holland.losers(self.of).into_iter().map(Action::Lose));
    }

    fn play(
        self,
        holland: &mut Holland,
        action: Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        if let Action::Lose(unit) = action {
            holland.take_loss(self.of, unit, events);
        }
        holland.wait = Aftermath.into();
    }
}

/// Where units retreat.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Retreat;

impl Pending<Holland> for Retreat {
    fn decider(self, holland: &Holland) -> Option<Side> {
        holland.fight.falling.first().map(|&unit| holland.board.unit(unit).side)
    }

    fn subject(self, holland: &Holland) -> Option<u16> {
        holland.fight.falling.first().copied()
    }

    fn options(self, holland: &Holland, actions: &mut Vec<Action>) {
        actions.extend(holland.retreat_hexes().into_iter().map(Action::Retreat));
        let of = usize::from(holland.fight.stage == Stage::DefenderBack);
        let begins = holland.fight.left == holland.fight.back[of] && holland.fight.extra == 0;
        if holland.fight.falling.len() > 1 && begins {
            let kinds = holland.kinds_of(&holland.fight.falling);
            actions.extend(kinds.into_iter().map(Action::Leave));
        }
    }

    fn play(
        self,
        holland: &mut Holland,
        action: Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match action {
            Action::Retreat(hex) => holland.retreat_to(hex, events),
            Action::Leave(unit) => {
                // Who retreats together may split up; the other goes its own way later.
                holland.fight.falling.retain(|&other| other != unit);
                holland.fight.queue.push(alloc::vec![unit]);
            }
            _ => {}
        }
        holland.wait = Aftermath.into();
    }
}

/// Who advances.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Advance;

impl Pending<Holland> for Advance {
    fn decider(self, holland: &Holland) -> Option<Side> {
        Some(holland.side)
    }

    fn options(self, holland: &Holland, actions: &mut Vec<Action>) {
        let Some(target) = holland.fight.target else { return };
        let able = holland.followers(target);
        actions.extend(holland.kinds_of(&able).into_iter().map(Action::Advance));
        // 1.10f: somebody goes in to take a leader who is left.
        if holland.fight.advanced || !holland.lone_leader(target) {
            actions.push(Action::Pass);
        }
    }

    fn play(
        self,
        holland: &mut Holland,
        action: Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match (action, holland.fight.target) {
            (Action::Advance(unit), Some(target)) => {
                holland.advance(unit, target, events);
                holland.meet_standing(unit, dice, events);
            }
            _ => holland.fight.stage = Stage::Done,
        }
        holland.wait = Aftermath.into();
    }
}

impl Holland {
    /// Those of a list who are still on the map.
    fn alive(&self, units: &[u16]) -> Vec<u16> {
        units.iter().copied().filter(|&unit| self.hex_of(unit).is_some()).collect()
    }

    fn pool(&self, of: u8) -> &[u16] {
        match of {
            0 => &self.fight.attackers,
            1 => &self.fight.defenders,
            _ => &self.fight.falling,
        }
    }

    fn loser(&self, of: u8) -> Side {
        match of {
            0 => self.side,
            1 => self.side.other(),
            _ => {
                let first = self.fight.falling.first();
                first.map_or(self.side, |&unit| self.board.unit(unit).side)
            }
        }
    }

    /// Who may take the next step lost: at first the strongest, then whoever its owner likes (series rules).
    fn losers(&self, of: u8) -> SmallVec<[u16; 8]> {
        let mut units = self.alive(self.pool(of));
        let strongest = self.board.rulings.first_loss == FirstLoss::Strongest
            && of < 2
            && !self.fight.bled[usize::from(of)];
        if strongest {
            let most = units.iter().map(|&unit| self.strength(unit)).max();
            units.retain(|&unit| Some(self.strength(unit)) == most);
        }
        self.kinds_of(&units)
    }

    fn take_loss(&mut self, of: u8, unit: u16, events: &mut Vec<Event>) {
        let cause = match (of, self.fight.overrun) {
            (2, _) => Cause::Retreat,
            (_, true) => Cause::Overrun,
            (_, false) => Cause::Combat,
        };
        if of < 2 {
            self.fight.owed[usize::from(of)] -= 1;
            self.fight.bled[usize::from(of)] = true;
        } else {
            self.fight.toll -= 1;
        }
        self.hurt(unit, 1, cause, events);
        self.relieve_guards();
    }

    /// Steps of a side are lost, one after the other; where there is no choice nobody is asked.
    fn settle_loss(&mut self, of: u8, next: Stage, events: &mut Vec<Event>) {
        let owed = self.fight.owed[usize::from(of)];
        let losers = self.losers(of);
        if owed == 0 || losers.is_empty() {
            self.fight.stage = next;
            if next == Stage::DefenderBack {
                self.queue_retreat(1);
            }
            return;
        }
        if let [only] = losers[..] {
            self.take_loss(of, only, events);
        } else {
            self.wait = Loss { of }.into();
        }
    }

    /// Whether units in a hex ignore retreats: in a City (the note on the table), the Maas bridges by a switch (J-1.1f-1).
    fn ignores_retreat(&self, hex: HexId) -> bool {
        match self.board.cell(hex).terrain {
            Terrain::City => true,
            Terrain::CityBridge => self.board.rulings.bridge_city_holds,
            _ => false,
        }
    }

    /// Groups of those who retreat: by hex, and those who cannot move each by himself.
    fn queue_retreat(&mut self, of: usize) {
        self.fight.queue.clear();
        self.fight.falling.clear();
        self.fight.left = 0;
        let back = self.fight.back[of];
        if back == 0 {
            return;
        }
        let mut groups: Vec<(HexId, Vec<u16>)> = Vec::new();
        for unit in self.alive(self.pool(of as u8)) {
            let Some(hex) = self.hex_of(unit).filter(|&hex| !self.ignores_retreat(hex)) else {
                continue;
            };
            let still = self.board.unit(unit).mobility == Mobility::None;
            let group = groups.iter_mut().find(|(at, group)| {
                *at == hex
                    && !still
                    && group.iter().all(|&one| self.board.unit(one).mobility != Mobility::None)
            });
            match group {
                Some((_, group)) => group.push(unit),
                None => groups.push((hex, alloc::vec![unit])),
            }
        }
        groups.reverse();
        self.fight.queue = groups.into_iter().map(|(_, group)| group).collect();
        self.fight.extra = 0;
    }

    /// Hexes that the retreating group can go to: farther from the fight, free of enemies, by land.
    fn retreat_hexes(&self) -> SmallVec<[HexId; 6]> {
        let mut hexes = SmallVec::new();
        let (Some(target), Some(&first)) = (self.fight.target, self.fight.falling.first()) else {
            return hexes;
        };
        let Some(here) = self.hex_of(first) else { return hexes };
        let enemy = self.board.unit(first).side.other();
        let gone = self.board.distance(target, here);
        for (way, near) in self.board.near(here) {
            let walks = self.fight.falling.iter().all(|&unit| {
                let mobility = self.board.unit(unit).mobility;
                match mobility {
                    // 2.8: off the rails the train is lost, but it can be driven there.
                    Mobility::Rail => true,
                    Mobility::None | Mobility::Ship => false,
                    _ => self.pace(here, Some(way), near, gait(mobility)).is_some(),
                }
            });
            let away = self.board.distance(target, near) > gone;
            let dry = !self.board.cell(near).terrain.is_wet();
            if walks && away && dry && !self.stands(near, enemy) {
                hexes.push(near);
            }
        }
        hexes
    }

    /// A group retreats a hex at a time; each hex that it cannot go costs a step.
    fn settle_retreat(&mut self, events: &mut Vec<Event>) {
        let falling = core::mem::take(&mut self.fight.falling);
        self.fight.falling = self.alive(&falling);
        if self.fight.falling.is_empty() {
            self.fight.toll = 0;
            self.next_group();
            return;
        }
        if self.fight.toll > 0 {
            let losers = self.losers(2);
            if let [only] = losers[..] {
                self.take_loss(2, only, events);
            } else {
                self.wait = Loss { of: 2 }.into();
            }
            return;
        }
        if self.fight.left == 0 {
            let first = self.fight.falling[0];
            let full = self.hex_of(first).is_some_and(|hex| self.index.post(hex).stack > STACK);
            let moved = Some(first).and_then(|unit| self.hex_of(unit)) != self.fight.target;
            // Series rule: who comes into a full hex goes one farther.
            if full && moved && self.fight.extra < MOST_EXTRA {
                self.fight.extra += 1;
                self.fight.left = 1;
            } else {
                self.fight.falling.clear();
            }
            return;
        }
        let hexes = self.retreat_hexes();
        match hexes[..] {
            [] => {
                self.fight.toll = self.fight.left;
                self.fight.left = 0;
                self.fight.extra = MOST_EXTRA;
            }
            [only] if self.fight.falling.len() == 1 => self.retreat_to(only, events),
            _ => self.wait = Retreat.into(),
        }
    }

    /// The next group retreats, then the attackers, then somebody may advance.
    fn next_group(&mut self) {
        if let Some(group) = self.fight.queue.pop() {
            let of = usize::from(self.fight.stage == Stage::DefenderBack);
            self.fight.left = self.fight.back[of];
            self.fight.extra = 0;
            self.fight.falling = group;
        } else if self.fight.stage == Stage::DefenderBack {
            self.fight.stage = Stage::AttackerBack;
            self.queue_retreat(0);
        } else {
            self.fight.stage = Stage::Advance;
        }
    }

    fn retreat_to(&mut self, hex: HexId, events: &mut Vec<Event>) {
        let units = self.fight.falling.clone();
        let from = units.first().and_then(|&unit| self.hex_of(unit));
        let side = self.board.unit(units[0]).side;
        // The zone of the attackers whom they leave counts as any other.
        let zone = self.zone(hex, side.other()) && !self.stands(hex, side);
        for &unit in &units {
            self.enter(unit, hex, events);
            events.push(Event::Retreated { unit, hex });
            let off = from.and_then(|from| self.board.direction(from, hex));
            let rails = off.is_some_and(|way| {
                from.is_some_and(|from| self.board.cell(from).rails & way.bit() != 0)
            });
            if self.class(unit) == Class::Train && !rails {
                self.destroy(unit, Cause::Train, events);
            }
        }
        self.leaders_fall_back(from, hex, side, events);
        self.fight.left -= 1;
        // Series rule: the stack loses a step for each hex in an enemy zone of control.
        self.fight.toll += u8::from(zone);
    }

    /// 1.10a: leaders retreat with those with whom they defend, when the last of them goes.
    fn leaders_fall_back(
        &mut self,
        from: Option<HexId>,
        hex: HexId,
        side: Side,
        events: &mut Vec<Event>,
    ) {
        let Some(from) = from.filter(|&from| !self.stands(from, side)) else { return };
        for place in 0..self.board.persons.len() {
            let person = self.board.persons[place];
            let goes = self.class(person) == Class::Leader
                && self.hex_of(person) == Some(from)
                && self.board.unit(person).side == side
                && !self.piece(person).captive;
            if goes {
                self.put(person, hex);
                events.push(Event::Retreated { unit: person, hex });
            }
        }
    }

    /// Whether a unit could go into a neighbouring hex after a fight (1.1i).
    pub(crate) fn can_follow(&self, unit: u16, target: HexId) -> bool {
        let Some(from) = self.hex_of(unit) else { return false };
        let Some(way) = self.board.direction(from, target) else { return false };
        let kind = self.board.unit(unit);
        let british = kind.nation == super::ground::Nation::British;
        if british && !self.british_may(target) {
            return false;
        }
        match kind.mobility {
            Mobility::Rail => self.board.cell(from).rails & way.bit() != 0,
            Mobility::None | Mobility::Ship => false,
            mobility => self.pace(from, Some(way), target, gait(mobility)).is_some(),
        }
    }

    /// Attackers who could advance now.
    fn followers(&self, target: HexId) -> Vec<u16> {
        let full = self.room(target) == 0;
        let able = |&unit: &u16| {
            !self.piece(unit).dg
                && self.can_follow(unit, target)
                && !(full && self.class(unit).stacks())
        };
        self.alive(&self.fight.attackers).into_iter().filter(able).collect()
    }

    fn settle_advance(&mut self, events: &mut Vec<Event>) {
        let Some(target) = self.fight.target else { return };
        let enemy = self.side.other();
        let followers = self.followers(target);
        if self.stands(target, enemy) || followers.is_empty() {
            self.fight.stage = Stage::Done;
        } else if self.fight.overrun {
            // Who overruns goes in.
            for unit in followers {
                self.advance(unit, target, events);
            }
            self.fight.stage = Stage::Done;
        } else {
            self.wait = Advance.into();
        }
    }

    fn advance(&mut self, unit: u16, target: HexId, events: &mut Vec<Event>) {
        self.fight.advanced = true;
        self.enter(unit, target, events);
        events.push(Event::Advanced { unit, hex: target });
    }

    fn end_fight(&mut self, events: &mut Vec<Event>) {
        let fight = core::mem::take(&mut self.fight);
        let Some(target) = fight.target else { return };
        for &unit in &fight.attackers {
            if !fight.overrun {
                self.piece_mut(unit).did |= did::FOUGHT;
            }
        }
        if fight.overrun {
            self.sweep(events);
            self.after_overrun(target, events);
            return;
        }
        self.struck.insert(target);
        self.fight = Fight::default();
        self.sweep(events);
        self.wait = Attack.into();
    }
}
