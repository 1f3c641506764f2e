//! Runs: the same bytes whatever the threads do, and however they were stopped.

use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::desk::{Desk, SCENARIO, assert_same};

/// More than one chunk, so that a run can be stopped between two.
const GAMES: &str = "--games 1400 --seed 5";

#[test]
fn threads_repetition_and_a_kill_leave_the_same_bytes() {
    let desk = Desk::new();
    let answer = desk.ok(&format!("run {SCENARIO} {GAMES} --threads 1 --out one"));
    let one = desk.run("one");
    for file in [
        "about.json",
        "drops.parquet",
        "games.parquet",
        "index.html",
        "run.toml",
        "summary.json",
        "summary.md",
        "turns.parquet",
        "units.parquet",
    ] {
        assert!(one.iter().any(|(name, _)| name.ends_with(file)), "no {file}");
    }
    assert!(one.iter().any(|(name, _)| name.starts_with("charts")));

    desk.ok(&format!("run {SCENARIO} {GAMES} --threads 2 --out two"));
    assert_same(&one, &desk.run("two"));

    // Killed as soon as the first chunk is on disk, with hundreds of games still to play.
    let mut child = start(&desk, &format!("run {SCENARIO} {GAMES} --threads 1 --out killed"));
    wait_for_first_chunk(&desk, "killed");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!desk.path("killed/index.html").exists(), "the run ended before it was killed");
    let said = desk.say(&format!("run {SCENARIO} {GAMES} --out killed"));
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.err.contains("--resume"), "{said:?}");
    let resumed = desk.ok(&format!("run {SCENARIO} {GAMES} --threads 2 --out killed --resume"));
    assert_same(&one, &desk.run("killed"));
    assert_eq!(resumed, answer.replace("one/", "killed/"));

    // The command in the report makes the same run.
    let again = answer.lines().find_map(|line| line.strip_prefix("again:  dropzone ")).unwrap();
    desk.ok(&format!("{again} --out again"));
    assert_same(&one, &desk.run("again"));

    // A report is built from the tables alone.
    std::fs::remove_file(desk.path("two/index.html")).unwrap();
    std::fs::remove_file(desk.path("two/summary.json")).unwrap();
    desk.ok("report two");
    assert_same(&one, &desk.run("two"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_line_that_resumes() {
    let desk = Desk::new();
    let child = start(&desk, &format!("run {SCENARIO} --games 100000 --out stopped --threads 1"));
    wait_for_first_chunk(&desk, "stopped");
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{err}");
    assert!(output.stdout.is_empty());
    let line = err.lines().last().unwrap().trim();
    assert!(
        line.starts_with(&format!("dropzone run {SCENARIO} --games 100000 --seed 0 --german ")),
        "{err}"
    );
    assert!(line.ends_with("--threads 1 --out stopped --resume"), "{err}");
}

#[test]
fn another_program_is_told_how_the_games_get_on() {
    let desk = Desk::new();
    let said = desk.say(&format!("run {SCENARIO} --games 30 --json-progress --out told"));
    assert_eq!(said.code, Some(0), "{said:?}");
    let line = said.err.lines().rfind(|line| line.starts_with('{')).unwrap();
    let told: serde_json::Value = serde_json::from_str(line).unwrap();
    assert_eq!((&told["games"], &told["of"]), (&30.into(), &30.into()), "{line}");
    let (low, high) = (told["low"].as_f64().unwrap(), told["high"].as_f64().unwrap());
    let wins = told["german_wins"].as_f64().unwrap();
    assert!(0.0 <= low && low <= wins && wins <= high && low < high && high <= 1.0, "{line}");
    // A log of 30 games ends before its first minute.
    let said = desk.say(&format!("run {SCENARIO} --games 30 --out quiet"));
    assert!(!said.err.contains("games"), "{said:?}");
}

/// `script` gives the program a terminal.
#[cfg(target_os = "linux")]
#[test]
fn on_a_terminal_a_bar_tells_rate_time_left_and_who_is_ahead() {
    let desk = Desk::new();
    let program = assert_cmd::cargo::cargo_bin("dropzone");
    let line = format!("{} run {SCENARIO} --games 2000 --out shown", program.display());
    let output = Command::new("script")
        .args(["--quiet", "--return", "--command", &line, "/dev/null"])
        .current_dir(desk.path(""))
        .env("DROPZONE_HOME", desk.path(""))
        .env("TERM", "xterm")
        .output()
        .expect("`script` of util-linux");
    assert!(output.status.success(), "{output:?}");
    let shown = String::from_utf8_lossy(&output.stdout);
    let bar = shown.split('\r').rfind(|bar| bar.contains("German wins")).unwrap_or_default();
    for words in ["/2,000 games", "/s", " left", "German wins ", "%)"] {
        assert!(bar.contains(words), "{words:?} in {bar:?}");
    }
}

fn start(desk: &Desk, line: &str) -> std::process::Child {
    Command::new(assert_cmd::cargo::cargo_bin("dropzone"))
        .args(line.split_whitespace())
        .current_dir(desk.path(""))
        .env("DROPZONE_HOME", desk.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn wait_for_first_chunk(desk: &Desk, folder: &str) {
    for _ in 0..60_000 {
        if desk.path(folder).join("parts/00000").is_dir() {
            return;
        }
        sleep(Duration::from_millis(2));
    }
    panic!("no chunk in two minutes");
}

/// Two runs started at the same time in one folder: one gets it, the other is refused, whatever their timing.
#[test]
fn of_two_runs_at_once_one_is_refused() {
    let desk = Desk::new();
    let line = format!("run {SCENARIO} --german random --allied random --detail none --games 1100");
    for round in 0..8 {
        let out = format!("both-{round}");
        let seeds = [format!("{round}"), format!("9{round}")];
        let both: Vec<_> = seeds
            .iter()
            .map(|seed| start(&desk, &format!("{line} --seed {seed} --out {out}")))
            .collect();
        let ends: Vec<_> =
            both.into_iter().map(|child| child.wait_with_output().unwrap()).collect();
        let codes: Vec<_> = ends.iter().map(|end| end.status.code()).collect();
        let winner = codes.iter().position(|&code| code == Some(0)).expect("one run ends well");
        let refused = &ends[1 - winner];
        let said = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{said}");
        assert!(said.contains(&out) && said.contains("--out"), "{said}");
        assert!(
            desk.read(&format!("{out}/run.toml")).contains(&format!("seed = {}\n", seeds[winner]))
        );
        assert!(desk.ok(&format!("verify {out} --games 1100")).contains("1100 games replayed"));
        assert!(!desk.path(&format!("{out}/lock")).exists());
    }
    // Two processes that resume the same run.
    let mut child = start(&desk, &format!("run {SCENARIO} {GAMES} --threads 1 --out killed"));
    wait_for_first_chunk(&desk, "killed");
    child.kill().unwrap();
    child.wait().unwrap();
    let resume = format!("run {SCENARIO} {GAMES} --threads 1 --out killed --resume");
    let both = [start(&desk, &resume), start(&desk, &resume)];
    let ends = both.map(|child| child.wait_with_output().unwrap());
    let good = ends.iter().filter(|end| end.status.success()).count();
    // The second may start after the first has ended, and then finds nothing to do.
    assert!(good >= 1, "{ends:?}");
    for end in ends.iter().filter(|end| !end.status.success()) {
        let said = String::from_utf8_lossy(&end.stderr);
        assert!(said.contains("another command is at work in killed"), "{said}");
    }
    desk.ok("verify killed --games 20");
}

/// A chunk that is truncated on disk is set aside, reported, and played again.
#[test]
fn a_damaged_chunk_is_set_aside_and_played_again() {
    let desk = Desk::new();
    let line = format!("run {SCENARIO} --german random --allied random --games 3300 --threads 1");
    desk.ok(&format!("{line} --out whole"));
    let mut child = start(&desk, &format!("{line} --out run"));
    wait_for_first_chunk(&desk, "run");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!desk.path("run/index.html").exists(), "the run ended before it was killed");
    let table = std::fs::read(desk.path("run/parts/00000/turns.parquet")).unwrap();
    desk.write("run/parts/00000/turns.parquet", &table[..table.len() / 2]);
    let said = desk.say(&format!("{line} --out run --resume"));
    assert_eq!(said.code, Some(0), "{said:?}");
    for told in ["parts/00000 was set aside", "turns.parquet", "are played again"] {
        assert!(said.err.contains(told), "{told}: {said:?}");
    }
    let mut run = desk.run("run");
    assert!(run.iter().any(|(name, _)| name.starts_with("set-aside/00000")));
    run.retain(|(name, _)| !name.starts_with("set-aside"));
    assert_same(&desk.run("whole"), &run);
}

#[test]
fn a_run_can_be_verified_and_a_false_one_is_found_out() {
    let desk = Desk::new();
    desk.ok(&format!("run {SCENARIO} --games 40 --german random --allied first --out run"));
    assert!(desk.ok("verify run").contains("25 games replayed"));
    assert!(desk.ok("verify run --games 500").contains("40 games replayed"));
    // Games from another seed are not the games of this table.
    desk.edit("run/run.toml", "\nseed = 0\n", "\nseed = 1\n");
    let said = desk.say("verify run");
    assert_eq!(said.code, Some(1), "{said:?}");
    assert_eq!(said.out.lines().count(), 25, "{said:?}");
    assert!(said.out.starts_with("game "), "{said:?}");
    // Another build is reported, and its games are compared with those of this one.
    desk.edit("run/run.toml", "\nseed = 1\n", "\nseed = 0\n");
    let now = desk.read("run/run.toml");
    let code = now.lines().find_map(|line| line.strip_prefix("rules = \"mercury 2 ")).unwrap();
    let code = code.trim_end_matches('"');
    assert_eq!(code.len(), 16, "{code}");
    desk.edit("run/run.toml", code, "0123456789abcdef");
    let said = desk.say("verify run");
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.err.contains("another build of these rules played the run"), "{said:?}");
    let resume =
        format!("run {SCENARIO} --games 40 --german random --allied first --out run --resume");
    let said = desk.refused(&resume);
    assert!(said.contains("the code of the rules is mercury 2 0123456789abcdef there"), "{said}");
    desk.write("run/run.toml", &now);
    desk.edit("run/run.toml", "\nseed = 0\n", "\nseed = 1\n");
    // A changed strategy is named as the cause, and nothing is compared.
    desk.edit("run/run.toml", "\nseed = 1\n", "\nseed = 0\n");
    desk.edit("scenarios/mercury/kastelli.toml", "points = 6", "points = 7");
    let said = desk.refused("verify run");
    assert!(said.contains("changed since it was played: scenario"), "{said}");
}

#[test]
fn other_seeds_sets_and_strategies_play_other_games() {
    let desk = Desk::new();
    let games = |more: &str, out: &str| {
        desk.ok(&format!(
            "run {SCENARIO} --games 30 --german random --allied random {more} --out {out}"
        ));
        std::fs::read(desk.path(out).join("games.parquet")).unwrap()
    };
    let plain = games("", "plain");
    assert_eq!(plain, games("--seed 0", "same"));
    assert_ne!(plain, games("--seed 1", "seed"));
    assert_ne!(plain, games("--set rulings.activation_cost=all_free", "set"));
    assert!(desk.read("set/run.toml").contains("rulings.activation_cost=all_free"));
    // Detailed rows are kept only for the requested games; the rows of `games.parquet` are kept for all.
    desk.ok(&format!(
        "run {SCENARIO} --games 30 --german random --allied random --detail first=2 --out few"
    ));
    assert!(desk.read("few/run.toml").contains("detail = \"first=2\""));
    let size = |run: &str| std::fs::metadata(desk.path(run).join("units.parquet")).unwrap().len();
    assert!(size("few") < size("plain"));
}

#[test]
fn mistakes_are_counted_on_demand() {
    let desk = Desk::new();
    desk.ok(&format!(
        "run {SCENARIO} --games 20 --german random --allied random --review --out run"
    ));
    let summary: serde_json::Value = serde_json::from_str(&desk.read("run/summary.json")).unwrap();
    let mistakes = summary["mistakes"].as_object().unwrap();
    assert!(!mistakes.is_empty());
    assert!(mistakes.values().any(|count| count["german"]["value"].as_f64().unwrap() > 0.0));
}
