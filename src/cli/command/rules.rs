//! `dropzone rules`: which rules of a printed game are implemented, by what code, and which tests cover them.

use std::collections::BTreeMap;

use engine::Sources as _;
use lab::{Complaint, Complaints, Files};
use serde::Deserialize;

use super::strategy::system;
use crate::args;
use crate::failure::End;
use crate::home::home;
use crate::output::{self, columns};

/// A row of the coverage matrix, `scenarios/SYSTEM/rules.csv`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: String,
    section: String,
    gist: String,
    status: String,
    code: String,
    test: String,
}

/// The matrix's file in a system's folder.
const MATRIX: &str = "rules";

pub(crate) fn rules(args: &args::Rules) -> anyhow::Result<End> {
    let system = system(&args.system)?;
    let home = home()?;
    if !home.has(&home.scenarios(system.id()).join(format!("{MATRIX}.csv"))) {
        let complaint =
            Complaint::whole(system.id(), "there is no coverage matrix of its rules yet");
        return Err(Complaints::from(complaint).into());
    }
    let mut files = Files::new(&home, system.id(), "", &[]);
    let rows: Option<Vec<Row>> = files.rows(MATRIX);
    let complaints = files.complaints();
    let Some(rows) = rows.filter(|_| complaints.is_empty()) else {
        return Err(Complaints::new(complaints).into());
    };
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &rows {
        *counts.entry(&row.status).or_default() += 1;
    }
    let counts: Vec<String> = counts.iter().map(|(status, n)| format!("{n} {status}")).collect();
    let lines: Vec<[String; 6]> = rows
        .iter()
        .map(|row| {
            [&row.id, &row.section, &row.status, &row.gist, &row.code, &row.test].map(Clone::clone)
        })
        .collect();
    let head = format!("{}: {} statements ({})\n\n", system.title(), rows.len(), counts.join(", "));
    output::print(&(head + columns(&lines).as_str()))?;
    Ok(End::Done)
}
