use engine::Side;
use study::Summary;

use super::fan::{self, Fan};
use super::{Chart, Section, Size, Table, band_table, last_turn_words, people};
use crate::{number, palette};

/// Objective hexes each side controls, turn by turn.
pub(super) struct Objectives;

impl Chart for Objectives {
    fn id(&self) -> &'static str {
        "objectives-by-turn"
    }
    fn title(&self) -> &'static str {
        "Objective hexes held, turn by turn"
    }
    fn section(&self) -> Section {
        Section::Unfolds
    }
    fn present(&self, summary: &Summary) -> bool {
        !summary.turns.is_empty()
    }
    fn caption(&self, summary: &Summary) -> String {
        format!(
            "Objective hexes each side controls at the end of a turn, {}. {}",
            number::games(summary.run.games),
            fan::READING
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        last_turn_words(summary, |turn| {
            Side::BOTH.map(|side| (people(side), turn.control[side])).to_vec()
        })
    }
    fn table(&self, summary: &Summary) -> Table {
        band_table(
            summary,
            &[
                ("Germans hold", &|t| Some(t.control.german)),
                ("Allies hold", &|t| Some(t.control.allied)),
            ],
        )
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let fans = Side::BOTH.map(|side| Fan {
            name: people(side).to_owned(),
            role: palette::side(side),
            bands: summary.turns.iter().map(|t| t.control[side]).collect(),
        });
        fan::paint(self, summary, size, "Objective hexes controlled (hexes)", 0.0, &fans)
    }
}
