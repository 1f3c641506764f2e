//! What is wrong with a file, said to its author.

use std::fmt;

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
    /// A fault of a file as a whole.
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
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if !self.key.is_empty() {
            write!(f, ": {}", self.key)?;
        }
        write!(f, ": {}", self.problem)?;
        if !self.expected.is_empty() {
            write!(f, "; expected {}", self.expected)?;
        }
        if let Some(nearest) = &self.nearest {
            write!(f, "; did you mean `{nearest}`?")?;
        }
        Ok(())
    }
}

/// Every fault found, one a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(Complaint::to_string).collect::<Vec<_>>().join("\n"))]
pub struct Complaints(pub Vec<Complaint>);

impl From<Complaint> for Complaints {
    fn from(complaint: Complaint) -> Self {
        Complaints(vec![complaint])
    }
}

/// The known name nearest to a mistyped one, unless nothing is near.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    const LIKENESS: f64 = 0.5;
    // A name can be as long as a hostile file; nobody mistypes so much.
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
    fn the_nearest_name_is_offered_only_when_it_is_near() {
        let known = ["distance-to-port", "fire-value", "cover"];
        assert_eq!(nearest("distance-to-prot", known).as_deref(), Some("distance-to-port"));
        assert_eq!(nearest("zzz", known), None);
    }
}
