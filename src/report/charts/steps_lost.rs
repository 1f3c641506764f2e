use engine::Side;
use study::{Spread, Summary};

use super::{Chart, Section, Size, Table, histogram};
use crate::number;
use crate::palette::{self, Role};

/// Steps the Germans lost in a game.
pub(super) struct GermanSteps;
/// Steps the Allies lost in a game.
pub(super) struct AlliedSteps;
/// Steps Greek units lost in a game, if they are counted separately.
pub(super) struct GreekSteps;

/// Three charts that differ only in whose steps they count.
macro_rules! steps_chart {
    ($chart:ident, $id:literal, $who:literal, $role:expr, $spread:expr) => {
        impl $chart {
            fn spread(summary: &Summary) -> Option<&Spread> {
                let spread: fn(&Summary) -> Option<&Spread> = $spread;
                spread(summary)
            }
            fn role() -> Role {
                $role
            }
        }
        impl Chart for $chart {
            fn id(&self) -> &'static str {
                $id
            }
            fn title(&self) -> &'static str {
                concat!("Steps the ", $who, " lose")
            }
            fn section(&self) -> Section {
                Section::Losses
            }
            fn present(&self, summary: &Summary) -> bool {
                Self::spread(summary).is_some_and(|s| !s.histogram.is_empty())
            }
            fn caption(&self, summary: &Summary) -> String {
                Self::spread(summary).map_or_else(String::new, |spread| {
                    format!(
                        concat!("Steps the ", $who, " lose in a game, {}: {}."),
                        number::games(spread.mean.n),
                        histogram::words(spread, "steps")
                    )
                })
            }
            fn alt(&self, summary: &Summary) -> String {
                self.caption(summary)
            }
            fn table(&self, summary: &Summary) -> Table {
                Self::spread(summary)
                    .map_or_else(Table::empty, |spread| histogram::table(spread, "Steps lost"))
            }
            fn svg(&self, summary: &Summary, size: Size) -> String {
                Self::spread(summary).map_or_else(String::new, |spread| {
                    let axis = concat!("Steps lost by the ", $who, " (steps)");
                    histogram::paint(self, summary, size, axis, spread, |_| Self::role())
                })
            }
        }
    };
}

steps_chart!(GermanSteps, "steps-lost-german", "Germans", palette::side(Side::German), |s| Some(
    &s.steps_lost.german
));
steps_chart!(AlliedSteps, "steps-lost-allied", "Allies", palette::side(Side::Allied), |s| Some(
    &s.steps_lost.allied
));
steps_chart!(GreekSteps, "steps-lost-greek", "Greeks", palette::GREEK, |s| s
    .greek_steps_lost
    .as_ref());
