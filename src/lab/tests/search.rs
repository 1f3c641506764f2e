//! Players who look ahead: the same for a seed, better than their doctrines where one of them is, and told what is wrong
//! with their files.

mod desk;

use std::error::Error;
use std::sync::atomic::AtomicBool;

use desk::{Copy, TOY, lines, seat, shipped, with};
use engine::{BySide, Seed, Side};
use lab::{
    Brain, CHUNK, Ended, Grounds, Home, Job, Record, Request, SHELF, Search, Sink, Strategy,
    System as _, Table, find, run,
};

#[derive(Default)]
struct Kept(Vec<Record>);

impl Sink for Kept {
    fn chunk(&mut self, _: u64, records: Vec<Record>) -> Result<(), Box<dyn Error + Send + Sync>> {
        self.0.extend(records);
        Ok(())
    }
}

fn play(table: &dyn Table, games: u64, threads: usize) -> Vec<Record> {
    let stop = AtomicBool::new(false);
    let job = Job { seed: Seed(7), games: 0..games, chunk: CHUNK, threads, stop: &stop };
    let mut kept = Kept::default();
    assert_eq!(run(table, &job, &|_| (), &mut kept).unwrap(), Ended::Done);
    kept.0
}

fn won(records: &[Record], side: Side) -> usize {
    records.iter().filter(|record| record.game.winner == Some(side)).count()
}

/// A copy with a strategy that never moves, and a search of the Germans among doctrines.
fn searching(among: &str) -> Copy {
    let copy = Copy::new();
    copy.write("strategies/toy/idle.toml", "side = \"german\"\n[weights]\nstands = 1\n");
    copy.write("strategies/toy/twin.toml", "side = \"german\"\nextends = \"storm\"\n");
    let search = format!(
        "side = \"german\"\nkind = \"search\"\n[search]\namong = {among}\nagainst = \"hold\"\nplayouts = 24\nturns = 4\n"
    );
    copy.write("strategies/toy/ahead.toml", search);
    copy
}

fn hold(german: &str) -> Request {
    with(german, "hold")
}

/// Whoever never moves never takes the crest: a search that may storm it does, whichever is the first.
#[test]
fn a_search_finds_the_doctrine_that_wins() {
    let copy = searching("[\"idle\", \"storm\"]");
    let german =
        |name: &str| won(&play(&*seat(&copy.home(), &hold(name)).unwrap(), 80, 2), Side::German);
    let (idle, storm, ahead) = (german("idle"), german("storm"), german("ahead"));
    assert_eq!(idle, 0);
    assert!(storm > 5, "{storm}");
    assert!(ahead * 10 >= storm * 9, "search won {ahead}, its doctrine {storm}");
}

#[test]
fn games_with_a_search_are_the_same_on_one_and_two_threads() {
    let copy = searching("[\"idle\", \"storm\"]");
    let table = seat(&copy.home(), &with("ahead", "search:playouts=6,turns=1")).unwrap();
    let (one, two) = (play(&*table, 30, 1), play(&*table, 30, 2));
    assert!(one == two, "records differ between one and two threads");
    assert!(
        one != play(&*seat(&copy.home(), &hold("idle")).unwrap(), 30, 2),
        "nothing was searched"
    );
}

/// Playouts use no die of the game and change no player's memory: a search among two names of one strategy plays the
/// games of that strategy.
#[test]
fn looking_ahead_changes_nothing_but_the_doctrine() {
    for among in ["[\"storm\", \"twin\"]", "[\"storm\"]"] {
        let copy = searching(among);
        let games = |name: &str| play(&*seat(&copy.home(), &hold(name)).unwrap(), 60, 2);
        assert!(games("ahead") == games("storm"), "{among}");
    }
}

const PROSPECTS: &str = "scenario = \"toy/ridge\"\n[weights]\nconstant = 0\nadvantage = 0\nsteps = 0\nobjectives = OBJECTIVES\nturns-left = 0\nadvantage-turns-left = 0\nsteps-turns-left = 0\nobjectives-turns-left = 0\n\
    [pedigree]\ncommand = \"x\"\ngames = 1\nkept_out = 1\nturn_ends = 1\nlog_loss = 0.5\nlog_loss_of_mean = 0.7\nwidest_gap = 0.1\n";

/// With prospects a playout stops after its turns and is worth the chance of winning, so prospects by which
/// whoever holds the crest loses keep the Germans from storming it.
#[test]
fn prospects_value_what_is_not_played_out() {
    let copy = searching("[\"storm\", \"idle\"]");
    let file = copy.path("strategies/toy/ahead.toml");
    let text = std::fs::read_to_string(&file).unwrap().replace("turns = 4", "turns = 2");
    copy.write("strategies/toy/ahead.toml", text);
    std::fs::create_dir_all(copy.path("strategies/toy/prospects")).unwrap();
    let mut hashes = Vec::new();
    let mut german = |objectives: &str| {
        let text = PROSPECTS.replace("OBJECTIVES", objectives);
        copy.write("strategies/toy/prospects/ridge.toml", text);
        let table = seat(&copy.home(), &hold("ahead")).unwrap();
        hashes.push(table.head().hashes["german"].clone());
        won(&play(&*table, 40, 2), Side::German)
    };
    let (right, wrong) = (german("4000"), german("-4000"));
    assert!(right > wrong, "{right} won with prospects, {wrong} with them upside down");
    assert_ne!(hashes[0], hashes[1], "what a search values by is part of its hash");
    copy.write("strategies/toy/prospects/ridge.toml", PROSPECTS.replace("OBJECTIVES", "4.5"));
    let told = lines(seat(&copy.home(), &hold("ahead")).err().unwrap());
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].starts_with("strategies/toy/prospects/ridge.toml:6: weights.objectives: "),
        "{told:?}"
    );
}

#[test]
fn a_search_by_name_has_its_budget() {
    let load = |name: &str| Strategy::load(&shipped(), "toy", TOY.vocabulary(), name);
    let brain = |name: &str| match load(name).unwrap().brain {
        Brain::Search(search) => search,
        other => panic!("{other:?}"),
    };
    assert_eq!(brain("search"), Search::default());
    let asked = brain("search:playouts=5,turns=9");
    assert_eq!(asked, Search { playouts: 5, turns: 9, ..Search::default() });
    for (name, words) in [
        ("search:playout=5", "did you mean `playouts`?"),
        ("search:playouts=0", "`playouts=0` is no option of a search; expected playouts=N, from 1"),
        ("search:turns", "`turns` is no option of a search"),
        ("search:", "is no option of a search"),
    ] {
        let told = lines(load(name).unwrap_err());
        assert!(told.len() == 1 && told[0].contains(words), "{name}: {told:?}");
    }
}

#[test]
fn every_fault_of_a_search_is_told_with_its_line() {
    let copy = searching("[]");
    copy.write(
        "strategies/toy/ahead.toml",
        "kind = \"search\"\n[search]\namong = [\"storm\", \"storm\"]\nplayouts = 0\nturns = 0\nagain = 1\n[weights]\nfires = 1\n",
    );
    copy.write("strategies/toy/scored.toml", "side = \"allied\"\n[search]\nturns = 2\n");
    let told = lines(seat(&copy.home(), &with("ahead", "scored")).err().unwrap());
    let expected = [
        "ahead.toml:3: search.among: `storm` stands on the list twice; expected each doctrine once",
        "ahead.toml:4: search.playouts: wrong type",
        "ahead.toml:5: search.turns: wrong type",
        "ahead.toml:6: search: unknown key `again`; did you mean `against`?",
        "ahead.toml:7: weights: a search weighs nothing itself",
        "scored.toml:2: search: only a search has this table; expected kind = \"search\"",
    ];
    assert_eq!(told.len(), expected.len(), "{told:#?}");
    for words in expected {
        assert!(told.iter().any(|line| line.contains(words)), "no {words:?} in {told:#?}");
    }
}

#[test]
fn the_doctrines_of_a_search_are_checked_when_it_is_seated() {
    let refused = |among: &str| {
        let copy = searching(among);
        lines(seat(&copy.home(), &hold("ahead")).err().unwrap()).join("\n")
    };
    assert!(refused("[\"strom\"]").contains("did you mean `storm`?"));
    assert!(refused("[\"hold\"]").contains("strategy `hold` plays the"));
    assert!(refused("[\"storm\", \"search\"]").contains("`search` is a search itself"));
    assert!(refused("[\"random:bold\"]").contains("`random` weighs nothing and has no temper"));
}

/// A search that extends another changes only what it says.
#[test]
fn a_search_extends_another() {
    let copy = searching("[\"idle\", \"storm\"]");
    copy.write("strategies/toy/long.toml", "extends = \"ahead\"\n[search]\nplayouts = 200\n");
    let long = Strategy::load(&copy.home(), "toy", TOY.vocabulary(), "long").unwrap();
    let Brain::Search(search) = long.brain else { panic!("{:?}", long.brain) };
    assert_eq!((search.playouts, search.turns, search.among.len()), (200, 4, 2));
}

#[test]
fn in_another_temper_one_sort_of_weights_counts_twice() {
    let copy = Copy::new();
    copy.write("strategies/toy/both.toml", "[weights]\nfires = 5\nstands = -3\n");
    let weights =
        |name: &str| match Strategy::load(&copy.home(), "toy", TOY.vocabulary(), name).unwrap() {
            Strategy { brain: Brain::Scored(scored), name: own, .. } if own == name => {
                scored.base().iter().map(|&(_, weight)| weight).collect::<Vec<_>>()
            }
            other => panic!("{other:?}"),
        };
    assert_eq!(weights("both"), [5, -3]);
    assert_eq!(weights("both:bold"), [10, -3]);
    assert_eq!(weights("both:careful"), [5, -6]);
}

#[test]
fn a_search_says_that_it_looks_ahead() {
    let table = seat(&shipped(), &hold("search:playouts=4")).unwrap();
    let explained = table.explain(0, Seed(3), 0..u32::MAX).unwrap();
    let german = explained.iter().filter(|e| e.side == Side::German && e.options.len() > 1);
    assert!(german.clone().count() > 2);
    assert!(german.clone().all(|explained| explained.grounds == Grounds::LookingAhead));
}

/// Every shipped scenario has prospects, which its search plays by, and a `greedy`.
#[test]
fn every_shipped_scenario_can_be_searched() {
    let home = Home::at(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut scenarios = 0;
    for system in SHELF {
        for listed in lab::scenarios(&home, system.id()) {
            let (system, scenario) = find(SHELF, &home, &listed.id).unwrap();
            let file = lab::Prospects::path(&home, system.id(), scenario);
            let text = std::fs::read_to_string(&file).unwrap_or_else(|_| panic!("{file:?}"));
            let prospects: lab::Prospects = lab::read_toml(&text).unwrap();
            assert_eq!(prospects.scenario, listed.id);
            assert!(prospects.pedigree.log_loss < prospects.pedigree.log_loss_of_mean, "{text}");
            let strategies =
                BySide { german: Some("search".into()), allied: Some("greedy".into()) };
            let request = Request { scenario: scenario.into(), strategies, ..Request::default() };
            assert!(system.seat(&home, &request).is_ok(), "{}", listed.id);
            for side in Side::BOTH {
                let doctrines = system.doctrines(&home, scenario, side);
                // Its own, the same bold and careful, and another that ships with the scenario at least.
                assert!(doctrines.len() >= 4, "{}: {doctrines:?}", listed.id);
                assert!(doctrines[1].ends_with(":bold"), "{doctrines:?}");
            }
            scenarios += 1;
        }
    }
    assert!(scenarios >= 15, "the shelf has all its scenarios");
}
