//! Shards and their merge, rules that stop a run, schedules, events.

use serde_json::Value;

use crate::desk::{Desk, SCENARIO, assert_same};

/// Random players: their games are short, so that several chunks are quickly played.
fn random() -> String {
    format!("run {SCENARIO} --german random --allied random --detail none")
}

#[test]
fn shards_merge_to_the_run_in_one_piece() {
    let desk = Desk::new();
    let run = format!("{} --games 2200", random());
    desk.ok(&format!("{run} --out whole"));
    for shard in 0..3 {
        let out = desk.ok(&format!("{run} --shard {shard}/3 --out big"));
        assert!(out.contains("dropzone merge big-shard-* --out big"), "{out}");
    }
    let merge = "merge big-shard-0-of-3 big-shard-1-of-3 big-shard-2-of-3 --out big";
    let missing = desk.refused("merge big-shard-0-of-3 big-shard-2-of-3 --out big");
    assert!(missing.contains("the games 1000 to 1999 are missing: shard 1/3"), "{missing}");
    desk.ok(merge);
    assert_same(&desk.run("whole"), &desk.run("big"));
    // Repeating the merge prints the existing result; a different merge never overwrites it.
    desk.ok(merge);
    assert_same(&desk.run("whole"), &desk.run("big"));
    std::fs::remove_file(desk.path("big/index.html")).unwrap();
    desk.ok(merge);
    assert_same(&desk.run("whole"), &desk.run("big"));
    let other = merge.replace("--out big", "--out another");
    desk.ok(&format!("run {SCENARIO} --german random --allied random --games 20 --out another"));
    assert!(desk.refused(&other).contains("another holds a finished run"));
    assert!(desk.refused("report big-shard-0-of-3").contains("merge"));

    // A task of an array job, set up by its variables; the first index of the array is shard 0.
    let mut task = desk.command(&format!("{run} --shard auto --out slurm"));
    for (name, value) in [("ID", "3"), ("MIN", "2"), ("MAX", "4"), ("COUNT", "3")] {
        task.env(format!("SLURM_ARRAY_TASK_{name}"), value);
    }
    task.assert().success();
    assert_same(&desk.run("slurm-shard-1-of-3"), &desk.run("big-shard-1-of-3"));
    // Resuming a finished shard does nothing.
    let again = desk.ok(&format!("{run} --shard 1/3 --out slurm --resume"));
    assert!(again.contains("shard 1/3 is complete: games 1000 to 1999"), "{again}");

    for (line, told) in [
        ("--shard 0/4 --out x", "expected at most 3 shards"),
        ("--shard 3/3 --out x", "K from 0"),
        ("--shard auto --out x", "no array job"),
        ("--shard 0/3 --until-gates g.toml", "cannot be used with"),
    ] {
        let said = desk.refused(&format!("{run} {line}"));
        assert!(said.contains(told), "{line}: {said}");
    }
}

const RULE: &str = "half_width(win_rate(german)) <= 0.04";

#[test]
fn a_rule_stops_a_run_and_says_which_interval_is_good() {
    let desk = Desk::new();
    let line = format!("{} --games 9000", random());
    let with_rule = |more: &str| {
        let mut command = desk.command(&format!("{line} {more}"));
        let output = command.args(["--until", RULE]).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, plan) = with_rule("--out one --dry-run");
    assert_eq!(code, Some(0));
    for told in ["games      9000, 0 to 8999", "chunks     9 of 1000", RULE, "order of their index"]
    {
        assert!(plan.contains(told), "{told}: {plan}");
    }
    assert!(!desk.path("one").exists());

    let (code, out) = with_rule("--out one --events one.jsonl");
    assert_eq!(code, Some(0), "{out}");
    assert!(
        out.contains("stopped by its rule after ") && out.contains(" of at most 9000 games"),
        "{out}"
    );
    assert!(out.contains("95% confidence sequence"), "{out}");
    assert!(out.contains("Wilson intervals shown are not valid"), "{out}");
    assert!(desk.read("one/summary.md").contains("was stopped by its rule"));
    // The same once more, and a finished run is not played again.
    let (_, other) = with_rule("--out two --threads 2");
    assert_eq!(other.replace("two/", "one/"), out);
    assert_same(&desk.run("one"), &desk.run("two"));
    let (code, resumed) = with_rule("--out two --resume");
    assert_eq!((code, resumed), (Some(0), other));
    assert_same(&desk.run("one"), &desk.run("two"));

    let events = desk.read("one.jsonl");
    let events: Vec<Value> =
        events.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |kind: &str| events.iter().filter(|event| event["event"] == kind).collect::<Vec<_>>();
    let games = of("game").len() as u64;
    assert!(games.is_multiple_of(1000) && (1000..9000).contains(&games), "{games}");
    assert_eq!(events[0]["event"], "start");
    assert_eq!(of("chunk").len() as u64, games / 1000);
    let met: Vec<bool> = of("look").iter().map(|look| look["met"].as_bool().unwrap()).collect();
    assert!(met.iter().rev().skip(1).all(|met| !met) && met.last() == Some(&true), "{met:?}");
    let end = events.last().unwrap();
    assert_eq!((end["reason"].as_str(), end["games"].as_u64()), (Some("rule"), Some(games)));
}

#[test]
fn gates_stop_a_run_when_all_are_decided() {
    let desk = Desk::new();
    desk.write("gates.toml", "[gates]\nfinished = \"rate(cut_off) <= 0.5\"\n");
    let out = desk.ok(&format!("{} --games 5000 --until-gates gates.toml --out run", random()));
    assert!(out.contains("stopped by its rule after 1000 of at most 5000 games"), "{out}");
    assert!(out.contains("PASS: 1 pass, 1,000 games"), "{out}");
    assert!(desk.ok("check run --gates gates.toml").contains("PASS: 1 pass, 1,000 games"));
    // The gates are part of the request: with different gates it is a different run.
    desk.write("gates.toml", "[gates]\nfinished = \"rate(cut_off) <= 0.4\"\n");
    let again = format!("{} --games 5000 --until-gates gates.toml --out run --resume", random());
    assert!(desk.refused(&again).contains("until is"));
}

#[test]
fn a_run_whose_time_is_up_is_judged_by_what_it_has_and_goes_on() {
    let desk = Desk::new();
    let line = format!("run {SCENARIO} --games 500000 --threads 1 --out run --events -");
    let said = desk.say(&format!("{line} --max-time 3s"));
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(said.err.contains("--max-time 3s --events - --out run --resume"), "{said:?}");
    let last: Value = serde_json::from_str(said.out.lines().last().unwrap()).unwrap();
    assert_eq!((last["event"].as_str(), last["reason"].as_str()), (Some("end"), Some("stopped")));
    let kept = last["games"].as_u64().unwrap();
    desk.write("gates.toml", "[gates]\nfinished = \"rate(cut_off) <= 0.5\"\n");
    let said = desk.say("check run --gates gates.toml");
    assert!(said.out.contains(&format!("{kept} of its 500000 games are judged")), "{said:?}");
}

/// If events cannot be written, that is reported before a game is played, and before the folder is created.
#[test]
fn a_place_for_events_is_tried_before_the_first_game() {
    let desk = Desk::new();
    let line = format!("{} --games 20 --out run", random());
    let said = desk.refused(&format!("{line} --events nowhere/events.jsonl"));
    assert!(said.contains("nowhere/events.jsonl"), "{said}");
    assert!(!desk.path("run").exists());
    if cfg!(target_os = "linux") {
        let said = desk.refused(&format!("{line} --events /dev/full"));
        assert!(said.contains("cannot write the events to /dev/full"), "{said}");
        assert!(!desk.path("run").exists());
    }
    // When the folder is refused, the existing events file is left alone.
    desk.write("events.jsonl", "mine");
    desk.ok(&line);
    desk.refused(&format!("{line} --events events.jsonl"));
    assert_eq!(desk.read("events.jsonl"), "mine");
}

/// If the disk is full after a few thousand games, the run stops, reports it, and can be resumed when there is room.
#[cfg(unix)]
#[test]
fn events_that_are_lost_while_playing_stop_the_run() {
    let desk = Desk::new();
    let run = format!("{} --games 60000 --out run", random());
    let program = assert_cmd::cargo::cargo_bin("dropzone");
    // No file may be longer than a few hundred kilobytes: writing on is an error.
    let limited = format!(
        "trap '' XFSZ; ulimit -f 500; exec {} {run} --events events.jsonl",
        program.display()
    );
    let output = std::process::Command::new("sh")
        .args(["-c", &limited])
        .current_dir(desk.path(""))
        .env("DROPZONE_HOME", desk.path(""))
        .output()
        .unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains("cannot write the events to events.jsonl"), "{err}");
    assert!(err.contains("--events events.jsonl --out run --resume"), "{err}");
    assert!(desk.path("run/parts/00000").is_dir() && !desk.path("run/index.html").exists());
}
