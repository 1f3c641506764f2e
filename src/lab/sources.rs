//! The files of one system's folder, as a game reads them.

use std::collections::BTreeMap;

use engine::{Fault, Place, Sources};
use serde::de::DeserializeOwned;
use toml::de::DeTable;

use crate::Home;
use crate::complaint::{Complaint, nearest};
use crate::outline;
use crate::sets::{Changed, Set};
use crate::text::{self, Seal, line_of};

/// Faults of one file after which nobody reads on.
const ENOUGH: usize = 20;

/// Reads the files a scenario names, with the user's changes, and keeps every fault.
#[derive(Debug)]
pub struct Files<'a> {
    home: &'a Home,
    system: &'a str,
    scenario: &'a str,
    sets: &'a [Set],
    read: BTreeMap<String, FileRead>,
    complaints: Vec<Complaint>,
}

#[derive(Debug)]
struct FileRead {
    shown: String,
    original: String,
    changed: Changed,
}

impl<'a> Files<'a> {
    /// The files of `system` for `scenario`.
    pub fn new(home: &'a Home, system: &'a str, scenario: &'a str, sets: &'a [Set]) -> Self {
        Files { home, system, scenario, sets, read: BTreeMap::new(), complaints: Vec::new() }
    }

    /// Takes in what a game found wrong with what it read.
    pub fn blame(&mut self, faults: Vec<Fault>) {
        for fault in faults {
            let known = fault.unknown.as_ref();
            let near =
                known.and_then(|(name, known)| nearest(name, known.iter().map(String::as_str)));
            let file = self.read.get(&fault.file);
            let line = match (fault.place, file) {
                (Place::Line(line), _) => Some(line),
                (Place::Offset(offset), Some(file)) => Some(line_of(&file.changed.text, offset)),
                (Place::Whole | Place::Offset(_), _) => None,
            };
            let mut complaint = Complaint {
                key: fault.key,
                expected: fault.expected,
                nearest: near,
                ..Complaint::whole(fault.file, fault.problem)
            };
            if let Some(file) = file {
                complaint.file.clone_from(&file.shown);
                if let Some(line) = line {
                    complaint = file.place(complaint, line);
                }
            }
            self.complaints.push(complaint);
        }
    }

    /// Everything found wrong, changes that met no file included.
    pub fn complaints(&mut self) -> Vec<Complaint> {
        let mut complaints = std::mem::take(&mut self.complaints);
        for set in self.sets {
            let file = set.file.as_deref().unwrap_or(self.scenario);
            if !self.read.contains_key(file) && complaints.is_empty() {
                let known: Vec<&str> = self.read.keys().map(String::as_str).collect();
                complaints.push(
                    set.complain(format!("the scenario reads no file `{file}`"))
                        .expecting(format!("one of {}", known.join(", ")))
                        .near(nearest(file, known)),
                );
            }
        }
        complaints
    }

    /// What a TOML file says, if it can be read at all; complains of nothing.
    pub(crate) fn peek<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        toml::from_str(&self.read.get(name)?.changed.text).ok()
    }

    /// A SHA-256 over every file read and every change.
    pub fn hash(&self) -> String {
        let mut seal = Seal::default();
        for (name, file) in &self.read {
            seal.add(name, &file.original);
        }
        for set in self.sets {
            seal.add("--set", &set.to_string());
        }
        seal.finish()
    }

    /// The text of a file with the changes made, from the disk once.
    fn open(&mut self, name: &str, ending: &str) -> Option<String> {
        if let Some(file) = self.read.get(name) {
            return Some(file.changed.text.clone());
        }
        let shown = format!("scenarios/{}/{name}.{ending}", self.system);
        let inside = name.split('/').all(|part| !part.is_empty() && !part.starts_with('.'))
            && !name.contains(['\\', ':', '\0']);
        if !inside {
            let problem = format!("`{name}` is not the name of a file");
            self.complaints.push(
                Complaint::whole(shown, problem).expecting("a file of the system's own folder"),
            );
            return None;
        }
        let path = self.home.scenarios(self.system).join(format!("{name}.{ending}"));
        let original = match text::read(self.home, &path) {
            Ok(text) => text,
            Err(complaint) => {
                self.complaints.push(complaint);
                return None;
            }
        };
        let mut changed = Changed::new(original.clone());
        for set in self.sets {
            if set.file.as_deref().unwrap_or(self.scenario) == name {
                let done =
                    if ending == "csv" { changed.set_csv(set) } else { changed.set_toml(set) };
                if let Err(complaint) = done {
                    self.complaints.push(complaint);
                }
            }
        }
        let text = changed.text.clone();
        self.read
            .insert(name.into(), FileRead { shown: self.home.shown(&path), original, changed });
        Some(text)
    }

    fn complain(&mut self, name: &str, line: Option<u32>, complaint: Complaint) {
        let Some(file) = self.read.get(name) else { return };
        let complaint = Complaint { file: file.shown.clone(), ..complaint };
        self.complaints.push(match line {
            Some(line) => file.place(complaint, line),
            None => complaint,
        });
    }
}

impl FileRead {
    /// Puts a complaint on a line of the changed text: on the file's own line, or on the change.
    fn place(&self, complaint: Complaint, line: u32) -> Complaint {
        match self.changed.set_at(line) {
            Some(set) => {
                let file = format!("--set {set}");
                Complaint { file, line: None, ..complaint }
            }
            None => Complaint { line: Some(self.changed.own_line(line)), ..complaint },
        }
    }
}

impl Sources for Files<'_> {
    fn toml<T: DeserializeOwned>(&mut self, name: &str) -> Option<T> {
        let mut text = self.open(name, "toml")?;
        let (_, mistakes) = DeTable::parse_recoverable(&text);
        if !mistakes.is_empty() {
            for mistake in mistakes.iter().take(ENOUGH) {
                let line = mistake.span().map(|span| line_of(&text, span.start));
                self.complain(name, line, in_words("", mistake.message()));
            }
            return None;
        }
        let mut error = match toml::from_str(&text) {
            Ok(value) => return Some(value),
            Err(error) => error,
        };
        // The parser stops at the first fault: mend it in a copy and read on, to tell them all.
        for _ in 0..ENOUGH {
            let Ok(table) = DeTable::parse(&text) else { break };
            let place = error.span().and_then(|span| outline::key_at(table.get_ref(), span.start));
            let line = error.span().map(|span| line_of(&text, span.start));
            let key = place.as_ref().map_or("", |(path, _)| path.as_str());
            self.complain(name, line, in_words(key, error.message()));
            let Some(mended) = mend::<T>(&text, &error, place.map(|(_, spot)| spot)) else { break };
            text = mended;
            match toml::from_str::<T>(&text) {
                Ok(_) => break,
                Err(next) => error = next,
            }
        }
        None
    }

    fn rows<T: DeserializeOwned>(&mut self, name: &str) -> Option<Vec<T>> {
        let text = self.open(name, "csv")?;
        let mut reader = csv::ReaderBuilder::new().from_reader(text.as_bytes());
        let header = match reader.headers() {
            Ok(header) => header.clone(),
            Err(error) => {
                self.complain(name, Some(1), in_words("", &error.to_string()));
                return None;
            }
        };
        let mut rows = Vec::new();
        let mut faults: Vec<(u32, String, String)> = Vec::new();
        for (i, record) in reader.records().enumerate() {
            let line = i as u32 + 2;
            let cells = record.as_ref().cloned().unwrap_or_default();
            match record.and_then(|record| record.deserialize::<T>(Some(&header))) {
                Ok(row) => rows.push(row),
                Err(error) => {
                    let (key, problem) = csv_words(&error, &header, &cells);
                    // A wrong heading is wrong on every line; once is enough.
                    let heading =
                        problem.contains("unknown field") || problem.contains("missing field");
                    let line = if heading { 1 } else { line };
                    if !faults.iter().any(|fault| heading && fault.2 == problem) {
                        faults.push((line, key, problem));
                    }
                    if faults.len() >= ENOUGH {
                        break;
                    }
                }
            }
        }
        let sound = faults.is_empty();
        for (line, key, problem) in faults {
            self.complain(name, Some(line), in_words(&key, &problem));
        }
        sound.then_some(rows)
    }
}

/// The column and the words of a fault in a CSV row.
fn csv_words(
    error: &csv::Error,
    header: &csv::StringRecord,
    row: &csv::StringRecord,
) -> (String, String) {
    match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => {
            let message = err.kind().to_string();
            // Where the parser does not say which column, the cell it quotes does.
            let quoted = message.split('`').nth(1);
            let field = match err.field() {
                Some(field) => Some(field as usize),
                None => row.iter().position(|cell| Some(cell) == quoted),
            };
            let cell = field.and_then(|field| row.get(field)).unwrap_or_default();
            let column = field.and_then(|field| header.get(field)).unwrap_or_default();
            let words = match err.kind() {
                csv::DeserializeErrorKind::ParseInt(_) => {
                    format!("wrong type: `{cell}`, expected a whole number in range")
                }
                csv::DeserializeErrorKind::ParseBool(_) => {
                    format!("wrong type: `{cell}`, expected true or false")
                }
                _ => message,
            };
            (column.into(), words)
        }
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            (String::new(), format!("the row has {len} cells, expected {expected_len}"))
        }
        _ => (String::new(), error.to_string()),
    }
}

/// A parser's message in the words of the field, taken apart into problem, expectation and neighbour.
pub(crate) fn in_words(key: &str, message: &str) -> Complaint {
    let message = message.replace('\n', "; ");
    let (problem, expected) = match message.split_once(", expected ") {
        Some((problem, expected)) => (problem.to_owned(), expected.to_owned()),
        None => (message.clone(), String::new()),
    };
    let expected = plain(&expected).map_or(expected, str::to_owned);
    let mut names = problem.split('`').skip(1).step_by(2);
    let known = expected.split('`').skip(1).step_by(2);
    let near = names.next().and_then(|name| nearest(name, known));
    let problem = problem
        .replacen("unknown field", "unknown key", 1)
        .replacen("missing field", "missing key", 1)
        .replacen("duplicate field", "the same key twice:", 1)
        .replacen("unknown variant", "unknown value", 1)
        .replacen("invalid type:", "wrong type:", 1)
        .replacen("invalid value:", "wrong value:", 1);
    let problem: String = problem.chars().take(300).collect();
    Complaint { key: key.into(), expected, nearest: near, ..Complaint::whole("", problem) }
}

/// What a type of the program is to somebody who writes files.
fn plain(expected: &str) -> Option<&'static str> {
    Some(match expected {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" | "u64" | "usize" => "a whole number, 0 or more",
        "i8" => "a whole number from -128 to 127",
        "i16" => "a whole number from -32768 to 32767",
        "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a string" => "text in quotes",
        "a boolean" => "true or false",
        "a sequence" => "a list in brackets",
        _ => return None,
    })
}

/// A copy of the text without the fault: an unknown key left out, a wrong value replaced by one
/// that passes. Only for looking further; such a copy is never played.
fn mend<T: DeserializeOwned>(
    text: &str,
    error: &toml::de::Error,
    spot: Option<outline::Spot>,
) -> Option<String> {
    let span = error.span()?;
    let message = error.message();
    if message.starts_with("unknown field") {
        let spot = spot.filter(|spot| spot.key == span && spot.key.end < spot.value.start)?;
        let blank = replaced(text, spot.key.start..spot.value.end, "");
        return DeTable::parse(&blank).is_ok().then_some(blank);
    }
    let option = message.split_once("expected ").and_then(|(_, rest)| rest.split('`').nth(1));
    let option = option.map(|name| format!("{name:?}"));
    let stand_ins = option.as_deref().into_iter().chain(["0", "\"\"", "[]", "{}", "true", "1"]);
    stand_ins.map(|value| replaced(text, span.clone(), value)).find(|copy| {
        DeTable::parse(copy).is_ok()
            && match toml::from_str::<T>(copy) {
                Ok(_) => true,
                Err(next) => next.span().is_some_and(|next| next.start != span.start),
            }
    })
}

/// Replaces a span and keeps its line ends, so that no line moves.
fn replaced(text: &str, span: std::ops::Range<usize>, by: &str) -> String {
    let lines = text[span.clone()].matches('\n').count();
    format!("{}{by}{}{}", &text[..span.start], "\n".repeat(lines), &text[span.end..])
}
