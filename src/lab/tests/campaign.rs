//! The campaign scenarios of Operation Mercury through the lab's interface: how their games end, and what is kept account
//! of.

use std::path::Path;
use std::time::Instant;

use engine::{BySide, Measure, MeasureOf, Seed};
use lab::{Home, Request, SHELF, Table, find};

const CAMPAIGN: [&str; 3] = ["hot-pursuit", "main-event", "rising"];

fn seat(scenario: &str, strategies: [Option<&str>; 2]) -> Box<dyn Table> {
    let home = Home::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    let named = format!("mercury/{scenario}");
    let (system, name) = find(SHELF, &home, &named).unwrap_or_else(|c| panic!("{c}"));
    let [german, allied] = strategies.map(|name| name.map(Into::into));
    let strategies = BySide { german, allied };
    let request = Request { scenario: name.into(), strategies, ..Request::default() };
    system.seat(&home, &request).unwrap_or_else(|c| panic!("{c}"))
}

/// A value of a game by the name of its column.
fn value(table: &dyn Table, values: &[engine::Value], id: &str) -> engine::Value {
    let place = Measure::place(&table.head().measures, MeasureOf::Game, id);
    values[place.unwrap_or_else(|| panic!("no column {id}"))]
}

/// A game of the shipped strategies ends with its last turn or in a sudden death, at a victory level that the scenario has,
/// and says who got away by which way and of which formation.
#[test]
fn a_game_of_the_campaign_ends_at_a_victory_level() {
    for scenario in CAMPAIGN {
        let table = seat(scenario, [None, None]);
        let record = table.play(0, Seed(1).game(0)).unwrap();
        let game = &record.game;
        assert!(!game.cut_off, "{scenario}");
        let reasons = ["last turn played", "sudden death"];
        assert!(reasons.contains(&game.facts.end_reason), "{scenario}: {}", game.facts.end_reason);
        let ids: Vec<&str> = table.head().measures.iter().map(|m| m.id.as_ref()).collect();
        let ways: Vec<&&str> = ids.iter().filter(|id| id.starts_with("withdrawn_by_")).collect();
        let formations = ids.iter().filter(|id| id.starts_with("withdrawn_of_")).count();
        let sheets = scenario == "rising";
        assert_eq!(ways.len(), if sheets { 7 } else { 3 }, "{scenario}: {ways:?}");
        assert!(ids.contains(&"withdrawn_by_Sfakia") && ids.contains(&"withdrawn_by_Suda"));
        assert!(ids.contains(&"withdrawn_of_19th_Bde_AUS") && formations >= 7, "{scenario}");
        let values = &game.facts.values;
        let withdrawn = |start: &str| -> i64 {
            let own = ids.iter().filter(|id| id.starts_with(start));
            own.filter_map(|id| value(&*table, values, id)).sum()
        };
        let [by_way, of_formations] = ["withdrawn_by_", "withdrawn_of_"].map(withdrawn);
        assert_eq!(by_way, of_formations, "{scenario}");
        let level = value(&*table, values, "withdrawal_level");
        if scenario == "hot-pursuit" {
            assert!(level >= Some(1), "in effect from the start: {level:?}");
        }
    }
}

/// How games end under the shipped strategies and doctrines, and how long they take:
/// `cargo test --release -p lab --test campaign -- --ignored --nocapture`.
#[test]
#[ignore = "minutes: some dozens of games of the campaign"]
fn the_campaign_at_a_glance() {
    let games: u64 = std::env::var("GAMES").map_or(10, |n| n.parse().unwrap());
    let only = std::env::var("ONLY").ok();
    let sides = |scenario: &str| -> [[Option<&'static str>; 2]; 3] {
        match scenario {
            "hot-pursuit" => [
                [None, None],
                [Some("hot-pursuit-german-cut"), None],
                [None, Some("hot-pursuit-allied-away")],
            ],
            "main-event" => [
                [None, None],
                [Some("main-event-german-south"), None],
                [None, Some("main-event-allied-back")],
            ],
            _ => [
                [None, None],
                [Some("rising-german-south"), None],
                [None, Some("rising-allied-back")],
            ],
        }
    };
    for scenario in CAMPAIGN.into_iter().filter(|s| only.as_deref().is_none_or(|o| o == *s)) {
        for strategies in sides(scenario) {
            let table = seat(scenario, strategies);
            println!("== {scenario} {strategies:?}");
            let begun = Instant::now();
            for game in 0..games {
                let record = table.play(game, Seed(42).game(game)).unwrap();
                let (game, facts) = (&record.game, &record.game.facts);
                let of = |id| value(&*table, &facts.values, id);
                println!(
                    "  {:?} level {:?} turn {} {} ({}), decisions {}, withdrawal {:?} level {:?} morale {:?}, steps lost {:?}",
                    game.winner,
                    game.level,
                    facts.end_turn,
                    facts.end_reason,
                    game.clause,
                    game.decisions,
                    of("withdrawal_turn"),
                    of("withdrawal_level"),
                    of("morale_end"),
                    facts.steps_lost,
                );
                if std::env::var_os("UNITS").is_some() {
                    for (entry, unit) in table.head().roster.iter().zip(&record.units) {
                        let (fate, hex) = (&unit.fate, unit.hex.as_deref().unwrap_or("-"));
                        println!(
                            "    {} {hex} {:?} {:?} {:?}",
                            entry.id, fate.fate, fate.turn, fate.cause
                        );
                    }
                }
            }
            let taken = begun.elapsed().as_secs_f64();
            println!("  {:.2} games a second on one core", games as f64 / taken);
        }
    }
}
