//! A TOML file being read: every fault is kept with its line, and reading goes on.

use toml::Spanned;
use toml::de::DeValue;

use crate::complaint::{Complaint, nearest};
use crate::text::line_of;

/// One file being read; every fault is kept and reading goes on.
pub(crate) struct Page<'a> {
    /// The file, as a person likes to read it.
    pub(crate) shown: &'a str,
    /// Its text.
    pub(crate) text: &'a str,
    /// What is wrong with it.
    pub(crate) complaints: &'a mut Vec<Complaint>,
}

/// A value with its place in the file.
pub(crate) type Entry<'e> = Spanned<DeValue<'e>>;

impl Page<'_> {
    /// Words in quotes.
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

    /// Complains of a value that is of another kind.
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

    /// Complains of a name that nobody knows, and offers the nearest.
    pub(crate) fn unknown(
        &mut self,
        offset: usize,
        key: &str,
        what: &str,
        name: &str,
        known: &[&str],
    ) {
        let short: String = name.chars().take(100).collect();
        let near = nearest(name, known.iter().copied());
        let expected = if known.len() <= 12 && near.is_none() {
            format!("one of {}", known.join(", "))
        } else {
            String::new()
        };
        self.complain(offset, key, &format!("unknown {what} `{short}`"), &expected, near);
    }

    /// Complains of what stands at an offset.
    pub(crate) fn complain(
        &mut self,
        offset: usize,
        key: &str,
        problem: &str,
        expected: &str,
        near: Option<String>,
    ) {
        self.complaints.push(Complaint {
            line: Some(line_of(self.text, offset)),
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
