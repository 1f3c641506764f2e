//! A history of runs: a file with one line of JSON for each, kept by a workflow from build to build.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::Context as _;
use lab::{Complaint, Complaints, RULES};
use study::{Reading, RunAsked, TrendRun};

/// A run with what it says.
pub(crate) fn line(name: &str, asked: &RunAsked, readings: Vec<Reading>) -> TrendRun {
    TrendRun {
        name: name.into(),
        scenario: asked.scenario.clone(),
        version: asked.version.clone(),
        rules: asked.hashes.get(RULES).cloned().unwrap_or_default(),
        command: asked.command.clone(),
        readings,
    }
}

/// The runs of a history; none where there is no such file yet.
///
/// # Errors
/// Every line that cannot be read.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<TrendRun>> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read {}", path.display()));
        }
    };
    let (mut runs, mut wrong) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        match serde_json::from_str(line) {
            Ok(run) => runs.push(run),
            Err(error) => wrong.push(Complaint {
                line: Some(number),
                expected: "a line as `check --history` writes them".into(),
                ..Complaint::whole(
                    path.display().to_string(),
                    format!("is no run of a history: {error}"),
                )
            }),
        }
    }
    if wrong.is_empty() { Ok(runs) } else { Err(Complaints::new(wrong).into()) }
}

/// Adds a run to a history, completely or not at all.
pub(crate) fn add(path: &Path, run: TrendRun) -> anyhow::Result<()> {
    let mut runs = read(path)?;
    runs.push(run);
    let mut text = String::new();
    for run in &runs {
        text.push_str(&serde_json::to_string(run).context("a run is no JSON")?);
        text.push('\n');
    }
    Ok(study::write_text(path, &text)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(name: &str) -> TrendRun {
        TrendRun {
            name: name.into(),
            scenario: "toy/ridge".into(),
            version: "0.1.0".into(),
            rules: "toy 1 aa".into(),
            command: "dropzone run toy/ridge".into(),
            readings: Vec::new(),
        }
    }

    #[test]
    fn a_history_grows_line_by_line_and_a_broken_line_loses_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("below/history.jsonl");
        add(&path, run("first")).unwrap();
        add(&path, run("second")).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().count(), 2);
        assert_eq!(read(&path).unwrap(), [run("first"), run("second")]);
        fs::write(&path, format!("{text}{{\"name\": 3}}\n")).unwrap();
        let said = add(&path, run("third")).unwrap_err().to_string();
        assert!(said.contains("history.jsonl:3") && said.contains("check --history"), "{said}");
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 3);
    }
}
