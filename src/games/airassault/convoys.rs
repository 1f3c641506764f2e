//! Sea movement (V.L): convoys planned in secret, their voyage, their landing boxes, the emergency convoy.

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, HexId, Pending, Side};

use super::action::Action;
use super::event::Event;
use super::ground::{Ground, Voyage, Way};
use super::rules::Step;
use super::state::Load as Cargo;
use super::state::{AirAssault, Cause, Marker, Sailing, Spot, did};

const SEA: ChanceKind = ChanceKind::new("sea movement");

/// Number of the emergency convoy, and of the first decoy, among the voyages of a turn.
const EMERGENCY: u16 = 64;
const DECOYS: u16 = 128;

/// When and where a convoy or a decoy comes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Schedule {
    nth: u8,
}

impl Schedule {
    /// The regular convoy that is planned; none for a decoy.
    pub(crate) fn convoy(self, board: &Ground) -> Option<u8> {
        (self.nth < board.convoys.regular).then_some(self.nth)
    }
}

impl Pending<AirAssault> for Schedule {
    fn decider(self, _: &AirAssault) -> Option<Side> {
        Some(Side::German)
    }

    fn options(self, game: &AirAssault, actions: &mut Vec<Action>) {
        let board = &game.board;
        let (first, last) = (board.convoys.first_turn, board.turns.len() as u8);
        if self.nth >= board.convoys.regular {
            actions.push(Action::Pass);
            actions.extend((first..=last).map(|turn| Action::Schedule { turn, beach: u8::MAX }));
            return;
        }
        for turn in first..=last {
            for beach in 0..board.beaches.len() as u8 {
                // V.L.3: not two of them to one beach on one turn.
                let taken = |marker: &Marker| {
                    (marker.turn, marker.beach) == (turn, beach)
                        && matches!(marker.load, Cargo::Convoy(_))
                };
                if !game.markers.iter().any(taken) {
                    actions.push(Action::Schedule { turn, beach });
                }
            }
        }
    }

    fn play(
        self,
        game: &mut AirAssault,
        action: Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let Action::Schedule { turn, beach } = action else {
            // V.L.2: no more decoys.
            game.ask_schedule(u8::MAX, events);
            return;
        };
        let real = self.nth < game.board.convoys.regular;
        let load = if real { Cargo::Convoy(self.nth) } else { Cargo::Decoy };
        game.markers.push(Marker { turn, load, beach: if real { beach } else { 0 } });
        events.push(Event::Scheduled { turn, convoy: load.convoy(), beach });
        game.ask_schedule(self.nth + 1, events);
    }
}

/// Which unit of a convoy is lost.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Toll;

impl Pending<AirAssault> for Toll {
    fn decider(self, _: &AirAssault) -> Option<Side> {
        Some(Side::German)
    }

    fn options(self, game: &AirAssault, actions: &mut Vec<Action>) {
        actions.extend(game.at(Spot::Sailing).map(Action::Lose));
    }

    fn play(
        self,
        game: &mut AirAssault,
        action: Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        if let Action::Lose(unit) = action {
            game.destroy(unit, Cause::Sea, events);
        }
        if let Some(sailing) = &mut game.sailing {
            sailing.toll -= 1;
        }
        game.ask_voyage(events);
    }
}

/// In which box a unit lands.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ashore {
    unit: u16,
}

impl Pending<AirAssault> for Ashore {
    fn decider(self, _: &AirAssault) -> Option<Side> {
        Some(Side::German)
    }

    fn subject(self, _: &AirAssault) -> Option<u16> {
        Some(self.unit)
    }

    fn options(self, game: &AirAssault, actions: &mut Vec<Action>) {
        actions.extend(game.free_boxes(self.unit).map(Action::Ashore));
    }

    fn play(
        self,
        game: &mut AirAssault,
        action: Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        if let Action::Ashore(place) = action {
            let hex = game.board.boxes[usize::from(place)].hex;
            game.send(self.unit, Spot::Box(place));
            game.piece_mut(self.unit).last = Some(hex);
            // V.A.10
            game.mark(self.unit, did::CAME);
            game.sectors[1] |= 1 << game.board.cell(hex).sector;
            events.push(Event::Ashore { unit: self.unit, hex });
        }
        game.ask_voyage(events);
    }
}

/// Whether the emergency convoy comes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Call;

impl Pending<AirAssault> for Call {
    fn decider(self, _: &AirAssault) -> Option<Side> {
        Some(Side::German)
    }

    fn options(self, game: &AirAssault, actions: &mut Vec<Action>) {
        actions.push(Action::Pass);
        for turn in game.emergency_turns() {
            let beaches = 0..game.board.beaches.len() as u8;
            actions.extend(beaches.map(|beach| Action::Schedule { turn, beach }));
        }
    }

    fn play(
        self,
        game: &mut AirAssault,
        action: Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        if let Action::Schedule { turn, beach } = action {
            game.emergency = true;
            game.markers.push(Marker { turn, load: Cargo::Emergency, beach });
            game.markers.sort_unstable();
            events.push(Event::Called { turn });
            game.ask_load(0);
        } else {
            game.go(Step::Reform);
        }
    }
}

/// Who goes with it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Load {
    unit: u16,
}

impl Pending<AirAssault> for Load {
    fn decider(self, _: &AirAssault) -> Option<Side> {
        Some(Side::German)
    }

    fn subject(self, _: &AirAssault) -> Option<u16> {
        Some(self.unit)
    }

    fn options(self, _: &AirAssault, actions: &mut Vec<Action>) {
        actions.extend([Action::Load, Action::Pass]);
    }

    fn play(self, game: &mut AirAssault, action: Action, _: &mut dyn Dice, _: &mut Vec<Event>) {
        if action == Action::Load {
            game.send(self.unit, Spot::Emergency);
        }
        game.ask_load(self.unit + 1);
    }
}

impl AirAssault {
    /// Units of the Germans that are somewhere.
    pub(crate) fn at(&self, spot: Spot) -> impl Iterator<Item = u16> + '_ {
        let german = self.board.of_side[Side::German].iter().copied();
        german.filter(move |&unit| self.piece(unit).spot == spot)
    }

    /// V.L.1, V.L.2: convoys first, then decoys; when all are planned, everybody sees the turns.
    pub(crate) fn ask_schedule(&mut self, nth: u8, events: &mut Vec<Event>) {
        let convoys = self.board.convoys;
        if nth < convoys.regular.saturating_add(convoys.decoys) {
            self.wait = Schedule { nth }.into();
            return;
        }
        self.markers.sort_unstable();
        events.extend(self.markers.iter().map(|marker| Event::MarkerLaid { turn: marker.turn }));
        self.go(Step::SetUpLast);
    }

    /// V.L.4: the next convoy or decoy of this turn.
    pub(crate) fn next_convoy(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let Some(place) = self.markers.iter().position(|marker| marker.turn == self.turn) else {
            self.go(Step::Call);
            return;
        };
        let Marker { load, beach, .. } = self.markers.remove(place);
        let like = self.markers.iter().filter(|marker| marker.load == load).count() as u16;
        let (who, modifier) = match load {
            Cargo::Convoy(number) => (u16::from(number), 0),
            // V.L.8.d
            Cargo::Emergency => (EMERGENCY, self.board.sea.emergency),
            Cargo::Decoy => (DECOYS + like, 0),
        };
        let chance = Chance { kind: SEA, turn: self.turn.into(), who, whom: 0, nth: 0 };
        let die = dice.roll(chance, 6) + 1;
        let row = (die as i8 + modifier).clamp(1, 6) as usize - 1;
        let voyage = self.board.sea.axis[row];
        let told = voyage.told();
        events.push(Event::Sailed { convoy: load.convoy(), beach, die, voyage: told });
        let fleet: Vec<u16> = match load {
            Cargo::Convoy(number) => {
                let own = |&unit: &u16| self.unit(unit).way == Way::Convoy(number);
                self.at(Spot::Card).filter(own).collect()
            }
            Cargo::Emergency => self.at(Spot::Emergency).collect(),
            Cargo::Decoy => Vec::new(),
        };
        for &unit in &fleet {
            self.send(unit, Spot::Sailing);
        }
        let units = fleet.len() as u8;
        let (toll, back) = match voyage {
            Voyage::AllArrive => (0, false),
            Voyage::ThirdLost => ((units / 3).max(1), false),
            Voyage::ThirdLostRestAborted => ((units / 3).max(1), true),
            Voyage::HalfLostRestAborted => (units.div_ceil(2), true),
            Voyage::Aborted => (0, true),
            Voyage::Eliminated => (units, true),
        };
        self.sailing = Some(Sailing { beach, toll: toll.min(units), back });
        if voyage == Voyage::Eliminated {
            for unit in fleet {
                self.destroy(unit, Cause::Sea, events);
            }
            self.sailing = None;
        }
        self.ask_voyage(events);
    }

    /// Goes on with the convoy at sea: who is lost, who turns back, who lands where.
    fn ask_voyage(&mut self, events: &mut Vec<Event>) {
        let Some(sailing) = self.sailing else {
            self.go(Step::Sea);
            return;
        };
        if sailing.toll > 0 {
            self.wait = Toll.into();
            return;
        }
        let fleet: Vec<u16> = self.at(Spot::Sailing).collect();
        for unit in fleet {
            if !sailing.back && self.free_boxes(unit).next().is_some() {
                self.wait = Ashore { unit }.into();
                return;
            }
            self.send(unit, Spot::Aborted);
            events.push(Event::Aborted { unit });
        }
        self.sailing = None;
        self.go(Step::Sea);
    }

    /// V.L.5: boxes of the beach in which there is room for a unit.
    fn free_boxes(&self, unit: u16) -> impl Iterator<Item = u8> + '_ {
        let beach = self.sailing.map_or(0, |sailing| usize::from(sailing.beach));
        let more = self.unit(unit).stacking;
        self.board.beaches[beach].boxes.iter().copied().filter(move |&place| {
            let there: u8 = self.at(Spot::Box(place)).map(|other| self.unit(other).stacking).sum();
            there + more <= self.board.stacking
        })
    }

    /// The turns on which the emergency convoy could come (V.L.8.a, C-L-4).
    fn emergency_turns(&self) -> core::ops::RangeInclusive<u8> {
        self.turn + self.board.convoys.emergency_notice..=self.board.turns.len() as u8
    }

    /// V.L.8.a: after the last regular convoy, once.
    pub(crate) fn ask_call(&mut self) {
        let coming = self.markers.iter().any(|marker| matches!(marker.load, Cargo::Convoy(_)));
        let any = self.at(Spot::Aborted).any(|unit| self.class(unit).is_infantry());
        if self.emergency || coming || !any || self.emergency_turns().is_empty() {
            self.go(Step::Reform);
        } else {
            self.wait = Call.into();
        }
    }

    /// V.L.8.b, V.L.8.c: infantry, within its stacking points.
    fn ask_load(&mut self, from: u16) {
        let points = |unit: u16| self.unit(unit).stacking;
        let loaded: u8 = self.at(Spot::Emergency).map(points).sum();
        let room = self.board.convoys.emergency_points.saturating_sub(loaded);
        let goes =
            |&unit: &u16| unit >= from && self.class(unit).is_infantry() && points(unit) <= room;
        let next = self.at(Spot::Aborted).find(goes);
        match next {
            Some(unit) => self.wait = Load { unit }.into(),
            None => self.go(Step::Reform),
        }
    }

    /// Whether German combat units lie in a landing box before a hex.
    pub(crate) fn before_germans(&self, hex: HexId) -> bool {
        let boxes = (0..).zip(&self.board.boxes).filter(|(_, place)| place.hex == hex);
        boxes.map(|(number, _)| number).any(|number| self.at(Spot::Box(number)).next().is_some())
    }

    /// The coastal hex of the box in which a unit is.
    pub(crate) fn shore_of(&self, unit: u16) -> Option<HexId> {
        match self.piece(unit).spot {
            Spot::Box(place) => Some(self.board.boxes[usize::from(place)].hex),
            _ => None,
        }
    }

    /// V.L.6: those in landing boxes must go ashore where no enemy is.
    pub(crate) fn come_ashore(&mut self, events: &mut Vec<Event>) {
        for place in 0..self.board.of_side[Side::German].len() {
            let unit = self.board.of_side[Side::German][place];
            if let Some(hex) = self.shore_of(unit)
                && !self.bars(Side::Allied, hex)
            {
                self.put(unit, hex);
                events.push(Event::Entered { unit, hex });
            }
        }
    }

    /// V.L.7.c: at the end of the combat phase those who still face an enemy are lost.
    pub(crate) fn clear_beaches(&mut self, events: &mut Vec<Event>) {
        self.come_ashore(events);
        for place in 0..self.board.of_side[Side::German].len() {
            let unit = self.board.of_side[Side::German][place];
            if self.shore_of(unit).is_some() {
                self.destroy(unit, Cause::Beach, events);
            }
        }
    }
}
