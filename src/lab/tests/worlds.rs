//! What is not known, as data: rivals are read, checked and drawn; a table of worlds plays each game in its own.

mod desk;

use std::collections::BTreeSet;
use std::path::Path;

use desk::{Copy, TOY, lines, request, seat, with};
use engine::{Seed, Side};
use lab::{
    ANY_DOCTRINE, Home, Request, SHELF, System as _, Table, UnknownKind, WorldList, WorldTerms,
    WorldsFrom, seat_worlds,
};

const RIVALS: &str = "scenarios/toy/rivals.toml";

const SOUND: &str = r#"
[[reading]]
id = "hit"
why = "who knows"
weights = { six = 1, seven = 3 }

[[unknown]]
name = "strength of the defenders"
why = "the counters are lost"
shipped = 1
at = ["counters:nz?.hex"]

  [[unknown.rival]]
  value = "05.01"
  weight = 1
  why = "a diary"

[[unknown]]
name = "objective"
why = "two maps differ"
shipped = 1

  [[unknown.rival]]
  name = "the saddle"
  weight = 1
  set = ["objective=03.02"]
  why = "the other map"
"#;

fn terms(count: u64) -> WorldTerms {
    WorldTerms {
        from: WorldsFrom::Weights(count),
        seed: Seed(3),
        players: false,
        fixed: Vec::new(),
    }
}

fn worlds(copy: &Copy, request: &Request, terms: &WorldTerms) -> Box<dyn Table> {
    seat_worlds(&TOY, &copy.home(), request, terms).unwrap_or_else(|all| panic!("{all}"))
}

#[test]
fn rivals_are_readings_and_values_of_the_scenario() {
    let copy = Copy::new();
    copy.write(RIVALS, SOUND);
    let all = TOY.unknowns(&copy.home(), &request(&[])).unwrap_or_else(|all| panic!("{all}"));
    let names: Vec<(&str, UnknownKind, usize)> =
        all.iter().map(|u| (u.name.as_str(), u.kind, u.choices.len())).collect();
    assert_eq!(
        names,
        [
            ("hit", UnknownKind::Reading, 2),
            ("first", UnknownKind::Reading, 2),
            ("strength of the defenders", UnknownKind::Value, 2),
            ("objective", UnknownKind::Value, 2)
        ]
    );
    assert_eq!((all[0].choices[0].name.as_str(), all[0].choices[0].weight), ("six", 1));
    assert_eq!((all[0].choices[1].name.as_str(), all[0].choices[1].weight), ("seven", 3));
    // A pattern comes to one change a row.
    assert_eq!(all[2].choices[1].set, ["counters:nz1.hex=05.01", "counters:nz2.hex=05.01"]);
    // What the user sets is known, and so is what no rival changes.
    let set = TOY.unknowns(&copy.home(), &request(&["rulings.hit=seven", "objective=03.02"]));
    let names: Vec<String> = set.unwrap().into_iter().map(|unknown| unknown.name).collect();
    assert_eq!(names, ["first", "strength of the defenders"]);
    copy.edit(RIVALS, "objective=03.02", "objective=04.02");
    let same = TOY.unknowns(&copy.home(), &request(&[])).unwrap();
    assert!(
        same.iter().all(|unknown| unknown.name != "objective"),
        "the rival is the value itself"
    );
}

/// Without weights, what is shipped weighs as much as all other readings together.
#[test]
fn readings_that_are_not_weighed_have_a_rule() {
    let copy = Copy::new();
    let all = TOY.unknowns(&copy.home(), &request(&[])).unwrap();
    let hit = all.iter().find(|unknown| unknown.name == "hit").unwrap();
    let shipped = hit.choices[0].weight;
    assert_eq!(shipped, hit.choices[1..].iter().map(|choice| choice.weight).sum::<u32>());
}

#[test]
fn every_fault_of_a_file_of_rivals_is_told() {
    let copy = Copy::new();
    let told = |text: &str| {
        copy.write(RIVALS, text);
        TOY.unknowns(&copy.home(), &request(&[])).err().map(lines).unwrap_or_default()
    };
    let wrong = told(
        &SOUND
            .replace("id = \"hit\"", "id = \"hitt\"")
            .replace("counters:nz?.hex", "counters:nz?.hexx")
            .replace("why = \"the other map\"", "why = \"\"")
            .replace("objective=03.02", "objectiv=03.02"),
    );
    for part in [
        "scenarios/toy/rivals.toml:3: reading.0.id: there is no ruling `hitt`",
        "did you mean `hit`?",
        "scenarios/toy/rivals.toml:11: unknown.0.at.0: `counters:nz?.hexx=05.01`: there is no column `hexx`",
        "did you mean `hex`?",
        "unknown.1.rival.0.why: is empty; expected what speaks for this value",
        "scenarios/toy/rivals.toml:26: unknown.1.rival.0.set.0: `objectiv=03.02`: no scenario has `objectiv`",
    ] {
        assert!(wrong.iter().any(|line| line.contains(part)), "{part} in {wrong:#?}");
    }
    let wrong =
        told(&SOUND.replace("weights = { six = 1, seven = 3 }", "weights = { six = 1, seen = 3 }"));
    for part in [
        "`hit` has no such reading; expected one of",
        "did you mean `seven`?",
        "says nothing of `seven`",
    ] {
        assert!(wrong.iter().any(|line| line.contains(part)), "{part} in {wrong:#?}");
    }
    let wrong = told(&SOUND.replace("counters:nz?.hex", "counters:nx?.hex"));
    assert!(wrong.iter().any(|line| line.contains("no row is called `nx?`")), "{wrong:#?}");
    // What the rival changes must be sound too: it is blamed on its line.
    let wrong = told(&SOUND.replace("value = \"05.01\"", "value = \"05.91\""));
    assert!(
        wrong
            .iter()
            .any(|line| line
                .contains("rivals.toml:11: unknown.0.at.0: hex: `counters:nz1.hex=05.91`")),
        "{wrong:#?}"
    );
    let wrong = told(&SOUND.replace("value = \"05.01\"", "valu = \"05.01\""));
    assert!(wrong.iter().any(|line| line.contains("did you mean `value`?")), "{wrong:#?}");
}

#[test]
fn each_game_is_played_in_its_world() {
    let copy = Copy::new();
    copy.write(RIVALS, SOUND);
    let table = worlds(&copy, &request(&[]), &terms(8));
    let drawn = table.head().worlds.clone().unwrap();
    assert_eq!(drawn.count(), 8);
    assert!(drawn.drawn.iter().collect::<BTreeSet<_>>().len() > 2, "{drawn:?}");
    for game in 0..24 {
        let choices = drawn.choices(drawn.of_game(game) as usize);
        let sets: Vec<&str> =
            choices.flat_map(|(_, choice)| choice.set.iter().map(String::as_str)).collect();
        let alone = seat(&copy.home(), &request(&sets)).unwrap();
        let seed = Seed(3).game(game);
        let (here, there) = (table.play(game, seed).unwrap(), alone.play(game, seed).unwrap());
        assert_eq!(here.game.fingerprint, there.game.fingerprint, "game {game}: {sets:?}");
    }
    // More worlds are the same worlds and others.
    let more = worlds(&copy, &request(&[]), &terms(20)).head().worlds.clone().unwrap();
    assert_eq!(more.drawn[..8], drawn.drawn[..]);
    assert!(table.head().hashes.contains_key("worlds"));
}

#[test]
fn what_is_fixed_is_the_same_in_every_world() {
    let copy = Copy::new();
    copy.write(RIVALS, SOUND);
    let fixed = vec!["rulings.hit".to_owned(), "first".into(), "objective".into()];
    let table = worlds(&copy, &request(&[]), &WorldTerms { fixed, ..terms(8) });
    let names: Vec<&str> =
        table.head().worlds.as_ref().unwrap().unknowns.iter().map(|u| u.name.as_str()).collect();
    assert_eq!(names, ["strength of the defenders"]);
}

#[test]
fn players_are_drawn_among_the_doctrines_of_a_side_that_is_given_none() {
    let copy = Copy::new();
    copy.edit(
        "scenarios/toy/ridge.toml",
        "german = \"storm\"",
        "german = \"storm\"\ngerman_doctrines = [\"patient\"]",
    );
    let players = WorldTerms { players: true, ..terms(12) };
    let table = worlds(&copy, &request(&[]), &players);
    let head = table.head();
    assert_eq!(head.strategies[Side::German].called, ANY_DOCTRINE);
    assert_eq!(head.strategies[Side::Allied].called, "hold");
    let drawn = head.worlds.as_ref().unwrap();
    let seated: BTreeSet<&str> =
        (0..12).filter_map(|game| drawn.player(game, Side::German)).collect();
    assert_eq!(seated, BTreeSet::from(["patient", "storm"]));
    // A strategy that is named is known.
    let table = worlds(&copy, &with("patient", "hold"), &players);
    assert!(table.head().worlds.as_ref().unwrap().player(0, Side::German).is_none());
}

#[test]
fn worlds_of_a_list_are_drawn_by_its_weights() {
    let copy = Copy::new();
    copy.write(RIVALS, SOUND);
    let world = |weight, name: &str, choice: &str| {
        format!("[[world]]\nweight = {weight}\nchoices = {{ {name} = \"{choice}\" }}\n")
    };
    let head = "scenario = \"toy/ridge\"\n";
    let listed = |text: String| {
        copy.write("list.toml", text);
        let from = WorldsFrom::List(copy.path("list.toml"));
        seat_worlds(&TOY, &copy.home(), &request(&[]), &WorldTerms { from, ..terms(2) })
    };
    let many: String = (0..40).map(|_| world(0, "objective", "the saddle")).collect();
    let table = listed(format!("{head}{many}{}", world(5, "hit", "seven"))).unwrap();
    let drawn = table.head().worlds.clone().unwrap();
    assert_eq!(drawn.count(), 41);
    assert!(drawn.drawn.iter().all(|world| world == &[1, 0, 0, 0]), "{drawn:?}");
    let told = lines(
        listed(format!(
            "scenario = \"toy/rige\"\n{}{}",
            world(1, "hitt", "seven"),
            world(1, "hit", "sven")
        ))
        .err()
        .unwrap(),
    );
    for part in [
        "list.toml:1: scenario: these are worlds of toy/rige",
        "`hitt` is not among what is unknown here; expected a name as `influence` lists them; did you mean `hit`?",
        "`hit` is never `sven`; expected one of six, seven; did you mean `seven`?",
    ] {
        assert!(told.iter().any(|line| line.contains(part)), "{part} in {told:#?}");
    }
    // What is written is read again.
    let list = WorldList { scenario: "toy/ridge".into(), worlds: (&drawn).into() };
    let again = listed(list.text("a test")).unwrap().head().worlds.clone().unwrap();
    assert_eq!(again.drawn, drawn.drawn);
}

/// Shipped rivals: in each scenario every choice of every unknown can be played, and what the files of rivals name
/// matters in some scenario.
#[test]
fn shipped_rivals_are_sound_and_each_matters_somewhere() {
    let home = Home::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    for system in SHELF {
        let mut met: BTreeSet<String> = BTreeSet::new();
        for listed in lab::scenarios(&home, system.id()) {
            let scenario = listed.id.split_once('/').unwrap().1.to_owned();
            let request = Request { scenario, ..Request::default() };
            let all = system
                .unknowns(&home, &request)
                .unwrap_or_else(|all| panic!("{}: {all}", listed.id));
            assert!(all.iter().all(|unknown| !unknown.why.is_empty()), "{}", listed.id);
            for unknown in all.into_iter().filter(|unknown| unknown.kind == UnknownKind::Value) {
                for choice in unknown.choices.into_iter().skip(1) {
                    assert!(!choice.why.is_empty());
                    met.insert(format!("{} = {}", unknown.name, choice.name));
                }
            }
        }
        let text = std::fs::read_to_string(home.scenarios(system.id()).join("rivals.toml"));
        // A system without the file has only its readings.
        let text = text.unwrap_or_default();
        let entries = text.matches("[[unknown.rival]]").count();
        assert_eq!(met.len(), entries, "some rival is played nowhere: {met:#?}");
    }
}
