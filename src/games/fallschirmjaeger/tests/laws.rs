//! The laws of any game, and this game's own.

use core::fmt::Write as _;
use std::format;
use std::string::String;
use std::vec::Vec;

use engine::{Conformance, Law, Position, Scripted, Seed, Seeded, Side, Whim, check, perft};

use crate::fallschirmjaeger::phase::Wait;
use crate::fallschirmjaeger::stacking::STACK;
use crate::fallschirmjaeger::state::{Holland, Spot};
use crate::matrix::top;

use super::Desk;

/// What must hold after every decision.
fn sound(game: &Holland) -> Result<(), String> {
    for hex in game.board.map.ids() {
        let both = Side::BOTH.iter().all(|&side| game.stands(hex, side));
        if both {
            return Err(format!("both sides in {}", game.board.place(hex)));
        }
        // Units have just moved, and overfull hexes were cleared. Until then those may be in one who were driven back there
        // in the enemy's player turn.
        let cleared = matches!(game.wait, Wait::Bombard(_));
        let own = game.stands(hex, game.side);
        if cleared && own && game.index.post(hex).stack > STACK {
            return Err(format!("{} is overfull", game.board.place(hex)));
        }
    }
    for (unit, piece) in game.board.units.iter().zip(&game.pieces) {
        let on_map = matches!(piece.spot, Spot::Hex(_));
        if on_map && piece.steps == 0 || piece.steps > unit.steps {
            return Err(format!("{} has {} steps", unit.name, piece.steps));
        }
        if piece.spot == Spot::Gone && piece.steps != 0 && unit.class.fights() {
            return Err(format!("{} is gone with {} steps", unit.name, piece.steps));
        }
    }
    if game.ju52_lost > game.board.ju52 || game.ju52_ready > game.board.ju52 {
        return Err(format!("{} Ju-52 points lost, {} ready", game.ju52_lost, game.ju52_ready));
    }
    for (traffic, field) in game.traffic.iter().zip(&game.board.airfields) {
        if *traffic > field.most {
            return Err(format!("{traffic} points at {}", field.name));
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
fn moerdijk_keeps_the_laws() {
    lawful(&Desk::moerdijk(&[]), 40);
}

#[test]
fn den_haag_keeps_the_laws() {
    lawful(&Desk::den_haag(&[]), 8);
}

#[test]
fn fortress_holland_keeps_the_laws() {
    lawful(&Desk::fortress(&[]), 3);
}

#[test]
fn the_rival_readings_keep_the_laws() {
    let all = [
        "zone_cost=1",
        "overrun_cost=1",
        "bicycles_exploit=true",
        "first_loss=free",
        "bridge_city_holds=false",
        "night_barrage=true",
        "halves=half",
        "barrage_again=true",
        "standing_hits_friends=false",
        "stuka_hits_friends=true",
        "ad_hoc_stay_lost=false",
        "landing_needs_control=true",
        "field_landing=false",
        "head_range=own",
        "pio_companies_bridge=true",
        "hoek_both=true",
        "gezusters_withdraws=true",
        "airfield_aa=able",
        "shared_bridges=false",
        "winkelmann_end=true",
        "line_any_allied=true",
        "dutch_either=true",
        "half_air=in-all",
        "capture_unevacuated=true",
    ];
    lawful(&Desk::moerdijk(&all), 20);
    lawful(&Desk::den_haag(&all), 3);
    lawful(&Desk::fortress(&all), 2);
}

/// The soak: `cargo test -p games --release soak -- --ignored`.
#[test]
#[ignore = "hundreds of games a scenario: run before a release"]
fn soak() {
    lawful(&Desk::moerdijk(&[]), 2_000);
    lawful(&Desk::den_haag(&[]), 200);
    lawful(&Desk::fortress(&[]), 50);
}

/// Numbers of lines of play: any change of a rule, a listing or a set-up moves them. `UPDATE_GOLDEN=1` writes them anew.
#[test]
fn perft_numbers() {
    let mut found = String::new();
    for (name, desk) in [
        ("moerdijk", Desk::moerdijk(&[])),
        ("den-haag", Desk::den_haag(&[])),
        ("fortress-holland", Desk::fortress(&[])),
    ] {
        let mut start = desk.game;
        start.open(&mut Scripted::always(4), &mut Vec::new());
        for depth in 1..=2 {
            writeln!(found, "{name} start {depth} {}", perft(&start, depth)).expect("a string");
        }
        // The middle of a game, reached by random decisions.
        let mut dice = Seeded::new(Seed(5));
        let mut whims = Whim::new(Seed(5), Side::German);
        let mut legal = Vec::new();
        for _ in 0..200 {
            legal.clear();
            start.legal_actions(&mut legal);
            if legal.is_empty() {
                break;
            }
            let choice = legal[whims.below(legal.len())];
            start.apply_unchecked(choice, &mut dice, &mut Vec::new());
        }
        for depth in 1..=3 {
            writeln!(found, "{name} middle {depth} {}", perft(&start, depth)).expect("a string");
        }
    }
    golden("fallschirmjaeger.perft", &found);
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
