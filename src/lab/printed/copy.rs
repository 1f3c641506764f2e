//! A form that an owner of the printed game has filled in.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::{COLUMNS, Entry, PRINTED};
use crate::Home;
use crate::asked::Origin;
use crate::complaint::{Complaint, Complaints, nearest};
use crate::sets::Set;
use crate::spreadsheet;
use crate::text::{self, Seal};

/// What was read off a printed copy, as changes of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnersCopy {
    /// The changes, each with its cell.
    changes: Vec<(Set, Origin)>,
    /// Values that were filled in, those that agree with the files among them.
    pub values: u32,
    /// Those that do not agree: what they are, what was assumed, and what is printed.
    pub corrected: Vec<(String, String, String)>,
    /// Filled-in rows that this scenario does not have, as forms of other scenarios may.
    pub elsewhere: Vec<String>,
    /// SHA-256 of the file.
    pub hash: String,
}

fn seal(file: &str) -> String {
    let mut seal = Seal::default();
    seal.add("copy", file);
    seal.finish()
}

impl OwnersCopy {
    /// Reads a form for a scenario whose form would have these entries. A part of it, rows in another order and columns of
    /// one's own are as good as the whole.
    ///
    /// # Errors
    /// Everything that is wrong with the file, each with its row and column.
    pub fn load(home: &Home, path: &Path, entries: &[Entry]) -> Result<OwnersCopy, Complaints> {
        let file = text::read(home, path).map_err(|complaint| match &*complaint.expected {
            "" => complaint.expecting("a form as `data todo` writes it"),
            _ => complaint,
        })?;
        let shown = home.shown(path);
        let sheet = spreadsheet::plain(&file).map_err(|(line, problem)| {
            let complaint = Complaint::whole(&*shown, problem);
            Complaint { line: Some(line), ..complaint.expecting("a form as `data todo` writes it") }
        })?;
        let known: BTreeMap<&str, &Entry> =
            entries.iter().map(|entry| (entry.key.as_str(), entry)).collect();
        let mut reader =
            csv::ReaderBuilder::new().flexible(true).from_reader(sheet.text.as_bytes());
        let headings = reader.headers().cloned().unwrap_or_default();
        let mut wrong = Vec::new();
        let mut place = |wanted: &str| {
            let found = headings.iter().position(|heading| heading.trim() == wanted);
            if found.is_none() {
                let complaint = Complaint::whole(&*shown, format!("has no column `{wanted}`"));
                let near = nearest(wanted, headings.iter().filter(|h| !COLUMNS.contains(h)));
                let complaint = complaint.expecting("a form as `data todo` writes it").near(near);
                wrong.push(Complaint { line: sheet.lines.first().copied(), ..complaint });
            }
            found
        };
        let (Some(keys), Some(printed)) = (place("key"), place(PRINTED)) else {
            return Err(Complaints::new(wrong));
        };
        let mut copy = OwnersCopy { hash: seal(&file), ..OwnersCopy::default() };
        let mut filled: BTreeMap<String, String> = BTreeMap::new();
        for (row, line) in reader.records().flatten().zip(sheet.lines.iter().skip(1)) {
            let cell = |place: usize| row.get(place).unwrap_or("").trim();
            let (key, value) = (cell(keys), cell(printed));
            if value.is_empty() {
                continue;
            }
            let origin = Origin { file: shown.clone(), line: Some(*line), key: PRINTED.into() };
            let mut complain = |complaint: Complaint| wrong.push(origin.blame(complaint));
            if spreadsheet::decorated(value) {
                let problem =
                    format!("`{value}` looks like a number that a spreadsheet has changed");
                complain(Complaint::whole("", problem).expecting("a whole number, e.g. 3"));
                continue;
            }
            if let Some(other) = filled.insert(key.to_owned(), value.to_owned()) {
                if other != value {
                    let problem = format!("`{key}` is both `{other}` and `{value}`");
                    complain(Complaint::whole("", problem).expecting("each key once"));
                }
                continue;
            }
            let Some(entry) = known.get(key) else {
                copy.elsewhere.push(key.to_owned());
                continue;
            };
            copy.values += 1;
            if entry.assumed != value {
                match Set::parse(&format!("{key}={value}")) {
                    Ok(set) => copy.changes.push((set, origin)),
                    Err(complaint) => complain(complaint),
                }
                copy.corrected.push((entry.what.clone(), entry.assumed.clone(), value.to_owned()));
            }
        }
        copy.confirm(entries, &filled, &shown);
        if wrong.is_empty() { Ok(copy) } else { Err(Complaints::new(wrong)) }
    }

    /// A row of which everything was read off the copy is not reconstructed any more.
    fn confirm(&mut self, entries: &[Entry], filled: &BTreeMap<String, String>, shown: &str) {
        let open: BTreeSet<&String> = entries
            .iter()
            .filter(|entry| !filled.contains_key(&entry.key))
            .filter_map(|entry| entry.origin.as_ref())
            .collect();
        let known: BTreeSet<&String> = entries
            .iter()
            .filter(|entry| filled.contains_key(&entry.key))
            .filter_map(|entry| entry.origin.as_ref())
            .filter(|origin| !open.contains(origin))
            .collect();
        for origin in known {
            if let Ok(set) = Set::parse(&format!("{origin}=corrected")) {
                let from = Origin { file: shown.to_owned(), line: None, key: String::new() };
                self.changes.push((set, from));
            }
        }
    }

    /// The changes, for a request.
    pub fn sets(&self) -> impl Iterator<Item = Set> + '_ {
        self.changes.iter().map(|(set, _)| set.clone())
    }

    /// Complaints about changes that the form asked for, blamed on its cells.
    #[must_use]
    pub fn blame(&self, complaints: Complaints) -> Complaints {
        let blamed = complaints.into_iter().map(|complaint| {
            let made = complaint.file.strip_prefix("--set ").unwrap_or_default();
            match self.changes.iter().find(|(set, _)| set.to_string() == made) {
                Some((set, origin)) => {
                    let problem = format!("`{}`: {}", set.key(), complaint.problem);
                    origin.blame(Complaint { key: String::new(), problem, ..complaint })
                }
                None => complaint,
            }
        });
        Complaints::new(blamed.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: &str, assumed: &str, origin: Option<&str>) -> Entry {
        Entry {
            key: key.into(),
            what: format!("what {key} is"),
            assumed: assumed.into(),
            rivals: Vec::new(),
            why: "a guess".into(),
            moves: None,
            origin: origin.map(String::from),
        }
    }

    fn entries() -> Vec<Entry> {
        vec![
            entry("rulings.cost", "free", None),
            entry("counters:a.fire", "4", Some("counters:a.origin")),
            entry("counters:a.range", "2", Some("counters:a.origin")),
            entry("counters:b.fire", "3", Some("counters:b.origin")),
        ]
    }

    fn load(form: &str) -> Result<OwnersCopy, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("form.csv");
        std::fs::write(&path, form).unwrap();
        OwnersCopy::load(&Home::at(folder.path()), &path, &entries()).map_err(|c| c.to_string())
    }

    fn sets(copy: &OwnersCopy) -> Vec<String> {
        copy.sets().map(|set| set.to_string()).collect()
    }

    #[test]
    fn what_differs_is_a_change_and_what_is_known_whole_is_no_guess_any_more() {
        let copy =
            load("key,printed\ncounters:a.fire,5\ncounters:a.range,2\ncounters:b.fire,\n").unwrap();
        assert_eq!(sets(&copy), ["counters:a.fire=5", "counters:a.origin=corrected"]);
        assert_eq!(copy.values, 2);
        let corrected = ("what counters:a.fire is".to_owned(), "4".to_owned(), "5".to_owned());
        assert_eq!(copy.corrected, [corrected]);
        // Half of a row says nothing of the other half.
        let half = load("key,printed\ncounters:a.fire,4\nrulings.cost,dear\n").unwrap();
        assert_eq!((sets(&half), half.values), (vec!["rulings.cost=dear".to_owned()], 2));
    }

    #[test]
    fn forms_come_back_from_a_spreadsheet_as_they_went() {
        let saved = "sep=;\n;;;\n;\"key\";\"what\";\"printed\"\n;\"counters:b.fire\";\"x\";\"5\"\n;\"counters:z.fire\";\"x\";\"5\"\n";
        let copy = load(saved).unwrap();
        assert_eq!(sets(&copy), ["counters:b.fire=5", "counters:b.origin=corrected"]);
        assert_eq!(copy.elsewhere, ["counters:z.fire"]);
    }

    #[test]
    fn wrong_cells_are_told_with_row_and_column() {
        let said =
            load("key,printed\ncounters:a.fire,\"3,0\"\ncounters:b.fire,1\ncounters:b.fire,2\n")
                .unwrap_err();
        for part in [
            "form.csv:2: printed: `3,0` looks like a number that a spreadsheet has changed",
            "form.csv:4: printed: `counters:b.fire` is both `1` and `2`; expected each key once",
        ] {
            assert!(said.contains(part), "{part} in {said}");
        }
        let said = load("kee,printed\nx,1\n").unwrap_err();
        assert!(said.contains("form.csv:1: has no column `key`"), "{said}");
        let copy = load("key,printed\ncounters:a.fire,5\n").unwrap();
        let complaint = Complaint::whole("--set counters:a.fire=5", "too much").expecting("0 to 4");
        let said = copy.blame(complaint.into()).to_string();
        assert!(
            said.ends_with("form.csv:2: printed: `counters:a.fire`: too much; expected 0 to 4"),
            "{said}"
        );
    }
}
