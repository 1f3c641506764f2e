use engine::Side;
use study::Summary;

use super::fan::{self, Fan};
use super::{Chart, Section, Size, Table, band_table, last_turn_words, people};
use crate::{number, palette};

/// Steps lost so far, turn by turn.
pub(super) struct StepsByTurn;

impl Chart for StepsByTurn {
    fn id(&self) -> &'static str {
        "steps-lost-by-turn"
    }
    fn title(&self) -> &'static str {
        "Steps lost, turn by turn"
    }
    fn section(&self) -> Section {
        Section::Unfolds
    }
    fn present(&self, summary: &Summary) -> bool {
        !summary.turns.is_empty()
    }
    fn caption(&self, summary: &Summary) -> String {
        format!(
            "Steps each side has lost by the end of a turn, {}. {}",
            number::games(summary.run.games),
            fan::READING
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        last_turn_words(summary, |turn| {
            Side::BOTH.map(|side| (people(side), turn.steps_lost[side])).to_vec()
        })
    }
    fn table(&self, summary: &Summary) -> Table {
        band_table(
            summary,
            &[
                ("German steps lost", &|t| Some(t.steps_lost.german)),
                ("Allied steps lost", &|t| Some(t.steps_lost.allied)),
                ("German steps in play", &|t| Some(t.steps.german)),
                ("Allied steps in play", &|t| Some(t.steps.allied)),
            ],
        )
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let fans = Side::BOTH.map(|side| Fan {
            name: people(side).to_owned(),
            role: palette::side(side),
            bands: summary.turns.iter().map(|t| t.steps_lost[side]).collect(),
        });
        fan::paint(self, summary, size, "Steps lost so far (steps)", 0.0, &fans)
    }
}
