//! The impulse games through the lab's interface: the strength of the bots, the bid.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use engine::{BySide, Seed, Side};
use lab::{Home, Request, SHELF, Set, Story, SweepFile, Table, Without, find};

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

/// A default strategy wins nine games in ten against random play, on each side of both games.
#[test]
fn default_strategies_beat_chance() {
    for scenario in SCENARIOS {
        let german = german_wins(&*seat(scenario, None, Some("random"), &[]), 50);
        assert!(german >= 45, "{scenario}: the German default wins {german} of 50");
        let random = german_wins(&*seat(scenario, Some("random"), None, &[]), 50);
        assert!(random <= 5, "{scenario}: chance wins {random} of 50 from the Allied default");
    }
}

/// 12.6 and 12.9: the level of victory is a value of the scenario, and it affects the result.
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

/// The number of the last turn is a knob in every system: no game continues beyond it, and some last until then.
#[test]
fn end_turn_is_a_knob_of_every_system() {
    // With the points of Market-Garden out of reach, no game ends before its last turn.
    let level = "victory_points=20";
    for (scenario, own, shared) in [
        ("race/mercury", 10, None),
        ("race/market-garden", 10, Some(level)),
        ("mercury/kastelli", 5, None),
    ] {
        for end in [own - 2, own, own + 1] {
            let last = format!("end_turn={end}");
            let sets: Vec<&str> = shared.into_iter().chain([last.as_str()]).collect();
            let table = seat(scenario, None, None, &sets);
            assert_eq!(table.head().turn_names.len(), end, "{scenario}");
            let ended = |game| table.play(game, Seed(7).game(game)).unwrap().game.facts.end_turn;
            let latest = (0..20).map(ended).max().unwrap();
            assert_eq!(usize::from(latest), end, "{scenario}");
        }
    }
}

/// The scenarios accept every change in the shipped lists and sweeps.
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

/// A game in words.
#[derive(Default)]
struct Told(String);

impl Story for Told {
    fn turn(&mut self, name: &str) {
        writeln!(self.0, "== {name}").unwrap();
    }

    fn decided(&mut self, number: u32, side: Side, options: usize, action: &str) {
        writeln!(self.0, "{number} {side}, one of {options}: {action}").unwrap();
    }

    fn happened(&mut self, event: &str) {
        writeln!(self.0, "    {event}").unwrap();
    }
}

/// Lines of a few games by the default strategies.
fn told(scenario: &str, games: u64) -> Vec<String> {
    let table = seat(scenario, None, None, &[]);
    let watch = |game| {
        let mut told = Told::default();
        table.watch(game, Seed(1944).game(game), &mut told).unwrap();
        told.0
    };
    (0..games).map(watch).collect()
}

/// What was decided, without its number: "Allied: pass".
fn decisions(told: &str) -> impl Iterator<Item = String> + '_ {
    told.lines().filter_map(|line| {
        let (head, what) = line.split_once(": ")?;
        let (number, rest) = head.split_once(' ')?;
        number.parse::<u32>().ok()?;
        Some(format!("{}: {what}", rest.split(',').next()?))
    })
}

/// A second air marker on the same hex adds nothing (Market-Garden 7.2), and both corps groups
/// have something to do in a campaign of ten days.
#[test]
fn market_gardens_default_wastes_no_marker_and_no_corps() {
    let mut flanks = 0;
    for game in told("race/market-garden", 12) {
        let decisions: Vec<String> = decisions(&game).collect();
        let both =
            |pair: &[String]| pair[0].starts_with("Allied: air support at ") && pair[0] == pair[1];
        assert!(!decisions.windows(2).any(both), "two markers on one hex");
        flanks += usize::from(decisions.iter().any(|d| d.ends_with("with VIII and XII Corps")));
    }
    assert!(flanks >= 9, "VIII and XII Corps are activated in {flanks} of 12 games");
}

/// No unit is flown onto a full airfield only to be removed (Mercury 5.4); units that retreat into one
/// are another matter.
#[test]
fn mercurys_default_flies_nobody_into_a_full_field() {
    let (mut flown, mut removed) = (0, 0);
    for game in told("race/mercury", 20) {
        let mut landing = false;
        for line in decisions(&game) {
            let Some(german) = line.strip_prefix("German: ") else {
                landing = false;
                continue;
            };
            landing |= german.starts_with("air transport from");
            flown += u32::from(landing && german.contains(" lands at "));
            removed += u32::from(landing && german.ends_with(" is removed"));
        }
    }
    assert!(flown > 20, "{flown} units flown in");
    assert_eq!(removed, 0, "units removed after air transport");
}
