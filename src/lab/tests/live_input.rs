//! No dead input: every key and column of every shipped file is turned in turn, and then some game that reads it goes
//! otherwise, or the file is refused. What need not is listed below, with the reason. Those that take minutes are run by
//! `cargo test -p lab --test live_input -- --ignored --skip every_value`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use engine::{BySide, Seed, Side};
use lab::{Home, Request, SHELF, Set, SweepFile, Table, Without};
use toml::Value;

/// Keys that are written for people: nothing in a game may follow from them.
const FOR_PEOPLE: &[(&str, &str)] = &[
    ("title", "shown by every command and page"),
    ("number", "shown by `scenario show`"),
    ("about", "shown by `scenario show`"),
    ("source", "shown by `scenario show`: the section of the rules"),
    ("special_rules", "shown by `scenario show`; the rules come into force with their blocks"),
    ("origin", "counted by `--provenance` and in every report"),
    ("why", "the reason of an origin"),
    ("attribution", "must stay with the maps"),
    ("history", "what happened; reports put the games beside it"),
    ("origins", "origins and reasons of groups of values"),
    ("name", "shown wherever the thing is named"),
    ("intent", "what a strategy or a plan means to do, shown by `strategy show` and `plans`"),
    ("scenarios", "where the rules text uses a unit, for the reader of the counters"),
];

/// Keys of which the same name elsewhere does matter: `name` stands for a thing that other keys name.
const NAMES_THAT_LEAD: [&str; 3] = ["formation.*.name", "terrain.*.name", "sheet.*.name"];

/// Keys that no shipped scenario has a use for, though the rules do.
const IDLE: &[(&str, &str)] = &[
    (
        "sheet.*.grid",
        "which sheets join at their edges: shipped scenarios play on one; `sheets_of_one_grid_join_and_others_never_touch`",
    ),
    (
        "turns.*",
        "dates of turns, shown; those of Operation Mercury's calendar are names that scenarios must know",
    ),
];

/// Keys that nobody reads yet.
const PENDING: &[(&str, &str)] = &[
    // live with the combat branch
    ("modifier.*.applies", "read by the rules of fire soon"),
    // live with the combat branch
    ("modifier.*.modes", "read by the rules of fire soon"),
];

/// Keys that come into force under a reading or an option that is not the default: what is set beside them.
const UNDER: &[(&str, &str)] = &[
    ("last_alternative", "rulings.sc4_end=title"),
    ("division.*.french", "rulings.start_values=french"),
    ("reinforcement.*.wordless", "rulings.wordless_arrival=jumps"),
    ("cities.oss", "options.oss=true"),
    ("sources.driel", "options.driel=true"),
    ("leader.0.", "options.sussmann=true"),
    ("leader.1.", "options.freyberg=true"),
    ("airfield.*", "options.air_transport=true"),
    ("option", "options.irregulars=true"),
    ("option", "options.air_transport=true"),
];

/// Columns that some games in a thousand feel: a leader must be lost first. The rules' own tests show that they matter
/// (`gts_a_leader_lost_with_his_unit_is_replaced_on_another_with_a_shorter_reach`).
const RARE: [&str; 2] = ["replacement_range", "replacement_attachment"];

/// Games that are played with a turned value before the next place is tried.
const GAMES: u64 = 4;
/// Places of a key that are tried before it is called dead.
const PLACES: usize = 8;

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

/// The project's data in a folder where they may be changed, and the games played with them as they are.
struct Bench {
    folder: tempfile::TempDir,
    usual: BTreeMap<Played, Vec<String>>,
}

/// What is played: a scenario, strategies and plans where they are not its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Played {
    scenario: String,
    strategies: [Option<String>; 2],
    drops: Option<String>,
    setup: [Option<String>; 2],
    under: Option<String>,
}

impl Played {
    fn own(scenario: &str) -> Played {
        Played { scenario: scenario.into(), ..Played::default() }
    }

    /// The same as it is, and under what brings a key into force.
    fn under(self, key: &str) -> Vec<Played> {
        let race = self.scenario.starts_with("race/");
        let sets = UNDER
            .iter()
            .filter(|(start, set)| key.starts_with(start) && race == set.starts_with("options."));
        let own = self.clone();
        let more = sets.map(|(_, set)| Played { under: Some((*set).into()), ..self.clone() });
        core::iter::once(own).chain(more).collect()
    }
}

impl Bench {
    fn new() -> Bench {
        let folder = tempfile::tempdir().unwrap();
        let mut all = Vec::new();
        for part in ["scenarios", "strategies"] {
            files(&project().join(part), &mut all);
        }
        for path in all {
            let target = folder.path().join(path.strip_prefix(project()).unwrap());
            fs::create_dir_all(target.parent().unwrap()).unwrap();
            fs::copy(&path, &target).unwrap();
        }
        Bench { folder, usual: BTreeMap::new() }
    }

    fn home(&self) -> Home {
        Home::at(self.folder.path())
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.folder.path().join(file)).unwrap()
    }

    fn seat(&self, played: &Played) -> Option<Box<dyn Table>> {
        let home = self.home();
        let (system, name) = lab::find(SHELF, &home, &played.scenario).ok()?;
        let [german, allied] = played.strategies.clone();
        let [german_setup, allied_setup] = played.setup.clone();
        let request = Request {
            scenario: name.into(),
            strategies: BySide { german, allied },
            drops: played.drops.clone(),
            setup: BySide { german: german_setup, allied: allied_setup },
            sets: played.under.iter().map(|set| Set::parse(set).unwrap()).collect(),
            ..Request::default()
        };
        system.seat(&home, &request).ok()
    }

    fn game(table: &dyn Table, game: u64) -> String {
        let record = table.play(game, Seed(5).game(game));
        record.map_or_else(|illegal| format!("{illegal:?}"), |record| format!("{record:?}"))
    }

    /// Whether a changed file is refused, or gives another game.
    fn matters(&mut self, played: &Played, file: &str, changed: &str) -> Verdict {
        if !self.usual.contains_key(played) {
            // An option of the other game is refused as it is, and says nothing.
            let Some(table) = self.seat(played) else {
                assert!(played.under.is_some(), "the files as shipped are sound");
                return Verdict::Refused;
            };
            let games = (0..GAMES).map(|game| Bench::game(&*table, game)).collect();
            self.usual.insert(played.clone(), games);
        }
        let path = self.folder.path().join(file);
        let shipped = fs::read_to_string(&path).unwrap();
        fs::write(&path, changed).unwrap();
        let table = self.seat(played);
        fs::write(&path, shipped).unwrap();
        let Some(table) = table else { return Verdict::Refused };
        let usual = &self.usual[played];
        let other = |game: u64| Bench::game(&*table, game) != usual[game as usize];
        if (0..GAMES).any(other) { Verdict::Live } else { Verdict::Dead }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Verdict {
    Live,
    Refused,
    Dead,
}

/// A place in a TOML file: keys and numbers of elements.
type Spot = Vec<String>;

/// The spot without numbers: what it is, not which.
fn pattern(spot: &[String]) -> String {
    let star = |(place, part): (usize, &String)| {
        // What a strategy weighs is refused if nobody knows it; the weights are one key.
        let weight = place > 0 && spot[place - 1] == "weights";
        if weight || part.parse::<usize>().is_ok() { "*".into() } else { part.clone() }
    };
    spot.iter().enumerate().map(star).collect::<Vec<_>>().join(".")
}

/// Every value of a table that is no table itself; lists count as a whole and by their elements.
fn spots(value: &Value, here: &Spot, found: &mut Vec<Spot>) {
    let below = |name: &str| [here.as_slice(), &[name.to_owned()]].concat();
    match value {
        Value::Table(table) => {
            for (key, value) in table {
                spots(value, &below(key), found);
            }
        }
        Value::Array(list) => {
            if list.iter().all(|element| !element.is_table()) {
                found.push(here.clone());
            }
            for (place, element) in list.iter().enumerate() {
                spots(element, &below(&place.to_string()), found);
            }
        }
        _ => found.push(here.clone()),
    }
}

fn at<'v>(value: &'v mut Value, spot: &[String]) -> &'v mut Value {
    spot.iter().fold(value, |value, part| match value {
        Value::Array(list) => &mut list[part.parse::<usize>().unwrap()],
        other => &mut other[part.as_str()],
    })
}

/// Other values that could stand there.
fn others(value: &Value, words: &BTreeSet<String>) -> Vec<Value> {
    match value {
        Value::Integer(number) => {
            let near = [number * 3 + 20, number + 1, number - 1, -number - 30];
            near.into_iter().map(Value::Integer).collect()
        }
        Value::Boolean(yes) => vec![Value::Boolean(!yes)],
        Value::String(word) => {
            let mut known: Vec<&String> = words.iter().filter(|other| *other != word).collect();
            // The first, the last and some between: neighbours in the alphabet are often alike.
            let step = known.len().div_ceil(6).max(1);
            known = known.into_iter().step_by(step).collect();
            let nonsense = ["no such word".to_owned()];
            known.into_iter().chain(&nonsense).cloned().map(Value::String).collect()
        }
        Value::Array(list) if !list.is_empty() => {
            let without = |place: usize| {
                let mut fewer = list.clone();
                fewer.remove(place);
                Value::Array(fewer)
            };
            vec![without(0), without(list.len() - 1)]
        }
        _ => Vec::new(),
    }
}

/// Whether a word is the number of a hex, as either system prints them.
fn is_hex(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    matches!((word.len(), digits), (4 | 5, 4)) && (word.len() == 4 || word.contains('.'))
}

/// The hexes that a file names: they are on its map.
fn hexes(file: &Value) -> Vec<String> {
    let mut found = Vec::new();
    spots(file, &Vec::new(), &mut found);
    let mut whole = file.clone();
    let words = found.iter().filter_map(|spot| at(&mut whole, spot).as_str().map(String::from));
    let mut words: Vec<String> = words.filter(|word| is_hex(word)).collect();
    words.sort();
    words.dedup();
    words
}

/// What is left to find out of a key: places where it stands, and what was found in them.
#[derive(Default)]
struct Key {
    places: Vec<(String, Spot)>,
    words: BTreeSet<String>,
}

fn exempt(pattern: &str) -> bool {
    let parts: Vec<&str> = pattern.split('.').collect();
    let last = parts.iter().rev().find(|part| **part != "*").copied().unwrap_or("");
    let for_people = FOR_PEOPLE.iter().any(|(key, _)| last == *key || parts[0] == *key);
    let pending = PENDING.iter().any(|(key, _)| pattern == *key || pattern == format!("{key}.*"));
    let idle = IDLE.iter().any(|(key, _)| pattern == *key);
    (for_people && !NAMES_THAT_LEAD.contains(&pattern)) || pending || idle
}

/// Turns each key of some TOML files until a place is found where it matters. `played` says what to play for a file.
fn toml_keys(
    bench: &mut Bench,
    list: &[String],
    played: &dyn Fn(&str) -> Vec<Played>,
) -> Vec<String> {
    let mut keys: BTreeMap<String, Key> = BTreeMap::new();
    for file in list {
        let value: Value = toml::from_str(&bench.read(file)).unwrap();
        let mut found = Vec::new();
        spots(&value, &Vec::new(), &mut found);
        for spot in found {
            let key = keys.entry(pattern(&spot)).or_default();
            if let Value::String(word) = at(&mut value.clone(), &spot) {
                key.words.insert(word.clone());
            }
            key.places.push((file.clone(), spot));
        }
    }
    let mut dead = Vec::new();
    for (pattern, key) in keys.iter().filter(|(pattern, _)| !exempt(pattern)) {
        let step = key.places.len().div_ceil(PLACES).max(1);
        let mut taken = false;
        let live = key.places.iter().step_by(step).any(|(file, spot)| {
            let whole: Value = toml::from_str(&bench.read(file)).unwrap();
            let value = at(&mut whole.clone(), spot).clone();
            let mut words = key.words.clone();
            if value.as_str().is_some_and(is_hex) {
                words.extend(hexes(&whole));
            }
            let mut all = others(&value, &words).into_iter();
            all.any(|other| {
                let mut changed = whole.clone();
                *at(&mut changed, spot) = other;
                let text = toml::to_string(&changed).unwrap();
                let whole = spot.join(".");
                let all = played(file).into_iter().flat_map(|played| {
                    let exact = played.clone().under(&whole);
                    if exact.len() > 1 { exact } else { played.under(pattern) }
                });
                all.collect::<Vec<_>>().iter().any(|played| {
                    match bench.matters(played, file, &text) {
                        Verdict::Live => true,
                        Verdict::Refused => false,
                        Verdict::Dead => {
                            taken = true;
                            false
                        }
                    }
                })
            })
        });
        // Where nothing else is taken, the key is read and believed as it is.
        if !live && taken {
            dead.push(format!("{pattern} (of {})", key.places[0].0));
        }
    }
    dead
}

/// Turns each column of a CSV file; `rows` are those that games can feel, by their first cell.
fn csv_columns(
    bench: &mut Bench,
    file: &str,
    played: &[Played],
    rows: &dyn Fn(&str) -> bool,
) -> Vec<String> {
    let text = bench.read(file);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().unwrap().clone();
    let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let mut dead = Vec::new();
    for (column, name) in header.iter().enumerate() {
        let words: BTreeSet<String> = records.iter().map(|row| row[column].to_owned()).collect();
        if FOR_PEOPLE.iter().any(|(key, _)| *key == name) || RARE.contains(&name) {
            continue;
        }
        let felt: Vec<usize> = (0..records.len()).filter(|&row| rows(&records[row][0])).collect();
        let step = felt.len().div_ceil(PLACES).max(1);
        let mut taken = false;
        let live = felt.iter().step_by(step).any(|&row| {
            let old = &records[row][column];
            let number = old.parse::<i64>().ok();
            let all: Vec<String> = match number {
                Some(number) if name != "hex" => {
                    let near = [1, number + 3, number + 1, number - 1, 0];
                    near.iter().filter(|&&other| other != number).map(ToString::to_string).collect()
                }
                _ => others(&Value::String(old.into()), &words)
                    .into_iter()
                    .filter_map(|value| value.as_str().map(String::from))
                    .collect(),
            };
            all.iter().any(|other| {
                let mut writer = csv::Writer::from_writer(Vec::new());
                writer.write_record(&header).unwrap();
                for (number, record) in records.iter().enumerate() {
                    let turned = |(i, cell)| {
                        if number == row && i == column { other.as_str() } else { cell }
                    };
                    writer.write_record(record.iter().enumerate().map(turned)).unwrap();
                }
                let changed = String::from_utf8(writer.into_inner().unwrap()).unwrap();
                let all = played.iter().cloned().flat_map(|played| played.under(name));
                all.collect::<Vec<_>>().iter().any(|played| {
                    match bench.matters(played, file, &changed) {
                        Verdict::Live => true,
                        Verdict::Refused => false,
                        Verdict::Dead => {
                            taken = true;
                            false
                        }
                    }
                })
            })
        });
        if !live && taken {
            dead.push(format!("column {name} of {file}"));
        }
    }
    dead
}

#[track_caller]
fn none_dead(dead: &[String]) {
    assert!(dead.is_empty(), "{} do nothing:\n{}", dead.len(), dead.join("\n"));
}

/// Scenarios of a system, the quickest first.
fn scenarios(system: &str) -> Vec<String> {
    let names: &[&str] = match system {
        "mercury" => &[
            "kastelli",
            "snafu",
            "precision",
            "heraklion",
            "kiwis",
            "last-chance",
            "piling-on",
            "descent",
        ],
        _ => &["mercury", "market-garden"],
    };
    let listed = lab::scenarios(&Home::at(project()), system);
    assert_eq!(listed.len(), names.len(), "a scenario is missing in this list");
    names.iter().map(|name| format!("{system}/{name}")).collect()
}

fn scenario_keys(system: &str) {
    let mut bench = Bench::new();
    let list: Vec<String> =
        scenarios(system).iter().map(|scenario| format!("scenarios/{scenario}.toml")).collect();
    let own = |file: &str| {
        let scenario = file.trim_start_matches("scenarios/").trim_end_matches(".toml");
        // Whoever plays at random plays long, and comes where nobody else does.
        let random = Some("random".to_owned());
        let anyhow = Played { strategies: [random.clone(), random], ..Played::own(scenario) };
        vec![Played::own(scenario), anyhow]
    };
    none_dead(&toml_keys(&mut bench, &list, &own));
}

#[test]
#[ignore = "minutes"]
fn every_key_of_a_scenario_of_mercury_matters() {
    scenario_keys("mercury");
}

#[test]
#[ignore = "minutes"]
fn every_key_of_a_scenario_of_the_impulse_games_matters() {
    scenario_keys("race");
}

#[test]
#[ignore = "minutes"]
fn every_key_of_terrain_tables_and_calendar_matters() {
    let mut bench = Bench::new();
    let by_land = vec![Played::own("mercury/kastelli"), Played::own("mercury/snafu")];
    let by_air = vec![Played::own("mercury/kiwis"), Played::own("mercury/last-chance")];
    let played = |file: &str| match file {
        _ if file.contains("airlanding") => by_air.clone(),
        _ if file.starts_with("scenarios/race") => vec![Played::own("race/mercury")],
        _ => by_land.clone(),
    };
    let mut dead = Vec::new();
    for files in [
        &["calendar"][..],
        &["terrain"],
        &["maps/sheets"],
        &["tables/combat-unarmoured", "tables/combat-armoured"],
        &["tables/modifiers"],
        &["tables/quality"],
        &["tables/events"],
        &["tables/drop-base"],
        &["tables/airlanding-base"],
    ] {
        let list: Vec<String> =
            files.iter().map(|file| format!("scenarios/mercury/{file}.toml")).collect();
        dead.extend(toml_keys(&mut bench, &list, &played));
    }
    dead.extend(toml_keys(&mut bench, &["scenarios/race/tables/base.toml".into()], &played));
    none_dead(&dead);
}

#[test]
#[ignore = "minutes"]
fn every_column_of_maps_counters_and_leaders_matters() {
    let mut bench = Bench::new();
    let own = |scenario: &str| Played::own(scenario);
    let mut dead = Vec::new();
    let map = "scenarios/mercury/maps/kastelli.csv";
    dead.extend(csv_columns(&mut bench, map, &[own("mercury/kastelli")], &|_| true));
    for (file, played) in [
        ("counters", ["mercury/kastelli", "mercury/snafu", "mercury/kiwis"]),
        ("leaders", ["mercury/kastelli", "mercury/snafu", "mercury/kiwis"]),
    ] {
        let texts: String =
            played.iter().map(|name| bench.read(&format!("scenarios/{name}.toml"))).collect();
        let in_play = move |id: &str| texts.contains(&format!("\"{id}\""));
        let file = format!("scenarios/mercury/{file}.csv");
        dead.extend(csv_columns(&mut bench, &file, &played.map(own), &in_play));
    }
    for name in ["mercury", "market-garden"] {
        let played = [own(&format!("race/{name}"))];
        for folder in ["maps", "counters"] {
            let file = format!("scenarios/race/{folder}/{name}.csv");
            let found = csv_columns(&mut bench, &file, &played, &|_| true);
            // One game has no rivers, bridges, Club Route, corps, battlegroups or edges.
            let other = |column: &String| {
                name != "mercury" || !UNUSED.iter().any(|unused| column.contains(unused))
            };
            dead.extend(found.into_iter().filter(other));
        }
    }
    none_dead(&dead);
}

/// Columns that the Mercury of the impulse games leaves empty; Market-Garden fills them.
const UNUSED: [&str; 6] = [
    "column rivers",
    "column bridge",
    "column red",
    "column corps",
    "column battlegroup",
    "column edge",
];

#[test]
fn every_key_of_a_plan_matters() {
    let mut bench = Bench::new();
    let mut dead = Vec::new();
    for (file, played) in plans() {
        let list = [file.clone()];
        dead.extend(toml_keys(&mut bench, &list, &|_| vec![played.clone()]));
    }
    none_dead(&dead);
}

/// One plan of each kind and system, with what is played to follow it.
fn plans() -> Vec<(String, Played)> {
    let mut found: BTreeMap<(String, String), (String, Played)> = BTreeMap::new();
    for system in ["mercury", "race"] {
        let mut all = Vec::new();
        let folder = project().join("scenarios").join(system).join("plans");
        files(&folder, &mut all);
        for path in all {
            let value: Value = toml::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
            let (kind, side) = (value["kind"].as_str().unwrap(), value["side"].as_str().unwrap());
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let scenario = path.parent().unwrap().file_name().unwrap().to_str().unwrap();
            let mut played = Played::own(&format!("{system}/{scenario}"));
            match (kind, Side::from_word(side)) {
                ("drop", _) => played.drops = Some(name),
                (_, Some(Side::German)) => played.setup[0] = Some(name),
                _ => played.setup[1] = Some(name),
            }
            let file = path.strip_prefix(project()).unwrap().to_str().unwrap().to_owned();
            found
                .entry((system.into(), format!("{kind} {}", value.get("zones").is_some())))
                .or_insert((file, played));
        }
    }
    found.into_values().collect()
}

#[test]
fn every_key_of_a_strategy_matters() {
    let mut dead = Vec::new();
    for system in ["mercury", "race"] {
        let mut bench = Bench::new();
        let mut played: BTreeMap<String, Played> = BTreeMap::new();
        for scenario in scenarios(system) {
            let text = bench.read(&format!("scenarios/{scenario}.toml"));
            let value: Value = toml::from_str(&text).unwrap();
            for side in ["german", "allied"] {
                let name = value["strategies"][side].as_str().unwrap();
                let file = format!("strategies/{system}/{name}.toml");
                played.entry(file).or_insert_with(|| Played::own(&scenario));
            }
        }
        // Strategies that no scenario names: those that others extend, and those that a user may name.
        let mut all = Vec::new();
        files(&project().join("strategies").join(system), &mut all);
        for path in all {
            let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let file = format!("strategies/{system}/{stem}.toml");
            let extended = format!("extends = \"{stem}\"");
            let by = played.iter().find(|(other, _)| bench.read(other).contains(&extended));
            let by = by.map(|(_, played)| played.clone());
            played.entry(file.clone()).or_insert_with(|| {
                by.unwrap_or_else(|| {
                    let mut played = Played::own(&scenarios(system)[0]);
                    let allied = bench.read(&file).contains("side = \"allied\"");
                    played.strategies[usize::from(allied)] = Some(stem);
                    played
                })
            });
        }
        let order: Vec<String> = scenarios(system);
        let mut list: Vec<String> = played.keys().cloned().collect();
        list.sort_by_key(|file| order.iter().position(|name| *name == played[file].scenario));
        dead.extend(toml_keys(&mut bench, &list, &|file| vec![played[file].clone()]));
    }
    none_dead(&dead);
}

/// Lists of worth and sweeps ask; what they ask is what they say.
#[test]
fn every_key_of_a_question_matters() {
    let bench = Bench::new();
    let home = bench.home();
    for system in ["mercury", "race"] {
        let mut all = Vec::new();
        for folder in ["worth", "sweeps"] {
            files(&bench.folder.path().join("scenarios").join(system).join(folder), &mut all);
        }
        for path in all {
            let shipped = fs::read_to_string(&path).unwrap();
            let whole: Value = toml::from_str(&shipped).unwrap();
            let mut found = Vec::new();
            spots(&whole, &Vec::new(), &mut found);
            let sweep = path.parent().unwrap().ends_with("sweeps");
            let asked = || -> Option<String> {
                if sweep {
                    return SweepFile::load(&home, &path).ok().map(|file| format!("{file:?}"));
                }
                let name = path.file_stem().unwrap().to_str().unwrap();
                Without::list(&home, &format!("{system}/{name}"))
                    .ok()
                    .map(|list| format!("{list:?}"))
            };
            let usual = asked().expect("it reads as shipped");
            for spot in found {
                let value = at(&mut whole.clone(), &spot).clone();
                for other in others(&value, &BTreeSet::new()) {
                    let mut changed = whole.clone();
                    *at(&mut changed, &spot) = other;
                    fs::write(&path, toml::to_string(&changed).unwrap()).unwrap();
                    let now = asked();
                    assert_ne!(now.as_ref(), Some(&usual), "{} {spot:?}", path.display());
                }
            }
            fs::write(&path, shipped).unwrap();
        }
    }
}

/// Every file of the data folders is turned by a test above, or is for people.
#[test]
fn every_shipped_file_is_looked_at() {
    let mut all = Vec::new();
    for part in ["scenarios", "strategies"] {
        files(&project().join(part), &mut all);
    }
    let for_people = ["README.md", "ATTRIBUTION.md", "rules.csv"];
    for path in all {
        let shown = path.strip_prefix(project()).unwrap().to_str().unwrap().replace('\\', "/");
        let name = path.file_name().unwrap().to_str().unwrap();
        if for_people.contains(&name) {
            continue;
        }
        let parts: Vec<&str> = shown.split('/').collect();
        let turned = match parts.as_slice() {
            ["strategies", _, _]
            | ["scenarios", _, "plans", _, _]
            | ["scenarios", _, "worth" | "sweeps" | "maps" | "counters", _] => true,
            // Rivals of a table have its keys.
            ["scenarios", "mercury", "tables", name] => {
                ["combat-", "modifiers", "quality", "events", "drop-", "airlanding-"]
                    .iter()
                    .any(|known| name.starts_with(known))
            }
            ["scenarios", "race", "tables", name] => {
                ["base", "mild", "bloody"].contains(&name.trim_end_matches(".toml"))
            }
            [
                "scenarios",
                "mercury",
                "calendar.toml" | "terrain.toml" | "counters.csv" | "leaders.csv",
            ] => true,
            ["scenarios", system, name] => {
                scenarios(system).contains(&format!("{system}/{}", name.trim_end_matches(".toml")))
            }
            _ => false,
        };
        assert!(turned, "{shown} is read by nobody");
    }
}

/// Every single value of every scenario, table, plan and strategy in turn, not one of each key: hours. Names the values
/// that changed none of the first games; a key of which no value matters fails.
/// `cargo test --release -p lab --test live_input -- --ignored --nocapture`
#[test]
#[ignore = "hours: every value, not only every key"]
fn every_value_in_turn() {
    let mut bench = Bench::new();
    let mut dead: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for system in ["mercury", "race"] {
        for scenario in scenarios(system) {
            let scene = bench.read(&format!("scenarios/{scenario}.toml"));
            let value: Value = toml::from_str(&scene).unwrap();
            let mut list = vec![format!("scenarios/{scenario}.toml")];
            let named = |key: &str| value["strategies"][key].as_str().unwrap().to_owned();
            list.extend(
                ["german", "allied"]
                    .map(|side| format!("strategies/{system}/{}.toml", named(side))),
            );
            let of_files = value.get("files").and_then(Value::as_table).into_iter().flatten();
            let of_files = of_files.filter_map(|(_, file)| file.as_str());
            list.extend(of_files.map(|file| format!("scenarios/{system}/{file}.toml")));
            list.retain(|file| bench.folder.path().join(file).is_file());
            for file in list {
                let whole: Value = toml::from_str(&bench.read(&file)).unwrap();
                let mut found = Vec::new();
                spots(&whole, &Vec::new(), &mut found);
                for spot in found.into_iter().filter(|spot| !exempt(&pattern(spot))) {
                    let value = at(&mut whole.clone(), &spot).clone();
                    let felt = others(&value, &BTreeSet::new()).into_iter().any(|other| {
                        let mut changed = whole.clone();
                        *at(&mut changed, &spot) = other;
                        let text = toml::to_string(&changed).unwrap();
                        bench.matters(&Played::own(&scenario), &file, &text) != Verdict::Dead
                    });
                    let (values, silent) = dead.entry(pattern(&spot)).or_default();
                    *values += 1;
                    if !felt {
                        *silent += 1;
                        println!("{file}: {} changes nothing in {GAMES} games", spot.join("."));
                    }
                }
            }
        }
    }
    let none: Vec<&String> =
        dead.iter().filter(|(_, (values, silent))| values == silent).map(|(key, _)| key).collect();
    assert!(none.is_empty(), "{none:#?}");
}
