//! The examples of `docs/tables.md`: all of them agree with the run's own summary.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::cannot_run::cannot_run;
use crate::page::Page;
use crate::project::Project;

const PAGE: &str = "docs/tables.md";
const GAMES: u64 = 60;

/// Where a program and its package are, what they print of a run folder.
fn printed(program: &str, has: &[&str], script: &Path, folder: &Path) -> Option<String> {
    let able = Command::new(program).args(has).output().is_ok_and(|tried| tried.status.success());
    if !able {
        cannot_run("an example that reads tables", &format!("{program} {has:?} fails here"));
        return None;
    }
    let said = Command::new(program).arg(script).arg(folder).output().unwrap();
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let out = String::from_utf8(said.stdout).unwrap();
    // R ends its lines with a space.
    Some(out.lines().map(|line| line.trim_end().to_owned() + "\n").collect())
}

#[test]
fn every_example_prints_what_the_summary_says() {
    let page = Page::open(PAGE);
    let project = Project::new();
    project.ok(&format!("dropzone run mercury/kastelli --games {GAMES} --out reports/run"), &[]);
    let folder = project.path("reports/run");
    let summary: Value = serde_json::from_str(&project.read("reports/run/summary.json")).unwrap();
    let share = |key: &Value| (key["value"].as_f64().unwrap() * GAMES as f64).round() as u64;
    let counts = [
        ("allied", share(&summary["wins"]["allied"])),
        ("draw", share(&summary["draws"])),
        ("german", share(&summary["wins"]["german"])),
    ];
    let examples = [
        ("Polars in Python", "python", "python3", vec!["-c", "import polars"]),
        ("pandas", "python", "python3", vec!["-c", "import pandas, pyarrow"]),
        ("R", "r", "Rscript", vec!["-e", "library(nanoparquet)"]),
    ];
    let mut all: Vec<String> = Vec::new();
    for (heading, language, program, has) in examples {
        let script = project.path(&format!("example.{language}"));
        fs::write(&script, page.block(heading, language, 0)).unwrap();
        all.extend(printed(program, &has, &script, &folder));
    }
    for out in &all {
        let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split(' ').collect()).collect();
        let found: Vec<(&str, u64)> =
            lines.iter().map(|line| (line[0], line[1].parse().unwrap())).collect();
        assert_eq!(found, counts);
        let mean: f64 =
            lines.iter().map(|l| l[1].parse::<f64>().unwrap() * l[2].parse::<f64>().unwrap()).sum();
        let told = summary["steps_lost"]["german"]["mean"]["value"].as_f64().unwrap();
        assert!((mean / GAMES as f64 - told).abs() < 0.001, "{out}: {told}");
        assert_eq!(out, &all[0]);
    }
}

#[test]
fn the_rust_example_is_the_one_that_is_compiled() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../study/examples/read_tables.rs");
    assert_eq!(
        Page::open(PAGE).block("Polars in Rust", "rust", 0),
        fs::read_to_string(here).unwrap()
    );
}
