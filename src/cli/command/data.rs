//! `dropzone data`: what an owner of the printed game can correct, and what that changes.

use std::path::Path;

use anyhow::Context as _;
use lab::printed::{Entry, OwnersCopy, Wanted, form};
use lab::{Home, Request, SHELF};

use super::compare;
use crate::failure::End;
use crate::home::home;
use crate::line::Line;
use crate::outputs::Inputs;
use crate::{args, output};

pub(crate) fn data(args: args::Data) -> anyhow::Result<End> {
    match args {
        args::Data::Todo { scenario, maps, out } => todo(&scenario, maps, out.as_deref()),
        args::Data::Diff { scenario, copy, games, measure, bench } => {
            diff(&scenario, &copy, games, measure, bench)
        }
    }
}

/// What can be corrected in a scenario as it is shipped.
fn entries(home: &Home, scenario: &str, wanted: Wanted) -> anyhow::Result<Vec<Entry>> {
    let (system, name) = lab::find(SHELF, home, scenario)?;
    let request = Request { scenario: name.into(), ..Request::default() };
    Ok(system.printed(home, &request, wanted)?)
}

fn todo(scenario: &str, maps: bool, out: Option<&Path>) -> anyhow::Result<End> {
    let home = home()?;
    let entries = entries(&home, scenario, Wanted { maps, rivals: true })?;
    let form = form(&entries);
    let Some(path) = out else {
        output::print(&form)?;
        return Ok(End::Done);
    };
    // A form that somebody has filled in is not written over.
    anyhow::ensure!(
        !path.exists(),
        "{} exists already, and may be filled in; expected another name, or none",
        path.display()
    );
    Inputs::default().home(&home).apart(&[("--out", path)])?;
    std::fs::write(path, &form).with_context(|| format!("cannot write {}", path.display()))?;
    output::print(&format!(
        "{}: {} values and readings. Fill in the column `printed`, and play with --copy {0}\n",
        path.display(),
        entries.len()
    ))?;
    Ok(End::Done)
}

/// What was corrected, and then the scenario as shipped against the scenario with it, on the same seeds.
fn diff(
    scenario: &str,
    copy: &Path,
    games: u64,
    measure: String,
    bench: args::Bench,
) -> anyhow::Result<End> {
    let home = home()?;
    let entries = entries(&home, scenario, Wanted { maps: true, rivals: false })?;
    let read = OwnersCopy::load(&home, copy, &entries)?;
    let mut text = format!(
        "{} values read off the copy, {} of them other than assumed.\n",
        read.values,
        read.corrected.len()
    );
    let rows: Vec<[String; 3]> = read
        .corrected
        .iter()
        .map(|(what, assumed, printed)| {
            [what.clone(), format!("assumed {assumed}"), format!("printed {printed}")]
        })
        .collect();
    text.push_str(&output::columns(&rows));
    output::print(&text)?;
    if read.corrected.is_empty() {
        return Ok(End::Done);
    }
    compare::compare(&args::Compare {
        of: vec![scenario.to_owned()],
        // Without a file, whatever the environment says.
        arms: vec!["as shipped: --copy=".into(), format!("printed copy: {}", option(copy))],
        all: String::new(),
        games,
        measure,
        different_scenarios: false,
        bench,
    })
}

/// The option of `run`, as a shell would take it.
fn option(copy: &Path) -> String {
    Line::more().option("--copy", copy.display()).to_string()
}
