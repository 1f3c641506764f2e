//! Studies that are stopped, repeated, or directed to a folder that is in use.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::desk::{Desk, Said, assert_same};

const COMPARE: &str = "compare mercury/kastelli --arm free:--set=rulings.activation_cost=all_free --arm r:--german=random --games 12";
const SWEEP: &str = "scenario = \"mercury/kastelli\"\ndesign = \"sobol\"\npoints = 4\ngames = 6\nmeasures = [\"margin\"]\n\
     [[factor]]\nkey = \"division.5GD.rating\"\nbetween = [1, 6]\n\
     [[factor]]\nname = \"price\"\nkey = \"rulings.activation_cost\"\nvalues = [\"all_one_point\", \"all_free\"]\n";

/// The command line that resumes, as a stopped command prints it.
fn resume_line(said: &Said) -> String {
    assert_eq!((said.code, said.out.as_str()), (Some(3), ""), "{said:?}");
    assert!(said.err.contains("stopped before the answer; finished games are kept"), "{said:?}");
    let line = said.err.lines().last().unwrap().trim().strip_prefix("dropzone ");
    line.expect("a command").to_owned()
}

/// Plays a study in one session and in many sessions of a few games each, on one thread and on two; both write the
/// same bytes. Returns the number of sessions.
fn in_sittings(desk: &Desk, line: &str, most: u64) -> usize {
    desk.ok(&format!("{line} --threads 2 --out whole"));
    assert!(!desk.path("whole/unfinished").exists());
    let mut said = desk.say(&format!("{line} --threads 1 --max-games {most} --out parts"));
    let mut sittings = 1;
    while said.code == Some(3) {
        let resume = resume_line(&said);
        assert!(resume.ends_with("--out parts --resume"), "{resume}");
        assert!(desk.path("parts/study.toml").is_file() && sittings < 40, "{resume}");
        let unfinished = desk.refused(&format!("{line} --out parts"));
        assert!(unfinished.contains("add --resume to go on"), "{unfinished}");
        said = desk.say(&resume);
        sittings += 1;
    }
    assert_eq!(said.code, Some(0), "{said:?}");
    assert_same(&desk.run("whole"), &desk.run("parts"));
    sittings
}

#[test]
fn a_stopped_compare_goes_on_to_the_same_bytes() {
    assert_eq!(in_sittings(&Desk::new(), COMPARE, 13), 2);
}

#[test]
fn stopped_plans_go_on_to_the_same_bytes() {
    let line = "plans mercury/kastelli --games 6";
    assert!(in_sittings(&Desk::new(), line, 7) >= 2);
}

#[test]
fn a_stopped_worth_goes_on_to_the_same_bytes() {
    assert!(in_sittings(&Desk::new(), "worth mercury/kastelli --games 4 --measure margin", 9) >= 3);
}

#[test]
fn a_stopped_tournament_goes_on_to_the_same_bytes() {
    let line = "tournament mercury/kastelli --games 5 --german random first --allied random first --review";
    assert!(in_sittings(&Desk::new(), line, 6) >= 4);
}

#[test]
fn a_stopped_tuning_goes_on_to_the_same_bytes() {
    let line = "strategy tune mercury/kastelli --budget 12 --rounds 1 --holdout 3 --rival random";
    assert!(in_sittings(&Desk::new(), line, 19) >= 3);
}

/// Pairs in which a side looks ahead have a number of games of their own.
#[test]
fn a_stopped_ladder_goes_on_to_the_same_bytes() {
    let line =
        "tournament mercury/kastelli --ladder --games 6 --search-games 3 --search-playouts 4";
    assert!(in_sittings(&Desk::new(), line, 20) >= 3);
}

/// A knob value near the target is played beyond its first games: both parts are kept.
#[test]
fn a_stopped_solve_goes_on_to_the_same_bytes() {
    let line = "solve mercury/kastelli --knob division.2NZ.rating --between 1 4 --target german_win=0.99 --games 60";
    assert!(in_sittings(&Desk::new(), line, 60) >= 4);
}

#[test]
fn a_stopped_sweep_goes_on_to_the_same_bytes() {
    let desk = Desk::new();
    desk.write("sweep.toml", SWEEP);
    assert!(in_sittings(&desk, "sweep sweep.toml", 7) >= 3);
    let said = desk.say("sweep sweep.toml --out again");
    assert!(said.err.contains("16 points, ") && said.err.contains(" 6 games each: "), "{said:?}");
}

/// What a kill leaves behind: a half-written chunk, and one of which the disk has lost a part.
#[test]
fn a_study_killed_in_a_chunk_goes_on_to_the_same_bytes() {
    let desk = Desk::new();
    desk.ok(&format!("{COMPARE} --out whole"));
    let line = format!("{COMPARE} --out killed");
    resume_line(&desk.say(&format!("{line} --max-games 13")));
    fs::create_dir_all(desk.path("killed/unfinished/00001/parts/00000.tmp")).unwrap();
    desk.write("killed/unfinished/00001/parts/00000.tmp/games.parquet", "PAR1");
    desk.write("killed/unfinished/00000/parts/00000/games.parquet", "PAR1");
    desk.write("killed/index.html.tmp", "<!doct");
    desk.ok(&format!("{line} --resume"));
    assert_same(&desk.run("whole"), &desk.run("killed"));
}

/// A running command, ended by a signal.
struct AtWork(Child);

impl AtWork {
    fn begin(desk: &Desk, line: &str) -> AtWork {
        let command = Command::new(env!("CARGO_BIN_EXE_dropzone"))
            .args(line.split_whitespace())
            .current_dir(desk.path(""))
            .env("DROPZONE_HOME", desk.path(""))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        AtWork(command.unwrap())
    }

    /// Waits until a file or folder exists.
    fn until(mut self, path: &Path) -> AtWork {
        let begun = Instant::now();
        while !path.exists() {
            assert_eq!(self.0.try_wait().unwrap(), None, "it ended too soon");
            assert!(begun.elapsed() < Duration::from_mins(5), "{} never came", path.display());
            sleep(Duration::from_millis(10));
        }
        self
    }

    fn signal(self, signal: &str) -> Said {
        let id = self.0.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        let output = self.0.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Said { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

/// One signal is enough, finished chunks are kept, and no other process plays into the folder meanwhile.
#[test]
#[cfg(unix)]
fn the_first_signal_stops_a_study_and_nothing_whole_is_lost() {
    let desk = Desk::new();
    let line = "compare mercury/kastelli --arm a --arm b:--german=random --games 50000 --out x";
    let first = "x/unfinished/00000/parts/00000";
    let at_work = AtWork::begin(&desk, line).until(&desk.path(first));
    let busy = desk.refused(&format!("{line} --resume"));
    assert!(busy.contains("another command is at work in x"), "{busy}");
    let resume = resume_line(&at_work.signal("-TERM"));
    assert!(resume.ends_with("--out x --resume"), "{resume}");
    assert!(desk.path(first).join("games.parquet").is_file());
    let at_work = AtWork::begin(&desk, &resume).until(&desk.path("x/unfinished/00000/parts/00001"));
    resume_line(&at_work.signal("-INT"));
    // Killed with SIGKILL it loses no more.
    let at_work = AtWork::begin(&desk, &resume);
    sleep(Duration::from_millis(300));
    assert_eq!(at_work.signal("-KILL").code, None);
    assert!(desk.path(first).join("games.parquet").is_file());
}

/// Few games take an airfield in so few turns: the others have no value for this measure.
#[test]
fn solve_ends_where_games_lack_the_measure() {
    let desk = Desk::new();
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let line = "solve race/mercury --knob end_turn --between 3 9 --target first_airfield_turn=2 --games 50 --out s";
    let mut command = desk.command(line);
    let output = command.env("DROPZONE_HOME", project).timeout(Duration::from_mins(5));
    let output = output.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!([Some(0), Some(3)].contains(&output.status.code()), "{output:?}");
    assert!(said.contains("end_turn"), "{said}");
    assert!(desk.path("s/solve.json").is_file() && !desk.path("s/unfinished").exists());
}

#[test]
fn nothing_is_written_over_but_the_answer_to_the_same_question() {
    let desk = Desk::new();
    // This many games would take for ever: all of this must be reported before the first.
    let ages = COMPARE.replace("--games 12", "--games 90000000");
    fs::create_dir(desk.path("site")).unwrap();
    desk.write("site/index.html", "mine");
    for line in [
        ages.as_str(),
        "plans mercury/kastelli --games 90000000",
        "worth mercury/kastelli --games 90000000",
        "tournament mercury/kastelli --games 90000000",
        "solve mercury/kastelli --knob division.2NZ.rating --games 90000000",
    ] {
        let said = desk.refused(&format!("{line} --out site"));
        assert!(said.contains("site holds other files (index.html"), "{line}: {said}");
        let said = desk.refused(&format!("{line} --out site/index.html/below"));
        assert!(said.contains("cannot"), "{line}: {said}");
        let said = desk.refused(&format!("{line} --out new --resume"));
        assert!(said.contains("no study to resume"), "{line}: {said}");
    }
    assert_eq!(desk.read("site/index.html"), "mine");
    desk.ok("run mercury/kastelli --games 5 --out run");
    assert!(desk.refused(&format!("{ages} --out run")).contains("holds a run"));

    desk.ok(&format!("{COMPARE} --out c"));
    let answer = desk.run("c");
    let said = desk.refused(&format!("{ages} --out c"));
    assert!(said.contains("c holds another study: games is `12` there and `90000000`"), "{said}");
    let said = desk.refused("worth mercury/kastelli --games 12 --out c");
    assert!(said.contains("study is `compare` there and `worth` in this command"), "{said}");
    let said = desk.refused("run mercury/kastelli --games 5 --out c");
    assert!(said.contains("c holds other files"), "{said}");
    // The same question gives the same answer.
    desk.ok(&format!("{COMPARE} --threads 1 --out c"));
    assert_same(&answer, &desk.run("c"));
    // The same command line with changed files is a different question.
    desk.edit("scenarios/mercury/kastelli.toml", "title = \"", "title = \"New ");
    let said = desk.refused(&format!("{COMPARE} --out c"));
    assert!(said.contains("what was read of `scenario` has changed"), "{said}");
    assert_same(&answer, &desk.run("c"));
}

#[test]
fn finished_runs_are_a_question_too() {
    let desk = Desk::new();
    for (line, out) in [("--games 8", "a"), ("--games 8 --german random", "b")] {
        desk.ok(&format!("run mercury/kastelli {line} --out {out}"));
    }
    desk.ok("compare a b --out ab");
    let answer = desk.run("ab");
    desk.ok("compare a b --out ab");
    assert_same(&answer, &desk.run("ab"));
    fs::remove_dir_all(desk.path("b")).unwrap();
    desk.ok("run mercury/kastelli --games 8 --german first --out b");
    let said = desk.refused("compare a b --out ab");
    assert!(said.contains("ab holds another study"), "{said}");
    assert!(desk.refused("compare a a/ --out aa").contains("a is named twice"));
}

/// A different scenario cannot be an arm: its numbers are not comparable.
#[test]
fn runs_of_different_scenarios_are_compared_only_when_that_is_meant() {
    let desk = Desk::new();
    desk.ok("run mercury/kastelli --games 5 --out a");
    desk.ok("run mercury/heraklion --games 5 --out b");
    let said = desk.refused("compare a b --out ab");
    assert!(said.contains("a is of mercury/kastelli and b of mercury/heraklion"), "{said}");
    assert!(said.contains("--different-scenarios"), "{said}");
    let said = desk.ok("compare a b --different-scenarios --out ab");
    assert!(said.contains("warning: “b” is another scenario"), "{said}");
}

#[test]
fn options_in_the_name_of_an_arm_are_no_name() {
    let desk = Desk::new();
    for (line, option) in [
        ("compare mercury/kastelli --games 90000000", "--arm"),
        ("worth mercury/kastelli --games 90000000", "--without"),
    ] {
        let typed = "free --set rulings.activation_cost=all_free";
        let said = desk.command(line).args([option, typed]).output().unwrap();
        let err = String::from_utf8_lossy(&said.stderr);
        assert_eq!(said.status.code(), Some(2), "{err}");
        let expected =
            "expected NAME: OPTIONS, e.g. \"free: --set rulings.activation_cost=all_free\"";
        assert!(err.contains(option) && err.contains(expected), "{err}");
    }
    // Two things with the same name could not be told apart.
    let twice = "worth mercury/kastelli --games 90000000 --without x:--german=random --without x:--german=first";
    assert!(desk.refused(twice).contains("two arms are called “x”"));
}

#[test]
fn targets_out_of_reach_are_refused_before_play() {
    let desk = Desk::new();
    for (target, range) in [
        ("german_win=1.5", "from 0 to 1"),
        ("german_win=-1", "from 0 to 1"),
        ("german_score=2", "from 0 to 1"),
        ("cut_off=1.01", "from 0 to 1"),
        ("end_turn=0", "from 1 to "),
        ("level_rank=0.5", "from 1 to "),
        ("allied_steps_lost=9000", "from 0 to "),
        ("decisions=-3", "of 0 or more"),
    ] {
        let line = format!(
            "solve mercury/kastelli --knob division.2NZ.rating --target {target} --games 90000000"
        );
        let said = desk.refused(&line);
        let measure = target.split('=').next().unwrap();
        assert!(said.contains(&format!("no mean of {measure} can be")), "{target}: {said}");
        assert!(said.contains(range), "{target}: {said}");
    }
    // A range with an end that the scenario does not allow is reported as well.
    let line = "solve mercury/kastelli --knob end_turn --between 1 99 --games 90000000";
    assert!(desk.refused(line).contains("end_turn"));
}

#[test]
fn faults_of_a_sweep_and_of_a_list_name_file_line_and_key() {
    let desk = Desk::new();
    let sweep = |from: &str, to: &str| {
        desk.write(
            "sweep.toml",
            SWEEP.replacen(from, to, 1).replacen("games = 6", "games = 90000000", 1),
        );
        desk.refused("sweep sweep.toml --yes")
    };
    for (from, to, said) in [
        (
            "\"margin\"",
            "\"margn\"",
            "sweep.toml:5: measures.0: there is no measure `margn`; expected one of",
        ),
        ("5GD.rating", "5GD.ratign", "sweep.toml:7: factor.0.key: `division.5GD.ratign="),
        (
            "\"price\"",
            "\"margin_error\"",
            "sweep.toml:10: factor.1.name: `margin_error` is the name",
        ),
        (
            "\"price\"",
            "\"division.5GD.rating\"",
            "sweep.toml:10: factor.1.name: `division.5GD.rating` is what",
        ),
        ("[1, 6]", "\"x\"", "sweep.toml:8: factor."),
    ] {
        let complaint = sweep(from, to);
        assert!(complaint.contains(said), "{to}: {complaint}");
    }
    assert!(sweep("\"margin\"", "\"margn\"").contains("did you mean `margin`?"));
    assert!(sweep("5GD.rating", "5GD.ratign").contains("did you mean `rating`?"));
    // A wrong change is reported once for the file, not once for every point.
    let complaints = |said: String| said.lines().filter(|line| !line.starts_with("data: ")).count();
    assert_eq!(complaints(sweep("all_free", "all_fre")), 1);
    assert_eq!(complaints(sweep("5GD.rating", "5GD.ratign")), 1);

    desk.edit("scenarios/mercury/worth/kastelli.toml", "strikes=0", "strike=0");
    desk.edit("scenarios/mercury/worth/kastelli.toml", "2NZ.points=0", "2NZ.pionts=0");
    let said = desk.refused("worth mercury/kastelli --games 90000000");
    for part in [
        "worth/kastelli.toml:5: without.0.set.0: `air_support.0.strike=0`",
        "worth/kastelli.toml:17: without.3.set.0: `division.2NZ.pionts=0`",
        "did you mean `points`?",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
}

/// However the path of an output is written, it is never allowed to be an input of the command.
#[test]
fn outputs_are_never_written_over_inputs() {
    let desk = Desk::new();
    desk.ok("run mercury/kastelli --games 10 --german random --out run");
    desk.write("gates.toml", "[gates]\nended = \"rate(cut_off) <= 0.9\"\n");
    let gates = desk.read("gates.toml");
    let run = desk.run("run");
    #[cfg(unix)]
    std::os::unix::fs::symlink("gates.toml", desk.path("link.json")).unwrap();
    fs::hard_link(desk.path("gates.toml"), desk.path("hard.json")).unwrap();
    for option in ["--json", "--markdown", "--junit", "--html"] {
        for file in ["gates.toml", "run/../gates.toml", "link.json", "hard.json"] {
            let said = desk.refused(&format!("check run --gates gates.toml {option} {file}"));
            assert!(said.contains(option) && said.contains("the gates file"), "{said}");
        }
        let said =
            desk.refused(&format!("check run --gates gates.toml {option} run/games.parquet"));
        assert!(said.contains("a file of the run in run"), "{said}");
    }
    let said = desk.refused("check run --gates gates.toml --json x --html x");
    assert!(said.contains("--json and --html both write x"), "{said}");
    assert_eq!(desk.read("gates.toml"), gates);
    assert_same(&run, &desk.run("run"));

    fs::copy(desk.path("strategies/mercury/kastelli-german.toml"), desk.path("mine.toml")).unwrap();
    for line in [
        "replay mercury/kastelli --game 1 --german mine.toml --html mine.toml",
        "replay run --game 1 --html run/run.toml",
        "replay mercury/kastelli --game 1 --html scenarios/mercury/kastelli.toml",
        "scenario map mercury/kastelli --out scenarios/mercury/kastelli.toml",
        "run mercury/kastelli --games 5 --german mine.toml --out r --events mine.toml",
        "run mercury/kastelli --games 5 --out r --events r/run.toml",
        "run mercury/kastelli --games 5 --out r --until-gates gates.toml --events gates.toml",
    ] {
        assert!(desk.refused(line).contains("would write over"), "{line}");
    }
    assert_eq!(desk.read("mine.toml"), desk.read("strategies/mercury/kastelli-german.toml"));
}
