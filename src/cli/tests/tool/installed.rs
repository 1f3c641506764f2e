//! The program alone, in a folder where there is nothing else of the project.

use std::fs;
use std::path::PathBuf;
use std::process::Output;

use crate::desk::{Desk, SCENARIO, assert_same};

struct Alone {
    folder: tempfile::TempDir,
}

impl Alone {
    fn new() -> Alone {
        let alone = Alone { folder: tempfile::tempdir().unwrap() };
        fs::copy(assert_cmd::cargo::cargo_bin("dropzone"), alone.path("dropzone")).unwrap();
        alone
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn say(&self, place: &str, line: &str) -> Output {
        let mut command = std::process::Command::new(self.path("dropzone"));
        command.current_dir(self.path(place)).env_remove("DROPZONE_HOME");
        command.args(line.split_whitespace()).output().unwrap()
    }

    fn ok(&self, place: &str, line: &str) -> (String, String) {
        let Output { status, stdout, stderr } = self.say(place, line);
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let (out, err) = (text(stdout), text(stderr));
        assert!(status.success(), "{line}: {out} {err}");
        (out, err)
    }

    fn refused(&self, place: &str, line: &str) -> String {
        let output = self.say(place, line);
        assert_eq!(output.status.code(), Some(2), "{line}: {output:?}");
        String::from_utf8(output.stderr).unwrap()
    }
}

#[test]
fn the_program_alone_plays_the_same_games_to_the_same_bytes() {
    let (alone, desk) = (Alone::new(), Desk::new());
    let (_, said) = alone.ok("", &format!("run {SCENARIO} --games 30 --seed 5 --out run"));
    assert!(said.contains("data: those in the program; `dropzone init FOLDER`"), "{said}");
    desk.ok(&format!("run {SCENARIO} --games 30 --seed 5 --out run"));
    fs::rename(alone.path("run"), desk.path("alone")).unwrap();
    assert_same(&desk.run("alone"), &desk.run("run"));
}

#[test]
fn the_program_alone_has_every_scenario_strategy_and_plan() {
    let (alone, desk) = (Alone::new(), Desk::new());
    for line in [
        "scenario validate mercury/kastelli mercury/descent",
        "strategy show mercury/descent-german",
        "plans mercury/snafu --list",
        "rules mercury",
        "odds mercury",
    ] {
        assert_eq!(alone.ok("", line).0, desk.ok(line), "{line}");
    }
    let said = alone.refused("", "run mercury/kastelly");
    assert!(said.contains("mercury/kastelli"), "{said}");
    let said = alone.refused("", "run mercury/kastelli --german kastelli-germen");
    assert!(said.contains("kastelli-german"), "{said}");
}

#[test]
fn what_init_writes_is_edited_and_wins_over_what_is_in_the_program() {
    let alone = Alone::new();
    let (said, _) = alone.ok("", "init my-games");
    assert!(said.contains("cd my-games") && said.contains("dropzone run"), "{said}");
    let left: Vec<_> = fs::read_dir(alone.path("my-games")).unwrap().flatten().collect();
    assert_eq!(left.len(), 2, "{left:?}");
    let line = "scenario show mercury/kastelli";
    let (before, said) = alone.ok("my-games", line);
    assert!(said.contains("my-games") && !said.contains("in the program"), "{said}");
    assert_eq!(alone.ok("", line).0, before);
    let file = alone.path("my-games/scenarios/mercury/kastelli.toml");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("title = \"Storming the Kastelli\""));
    fs::write(&file, text.replace("Storming the Kastelli", "My Kastelli")).unwrap();
    assert!(alone.ok("my-games", line).0.contains("My Kastelli"));
    assert!(!alone.ok("", line).0.contains("My Kastelli"));
}

#[test]
fn init_writes_over_nothing_and_leaves_nothing_half_written() {
    let alone = Alone::new();
    fs::create_dir(alone.path("strategies")).unwrap();
    fs::write(alone.path("strategies/mine.toml"), "x").unwrap();
    let said = alone.refused("", "init .");
    assert!(said.contains("has `strategies` already"), "{said}");
    assert!(!alone.path("scenarios").exists() && !alone.path(".dropzone-init").exists());
    // What a killed command left is cleared away.
    fs::create_dir_all(alone.path("new/.dropzone-init/scenarios")).unwrap();
    fs::write(alone.path("new/.dropzone-init/scenarios/half.toml"), "x").unwrap();
    alone.ok("", "init new");
    assert!(!alone.path("new/.dropzone-init").exists());
    assert!(!alone.path("new/scenarios/half.toml").exists());
    assert!(alone.path("new/strategies/mercury").is_dir());
}

#[test]
fn data_in_the_program_are_not_written() {
    let alone = Alone::new();
    for line in [
        "strategy fit mercury/kastelli --games 40",
        "tournament mercury/kastelli --doctrines --keep --games 2",
    ] {
        let said = alone.refused("", line);
        assert!(said.contains("dropzone init FOLDER"), "{line}: {said}");
    }
}

#[test]
fn the_program_without_a_command_names_commands_that_work() {
    let alone = Alone::new();
    let (said, _) = alone.ok("", "");
    assert!(said.contains("The scenarios are in the program; `dropzone init FOLDER`"), "{said}");
    let lines: Vec<&str> =
        said.lines().filter_map(|line| line.strip_prefix("  dropzone ")).collect();
    assert!(lines.len() > 5, "{said}");
    for line in lines {
        let (out, _) = alone.ok("", &line.replace("--games 1000", "--games 3"));
        assert!(!out.is_empty(), "{line}");
    }
    // In a folder with data of its own, those are named.
    alone.ok("", "init my-games");
    assert!(alone.ok("my-games", "").0.contains("The scenarios are those of "));
}

#[test]
fn there_is_a_manual_page_for_every_command_and_those_below_it() {
    let alone = Alone::new();
    let (help, _) = alone.ok("", "--help");
    let list = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
    let listed = list.unwrap().lines().filter_map(|line| line.split_whitespace().next());
    let commands: Vec<&str> = listed.filter(|&command| command != "help").collect();
    assert!(commands.len() > 20, "{help}");
    alone.ok("", "manual man/pages");
    let page = |name: &str| fs::read_to_string(alone.path(&format!("man/pages/{name}.1"))).unwrap();
    for command in commands {
        assert!(page(&format!("dropzone-{command}")).contains(".SH SYNOPSIS"), "{command}");
    }
    assert!(page("dropzone-strategy-tune").contains("\\-\\-holdout"));
    assert!(page("dropzone").contains("dropzone\\-run"), "{}", page("dropzone"));
    fs::write(alone.path("file"), "").unwrap();
    assert!(alone.refused("", "manual file").contains("cannot make the folder file"));
}
