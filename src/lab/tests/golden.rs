//! Golden playthroughs: whole games in words, for a reader with the rulebook beside them.
//!
//! A rule or a strategy that changes them on purpose is followed by
//! `UPDATE_GOLDEN=1 cargo test -p lab --test golden`, and the difference is read.

use std::fmt::Write as _;
use std::path::Path;

use engine::{BySide, Seed, Side};
use lab::{Home, Request, SHELF, Story, find};

/// The game as text.
#[derive(Default)]
struct Text(String);

impl Story for Text {
    fn turn(&mut self, name: &str) {
        writeln!(self.0, "\n== {name}").unwrap();
    }

    fn decided(&mut self, number: u32, side: Side, options: usize, action: &str) {
        writeln!(self.0, "{number}. {side} (1 of {options}): {action}").unwrap();
    }

    fn happened(&mut self, event: &str) {
        writeln!(self.0, "      {event}").unwrap();
    }
}

fn playthrough(scenario: &str, strategy: Option<&str>, file: &str) {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let home = Home::at(&top);
    let (system, name) = find(SHELF, &home, scenario).unwrap();
    let strategies = BySide::from_fn(|_| strategy.map(String::from));
    let request = Request { scenario: name.into(), strategies, ..Request::default() };
    let table = system.seat(&home, &request).unwrap();
    let mut text = Text::default();
    let [german, allied] = Side::BOTH.map(|side| &table.head().strategies[side].name);
    writeln!(text.0, "{scenario}, {german} against {allied}, game 0 of seed 0").unwrap();
    let record = table.watch(0, Seed(0).game(0), &mut text).unwrap();
    let winner = record.game.winner.map_or("nobody", Side::word);
    writeln!(text.0, "\nwinner: {winner} ({})", record.game.clause).unwrap();

    let path = top.join("tests/golden").join(file);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &text.0).unwrap();
    }
    let pinned = std::fs::read_to_string(&path).unwrap_or_default();
    let line = text.0.lines().zip(pinned.lines()).position(|(now, then)| now != then);
    assert!(
        text.0 == pinned,
        "the game differs from {file} at line {}; after a change on purpose: \
         UPDATE_GOLDEN=1 cargo test -p lab --test golden",
        line.unwrap_or_else(|| text.0.lines().count().min(pinned.lines().count())) + 1
    );
}

#[test]
fn kastelli_with_its_own_strategies() {
    playthrough("mercury/kastelli", None, "mercury/kastelli.txt");
}

#[test]
fn kastelli_at_random() {
    playthrough("mercury/kastelli", Some("random"), "mercury/kastelli-random.txt");
}

#[test]
fn snafu_with_its_own_strategies() {
    playthrough("mercury/snafu", None, "mercury/snafu.txt");
}

#[test]
fn precision_with_its_own_strategies() {
    playthrough("mercury/precision", None, "mercury/precision.txt");
}

#[test]
fn heraklion_with_its_own_strategies() {
    playthrough("mercury/heraklion", None, "mercury/heraklion.txt");
}

#[test]
fn piling_on_with_its_own_strategies() {
    playthrough("mercury/piling-on", None, "mercury/piling-on.txt");
}

#[test]
fn descent_with_its_own_strategies() {
    playthrough("mercury/descent", None, "mercury/descent.txt");
}

#[test]
fn last_chance_with_its_own_strategies() {
    playthrough("mercury/last-chance", None, "mercury/last-chance.txt");
}

#[test]
fn kiwis_with_its_own_strategies() {
    playthrough("mercury/kiwis", None, "mercury/kiwis.txt");
}
