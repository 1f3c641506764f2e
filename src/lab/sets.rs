//! `--set KEY=VALUE`: changes one value of a scenario's files without editing them.
//!
//! Values are changed in the text itself, so that every later complaint still finds its line.

use std::fmt;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::complaint::{Complaint, nearest};
use crate::outline::{self, Found};
use crate::text::line_of;

/// One change: `[FILE:]path.to.key=VALUE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// The file as the scenario names it; `None` is the scenario itself.
    pub file: Option<String>,
    /// The path, e.g. `division.5GD.rating`; for a CSV file the row's id, a dot and the column.
    pub path: String,
    /// The new value.
    pub value: String,
}

impl Set {
    /// Reads what was typed.
    ///
    /// # Errors
    /// A complaint if it does not have the form `[FILE:]KEY=VALUE`.
    pub fn parse(typed: &str) -> Result<Set, Complaint> {
        let wrong = |problem: &str| {
            Complaint::whole(format!("--set {typed}"), problem).expecting(
                "`KEY=VALUE` or `FILE:KEY=VALUE`, e.g. `rulings.activation_cost=all_free`",
            )
        };
        let (key, value) = typed.split_once('=').ok_or_else(|| wrong("has no `=`"))?;
        let (file, path) = match key.split_once(':') {
            Some((file, path)) => (Some(file.trim()), path.trim()),
            None => (None, key.trim()),
        };
        if path.is_empty() || file.is_some_and(str::is_empty) {
            return Err(wrong("has no key"));
        }
        if value.contains(['\n', '\r']) || path.contains(['\n', '\r']) {
            return Err(wrong("goes over several lines"));
        }
        Ok(Set { file: file.map(Into::into), path: path.into(), value: value.trim().into() })
    }

    /// The key as typed, without the value.
    pub fn key(&self) -> String {
        match &self.file {
            Some(file) => format!("{file}:{}", self.path),
            None => self.path.clone(),
        }
    }

    pub(crate) fn complain(&self, problem: impl Into<String>) -> Complaint {
        Complaint::whole(format!("--set {self}"), problem)
    }
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.key(), self.value)
    }
}

/// A text and the lines that changes have touched.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changed {
    pub(crate) text: String,
    /// Lines of the changed text, each with the change that made it.
    touched: Vec<(u32, Set)>,
    /// Lines of the changed text that the file itself does not have, each with the change that added it.
    added: Vec<(u32, Set)>,
}

impl Changed {
    pub(crate) fn new(text: String) -> Self {
        Changed { text, ..Changed::default() }
    }

    /// The line of the original file that corresponds to a line of the changed text.
    pub(crate) fn own_line(&self, line: u32) -> u32 {
        let before = self.added.iter().filter(|(added, _)| *added <= line).count() as u32;
        line.saturating_sub(before).max(1)
    }

    /// The change that made a line, if one did.
    pub(crate) fn set_at(&self, line: u32) -> Option<&Set> {
        let touched = self.touched.iter().rev().chain(&self.added);
        touched.into_iter().find(|(touched, _)| *touched == line).map(|(_, set)| set)
    }

    /// Changes a value of a TOML file, or adds the key if its table lacks it: whether the table
    /// may have it is for the system's set-up to decide.
    pub(crate) fn set_toml(&mut self, set: &Set) -> Result<(), Complaint> {
        // A file that does not parse has its own complaints.
        let Ok(table) = DeTable::parse(&self.text) else { return Ok(()) };
        let path = segments(&set.path);
        match outline::find(table.get_ref(), &path) {
            Found::Value(old) => {
                if matches!(old.get_ref(), DeValue::Table(_)) || is_header(&self.text, old) {
                    return Err(set
                        .complain(format!("`{}` is a table", set.path))
                        .expecting("the path of one value"));
                }
                let words = old.get_ref().is_str();
                let (span, value) = (old.span(), written(&set.value, words));
                let lines = self.text[span.clone()].matches('\n').count();
                let at = line_of(&self.text, span.start);
                // A value of several lines leaves its line ends behind, so that line numbers stay the same.
                self.text.replace_range(span.clone(), &value);
                if lines > 0 {
                    let end = span.start + value.len();
                    let rest = self.text[end..].find('\n').map_or(self.text.len(), |n| end + n);
                    self.text.insert_str(rest, &"\n".repeat(lines));
                }
                self.touched.push((at, set.clone()));
                Ok(())
            }
            // A name found deeper in the file: its full path is meant.
            Found::Lacking(None, _) if let Some(whole) = whole_path(table.get_ref(), &path) => {
                let wrong = path.first().map_or("", String::as_str);
                Err(set
                    .complain(format!("there is no `{wrong}` at the top of the file"))
                    .expecting("the whole path to the value; rows go by their label, cells by their number from 0")
                    .near(Some(whole)))
            }
            Found::Lacking(parent, depth) => {
                let parent_text = parent.clone().map(|span| self.text[span].to_owned());
                self.add(set, &path, depth, parent.map(|span| span.start), parent_text.as_deref());
                Ok(())
            }
            Found::Nowhere(depth, names) => {
                let wrong = path.get(depth).map_or("", String::as_str);
                let near = nearest(wrong, names.iter().map(String::as_str));
                let mut complaint = set.complain(format!("there is no `{wrong}`")).near(near);
                let expected = match names.as_slice() {
                    [] => "a path that ends at a value".to_owned(),
                    names if names.len() <= 20 => format!("one of {}", names.join(", ")),
                    names => format!("the name of one of {}, or its number from 0", names.len()),
                };
                complaint = complaint.expecting(expected);
                Err(complaint)
            }
        }
    }

    fn add(
        &mut self,
        set: &Set,
        path: &[String],
        depth: usize,
        at: Option<usize>,
        parent: Option<&str>,
    ) {
        let quoted =
            |part: &[String]| part.iter().map(|s| key_text(s)).collect::<Vec<_>>().join(".");
        let value = written(&set.value, false);
        let rest = format!("{} = {value}", quoted(&path[depth..]));
        match (at, parent) {
            (Some(start), Some(parent)) if parent.starts_with('{') => {
                let comma = if parent[1..].trim_start().starts_with('}') { "" } else { "," };
                self.text.insert_str(start + 1, &format!(" {rest}{comma} "));
                self.touched.push((line_of(&self.text, start), set.clone()));
            }
            (Some(start), Some(parent)) if parent.starts_with('[') => {
                let end = self.text[start..].find('\n').map_or(self.text.len(), |n| start + n);
                self.insert_line(end, &format!("\n{rest}"), set, 1);
            }
            (None, _) if path.len() > 1 => {
                let last = path.len() - 1;
                let block =
                    format!("\n[{}]\n{} = {value}", quoted(&path[..last]), quoted(&path[last..]));
                self.insert_line(self.text.len(), &block, set, 2);
            }
            _ => {
                let line = format!("{} = {value}\n", quoted(path));
                self.insert_line(0, &line, set, 0);
            }
        }
    }

    /// Inserts lines; the new key stands `below` lines under the place of insertion.
    fn insert_line(&mut self, at: usize, lines: &str, set: &Set, below: u32) {
        let count = lines.matches('\n').count() as u32;
        let first = line_of(&self.text, at) + u32::from(below > 0);
        self.text.insert_str(at, lines);
        let moved = |line: u32| if line >= first { line + count } else { line };
        for (line, _) in &mut self.touched {
            *line = moved(*line);
        }
        for (line, _) in &mut self.added {
            *line = moved(*line);
        }
        self.added.extend((first..first + count).map(|line| (line, set.clone())));
        self.touched.push((first + below.saturating_sub(1), set.clone()));
    }

    /// Changes a cell of a CSV file.
    pub(crate) fn set_csv(&mut self, set: &Set) -> Result<(), Complaint> {
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(self.text.as_bytes());
        let Ok(header) = reader.headers().cloned() else { return Ok(()) };
        let mut rows: Vec<csv::StringRecord> = reader.records().flatten().collect();
        let Some((id, column)) = set.path.rsplit_once('.') else {
            return Err(set.complain("has no column").expecting("`FILE:ROW.COLUMN=VALUE`"));
        };
        let id = id.trim_matches('"');
        let Some(cell) = header.iter().position(|name| name == column) else {
            return Err(set
                .complain(format!("there is no column `{column}`"))
                .expecting(format!("one of {}", header.iter().collect::<Vec<_>>().join(", ")))
                .near(nearest(column, header.iter())));
        };
        let names = header.iter().position(|name| name == "id").unwrap_or(0);
        let Some(row) = rows.iter().position(|row| row.get(names) == Some(id)) else {
            let known = rows.iter().filter_map(|row| row.get(names));
            let near = nearest(id, known);
            let expected = format!("what a row has in the column `{}`", &header[names]);
            return Err(set
                .complain(format!("there is no row `{id}`"))
                .expecting(expected)
                .near(near));
        };
        let changed = rows[row]
            .iter()
            .enumerate()
            .map(|(i, old)| if i == cell { set.value.as_str() } else { old })
            .collect();
        rows[row] = changed;
        let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
        let written = std::iter::once(&header)
            .chain(&rows)
            .try_for_each(|row| writer.write_record(row))
            .ok()
            .and_then(|()| writer.into_inner().ok())
            .and_then(|bytes| String::from_utf8(bytes).ok());
        if let Some(text) = written {
            self.text = text;
            self.touched.push((row as u32 + 2, set.clone()));
        }
        Ok(())
    }
}

/// The full path that a partial one stands for: `row.pink.cells.3` for `pink.3`.
fn whole_path(table: &DeTable<'_>, path: &[String]) -> Option<String> {
    if path.iter().all(|part| part.parse::<usize>().is_ok()) {
        // Rows without labels: a list of lists.
        let is_list = |value: &DeValue<'_>| value.as_array().is_some();
        let of_lists = |value: &DeValue<'_>| {
            value.as_array().is_some_and(|rows| rows.iter().any(|row| is_list(row.get_ref())))
        };
        let (key, _) = table.iter().find(|(_, value)| of_lists(value.get_ref()))?;
        return Some(format!("{}.{}", key.get_ref(), path.join(".")));
    }
    let start = outline::named(table, path.first()?)?;
    let rest = &path[1..];
    let joined = |parts: &[&str]| {
        let parts =
            parts.iter().copied().map(String::from).chain(rest.iter().map(|part| key_text(part)));
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(".")
    };
    let found = |whole: &String| matches!(outline::find(table, &segments(whole)), Found::Value(_));
    let straight = joined(&[&start]);
    let through =
        ["cells", "hexes", "units", "steps", "values"].map(|list| joined(&[&start, list]));
    core::iter::once(straight.clone()).chain(through).find(found).or(Some(straight))
}

/// Whether a value is written as `[[header]]` blocks, which cannot be replaced in one piece.
fn is_header(text: &str, value: &Spanned<DeValue<'_>>) -> bool {
    value.get_ref().is_array()
        && text[value.span()].starts_with("[[")
        && value
            .get_ref()
            .as_array()
            .is_some_and(|array| array.iter().any(|element| element.get_ref().is_table()))
}

/// The parts of a path; a part in double quotes may hold dots.
pub(crate) fn segments(path: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut quoted = false;
    for letter in path.chars() {
        match letter {
            '"' => quoted = !quoted,
            '.' if !quoted => parts.push(String::new()),
            _ => {
                if let Some(part) = parts.last_mut() {
                    part.push(letter);
                }
            }
        }
    }
    parts
}

/// A value as TOML: as typed if that is a TOML value, otherwise in quotes. If the file has a string,
/// the typed value is always a string.
fn written(typed: &str, words: bool) -> String {
    let as_typed = match DeValue::parse(typed) {
        Ok(value) => value.get_ref().is_str() || !words,
        Err(_) => false,
    };
    if as_typed { typed.into() } else { toml::Value::String(typed.into()).to_string() }
}

/// A name as a part of a path: in quotes where it has to be.
pub(crate) fn key_text(name: &str) -> String {
    let bare = !name.is_empty()
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if bare { name.into() } else { toml::Value::String(name.into()).to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(text: &str, typed: &str) -> Changed {
        let mut changed = Changed::new(text.into());
        changed.set_toml(&Set::parse(typed).unwrap()).unwrap();
        changed
    }

    #[test]
    fn a_value_is_changed_where_it_stands() {
        let text = "turns = 6 # printed\n[rulings]\ncost = \"free\"\n";
        assert_eq!(changed(text, "turns=7").text, text.replace('6', "7"));
        assert_eq!(changed(text, "rulings.cost=paid").text, text.replace("free", "paid"));
        assert_eq!(changed(text, "rulings.cost=4").text, text.replace("free", "4"));
    }

    #[test]
    fn elements_are_found_by_id_or_number() {
        let text =
            "[[unit]]\nid = \"a\"\nfire = 1\n[[unit]]\nid = \"5.GD\"\nfire = 2\ncells = [1, 2]\n";
        assert!(changed(text, "unit.\"5.GD\".fire=9").text.contains("id = \"5.GD\"\nfire = 9"));
        assert!(changed(text, "unit.1.cells.0=7").text.contains("[7, 2]"));
    }

    #[test]
    fn a_missing_key_is_added_and_lines_keep_their_numbers() {
        let text = "title = \"x\"\n[rulings]\ncost = 1\n[end]\nturn = 3\n";
        let added = changed(text, "rulings.reach=2");
        assert_eq!(added.text, "title = \"x\"\n[rulings]\nreach = 2\ncost = 1\n[end]\nturn = 3\n");
        assert_eq!(added.own_line(3), 2);
        assert_eq!(added.own_line(6), 5);
        assert_eq!(added.set_at(3).map(Set::key).as_deref(), Some("rulings.reach"));
        let block = changed("title = \"x\"\n", "rulings.reach=two");
        assert_eq!(block.text, "title = \"x\"\n\n[rulings]\nreach = \"two\"");
        assert!(block.set_at(4).is_some() || block.set_at(3).is_some());
        assert_eq!(changed("r = { a = 1 }\n", "r.b=2").text, "r = { b = 2,  a = 1 }\n");
        assert_eq!(changed("a = 1\n", "b=2").text, "b = 2\na = 1\n");
    }

    #[test]
    fn a_cell_is_found_by_row_and_column() {
        let mut changed = Changed::new("id,hex,fire\na,01.01,3\nb,01.02,4\n".into());
        changed.set_csv(&Set::parse("counters:b.fire=7").unwrap()).unwrap();
        assert_eq!(changed.text, "id,hex,fire\na,01.01,3\nb,01.02,7\n");
        let wrong = changed.set_csv(&Set::parse("counters:b.fir=7").unwrap()).unwrap_err();
        assert_eq!(wrong.nearest.as_deref(), Some("fire"));
        let wrong = changed.set_csv(&Set::parse("counters:bb.fire=7").unwrap()).unwrap_err();
        assert_eq!(wrong.nearest.as_deref(), Some("b"));
    }

    #[test]
    fn a_set_without_key_or_value_is_refused() {
        assert!(Set::parse("turns").unwrap_err().to_string().contains("KEY=VALUE"));
        assert!(Set::parse("=3").is_err());
        assert!(Set::parse("counters:=3").is_err());
    }
}
