//! Rows of the tables: the facts of a game, of each turn and of each unit.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use engine::{
    Account, BySide, Entry, Fate, GameFacts, Measure, MeasureOf, Side, Topic, TurnFacts, UnitEntry,
    UnitFate,
};

use super::event::{Event, Standing};
use super::state::Skirmish;

impl Skirmish {
    /// How things stand when a turn ends.
    pub(super) fn standing(&self) -> Standing {
        Standing {
            turn: self.turn,
            steps: BySide::from_fn(|side| self.steps(side)),
            holds: BySide::from_fn(|side| self.holds_objective(side)),
            face_down: self.face_down(),
        }
    }

    fn face_down(&self) -> u16 {
        let counters = self.counters.iter().filter(|counter| counter.face_down && !counter.gone);
        counters.count() as u16
    }

    fn full(&self, side: Side) -> u16 {
        let own = self.ground.roster.iter().filter(|unit| unit.side == side);
        own.map(|unit| u16::from(unit.steps)).sum()
    }

    /// Steps that each side has lost when it has so many left.
    fn lost(&self, steps: BySide<u16>) -> BySide<u16> {
        BySide::from_fn(|side| self.full(side) - steps[side])
    }
}

impl Account for Skirmish {
    fn levels(&self) -> Vec<String> {
        vec!["German victory".into(), "Allied victory".into()]
    }

    fn turn_names(&self) -> Vec<String> {
        self.ground.turns.clone()
    }

    fn roster(&self) -> Vec<UnitEntry> {
        self.ground.roster.clone()
    }

    fn fates(&self, fates: &mut Vec<UnitFate>) {
        for (number, unit) in (0..).zip(&self.units) {
            let counter = self.counters.iter().find(|counter| counter.unit == number);
            fates.push(UnitFate {
                steps: unit.steps,
                fate: if unit.lost_in.is_none() { Fate::InPlay } else { Fate::Eliminated },
                turn: unit.lost_in,
                cause: unit.lost_in.map(|_| "fire"),
                hex: counter.map(|counter| counter.hex),
            });
        }
    }

    fn measures(&self) -> Vec<Measure> {
        let counters = |of, id: &'static str, meaning: &'static str| {
            Measure::count(of, Topic::Places, id, "counters", meaning)
        };
        vec![
            counters(MeasureOf::Game, "face_down_end", "Counters still face down at the end."),
            counters(MeasureOf::Turn, "face_down", "Counters face down."),
        ]
    }

    fn game_facts(&self) -> GameFacts {
        GameFacts {
            end_turn: self.turn,
            end_reason: "last turn played",
            steps_lost: self.lost(BySide::from_fn(|side| self.steps(side))),
            values: vec![Some(self.face_down().into())],
            ..GameFacts::default()
        }
    }

    fn entry(&self, event: &Event) -> Option<Entry> {
        match event {
            Event::TurnOver(standing) => Some(Entry::Turn(standing.turn)),
            _ => None,
        }
    }

    fn turn_facts(&self, event: &Event) -> Option<TurnFacts> {
        let Event::TurnOver(standing) = event else { return None };
        Some(TurnFacts {
            turn: standing.turn,
            steps: standing.steps,
            steps_lost: self.lost(standing.steps),
            control: standing.holds.map(u16::from),
            values: vec![Some(standing.face_down.into())],
            ..TurnFacts::default()
        })
    }
}
