//! Runs found again, and measures over many of them.

use crate::desk::{Desk, SCENARIO};

const GATES: &str = "[gates]\nheld = \"win_rate(allied) >= 0.5\"\nshort = \"mean(end_turn) <= 5\"\nmedian = \"median(end_turn) <= 5\"\n";

#[test]
fn runs_and_studies_are_found_with_question_answer_and_whether_they_are_current() {
    let desk = Desk::new();
    desk.ok(&format!("run {SCENARIO} --games 20 --out reports/first"));
    desk.ok(&format!("run {SCENARIO} --games 20 --german random --out reports/second"));
    desk.ok(&format!(
        "compare {SCENARIO} --games 20 --arm a:--german=random --arm b:--german=first --out reports/which"
    ));
    let said = desk.ok("runs reports");
    assert!(
        said.contains("2 runs and 1 study or shard; 3 of 3 would play the same games today"),
        "{said}"
    );
    for words in ["first  ", "second  ", "which  ", "compare", "current", "Allies win"] {
        assert!(said.contains(words), "{words} in {said}");
    }
    let page = desk.read("reports/index.html");
    for words in
        ["href=\"first&#x2f;index.html\"", "href=\"which&#x2f;index.html\"", "--german random"]
    {
        assert!(page.contains(words), "{words}");
    }
    let table = desk.read("reports/runs.csv");
    assert_eq!(table.lines().count(), 4, "{table}");

    // A changed scenario: what was played is no longer what would be played.
    desk.edit("scenarios/mercury/kastelli.toml", "points = 6", "points = 7");
    let said = desk.ok("runs reports --list");
    assert!(said.contains("changed: scenario"), "{said}");
    // Nothing was written, and the list may be made again over its own page.
    assert_eq!(desk.read("reports/index.html"), page);
    desk.ok("runs reports");
    assert_ne!(desk.read("reports/index.html"), page);
}

#[test]
fn a_list_is_not_written_over_anything_else() {
    let desk = Desk::new();
    desk.ok(&format!("run {SCENARIO} --games 5 --out reports/first"));
    assert!(desk.refused("runs reports/first").contains("one run or study"));
    desk.write("reports/index.html", "my own page");
    assert!(desk.refused("runs reports").contains("was not written by `dropzone runs`"));
    assert!(desk.ok("runs reports --list").contains("first"));
    assert!(desk.refused("runs nowhere").contains("no such folder"));
}

#[test]
fn a_damaged_folder_is_named_and_the_others_listed() {
    let desk = Desk::new();
    desk.ok(&format!("run {SCENARIO} --games 5 --out reports/first"));
    std::fs::create_dir_all(desk.path("reports/broken")).unwrap();
    desk.write("reports/broken/run.toml", "games = \"many\"");
    let said = desk.say("runs reports");
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.out.contains("1 folder cannot be read"), "{said:?}");
    assert!(said.err.contains("warning: broken: "), "{said:?}");
}

#[test]
fn a_history_of_checks_shows_where_a_measure_moved() {
    let desk = Desk::new();
    desk.write("gates.toml", GATES);
    for (name, german) in
        [("one", "kastelli-german"), ("two", "kastelli-german"), ("three", "random")]
    {
        desk.ok(&format!(
            "run {SCENARIO} --games 60 --seed {} --german {german} --out {name}",
            name.len()
        ));
        desk.say(&format!(
            "check {name} --gates gates.toml --history history.jsonl --label build-{name}"
        ));
    }
    let history = desk.read("history.jsonl");
    assert_eq!(history.lines().count(), 3);
    let line: serde_json::Value = serde_json::from_str(history.lines().next().unwrap()).unwrap();
    assert_eq!(line["name"], "build-one");
    // Shares and means; a median cannot be told apart without its games.
    assert_eq!(line["readings"].as_array().unwrap().len(), 2);
    let said = desk.ok("trend history.jsonl --out answer");
    assert!(said.contains("win_rate(allied)") && said.contains("build-three"), "{said}");
    let numbers: serde_json::Value = serde_json::from_str(&desk.read("answer/trend.json")).unwrap();
    assert_eq!(numbers["lines"][0]["points"].as_array().unwrap().len(), 3);
    assert!(desk.read("answer/index.html").contains("build-two"));

    // The same of folders, with a measure of one's own.
    let said = desk.ok("trend one two three --measure mean(german_steps_lost) --out steps");
    assert!(said.contains("mean(german_steps_lost)") && said.contains("\n  three"), "{said}");
    let wrong = desk.refused("trend one --measure mean(german_stps_lost) --out wrong");
    assert!(wrong.contains("german_steps_lost"), "{wrong}");
    assert!(
        desk.refused("trend one --measure median(margin) --out wrong")
            .contains("no share and no mean")
    );
    assert!(desk.refused("trend nowhere --out wrong").contains("no such folder of a run"));
}
