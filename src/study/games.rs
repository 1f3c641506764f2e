//! The games of a finished run, read back from `games.parquet`.

use std::collections::BTreeMap;

use engine::{BySide, Side};
use polars::prelude::{Column, DataFrame, DataType};

use crate::frame::{DRAW, Table};
use crate::histogram::Histogram;
use crate::parquet::Reader;
use crate::{Estimate, Run, StudyError};

/// How a game ended, for one purpose or another.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Won(Side),
    Drawn,
    CutOff,
}

/// `games.parquet`, read one column at a time: a million games fit into little memory.
pub(crate) struct Games {
    file: Reader,
    count: u64,
}

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
        let table = Games::of(self)?;
        let (seeds, fingerprints) = (table.seeds()?, table.fingerprints()?);
        games
            .iter()
            .map(|&game| {
                let row = usize::try_from(game).ok().filter(|&row| row < seeds.len());
                let Some(row) = row else {
                    let path = self.path().to_path_buf();
                    return Err(StudyError::NoSuchGame { path, game, games: self.asked().games });
                };
                Ok(GameKey { game, seed: seeds[row], fingerprint: fingerprints[row] })
            })
            .collect()
    }
}

impl Games {
    /// The games of a run.
    pub(crate) fn of(run: &Run) -> Result<Games, StudyError> {
        Ok(Games { file: run.table(Table::Games)?, count: run.asked().games })
    }

    /// The games of one chunk: its file, and how many there must be.
    pub(crate) fn of_chunk(file: Reader, count: u64) -> Games {
        Games { file, count }
    }

    /// Every column.
    pub(crate) fn rows(&self) -> Result<DataFrame, StudyError> {
        self.file.columns(None)
    }

    /// One column; there must be one row a game.
    fn column(&self, name: &str) -> Result<Column, StudyError> {
        let rows = self.file.columns(Some(&[name]))?;
        if rows.height() as u64 != self.count {
            let found = format!("it has {} games instead of {}", rows.height(), self.count);
            return Err(self.file.damaged(&found));
        }
        rows.column(name).cloned().map_err(|error| self.file.damaged(&error.to_string()))
    }

    /// A column of whole numbers; empty cells are `None`.
    pub(crate) fn numbers(&self, name: &str) -> Result<Vec<Option<i64>>, StudyError> {
        let column = self.column(name)?.cast(&DataType::Int64);
        let column = column.map_err(|error| self.file.damaged(&error.to_string()))?;
        let cells = column.i64().map_err(|error| self.file.damaged(&error.to_string()))?;
        Ok(cells.iter().collect())
    }

    /// A column of numbers with fractions; empty cells are `None`.
    pub(crate) fn fractions(&self, name: &str) -> Result<Vec<Option<f64>>, StudyError> {
        let column = self.column(name)?;
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
    pub(crate) fn seeds(&self) -> Result<Vec<u64>, StudyError> {
        let column = self.column("seed")?;
        let cells = column.u64().map_err(|error| self.file.damaged(&error.to_string()))?;
        let seeds: Option<Vec<u64>> = cells.iter().collect();
        seeds.ok_or_else(|| self.file.damaged("a game has no seed"))
    }

    /// The hash over the decisions and events of each game.
    pub(crate) fn fingerprints(&self) -> Result<Vec<u64>, StudyError> {
        self.words("fingerprint", |text| u64::from_str_radix(text?, 16).ok())?
            .into_iter()
            .collect::<Option<_>>()
            .ok_or_else(|| self.file.damaged("a game has no fingerprint"))
    }

    /// How often each number occurs, empty cells left out.
    pub(crate) fn histogram(&self, name: &str) -> Result<Histogram, StudyError> {
        Ok(self.numbers(name)?.into_iter().flatten().collect())
    }

    /// How each game ended.
    pub(crate) fn ends(&self) -> Result<Vec<End>, StudyError> {
        let ends = self.words("winner", |winner| match winner {
            None => Some(End::CutOff),
            Some(DRAW) => Some(End::Drawn),
            Some(word) => Side::from_word(word).map(End::Won),
        })?;
        ends.into_iter()
            .collect::<Option<_>>()
            .ok_or_else(|| self.file.damaged("a game has no such winner"))
    }

    /// How many games have each word, and the side that won them all, if one did.
    pub(crate) fn by_word(
        &self,
        name: &str,
        ends: &[End],
    ) -> Result<BTreeMap<String, Group>, StudyError> {
        let mut groups: BTreeMap<String, Group> = BTreeMap::new();
        let mut ends = ends.iter();
        self.words(name, |word| {
            if let (Some(word), Some(&end)) = (word, ends.next()) {
                Group::count(&mut groups, word, end);
            }
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
