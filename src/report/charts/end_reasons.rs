use study::{Share, Summary};

use super::bars::{self, Bar};
use super::{Chart, Section, Size, Table, basis, share_table, share_words};
use crate::palette;

/// How games end, most frequent first.
pub(super) struct EndReasons;

fn shares(summary: &Summary) -> &[Share] {
    &summary.end_reasons
}

impl Chart for EndReasons {
    fn id(&self) -> &'static str {
        "end-reasons"
    }
    fn title(&self) -> &'static str {
        "How games end"
    }
    fn section(&self) -> Section {
        Section::Ends
    }
    fn present(&self, summary: &Summary) -> bool {
        !shares(summary).is_empty()
    }
    fn caption(&self, summary: &Summary) -> String {
        format!(
            "Why the last turn was the last. Whiskers: {}.",
            basis(shares(summary).first().map(|s| s.share), summary.run.games)
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        share_words(shares(summary))
    }
    fn table(&self, summary: &Summary) -> Table {
        share_table("Reason", shares(summary))
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let bars: Vec<Bar<'_>> = shares(summary)
            .iter()
            .map(|s| Bar {
                name: s.name.clone(),
                estimate: &s.share,
                role: s.side.map_or(palette::NEUTRAL, palette::side),
            })
            .collect();
        bars::paint(self, summary, size, "Share of games (%)", &Vec::new(), &bars)
    }
}
