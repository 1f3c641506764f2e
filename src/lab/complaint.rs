//! What is wrong with a file, worded for its author.

use std::fmt;

use crate::text::printable;

/// One fault of a data file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The file, or the part of the command line.
    pub file: String,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The key or column; may be empty.
    pub key: String,
    /// What is wrong.
    pub problem: String,
    /// What was expected; may be empty.
    pub expected: String,
    /// The nearest name that would have been valid.
    pub nearest: Option<String>,
}

impl Complaint {
    /// A fault in a file as a whole.
    pub fn whole(file: impl Into<String>, problem: impl Into<String>) -> Self {
        Complaint {
            file: file.into(),
            line: None,
            key: String::new(),
            problem: problem.into(),
            expected: String::new(),
            nearest: None,
        }
    }

    pub(crate) fn expecting(self, expected: impl Into<String>) -> Self {
        Complaint { expected: expected.into(), ..self }
    }

    pub(crate) fn near(self, nearest: Option<String>) -> Self {
        Complaint { nearest, ..self }
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.file.clone();
        if let Some(line) = self.line {
            text = format!("{text}:{line}");
        }
        for part in [&self.key, &self.problem] {
            if !part.trim().is_empty() {
                text = format!("{text}: {part}");
            }
        }
        if self.problem.trim().is_empty() {
            text.push_str(": is not as it should be");
        }
        if !self.expected.is_empty() {
            text = format!("{text}; expected {}", self.expected);
        }
        if let Some(nearest) = &self.nearest {
            text = format!("{text}; did you mean `{nearest}`?");
        }
        // Names come from files, and a file may be hostile.
        f.write_str(&printable(&text))
    }
}

/// Every fault found, one per line; there is always at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaints(Vec<Complaint>);

impl Complaints {
    /// What was found. Refusing without a complaint is a bug, and is reported as one.
    pub fn new(list: Vec<Complaint>) -> Complaints {
        if !list.is_empty() {
            return Complaints(list);
        }
        let bug = Complaint::whole("dropzone", "refuses this without a word, which is a bug");
        Complaints(vec![bug.expecting("a complaint that says what is wrong; please report it")])
    }

    /// The faults, one or more.
    pub fn list(&self) -> &[Complaint] {
        &self.0
    }
}

impl fmt::Display for Complaints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, complaint) in self.0.iter().enumerate() {
            if place > 0 {
                f.write_str("\n")?;
            }
            complaint.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Complaints {}

impl IntoIterator for Complaints {
    type Item = Complaint;
    type IntoIter = std::vec::IntoIter<Complaint>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl From<Complaint> for Complaints {
    fn from(complaint: Complaint) -> Self {
        Complaints(vec![complaint])
    }
}

/// The known name nearest to a mistyped one, if any is near.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    const LIKENESS: f64 = 0.5;
    // In a hostile file a name can be very long; this is no typing error.
    if name.len() > 100 {
        return None;
    }
    known
        .into_iter()
        .map(|candidate| (strsim::normalized_damerau_levenshtein(name, candidate), candidate))
        .filter(|&(likeness, _)| likeness >= LIKENESS)
        .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1)))
        .map(|(_, candidate)| candidate.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complaint_names_file_line_key_expectation_and_neighbour() {
        let complaint = Complaint {
            file: "scenarios/toy/ridge.toml".into(),
            line: Some(7),
            key: "unit.hex".into(),
            problem: "hex 99.99 is not on the map".into(),
            expected: "a hex from 01.01 to 09.09".into(),
            nearest: Some("09.09".into()),
        };
        assert_eq!(
            complaint.to_string(),
            "scenarios/toy/ridge.toml:7: unit.hex: hex 99.99 is not on the map; \
             expected a hex from 01.01 to 09.09; did you mean `09.09`?"
        );
    }

    #[test]
    fn no_complaint_is_blank() {
        for list in [Vec::new(), vec![Complaint::whole("", "")]] {
            let said = Complaints::new(list).to_string();
            assert!(said.chars().filter(|letter| letter.is_alphabetic()).count() > 10, "{said:?}");
        }
    }

    #[test]
    fn names_in_complaints_give_no_orders_to_the_terminal() {
        let said = Complaint::whole("a\n::error::b", "\u{1b}[2J").to_string();
        assert_eq!(said, "a\\n::error::b: \\u{1b}[2J");
    }

    #[test]
    fn the_nearest_name_is_offered_only_when_it_is_near() {
        let known = ["distance-to-port", "fire-value", "cover"];
        assert_eq!(nearest("distance-to-prot", known).as_deref(), Some("distance-to-port"));
        assert_eq!(nearest("zzz", known), None);
    }
}
