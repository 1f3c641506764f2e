use engine::Side;
use study::{Summary, ZoneStudy};

use super::bars::{self, Bar};
use super::{Chart, Section, Size, Table, basis};
use crate::{number, palette};

/// Units eliminated in landing, zone by zone.
pub(super) struct DropZones;

fn zones(summary: &Summary) -> &[ZoneStudy] {
    summary.drops.as_ref().map_or(&[], |drops| drops.zones.as_slice())
}

impl Chart for DropZones {
    fn id(&self) -> &'static str {
        "drop-zones"
    }
    fn title(&self) -> &'static str {
        "Eliminated in landing, by zone"
    }
    fn section(&self) -> Section {
        Section::Drops
    }
    fn present(&self, summary: &Summary) -> bool {
        !zones(summary).is_empty()
    }
    fn caption(&self, summary: &Summary) -> String {
        let level = zones(summary).first().map(|z| z.eliminated);
        format!(
            "Share of the units landing in a zone that landing eliminates. Whiskers: {} intervals; landings by zone in the table.",
            level.map_or_else(|| basis(None, summary.run.games), |e| number::level(&e))
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        let said: Vec<String> = zones(summary)
            .iter()
            .map(|z| format!("{} {}", z.zone, number::share(&z.eliminated).brief()))
            .collect();
        said.join("; ")
    }
    fn table(&self, summary: &Summary) -> Table {
        let heads = ["Zone", "Landings", "Eliminated", "Steps lost a landing", "Modifier"];
        Table {
            columns: heads.map(str::to_owned).to_vec(),
            rows: zones(summary)
                .iter()
                .map(|z| {
                    vec![
                        z.zone.clone(),
                        number::count(z.units),
                        number::share(&z.eliminated).brief(),
                        number::mean(&z.steps_lost).brief(),
                        number::mean(&z.modifier).brief(),
                    ]
                })
                .collect(),
        }
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let bars: Vec<Bar<'_>> = zones(summary)
            .iter()
            .map(|z| Bar {
                name: z.zone.clone(),
                estimate: &z.eliminated,
                role: palette::side(Side::German),
            })
            .collect();
        let axis = "Share of landings (%)";
        bars::paint(self, summary, size, axis, &Vec::new(), &bars)
    }
}
