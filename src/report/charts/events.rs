use engine::Side;
use study::{Counted, Summary};

use super::bars::{self, Bar};
use super::{Chart, Section, Size, Table, basis, people, spoken};
use crate::{number, palette};

/// Random events per game.
pub(super) struct Events;

/// Events that happened at all, with the sides to which they happened.
fn seen(summary: &Summary) -> impl Iterator<Item = (&Counted, Side)> {
    let both = |event| Side::BOTH.map(|side| (event, side));
    let events = summary.events.iter().flat_map(both);
    events.filter(|(event, side): &(&Counted, Side)| event.per_game[*side].value > 0.0)
}

impl Chart for Events {
    fn id(&self) -> &'static str {
        "random-events"
    }
    fn title(&self) -> &'static str {
        "Random events"
    }
    fn section(&self) -> Section {
        Section::Events
    }
    fn present(&self, summary: &Summary) -> bool {
        seen(summary).next().is_some()
    }
    fn caption(&self, summary: &Summary) -> String {
        let first = summary.events.first().map(|event| event.per_game.german);
        format!(
            "How often an event comes to a side in a game, in the mean; the table also has those that never came. Whiskers: {}.",
            basis(first, summary.run.games)
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        let said: Vec<String> = seen(summary)
            .map(|(event, side)| {
                let times = number::mean(&event.per_game[side]).brief();
                format!("{}, {}: {times}", spoken(&event.name), people(side))
            })
            .collect();
        said.join("; ")
    }
    fn table(&self, summary: &Summary) -> Table {
        Table {
            columns: ["Event", "Germans, a game", "Allies, a game"].map(str::to_owned).to_vec(),
            rows: summary
                .events
                .iter()
                .map(|event| {
                    let times = Side::BOTH.map(|side| number::mean(&event.per_game[side]).brief());
                    core::iter::once(spoken(&event.name)).chain(times).collect()
                })
                .collect(),
        }
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let bars: Vec<Bar<'_>> = seen(summary)
            .map(|(event, side)| Bar {
                name: spoken(&event.name),
                estimate: &event.per_game[side],
                role: palette::side(side),
            })
            .collect();
        let legend = Side::BOTH.map(|side| (palette::side(side), people(side).to_owned())).to_vec();
        bars::paint_means(self, summary, size, "Mean count in a game (times)", &legend, &bars)
    }
}
