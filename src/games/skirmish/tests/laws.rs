//! The laws of any game. A printed game checks its own invariants too: here, one counter a hex.

use std::format;
use std::string::String;

use engine::{Conformance, FromSetup as _, Seed, Seeded, Side, check};

use crate::skirmish::{Setup, Skirmish, ridge, veiled_ridge};

fn sound(game: &Skirmish) -> Result<(), String> {
    for hex in game.ground.map.ids() {
        let all = Side::BOTH.into_iter().flat_map(|side| game.on_map(side));
        if all.filter(|&counter| game.counter(counter).hex == hex).count() > 1 {
            return Err(format!("two counters in {}", game.ground.map.label(hex)));
        }
    }
    Ok(())
}

fn lawful(setup: Setup) {
    let start = Skirmish::from_setup(setup).expect("a sound scenario");
    let how = Conformance { games: 200, bound: 200, every: 1 };
    assert_eq!(check(&start, how, sound), Ok(()));
}

#[test]
fn the_ridge_keeps_the_laws() {
    lawful(ridge());
}

#[test]
fn the_ridge_with_decoys_keeps_the_laws() {
    lawful(veiled_ridge());
}

/// Else the law of hidden facts would hold for want of any.
#[test]
fn what_is_hidden_can_be_otherwise() {
    use engine::Position as _;
    let mut game = Skirmish::from_setup(veiled_ridge()).expect("a sound scenario");
    game.open(&mut Seeded::new(Seed(1)), &mut std::vec::Vec::new());
    let others = |side| {
        let imagined = |seed| Skirmish::imagined(game.view(side), &mut Seeded::new(Seed(seed)));
        (0..20).filter(|&seed| imagined(seed) != game).count()
    };
    assert!(others(Side::German) > 10, "{}", others(Side::German));
    assert_eq!(others(Side::Allied), 0, "the Allies know their own counters");
}
