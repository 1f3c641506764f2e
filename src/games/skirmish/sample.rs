//! The scenario as code, for tests without files. A printed game has none of this: its data are files in
//! `scenarios/`.

use alloc::vec;

use engine::Side;

use super::rulings::Rulings;
use super::setup::Setup;
use super::sheets::{CounterRow, Scenario};

fn counter(id: &str, side: Side, hex: &str, steps: u8) -> CounterRow {
    let name = id.to_uppercase();
    CounterRow { id: id.into(), name, side, hex: hex.into(), steps, decoy: steps == 0 }
}

/// The Ridge: two against two, nothing hidden.
pub fn ridge() -> Setup {
    Setup {
        name: "ridge".into(),
        scenario: Scenario {
            title: "The Ridge".into(),
            turns: 4,
            objective: "04.02".into(),
            rulings: Rulings::default(),
            strategies: None,
        },
        counters: vec![
            counter("fj1", Side::German, "01.01", 2),
            counter("fj2", Side::German, "01.02", 2),
            counter("nz1", Side::Allied, "04.02", 2),
            counter("nz2", Side::Allied, "05.02", 2),
        ],
    }
}

/// The same with two Allied decoys nearer to the enemy, and everybody face down.
pub fn veiled_ridge() -> Setup {
    let mut setup = ridge();
    setup.scenario.turns = 6;
    setup.counters.push(counter("dummy1", Side::Allied, "03.01", 0));
    setup.counters.push(counter("dummy2", Side::Allied, "03.02", 0));
    setup
}
