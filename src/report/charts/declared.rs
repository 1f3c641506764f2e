//! Charts that a game declared of its own measures.

use engine::{ChartForm, Hue, MeasureChart, Topic};

use super::fans::Fans;
use super::histograms::Histogram;
use super::means::Means;
use super::purses::Purses;
use super::{Chart, Section};
use crate::palette::{self, Role};

/// Where a topic stands on a page.
pub(super) fn section(topic: Topic) -> Section {
    match topic {
        Topic::Ends => Section::Ends,
        Topic::Losses => Section::Losses,
        Topic::Places => Section::Unfolds,
        Topic::Points => Section::Points,
        Topic::Events => Section::Events,
        Topic::Landings => Section::Drops,
        Topic::Units => Section::Rests,
    }
}

/// The colour of what a hue stands for.
pub(super) fn role(hue: Hue) -> Role {
    match hue {
        Hue::Neutral => palette::NEUTRAL,
        Hue::Of(side) => palette::side(side),
        Hue::Contingent => palette::CONTINGENT,
        Hue::Part(part) => palette::PARTS[usize::from(part) % palette::PARTS.len()],
    }
}

/// The charts of some topic, in the game's order.
pub(super) fn charts(
    charts: &[MeasureChart],
    topic: Topic,
) -> impl Iterator<Item = Box<dyn Chart + '_>> {
    let own = charts.iter().filter(move |chart| chart.topic == topic);
    own.filter_map(|chart| match chart.form {
        ChartForm::Histogram => {
            Histogram::declared(chart).map(|chart| Box::new(chart) as Box<dyn Chart>)
        }
        ChartForm::Bars => Some(Box::new(Means(chart)) as Box<dyn Chart>),
        ChartForm::Stack => Some(Box::new(Purses(chart)) as Box<dyn Chart>),
        ChartForm::Fan => Some(Box::new(Fans::declared(chart)) as Box<dyn Chart>),
    })
}
