//! Charts of how a number spreads over the games: one row each.

use engine::{LevelBand, MeasureChart, Side};
use study::{Spread, Summary};

use super::{Chart, Section, Size, Span, Table, declared, histogram, levels};
use crate::number;
use crate::palette::{self, Role};

/// A chart of how a number spreads over the games.
pub(super) struct Histogram<'a> {
    pub id: &'a str,
    pub title: &'a str,
    pub section: Section,
    /// What is shown: a sentence with its full stop, or one that goes on with the games.
    pub caption: &'a str,
    /// What a reader who does not see it is told first; empty where that is the caption.
    pub brief: &'a str,
    pub axis: &'a str,
    /// What one of it is; empty where it need not be said.
    pub unit: &'a str,
    /// What its table says over the values.
    pub head: &'a str,
    /// The colour of a bar, by its value.
    pub role: fn(f64) -> Role,
    pub of: Of<'a>,
    /// Which victory level each value comes to, where it does.
    pub bands: &'a [LevelBand],
    /// Whether a spread is worth a picture.
    pub worth: fn(&Spread) -> bool,
}

/// Where a spread is.
#[derive(Copy, Clone)]
pub(super) enum Of<'a> {
    /// Every summary has it.
    Every(fn(&Summary) -> Option<&Spread>),
    /// The game declared it: its field in a summary, and its colour, if no victory level gives one.
    Declared(&'a str, Role),
}

const ROW: Histogram<'static> = Histogram {
    id: "",
    title: "",
    section: Section::Ends,
    caption: "",
    brief: "",
    axis: "",
    unit: "",
    head: "",
    role: |_| palette::NEUTRAL,
    of: Of::Every(|_| None),
    bands: &[],
    worth: |spread| !spread.histogram.is_empty(),
};

/// How often the lead changes hands.
pub(super) const LEAD_CHANGES: Histogram<'static> = Histogram {
    id: "lead-changes",
    title: "How often the lead changes",
    section: Section::Suspense,
    caption: "Times a game that the lead goes from one side to the other between the ends of turns",
    axis: "Lead changes (times a game)",
    head: "Lead changes",
    of: Of::Every(|summary| Some(&summary.suspense.as_ref()?.lead_changes)),
    // Where fewer than one game in twenty has one, the words say it better.
    worth: |changes| changes.quantiles[4] > 0.0,
    ..ROW
};

/// How clearly games are won.
pub(super) const MARGIN: Histogram<'static> = Histogram {
    id: "margin",
    title: "How clearly",
    caption: "Margin of each game in the scenario's own unit; above zero favours the Germans.",
    brief: "Margin",
    axis: "Margin (scenario's own unit; + Germans, − Allies)",
    head: "Margin",
    role: |from| {
        if from > 0.0 {
            palette::side(Side::German)
        } else if from < 0.0 {
            palette::side(Side::Allied)
        } else {
            palette::DRAW
        }
    },
    of: Of::Every(|summary| Some(&summary.margin)),
    ..ROW
};

/// Steps the Germans lost in a game.
pub(super) const GERMAN_STEPS: Histogram<'static> = Histogram {
    id: "steps-lost-german",
    title: "Steps the Germans lose",
    section: Section::Losses,
    caption: "Steps the Germans lose in a game",
    axis: "Steps lost by the Germans (steps)",
    unit: "steps",
    head: "Steps lost",
    role: |_| palette::side(Side::German),
    of: Of::Every(|summary| Some(&summary.steps_lost.german)),
    ..ROW
};

/// Steps the Allies lost in a game.
pub(super) const ALLIED_STEPS: Histogram<'static> = Histogram {
    id: "steps-lost-allied",
    title: "Steps the Allies lose",
    section: Section::Losses,
    caption: "Steps the Allies lose in a game",
    axis: "Steps lost by the Allies (steps)",
    unit: "steps",
    head: "Steps lost",
    role: |_| palette::side(Side::Allied),
    of: Of::Every(|summary| Some(&summary.steps_lost.allied)),
    ..ROW
};

/// Steps lost in landing.
pub(super) const DROP_STEPS: Histogram<'static> = Histogram {
    id: "drop-steps-lost",
    title: "Steps lost in landing",
    section: Section::Drops,
    caption: "Steps lost in landing in a game",
    axis: "Steps lost in landing (steps)",
    unit: "steps",
    head: "Steps lost in landing",
    role: |_| palette::side(Side::German),
    of: Of::Every(|summary| Some(&summary.drops.as_ref()?.steps_lost)),
    ..ROW
};

/// What stands before the name of a goal in the field of a summary that tells how near it was.
const NEAR: &str = "near.";

impl<'a> Histogram<'a> {
    /// As the game declared it; `None` where it shows nothing.
    pub(super) fn declared(chart: &'a MeasureChart) -> Option<Histogram<'a>> {
        let series = chart.series.first()?;
        Some(Histogram {
            id: &chart.id,
            title: &chart.title,
            // What decides the victory level stands beside the levels.
            section: if chart.bands.is_empty() {
                declared::section(chart.topic)
            } else {
                Section::Levels
            },
            caption: &chart.caption,
            axis: &chart.axis,
            unit: &chart.unit,
            head: &series.name,
            of: Of::Declared(&series.key, declared::role(series.hue)),
            bands: &chart.bands,
            ..ROW
        })
    }

    fn spread<'s>(&self, summary: &'s Summary) -> Option<&'s Spread> {
        match self.of {
            Of::Every(of) => of(summary),
            Of::Declared(key, _) => {
                let counted = match key.strip_prefix(NEAR) {
                    Some(name) => summary.near.get(name),
                    None => summary.counted.get(key),
                };
                let toll = || summary.drops.as_ref()?.tolls.get(key);
                counted.and_then(Option::as_ref).or_else(toll)
            }
        }
    }

    fn words(&self, spread: &Spread) -> String {
        histogram::words(spread, self.unit)
    }

    /// Which values come to which victory level, in its colour.
    fn legend(&self, summary: &Summary) -> Vec<(Role, String)> {
        let mut from: Option<i64> = None;
        let entry = |band: &LevelBand| {
            let values = match (from, band.to) {
                (None, Some(to)) => format!("to {to}"),
                (Some(from), Some(to)) if from == to => from.to_string(),
                (Some(from), Some(to)) => format!("{from}–{to}"),
                (Some(from), None) => format!("from {from}"),
                (None, None) => "all".to_owned(),
            };
            from = band.to.map(|to| to + 1);
            (of_level(summary, band), format!("{values}: {}", band.level))
        };
        self.bands.iter().map(entry).collect()
    }
}

/// The colour of a band's victory level.
fn of_level(summary: &Summary, band: &LevelBand) -> Role {
    let place = summary.levels.iter().position(|level| *level.name == *band.level);
    place.map_or(palette::NEUTRAL, |place| levels::colours(&summary.levels)[place])
}

impl Chart for Histogram<'_> {
    fn id(&self) -> &str {
        self.id
    }
    fn title(&self) -> &str {
        self.title
    }
    fn section(&self) -> Section {
        self.section
    }
    fn span(&self) -> Span {
        if self.bands.is_empty() { Span::Half } else { Span::Full }
    }
    fn present(&self, summary: &Summary) -> bool {
        self.spread(summary).is_some_and(self.worth)
    }
    fn plain(&self, summary: &Summary) -> Option<String> {
        let spread = self.spread(summary)?;
        let same = spread.mean.n > 1 && spread.min.total_cmp(&spread.max).is_eq();
        same.then(|| {
            let games = number::games(spread.mean.n);
            format!("{}: {} in every one of {games}.", self.title, number::plain(spread.min))
        })
    }
    fn caption(&self, summary: &Summary) -> String {
        let Some(spread) = self.spread(summary) else { return String::new() };
        let comma = if self.caption.ends_with('.') { "" } else { "," };
        let (games, words) = (number::games(spread.mean.n), self.words(spread));
        format!("{}{comma} {games}: {words}.", self.caption)
    }
    fn alt(&self, summary: &Summary) -> String {
        match (self.brief, self.spread(summary)) {
            ("", _) | (_, None) => self.caption(summary),
            (brief, Some(spread)) => format!("{brief}: {}.", self.words(spread)),
        }
    }
    fn table(&self, summary: &Summary) -> Table {
        self.spread(summary)
            .map_or_else(Table::empty, |spread| histogram::table(spread, self.head, self.bands))
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let role = |from| match (self.of, histogram::band(self.bands, from)) {
            (_, Some(band)) => of_level(summary, band),
            (Of::Every(_), None) => (self.role)(from),
            (Of::Declared(_, role), None) => role,
        };
        let legend = self.legend(summary);
        self.spread(summary).map_or_else(String::new, |spread| {
            histogram::paint(self, summary, size, self.axis, spread, legend, role)
        })
    }
}
