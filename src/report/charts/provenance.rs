use engine::Origin;
use study::Summary;

use super::frame::{self, At, TEXT};
use super::{Chart, Section, Size, Span, Table, panel};
use crate::number;
use crate::palette::{self, Role};

/// Where the scenario's values come from. They are counted, not estimated: no interval.
pub(super) struct Origins;

/// The meaning of an origin, for readers.
fn meaning(origin: Origin) -> &'static str {
    match origin {
        Origin::Text => "printed in the rules text",
        Origin::Public => "from a public source",
        Origin::Geography => "from real geography",
        Origin::Corrected => "corrected by an owner of the game",
        Origin::Reconstructed => "reconstructed by inference",
    }
}

fn totals(summary: &Summary) -> (Vec<(Origin, Role, u64)>, u64) {
    let counts: Vec<(Origin, Role, u64)> = palette::ORIGINS
        .iter()
        .map(|&(origin, role)| {
            let of = summary.run.provenance.iter().filter(|p| p.origin == origin);
            (origin, role, of.map(|p| u64::from(p.count)).sum())
        })
        .collect();
    let all = counts.iter().map(|(.., n)| n).sum();
    (counts, all)
}

/// `62% of 1,234 values are reconstructed`, for the page's words.
pub(crate) fn reconstructed(summary: &Summary) -> Option<(String, String)> {
    let (counts, all) = totals(summary);
    let of = counts.iter().find(|(origin, ..)| *origin == Origin::Reconstructed)?.2;
    (all > 0).then(|| (percent(of, all), number::count(all)))
}

fn percent(of: u64, all: u64) -> String {
    let share = of as f64 / all.max(1) as f64 * 100.0;
    // A few must not be rounded to none, nor nearly all to all.
    match (of, share.round() as u64) {
        (1.., 0) => "under 1%".to_owned(),
        (n, 100) if n < all => "over 99%".to_owned(),
        (_, rounded) => format!("{rounded}%"),
    }
}

impl Chart for Origins {
    fn id(&self) -> &'static str {
        "provenance"
    }
    fn title(&self) -> &'static str {
        "Where the values come from"
    }
    fn section(&self) -> Section {
        Section::Rests
    }
    fn span(&self) -> Span {
        Span::Full
    }
    fn present(&self, summary: &Summary) -> bool {
        totals(summary).1 > 0
    }
    fn caption(&self, summary: &Summary) -> String {
        format!(
            "Origin of the {} values that this scenario is played with: hexes, unit ratings, table cells, set-up. Counted, not estimated.",
            number::count(totals(summary).1)
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        let (counts, all) = totals(summary);
        let said: Vec<String> = counts
            .iter()
            .filter(|(.., n)| *n > 0)
            .map(|&(origin, _, n)| {
                format!("{} {} values, {}", meaning(origin), number::count(n), percent(n, all))
            })
            .collect();
        said.join("; ")
    }
    fn table(&self, summary: &Summary) -> Table {
        Table {
            columns: ["File", "Values", "Origin", "Count"].map(str::to_owned).to_vec(),
            rows: summary
                .run
                .provenance
                .iter()
                .map(|p| {
                    vec![
                        p.file.clone(),
                        p.what.clone(),
                        p.origin.word().to_owned(),
                        number::count(u64::from(p.count)),
                    ]
                })
                .collect(),
        }
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let width = frame::width(self.span(), size) as i32;
        let (counts, all) = totals(summary);
        let rows: Vec<_> = counts.iter().filter(|(.., n)| *n > 0).collect();
        let (top, tall) = (4, 34);
        let key = top + tall + 56;
        let height = key + 24 * rows.len() as i32;
        frame::draw(self, summary, size, height as u32, |on| {
            let (left, right) = (12, width - 12);
            let at = |n: u64| panel::scale(n as f64, (0.0, all as f64), left, right);
            let mut from = 0;
            for (origin, role, n) in &rows {
                frame::block(on, (at(from), top), (at(from + n), top + tall), *role)?;
                let said = format!(
                    "{}: {} of {} values ({})",
                    meaning(*origin),
                    number::count(*n),
                    number::count(all),
                    percent(*n, all)
                );
                frame::tell(on, (at(from), top), (at(from + n), top + tall), said);
                from += n;
            }
            for tick in [0, 25, 50, 75, 100] {
                let x = panel::scale(f64::from(tick), (0.0, 100.0), left, right);
                let place = match tick {
                    0 => At::Left,
                    100 => At::Right,
                    _ => At::Middle,
                };
                let y = top + tall + 13;
                frame::text(on, &format!("{tick}%"), (x, y), palette::MUTED, TEXT - 1.0, place)?;
            }
            let axis = format!("Share of {} values (%)", number::count(all));
            let y = top + tall + 34;
            frame::text(on, &axis, (width / 2, y), palette::MUTED, TEXT - 1.0, At::Middle)?;
            for (i, (origin, role, n)) in rows.iter().enumerate() {
                let y = key + 24 * i as i32;
                frame::block(on, (2, y + 2), (16, y + 16), *role)?;
                frame::text(on, meaning(*origin), (22, y + 9), palette::INK, TEXT, At::Left)?;
                let words = format!("{} ({})", number::count(*n), percent(*n, all));
                let x = width.min(420) - 4;
                frame::text(on, &words, (x, y + 9), palette::INK, TEXT, At::Right)?;
            }
            Ok(())
        })
    }
}
