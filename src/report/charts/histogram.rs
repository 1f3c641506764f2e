//! How many games had each value, with the median and its interval marked.

use engine::LevelBand;
use study::{Bin, Estimate, Spread, Summary};

use super::frame::{self, At, TEXT};
use super::panel::{self, Panel};
use super::{Chart, Size, Table};
use crate::number;
use crate::palette::{self, Role};

/// Paints a histogram; `role` gives a bar's colour by its value.
pub(super) fn paint(
    chart: &dyn Chart,
    summary: &Summary,
    size: Size,
    x_title: &str,
    spread: &Spread,
    legend: Vec<(Role, String)>,
    role: impl Fn(f64) -> Role,
) -> String {
    let bins = &spread.histogram;
    // A bin with a single whole number is centred on it.
    let shift = if bins.iter().all(|b| (b.to - b.from - 1.0).abs() < 1e-9) { 0.5 } else { 0.0 };
    let low = bins.first().map_or(0.0, |b| b.from - shift);
    let high = bins.last().map_or(1.0, |b| b.to - shift);
    let x = if high > low { (low, high) } else { (low - 0.5, low + 0.5) };
    let games: u64 = bins.iter().map(|bin| bin.count).sum();
    let most = bins.iter().map(|b| b.count).max().unwrap_or(0) as f64;
    let y = panel::rounded((0.0, most * 1.12), true);
    let panel = Panel {
        y_title: "Games".to_owned(),
        x_title: x_title.to_owned(),
        legend,
        x,
        y,
        x_ticks: panel::ticks(x, 9, true),
        y_ticks: panel::ticks(y, 4, true),
        y_unit: "",
    };
    // Each entry of a legend may need a line of its own.
    let height = 280 + 14 * panel.legend.len() as u32;
    frame::draw(chart, summary, size, height, |on| {
        let ground = panel::open(on, &panel)?;
        for bin in bins {
            let (left, top) = ground.at(bin.from - shift, bin.count as f64);
            let right = ground.across(bin.to - shift);
            let gap = i32::from(right - left > 4);
            let right = (right - gap).max(left + 1);
            // A bar of a game or two must remain visible.
            let top = if bin.count > 0 { top.min(ground.bottom() - 2) } else { ground.bottom() };
            frame::block(on, (left + gap, top), (right, ground.bottom()), role(bin.from))?;
            if bin.count > 0 {
                let share = number::share(&Estimate::share(bin.count, games)).full();
                let said = format!("{}: {}, {share}", range(bin), number::games(bin.count));
                frame::tell(on, (left, ground.top()), (right, ground.bottom()), said);
            }
        }
        let median = ground.across(spread.median.value);
        frame::line(on, vec![(median, ground.top()), (median, ground.bottom())], palette::INK, 2)?;
        let words = format!("median {}", number::mean(&spread.median).brief());
        let half = frame::reach(&words, TEXT - 1.0);
        let (x, at) = if median + 6 + half < frame::width(chart.span(), size) as i32 {
            (median + 6, At::Left)
        } else {
            (median - 6, At::Right)
        };
        frame::text(on, &words, (x, ground.top() + 4), palette::INK, TEXT - 1.0, at)
    })
}

/// `median 7 [7–8], mean 7.4 [..]; middle half 5 to 9, nine games in ten 3 to 12`.
pub(super) fn words(spread: &Spread, unit: &str) -> String {
    let [p5, p25, _, p75, p95] = spread.quantiles.map(number::plain);
    format!(
        "median {}{}{unit}, mean {}; the middle half of the games lies from {p25} to {p75}, nine in ten from {p5} to {p95}, all from {} to {}",
        number::mean(&spread.median).full(),
        if unit.is_empty() { "" } else { " " },
        number::mean(&spread.mean).full(),
        number::plain(spread.min),
        number::plain(spread.max),
    )
}

/// The bars as a table.
pub(super) fn table(spread: &Spread, value: &str, bands: &[LevelBand]) -> Table {
    let mut columns = vec![value.to_owned(), "Games".to_owned()];
    if !bands.is_empty() {
        columns.push("Victory level".to_owned());
    }
    Table {
        columns,
        rows: spread
            .histogram
            .iter()
            .map(|bin| {
                let mut row = vec![range(bin), number::count(bin.count)];
                // A bar of several values may come to two levels.
                let ends = [bin.from, bin.to - 1.0].map(|value| band(bands, value));
                row.extend(match ends {
                    [Some(low), Some(high)] if low != high => {
                        Some(format!("{} or {}", low.level, high.level))
                    }
                    [low, _] => low.map(|band| band.level.to_string()),
                });
                row
            })
            .collect(),
    }
}

/// The values of a bar in words.
fn range(bin: &Bin) -> String {
    if (bin.to - bin.from - 1.0).abs() < 1e-9 {
        number::plain(bin.from)
    } else {
        format!("{} to under {}", number::plain(bin.from), number::plain(bin.to))
    }
}

/// The band of a value.
pub(super) fn band(bands: &[LevelBand], value: f64) -> Option<&LevelBand> {
    bands.iter().find(|band| band.to.is_none_or(|to| value <= to as f64))
}
