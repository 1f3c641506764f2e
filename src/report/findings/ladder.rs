//! A ladder: each grade of player against the one below, and what looking ahead finds.

use engine::Side;
use study::{Estimate, Ladder, SeatStep};

use super::head::Answer as _;
use super::said;
use crate::charts::{Table, people};
use crate::dossier::{Dossier, Part};
use crate::number;

/// The dossier of a ladder.
pub fn ladder(ladder: &Ladder) -> Dossier {
    let mut parts = vec![steps(ladder)];
    parts.extend(exploitability(ladder));
    parts.extend(Side::BOTH.map(|side| seat(ladder, side)));
    let rest = format!(
        "{} a pair, {} where a side looks ahead; all on the same seeds",
        number::games(ladder.games),
        number::games(ladder.search_games)
    );
    ladder.dossier(rest, parts)
}

/// A gain, in points of score: hundredths.
fn points(gain: &Estimate) -> String {
    let scaled = Estimate {
        value: gain.value * 100.0,
        low: gain.low * 100.0,
        high: gain.high * 100.0,
        worlds: gain.worlds.map(|ends| ends.map(|end| end * 100.0)),
        ..*gain
    };
    number::mean(&scaled).brief()
}

fn table(columns: &[&str], rows: Vec<Vec<String>>) -> Table {
    Table { columns: columns.iter().map(ToString::to_string).collect(), rows }
}

fn steps(ladder: &Ladder) -> Part {
    let rows = ladder.steps.iter().map(|step| {
        let seat = |side: Side| points(&step.seats[side].gain);
        let shown = if step.shown { "yes" } else { "no" };
        vec![
            ladder.scenario.clone(),
            format!("{} over {}", step.rung, step.below),
            seat(Side::German),
            seat(Side::Allied),
            points(&step.both),
            shown.into(),
        ]
    });
    Part {
        title: "The ladder".into(),
        lead: "Points of score (a win 100, a draw 50) that each rung gains over the one below, both against the same opponents: the other side’s default and its lower rung. Paired by seed, with 95% intervals; shown where the interval over both seats lies above 0.".into(),
        figures: Vec::new(),
        table: Some(table(
            &["Scenario", "Rung", "Germans", "Allies", "Both seats", "Shown"],
            rows.collect(),
        )),
        brief: true,
    }
}

fn exploitability(ladder: &Ladder) -> Option<Part> {
    let top = ladder.steps.last()?;
    let rows = Side::BOTH.map(|side| {
        let SeatStep { score, below, .. } = &top.seats[side];
        let strategies = &ladder.strategies;
        vec![
            ladder.scenario.clone(),
            strategies[side.other()].get(2).cloned().unwrap_or_default(),
            said(below, true),
            said(score, true),
            points(&ladder.exploitability[side.other()]),
        ]
    });
    Some(Part {
        title: "What looking ahead finds".into(),
        lead: "The score of the other side against each default strategy: with its own default, and when it looks ahead; the difference is what the strategy gives away, in points of score. It is what this search finds among its doctrines: a better one may find more.".into(),
        figures: Vec::new(),
        table: Some(table(
            &["Scenario", "Strategy", "Against the default", "Against search", "Gives away"],
            rows.to_vec(),
        )),
        brief: true,
    })
}

fn seat(ladder: &Ladder, side: Side) -> Part {
    let rows = ladder.steps.iter().map(|step| {
        let SeatStep { opponents, score, below, gain, shown } = &step.seats[side];
        vec![
            format!("{} over {}", step.rung, step.below),
            opponents.join(", "),
            said(score, true),
            said(below, true),
            points(gain),
            if *shown { "yes" } else { "no" }.into(),
        ]
    });
    Part {
        title: format!("The {}", people(side)),
        lead: String::new(),
        figures: Vec::new(),
        table: Some(table(
            &["Rung", "Opponents", "Score", "Of the rung below", "Gain", "Shown"],
            rows.collect(),
        )),
        brief: false,
    }
}
