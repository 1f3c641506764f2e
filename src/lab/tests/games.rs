//! Games and runs: the same seed, the same records, on any number of threads.

mod desk;

use std::error::Error;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use desk::{TOY, request, seat, shipped, with};
use engine::{BySide, Seed, Side};
use games::skirmish::Action;
use lab::{
    CHUNK, CUT_OFF, Cast, Ended, Explained, Filmed, Illegal, Job, Picture, Plan, PlanScope, Record,
    RunError, Score, Sink, Story, System as _, Table, Tally as _, Unfinished, play_one, run,
};

/// Keeps everything, in the order in which it came.
#[derive(Default)]
struct Shelf {
    firsts: Vec<u64>,
    records: Vec<Record>,
}

impl Sink for Shelf {
    fn chunk(
        &mut self,
        first: u64,
        records: Vec<Record>,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        self.firsts.push(first);
        self.records.extend(records);
        Ok(())
    }
}

fn play(table: &dyn Table, games: std::ops::Range<u64>, threads: usize) -> Shelf {
    let stop = AtomicBool::new(false);
    let job = Job { seed: Seed(7), games, chunk: CHUNK, threads, stop: &stop };
    let mut shelf = Shelf::default();
    assert_eq!(run(table, &job, &|_| (), &mut shelf).unwrap(), Ended::Done);
    shelf
}

#[test]
fn one_and_two_threads_give_the_same_records_in_order() {
    let table = seat(&shipped(), &with("random", "random")).unwrap();
    let one = play(&*table, 0..2_500, 1);
    let two = play(&*table, 0..2_500, 2);
    assert_eq!(one.firsts, [0, 1_000, 2_000]);
    assert_eq!(two.firsts, one.firsts);
    assert!(one.records == two.records, "records differ between one and two threads");
    assert!(one.records.iter().zip(0..).all(|(record, game)| record.game.game == game));
    let wins = one.records.iter().filter(|r| r.game.winner == Some(Side::German)).count();
    assert!(0 < wins && wins < 2_500, "random games all end alike");
}

#[test]
fn a_longer_run_begins_with_the_shorter_one() {
    let table = seat(&shipped(), &request(&[])).unwrap();
    let short = play(&*table, 0..300, 2);
    let long = play(&*table, 0..1_200, 2);
    assert!(short.records[..] == long.records[..300]);
    let late = play(&*table, 1_000..1_200, 1);
    assert!(late.records[..] == long.records[1_000..]);
}

#[test]
fn the_fingerprint_tells_games_apart_and_stays() {
    let table = seat(&shipped(), &with("random", "random")).unwrap();
    let mut prints: Vec<u64> =
        play(&*table, 0..200, 1).records.iter().map(|r| r.game.fingerprint).collect();
    // Pinned: `verify` compares fingerprints of runs made long ago.
    assert_eq!(prints[0], 16_016_043_673_291_409_767);
    prints.sort_unstable();
    prints.dedup();
    assert_eq!(prints.len(), 200);
}

#[test]
fn a_row_says_how_the_game_went() {
    let table = seat(&shipped(), &request(&[])).unwrap();
    let record = play_one(&*table, Seed(7), 3).unwrap();
    assert_eq!(record.game.seed, Seed(7).game(3).0);
    assert_eq!(record.turns.len(), usize::from(record.game.facts.end_turn));
    assert_eq!(record.units.len(), 4);
    assert!(record.units.iter().all(|unit| unit.hex.as_deref().is_some_and(|hex| hex.len() == 5)));
    assert!(record.game.choices <= record.game.decisions);
    assert!(record.game.mistakes.is_empty(), "mistakes are counted only when asked for");
    let lost: u16 = Side::BOTH.into_iter().map(|side| record.game.facts.steps_lost[side]).sum();
    let left: u16 = record.units.iter().map(|unit| u16::from(unit.fate.steps)).sum();
    assert_eq!(lost + left, 8);
}

#[test]
fn mistakes_are_counted_when_asked_for() {
    let review = |german: &str| {
        let request = lab::Request { review: true, ..with(german, "hold") };
        let table = seat(&shipped(), &request).unwrap();
        let games = play(&*table, 0..200, 2).records;
        games.iter().map(|r| r.game.mistakes[0].german).sum::<u32>()
    };
    // `storm` shoots whenever it can, until its rush in the last turn.
    assert!(review("random") > 0);
    assert!(review("storm") < review("random"));
}

#[test]
fn a_game_that_does_not_end_is_cut_off_and_kept() {
    let request = lab::Request { bound: Some(3), ..request(&[]) };
    let record = seat(&shipped(), &request).unwrap().play(0, Seed(1)).unwrap();
    assert!(record.game.cut_off);
    assert_eq!((record.game.winner, record.game.level), (None, None));
    assert_eq!((record.game.clause, record.game.decisions), (CUT_OFF, 3));
}

#[test]
fn a_scored_bot_beats_random_and_stages_change_its_mind() {
    let wins = |german: &str, allied: &str| {
        let table = seat(&shipped(), &with(german, allied)).unwrap();
        let mut score = Score::default();
        for record in play(&*table, 0..1_000, 2).records {
            score.add(&record.game);
        }
        score.wins
    };
    assert!(wins("storm", "random").german > wins("random", "random").german);
    assert!(wins("random", "hold").allied > wins("random", "random").allied);
    // `patient` stands still while outnumbered, and differs from `storm` in nothing else.
    assert_ne!(wins("patient", "hold"), wins("storm", "hold"));
}

/// Two sides with the same bot and mirrored whims: swapping the names swaps nothing else.
#[test]
fn each_side_has_whims_of_its_own() {
    let table = seat(&shipped(), &with("random", "first")).unwrap();
    let other = seat(&shipped(), &with("random", "random")).unwrap();
    let first_choice = |table: &dyn Table, game| {
        let mut told = Told::default();
        table.watch(game, Seed(7).game(game), &mut told).unwrap();
        told.0.into_iter().find(|line| line.starts_with("German")).unwrap()
    };
    // The Germans' first choice does not depend on what the Allies roll for theirs, where the
    // Germans move first; so it is equal in every game that opens with their chit.
    let opens = |game| {
        let mut told = Told::default();
        table.watch(game, Seed(7).game(game), &mut told).unwrap();
        told.0[1] == "chit: German"
    };
    let games: Vec<u64> = (0..40).filter(|&game| opens(game)).collect();
    assert!(games.len() > 5);
    assert!(games.iter().all(|&game| first_choice(&*table, game) == first_choice(&*other, game)));
}

#[derive(Default)]
struct Told(Vec<String>);

impl Story for Told {
    fn turn(&mut self, name: &str) {
        self.0.push(format!("== {name}"));
    }

    fn decided(&mut self, _: u32, side: Side, options: usize, action: &str) {
        self.0.push(format!("{side} ({options}): {action}"));
    }

    fn happened(&mut self, event: &str) {
        self.0.push(event.into());
    }
}

#[test]
fn watching_a_game_tells_it_and_changes_nothing() {
    let table = seat(&shipped(), &request(&[])).unwrap();
    let mut told = Told::default();
    let watched = table.watch(5, Seed(7).game(5), &mut told).unwrap();
    assert_eq!(watched, table.play(5, Seed(7).game(5)).unwrap());
    let turns = told.0.iter().filter(|line| line.starts_with("==")).count();
    assert_eq!(turns, usize::from(watched.game.facts.end_turn));
    let decisions = told.0.iter().filter(|line| line.contains("): ")).count();
    assert_eq!(decisions, watched.game.decisions as usize);
    assert_eq!(told.0[0], "== turn 1");
}

#[test]
fn a_run_stops_at_a_chunk_and_says_where() {
    let table = seat(&shipped(), &request(&[])).unwrap();
    let stop = AtomicBool::new(false);
    let job = Job { seed: Seed(7), games: 0..5_000, chunk: CHUNK, threads: 2, stop: &stop };
    let mut shelf = Shelf::default();
    let played = Mutex::new(0);
    let each = |_: &Record| {
        let mut played = played.lock().unwrap();
        *played += 1;
        if *played == 1_500 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let ended = run(&*table, &job, &each, &mut shelf).unwrap();
    assert_eq!(ended, Ended::Stopped(CHUNK));
    assert_eq!(shelf.records.len(), 1_000);
}

/// A table that fails in one game.
struct Failing(Box<dyn Table>, fn(u64));

impl Table for Failing {
    fn head(&self) -> &lab::Head {
        self.0.head()
    }

    fn picture(&self) -> Picture {
        self.0.picture()
    }

    fn play(&self, game: u64, seed: Seed) -> Result<Record, Unfinished> {
        self.1(game);
        if game == 30 {
            return Err(Illegal {
                game,
                seed: seed.0,
                side: Side::Allied,
                decision: 4,
                action: format!("{:?}", Action::Stand(0)),
            }
            .into());
        }
        self.0.play(game, seed)
    }

    fn play_by(&self, plans: &[Plan], game: u64, seed: Seed) -> Result<Record, Unfinished> {
        self.0.play_by(plans, game, seed)
    }

    fn between(
        &self,
        strategies: BySide<lab::Strategy>,
    ) -> Result<Box<dyn Table>, lab::Complaints> {
        self.0.between(strategies)
    }

    fn watch(&self, game: u64, seed: Seed, story: &mut dyn Story) -> Result<Record, Unfinished> {
        self.0.watch(game, seed, story)
    }

    fn film(&self, game: u64, seed: Seed, ahead: u32) -> Result<Filmed, Unfinished> {
        self.0.film(game, seed, ahead)
    }

    fn explain(
        &self,
        game: u64,
        seed: Seed,
        decisions: std::ops::Range<u32>,
    ) -> Result<Vec<Explained>, Unfinished> {
        self.0.explain(game, seed, decisions)
    }

    fn cast(&self) -> Cast {
        self.0.cast()
    }

    fn plan_scope(&self) -> PlanScope {
        self.0.plan_scope()
    }
}

#[test]
fn the_outlook_is_the_same_on_any_number_of_threads_and_ends_with_the_game() {
    let table = seat(&shipped(), &with("random", "random")).unwrap();
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| table.film(5, Seed(7).game(5), 40)).unwrap()
    };
    let (one, three) = (on(1), on(3));
    assert_eq!(one.outlooks, three.outlooks);
    assert_eq!(one.record, table.play(5, Seed(7).game(5)).unwrap(), "the camera changes nothing");
    let turns: Vec<u16> = one.outlooks.iter().map(|outlook| outlook.turn).collect();
    assert_eq!(turns, (1..=one.record.game.facts.end_turn).collect::<Vec<_>>());
    assert!(one.outlooks.iter().all(|o| o.games == 40 && o.german + o.allied <= 40));
    assert!(one.outlooks.iter().any(|outlook| outlook.allied > 0));
    assert!(table.film(5, Seed(7).game(5), 0).unwrap().outlooks.is_empty());
}

#[test]
fn outlooks_from_the_start_are_won_as_often_as_games_are() {
    let table = seat(&shipped(), &with("storm", "random")).unwrap();
    let games = play(&*table, 0..4_000, 2).records;
    let wins = games.iter().filter(|r| r.game.winner == Some(Side::German)).count();
    // The first draw from the cup is fixed, so look at many games.
    let looks = (0..200).map(|game| table.film(game, Seed(7).game(game), 20).unwrap().outlooks[0]);
    let ahead: u32 = looks.map(|outlook| outlook.german).sum();
    let share = wins as f64 / 4_000.0;
    assert!(share > 0.02, "too rare to compare: {wins} of 4000");
    // Five standard errors of the difference, and as much again because some continuations share a first draw.
    let slack = 10.0 * (2.0 * share * (1.0 - share) / 4_000.0).sqrt();
    let difference = (f64::from(ahead) / 4_000.0 - share).abs();
    assert!(difference < slack, "{ahead} of 4000 against {wins} of 4000");
}

#[test]
fn a_game_that_breaks_down_is_named_with_its_seed() {
    let failing = |panic: fn(u64)| {
        let table = Failing(seat(&shipped(), &request(&[])).unwrap(), panic);
        let stop = AtomicBool::new(false);
        let job = Job { seed: Seed(7), games: 0..100, chunk: CHUNK, threads: 2, stop: &stop };
        run(&table, &job, &|_| (), &mut Shelf::default()).unwrap_err()
    };
    let broken = failing(|game| assert!(game != 20, "no such hex"));
    let seed = Seed(7).game(20).0;
    assert_eq!(broken.to_string(), format!("game 20 (seed {seed}) broke down: no such hex"));
    let illegal = failing(|_| ());
    assert!(matches!(illegal, RunError::Illegal(Illegal { game: 30, decision: 4, .. })));
    assert!(illegal.to_string().contains(&Seed(7).game(30).0.to_string()));
}

#[test]
fn odds_are_exact_and_ask_back() {
    let odds = |table: &str, arguments: &[&str]| {
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        TOY.odds(&shipped(), table, &arguments).map_err(|c| c.to_string())
    };
    let rows = odds("fire", &["7"]).unwrap();
    assert_eq!(rows.iter().map(|row| row.ways).collect::<Vec<_>>(), [7, 3]);
    assert_eq!(odds("fire", &[]).unwrap()[1].ways, 4);
    assert!(odds("fir", &[]).unwrap_err().contains("did you mean `fire`?"));
    assert!(odds("fire", &["ten"]).unwrap_err().contains("expected 0 to 9"));
    assert!(odds("fire", &["1", "2"]).unwrap_err().contains("too many arguments"));
}

#[test]
fn the_head_knows_the_scenario() {
    let table = seat(&shipped(), &request(&[])).unwrap();
    let head = table.head();
    assert_eq!(head.scenario, "toy/ridge");
    assert_eq!(head.levels, ["German victory", "Allied victory"]);
    assert_eq!(BySide::from_fn(|s| head.strategies[s].name.clone()).german, "storm");
    assert_eq!(table.picture().counters.len(), 4);
    let other = seat(&shipped(), &request(&["turns=5"])).unwrap();
    assert_ne!(head.hashes["scenario"], other.head().hashes["scenario"]);
    assert_eq!(head.hashes["german"], other.head().hashes["german"]);
    assert_eq!(other.head().turn_names.len(), 5);
}
