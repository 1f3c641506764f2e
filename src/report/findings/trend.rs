//! A measure over many runs, and where it moved.

use study::{Trend, TrendLine};

use super::said;
use crate::charts::response::{self, Point};
use crate::charts::{Size, Span, Table};
use crate::dossier::{Dossier, Figure, Head, Part};
use crate::number;

/// The dossier of a trend.
pub fn trend(trend: &Trend, title: &str, command: &str) -> Dossier {
    let runs = trend.lines.iter().map(|line| line.points.len()).max().unwrap_or(0);
    Dossier::of(
        Head {
            kind: "Trend",
            title: title.into(),
            basis: format!("{runs} runs"),
            verdict: trend.verdict.clone(),
            warnings: trend.warnings.clone(),
            command: command.into(),
        },
        trend.lines.iter().map(part).collect(),
    )
}

fn part(line: &TrendLine) -> Part {
    let points: Vec<Point> = line
        .points
        .iter()
        .zip(1..)
        .map(|(point, number)| Point {
            at: f64::from(number),
            name: point.name.clone(),
            value: point.value.value,
            low: point.value.low,
            high: point.value.high,
        })
        .collect();
    // Between a run that moved and the one before.
    let moved = line.points.iter().zip(0..).filter(|(point, _)| point.moved.is_some());
    let marks: Vec<f64> = moved.map(|(_, before)| f64::from(before) + 0.5).collect();
    let drawn = response::Curve {
        title: &line.measure,
        x_title: "Run",
        y_title: &line.measure,
        points: &points,
        target: None,
        share: line.share,
        marks: &marks,
    };
    let figure = Figure {
        title: line.measure.clone(),
        caption: "Each run with its 95% interval, in the order given. An upright line is where the runs after it differ from all since the last such line by more than chance.".into(),
        wide: response::paint(&drawn, Span::Full, Size::Wide),
        narrow: response::paint(&drawn, Span::Full, Size::Narrow),
        full: true,
    };
    let rows = line
        .points
        .iter()
        .map(|point| {
            let moved = point.moved.as_ref();
            vec![
                point.name.clone(),
                point.version.clone(),
                said(&point.value, line.share),
                moved.map_or_else(|| "–".into(), |by| moved_by(by, line.share)),
                number::count(point.value.n),
            ]
        })
        .collect();
    Part {
        title: line.measure.clone(),
        lead: String::new(),
        figures: if points.len() > 1 { vec![figure] } else { Vec::new() },
        table: Some(Table {
            columns: ["Run", "Version", "Measure", "Moved by", "Games"].map(String::from).to_vec(),
            rows,
        }),
        brief: true,
    }
}

/// A difference with its interval.
fn moved_by(by: &study::Estimate, share: bool) -> String {
    let (factor, unit) = if share { (100.0, " points") } else { (1.0, "") };
    let [value, low, high] = [by.value, by.low, by.high].map(|number| number * factor);
    format!("{value:+.1}{unit} ({low:+.1} to {high:+.1})")
}
