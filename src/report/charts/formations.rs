use engine::Side;
use study::{FormationSummary, Summary};

use super::bars::{self, Bar};
use super::{Chart, Section, Size, Table, basis, people};
use crate::{number, palette};

/// Steps each formation loses.
pub(super) struct Formations;

/// Further bars are only in the table.
const SHOWN: usize = 24;

/// The formations that lose most, Germans first.
fn shown(summary: &Summary) -> Vec<&FormationSummary> {
    let mut formations: Vec<&FormationSummary> = summary.formations.iter().collect();
    formations.sort_by(|a, b| b.steps_lost.value.total_cmp(&a.steps_lost.value));
    formations.truncate(SHOWN);
    formations.sort_by_key(|formation| formation.side);
    formations
}

impl Chart for Formations {
    fn id(&self) -> &'static str {
        "formations"
    }
    fn title(&self) -> &'static str {
        "Which formations lose steps"
    }
    fn section(&self) -> Section {
        Section::Losses
    }
    fn present(&self, summary: &Summary) -> bool {
        !summary.formations.is_empty()
    }
    fn caption(&self, summary: &Summary) -> String {
        let which = if summary.formations.len() > SHOWN {
            format!(
                "The {SHOWN} formations of {} that lose most; the table has all. ",
                summary.formations.len()
            )
        } else {
            String::new()
        };
        let first = summary.formations.first().map(|formation| formation.steps_lost);
        format!(
            "{which}Mean steps a formation loses in a game. Whiskers: {}.",
            basis(first, summary.run.games)
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        let said: Vec<String> = shown(summary)
            .iter()
            .map(|f| {
                format!("{} {} of {} steps", f.name, number::mean(&f.steps_lost).brief(), f.steps)
            })
            .collect();
        said.join("; ")
    }
    fn table(&self, summary: &Summary) -> Table {
        let heads = ["Formation", "Division", "Side", "Units", "Steps", "Mean steps lost"];
        Table {
            columns: heads.map(str::to_owned).to_vec(),
            rows: summary
                .formations
                .iter()
                .map(|f| {
                    vec![
                        f.name.clone(),
                        f.division.clone(),
                        f.side.to_string(),
                        f.units.to_string(),
                        f.steps.to_string(),
                        number::mean(&f.steps_lost).brief(),
                    ]
                })
                .collect(),
        }
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let bars: Vec<Bar<'_>> = shown(summary)
            .into_iter()
            .map(|f| Bar {
                name: format!("{} ({} steps)", f.name, f.steps),
                estimate: &f.steps_lost,
                role: palette::side(f.side),
            })
            .collect();
        let legend = Side::BOTH.map(|side| (palette::side(side), people(side).to_owned())).to_vec();
        bars::paint_means(self, summary, size, "Mean steps lost in a game (steps)", &legend, &bars)
    }
}
