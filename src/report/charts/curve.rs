//! Estimates turn by turn, with their intervals as bands.

use study::{Estimate, Summary};

use super::frame::{self, Canvas, Painted};
use super::panel::{self, Ground, Panel};
use super::{Chart, Size, turn_axis};
use crate::number;
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
    let points = summary.turns.iter().map(|turn| Some(*share(turn))).collect();
    let look = Look { height: 290, band: 0.25, factor: 100.0 };
    lines(chart, (summary, size), &panel, look, &[Line { name: String::new(), role, points }])
}

/// Estimates turn by turn; a turn without one breaks the line.
pub(super) struct Line {
    /// What the points of a line are called, where there are several lines.
    pub name: String,
    pub role: Role,
    pub points: Vec<Option<Estimate>>,
}

/// How lines are drawn.
#[derive(Copy, Clone)]
pub(super) struct Look {
    /// Height of the picture in pixels.
    pub height: u32,
    /// How strong the colour of a band is, from 0 to 1.
    pub band: f64,
    /// Factor by which estimates are multiplied.
    pub factor: f64,
}

/// Paints lines over the turns, with intervals as bands and, if there is room, whiskers.
pub(super) fn lines(
    chart: &dyn Chart,
    (summary, size): (&Summary, Size),
    panel: &Panel,
    look: Look,
    lines: &[Line],
) -> String {
    frame::draw(chart, summary, size, look.height, |on| {
        let ground = panel::open(on, panel)?;
        lines.iter().try_for_each(|line| one(on, &ground, look, line))?;
        for line in lines {
            told(on, &ground, (summary, look), line);
        }
        Ok(())
    })
}

fn one(on: &Canvas<'_>, ground: &Ground, look: Look, line: &Line) -> Painted {
    let whiskers = line.points.len() <= 20;
    let told: Vec<(f64, Option<Estimate>)> =
        line.points.iter().enumerate().map(|(i, point)| ((i + 1) as f64, *point)).collect();
    for run in told.chunk_by(|a, b| a.1.is_some() == b.1.is_some()) {
        let run: Vec<(f64, Estimate)> =
            run.iter().filter_map(|(turn, point)| Some((*turn, (*point)?))).collect();
        let at = |turn: f64, value: f64| ground.at(turn, value * look.factor);
        let mut band: Vec<(i32, i32)> = run.iter().map(|(t, e)| at(*t, e.high)).collect();
        band.extend(run.iter().rev().map(|(t, e)| at(*t, e.low)));
        if run.len() > 1 {
            frame::area(on, band, line.role, look.band)?;
            let middle = run.iter().map(|(t, e)| at(*t, e.value)).collect();
            frame::line(on, middle, line.role, 3)?;
        }
        for (turn, estimate) in run.iter().filter(|_| whiskers || run.len() == 1) {
            let (x, low) = at(*turn, estimate.low);
            frame::upright_whisker(on, x, low, at(*turn, estimate.high).1)?;
            frame::dot(on, at(*turn, estimate.value), 4, line.role)?;
        }
    }
    Ok(())
}

/// What each point says.
fn told(on: &Canvas<'_>, ground: &Ground, (summary, look): (&Summary, Look), line: &Line) {
    let name = if line.name.is_empty() { String::new() } else { format!(", {}", line.name) };
    for (i, (point, turn)) in line.points.iter().zip(&summary.turns).enumerate() {
        let Some(estimate) = point else { continue };
        let share = (look.factor - 100.0).abs() < 1e-9;
        let number = if share { number::share(estimate) } else { number::mean(estimate) };
        let at = |value: f64| ground.at((i + 1) as f64, value * look.factor);
        let said = format!("Turn {} ({}){name}: {}", turn.turn, turn.name, number.full());
        frame::tell(on, at(estimate.low), at(estimate.high), said);
    }
}
