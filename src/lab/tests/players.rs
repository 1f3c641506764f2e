//! Players that others write: scripts and outside programs.

mod desk;

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use desk::{Copy, TOY, lines, seat, shipped, with};
use engine::{BySide, Seed, Side};
use lab::{
    Brain, Grounds, Home, Job, Kind, ProgramTerms, Record, Request, RunError, SHELF, SMALL_CHUNK,
    Sink, Strategy, System as _, Table, find, run,
};

/// The fingerprints of some games on this number of threads, or why there are none.
fn prints(table: &dyn Table, games: u64, threads: usize) -> Result<Vec<u64>, RunError> {
    struct Kept(Vec<u64>);
    impl Sink for Kept {
        fn chunk(
            &mut self,
            _: u64,
            records: Vec<Record>,
        ) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
            self.0.extend(records.iter().map(|record| record.game.fingerprint));
            Ok(())
        }
    }
    let (stop, mut kept) = (AtomicBool::new(false), Kept(Vec::new()));
    let job = Job { seed: Seed(5), games: 0..games, chunk: SMALL_CHUNK, threads, stop: &stop };
    run(table, &job, &|_| (), &mut kept).map(|_| kept.0)
}

fn root() -> Home {
    Home::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
}

/// A table of Kastelli with this German player.
fn kastelli(german: &str) -> Box<dyn Table> {
    let (system, name) = find(SHELF, &root(), "mercury/kastelli").unwrap();
    let strategies = BySide { german: Some(german.into()), allied: None };
    let request = Request { scenario: name.into(), strategies, ..Request::default() };
    system.seat(&root(), &request).unwrap_or_else(|c| panic!("{c}"))
}

/// A file of the examples in `docs`.
fn example(name: &str) -> String {
    root().root().join("docs/examples").join(name).display().to_string()
}

#[test]
fn weights_play_the_same_games_in_a_file_in_a_script_and_in_a_program() {
    let weights = prints(&*kastelli(&example("bot.toml")), 6, 2).unwrap();
    let (script, program) = (example("bot.rhai"), format!("cmd:python3 '{}'", example("bot.py")));
    let script = kastelli(&script);
    assert_eq!(script.head().strategies.german.side, Some(Side::German));
    for threads in [1, 2] {
        assert_eq!(prints(&*script, 6, threads).unwrap(), weights, "{threads} threads");
    }
    let program = kastelli(&program);
    for threads in [1, 2] {
        assert_eq!(prints(&*program, 6, threads).unwrap(), weights, "{threads} threads");
    }
    // The comparison means something: another player plays other games.
    assert_ne!(prints(&*kastelli("kastelli-german"), 6, 2).unwrap(), weights);
}

/// A table of the toy with a script for the Germans.
fn scripted(text: &str) -> Result<(Copy, Box<dyn Table>), String> {
    let copy = Copy::new();
    copy.write("bot.rhai", text);
    let path = copy.path("bot.rhai").display().to_string();
    let table = seat(&copy.home(), &with(&path, "random")).map_err(|c| lines(c).join("\n"))?;
    Ok((copy, table))
}

#[test]
fn a_script_reads_words_features_and_conditions_and_remembers_within_a_game() {
    let text = r#"
const NAME = "counter";
const INTENT = "Counts.";

fn decide(decision) {
    if decision.side != "german" || decision.turn < 1 { throw "who, and when?"; }
    // `this` is empty when a game begins.
    let before = if "asked" in this { this.asked } else { 0 };
    if before == 0 && decision.turn > 1 { throw "forgot within a game"; }
    if before > 0 && decision.turn == 1 && before > 3 { throw "remembers another game"; }
    this.asked = before + 1;
    let best = 0;
    for option in decision.options {
        if option.index > 0 && option.text == decision.options[0].text { throw "two are alike"; }
        let walks = option.features["distance-gained"];
        if option.text.contains("fires") != (option.features["fires"] == 1) { throw option.text; }
        if walks > decision.options[best].features["distance-gained"] { best = option.index; }
    }
    best
}
"#;
    let (_copy, table) = scripted(text).unwrap();
    let german = &table.head().strategies.german;
    assert_eq!((german.name.as_str(), german.intent.as_str()), ("counter", "Counts."));
    assert_eq!(prints(&*table, 40, 1).unwrap(), prints(&*table, 40, 2).unwrap());
}

#[test]
fn chance_in_a_script_comes_from_the_game() {
    let text = "fn decide(decision) { decision.random_below(decision.options.len()) }";
    let (_copy, table) = scripted(text).unwrap();
    let random = seat(&shipped(), &with("random", "random")).unwrap();
    assert_eq!(prints(&*table, 40, 2).unwrap(), prints(&*random, 40, 2).unwrap());
}

#[test]
fn every_fault_of_a_script_is_told_when_it_is_loaded() {
    let decide = "fn decide(decision) { 0 }\n";
    for (text, told) in [
        ("fn decide(decision) {\n  let x = ;\n}\n", "bot.rhai:2: "),
        (
            "fn decide(decision) {\n  decison.options\n}\n",
            "bot.rhai:2: Undefined variable: decison; did you mean `decision`?",
        ),
        (
            "fn decde(decision) { 0 }\n",
            "no function decides; expected `fn decide(decision) { ... }`; did you mean `decde`?",
        ),
        ("fn decide(a, b) { 0 }\n", "no function decides"),
        (
            &format!("\nconst SIDE = \"germn\";\n{decide}"),
            "bot.rhai:2: SIDE: unknown value `germn`; expected \"german\" or \"allied\"",
        ),
        (
            &format!("const SYSTEM = \"mercury\";\n{decide}"),
            "bot.rhai:1: SYSTEM: the script is for `mercury`; expected \"toy\"",
        ),
        (
            &format!("const NAME = 3;\n{decide}"),
            "bot.rhai:1: NAME: wrong type: i64; expected words in quotes",
        ),
        (&format!("const NAME = \"a\\nb\";\n{decide}"), "bot.rhai:1: NAME: has control characters"),
        (
            &format!("const SIDE = \"allied\";\n{decide}"),
            "--german: strategy `bot` plays the Allied side",
        ),
        (&format!("{decide}loop {{ }}\n"), "bot.rhai:2: took more than 2000000 operations"),
    ] {
        let said = scripted(text).err().unwrap_or_else(|| panic!("{text} was accepted"));
        assert!(said.contains(told), "{text}: {said}");
    }
}

/// What is said of the first game that a script gives up.
fn gives_up(body: &str) -> String {
    let text = format!("fn decide(decision) {{\n{body}\n}}\n");
    let (_copy, table) = scripted(&text).unwrap_or_else(|said| panic!("{body}: {said}"));
    let on = |threads| match prints(&*table, 8, threads) {
        Err(RunError::GaveUp(gave_up)) => gave_up,
        other => panic!("{body}: {other:?}"),
    };
    let gave_up = on(1);
    assert_eq!(gave_up, on(2), "the same game is blamed on any number of threads");
    gave_up.to_string()
}

#[test]
fn a_script_that_goes_wrong_ends_its_run_and_says_where() {
    for (body, told) in [
        (
            "decision.options[0].features[\"fire\"]",
            "bot.rhai:2: unknown feature `fire`; did you mean `fires`?",
        ),
        (
            "decision.weigh(#{ \"stand\": 2 })",
            "bot.rhai:2: unknown feature `stand`; did you mean `stands`?",
        ),
        (
            "decision.weigh(#{ \"stands\": \"x\" })",
            "bot.rhai:2: the weight of `stands` is a value of type",
        ),
        ("decision.holds(\"night\")", "bot.rhai:2: unknown condition `night`"),
        (
            "decision.wiegh(#{})",
            "bot.rhai:2: there is no function `wiegh (Decision, map)`; did you mean `weigh`?",
        ),
        ("decision.optons", "did you mean `options`?"),
        ("decision.random_below(0)", "bot.rhai:2: random_below: expected a number from 1"),
        ("99", "bot.rhai:1: `decide` gives 99; expected the number of an option, from 0 to "),
        ("-1", "bot.rhai:1: `decide` gives -1"),
        ("[1]", "bot.rhai:1: `decide` gives 1 scores for "),
        ("[\"a\"]", "bot.rhai:1: `decide` gives an array of something else than whole numbers"),
        ("\"fire\"", "bot.rhai:1: `decide` gives a value of type"),
        ("", "bot.rhai:1: `decide` gives nothing"),
        (
            "loop {}",
            "took more than 2000000 operations for one decision; expected a script that ends",
        ),
        ("decide(decision)", "has more than 32 functions within functions"),
        ("let s = \"x\"; loop { s += s; }", "bot.rhai"),
        ("throw \"no plan\"", "bot.rhai:2: no plan"),
        ("1 / 0", "bot.rhai:2: "),
    ] {
        let said = gives_up(body);
        assert!(said.contains(told), "{body}: {said}");
        assert!(
            said.contains("(the German player's decision 0 of game 0, seed "),
            "{body}: {said}"
        );
    }
}

#[test]
fn a_script_has_no_way_out() {
    for (body, word) in [("eval(\"0\")", "eval"), ("import \"other\" as other; 0", "import")] {
        let said = scripted(&format!("fn decide(decision) {{ {body} }}")).err();
        assert!(said.as_ref().is_some_and(|said| said.contains(word)), "{body}: {said:?}");
    }
    for call in ["open_file(\"x\")", "timestamp()", "rand()", "env(\"HOME\")"] {
        let said = gives_up(call);
        assert!(said.contains("there is no function"), "{call}: {said}");
    }
    assert!(gives_up("sleep(100)").contains("bot.rhai:2: a script cannot sleep"));
    // Rhai's words for the standard output go nowhere.
    let (_copy, table) = scripted("fn decide(decision) { print(1); debug(2); 0 }").unwrap();
    prints(&*table, 2, 1).unwrap();
}

#[test]
fn a_script_is_explained_as_far_as_it_can_be() {
    let (_copy, table) = scripted("fn decide(decision) { 1 }").unwrap();
    let explained = table.explain(0, Seed(5).game(0), 0..40).unwrap();
    let own = explained.iter().find(|e| e.side == Side::German && e.options.len() > 1).unwrap();
    assert_eq!((own.grounds, own.chosen), (Grounds::Own, 1));
    assert!(own.options.iter().any(|option| option.values.iter().any(|&value| value != 0)));
    assert!(own.weights.iter().all(|&weight| weight == 0));
}

#[test]
fn a_script_is_loaded_by_its_file_and_known_by_its_text() {
    let load = |text: &str| {
        let copy = Copy::new();
        copy.write("bot.rhai", text);
        let path = copy.path("bot.rhai");
        assert_eq!(Strategy::system_of(&path).as_deref(), Some("toy"));
        Strategy::load(&copy.home(), "toy", TOY.vocabulary(), &path.display().to_string()).unwrap()
    };
    let text = "const SYSTEM = \"toy\";\nfn decide(decision) { 0 }\n";
    let (one, again, other) = (load(text), load(text), load(&format!("{text}// mended\n")));
    assert_eq!((&one.hash, one.name.as_str()), (&again.hash, "bot"));
    assert_eq!(one.brain, again.brain);
    assert_ne!((&one.hash, &one.brain), (&other.hash, &other.brain));
    assert!(matches!(one.brain, Brain::Script(_)));
    assert_eq!(Kind::of(&one.called), Kind::Script);
    assert_eq!(Kind::of("cmd:python3 bot.py"), Kind::Program("python3 bot.py"));
    assert_eq!(["kastelli-german", "mine.toml", "random"].map(Kind::of), [Kind::Bot; 3]);
}

/// A program in Python, from its text, in a folder of its own.
struct Python {
    folder: tempfile::TempDir,
}

impl Python {
    /// `on_decide` is what it does when asked, with the message in `m`.
    fn new(on_hello: &str, on_decide: &str) -> Python {
        let text = format!(
            "import json, os, sys, time\nout = lambda reply: print(json.dumps(reply), flush=True)\ngames = []\n\
             for line in sys.stdin:\n    m = json.loads(line)\n    if m['type'] == 'hello':\n        {on_hello}\n    \
             elif m['type'] == 'new_game':\n        games.append(m)\n    else:\n        {on_decide}\n"
        );
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("bot.py"), text).unwrap();
        Python { folder }
    }

    fn deciding(on_decide: &str) -> Python {
        Python::new("out({'protocol': 1})", on_decide)
    }

    /// A table of the toy where it plays the Germans.
    fn table(&self, terms: ProgramTerms) -> Result<Box<dyn Table>, String> {
        let name = format!("cmd:python3 '{}'", self.folder.path().join("bot.py").display());
        let asked = Request { programs: terms, ..with(&name, "random") };
        seat(&shipped(), &asked).map_err(|c| lines(c).join("\n"))
    }
}

fn seconds(patience: f64) -> ProgramTerms {
    ProgramTerms { patience: Duration::from_secs_f64(patience), ..ProgramTerms::default() }
}

#[test]
fn a_program_that_goes_wrong_ends_its_run_and_says_how() {
    for (body, told) in [
        ("out({'choice': 99})", "chose option 99 of "),
        ("out({'chioce': 0})", "unknown field `chioce`"),
        ("print('hm', flush=True)", "answered `hm`: expected"),
        ("sys.exit(3)", "ended (exit status: 3)"),
        ("os.close(1); time.sleep(100)", "closed its output"),
        (
            "sys.stdout.write('{'); sys.stdout.flush(); os._exit(0)",
            "ended in the middle of its answer `{`",
        ),
        ("sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()", "not text in UTF-8"),
        ("out({'choice': 0}); out({'choice': 0}); time.sleep(0.2)", "spoke before it was asked"),
    ] {
        let python = Python::deciding(body);
        let table = python.table(seconds(20.0)).unwrap();
        let said = prints(&*table, 3, 1).unwrap_err().to_string();
        assert!(
            said.starts_with("--german-cmd \"python3 ") && said.contains(told),
            "{body}: {said}"
        );
        assert!(
            said.contains("(the German player's decision ") && said.contains(" of game "),
            "{said}"
        );
    }
}

#[test]
fn nobody_waits_for_a_program_for_ever() {
    // One that does not answer, and one that does not even read.
    for (hello, decide) in
        [("out({'protocol': 1})", "time.sleep(100)"), ("time.sleep(100)", "pass")]
    {
        let python = Python::new(hello, decide);
        let start = Instant::now();
        let said = match python.table(seconds(0.5)) {
            Ok(table) => prints(&*table, 20, 2).unwrap_err().to_string(),
            Err(said) => said,
        };
        assert!(said.contains("did not answer within 0.5 s"), "{said}");
        assert!(start.elapsed() < Duration::from_secs(20), "the other games do not wait too");
    }
}

#[test]
fn a_program_that_cannot_play_is_refused_before_the_first_game() {
    let refused = |name: &str| {
        let told = seat(&shipped(), &with(name, "random"));
        lines(told.err().unwrap_or_else(|| panic!("{name} was accepted"))).join("\n")
    };
    let said = refused("cmd:no-such-program-anywhere");
    assert!(
        said.starts_with("--german-cmd \"no-such-program-anywhere\": cannot be started: "),
        "{said}"
    );
    assert!(refused("cmd:").contains("names no program"));
    assert!(refused("cmd:python3 'x").contains("never closed"));
    let python = Python::new("out({'protocol': 2})", "pass");
    let said = python.table(ProgramTerms::default()).err().unwrap();
    assert!(said.contains("speaks protocol 2; expected {\"protocol\":1}"), "{said}");
}

#[test]
fn a_program_is_told_of_every_game_and_its_budget() {
    // It complains unless what it is told is as it should be, by ending with a status of its own.
    let hello = "budget = m['nodes']; names = [f['name'] for f in m['features']]; \
                 out({'protocol': 1}) if 'fires' in names and m['system'] == 'toy' else sys.exit(8)";
    let decide = "g = games[-1]; right = budget == 500 and g['scenario'] == 'toy/ridge' and g['side'] == 'german' \
                  and 0 <= g['random'] < 2 ** 53 and len(m['options'][0]['features']) == len(names) \
                  and all(o['text'] for o in m['options']); \
                  out({'choice': g['random'] % len(m['options'])}) if right else sys.exit(9)";
    let python = Python::new(hello, decide);
    let terms = ProgramTerms { nodes: Some(500), ..ProgramTerms::default() };
    let table = python.table(terms).unwrap();
    let one = prints(&*table, 12, 1).unwrap();
    assert_eq!(
        one,
        prints(&*table, 12, 2).unwrap(),
        "chance comes from the game, not from the process"
    );
    let other = python.table(ProgramTerms::default()).unwrap();
    assert_ne!(table.head().hashes["german"], other.head().hashes["german"], "the budget counts");
    assert!(prints(&*other, 1, 1).unwrap_err().to_string().contains("exit status: 9"));
}

#[test]
fn a_process_serves_one_game_at_a_time_and_many_in_turn() {
    // Each process leaves a file; each decision checks that games came in whole.
    let folder = tempfile::tempdir().unwrap();
    let marks = folder.path().display();
    let python = Python::new(
        &format!("open('{marks}/' + str(os.getpid()), 'w'); out({{'protocol': 1}})"),
        "out({'choice': 0})",
    );
    let table = python.table(ProgramTerms::default()).unwrap();
    prints(&*table, 30, 1).unwrap();
    let started = || std::fs::read_dir(folder.path()).unwrap().count();
    // One that only said hello, and one for all games.
    assert_eq!(started(), 2);
    prints(&*table, 30, 3).unwrap();
    assert!(started() <= 4, "{} processes for 3 threads", started());
}

#[test]
fn games_are_played_on_with_a_script_and_with_a_program() {
    let (_copy, script) = scripted("fn decide(decision) { 0 }").unwrap();
    let python = Python::deciding("out({'choice': 0})");
    let program = python.table(ProgramTerms::default()).unwrap();
    let first = seat(&shipped(), &with("first", "random")).unwrap();
    let looks = |table: &dyn Table| table.film(3, Seed(7).game(3), 5).unwrap().outlooks;
    assert!(!looks(&*first).is_empty());
    assert_eq!(looks(&*script), looks(&*first));
    assert_eq!(looks(&*program), looks(&*first));
}
