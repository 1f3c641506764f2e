use engine::Side;
use study::{Summary, UnitSummary};

use super::bars::{self, Bar};
use super::{Chart, Section, Size, Table, basis, people};
use crate::{number, palette};

/// How often each unit is eliminated.
pub(super) struct Units;

/// Further bars are only in the table.
const SHOWN: usize = 24;

/// The units most often lost, Germans first.
fn shown(summary: &Summary) -> Vec<&UnitSummary> {
    let mut units: Vec<&UnitSummary> = summary.units.iter().collect();
    // A stable sort keeps roster order among ties.
    units.sort_by(|a, b| b.eliminated.value.total_cmp(&a.eliminated.value));
    units.truncate(SHOWN);
    units.sort_by_key(|u| u.side);
    units
}

impl Chart for Units {
    fn id(&self) -> &'static str {
        "units"
    }
    fn title(&self) -> &'static str {
        "Which units are lost"
    }
    fn section(&self) -> Section {
        Section::Losses
    }
    fn present(&self, summary: &Summary) -> bool {
        !summary.units.is_empty()
    }
    fn caption(&self, summary: &Summary) -> String {
        let which = if summary.units.len() > SHOWN {
            format!(
                "The {SHOWN} units of {} most often lost; the table has all. ",
                summary.units.len()
            )
        } else {
            String::new()
        };
        format!(
            "{which}Share of games in which a unit is eliminated. Whiskers: {}.",
            basis(summary.units.first().map(|u| u.eliminated), summary.run.games)
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        let said: Vec<String> = shown(summary)
            .iter()
            .map(|u| format!("{} {}", u.name, number::share(&u.eliminated).brief()))
            .collect();
        said.join("; ")
    }
    fn table(&self, summary: &Summary) -> Table {
        let heads = [
            "Unit",
            "Id",
            "Side",
            "Formation",
            "Steps",
            "Eliminated",
            "Mean steps lost",
            "Last step taken by (games)",
        ];
        Table {
            columns: heads.map(str::to_owned).to_vec(),
            rows: summary
                .units
                .iter()
                .map(|u| {
                    let causes: Vec<String> = u
                        .causes
                        .iter()
                        .map(|(cause, n)| format!("{cause} {}", number::count(*n)))
                        .collect();
                    vec![
                        u.name.clone(),
                        u.id.clone(),
                        u.side.to_string(),
                        u.formation.clone(),
                        u.steps.to_string(),
                        number::share(&u.eliminated).brief(),
                        number::mean(&u.steps_lost).brief(),
                        if causes.is_empty() { "–".to_owned() } else { causes.join(", ") },
                    ]
                })
                .collect(),
        }
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let bars: Vec<Bar<'_>> = shown(summary)
            .into_iter()
            .map(|u| Bar {
                name: u.name.clone(),
                estimate: &u.eliminated,
                role: palette::side(u.side),
            })
            .collect();
        let legend = Side::BOTH.map(|side| (palette::side(side), people(side).to_owned())).to_vec();
        let axis = "Share of games in which it is eliminated (%)";
        bars::paint(self, summary, size, axis, &legend, &bars)
    }
}
