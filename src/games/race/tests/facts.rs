//! The shipped files against the facts of the text, and the coverage matrix against the tests.

use alloc::collections::BTreeMap;
use std::string::String;
use std::vec::Vec;

use serde::Deserialize;

use crate::matrix::{is_a_test, matrix, rows, top};
use crate::race::ground::Crossing;

use super::Desk;

/// Every statement of the rules has a row; a row names a file that is there and a test that is.
#[test]
fn the_matrix_holds() {
    for (row, fact) in matrix("race") {
        let optional = fact.scope == "optional";
        let fits = match row.status.as_str() {
            "played" => !optional,
            "optional" | "between the players" => optional,
            "no effect" => true,
            _ => false,
        };
        assert!(fits, "{}: {} for a rule of scope {}", row.id, row.status, fact.scope);
        assert!(top().join(&row.code).is_file(), "{}: no file {}", row.id, row.code);
        let found = is_a_test(&["src/games/race/tests"], &row.test);
        assert!(found, "{}: no test {}", row.id, row.test);
    }
}

#[derive(Deserialize)]
struct Hexes {
    game: String,
    section: String,
    key: String,
    #[serde(rename = "hexes")]
    labels: String,
}

/// The hex lists of the text are those of the scenario files.
#[test]
fn hexes_of_the_text() {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for fact in rows::<Hexes>("tests/facts/race/hexes.csv") {
        let desk =
            if fact.game == "mercury" { Desk::mercury(&[]) } else { Desk::market_garden(&[]) };
        let board = &desk.race.board;
        let expected: Vec<_> = fact.labels.split(' ').map(|label| desk.hex(label)).collect();
        let found: Vec<_> = match fact.key.as_str() {
            "sources.allied" => board.sources.allied.clone(),
            "sources.german" => board.sources.german.clone(),
            "sources.airborne" => board.sources.airborne.clone(),
            "entry.allied" => board.entry.clone(),
            "ports" => board.ports.clone(),
            "ferry" => {
                let ferry = |hex: &_| board.ground(*hex).crossing == Crossing::Ferry;
                board.map.ids().filter(ferry).collect()
            }
            "oss" => board.cities.map(|c| c.oss).into_iter().collect(),
            "airfields" => board.airfields.iter().flat_map(|a| a.hexes.iter()).collect(),
            "stars" => {
                let stars = board
                    .airfields
                    .iter()
                    .filter_map(|a| a.hexes.iter().find(|hex| board.ground(*hex).points > 0));
                stars.collect()
            }
            other => panic!("no key {other}"),
        };
        assert_eq!(found, expected, "{} {}", fact.game, fact.section);
        *seen.entry(fact.game).or_default() += 1;
    }
    assert_eq!(seen.len(), 2);
}

/// 4.0, 5.2, 7.0: calendars and the reduced side.
#[test]
fn calendars_and_reduced_side() {
    for (desk, first, last) in [
        (Desk::mercury(&[]), "20 May", "29 May"),
        (Desk::market_garden(&[]), "17 September", "26 September"),
    ] {
        let names = &desk.race.board.calendar.names;
        assert_eq!((names.len(), names[0].as_str(), names[9].as_str()), (10, first, last));
        assert_eq!(desk.race.board.reduced, (3, 2, 3));
        assert_eq!(desk.race.board.victory_points, 10);
    }
}

/// The printed maps as reconstructed: every vehicle can leave the hex it starts in, every unit
/// starts on dry ground, the Club Route is one chain of roads.
#[test]
fn the_reconstruction_is_playable() {
    for desk in [Desk::mercury(&[]), Desk::market_garden(&[])] {
        let race = &desk.race;
        for unit in 0..race.pieces.len() as u8 {
            if let Some(hex) = race.hex_of(unit) {
                let ways = race.index.steps[hex.index()][race.mobility(unit)];
                assert_ne!(
                    ways,
                    0,
                    "{} is stuck in {}",
                    race.board.unit(unit).name,
                    race.board.place(hex)
                );
            }
        }
    }
    let desk = Desk::market_garden(&[]);
    let board = &desk.race.board;
    let red: Vec<_> = board.map.ids().filter(|hex| board.ground(*hex).red).collect();
    assert_eq!(red.len(), 16);
    let joins = |hex: &engine::HexId| {
        board
            .map
            .neighbours(*hex)
            .filter(|(way, near)| board.ground(*near).red && board.road(*hex, *way))
            .count()
    };
    assert_eq!(red.iter().filter(|hex| joins(hex) == 1).count(), 2, "two ends");
}
