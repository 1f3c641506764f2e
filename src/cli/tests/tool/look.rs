//! The commands that only show things: scenarios, strategies, odds, replays.

use predicates::prelude::*;

use crate::desk::{Desk, SCENARIO, assert_same};

#[test]
fn scenarios_are_listed_shown_and_checked() {
    let desk = Desk::new();
    let list = desk.ok("scenario list");
    assert!(list.lines().any(|line| line.starts_with("mercury/kastelli ")), "{list}");
    assert!(!list.contains("calendar"), "only scenarios are listed: {list}");
    let show = desk.ok(&format!("scenario show {SCENARIO}"));
    for words in [
        "Storming the Kastelli",
        "activation_cost = fire_one_point  (the default)",
        "kastelli-german",
    ] {
        assert!(show.contains(words), "no {words:?} in {show}");
    }
    assert!(!show.contains("reconstructed  "), "origins are shown on demand");
    let changed =
        desk.ok(&format!("scenario show {SCENARIO} --set rulings.activation_cost=all_free"));
    assert!(changed.contains("activation_cost = all_free  (default fire_one_point)"), "{changed}");
    let origins = desk.ok(&format!("scenario show {SCENARIO} --provenance"));
    for words in ["counters", "text", "reconstructed", "share"] {
        assert!(origins.contains(words), "no {words:?} in {origins}");
    }
    assert_eq!(desk.ok(&format!("scenario validate {SCENARIO}")), "mercury/kastelli: sound\n");
    desk.ok("scenario validate");
}

#[test]
fn every_fault_of_every_scenario_is_told_by_validate() {
    let desk = Desk::new();
    desk.edit("scenarios/mercury/kastelli.toml", "points = 6", "points = \"six\"");
    let said = desk.refused("scenario validate");
    assert!(predicate::str::contains("division.5GD.points: wrong type").eval(&said), "{said}");
}

#[test]
fn a_map_is_drawn_with_its_hex_numbers() {
    let desk = Desk::new();
    let svg = desk.ok(&format!("scenario map {SCENARIO}"));
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert!(svg.contains(">06.04<") && svg.contains(">15.06<"));
    desk.ok(&format!("scenario map {SCENARIO} --out map.svg"));
    assert_eq!(desk.read("map.svg"), svg);
}

#[test]
fn strategies_are_listed_shown_and_checked() {
    let desk = Desk::new();
    let list = desk.ok("strategy list");
    for name in
        ["mercury/kastelli-german", "mercury/kastelli-allied", "mercury/first", "mercury/random"]
    {
        assert!(
            list.lines().any(|line| line.starts_with(&format!("{name} "))),
            "no {name} in {list}"
        );
    }
    let show = desk.ok("strategy show mercury/kastelli-german");
    assert!(
        show.starts_with("kastelli-german (mercury, german)\n") && show.contains("\nweights\n"),
        "{show}"
    );
    let by_file = desk.ok("strategy show strategies/mercury/kastelli-german.toml");
    assert_eq!(by_file, show);
    desk.ok("strategy validate");
    let features = desk.ok("strategy features mercury");
    for words in ["[weights]", "[[stage]]", "--review"] {
        assert!(features.contains(words), "no {words:?} in {features}");
    }
    // Every weight shown belongs to a listed feature.
    let weights = show.split("\nweights\n").nth(1).and_then(|rest| rest.split("\n\n").next());
    let weighed = weights.unwrap().lines().map(|line| line.split_whitespace().next());
    for name in weighed.flatten() {
        assert!(features.contains(&format!("  {name} ")), "{name} is not listed");
    }
    assert!(show.contains("\npedigree\n") && show.contains("dropzone strategy tune"), "{show}");
    let search = desk.ok("strategy show mercury/search:playouts=9");
    assert!(search.contains("playouts  9\n"), "{search}");
    desk.write("strategies/mercury/bad.toml", "kind = \"scord\"\n");
    let said = desk.refused("strategy validate mercury/bad");
    assert!(said.contains("did you mean `scored`?"), "{said}");
}

#[test]
fn a_decision_is_explained_in_words_and_as_json() {
    let desk = Desk::new();
    let asked = format!("strategy explain {SCENARIO} --game 3 --seed 5 --decision 40");
    let words = desk.ok(&asked);
    let json: serde_json::Value =
        serde_json::from_str(&desk.ok(&format!("{asked} --json"))).unwrap();
    assert_eq!(
        (&json["decision"], &json["game"], &json["schema"]),
        (&40.into(), &3.into(), &1.into())
    );
    let options = json["options"].as_array().unwrap();
    assert!(options.len() > 1 && options[0]["chosen"] == true, "{json:#}");
    // The same decision as in the story of the game.
    let action = options[0]["action"].as_str().unwrap();
    let story = desk.ok(&format!("replay {SCENARIO} --game 3 --seed 5"));
    let told = story.lines().find(|line| line.trim_start().starts_with("40 ")).unwrap();
    assert!(told.contains(action), "{told:?}, not {action:?}");
    // Every option with its score, and the products add up to it.
    for option in options {
        let products = option["features"].as_array().unwrap().iter();
        let sum: i64 = products.map(|feature| feature["product"].as_i64().unwrap()).sum();
        assert_eq!(option["score"].as_i64(), Some(sum), "{option:#}");
        assert!(words.contains(option["action"].as_str().unwrap()), "{words}");
    }
    let best = &options[0];
    assert!(words.contains(&format!("{action}: {}", best["score"])), "{words}");
    // To halt is the measure of the others and has no feature; the best three have some among them.
    let mut shown =
        options.iter().take(3).flat_map(|option| option["features"].as_array().unwrap());
    let feature = shown.find(|feature| feature["product"] != 0).unwrap();
    let product = format!("{} = {} x {}", feature["product"], feature["value"], feature["weight"]);
    let squeezed = words.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(squeezed.contains(&product), "no {product} in {words}");
    // Other weights, another reason; no weights, none.
    let other = desk.ok(&format!("{asked} --german random --allied random"));
    assert!(other.contains("random weighs nothing") || other.contains("nothing else to do"));
    let refused = desk.refused(&format!("strategy explain {SCENARIO} --decision 99999"));
    assert!(
        refused.contains("game 0 has no decision 99999; expected a number from 0 to"),
        "{refused}"
    );
}

#[test]
fn odds_of_a_table_add_up() {
    let desk = Desk::new();
    let tables = desk.ok("odds mercury");
    let first = tables.lines().find_map(|line| line.split_once(':')).unwrap().0;
    let odds = desk.ok(&format!("odds {first}"));
    let ways: Vec<(u64, u64)> = odds
        .lines()
        .filter_map(|line| {
            let (before, after) = line.split_once(" of ")?;
            let ways = before.split_whitespace().next_back()?.parse().ok()?;
            Some((ways, after.split_whitespace().next()?.parse().ok()?))
        })
        .collect();
    assert!(!ways.is_empty(), "{odds}");
    assert_eq!(ways.iter().map(|(ways, _)| ways).sum::<u64>(), ways[0].1, "{odds}");
    assert!(desk.refused("odds mercury/no-such-table").contains("there is no table"));
    assert!(desk.refused("odds mecury").contains("did you mean `mercury`?"));
}

#[test]
fn a_game_is_read_from_the_scenario_from_the_run_and_by_its_own_seed() {
    let desk = Desk::new();
    desk.ok(&format!("run {SCENARIO} --games 8 --seed 3 --out run"));
    let game = desk.ok(&format!("replay {SCENARIO} --seed 3 --game 7"));
    assert_eq!(game, desk.ok("replay run --game 7"));
    let seed = game.split("game seed ").nth(1).unwrap().lines().next().unwrap();
    assert_eq!(game, desk.ok(&format!("replay {SCENARIO} --game-seed {seed}")));
    assert!(game.contains("\n== 24 May 0900\n") && game.contains("roll "), "{game}");
    assert!(game.lines().any(|line| line.starts_with("End: ")), "{game}");
    assert_ne!(game, desk.ok("replay run --game 6"));
    // The replay command in run.toml works.
    let asked = desk.read("run/run.toml");
    let line = asked.lines().find_map(|line| line.strip_prefix("replay = \"dropzone ")).unwrap();
    assert_eq!(game, desk.ok(&format!("{} --game 7", line.trim_end_matches('"'))));
}

#[test]
fn a_game_is_watched_on_a_page_that_needs_nothing_else() {
    let desk = Desk::new();
    let text = desk.ok(&format!("replay {SCENARIO} --game 3"));
    let said = desk.ok(&format!("replay {SCENARIO} --game 3 --html game.html --ahead 3"));
    let end = |of: &str| of.lines().find(|line| line.starts_with("End: ")).map(str::to_owned);
    assert_eq!(end(&said), end(&text));
    assert!(said.ends_with("replay: game.html\n"), "{said}");
    let page = desk.read("game.html").replace("&#x2f;", "/");
    // Every decision in the text is on the page, and so is the command that makes the page again.
    let decisions = text.lines().filter_map(|line| line.get(..5)?.trim().parse::<u32>().ok());
    assert_eq!(
        Some(decisions.count()),
        page.split("max=\"")
            .nth(1)
            .and_then(|rest| { rest.split('"').next()?.parse::<usize>().ok() })
    );
    assert!(page.contains("dropzone replay mercury/kastelli --game 3 --ahead 3 --html game.html"));
    assert!(
        page.contains("3 games were played to their end"),
        "no word on where chances come from"
    );
    desk.ok(&format!("replay {SCENARIO} --game 3 --html game.html --ahead 3"));
    assert_eq!(page, desk.read("game.html").replace("&#x2f;", "/"), "the same line, another page");
    for outside in ["http://", "https://"] {
        let links = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!links.contains(outside), "the page names {outside}");
    }
    desk.refused(&format!("replay {SCENARIO} --game 3 --ahead 3"));
    desk.refused(&format!("replay {SCENARIO} --game 3 --html no/such/folder/game.html --ahead 0"));
}

#[test]
fn a_run_links_the_games_worth_watching_to_their_pages() {
    let desk = Desk::new();
    desk.ok(&format!("run {SCENARIO} --games 6 --seed 3 --out bare"));
    assert!(!desk.path("bare/replays").exists());
    assert!(desk.read("bare/index.html").contains("<code>--replays</code>"));
    let said = desk.ok(&format!("run {SCENARIO} --games 6 --seed 3 --replays --out run"));
    let page = desk.read("run/index.html").replace("&#x2f;", "/");
    let links: Vec<&str> = page
        .split("href=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .filter(|link| link.starts_with("replays/"))
        .collect();
    assert!(links.len() >= 3, "{links:?}");
    for link in &links {
        // The command on the page makes the page again.
        let game = desk.read(&format!("run/{link}"));
        let line = game
            .split("dropzone replay ")
            .nth(1)
            .unwrap()
            .split('<')
            .next()
            .unwrap()
            .replace("&#x2f;", "/");
        std::fs::create_dir_all(desk.path("replays")).unwrap();
        desk.ok(&format!("replay {line}"));
        assert_eq!(game, desk.read(link), "{line}");
    }
    // The command that repeats the run makes the pages too, and they can be added later to a run without them.
    let again = said.lines().find_map(|line| line.strip_prefix("again:  dropzone ")).unwrap();
    desk.ok(&format!("{again} --out again"));
    assert_same(&desk.run("run"), &desk.run("again"));
    desk.ok("report bare --replays");
    for link in links {
        assert_eq!(desk.read(&format!("bare/{link}")), desk.read(&format!("run/{link}")));
    }
    assert!(desk.read("bare/index.html").replace("&#x2f;", "/").contains("href=\"replays/game-"));
    // A different game under the same number gives no page for this run.
    desk.edit("scenarios/mercury/kastelli.toml", "points = 6", "points = 1");
    let refused = desk.refused("report bare --replays");
    assert!(refused.contains("is not the one that was played"), "{refused}");
    desk.refused(&format!("run {SCENARIO} --games 2000 --shard 0/2 --replays --out shard"));
}

#[test]
fn completions_are_printed_for_every_shell() {
    let desk = Desk::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = desk.ok(&format!("completions {shell}"));
        assert!(script.contains("dropzone") && script.contains("replay"), "{shell}");
    }
}

/// The parts of a chart of points are distinguished by colour alone.
#[test]
fn every_use_of_points_has_a_colour_of_its_own() {
    let home = lab::Home::at(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    let mut most = 0;
    for scenario in ["mercury/kastelli", "mercury/piling-on", "mercury/last-chance"] {
        let (system, name) =
            lab::find(lab::SHELF, &home, scenario).unwrap_or_else(|c| panic!("{c}"));
        let request = lab::Request { scenario: name.into(), ..lab::Request::default() };
        let table = system.seat(&home, &request).unwrap_or_else(|c| panic!("{c}"));
        let uses = table.head().measures.iter().filter(|measure| {
            measure.topic == engine::Topic::Points && measure.side == Some(engine::Side::German)
        });
        most = most.max(uses.count());
    }
    assert!((2..=report::palette::PARTS.len()).contains(&most), "{most} uses");
}
