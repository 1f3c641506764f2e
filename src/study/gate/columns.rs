//! What a gate may measure: the columns of `games.parquet`.

use std::collections::BTreeMap;

use engine::{MeasureKind, MeasureOf, Side};
use polars::prelude::DataType;

use super::scan::Fault;
use crate::frame::{BELOW_ZERO, DRAW, Names, Table};
use crate::{About, RunAsked};

/// What a column holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Whole numbers from 0.
    Count,
    /// Whole numbers of either sign.
    Number,
    /// Yes or no.
    Flag,
    /// Unordered words.
    Words,
}

/// The columns of a run's games, and what is known of their values before a game is played.
#[derive(Clone, Debug)]
pub struct Columns {
    kinds: Vec<(String, Kind)>,
    /// Victory levels in the order of `level_rank`.
    levels: Vec<String>,
    /// Least and greatest value that a column can have.
    ranges: BTreeMap<String, (f64, f64)>,
    /// The words that a column can have, where they are known.
    words: BTreeMap<String, Vec<String>>,
}

/// The victory level in words; ordered as [`RANK`] is.
pub(crate) const LEVEL: &str = "victory_level";
/// The victory level as a number.
pub(crate) const RANK: &str = "level_rank";

impl Columns {
    /// The columns of a run.
    pub fn of(asked: &RunAsked, about: &About) -> Columns {
        let empty = Names { asked, about }.frame(Table::Games, &[]);
        let empty = empty.expect("a table without rows has columns of one length");
        let declared = |name: &str| about.measures_of(MeasureOf::Game).find(|m| m.id == name);
        let signed = |name: &str| match declared(name) {
            Some(measure) => measure.kind == MeasureKind::Signed,
            None => BELOW_ZERO.contains(&name),
        };
        let kind = |name: &str, kind: &DataType| match kind {
            DataType::Int64 if !signed(name) => Kind::Count,
            DataType::Boolean => Kind::Flag,
            DataType::String => Kind::Words,
            _ => Kind::Number,
        };
        // A game's number, its seed and its world are not measures.
        let apart = ["game", "seed", "world"];
        let measured = empty.columns().iter().filter(|c| !apart.contains(&c.name().as_str()));
        let kinds = measured.map(|c| (c.name().to_string(), kind(c.name(), c.dtype())));
        Columns {
            kinds: kinds.collect(),
            levels: about.levels.clone(),
            ranges: ranges(about),
            words: words(asked, about),
        }
    }

    pub(crate) fn kind(&self, name: &str) -> Option<Kind> {
        self.kinds.iter().find(|(known, _)| known == name).map(|&(_, kind)| kind)
    }

    /// Names of all columns of some kinds.
    pub(crate) fn names(&self, kinds: &[Kind]) -> Vec<&str> {
        let wanted = self.kinds.iter().filter(|(_, kind)| kinds.contains(kind));
        wanted.map(|(name, _)| name.as_str()).collect()
    }

    /// A column of numbers; victory levels count by their rank.
    pub(crate) fn numeric(&self, name: &str) -> Result<(String, Kind), Fault> {
        let name = if name == LEVEL { RANK } else { name };
        match self.kind(name) {
            Some(kind @ (Kind::Count | Kind::Number)) => Ok((name.into(), kind)),
            _ => {
                let mut known = self.names(&[Kind::Count, Kind::Number]);
                known.push(LEVEL);
                Err(Fault::unknown("column of numbers", name, &known))
            }
        }
    }

    /// The rank of a victory level, from 1.
    pub(crate) fn rank(&self, level: &str) -> Result<f64, Fault> {
        let known: Vec<&str> = self.levels.iter().map(String::as_str).collect();
        let place = known.iter().position(|known| *known == level);
        place.map(|place| (place + 1) as f64).ok_or_else(|| {
            let mut fault = Fault::unknown("victory level", level, &known);
            fault.expected = format!("one of \"{}\"", known.join("\", \""));
            fault
        })
    }

    /// Least and greatest mean that a column of numbers or flags can have, if known.
    pub(crate) fn bounds(&self, name: &str) -> (f64, f64) {
        self.range(name).unwrap_or(match self.kind(name) {
            Some(Kind::Flag) => (0.0, 1.0),
            Some(Kind::Count) => (0.0, f64::INFINITY),
            _ => (f64::NEG_INFINITY, f64::INFINITY),
        })
    }

    /// Refuses a word that no row of a column can have.
    pub(crate) fn can_be(&self, column: &str, word: &str) -> Result<(), Fault> {
        let Some(known) = self.words.get(column) else { return Ok(()) };
        if known.iter().any(|known| known == word) {
            return Ok(());
        }
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let mut fault = Fault::unknown(&format!("value of {column}"), word, &known);
        if known.is_empty() {
            fault.expected = format!("a column with values: `{column}` is empty in this run");
        }
        Err(fault)
    }

    /// Bounds that follow from the scenario itself.
    pub(crate) fn range(&self, name: &str) -> Option<(f64, f64)> {
        self.ranges.get(name).copied()
    }
}

/// Who can win, and what is one and the same in every row of a run.
fn words(asked: &RunAsked, about: &About) -> BTreeMap<String, Vec<String>> {
    let sides = Side::BOTH.map(Side::word);
    let winners = sides.into_iter().chain([DRAW]).map(String::from).collect();
    let plan = Some(asked.drops.clone()).filter(|plan| !plan.is_empty());
    let every = [
        ("winner", winners),
        ("scenario", vec![asked.scenario.clone()]),
        ("german", vec![asked.strategies.german.clone()]),
        ("allied", vec![asked.strategies.allied.clone()]),
        ("drops", plan.into_iter().collect()),
    ];
    let declared = about.measures_of(MeasureOf::Game).filter_map(|measure| match &measure.kind {
        MeasureKind::Word(words) => {
            Some((&*measure.id, words.iter().map(ToString::to_string).collect()))
        }
        _ => None,
    });
    every.into_iter().chain(declared).map(|(column, words)| (column.to_owned(), words)).collect()
}

/// Turns end with the calendar, and nobody loses more than he brings.
fn ranges(about: &About) -> BTreeMap<String, (f64, f64)> {
    let steps = |side| {
        let own = about.roster.iter().filter(|unit| unit.side == side);
        (0.0, own.map(|unit| f64::from(unit.steps)).sum())
    };
    let units = |side| {
        let units = about.roster.iter().filter(|unit| unit.side == side).count();
        (0.0, units as f64)
    };
    let turns = (1.0, about.turn_names.len() as f64);
    let every = [
        ("end_turn", turns),
        (RANK, (1.0, about.levels.len() as f64)),
        ("german_steps_lost", steps(Side::German)),
        ("allied_steps_lost", steps(Side::Allied)),
        ("drop_step_losses", steps(Side::German)),
        ("drop_units", units(Side::German)),
        ("drop_eliminated", units(Side::German)),
    ];
    let declared = about.measures_of(MeasureOf::Game).filter_map(|measure| {
        let (least, greatest) = measure.range?;
        Some((&*measure.id, (least as f64, greatest as f64)))
    });
    let known = every.into_iter().chain(declared).filter(|(_, (low, high))| low < high);
    known.map(|(column, range)| (column.to_owned(), range)).collect()
}
