use engine::Side;
use study::Summary;

use super::{Chart, Section, Size, Table, histogram};
use crate::{number, palette};

/// How far the Allied withdrawal got.
pub(super) struct WithdrawalLevel;

impl Chart for WithdrawalLevel {
    fn id(&self) -> &'static str {
        "withdrawal-level"
    }
    fn title(&self) -> &'static str {
        "How far the withdrawal got"
    }
    fn section(&self) -> Section {
        Section::Ends
    }
    fn present(&self, summary: &Summary) -> bool {
        summary.withdrawal_level.is_some()
    }
    fn caption(&self, summary: &Summary) -> String {
        summary.withdrawal_level.as_ref().map_or_else(String::new, |level| {
            format!(
                "Withdrawal level at the end of each game, {}: {}.",
                number::games(level.mean.n),
                histogram::words(level, "")
            )
        })
    }
    fn alt(&self, summary: &Summary) -> String {
        self.caption(summary)
    }
    fn table(&self, summary: &Summary) -> Table {
        summary
            .withdrawal_level
            .as_ref()
            .map_or_else(Table::empty, |level| histogram::table(level, "Withdrawal level"))
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        summary.withdrawal_level.as_ref().map_or_else(String::new, |level| {
            let role = palette::side(Side::Allied);
            histogram::paint(self, summary, size, "Withdrawal level (points)", level, |_| role)
        })
    }
}
