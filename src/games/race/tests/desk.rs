//! A desk to try rules on: a scenario from its files, counters moved by hand, decisions by their
//! words, dice written down.

use std::format;
use std::string::String;
use std::vec::Vec;

use engine::{
    Account, Fault, FromSetup, HexId, Measure, MeasureOf, Narrate, Notation, Position, Scripted,
    Side, Value,
};

use crate::edited::{Edit, Edited};
use crate::race::action::Action;
use crate::race::chronicle::Event;
use crate::race::index::Index;
use crate::race::orders::Orders;
use crate::race::rules::{LeaderSpot, Race, Spot};
use crate::race::setup::Setup;

/// Reads a scenario with edits.
pub(crate) fn setup(name: &str, edits: Vec<Edit>) -> Setup {
    Race::read(&mut Edited { system: "race", edits }, name).expect("the files are there")
}

/// The faults of a scenario with edits.
pub(crate) fn faults(name: &str, edits: &[(&'static str, &str, &str)]) -> Vec<Fault> {
    let edits = edits.iter().map(|&(f, a, b)| (f, a.into(), b.into())).collect();
    Race::from_setup(setup(name, edits)).expect_err("there are faults")
}

/// A position under test.
pub(crate) struct Desk {
    pub(crate) race: Race,
    pub(crate) events: Vec<Event>,
}

impl Desk {
    /// Mercury with switches: `option` turns an option on, `ruling=value` sets a ruling.
    pub(crate) fn mercury(switches: &[&str]) -> Desk {
        Desk::new("mercury", "mercury.toml", switches)
    }

    /// Market-Garden with switches.
    pub(crate) fn market_garden(switches: &[&str]) -> Desk {
        Desk::new("market-garden", "market-garden.toml", switches)
    }

    /// One of the values of a row, by its measure.
    pub(crate) fn value(&self, of: MeasureOf, values: &[Value], id: &str) -> Value {
        let place = Measure::place(&self.race.measures(), of, id);
        values[place.unwrap_or_else(|| panic!("no {id}"))]
    }

    fn new(name: &str, file: &'static str, switches: &[&str]) -> Desk {
        let edits = switches
            .iter()
            .map(|switch| match switch.split_once('=') {
                Some(("table", table)) => {
                    (file, "table = \"tables/base\"".into(), format!("table = \"tables/{table}\""))
                }
                Some(("victory_points", points)) => {
                    (file, "victory_points = 10".into(), format!("victory_points = {points}"))
                }
                Some((ruling, value)) => {
                    let quoted = if value == "true" || value == "false" {
                        value.into()
                    } else {
                        format!("\"{value}\"")
                    };
                    (file, "[rulings]".into(), format!("[rulings]\n{ruling} = {quoted}"))
                }
                None => (file, format!("{switch} = false"), format!("{switch} = true")),
            })
            .collect();
        let race = Race::from_setup(setup(name, edits)).expect("a scenario without faults");
        Desk { race, events: Vec::new() }
    }

    /// The same with an empty map: nobody anywhere, all counters lost until they are placed.
    pub(crate) fn cleared(mut self) -> Desk {
        for piece in &mut self.race.pieces {
            piece.place = Spot::Gone;
            piece.last = None;
        }
        for leader in &mut self.race.leaders {
            leader.at = LeaderSpot::Gone;
        }
        self.race.index = Index::of(&self.race);
        self
    }

    /// Number of a unit.
    pub(crate) fn unit(&self, id: &str) -> u8 {
        let found = self.race.board.units.iter().position(|unit| unit.id == id);
        found.unwrap_or_else(|| panic!("no unit {id}")) as u8
    }

    /// A hex by its printed number.
    pub(crate) fn hex(&self, label: &str) -> HexId {
        self.race.board.map.find(label, None).unwrap_or_else(|| panic!("no hex {label}"))
    }

    /// Places counters: `"22-bn 0904, 21-bn 0805"`.
    pub(crate) fn with(mut self, counters: &str) -> Desk {
        for counter in counters.split(',') {
            let (id, label) = counter.trim().split_once(' ').expect("unit and hex");
            let (unit, hex) = (self.unit(id), self.hex(label));
            self.race.put(unit, hex);
        }
        self
    }

    /// Damage on a counter.
    pub(crate) fn damaged(mut self, id: &str, points: u8) -> Desk {
        let unit = self.unit(id);
        self.race.pieces[usize::from(unit)].damage = points;
        self
    }

    /// Puts a leader on the map.
    pub(crate) fn leader(mut self, side: Side, label: &str) -> Desk {
        let hex = self.hex(label);
        let leader = self.race.leaders.iter_mut().find(|l| l.side == side);
        leader.expect("the leader is in play").at = LeaderSpot::Hex(hex);
        self
    }

    /// The half of a side in turn (from 1) and impulse (`'A'` to `'D'`), at its orders.
    pub(crate) fn at(mut self, turn: u8, impulse: char, side: Side) -> Desk {
        self.race.turn = turn - 1;
        self.race.impulse = impulse as u8 - b'A';
        self.race.side = side;
        self.race.phase = Orders.into();
        self.race.index = Index::of(&self.race);
        self
    }

    /// A copy at another moment.
    pub(crate) fn clone_at(&self, turn: u8, impulse: char, side: Side) -> Desk {
        Desk { race: self.race.clone(), events: Vec::new() }.at(turn, impulse, side)
    }

    /// What may be said now.
    pub(crate) fn words(&self) -> Vec<String> {
        let mut legal = Vec::new();
        self.race.legal_actions(&mut legal);
        legal.into_iter().map(|action| self.race.say(action)).collect()
    }

    /// Whether something may be said now.
    pub(crate) fn may(&self, words: &str) -> bool {
        self.words().iter().any(|w| w == words)
    }

    /// Takes a decision by its words, with the rolls it leads to: kind and face as printed (1-6).
    pub(crate) fn say(&mut self, words: &str, rolls: &[(&'static str, u8)]) {
        let mut legal = Vec::new();
        self.race.legal_actions(&mut legal);
        let action = legal
            .iter()
            .copied()
            .find(|&action| self.race.say(action) == words)
            .unwrap_or_else(|| panic!("cannot {words:?}, only {:?}", self.words()));
        self.act(action, rolls);
    }

    /// Takes a decision.
    pub(crate) fn act(&mut self, action: Action, rolls: &[(&'static str, u8)]) {
        let mut dice = Scripted::new(rolls.iter().map(|&(kind, face)| (kind, face - 1)));
        self.race.apply(action, &mut dice, &mut self.events).expect("a legal decision");
        dice.done();
    }

    /// Several decisions without rolls.
    pub(crate) fn says(&mut self, words: &[&str]) {
        for word in words {
            self.say(word, &[]);
        }
    }

    /// Where a unit stands, as printed; what became of it otherwise.
    pub(crate) fn place(&self, id: &str) -> String {
        match self.race.pieces[usize::from(self.unit(id))].place {
            Spot::Hex(hex) => self.race.board.map.label(hex),
            other => format!("{other:?}"),
        }
    }

    /// Damage points on a unit.
    pub(crate) fn damage(&self, id: &str) -> u8 {
        self.race.pieces[usize::from(self.unit(id))].damage
    }

    /// What happened so far, in words.
    pub(crate) fn story(&self) -> Vec<String> {
        self.events.iter().filter_map(|event| self.race.tell(event)).collect()
    }

    /// Whether a line of the story contains this.
    pub(crate) fn told(&self, part: &str) -> bool {
        self.story().iter().any(|line| line.contains(part))
    }
}
