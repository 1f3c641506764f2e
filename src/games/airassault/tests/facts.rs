//! Faults of the files: each is found, with its place, and none is found in what is shipped.

use std::vec::Vec;

use engine::{Fault, FromSetup};

use crate::airassault::state::AirAssault;

use super::desk::setup;
use crate::matrix::{is_a_test, matrix, top};

/// Every statement of the rules has a row. What the basic game needs is played, with a file and a test that are there; what
/// is missing belongs to the advanced game, to Malta, or to a question about either.
#[test]
fn the_matrix_holds() {
    for (row, fact) in matrix("crete") {
        let (id, scope) = (&row.id, fact.scope.as_str());
        match row.status.as_str() {
            "played" => {
                assert_ne!(scope, "hint", "{id}");
                assert!(top().join(&row.code).is_file(), "{id}: no file {}", row.code);
                let found = is_a_test(&["src/games/airassault/tests"], &row.test);
                assert!(found, "{id}: no test {}", row.test);
            }
            "advice" => assert_eq!(scope, "hint", "{id}"),
            "missing" => {
                assert!(
                    matches!(scope, "advanced" | "malta" | "ruling" | "example"),
                    "{id}: {scope}"
                );
                assert!(row.code.is_empty() && row.test.is_empty(), "{id}");
            }
            other => panic!("{id}: no status {other:?}"),
        }
    }
}

fn faults(file: &'static str, from: &str, to: &str) -> Vec<Fault> {
    let edits = [(file, from.into(), to.into())].into();
    AirAssault::from_setup(setup("basic", edits)).expect_err("there are faults")
}

fn told(file: &'static str, from: &str, to: &str, key: &str) {
    let faults = faults(file, from, to);
    assert!(faults.iter().any(|fault| fault.key == key), "no {key} in {faults:#?}");
}

#[test]
fn wrong_values_are_faults_with_their_key() {
    told("basic.toml", "night = [2,", "night = [0,", "night.0");
    told("basic.toml", "chapters = []", "chapters = [\"flak\"]", "chapters.0");
    told("basic.toml", "hold = 4", "hold = 0", "victory.hold");
    told("basic.toml", "stacking = 6", "stacking = 0", "stacking");
    told("basic.toml", "first_turn = 2", "first_turn = 0", "convoys.first_turn");
    told("island.toml", "hex = \"C-11\"", "hex = \"C-99\"", "airfield.0.hex");
    told("island.toml", "hex = \"C-11\"", "hex = \"C-12\"", "airfield.0.hex");
    told("setups/basic.csv", "sturm-rhq,drop,Maleme", "sturm-rhq,drop,Malta", "place");
    told("setups/basic.csv", "sturm-rhq,drop", "sturm-rhq,jump", "way");
    told("setups/basic.csv", "sturm-rhq,", "sturm-hqr,", "counter");
    told(
        "counters.csv",
        ",headquarters,parachute,1,1,4,0,1,",
        ",headquarters,parachute,1,1,4,0,9,",
        "stacking",
    );
    told("counters.csv", ",division,headquarters,", ",division,headquarter,", "class");
    told("tables/drift.toml", "\"NE\"", "\"E\"", "steps");
}

#[test]
fn a_hex_that_is_missing_is_told() {
    let faults = faults("maps/crete.csv", "\nA-1,sea,", "\nA-98,sea,");
    let told = |part: &str| faults.iter().any(|fault| fault.problem.contains(part));
    assert!(told("A-98 is in no section") && told("A-1 is missing"), "{faults:#?}");
}
