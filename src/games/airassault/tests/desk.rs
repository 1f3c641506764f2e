//! A desk to try rules on: the basic game from its files, counters moved by hand, decisions by their words, dice written down.

use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use engine::{FromSetup, HexId, Narrate, Notation, Position, Scripted, Side};

use crate::airassault::action::Action;
use crate::airassault::event::Event;
use crate::airassault::index::Index;
use crate::airassault::rules::Step;
use crate::airassault::setup::Setup;
use crate::airassault::state::{AirAssault, Spot};
use crate::edited::{Edit, Edited};

/// Reads a scenario with edits.
pub(crate) fn setup(name: &str, edits: Vec<Edit>) -> Setup {
    AirAssault::read(&mut Edited { system: "crete", edits }, name).expect("the files are there")
}

/// A position under test.
pub(crate) struct Desk {
    pub(crate) game: AirAssault,
    pub(crate) events: Vec<Event>,
}

impl Desk {
    /// The basic game with rulings such as `exchange=multiplied`.
    pub(crate) fn basic(rulings: &[&str]) -> Desk {
        let edits = rulings.iter().map(|ruling| {
            let (id, value) = ruling.split_once('=').expect("a ruling and its value");
            let plain = value == "true" || value == "false";
            let value = if plain { value.to_string() } else { format!("\"{value}\"") };
            ("basic.toml", "[convoys]".into(), format!("[rulings]\n{id} = {value}\n[convoys]"))
        });
        Desk::edited(join(&edits.collect::<Vec<_>>()))
    }

    /// The basic game with edits of its files.
    pub(crate) fn edited(edits: Vec<Edit>) -> Desk {
        let game = AirAssault::from_setup(setup("basic", edits));
        let game = game.unwrap_or_else(|faults| panic!("{faults:#?}"));
        Desk { game, events: Vec::new() }
    }

    /// The same with an empty map.
    pub(crate) fn cleared(mut self) -> Desk {
        for piece in &mut self.game.pieces {
            piece.spot = Spot::Card;
            piece.did = 0;
            piece.face_down = false;
        }
        self.game.index = Index::of(&self.game);
        self
    }

    /// Number of a unit.
    pub(crate) fn unit(&self, id: &str) -> u16 {
        let found = self.game.board.units.iter().position(|unit| unit.id == id);
        found.unwrap_or_else(|| panic!("no unit {id}")) as u16
    }

    /// A hex by its printed number.
    pub(crate) fn hex(&self, label: &str) -> HexId {
        self.game.board.map.find(label, None).unwrap_or_else(|| panic!("no hex {label}"))
    }

    /// Places counters face up: `"sturm-5 D-9, nz-22 D-10"`; a battalion with its companies in it.
    pub(crate) fn with(mut self, counters: &str) -> Desk {
        for counter in counters.split(',') {
            let (id, label) = counter.trim().split_once(' ').expect("unit and hex");
            let (unit, hex) = (self.unit(id), self.hex(label));
            self.game.put(unit, hex);
            let board = self.game.board.clone();
            let belongs = |part: &u16| board.unit(*part).battalion == Some(unit);
            let parts: Vec<u16> = board.numbers().filter(belongs).collect();
            for part in parts {
                self.game.send(part, Spot::Within(unit));
            }
        }
        self
    }

    /// Places counters face down.
    pub(crate) fn face_down(mut self, counters: &str) -> Desk {
        for counter in counters.split(',') {
            let (id, label) = counter.trim().split_once(' ').expect("unit and hex");
            let (unit, hex) = (self.unit(id), self.hex(label));
            self.game.piece_mut(unit).face_down = true;
            self.game.put(unit, hex);
        }
        self
    }

    /// A step of a side's segment in a turn, from its beginning.
    pub(crate) fn at(mut self, turn: u8, side: Side, step: Step) -> Desk {
        self.game.turn = turn;
        self.game.side = side;
        self.game.go(step);
        self
    }

    /// Plays on until somebody decides, with these rolls.
    pub(crate) fn go(mut self, rolls: &[(&'static str, u8)]) -> Desk {
        let mut dice = scripted(rolls);
        while engine::Pending::proceed(self.game.wait, &mut self.game, &mut dice, &mut self.events)
        {
        }
        dice.done();
        self
    }

    /// What may be said now.
    pub(crate) fn words(&self) -> Vec<String> {
        let mut legal = Vec::new();
        self.game.legal_actions(&mut legal);
        legal.into_iter().map(|action| self.game.say(action)).collect()
    }

    /// Whether something may be said now; units go by their ids.
    pub(crate) fn may(&self, words: &str) -> bool {
        self.find(words).is_some()
    }

    fn find(&self, words: &str) -> Option<Action> {
        let mut legal = Vec::new();
        self.game.legal_actions(&mut legal);
        let plain = |said: &str| {
            self.game.board.units.iter().fold(said.to_string(), |said, unit| {
                said.replace(&format!("{} ({})", unit.name, unit.id), &unit.id)
            })
        };
        legal.into_iter().find(|&action| {
            let said = self.game.say(action);
            said == words || plain(&said) == words
        })
    }

    /// Takes a decision by its words, with the rolls it leads to: kind and face as printed (1-6).
    pub(crate) fn say(&mut self, words: &str, rolls: &[(&'static str, u8)]) {
        let action = self.find(words);
        let action = action.unwrap_or_else(|| panic!("cannot {words:?}, only {:?}", self.words()));
        let mut dice = scripted(rolls);
        self.game.apply(action, &mut dice, &mut self.events).expect("a legal decision");
        dice.done();
    }

    /// Where a unit is, as printed; what became of it otherwise.
    pub(crate) fn place(&self, id: &str) -> String {
        match self.game.piece(self.unit(id)).spot {
            Spot::Hex(hex) => self.game.board.map.label(hex),
            other => format!("{other:?}"),
        }
    }

    /// What happened so far, in words.
    pub(crate) fn story(&self) -> Vec<String> {
        self.events.iter().filter_map(|event| self.game.tell(event)).collect()
    }

    /// Whether a line of the story contains this.
    pub(crate) fn told(&self, part: &str) -> bool {
        self.story().iter().any(|line| line.contains(part))
    }
}

/// Several rulings go into one block.
fn join(edits: &[Edit]) -> Vec<Edit> {
    let lines: Vec<&str> = edits
        .iter()
        .filter_map(|(_, _, to)| to.strip_prefix("[rulings]\n")?.strip_suffix("\n[convoys]"))
        .collect();
    if lines.is_empty() {
        return Vec::new();
    }
    let block = format!("[rulings]\n{}\n[convoys]", lines.join("\n"));
    [("basic.toml", "[convoys]".to_string(), block)].into()
}

pub(crate) fn scripted(rolls: &[(&'static str, u8)]) -> Scripted {
    Scripted::new(rolls.iter().map(|&(kind, face)| (kind, face - 1)))
}
