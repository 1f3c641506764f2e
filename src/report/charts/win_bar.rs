use engine::Side;
use study::{Estimate, Summary};

use super::frame::{self, At, TEXT};
use super::{Chart, Section, Size, Span, Table, panel};
use crate::number;
use crate::palette::{self, Role};

/// Who wins: one bar from side to side, with the interval of each side's share.
pub(super) struct WinBar;

fn parts(summary: &Summary) -> [(&'static str, &Estimate, Role, Role); 3] {
    [
        ("Germans win", &summary.wins.german, palette::side(Side::German), palette::ON_SIDE),
        ("Draw", &summary.draws, palette::DRAW, palette::ON_DRAW),
        ("Allies win", &summary.wins.allied, palette::side(Side::Allied), palette::ON_SIDE),
    ]
}

impl Chart for WinBar {
    fn id(&self) -> &'static str {
        "win-bar"
    }
    fn title(&self) -> &'static str {
        "Who wins"
    }
    fn section(&self) -> Section {
        Section::Answer
    }
    fn span(&self) -> Span {
        Span::Full
    }
    fn caption(&self, summary: &Summary) -> String {
        format!(
            "Share of games each side won. Whiskers: {}. The line at 50% marks an even scenario.",
            number::basis(&summary.wins.german)
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        parts(summary)
            .map(|(name, estimate, ..)| format!("{name} {}", number::share(estimate).full()))
            .join("; ")
            + format!("; {}.", number::games(summary.run.games)).as_str()
    }
    fn table(&self, summary: &Summary) -> Table {
        let level = number::level(&summary.wins.german);
        let mut rows: Vec<Vec<String>> = Vec::new();
        let mut row = |name: &str, said: number::Said<'_>, e: &Estimate| {
            rows.push(vec![
                name.to_owned(),
                said.value(),
                said.interval(),
                number::method(e).to_owned(),
                number::count(e.n),
            ]);
        };
        for (name, estimate, ..) in parts(summary) {
            row(name, number::share(estimate), estimate);
        }
        for side in Side::BOTH {
            let score = &summary.score[side];
            row(
                &format!("Mean score, {} (win 1, draw ½)", super::people(side)),
                number::mean(score),
                score,
            );
        }
        row("Stopped at the bound on decisions", number::share(&summary.cut_off), &summary.cut_off);
        Table {
            columns: vec![
                "Outcome".to_owned(),
                "Estimate".to_owned(),
                format!("{level} interval"),
                "Method".to_owned(),
                "Games".to_owned(),
            ],
            rows,
        }
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let width = frame::width(self.span(), size) as i32;
        let (top, tall) = (26, if size == Size::Wide { 54 } else { 46 });
        let height = top + tall + 58;
        frame::draw(self, summary, size, height as u32, |on| {
            let (left, right) = (12, width - 12);
            let at = |share: f64| panel::scale(share, (0.0, 1.0), left, right);
            frame::bold(on, "Germans win", (left, 11), palette::GERMAN[0], TEXT + 1.0, At::Left)?;
            frame::bold(on, "Allies win", (right, 11), palette::ALLIED[0], TEXT + 1.0, At::Right)?;
            if summary.draws.value > 0.0 {
                frame::block(on, (width / 2 - 24, 5), (width / 2 - 12, 17), palette::DRAW)?;
                frame::text(on, "draw", (width / 2 - 7, 11), palette::INK, TEXT, At::Left)?;
            }
            let mut from = 0.0;
            for (name, estimate, role, on_role) in parts(summary) {
                let (x0, x1) = (at(from), at(from + estimate.value));
                frame::block(on, (x0, top), (x1, top + tall), role)?;
                if estimate.value > 0.0 {
                    let said = format!("{name}: {}", number::share(estimate).full());
                    frame::tell(on, (x0, top), (x1, top + tall), said);
                }
                let words = number::share(estimate).value();
                let font = if size == Size::Wide { 22.0 } else { 18.0 };
                // Clear of the whiskers, which are in the lower half of the bar.
                if x1 - x0 > frame::reach(&words, font) + 12 {
                    let place = (i32::midpoint(x0, x1), top + tall * 2 / 5);
                    frame::bold(on, &words, place, on_role, font, At::Middle)?;
                }
                from += estimate.value;
            }
            let (german, allied) = (&summary.wins.german, &summary.wins.allied);
            let y = top + tall - 8;
            frame::whisker(on, at(german.low), at(german.high), y)?;
            if summary.draws.value > 0.0 {
                frame::whisker(on, at(1.0 - allied.high), at(1.0 - allied.low), y)?;
            }
            let middle = at(0.5);
            for (role, width) in [(palette::SURFACE, 5), (palette::INK, 2)] {
                frame::line(on, vec![(middle, top - 5), (middle, top + 3)], role, width)?;
                frame::line(
                    on,
                    vec![(middle, top + tall - 1), (middle, top + tall + 5)],
                    role,
                    width,
                )?;
            }
            for tick in [0, 25, 50, 75, 100] {
                let x = at(f64::from(tick) / 100.0);
                let place = match tick {
                    0 => At::Left,
                    100 => At::Right,
                    _ => At::Middle,
                };
                let y = top + tall + 16;
                frame::text(on, &format!("{tick}%"), (x, y), palette::MUTED, TEXT - 1.0, place)?;
            }
            let axis = format!("Share of {} (%)", number::games(summary.run.games));
            let y = top + tall + 40;
            frame::text(on, &axis, (width / 2, y), palette::MUTED, TEXT - 1.0, At::Middle)
        })
    }
}
