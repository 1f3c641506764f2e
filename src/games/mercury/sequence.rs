//! The sequence of play: turns, chits, and what waits for a decision (Mercury 3.2).

use alloc::vec::Vec;

use engine::{Direction, HexId, Side};

use engine::Dice;

use super::counter::{DivisionId, UnitId};
use super::departures::Departure;
use super::event::Event;
use super::ground::{Chit, EventKind};
use super::quality::{Purpose, ROLL_KINDS};
use super::rearguard::Work;
use super::state::{Battle, Purse};

/// Kinds of action; a second action may not be of the first one's kind.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    Move,
    Fire,
    Assault,
    Rally,
    Column,
    Mount,
    Improve,
    Engineer,
    Shed,
    Rearguard,
}

/// Something going on. The innermost frame is the last; it either waits for a decision or goes on by itself.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Frame {
    /// Choices of set-up, from this one on.
    SetUp { next: u8 },
    /// How a unit begins or, where it `arrives`, comes onto the map: in column, mounted.
    Begin { unit: UnitId, arrives: bool },
    /// A chit is being played: choose a unit.
    Activation,
    /// A unit is active; `done` is its first action.
    Acting { unit: UnitId, done: Option<Deed> },
    /// A unit moves, with so many half points left.
    Moving { unit: UnitId, left: u16 },
    /// A unit leaves its hex once those who watch it have fired.
    Step { unit: UnitId, direction: Direction },
    /// A unit does something else that draws fire.
    Exposed { unit: UnitId, deed: ExposedDeed },
    /// Enemies from `next` on may fire at the target.
    Watch { target: UnitId, extra: i8, next: UnitId },
    /// A check its owner may buy.
    Check { unit: UnitId, purpose: Purpose },
    /// A suppression its owner may convert.
    Convert { unit: UnitId },
    /// An assault.
    Assault { from: HexId, to: HexId, stage: Stage },
    /// A unit retreats before an assault, once the chargers have fired.
    Falls { unit: UnitId, direction: Direction },
    /// Air strikes to set down for turns, from this one on (S11.0).
    AirPlan { left: u8, from: u16 },
    /// The chit that opens the game.
    Opening,
    /// Air strikes to place.
    AirStrikes { side: Side, left: u8, within: Option<u8> },
    /// An air strike placed on a hex, to be resolved.
    AirStrike { side: Side, hex: HexId },
    /// A stick jumps, from this unit on.
    Drop { stick: u8, next: u8 },
    /// A leader who has come, or whose unit is gone, or who replaces one who was lost, joins one of his units.
    LeaderJoins { leader: u8 },
    /// A serial lands, from this unit on.
    Airland { serial: u8, next: u8 },
    /// Step F I for a Kampfgruppe Commander.
    Commander { leader: u8 },
    /// Step F II for a division.
    Attach { division: DivisionId },
    /// Step D for a division.
    Dispatch { division: DivisionId },
    /// Step E for a side, from this unit on.
    Parks { side: Side, next: UnitId },
    /// A random event that asks for a choice; so many are left.
    Happening { side: Side, kind: EventKind, left: u8 },
    /// Units of the division on the Off-Map Display, from `next` on, may come back.
    Return { division: DivisionId, next: UnitId },
    /// Leaders of the division from `next` on may change units.
    Leaders { division: DivisionId, next: u8 },
}

/// Acts besides leaving a hex that draw opportunity fire (U-4).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum ExposedDeed {
    EnterColumn,
    LeaveColumn,
    Deploy,
    Mount,
    TakeTruck(u8),
    Dismount,
    ImproveFor(UnitId),
    Entrench,
    Work(Work),
    Depart(Departure),
}

/// Stages of an assault.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Further units may join.
    Gather,
    /// Bravery checks.
    Bravery,
    /// Defenders from this unit on may fire at chargers.
    DefensiveFire(UnitId),
    /// The defender chooses to retreat or to stand.
    Choice,
    /// Defenders from this unit on retreat.
    Retreat(UnitId),
    /// Defenders from this unit on strike.
    DefenderStrikes(UnitId),
    /// Chargers from this unit on strike with their fire, where they strike twice.
    ChargerFires(UnitId),
    /// Chargers from this unit on strike.
    ChargerStrikes(UnitId),
    /// Suppressed defenders from this unit on, alone with the chargers, hold on or are overrun.
    HoldOn(UnitId),
    /// Who holds the hex.
    End,
}

impl Battle {
    /// Goes on until a decision is needed or the game is over.
    pub(super) fn settle(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        while matches!(self.outcome, engine::Outcome::Undecided) {
            self.seat_leaders();
            let Some(frame) = self.frames.last().copied() else {
                self.next_chit(dice, events);
                continue;
            };
            if !self.proceed(frame, dice, events) {
                return;
            }
        }
        self.frames.clear();
    }

    /// Takes the frame on top as far as it goes without a decision; `false` if it waits for one.
    fn proceed(&mut self, frame: Frame, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        match frame {
            Frame::SetUp { next } => self.set_up_proceeds(next, dice, events),
            Frame::Begin { unit, arrives } => self.begin_proceeds(unit, arrives),
            Frame::Activation => self.activation_proceeds(dice, events),
            Frame::Acting { unit, done } => self.acting_proceeds(unit, done),
            Frame::Moving { unit, .. } => self.moving_proceeds(unit),
            Frame::Step { unit, direction } => self.step_proceeds(unit, direction, events),
            Frame::Exposed { unit, deed } => self.exposed_proceeds(unit, deed, dice, events),
            Frame::Watch { target, extra, next } => self.watch_proceeds(target, extra, next),
            Frame::Check { unit, purpose } => self.check_proceeds(unit, purpose, dice, events),
            Frame::Convert { unit } => {
                if self.alive(unit) {
                    return false;
                }
                self.frames.pop();
                true
            }
            Frame::Assault { from, to, stage } => {
                self.assault_proceeds(from, to, stage, dice, events)
            }
            Frame::Falls { unit, direction } => self.falls_proceeds(unit, direction, events),
            Frame::AirPlan { left, from } => self.plan_proceeds(left, from),
            Frame::Opening => false,
            Frame::AirStrikes { side, left, within } => {
                self.air_strikes_proceed(side, left, within)
            }
            Frame::AirStrike { hex, .. } => self.air_strike_proceeds(hex, dice, events),
            Frame::Drop { stick, next } => self.drop_proceeds(stick, next, dice, events),
            Frame::LeaderJoins { leader } => self.leader_joins_proceeds(leader, events),
            Frame::Airland { serial, next } => self.airland_proceeds(serial, next),
            Frame::Commander { leader } => self.commander_proceeds(leader),
            Frame::Attach { division } => self.attach_proceeds(division),
            Frame::Dispatch { division } => self.dispatch_proceeds(division),
            Frame::Parks { side, next } => self.parks_proceed(side, next),
            Frame::Happening { side, kind, left } => self.event_proceeds(side, kind, left),
            Frame::Return { division, next } => self.return_proceeds(division, next),
            Frame::Leaders { division, next } => self.leaders_proceed(division, next),
        }
    }

    /// The check is rolled at once when no point can buy it.
    fn check_proceeds(
        &mut self,
        unit: UnitId,
        purpose: Purpose,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) -> bool {
        if self.alive(unit) && self.affords(unit, 1) && self.purse(unit).is_some() {
            return false;
        }
        self.frames.pop();
        if self.alive(unit) {
            self.roll_check(unit, purpose, dice, events);
        }
        true
    }

    /// Rolls a check that was offered for a point.
    pub(super) fn roll_check(
        &mut self,
        unit: UnitId,
        purpose: Purpose,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let need = self.quality(unit);
        let passed = self.check(unit, purpose, need, dice, events);
        self.checked(unit, purpose, passed, dice, events);
    }

    /// Offers the shot to the next watcher, or ends the watch.
    fn watch_proceeds(&mut self, target: UnitId, extra: i8, next: UnitId) -> bool {
        self.frames.pop();
        // A mover that is suppressed stays where it is: there is nothing left to fire at on the move.
        if !self.alive(target) || self.unit(target).suppressed {
            return true;
        }
        if let Some(firer) = self.watcher(target, next) {
            self.frames.push(Frame::Watch { target, extra, next: firer });
            return false;
        }
        true
    }

    /// Nothing is going on: draw the next chit, or end the turn (Mercury 3.2 H to J).
    fn next_chit(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        if self.playing.take().is_some() {
            self.ready.clear();
            self.note_safe_airfield();
        }
        if let Some(first) = self.carried.take() {
            events.push(Event::Drawn(first));
            self.play_chit(first, dice, events);
            return;
        }
        // The last chit of a turn is not played: it opens the next turn. A division with a drop due
        // may be an exception (A-4.1-1).
        if self.cup.chits().len() > 1 || self.last_is_played() {
            let turn = self.turn;
            let chit = self.cup.draw(turn, dice).expect("a chit is in the cup");
            events.push(Event::Drawn(chit));
            self.play_chit(chit, dice, events);
            return;
        }
        let last_turn = usize::from(self.turn) + 1 == self.ground.calendar.len();
        let turn = self.turn;
        if let Some(chit) = self.cup.draw(turn, dice) {
            if last_turn {
                events.push(Event::Discarded(chit));
            } else {
                events.push(Event::Carried(chit));
                self.carried = Some(chit);
            }
        }
        self.clear_barrages();
        self.end_turn(last_turn, events);
        if matches!(self.outcome, engine::Outcome::Undecided) {
            // With the turn day and night change.
            self.turn += 1;
            self.changes.mark_all();
            self.begin_turn(events);
            self.determine_supply(dice, events);
        }
    }

    /// Whether the only chit left is one of a division with a drop due, and the ruling plays it.
    fn last_is_played(&self) -> bool {
        let [chit] = self.cup.chits() else { return false };
        match self.ground.chits[usize::from(*chit)] {
            Chit::Division(division) => {
                self.ground.rulings.play_last_drop_chit.on() && self.drop_due(division)
            }
            _ => false,
        }
    }

    /// A turn begins: steps C to G of the sequence. The first turn begins with step H, where the scenario
    /// does not have it whole.
    pub(super) fn begin_turn(&mut self, events: &mut Vec<Event>) {
        events.push(Event::TurnBegan(self.turn));
        self.tally.chits = 0;
        self.tally.earned = engine::BySide::default();
        self.tally.spent = engine::BySide::default();
        let ground = alloc::sync::Arc::clone(&self.ground);
        let chits = if self.turn == 0 { &ground.first_cup } else { &ground.each_turn };
        // Mercury 11.0: some chits join the cup only from a later turn on.
        let due = |&&(chit, from): &&(u16, u16)| from <= self.turn && self.has_part(chit);
        let later: Vec<(u16, u16)> = ground.later_chits.iter().filter(due).copied().collect();
        for &chit in chits.iter().chain(later.iter().map(|(chit, _)| chit)) {
            if self.carried != Some(chit) {
                self.cup.put(chit);
            }
        }
        self.tally.purses.fill(Purse::default());
        if self.turn > 0 {
            self.receive_trucks(events);
        }
        if self.turn == 0 && !ground.whole_first_turn {
            return;
        }
        self.call_attachments();
        self.call_commanders();
        for side in [Side::Allied, Side::German] {
            self.frames.push(Frame::Parks { side, next: UnitId(0) });
        }
        for division in (0..ground.divisions.len() as u8).rev() {
            self.frames.push(Frame::Dispatch { division: DivisionId(division) });
        }
        self.plan_the_day();
    }

    /// A chit is played.
    pub(super) fn play_chit(&mut self, chit: u16, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        self.playing = Some(chit);
        self.tally.chits += 1;
        self.call_up();
        for unit in &mut self.units {
            unit.rolls = [0; ROLL_KINDS];
            unit.struck = 0;
        }
        self.tally.attached = 0;
        match self.ground.chits[usize::from(chit)] {
            Chit::Division(division) => {
                self.collect(division, dice, events);
                self.frames.push(Frame::Leaders { division, next: 0 });
                self.frames.push(Frame::Activation);
                self.frames.push(Frame::Return { division, next: UnitId(0) });
                self.call_serials(division);
                self.call_sticks(division);
                self.call_air_support(division);
                self.call_planned_strikes(division);
                self.bring_reinforcements(division, events);
            }
            Chit::DirectCommand(_) | Chit::Formation(_) => self.frames.push(Frame::Activation),
            Chit::Event(side) => self.draw_event(side, dice, events),
        }
    }

    /// Reinforcements of the division come on, in the order of the scenario.
    fn bring_reinforcements(&mut self, division: DivisionId, events: &mut Vec<Event>) {
        let due: Vec<u8> = self
            .waiting
            .iter()
            .copied()
            .filter(|&number| {
                let entry = &self.ground.reinforcements[usize::from(number)];
                entry.turn <= self.turn && self.counter(entry.unit).division == division
            })
            .collect();
        let ground = alloc::sync::Arc::clone(&self.ground);
        let below = self.frames.len();
        for number in due {
            let entry = &ground.reinforcements[usize::from(number)];
            let unit = entry.unit;
            let Some(hex) = self.entry_hex(entry.hex, self.side(unit)) else { continue };
            self.waiting.retain(|&other| other != number);
            self.arrive(unit, hex, events);
            // Mercury 11.0: a leader arrives with any of his units; he is asked for when all have come.
            if let Some(leader) = entry.leader {
                self.frames.insert(below, Frame::LeaderJoins { leader });
            }
            self.frames.push(Frame::Begin { unit, arrives: true });
        }
    }

    /// The hex where a reinforcement comes on: the one named, or, where an enemy holds it, the
    /// nearest free hex of the map's edge (as Mercury S1.0 has it for arrivals).
    fn entry_hex(&self, named: HexId, side: Side) -> Option<HexId> {
        let enemy = side.other();
        if !self.held_by(named, enemy) {
            return Some(named);
        }
        let map = &self.ground.map;
        map.ids()
            .filter(|&hex| map.neighbours(hex).count() < 6)
            .filter(|&hex| self.ground.distance(named, hex) <= ENTRY_RANGE)
            .filter(|&hex| self.stacks[hex.index()].is_none())
            .filter(|&hex| self.ground.terrain(hex).enter[0][0].is_some())
            .min_by_key(|&hex| (self.ground.distance(named, hex), hex))
    }

    /// A unit comes onto the map.
    pub(super) fn arrive(&mut self, unit: UnitId, hex: HexId, events: &mut Vec<Event>) {
        events.push(Event::Arrived(unit, hex));
        self.enter(unit, hex, events);
    }

    /// A unit enters a hex, and control follows (S6.0).
    pub(super) fn enter(&mut self, unit: UnitId, hex: HexId, events: &mut Vec<Event>) {
        if let Some(objective) = self.put(unit, hex) {
            events.push(Event::Control(objective as u8, self.side(unit)));
        }
    }
}

/// How far from the hex named an arrival may enter instead (Mercury S1.0).
const ENTRY_RANGE: u8 = 5;
