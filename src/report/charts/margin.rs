use engine::Side;
use study::Summary;

use super::{Chart, Section, Size, Table, histogram};
use crate::{number, palette};

/// How clearly games are won.
pub(super) struct Margin;

impl Chart for Margin {
    fn id(&self) -> &'static str {
        "margin"
    }
    fn title(&self) -> &'static str {
        "How clearly"
    }
    fn section(&self) -> Section {
        Section::Ends
    }
    fn present(&self, summary: &Summary) -> bool {
        !summary.margin.histogram.is_empty()
    }
    fn caption(&self, summary: &Summary) -> String {
        format!(
            "Margin of each game in the scenario's own unit; above zero favours the Germans. {}: {}.",
            number::games(summary.margin.mean.n),
            histogram::words(&summary.margin, "")
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        format!("Margin: {}.", histogram::words(&summary.margin, ""))
    }
    fn table(&self, summary: &Summary) -> Table {
        histogram::table(&summary.margin, "Margin")
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let title = "Margin (scenario's own unit; + Germans, − Allies)";
        histogram::paint(self, summary, size, title, &summary.margin, |from| {
            if from > 0.0 {
                palette::side(Side::German)
            } else if from < 0.0 {
                palette::side(Side::Allied)
            } else {
                palette::DRAW
            }
        })
    }
}
