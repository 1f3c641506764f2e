//! The laws of any game, and this game's own.

use std::format;
use std::string::String;

use engine::{Conformance, Law, check};

use crate::race::hexset::Bits;
use crate::race::rules::{Phase, Race, STACK, Spot};

use super::Desk;

/// What must hold after every decision.
fn sound(race: &Race) -> Result<(), String> {
    let mut seen = 0u128;
    for hex in race.board.map.ids() {
        let here = race.at[hex.index()];
        if here & race.board.german != 0 && here & !race.board.german != 0 {
            return Err(format!("both sides in {}", race.board.place(hex)));
        }
        let orders = matches!(race.phase, Phase::Orders);
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
    if seen != race.present {
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
