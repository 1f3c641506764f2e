//! Fire zones and opportunity fire (series rules).

use alloc::vec::Vec;

use engine::{Dice, HexId, Side};

use super::counter::{Colour, UnitId};
use super::event::Event;
use super::fire::{Mode, Shot};
use super::quality::Purpose;
use super::rulings::{OpfireLimit, ZoneReach};
use super::sequence::Frame;
use super::state::Battle;

impl Battle {
    /// Whether the unit has a fire zone at all now: not suppressed, not mounted, with a direct fire rating.
    fn has_zone(&self, unit: UnitId) -> bool {
        let state = self.unit(unit);
        !state.suppressed
            && !state.mounted
            && self.hex(unit).is_none_or(|hex| self.barrage(hex).is_none())
            && self.counter(unit).fire.is_some_and(|fire| fire.colour != Colour::Green)
    }

    /// Whether the unit's fire zone covers `hex`.
    pub(super) fn covers(&self, unit: UnitId, hex: HexId) -> bool {
        self.hex(unit).is_some_and(|at| self.covers_from(unit, at, hex))
    }

    /// The same for a unit that is known to stand in `at`.
    #[inline]
    pub(super) fn covers_from(&self, unit: UnitId, at: HexId, hex: HexId) -> bool {
        let distance = self.ground.distance(hex, at);
        // Most are too far away for any zone.
        distance >= 1
            && distance <= self.ground.direct_reach
            && distance <= self.reach(unit)
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
        let counter = self.counter(unit);
        match self.ground.rulings.zone_reach {
            ZoneReach::A => counter.zone.min(1),
            ZoneReach::C if counter.infantry() && !counter.greek => {
                counter.zone.max(counter.range.min(2))
            }
            ZoneReach::B | ZoneReach::C => counter.zone,
        }
    }

    /// Whether any fire zone of `side` covers `hex`.
    pub(super) fn zone_of(&self, side: Side, hex: HexId) -> bool {
        self.on_map(side).any(|(unit, at)| self.covers_from(unit, at, hex))
    }

    /// The unit does something that units watching its hex may fire at: `extra` is the modifier of
    /// the movement. What it was about to do waits below in the frames.
    pub(super) fn expose(&mut self, target: UnitId, extra: i8) {
        self.frames.push(Frame::Watch { target, extra, next: UnitId(0) });
    }

    /// The modifier for leaving `from` to `to` (series rules; zone to zone, zone to free).
    pub(super) fn leaving(&self, unit: UnitId, to: HexId) -> i8 {
        if self.zone_of(self.side(unit).other(), to) {
            self.ground.modifiers.zone_to_zone
        } else {
            self.ground.modifiers.zone_to_free
        }
    }

    /// The next enemy from `next` on that may fire at `target` where it stands. At a unit that
    /// retreats before an assault only the chargers fire.
    pub(super) fn watcher(&self, target: UnitId, next: UnitId) -> Option<UnitId> {
        let hex = self.hex(target)?;
        let side = self.side(target).other();
        let chased = matches!(self.frames.last(), Some(Frame::Falls { .. }));
        let watches = |unit: UnitId, at: HexId| {
            unit >= next
                && (!chased || self.unit(unit).charging)
                && self.covers_from(unit, at, hex)
                && !(self.ground.rulings.opfire_limit == OpfireLimit::OnceAnActivation
                    && self.unit(unit).tried)
        };
        self.on_map(side).find(|&(unit, at)| watches(unit, at)).map(|(unit, _)| unit)
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
        self.unit_mut(firer).tried = true;
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
            self.resolve(shot, false, dice, events);
        }
    }
}
