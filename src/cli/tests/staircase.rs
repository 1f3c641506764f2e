//! The dependency lists are the architecture: engine ← games ← lab ← study ← report ← cli.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Each crate and the crates it may depend on.
const STAIRS: [(&str, &[&str]); 6] = [
    ("engine", &[]),
    ("games", &["engine"]),
    ("lab", &["engine", "games"]),
    ("study", &["engine", "lab"]),
    ("report", &["engine", "study"]),
    ("cli", &["engine", "lab", "study", "report"]),
];

/// Libraries that only one crate may use.
const ALONE: [(&str, &str); 4] =
    [("polars", "study"), ("plotters", "report"), ("clap", "cli"), ("indicatif", "cli")];

fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let text = |value: &serde_json::Value| value.as_str().expect("a name").to_owned();
    packages
        .iter()
        .map(|package| {
            let listed = package["dependencies"].as_array().expect("dependencies");
            // Dev-dependencies do not count.
            let built = listed.iter().filter(|dependency| dependency["kind"].is_null());
            (text(&package["name"]), built.map(|dependency| text(&dependency["name"])).collect())
        })
        .collect()
}

#[test]
fn every_floor_knows_only_floors_below() {
    let found = dependencies();
    for (floor, allowed) in STAIRS {
        let floors = STAIRS.map(|(name, _)| name);
        let known: Vec<&str> =
            found[floor].iter().map(String::as_str).filter(|name| floors.contains(name)).collect();
        assert!(
            known.iter().all(|name| allowed.contains(name)),
            "{floor} knows {known:?}, may know {allowed:?}"
        );
    }
    for (library, floor) in ALONE {
        let users: Vec<&String> =
            found.iter().filter(|(_, list)| list.contains(library)).map(|(name, _)| name).collect();
        assert_eq!(users, [floor], "users of {library}");
    }
}
