//! Faults of data files: every one is told, with its place.

use std::format;
use std::string::String;
use std::vec::Vec;

use engine::{FromSetup as _, Place};

use crate::skirmish::{Setup, Skirmish, ridge};

fn faults(setup: Setup) -> Vec<String> {
    let faults = Skirmish::from_setup(setup).expect_err("it has faults");
    let told = faults.into_iter().map(|fault| {
        let line = if let Place::Line(line) = fault.place { line } else { 0 };
        format!("{}:{line} {}: {}", fault.file, fault.key, fault.problem)
    });
    told.collect()
}

#[test]
fn all_faults_are_told_at_once() {
    let mut setup = ridge();
    setup.scenario.objective = "9.9".into();
    setup.counters[1].hex = "05.04".into();
    setup.counters[3].id = "fj1".into();
    setup.counters[2].steps = 0;
    setup.counters[0].decoy = true;
    assert_eq!(
        faults(setup),
        [
            "ridge:0 objective: hex \"9.9\" is not known",
            "counters:3 hex: hex \"05.04\" is not known",
            "counters:5 id: two units are called fj1",
            "counters:2 steps: a decoy of 2 steps",
            "counters:4 steps: a unit of 0 steps",
        ]
    );
}
