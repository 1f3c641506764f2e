//! A share of games, turn by turn, with its interval as a band.

use study::{Estimate, Summary};

use super::frame;
use super::panel::{self, Panel};
use super::{Chart, Size, turn_axis};
use crate::palette::Role;

/// Paints the share of each turn.
pub(super) fn paint(
    chart: &dyn Chart,
    summary: &Summary,
    size: Size,
    y_title: &str,
    role: Role,
    share: impl Fn(&study::TurnBand) -> &Estimate,
) -> String {
    let (x, x_title) = turn_axis(summary);
    let panel = Panel {
        y_title: y_title.to_owned(),
        x_title,
        legend: Vec::new(),
        x,
        y: (0.0, 100.0),
        x_ticks: panel::ticks(x, 12, true),
        y_ticks: vec![0.0, 25.0, 50.0, 75.0, 100.0],
        y_unit: "%",
    };
    let estimates: Vec<(f64, &Estimate)> =
        summary.turns.iter().enumerate().map(|(i, t)| ((i + 1) as f64, share(t))).collect();
    frame::draw(chart, summary, size, 290, |on| {
        let ground = panel::open(on, &panel)?;
        let at = |turn: f64, share: f64| ground.at(turn, share * 100.0);
        let mut band: Vec<(i32, i32)> = estimates.iter().map(|(t, e)| at(*t, e.high)).collect();
        band.extend(estimates.iter().rev().map(|(t, e)| at(*t, e.low)));
        frame::area(on, band, role, 0.25)?;
        let line: Vec<(i32, i32)> = estimates.iter().map(|(t, e)| at(*t, e.value)).collect();
        frame::line(on, line.clone(), role, 3)?;
        if line.len() <= 20 {
            for ((turn, estimate), point) in estimates.iter().zip(line) {
                let (x, low) = at(*turn, estimate.low);
                frame::upright_whisker(on, x, low, at(*turn, estimate.high).1)?;
                frame::dot(on, point, 4, role)?;
            }
        }
        Ok(())
    })
}
