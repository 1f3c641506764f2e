//! How a number spreads over the games, turn by turn: the median as a line, the middle half of the
//! games as a dark band, nine in ten as a light one.

use study::{Band, Summary};

use super::frame::{self, Canvas, Painted};
use super::panel::{self, Ground, Panel};
use super::{Chart, Size, turn_axis};
use crate::number;
use crate::palette::{self, Role};

/// One number over the turns.
pub(super) struct Fan {
    pub name: String,
    pub role: Role,
    pub bands: Vec<Band>,
}

/// What a caption says about the bands.
pub(super) const READING: &str = "Line: median game. Dark band: the middle half of the games. Light band: 5th to 95th percentile.";

/// Paints fans over one another; `floor` is always part of the axis.
pub(super) fn paint(
    chart: &dyn Chart,
    summary: &Summary,
    size: Size,
    y_title: &str,
    floor: f64,
    fans: &[Fan],
) -> String {
    let values = || fans.iter().flat_map(|fan| fan.bands.iter().flatten().copied());
    let low = values().fold(floor, f64::min);
    let high = values().fold(floor, f64::max);
    let y = panel::rounded((low, high), true);
    let (x, x_title) = turn_axis(summary);
    let legend = fans.iter().map(|fan| (fan.role, fan.name.clone())).collect();
    let panel = Panel {
        y_title: y_title.to_owned(),
        x_title,
        legend: if fans.len() > 1 { legend } else { Vec::new() },
        x,
        y,
        x_ticks: panel::ticks(x, 12, true),
        y_ticks: panel::ticks(y, 5, true),
        y_unit: "",
    };
    frame::draw(chart, summary, size, 300, |on| {
        let ground = panel::open(on, &panel)?;
        for fan in fans {
            band(on, &ground, fan, 0, 4, 0.16)?;
            band(on, &ground, fan, 1, 3, 0.28)?;
        }
        if low < 0.0 {
            let (left, right) = (ground.across(x.0), ground.across(x.1));
            let zero = ground.up(0.0);
            frame::line(on, vec![(left, zero), (right, zero)], palette::MUTED, 1)?;
        }
        for fan in fans {
            let median: Vec<(i32, i32)> =
                points(fan).map(|(turn, band)| ground.at(turn, band[2])).collect();
            if median.len() <= 20 {
                for &at in &median {
                    frame::dot(on, at, 4, fan.role)?;
                }
            }
            frame::line(on, median, fan.role, 3)?;
        }
        for fan in fans {
            for ((turn, band), told) in points(fan).zip(&summary.turns) {
                let (x, y) = ground.at(turn, band[2]);
                let [p5, p25, p50, p75, p95] = band.map(number::plain);
                let name = if fan.name.is_empty() { chart.title() } else { &fan.name };
                let said = format!(
                    "Turn {} ({}), {name}: median {p50}, middle half {p25} to {p75}, nine in ten {p5} to {p95}",
                    told.turn, told.name
                );
                frame::tell(on, (x, y), (x, y), said);
            }
        }
        Ok(())
    })
}

fn points(fan: &Fan) -> impl DoubleEndedIterator<Item = (f64, &Band)> {
    fan.bands.iter().enumerate().map(|(i, band)| ((i + 1) as f64, band))
}

fn band(
    on: &Canvas<'_>,
    ground: &Ground,
    fan: &Fan,
    low: usize,
    high: usize,
    alpha: f64,
) -> Painted {
    let mut edge: Vec<(i32, i32)> = points(fan).map(|(t, b)| ground.at(t, b[high])).collect();
    edge.extend(points(fan).rev().map(|(t, b)| ground.at(t, b[low])));
    if let [(x, top), (_, bottom)] = edge[..] {
        // A single turn would have zero width.
        edge = vec![(x - 9, top), (x + 9, top), (x + 9, bottom), (x - 9, bottom)];
    }
    frame::area(on, edge, fan.role, alpha)
}
