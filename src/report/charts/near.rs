use engine::Side;
use study::{Spread, Summary};

use super::{Chart, Section, Size, Table, histogram};
use crate::{number, palette};

/// Hexes the attacker still had to go.
pub(super) struct HexesShort;
/// Steps the Germans still had to lose.
pub(super) struct StepsShort;

fn caption(spread: Option<&Spread>, what: &str) -> String {
    spread.map_or_else(String::new, |spread| {
        let games = number::games(spread.mean.n);
        format!("{what}, 0 where it was reached, {games}: {}.", histogram::words(spread, ""))
    })
}

impl Chart for HexesShort {
    fn id(&self) -> &'static str {
        "hexes-short"
    }
    fn title(&self) -> &'static str {
        "How near the attacker was"
    }
    fn section(&self) -> Section {
        Section::Ends
    }
    fn present(&self, summary: &Summary) -> bool {
        summary.near.hexes.is_some()
    }
    fn caption(&self, summary: &Summary) -> String {
        let what = "Hexes left at the end to the places the attacker needs";
        caption(summary.near.hexes.as_ref(), what)
    }
    fn alt(&self, summary: &Summary) -> String {
        self.caption(summary)
    }
    fn table(&self, summary: &Summary) -> Table {
        let table = |spread| histogram::table(spread, "Hexes left");
        summary.near.hexes.as_ref().map_or_else(Table::empty, table)
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        summary.near.hexes.as_ref().map_or_else(String::new, |spread| {
            let role = palette::NEUTRAL;
            histogram::paint(self, summary, size, "Hexes left (hexes)", spread, |_| role)
        })
    }
}

impl Chart for StepsShort {
    fn id(&self) -> &'static str {
        "steps-short"
    }
    fn title(&self) -> &'static str {
        "How near the Allies were"
    }
    fn section(&self) -> Section {
        Section::Ends
    }
    fn present(&self, summary: &Summary) -> bool {
        summary.near.steps.is_some()
    }
    fn caption(&self, summary: &Summary) -> String {
        let what = "German steps left at the end before the Allied goal";
        caption(summary.near.steps.as_ref(), what)
    }
    fn alt(&self, summary: &Summary) -> String {
        self.caption(summary)
    }
    fn table(&self, summary: &Summary) -> Table {
        let table = |spread| histogram::table(spread, "Steps left");
        summary.near.steps.as_ref().map_or_else(Table::empty, table)
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        summary.near.steps.as_ref().map_or_else(String::new, |spread| {
            let role = palette::side(Side::Allied);
            histogram::paint(self, summary, size, "German steps left (steps)", spread, |_| role)
        })
    }
}
