//! Scripts and outside programs on the command line: marked where they play, and nothing lost when they fail.

use std::path::Path;

use serde_json::Value;

use crate::desk::{Desk, SCENARIO, assert_same};

/// A desk with the example players of the documentation.
fn desk() -> Desk {
    let desk = Desk::new();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples");
    for name in ["bot.toml", "bot.rhai", "bot.py"] {
        desk.write(name, std::fs::read(examples.join(name)).unwrap());
    }
    desk
}

fn json(desk: &Desk, file: &str) -> Value {
    serde_json::from_str(&desk.read(file)).unwrap()
}

/// The warnings of a run or an answer.
fn warnings(desk: &Desk, file: &str) -> Vec<String> {
    let found = json(desk, file)["warnings"].as_array().unwrap().clone();
    found.iter().map(|warning| warning.as_str().unwrap().to_owned()).collect()
}

/// The number of games a side won, and the margins: what two players that play alike have in common.
fn result(desk: &Desk, run: &str) -> [Value; 2] {
    let summary = json(desk, &format!("{run}/summary.json"));
    [summary["wins"].clone(), summary["margin"].clone()]
}

#[test]
fn who_played_is_said_on_the_page_and_in_the_files() {
    let desk = desk();
    let line = format!("run {SCENARIO} --games 6 --seed 5");
    desk.ok(&format!("{line} --german bot.toml --out weights"));
    desk.ok(&format!("{line} --german bot.rhai --out script"));
    let said =
        desk.typed(&format!("{line} --german-cmd 'python3 bot.py' --cmd-nodes 9 --out program"));
    assert_eq!(said.code, Some(0), "{said:?}");

    let outsider = |warning: &&String| warning.contains("player is");
    let told = |run: &str| {
        let all = warnings(&desk, &format!("{run}/summary.json"));
        all.iter().filter(outsider).cloned().collect::<Vec<String>>()
    };
    assert!(told("weights").is_empty());
    assert!(
        told("script")[0].starts_with("The German player is a script, `bot.rhai`"),
        "{:?}",
        told("script")
    );
    let program = told("program");
    assert!(
        program[0].starts_with("The German player is an outside program, `python3 bot.py`"),
        "{program:?}"
    );
    for (run, name) in [("script", "is a script"), ("program", "is an outside program")] {
        assert!(desk.read(&format!("{run}/index.html")).contains(name), "{run}");
        assert_eq!(result(&desk, run), result(&desk, "weights"), "{run}");
    }
    let asked = desk.read("program/run.toml");
    assert!(
        asked.contains("--german-cmd 'python3 bot.py' --allied kastelli-allied --cmd-nodes 9"),
        "{asked}"
    );
    assert!(
        asked.contains("german = \"cmd:python3 bot.py\"") && asked.contains("nodes = 9"),
        "{asked}"
    );

    // The recorded command makes the same run, and the run is verified and replayed with its program.
    let again = said.out.lines().find_map(|line| line.strip_prefix("again:  dropzone ")).unwrap();
    assert_eq!(desk.typed(&format!("{again} --threads 1 --out again")).code, Some(0));
    assert_same(&desk.run("program"), &desk.run("again"));
    desk.ok("verify program --games 2");
    let game = desk.ok("replay program --game 3");
    assert!(game.contains("German python3 bot.py, Allied kastelli-allied"), "{game}");
}

#[test]
fn a_program_that_fails_loses_no_finished_games() {
    let desk = desk();
    let program = |from: u32| {
        format!(
            "import json, sys\nfor line in sys.stdin:\n    if '\"type\":\"decide\"' in line:\n        print('{{\"choice\":0}}', flush=True)\n    \
             elif 'hello' in line:\n        print('{{\"protocol\":1}}', flush=True)\n    elif json.loads(line)['game'] >= {from}:\n        \
             print('no plan', file=sys.stderr)\n        sys.exit(7)\n"
        )
    };
    let line = format!(
        "run {SCENARIO} --games 110 --allied first --german-cmd 'python3 mine.py' --out run"
    );
    desk.write("mine.py", program(104));
    let said = desk.typed(&line);
    assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{said:?}");
    for part in [
        "--german-cmd \"python3 mine.py\": ended (exit status: 7) (the German player's decision ",
        " of game 104, seed ",
        "no plan",
        "finished games are kept; resume with\n  dropzone run ",
        "--german-cmd 'python3 mine.py'",
    ] {
        assert!(said.err.contains(part), "{part}: {said:?}");
    }
    assert!(desk.path("run/parts/00000/games.parquet").exists(), "a hundred games are kept");
    desk.write("mine.py", program(1000));
    assert_eq!(desk.typed(&format!("{line} --resume")).code, Some(0));
    assert!(desk.read("run/journal.txt").contains("playing from game 100"));
    assert_eq!(json(&desk, "run/summary.json")["run"]["games"], 110);
}

#[test]
fn a_script_that_fails_is_another_player_once_it_is_mended() {
    let desk = desk();
    desk.write(
        "mine.rhai",
        "fn decide(decision) {\n    decision.options[0].features[\"advnce\"]\n}\n",
    );
    desk.ok("strategy validate bot.rhai");
    let line = format!("run {SCENARIO} --games 10 --german mine.rhai --out run");
    let said = desk.say(&line);
    assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{said:?}");
    assert!(said.err.contains("mine.rhai:2: unknown feature `advnce`; did you mean `advance`? (the German player's decision "), "{said:?}");
    assert!(
        said.err.contains("of game 0, seed ") && said.err.contains("play it with another --out"),
        "{said:?}"
    );
    desk.write("mine.rhai", "fn decide(decision) {\n    0\n}\n");
    let said = desk.say(&format!("{line} --resume"));
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(
        said.err.contains("the files of `german` there are not those in this command"),
        "{said:?}"
    );
    let said = desk.say(&format!("replay {SCENARIO} --game 0 --german mine.rhai"));
    assert_eq!(said.code, Some(0), "{said:?}");
}

#[test]
fn players_of_your_own_are_refused_before_anything_is_written() {
    let desk = desk();
    desk.write("wrong.rhai", "fn decide(decision) {\n    decison\n}\n");
    desk.write("wrong.py", "print('{\"protocol\": 3}')\n");
    let said = desk.refused(&format!("run {SCENARIO} --german wrong.rhai --out run"));
    assert!(
        said.contains("wrong.rhai:2: Undefined variable: decison; did you mean `decision`?"),
        "{said}"
    );
    let said = desk.refused(&format!("run {SCENARIO} --allied-cmd no-such-program --out run"));
    assert!(said.contains("--allied-cmd \"no-such-program\": cannot be started"), "{said}");
    let said = desk.refused(&format!("run {SCENARIO} --german random --german-cmd x --out run"));
    assert!(said.contains("cannot be used with"), "{said}");
    let said = desk.refused("strategy validate wrong.rhai");
    assert!(said.contains("wrong.rhai:2"), "{said}");
    let said = desk.typed(&format!("run {SCENARIO} --german-cmd 'python3 wrong.py' --out run"));
    assert!(said.code == Some(2) && said.err.contains("speaks protocol 3; expected"), "{said:?}");
    assert!(!desk.path("run").exists());
}

#[test]
fn scripts_and_programs_are_shown_explained_and_entered_in_tournaments() {
    let desk = desk();
    let shown = desk.ok("strategy show bot.rhai");
    assert!(
        shown.starts_with("bot (mercury, german)\nTo the port") && shown.contains("a script: "),
        "{shown}"
    );
    let game = desk.ok(&format!("replay {SCENARIO} --game 0 --german bot.rhai"));
    let own = game.lines().find(|line| line.contains(" German ") && line.contains("[1 of "));
    let number = own.unwrap().split_whitespace().next().unwrap();
    let line = format!("strategy explain {SCENARIO} --decision {number} --german bot.rhai");
    assert!(desk.ok(&line).contains("bot keeps its reasons to itself"));
    let told: Value = serde_json::from_str(&desk.ok(&format!("{line} --json"))).unwrap();
    assert_eq!(told["grounds"], "own");
    let options = told["options"].as_array().unwrap();
    assert!(options.iter().all(|option| option["score"].is_null()));
    let features = |option: &Value| option["features"].as_array().unwrap().len();
    assert!(options.iter().any(|option| features(option) > 0));
    let said = desk.typed(&format!(
        "tournament {SCENARIO} --games 4 --german 'cmd:python3 bot.py' bot.rhai --allied kastelli-allied --out answer"
    ));
    assert_eq!(said.code, Some(0), "{said:?}");
    let told = warnings(&desk, "answer/tournament.json");
    for part in ["is a script, `bot.rhai`", "is an outside program, `python3 bot.py`"] {
        assert_eq!(told.iter().filter(|warning| warning.contains(part)).count(), 1, "{told:?}");
    }
    let said = desk.typed(&format!(
        "compare {SCENARIO} --games 4 --arm shipped --arm \"mine: --german-cmd 'python3 bot.py'\" --out arms"
    ));
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(warnings(&desk, "arms/compare.json").iter().any(|w| w.contains("outside program")));
}
