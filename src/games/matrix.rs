//! The coverage matrices of printed rules: what the tests of every system ask of theirs.

use std::fs;
use std::path::{Path, PathBuf};
use std::string::String;
use std::vec::Vec;

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A statement of a rules text, `tests/facts/SYSTEM/rules.csv`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fact {
    pub id: String,
    pub section: String,
    pub gist: String,
    pub scope: String,
}

/// What becomes of it, `scenarios/SYSTEM/rules.csv`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    pub id: String,
    pub section: String,
    pub gist: String,
    pub status: String,
    pub code: String,
    pub test: String,
}

/// The top of the repository.
pub(crate) fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every row of a file of the repository.
pub(crate) fn rows<T: DeserializeOwned>(path: &str) -> Vec<T> {
    let mut reader = csv::Reader::from_path(top().join(path)).expect("the file is there");
    reader.deserialize().collect::<Result<_, _>>().expect("its columns are right")
}

/// The rows of a system with the statements they are about; every statement has its row.
pub(crate) fn matrix(system: &str) -> Vec<(Row, Fact)> {
    let facts: Vec<Fact> = rows(&std::format!("tests/facts/{system}/rules.csv"));
    let rows: Vec<Row> = rows(&std::format!("scenarios/{system}/rules.csv"));
    let known: Vec<_> = facts.iter().map(|f| (&f.id, &f.section, &f.gist)).collect();
    let listed: Vec<_> = rows.iter().map(|r| (&r.id, &r.section, &r.gist)).collect();
    assert_eq!(known, listed);
    rows.into_iter().zip(facts).collect()
}

/// Whether there is a test `module::name` in one of these folders.
pub(crate) fn is_a_test(homes: &[&str], words: &str) -> bool {
    let Some((module, name)) = words.split_once("::") else { return false };
    let paths = homes.iter().map(|home| top().join(home).join(module).with_extension("rs"));
    paths.filter_map(|path| fs::read_to_string(path).ok()).any(|text| {
        let lines: Vec<&str> = text.lines().collect();
        let at = lines.iter().position(|line| *line == std::format!("fn {name}() {{"));
        at.is_some_and(|at| at > 0 && lines[at - 1].starts_with("#[test]"))
    })
}
