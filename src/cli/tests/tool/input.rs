//! Bad input: a clear complaint, exit code 2, nothing left behind.

use crate::desk::{Desk, FILE, SCENARIO};

fn complaint(spoil: impl FnOnce(&Desk)) -> String {
    let desk = Desk::new();
    spoil(&desk);
    desk.refused(&format!("run {SCENARIO} --games 5 --out run"))
}

fn holds(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "no {word:?} in {text}");
    }
}

#[test]
fn an_unknown_scenario() {
    let said = Desk::new().refused("run mercury/kasteli --out run");
    holds(&said, &["mercury/kasteli", "did you mean `mercury/kastelli`?"]);
}

#[test]
fn a_unit_off_the_map() {
    let said = complaint(|desk| desk.edit(FILE, "hexes = [\"15.06\"]", "hexes = [\"99.99\"]"));
    holds(&said, &["scenarios/mercury/kastelli.toml:", "99.99"]);
}

#[test]
fn a_hex_of_another_sheet() {
    let said = complaint(|desk| desk.edit(FILE, "hexes = [\"15.06\"]", "hexes = [\"64.21\"]"));
    holds(&said, &["scenarios/mercury/kastelli.toml:", "64.21", "kastelli"]);
}

#[test]
fn two_units_with_one_id() {
    let said = complaint(|desk| {
        let counters = desk.read("scenarios/mercury/counters.csv");
        let row = counters.lines().find(|line| line.starts_with("gebpi95-1,")).unwrap();
        desk.write("scenarios/mercury/counters.csv", format!("{}\n{row}\n", counters.trim_end()));
    });
    holds(&said, &["scenarios/mercury/counters.csv:", "gebpi95-1"]);
}

#[test]
fn an_unknown_feature_and_a_weight_of_the_wrong_type() {
    let said = complaint(|desk| {
        desk.write(
            "strategies/mercury/kastelli-german.toml",
            "side = \"german\"\n[weights]\nno-such-thing = 3\n\n[[stage]]\nfrom_turn = 2\nweights = { also-not = \"much\" }\n",
        );
    });
    holds(
        &said,
        &[
            "strategies/mercury/kastelli-german.toml:3: weights.no-such-thing: unknown feature `no-such-thing`",
            "strategies/mercury/kastelli-german.toml:7: stage.weights.also-not: wrong type: words; expected a whole number",
        ],
    );
}

#[test]
fn strategies_that_extend_each_other() {
    let said = complaint(|desk| {
        desk.write("strategies/mercury/kastelli-german.toml", "extends = \"other\"\n");
        desk.write("strategies/mercury/other.toml", "extends = \"kastelli-german\"\n");
    });
    holds(&said, &["kastelli-german → other → kastelli-german"]);
}

#[test]
fn faults_of_several_files_at_once() {
    let said = complaint(|desk| {
        desk.edit(FILE, "title =", "titel =");
        desk.write("strategies/mercury/kastelli-allied.toml", "[weights]\nnothing-like-it = 1\n");
    });
    holds(&said, &["kastelli.toml:", "`titel`", "did you mean `title`?", "kastelli-allied.toml:2"]);
}

#[test]
fn noise_and_a_file_too_long() {
    let said = complaint(|desk| desk.write(FILE, vec![b'x'; 50 << 20]));
    holds(&said, &["the file has 50 MB", "at most 16 MB"]);
    let said = complaint(|desk| desk.write(FILE, [0xff, 0xfe, 0, 1, 2, 3]));
    holds(&said, &["is not text"]);
}

#[test]
fn no_games_at_all() {
    let said = Desk::new().refused(&format!("run {SCENARIO} --games 0 --out run"));
    holds(&said, &["--games", "1.."]);
}

#[test]
fn a_folder_that_cannot_be_written() {
    let desk = Desk::new();
    desk.write("file", "");
    let said = desk.refused(&format!("run {SCENARIO} --games 5 --out file/run"));
    holds(&said, &["file/run"]);
    std::fs::create_dir(desk.path("mine")).unwrap();
    desk.write("mine/letter.txt", "dear");
    let said = desk.refused(&format!("run {SCENARIO} --games 5 --out mine"));
    holds(&said, &["letter.txt", "--out"]);
}

#[test]
fn a_truncated_table_and_a_folder_that_is_no_run() {
    let desk = Desk::new();
    desk.ok(&format!("run {SCENARIO} --games 20 --german random --allied random --out run"));
    let table = std::fs::read(desk.path("run/games.parquet")).unwrap();
    desk.write("run/games.parquet", &table[..table.len() / 2]);
    for line in ["report run", "verify run"] {
        holds(&desk.refused(line), &["games.parquet", "damaged"]);
    }
    // The same for the other tables, and all of them are named.
    desk.write("run/games.parquet", &table);
    desk.ok("verify run --games 2");
    let turns = std::fs::read(desk.path("run/turns.parquet")).unwrap();
    desk.write("run/turns.parquet", &turns[..turns.len() - 4]);
    std::fs::copy(desk.path("run/games.parquet"), desk.path("run/units.parquet")).unwrap();
    std::fs::remove_file(desk.path("run/drops.parquet")).unwrap();
    for line in ["report run", "verify run"] {
        holds(
            &desk.refused(line),
            &["turns.parquet is not", "units.parquet is not", "drops.parquet is missing"],
        );
    }
    // Names duplicated by a manual edit.
    let about = desk.read("run/about.json");
    desk.edit("run/about.json", "\"levels\":[", "\"levels\":[\"x\",\"x\",");
    desk.write("gates.toml", "[gates]\nfinished = \"rate(cut_off) <= 0.5\"\n");
    for line in ["report run", "verify run", "check run --gates gates.toml", "compare run run"] {
        holds(&desk.refused(line), &["about.json", "`x` is there twice"]);
    }
    desk.write("run/about.json", about);
    holds(&desk.refused("report strategies"), &["is not a run folder"]);
    holds(
        &desk.refused(&format!(
            "run {SCENARIO} --games 20 --german random --allied random --out run"
        )),
        &["--out"],
    );
    holds(
        &desk.refused(&format!(
            "run {SCENARIO} --games 21 --german random --allied random --out run --resume"
        )),
        &["belongs to another run", "games"],
    );
}

#[test]
fn a_set_that_leads_nowhere() {
    let desk = Desk::new();
    let refused =
        |set: &str| desk.refused(&format!("run {SCENARIO} --games 5 --out run --set {set}"));
    holds(&refused("rulings.activation_cots=all_free"), &["did you mean `activation_cost`?"]);
    holds(&refused("rulings.activation_cost=al_free"), &["did you mean `all_free`?"]);
    holds(&refused("division.5GE.rating=4"), &["there is no `5GE`", "did you mean `5GD`?"]);
    holds(&refused("countres:gebpi95-1.fire=7"), &["did you mean `counters`?"]);
    holds(&refused("turns"), &["KEY=VALUE"]);
}

#[test]
fn a_game_that_the_run_does_not_have() {
    let desk = Desk::new();
    desk.ok(&format!("run {SCENARIO} --games 5 --out run"));
    holds(&desk.refused("replay run --game 5"), &["there is no game 5", "0 to 4"]);
    holds(&desk.refused("replay run"), &["--game"]);
}

#[test]
fn no_home_says_where_it_looked() {
    let desk = Desk::new();
    let output = desk
        .command("scenario list")
        .env("DROPZONE_HOME", desk.path("strategies"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let err = String::from_utf8(output.stderr).unwrap();
    holds(&err, &["strategies", "DROPZONE_HOME"]);
}

#[test]
fn half_a_data_folder_is_no_reason_to_take_another() {
    let desk = Desk::new();
    std::fs::remove_dir_all(desk.path("strategies")).unwrap();
    let said = desk.refused("scenario validate mercury/kastelli");
    holds(&said, &["has `scenarios` and no `strategies`", "DROPZONE_HOME"]);
    // Without the variable, too: the data beside the program are not used instead.
    let output = desk.command("scenario list").env_remove("DROPZONE_HOME").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    holds(&String::from_utf8(output.stderr).unwrap(), &["has `scenarios` and no `strategies`"]);
}

#[test]
fn every_command_that_reads_data_says_whose() {
    let desk = Desk::new();
    let here = desk.path("").canonicalize().unwrap();
    let own = format!("data: {}", here.display());
    for line in [
        "scenario list",
        "strategy list",
        "rules mercury",
        "odds mercury/drop",
        "plans mercury/snafu --list",
    ] {
        let output = desk.command(line).env("DROPZONE_HOME", &here).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            said.lines().filter(|line| line.trim_end_matches('/') == own).count(),
            1,
            "{line}: {said}"
        );
    }
}

#[test]
fn what_is_odd_is_warned_of_and_played() {
    let desk = Desk::new();
    desk.edit("scenarios/mercury/calendar.toml", "night = [\"Night\"]", "night = []");
    for line in ["scenario validate mercury/kastelli", "run mercury/kastelli --games 2 --out run"] {
        let said = desk.say(line);
        assert_eq!(said.code, Some(0), "{said:?}");
        holds(
            &said.err,
            &["warning: scenarios/mercury/calendar.toml:3: night: no turn is at night; expected"],
        );
        assert_eq!(said.err.matches("warning:").count(), 1, "{said:?}");
    }
    holds(&desk.ok("scenario validate mercury/kastelli"), &["sound, with warnings"]);
}

#[test]
fn titles_and_names_give_no_orders_to_the_terminal() {
    let desk = Desk::new();
    desk.edit(FILE, "title = \"Storming", "title = \"\\u001b[31m\\n::error::Storming");
    let listed = desk.ok("scenario list");
    assert!(listed.contains("\\u{1b}[31m\\n::error::Storming"), "{listed:?}");
    assert!(!listed.contains('\u{1b}') && !listed.contains("\n::"), "{listed:?}");
    let said = desk.refused("scenario validate mercury/kastelli");
    holds(&said, &["kastelli.toml:", "title: holds the control character U+001B"]);
    assert!(!said.contains('\u{1b}') && !said.contains("\n::"), "{said:?}");
}

#[test]
fn a_doubled_hex_and_an_empty_zone_are_refused() {
    let desk = Desk::new();
    let set = "--set setup.0.hexes=[\"02.02\",\"02.02\",\"04.05\",\"08.05\",\"10.05\",\"12.05\"]";
    let said = desk.refused(&format!("run {SCENARIO} --games 1 --out run {set}"));
    holds(&said, &["02.02 stands in the list twice"]);
    let said = desk.refused("run mercury/snafu --games 1 --out run --set stick.0.zone=[]");
    holds(&said, &["stick.0.zone: the list is empty"]);
}

#[test]
fn a_share_is_no_more_than_all() {
    let said = Desk::new()
        .refused("solve mercury/kastelli --knob division.5GD.rating --target german_win=1.5");
    holds(&said, &["no mean of german_win can be 1.5; expected a value from 0 to 1"]);
}

#[test]
fn a_cell_of_a_table_is_named_by_its_whole_path() {
    let desk = Desk::new();
    let table = "tables/combat-unarmoured";
    let said = desk.refused(&format!("run {SCENARIO} --games 1 --out run --set {table}:pink.3=E"));
    holds(&said, &["--set tables/combat-unarmoured:pink.3=E", "did you mean `row.pink.cells.3`?"]);
    assert!(!said.contains("combat-unarmoured.toml:50"), "{said}");
    desk.ok(&format!("run {SCENARIO} --games 1 --out run --set {table}:row.pink.cells.3=E"));
}

#[test]
fn a_scenario_that_does_not_read_is_listed_and_validated() {
    for (from, to, words) in [
        ("title = \"Storming", "title = = \"Storming", "(does not read)"),
        ("title = \"Storming", "titel = \"Storming", "(has no title)"),
    ] {
        let desk = Desk::new();
        desk.edit(FILE, from, to);
        holds(&desk.ok("scenario list"), &["mercury/kastelli", words, "mercury/snafu"]);
        holds(&desk.refused("scenario validate"), &["scenarios/mercury/kastelli.toml:"]);
    }
}

#[test]
fn threads_beyond_a_few_for_each_core() {
    let desk = Desk::new();
    desk.write("sweep.toml", "");
    for line in [
        &format!("run {SCENARIO} --games 5 --out run"),
        &format!("compare {SCENARIO} --arm x"),
        "sweep sweep.toml",
    ] {
        for threads in ["0", "4000", "65536", "4294967296"] {
            let said = desk.refused(&format!("{line} --threads {threads}"));
            holds(&said, &["--threads", "expected a number from 1 to", "cores"]);
        }
    }
}

/// A full disk behind standard output is reported as such.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output() {
    let desk = Desk::new();
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = std::process::Command::new(assert_cmd::cargo::cargo_bin("dropzone"))
        .args(["scenario", "list"])
        .current_dir(desk.path(""))
        .env("DROPZONE_HOME", desk.path(""))
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    holds(&String::from_utf8(output.stderr).unwrap(), &["cannot write to standard output"]);
}

#[test]
fn errors_on_the_first_way_name_the_next_step() {
    let desk = Desk::new();
    for (line, wanted) in [
        ("run kastelli", "did you mean `mercury/kastelli`?"),
        ("run kasteli", "did you mean `mercury/kastelli`?"),
        ("run mercury/kastelli --german nobody.toml", "a name that `strategy list` shows"),
        ("run mercury/kastelli --copy nowhere.csv", "a form as `data todo` writes it"),
        ("check nowhere --gates gates.toml", "`dropzone run SCENARIO --out FOLDER` makes one"),
        ("report nowhere", "`dropzone runs FOLDER` lists"),
    ] {
        let said = desk.refused(line);
        assert!(said.contains(wanted), "{line}: {said}");
    }
    desk.ok(&format!("run {SCENARIO} --games 20 --out run"));
    let said = desk.refused("check run --gates nothing.toml");
    holds(&said, &["nothing.toml", "`dropzone check --help` shows a file to begin with"]);
    for (gate, code, next) in [
        ("win_rate(german) >= 99%", 1, "next: run/index.html"),
        ("rate(draw) <= 0.001", 3, "next: more games decide; `dropzone run mercury/kastelli"),
    ] {
        desk.write("gates.toml", format!("[gates]\ngate = \"{gate}\"\n"));
        let said = desk.say("check run --gates gates.toml");
        assert_eq!(said.code, Some(code), "{said:?}");
        assert!(said.out.replace('\\', "/").contains(next), "{said:?}");
    }
    desk.write("gates.toml", "[gates]\ngate = \"win_rate(german) <= 99%\"\n");
    assert!(!desk.ok("check run --gates gates.toml").contains("next:"));
}
