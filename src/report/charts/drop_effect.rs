use engine::Side;
use study::{LossGroup, Summary};

use super::bars::{self, Bar};
use super::{Chart, Section, Size, Table, people};
use crate::{number, palette};

/// How losses in landing affected the result.
pub(super) struct DropEffect;

fn groups(summary: &Summary) -> &[LossGroup] {
    summary.drops.as_ref().map_or(&[], |drops| drops.by_losses.as_slice())
}

/// `3 to 5 steps`.
fn named(group: &LossGroup) -> String {
    let (from, to) = (number::count(group.from), number::count(group.to));
    match (group.from, group.to) {
        (1, 1) => "1 step".to_owned(),
        (a, b) if a == b => format!("{from} steps"),
        _ => format!("{from} to {to} steps"),
    }
}

impl Chart for DropEffect {
    fn id(&self) -> &'static str {
        "drop-losses-and-result"
    }
    fn title(&self) -> &'static str {
        "What losses in landing did to the result"
    }
    fn section(&self) -> Section {
        Section::Drops
    }
    fn present(&self, summary: &Summary) -> bool {
        !groups(summary).is_empty()
    }
    fn caption(&self, summary: &Summary) -> String {
        let level = groups(summary).first().map(|group| group.wins.german);
        let level = level.map_or_else(String::new, |share| {
            format!(" Whiskers: {} intervals ({}).", number::level(&share), number::method(&share))
        });
        format!(
            "Who wins the games with fewer steps lost in landing than the median, with as many, and with more; games by group in the table.{level}"
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        let said: Vec<String> = groups(summary)
            .iter()
            .map(|group| {
                let [german, allied] =
                    Side::BOTH.map(|side| number::share(&group.wins[side]).brief());
                format!("{} lost: Germans win {german}, Allies {allied}", named(group))
            })
            .collect();
        said.join("; ")
    }
    fn table(&self, summary: &Summary) -> Table {
        let heads = ["Lost in landing", "Games", "Germans win", "Draw", "Allies win"];
        Table {
            columns: heads.map(str::to_owned).to_vec(),
            rows: groups(summary)
                .iter()
                .map(|group| {
                    let shares = [group.wins.german, group.draws, group.wins.allied];
                    let said = shares.map(|share| number::share(&share).brief());
                    [named(group), number::count(group.games)].into_iter().chain(said).collect()
                })
                .collect(),
        }
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let bars: Vec<Bar<'_>> = groups(summary)
            .iter()
            .flat_map(|group| {
                let win = |side: Side| Bar {
                    name: format!("{}: {} win", named(group), people(side)),
                    estimate: &group.wins[side],
                    role: palette::side(side),
                };
                let draw = Bar {
                    name: format!("{}: draw", named(group)),
                    estimate: &group.draws,
                    role: palette::DRAW,
                };
                [win(Side::German), draw, win(Side::Allied)]
            })
            .collect();
        let axis = "Share of the games of a group (%)";
        bars::paint(self, summary, size, axis, &Vec::new(), &bars)
    }
}
