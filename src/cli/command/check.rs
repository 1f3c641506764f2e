//! `dropzone check`: does a run meet its gates?

use std::fs;
use std::path::Path;

use anyhow::Context as _;
use study::gate::{Columns, Gates, Judgement, Verdict};
use study::{Prefix, RunAsked};

use crate::args::{self, CheckFormat};
use crate::failure::{End, Hint};
use crate::history;
use crate::line::Line;
use crate::output;
use crate::outputs::Inputs;

pub(crate) fn check(args: &args::Check) -> anyhow::Result<End> {
    let run = Prefix::open(&args.run)?;
    let columns = Columns::of(run.asked(), run.about());
    let gates = read(&args.gates, &columns, args.baseline.as_deref())?;
    apart(args, gates.baseline.as_deref())?;
    let baseline = gates.baseline.as_ref();
    let baseline = baseline
        .map(|path| Prefix::baseline_of(run.asked(), run.about(), path, &gates))
        .transpose()?;
    let judged = run.judge(&gates, baseline.as_ref())?;
    // Write the files first, so that they exist when the build ends, whatever the verdict.
    for (path, format) in [
        (&args.json, CheckFormat::Json),
        (&args.markdown, CheckFormat::Markdown),
        (&args.junit, CheckFormat::Junit),
    ] {
        if let Some(path) = path {
            write(path, &text(&judged, format))?;
        }
    }
    if let Some(path) = &args.html {
        let (title, scenario) = (&run.about().brief.title, &run.asked().scenario);
        let dossier = report::findings::gates(&judged, title, scenario, &command(args));
        write(path, &dossier.page()?)?;
    }
    if let Some(path) = &args.history {
        let folder = args.run.file_name().unwrap_or(args.run.as_os_str()).to_string_lossy();
        let name = args.label.as_deref().unwrap_or(&folder);
        history::add(path, history::line(name, run.asked(), run.readings_of(&gates)?))?;
    }
    let mut told = text(&judged, args.format);
    if args.format == CheckFormat::Text {
        told.push_str(&next_step(&judged, run.asked(), args));
    }
    output::print(&told)?;
    Ok(end(&judged))
}

/// What a person does about gates that do not all pass; nothing where they do.
fn next_step(judged: &Judgement, asked: &RunAsked, args: &args::Check) -> String {
    let any = |verdict| judged.gates.iter().any(|gate| gate.verdict == verdict);
    if any(Verdict::Fail) {
        let page = args.run.join("index.html");
        let compare = Line::of("compare").word("EARLIER-RUN").word(args.run.display());
        return format!(
            "\nnext: {} shows where the numbers come from; `{compare}` says what a change has moved\n",
            page.display()
        );
    }
    if !any(Verdict::Undecided) {
        return String::new();
    }
    let more = Line::of("run")
        .word(&asked.scenario)
        .option("--games", "MORE")
        .option("--until-gates", args.gates.display())
        .option("--out", "ANOTHER-FOLDER");
    format!("\nnext: more games decide; `{more}` stops as soon as every gate is decided\n")
}

/// Outputs must not be inputs.
fn apart(args: &args::Check, baseline: Option<&Path>) -> anyhow::Result<()> {
    let mut inputs = Inputs::default().file("the gates file", &args.gates).run(&args.run);
    if let Some(baseline) = baseline {
        inputs = inputs.run(baseline);
    }
    let outputs = [
        ("--json", &args.json),
        ("--markdown", &args.markdown),
        ("--junit", &args.junit),
        ("--html", &args.html),
        ("--history", &args.history),
    ];
    let outputs = outputs.into_iter().filter_map(|(option, path)| Some((option, path.as_deref()?)));
    inputs.apart(&outputs.collect::<Vec<_>>())
}

/// The command line that repeats this check.
fn command(args: &args::Check) -> String {
    Line::of("check")
        .word(args.run.display())
        .option("--gates", args.gates.display())
        .each("--baseline", args.baseline.as_ref().map(|path| path.display()))
        .to_string()
}

fn text(judged: &Judgement, format: CheckFormat) -> String {
    match format {
        CheckFormat::Text => report::gates_text(judged),
        CheckFormat::Json => {
            let json = serde_json::to_string_pretty(judged).expect("every field is a JSON value");
            format!("{json}\n")
        }
        CheckFormat::Markdown => report::gates_md(judged),
        CheckFormat::Junit => report::junit(judged),
        CheckFormat::Github => report::annotations(judged, report::Host::GitHub),
        CheckFormat::Azure => report::annotations(judged, report::Host::Azure),
    }
}

/// Reads a gates file.
pub(super) fn read(
    path: &Path,
    columns: &Columns,
    baseline: Option<&Path>,
) -> anyhow::Result<Gates> {
    let text = fs::read_to_string(path)
        .with_context(|| format!("cannot read the gates file {}", path.display()))
        .with_context(|| Hint("`dropzone check --help` shows a file to begin with".into()))?;
    Ok(Gates::read(path, &text, columns, baseline)?)
}

/// How the command ends with this verdict.
pub(super) fn end(judged: &Judgement) -> End {
    match judged.verdict {
        Verdict::Pass => End::Done,
        Verdict::Fail => End::Failed,
        Verdict::Undecided => End::Undecided,
    }
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
