//! Means of several measures of a game, a bar each, as the game declared them.

use engine::{MeasureChart, Series};
use study::{Spread, Summary};

use super::bars::{self, Bar};
use super::{Chart, Section, Size, Table, basis, declared};
use crate::number;

/// Means side by side.
pub(super) struct Means<'a>(pub &'a MeasureChart);

impl<'a> Means<'a> {
    fn all<'s>(&'s self, summary: &'s Summary) -> impl Iterator<Item = (&'a Series, &'s Spread)> {
        let spread = |series: &'a Series| summary.counted.get(&series.key)?.as_ref();
        self.0.series.iter().filter_map(move |series| Some((series, spread(series)?)))
    }

    /// Those that are more than nothing in some game.
    fn shown<'s>(&'s self, summary: &'s Summary) -> Vec<(&'a Series, &'s Spread)> {
        self.all(summary).filter(|(_, spread)| spread.max > 0.0).collect()
    }
}

impl Chart for Means<'_> {
    fn id(&self) -> &str {
        &self.0.id
    }
    fn title(&self) -> &str {
        &self.0.title
    }
    fn section(&self) -> Section {
        declared::section(self.0.topic)
    }
    fn present(&self, summary: &Summary) -> bool {
        !self.shown(summary).is_empty()
    }
    fn caption(&self, summary: &Summary) -> String {
        let (shown, all) = (self.shown(summary), self.0.series.len());
        let rest = match all - shown.len() {
            0 => String::new(),
            1 => " One that is 0 in every game is only in the table.".to_owned(),
            rest => format!(" {rest} that are 0 in every game are only in the table."),
        };
        format!(
            "{}. In brackets: {}.{rest}",
            self.0.caption,
            basis(shown.first().map(|(_, spread)| spread.mean), summary.run.games)
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        let said: Vec<String> = self
            .shown(summary)
            .iter()
            .map(|(series, spread)| {
                format!("{} {}", series.name, number::mean(&spread.mean).brief())
            })
            .collect();
        format!("{}: {}.", self.0.caption, said.join("; "))
    }
    fn table(&self, summary: &Summary) -> Table {
        let row = |(series, spread): (&Series, &Spread)| {
            vec![
                series.name.to_string(),
                number::mean(&spread.mean).full(),
                number::mean(&spread.median).brief(),
                number::plain(spread.max),
            ]
        };
        Table {
            columns: vec![
                self.0.title.to_string(),
                self.0.axis.to_string(),
                "Median".into(),
                "Most".into(),
            ],
            rows: self.all(summary).map(row).collect(),
        }
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let bars: Vec<Bar<'_>> = self
            .shown(summary)
            .into_iter()
            .map(|(series, spread)| Bar {
                name: series.name.to_string(),
                estimate: &spread.mean,
                role: declared::role(series.hue),
            })
            .collect();
        bars::paint_means(self, summary, size, &self.0.axis, &Vec::new(), &bars)
    }
}
