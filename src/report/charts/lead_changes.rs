use study::{Spread, Summary};

use super::{Chart, Section, Size, Table, histogram};
use crate::{number, palette};

/// How often the lead changes hands.
pub(super) struct LeadChanges;

fn spread(summary: &Summary) -> Option<&Spread> {
    summary.suspense.as_ref().map(|study| &study.lead_changes)
}

impl Chart for LeadChanges {
    fn id(&self) -> &'static str {
        "lead-changes"
    }
    fn title(&self) -> &'static str {
        "How often the lead changes"
    }
    fn section(&self) -> Section {
        Section::Suspense
    }
    fn present(&self, summary: &Summary) -> bool {
        // If fewer than one game in twenty has a lead change, words say it better.
        spread(summary).is_some_and(|changes| changes.quantiles[4] > 0.0)
    }
    fn caption(&self, summary: &Summary) -> String {
        spread(summary).map_or_else(String::new, |changes| {
            let games = number::games(changes.mean.n);
            format!(
                "Times a game that the lead goes from one side to the other between the ends of turns, {games}: {}.",
                histogram::words(changes, "")
            )
        })
    }
    fn alt(&self, summary: &Summary) -> String {
        self.caption(summary)
    }
    fn table(&self, summary: &Summary) -> Table {
        let table = |changes| histogram::table(changes, "Lead changes");
        spread(summary).map_or_else(Table::empty, table)
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        spread(summary).map_or_else(String::new, |changes| {
            let role = palette::NEUTRAL;
            histogram::paint(self, summary, size, "Lead changes (times a game)", changes, |_| role)
        })
    }
}
