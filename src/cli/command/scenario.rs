//! `dropzone scenario`: what can be played.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::Context as _;
use engine::Brief;
use lab::{Complaints, Home, Request, SHELF, Set};
use report::MapPicture;

use crate::args::{self, Seats};
use crate::failure::End;
use crate::home::home;
use crate::output::{self, columns};
use crate::outputs::Inputs;
use crate::seat::{Extras, seat};

pub(crate) fn scenario(args: args::Scenario) -> anyhow::Result<End> {
    let home = home()?;
    match args {
        args::Scenario::List => list(&home),
        args::Scenario::Show { scenario, provenance, set } => {
            show(&home, &scenario, provenance, set)
        }
        args::Scenario::Validate { scenarios, set } => validate(&home, scenarios, &set),
        args::Scenario::Map { scenario, out } => map(&home, &scenario, out.as_deref()),
    }
}

fn names(home: &Home) -> Vec<[String; 2]> {
    let listed = SHELF.iter().flat_map(|system| lab::scenarios(home, system.id()));
    listed.map(|scenario| [scenario.id, scenario.title]).collect()
}

fn list(home: &Home) -> anyhow::Result<End> {
    output::print(&columns(&names(home)))?;
    Ok(End::Done)
}

fn show(home: &Home, scenario: &str, provenance: bool, set: Vec<Set>) -> anyhow::Result<End> {
    let table = seat(home, scenario, &Seats { set, ..Seats::default() }, Extras::default(), 0)?;
    let head = table.head();
    let mut text = format!("{} ({})\n\n", head.brief.title, head.scenario);
    let facts: Vec<[String; 2]> =
        head.brief.facts.iter().map(|(name, fact)| [name.clone(), fact.clone()]).collect();
    text.push_str(&columns(&facts));
    let strategies = engine::Side::BOTH.map(|side| {
        let strategy = &head.strategies[side];
        [format!("{side} strategy"), strategy.called.clone(), strategy.intent.clone()]
    });
    let _ = write!(text, "\n{}", columns(&strategies));
    text.push_str(&rulings(&head.brief));
    if provenance {
        text.push_str(&origins(&head.brief));
    }
    output::print(&text)?;
    Ok(End::Done)
}

/// Each uncertain reading with its switch.
fn rulings(brief: &Brief) -> String {
    if brief.rulings.is_empty() {
        return String::new();
    }
    let mut text =
        "\nReadings of the rules that are not certain; change one with --set rulings.ID=VALUE\n"
            .to_owned();
    for ruling in &brief.rulings {
        let default = if ruling.value == ruling.default {
            "the default".to_owned()
        } else {
            format!("default {}", ruling.default)
        };
        let _ = writeln!(text, "\n  {} = {}  ({default})", ruling.id, ruling.value);
        if !ruling.values.is_empty() {
            let _ = writeln!(text, "      one of: {}", ruling.values.join(", "));
        }
        let _ = writeln!(text, "      {}", ruling.meaning);
    }
    text
}

/// Where the values of each file come from.
fn origins(brief: &Brief) -> String {
    let all: u32 = brief.provenance.iter().map(|part| part.count).sum();
    let mut rows = vec![["file", "values", "origin", "count", "share"].map(String::from)];
    for part in &brief.provenance {
        let share = f64::from(part.count) * 100.0 / f64::from(all.max(1));
        rows.push([
            part.file.clone(),
            part.what.clone(),
            part.origin.word().into(),
            part.count.to_string(),
            format!("{share:.1}%"),
        ]);
    }
    format!("\nWhere the values come from\n\n{}", columns(&rows))
}

fn validate(home: &Home, scenarios: Vec<String>, set: &[Set]) -> anyhow::Result<End> {
    let scenarios = if scenarios.is_empty() {
        names(home).into_iter().map(|[id, _]| id).collect()
    } else {
        scenarios
    };
    let mut complaints = Vec::new();
    let mut sound = Vec::new();
    for scenario in scenarios {
        match seat(
            home,
            &scenario,
            &Seats { set: set.to_vec(), ..Seats::default() },
            Extras::default(),
            0,
        ) {
            Ok(table) => {
                let before = complaints.len();
                let scope = table.plan_scope();
                if let Err(more) = rivals(home, &scenario, set) {
                    for complaint in more {
                        if !complaints.contains(&complaint) {
                            complaints.push(complaint);
                        }
                    }
                }
                for plan in scope.names(home) {
                    if let Err(more) = scope.load(home, &plan) {
                        complaints.extend(more);
                    }
                }
                if complaints.len() == before {
                    let warnings = &table.head().warnings;
                    let odd = if warnings.is_empty() { "" } else { ", with warnings" };
                    sound.push(format!("{scenario}: sound{odd}\n"));
                }
            }
            Err(error) => {
                for complaint in error.downcast::<Complaints>()? {
                    if !complaints.contains(&complaint) {
                        complaints.push(complaint);
                    }
                }
            }
        }
    }
    if !complaints.is_empty() {
        return Err(Complaints::new(complaints).into());
    }
    output::print(&sound.concat())?;
    Ok(End::Done)
}

/// Whether the file of rivals is sound, as far as it concerns a scenario.
fn rivals(home: &Home, scenario: &str, set: &[Set]) -> Result<(), Complaints> {
    let (system, name) = lab::find(SHELF, home, scenario)?;
    let request = Request { scenario: name.into(), sets: set.to_vec(), ..Request::default() };
    system.unknowns(home, &request).map(drop)
}

fn map(home: &Home, scenario: &str, out: Option<&Path>) -> anyhow::Result<End> {
    if let Some(out) = out {
        Inputs::default().home(home).apart(&[("--out", out)])?;
    }
    let table = seat(home, scenario, &Seats::default(), Extras::default(), 0)?;
    let picture = table.picture();
    let brief = &table.head().brief;
    let map = MapPicture::new(&picture.map, brief, picture.objectives, picture.marks);
    let svg = report::picture_svg(&map);
    match out {
        None => output::print(&svg)?,
        Some(file) => {
            fs::write(file, svg).with_context(|| format!("cannot write {}", file.display()))?;
        }
    }
    Ok(End::Done)
}
