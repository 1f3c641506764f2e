//! Fire zones and opportunity fire (series rules).

use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Side};

use super::action::Action;
use super::counter::{Colour, UnitId};
use super::event::Event;
use super::fire::{Mode, Shot};
use super::frame::Frame;
use super::quality::Purpose;
use super::rulings::{IndirectZones, OpfireLimit};
use super::state::Battle;

/// Enemies from `next` on may fire at the target.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Watch {
    pub target: UnitId,
    pub extra: i8,
    pub next: UnitId,
}

impl Pending<Battle> for Watch {
    fn decider(self, battle: &Battle) -> Option<Side> {
        Some(battle.side(self.next))
    }

    fn subject(self, _: &Battle) -> Option<u16> {
        Some(self.next.0)
    }

    fn options(self, _: &Battle, actions: &mut Vec<Action>) {
        actions.extend([Action::Shoot, Action::HoldFire]);
    }

    fn play(
        self,
        battle: &mut Battle,
        action: Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let Watch { target, extra, next: firer } = self;
        battle.then(Watch { next: UnitId(firer.0 + 1), ..self });
        if action == Action::Shoot {
            battle.opportunity_fire(firer, target, extra, dice, events);
        }
    }

    /// Offers the shot to the next watcher, or ends the watch.
    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        let Watch { target, next, .. } = self;
        battle.frames.pop();
        // A mover that is suppressed stays where it is: there is nothing left to fire at on the move.
        if !battle.alive(target) || battle.unit(target).suppressed {
            return true;
        }
        let Some(firer) = battle.watcher(target, next) else { return true };
        battle.first(Watch { next: firer, ..self });
        false
    }
}

impl Battle {
    /// Whether the unit has a fire zone at all now: not suppressed, not mounted, not under a barrage, with a fire rating
    /// that has one.
    pub(super) fn has_zone(&self, unit: UnitId) -> bool {
        let state = self.unit(unit);
        !state.suppressed
            && !state.mounted
            && self.hex(unit).is_none_or(|hex| self.barrage(hex).is_none())
            && self.counter(unit).fire.is_some_and(|fire| {
                fire.colour != Colour::Green
                    || self.ground.rulings.indirect_zones == IndirectZones::ThreeHexes
            })
    }

    /// Whether the unit's fire zone covers `hex`.
    pub(super) fn covers(&self, unit: UnitId, hex: HexId) -> bool {
        self.hex(unit).is_some_and(|at| {
            let distance = self.ground.distance(hex, at);
            let near = distance >= 1 && distance <= self.ground.direct_reach;
            near && self.covers_at(unit, at, hex, distance)
        })
    }

    /// Units of `side` near enough to a hex for a fire zone to reach it, with their hexes and distances.
    fn near(&self, side: Side, hex: HexId) -> impl Iterator<Item = (UnitId, HexId, u8)> + '_ {
        let distances = self.ground.distances_from(hex);
        let farthest = self.ground.direct_reach;
        let all = self.on_map(side).map(move |(unit, at)| (unit, at, distances[at.index()]));
        all.filter(move |&(.., distance)| distance >= 1 && distance <= farthest)
    }

    /// Whether the zone of a unit in `at` covers a hex at a distance of one or more.
    fn covers_at(&self, unit: UnitId, at: HexId, hex: HexId, distance: u8) -> bool {
        distance <= self.reach(unit)
            && self.has_zone(unit)
            && self.sees(at, hex)
            && (distance == 1 || !self.beset(unit, at))
    }

    /// How far the unit's zone reaches now, 0 if it has none.
    pub(super) fn zone_reach(&self, unit: UnitId) -> u8 {
        if self.has_zone(unit) { self.reach(unit) } else { 0 }
    }

    /// How far a zone of the unit reaches by the ruling in force.
    fn reach(&self, unit: UnitId) -> u8 {
        // In column a zone reaches no farther than the next hex (U-13).
        if self.unit(unit).column {
            return 1;
        }
        self.ground.zone(self.counter(unit))
    }

    /// Whether any fire zone of `side` covers `hex`.
    pub(super) fn zone_of(&self, side: Side, hex: HexId) -> bool {
        self.near(side, hex).any(|(unit, at, distance)| self.covers_at(unit, at, hex, distance))
    }

    /// The unit does something that units watching its hex may fire at: `extra` is the modifier of
    /// the movement. What it was about to do waits below in the frames.
    pub(super) fn expose(&mut self, target: UnitId, extra: i8) {
        self.first(Watch { target, extra, next: UnitId(0) });
    }

    /// The modifier for leaving `from` to `to` (series rules; zone to zone, zone to free).
    pub(super) fn leaving(&self, unit: UnitId, to: HexId) -> i8 {
        let modifiers = self.ground.modifiers(Mode::Opportunity);
        if self.zone_of(self.side(unit).other(), to) {
            modifiers.zone_to_zone
        } else {
            modifiers.zone_to_free
        }
    }

    /// The next enemy from `next` on that may fire at `target` where it stands. At a unit that
    /// retreats before an assault only the chargers fire.
    pub(super) fn watcher(&self, target: UnitId, next: UnitId) -> Option<UnitId> {
        let hex = self.hex(target)?;
        let side = self.side(target).other();
        let chased = matches!(self.frames.last(), Some(Frame::FallsBack(_)));
        let watches = |unit: UnitId, at: HexId, distance: u8| {
            unit >= next
                && self.covers_at(unit, at, hex, distance)
                && (!chased || self.unit(unit).charging)
                && !(self.ground.rulings.opfire_limit == OpfireLimit::OnceAnActivation
                    && self.tried.contains(&unit))
        };
        let mut near = self.near(side, hex);
        near.find(|&(unit, at, distance)| watches(unit, at, distance)).map(|(unit, ..)| unit)
    }

    /// A watcher tries to fire: a quality check that no point can buy, then the shot.
    pub(super) fn opportunity_fire(
        &mut self,
        firer: UnitId,
        target: UnitId,
        extra: i8,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        self.tried.push(firer);
        let need = self.quality(firer);
        if self.check(firer, Purpose::OpportunityFire, need, dice, events) {
            let fire = self.counter(firer).fire.expect("watchers have a fire rating");
            let shot = Shot {
                firer: Some(firer),
                target,
                mode: Mode::Opportunity,
                colour: fire.colour.at_range(1),
                extra,
            };
            self.shoot(shot, dice, events);
        }
    }
}
