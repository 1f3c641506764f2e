//! Gain against cost: one point for each choice, with its interval on both axes.

use super::frame::{self, At, TEXT};
use super::panel::{self, Panel};
use super::{Size, Span};
use crate::number;
use crate::palette::{self, Role};

/// A number with its interval.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Reach {
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// One choice.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub(crate) name: String,
    pub(crate) cost: Reach,
    pub(crate) gain: Reach,
    pub(crate) role: Role,
}

/// What is drawn.
pub(crate) struct Trade<'a> {
    pub(crate) title: &'a str,
    pub(crate) alt: &'a str,
    pub(crate) x_title: &'a str,
    pub(crate) y_title: &'a str,
    pub(crate) y_unit: &'static str,
    pub(crate) points: &'a [Point],
}

/// Height of a line of names.
const LINE: i32 = 17;

/// Paints it.
pub(crate) fn paint(trade: &Trade<'_>, span: Span, size: Size) -> String {
    let ends = |reach: fn(&Point) -> Reach| {
        let all = trade.points.iter().map(reach).flat_map(|r| [r.low, r.high]);
        let all = all.filter(|x| x.is_finite());
        let (low, high) =
            all.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, m), x| (l.min(x), m.max(x)));
        // Margins on both sides, so that a point is not drawn on an axis.
        let air = ((high - low) * 0.12).max(0.01);
        (low - air, high + air)
    };
    let (x, y) = (ends(|point| point.cost), ends(|point| point.gain));
    let panel = Panel {
        y_title: trade.y_title.to_owned(),
        x_title: trade.x_title.to_owned(),
        legend: Vec::new(),
        x,
        y,
        x_ticks: panel::ticks(x, if size == Size::Wide { 8 } else { 4 }, false),
        y_ticks: panel::ticks(y, 5, false),
        y_unit: trade.y_unit,
    };
    let width = frame::width(span, size) as i32;
    frame::picture((trade.title, trade.alt), (span, size), 340, |on| {
        let ground = panel::open(on, &panel)?;
        let mut taken: Vec<(i32, i32, i32)> = Vec::new();
        for point in trade.points {
            let (across, up) = ground.at(point.cost.value, point.gain.value);
            let ends = [point.cost.low, point.cost.high].map(|x| (ground.across(x), up));
            frame::line(on, ends.to_vec(), point.role, 1)?;
            let ends = [point.gain.low, point.gain.high].map(|y| (across, ground.up(y)));
            frame::line(on, ends.to_vec(), point.role, 1)?;
            frame::dot(on, (across, up), 5, point.role)?;
            let said = |reach: Reach| {
                let [value, low, high] = [reach.value, reach.low, reach.high].map(number::fine);
                format!("{value} (95% interval {low} to {high})")
            };
            let words = format!(
                "{}: {} {}; {} {}",
                point.name,
                trade.x_title,
                said(point.cost),
                trade.y_title,
                said(point.gain)
            );
            frame::tell(on, (across, up), (across, up), words);
            // The name is beside its point, on the side with more room, and avoids names already placed.
            let reach = frame::reach(&point.name, TEXT);
            let from = if across + 10 + reach < width { across + 10 } else { across - 10 - reach };
            let free = |y: i32| {
                taken
                    .iter()
                    .all(|&(l, r, other)| from > r || from + reach < l || (y - other).abs() >= LINE)
            };
            let places = (0..8).flat_map(|n| [up - 10 - LINE * n, up + 12 + LINE * n]);
            let inside = |y: &i32| (ground.top()..ground.bottom() - 6).contains(y);
            let y = places.filter(inside).find(|&y| free(y)).unwrap_or(up - 10);
            taken.push((from, from + reach, y));
            frame::text(on, &point.name, (from, y), palette::INK, TEXT, At::Left)?;
        }
        Ok(())
    })
}
