use engine::Side;
use study::Summary;

use super::fan::{self, Fan};
use super::{Chart, Section, Size, Table, band_table, last_turn_words, people};
use crate::{number, palette};

/// Command points held, turn by turn.
pub(super) struct Points;

impl Chart for Points {
    fn id(&self) -> &'static str {
        "command-points-by-turn"
    }
    fn title(&self) -> &'static str {
        "Command points, turn by turn"
    }
    fn section(&self) -> Section {
        Section::Points
    }
    fn present(&self, summary: &Summary) -> bool {
        let used = |band: &study::Band| band.iter().any(|&x| x != 0.0);
        summary
            .turns
            .iter()
            .any(|t| Side::BOTH.iter().any(|&s| used(&t.points[s]) || used(&t.points_earned[s])))
    }
    fn caption(&self, summary: &Summary) -> String {
        format!(
            "Command points each side still holds at the end of a turn, {}; the table also has points given and spent. {}",
            number::games(summary.run.games),
            fan::READING
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        last_turn_words(summary, |turn| {
            Side::BOTH.map(|side| (people(side), turn.points[side])).to_vec()
        })
    }
    fn table(&self, summary: &Summary) -> Table {
        band_table(
            summary,
            &[
                ("German points held", &|t| Some(t.points.german)),
                ("given", &|t| Some(t.points_earned.german)),
                ("spent", &|t| Some(t.points_spent.german)),
                ("Allied points held", &|t| Some(t.points.allied)),
                ("given", &|t| Some(t.points_earned.allied)),
                ("spent", &|t| Some(t.points_spent.allied)),
            ],
        )
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let fans = Side::BOTH.map(|side| Fan {
            name: people(side).to_owned(),
            role: palette::side(side),
            bands: summary.turns.iter().map(|t| t.points[side]).collect(),
        });
        fan::paint(self, summary, size, "Command points held (points)", 0.0, &fans)
    }
}
