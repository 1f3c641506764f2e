//! The laws of any game, and this game's own.

use core::fmt::Write as _;
use std::format;
use std::string::String;
use std::vec::Vec;

use engine::{Conformance, Law, Position, Scripted, Seed, Seeded, Side, Whim, check, perft};

use crate::airassault::ground::Class;
use crate::airassault::phase::Wait;
use crate::airassault::state::{AirAssault, Spot};
use crate::matrix::top;

use super::Desk;

/// What must hold after every decision.
fn sound(game: &AirAssault) -> Result<(), String> {
    let clear = matches!(game.wait, Wait::Attack(_));
    for hex in game.board.land.iter() {
        let both = Side::BOTH.iter().all(|&side| game.bars(side, hex));
        // Only airborne units come down among enemies, and have left them when the next units land.
        if both && matches!(game.wait, Wait::Move(_) | Wait::AirLand(_) | Wait::Attack(_)) {
            return Err(format!("both sides in {}", game.board.place(hex)));
        }
        if clear && game.stack(game.side, hex) > game.board.stacking {
            return Err(format!("{} is overfull", game.board.place(hex)));
        }
    }
    for unit in game.board.numbers() {
        let piece = game.piece(unit);
        let kind = game.unit(unit);
        if let Spot::Hex(hex) = piece.spot
            && !game.board.land.contains(hex)
        {
            return Err(format!("{} is at sea", kind.name));
        }
        if piece.face_down && kind.side == Side::German {
            return Err(format!("{} lies face down", kind.name));
        }
        if kind.class == Class::Decoy && matches!(piece.spot, Spot::Hex(_)) && !piece.face_down {
            return Err(format!("{} shows", kind.name));
        }
        // V.H: a battalion is on the map, or its companies are, and never both.
        if let Spot::Within(battalion) = piece.spot
            && !matches!(game.piece(battalion).spot, Spot::Hex(_))
        {
            return Err(format!("{} is in a battalion that is not there", kind.name));
        }
    }
    for marker in &game.markers {
        if game.turn > 0 && marker.turn < game.turn {
            return Err(format!("a marker is left on turn {}", marker.turn));
        }
    }
    Ok(())
}

fn lawful(desk: &Desk, games: u64) {
    let how = Conformance { games, bound: 60_000, every: 41 };
    if let Err(Law { law, broken }) = check(&desk.game, how, sound) {
        panic!("{law}: {broken}");
    }
}

#[test]
fn the_basic_game_keeps_the_laws() {
    lawful(&Desk::basic(&[]), 12);
}

#[test]
fn the_rival_readings_keep_the_laws() {
    let all = [
        "drift_overstack_now=true",
        "drift_modifiers=alone",
        "overstack=segment",
        "artillery_alone=together",
        "hexside_blocks=false",
        "drift_combat_ne=lost",
        "box_halves=each",
        "exchange=multiplied",
        "hold_unbroken=false",
        "basic_reinforcements=false",
    ];
    let game = Desk::basic(&all);
    let how = Conformance { games: 6, bound: 60_000, every: 41 };
    // Where units above the limit stay until the end of the segment, an attack may come from an overfull hex.
    let checked = check(&game.game, how, |game| match sound(game) {
        Err(what) if what.ends_with("overfull") => Ok(()),
        other => other,
    });
    assert_eq!(checked, Ok(()));
}

/// The soak: `cargo test -p games --release soak -- --ignored`.
#[test]
#[ignore = "hundreds of games: run before a release"]
fn soak() {
    lawful(&Desk::basic(&[]), 400);
}

/// Numbers of lines of play: any change of a rule, a listing or a set-up moves them. `UPDATE_GOLDEN=1` writes them anew.
#[test]
fn perft_numbers() {
    let mut found = String::new();
    let mut start = Desk::basic(&[]).game;
    start.open(&mut Scripted::always(4), &mut Vec::new());
    writeln!(found, "basic start 1 {}", perft(&start, 1)).expect("a string");
    let mut dice = Seeded::new(Seed(5));
    let mut whims = Whim::new(Seed(5), Side::German);
    let mut legal = Vec::new();
    for stage in ["set-up", "landed", "fighting", "late"] {
        for _ in 0..150 {
            legal.clear();
            start.legal_actions(&mut legal);
            if legal.is_empty() {
                break;
            }
            let choice = legal[whims.below(legal.len())];
            start.apply_unchecked(choice, &mut dice, &mut Vec::new());
        }
        for depth in 1..=2 {
            writeln!(found, "basic {stage} {depth} {}", perft(&start, depth)).expect("a string");
        }
    }
    golden("crete.perft", &found);
}

/// Compares with a golden file, or writes it.
fn golden(name: &str, found: &str) {
    let path = top().join("tests/golden").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, found).expect("the golden file can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(kept, found, "{name} has changed; UPDATE_GOLDEN=1 accepts it");
}
