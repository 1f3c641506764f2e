//! How much each rival of what is not known moves the answer.

use study::{Influence, Moved};

use super::differences;
use crate::charts::{Table, forest};
use crate::dossier::{Dossier, Head, Part};
use crate::{number, palette};

/// The dossier of a table of rivals.
pub fn influence(scenario: &str, title: &str, table: &Influence) -> Dossier {
    let percent = |x: f64| format!("{:.1}", x * 100.0).replace('-', "−");
    let said = |moved: &Moved| {
        let [low, high] = [moved.low, moved.high].map(percent);
        format!("{} [{low} to {high}]", percent(moved.moves))
    };
    let clear = |moved: &&Moved| moved.low > 0.0 || moved.high < 0.0;
    let bars: Vec<forest::Row> = table
        .rivals
        .iter()
        .filter(clear)
        .map(|moved| forest::Row {
            name: format!("{} = {}", moved.unknown, moved.choice),
            value: moved.moves * 100.0,
            low: moved.low * 100.0,
            high: moved.high * 100.0,
            said: said(moved),
            role: palette::NEUTRAL,
        })
        .collect();
    let rows = table.rivals.iter().map(|moved| {
        vec![
            moved.unknown.clone(),
            moved.choice.clone(),
            said(moved),
            format!("{:.0}%", (1.0 - moved.touched) * 100.0),
        ]
    });
    let columns = ["Unknown", "With", "Moves the German score by", "Games it never touched"];
    let columns = columns.map(String::from).to_vec();
    let caption = "Points of the German score, a win 1 and a draw ½, with 95% intervals each for itself; all on the same seeds. Only rivals whose interval leaves out 0.";
    let figures = if bars.is_empty() {
        Vec::new()
    } else {
        vec![differences("What each rival moves", "points of score", caption.into(), &bars)]
    };
    let verdict = match table.most() {
        Some(most) => format!(
            "As shipped the Germans score {}%. Of {} rivals {} clearly move that, “{}” as “{}” most: by {} points.",
            percent(table.shipped),
            table.rivals.len(),
            bars.len(),
            most.unknown,
            most.choice,
            said(most),
        ),
        None => format!(
            "As shipped the Germans score {}%. None of {} rivals clearly moves that in {} each.",
            percent(table.shipped),
            table.rivals.len(),
            number::games(table.games),
        ),
    };
    Dossier::of(
        Head {
            kind: "Influence",
            title: title.into(),
            basis: format!("{scenario}, {} an arm", number::games(table.games)),
            verdict,
            warnings: vec!["The intervals hold each for itself: of twenty rivals without effect, one will appear to have some.".into()],
            command: table.command.clone(),
        },
        vec![Part {
            title: "What each rival moves".into(),
            lead: "Each uncertain reading or value as one of its rivals, all else as shipped.".into(),
            figures,
            table: Some(Table { columns, rows: rows.collect() }),
            brief: true,
        }],
    )
}
