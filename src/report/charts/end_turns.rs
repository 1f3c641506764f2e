use study::Summary;

use super::frame;
use super::panel::{self, Panel};
use super::{Chart, Section, Size, Table, basis, share_table, share_words, turn_axis};
use crate::{number, palette};

/// The turn in which games end.
pub(super) struct EndTurns;

impl Chart for EndTurns {
    fn id(&self) -> &'static str {
        "end-turns"
    }
    fn title(&self) -> &'static str {
        "When games end"
    }
    fn section(&self) -> Section {
        Section::Ends
    }
    fn present(&self, summary: &Summary) -> bool {
        !summary.end_turns.is_empty()
    }
    fn plain(&self, summary: &Summary) -> Option<String> {
        let mut ended = summary.end_turns.iter().filter(|share| share.count > 0);
        let only = ended.next().filter(|_| ended.next().is_none())?;
        let games = number::games(only.count);
        (only.count > 1).then(|| format!("Every one of {games} ends in the turn “{}”.", only.name))
    }
    fn caption(&self, summary: &Summary) -> String {
        format!(
            "Share of games that ended in each turn. Whiskers: {}.",
            basis(summary.end_turns.first().map(|s| s.share), summary.run.games)
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        share_words(&summary.end_turns)
    }
    fn table(&self, summary: &Summary) -> Table {
        share_table("Turn", &summary.end_turns)
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let shares = &summary.end_turns;
        let (_, x_title) = turn_axis(summary);
        let x = (0.4, shares.len() as f64 + 0.6);
        let highest = shares.iter().map(|s| s.share.high * 100.0).fold(0.0, f64::max);
        let y = (0.0, panel::rounded((0.0, highest), false).1.min(100.0));
        let panel = Panel {
            y_title: "Share of games (%)".to_owned(),
            x_title,
            legend: Vec::new(),
            x,
            y,
            x_ticks: panel::ticks(x, 12, true),
            y_ticks: panel::ticks(y, 4, false),
            y_unit: "%",
        };
        frame::draw(self, summary, size, 290, |on| {
            let ground = panel::open(on, &panel)?;
            for (i, share) in shares.iter().enumerate() {
                let turn = (i + 1) as f64;
                let (left, top) = ground.at(turn - 0.36, share.share.value * 100.0);
                let right = ground.across(turn + 0.36).max(left + 2);
                frame::block(on, (left, top), (right, ground.bottom()), palette::NEUTRAL)?;
                if share.count > 0 {
                    let said = format!("{}: {}", share.name, number::share(&share.share).full());
                    frame::tell(on, (left, ground.top()), (right, ground.bottom()), said);
                }
                if right - left > 8 {
                    let (x, low) = ground.at(turn, share.share.low * 100.0);
                    frame::upright_whisker(on, x, low, ground.up(share.share.high * 100.0))?;
                }
            }
            Ok(())
        })
    }
}
