//! A sweep: a tornado of effects and the curves behind them.

use study::{FactorSweep, MeasureSweep, Sweep};

use super::head::Answer as _;
use super::{chance, curve, differences, said};
use crate::charts::response::Point;
use crate::charts::{Table, forest};
use crate::dossier::{Dossier, Part};
use crate::{number, palette};

/// The dossier of a sweep.
pub fn sweep(sweep: &Sweep) -> Dossier {
    let rest = format!(
        "{} design, {} points of {}, all on the same seeds",
        sweep.design,
        number::count(sweep.points),
        number::games(sweep.games)
    );
    let parts = sweep.measures.iter().flat_map(|measure| [tornado(measure), curves(measure)]);
    sweep.dossier(rest, parts.collect())
}

fn tornado(measure: &MeasureSweep) -> Part {
    let factor = if measure.share { 100.0 } else { 1.0 };
    let way = |f: &FactorSweep| format!("{} ({} to {})", f.factor, f.from, f.to);
    let bars: Vec<forest::Row> = measure
        .factors
        .iter()
        .map(|f| forest::Row {
            name: way(f),
            value: f.effect.value * factor,
            low: f.effect.low * factor,
            high: f.effect.high * factor,
            said: said(&f.effect, measure.share),
            role: palette::NEUTRAL,
        })
        .collect();
    let numbers: Vec<String> =
        measure.factors.first().map(|f| f.numbers.keys().cloned().collect()).unwrap_or_default();
    let mut columns: Vec<String> = ["Factor", "From", "To", "Effect"].map(String::from).to_vec();
    columns.extend(numbers.iter().cloned());
    columns.extend(["p".into(), "p, all factors".into()]);
    let rows = measure
        .factors
        .iter()
        .map(|f| {
            let mut row = vec![
                f.factor.clone(),
                f.from.clone(),
                f.to.clone(),
                said(&f.effect, measure.share),
            ];
            row.extend(numbers.iter().map(|name| match f.numbers.get(name) {
                Some([value, low, high]) if low < high => format!(
                    "{} [{}–{}]",
                    number::fine(*value),
                    number::fine(*low),
                    number::fine(*high)
                ),
                Some([value, ..]) => number::fine(*value),
                None => "–".into(),
            }));
            row.extend([chance(f.p), chance(f.p_corrected)]);
            row
        })
        .collect();
    let axis = if measure.share { "effect in percentage points" } else { "effect" };
    let caption = format!(
        "Effect of each factor on {}, with 95% intervals {}, the strongest first. Chances are corrected over all factors and measures by Benjamini and Hochberg.",
        measure.measure,
        if measure.fit.is_some() {
            "between points, all factors fitted together"
        } else {
            "over seeds"
        }
    );
    let fit = measure.fit.map_or_else(String::new, |fit| {
        let misfit = fit.misfit.map_or_else(String::new, |misfit| {
            format!(", {} times what chance alone would leave", number::fine(misfit))
        });
        format!(
            " The fit of all factors together ({}) explains {:.0}% of it and misses a point by {}{misfit}.",
            if fit.bent { "slopes, bends and products" } else { "slopes" },
            fit.explained * 100.0,
            number::fine(fit.left * factor)
        )
    });
    Part {
        title: format!("What moves {}", measure.measure),
        lead: format!(
            "{:.0}% of the variance between points is chance.{fit}",
            measure.noise * 100.0
        ),
        figures: vec![differences(
            &format!("Tornado of {}", measure.measure),
            axis,
            caption,
            &bars,
        )],
        table: Some(Table { columns, rows }),
        brief: true,
    }
}

fn curves(measure: &MeasureSweep) -> Part {
    let figures = measure
        .factors
        .iter()
        .filter(|f| f.curve.len() > 1)
        .map(|f| {
            let numbers = f.curve.iter().all(|r| r.value.parse::<f64>().is_ok());
            let points: Vec<Point> = f
                .curve
                .iter()
                .map(|r| Point {
                    at: if numbers { r.value.parse().unwrap_or(r.place) } else { r.place },
                    name: r.value.clone(),
                    value: r.mean.value,
                    low: r.mean.low,
                    high: r.mean.high,
                })
                .collect();
            let caption = format!(
                "Mean of {} over the points with each value, with 95% intervals over {}.",
                measure.measure,
                if measure.fit.is_some() { "points" } else { "seeds" }
            );
            let title = format!("{} by {}", measure.measure, f.factor);
            curve(&title, (&f.factor, &measure.measure), &points, (None, measure.share), caption)
        })
        .collect();
    let rows = measure
        .factors
        .iter()
        .flat_map(|f| {
            f.curve.iter().map(|r| {
                let mut row = vec![f.factor.clone(), r.value.clone(), said(&r.mean, measure.share)];
                if measure.fit.is_some() {
                    row.push(r.fitted.as_ref().map_or("–".into(), |e| said(e, measure.share)));
                }
                row
            })
        })
        .collect();
    Part {
        title: format!("{} along each factor", measure.measure),
        lead: String::new(),
        figures,
        table: Some(Table {
            columns: {
                let mut columns = vec!["Factor".into(), "Value".into(), measure.measure.clone()];
                columns.extend(measure.fit.map(|_| "By the fit, others in the middle".to_owned()));
                columns
            },
            rows,
        }),
        brief: false,
    }
}
