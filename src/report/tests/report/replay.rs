//! Replay pages: they show the engine's state, frame by frame, in the file and in a browser.

use std::collections::BTreeMap;
use std::path::Path;

use engine::{BySide, HexId, Scene, Seed, Seen, Side};
use lab::{Filmed, Home, Picture, Request, SHELF, Table};
use report::{MapPicture, Replay};

use super::browser::{self, Window, chromium};
use super::cannot_run::cannot_run;

struct Watched {
    scenario: &'static str,
    table: Box<dyn Table>,
    picture: Picture,
    filmed: Filmed,
}

/// A game of a shipped scenario, with a few games played on.
fn watched(scenario: &'static str, game: u64) -> Watched {
    let home = Home::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    let (system, name) = lab::find(SHELF, &home, scenario).unwrap();
    let table = system.seat(&home, &Request { scenario: name.into(), ..Request::default() });
    let table = table.unwrap();
    let filmed = table.film(game, Seed(0).game(game), 4).unwrap();
    Watched { scenario, picture: table.picture(), table, filmed }
}

impl Watched {
    fn with<T>(&self, act: impl FnOnce(Replay<'_>) -> T) -> T {
        let (head, cast) = (self.table.head(), self.table.cast());
        let map = MapPicture::new(&self.picture.map, &head.brief, Vec::new(), Vec::new());
        act(Replay {
            map: &map,
            scenario: self.scenario,
            game: Some(7),
            seed: 1,
            strategies: BySide::from_fn(|side| head.strategies[side].name.clone()),
            ending: "It ended.".into(),
            winner: self.filmed.record.game.winner,
            command: "dropzone replay".into(),
            turn_names: &head.turn_names,
            roster: &head.roster,
            symbols: &cast.symbols,
            figures: cast.figures,
            film: &self.filmed.film,
            outlooks: &self.filmed.outlooks,
        })
    }

    fn page(&self) -> String {
        self.with(|replay| replay.page()).unwrap()
    }

    /// The scene after every frame.
    fn scenes(&self) -> Vec<Scene> {
        let mut scene = self.filmed.film.first.clone();
        let frames = self.filmed.film.frames.iter();
        frames
            .map(|frame| {
                scene.apply(&frame.changes);
                scene.clone()
            })
            .collect()
    }
}

/// The game inside a page.
fn data(page: &str) -> serde_json::Value {
    let text = page.split("<script type=\"application/json\" id=\"game\">").nth(1).unwrap();
    serde_json::from_str(text.split("</script>").next().unwrap()).unwrap()
}

fn lists(value: &serde_json::Value, place: usize) -> &[serde_json::Value] {
    value.get(place).and_then(|list| list.as_array()).map_or(&[], Vec::as_slice)
}

fn number(value: &serde_json::Value) -> i64 {
    value.as_i64().unwrap()
}

/// Reads the page's data only by its documented format, and compares every unit in every frame.
fn same_as_the_engine(watched: &Watched) {
    let game = data(&watched.page());
    let mut rows: Vec<serde_json::Value> = lists(&game["first"], 0).to_vec();
    let mut holders: BTreeMap<i64, i64> = BTreeMap::new();
    let hold = |changed: &[serde_json::Value], holders: &mut BTreeMap<i64, i64>| {
        holders.extend(changed.iter().map(|pair| (number(&pair[0]), number(&pair[1]))));
    };
    hold(lists(&game["first"], 1), &mut holders);
    let frames = game["frames"].as_array().unwrap();
    let scenes = watched.scenes();
    assert_eq!(frames.len(), scenes.len());
    for (place, (frame, scene)) in frames.iter().zip(&scenes).enumerate() {
        for row in lists(frame, 5) {
            rows[number(&row[0]) as usize] = row.clone();
        }
        hold(lists(frame, 6), &mut holders);
        for (unit, (row, seen)) in rows.iter().zip(&scene.units).enumerate() {
            assert_eq!(number(&row[0]), unit as i64);
            match seen {
                Seen::Off(fate) => {
                    let known = &game["fates"][(-1 - number(&row[1])) as usize];
                    assert_eq!(known, fate.word(), "frame {place}, unit {unit}");
                }
                Seen::On(counter) => {
                    assert_eq!(number(&row[1]), counter.hex.index() as i64, "frame {place}");
                    assert_eq!(number(&row[2]), i64::from(counter.steps), "frame {place}");
                    let figures = &game["values"][number(&row[3]) as usize];
                    assert_eq!(*figures, serde_json::json!(counter.figures), "frame {place}");
                    let borne = row.as_array().unwrap()[4..].iter();
                    let borne = borne.map(|m| game["markers"][number(m) as usize][2].clone());
                    let words: Vec<_> = counter.markers.iter().map(|m| m.words.clone()).collect();
                    assert_eq!(serde_json::json!(words), borne.collect::<serde_json::Value>());
                }
            }
        }
        let held: BTreeMap<i64, i64> = scene
            .objectives
            .iter()
            .map(|(hex, side)| (hex.index() as i64, i64::from(*side == Side::Allied)))
            .collect();
        assert_eq!(holders, held, "frame {place}");
    }
}

#[test]
fn every_counter_on_the_page_is_where_the_engine_has_it() {
    for scenario in ["mercury/kastelli", "mercury/snafu", "race/mercury", "race/market-garden"] {
        same_as_the_engine(&watched(scenario, 7));
    }
}

/// Bytes per decision, from the longest game; a campaign of 79 turns must stay under 10 MB.
#[test]
fn a_long_campaign_stays_small() {
    let watched = watched("mercury/heraklion", 1);
    let page = watched.page();
    let json = data(&page);
    let frames = json["frames"].as_array().unwrap();
    let turns = watched.filmed.record.game.facts.end_turn;
    let bytes: usize = frames.iter().map(|frame| frame.to_string().len() + 1).sum();
    assert!(frames.len() > 1_500, "{} frames are no long game", frames.len());
    let fixed = page.len() - bytes;
    // 79 turns of five times as many decisions a turn, on a map four times as large.
    let campaign = fixed * 4 + bytes * 79 * 5 / usize::from(turns);
    assert!(page.len() < 1_500_000, "{} bytes", page.len());
    assert!(campaign < 10_000_000, "a campaign would take {campaign} bytes");
}

#[test]
fn a_malformed_game_is_refused_with_words() {
    let refused = |spoil: &dyn Fn(&mut Watched)| {
        let mut watched = watched("race/mercury", 0);
        spoil(&mut watched);
        watched.with(|replay| replay.page()).unwrap_err().to_string()
    };
    let none = refused(&|watched| watched.filmed.film.frames.clear());
    assert_eq!(none, "this game cannot be shown: it has no frames");
    let stranger = refused(&|watched| {
        let seen = watched.filmed.film.first.units[0].clone();
        watched.filmed.film.frames[3].changes.units.push((999, seen));
    });
    assert!(stranger.contains("frame 3: it moves unit 999, the roster has"), "{stranger}");
    let lost = refused(&|watched| {
        let on = |seen: &&mut Seen| matches!(seen, Seen::On(_));
        let first = watched.filmed.film.first.units.iter_mut().find(on);
        let Some(Seen::On(counter)) = first else { panic!("nobody is on the map") };
        counter.hex = HexId(9_999);
    });
    assert!(lost.contains("is in hex number 9999, the map has"), "{lost}");
    let late = refused(&|watched| watched.filmed.film.frames[2].turn = 99);
    assert!(late.contains("frame 2: it is of turn 99"), "{late}");
    let few = refused(&|watched| drop(watched.filmed.film.first.units.pop()));
    assert!(few.contains("the roster has"), "{few}");
}

/// The script reports a file that was damaged in transit.
#[test]
fn a_damaged_file_says_so_in_a_browser() {
    let Some(chromium) = chromium() else {
        cannot_run(
            "a page in a browser",
            "no chromium on the path (Debian: apt-get install chromium)",
        );
        return;
    };
    let tell = "<script>addEventListener('load', () => parent.postMessage([document.getElementById('fault').hidden, document.getElementById('fault').textContent].join(' '), '*'))</script>";
    let page = watched("race/mercury", 0).page();
    let window = Window { width: 1280, height: 800, dark: false };
    for (from, to, expected) in [
        ("\"version\":1", "\"version\":9", "its data have version 9"),
        ("\"frames\":[", "\"frames\":[[", "its data are damaged"),
    ] {
        let spoilt = page.replacen(from, to, 1);
        assert_ne!(spoilt, page);
        let (said, _) = browser::run(&chromium, "damaged", &spoilt, "", tell, &window);
        assert!(said.starts_with("false") && said.contains(expected), "{said}");
    }
}

/// Before the set-up there is little to see, so a page without a link opens after it.
#[test]
fn a_page_opens_when_the_set_up_is_done() {
    let Some(chromium) = chromium() else {
        cannot_run(
            "a page in a browser",
            "no chromium on the path (Debian: apt-get install chromium)",
        );
        return;
    };
    let watched = watched("mercury/kastelli", 7);
    let tell = "<script>addEventListener('load', () => parent.postMessage([...document.querySelectorAll('#counters g[data-units]')].flatMap(g => g.dataset.units.split(' ')).filter(u => u).length, '*'))</script>";
    let window = Window { width: 1280, height: 800, dark: false };
    let (said, _) = browser::run(&chromium, "opened", &watched.page(), "", tell, &window);
    let active = |frame: &engine::Frame| {
        frame.happened.iter().any(|h| matches!(h.beat, Some(engine::Beat::Activation(_))))
    };
    let begins = watched.filmed.film.frames.iter().position(active).unwrap();
    let on = |seen: &&Seen| matches!(seen, Seen::On(_));
    let count = |scene: &Scene| scene.units.iter().filter(on).count();
    let scenes = watched.scenes();
    assert!(count(&scenes[0]) < count(&scenes[begins]));
    assert_eq!(said, count(&scenes[begins]).to_string());
}

/// What the driver saw after one action.
struct Glance<'a> {
    link: &'a str,
    text: &'a str,
    frame: usize,
    counters: Vec<&'a str>,
}

fn drive(watched: &Watched, window: &Window) {
    let Some(chromium) = chromium() else {
        cannot_run(
            "a page in a browser",
            "no chromium on the path (Debian: apt-get install chromium)",
        );
        return;
    };
    // Each view has its own folder, because tests run in parallel.
    let name = format!("{}-driven", watched.scenario.replace('/', "-"));
    let page = watched.page();
    let scenes = watched.scenes();
    let frames = &watched.filmed.film.frames;
    let script = format!("<script>{}</script>", include_str!("drive.js"));
    let opened = frames.iter().position(|frame| frame.turn == 2).unwrap() + 2;
    let (said, log) = browser::run(&chromium, &name, &page, "#turn=2&step=3", &script, window);
    let console: Vec<&str> = log.lines().filter(|line| line.contains("CONSOLE")).collect();
    assert!(console.is_empty(), "{name}: {console:?}");
    let glance = |deed: &str| {
        let line = said.lines().find(|line| line.split('\t').next() == Some(deed));
        let line = line.unwrap_or_else(|| panic!("{name}: nothing said of {deed}: {said}"));
        let parts: Vec<&str> = line.split('\t').collect();
        let (shown, frame) = parts[3].split_once(' ').unwrap();
        assert_eq!(shown, "1", "{name}, {deed}: one line of the log is the current one");
        let counters = parts[4].split(' ').filter(|part| !part.is_empty()).collect();
        Glance { link: parts[1], text: parts[2], frame: frame.parse().unwrap(), counters }
    };
    // Whatever was done, the counters are where the engine has them after that frame.
    let at = |deed: &str, frame: usize| {
        let seen = glance(deed);
        assert_eq!(seen.frame, frame, "{name}, {deed}");
        let mut stacks: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for unit in &scenes[frame].units {
            if let Seen::On(counter) = unit {
                stacks.entry(counter.hex.index()).or_default().push(counter.unit.to_string());
            }
        }
        let mut expected: Vec<String> =
            stacks.iter().map(|(hex, units)| format!("{hex}:{}", units.join(","))).collect();
        expected.sort();
        assert_eq!(seen.counters, expected, "{name}, {deed}");
        seen
    };
    at("opened", opened);
    at("home", 0);
    assert_eq!(at("next", 1).link, "#turn=1&amp;step=1");
    let right = at("right", 2);
    assert!(right.text.contains(&frames[2].decided.as_ref().unwrap().action), "{}", right.text);
    at("left", 1);
    let beat = |frame: &engine::Frame| {
        frame.happened.iter().any(|h| matches!(h.beat, Some(engine::Beat::Activation(_))))
    };
    let activation = frames.iter().skip(1).position(beat).unwrap() + 2;
    at("activation", activation);
    let turn = frames.iter().position(|frame| frame.turn > frames[activation].turn).unwrap();
    at("turn", turn);
    let end = at("end", frames.len() - 1);
    assert!(end.text.contains("end of the game"), "{}", end.text);
    at("home key", 0);
    at("link", opened - 2);
    for kind in engine::MomentKind::ALL {
        let has = |frame: &engine::Frame| {
            let told = frame.happened.iter().filter_map(|h| h.moment).any(|m| m.kind == kind);
            let taken = kind == engine::MomentKind::Capture && !frame.changes.objectives.is_empty();
            told || taken
        };
        let all = frames.iter().skip(1).filter(|frame| has(frame)).count()
            + usize::from(
                frames[0].happened.iter().filter_map(|h| h.moment).any(|m| m.kind == kind),
            );
        if let Some(first) = frames.iter().skip(1).position(has) {
            at(&format!("jump {}s: {all}", kind.word()), first + 1);
        }
    }
    let line = |deed: &str| said.lines().find_map(|line| line.strip_prefix(deed)).unwrap();
    let found: Vec<&str> = line("found\t").split('\t').collect();
    assert_eq!(
        found[1].parse::<usize>().unwrap(),
        found[2].split(' ').count(),
        "{name}: {found:?}"
    );
    assert_eq!(line("zoomed\t"), "true");
    assert_eq!(line("loaded"), "\t", "{name}: something was loaded");
}

#[test]
fn a_reader_steps_jumps_and_follows_links() {
    for (scenario, game) in
        [("mercury/heraklion", 1), ("mercury/kastelli", 7), ("race/market-garden", 7)]
    {
        drive(&watched(scenario, game), &Window { width: 1280, height: 800, dark: false });
    }
    drive(&watched("race/mercury", 0), &Window { width: 400, height: 800, dark: true });
}

#[test]
fn replay_pages_are_sound_in_a_browser() {
    let Some(chromium) = chromium() else {
        cannot_run(
            "a page in a browser",
            "no chromium on the path (Debian: apt-get install chromium)",
        );
        return;
    };
    for scenario in ["mercury/kastelli", "race/market-garden"] {
        let page = watched(scenario, 7).page();
        let name = scenario.replace('/', "-");
        for (width, height, dark) in [(1280, 800, false), (1280, 800, true), (400, 800, false)] {
            browser::sound(&chromium, &name, &page, &Window { width, height, dark });
        }
    }
}
