//! `dropzone odds`: exact chances of a table.

use std::fmt::Write as _;

use engine::OddsTable;
use lab::{Complaint, Complaints, System, nearest};

use super::strategy::system;
use crate::args;
use crate::failure::End;
use crate::home::home;
use crate::output::{self, columns};

pub(crate) fn odds(args: &args::Odds) -> anyhow::Result<End> {
    let (id, name) = args.table.split_once('/').unwrap_or((&args.table, ""));
    let system = system(id)?;
    if name.is_empty() {
        output::print(&tables(system))?;
        return Ok(End::Done);
    }
    let table = system.tables().iter().find(|table| table.name == name);
    let arguments = match table {
        Some(table) => in_order(table, &args.table, &args.arguments)?,
        // The system itself reports an unknown table.
        None => args.arguments.clone(),
    };
    let rows = system.odds(&home()?, name, &arguments)?;
    let mut text = String::new();
    if let Some(table) = table {
        let given = table.arguments.iter().zip(&arguments);
        let given: Vec<String> =
            given.map(|((name, ..), value)| format!("{name} {value}")).collect();
        let _ = writeln!(text, "{}: {}\n{}\n", table.name, table.meaning, given.join(", "));
    }
    let row = |row: &engine::OddsRow| {
        let share = row.ways as f64 * 100.0 / row.of as f64;
        [row.result.clone(), format!("{} of {}", row.ways, row.of), format!("{share:.2}%")]
    };
    text.push_str(&columns(&rows.iter().map(row).collect::<Vec<_>>()));
    output::print(&text)?;
    Ok(End::Done)
}

fn tables(system: &dyn System) -> String {
    let mut text = String::new();
    for table in system.tables() {
        let _ = writeln!(text, "{}/{}: {}", system.id(), table.name, table.meaning);
        let rows = table.arguments.iter().map(|(name, default, meaning)| {
            [format!("    {name}"), format!("[default: {default}]"), (*meaning).to_owned()]
        });
        text.push_str(&columns(&rows.collect::<Vec<_>>()));
    }
    text
}

/// A value for every argument: in order as typed, by name, or by default.
fn in_order(
    table: &OddsTable,
    typed: &str,
    arguments: &[String],
) -> Result<Vec<String>, Complaints> {
    let mut values: Vec<String> =
        table.arguments.iter().map(|(_, value, _)| (*value).into()).collect();
    let complain = |problem: String, near: Option<String>| -> Complaints {
        let names: Vec<&str> = table.arguments.iter().map(|(name, ..)| *name).collect();
        Complaint {
            file: format!("odds {typed}"),
            line: None,
            key: String::new(),
            problem,
            expected: names.join(", "),
            nearest: near,
        }
        .into()
    };
    for (place, argument) in arguments.iter().enumerate() {
        let (place, value) = match argument.split_once('=') {
            Some((name, value)) => {
                let place = table.arguments.iter().position(|(known, ..)| *known == name);
                let names = table.arguments.iter().map(|(name, ..)| *name);
                let unknown =
                    || complain(format!("unknown argument `{name}`"), nearest(name, names));
                (place.ok_or_else(unknown)?, value)
            }
            None => (place, argument.as_str()),
        };
        match values.get_mut(place) {
            Some(slot) => *slot = value.into(),
            None => return Err(complain("too many arguments".into(), None)),
        }
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: OddsTable = OddsTable {
        name: "drop",
        meaning: "what the drop table does",
        arguments: &[("zones", "0", "fire zones"), ("terrain", "clear", "terrain of the hex")],
    };

    #[test]
    fn arguments_go_in_order_by_name_or_by_default() {
        let order = |typed: &[&str]| {
            let typed: Vec<String> = typed.iter().map(ToString::to_string).collect();
            in_order(&TABLE, "toy/drop", &typed).map_err(|complaints| complaints.to_string())
        };
        assert_eq!(order(&[]).unwrap(), ["0", "clear"]);
        assert_eq!(order(&["2"]).unwrap(), ["2", "clear"]);
        assert_eq!(order(&["terrain=scrub"]).unwrap(), ["0", "scrub"]);
        assert!(order(&["terain=scrub"]).unwrap_err().contains("did you mean `terrain`?"));
        assert!(order(&["1", "2", "3"]).unwrap_err().contains("too many arguments"));
    }
}
