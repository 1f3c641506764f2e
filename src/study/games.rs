//! The games of a finished run, read back from `games.parquet`.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use engine::{BySide, Side};
use polars::prelude::{Column, DataFrame, DataType};

use crate::frame::{DRAW, Table};
use crate::histogram::Histogram;
use crate::pairs::Sums;
use crate::parquet::Reader;
use crate::{Estimate, Run, StudyError};

/// How a game ended, for one purpose or another.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Won(Side),
    Drawn,
    CutOff,
}

/// `games.parquet`, read a few thousand rows at a time: a million games take no more memory than ten thousand.
pub(crate) struct Games {
    file: Reader,
    count: u64,
    histograms: OnceCell<BTreeMap<String, Histogram>>,
    /// Names of the columns that are measures.
    numbers: OnceCell<Vec<String>>,
}

/// Rows that are in memory at a time.
const BATCH: usize = 4_000;
/// Fingerprints that are in memory at a time.
const FINGERPRINTS: u64 = 100_000;

/// One game as its run recorded it: what `verify` compares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameKey {
    /// Index in the run.
    pub game: u64,
    /// The game's own seed.
    pub seed: u64,
    /// Hash of all its decisions and events.
    pub fingerprint: u64,
}

impl Run {
    /// Seed and fingerprint of some games.
    pub fn keys(&self, games: &[u64]) -> Result<Vec<GameKey>, StudyError> {
        let count = self.asked().games;
        if let Some(&game) = games.iter().find(|&&game| game >= count) {
            return Err(StudyError::NoSuchGame {
                path: self.path().to_path_buf(),
                game,
                games: count,
            });
        }
        let wanted: BTreeSet<u64> = games.iter().copied().collect();
        let mut found: BTreeMap<u64, GameKey> = BTreeMap::new();
        let mut game = 0;
        Games::of(self)?.scan(&["seed", "fingerprint"], |batch| {
            for (seed, fingerprint) in batch.seeds()?.into_iter().zip(batch.fingerprints()?) {
                if wanted.contains(&game) {
                    found.insert(game, GameKey { game, seed, fingerprint });
                }
                game += 1;
            }
            Ok(())
        })?;
        Ok(games.iter().filter_map(|game| found.get(game).cloned()).collect())
    }
}

/// Each row of a table of turns, in order: game, turn, and a number.
pub(crate) fn each_turn(
    file: &Reader,
    column: &str,
    mut each: impl FnMut(i64, i64, Option<i64>),
) -> Result<(), StudyError> {
    let names = ["game", "turn", column];
    for first in (0..file.height()).step_by(BATCH) {
        let last = (first + BATCH).min(file.height());
        let batch = Batch { rows: file.rows(first..last, Some(&names))?, file };
        let [games, turns, numbers] =
            [batch.numbers(names[0])?, batch.numbers(names[1])?, batch.numbers(column)?];
        for ((game, turn), number) in games.into_iter().zip(turns).zip(numbers) {
            if let (Some(game), Some(turn)) = (game, turn) {
                each(game, turn, number);
            }
        }
    }
    Ok(())
}

impl std::fmt::Debug for Games {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Games").field("count", &self.count).finish_non_exhaustive()
    }
}

/// A column of numbers; empty cells are `None`.
type Cells<T> = Result<Vec<Option<T>>, StudyError>;

/// Some columns of games that follow each other.
pub(crate) struct Batch<'g> {
    rows: DataFrame,
    file: &'g Reader,
}

impl Batch<'_> {
    fn column(&self, name: &str) -> Result<&Column, StudyError> {
        self.rows.column(name).map_err(|error| self.file.damaged(&error.to_string()))
    }

    /// A column of whole numbers; empty cells are `None`.
    fn numbers(&self, name: &str) -> Cells<i64> {
        let column = self.column(name)?.cast(&DataType::Int64);
        let column = column.map_err(|error| self.file.damaged(&error.to_string()))?;
        let cells = column.i64().map_err(|error| self.file.damaged(&error.to_string()))?;
        Ok(cells.iter().collect())
    }

    /// A column of numbers with or without fractions; empty cells are `None`.
    fn fractions(&self, name: &str) -> Cells<f64> {
        let column = self.column(name)?.cast(&DataType::Float64);
        let column = column.map_err(|error| self.file.damaged(&error.to_string()))?;
        let cells = column.f64().map_err(|error| self.file.damaged(&error.to_string()))?;
        Ok(cells.iter().collect())
    }

    /// A column of words, each turned into something.
    fn words<T>(
        &self,
        name: &str,
        each: impl FnMut(Option<&str>) -> T,
    ) -> Result<Vec<T>, StudyError> {
        let column = self.column(name)?;
        let cells = column.str().map_err(|error| self.file.damaged(&error.to_string()))?;
        Ok(cells.iter().map(each).collect())
    }

    /// Each game's own seed.
    fn seeds(&self) -> Result<Vec<u64>, StudyError> {
        let column = self.column("seed")?;
        let cells = column.u64().map_err(|error| self.file.damaged(&error.to_string()))?;
        let seeds: Option<Vec<u64>> = cells.iter().collect();
        seeds.ok_or_else(|| self.file.damaged("a game has no seed"))
    }

    /// The hash over the decisions and events of each game.
    fn fingerprints(&self) -> Result<Vec<u64>, StudyError> {
        self.words("fingerprint", |text| u64::from_str_radix(text?, 16).ok())?
            .into_iter()
            .collect::<Option<_>>()
            .ok_or_else(|| self.file.damaged("a game has no fingerprint"))
    }

    /// How each game ended.
    fn ends(&self) -> Result<Vec<End>, StudyError> {
        let ends = self.words("winner", |winner| match winner {
            None => Some(End::CutOff),
            Some(DRAW) => Some(End::Drawn),
            Some(word) => Side::from_word(word).map(End::Won),
        })?;
        ends.into_iter()
            .collect::<Option<_>>()
            .ok_or_else(|| self.file.damaged("a game has no such winner"))
    }
}

impl Games {
    /// The games of a run. There must be one row a game.
    pub(crate) fn of(run: &Run) -> Result<Games, StudyError> {
        Games::of_chunk(run.table(Table::Games)?, run.asked().games)
    }

    /// The games of a file, and how many there must be.
    pub(crate) fn of_chunk(file: Reader, count: u64) -> Result<Games, StudyError> {
        if file.height() as u64 != count {
            let found = format!("it has {} games instead of {count}", file.height());
            return Err(file.damaged(&found));
        }
        Ok(Games { file, count, histograms: OnceCell::new(), numbers: OnceCell::new() })
    }

    /// Goes over some columns of all games, in their order.
    fn scan<'g>(
        &'g self,
        columns: &[&str],
        mut each: impl FnMut(&Batch<'g>) -> Result<(), StudyError>,
    ) -> Result<(), StudyError> {
        for first in (0..self.file.height()).step_by(BATCH) {
            let last = (first + BATCH).min(self.file.height());
            each(&Batch { rows: self.file.rows(first..last, Some(columns))?, file: &self.file })?;
        }
        Ok(())
    }

    /// Each game, in order: how it ended, and its numbers in some columns.
    pub(crate) fn numbers(
        &self,
        columns: &[&str],
        each: impl FnMut(End, &[Option<i64>]),
    ) -> Result<(), StudyError> {
        self.cells(columns, Batch::numbers, each)
    }

    /// Each game, in order: how it ended, and its numbers, with or without fractions, in some columns.
    pub(crate) fn fractions(
        &self,
        columns: &[&str],
        each: impl FnMut(End, &[Option<f64>]),
    ) -> Result<(), StudyError> {
        self.cells(columns, Batch::fractions, each)
    }

    fn cells<'g, T: Copy>(
        &'g self,
        columns: &[&str],
        read: fn(&Batch<'g>, &str) -> Cells<T>,
        mut each: impl FnMut(End, &[Option<T>]),
    ) -> Result<(), StudyError> {
        let wanted: Vec<&str> = columns.iter().copied().chain(["winner"]).collect();
        let mut row: Vec<Option<T>> = vec![None; columns.len()];
        self.scan(&wanted, |batch| {
            let cells: Vec<Vec<Option<T>>> =
                columns.iter().map(|name| read(batch, name)).collect::<Result<_, _>>()?;
            for (game, end) in batch.ends()?.into_iter().enumerate() {
                row.iter_mut().zip(&cells).for_each(|(cell, column)| *cell = column[game]);
                each(end, &row);
            }
            Ok(())
        })
    }

    /// Each game's number, and its word in a column.
    pub(crate) fn each_word(
        &self,
        name: &str,
        mut each: impl FnMut(u64, Option<&str>),
    ) -> Result<(), StudyError> {
        let mut game = 0;
        self.scan(&[name], |batch| {
            batch.words(name, |word| {
                each(game, word);
                game += 1;
            })?;
            Ok(())
        })
    }

    /// Every number of every game that is a measure, with the game's number and the measure's name; NaN where a game has
    /// none.
    pub(crate) fn each_number(
        &self,
        mut each: impl FnMut(u64, &str, f64),
    ) -> Result<(), StudyError> {
        let names = self.names_of_numbers()?;
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut first = 0;
        self.scan(&names, |batch| {
            let mut height = 0;
            for name in &names {
                let cells = batch.fractions(name)?;
                height = cells.len() as u64;
                for (game, cell) in cells.into_iter().enumerate() {
                    each(first + game as u64, name, cell.unwrap_or(f64::NAN));
                }
            }
            first += height;
            Ok(())
        })
    }

    /// How many different games there are, by their fingerprints: counted a part of them at a time.
    pub(crate) fn different(&self) -> Result<u64, StudyError> {
        let parts = self.count.div_ceil(FINGERPRINTS).max(1);
        let mut different = 0;
        for part in 0..parts {
            let mut fingerprints = Vec::new();
            self.scan(&["fingerprint"], |batch| {
                let all = batch.fingerprints()?.into_iter();
                fingerprints.extend(all.filter(|fingerprint| fingerprint % parts == part));
                Ok(())
            })?;
            fingerprints.sort_unstable();
            fingerprints.dedup();
            different += fingerprints.len() as u64;
        }
        Ok(different)
    }

    /// How often each number of a column occurs, without empty cells.
    pub(crate) fn histogram(&self, name: &str) -> Result<Histogram, StudyError> {
        let all = match self.histograms.get() {
            Some(all) => all,
            None => {
                let all = self.all_histograms()?;
                self.histograms.get_or_init(|| all)
            }
        };
        if let Some(histogram) = all.get(name) {
            return Ok(histogram.clone());
        }
        // A missing column, or one not of whole numbers: reported as for any other.
        let mut histogram = Histogram::default();
        self.numbers(&[name], |_, cells| cells.iter().flatten().for_each(|&n| histogram.add(n)))?;
        Ok(histogram)
    }

    /// Those of all columns of whole numbers except the ones that identify games.
    fn all_histograms(&self) -> Result<BTreeMap<String, Histogram>, StudyError> {
        let apart = ["game", "seed", "world"];
        let empty = self.file.rows(0..0, None)?;
        let whole = empty.columns().iter().filter(|column| column.dtype().is_integer());
        let names: Vec<&str> = whole
            .map(|column| column.name().as_str())
            .filter(|name| !apart.contains(name))
            .collect();
        let mut all: Vec<Histogram> = vec![Histogram::default(); names.len()];
        self.scan(&names, |batch| {
            for (name, histogram) in names.iter().zip(&mut all) {
                // Sorted and counted first: counting in a map is slow.
                let mut numbers: Vec<i64> = batch.numbers(name)?.into_iter().flatten().collect();
                numbers.sort_unstable();
                let equal = numbers.chunk_by(|a, b| a == b);
                let counts = equal.filter_map(|equal| Some((*equal.first()?, equal.len() as u64)));
                histogram.merge(&Histogram::of_counts(counts));
            }
            Ok(())
        })?;
        Ok(names.into_iter().map(String::from).zip(all).collect())
    }

    /// The mean of a column over the games that have a number there; `None` where none has.
    pub(crate) fn mean(&self, name: &str) -> Result<Option<Estimate>, StudyError> {
        let mut sums = Sums::default();
        self.fractions(&[name], |_, cells| cells.iter().flatten().for_each(|&x| sums.add(x)))?;
        self.fractions(&[name], |_, cells| {
            cells.iter().flatten().for_each(|&number| sums.add_again(number));
        })?;
        Ok((sums.n > 0).then(|| sums.mean_estimate()))
    }

    /// How many games have each word, and the side that won them all, if one did.
    pub(crate) fn by_word(&self, name: &str) -> Result<BTreeMap<String, Group>, StudyError> {
        let mut groups: BTreeMap<String, Group> = BTreeMap::new();
        self.scan(&[name, "winner"], |batch| {
            let mut ends = batch.ends()?.into_iter();
            batch.words(name, |word| {
                if let (Some(word), Some(end)) = (word, ends.next()) {
                    Group::count(&mut groups, word, end);
                }
            })?;
            Ok(())
        })?;
        Ok(groups)
    }

    /// The mean over the games of a column that each side has.
    pub(crate) fn means(
        &self,
        column: impl Fn(Side) -> String,
    ) -> Result<BySide<Estimate>, StudyError> {
        let mean = |side| Ok(self.histogram(&column(side))?.mean_estimate());
        Ok(BySide { german: mean(Side::German)?, allied: mean(Side::Allied)? })
    }

    /// Some games as they are in the table: how they ended, and all numeric measures.
    pub(crate) fn rows(
        &self,
        games: std::ops::Range<usize>,
    ) -> Result<(Vec<End>, DataFrame), StudyError> {
        let names = match self.numbers.get() {
            Some(names) => names,
            None => {
                let names = self.names_of_numbers()?;
                self.numbers.get_or_init(|| names)
            }
        };
        let names: Vec<&str> = names.iter().map(String::as_str).chain(["winner"]).collect();
        let batch = Batch { rows: self.file.rows(games, Some(&names))?, file: &self.file };
        Ok((batch.ends()?, batch.rows))
    }

    fn names_of_numbers(&self) -> Result<Vec<String>, StudyError> {
        let empty = self.file.rows(0..0, None)?;
        let numbers = empty.columns().iter().filter(|column| {
            let kind = column.dtype();
            let apart = ["game", "seed", "world"].contains(&column.name().as_str());
            !apart && (kind.is_primitive_numeric() || kind.is_bool())
        });
        Ok(numbers.map(|column| column.name().to_string()).collect())
    }

    /// Seeds of some games.
    pub(crate) fn seeds(&self, games: std::ops::Range<usize>) -> Result<Vec<u64>, StudyError> {
        Batch { rows: self.file.rows(games, Some(&["seed"]))?, file: &self.file }.seeds()
    }

    pub(crate) fn damaged(&self, what: &str) -> StudyError {
        self.file.damaged(what)
    }
}

/// Games that have something in common.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) count: u64,
    /// How all of them ended, if they ended alike.
    end: Option<End>,
}

impl Group {
    /// One more game under a name.
    pub(crate) fn count(groups: &mut BTreeMap<String, Group>, name: &str, end: End) {
        match groups.get_mut(name) {
            Some(group) => group.add(end),
            None => drop(groups.insert(name.to_owned(), Group::first(end))),
        }
    }

    fn first(end: End) -> Group {
        Group { count: 1, end: Some(end) }
    }

    fn add(&mut self, end: End) {
        self.count += 1;
        self.end = self.end.filter(|&alike| alike == end);
    }

    /// Whether every one of them was drawn.
    pub(crate) fn drawn(self) -> bool {
        self.end == Some(End::Drawn)
    }

    /// The side that won every one of them.
    pub(crate) fn side(self) -> Option<Side> {
        match self.end {
            Some(End::Won(side)) => Some(side),
            _ => None,
        }
    }
}
