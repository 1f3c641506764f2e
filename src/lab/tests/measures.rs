//! What the shipped games keep account of, against `docs/columns.md`.

use std::collections::BTreeMap;
use std::path::Path;

use engine::{Measure, MeasureKind, MeasureOf, Side};
use lab::{Home, Request, SHELF, scenarios};

/// Type, unit and meaning of each column, by table and name.
type Described<'a> = BTreeMap<(&'a str, &'a str), [&'a str; 3]>;

fn home() -> Home {
    Home::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
}

fn described(document: &str) -> Described<'_> {
    let mut columns = BTreeMap::new();
    for section in document.split("\n## ") {
        let table = section.lines().next().unwrap_or_default();
        for line in section.lines().filter_map(|line| line.strip_prefix("| `")) {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            if let [name, kind, unit, meaning, ..] = cells[..] {
                columns.insert((table, name.trim_end_matches('`')), [kind, unit, meaning]);
            }
        }
    }
    columns
}

/// The declared columns of a measure: table, name in the document, type, unit, meaning.
fn columns(measure: &Measure) -> Vec<(&'static str, String, [String; 3])> {
    let table = match measure.of {
        MeasureOf::Game => "games.parquet",
        MeasureOf::Turn => "turns.parquet",
        MeasureOf::Unit => "units.parquet",
        MeasureOf::Drop => "drops.parquet",
    };
    let kind = match measure.kind {
        MeasureKind::Count | MeasureKind::Signed => "Int64",
        MeasureKind::Flag => "Boolean",
        MeasureKind::Word(_) => "String",
    };
    let cells = |kind: &str, meaning: &str| {
        [kind.to_owned(), measure.unit.clone().into_owned(), meaning.to_owned()]
    };
    let own = (table, measure.family.clone().into_owned(), cells(kind, &measure.meaning));
    let tolls = measure.toll().into_iter().flat_map(|toll| {
        let (expected, total) = (&toll.expected, &toll.total);
        let luck = Side::BOTH.into_iter().map(|side| {
            let (id, meaning) =
                (format!("{}_{}", side.word(), toll.luck.id), &toll.luck.meaning[side]);
            ("games.parquet", id, cells("Float64", meaning))
        });
        let expected = (table, expected.id.to_string(), cells("Float64", &expected.meaning));
        let total = ("games.parquet", total.id.to_string(), cells("Int64", &total.meaning));
        luck.chain([expected, total])
    });
    std::iter::once(own).chain(tolls).collect()
}

/// Each has its line, and the line says what the declaration says, word for word.
#[test]
fn the_document_says_what_the_games_declare() {
    let document = include_str!("../../../docs/columns.md");
    let described = described(document);
    let mut declared = 0;
    for system in SHELF {
        for listed in scenarios(&home(), system.id()) {
            let scenario = listed.id.split_once('/').map_or("", |(_, name)| name).to_owned();
            let request = Request { scenario, ..Request::default() };
            let table = system.seat(&home(), &request).unwrap_or_else(|fault| panic!("{fault}"));
            for (table, name, cells) in table.head().measures.iter().flat_map(columns) {
                let said = described.get(&(table, name.as_str()));
                let said = said.unwrap_or_else(|| panic!("{}: {table} has no `{name}`", listed.id));
                assert_eq!(said[..], cells, "{}: `{name}` of {table}", listed.id);
                declared += 1;
            }
        }
    }
    assert!(declared > 400, "{declared} columns");
}

/// A chart shows what is there, and every measure that it shows can be drawn.
#[test]
fn charts_show_declared_measures() {
    for system in SHELF {
        for listed in scenarios(&home(), system.id()) {
            let scenario = listed.id.split_once('/').map_or("", |(_, name)| name).to_owned();
            let request = Request { scenario, ..Request::default() };
            let table = system.seat(&home(), &request).unwrap_or_else(|fault| panic!("{fault}"));
            let head = table.head();
            for chart in &head.charts {
                let of: &[MeasureOf] = match chart.form {
                    engine::ChartForm::Histogram => &[MeasureOf::Game, MeasureOf::Drop],
                    engine::ChartForm::Bars => &[MeasureOf::Game],
                    engine::ChartForm::Fan | engine::ChartForm::Stack => &[MeasureOf::Turn],
                };
                let stack = chart.form == engine::ChartForm::Stack;
                assert_eq!(chart.series.is_empty(), stack, "{}", chart.id);
                for series in &chart.series {
                    let alike = |m: &&Measure| m.id == series.measure && of.contains(&m.of);
                    let measure = head.measures.iter().find(alike);
                    let measure = measure.unwrap_or_else(|| panic!("no {}", series.measure));
                    let counted = [MeasureKind::Count, MeasureKind::Signed];
                    assert!(counted.contains(&measure.kind), "{}", series.measure);
                    assert_eq!(measure.of == MeasureOf::Drop, measure.toll().is_some());
                }
            }
        }
    }
}
