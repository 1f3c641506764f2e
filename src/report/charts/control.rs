use engine::Side;
use study::Summary;

use super::{Chart, Section, Size, Table, basis, curve, share_by_turn};
use crate::{number, palette};

/// Share of games in which the Germans control every objective, turn by turn.
pub(super) struct Control;

impl Chart for Control {
    fn id(&self) -> &'static str {
        "control-by-turn"
    }
    fn title(&self) -> &'static str {
        "German control, turn by turn"
    }
    fn section(&self) -> Section {
        Section::Unfolds
    }
    fn present(&self, summary: &Summary) -> bool {
        !summary.turns.is_empty()
    }
    fn caption(&self, summary: &Summary) -> String {
        format!(
            "Share of games in which the Germans control every objective at the end of a turn. Band and whiskers: {}.",
            basis(summary.turns.first().map(|t| t.german_control), summary.run.games)
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        let said: Vec<String> = summary
            .turns
            .iter()
            .map(|t| format!("turn {} {}", t.turn, number::share(&t.german_control).brief()))
            .collect();
        said.join("; ")
    }
    fn table(&self, summary: &Summary) -> Table {
        share_by_turn(summary, |t| &t.german_control)
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let role = palette::side(Side::German);
        curve::paint(self, summary, size, "Games with full German control (%)", role, |t| {
            &t.german_control
        })
    }
}
