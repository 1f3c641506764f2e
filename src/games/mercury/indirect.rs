//! Indirect fire, artillery parks, contact and barrages (series rules 6; Mercury 2.9).

use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Side};

use super::action::Action;
use super::counter::UnitId;
use super::event::Event;
use super::fire::{Hit, Mod, Mode, Shot};
use super::ground::Commands;
use super::ids::LeaderId;
use super::quality::Purpose;
use super::rulings::BarrageRule;
use super::state::Battle;

/// Firing strength before the target's modifiers from which a barrage is heavy.
pub(super) const HEAVY: i8 = 6;

/// The kind of coastal artillery in the counters' file.
const COASTAL: &str = "coast-artillery";

/// Step E for a side, one unit after the other from this one on: form or break up parks, then try contact.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Parks {
    pub side: Side,
    pub next: UnitId,
}

impl Pending<Battle> for Parks {
    fn decider(self, _: &Battle) -> Option<Side> {
        Some(self.side)
    }

    fn subject(self, _: &Battle) -> Option<u16> {
        Some(self.next.0)
    }

    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        actions.push(Action::LeaveAsIs);
        if battle.unit(self.next).park {
            actions.extend(battle.contacts(self.next).map(Action::SeekContact));
            actions.push(Action::BreakPark);
        } else if battle.coastal(self.next) {
            // O3.0: coastal guns need no park, and stand in none.
            actions.extend(battle.contacts(self.next).map(Action::SeekContact));
        } else {
            actions.push(Action::FormPark);
        }
    }

    fn play(self, battle: &mut Battle, action: Action, _: &mut dyn Dice, events: &mut Vec<Event>) {
        let unit = self.next;
        if action == Action::FormPark {
            // Contact can be tried in the same step, so the unit is asked once more.
            battle.unit_mut(unit).park = true;
            events.push(Event::Park(unit, true));
            return;
        }
        battle.then(Parks { next: UnitId(unit.0 + 1), ..self });
        match action {
            Action::BreakPark => {
                battle.break_contact(unit);
                events.push(Event::Park(unit, false));
            }
            Action::SeekContact(leader) => battle.ask(unit, Purpose::Contact(leader)),
            _ => {}
        }
    }

    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        battle.frames.pop();
        let gun = |&unit: &UnitId| battle.side(unit) == self.side && battle.park_gun(unit);
        let next = battle.ids().skip(self.next.index()).find(gun);
        let Some(next) = next else { return true };
        battle.first(Parks { next, ..self });
        false
    }
}

impl Battle {
    /// Whether somebody spots `to` for an indirect shot: the unit itself; for a mortar any unit of
    /// its own formation in command; for a park in contact any unit that the leader commands. Greeks never.
    pub(super) fn spotted(&self, firer: UnitId, to: HexId) -> bool {
        let Some(at) = self.hex(firer) else { return false };
        if self.sees(at, to) {
            return true;
        }
        let counter = self.counter(firer);
        let contact = self.unit(firer).contact;
        let formation = self.formation(firer);
        let artillery = counter.fire.is_none_or(|fire| fire.colour.artillery());
        // A gun without contact has nobody to listen to.
        if contact.is_none() && (artillery || formation.is_none()) {
            return false;
        }
        // Mercury 6.0: Greeks may not spot. What is cheap to ask is asked first.
        let looks = |spotter: UnitId, hex: HexId| {
            self.sees(hex, to)
                && !self.counter(spotter).greek
                && match contact {
                    Some(leader) => self.commands(leader.index(), spotter),
                    None => self.in_command(spotter),
                }
        };
        match formation.filter(|_| contact.is_none() && self.command.attached.is_empty()) {
            Some(formation) => self.ground.members[formation.index()]
                .iter()
                .any(|&spotter| self.hex(spotter).is_some_and(|hex| looks(spotter, hex))),
            None => self.on_map(counter.side).any(|(spotter, hex)| {
                (contact.is_some() || self.formation(spotter) == formation) && looks(spotter, hex)
            }),
        }
    }

    /// What an indirect shot leaves behind: a barrage, rubble, a lost contact.
    pub(super) fn after_indirect(
        &mut self,
        shot: Shot,
        die: u8,
        bonus: bool,
        hit: Hit,
        events: &mut Vec<Event>,
    ) {
        let firer = shot.firer.expect("indirect fire comes from units");
        let to = self.hex(shot.target).expect("targets are on the map");
        if die == 9 {
            if self.unit_mut(firer).contact.take().is_some() {
                events.push(Event::ContactLost(firer));
            }
            return;
        }
        let heavy = self.strength(shot, bonus) >= HEAVY;
        let shells = self.counter(firer).fire.is_some_and(|fire| fire.colour.artillery());
        self.leave_craters(to, die, heavy, shells, hit, events);
    }

    /// What an indirect shot leaves in the hex at which it goes.
    pub(super) fn leave_craters(
        &mut self,
        to: HexId,
        die: u8,
        heavy: bool,
        shells: bool,
        hit: Hit,
        events: &mut Vec<Event>,
    ) {
        let places = match self.ground.rulings.barrage {
            BarrageRule::EveryShot => true,
            BarrageRule::OnMiss => hit == Hit::Miss,
        };
        if places {
            self.lay_barrage(to, heavy);
            events.push(Event::Barrage(to, self.barrage(to) == Some(1)));
        }
        // Mercury 2.9: a natural 0 of artillery brings down cities and fortified places.
        if die == 0 && shells && self.ground.terrain(to).crumbles && !self.in_rubble(to) {
            self.markers.rubble.push((to, false));
            self.markers.rubble.sort_unstable();
            self.stamps.mark(to);
            events.push(Event::Rubble(to));
        }
    }

    /// A barrage lies on a hex from now on, a heavy one if any of those on it is.
    pub(super) fn lay_barrage(&mut self, to: HexId, heavy: bool) {
        self.stamps.mark(to);
        if let Some((_, weight)) = self.markers.barrages.iter_mut().find(|(hex, _)| *hex == to) {
            *weight |= heavy;
            return;
        }
        self.markers.barrages.push((to, heavy));
        self.markers.barrages.sort_unstable();
        for (hex, distance) in self.ground.distances_from(to).on_the_grid() {
            let haze = &mut self.index.haze[hex];
            *haze = distance.min(*haze);
        }
    }

    /// Firing strength before the target's modifiers.
    fn strength(&self, shot: Shot, bonus: bool) -> i8 {
        let (printed, mods) = self.aim(shot);
        let own = mods.iter().filter(|(why, _)| {
            matches!(
                why,
                Mod::Cohesion | Mod::StepLoss | Mod::Column | Mod::FirerEntrenched | Mod::Barrage
            )
        });
        let own: i8 = own.map(|(_, value)| value).sum();
        printed + own + if bonus { self.ground.modifiers(shot.mode).company_bonus } else { 0 }
    }

    /// Whether the unit is artillery that can form a park.
    fn park_gun(&self, unit: UnitId) -> bool {
        self.counter(unit).fire.is_some_and(|fire| fire.colour.artillery())
            && self.hex(unit).is_some()
            && !self.unit(unit).mounted
            && !self.unit(unit).column
            && self.markers(unit) == 0
    }

    /// Whether the unit is coastal artillery (O3.0).
    fn coastal(&self, unit: UnitId) -> bool {
        self.counter(unit).kind == COASTAL
    }

    /// Leaders of the division that a park could get into contact with; coastal guns, with any of their side (O3.0).
    fn contacts(&self, unit: UnitId) -> impl Iterator<Item = LeaderId> + '_ {
        let (division, side) = (self.counter(unit).division, self.side(unit));
        let coastal = self.coastal(unit);
        LeaderId::all(self.command.leaders.len()).filter(move |&leader| {
            let card = &self.ground.leaders[leader.index()];
            (card.division == division || (coastal && card.side == side))
                && card.commands != Commands::Greeks
                && self.command.leaders[leader.index()].with.is_some()
                && self.unit(unit).contact != Some(leader)
        })
    }

    /// The unit is no park any more, and in contact with nobody.
    pub(super) fn break_contact(&mut self, unit: UnitId) {
        let state = self.unit_mut(unit);
        state.park = false;
        state.contact = None;
    }

    /// Step I: barrages go, parks turn to their unfired side (Mercury 3.2).
    pub(super) fn clear_barrages(&mut self) {
        for (hex, _) in self.markers.barrages.drain(..) {
            self.stamps.mark(hex);
        }
        self.index.haze.fill(u8::MAX);
        for notes in &mut self.notes {
            notes.fired = false;
        }
    }

    /// The shot of a unit at another, as [`Battle::may_fire_at`] allows it.
    pub(super) fn shot_at(&self, firer: UnitId, target: UnitId, mode: Mode) -> Option<Shot> {
        let (at, to) = (self.hex(firer)?, self.hex(target)?);
        let fire = self.counter(firer).fire?;
        let colour = match mode {
            Mode::Indirect => fire.colour,
            _ => fire.colour.at_range(self.ground.distance(at, to)),
        };
        Some(Shot { firer: Some(firer), target, mode, colour, extra: 0 })
    }
}
