//! The impulse games through the lab's door: the worth of the bots, the bid.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use engine::{BySide, Seed, Side};
use lab::{Home, Request, SHELF, Set, SweepFile, Table, Without, find};

const SCENARIOS: [&str; 2] = ["race/mercury", "race/market-garden"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn seat(
    scenario: &str,
    german: Option<&str>,
    allied: Option<&str>,
    sets: &[&str],
) -> Box<dyn Table> {
    let home = Home::at(root());
    let (system, name) = find(SHELF, &home, scenario).unwrap_or_else(|c| panic!("{c}"));
    let request = Request {
        scenario: name.into(),
        strategies: BySide { german: german.map(Into::into), allied: allied.map(Into::into) },
        sets: sets.iter().map(|set| Set::parse(set).unwrap()).collect(),
        ..Request::default()
    };
    system.seat(&home, &request).unwrap_or_else(|c| panic!("{c}"))
}

/// Games of `0..games` the Germans win; there are no draws.
fn german_wins(table: &dyn Table, games: u64) -> u64 {
    let seed = Seed(std::env::var("SEED").map_or(1944, |n| n.parse().unwrap()));
    let won = |game| {
        let record = table.play(game, seed.game(game)).unwrap();
        assert!(!record.game.cut_off);
        u64::from(record.game.winner == Some(Side::German))
    };
    (0..games).map(won).sum()
}

/// A default strategy scores nine of ten against chance, on each side of both games.
#[test]
fn default_strategies_beat_chance() {
    for scenario in SCENARIOS {
        let german = german_wins(&*seat(scenario, None, Some("random"), &[]), 50);
        assert!(german >= 45, "{scenario}: the German default wins {german} of 50");
        let random = german_wins(&*seat(scenario, Some("random"), None, &[]), 50);
        assert!(random <= 5, "{scenario}: chance wins {random} of 50 from the Allied default");
    }
}

/// 12.6 and 12.9: the level of victory is a value of the scenario, and it moves the result.
#[test]
fn the_bid_moves_the_result() {
    for (scenario, low, high) in [
        ("race/mercury", "victory_points=2", "victory_points=10"),
        ("race/market-garden", "victory_points=14", "victory_points=6"),
    ] {
        let easy = german_wins(&*seat(scenario, None, None, &[low]), 40);
        let hard = german_wins(&*seat(scenario, None, None, &[high]), 40);
        assert!(easy > hard + 4, "{scenario}: {easy} and {hard} German wins of 40");
    }
}

/// The number of the last turn is a knob in every system: no game goes on beyond it, and some go on to it.
#[test]
fn end_turn_is_a_knob_of_every_system() {
    for (scenario, own) in
        [("race/mercury", 10), ("race/market-garden", 10), ("mercury/kastelli", 5)]
    {
        for end in [own - 2, own, own + 1] {
            let table = seat(scenario, None, None, &[&format!("end_turn={end}")]);
            assert_eq!(table.head().turn_names.len(), end, "{scenario}");
            let ended = |game| table.play(game, Seed(7).game(game)).unwrap().game.facts.end_turn;
            let latest = (0..20).map(ended).max().unwrap();
            assert_eq!(usize::from(latest), end, "{scenario}");
        }
    }
}

/// Every change of the shipped lists and sweeps is one the scenarios take.
#[test]
fn lists_and_sweeps_are_sound() {
    let home = Home::at(root());
    let mercury = ["kastelli", "snafu", "precision", "heraklion", "last-chance"];
    let mercury = mercury.map(|name| format!("mercury/{name}"));
    let scenarios = SCENARIOS.into_iter().chain(mercury.iter().map(String::as_str));
    for scenario in scenarios {
        let list = Without::list(&home, scenario).unwrap_or_else(|c| panic!("{c}"));
        assert!(list.len() > 4, "{scenario}: {} things to do without", list.len());
        for without in list {
            let sets: Vec<&str> = without.set.iter().map(String::as_str).collect();
            seat(scenario, None, None, &sets);
        }
    }
    let path = root().join("scenarios/race/sweeps/market-garden.toml");
    let sweep = SweepFile::load(&home, &path).unwrap_or_else(|c| panic!("{c}"));
    for factor in sweep.factors {
        let ends = factor.between.into_iter().flatten().map(|end| end.to_string());
        let values = factor.values.iter().map(|value| value.as_str().unwrap().to_string());
        for value in values.chain(ends) {
            seat(&sweep.scenario, None, None, &[&format!("{}={value}", factor.key)]);
        }
    }
}

/// Games to measure with, and the scenarios whose name holds `SCENARIO`.
fn measured() -> (u64, impl Iterator<Item = &'static str>) {
    let only = std::env::var("SCENARIO").unwrap_or_default();
    let games = std::env::var("GAMES").map_or(200, |n| n.parse().unwrap());
    (games, SCENARIOS.into_iter().filter(move |scenario| scenario.contains(&only)))
}

/// Prints numbers of docs/systems/race.md: `GAMES=1000 cargo test -p lab --release --test race
/// measure -- --ignored --nocapture`.
#[test]
#[ignore = "thousands of games"]
fn measure_tables() {
    let (games, scenarios) = measured();
    for scenario in scenarios {
        for table in ["tables/base", "tables/mild", "tables/bloody"] {
            let set = format!("table={table}");
            let wins = german_wins(&*seat(scenario, None, None, &[&set]), games);
            println!("{scenario} {table} default default: {wins}/{games}");
        }
    }
}

/// Prints numbers of docs/systems/race.md, as [`measure_tables`] does.
#[test]
#[ignore = "thousands of games"]
fn measure_bots() {
    let (games, scenarios) = measured();
    for scenario in scenarios {
        for (german, allied) in
            [(None, Some("random")), (Some("random"), None), (Some("random"), Some("random"))]
        {
            let wins = german_wins(&*seat(scenario, german, allied, &[]), games);
            let name = |s: Option<&str>| String::from(s.unwrap_or("default"));
            println!("{scenario} {} {}: {wins}/{games}", name(german), name(allied));
        }
    }
}

/// Prints the win rate with each optional rule, and with all of a game.
#[test]
#[ignore = "thousands of games"]
fn measure_options() {
    let mercury = ["coordination", "artillery", "sussmann", "freyberg coordination", "irregulars"];
    let market_garden = [
        "coordination",
        "artillery",
        "advanced_bridges",
        "boat_crossing advanced_bridges",
        "weather",
        "oss",
        "driel",
        "air_transport",
    ];
    let (games, scenarios) = measured();
    for scenario in scenarios {
        let each = if scenario == SCENARIOS[0] { &mercury[..] } else { &market_garden[..] };
        let all = each.join(" ");
        for options in each.iter().copied().chain([all.as_str()]) {
            let sets: BTreeSet<String> =
                options.split(' ').map(|option| format!("options.{option}=true")).collect();
            let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
            let wins = german_wins(&*seat(scenario, None, None, &sets), games);
            println!("{scenario} {options}: {wins}/{games}");
        }
    }
}

/// Prints the win rate by level of victory.
#[test]
#[ignore = "thousands of games"]
fn measure_bids() {
    let (games, scenarios) = measured();
    for scenario in scenarios {
        for points in [2, 4, 6, 8, 10, 12, 14, 15] {
            let set = format!("victory_points={points}");
            let wins = german_wins(&*seat(scenario, None, None, &[&set]), games);
            println!("{scenario} {points} points: {wins}/{games}");
        }
    }
}
