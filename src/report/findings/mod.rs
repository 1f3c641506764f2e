//! From the answers of the studies to their dossiers: one file per kind of question.

mod calibrate;
mod compare;
mod gates;
mod head;
mod heat_map;
mod influence;
mod ladder;
mod landings;
mod places;
mod plans;
mod solve;
mod sweep;
mod together;
mod tournament;
mod trend;
mod worth;

pub use calibrate::calibrate;
pub use compare::compare;
pub use gates::gates;
pub use influence::influence;
pub use ladder::ladder;
pub use plans::plans;
pub use solve::solve;
pub use sweep::sweep;
pub use tournament::tournament;
pub use trend::trend;
pub use worth::worth;

use study::Estimate;

use crate::charts::{Size, Span, forest, response};
use crate::dossier::Figure;
use crate::number;

/// A mean or a share, with its interval.
fn said(estimate: &Estimate, share: bool) -> String {
    if share { number::share(estimate).brief() } else { number::mean(estimate).brief() }
}

/// A p-value.
fn chance(p: f64) -> String {
    if p < 0.001 { "<0.001".into() } else { format!("{p:.3}") }
}

/// A picture of differences around zero.
fn differences(title: &str, axis: &str, caption: String, rows: &[forest::Row]) -> Figure {
    Figure {
        title: title.into(),
        caption,
        wide: forest::paint(title, axis, rows, Size::Wide),
        narrow: forest::paint(title, axis, rows, Size::Narrow),
        full: true,
    }
}

/// A picture of a measure over the values of a knob, `(knob, measure)`.
fn curve(
    title: &str,
    (x_title, y_title): (&str, &str),
    points: &[response::Point],
    (target, share): (Option<f64>, bool),
    caption: String,
) -> Figure {
    let drawn = response::Curve { title, x_title, y_title, points, target, share, marks: &[] };
    Figure {
        title: title.into(),
        caption,
        wide: response::paint(&drawn, Span::Half, Size::Wide),
        narrow: response::paint(&drawn, Span::Half, Size::Narrow),
        full: false,
    }
}
