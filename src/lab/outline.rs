//! Navigating a TOML file: from a place to its key, and from a path to its place.
//!
//! A path is `division.5GD.rating`: an element of an array is named by its `id`, `name`
//! or `label`, if it has one, or by its number from 0.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Where a key and its value are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) key: Range<usize>,
    pub(crate) value: Range<usize>,
}

/// The path of the innermost key whose name or value covers `offset`, and where it is.
pub(crate) fn key_at(table: &DeTable<'_>, offset: usize) -> Option<(String, Spot)> {
    let mut best: Option<(usize, String, Spot)> = None;
    visit(table, &mut |path, spot, _| {
        for span in [&spot.key, &spot.value] {
            let covers = span.contains(&offset);
            if covers && best.as_ref().is_none_or(|(length, ..)| span.len() <= *length) {
                best = Some((span.len(), path.into(), spot.clone()));
            }
        }
    });
    best.map(|(_, path, spot)| (path, spot))
}

/// Visits every key and every element of an array, with its path, its place and its value.
pub(crate) fn visit(table: &DeTable<'_>, visitor: &mut impl FnMut(&str, &Spot, &DeValue<'_>)) {
    walk(table, "", visitor);
}

/// The path of the first element of an array that has a name, e.g. `division.5GD` for `5GD`.
pub(crate) fn named(table: &DeTable<'_>, name: &str) -> Option<String> {
    let mut found = None;
    visit(table, &mut |path, _, value| {
        let own = element_name(value, 0);
        if found.is_none() && value.is_table() && own == name && path.ends_with(name) {
            found = Some(path.to_owned());
        }
    });
    found
}

fn walk(table: &DeTable<'_>, prefix: &str, visit: &mut impl FnMut(&str, &Spot, &DeValue<'_>)) {
    for (key, value) in table {
        let path = join(prefix, key.get_ref());
        walk_value(&path, key.span(), value, visit);
    }
}

fn walk_value(
    path: &str,
    key: Range<usize>,
    value: &Spanned<DeValue<'_>>,
    visit: &mut impl FnMut(&str, &Spot, &DeValue<'_>),
) {
    visit(path, &Spot { key: key.clone(), value: value.span() }, value.get_ref());
    match value.get_ref() {
        DeValue::Table(table) => walk(table, path, visit),
        DeValue::Array(array) => {
            for (i, element) in array.iter().enumerate() {
                let inner = join(path, &element_name(element.get_ref(), i));
                walk_value(&inner, key.clone(), element, visit);
            }
        }
        _ => {}
    }
}

fn join(prefix: &str, name: &str) -> String {
    if prefix.is_empty() { name.into() } else { format!("{prefix}.{name}") }
}

/// What an element of an array is called in a path.
pub(crate) fn element_name(element: &DeValue<'_>, index: usize) -> String {
    ["id", "name", "label"]
        .into_iter()
        .find_map(|key| element.as_table()?.get(key)?.get_ref().as_str().map(String::from))
        .unwrap_or_else(|| index.to_string())
}

/// How far a path leads.
pub(crate) enum Found<'t, 'i> {
    /// To a value.
    Value(&'t Spanned<DeValue<'i>>),
    /// Into a table (with its span; `None` for the file itself) that lacks the segment with this number.
    Lacking(Option<Range<usize>>, usize),
    /// Nowhere: the segment with this number is none of these.
    Nowhere(usize, Vec<String>),
}

/// Follows a path.
pub(crate) fn find<'t, 'i>(table: &'t DeTable<'i>, path: &[String]) -> Found<'t, 'i> {
    let Some(first) = path.first() else { return Found::Nowhere(0, Vec::new()) };
    let Some(mut value) = table.get(first.as_str()) else { return Found::Lacking(None, 0) };
    for (i, segment) in path.iter().enumerate().skip(1) {
        match value.get_ref() {
            DeValue::Table(table) => match table.get(segment.as_str()) {
                Some(next) => value = next,
                None => return Found::Lacking(Some(value.span()), i),
            },
            DeValue::Array(array) => {
                let names: Vec<String> = array
                    .iter()
                    .enumerate()
                    .map(|(i, element)| element_name(element.get_ref(), i))
                    .collect();
                let place = names
                    .iter()
                    .position(|name| name == segment)
                    .or_else(|| segment.parse().ok().filter(|&place| place < array.len()));
                match place.and_then(|place| array.get(place)) {
                    Some(next) => value = next,
                    None => return Found::Nowhere(i, names),
                }
            }
            _ => return Found::Nowhere(i, Vec::new()),
        }
    }
    Found::Value(value)
}
