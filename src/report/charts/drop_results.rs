use study::{Share, Summary};

use super::shares::of_words;
use super::{Chart, Section, Size, Table, bars, share_table, share_words};
use crate::number;

/// Results of the drop table.
pub(super) struct DropResults;

fn shares(summary: &Summary) -> &[Share] {
    summary.drops.as_ref().map_or(&[], |d| d.results.as_slice())
}

impl Chart for DropResults {
    fn id(&self) -> &'static str {
        "drop-results"
    }
    fn title(&self) -> &'static str {
        "What the drop table did"
    }
    fn section(&self) -> Section {
        Section::Drops
    }
    fn present(&self, summary: &Summary) -> bool {
        !shares(summary).is_empty()
    }
    fn caption(&self, summary: &Summary) -> String {
        let study = summary.drops.as_ref();
        study.and_then(|d| Some((d, d.results.first()?))).map_or_else(String::new, |(d, first)| {
            format!(
                "Results of the drop table. Whiskers: {} intervals ({}), {} landings in {} games.",
                number::level(&first.share),
                number::method(&first.share),
                number::count(d.units),
                number::count(first.share.n)
            )
        })
    }
    fn alt(&self, summary: &Summary) -> String {
        share_words(shares(summary))
    }
    fn table(&self, summary: &Summary) -> Table {
        let mut table = share_table("Result", shares(summary));
        "Landings".clone_into(&mut table.columns[1]);
        table
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let bars = of_words(shares(summary));
        bars::paint(self, summary, size, "Share of landings (%)", &Vec::new(), &bars)
    }
}
