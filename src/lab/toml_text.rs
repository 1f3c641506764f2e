//! Typed TOML files: read with all their faults, not only the first.

use std::path::Path;

use serde::de::DeserializeOwned;
use toml::de::{DeTable, DeValue};

use crate::Home;
use crate::complaint::{Complaint, Complaints, nearest};
use crate::outline;
use crate::text::{self, is_control, line_of};

/// Faults in one file after which reading stops.
const ENOUGH: usize = 20;

/// A fault and its line, if it has one; the caller adds the file's name.
pub type Fault = (Option<u32>, Complaint);

/// Parses a TOML text.
///
/// # Errors
/// Everything that is wrong with it, each with its line; the caller adds the file's name.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Vec<Fault>> {
    let mut faults = Vec::new();
    let (_, mistakes) = DeTable::parse_recoverable(text);
    if !mistakes.is_empty() {
        for mistake in mistakes.iter().take(ENOUGH) {
            let line = mistake.span().map(|span| line_of(text, span.start));
            faults.push((line, in_words("", mistake.message())));
        }
        return Err(faults);
    }
    let controls = controls(text);
    let mut error = match toml::from_str(text) {
        Ok(value) if controls.is_empty() => return Ok(value),
        Ok(_) => return Err(controls),
        Err(error) => error,
    };
    faults.extend(controls);
    // The parser stops at the first fault: repair it in a copy and read on, to report them all.
    let mut copy = text.to_owned();
    for _ in 0..ENOUGH {
        let Ok(table) = DeTable::parse(&copy) else { break };
        let place = error.span().and_then(|span| outline::key_at(table.get_ref(), span.start));
        let line = error.span().map(|span| line_of(&copy, span.start));
        let key = place.as_ref().map_or("", |(path, _)| path.as_str());
        faults.push((line, in_words(key, error.message())));
        let Some(mended) = mend::<T>(&copy, &error, place.map(|(_, spot)| spot)) else { break };
        copy = mended;
        match toml::from_str::<T>(&copy) {
            Ok(_) => break,
            Err(next) => error = next,
        }
    }
    Err(faults)
}

/// Loads a typed file with its text; `None` if it is not there.
///
/// # Errors
/// Every fault of the file.
pub(crate) fn load<T: DeserializeOwned>(
    home: &Home,
    path: &Path,
) -> Result<Option<(T, String)>, Complaints> {
    if !home.has(path) {
        return Ok(None);
    }
    let text = text::read(home, path)?;
    let shown = home.shown(path);
    match read(&text) {
        Ok(value) => Ok(Some((value, text))),
        Err(faults) => {
            let at = |(line, fault)| Complaint { file: shown.clone(), line, ..fault };
            Err(Complaints::new(faults.into_iter().map(at).collect()))
        }
    }
}

/// The line of the value at a path, or of the innermost table on the way there.
pub(crate) fn line_of_key(text: &str, path: &str) -> Option<u32> {
    let table = DeTable::parse(text).ok()?;
    let path = crate::sets::segments(path);
    (1..=path.len()).rev().find_map(|depth| match outline::find(table.get_ref(), &path[..depth]) {
        outline::Found::Value(value) => Some(line_of(text, value.span().start)),
        _ => None,
    })
}

/// Strings with control characters. Only longer texts may have several lines.
fn controls(text: &str) -> Vec<Fault> {
    let mut found = Vec::new();
    // Most files have none, and need not be searched key by key.
    let escapes = text.contains(|letter| is_control(letter) && letter != '\n');
    if !escapes
        && !text.contains('\\')
        && !["\"\"\"", "'''"].iter().any(|marks| text.contains(marks))
    {
        return found;
    }
    let Ok(table) = DeTable::parse(text) else { return found };
    outline::visit(table.get_ref(), &mut |path, spot, value: &DeValue<'_>| {
        if let Some(letter) = path.chars().find(|&letter| is_control(letter)) {
            let complaint = Complaint { key: path.into(), ..Complaint::whole("", control(letter)) };
            let line = line_of(text, spot.key.start);
            found.push((Some(line), complaint.expecting("a name without control characters")));
            return;
        }
        let Some(words) = value.as_str() else { return };
        let last = path.rsplit('.').next().unwrap_or(path);
        let lines = matches!(last, "attribution" | "about" | "told" | "intent" | "why" | "source");
        let wrong = |letter: char| is_control(letter) && !(lines && letter == '\n');
        if let Some(letter) = words.chars().find(|&letter| wrong(letter)) {
            let complaint = Complaint { key: path.into(), ..Complaint::whole("", control(letter)) };
            let line = line_of(text, spot.value.start);
            found.push((Some(line), complaint.expecting("words without control characters")));
        }
    });
    found.truncate(ENOUGH);
    found
}

/// The message for a string that has a control character.
pub(crate) fn control(letter: char) -> String {
    format!("holds the control character U+{:04X}", u32::from(letter))
}

/// A parser's message, split into problem, expected value and nearest name.
pub(crate) fn in_words(key: &str, message: &str) -> Complaint {
    let message = message.replace('\n', "; ");
    let (problem, expected) = match message.split_once(", expected ") {
        Some((problem, expected)) => (problem.to_owned(), expected.to_owned()),
        None => (message.clone(), String::new()),
    };
    let expected = match plain(&expected) {
        Some(plain) => plain.to_owned(),
        None if expected.is_empty() && problem.starts_with("missing field") => {
            "that key, as the shipped files have it".into()
        }
        None => expected,
    };
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

/// A Rust type in the words of someone who writes data files.
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
        // A type of our own is a table to its author.
        own if own.starts_with("struct ") => "a table",
        _ => return None,
    })
}

/// A copy of the text without the fault: an unknown key left out, a wrong value replaced by one
/// that passes. Only for finding further faults; such a copy is never played.
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

/// Replaces a span and keeps its line ends, so that line numbers stay the same.
fn replaced(text: &str, span: std::ops::Range<usize>, by: &str) -> String {
    let lines = text[span.clone()].matches('\n').count();
    format!("{}{by}{}{}", &text[..span.start], "\n".repeat(lines), &text[span.end..])
}
