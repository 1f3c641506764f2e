//! How long games of two arms from the same seeds go together.

use study::{Contrast, Together};

use super::{curve, said};
use crate::charts::Table;
use crate::charts::response::Point;
use crate::dossier::Part;
use crate::number;

/// Nothing where arms are not paired, or where every turn is alike in every game.
pub(super) fn together(base: &str, contrast: &Contrast) -> Option<Part> {
    let turns = &contrast.together;
    if turns.iter().all(|turn| turn.correlation.is_none()) {
        return None;
    }
    let points: Vec<Point> = turns.iter().filter_map(point).collect();
    let figure = curve(
        "Correlation by turn",
        ("Turn", "Correlation of the advantage over the seeds"),
        &points,
        (None, false),
        format!(
            "How nearly the two games of a seed stand alike at the end of each turn, “{}” and “{base}”, by their advantage. At 1 the same dice still do the same, at 0 the games share nothing any more and pairing saves nothing.",
            contrast.arm
        ),
    );
    let rows = turns
        .iter()
        .map(|turn| {
            vec![
                turn.turn.to_string(),
                turn.correlation.as_ref().map_or_else(|| "–".into(), |r| said(r, false)),
                format!("{:.0}%", turn.alike * 100.0),
                number::count(turn.correlation.as_ref().map_or(0, |r| r.n)),
            ]
        })
        .collect();
    let columns = ["Turn", "Correlation", "Seeds that stand alike", "Seeds"];
    Some(Part {
        title: format!("How long “{}” and “{base}” go together", contrast.arm),
        lead: "Games of one seed share their dice until something happens in one of them that does not happen in the other.".into(),
        figures: if points.len() > 1 { vec![figure] } else { Vec::new() },
        table: Some(Table { columns: columns.map(String::from).to_vec(), rows }),
        brief: true,
    })
}

fn point(turn: &Together) -> Option<Point> {
    let r = turn.correlation.as_ref()?;
    let name = turn.turn.to_string();
    Some(Point { at: f64::from(turn.turn), name, value: r.value, low: r.low, high: r.high })
}
