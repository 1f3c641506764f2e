//! A TOML file being read: every fault is kept with its line, and reading continues.

use toml::Spanned;
use toml::de::DeValue;

use crate::complaint::{Complaint, nearest};
use crate::text::is_control;
use crate::toml_text::control;

/// One file being read; every fault is kept and reading continues.
pub(crate) struct Page<'a> {
    /// The file, in a readable form.
    shown: &'a str,
    /// Where its lines end.
    ends: Vec<usize>,
    /// What is wrong with it.
    complaints: &'a mut Vec<Complaint>,
    /// How many faults were found.
    found: usize,
}

/// Faults that are reported one by one; further ones are only counted. No author fixes more at a time, and a file may
/// have a million.
const TOLD: usize = 100;

/// A value with its place in the file.
pub(crate) type Entry<'e> = Spanned<DeValue<'e>>;

impl<'a> Page<'a> {
    /// A page with no faults yet.
    pub(crate) fn new(shown: &'a str, text: &str, complaints: &'a mut Vec<Complaint>) -> Page<'a> {
        let ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at);
        Page { shown, ends: ends.collect(), complaints, found: 0 }
    }

    /// Adds a complaint with the number of faults not reported; returns whether there were none.
    pub(crate) fn close(self) -> bool {
        if self.found > TOLD {
            let problem = format!("{} more such faults", self.found - TOLD);
            self.complaints.push(Complaint::whole(self.shown, problem));
        }
        self.found == 0
    }

    /// A string without control characters; only an intent may have several lines.
    pub(crate) fn name(&mut self, key: &str, value: &Entry<'_>) -> Option<String> {
        let words = self.string(key, value)?;
        let wrong = |letter: char| is_control(letter) && !(key == "intent" && letter == '\n');
        if let Some(letter) = words.chars().find(|&letter| wrong(letter)) {
            let expected = "words without control characters";
            self.complain(value.span().start, key, &control(letter), expected, None);
        }
        Some(words)
    }

    /// A string.
    pub(crate) fn string(&mut self, key: &str, value: &Entry<'_>) -> Option<String> {
        let word = value.get_ref().as_str().map(String::from);
        if word.is_none() {
            self.wrong(key, value, "words in quotes");
        }
        word
    }

    /// One of these words.
    pub(crate) fn one_of(
        &mut self,
        key: &str,
        value: &Entry<'_>,
        known: &[&str],
    ) -> Option<String> {
        let word = self.string(key, value)?;
        if known.contains(&word.as_str()) {
            return Some(word);
        }
        self.unknown(value.span().start, key, "value", &word, known);
        None
    }

    /// Complains about a value of the wrong type.
    pub(crate) fn wrong(&mut self, key: &str, value: &Entry<'_>, expected: &str) {
        let found = match value.get_ref() {
            DeValue::Integer(_) => "a number out of range, or not wanted here",
            DeValue::Float(_) => "a number with a fraction",
            DeValue::String(_) => "words",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        self.complain(value.span().start, key, &format!("wrong type: {found}"), expected, None);
    }

    /// Complains about an unknown name, and offers the nearest.
    pub(crate) fn unknown(
        &mut self,
        offset: usize,
        key: &str,
        what: &str,
        name: &str,
        known: &[&str],
    ) {
        if self.found >= TOLD {
            self.found += 1;
            return;
        }
        let short: String = name.chars().take(100).collect();
        let near = nearest(name, known.iter().copied());
        let expected = match known {
            [] => format!("no {what} here"),
            few if few.len() <= 12 && near.is_none() => format!("one of {}", few.join(", ")),
            _ if near.is_none() => format!("a {what} that is known"),
            _ => String::new(),
        };
        self.complain(offset, key, &format!("unknown {what} `{short}`"), &expected, near);
    }

    /// The line of an offset, from 1.
    pub(crate) fn line(&self, offset: usize) -> u32 {
        let line = self.ends.partition_point(|&end| end < offset) + 1;
        u32::try_from(line).unwrap_or(u32::MAX)
    }

    /// Complains about the text at an offset.
    pub(crate) fn complain(
        &mut self,
        offset: usize,
        key: &str,
        problem: &str,
        expected: &str,
        near: Option<String>,
    ) {
        self.found += 1;
        if self.found > TOLD {
            return;
        }
        let line = self.line(offset);
        self.complaints.push(Complaint {
            line: Some(line),
            key: key.into(),
            ..Complaint::whole(self.shown, problem).expecting(expected).near(near)
        });
    }
}

/// A whole number, if the value is one.
pub(crate) fn integer(value: &Entry<'_>) -> Option<i32> {
    let number = value.get_ref().as_integer()?;
    i32::from_str_radix(number.as_str(), number.radix()).ok()
}
