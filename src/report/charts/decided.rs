use study::Summary;

use super::{Chart, Section, Size, Table, basis, curve, share_by_turn};
use crate::{number, palette};

/// Share of games that are over, turn by turn.
pub(super) struct Decided;

impl Chart for Decided {
    fn id(&self) -> &'static str {
        "decided-by-turn"
    }
    fn title(&self) -> &'static str {
        "When games are decided"
    }
    fn section(&self) -> Section {
        Section::Ends
    }
    fn present(&self, summary: &Summary) -> bool {
        !summary.turns.is_empty()
    }
    fn caption(&self, summary: &Summary) -> String {
        format!(
            "Share of games that are over by the end of a turn. Band and whiskers: {}.",
            basis(summary.turns.first().map(|t| t.decided), summary.run.games)
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        let said: Vec<String> = summary
            .turns
            .iter()
            .map(|t| format!("turn {} {}", t.turn, number::share(&t.decided).brief()))
            .collect();
        said.join("; ")
    }
    fn table(&self, summary: &Summary) -> Table {
        share_by_turn(summary, |t| &t.decided)
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let role = palette::NEUTRAL;
        curve::paint(self, summary, size, "Games over (%)", role, |t| &t.decided)
    }
}
