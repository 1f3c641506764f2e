//! The impulse games through the lab's door.

use std::path::Path;

use engine::{BySide, Seed, Side};
use lab::{Home, Request, SHELF, Table, find};

fn seat(
    scenario: &str,
    german: Option<&str>,
    allied: Option<&str>,
    sets: &[&str],
) -> Box<dyn Table> {
    let home = Home::at(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    let (system, name) = find(SHELF, &home, scenario).unwrap_or_else(|c| panic!("{c}"));
    let request = Request {
        scenario: name.into(),
        strategies: BySide { german: german.map(Into::into), allied: allied.map(Into::into) },
        sets: sets.iter().map(|set| lab::Set::parse(set).unwrap()).collect(),
        ..Request::default()
    };
    system.seat(&home, &request).unwrap_or_else(|c| panic!("{c}"))
}

/// German wins in `games` games.
fn german_wins(table: &dyn Table, games: u64) -> u64 {
    let won = |game| {
        let record = table.play(game, Seed(0x5EED).game(game)).unwrap();
        u64::from(record.game.winner == Some(Side::German))
    };
    (0..games).map(won).sum()
}

#[test]
#[ignore = "prints the numbers of docs/systems/race.md"]
fn measure() {
    let games = std::env::var("GAMES").map_or(200, |n| n.parse().unwrap());
    for scenario in ["race/mercury", "race/market-garden"] {
        for (german, allied) in [
            (None, None),
            (None, Some("random")),
            (Some("random"), None),
            (Some("random"), Some("random")),
        ] {
            let table = seat(scenario, german, allied, &[]);
            let start = std::time::Instant::now();
            let wins = german_wins(&*table, games);
            println!(
                "{scenario} {german:?} {allied:?}: Germans {wins}/{games}, {:.0} games/s",
                games as f64 / start.elapsed().as_secs_f64()
            );
            let record = table.play(0, Seed(1)).unwrap();
            println!(
                "   decisions {} choices {} clause {} turn {}",
                record.game.decisions,
                record.game.choices,
                record.game.clause,
                record.game.facts.end_turn
            );
        }
    }
}
