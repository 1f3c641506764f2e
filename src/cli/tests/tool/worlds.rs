//! Runs over worlds: the same bytes whatever the threads do and however they were stopped, both intervals on the page,
//! and what the commands about unknowns write.

use crate::desk::{Desk, SCENARIO, assert_same};

const WORLDS: &str = "--games 1100 --seed 5 --worlds 7 --players --german random --allied random";

#[test]
fn threads_a_stop_and_shards_leave_the_same_bytes() {
    let desk = Desk::new();
    let answer = desk.ok(&format!("run {SCENARIO} {WORLDS} --threads 1 --out one"));
    assert!(answer.contains("with what is not known"), "{answer}");
    // Random Germans win in no world.
    assert!(answer.contains("It was the same in all 7 worlds"), "{answer}");
    let one = desk.run("one");
    desk.ok(&format!("run {SCENARIO} {WORLDS} --threads 2 --out two"));
    assert_same(&one, &desk.run("two"));
    let stopped = desk.say(&format!("run {SCENARIO} {WORLDS} --max-time 1s --out parts"));
    if stopped.code == Some(3) {
        desk.ok(&format!("run {SCENARIO} {WORLDS} --out parts --resume"));
    }
    assert_same(&one, &desk.run("parts"));
    for shard in ["0/2", "1/2"] {
        desk.ok(&format!("run {SCENARIO} {WORLDS} --shard {shard} --out big"));
    }
    desk.ok("merge big-shard-0-of-2 big-shard-1-of-2 --out big");
    assert_same(&one, &desk.run("big"));
    desk.ok("verify one --games 12");
    let again = answer.lines().find_map(|line| line.strip_prefix("again:  dropzone ")).unwrap();
    desk.ok(&format!("{again} --out again"));
    assert_same(&one, &desk.run("again"));
    let page = desk.read("one/index.html");
    for part in [
        "What is not known",
        "with what is not known",
        "Share of the variance",
        "What people report",
    ] {
        assert!(page.contains(part), "{part}");
    }
    let replay = desk.ok("replay one --game 3");
    assert!(replay.len() > 200);
}

#[test]
fn a_run_of_one_world_says_that_it_covers_the_dice_alone() {
    let desk = Desk::new();
    let _ = std::fs::remove_file(desk.path("scenarios/mercury/influence/kastelli.toml"));
    let answer = desk.ok(&format!("run {SCENARIO} --games 20 --out plain"));
    assert!(answer.contains("That interval covers the dice alone; `--worlds 50`"), "{answer}");
    let said = desk.ok(&format!("influence {SCENARIO} --games 6 --keep --out influence"));
    assert!(said.contains("As shipped the Germans score"), "{said}");
    let table = desk.read("scenarios/mercury/influence/kastelli.toml");
    assert!(
        table.contains("[[rival]]") && table.contains("unknown = \"activation_cost\""),
        "{table}"
    );
    let head = "command = \"x\"\nrules = \"mercury 2\"\ngames = 9\nmeasure = \"german_score\"\nshipped = 0.5\n";
    desk.write(
        "scenarios/mercury/influence/kastelli.toml",
        format!(
            "{head}[[rival]]\nunknown = \"command_die\"\nkind = \"reading\"\nchoice = \"up\"\nmoves = -0.12\nlow = -0.2\nhigh = -0.04\ntouched = 1.0\n"
        ),
    );
    let answer = desk.ok(&format!("run {SCENARIO} --games 20 --out named"));
    let wanted = "covers the dice alone: of what is not known, “command_die” moves the answer most as shipped; with “up” the Germans score 12.0 points less (4.0 to 20.0)";
    assert!(answer.contains(wanted), "{answer}");
    let changed =
        desk.ok(&format!("run {SCENARIO} --games 20 --set rulings.command_die=up --out set"));
    assert!(!changed.contains("moves the answer most"), "{changed}");
}

#[test]
fn too_few_games_and_wrong_worlds_are_refused() {
    let desk = Desk::new();
    let few = desk.refused(&format!("run {SCENARIO} --games 13 --worlds 7 --out few"));
    assert!(few.contains("expected at least 14 games"), "{few}");
    let none = desk.refused(&format!("run {SCENARIO} --worlds nowhere.toml --out none"));
    assert!(none.contains("nowhere.toml"), "{none}");
    let alone = desk.refused(&format!("run {SCENARIO} --players --out alone"));
    assert!(alone.contains("--worlds"), "{alone}");
    desk.edit(
        "scenarios/mercury/rivals.toml",
        "counters:nz-18-[a-e].fire",
        "counters:nz-18-[a-e].fyre",
    );
    let wrong = desk.refused("scenario validate mercury/kastelli");
    assert!(
        wrong.contains("scenarios/mercury/rivals.toml:") && wrong.contains("did you mean `fire`?"),
        "{wrong}"
    );
}

#[test]
fn arms_play_the_same_worlds() {
    let desk = Desk::new();
    let line = format!(
        "compare {SCENARIO} --games 40 --all --worlds=6 --arm free:--set=rulings.activation_cost=all_free --measure margin --out compared"
    );
    let said = desk.ok(&line);
    assert!(said.contains("with what is not known"), "{said}");
    let json: serde_json::Value =
        serde_json::from_str(&desk.read("compared/compare.json")).unwrap();
    let found = json["contrasts"][0]["measures"].as_array().unwrap();
    let margin = found.iter().find(|found| found["measure"] == "margin").unwrap();
    let ends = margin["difference"]["worlds"].as_array().unwrap();
    let end = |i: usize| ends[i].as_f64().unwrap();
    assert!(end(0) <= margin["difference"]["low"].as_f64().unwrap(), "{margin}");
    assert!(end(1) >= margin["difference"]["high"].as_f64().unwrap(), "{margin}");
}

#[test]
fn a_stopped_calibration_goes_on_to_the_same_bytes() {
    let desk = Desk::new();
    desk.write(
        "facts.toml",
        "[[fact]]\ntold = \"it is long\"\nkind = \"player\"\nsource = \"a page\"\ncolumn = \"end_turn\"\nmean = [1, 5]\n\n[[fact]]\ntold = \"few are left at dusk\"\nkind = \"player\"\nsource = \"a page\"\ncolumn = \"german_steps\"\nturn = 2\nmean = [0, 20]\n",
    );
    let line = format!("calibrate {SCENARIO} --against facts.toml --worlds 4 --waves 2 --games 4");
    let said = desk.ok(&format!("{line} --threads 1 --out whole"));
    assert!(said.contains("of the worlds"), "{said}");
    let json: serde_json::Value = serde_json::from_str(&desk.read("whole/calibrate.json")).unwrap();
    let by_turn = &json["facts"][1];
    assert_eq!(by_turn["of"], "mean of german steps at the end of turn 2");
    // Eight steps of Germans are there at most.
    assert!((0.5..8.5).contains(&by_turn["nearest"][0].as_f64().unwrap()), "{by_turn}");
    let stopped = desk.say(&format!("{line} --max-games 9 --out parts"));
    assert_eq!(stopped.code, Some(3), "{stopped:?}");
    desk.ok(&format!("{line} --out parts --resume"));
    assert_same(&desk.run("whole"), &desk.run("parts"));
    desk.ok(&format!("run {SCENARIO} --games 400 --worlds whole/worlds.toml --german random --allied random --out weighed"));
    desk.write("facts.toml", "[[fact]]\ntold = \"x\"\nkind = \"player\"\nsource = \"y\"\ncolumn = \"end_trun\"\nmean = [1, 5]\n");
    let wrong = desk.refused(&format!("{line} --out wrong"));
    assert!(wrong.contains("facts.toml") && wrong.contains("did you mean `end_turn`?"), "{wrong}");
}
