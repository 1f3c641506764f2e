//! `scenarios/SYSTEM/rivals.toml`: what uncertain readings and values might be instead, with weights and reasons.

use std::collections::{BTreeMap, BTreeSet};

use engine::Ruling;
use serde::Deserialize;
use toml::de::DeTable;

use super::{AS_SHIPPED, Choice, Unknown, UnknownKind};
use crate::Home;
use crate::asked::Source;
use crate::complaint::{Complaint, Complaints, nearest};
use crate::outline::{self, Found};
use crate::sets::{Set, segments};
use crate::text;

/// The file of a system.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct RivalsFile {
    /// Optional rules, on which players agree before a game: nobody needs to guess them.
    #[serde(default)]
    agreed: Vec<String>,
    #[serde(default)]
    reading: Vec<Reading>,
    #[serde(default)]
    unknown: Vec<Entry>,
}

/// How likely each reading of a ruling is held to be.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reading {
    id: String,
    why: String,
    weights: BTreeMap<String, u32>,
}

/// An uncertain value, or several that are uncertain together.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    why: String,
    /// Weight of what the files say.
    shipped: u32,
    /// The keys that a rival's `value` goes to, as `--set` takes them; `*`, `?` and `[a-d]` in the id of a row stand for
    /// any letters, for one, and for one of these.
    #[serde(default)]
    at: Vec<String>,
    #[serde(default)]
    rival: Vec<Rival>,
}

/// What an uncertain value might be instead.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rival {
    /// Its name in tables; its value where there is none.
    #[serde(default)]
    name: String,
    weight: u32,
    why: String,
    /// What every key of `at` is then.
    #[serde(default)]
    value: Option<toml::Value>,
    /// Other changes that it makes, each as `--set` takes it.
    #[serde(default)]
    set: Vec<String>,
}

impl Rival {
    fn called(&self) -> String {
        match &self.value {
            Some(value) if self.name.is_empty() => plain(value),
            _ => self.name.clone(),
        }
    }
}

fn plain(value: &toml::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), String::from)
}

/// What is not known of a scenario besides who plays it. `rulings` are those that the scenario knows, as it reads them;
/// `units` are the ids of its counters, `read` the files that it reads; `knows` says whether a scenario file of the
/// system may set a ruling to a reading.
///
/// # Errors
/// Everything that is wrong with the file.
pub(crate) fn unknowns(
    home: &Home,
    (system, scenario): (&str, &str),
    rulings: &[Ruling],
    units: &BTreeSet<&str>,
    read: &BTreeSet<&str>,
    knows: &dyn Fn(&str, &str) -> bool,
) -> Result<Vec<Unknown>, Complaints> {
    let path = home.scenarios(system).join("rivals.toml");
    let (source, file) = if home.has(&path) {
        let source = Source::read(home, &path)?;
        let file = source.parse::<RivalsFile>()?;
        (source, file)
    } else {
        (Source::default(), RivalsFile::default())
    };
    let mut reader = Reader {
        home,
        system,
        scenario,
        units,
        read,
        knows,
        source: &source,
        tables: BTreeMap::new(),
        wrong: Vec::new(),
    };
    let mut found = reader.readings(&file.reading, &file.agreed, rulings);
    reader.entries(&file.unknown, rulings, &mut found);
    if reader.wrong.is_empty() { Ok(found) } else { Err(Complaints::new(reader.wrong)) }
}

/// Reads the file for one scenario.
struct Reader<'a> {
    home: &'a Home,
    system: &'a str,
    scenario: &'a str,
    units: &'a BTreeSet<&'a str>,
    read: &'a BTreeSet<&'a str>,
    knows: &'a dyn Fn(&str, &str) -> bool,
    source: &'a Source,
    /// Tables of rows that changes go to: headings and ids.
    tables: BTreeMap<String, Option<Sheet>>,
    wrong: Vec<Complaint>,
}

/// The headings of a table of rows, and the name of each row.
#[derive(Clone)]
struct Sheet {
    headings: Vec<String>,
    ids: Vec<String>,
}

/// What a change of a rival comes to in a scenario.
enum Change {
    /// These changes, one a row.
    Of(Vec<String>),
    /// Nothing: what it changes is not in this scenario.
    Elsewhere,
}

impl Reader<'_> {
    fn complain(&mut self, key: &str, complaint: Complaint) {
        let complaint = self.source.origin(key).blame(complaint);
        self.wrong.push(complaint);
    }

    fn problem(&mut self, key: &str, problem: impl Into<String>, expected: &str) {
        self.complain(key, Complaint::whole("", problem).expecting(expected));
    }

    /// Every ruling with more than one reading. Where the file gives no weights, what the scenario reads weighs as
    /// much as all the others together.
    fn readings(
        &mut self,
        weighed: &[Reading],
        agreed: &[String],
        rulings: &[Ruling],
    ) -> Vec<Unknown> {
        for (i, reading) in weighed.iter().enumerate() {
            if weighed[..i].iter().any(|other| other.id == reading.id) {
                let problem = format!("`{}` is there twice", reading.id);
                self.problem(&format!("reading.{i}.id"), problem, "each ruling once");
            }
            if reading.why.trim().is_empty() {
                self.problem(&format!("reading.{i}.why"), "is empty", "the reason for the weights");
            }
            match rulings.iter().find(|ruling| ruling.id == reading.id) {
                Some(ruling) => self.check_weights(i, reading, ruling),
                None => self.check_id(i, reading, rulings),
            }
        }
        let several =
            rulings.iter().filter(|ruling| ruling.values.len() > 1 && !agreed.contains(&ruling.id));
        several
            .map(|ruling| {
                let given = weighed.iter().find(|reading| reading.id == ruling.id);
                let others = ruling.values.len() as u32 - 1;
                let weight = |value: &String| match given {
                    Some(reading) => reading.weights.get(value).copied().unwrap_or(0),
                    None if *value == ruling.value => others,
                    None => 1,
                };
                let mut values: Vec<&String> = vec![&ruling.value];
                values.extend(ruling.values.iter().filter(|value| **value != ruling.value));
                let choices = values.into_iter().map(|value| {
                    let set = format!("rulings.{}={value}", ruling.id);
                    let set = if *value == ruling.value { Vec::new() } else { vec![set] };
                    Choice { set, ..Choice::shipped(value, weight(value)) }
                });
                Unknown {
                    name: ruling.id.clone(),
                    kind: UnknownKind::Reading,
                    why: given.map_or_else(|| ruling.meaning.trim().into(), |r| r.why.clone()),
                    choices: choices.collect(),
                }
            })
            .collect()
    }

    fn check_weights(&mut self, i: usize, reading: &Reading, ruling: &Ruling) {
        for value in reading.weights.keys().filter(|value| !ruling.values.contains(value)) {
            let near = nearest(value, ruling.values.iter().map(String::as_str));
            let complaint = Complaint::whole("", format!("`{}` has no such reading", ruling.id));
            let expected = format!("one of {}", ruling.values.join(", "));
            let key = format!("reading.{i}.weights.{value}");
            self.complain(&key, complaint.expecting(expected).near(near));
        }
        for value in ruling.values.iter().filter(|value| !reading.weights.contains_key(*value)) {
            let problem = format!("says nothing of `{value}`");
            let key = format!("reading.{i}.weights");
            self.problem(&key, problem, "a weight for every reading, 0 for one that is ruled out");
        }
        if reading.weights.values().all(|&weight| weight == 0) {
            let key = format!("reading.{i}.weights");
            self.problem(&key, "nothing has any weight", "a weight above 0 for some reading");
        }
    }

    /// A ruling that this scenario does not know may be one of another game of the system.
    fn check_id(&mut self, i: usize, reading: &Reading, rulings: &[Ruling]) {
        let value = reading.weights.keys().next().map_or("", String::as_str);
        if !(self.knows)(&reading.id, value) {
            let near = nearest(&reading.id, rulings.iter().map(|ruling| ruling.id.as_str()));
            let complaint = Complaint::whole("", format!("there is no ruling `{}`", reading.id));
            let complaint = complaint.expecting("an id as `scenario show` lists them").near(near);
            self.complain(&format!("reading.{i}.id"), complaint);
        }
    }

    fn entries(&mut self, entries: &[Entry], rulings: &[Ruling], found: &mut Vec<Unknown>) {
        for (i, entry) in entries.iter().enumerate() {
            let key = |rest: &str| format!("unknown.{i}.{rest}");
            let twice = entries[..i].iter().any(|other| other.name == entry.name)
                || rulings.iter().any(|ruling| ruling.id == entry.name)
                || entry.name.ends_with(" player");
            if twice || entry.name.trim().is_empty() {
                let problem = format!("`{}` is the name of something else", entry.name);
                self.problem(&key("name"), problem, "a name of its own");
            }
            if entry.why.trim().is_empty() {
                self.problem(&key("why"), "is empty", "where the doubt comes from");
            }
            if entry.rival.is_empty() {
                self.problem(&key("name"), "has no rival values", "[[unknown.rival]] blocks");
            }
            let all = entry.rival.iter().map(|rival| rival.weight).chain([entry.shipped]);
            if all.clone().all(|weight| weight == 0) {
                self.problem(&key("shipped"), "nothing has any weight", "some weight above 0");
            }
            if all.into_iter().any(|weight| weight > 1_000_000) {
                self.problem(&key("shipped"), "a weight is too large", "weights up to 1000000");
            }
            let mut choices = vec![Choice::shipped(AS_SHIPPED, entry.shipped)];
            for (k, rival) in entry.rival.iter().enumerate() {
                let choice = self.rival((i, entry), (k, rival), &choices);
                choices.extend(choice);
            }
            if choices.len() > 1 {
                found.push(Unknown {
                    name: entry.name.clone(),
                    kind: UnknownKind::Value,
                    why: entry.why.clone(),
                    choices,
                });
            }
        }
    }

    /// A rival's choice in this scenario; `None` if nothing that it changes is there.
    fn rival(
        &mut self,
        (i, entry): (usize, &Entry),
        (k, rival): (usize, &Rival),
        before: &[Choice],
    ) -> Option<Choice> {
        let key = |rest: &str| format!("unknown.{i}.rival.{k}.{rest}");
        let name = rival.called();
        if name.trim().is_empty() || before.iter().any(|choice| choice.name == name) {
            let problem = format!("`{name}` does not tell it from the others");
            self.problem(&key("name"), problem, "a `name` or `value` of its own");
        }
        if rival.why.trim().is_empty() {
            self.problem(&key("why"), "is empty", "what speaks for this value");
        }
        let mut changes: Vec<(String, String)> = Vec::new();
        match (&rival.value, entry.at.is_empty()) {
            (Some(value), false) => {
                let value = plain(value);
                changes.extend(entry.at.iter().enumerate().map(|(place, at)| {
                    (format!("unknown.{i}.at.{place}"), format!("{at}={value}"))
                }));
            }
            (Some(_), true) => {
                self.problem(&key("value"), "goes nowhere", "keys in `at`, or changes in `set`");
            }
            (None, _) if rival.set.is_empty() => {
                self.problem(
                    &key("weight"),
                    "changes nothing",
                    "a `value` for the keys of `at`, or changes in `set`",
                );
            }
            (None, _) => {}
        }
        let own = rival.set.iter().enumerate();
        changes.extend(own.map(|(place, set)| (key(&format!("set.{place}")), set.clone())));
        let mut choice = Choice { why: rival.why.clone(), ..Choice::shipped(&name, rival.weight) };
        for (place, typed) in changes {
            match self.expanded(&typed) {
                Ok(Change::Of(sets)) => {
                    let origin = self.source.origin(&place);
                    choice.origins.extend(sets.iter().map(|_| origin.clone()));
                    choice.set.extend(sets);
                }
                Ok(Change::Elsewhere) => {}
                Err(complaint) => {
                    let problem = format!("`{typed}`: {}", complaint.problem);
                    self.complain(&place, Complaint { file: String::new(), problem, ..complaint });
                }
            }
        }
        (!choice.set.is_empty()).then_some(choice)
    }

    /// The changes that one comes to in this scenario: one a row for a pattern.
    fn expanded(&mut self, typed: &str) -> Result<Change, Complaint> {
        let set = Set::parse(typed)?;
        let Some(file) = set.file.clone() else { return self.of_a_scenario(&set) };
        let sheet = self.sheet(&file);
        let Some(sheet) = sheet else { return self.of_a_file(&file, &set) };
        let Some((pattern, column)) = set.path.rsplit_once('.') else {
            return Err(Complaint::whole("", "has no column").expecting("`FILE:ROW.COLUMN=VALUE`"));
        };
        if !sheet.headings.iter().any(|heading| heading == column) {
            let near = nearest(column, sheet.headings.iter().map(String::as_str));
            let complaint = Complaint::whole("", format!("there is no column `{column}`"));
            let expected = format!("one of {}", sheet.headings.join(", "));
            return Err(complaint.expecting(expected).near(near));
        }
        let pattern = pattern.trim_matches('"');
        let rows: Vec<&String> = sheet.ids.iter().filter(|id| fits(pattern, id)).collect();
        if rows.is_empty() {
            let near = nearest(pattern, sheet.ids.iter().map(String::as_str));
            let complaint = Complaint::whole("", format!("no row is called `{pattern}`"));
            return Err(complaint
                .expecting("the id of a row, or a pattern with *, ? and [a-d]")
                .near(near));
        }
        // Counters that are not in the scenario are left as they are.
        let of_counters = sheet.ids.iter().any(|id| self.units.contains(id.as_str()));
        let taking_part = |id: &&String| !of_counters || self.units.contains(id.as_str());
        let sets: Vec<String> = rows
            .into_iter()
            .filter(taking_part)
            .map(|id| format!("{file}:{id}.{column}={}", set.value))
            .collect();
        let here = self.read.contains(file.as_str()) && !sets.is_empty();
        Ok(if here { Change::Of(sets) } else { Change::Elsewhere })
    }

    /// A change of a TOML file that scenarios share.
    fn of_a_file(&self, file: &str, set: &Set) -> Result<Change, Complaint> {
        let folder = self.home.scenarios(self.system);
        let text =
            text::read(self.home, &folder.join(format!("{file}.toml"))).map_err(|fault| {
                let known: Vec<&str> = self.read.iter().copied().collect();
                Complaint { problem: format!("`{file}`: {}", fault.problem), ..fault }
                    .near(nearest(file, known))
            })?;
        if !has(&text, &set.path) {
            return Err(Complaint::whole("", format!("{file} has no `{}`", set.path))
                .expecting("the path of a value that is there"));
        }
        let here = self.read.contains(file);
        Ok(if here { Change::Of(vec![set.to_string()]) } else { Change::Elsewhere })
    }

    /// A change of the scenario's own file, if it has the key: some scenario must.
    fn of_a_scenario(&self, set: &Set) -> Result<Change, Complaint> {
        let folder = self.home.scenarios(self.system);
        let there = |stem: &str| {
            let text = text::read(self.home, &folder.join(format!("{stem}.toml")));
            text.is_ok_and(|text| has(&text, &set.path))
        };
        if there(self.scenario) {
            return Ok(Change::Of(vec![set.to_string()]));
        }
        let stems = self.home.stems(&folder);
        if stems.iter().any(|stem| there(stem)) {
            return Ok(Change::Elsewhere);
        }
        Err(Complaint::whole("", format!("no scenario has `{}`", set.path))
            .expecting("a key of a scenario, or FILE:KEY"))
    }

    /// The headings and rows of a CSV file; `None` if there is no such file.
    fn sheet(&mut self, file: &str) -> Option<Sheet> {
        let (home, system) = (self.home, self.system);
        let sheet = self.tables.entry(file.into()).or_insert_with(|| {
            let inside = file.split('/').all(|part| !part.is_empty() && !part.starts_with('.'));
            let path = home.scenarios(system).join(format!("{file}.csv"));
            let text = text::read(home, &path).ok().filter(|_| inside)?;
            let plain = crate::spreadsheet::plain(&text).ok()?.text;
            let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(plain.as_bytes());
            let headings: Vec<String> = reader.headers().ok()?.iter().map(Into::into).collect();
            let named = headings.iter().position(|name| name == "id").unwrap_or(0);
            let ids = reader.records().flatten();
            let ids = ids.filter_map(|row| row.get(named).map(Into::into)).collect();
            Some(Sheet { headings, ids })
        });
        sheet.clone()
    }
}

/// Whether a TOML text has a value at a path.
fn has(text: &str, path: &str) -> bool {
    DeTable::parse(text).is_ok_and(|table| {
        matches!(outline::find(table.get_ref(), &segments(path)), Found::Value(_))
    })
}

/// Whether a letter is in a class such as `a-d` or `bc`.
fn in_class(class: &str, letter: char) -> bool {
    let letters: Vec<char> = class.chars().collect();
    let mut place = 0;
    while let Some(&from) = letters.get(place) {
        match letters.get(place + 1..place + 3) {
            Some(&['-', to]) => {
                if (from..=to).contains(&letter) {
                    return true;
                }
                place += 3;
            }
            _ if from == letter => return true,
            _ => place += 1,
        }
    }
    false
}

/// Whether a name fits a pattern in which `*` stands for any letters, `?` for one and `[a-d]` for one of these.
fn fits(pattern: &str, name: &str) -> bool {
    let (mut pattern, mut name) = (pattern.chars(), name.chars());
    loop {
        match pattern.next() {
            None => return name.next().is_none(),
            Some('*') => {
                let rest = pattern.as_str();
                let ends = name.as_str().char_indices().map(|(place, _)| place);
                let all = name.as_str();
                return ends.chain([all.len()]).any(|place| fits(rest, &all[place..]));
            }
            Some('?') if name.next().is_some() => {}
            Some('[') if pattern.as_str().contains(']') => {
                let (class, rest) = pattern.as_str().split_once(']').unwrap_or_default();
                pattern = rest.chars();
                if !name.next().is_some_and(|letter| in_class(class, letter)) {
                    return false;
                }
            }
            Some(letter) if name.next() == Some(letter) => {}
            Some(_) => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn patterns_fit_whole_names() {
        for (pattern, name) in [
            ("nz-18-?", "nz-18-a"),
            ("nz-*", "nz-"),
            ("*", ""),
            ("a*c?e", "abbcde"),
            ("x", "x"),
            ("nz-[a-d]", "nz-c"),
            ("[bc]-[xa-c]", "c-x"),
        ] {
            assert!(fits(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [
            ("nz-18-?", "nz-18-mor"),
            ("nz-18-?", "nz-18-"),
            ("a*b", "abc"),
            ("x", "xy"),
            ("?", ""),
            ("nz-[a-d]", "nz-s"),
            ("[bc]", "a"),
            ("[bc]", ""),
            ("[bc", "b"),
        ] {
            assert!(!fits(pattern, name), "{pattern} {name}");
        }
    }
}
