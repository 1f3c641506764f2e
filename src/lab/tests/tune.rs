//! Tuning shipped strategies: the files it reads, the games it plays, the files it writes.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use engine::{BySide, Seed, Side};
use lab::tune::{
    Bout, Field, FieldError, Free, Ground, Judge, Measured, Played, Player, Terms, Tuned,
};
use lab::{Home, Pedigree, Request, SHELF, Strategy, System, Table, find};

const TERMS: Terms = Terms { budget: 24, rounds: 1, holdout: 4, seed: 5, holdout_seed: 6 };

fn home() -> Home {
    Home::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
}

fn seat(
    home: &Home,
    scenario: &str,
    german: Option<&str>,
) -> (&'static dyn System, Box<dyn Table>) {
    let (system, name) = find(SHELF, home, scenario).unwrap_or_else(|fault| panic!("{fault}"));
    let strategies = BySide { german: german.map(String::from), allied: None };
    let request = Request { scenario: name.into(), strategies, ..Request::default() };
    let table = system.seat(home, &request).unwrap_or_else(|fault| panic!("{fault}"));
    // The shelf is static, and so are its systems.
    let system = SHELF.iter().find(|known| known.id() == system.id()).unwrap();
    (*system, table)
}

/// Keeps whatever did at all better.
struct Lenient;

impl Judge for Lenient {
    fn paired(&self, first: &[f64], second: &[f64]) -> Measured {
        let of = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
        let value = of(first) - of(second);
        Measured { value, low: value, high: value }
    }

    fn apart(&self, first: &[f64], second: &[f64]) -> Measured {
        self.paired(first, second)
    }
}

struct Threads<'a>(&'a Field<'a>, usize);

impl Ground for Threads<'_> {
    type Halt = FieldError;

    fn play(&mut self, bouts: &[Bout]) -> Result<Vec<Played>, FieldError> {
        self.0.play(bouts, self.1, &AtomicBool::new(false), &|_| ())
    }
}

fn tuned(field: &Field<'_>, threads: usize) -> Tuned {
    field.tune(TERMS, &Lenient, &mut Threads(field, threads)).unwrap()
}

#[test]
fn kastelli_is_tuned_alike_on_any_number_of_threads_and_its_files_load() {
    let home = home();
    let (system, table) = seat(&home, "mercury/kastelli", None);
    let free = Free::Named(vec!["home".into()]);
    let rivals = ["snafu-allied".into(), "random".into()];
    let field = Field::new(&home, system, &*table, &rivals, &free).unwrap();
    let one = tuned(&field, 1);
    assert_eq!(one, tuned(&field, 2));
    let folder = tempfile::tempdir().unwrap();
    for side in Side::BOTH {
        let path: PathBuf = folder.path().join(format!("{}.toml", side.word()));
        let pedigree =
            Pedigree { seed: "5".into(), holdout_seed: "6".into(), ..Pedigree::default() };
        let text = field.text(side, one.best(side), &pedigree);
        assert!(text.contains("[pedigree]\n") && text.contains("intent = "), "{text}");
        std::fs::write(&path, text).unwrap();
        let name = path.to_str().unwrap();
        let strategy = Strategy::load(&home, system.id(), system.vocabulary(), name).unwrap();
        assert_eq!((strategy.side, strategy.pedigree), (Some(side), Some(pedigree)));
        // Every weight is a round number.
        let dials = field.dials(side).iter().zip(one.best(side));
        for (dial, weight) in dials {
            let digits = weight.unsigned_abs().to_string();
            assert!(digits.trim_end_matches('0').len() <= 2, "{} = {weight}", dial.name);
        }
    }
    // A rival that plays either side is met by both.
    let rivals = BySide::from_fn(|side| field.rivals(side).len());
    assert_eq!(rivals, BySide { german: 1, allied: 2 });
    let against = field.opponents(&one, Side::German).unwrap();
    let names: Vec<&str> = against.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["kastelli-allied, version 0", "snafu-allied", "random"]);
}

/// A game by the dials as they stand in the files is a game of the shipped strategies.
#[test]
fn dials_that_do_not_turn_play_the_shipped_games() {
    let home = home();
    for scenario in ["mercury/kastelli", "race/market-garden"] {
        let (system, table) = seat(&home, scenario, None);
        let field = Field::new(&home, system, &*table, &[], &Free::Named(Vec::new())).unwrap();
        let player = |side| Player::Set(field.settings(side).into());
        let bout = |game| Bout { players: BySide::from_fn(player), seed: 7, game };
        let bouts: Vec<Bout> = (0..3).map(bout).collect();
        let played = field.play(&bouts, 2, &AtomicBool::new(false), &|_| ()).unwrap();
        for (game, played) in (0..3).zip(played) {
            let record = table.play(game, Seed(7).game(game)).unwrap();
            assert_eq!(played, Played::of(&record.game), "{scenario}");
        }
    }
}

#[test]
fn inherited_weights_are_dials_and_are_written_only_where_they_turn() {
    let home = home();
    let (system, table) = seat(&home, "race/market-garden", None);
    let field = Field::new(&home, system, &*table, &[], &Free::Named(Vec::new())).unwrap();
    let dials = field.dials(Side::Allied);
    let of = |name: &str| dials.iter().position(|dial| dial.name == name).unwrap();
    let (own, inherited) = (of("weights.march-route"), of("weights.retreat-cover"));
    let mut at = field.settings(Side::Allied).to_vec();
    (at[own], at[inherited]) = (30, 50);
    let text = field.text(Side::Allied, &at, &Pedigree::default());
    assert!(
        text.contains("extends = \"impulse\"\n") && text.contains("march-route = 30\n"),
        "{text}"
    );
    assert!(text.contains("\nretreat-cover = 50\n") && !text.contains("march-cover"), "{text}");
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let home = home();
    let (system, table) = seat(&home, "mercury/kastelli", Some("random"));
    let free = Free::Named(vec!["homes".into()]);
    let rivals = ["kastelli-germn".to_owned()];
    let told = Field::new(&home, system, &*table, &rivals, &free).err().unwrap().to_string();
    for words in [
        "--free homes: there is no such feature",
        "did you mean `home`?",
        "--german random: it has no weights to tune; expected a strategy file with weights",
        "strategies/mercury/kastelli-germn.toml: there is no such file",
    ] {
        assert!(told.contains(words), "no {words:?} in {told}");
    }
}

#[test]
fn a_stopped_field_gives_the_games_that_were_played_before() {
    let home = home();
    let (system, table) = seat(&home, "mercury/kastelli", None);
    let field = Field::new(&home, system, &*table, &[], &Free::Named(Vec::new())).unwrap();
    let player = |side| Player::Set(field.settings(side).into());
    let bouts: Vec<Bout> =
        (0..9).map(|game| Bout { players: BySide::from_fn(player), seed: 7, game }).collect();
    let stop = AtomicBool::new(false);
    let count = std::sync::atomic::AtomicU32::new(0);
    let each = |_: &lab::Record| {
        if count.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 3 {
            stop.store(true, std::sync::atomic::Ordering::SeqCst);
        }
    };
    let some = field.play(&bouts, 1, &stop, &each).unwrap();
    let all = field.play(&bouts, 1, &AtomicBool::new(false), &|_| ()).unwrap();
    assert!(!some.is_empty() && some.len() < 9 && all[..some.len()] == some[..], "{}", some.len());
}
