//! `strategy tune`: what it writes, and what it refuses.

use crate::desk::{Desk, assert_same};

const TUNE: &str = "strategy tune mercury/kastelli --budget 12 --rounds 1 --holdout 3";

#[test]
fn tuning_writes_strategy_files_with_their_pedigree() {
    let desk = Desk::new();
    let file = "strategies/mercury/kastelli-german.toml";
    let own: Vec<String> = desk.read(file).lines().map(String::from).collect();
    let cost = own.iter().find(|line| line.starts_with("cost = ")).unwrap();
    desk.edit(file, cost, "cost = -28");
    let said = desk.ok(&format!("{TUNE} --free home --out tuned"));
    for words in
        ["round  side", "\n1      german  ", "\n1      allied  ", "\nended: ", "gain in score"]
    {
        assert!(said.contains(words), "no {words:?} in {said}");
    }
    let files = desk.run("tuned");
    let names: Vec<&str> = files.iter().map(|(name, _)| name.to_str().unwrap()).collect();
    for name in ["kastelli-allied.toml", "kastelli-german.toml", "study.toml", "tune.json"] {
        assert!(names.contains(&name), "no {name} in {names:?}");
    }
    let sound = desk.ok("strategy validate tuned/kastelli-german.toml tuned/kastelli-allied.toml");
    assert_eq!(sound.matches(": sound").count(), 2, "{sound}");
    let shown = desk.ok("strategy show tuned/kastelli-german.toml");
    for words in
        ["\npedigree\n", " over kastelli-german (", "kastelli-allied, version 0 (", "--budget 12"]
    {
        assert!(shown.contains(words), "no {words:?} in {shown}");
    }
    let numbers: serde_json::Value = serde_json::from_str(&desk.read("tuned/tune.json")).unwrap();
    let trained = numbers["sides"][0]["games"].as_u64().unwrap();
    assert!(trained > 0 && trained <= 12, "{numbers}");
    // Weights that were no round numbers are listed with what became of them.
    let changes = numbers["sides"][0]["changes"].as_array().unwrap();
    let change = changes.iter().find(|change| change["dial"] == "weights.cost").unwrap();
    assert_eq!(change["before"], -28);
    let text = desk.read("tuned/kastelli-german.toml");
    assert!(text.contains(&format!("\ncost = {}\n", change["after"])), "{text}");
    // The tuned files play, and can be tuned again.
    let again = format!("{TUNE} --german tuned/kastelli-german.toml --out again");
    desk.ok(&again);
    assert_eq!(desk.read("again/kastelli-german.toml").matches("[pedigree]").count(), 1);
}

#[test]
fn what_cannot_be_tuned_is_refused_with_what_is_wrong() {
    let desk = Desk::new();
    for (line, words) in [
        ("strategy tune mercury/kasteli", "did you mean `mercury/kastelli`?"),
        ("strategy tune mercury/kastelli --seed 1", "--seed and --holdout-seed are both 1"),
        ("strategy tune mercury/kastelli --budget 0", "--budget"),
        ("strategy tune mercury/kastelli --rounds 0", "--rounds"),
        ("strategy tune mercury/kastelli --holdout 1", "--holdout"),
        (
            "strategy tune mercury/kastelli --rival search",
            "--rival search: it looks ahead, which it can only from a seat of its own",
        ),
        (
            "strategy tune mercury/kastelli --german first",
            "--german first: it has no weights to tune",
        ),
        (
            "strategy tune mercury/kastelli --allied kastelli-alied",
            "did you mean `kastelli-allied`?",
        ),
        (
            "strategy tune mercury/kastelli --rival kastelli-alied",
            "did you mean `kastelli-allied`?",
        ),
        ("strategy tune mercury/kastelli --free covr", "did you mean `cover`?"),
        ("strategy tune mercury/kastelli --free-all --free cover", "cannot be used with"),
    ] {
        let told = desk.refused(line);
        assert!(told.contains(words), "no {words:?} in {told}");
    }
}

/// What a killed program or a broken disk leaves behind is not taken for games of this search.
#[test]
fn games_that_are_not_those_of_the_search_are_played_again() {
    let desk = Desk::new();
    desk.ok(&format!("{TUNE} --out whole"));
    let line = format!("{TUNE} --out parts");
    for harm in ["not JSON", "[{\"bouts\":7,\"games\":[[2,90],[2,90]]}]"] {
        let said = desk.say(&format!("{line} --max-games 15 --threads 1"));
        assert_eq!(said.code, Some(3), "{said:?}");
        let kept = desk.read("parts/unfinished/games.json");
        assert!(kept.starts_with("[{\"bouts\":"), "{kept}");
        desk.write("parts/unfinished/games.json", harm);
        let said = desk.say(&format!("{line} --resume"));
        assert_eq!(said.code, Some(0), "{said:?}");
        assert_eq!(said.err.contains("games.json is damaged"), harm == "not JSON", "{said:?}");
        assert_same(&desk.run("whole"), &desk.run("parts"));
    }
}
