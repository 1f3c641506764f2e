//! Operation Mercury through the lab's interface: the strength of the default strategies.

use std::path::Path;

use engine::{BySide, Measure, MeasureOf, Seed, Side};
use lab::{Home, Request, SHELF, Set, find};

const SCENARIOS: [&str; 8] =
    ["kastelli", "snafu", "precision", "heraklion", "piling-on", "descent", "last-chance", "kiwis"];

/// Games of `0..games` won by the Germans, drawn, and won by the Allies.
fn results(scenario: &str, german: Option<&str>, allied: Option<&str>, games: u64) -> [u64; 3] {
    let home = Home::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    let named = format!("mercury/{scenario}");
    let (system, name) = find(SHELF, &home, &named).unwrap_or_else(|c| panic!("{c}"));
    let strategies = BySide { german: german.map(Into::into), allied: allied.map(Into::into) };
    let request = Request { scenario: name.into(), strategies, ..Request::default() };
    let table = system.seat(&home, &request).unwrap_or_else(|c| panic!("{c}"));
    let mut results = [0; 3];
    for game in 0..games {
        let record = table.play(game, Seed(42).game(game)).unwrap();
        assert!(!record.game.cut_off, "{scenario}: game {game}");
        results[match record.game.winner {
            Some(Side::German) => 0,
            None => 1,
            Some(Side::Allied) => 2,
        }] += 1;
    }
    results
}

/// A default strategy scores at least nine tenths against random play, on each side of every scenario.
#[test]
fn default_strategies_beat_chance() {
    for scenario in SCENARIOS {
        let games = 20;
        let [won, drawn, _] = results(scenario, None, Some("random"), games);
        assert!(
            20 * won + 10 * drawn >= 18 * games,
            "{scenario}: the Germans {won} and {drawn} draws"
        );
        let [_, drawn, won] = results(scenario, Some("random"), None, games);
        assert!(
            20 * won + 10 * drawn >= 18 * games,
            "{scenario}: the Allies {won} and {drawn} draws"
        );
    }
}

/// Every reading of every switch can be typed: none is parsed as a number or another type of value.
#[test]
fn every_reading_can_be_set() {
    let home = Home::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    for scenario in ["mercury/kastelli", "race/mercury", "race/market-garden"] {
        let (system, name) = find(SHELF, &home, scenario).unwrap_or_else(|c| panic!("{c}"));
        let plain = Request { scenario: name.into(), ..Request::default() };
        let rulings = system.seat(&home, &plain).unwrap().head().brief.rulings.clone();
        let most = rulings.iter().map(|ruling| ruling.values.len()).max().unwrap();
        // All switches at once: each at its first reading, then each at its second, and so on.
        for number in 0..most {
            let set = |ruling: &engine::Ruling| {
                let value = ruling.values.get(number).unwrap_or(&ruling.default);
                Set::parse(&format!("rulings.{}={value}", ruling.id)).unwrap()
            };
            let request = Request { sets: rulings.iter().map(set).collect(), ..plain.clone() };
            let table = system.seat(&home, &request).unwrap_or_else(|c| panic!("{c}"));
            for ruling in &table.head().brief.rulings {
                assert_eq!(&ruling.value, ruling.values.get(number).unwrap_or(&ruling.default));
            }
        }
    }
}

/// Impossible values are refused with a message: off-map movement, ships, supply, victory points, the last turn.
#[test]
fn wrong_values_of_a_scenario_are_told() {
    let home = Home::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    let (system, name) = find(SHELF, &home, "mercury/piling-on").unwrap_or_else(|c| panic!("{c}"));
    for (set, told) in [
        ("off_map.exits.0.hex=10.10", "off_map.exits.hex: 10.10 is not on the edge of the map"),
        ("off_map.exits.0.hex=99.99", "off_map.exits.hex: hex \"99.99\" is not on sheet heraklion"),
        ("shipping.port=1.1", "shipping.port: hex \"1.1\" is not on sheet heraklion"),
        ("supply.group.0.airfields=[[\"01.11\"]]", "supply.group.airfields: 01.11 is no objective"),
        ("supply.group.0.ports=[\"01.11\"]", "supply.group.ports: 01.11 is no objective"),
        ("supply.from=30 May Night", "did you mean `20 May Night`?"),
        ("supply.worsens=1", "expected more than `arrives`, 1"),
        ("victory.worth.0.hex=01.11", "victory.worth.hex: 01.11 is no objective"),
        ("end_turn=0", "end_turn: there is no turn 0"),
        ("end_turn=92", "end_turn: turn 92 is in another month; expected 1 to 91"),
    ] {
        let sets = vec![Set::parse(set).unwrap()];
        let request = Request { scenario: name.into(), sets, ..Request::default() };
        let complaint = system.seat(&home, &request).err().expect(set).to_string();
        assert!(complaint.contains(told), "{set}: {complaint}");
    }
}

#[test]
fn the_first_airfield_turn_is_the_first_row_with_an_airfield() {
    let home = Home::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    let mut dates = 0;
    for name in ["mercury/last-chance", "mercury/snafu", "race/mercury"] {
        let (system, scenario) = find(SHELF, &home, name).unwrap();
        let request = Request { scenario: scenario.into(), ..Request::default() };
        let table = system.seat(&home, &request).unwrap_or_else(|c| panic!("{c}"));
        let place = |of, id| Measure::place(&table.head().measures, of, id).unwrap();
        let airfields = place(MeasureOf::Turn, "airfields");
        let first_turn = place(MeasureOf::Game, "first_airfield_turn");
        for game in 0..10 {
            let record = table.play(game, Seed(6).game(game)).unwrap();
            let first = record.turns.iter().find(|turn| turn.values[airfields] > Some(0));
            let date = record.game.facts.values[first_turn];
            assert_eq!(date, first.map(|turn| turn.turn.into()), "{name}, game {game}");
            dates += u32::from(date.is_some());
        }
    }
    assert!(dates > 5, "{dates} games with an airfield in German hands");
}
