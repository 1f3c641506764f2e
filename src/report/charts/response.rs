//! A curve of results over the values of one knob, each point with its interval.

use super::frame::{self, At, TEXT};
use super::panel::{self, Panel};
use super::{Size, Span};
use crate::palette;

/// One value of the knob and its result.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    /// Place on the axis: the value itself, or its number where values are words.
    pub(crate) at: f64,
    /// The value as written.
    pub(crate) name: String,
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// What is drawn.
pub(crate) struct Curve<'a> {
    pub(crate) title: &'a str,
    pub(crate) x_title: &'a str,
    pub(crate) y_title: &'a str,
    pub(crate) points: &'a [Point],
    /// The target level.
    pub(crate) target: Option<f64>,
    /// Whether the vertical axis is a share.
    pub(crate) share: bool,
    /// Places on the axis that are marked from bottom to top.
    pub(crate) marks: &'a [f64],
}

/// Paints it. Points come in the order of the axis.
pub(crate) fn paint(curve: &Curve<'_>, span: Span, size: Size) -> String {
    let factor = if curve.share { 100.0 } else { 1.0 };
    let words = curve.points.iter().any(|point| point.name.parse::<f64>().is_err());
    let ends = curve.points.iter().map(|point| point.at);
    let (least, most) =
        ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, m), x| (l.min(x), m.max(x)));
    let x = if most > least { (least, most) } else { (least - 0.5, least + 0.5) };
    let y = if curve.share {
        (0.0, 100.0)
    } else {
        let values = curve.points.iter().flat_map(|p| [p.low, p.high]).chain(curve.target);
        let (low, high) =
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, m), v| (l.min(v), m.max(v)));
        panel::rounded((low, high), false)
    };
    let panel = Panel {
        y_title: curve.y_title.to_owned(),
        x_title: curve.x_title.to_owned(),
        legend: Vec::new(),
        x,
        y,
        x_ticks: if words { Vec::new() } else { panel::ticks(x, 10, false) },
        y_ticks: panel::ticks(y, 5, false),
        y_unit: if curve.share { "%" } else { "" },
    };
    let alt = curve
        .points
        .iter()
        .map(|p| format!("{}: {}", p.name, crate::number::fine(p.value * factor)))
        .collect::<Vec<_>>()
        .join("; ");
    frame::picture((curve.title, &alt), (span, size), 300, |on| {
        let ground = panel::open(on, &panel)?;
        let at = |x: f64, y: f64| ground.at(x, y * factor);
        if let Some(target) = curve.target {
            frame::line(on, vec![at(x.0, target), at(x.1, target)], palette::WARN, 1)?;
        }
        for &mark in curve.marks {
            frame::line(
                on,
                vec![at(mark, y.0 / factor), at(mark, y.1 / factor)],
                palette::WARN,
                1,
            )?;
        }
        let points = curve.points;
        let mut band: Vec<(i32, i32)> = points.iter().map(|p| at(p.at, p.high)).collect();
        band.extend(points.iter().rev().map(|p| at(p.at, p.low)));
        frame::area(on, band, palette::ACCENT, 0.2)?;
        frame::line(on, points.iter().map(|p| at(p.at, p.value)).collect(), palette::ACCENT, 3)?;
        // Labels that would touch are left out; every value is in the table.
        let mut free = i32::MIN;
        let width = frame::width(span, size) as i32;
        for point in points {
            let (across, low) = at(point.at, point.low);
            frame::upright_whisker(on, across, low, at(point.at, point.high).1)?;
            frame::dot(on, at(point.at, point.value), 4, palette::ACCENT)?;
            let [value, from, to] =
                [point.value, point.low, point.high].map(|x| crate::number::fine(x * factor));
            let unit = if curve.share { "%" } else { "" };
            let said = format!("{}: {value}{unit} (95% interval {from} to {to}{unit})", point.name);
            frame::tell(on, (across, low), at(point.at, point.high), said);
            let half = frame::reach(&point.name, TEXT - 1.0) / 2;
            // The first and the last name are at the edges of the picture, and must stay inside.
            let across = across.min(width - half - 2).max(half + 2);
            if words && across - half > free {
                let below = (across, ground.bottom() + 14);
                frame::text(on, &point.name, below, palette::MUTED, TEXT - 1.0, At::Middle)?;
                free = across + half + 6;
            }
        }
        Ok(())
    })
}
