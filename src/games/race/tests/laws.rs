//! The laws of any game, and this game's own.

use core::fmt::Write as _;
use std::format;
use std::string::String;
use std::vec::Vec;

use engine::{Conformance, Law, Position, Scripted, Seed, Seeded, Side, Whim, check, perft};

use crate::matrix::top;
use crate::race::phase::Phase;
use crate::race::rules::{Race, Spot};
use crate::race::sets::Bits;
use crate::race::stacking::STACK;

use super::Desk;

/// What must hold after every decision.
fn sound(race: &Race) -> Result<(), String> {
    let mut seen = 0u128;
    for hex in race.board.map.ids() {
        let here = race.index.at[hex.index()];
        if here & race.board.german != 0 && here & !race.board.german != 0 {
            return Err(format!("both sides in {}", race.board.place(hex)));
        }
        for side in Side::BOTH {
            if race.index.stands[side].contains(hex) != (here & race.board.of(side) != 0) {
                return Err(format!("{side} presence in {} is wrong", race.board.place(hex)));
            }
        }
        let might: u16 = Bits(here).map(|unit| u16::from(race.strength(unit))).sum();
        if race.index.might[hex.index()] != might {
            return Err(format!("the strength in {} is wrong", race.board.place(hex)));
        }
        let orders = matches!(race.phase, Phase::Orders(_));
        if orders && here.count_ones() > STACK {
            return Err(format!("{} is overfull", race.board.place(hex)));
        }
        for unit in Bits(here) {
            if race.pieces[usize::from(unit)].place != Spot::Hex(hex) {
                return Err(format!("{} is in two places", race.board.unit(unit).name));
            }
        }
        seen |= here;
    }
    if seen != race.index.present {
        return Err("the units on the map are miscounted".into());
    }
    for (unit, piece) in race.pieces.iter().enumerate() {
        let on_map = matches!(piece.place, Spot::Hex(_));
        if on_map != (seen & (1 << unit) != 0) {
            return Err(format!("{} is lost on the map", race.board.units[unit].name));
        }
        if on_map && piece.damage >= race.endurance(unit as u8) {
            return Err(format!("{} should be dead", race.board.units[unit].name));
        }
    }
    Ok(())
}

fn lawful(desk: &Desk, games: u64) {
    let how = Conformance { games, bound: 20_000, every: 37 };
    if let Err(Law { law, broken }) = check(&desk.race, how, sound) {
        panic!("{law}: {broken}");
    }
}

#[test]
fn mercury_keeps_the_laws() {
    lawful(&Desk::mercury(&[]), 40);
}

#[test]
fn market_garden_keeps_the_laws() {
    lawful(&Desk::market_garden(&[]), 40);
}

#[test]
fn mercury_keeps_the_laws_with_every_option() {
    let all = ["sussmann", "freyberg", "irregulars", "coordination", "artillery"];
    lawful(&Desk::mercury(&all), 30);
}

#[test]
fn market_garden_keeps_the_laws_with_every_option() {
    let all = [
        "coordination",
        "artillery",
        "advanced_bridges",
        "boat_crossing",
        "weather",
        "oss",
        "driel",
        "air_transport",
    ];
    lawful(&Desk::market_garden(&all), 30);
}

/// The soak: `cargo test -p games --release soak -- --ignored`.
#[test]
#[ignore = "two thousand games a scenario: run before a release"]
fn soak() {
    lawful(&Desk::mercury(&[]), 2_000);
    lawful(&Desk::market_garden(&[]), 2_000);
}

/// Numbers of lines of play: any change of a rule, a listing or a set-up moves them.
/// `UPDATE_GOLDEN=1` writes them anew.
#[test]
fn perft_numbers() {
    let mut found = String::new();
    for (name, desk) in
        [("mercury", Desk::mercury(&[])), ("market-garden", Desk::market_garden(&[]))]
    {
        let mut start = desk.race;
        start.open(&mut Scripted::always(4), &mut Vec::new());
        for depth in 1..=4 {
            writeln!(found, "{name} start {depth} {}", perft(&start, depth)).expect("a string");
        }
        // The middle of a game, reached by the first decisions that are no pass.
        let mut dice = Seeded::new(Seed(5));
        let mut whims = Whim::new(Seed(5), Side::German);
        let mut legal = Vec::new();
        for _ in 0..120 {
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
    golden("race.perft", &found);
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

/// No decision has more than 64 options.
#[test]
fn decisions_stay_small() {
    for desk in [Desk::mercury(&["irregulars"]), Desk::market_garden(&[])] {
        for seed in 0..10 {
            let mut race = desk.race.clone();
            let mut dice = Seeded::new(Seed(seed));
            let mut whims = Whim::new(Seed(seed), Side::German);
            race.open(&mut dice, &mut Vec::new());
            loop {
                let mut legal = Vec::new();
                race.legal_actions(&mut legal);
                if legal.is_empty() {
                    break;
                }
                assert!(legal.len() <= 64, "{:?}: {} options", race.phase, legal.len());
                let choice = legal[whims.below(legal.len())];
                race.apply_unchecked(choice, &mut dice, &mut Vec::new());
            }
        }
    }
}
