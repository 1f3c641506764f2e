//! 1.9, air barrages: what is available, where it goes, what it does.

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, HexId, Pending, Side};

use super::action::Action;
use super::barrage::Salvo;
use super::event::Event;
use super::ground::{AirSupport, Class, HexSet};
use super::rules::Step;
use super::rulings::HalfAir;
use super::state::{Cause, Flight, Holland};

const AIR_SUPPORT: ChanceKind = ChanceKind::new("air support");
const FLAK: ChanceKind = ChanceKind::new("anti-aircraft at a barrage");

/// Where an air barrage goes (1.9a).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    /// Type of aircraft.
    pub kind: u8,
}

impl Pending<Holland> for Target {
    fn decider(self, holland: &Holland) -> Option<Side> {
        Some(holland.side)
    }

    fn options(self, holland: &Holland, actions: &mut Vec<Action>) {
        actions.extend(holland.air_targets().iter().map(Action::Target));
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
            Action::Target(hex) => {
                holland.hangar[usize::from(self.kind)] -= 1;
                holland.flights.push(Flight { kind: self.kind, hex, aborted: false });
                events.push(Event::Sent { kind: self.kind, hex });
            }
            _ => holland.hangar.fill(0),
        }
        holland.ask_target();
    }
}

impl Holland {
    /// Rolls for the air support of the side to move.
    pub(crate) fn roll_air_support(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        self.hangar.fill(0);
        let board = alloc::sync::Arc::clone(&self.board);
        // J-1.2-1
        if board.night[usize::from(self.turn) - 1] && !board.rulings.night_barrage {
            return;
        }
        // 5.1: no rolls for either side.
        if let Some(fixed) = &board.fixed_air {
            if self.side == Side::German {
                self.hangar.clone_from(fixed);
                let barrages = self.hangar.iter().sum();
                events.push(Event::AirSupport { side: self.side, dice: [0; 2], barrages });
            }
            return;
        }
        for (number, table) in (0..).zip(&board.air_support) {
            let german = table.nation == super::ground::Nation::German;
            // 3.8c: the British fly on one turn only.
            let flies = table.turns.is_empty() || table.turns.contains(&self.turn);
            if german == (self.side == Side::German) && flies {
                self.roll_table(number, table, dice, events);
            }
        }
    }

    fn roll_table(
        &mut self,
        number: u16,
        table: &AirSupport,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let mut faces = [0; 2];
        for (nth, face) in (0..).zip(faces.iter_mut().take(table.dice.into())) {
            let chance =
                Chance { kind: AIR_SUPPORT, turn: self.turn.into(), who: number, whom: 0, nth };
            *face = dice.roll(chance, 6) + 1;
        }
        let mut barrages = table.rows[usize::from(faces[0] + faces[1])].clone();
        if self.board.halved_air {
            self.halve(&mut barrages);
        }
        let all = barrages.iter().sum();
        for (ready, more) in self.hangar.iter_mut().zip(barrages) {
            *ready += more;
        }
        events.push(Event::AirSupport { side: self.side, dice: faces, barrages: all });
    }

    /// 5.2, J-5.2-3: half of the air support, rounded up.
    fn halve(&self, barrages: &mut [u8]) {
        match self.board.rulings.half_air {
            HalfAir::PerType => barrages.iter_mut().for_each(|count| *count = count.div_ceil(2)),
            HalfAir::InAll => {
                let mut left = barrages.iter().sum::<u8>().div_ceil(2);
                for count in barrages {
                    *count = (*count).min(left);
                    left -= *count;
                }
            }
        }
    }

    /// Asks where the next air barrage goes; when none is left, anti-aircraft fires.
    pub(crate) fn ask_target(&mut self) {
        let kind = self.hangar.iter().position(|&count| count > 0);
        match kind {
            Some(kind) if !self.air_targets().is_empty() => {
                self.wait = Target { kind: kind as u8 }.into();
            }
            _ if self.flights.is_empty() => {
                let german = self.side == Side::German;
                self.go(if german { Step::Seaplanes } else { Step::Recovery });
            }
            _ => self.go(Step::TargetFlak),
        }
    }

    /// Hexes with something that aircraft can harm. Elsewhere a barrage would be wasted (1.9a allows it).
    pub(crate) fn air_targets(&self) -> HexSet {
        let enemy = self.side.other();
        let mut hexes = self.index.stands[enemy];
        if enemy == Side::Allied {
            for unit in self.board.numbers() {
                if matches!(self.class(unit), Class::Ship | Class::Truck)
                    && let Some(hex) = self.hex_of(unit)
                {
                    hexes.insert(hex);
                }
            }
        }
        hexes
    }

    /// 1.8c: anti-aircraft fires at the air barrages.
    pub(crate) fn fire_at_flights(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        for number in 0..self.flights.len() {
            let Flight { kind, hex, .. } = self.flights[number];
            let rating = self.flak_over(hex, true);
            if rating == 0 {
                continue;
            }
            let who = number as u16 + (self.side as u16) * 256;
            let chance = Chance { kind: FLAK, turn: self.turn.into(), who, whom: hex.0, nth: 0 };
            let die = dice.roll(chance, 6) + 1;
            events.push(Event::FlakAtFlight { kind, hex, rating, die });
            self.flights[number].aborted = die <= rating;
        }
    }

    /// 1.9a: the air barrages that came through.
    pub(crate) fn strike(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        for number in 0..self.flights.len() {
            let Flight { kind, hex, aborted } = self.flights[number];
            if aborted {
                continue;
            }
            let aircraft = &self.board.aircraft[usize::from(kind)];
            let (rating, around) = (aircraft.rating, aircraft.around);
            let salvo = Salvo {
                by: Err(kind),
                key: number as u16 + (self.side as u16) * 256,
                nth: 0,
                rating,
                loss: true,
                cause: Cause::AirBarrage,
            };
            self.salvo_at(hex, salvo, false, dice, events);
            // 1.9b: a Stuka disorganizes in the hexes around, without loss.
            if around > 0 {
                let ring = Salvo { nth: 1, rating: around, loss: false, ..salvo };
                let friends = self.board.rulings.stuka_hits_friends;
                let near: Vec<HexId> = self.board.near(hex).map(|(_, near)| near).collect();
                for near in near {
                    self.salvo_at(near, ring, friends, dice, events);
                }
            }
        }
        self.flights.clear();
        self.sweep(events);
    }
}
