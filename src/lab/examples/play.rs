//! Plays games of some scenarios on one thread and prints their results.
//!
//! `cargo run --release -p lab --example play -- GAMES [SYSTEM/NAME...]` plays the first games of seed 42 with the
//! default strategies; without a name, of every shipped scenario. Equal lines mean equal games, decision by decision
//! and roll by roll, so an unintended change in a refactoring shows here within a minute. Run under `valgrind
//! --tool=callgrind` it counts the instructions of playing alone. It builds without Polars.

use engine::Seed;
use lab::{Home, Request, SHELF, System, find, scenarios};
use sha2::{Digest, Sha256};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games = arguments.next().and_then(|number| number.parse().ok()).unwrap_or(20);
    let home = Home::at(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut names: Vec<String> = arguments.collect();
    if names.is_empty() {
        let of = |system: &&dyn System| scenarios(&home, system.id());
        names = SHELF.iter().flat_map(of).map(|listed| listed.id).collect();
    }
    for name in names {
        let (system, scenario) =
            find(SHELF, &home, &name).unwrap_or_else(|fault| panic!("{fault}"));
        let request = Request { scenario: scenario.into(), ..Request::default() };
        let table = system.seat(&home, &request).unwrap_or_else(|fault| panic!("{fault}"));
        let mut hash = Sha256::new();
        let mut decisions = 0;
        for game in 0..games {
            let record = table.play(game, Seed(42).game(game)).expect("a legal game");
            hash.update(record.game.fingerprint.to_le_bytes());
            decisions += u64::from(record.game.decisions);
        }
        let print = hash.finalize();
        let print = print.first_chunk().map_or(0, |first| u64::from_be_bytes(*first));
        println!("{name} {games} games {decisions} decisions {print:016x}");
    }
}
