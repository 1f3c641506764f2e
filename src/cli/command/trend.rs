//! `dropzone trend`: a measure over many runs, and where it moved.

use std::path::Path;

use anyhow::Context as _;
use study::{Prefix, TrendRun};

use crate::failure::End;
use crate::line::Line;
use crate::{args, history, output};

/// What is drawn of run folders unless something else is asked for.
const MEASURES: [&str; 2] = ["win_rate(german)", "score(german)"];

pub(crate) fn trend(args: &args::Trend) -> anyhow::Result<End> {
    let measures: Vec<String> = if args.measure.is_empty() {
        MEASURES.map(String::from).to_vec()
    } else {
        args.measure.clone()
    };
    let mut runs = Vec::new();
    for of in &args.of {
        if of.is_dir() {
            runs.push(of_folder(of, &measures)?);
        } else {
            anyhow::ensure!(
                of.is_file(),
                "{}: there is no such folder of a run, nor such a history",
                of.display()
            );
            runs.extend(history::read(of)?);
        }
    }
    if !args.measure.is_empty() {
        for run in &mut runs {
            run.readings.retain(|reading| measures.contains(&reading.measure));
        }
    }
    let trend = study::trend(&runs);
    anyhow::ensure!(
        !trend.lines.is_empty(),
        "no run has {}; expected a measure of the runs or of the history",
        measures.join(", ")
    );
    let title = runs.first().map_or("Runs", |run| run.scenario.as_str());
    let dossier = report::findings::trend(&trend, title, &command(args));
    let mut json = serde_json::to_string_pretty(&trend).context("the answer is no JSON")?;
    json.push('\n');
    for (name, text) in
        [("trend.json", json), ("trend.md", dossier.markdown()), ("index.html", dossier.page()?)]
    {
        study::write_text(&args.out.join(name), &text)?;
    }
    let page = args.out.join("index.html");
    output::print(&format!("{}\nreport: {}\n", dossier.text(), page.display()))?;
    Ok(End::Done)
}

/// What a run folder says; it is called by the folder's name.
fn of_folder(folder: &Path, measures: &[String]) -> anyhow::Result<TrendRun> {
    let run = Prefix::open(folder)?;
    let readings = run.readings(measures)??;
    let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy();
    Ok(history::line(&name, run.asked(), readings))
}

fn command(args: &args::Trend) -> String {
    let of: Vec<String> = args.of.iter().map(|of| of.display().to_string()).collect();
    Line::of("trend")
        .words(&of)
        .each("--measure", &args.measure)
        .option("--out", args.out.display())
        .to_string()
}
