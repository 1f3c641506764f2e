//! Charts of how numbers spread over the games, turn by turn: one row each.

use std::borrow::Cow;

use engine::{MeasureChart, Side};
use study::{Band, Summary, TurnBand};

use super::fan::{self, Fan};
use super::{Chart, Section, Size, Table, band_table, declared, last_turn_words};
use crate::number;
use crate::palette::{self, Role};

/// A chart of how numbers spread over the games, turn by turn.
pub(super) struct Fans<'a> {
    pub id: &'a str,
    pub title: &'a str,
    pub section: Section,
    /// What is shown, up to the number of games, and what follows it.
    pub caption: (&'a str, &'a str),
    pub axis: &'a str,
    /// What several numbers of it are together; empty where the axis says it.
    pub unit: &'a str,
    pub lines: Cow<'a, [Line<'a>]>,
    /// Whether it is left out where all of its numbers are 0 in every game.
    pub only_if_used: bool,
}

/// One number over the turns.
#[derive(Copy, Clone)]
pub(super) struct Line<'a> {
    /// Its name in the picture.
    pub name: &'a str,
    /// What the table says over it.
    pub head: &'a str,
    /// Its colour; `None` where it is in the table alone.
    pub role: Option<Role>,
    pub of: Of<'a>,
}

/// Where the bands of a line are.
#[derive(Copy, Clone)]
pub(super) enum Of<'a> {
    /// Every summary has them.
    Every(fn(&TurnBand) -> Band),
    /// The game declared them: their field in a turn of a summary.
    Declared(&'a str),
}

impl Line<'_> {
    const fn every(
        side: Option<Side>,
        head: &'static str,
        of: fn(&TurnBand) -> Band,
    ) -> Line<'static> {
        let (name, role) = match side {
            Some(side) => (super::people(side), Some(palette::side(side))),
            None => ("", None),
        };
        Line { name, head, role, of: Of::Every(of) }
    }

    fn band(&self, turn: &TurnBand) -> Option<Band> {
        match self.of {
            Of::Every(of) => Some(of(turn)),
            Of::Declared(key) => turn.shown.get(key).copied().flatten(),
        }
    }
}

const GERMAN: Option<Side> = Some(Side::German);
const ALLIED: Option<Side> = Some(Side::Allied);

/// Steps lost so far, turn by turn.
pub(super) const STEPS: Fans<'static> = Fans {
    id: "steps-lost-by-turn",
    title: "Steps lost, turn by turn",
    section: Section::Unfolds,
    caption: ("Steps each side has lost by the end of a turn", "."),
    axis: "Steps lost so far (steps)",
    unit: "",
    lines: Cow::Borrowed(&[
        Line::every(GERMAN, "German steps lost", |turn| turn.steps_lost.german),
        Line::every(ALLIED, "Allied steps lost", |turn| turn.steps_lost.allied),
        Line::every(None, "German steps in play", |turn| turn.steps.german),
        Line::every(None, "Allied steps in play", |turn| turn.steps.allied),
    ]),
    only_if_used: false,
};

/// Objective hexes each side controls, turn by turn.
pub(super) const OBJECTIVES: Fans<'static> = Fans {
    id: "objectives-by-turn",
    title: "Objective hexes held, turn by turn",
    section: Section::Unfolds,
    caption: ("Objective hexes each side controls at the end of a turn", "."),
    axis: "Objective hexes controlled (hexes)",
    unit: "",
    lines: Cow::Borrowed(&[
        Line::every(GERMAN, "Germans hold", |turn| turn.control.german),
        Line::every(ALLIED, "Allies hold", |turn| turn.control.allied),
    ]),
    only_if_used: false,
};

/// How near the Germans are to winning, turn by turn.
pub(super) const ADVANTAGE: Fans<'static> = Fans {
    id: "advantage-by-turn",
    title: "Advantage, turn by turn",
    section: Section::Suspense,
    caption: ("How far the Germans are ahead", ": above zero they lead, below it the Allies do."),
    axis: "Advantage (per mille; + Germans, − Allies)",
    unit: "",
    lines: Cow::Borrowed(&[Line {
        name: "advantage of the Germans",
        head: "Advantage (per mille)",
        role: Some(palette::NEUTRAL),
        of: Of::Every(|turn| turn.advantage),
    }]),
    only_if_used: false,
};

/// Command points held, turn by turn.
pub(super) const POINTS: Fans<'static> = Fans {
    id: "command-points-by-turn",
    title: "Command points, turn by turn",
    section: Section::Points,
    caption: (
        "Command points each side still holds at the end of a turn",
        "; the table also has points given and spent.",
    ),
    axis: "Command points held (points)",
    unit: "",
    lines: Cow::Borrowed(&[
        Line::every(GERMAN, "German points held", |turn| turn.points.german),
        Line::every(None, "given", |turn| turn.points_earned.german),
        Line::every(None, "spent", |turn| turn.points_spent.german),
        Line::every(ALLIED, "Allied points held", |turn| turn.points.allied),
        Line::every(None, "given", |turn| turn.points_earned.allied),
        Line::every(None, "spent", |turn| turn.points_spent.allied),
    ]),
    only_if_used: true,
};

impl<'a> Fans<'a> {
    /// As the game declared it.
    pub(super) fn declared(chart: &'a MeasureChart) -> Fans<'a> {
        let lines = chart.series.iter().map(|series| Line {
            name: &series.name,
            head: &series.name,
            role: Some(declared::role(series.hue)),
            of: Of::Declared(&series.key),
        });
        Fans {
            id: &chart.id,
            title: &chart.title,
            section: declared::section(chart.topic),
            caption: (&chart.caption, "."),
            axis: &chart.axis,
            unit: &chart.unit,
            lines: lines.collect(),
            only_if_used: false,
        }
    }

    fn bands<'s>(&'s self, summary: &'s Summary) -> impl Iterator<Item = Band> {
        self.lines.iter().flat_map(|line| summary.turns.iter().filter_map(|turn| line.band(turn)))
    }
}

impl Chart for Fans<'_> {
    fn id(&self) -> &str {
        self.id
    }
    fn title(&self) -> &str {
        self.title
    }
    fn section(&self) -> Section {
        self.section
    }
    fn present(&self, summary: &Summary) -> bool {
        let used = |band: Band| !self.only_if_used || band.iter().any(|&number| number != 0.0);
        self.bands(summary).any(used)
    }
    fn plain(&self, summary: &Summary) -> Option<String> {
        let mut said = Vec::new();
        for line in self.lines.iter().filter(|line| line.role.is_some()) {
            let mut numbers = summary.turns.iter().filter_map(|turn| line.band(turn)).flatten();
            let Some(first) = numbers.next() else { continue };
            if numbers.any(|number| number.total_cmp(&first).is_ne()) {
                return None;
            }
            said.push(format!("{} {}", line.name, number::plain(first)));
        }
        let title = self.title.trim_end_matches(", turn by turn");
        (summary.turns.len() > 1 && !said.is_empty()).then(|| {
            let said = said.join(", ");
            format!("{title}: {said} at the end of every turn, in at least nine games of ten.")
        })
    }
    fn caption(&self, summary: &Summary) -> String {
        let (what, rest) = self.caption;
        format!("{what}, {}{rest} {}", number::games(summary.run.games), fan::READING)
    }
    fn alt(&self, summary: &Summary) -> String {
        last_turn_words(summary, |turn| {
            let drawn = self.lines.iter().filter(|line| line.role.is_some());
            drawn.filter_map(|line| Some((line.name, line.band(turn)?))).collect()
        })
    }
    fn table(&self, summary: &Summary) -> Table {
        let columns = self.lines.iter().map(|line| (line.head, move |turn: &_| line.band(turn)));
        band_table(summary, &columns.collect::<Vec<_>>())
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let fans: Vec<Fan> = self
            .lines
            .iter()
            .filter_map(|line| {
                let bands = summary.turns.iter().filter_map(|turn| line.band(turn)).collect();
                Some(Fan { name: line.name.to_owned(), role: line.role?, bands })
            })
            .filter(|fan| !fan.bands.is_empty())
            .collect();
        let axis = match (self.unit, &fans[..]) {
            ("", _) => self.axis.to_owned(),
            (_, [fan]) => format!("{} ({})", self.axis, fan.name.to_lowercase()),
            (unit, _) => format!("{} ({unit})", self.axis),
        };
        fan::paint(self, summary, size, &axis, 0.0, &fans)
    }
}
