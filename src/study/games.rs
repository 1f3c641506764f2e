//! The games of a finished run, read back from `games.parquet`.

use std::collections::BTreeMap;

use engine::{BySide, Side};
use polars::prelude::{DataFrame, DataType};

use crate::frame::{DRAW, Table, mistake_column};
use crate::histogram::Histogram;
use crate::{Run, StudyError, parquet};

/// How a game ended, for one purpose or another.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Won(Side),
    Drawn,
    CutOff,
}

/// The columns that a summary reads.
pub(crate) struct Games {
    rows: DataFrame,
    path: std::path::PathBuf,
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
        let table = Games::read(self, &["game", "seed", "fingerprint"])?;
        let seeds = table.whole("seed")?;
        let fingerprints = table.words("fingerprint")?;
        games
            .iter()
            .map(|&game| {
                let row = usize::try_from(game).ok().filter(|&row| row < seeds.len());
                let Some(row) = row else {
                    let path = self.path().to_path_buf();
                    return Err(StudyError::NoSuchGame { path, game, games: self.asked().games });
                };
                let hash = fingerprints[row].and_then(|text| u64::from_str_radix(text, 16).ok());
                let (Some(seed), Some(fingerprint)) = (seeds[row], hash) else {
                    return Err(table.damaged(&format!("game {game} has no seed or fingerprint")));
                };
                Ok(GameKey { game, seed, fingerprint })
            })
            .collect()
    }
}

impl Games {
    /// Reads some columns of the games of a run; there must be one row a game.
    pub(crate) fn read(run: &Run, columns: &[&str]) -> Result<Games, StudyError> {
        let path = run.path().join(Table::Games.file());
        let rows = parquet::read(&path, Some(columns))?;
        let games = Games { rows, path };
        if games.rows.height() as u64 != run.asked().games {
            let found =
                format!("it has {} games instead of {}", games.rows.height(), run.asked().games);
            return Err(games.damaged(&found));
        }
        Ok(games)
    }

    fn damaged(&self, what: &str) -> StudyError {
        StudyError::damaged(&self.path, what)
    }

    /// A column of whole numbers; empty cells are `None`.
    pub(crate) fn numbers(&self, name: &str) -> Result<Vec<Option<i64>>, StudyError> {
        let column = self.rows.column(name).and_then(|column| column.cast(&DataType::Int64));
        let column = column.map_err(|error| self.damaged(&error.to_string()))?;
        let cells = column.i64().map_err(|error| self.damaged(&error.to_string()))?;
        Ok(cells.iter().collect())
    }

    fn whole(&self, name: &str) -> Result<Vec<Option<u64>>, StudyError> {
        let column = self.rows.column(name).map_err(|error| self.damaged(&error.to_string()))?;
        let cells = column.u64().map_err(|error| self.damaged(&error.to_string()))?;
        Ok(cells.iter().collect())
    }

    /// A column of words.
    pub(crate) fn words(&self, name: &str) -> Result<Vec<Option<&str>>, StudyError> {
        let column = self.rows.column(name).map_err(|error| self.damaged(&error.to_string()))?;
        let cells = column.str().map_err(|error| self.damaged(&error.to_string()))?;
        Ok(cells.iter().collect())
    }

    /// How often each number occurs, empty cells left out.
    pub(crate) fn histogram(&self, name: &str) -> Result<Histogram, StudyError> {
        Ok(self.numbers(name)?.into_iter().flatten().collect())
    }

    /// How each game ended.
    pub(crate) fn ends(&self) -> Result<Vec<End>, StudyError> {
        self.words("winner")?
            .into_iter()
            .map(|winner| match winner {
                None => Ok(End::CutOff),
                Some(DRAW) => Ok(End::Drawn),
                Some(word) => Side::BOTH
                    .into_iter()
                    .find(|side| side.word() == word)
                    .map(End::Won)
                    .ok_or_else(|| self.damaged(&format!("`{word}` is no winner"))),
            })
            .collect()
    }

    /// How many games have each word, and the side that won them all, if one did.
    pub(crate) fn by_word(
        &self,
        name: &str,
        ends: &[End],
    ) -> Result<BTreeMap<String, Group>, StudyError> {
        let mut groups: BTreeMap<String, Group> = BTreeMap::new();
        for (word, &end) in self.words(name)?.into_iter().zip(ends) {
            if let Some(word) = word {
                groups
                    .entry(word.to_owned())
                    .and_modify(|group| group.add(end))
                    .or_insert(Group::first(end));
            }
        }
        Ok(groups)
    }

    /// How often each side made a mistake, game by game.
    pub(crate) fn mistakes(&self, name: &str) -> Result<BySide<Histogram>, StudyError> {
        Ok(BySide {
            german: self.histogram(&mistake_column(Side::German, name))?,
            allied: self.histogram(&mistake_column(Side::Allied, name))?,
        })
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
    fn first(end: End) -> Group {
        Group { count: 1, end: Some(end) }
    }

    fn add(&mut self, end: End) {
        self.count += 1;
        self.end = self.end.filter(|&alike| alike == end);
    }

    /// The side that won every one of them.
    pub(crate) fn side(self) -> Option<Side> {
        match self.end {
            Some(End::Won(side)) => Some(side),
            _ => None,
        }
    }
}
