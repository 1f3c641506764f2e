//! No dead input: every key and column of every shipped file is changed in turn, and then some game that reads it
//! must go differently, or the file must be refused. Exceptions are listed below, with the reason. The tests that
//! take minutes in a dev build are run by `cargo test --release -p lab --test live_input -- --ignored --skip
//! every_value`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use engine::{BySide, Seed, Side};
use lab::{Home, Request, SHELF, Set, SweepFile, Table, Without};
use toml::Value;

/// Keys that are written for people: they must have no effect on any game.
const FOR_PEOPLE: &[(&str, &str)] = &[
    ("pedigree", "where a tuned strategy comes from: checked and shown, and no part of play"),
    ("fixed", "what tuning leaves alone: tested there, and no part of play"),
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
    ("german_doctrines", "named for those who choose a strategy; that they exist is checked"),
    ("allied_doctrines", "likewise"),
    ("scenarios", "where the rules text uses a unit, for the reader of the counters"),
];

/// Names by which other keys or the rules refer to a thing: they matter when the name is no longer found.
const NAMES_THAT_LEAD: [&str; 6] = [
    "formation.*.name",
    "terrain.*.name",
    "sheet.*.name",
    "modifier.*.id",
    "row.*.label",
    "zone.*.letter",
];

/// Keys that the rules use but no shipped scenario does.
const IDLE: &[(&str, &str)] = &[
    (
        "sheet.*.small_columns",
        "the smaller sheets of O4.0, which are an option: `m_o4_0_on_smaller_sheets_companies_walk_on`",
    ),
    (
        "sheet.*.grid",
        "which sheets join at their edges: shipped scenarios play on one; `sheets_of_one_grid_join_and_others_never_touch`",
    ),
    (
        "sheet.*.shared",
        "columns that two sheets print: no shipped scenario plays on both; `columns_of_another_sheet_may_be_shared`",
    ),
    (
        "leader.*.replacement",
        "Colonel Ramcke begins as a replacement, and the leaders' file gives him the same reach either way",
    ),
];

/// Keys that take effect only under a reading or an option that is not the default: what else to set.
const UNDER: &[(&str, &str)] = &[
    ("last_alternative", "rulings.sc4_end=title"),
    ("victory.by_the_end", "rulings.sc5_control=any_turn_end"),
    ("division.*.french", "rulings.start_values=french"),
    ("reinforcement.*.wordless", "rulings.wordless_arrival=jumps"),
    ("naval", "rulings.naval_support=on"),
    ("setup.*.only_with", "rulings.coastal_artillery=on"),
    ("stick.*.not_with", "rulings.small_maps=on"),
    ("reinforcement.*.only_with", "rulings.small_maps=on"),
    ("reinforcement.*.not_with", "rulings.small_maps=on"),
    ("ways_out.exits.*.only_with", "rulings.small_maps=on"),
    ("ways_out.exits.*.not_with", "rulings.small_maps=on"),
    ("objective.*.french", "rulings.akrotiri=french"),
    ("supply.group.*.part_of", "rulings.supply_tracks=apart"),
    ("off_map.exits.*.only_with", "rulings.small_maps=on"),
    ("off_map.exits.*.not_with", "rulings.small_maps=on"),
    ("cities.oss", "options.oss=true"),
    ("sources.driel", "options.driel=true"),
    ("leader.0.", "options.sussmann=true"),
    ("leader.1.", "options.freyberg=true"),
    ("airfield.*", "options.air_transport=true"),
    ("nationality", "options.coordination=true"),
    ("nationality", "options.artillery=true"),
    ("option", "options.irregulars=true"),
    ("option", "options.air_transport=true"),
];

/// Columns and keys that affect hardly one game in a hundred, and the test of the rules that shows that they matter.
const RARE: &[(&str, &str)] = &[
    (
        "replacement_range",
        "a leader is lost first: `gts_a_leader_lost_with_his_unit_is_replaced_on_another_with_a_shorter_reach`",
    ),
    ("replacement_attachment", "likewise"),
    ("off_map.exits.*.step_points", "`m11_0_steps_shipped_and_exited_west_count_once_each`"),
    ("victory.exit.units", "`m11_0_three_units_over_the_east_edge_win_at_once`: few reach it"),
    ("cities.nijmegen", "worth 1 when it is cut off at the end: `rg_11_2_victory_points`"),
];

/// Columns in which no game can distinguish one valid value from another.
const CHECKED: [(&str, &str); 2] = [
    (
        "elevation",
        "slopes must fall from it and river beds lie below their banks; games see the slopes",
    ),
    ("kind", "the picture of a counter; that trucks are trucks is checked"),
];

/// Games played with a changed value before the next place is tried.
const GAMES: u64 = 4;
/// Games for what seldom happens.
const MANY_GAMES: u64 = 100;
/// Keys that affect few games, so that more are played.
const SELDOM: [(&str, &str); 2] = [
    ("supply.group.*.airfields", "the Germans must hold all its hexes"),
    ("trucks.once_airfield_held", "it must be held, and quiet"),
];
/// Places of a key that are tried before it is considered dead.
const PLACES: usize = 8;
/// Rows of a column.
const ROWS: usize = 24;

/// Columns that list sides of a hex, which the adjacent hex must list too.
const SHARED_SIDES: [&str; 7] =
    ["roads", "slopes", "rivers", "rails", "major_rivers", "canals", "bridges"];

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

/// The project's data in a folder where they may be changed, and the games played with the unchanged data.
struct Bench {
    folder: tempfile::TempDir,
    usual: BTreeMap<Played, Vec<String>>,
    reads: BTreeMap<(String, String), bool>,
}

/// What is played: a scenario, and strategies and plans if they are not its own.
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

    /// By random players, who play long games and reach positions that no others do.
    fn anyhow(scenario: &str) -> Played {
        let random = Some("random".to_owned());
        Played { strategies: [random.clone(), random], ..Played::own(scenario) }
    }

    /// The same unchanged, and with the settings under which a key takes effect.
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
        Bench { folder, usual: BTreeMap::new(), reads: BTreeMap::new() }
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

    /// Whether a scenario reads a file at all: without the file, it is refused.
    fn reads(&mut self, played: &Played, file: &str) -> bool {
        let asked = (played.scenario.clone(), file.to_owned());
        if let Some(&known) = self.reads.get(&asked) {
            return known;
        }
        let (path, aside) = (self.folder.path().join(file), self.folder.path().join("aside"));
        fs::rename(&path, &aside).unwrap();
        let reads = self.seat(played).is_none();
        fs::rename(&aside, &path).unwrap();
        self.reads.insert(asked, reads);
        reads
    }

    /// Whether a changed file is refused, or gives a different game.
    fn matters(&mut self, played: &Played, file: &str, changed: &str, games: u64) -> Verdict {
        let path = self.folder.path().join(file);
        let shipped = fs::read_to_string(&path).unwrap();
        fs::write(&path, changed).unwrap();
        let table = self.seat(played);
        fs::write(&path, shipped).unwrap();
        let Some(table) = table else { return Verdict::Refused };
        let known = self.usual.get(played).map_or(0, Vec::len);
        let other = |game: u64, usual: &str| Bench::game(&*table, game) != usual;
        for game in 0..(games as usize).min(known) {
            if other(game as u64, &self.usual[played][game]) {
                return Verdict::Live;
            }
        }
        if known < games as usize {
            let shipped = self.seat(played).expect("the files as shipped are sound");
            for game in known as u64..games {
                let usual = Bench::game(&*shipped, game);
                let all = self.usual.entry(played.clone()).or_default();
                all.push(usual);
                if other(game, &all[game as usize]) {
                    return Verdict::Live;
                }
            }
        }
        Verdict::Dead
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

/// The spot without numbers: which kind, not which one.
fn pattern(spot: &[String]) -> String {
    let star = |(place, part): (usize, &String)| {
        // Unknown features and tasks of a strategy are refused; the weights count as one key, and so do those of tasks.
        let task = spot[0] == "doing" && place > 0;
        let weight = task || (place > 0 && spot[place - 1] == "weights");
        if weight || part.parse::<usize>().is_ok() { "*".into() } else { part.clone() }
    };
    spot.iter().enumerate().map(star).collect::<Vec<_>>().join(".")
}

/// Every value of a table that is not itself a table; lists count both as a whole and by their elements.
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

/// Other values that could be there.
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

/// Whether a word is a hex number, as either system prints them.
fn is_hex(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    matches!((word.len(), digits), (4 | 5, 4)) && (word.len() == 4 || word.contains('.'))
}

/// Whether a word is a turn of Operation Mercury.
fn is_turn(word: &str) -> bool {
    word.contains(" May ")
}

/// The words of the same kind in a file: hexes on its map, turns of its days.
fn alike(file: &Value, kind: fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    spots(file, &Vec::new(), &mut found);
    let mut whole = file.clone();
    let words = found.iter().filter_map(|spot| at(&mut whole, spot).as_str().map(String::from));
    let mut words: Vec<String> = words.filter(|word| kind(word)).collect();
    words.sort();
    words.dedup();
    words
}

/// The state of the search for one key: the places where it occurs, and what was found there.
#[derive(Default)]
struct Key {
    places: Vec<(String, Spot)>,
    words: BTreeSet<String>,
}

fn exempt(pattern: &str) -> bool {
    let parts: Vec<&str> = pattern.split('.').collect();
    let last = parts.iter().rev().find(|part| **part != "*").copied().unwrap_or("");
    let for_people = FOR_PEOPLE.iter().any(|(key, _)| last == *key || parts[0] == *key);
    let idle = IDLE.iter().chain(RARE).any(|(key, _)| pattern == *key);
    (for_people && !NAMES_THAT_LEAD.contains(&pattern)) || idle
}

/// A changed file, and what to play with it.
struct Turned {
    file: String,
    text: String,
    played: Vec<Played>,
}

/// Changes one key until something shows that it matters. For a name by which others refer to a thing, it is
/// enough that the reference breaks; for any other key a refusal counts only if every value is refused.
fn verdict(
    bench: &mut Bench,
    leads: bool,
    games: u64,
    turned: impl Iterator<Item = Turned>,
) -> Verdict {
    let mut found = Verdict::Refused;
    for Turned { file, text, played } in turned {
        for played in &played {
            if !bench.reads(played, &file) {
                continue;
            }
            match bench.matters(played, &file, &text, games) {
                Verdict::Live => return Verdict::Live,
                Verdict::Refused if leads => return Verdict::Live,
                Verdict::Refused => {}
                Verdict::Dead => found = Verdict::Dead,
            }
        }
    }
    found
}

/// Evenly spread over a list, the first among them.
fn spread<T>(list: &[T], most: usize) -> impl Iterator<Item = &T> {
    list.iter().step_by(list.len().div_ceil(most).max(1))
}

/// Changes each key of some TOML files until a place is found where it matters. `played` says what to play for a place.
fn toml_keys(
    bench: &mut Bench,
    list: &[String],
    played: &dyn Fn(&str, &Spot) -> Vec<Played>,
) -> Vec<String> {
    let mut keys: BTreeMap<String, Key> = BTreeMap::new();
    let mut wholes: BTreeMap<String, Value> = BTreeMap::new();
    for file in list {
        let value: Value = toml::from_str(&bench.read(file)).unwrap();
        let mut found = Vec::new();
        spots(&value, &Vec::new(), &mut found);
        for spot in found {
            // A list and its elements are one key.
            let pattern = pattern(&spot);
            let name = pattern.trim_end_matches(".*");
            let key = keys.entry(name.into()).or_default();
            if let Value::String(word) = at(&mut value.clone(), &spot) {
                key.words.insert(word.clone());
            }
            key.places.push((file.clone(), spot));
        }
        wholes.insert(file.clone(), value);
    }
    let mut dead = Vec::new();
    for (pattern, key) in keys.iter().filter(|(pattern, _)| !exempt(pattern)) {
        let turned = spread(&key.places, PLACES).flat_map(|(file, spot)| {
            let whole = &wholes[file];
            let value = at(&mut whole.clone(), spot).clone();
            let mut words = key.words.clone();
            for kind in [is_hex, is_turn] {
                if value.as_str().is_some_and(kind) {
                    words.extend(alike(whole, kind));
                }
            }
            let here = spot.join(".");
            let under = |played: Played| {
                let exact = played.clone().under(&here);
                if exact.len() > 1 { exact } else { played.under(pattern) }
            };
            let played: Vec<Played> = played(file, spot).into_iter().flat_map(under).collect();
            others(&value, &words).into_iter().map(move |other| {
                let mut changed = whole.clone();
                *at(&mut changed, spot) = other;
                let text = toml::to_string(&changed).unwrap();
                Turned { file: file.clone(), text, played: played.clone() }
            })
        });
        let seldom = SELDOM.iter().any(|(key, _)| key == pattern);
        let games = if seldom { MANY_GAMES } else { GAMES };
        let found = verdict(bench, NAMES_THAT_LEAD.contains(&pattern.as_str()), games, turned);
        if found == Verdict::Dead {
            dead.push(format!("{pattern} (of {})", key.places[0].0));
        }
    }
    dead
}

/// Changes each column of a CSV file; `in_play` says by their first cell which rows can affect a game.
fn csv_columns(
    bench: &mut Bench,
    file: &str,
    played: &[Played],
    in_play: &dyn Fn(&Played, &str) -> bool,
) -> Vec<String> {
    let text = bench.read(file);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().unwrap().clone();
    let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let written = |column: usize, turned: &dyn Fn(usize) -> Option<String>| {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&header).unwrap();
        for (number, record) in records.iter().enumerate() {
            let turned = turned(number);
            let cell = |(place, cell)| match &turned {
                Some(other) if place == column => other.clone(),
                _ => String::from(cell),
            };
            writer.write_record(record.iter().enumerate().map(cell)).unwrap();
        }
        String::from_utf8(writer.into_inner().unwrap()).unwrap()
    };
    let mut dead = Vec::new();
    for (column, name) in header.iter().enumerate() {
        let lists = FOR_PEOPLE.iter().chain(RARE).chain(&CHECKED);
        if lists.into_iter().any(|(key, _)| *key == name) {
            continue;
        }
        let mut words: BTreeSet<String> =
            records.iter().map(|row| row[column].to_owned()).collect();
        if name == "assault_colour" {
            // All the shipped ones are pink; use another colour.
            let fire = header.iter().position(|name| name == "fire_colour").unwrap();
            words.extend(records.iter().map(|row| row[fire].to_owned()));
        }
        // One row for each value in the column first, then more of the same from all over the file.
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let (mut rows, mut more) = (Vec::new(), Vec::new());
        for (row, record) in records.iter().enumerate() {
            // The two quickest scenarios are enough for a row.
            let feels = played.iter().filter(|played| in_play(played, &record[0])).take(2);
            let feels: Vec<Played> = feels.cloned().flat_map(|played| played.under(name)).collect();
            if !feels.is_empty() {
                let first = seen.insert(&record[column]);
                if first { &mut rows } else { &mut more }.push((row, feels));
            }
        }
        let mut rows: Vec<_> = spread(&rows, ROWS).cloned().collect();
        let room = ROWS.saturating_sub(rows.len());
        rows.extend(spread(&more, room.max(1)).take(room).cloned());
        let singly = rows.into_iter().flat_map(|(row, feels)| {
            let old = &records[row][column];
            let all: Vec<String> = match old.parse::<i64>() {
                Ok(number) if name != "hex" => {
                    let near = [1, number + 3, number + 1, number - 1, 0];
                    near.iter().filter(|&&other| other != number).map(ToString::to_string).collect()
                }
                _ => others(&Value::String(old.into()), &words)
                    .into_iter()
                    .filter_map(|value| value.as_str().map(String::from))
                    .collect(),
            };
            let written = &written;
            all.into_iter().map(move |other| {
                let text = written(column, &|number| (number == row).then(|| other.clone()));
                Turned { file: file.into(), text, played: feels.clone() }
            })
        });
        // Two hexes share a side, so such a column is emptied as a whole.
        let emptied = || Turned {
            file: file.into(),
            text: written(column, &|_| Some(String::new())),
            played: played.to_vec(),
        };
        let whole = SHARED_SIDES.contains(&name).then(emptied);
        // Those with such a row in play, with the settings under which the column takes effect.
        let under = |such: &dyn Fn(&csv::StringRecord) -> bool| -> Vec<Played> {
            let there = |played: &&Played| {
                records.iter().any(|record| such(record) && in_play(played, &record[0]))
            };
            played.iter().filter(there).cloned().flat_map(|played| played.under(name)).collect()
        };
        // Replace one word by another throughout, because a single row seldom makes a difference.
        let pairs = words.iter().flat_map(|old| words.iter().map(move |new| (old, new)));
        let pairs = pairs.filter(|(old, new)| old != new && words.len() <= 6);
        let throughout = pairs.map(|(old, new)| Turned {
            file: file.into(),
            text: written(column, &|row| (records[row][column] == *old).then(|| new.clone())),
            played: under(&|record| record[column] == *old),
        });
        let leads = name == "id" || (name == "hex" && file.contains("/maps/"));
        let turned = whole.into_iter().chain(singly).chain(throughout);
        let found = verdict(bench, leads, GAMES, turned);
        if found == Verdict::Dead {
            dead.push(format!("column {name} of {file}"));
        }
    }
    dead
}

#[track_caller]
fn none_dead(dead: &[String]) {
    assert!(dead.is_empty(), "{} do nothing:\n{}", dead.len(), dead.join("\n"));
}

/// The systems with files.
const SYSTEMS: [&str; 4] = ["mercury", "race", "fallschirmjaeger", "crete"];

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
            "gala",
            "jump-die-repeat",
            "hot-pursuit",
            "main-event",
            "rising",
            "free-for-all",
        ],
        "fallschirmjaeger" => &["moerdijk", "den-haag", "fortress-holland"],
        "crete" => &["basic"],
        _ => &["mercury", "market-garden"],
    };
    let listed = lab::scenarios(&Home::at(project()), system);
    assert_eq!(listed.len(), names.len(), "a scenario is missing in this list");
    names.iter().map(|name| format!("{system}/{name}")).collect()
}

fn scenario_keys(scenarios: &[String]) {
    none_dead(&dead_scenario_keys(&mut Bench::new(), scenarios));
}

fn dead_scenario_keys(bench: &mut Bench, scenarios: &[String]) -> Vec<String> {
    let list: Vec<String> =
        scenarios.iter().map(|scenario| format!("scenarios/{scenario}.toml")).collect();
    let own = |file: &str, _: &Spot| {
        let scenario = file.trim_start_matches("scenarios/").trim_end_matches(".toml");
        vec![Played::own(scenario), Played::anyhow(scenario)]
    };
    toml_keys(bench, &list, &own)
}

#[test]
fn every_key_of_a_quick_scenario_of_mercury_matters() {
    scenario_keys(&scenarios("mercury")[..2]);
}

#[test]
#[ignore = "minutes: scenarios of hundreds of units"]
fn every_key_of_a_scenario_of_mercury_matters() {
    scenario_keys(&scenarios("mercury"));
}

#[test]
fn every_key_of_a_scenario_of_the_impulse_games_matters() {
    scenario_keys(&scenarios("race"));
}

#[test]
fn every_key_of_terrain_tables_and_calendar_matters() {
    let mut bench = Bench::new();
    let sheets: Value = toml::from_str(&bench.read("scenarios/mercury/maps/sheets.toml")).unwrap();
    let scenes: Vec<(Played, String)> = scenarios("mercury")
        .iter()
        .map(|name| (Played::own(name), bench.read(&format!("scenarios/{name}.toml"))))
        .collect();
    let on_sheet = |spot: &Spot| {
        let name = at(&mut sheets.clone(), &[&spot[..2], &["name".into()]].concat()).clone();
        let there = |scene: &str| {
            let scene: Value = toml::from_str(scene).unwrap();
            scene["sheets"].as_array().unwrap().contains(&name)
        };
        let there = scenes.iter().filter(|(_, scene)| there(scene));
        there.map(|(played, _)| played.clone()).take(2).collect::<Vec<_>>()
    };
    let by_land = vec![Played::own("mercury/kastelli"), Played::own("mercury/snafu")];
    let by_air = vec![Played::own("mercury/kiwis"), Played::own("mercury/last-chance")];
    let off_map = vec![Played::own("mercury/piling-on"), Played::own("mercury/jump-die-repeat")];
    let played = |file: &str, spot: &Spot| match file {
        _ if file.contains("sheets") => on_sheet(spot),
        _ if file.contains("airlanding") => by_air.clone(),
        _ if file.contains("off-map") => off_map.clone(),
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
        &["tables/off-map-display"],
    ] {
        let list: Vec<String> =
            files.iter().map(|file| format!("scenarios/mercury/{file}.toml")).collect();
        dead.extend(toml_keys(&mut bench, &list, &played));
    }
    dead.extend(toml_keys(&mut bench, &["scenarios/race/tables/base.toml".into()], &played));
    none_dead(&dead);
}

/// Keys and columns of Fallschirmjaeger that no shipped scenario shows in a few games, and where they show.
const IN_HOLLAND: &[(&str, &str)] = &[
    ("turns (of", "names of turns: how many there are shows in their days"),
    (
        "days (of",
        "few games send the Queen away: `s3_7_the_queen_leaves_from_a_harbour_in_the_movement_phase`",
    ),
    (
        "bridge.*.carries",
        "the train alone keeps to rails: `s2_8_the_train_goes_anywhere_on_its_rails_and_nowhere_else`",
    ),
    ("column rails", "likewise"),
    ("places.stadium", "`s2_5d_village_and_stadium_jumpers_come_in_turn_one_without_risk`"),
    (
        "works.*.defence",
        "few fights are about works: `s1_1e_the_terrain_best_for_the_defender_multiplies_him`",
    ),
    (
        "column division",
        "for those whose orders name units by it: `a_unit_is_weighed_by_the_order_that_it_has`",
    ),
    (
        "column group of scenarios/fallschirmjaeger/setups/moerdijk",
        "nobody may be refused there; `fortress-holland` has groups",
    ),
    ("column group of scenarios/fallschirmjaeger/setups/den-haag", "likewise"),
];

#[test]
fn every_key_of_a_scenario_of_fallschirmjaeger_matters() {
    let mut dead = dead_scenario_keys(&mut Bench::new(), &scenarios("fallschirmjaeger"));
    dead.retain(|dead| !IN_HOLLAND.iter().any(|(start, _)| dead.starts_with(start)));
    none_dead(&dead);
}

#[test]
#[ignore = "minutes: the map, counters, set-ups and tables of Holland"]
fn every_key_and_column_of_fallschirmjaeger_matters() {
    let scenes = scenarios("fallschirmjaeger");
    let mut bench = Bench::new();
    let mut dead = Vec::new();
    let played: Vec<Played> =
        scenes.iter().flat_map(|name| [Played::own(name), Played::anyhow(name)]).collect();
    // A name that only the whole of Holland uses shows there, in that it is refused.
    let whole = Played::own("fallschirmjaeger/fortress-holland");
    let with_whole = |spot: &Spot| {
        let more = spot[0] == "zone" && spot.last().is_some_and(|key| key == "letter");
        played.iter().cloned().chain(more.then(|| whole.clone())).collect::<Vec<_>>()
    };
    for file in ["theatre", "tables/terrain", "tables/combat", "tables/air"] {
        let list = [format!("scenarios/fallschirmjaeger/{file}.toml")];
        dead.extend(toml_keys(&mut bench, &list, &|_, spot| with_whole(spot)));
    }
    // Who is set up in a scenario, and where its part of the map is.
    let scenes: BTreeMap<String, (String, Vec<i64>)> = scenes
        .iter()
        .map(|name| {
            let text = bench.read(&format!("scenarios/{name}.toml"));
            let columns = toml::from_str::<Value>(&text).unwrap()["columns"].clone();
            let columns = columns.as_array().unwrap().iter().map(|c| c.as_integer().unwrap());
            let short = name.trim_start_matches("fallschirmjaeger/");
            let setup = bench.read(&format!("scenarios/fallschirmjaeger/setups/{short}.csv"));
            (name.clone(), (setup, columns.collect()))
        })
        .collect();
    let on_map = |played: &Played, hex: &str| {
        let columns = &scenes[&played.scenario].1;
        let column: i64 = hex.split('.').next().unwrap().parse().unwrap();
        (columns[0]..=columns[1]).contains(&column)
    };
    let in_play =
        |played: &Played, id: &str| scenes[&played.scenario].0.contains(&format!("\n{id},"));
    for (file, in_play) in [
        ("maps/holland", &on_map as &dyn Fn(&Played, &str) -> bool),
        ("maps/ferries", &on_map),
        ("counters", &in_play),
    ] {
        let file = format!("scenarios/fallschirmjaeger/{file}.csv");
        dead.extend(csv_columns(&mut bench, &file, &played, in_play));
    }
    for name in scenes.keys() {
        let short = name.trim_start_matches("fallschirmjaeger/");
        let file = format!("scenarios/fallschirmjaeger/setups/{short}.csv");
        dead.extend(csv_columns(
            &mut bench,
            &file,
            &[Played::own(name), Played::anyhow(name)],
            &anything,
        ));
    }
    dead.retain(|dead| !IN_HOLLAND.iter().any(|(start, _)| dead.starts_with(start)));
    none_dead(&dead);
}

#[test]
#[ignore = "minutes: games with hundreds of counters"]
fn every_key_and_column_of_air_assault_matters() {
    let scenes = scenarios("crete");
    let mut bench = Bench::new();
    let mut dead = dead_scenario_keys(&mut bench, &scenes);
    let played: Vec<Played> =
        scenes.iter().flat_map(|name| [Played::own(name), Played::anyhow(name)]).collect();
    for file in ["island", "tables/terrain", "tables/combat", "tables/drift", "tables/sea"] {
        let list = [format!("scenarios/crete/{file}.toml")];
        dead.extend(toml_keys(&mut bench, &list, &|_, _| played.clone()));
    }
    for file in ["maps/crete", "counters", "setups/basic"] {
        let file = format!("scenarios/crete/{file}.csv");
        dead.extend(csv_columns(&mut bench, &file, &played, &anything));
    }
    none_dead(&dead);
}

/// Every row of a file can affect a game.
fn anything(_: &Played, _: &str) -> bool {
    true
}

#[test]
fn every_column_of_a_map_of_mercury_matters() {
    let map = "scenarios/mercury/maps/kastelli.csv";
    let played = [Played::own("mercury/kastelli")];
    none_dead(&csv_columns(&mut Bench::new(), map, &played, &anything));
}

#[test]
fn every_column_of_counters_and_leaders_of_mercury_matters() {
    let mut bench = Bench::new();
    let scenes: BTreeMap<String, String> = scenarios("mercury")
        .into_iter()
        .map(|name| (name.clone(), bench.read(&format!("scenarios/{name}.toml"))))
        .collect();
    let in_play =
        |played: &Played, id: &str| scenes[&played.scenario].contains(&format!("\"{id}\""));
    let played = ["kastelli", "snafu", "kiwis", "heraklion"];
    let played = played.map(|name| Played::own(&format!("mercury/{name}")));
    let mut dead = Vec::new();
    for file in ["counters", "leaders"] {
        let file = format!("scenarios/mercury/{file}.csv");
        dead.extend(csv_columns(&mut bench, &file, &played, &in_play));
    }
    none_dead(&dead);
}

#[test]
fn every_column_of_maps_and_counters_of_the_impulse_games_matters() {
    let mut bench = Bench::new();
    let mut dead = Vec::new();
    for name in ["mercury", "market-garden"] {
        let own = Played::own(&format!("race/{name}"));
        // Orders name units by their command.
        let doctrines = match name {
            "mercury" => ["mercury-german-oil-spots", "mercury-allied-garrisons"],
            _ => ["market-garden-german-cut", "market-garden-allied-corridor"],
        };
        let strategies = doctrines.map(|doctrine| Some(doctrine.into()));
        let played = [own.clone(), Played { strategies, ..own }];
        for folder in ["maps", "counters"] {
            let file = format!("scenarios/race/{folder}/{name}.csv");
            let found = csv_columns(&mut bench, &file, &played, &anything);
            // One of the two games has no rivers, bridges, Club Route, corps, battlegroups or edges.
            let other = |column: &String| {
                name != "mercury" || !UNUSED.iter().any(|unused| column.contains(unused))
            };
            dead.extend(found.into_iter().filter(other));
        }
    }
    none_dead(&dead);
}

/// Columns that Race's Mercury leaves empty; Market-Garden fills them.
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
        dead.extend(toml_keys(&mut bench, &list, &|_, _| vec![played.clone()]));
    }
    none_dead(&dead);
}

/// One plan of each kind and system, with what to play to use it.
fn plans() -> Vec<(String, Played)> {
    let mut found: BTreeMap<(String, String), (String, Played)> = BTreeMap::new();
    for system in SYSTEMS {
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
    for system in SYSTEMS {
        let mut bench = Bench::new();
        let mut played: BTreeMap<String, Played> = BTreeMap::new();
        for scenario in scenarios(system) {
            let text = bench.read(&format!("scenarios/{scenario}.toml"));
            let value: Value = toml::from_str(&text).unwrap();
            for side in ["german", "allied"] {
                let name = value["strategies"][side].as_str().unwrap();
                let file = format!("strategies/{system}/{name}.toml");
                played.entry(file).or_insert_with(|| Played::own(&scenario));
                let doctrines = value["strategies"].get(format!("{side}_doctrines"));
                for name in doctrines.and_then(Value::as_array).into_iter().flatten() {
                    let name = name.as_str().unwrap();
                    let mut own = Played::own(&scenario);
                    own.strategies[usize::from(side == "allied")] = Some(name.into());
                    played.insert(format!("strategies/{system}/{name}.toml"), own);
                }
            }
        }
        // Strategies that no scenario names: those that others extend, and those that a user may choose.
        let mut all = Vec::new();
        files(&project().join("strategies").join(system), &mut all);
        // What a command fitted is no strategy.
        all.retain(|path| !path.parent().is_some_and(|folder| folder.ends_with("prospects")));
        for path in all {
            let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let file = format!("strategies/{system}/{stem}.toml");
            let extends = |other: &str, stem: &str| {
                bench.read(other).contains(&format!("extends = \"{stem}\""))
            };
            let through = |other: &str| {
                played.keys().any(|between| {
                    let name = Path::new(between).file_stem().unwrap().to_str().unwrap();
                    extends(other, name) && extends(between, &stem)
                })
            };
            // The one whose orders have the most tasks, if any: what tasks mean shows in it.
            let heirs = played.iter().filter(|(other, _)| extends(other, &stem) || through(other));
            let tasks = |other: &str| {
                let text = bench.read(other);
                let tasks = text.lines().filter(|line| line.starts_with("do = "));
                tasks.map(String::from).collect::<BTreeSet<_>>().len()
            };
            let by = heirs.max_by_key(|(other, _)| tasks(other));
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
        dead.extend(toml_keys(&mut bench, &list, &|file, _| vec![played[file].clone()]));
    }
    none_dead(&dead);
}

/// Lists of `worth` and sweep files: every key shows in the question they pose.
#[test]
fn every_key_of_a_question_matters() {
    let bench = Bench::new();
    let home = bench.home();
    for system in SYSTEMS {
        let mut all = Vec::new();
        for folder in ["worth", "sweeps"] {
            let folder = bench.folder.path().join("scenarios").join(system).join(folder);
            if folder.is_dir() {
                files(&folder, &mut all);
            }
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

/// Every file in the data folders is changed by a test above, or is for people.
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
            // Doctrines' scores and prospects are results, made by commands: who reads them tests what they say.
            | ["strategies", _, "prospects", _]
            // So is what rivals move. Rivals themselves, and facts, are tested by those who read them (`worlds.rs`).
            | [
                "scenarios",
                _,
                "influence" | "facts" | "doctrines" | "worth" | "sweeps" | "maps" | "counters",
                _,
            ]
            | ["scenarios", _, "rivals.toml"]
            | [
                "scenarios",
                "mercury",
                "calendar.toml" | "terrain.toml" | "counters.csv" | "leaders.csv",
            ]
            | ["scenarios", "fallschirmjaeger", "setups" | "tables", _]
            | ["scenarios", "fallschirmjaeger", "theatre.toml" | "counters.csv"] => true,
            // Alternative tables have the same keys.
            ["scenarios", "mercury", "tables", name] => {
                ["combat-", "modifiers", "quality", "events", "drop-", "airlanding-", "off-map-"]
                    .iter()
                    .any(|known| name.starts_with(known))
            }
            ["scenarios", "race", "tables", name] => {
                ["base", "mild", "bloody"].contains(&name.trim_end_matches(".toml"))
            }
            ["scenarios", system, name] => {
                scenarios(system).contains(&format!("{system}/{}", name.trim_end_matches(".toml")))
            }
            _ => false,
        };
        assert!(turned, "{shown} is read by nobody");
    }
}

/// Changes every single value of every scenario, table, plan and strategy in turn, not just one per key; takes hours.
/// Names the values that changed none of the first games; fails for a key of which no value matters. `cargo test
/// --release -p lab --test live_input -- --ignored --nocapture`
#[test]
#[ignore = "hours: every value, not only every key"]
fn every_value_in_turn() {
    let mut bench = Bench::new();
    let mut dead: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for system in SYSTEMS {
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
                        bench.matters(&Played::own(&scenario), &file, &text, GAMES) != Verdict::Dead
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
