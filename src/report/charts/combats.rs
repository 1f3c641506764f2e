use study::{CombatStudy, Promise, Summary};

use super::drop_promises::{pairs, table, words};
use super::{Chart, Section, Size, Span, Table, bars};
use crate::number;

/// Hits and checks passed, expected and observed.
pub(super) struct CombatHits;
/// Damage by odds column, expected and observed.
pub(super) struct CombatDamage;

/// Name and numbers of each row; those that also strike back, or the others.
fn rows(summary: &Summary, strikes_back: bool) -> Vec<(String, &Promise)> {
    let of = |study: &&CombatStudy| study.own.is_some() == strikes_back;
    let rows = summary.combats.iter().filter(of).flat_map(|study| {
        let CombatStudy { kind, row, effect, own, .. } = study;
        let first = match own {
            None => format!("{kind}, {row}"),
            Some(_) => format!("{row}, to the defender"),
        };
        let own = own.as_ref().map(|own| (format!("{row}, to the attacker"), own));
        std::iter::once((first, effect)).chain(own)
    });
    rows.collect()
}

fn named<'a>(rows: &'a [(String, &'a Promise)]) -> Vec<(&'a str, &'a Promise)> {
    rows.iter().map(|(name, promise)| (name.as_str(), *promise)).collect()
}

fn caption(summary: &Summary, strikes_back: bool, what: &str) -> String {
    let dice = summary.combats.iter().filter(|study| study.own.is_some() == strikes_back);
    let dice: u64 = dice.map(|study| study.dice).sum();
    rows(summary, strikes_back).first().map_or_else(String::new, |(_, first)| {
        format!(
            "{what} Expected is the exact mean over the faces of the die for the rating, odds and modifiers of each. Whiskers: {} intervals ({}), {} dice in {}.",
            number::level(&first.observed),
            number::method(&first.observed),
            number::count(dice),
            number::games(summary.run.games)
        )
    })
}

impl Chart for CombatHits {
    fn id(&self) -> &'static str {
        "combat-expected-observed"
    }
    fn title(&self) -> &'static str {
        "Fire and checks, expected and observed"
    }
    fn section(&self) -> Section {
        Section::Combats
    }
    fn span(&self) -> Span {
        Span::Full
    }
    fn present(&self, summary: &Summary) -> bool {
        !rows(summary, false).is_empty()
    }
    fn caption(&self, summary: &Summary) -> String {
        caption(summary, false, "Shots with any effect by colour, and checks passed.")
    }
    fn alt(&self, summary: &Summary) -> String {
        words(&named(&rows(summary, false)), number::share)
    }
    fn table(&self, summary: &Summary) -> Table {
        table("Die", &named(&rows(summary, false)), number::share)
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let rows = rows(summary, false);
        let (bars, legend) = pairs(&named(&rows));
        bars::paint(self, summary, size, "Share of dice (%)", &legend, &bars)
    }
}

impl Chart for CombatDamage {
    fn id(&self) -> &'static str {
        "combat-damage"
    }
    fn title(&self) -> &'static str {
        "Damage by odds, expected and observed"
    }
    fn section(&self) -> Section {
        Section::Combats
    }
    fn span(&self) -> Span {
        Span::Full
    }
    fn present(&self, summary: &Summary) -> bool {
        !rows(summary, true).is_empty()
    }
    fn caption(&self, summary: &Summary) -> String {
        caption(summary, true, "Damage of one combat by its column after shifts.")
    }
    fn alt(&self, summary: &Summary) -> String {
        words(&named(&rows(summary, true)), number::mean)
    }
    fn table(&self, summary: &Summary) -> Table {
        table("Column", &named(&rows(summary, true)), number::mean)
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let rows = rows(summary, true);
        let (bars, legend) = pairs(&named(&rows));
        bars::paint_means(self, summary, size, "Damage a combat (points)", &legend, &bars)
    }
}
