//! The coverage matrix against the statements of the text and against the tests.

use std::string::String;
use std::vec::Vec;

use crate::matrix::{matrix, top};

/// Where the tests of a row may stand: rules, shipped data against the facts, sight.
const HOMES: [&str; 3] = ["src/games/mercury/tests", "src/lab/tests/facts", "src/engine/tests"];

fn is_a_test(words: &str) -> bool {
    crate::matrix::is_a_test(&HOMES, words)
}

/// Every statement has a row; a row that claims to be played names a file and a test that are there, and
/// one that is not claims neither.
#[test]
fn the_matrix_holds() {
    let mut faults: Vec<String> = Vec::new();
    for (row, fact) in matrix("mercury") {
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
    // A test that does not run shows nothing.
    assert!(!is_a_test("laws::snafu_soak"));
}
