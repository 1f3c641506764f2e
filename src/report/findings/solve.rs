//! The value that meets a target, and the curve around it.

use study::{Method, Solution};

use super::{curve, said};
use crate::charts::Table;
use crate::charts::response::Point;
use crate::dossier::{Dossier, Head, Part};
use crate::number;

/// The dossier of a solution.
pub fn solve(solution: &Solution, title: &str, scenario: &str, command: &str) -> Dossier {
    let question = &solution.question;
    let share = solution.curve.iter().all(|point| point.mean.method == Method::Wilson);
    let points: Vec<Point> = solution
        .curve
        .iter()
        .map(|point| Point {
            at: point.value,
            name: number::fine(point.value),
            value: point.mean.value,
            low: point.mean.low,
            high: point.mean.high,
        })
        .collect();
    let rows = solution
        .curve
        .iter()
        .map(|p| vec![number::fine(p.value), said(&p.mean, share), number::count(p.mean.n)])
        .collect();
    let caption = format!(
        "Mean of {} at each value played, with 95% intervals; the line across is the target. All values were played from the same seeds.",
        question.measure
    );
    let figure = curve(
        "The curve",
        (&question.knob, &question.measure),
        &points,
        (Some(question.target), share),
        caption,
    );
    Dossier::of(
        Head {
            kind: "Balance solver",
            title: title.into(),
            basis: format!("{scenario}, up to {} a value", number::games(question.games)),
            verdict: solution.verdict.clone(),
            warnings: solution.warnings.clone(),
            command: command.into(),
        },
        vec![Part {
            title: format!("{} by {}", question.measure, question.knob),
            lead: String::new(),
            figures: vec![figure],
            table: Some(Table {
                columns: vec![question.knob.clone(), question.measure.clone(), "Games".into()],
                rows,
            }),
            brief: true,
        }],
    )
}
