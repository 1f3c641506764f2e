//! The axes of a chart: ticks on round numbers, both axes named, a legend if there are several series.

use super::frame::{self, At, Canvas, PaintError, TEXT};
use crate::palette::{self, Role};

/// What the axes of a chart show.
pub(super) struct Panel {
    /// Name and unit of the vertical axis, written above it.
    pub y_title: String,
    /// Name and unit of the horizontal axis, written below it.
    pub x_title: String,
    /// Series by colour.
    pub legend: Vec<(Role, String)>,
    pub x: (f64, f64),
    pub y: (f64, f64),
    pub x_ticks: Vec<f64>,
    pub y_ticks: Vec<f64>,
    /// Written after each number on the vertical axis.
    pub y_unit: &'static str,
}

/// The area between the axes.
pub(super) struct Ground {
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
    x: (f64, f64),
    y: (f64, f64),
}

impl Ground {
    /// A value's pixel.
    pub(super) fn at(&self, x: f64, y: f64) -> (i32, i32) {
        (self.across(x), self.up(y))
    }

    pub(super) fn across(&self, x: f64) -> i32 {
        scale(x, self.x, self.left, self.right)
    }

    pub(super) fn up(&self, y: f64) -> i32 {
        scale(y, self.y, self.bottom, self.top)
    }

    pub(super) fn top(&self) -> i32 {
        self.top
    }

    pub(super) fn bottom(&self) -> i32 {
        self.bottom
    }
}

/// Where `value` of the range `from` lies between two pixels.
pub(super) fn scale(value: f64, (low, high): (f64, f64), from: i32, to: i32) -> i32 {
    if !value.is_finite() || high <= low {
        return from;
    }
    let part = ((value - low) / (high - low)).clamp(0.0, 1.0);
    (f64::from(from) + part * f64::from(to - from)).round() as i32
}

/// Paints axes, grid, titles and legend.
pub(super) fn open(on: &Canvas<'_>, panel: &Panel) -> Result<Ground, PaintError> {
    let (width, height) = on.dim_in_pixel();
    let (width, height) = (width as i32, height as i32);
    let say = |y: f64| format!("{}{}", crate::number::axis(y), panel.y_unit);
    let widest =
        panel.y_ticks.iter().map(|&y| frame::reach(&say(y), TEXT - 1.0)).max().unwrap_or(0);
    let mut top = 8;
    let mut x = 2;
    for (role, name) in &panel.legend {
        let needs = 22 + frame::reach(name, TEXT);
        if x > 2 && x + needs > width {
            (x, top) = (2, top + 20);
        }
        frame::block(on, (x, top - 4), (x + 12, top + 8), *role)?;
        frame::text(on, name, (x + 17, top + 2), palette::INK, TEXT, At::Left)?;
        x += needs + 12;
    }
    if !panel.legend.is_empty() {
        top += 24;
    }
    for line in frame::wrap(&panel.y_title, TEXT - 1.0, width - 4) {
        frame::text(on, &line, (2, top + 2), palette::MUTED, TEXT - 1.0, At::Left)?;
        top += 18;
    }
    let x_title = frame::wrap(&panel.x_title, TEXT - 1.0, width - 4);
    let ground = Ground {
        left: widest + 10,
        right: width - 14,
        top: top + 6,
        bottom: height - 26 - 17 * x_title.len() as i32,
        x: panel.x,
        y: panel.y,
    };
    for &tick in &panel.y_ticks {
        let y = ground.up(tick);
        frame::line(on, vec![(ground.left, y), (ground.right, y)], palette::RULE, 1)?;
        frame::text(on, &say(tick), (ground.left - 6, y), palette::MUTED, TEXT - 1.0, At::Right)?;
    }
    let base = ground.bottom;
    frame::line(on, vec![(ground.left, base), (ground.right, base)], palette::MUTED, 1)?;
    // Leave out labels that would touch.
    let mut free = i32::MIN;
    for &tick in &panel.x_ticks {
        let (x, label) = (ground.across(tick), crate::number::axis(tick));
        let half = frame::reach(&label, TEXT - 1.0) / 2;
        frame::line(on, vec![(x, base), (x, base + 4)], palette::MUTED, 1)?;
        if x - half > free {
            frame::text(on, &label, (x, base + 14), palette::MUTED, TEXT - 1.0, At::Middle)?;
            free = x + half + 6;
        }
    }
    for (i, line) in x_title.iter().enumerate() {
        let y = base + 33 + 17 * i as i32;
        let middle = i32::midpoint(ground.left, ground.right).clamp(
            frame::reach(line, TEXT - 1.0) / 2,
            (width - frame::reach(line, TEXT - 1.0) / 2).max(frame::reach(line, TEXT - 1.0) / 2),
        );
        frame::text(on, line, (middle, y), palette::MUTED, TEXT - 1.0, At::Middle)?;
    }
    Ok(ground)
}

/// Round numbers from `low` to `high`, about `wanted` of them; whole numbers only if `whole`.
pub(super) fn ticks((low, high): (f64, f64), wanted: u32, whole: bool) -> Vec<f64> {
    let span = high - low;
    if !span.is_finite() || span <= 0.0 {
        return vec![low];
    }
    let rough = span / f64::from(wanted.max(1));
    let power = 10f64.powf(rough.log10().floor());
    let mut step = [1.0, 2.0, 5.0, 10.0]
        .map(|m| m * power)
        .into_iter()
        .find(|s| *s >= rough - 1e-9)
        .unwrap_or(rough);
    if whole {
        step = step.max(1.0).round();
    }
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|i| i as f64 * step).collect()
}

/// A range widened to round numbers, never empty.
pub(super) fn rounded((low, high): (f64, f64), whole: bool) -> (f64, f64) {
    let (low, high) =
        if low.is_finite() && high.is_finite() && low <= high { (low, high) } else { (0.0, 1.0) };
    let high = if high > low { high } else { low + 1.0 };
    let marks = ticks((low, high), 5, whole);
    let step = if marks.len() > 1 { marks[1] - marks[0] } else { high - low };
    ((low / step).floor() * step, (high / step - 1e-9).ceil() * step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_stand_on_round_numbers() {
        assert_eq!(ticks((0.0, 100.0), 5, false), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks((0.5, 5.5), 10, true), [1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(ticks((-1000.0, 1000.0), 4, true), [-1000.0, -500.0, 0.0, 500.0, 1000.0]);
        assert_eq!(ticks((3.0, 3.0), 4, true), [3.0]);
    }

    #[test]
    fn a_range_is_never_empty() {
        assert_eq!(rounded((0.0, 0.0), true), (0.0, 1.0));
        assert_eq!(rounded((0.0, 17.0), true), (0.0, 20.0));
        assert_eq!(rounded((f64::NAN, 2.0), true), (0.0, 1.0));
    }

    #[test]
    fn scale_keeps_to_its_pixels() {
        assert_eq!(scale(0.5, (0.0, 1.0), 10, 20), 15);
        assert_eq!(scale(7.0, (0.0, 1.0), 10, 20), 20);
        assert_eq!(scale(f64::NAN, (0.0, 1.0), 10, 20), 10);
    }
}
