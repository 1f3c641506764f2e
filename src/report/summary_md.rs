//! `summary.md`: the answer for a CI job page, verdict first.

use std::fmt::Write as _;

use engine::Side;
use study::{Estimate, Summary};

use crate::{charts, number};

/// Makes the text.
pub fn summary_md(summary: &Summary) -> String {
    let run = &summary.run;
    let mut out = format!(
        "# {}\n\n**{}**\n\n| Outcome | Share | {} interval |\n|---|--:|--:|\n",
        cell(&run.title),
        cell(&summary.verdict),
        number::level(&summary.wins.german),
    );
    let mut row = |name: &str, estimate: &Estimate| {
        let said = number::share(estimate);
        let interval = match said.over_worlds() {
            Some(worlds) => format!("{}; with what is not known {worlds}", said.interval()),
            None => said.interval(),
        };
        let _ = writeln!(out, "| {} | {} | {interval} |", cell(name), said.value());
    };
    row("Germans win", &summary.wins.german);
    row("Draw", &summary.draws);
    row("Allies win", &summary.wins.allied);
    // One level per side says no more than the winner, and a level of neither side is a draw.
    let of_side = |side| summary.levels.iter().filter(move |level| level.side == Some(side));
    if Side::BOTH.into_iter().any(|side| of_side(side).count() > 1) {
        for level in summary.levels.iter().filter(|level| level.side.is_some()) {
            row(&level.name, &level.share);
        }
    }
    let _ = writeln!(out, "\n{}.", number::basis(&summary.wins.german));
    for side in Side::BOTH {
        let lost = &summary.steps_lost[side];
        let _ = writeln!(
            out,
            "- {} lose {} steps a game in the mean",
            charts::people(side),
            number::mean(&lost.mean).full(),
        );
    }
    if let Some((share, all)) = charts::provenance::reconstructed(summary) {
        let _ = writeln!(out, "- {share} of the {all} values in play are reconstructed");
    }
    let changed = run.rulings.iter().filter(|r| r.value != r.default);
    for ruling in changed {
        let _ = writeln!(
            out,
            "- ruling {} read as {}, not {}",
            cell(&ruling.id),
            cell(&ruling.value),
            cell(&ruling.default)
        );
    }
    for warning in &summary.warnings {
        let _ = writeln!(out, "- ⚠ {}", cell(warning));
    }
    // A fence of four backticks is safe for any command.
    let _ = write!(out, "\n````\n{}\n````\n", run.command);
    out
}

/// Keeps a text from being read as Markdown or HTML.
pub(crate) fn cell(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut out, c| {
        match c {
            '\n' | '\r' => out.push(' '),
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            '|' | '*' | '_' | '`' | '[' | ']' | '#' | '\\' | '~' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
        out
    })
}
