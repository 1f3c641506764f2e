use engine::Side;
use study::{DropStudy, Promise, Summary};

use super::bars::{self, Bar, Legend};
use super::{Chart, Section, Size, Table};
use crate::{number, palette};

/// Results of the drop table, expected and observed.
pub(super) struct DropPromises;
/// Steps lost by the drop table zone by zone, expected and observed.
pub(super) struct DropZoneLosses;

fn results(summary: &Summary) -> Vec<(&str, &Promise)> {
    let results = summary.drops.iter().flat_map(|drops| &drops.promises);
    results.map(|result| (result.result.as_str(), &result.share)).collect()
}

fn zones(summary: &Summary) -> Vec<(&str, &Promise)> {
    let zones = summary.drops.iter().flat_map(|drops| &drops.zones);
    zones.filter_map(|zone| Some((zone.zone.as_str(), zone.promised_losses.as_ref()?))).collect()
}

/// What landings were to suffer else and suffered, by the game's names for it.
fn tolls(summary: &Summary) -> impl Iterator<Item = (&str, &Option<Promise>)> {
    let promised = summary.drops.iter().flat_map(|drops| drops.promised_tolls.iter());
    let names = summary.measures.iter().filter_map(|measure| Some(&*measure.toll()?.name));
    names.zip(promised.map(|(_, promise)| promise))
}

/// Two bars a thing: expected, then observed.
pub(super) fn pairs<'a>(promises: &[(&str, &'a Promise)]) -> (Vec<Bar<'a>>, Legend) {
    let (expected, observed) = (palette::NEUTRAL, palette::side(Side::German));
    let bars = promises.iter().flat_map(|(name, promise)| {
        [
            Bar { name: format!("{name}: expected"), estimate: &promise.expected, role: expected },
            Bar { name: format!("{name}: observed"), estimate: &promise.observed, role: observed },
        ]
    });
    let legend = vec![(expected, "expected".to_owned()), (observed, "observed".to_owned())];
    (bars.collect(), legend)
}

pub(super) fn words(
    promises: &[(&str, &Promise)],
    say: fn(&study::Estimate) -> number::Said<'_>,
) -> String {
    let said: Vec<String> = promises
        .iter()
        .map(|(name, promise)| {
            let (expected, observed) = (say(&promise.expected), say(&promise.observed));
            format!("{name}: expected {}, observed {}", expected.brief(), observed.brief())
        })
        .collect();
    said.join("; ")
}

pub(super) fn table(
    what: &str,
    promises: &[(&str, &Promise)],
    say: fn(&study::Estimate) -> number::Said<'_>,
) -> Table {
    Table {
        columns: [what, "Expected", "Observed", "Observed less expected"]
            .map(str::to_owned)
            .to_vec(),
        rows: promises
            .iter()
            .map(|(name, promise)| {
                let numbers = [promise.expected, promise.observed, promise.excess];
                let cells = numbers.iter().map(|estimate| say(estimate).brief());
                core::iter::once((*name).to_owned()).chain(cells).collect()
            })
            .collect(),
    }
}

/// `650,400 landings`, and the meaning of the whiskers.
fn basis(drops: &DropStudy, promise: &Promise) -> String {
    format!(
        "Expected is the exact mean over the faces of the die for what each unit met. Whiskers: {} intervals ({}), {} landings",
        number::level(&promise.observed),
        number::method(&promise.observed),
        number::count(drops.cast)
    )
}

impl Chart for DropPromises {
    fn id(&self) -> &'static str {
        "drop-expected-observed"
    }
    fn title(&self) -> &'static str {
        "The drop table, expected and observed"
    }
    fn section(&self) -> Section {
        Section::Drops
    }
    fn present(&self, summary: &Summary) -> bool {
        !results(summary).is_empty()
    }
    fn caption(&self, summary: &Summary) -> String {
        let Some((drops, first)) =
            summary.drops.as_ref().and_then(|drops| Some((drops, &drops.promises.first()?.share)))
        else {
            return String::new();
        };
        let mean = |promise: &Option<Promise>, what: &str| {
            promise.as_ref().map_or_else(String::new, |promise| {
                format!(
                    " {what}: expected {}, observed {}.",
                    number::mean(&promise.expected).brief(),
                    number::mean(&promise.observed).brief()
                )
            })
        };
        format!(
            "{}.{}{}",
            basis(drops, first),
            mean(&drops.promised_losses, "Steps lost a landing"),
            tolls(summary)
                .map(|(name, promise)| mean(promise, &format!("{name} a landing")))
                .collect::<String>()
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        words(&results(summary), number::share)
    }
    fn table(&self, summary: &Summary) -> Table {
        table("Result", &results(summary), number::share)
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let (bars, legend) = pairs(&results(summary));
        bars::paint(self, summary, size, "Share of landings (%)", &legend, &bars)
    }
}

impl Chart for DropZoneLosses {
    fn id(&self) -> &'static str {
        "drop-zone-losses"
    }
    fn title(&self) -> &'static str {
        "Steps lost a landing, by zone"
    }
    fn section(&self) -> Section {
        Section::Drops
    }
    fn present(&self, summary: &Summary) -> bool {
        !zones(summary).is_empty()
    }
    fn caption(&self, summary: &Summary) -> String {
        match (&summary.drops, zones(summary).first()) {
            (Some(drops), Some((_, first))) => format!("{}.", basis(drops, first)),
            _ => String::new(),
        }
    }
    fn alt(&self, summary: &Summary) -> String {
        words(&zones(summary), number::mean)
    }
    fn table(&self, summary: &Summary) -> Table {
        table("Zone", &zones(summary), number::mean)
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let (bars, legend) = pairs(&zones(summary));
        bars::paint_means(self, summary, size, "Steps lost a landing (steps)", &legend, &bars)
    }
}
