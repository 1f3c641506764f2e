//! A desk to try rules on: a scenario from its files, counters moved by hand, decisions by their words, dice written down.

use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use engine::{
    Account, Fault, FromSetup, HexId, Measure, MeasureOf, Narrate, Notation, Position, Scripted,
    Side, Value,
};

use crate::edited::{Edit, Edited};
use crate::fallschirmjaeger::action::Action;
use crate::fallschirmjaeger::event::Event;
use crate::fallschirmjaeger::ground::HexSet;
use crate::fallschirmjaeger::index::Index;
use crate::fallschirmjaeger::rules::Step;
use crate::fallschirmjaeger::setup::Setup;
use crate::fallschirmjaeger::state::{Holland, Spot};

/// Reads a scenario with edits.
pub(crate) fn setup(name: &str, edits: Vec<Edit>) -> Setup {
    Holland::read(&mut Edited { system: "fallschirmjaeger", edits }, name)
        .expect("the files are there")
}

/// The faults of a scenario with edits.
pub(crate) fn faults(name: &str, edits: &[(&'static str, &str, &str)]) -> Vec<Fault> {
    let edits = edits.iter().map(|&(f, a, b)| (f, a.into(), b.into())).collect();
    Holland::from_setup(setup(name, edits)).expect_err("there are faults")
}

/// A position under test.
pub(crate) struct Desk {
    pub(crate) game: Holland,
    pub(crate) events: Vec<Event>,
}

impl Desk {
    /// Scenario 5.1 with rulings such as `zone_cost=1`.
    pub(crate) fn moerdijk(rulings: &[&str]) -> Desk {
        Desk::new("moerdijk", "moerdijk.toml", rulings)
    }

    /// Scenario 5.2.
    pub(crate) fn den_haag(rulings: &[&str]) -> Desk {
        Desk::new("den-haag", "den-haag.toml", rulings)
    }

    /// Scenario 5.3.
    pub(crate) fn fortress(rulings: &[&str]) -> Desk {
        Desk::new("fortress-holland", "fortress-holland.toml", rulings)
    }

    fn new(name: &str, file: &'static str, rulings: &[&str]) -> Desk {
        let edits = rulings.iter().map(|ruling| {
            let (id, value) = ruling.split_once('=').expect("a ruling and its value");
            let plain = value == "true" || value == "false";
            let value = if plain { value.to_string() } else { format!("\"{value}\"") };
            (file, "[rulings]".into(), format!("[rulings]\n{id} = {value}"))
        });
        let game = Holland::from_setup(setup(name, edits.collect()));
        let game = game.unwrap_or_else(|faults| panic!("{faults:#?}"));
        Desk { game, events: Vec::new() }
    }

    /// The same with an empty map: nobody anywhere, all counters away until they are placed.
    pub(crate) fn cleared(mut self) -> Desk {
        for piece in &mut self.game.pieces {
            piece.spot = Spot::Away;
            piece.last = None;
        }
        self.game.german_held = HexSet::default();
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

    /// Places counters: `"fjr1-1-a 9.20, do-2-aa 14.19"`.
    pub(crate) fn with(mut self, counters: &str) -> Desk {
        for counter in counters.split(',') {
            let (id, label) = counter.trim().split_once(' ').expect("unit and hex");
            let (unit, hex) = (self.unit(id), self.hex(label));
            let mut ignored = Vec::new();
            self.game.enter(unit, hex, &mut ignored);
            self.game.piece_mut(unit).came = None;
        }
        self
    }

    /// Counters that wait to come by air.
    pub(crate) fn waiting(mut self, ids: &str) -> Desk {
        for id in ids.split(',') {
            let unit = self.unit(id.trim());
            self.game.send(unit, Spot::Pool);
        }
        self
    }

    /// Steps that a unit shows.
    pub(crate) fn steps(mut self, id: &str, steps: u8) -> Desk {
        let unit = self.unit(id);
        self.game.set_steps(unit, steps);
        self
    }

    /// Makes a unit disorganized.
    pub(crate) fn dg(mut self, id: &str) -> Desk {
        let unit = self.unit(id);
        self.game.set_dg(unit, true);
        self
    }

    /// Cuts a unit off.
    pub(crate) fn cut_off(mut self, id: &str) -> Desk {
        let unit = self.unit(id);
        self.game.piece_mut(unit).cut_off = true;
        self
    }

    /// A step of a side's player turn in a turn, from its beginning, with the rolls that it begins with.
    pub(crate) fn at(mut self, turn: u8, side: Side, step: Step) -> Desk {
        self.game.turn = turn;
        self.game.side = side;
        if turn > 1 && side == Side::German {
            self.game.ju52_ready = self.game.board.ju52 - self.game.ju52_lost;
        }
        self.game.go(step);
        self
    }

    /// Plays on until somebody decides.
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

    /// Whether something may be said now; a hex may be given by its number alone.
    pub(crate) fn may(&self, words: &str) -> bool {
        self.find(words).is_some()
    }

    fn find(&self, words: &str) -> Option<Action> {
        let mut legal = Vec::new();
        self.game.legal_actions(&mut legal);
        let named = |said: &str| {
            said == words || said.strip_prefix(words).is_some_and(|rest| rest.starts_with(' '))
        };
        let exact = legal.iter().copied().find(|&action| self.game.say(action) == words);
        exact.or_else(|| legal.iter().copied().find(|&action| named(&self.game.say(action))))
    }

    /// Takes a decision by its words, with the rolls it leads to: kind and face as printed (1-6).
    pub(crate) fn say(&mut self, words: &str, rolls: &[(&'static str, u8)]) {
        let action = self.find(words);
        let action = action.unwrap_or_else(|| panic!("cannot {words:?}, only {:?}", self.words()));
        let mut dice = scripted(rolls);
        self.game.apply(action, &mut dice, &mut self.events).expect("a legal decision");
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
        match self.game.piece(self.unit(id)).spot {
            Spot::Hex(hex) => self.game.board.map.label(hex),
            other => format!("{other:?}"),
        }
    }

    /// Steps left to a unit.
    pub(crate) fn left(&self, id: &str) -> u8 {
        self.game.piece(self.unit(id)).steps
    }

    /// Whether a unit is disorganized.
    pub(crate) fn is_dg(&self, id: &str) -> bool {
        self.game.piece(self.unit(id)).dg
    }

    /// One of the values of a row, by its measure.
    pub(crate) fn value(&self, of: MeasureOf, values: &[Value], id: &str) -> Value {
        let place = Measure::place(&self.game.measures(), of, id);
        values[place.unwrap_or_else(|| panic!("no {id}"))]
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

fn scripted(rolls: &[(&'static str, u8)]) -> Scripted {
    Scripted::new(rolls.iter().map(|&(kind, face)| (kind, face - 1)))
}
