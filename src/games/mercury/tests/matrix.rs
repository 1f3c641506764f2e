//! The coverage matrix against the statements of the text and against the tests.

use std::fs;
use std::path::PathBuf;
use std::string::String;
use std::vec::Vec;

use serde::Deserialize;

use super::desk::top;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fact {
    id: String,
    section: String,
    gist: String,
    scope: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: String,
    section: String,
    gist: String,
    status: String,
    code: String,
    test: String,
}

fn rows<T: serde::de::DeserializeOwned>(path: &str) -> Vec<T> {
    let mut reader = csv::Reader::from_path(top().join(path)).expect("the file is there");
    reader.deserialize().collect::<Result<_, _>>().expect("its columns are right")
}

/// Where the tests of a row may stand: rules, shipped data against the facts, sight.
const HOMES: [&str; 3] = ["src/games/mercury/tests", "src/lab/tests/facts", "src/engine/tests"];

/// Whether there is a test `module::name`.
fn is_a_test(words: &str) -> bool {
    let Some((module, name)) = words.split_once("::") else { return false };
    let homes = HOMES.iter().map(|home| top().join(home));
    let paths = homes.map(|home: PathBuf| home.join(module).with_extension("rs"));
    paths.filter_map(|path| fs::read_to_string(path).ok()).any(|text| {
        let lines: Vec<&str> = text.lines().collect();
        let at = lines.iter().position(|line| *line == std::format!("fn {name}() {{"));
        at.is_some_and(|at| at > 0 && lines[at - 1].starts_with("#[test]"))
    })
}

/// Every statement has a row; a row that claims to be played names a file and a test that are there, and
/// one that is not claims neither.
#[test]
fn the_matrix_holds() {
    let facts: Vec<Fact> = rows("tests/facts/mercury/rules.csv");
    let matrix: Vec<Row> = rows("scenarios/mercury/rules.csv");
    let known: Vec<_> = facts.iter().map(|f| (&f.id, &f.section, &f.gist)).collect();
    let listed: Vec<_> = matrix.iter().map(|r| (&r.id, &r.section, &r.gist)).collect();
    assert_eq!(known, listed);
    let mut faults: Vec<String> = Vec::new();
    for (row, fact) in matrix.iter().zip(&facts) {
        let (id, code, test) = (&row.id, &row.code, &row.test);
        match row.status.as_str() {
            "played" | "switch" => {
                if !top().join(code).is_file() {
                    faults.push(std::format!("{id}: no file {code:?}"));
                }
                if !is_a_test(test) {
                    faults.push(std::format!("{id}: no test {test:?}"));
                }
                if row.status == "switch" && !test.contains("::ruling_") {
                    faults.push(std::format!("{id}: {test:?} is no test of a ruling"));
                }
            }
            "not applicable" | "missing" => {
                if !code.is_empty() || !test.is_empty() {
                    faults.push(std::format!("{id}: {} and yet {code:?} {test:?}", row.status));
                }
                // Only the naval rules among the core ones are for nobody yet.
                if fact.scope == "core" && row.status == "not applicable" && id != "M-8.0-e" {
                    faults.push(std::format!("{id}: a core rule is for every scenario"));
                }
            }
            other => faults.push(std::format!("{id}: no status {other:?}")),
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn a_test_that_is_not_there_is_noticed() {
    assert!(is_a_test("snafu::ruling_sc1_timing"));
    assert!(is_a_test("maps::the_maps_carry_their_attribution"));
    for words in ["snafu::ruling_of_nothing", "nowhere::ruling_sc1_timing", "ruling_sc1_timing"] {
        assert!(!is_a_test(words), "{words}");
    }
    // A helper of the same file is no test.
    assert!(!is_a_test("desk::top"));
}
