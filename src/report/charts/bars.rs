//! Horizontal bars with whiskers: shares or means of several things, each named above its bar.

use study::{Estimate, Summary};

use super::frame::{self, At, Canvas, Painted, TEXT};
use super::panel;
use super::{Chart, Size};
use crate::number::{self, Said};
use crate::palette::{self, Role};

/// One bar.
pub(super) struct Bar<'a> {
    pub name: String,
    pub estimate: &'a Estimate,
    pub role: Role,
}

/// Series by colour, shown above the bars.
pub(super) type Legend = Vec<(Role, String)>;

const ROW: i32 = 44;
const FOOT: i32 = 52;

/// Paints shares.
pub(super) fn paint(
    chart: &dyn Chart,
    summary: &Summary,
    size: Size,
    axis: &str,
    legend: &Legend,
    bars: &[Bar<'_>],
) -> String {
    paint_as(number::share, chart, (summary, size), axis, legend, bars)
}

/// Paints means, none of them below 0.
pub(super) fn paint_means(
    chart: &dyn Chart,
    summary: &Summary,
    size: Size,
    axis: &str,
    legend: &Legend,
    bars: &[Bar<'_>],
) -> String {
    paint_as(number::mean, chart, (summary, size), axis, legend, bars)
}

fn paint_as(
    say: fn(&Estimate) -> Said<'_>,
    chart: &dyn Chart,
    (summary, size): (&Summary, Size),
    axis: &str,
    legend: &Legend,
    bars: &[Bar<'_>],
) -> String {
    let width = frame::width(chart.span(), size) as i32;
    // A name that does not fit beside its number gets a second line.
    let names: Vec<Vec<String>> = bars
        .iter()
        .map(|bar| {
            let room = width - frame::reach(&say(bar.estimate).brief(), TEXT) - 16;
            frame::wrap(&bar.name, TEXT, room.max(80))
        })
        .collect();
    let head = if legend.is_empty() { 4 } else { 28 };
    let lines: i32 = names.iter().map(|n| 17 * (n.len().max(1) as i32 - 1)).sum();
    let height = head + ROW * bars.len() as i32 + lines + FOOT;
    // A share cannot exceed the whole; an infinite interval must not stretch the axis.
    let said = bars.iter().map(|bar| say(bar.estimate));
    let highest = said.flat_map(|s| [s.scaled().0, s.scaled().2]).filter(|end| end.is_finite());
    let highest = panel::rounded((0.0, highest.fold(0.0, f64::max)), false).1;
    let unit = bars.first().map_or("", |bar| say(bar.estimate).unit());
    let domain = (0.0, if unit == "%" { highest.min(100.0) } else { highest });
    frame::draw(chart, summary, size, height as u32, |on| {
        let (left, right) = (14, width - 20);
        let base = height - FOOT;
        for tick in panel::ticks(domain, 5, false) {
            let x = panel::scale(tick, domain, left, right);
            frame::line(on, vec![(x, head), (x, base)], palette::RULE, 1)?;
            let label = format!("{}{unit}", number::axis(tick));
            frame::text(on, &label, (x, base + 12), palette::MUTED, TEXT - 1.0, At::Middle)?;
        }
        frame::text(on, axis, (width / 2, base + 34), palette::MUTED, TEXT - 1.0, At::Middle)?;
        key(on, legend)?;
        let mut y = head;
        for (bar, name) in bars.iter().zip(&names) {
            // Names are on the background, not on the grid.
            let tall = 17 * (name.len().max(1) as i32 - 1);
            frame::block(on, (0, y + 1), (width, y + 20 + tall), palette::SURFACE)?;
            for (i, line) in name.iter().enumerate() {
                frame::text(on, line, (2, y + 11 + 17 * i as i32), palette::INK, TEXT, At::Left)?;
            }
            let number = say(bar.estimate).brief();
            frame::text(on, &number, (width - 4, y + 11), palette::INK, TEXT, At::Right)?;
            y += tall;
            let end = |v: f64| panel::scale(v, domain, left, right);
            let (value, low, high) = say(bar.estimate).scaled();
            frame::block(on, (left, y + 22), (end(value), y + 36), bar.role)?;
            frame::line(on, vec![(left, y + 21), (left, y + 37)], palette::MUTED, 1)?;
            frame::whisker(on, end(low), end(high), y + 29)?;
            let said = format!("{}: {}", bar.name, say(bar.estimate).full());
            frame::tell(on, (0, y - tall + 2), (width, y + 38), said);
            y += ROW;
        }
        Ok(())
    })
}

fn key(on: &Canvas<'_>, legend: &Legend) -> Painted {
    let mut x = 2;
    for (role, name) in legend {
        frame::block(on, (x, 4), (x + 12, 16), *role)?;
        frame::text(on, name, (x + 17, 10), palette::INK, TEXT, At::Left)?;
        x += 34 + frame::reach(name, TEXT);
    }
    Ok(())
}
