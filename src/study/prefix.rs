//! The finished games of a run, whether or not the run itself is finished: from the first, without a gap.

use std::path::Path;

use polars::prelude::DataFrame;

use crate::frame::Table;
use crate::gate::{Columns, Gates, Judgement, Metric, Numbers, judge};
use crate::outcomes::batches;
use crate::parquet::Reader;
use crate::run_folder::RunFolder;
use crate::{About, RunAsked, StudyError};

/// A run folder, read as far as it goes.
#[derive(Debug)]
pub struct Prefix {
    folder: RunFolder,
}

impl Prefix {
    /// Opens a run folder, finished or not.
    pub fn open(path: &Path) -> Result<Prefix, StudyError> {
        let folder = RunFolder::open(path)?;
        match folder.asked().shard {
            Some(shard) => Err(StudyError::IsShard { path: path.to_path_buf(), shard }),
            None => Ok(Prefix { folder }),
        }
    }

    /// Opens the baseline run of some gates: it must be of the same scenario, with the columns they read.
    pub fn baseline_of(
        asked: &RunAsked,
        about: &About,
        path: &Path,
        gates: &Gates,
    ) -> Result<Prefix, StudyError> {
        let baseline = Prefix::open(path)?;
        let mut differences = Vec::new();
        let (here, there) = (&asked.scenario, &baseline.asked().scenario);
        if here != there {
            differences.push(format!("its scenario is {there} and that of the run {here}"));
        }
        let columns = Columns::of(baseline.asked(), baseline.about());
        for column in gates.columns() {
            if columns.kind(column).is_none() {
                differences.push(format!("it has no column `{column}`"));
            }
        }
        if baseline.about().levels != about.levels {
            differences.push("its victory levels are others".into());
        }
        if differences.is_empty() {
            return Ok(baseline);
        }
        Err(StudyError::NoBaseline { path: path.to_path_buf(), differences })
    }

    /// What was asked.
    pub fn asked(&self) -> &RunAsked {
        self.folder.asked()
    }

    /// What the scenario said of itself.
    pub fn about(&self) -> &About {
        self.folder.about()
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.folder.missing_games().start
    }

    /// Judges its finished games.
    pub fn judge(&self, gates: &Gates, baseline: Option<&Prefix>) -> Result<Judgement, StudyError> {
        let base = baseline.map(|baseline| baseline.numbers(gates)).transpose()?;
        let mut judged = judge(gates, &self.numbers(gates)?, base.as_deref())?;
        judged.asked = self.asked().games;
        if judged.games < judged.asked {
            judged.notes.push(format!(
                "the run is not finished: {} of its {} games are judged",
                judged.games, judged.asked
            ));
        }
        if let Some(baseline) = baseline
            && baseline.asked().seed != self.asked().seed
        {
            judged.notes.push(format!(
                "the baseline was played with seed {} and the run with {}: the same seed needs far fewer games",
                baseline.asked().seed,
                self.asked().seed
            ));
        }
        Ok(judged)
    }

    /// The numbers of each gate, one per game.
    pub fn numbers(&self, gates: &Gates) -> Result<Vec<Numbers>, StudyError> {
        self.numbers_of(&gates.gates.iter().map(|gate| &gate.metric).collect::<Vec<_>>())
    }

    /// The numbers of each metric, one per game.
    pub(crate) fn numbers_of(&self, metrics: &[&Metric]) -> Result<Vec<Numbers>, StudyError> {
        let mut columns: Vec<&str> = metrics.iter().map(|metric| metric.column()).collect();
        columns.sort_unstable();
        columns.dedup();
        let room = self.games() as usize;
        let mut numbers: Vec<Numbers> =
            metrics.iter().map(|_| Numbers::with_capacity(room)).collect();
        for (path, hash) in self.folder.tables(Table::Games)? {
            let table = Reader::open(&path, &hash)?;
            for batch in batches(table.height()) {
                let games = table.rows(batch, Some(&columns))?;
                read_off(metrics, &games, &mut numbers)
                    .map_err(|error| StudyError::damaged(&path, &error))?;
            }
        }
        Ok(numbers)
    }
}

/// Adds the numbers of some games to those of each metric.
pub(crate) fn read_off(
    metrics: &[&Metric],
    games: &DataFrame,
    numbers: &mut [Numbers],
) -> polars::prelude::PolarsResult<()> {
    metrics.iter().zip(numbers).try_for_each(|(metric, numbers)| metric.read_off(games, numbers))
}
