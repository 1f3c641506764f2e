use engine::{BySide, Side};
use study::{Estimate, PointStudy, Summary};

use super::frame::{self, At, TEXT};
use super::{Chart, Section, Size, Table, basis, panel, people, spoken};
use crate::number;
use crate::palette::{self, Role};

/// Where the command points go: one stack a side, use by use, what is unspent last.
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
        let width = frame::width(self.span(), size) as i32;
        let sum = |side: Side| parts.iter().map(|(.., of)| of[side].value).sum::<f64>();
        let most = sum(Side::German).max(sum(Side::Allied));
        let domain = panel::rounded((0.0, most), false);
        let (left, right) = (14, width - 20);
        let (row, tall) = (54, 28);
        let base = 2 * row + 4;
        let key = base + 56;
        // The numbers stand beside the first line of a name that does not fit beside them.
        let named: Vec<(Vec<String>, String)> = parts
            .iter()
            .map(|(name, _, of)| {
                let [german, allied] = Side::BOTH.map(|side| number::mean(&of[side]).value());
                let both = format!("Germans {german}, Allies {allied}");
                let room = width - 40 - frame::reach(&both, TEXT);
                (frame::wrap(name, TEXT, room.max(80)), both)
            })
            .collect();
        let lines: usize = named.iter().map(|(name, _)| name.len().max(1)).sum();
        let height = key + 4 * parts.len() as i32 + 17 * lines as i32;
        frame::draw(self, summary, size, height as u32, |on| {
            for tick in panel::ticks(domain, 5, false) {
                let x = panel::scale(tick, domain, left, right);
                frame::line(on, vec![(x, 0), (x, base)], palette::RULE, 1)?;
                let label = number::axis(tick);
                frame::text(on, &label, (x, base + 12), palette::MUTED, TEXT - 1.0, At::Middle)?;
            }
            let axis = "Mean command points in a game (points)";
            frame::text(on, axis, (width / 2, base + 34), palette::MUTED, TEXT - 1.0, At::Middle)?;
            for (i, side) in Side::BOTH.into_iter().enumerate() {
                let y = i as i32 * row;
                frame::block(on, (0, y + 1), (width, y + 20), palette::SURFACE)?;
                frame::text(on, people(side), (2, y + 11), palette::INK, TEXT, At::Left)?;
                let earned = format!("earned {}", number::mean(&points.earned[side]).brief());
                frame::text(on, &earned, (width - 4, y + 11), palette::INK, TEXT, At::Right)?;
                let mut from = 0.0;
                for (_, role, of) in &parts {
                    let end = |v: f64| panel::scale(v, domain, left, right);
                    let (x0, x1) = (end(from), end(from + of[side].value));
                    frame::block(on, (x0, y + 22), (x1, y + 22 + tall), *role)?;
                    from += of[side].value;
                }
            }
            let mut y = key;
            for ((name, both), (_, role, _)) in named.iter().zip(&parts) {
                frame::block(on, (2, y), (16, y + 14), *role)?;
                frame::text(on, both, (width - 4, y + 7), palette::INK, TEXT, At::Right)?;
                for line in name {
                    frame::text(on, line, (22, y + 7), palette::INK, TEXT, At::Left)?;
                    y += 17;
                }
                y += 4 + if name.is_empty() { 17 } else { 0 };
            }
            Ok(())
        })
    }
}
