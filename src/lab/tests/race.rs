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

struct Told(Vec<String>);

impl lab::Story for Told {
    fn turn(&mut self, name: &str) {
        self.0.push(format!("== {name}"));
    }
    fn decided(&mut self, number: u32, side: Side, options: usize, action: &str) {
        self.0.push(format!("{number} {side} ({options}) {action}"));
    }
    fn happened(&mut self, event: &str) {
        self.0.push(format!("    {event}"));
    }
}

#[test]
#[ignore = "x"]
fn tell() {
    let scenario = std::env::var("SCENARIO").unwrap();
    let game = std::env::var("GAME").map_or(0, |n| n.parse().unwrap());
    let table = seat(&scenario, None, None, &[]);
    let mut told = Told(Vec::new());
    table.watch(game, Seed(0x5EED).game(game), &mut told).unwrap();
    for line in told.0 {
        println!("{line}");
    }
}

#[test]
#[ignore = "x"]
fn points() {
    let scenario = std::env::var("SCENARIO").unwrap();
    let level = std::env::var("LEVEL").unwrap();
    let table = seat(&scenario, None, None, &[&format!("victory_points={level}")]);
    let mut sums = [[0i64; 3]; 10];
    for game in 0..100 {
        let r = table.play(game, Seed(0x5EED).game(game)).unwrap();
        for t in &r.turns {
            let s = &mut sums[usize::from(t.turn) - 1];
            s[0] += 1;
            s[1] += i64::from(t.control.allied);
            s[2] += i64::from(t.advantage);
        }
    }
    for s in sums {
        println!("{s:?} {:.2} {:.3}", s[1] as f64 / s[0] as f64, s[2] as f64 / s[0] as f64);
    }
}
