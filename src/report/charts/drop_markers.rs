use engine::Side;
use study::Summary;

use super::{Chart, Section, Size, Table, histogram};
use crate::{number, palette};

/// Delay markers in a game.
pub(super) struct DropMarkers;

impl Chart for DropMarkers {
    fn id(&self) -> &'static str {
        "drop-markers"
    }
    fn title(&self) -> &'static str {
        "Delay markers"
    }
    fn section(&self) -> Section {
        Section::Drops
    }
    fn present(&self, summary: &Summary) -> bool {
        summary.drops.as_ref().is_some_and(|d| !d.markers.histogram.is_empty())
    }
    fn caption(&self, summary: &Summary) -> String {
        summary.drops.as_ref().map_or_else(String::new, |drops| {
            format!(
                "Markers that landing leaves on units in a game, {}: {}.",
                number::games(drops.markers.mean.n),
                histogram::words(&drops.markers, "markers")
            )
        })
    }
    fn alt(&self, summary: &Summary) -> String {
        self.caption(summary)
    }
    fn table(&self, summary: &Summary) -> Table {
        let drops = summary.drops.as_ref();
        drops.map_or_else(Table::empty, |drops| histogram::table(&drops.markers, "Markers"))
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        summary.drops.as_ref().map_or_else(String::new, |drops| {
            let role = palette::side(Side::German);
            histogram::paint(self, summary, size, "Delay markers (markers)", &drops.markers, |_| {
                role
            })
        })
    }
}
