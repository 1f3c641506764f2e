//! Golden games: one game of every scenario, as it was when last reviewed.
//!
//! Three scenarios keep their whole story in words, to be read beside the rulebook. The others keep a line per
//! turn: how many decisions and lines it has, and a hash of its words. To read a turn that differs, use
//! `dropzone replay SCENARIO --seed SEED`.
//!
//! After a deliberate change to a rule or a strategy run
//! `UPDATE_GOLDEN=1 cargo test -p lab --test golden`, and review the difference.

use std::fmt::Write as _;
use std::path::Path;

use engine::{BySide, Seed, Side};
use lab::{Home, Request, SHELF, Story, find};
use sha2::{Digest, Sha256};

/// A game in words, turn by turn; before the first turn comes the set-up.
#[derive(Default)]
struct Told {
    turns: Vec<Turn>,
}

#[derive(Default)]
struct Turn {
    name: String,
    decisions: usize,
    words: String,
}

impl Told {
    fn last(&mut self) -> &mut Turn {
        if self.turns.is_empty() {
            self.turn("before the first turn");
        }
        self.turns.last_mut().unwrap()
    }

    fn in_words(&self) -> String {
        let mut text = String::new();
        for turn in &self.turns {
            writeln!(text, "\n== {}", turn.name).unwrap();
            text += &turn.words;
        }
        text
    }

    fn in_hashes(&self) -> String {
        let mut text = String::from("\n");
        for Turn { name, decisions, words } in &self.turns {
            let hash = Sha256::digest(words);
            let start =
                hash.iter().take(8).fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
            let lines = words.lines().count();
            writeln!(text, "{name}: {decisions} decisions, {lines} lines, {start}").unwrap();
        }
        text
    }
}

impl Story for Told {
    fn turn(&mut self, name: &str) {
        self.turns.push(Turn { name: name.into(), ..Turn::default() });
    }

    fn decided(&mut self, number: u32, side: Side, options: usize, action: &str) {
        let turn = self.last();
        turn.decisions += 1;
        writeln!(turn.words, "{number}. {side} (1 of {options}): {action}").unwrap();
    }

    fn happened(&mut self, event: &str) {
        writeln!(self.last().words, "      {event}").unwrap();
    }
}

/// What is kept of a game.
#[derive(Clone, Copy, PartialEq)]
enum Kept {
    Story,
    Hashes,
}

fn golden(scenario: &str, strategy: Option<&str>, kept: Kept) {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let home = Home::at(&top);
    let (system, name) = find(SHELF, &home, scenario).unwrap();
    let strategies = BySide::from_fn(|_| strategy.map(String::from));
    let request = Request { scenario: name.into(), strategies, ..Request::default() };
    let table = system.seat(&home, &request).unwrap();
    let mut told = Told::default();
    let [german, allied] = Side::BOTH.map(|side| &table.head().strategies[side].name);
    let mut text = format!("{scenario}, {german} against {allied}, game 0 of seed 0\n");
    let record = table.watch(0, Seed(0).game(0), &mut told).unwrap();
    text += &match kept {
        Kept::Story => told.in_words(),
        Kept::Hashes => told.in_hashes(),
    };
    let winner = record.game.winner.map_or("nobody", Side::word);
    writeln!(text, "\nwinner: {winner} ({})", record.game.clause).unwrap();

    let suffix = strategy.map(|name| format!("-{name}")).unwrap_or_default();
    let path = top.join(format!("tests/golden/{scenario}{suffix}.txt"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &text).unwrap();
    }
    let pinned = std::fs::read_to_string(&path).unwrap_or_default();
    let line = text.lines().zip(pinned.lines()).position(|(now, then)| now != then);
    assert!(
        text == pinned,
        "the game differs from {} at line {}; look at it with `dropzone replay {scenario} --seed 0`, \
         and after a change on purpose: UPDATE_GOLDEN=1 cargo test -p lab --test golden",
        path.display(),
        line.unwrap_or_else(|| text.lines().count().min(pinned.lines().count())) + 1
    );
}

#[test]
fn kastelli_in_words() {
    golden("mercury/kastelli", None, Kept::Story);
}

#[test]
fn snafu_in_words() {
    golden("mercury/snafu", None, Kept::Story);
}

#[test]
fn the_impulse_game_on_crete_in_words() {
    golden("race/mercury", None, Kept::Story);
}

#[test]
fn kastelli_at_random() {
    golden("mercury/kastelli", Some("random"), Kept::Hashes);
}

#[test]
fn precision() {
    golden("mercury/precision", None, Kept::Hashes);
}

#[test]
fn heraklion() {
    golden("mercury/heraklion", None, Kept::Hashes);
}

#[test]
fn jump_die_repeat() {
    golden("mercury/jump-die-repeat", None, Kept::Hashes);
}

#[test]
fn piling_on() {
    golden("mercury/piling-on", None, Kept::Hashes);
}

#[test]
fn descent() {
    golden("mercury/descent", None, Kept::Hashes);
}

#[test]
fn last_chance() {
    golden("mercury/last-chance", None, Kept::Hashes);
}

#[test]
fn gala() {
    golden("mercury/gala", None, Kept::Hashes);
}

#[test]
fn hot_pursuit() {
    golden("mercury/hot-pursuit", None, Kept::Hashes);
}

#[test]
fn main_event() {
    golden("mercury/main-event", None, Kept::Hashes);
}

#[test]
fn rising() {
    golden("mercury/rising", None, Kept::Hashes);
}

#[test]
fn free_for_all() {
    golden("mercury/free-for-all", None, Kept::Hashes);
}

#[test]
fn kiwis() {
    golden("mercury/kiwis", None, Kept::Hashes);
}

#[test]
fn market_garden() {
    golden("race/market-garden", None, Kept::Hashes);
}

#[test]
fn moerdijk_in_words() {
    golden("fallschirmjaeger/moerdijk", None, Kept::Story);
}

#[test]
fn den_haag() {
    golden("fallschirmjaeger/den-haag", None, Kept::Hashes);
}

#[test]
fn fortress_holland() {
    golden("fallschirmjaeger/fortress-holland", None, Kept::Hashes);
}

#[test]
fn air_assault_on_crete() {
    golden("crete/basic", None, Kept::Hashes);
}
