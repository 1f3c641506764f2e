//! Data files: every fault is reported, with file, line, key and the nearest name.

mod desk;

use desk::{Copy, SHELF, TOY, lines, request, seat, shipped, with};
use engine::Side;
use std::fmt::Write as _;
use std::path::Path;

use lab::{Home, Request, Strategy, System as _, find, scenarios};

const SCENARIO: &str = "scenarios/toy/ridge.toml";
const COUNTERS: &str = "scenarios/toy/counters.csv";

#[test]
fn the_shipped_files_are_sound() {
    assert_eq!(Copy::new().complaints(), Vec::<String>::new());
}

#[test]
fn all_faults_of_all_files_are_told_at_once() {
    let copy = Copy::new();
    copy.edit(SCENARIO, "turns = 4", "turns = \"four\"\nturn = 4");
    copy.edit(SCENARIO, "hit = \"six\"", "hitt = \"six\"");
    copy.edit(COUNTERS, "fj1,FJ1,german,01.01,2", "fj1,FJ1,germany,01.01,2");
    copy.edit(COUNTERS, "nz2,NZ2,allied,05.02,2", "nz2,NZ2,allied,05.02,two");
    copy.edit("strategies/toy/storm.toml", "fires ", "fire  ");
    let told = copy.complaints();
    let expected = [
        "scenarios/toy/ridge.toml:2: turns: wrong type: string \"four\"; expected a whole number from 0 to 65535",
        "scenarios/toy/ridge.toml:3: turn: unknown key `turn`",
        "scenarios/toy/ridge.toml:7: rulings.hitt: unknown key `hitt`",
        "scenarios/toy/counters.csv:2: side: unknown value `germany`",
        "scenarios/toy/counters.csv:5: steps: wrong type: `two`; expected a whole number",
        "strategies/toy/storm.toml:6: weights.fire: unknown feature `fire`; did you mean `fires`?",
    ];
    assert_eq!(told.len(), expected.len(), "{told:#?}");
    for words in expected {
        assert!(told.iter().any(|line| line.starts_with(words)), "no {words:?} in {told:#?}");
    }
    assert!(told.iter().any(|line| line.ends_with("did you mean `turns`?")));
    assert!(told.iter().any(|line| line.ends_with("did you mean `german`?")));
}

#[test]
fn faults_of_the_game_get_their_line_and_the_nearest_hex() {
    let copy = Copy::new();
    copy.edit(COUNTERS, "05.02", "05.22");
    copy.edit(COUNTERS, "fj2,", "fj1,");
    let told = copy.complaints();
    assert_eq!(told.len(), 2, "{told:#?}");
    assert!(told[1].starts_with("scenarios/toy/counters.csv:5: hex: hex \"05.22\" is not known"));
    assert!(told[1].ends_with("did you mean `05.02`?"), "{}", told[1]);
    assert!(told[0].starts_with("scenarios/toy/counters.csv:3: id: two units are called fj1"));
}

#[test]
fn what_is_no_data_file_is_refused_in_words() {
    let cases: [(&[u8], &str); 4] = [
        (b"title = \"a\xff\"", "is not text; expected a text file in UTF-8"),
        (b"", "missing key"),
        (b"title = = 3\n[[", "scenarios/toy/ridge.toml:1"),
        (b"\x00\x01\x02\x03", "scenarios/toy/ridge.toml:1"),
    ];
    for (bytes, words) in cases {
        let copy = Copy::new();
        copy.write(SCENARIO, bytes);
        let told = copy.complaints();
        assert!(told.iter().any(|line| line.contains(words)), "no {words:?} in {told:#?}");
    }
    let copy = Copy::new();
    copy.write(SCENARIO, vec![b'#'; 50 << 20]);
    let told = copy.complaints();
    assert_eq!(
        told,
        ["scenarios/toy/ridge.toml: the file has 50 MB; expected a data file of at most 16 MB"]
    );
    std::fs::remove_file(copy.path(COUNTERS)).unwrap();
    std::fs::create_dir(copy.path(COUNTERS)).unwrap();
    assert!(copy.complaints().iter().any(|line| line.ends_with("counters.csv: is not a file")));
}

#[test]
fn sets_change_values_and_complain_by_their_own_words() {
    let home = shipped();
    let head = |sets: &[&str]| seat(&home, &request(sets)).map(|table| table.head().clone());
    assert_eq!(head(&["rulings.hit=seven"]).unwrap().brief.rulings[0].value, "seven");
    assert_eq!(head(&["ridge:rulings.hit=seven"]).unwrap().brief.rulings[0].value, "seven");
    assert_eq!(head(&["counters:nz1.name=Maori"]).unwrap().roster[2].name, "Maori");
    head(&["rulings.first=germans"]).unwrap();
    let told = |set: &str| lines(head(&[set]).unwrap_err()).join("\n");
    assert_eq!(
        told("rulings.hitt=8"),
        "--set rulings.hitt=8: rulings.hitt: unknown key `hitt`; expected `hit` or `first`; did you mean `hit`?"
    );
    assert!(
        told("rulings.hit=often")
            .starts_with("--set rulings.hit=often: rulings.hit: unknown value")
    );
    assert!(told("counter:nz1.name=x").contains("did you mean `counters`?"));
    assert!(told("counters:nz.name=x").contains("did you mean `nz1`?"));
    assert!(
        told("counters:nz1.hex=99.99")
            .starts_with("--set counters:nz1.hex=99.99: hex: hex \"99.99\"")
    );
    // Line numbers of the file itself stay correct when a change adds a line.
    let copy = Copy::new();
    copy.edit(SCENARIO, "hit = \"six\"", "hit = \"often\"");
    let told = lines(seat(&copy.home(), &request(&["rulings.first=cup"])).err().unwrap());
    assert!(
        told[0].starts_with("scenarios/toy/ridge.toml:6: rulings.hit: unknown value"),
        "{told:?}"
    );
}

#[test]
fn a_set_that_begins_in_the_middle_of_a_path_is_shown_the_whole() {
    let copy = Copy::new();
    copy.write(
        SCENARIO,
        "title = \"x\"\nturns = 3\nobjective = \"03.02\"\n[[row]]\nlabel = \"pink\"\ncells = [\"a\", \"b\"]\n",
    );
    let told = |set: &str| {
        let refused = seat(&copy.home(), &request(&[set])).err().map(lines).unwrap();
        refused.into_iter().find(|line| line.starts_with("--set")).unwrap()
    };
    let said = told("ridge:pink.1=E");
    assert!(said.contains("there is no `pink` at the top of the file"), "{said}");
    assert!(said.ends_with("did you mean `row.pink.cells.1`?"), "{said}");
    // A key that no system knows is blamed on the change, never on a line that the file does not have.
    let copy = Copy::new();
    let lines = seat(&copy.home(), &request(&["blue.red.green=3"])).err().map(lines).unwrap();
    assert!(lines.iter().all(|line| line.starts_with("--set blue.red.green=3: ")), "{lines:?}");
}

#[test]
fn a_strategy_of_ever_so_many_faults_is_read_quickly() {
    let mut text = String::from("[weights]\n");
    for number in 0..300_000 {
        writeln!(text, "no-such-feature-{number} = 1").unwrap();
    }
    let begun = std::time::Instant::now();
    let told = strategy(&text).unwrap_err();
    // Under a second in a release build; quadratic work would take minutes.
    assert!(begun.elapsed() < std::time::Duration::from_secs(100), "{:?}", begun.elapsed());
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 101);
    assert!(lines[100].ends_with("299900 more such faults"), "{}", lines[100]);
}

#[test]
fn half_a_data_folder_is_named_and_nothing_taken_in_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let stranger = folder.path().join("stranger");
    std::fs::create_dir_all(stranger.join("scenarios/ours")).unwrap();
    let half = folder.path().join("half");
    std::fs::create_dir_all(half.join("scenarios/mercury")).unwrap();
    let found = |folders: &[&Path]| Home::among(folders.iter().map(|folder| folder.to_path_buf()));
    // Other programs have folders called `scenarios` too.
    assert_eq!(found(&[&stranger, &root]).unwrap().root(), root);
    let told = found(&[&half, &root]).unwrap_err().to_string();
    assert!(
        told.contains("has `scenarios` and no `strategies`") && told.contains("half"),
        "{told}"
    );
    std::fs::create_dir_all(half.join("strategies")).unwrap();
    assert_eq!(found(&[&half, &root]).unwrap().root(), half);
    let told = found(&[&stranger]).unwrap_err().to_string();
    assert!(told.contains("found no folder") && told.contains("stranger"), "{told}");
}

fn strategy(text: &str) -> Result<Strategy, String> {
    let copy = Copy::new();
    copy.write("strategies/toy/test.toml", text);
    Strategy::load(&copy.home(), "toy", TOY.vocabulary(), "test").map_err(|c| lines(c).join("\n"))
}

#[test]
fn strategy_faults_are_told_at_once() {
    let told = strategy(
        "name = 3\nside = \"germn\"\nspeed = 1\nsystem = \"crete\"\n[weights]\nfirs = 1\n\
         stands = \"much\"\nfires = 1.5\n[[stage]]\nwhile = \"outnumberd\"\n[[stage]]\n\
         from_turn = 0\nweights = { fires = 1 }\n[[stage]]\nweights = { fires = 99999999999 }\n",
    )
    .unwrap_err();
    let expected = [
        "strategies/toy/test.toml:1: name: wrong type: a number",
        "strategies/toy/test.toml:2: side: unknown value `germn`; did you mean `german`?",
        "strategies/toy/test.toml:3: unknown key `speed`",
        "strategies/toy/test.toml:4: system: the strategy is for `crete`; expected \"toy\"",
        "strategies/toy/test.toml:6: weights.firs: unknown feature `firs`; did you mean `fires`?",
        "strategies/toy/test.toml:7: weights.stands: wrong type: words; expected a whole number",
        "strategies/toy/test.toml:8: weights.fires: wrong type: a number with a fraction",
        "strategies/toy/test.toml:10: stage.while: unknown condition `outnumberd`; did you mean `outnumbered`?",
        "strategies/toy/test.toml:12: stage.from_turn: wrong",
        "stage: the stage never ends; expected `while` or `from_turn`",
        "stage.weights.fires: wrong type: a number out of range",
    ];
    for words in expected {
        assert!(told.contains(words), "no {words:?} in\n{told}");
    }
    assert_eq!(told.lines().count(), expected.len(), "{told}");
}

#[test]
fn extending_overlays_weights_and_a_circle_is_named() {
    let patient = Strategy::load(&shipped(), "toy", TOY.vocabulary(), "patient").unwrap();
    assert_eq!(patient.side, Some(Side::German));
    assert_eq!(patient.intent, "Waits while outnumbered.");
    let copy = Copy::new();
    copy.write("strategies/toy/a.toml", "extends = \"b\"\n");
    copy.write("strategies/toy/b.toml", "extends = \"c\"\n");
    copy.write("strategies/toy/c.toml", "extends = \"b\"\n");
    let told = Strategy::load(&copy.home(), "toy", TOY.vocabulary(), "a").unwrap_err();
    assert_eq!(
        told.to_string(),
        "strategies/toy/c.toml: extends: strategies extend each other in a circle: b → c → b; \
         expected a chain that ends"
    );
    let crossed = strategy("side = \"allied\"\nextends = \"storm\"\n").unwrap_err();
    assert!(crossed.contains("extends a strategy of the German side"), "{crossed}");
}

#[test]
fn strategies_are_found_by_name_path_and_default() {
    let copy = Copy::new();
    let seat = |request: &Request| seat(&copy.home(), request).map_err(|c| c.to_string());
    let told = seat(&with("strom", "hold")).err().unwrap();
    assert!(
        told.contains("there is no such file") && told.ends_with("did you mean `storm`?"),
        "{told}"
    );
    let told = seat(&with("hold", "hold")).err().unwrap();
    assert!(told.starts_with("--german: strategy `hold` plays the Allied side"), "{told}");
    let path = copy.path("strategies/toy/storm.toml");
    let table = seat(&with(path.to_str().unwrap(), "first")).unwrap();
    assert_eq!(table.head().strategies.german.name, "storm");
    assert_eq!(table.head().strategies.allied.name, "first");
    copy.edit(SCENARIO, "german = \"storm\"", "");
    assert_eq!(seat(&request(&[])).unwrap().head().strategies.german.name, "first");
    assert_eq!(
        Strategy::list(&copy.home(), "toy"),
        ["hold", "patient", "storm", "first", "random", "search"]
    );
}

#[test]
fn scenarios_are_listed_and_found() {
    let home = shipped();
    let listed = scenarios(&home, "toy");
    assert_eq!(listed.len(), 1);
    assert_eq!((listed[0].id.as_str(), listed[0].title.as_str()), ("toy/ridge", "The Ridge"));
    assert_eq!(find(SHELF, &home, "toy/ridge").unwrap().1, "ridge");
    for (name, near) in
        [("toy/rigde", true), ("tyo/ridge", true), ("ridge", true), ("toy/../x", false)]
    {
        let told = find(SHELF, &home, name).err().unwrap().to_string();
        assert!(told.contains("there is no such scenario"), "{told}");
        assert_eq!(told.contains("did you mean `toy/ridge`?"), near, "{told}");
    }
}

#[test]
fn home_says_where_it_looked() {
    let told = lab::NoHome::Nowhere { looked: vec!["/a/b".into(), "/a".into()] }.to_string();
    assert!(told.contains("/a/b\n  /a\n") && told.contains("DROPZONE_HOME"), "{told}");
    assert_eq!(Home::at("/x").scenarios("toy"), std::path::Path::new("/x/scenarios/toy"));
}

/// A strategy for the toy with a pedigree, one line of which is replaced.
fn tuned(from: &str, to: &str) -> String {
    let text = "name = \"tuned\"\n[weights]\nfires = 5\n\n[pedigree]\n\
        command = \"dropzone strategy tune toy/ridge\"\n\
        version = \"0.1.0\"\n\
        scenario = \"toy/ridge\"\n\
        start = { name = \"storm\", hash = \"12ab\" }\n\
        rounds = 2\n\
        games = 1998\n\
        seed = \"18446744073709551615\"\n\
        holdout_seed = \"1\"\n\
        holdout = 300\n\
        gain = [0.0500, -0.0100, 0.1100]\n\
        opponents = [{ name = \"hold\", hash = \"34cd\" }]\n";
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

fn load(copy: &Copy, name: &str) -> Result<Strategy, lab::Complaints> {
    Strategy::load(&copy.home(), TOY.id(), TOY.vocabulary(), name)
}

#[test]
fn a_pedigree_is_read_and_written_alike_and_not_inherited() {
    let copy = Copy::new();
    copy.write("strategies/toy/tuned.toml", tuned("", ""));
    let pedigree = load(&copy, "tuned").unwrap().pedigree.expect("a pedigree");
    assert_eq!(pedigree.start.name, "storm");
    assert_eq!((pedigree.rounds, pedigree.games, pedigree.holdout), (2, 1998, 300));
    assert_eq!(pedigree.seed, u64::MAX.to_string());
    assert_eq!(pedigree.opponents.len(), 1);
    let again = format!("[weights]\nfires = 5\n{}", pedigree.to_toml());
    copy.write("strategies/toy/again.toml", again);
    assert_eq!(load(&copy, "again").unwrap().pedigree, Some(pedigree));
    copy.write("strategies/toy/heir.toml", "extends = \"tuned\"\n");
    assert_eq!(load(&copy, "heir").unwrap().pedigree, None);
}

#[test]
fn faults_of_a_pedigree_are_told_with_their_line() {
    let cases = [
        ("rounds = 2", "rounds = -2", "10: pedigree.rounds: wrong type: "),
        ("games", "game", "11: pedigree: unknown key `game`; did you mean `games`?"),
        ("games = 1998\n", "", "pedigree: there is no `games`"),
        ("holdout_seed = \"1\"", "holdout_seed = 1", "13: pedigree.holdout_seed: wrong type"),
        (
            "seed = \"18446744073709551615\"",
            "seed = \"1\"",
            "the hold-out seed is the training seed",
        ),
        ("seed = \"18446744073709551615\"", "seed = \"one\"", "12: pedigree.seed: is no seed"),
        ("-0.0100", "0.0600", "15: pedigree.gain: is no gain in score"),
        (
            ", hash = \"34cd\"",
            "",
            "16: pedigree.opponents: is no strategy; expected its name and its hash",
        ),
        (
            "start = { name = \"storm\", hash = \"12ab\" }",
            "start = \"storm\"",
            "9: pedigree.start: is no strategy",
        ),
    ];
    let copy = Copy::new();
    for (from, to, told) in cases {
        copy.write("strategies/toy/tuned.toml", tuned(from, to));
        let faults = load(&copy, "tuned").err().map(lines).unwrap_or_default();
        assert!(faults.iter().any(|fault| fault.contains(told)), "no {told:?} in {faults:#?}");
    }
    copy.write("strategies/toy/tuned.toml", "pedigree = \"noble\"\n");
    let faults = load(&copy, "tuned").err().map(lines).unwrap_or_default();
    assert!(faults[0].contains("1: pedigree: wrong type: words"), "{faults:?}");
}
