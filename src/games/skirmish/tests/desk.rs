//! A board to set up by hand.

use std::string::String;
use std::vec::Vec;

use engine::{FromSetup as _, Narrate as _, Notation as _, Position as _, Scripted, Side};

use crate::skirmish::{Event, Setup, Skirmish};

/// A position, and what has happened in it.
pub(super) struct Desk {
    pub game: Skirmish,
    pub events: Vec<Event>,
}

impl Desk {
    /// A game in which every chit and every counter comes in its order.
    pub fn new(setup: Setup) -> Desk {
        let game = Skirmish::from_setup(setup).expect("a sound scenario");
        let mut desk = Desk { game, events: Vec::new() };
        desk.game.open(&mut Scripted::always(0), &mut desk.events);
        desk
    }

    /// The words of what can be decided now.
    pub fn words(&self) -> Vec<String> {
        let mut legal = Vec::new();
        self.game.legal_actions(&mut legal);
        legal.into_iter().map(|action| self.game.say(action)).collect()
    }

    /// Puts a counter into a hex.
    pub fn put(&mut self, counter: u16, hex: &str) {
        let hex = self.game.ground.map.find(hex, None).expect("a hex of the map");
        self.game.counters[usize::from(counter)].hex = hex;
    }

    /// Makes it the turn of a counter alone.
    pub fn turn_of(&mut self, counter: u16) {
        self.game.active = Some(self.game.side(counter));
        self.game.waiting = [counter].into();
        self.game.cup.clear();
        self.game.cup.put(Side::German as u16);
    }

    /// Decides in words, with these rolls.
    pub fn say(&mut self, words: &str, rolls: &[(&'static str, u8)]) {
        let mut legal = Vec::new();
        self.game.legal_actions(&mut legal);
        let found = legal.into_iter().find(|&action| self.game.say(action) == words);
        let action = found.unwrap_or_else(|| panic!("cannot {words:?}, only {:?}", self.words()));
        let mut dice = Scripted::new(rolls.iter().copied());
        self.events.clear();
        self.game.apply(action, &mut dice, &mut self.events).expect("it is legal");
        dice.done();
    }

    /// What has happened since the last decision.
    pub fn told(&self) -> Vec<String> {
        self.events.iter().filter_map(|event| self.game.tell(event)).collect()
    }
}
