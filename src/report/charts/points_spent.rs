use engine::{BySide, Side};
use study::{Estimate, PointStudy, Summary};

use super::stacks::{self, Key, Stack};
use super::{Chart, Section, Size, Table, basis, people, spoken};
use crate::number;
use crate::palette::{self, Role};

/// Where the command points go: one stack per side, use by use, with unspent points last.
pub(super) struct PointsSpent;

/// The parts of the stacks in their order.
fn parts(points: &PointStudy) -> Vec<(String, Role, BySide<Estimate>)> {
    let colours = palette::PARTS.iter().cycle();
    let uses = points.uses.iter().zip(colours);
    let uses = uses.map(|(part, &role)| (spoken(&part.name), role, part.per_game));
    uses.chain([("unspent".to_owned(), palette::DRAW, points.unspent)]).collect()
}

impl Chart for PointsSpent {
    fn id(&self) -> &'static str {
        "command-points-by-use"
    }
    fn title(&self) -> &'static str {
        "Where the command points go"
    }
    fn section(&self) -> Section {
        Section::Points
    }
    fn present(&self, summary: &Summary) -> bool {
        summary.points.is_some()
    }
    fn caption(&self, summary: &Summary) -> String {
        let Some(points) = &summary.points else { return String::new() };
        let [german, allied] = Side::BOTH.map(|side| number::mean(&points.earned[side]).brief());
        format!(
            "Points earned in a game, those of the set-up included, by what they went for: Germans {german}, Allies {allied}. In brackets: {}.",
            basis([points.earned.german], summary.run.games)
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        let Some(points) = &summary.points else { return String::new() };
        let parts = parts(points);
        let said = Side::BOTH.map(|side| {
            let said: Vec<String> = parts
                .iter()
                .map(|(name, _, of)| format!("{name} {}", number::mean(&of[side]).brief()))
                .collect();
            format!("{}: {}", people(side), said.join(", "))
        });
        said.join("; ")
    }
    fn table(&self, summary: &Summary) -> Table {
        let Some(points) = &summary.points else { return Table::empty() };
        let row = |name: &str, of: &BySide<Estimate>| {
            let said = Side::BOTH.map(|side| number::mean(&of[side]).brief());
            core::iter::once(name.to_owned()).chain(said).collect()
        };
        let mut rows = vec![row("earned", &points.earned)];
        rows.extend(parts(points).iter().map(|(name, _, of)| row(name, of)));
        Table { columns: ["Points a game", "Germans", "Allies"].map(str::to_owned).to_vec(), rows }
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let Some(points) = &summary.points else { return String::new() };
        let parts = parts(points);
        let stacks = Side::BOTH.map(|side| Stack {
            name: people(side).to_owned(),
            total: format!("earned {}", number::mean(&points.earned[side]).brief()),
            parts: parts.iter().map(|(.., of)| of[side].value).collect(),
            said: parts.iter().map(|(.., of)| number::mean(&of[side]).full()).collect(),
        });
        let key = parts.iter().map(|(name, role, of)| {
            let [german, allied] = Side::BOTH.map(|side| number::mean(&of[side]).value());
            let note = format!("Germans {german}, Allies {allied}");
            Key { name: name.clone(), role: *role, note }
        });
        let axis = "Mean command points in a game (points)";
        stacks::paint(
            (self.title(), &self.alt(summary)),
            (self.span(), size),
            axis,
            &stacks,
            &key.collect::<Vec<_>>(),
        )
    }
}
