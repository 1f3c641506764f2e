//! What is wrong in a scenario's files: collected to the last fault, each with its place.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_spanned::Spanned;

use crate::words::Words;
use crate::{Fault, Place};

/// A name with its place in the file.
pub type Name = Spanned<String>;

/// A place in a file: its name, where, and which key.
#[derive(Clone, Copy, Debug)]
pub struct At<'a> {
    /// The file, as its scenario names it.
    pub file: &'a str,
    /// Where in it.
    pub place: Place,
    /// The key or column.
    pub key: &'a str,
}

impl<'a> At<'a> {
    /// The place of a value that keeps its own.
    pub fn value<T>(file: &'a str, key: &'a str, value: &Spanned<T>) -> At<'a> {
        At { file, key, place: Place::Offset(value.span().start) }
    }

    /// A column of a row, counted from 0; line 1 of the file is its header.
    pub fn row(file: &'a str, key: &'a str, row: usize) -> At<'a> {
        At { file, key, place: Place::Line(row as u32 + 2) }
    }

    /// The file as a whole, or the place of a key given with its whole path.
    pub fn whole(file: &'a str, key: &'a str) -> At<'a> {
        At { file, key, place: Place::Whole }
    }

    /// Another column of the same row.
    #[must_use]
    pub fn key(self, key: &'a str) -> At<'a> {
        At { key, ..self }
    }

    fn fault(self, problem: String, expected: String) -> Fault {
        Fault {
            file: self.file.to_string(),
            place: self.place,
            key: self.key.to_string(),
            problem,
            expected,
            unknown: None,
        }
    }
}

/// The faults found so far, and what is odd but possible.
#[derive(Debug, Default)]
pub struct Faults {
    list: Vec<Fault>,
    doubts: Vec<Fault>,
}

impl Faults {
    /// Whether nothing is wrong; doubts do not count.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many things are wrong.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether a fault is noted for a key in one place.
    pub fn noted(&self, at: At) -> bool {
        let same =
            |fault: &Fault| fault.file == at.file && fault.place == at.place && fault.key == at.key;
        self.list.iter().any(same)
    }

    /// Notes that something is wrong.
    pub fn add(&mut self, at: At, problem: impl Into<String>, expected: impl Into<String>) {
        self.list.push(at.fault(problem.into(), expected.into()));
    }

    /// Notes something odd that could be right: the user is warned, and the game is played.
    pub fn doubt(&mut self, at: At, problem: impl Into<String>, expected: impl Into<String>) {
        self.doubts.push(at.fault(problem.into(), expected.into()));
    }

    /// Notes a name that is not among those known.
    pub fn unknown<N: Into<String>>(
        &mut self,
        at: At,
        what: &str,
        name: &str,
        known: impl IntoIterator<Item = N>,
    ) {
        let mut fault =
            at.fault(format!("{what} {name:?} is not known"), format!("the name of a {what}"));
        fault.unknown = Some((name.to_string(), known.into_iter().map(Into::into).collect()));
        self.list.push(fault);
    }

    /// Looks a name up in a list and gives its place there; a miss is a fault that offers the names known.
    pub fn find<'n, I>(&mut self, at: At, what: &str, name: &str, known: I) -> Option<usize>
    where
        I: IntoIterator<Item = &'n str, IntoIter: Clone>,
    {
        let known = known.into_iter();
        let found = known.clone().position(|other| other == name);
        if found.is_none() {
            self.unknown(at, what, name, known);
        }
        found
    }

    /// Reads one of a few words; a miss is a fault that lists them.
    pub fn pick<T: Copy>(&mut self, at: At, word: &str, known: &[(&str, T)]) -> Option<T> {
        let found = known.iter().find(|(name, _)| *name == word).map(|&(_, value)| value);
        if found.is_none() {
            let names: Vec<&str> = known.iter().map(|&(name, _)| name).collect();
            self.unlisted(at, format!("{word:?} is not known here"), word, &names);
        }
        found
    }

    /// Reads a word of a closed list; a miss is a fault that lists the words.
    pub fn word<T: Words>(&mut self, at: At, what: &str, word: &str) -> Option<T> {
        let found = T::read(word);
        if found.is_none() {
            self.unlisted(at, format!("{what} {word:?} is not known"), word, T::WORDS);
        }
        found
    }

    fn unlisted(&mut self, at: At, problem: String, word: &str, known: &[&str]) {
        let mut fault = at.fault(problem, format!("one of {}", known.join(", ")));
        fault.unknown = Some((word.to_string(), known.iter().map(ToString::to_string).collect()));
        self.list.push(fault);
    }

    /// Notes a value that is given without its reason.
    pub fn reason(&mut self, at: At, why: &str) {
        if why.trim().is_empty() {
            self.add(at, "no reason is given", "where the value comes from, in words");
        }
    }

    /// Notes a list that is longer than the game can number; says whether it is.
    pub fn too_many(&mut self, at: At, count: usize, of: &str, most: usize) -> bool {
        if count > most {
            self.add(at, format!("{count} {of}"), format!("at most {most}"));
        }
        count > most
    }

    /// What was built, if nothing is wrong with it, and its doubts.
    ///
    /// # Errors
    /// All faults.
    pub fn finish<T>(self, built: Option<T>, doubts: &mut Vec<Fault>) -> Result<T, Vec<Fault>> {
        match built {
            Some(built) if self.list.is_empty() => {
                doubts.extend(self.doubts);
                Ok(built)
            }
            _ => Err(self.list),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: At = At { file: "scenario", place: Place::Line(4), key: "unit" };

    #[test]
    fn a_name_is_found_by_its_place_and_a_miss_offers_its_neighbours() {
        let mut faults = Faults::default();
        assert_eq!(faults.find(AT, "unit", "b", ["a", "b"]), Some(1));
        assert!(faults.is_empty());
        assert_eq!(faults.find(AT, "unit", "c", ["a", "b"]), None);
        let faults = faults.finish(Some(()), &mut Vec::new()).unwrap_err();
        assert_eq!(faults[0].problem, "unit \"c\" is not known");
        assert_eq!(faults[0].unknown, Some(("c".into(), ["a".into(), "b".into()].into())));
        assert_eq!((faults[0].place, faults[0].key.as_str()), (Place::Line(4), "unit"));
    }

    #[test]
    fn a_list_may_have_its_most_and_no_more() {
        let mut faults = Faults::default();
        assert!(!faults.too_many(AT, 255, "units", 255) && faults.is_empty());
        assert!(faults.too_many(AT, 256, "units", 255) && faults.len() == 1 && faults.noted(AT));
    }

    #[test]
    fn doubts_stop_nothing_and_faults_do() {
        let (mut faults, mut doubts) = (Faults::default(), Vec::new());
        faults.doubt(AT, "odd", "even");
        assert_eq!(faults.finish(Some(7), &mut doubts), Ok(7));
        assert_eq!(doubts.len(), 1);
        let mut faults = Faults::default();
        faults.add(AT, "wrong", "right");
        assert_eq!(faults.finish(Some(7), &mut doubts).map_err(|list| list.len()), Err(1));
    }
}
