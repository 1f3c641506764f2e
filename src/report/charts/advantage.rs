use study::Summary;

use super::fan::{self, Fan};
use super::{Chart, Section, Size, Table, band_table, last_turn_words};
use crate::{number, palette};

/// How near the Germans are to winning, turn by turn.
pub(super) struct Advantage;

impl Chart for Advantage {
    fn id(&self) -> &'static str {
        "advantage-by-turn"
    }
    fn title(&self) -> &'static str {
        "Advantage, turn by turn"
    }
    fn section(&self) -> Section {
        Section::Suspense
    }
    fn present(&self, summary: &Summary) -> bool {
        !summary.turns.is_empty()
    }
    fn caption(&self, summary: &Summary) -> String {
        format!(
            "How near the Germans are to winning by the scenario's own yardstick, {}: above zero they lead, below it the Allies do. {}",
            number::games(summary.run.games),
            fan::READING
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        last_turn_words(summary, |turn| vec![("advantage of the Germans", turn.advantage)])
    }
    fn table(&self, summary: &Summary) -> Table {
        band_table(summary, &[("Advantage (per mille)", &|t| Some(t.advantage))])
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let fan = Fan {
            name: String::new(),
            role: palette::NEUTRAL,
            bands: summary.turns.iter().map(|t| t.advantage).collect(),
        };
        let title = "Advantage (per mille; + Germans, − Allies)";
        fan::paint(self, summary, size, title, 0.0, &[fan])
    }
}
