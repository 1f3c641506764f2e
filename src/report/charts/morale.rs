use engine::Side;
use study::Summary;

use super::fan::{self, Fan};
use super::{Chart, Section, Size, Table, band_table, last_turn_words};
use crate::{number, palette};

/// Allied morale, turn by turn, if the scenario counts it.
pub(super) struct Morale;

impl Chart for Morale {
    fn id(&self) -> &'static str {
        "morale-by-turn"
    }
    fn title(&self) -> &'static str {
        "Allied morale, turn by turn"
    }
    fn section(&self) -> Section {
        Section::Unfolds
    }
    fn present(&self, summary: &Summary) -> bool {
        summary.turns.iter().any(|t| t.morale.is_some())
    }
    fn caption(&self, summary: &Summary) -> String {
        format!(
            "Allied morale at the end of a turn, {}. {}",
            number::games(summary.run.games),
            fan::READING
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        last_turn_words(summary, |turn| {
            turn.morale.map(|m| ("Allied morale", m)).into_iter().collect()
        })
    }
    fn table(&self, summary: &Summary) -> Table {
        band_table(
            summary,
            &[("Morale", &|t| t.morale), ("Withdrawal level", &|t| t.withdrawal_level)],
        )
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let fan = Fan {
            name: String::new(),
            role: palette::side(Side::Allied),
            bands: summary.turns.iter().filter_map(|t| t.morale).collect(),
        };
        fan::paint(self, summary, size, "Allied morale (points)", 0.0, &[fan])
    }
}
