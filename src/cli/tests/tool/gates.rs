//! Gates: verdicts, files, exit codes.

use crate::desk::{Desk, SCENARIO};

/// A run whose Germans play at random: however the rules change, they do not win half of the games by luck.
fn desk_with_run() -> Desk {
    let desk = Desk::new();
    desk.ok(&format!("run {SCENARIO} --games 60 --german random --out run"));
    desk
}

const PASSES: &str =
    "[gates]\nended = \"rate(cut_off) <= 0.2\"\nlength = \"median(end_turn) >= 1\"\n";
const FAILS: &str =
    "[gates]\nmany = \"win_rate(german) >= 95%\"\nended = \"rate(cut_off) <= 0.2\"\n";
const OPEN: &str = "[gates]\nnarrow = \"median(decisions) <= 1\"\nopen = \"rate(draw) <= 0.001\"\n";

#[test]
fn three_verdicts_have_three_exit_codes() {
    let desk = desk_with_run();
    for (text, code, word) in [(PASSES, 0, "PASS"), (FAILS, 1, "FAIL"), (OPEN, 1, "FAIL")] {
        desk.write("gates.toml", text);
        let said = desk.say("check run --gates gates.toml");
        assert_eq!(said.code, Some(code), "{said:?}");
        assert!(said.out.contains(&format!("\n{word}: ")), "{said:?}");
    }
    let undecided = "[gates]\nopen = \"rate(draw) <= 0.001\"\n";
    for (policy, code) in [("undecided", 3), ("fail", 1), ("pass", 0)] {
        desk.write("gates.toml", format!("undecided = \"{policy}\"\n{undecided}"));
        let said = desk.say("check run --gates gates.toml");
        assert_eq!(said.code, Some(code), "{said:?}");
        assert!(said.out.contains("more games would decide"), "{said:?}");
    }
}

#[test]
fn report_files_are_there_when_a_gate_fails() {
    let desk = desk_with_run();
    desk.write("gates.toml", FAILS);
    let line = "check run --gates gates.toml --format github --json out/gates.json \
                --markdown out/gates.md --junit out/gates.xml --html out/gates.html";
    let said = desk.say(line);
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.out.starts_with("::error file=gates.toml,line=2,title=gate many::"), "{said:?}");
    let json: serde_json::Value = serde_json::from_str(&desk.read("out/gates.json")).unwrap();
    assert_eq!(json["verdict"], "fail");
    assert_eq!(json["gates"][0]["verdict"], "fail");
    assert_eq!(json["gates"][1]["verdict"], "pass");
    assert_eq!(json["games"], 60);
    assert!(desk.read("out/gates.md").starts_with("## ❌ FAIL: 1 pass, 1 fail, 60 games\n"));
    let page = desk.read("out/gates.html");
    assert!(page.contains("FAIL: 1 pass, 1 fail, 60 games."), "{page}");
    assert!(page.contains("dropzone check run --gates gates.toml"), "{page}");
    assert!(desk.read("out/gates.xml").contains(r#"failures="1""#));
    // Each format on standard output too.
    for (format, begins) in
        [("json", "{\n"), ("markdown", "## "), ("junit", "<?xml"), ("azure", "##vso[")]
    {
        let said = desk.say(&format!("check run --gates gates.toml --format {format}"));
        assert!(said.out.starts_with(begins), "{format}: {said:?}");
    }
}

#[test]
fn a_run_passes_a_narrow_band_around_itself() {
    let desk = desk_with_run();
    desk.write(
        "gates.toml",
        "baseline = \"run\"\n[gates]\nsame = \"win_rate(german) within baseline +- 0.2\"\n\
         loss = \"mean(german_steps_lost) within baseline +- 2\"\n",
    );
    let out = desk.ok("check run --gates gates.toml");
    assert!(out.contains("difference 0.00 "), "{out}");
    desk.ok(&format!("run {SCENARIO} --games 40 --seed 9 --german random --out other"));
    let other = desk.say("check run --gates gates.toml --baseline other");
    assert!(other.out.contains("the baseline was played with seed 9"), "{other:?}");
    assert!(other.out.contains("the difference is that of the first 40"), "{other:?}");
}

#[test]
fn bad_gates_are_refused_with_every_fault() {
    let desk = desk_with_run();
    desk.write(
        "gates.toml",
        "[gates]\na = \"win_rat(german) <= 0.1\"\nb = \"mean(end_trun) <= 4\"\n",
    );
    let said = desk.refused("check run --gates gates.toml --junit out/gates.xml");
    for told in [
        "gates.toml:2: a: ",
        "did you mean `win_rate`?",
        "gates.toml:3: b: ",
        "did you mean `end_turn`?",
    ] {
        assert!(said.contains(told), "{told}: {said}");
    }
    assert!(desk.refused("check run --gates none.toml").contains("none.toml"));
    assert!(desk.refused("check nowhere --gates gates.toml").contains("nowhere"));
    desk.write("gates.toml", "[gates]\na = \"rate(draw) <= baseline\"\n");
    assert!(desk.refused("check run --gates gates.toml").contains("baseline = "));
    assert!(desk.refused("check run --gates gates.toml --baseline gone").contains("gone"));
}
