use engine::Side;
use study::Summary;

use super::{Chart, Section, Size, Table, histogram};
use crate::{number, palette};

/// Steps lost in landing.
pub(super) struct DropSteps;

impl Chart for DropSteps {
    fn id(&self) -> &'static str {
        "drop-steps-lost"
    }
    fn title(&self) -> &'static str {
        "Steps lost in landing"
    }
    fn section(&self) -> Section {
        Section::Drops
    }
    fn present(&self, summary: &Summary) -> bool {
        summary.drops.as_ref().is_some_and(|d| !d.steps_lost.histogram.is_empty())
    }
    fn caption(&self, summary: &Summary) -> String {
        summary.drops.as_ref().map_or_else(String::new, |drops| {
            format!(
                "Steps lost in landing in a game, {}: {}.",
                number::games(drops.steps_lost.mean.n),
                histogram::words(&drops.steps_lost, "steps")
            )
        })
    }
    fn alt(&self, summary: &Summary) -> String {
        self.caption(summary)
    }
    fn table(&self, summary: &Summary) -> Table {
        summary.drops.as_ref().map_or_else(Table::empty, |drops| {
            histogram::table(&drops.steps_lost, "Steps lost in landing")
        })
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        summary.drops.as_ref().map_or_else(String::new, |drops| {
            let (axis, role) = ("Steps lost in landing (steps)", palette::side(Side::German));
            histogram::paint(self, summary, size, axis, &drops.steps_lost, |_| role)
        })
    }
}
