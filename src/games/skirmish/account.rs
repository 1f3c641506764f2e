//! Rows of the tables: the facts of a game, of each turn and of each unit.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use engine::{Account, BySide, Entry, Fate, GameFacts, Side, TurnFacts, UnitEntry, UnitFate};

use super::event::Event;
use super::state::Skirmish;

impl Skirmish {
    /// The facts of the turn that ends.
    pub(super) fn facts(&self) -> TurnFacts {
        TurnFacts {
            turn: self.turn,
            steps: BySide::from_fn(|side| self.steps(side)),
            steps_lost: BySide::from_fn(|side| self.full(side) - self.steps(side)),
            control: BySide::from_fn(|side| u16::from(self.holds_objective(side))),
            ..TurnFacts::default()
        }
    }

    fn full(&self, side: Side) -> u16 {
        let own = self.ground.roster.iter().filter(|unit| unit.side == side);
        own.map(|unit| u16::from(unit.steps)).sum()
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

    fn game_facts(&self) -> GameFacts {
        GameFacts {
            end_turn: self.turn,
            end_reason: "last turn played",
            steps_lost: self.facts().steps_lost,
            ..GameFacts::default()
        }
    }

    fn entry<'a>(&self, event: &'a Event) -> Option<Entry<'a>> {
        match event {
            Event::TurnOver(facts) => Some(Entry::Turn(facts)),
            _ => None,
        }
    }
}
