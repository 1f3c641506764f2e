//! The tables in other tools: `tests/interchange/read.py` in every Python given.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::cannot_run::cannot_run;
use crate::project::Project;

const GAMES: u64 = 60;

/// `python3`, and those listed in `DROPZONE_PYTHONS`, separated by colons: `.ci/run` makes one with the oldest
/// libraries that install and one with the newest.
fn pythons() -> Vec<String> {
    let named = std::env::var("DROPZONE_PYTHONS").unwrap_or_default();
    let named = named.split(':').filter(|path| !path.is_empty()).map(String::from);
    std::iter::once("python3".to_owned()).chain(named).collect()
}

#[test]
fn every_library_filters_sorts_and_subtracts() {
    let project = Project::new();
    project.ok(&format!("dropzone run mercury/snafu --games {GAMES} --out reports/run"), &[]);
    let folder = project.path("reports/run");
    let summary: Value = serde_json::from_str(&project.read("reports/run/summary.json")).unwrap();
    let number = |value: &Value| value["value"].as_f64().unwrap();
    let wins = (number(&summary["wins"]["german"]) * GAMES as f64).round() as u64;
    let lost = &summary["steps_lost"];
    let difference = number(&lost["german"]["mean"]) - number(&lost["allied"]["mean"]);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/interchange/read.py");
    for python in pythons() {
        let Ok(said) = Command::new(&python).arg(&script).arg(&folder).output() else {
            cannot_run("a reader of the tables", &format!("{python} is not here"));
            continue;
        };
        let errors = String::from_utf8_lossy(&said.stderr).into_owned();
        assert!(said.status.success(), "{python}: {errors}");
        eprint!("{errors}");
        for line in String::from_utf8(said.stdout).unwrap().lines() {
            let [library, version, found, mean] = line.split(' ').collect::<Vec<_>>()[..] else {
                panic!("{python}: {line}")
            };
            assert_eq!(found, wins.to_string(), "{library} {version}");
            let mean: f64 = mean.parse().unwrap();
            assert!(
                (mean - difference).abs() < 1e-5,
                "{library} {version}: {mean}, not {difference}"
            );
        }
    }
}
