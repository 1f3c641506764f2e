//! The files of one system's folder, as its set-up reads them.

use std::collections::BTreeMap;

use engine::{Fault, Place, Sources};
use serde::de::DeserializeOwned;

use crate::Home;
use crate::complaint::{Complaint, nearest};
use crate::sets::{Changed, Set};
use crate::spreadsheet;
use crate::text::{self, Seal, is_control, line_of};
use crate::toml_text::{self, control, in_words, line_of_key};

/// Faults in one file after which reading stops.
const ENOUGH: usize = 20;
/// Semantic faults in one file that are reported one by one.
const TOLD: usize = 100;

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
    /// The line on which each record of a CSV file begins; empty for TOML.
    lines: Vec<u32>,
}

impl<'a> Files<'a> {
    /// The files of `system` for `scenario`.
    pub fn new(home: &'a Home, system: &'a str, scenario: &'a str, sets: &'a [Set]) -> Self {
        Files { home, system, scenario, sets, read: BTreeMap::new(), complaints: Vec::new() }
    }

    /// Takes in the faults that a system's set-up found in what it read.
    pub fn blame(&mut self, faults: Vec<Fault>) {
        let complaints = self.worded(faults);
        self.complaints.extend(complaints);
    }

    /// The faults that a system's set-up found, in words; beyond a hundred in one file, only their number.
    pub(crate) fn worded(&self, faults: Vec<Fault>) -> Vec<Complaint> {
        let mut told: BTreeMap<String, usize> = BTreeMap::new();
        let mut complaints = Vec::new();
        for fault in faults {
            let before = told.entry(fault.file.clone()).or_default();
            *before += 1;
            if *before <= TOLD {
                complaints.push(self.in_place(fault));
            }
        }
        for (name, count) in told.into_iter().filter(|&(_, count)| count > TOLD) {
            let shown = self.read.get(&name).map_or(&name, |file| &file.shown);
            let problem = format!("{} more such faults", count - TOLD);
            complaints.push(Complaint::whole(shown, problem));
        }
        complaints
    }

    fn in_place(&self, fault: Fault) -> Complaint {
        let known = fault.unknown.as_ref();
        let near = known.and_then(|(name, known)| nearest(name, known.iter().map(String::as_str)));
        let file = self.read.get(&fault.file);
        let line = match (fault.place, file) {
            (Place::Line(line), _) => Some(line),
            (Place::Offset(offset), Some(file)) => Some(line_of(&file.changed.text, offset)),
            (Place::Whole, Some(file)) if file.lines.is_empty() => {
                line_of_key(&file.changed.text, &fault.key)
            }
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
        complaint
    }

    /// The names of the files that were read.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.read.keys().map(String::as_str)
    }

    /// The files that were read, by name with their text, and whether they are tables of rows.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (&str, &str, bool)> {
        self.read
            .iter()
            .map(|(name, file)| (name.as_str(), file.changed.text.as_str(), !file.lines.is_empty()))
    }

    /// Everything found wrong, including changes that matched no file.
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

    /// The contents of a TOML file, if it can be read at all; adds no complaints.
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

    /// The text of a file with the changes applied, read from disk only once.
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
        let (text, lines) = match ending {
            "csv" => match spreadsheet::plain(&original) {
                Ok(sheet) => (sheet.text, sheet.lines),
                Err((line, problem)) => {
                    let complaint = Complaint::whole(self.home.shown(&path), problem);
                    self.complaints.push(Complaint {
                        line: Some(line),
                        ..complaint.expecting("a table with a line of headings")
                    });
                    return None;
                }
            },
            _ => (original.clone(), Vec::new()),
        };
        let mut changed = Changed::new(text);
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
        let shown = self.home.shown(&path);
        self.read.insert(name.into(), FileRead { shown, original, changed, lines });
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
            None => {
                // The line given for a CSV file is the number of a record; find its line in the file.
                let record = self.lines.get((line as usize).saturating_sub(1));
                let line = record.copied().unwrap_or_else(|| self.changed.own_line(line));
                Complaint { line: Some(line), ..complaint }
            }
        }
    }
}

impl Sources for Files<'_> {
    fn toml<T: DeserializeOwned>(&mut self, name: &str) -> Option<T> {
        let text = self.open(name, "toml")?;
        match toml_text::read(&text) {
            Ok(value) => Some(value),
            Err(faults) => {
                for (line, complaint) in faults {
                    self.complain(name, line, complaint);
                }
                None
            }
        }
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
        if header.iter().all(str::is_empty) {
            let complaint = Complaint::whole("", "the file is empty");
            self.complain(name, None, complaint.expecting("a line of headings, and rows below it"));
            return None;
        }
        let mut rows = Vec::new();
        let mut faults: Vec<(u32, String, String)> = Vec::new();
        let mut disguised: BTreeMap<String, (u32, String, usize)> = BTreeMap::new();
        for (i, record) in reader.records().enumerate() {
            let line = i as u32 + 2;
            let cells = record.as_ref().cloned().unwrap_or_default();
            for (cell, column) in cells.iter().zip(&header) {
                let wrong =
                    |letter: &char| is_control(*letter) && !(column == "why" && *letter == '\n');
                if let Some(letter) = cell.chars().find(wrong) {
                    let expected = "words without control characters, in one line";
                    faults.push((
                        line,
                        column.into(),
                        format!("{}, expected {expected}", control(letter)),
                    ));
                }
            }
            match record.and_then(|record| record.deserialize::<T>(Some(&header))) {
                Ok(row) => rows.push(row),
                Err(error) => {
                    let (key, problem) = csv_words(&error, &header, &cells);
                    let cell = header.iter().position(|column| column == key);
                    let cell = cell.and_then(|column| cells.get(column)).unwrap_or_default();
                    if spreadsheet::decorated(cell) && problem.contains("whole number") {
                        disguised.entry(key).or_insert_with(|| (line, cell.into(), 0)).2 += 1;
                        continue;
                    }
                    // A wrong heading would be reported for every line; once is enough.
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
        let sound = faults.is_empty() && disguised.is_empty();
        for (key, (line, cell, count)) in disguised {
            let more = if count > 1 {
                format!(", and so on {} more lines", count - 1)
            } else {
                String::new()
            };
            let complaint = Complaint::whole("", format!("`{cell}` has decimals{more}"));
            let expected = "whole numbers; in the spreadsheet, format the column without decimals and save again";
            self.complain(name, Some(line), Complaint { key, ..complaint.expecting(expected) });
        }
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
            // If the parser does not name the column, the cell it quotes identifies it.
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
