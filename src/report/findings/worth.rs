//! What each thing was worth.

use study::Worth;

use super::head::Answer as _;
use super::{chance, differences, said};
use crate::charts::{Table, forest};
use crate::dossier::{Dossier, Part};
use crate::{number, palette};

/// The dossier of a worth list.
pub fn worth(worth: &Worth) -> Dossier {
    let factor = if worth.share { 100.0 } else { 1.0 };
    let bars: Vec<forest::Row> = worth
        .things
        .iter()
        .map(|thing| forest::Row {
            name: thing.name.clone(),
            value: thing.worth.value * factor,
            low: thing.worth.low * factor,
            high: thing.worth.high * factor,
            said: said(&thing.worth, worth.share),
            role: palette::NEUTRAL,
        })
        .collect();
    let rows = worth
        .things
        .iter()
        .map(|thing| {
            vec![
                thing.name.clone(),
                said(&thing.without, worth.share),
                said(&thing.worth, worth.share),
                chance(thing.p),
                chance(thing.p_corrected),
                format!("{:.0}%", thing.alike * 100.0),
            ]
        })
        .collect();
    let alone = worth.things.iter().map(|t| vec![t.name.clone(), t.command.clone()]).collect();
    let table = |columns: &[&str], rows| {
        Some(Table { columns: columns.iter().map(ToString::to_string).collect(), rows })
    };
    let axis = if worth.share { "worth in percentage points" } else { "worth" };
    let caption = format!(
        "{} with everything less {} without the thing, with 95% intervals; all on the same seeds.",
        worth.measure, worth.measure
    );
    let parts = vec![
        Part {
            title: format!("Worth in {}", worth.measure),
            lead: format!(
                "With everything: {}. Chances are corrected by Holm's method over the list.",
                said(&worth.whole, worth.share)
            ),
            figures: vec![differences("What each was worth", axis, caption, &bars)],
            table: table(
                &[
                    "Without",
                    &worth.measure,
                    "Worth",
                    "p",
                    "p, whole list",
                    "Games it never touched",
                ],
                rows,
            ),
            brief: true,
        },
        Part {
            title: "Alone".into(),
            lead: "Each line plays the scenario without the thing.".into(),
            figures: Vec::new(),
            table: table(&["Without", "Command"], alone),
            brief: false,
        },
    ];
    worth.dossier(format!("{} an arm", number::games(worth.games)), parts)
}
