//! Differences side by side: a bar from zero to each, with its interval across it.

use super::frame::{self, At, TEXT};
use super::panel;
use super::{Size, Span};
use crate::number;
use crate::palette::{self, Role};

/// One difference.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
    /// The number as the table says it.
    pub(crate) said: String,
    pub(crate) role: Role,
}

const ROW: i32 = 44;
const FOOT: i32 = 54;

/// Paints the rows from top to bottom around a zero line.
pub(crate) fn paint(title: &str, axis: &str, rows: &[Row], size: Size) -> String {
    let width = frame::width(Span::Full, size) as i32;
    let names: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let room = width - frame::reach(&row.said, TEXT) - 16;
            frame::wrap(&row.name, TEXT, room.max(80))
        })
        .collect();
    let lines: i32 = names.iter().map(|name| 17 * (name.len().max(1) as i32 - 1)).sum();
    let height = 4 + ROW * rows.len() as i32 + lines + FOOT;
    let ends = rows.iter().flat_map(|row| [row.low, row.high, row.value]).filter(|x| x.is_finite());
    let (least, most) = ends.fold((0.0_f64, 0.0_f64), |(l, m), x| (l.min(x), m.max(x)));
    let domain = panel::rounded((least, most), false);
    let alt =
        rows.iter().map(|row| format!("{}: {}", row.name, row.said)).collect::<Vec<_>>().join("; ");
    frame::picture((title, &alt), (Span::Full, size), height as u32, |on| {
        let (left, right) = (18, width - 24);
        let base = height - FOOT;
        let across = |value: f64| panel::scale(value, domain, left, right);
        for tick in panel::ticks(domain, if size == Size::Wide { 8 } else { 4 }, false) {
            let x = across(tick);
            let role = if tick == 0.0 { palette::MUTED } else { palette::RULE };
            frame::line(on, vec![(x, 4), (x, base)], role, 1)?;
            let label = number::fine(tick);
            frame::text(on, &label, (x, base + 12), palette::MUTED, TEXT - 1.0, At::Middle)?;
        }
        frame::text(on, axis, (width / 2, base + 36), palette::MUTED, TEXT - 1.0, At::Middle)?;
        let mut y = 4;
        for (row, name) in rows.iter().zip(&names) {
            let tall = 17 * (name.len().max(1) as i32 - 1);
            frame::block(on, (0, y + 1), (width, y + 20 + tall), palette::SURFACE)?;
            for (i, line) in name.iter().enumerate() {
                frame::text(on, line, (2, y + 11 + 17 * i as i32), palette::INK, TEXT, At::Left)?;
            }
            frame::text(on, &row.said, (width - 4, y + 11), palette::INK, TEXT, At::Right)?;
            y += tall;
            let (zero, end) = (across(0.0), across(row.value));
            frame::block(on, (zero.min(end), y + 23), (zero.max(end), y + 35), row.role)?;
            frame::whisker(on, across(row.low), across(row.high), y + 29)?;
            let said = format!("{}: {}", row.name, row.said);
            frame::tell(on, (0, y - tall + 2), (width, y + 38), said);
            y += ROW;
        }
        Ok(())
    })
}
