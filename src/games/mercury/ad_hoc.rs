//! Ad-hoc airdrops: late in the battle a few parachute companies go back to their aircraft and jump again (Mercury S3.0).

use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Side};

use super::action::Action;
use super::counter::{DivisionId, UnitId};
use super::departures::Departure;
use super::dropped::Way;
use super::drops::ByAir;
use super::event::Event;
use super::rulings::AdHocLimit;
use super::state::{Battle, Place};

/// The terms of ad-hoc airdrops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdHoc {
    /// Whose units.
    pub division: DivisionId,
    /// First turn in which they may go to the air-drop box.
    pub from: u16,
    /// How many may.
    pub units: u8,
    /// Turns in which they may jump.
    pub turns: Vec<u16>,
    /// Hexes from which they go.
    pub airfields: Vec<HexId>,
    /// Hexes round which they may jump: open country and villages.
    pub zones: Vec<HexId>,
}

/// Who has gone to the air-drop box, and when the box was last emptied.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lifts {
    /// The last turn in which anybody went, and how many in it.
    last: (u16, u8),
    /// How many in all.
    all: u8,
    /// The last turn with an ad-hoc drop.
    dropped_in: Option<u16>,
}

/// The Germans may designate a drop zone for all units in the air-drop box.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct AdHocZone;

impl Pending<Battle> for AdHocZone {
    fn decider(self, _: &Battle) -> Option<Side> {
        Some(Side::German)
    }

    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        let terms = battle.ground.ad_hoc.iter();
        actions.extend(terms.flat_map(|terms| &terms.zones).map(|&hex| Action::DropZone(hex)));
        actions.push(Action::StayAway);
    }

    fn play(self, battle: &mut Battle, action: Action, _: &mut dyn Dice, _: &mut Vec<Event>) {
        battle.frames.pop();
        if let Action::DropZone(zone) = action {
            battle.arrivals.lifts.dropped_in = Some(battle.turn);
            battle.first(AdHocJump { zone, next: UnitId(0) });
        }
    }

    fn proceed(self, _: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        false
    }
}

/// The units of the air-drop box jump, from `next` on, on the zone or next to it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct AdHocJump {
    pub zone: HexId,
    pub next: UnitId,
}

impl AdHocJump {
    fn after(self) -> AdHocJump {
        AdHocJump { next: UnitId(self.next.0 + 1), ..self }
    }

    /// Where the next unit may land: no enemy, nobody of this drop, and ground on which parachutists land (4.2).
    fn hexes(self, battle: &Battle) -> impl Iterator<Item = HexId> + '_ {
        let near = battle.ground.map.neighbours(self.zone).map(|(_, hex)| hex);
        core::iter::once(self.zone).chain(near).filter(move |&hex| {
            battle.ground.terrain(hex).landable && battle.free_to_land(self.next, hex)
        })
    }

    fn land(self, battle: &mut Battle, hex: HexId, events: &mut Vec<Event>) {
        let unit = self.next;
        battle.then(self.after());
        let turn = battle.turn;
        let state = battle.unit_mut(unit);
        state.end = None;
        state.landing = Some(ByAir::AdHoc(turn));
        state.parachutes = 1;
        battle.arrive(unit, hex, events);
    }
}

impl Pending<Battle> for AdHocJump {
    fn decider(self, _: &Battle) -> Option<Side> {
        Some(Side::German)
    }

    fn subject(self, _: &Battle) -> Option<u16> {
        Some(self.next.0)
    }

    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        actions.extend(self.hexes(battle).map(Action::DropIn));
    }

    fn play(self, battle: &mut Battle, action: Action, _: &mut dyn Dice, events: &mut Vec<Event>) {
        if let Action::DropIn(hex) = action {
            self.land(battle, hex, events);
        }
    }

    /// The drop goes on: all of them come down at the same time.
    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        let Some(unit) = battle.boxed(self.next) else {
            battle.frames.pop();
            return true;
        };
        let jump = AdHocJump { next: unit, ..self };
        battle.then(jump);
        let mut hexes = jump.hexes(battle);
        match (hexes.next(), hexes.next()) {
            (None, _) => {
                drop(hexes);
                // 4.2: forced to land on the enemy.
                battle.then(jump.after());
                battle.lost_landing(unit, self.zone, Way::AdHocOnEnemy, events);
            }
            (Some(only), None) => {
                drop(hexes);
                jump.land(battle, only, events);
            }
            _ => return false,
        }
        true
    }
}

impl Battle {
    /// The first unit in the air-drop box from this number on.
    pub(super) fn boxed(&self, next: UnitId) -> Option<UnitId> {
        let boxed = |unit: &UnitId| self.unit(*unit).place == Place::Off(Departure::AirBox);
        self.ids().filter(|&unit| unit >= next).find(boxed)
    }

    /// Whether the unit may go to its aircraft where it stands.
    fn may_lift(&self, unit: UnitId) -> bool {
        let Some(terms) = &self.ground.ad_hoc else { return false };
        let Some(hex) = self.hex(unit) else { return false };
        let (turn, units) = self.arrivals.lifts.last;
        // A-S3-1: three a turn, or three in all.
        let gone = match self.ground.rulings.ad_hoc_limit {
            AdHocLimit::EachTurn => {
                if turn == self.turn {
                    units
                } else {
                    0
                }
            }
            AdHocLimit::InAll => self.arrivals.lifts.all,
        };
        self.counter(unit).division == terms.division
            && self.turn >= terms.from
            && gone < terms.units
            && terms.airfields.contains(&hex)
            && !self.zone_of(self.side(unit).other(), hex)
    }

    /// The way to the air-drop box for a unit that begins a movement action.
    pub(super) fn lift_options(&self, unit: UnitId, cost: u16, actions: &mut Vec<Action>) {
        if self.may_lift(unit) && self.may_depart_by(unit, Departure::AirBox, cost) {
            actions.push(Action::Depart(Departure::AirBox));
        }
    }

    /// A unit has gone to the air-drop box.
    pub(super) fn note_lift(&mut self) {
        let turn = self.turn;
        let lifts = &mut self.arrivals.lifts;
        let (last, units) = lifts.last;
        lifts.last = (turn, if last == turn { units + 1 } else { 1 });
        lifts.all += 1;
    }

    /// Whether units have jumped ad hoc in this turn: then no serial lands in it (S3.0, S7.0).
    pub(super) fn jumped_ad_hoc(&self) -> bool {
        self.arrivals.lifts.dropped_in == Some(self.turn)
    }

    /// The division's chit lets its units in the air-drop box jump, in the turns of the list and unless a serial has landed
    /// in this one.
    pub(super) fn call_ad_hoc_drop(&mut self, division: DivisionId) {
        let Some(terms) = &self.ground.ad_hoc else { return };
        let landed = self.arrivals.serial_landed_in == Some(self.turn);
        if terms.division == division
            && terms.turns.contains(&self.turn)
            && !landed
            && self.boxed(UnitId(0)).is_some()
        {
            self.first(AdHocZone);
        }
    }
}
