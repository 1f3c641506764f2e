//! The studies, from the command line.

use std::fs;

use crate::desk::Desk;

const FREE: &str = "free:--set=rulings.activation_cost=all_free";

fn numbers(desk: &Desk, file: &str) -> serde_json::Value {
    serde_json::from_str(&desk.read(file)).unwrap()
}

/// A comparison is paired, its arms are correlated, and the number of threads does not change a byte.
#[test]
fn compare_pairs_its_arms_on_any_number_of_threads() {
    let desk = Desk::new();
    let line =
        format!("compare mercury/kastelli --arm {FREE} --games 120 --measure allied_steps_lost");
    let said = desk.ok(&format!("{line} --threads 1 --out one"));
    desk.ok(&format!("{line} --threads 2 --out two"));
    for file in ["compare.json", "compare.md", "index.html"] {
        assert_eq!(desk.read(&format!("one/{file}")), desk.read(&format!("two/{file}")), "{file}");
    }
    assert!(said.contains("“free”"), "{said}");
    let found = numbers(&desk, "one/compare.json");
    assert_eq!(found["paired"], true);
    let measures = found["contrasts"][0]["measures"].as_array().unwrap();
    let lost = measures.iter().find(|m| m["measure"] == "allied_steps_lost").unwrap();
    assert!(lost["correlation"].as_f64().unwrap() > 0.0, "{lost}");
    assert!(lost["worth"].as_f64().unwrap() > 1.0, "{lost}");
}

#[test]
fn finished_runs_are_paired_by_seed_or_compared_with_a_warning() {
    let desk = Desk::new();
    desk.ok("run mercury/kastelli --games 40 --out a");
    desk.ok("run mercury/kastelli --games 40 --german random --out b");
    desk.ok("run mercury/kastelli --games 40 --seed 1 --out c");
    desk.ok("compare a b --out ab");
    assert_eq!(numbers(&desk, "ab/compare.json")["paired"], true);
    let said = desk.ok("compare a c --out ac");
    assert!(said.contains("warning: the arms were not played from the same seeds"), "{said}");
    // The same arms, played now, are the same comparison.
    desk.ok("compare mercury/kastelli --arm a --arm b:--german=random --games 40 --out played");
    let of = |file: &str| numbers(&desk, file)["contrasts"].clone();
    assert_eq!(of("ab/compare.json"), of("played/compare.json"));
    assert!(desk.refused("compare a").contains("name another"));
    assert!(
        desk.refused(&format!("compare mercury/kastelli --arm {FREE} --out a"))
            .contains("holds a run")
    );
}

#[test]
fn slips_are_named_and_leave_nothing() {
    let desk = Desk::new();
    for (line, said) in [
        ("compare mercury/kastelli", "nothing to compare"),
        ("compare mercury/kastel --arm x", "did you mean `mercury/kastelli`"),
        (
            "compare mercury/kastelli --arm x:--set=rulings.activation_cots=a --games 2",
            "activation_cost",
        ),
        // This many games would take for ever: the fault must be reported before the first.
        (
            "compare mercury/kastelli --arm x --games 90000000 --measure german_wins",
            "did you mean `german_win`",
        ),
        (
            "plans mercury/snafu --games 90000000 --measure lead_change",
            "did you mean `lead_changes`",
        ),
        ("worth mercury/kastelli --games 90000000 --measure draws", "did you mean `draw`"),
        (
            "solve mercury/kastelli --knob division.5GD.rating --games 90000000 --target drw=0.5",
            "did you mean `draw`",
        ),
        ("solve mercury/kastelli --knob division.5GD.ratign", "--between"),
        ("solve mercury/kastelli --knob division.5GD.rating --target german_win", "MEASURE=VALUE"),
        ("solve mercury/kastelli --knob division.5GD.rating --between 3 1", "must be below"),
        ("tournament mercury/kastelli --german random random", "entered twice"),
        ("tournament mercury/kastelli --german kastelli-germ", "kastelli-german"),
        ("tournament mercury/kastelli --ladder --german random", "--ladder"),
        ("tournament mercury/kastelli --search-games 5", "--ladder"),
        ("tournament mercury/kastelli --german search:playouts=x", "no option of a search"),
        ("worth mercury/kastelli --without x:--sett=a=b", "--sett"),
        ("plans mercury/kastelli --kind drop --games 10", "no unit comes from the air"),
        ("plans mercury/kastelli --template drop", "nothing to plan"),
        ("plans mercury/heraklion --games 10", "--template drop"),
        ("plans mercury/snafu --with port.toml --games 10", "there is no such file"),
        ("run mercury/snafu --games 10 --drops prt --out x", "did you mean `port`?"),
        ("run mercury/kastelli --games 10 --setup road --out x", "german=PLAN or allied=PLAN"),
        (
            "run mercury/kastelli --games 10 --setup allied=road --setup allied=road --out x",
            "given twice",
        ),
        ("power --difference 0", "above 0"),
        ("power --difference 1.5", "expected a number up to 1"),
        ("power --half-width 0.6", "expected a number up to 0.5"),
        ("stats 5 0 5 --against 5 0 4 --only 1 1", "same seeds"),
        ("stats 10 0 0 --against 10 0 0 --only 5 5", "are 15 games of 10"),
        ("stats 18446744073709551615 1 0", "too many games"),
        ("stats 5 0 5 --against 9223372036854775808 9223372036854775808 0", "too many games"),
    ] {
        let complaint = desk.refused(line);
        assert!(complaint.contains(said), "{line}: {complaint}");
    }
}

#[test]
fn solve_says_where_the_target_is_met_or_that_it_is_not() {
    let desk = Desk::new();
    // Against a random opponent the rating decides little; the margin of an even match of random players
    // depends on the decisions they take.
    let said = desk.ok("solve mercury/kastelli --knob division.2NZ.rating --target german_win=0.99 --games 60 --out none");
    assert!(said.starts_with("No value of division.2NZ.rating from"), "{said}");
    let found = numbers(&desk, "none/solve.json");
    assert_eq!((found["found"].as_str(), found["crossing"].is_null()), (Some("no"), true));
    // The Germans never lose all eight of their steps in every game.
    let said = desk.say("solve mercury/kastelli --knob division.5GD.points --between 0 12 --target german_steps_lost=8 --games 20 --out far");
    assert!(said.out.starts_with("No value of division.5GD.points from 0 to 12"), "{said:?}");
}

/// With a pilot in which nothing varied, the answer says so instead of asking for one game.
#[test]
fn power_plans_by_no_pilot_that_never_varied() {
    let desk = Desk::new();
    desk.ok("run mercury/kastelli --games 1 --out one");
    let said = desk.say("power one --half-width 0.1");
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(said.out.contains("never varied") && said.out.lines().count() == 1, "{said:?}");
}

/// The number of the last turn is a knob even if no file names it.
#[test]
fn solve_takes_the_last_turn_as_a_knob() {
    let desk = Desk::new();
    desk.say("solve mercury/kastelli --knob end_turn --games 4 --out end");
    let asked = &numbers(&desk, "end/solve.json")["question"];
    // Five turns, and eight on either side as far as there are turns.
    assert_eq!((asked["low"].as_f64(), asked["high"].as_f64()), (Some(1.0), Some(13.0)));
}

#[test]
fn tournament_ranks_the_ladder_and_counts_mistakes() {
    let desk = Desk::new();
    desk.ok("tournament mercury/kastelli --games 12 --review --threads 2 --out t");
    let found = numbers(&desk, "t/tournament.json");
    assert_eq!(found["payoff"].as_array().unwrap().len(), 3);
    assert!(!found["mistakes"]["german"].as_object().unwrap().is_empty());
    let best = found["ratings"]["allied"].as_array().unwrap().iter().max_by(|a, b| {
        let elo = |r: &serde_json::Value| r["elo"]["value"].as_f64().unwrap();
        elo(a).total_cmp(&elo(b))
    });
    assert_eq!(best.unwrap()["name"], "kastelli-allied");
    let again = desk.read("t/tournament.json");
    desk.ok("tournament mercury/kastelli --games 12 --review --threads 1 --out t");
    assert_eq!(again, desk.read("t/tournament.json"), "threads changed the answer");
}

#[test]
fn a_ladder_sets_each_grade_against_the_one_below() {
    let desk = Desk::new();
    let line =
        "tournament mercury/kastelli --ladder --games 20 --search-games 3 --search-playouts 5";
    let said = desk.ok(&format!("{line} --threads 2 --out l"));
    let found = numbers(&desk, "l/ladder.json");
    let rungs: Vec<&str> =
        found["steps"].as_array().unwrap().iter().map(|s| s["rung"].as_str().unwrap()).collect();
    assert_eq!(rungs, ["greedy", "default", "search"]);
    let german = found["strategies"]["german"].as_array().unwrap();
    assert_eq!(german[2..], ["kastelli-german", "search:playouts=5"]);
    assert_eq!((found["games"].as_u64(), found["search_games"].as_u64()), (Some(20), Some(3)));
    // Twenty games are enough to see that an Allied `greedy` beats `random`, three are not for a search.
    let shown = |step: usize| found["steps"][step]["seats"]["allied"]["shown"].as_bool().unwrap();
    assert!(shown(0) && !shown(2), "{found:#}");
    assert!(said.contains("default over greedy") && said.contains("Gives away"), "{said}");
    let table = desk.read("l/ladder.md");
    assert!(table.contains("| mercury/kastelli | greedy over random | "), "{table}");
    let again = desk.read("l/ladder.json");
    desk.ok(&format!("{line} --threads 1 --out l"));
    assert_eq!(again, desk.read("l/ladder.json"), "threads changed the answer");
}

#[test]
fn prospects_are_fitted_with_their_pedigree_and_overwrite_nothing_else() {
    let desk = Desk::new();
    let line = "strategy fit mercury/kastelli --games 90 --seed 3";
    let said = desk.ok(&format!("{line} --threads 2 --out fitted.toml"));
    assert!(said.contains("log loss") && said.contains("written: fitted.toml"), "{said}");
    let text = desk.read("fitted.toml");
    assert!(
        text.contains("command = \"dropzone strategy fit mercury/kastelli --games 90 --seed 3\""),
        "{text}"
    );
    assert!(text.contains("games = 90\nkept_out = 22\n"), "{text}");
    desk.ok(&format!("{line} --threads 1 --out fitted.toml"));
    assert_eq!(text, desk.read("fitted.toml"), "threads changed the fit");
    let other = desk.refused("strategy fit mercury/snafu --games 90 --out fitted.toml");
    assert!(other.contains("does not hold the prospects of mercury/snafu"), "{other}");
    let few = desk.refused("strategy fit mercury/kastelli --games 2 --out few.toml");
    assert!(few.contains("too few games") && !desk.path("few.toml").exists(), "{few}");
}

#[test]
fn worth_plays_the_list_of_the_scenario() {
    let desk = Desk::new();
    let listed = fs::read_to_string(desk.path("scenarios/mercury/worth/kastelli.toml")).unwrap();
    let count = listed.matches("[[without]]").count();
    desk.ok("worth mercury/kastelli --games 10 --measure margin --out w");
    assert_eq!(numbers(&desk, "w/worth.json")["things"].as_array().unwrap().len(), count);
    desk.edit("scenarios/mercury/worth/kastelli.toml", "strikes=0", "strike=0");
    assert!(desk.refused("worth mercury/kastelli --games 10 --out x").contains("strike"));
}

#[test]
fn a_better_plan_is_searched_and_written_with_its_pedigree() {
    let desk = Desk::new();
    let line = "plans optimize mercury/snafu --from close --budget 40 --heat 3 --duel 4 --fresh 6";
    let said = desk.ok(&format!("{line} --out better.toml --threads 2"));
    assert!(said.contains("On 6 fresh seeds") && said.contains("95% interval"), "{said}");
    let written = desk.read("better.toml");
    for wanted in [
        "# dropzone plans optimize mercury/snafu --from close",
        "in a duel of 4 games",
        "name = \"better\"",
    ] {
        assert!(written.contains(wanted), "no {wanted} in\n{written}");
    }
    assert!(!desk.path("better.toml.part").exists());
    desk.ok(&format!("{line} --out better.toml --threads 1"));
    assert_eq!(written, desk.read("better.toml"), "threads changed the plan");
    let listed = desk.ok("plans mercury/snafu --with better.toml --list");
    assert!(listed.contains("better"), "{listed}");
    for (wrong, wanted) in [
        ("--seed 3 --fresh-seed 3", "expected two seeds"),
        ("--side allied", "is a plan of the German side"),
        ("--kind setup", "is a drop plan"),
        ("--out scenarios/mercury/plans/snafu/port.toml", "would write over a data file"),
        ("--out nowhere/better.toml", "there is no such folder"),
        ("--out better.txt", "expected a file FILE.toml"),
    ] {
        let told = desk.refused(&format!("{line} {wrong}"));
        assert!(told.contains(wanted), "{wrong}: no {wanted} in\n{told}");
    }
    let told = desk.refused("plans optimize mercury/snafu --from clos");
    assert!(told.contains("did you mean `close`?"), "{told}");
    let told = desk.refused("plans optimize mercury/kastelli");
    assert!(told.contains("german drop plans have nothing to choose"), "{told}");
}

#[test]
fn plans_are_played_side_by_side() {
    let desk = Desk::new();
    let listed = desk.ok("plans mercury/snafu --list");
    for name in ["clear-ground", "close", "port"] {
        assert!(listed.contains(name), "{listed}");
    }
    let template = desk.ok("plans mercury/snafu --template drop");
    fs::write(desk.path("mine.toml"), template).unwrap();
    let said = desk.ok("plans mercury/snafu --with mine.toml --games 10 --threads 2 --out p");
    let found = numbers(&desk, "p/plans.json");
    let plans = found["plans"].as_array().unwrap();
    assert_eq!(plans.len(), 6, "four plans, mine and the own choice");
    assert!(plans[0]["name"] == "own choice" && plans.iter().any(|plan| plan["name"] == "mine"));
    assert!(said.contains("What landing costs"), "{said}");
    // The template speaks of every unit that lands.
    let kept = |name: &str| plans.iter().find(|plan| plan["name"] == name).unwrap()["kept"].clone();
    assert!(kept("mine")["kept"]["value"].as_f64().unwrap() > 5.0, "{}", kept("mine"));
    assert!(kept("own choice").is_null());
    let again = desk.read("p/plans.json");
    desk.ok("plans mercury/snafu --with mine.toml --games 10 --threads 1 --out p");
    assert_eq!(again, desk.read("p/plans.json"), "threads changed the answer");
    // The command that plays a plan alone plays the same games.
    let command = plans.iter().find(|plan| plan["name"] == "close").unwrap()["command"].as_str();
    let alone = command.unwrap().strip_prefix("dropzone ").unwrap();
    assert!(alone.contains("--drops close"), "{alone}");
    desk.ok(&format!("{alone} --out alone"));
    let summary = numbers(&desk, "alone/summary.json");
    assert_eq!(summary["run"]["drops"], "close");
    desk.ok("verify alone --games 5");
    let told = desk.ok("replay alone --game 3");
    assert!(told.contains("30.10") && told.contains("20.14"), "{told}");
}

#[test]
fn sweep_writes_its_points_and_names_what_moves_the_measure() {
    let desk = Desk::new();
    desk.write(
        "sweep.toml",
        "scenario = \"mercury/kastelli\"\ndesign = \"sobol\"\npoints = 4\ngames = 8\nmeasures = [\"margin\", \"decisions\"]\n\
         [[factor]]\nkey = \"division.5GD.rating\"\nbetween = [1, 6]\n\
         [[factor]]\nname = \"price\"\nkey = \"rulings.activation_cost\"\nvalues = [\"all_one_point\", \"all_free\"]\n",
    );
    let said = desk.say("sweep sweep.toml --threads 2 --out two");
    assert_eq!(said.code, Some(0), "{said:?}");
    // The size is printed before play starts; points that the design contains twice are played once.
    assert!(said.err.contains(", 8 games each: "), "{said:?}");
    desk.ok("sweep sweep.toml --threads 1 --out one");
    for file in ["sweep.json", "points.csv", "index.html"] {
        assert_eq!(desk.read(&format!("one/{file}")), desk.read(&format!("two/{file}")), "{file}");
    }
    assert_eq!(desk.read("one/points.csv").lines().count(), 1 + 4 * 4);
    assert!(desk.path("one/points.parquet").is_file());
    let factors = &numbers(&desk, "one/sweep.json")["measures"][1]["factors"];
    assert!(factors[0]["numbers"]["total"][0].as_f64().is_some(), "{factors}");
    desk.edit("sweep.toml", "games = 8\n", "games = 1000000\n");
    let many = desk.refused("sweep sweep.toml --out three");
    assert!(many.contains("000000 games; expected at most 1000000, or --yes"), "{many}");
    desk.edit("sweep.toml", "points = 4\n", "points = 100000000\n");
    let slip = desk.refused("sweep sweep.toml --out three --yes");
    assert!(slip.contains("400000000 points; expected at most 100000"), "{slip}");
    desk.edit("sweep.toml", "games = 1000000\n", "games = 8\n");
    desk.edit("sweep.toml", "points = 100000000\n", "points = 4\n");
    desk.edit("sweep.toml", "sobol", "sobl");
    assert!(desk.refused("sweep sweep.toml").contains("sweep.toml:2"));
    desk.edit("sweep.toml", "sobl", "grid");
    desk.edit("sweep.toml", "5GD.rating", "6GD.rating");
    assert!(desk.refused("sweep sweep.toml").contains("6GD"));
}

/// The doctrines that ship with a scenario, all against all; what they scored is said by every run of it as it ships.
#[test]
fn a_run_says_what_the_answer_is_over_all_doctrines() {
    let desk = Desk::new();
    let kept = "scenarios/mercury/doctrines/kastelli.toml";
    std::fs::remove_file(desk.path(kept)).unwrap();
    let run = |more: &str| {
        desk.ok(&format!("run mercury/kastelli --games 4 {more} --out r"));
        let verdict = numbers(&desk, "r/summary.json")["verdict"].as_str().unwrap().to_owned();
        std::fs::remove_dir_all(desk.path("r")).unwrap();
        verdict
    };
    assert!(!run("").contains("pairs of doctrines"));
    let said = desk.ok("tournament mercury/kastelli --doctrines --keep --games 6 --out t");
    assert!(said.contains("kept: "), "{said}");
    let table = desk.read(kept);
    assert_eq!(table.matches("[[pair]]").count(), 4, "{table}");
    assert!(table.contains("german = \"kastelli-german-hook\""), "{table}");
    let verdict = run("");
    assert!(
        verdict.contains(
            "These are kastelli-german and kastelli-allied; over all 4 pairs of doctrines"
        ),
        "{verdict}"
    );
    // A changed scenario is another question.
    assert!(!run("--set rulings.command_die=up").contains("pairs of doctrines"));
    let told = desk.refused("tournament mercury/kastelli --doctrines --german random");
    assert!(told.contains("--german"), "{told}");
    let line = "tournament mercury/kastelli --doctrines --keep --games 2";
    let said = desk.typed(&format!("{line} --all '--set rulings.command_die=up' --out u"));
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.err.contains("as it ships"), "{said:?}");
    // What is wrong with a table is said before a game is played.
    desk.edit(kept, "german_wins = ", "german_wins = 9");
    let told = desk.refused("run mercury/kastelli --games 2");
    assert!(told.contains("more games won and drawn than played"), "{told}");
}
