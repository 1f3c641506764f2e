//! A finished run.

use std::path::{Path, PathBuf};

use crate::frame::Table;
use crate::lock::Lock;
use crate::parquet::{self, Reader};
use crate::tally::{Sealed, Tally};
use crate::{About, RunAsked, RunFolder, StudyError, disk};

/// A finished run.
#[derive(Debug)]
pub struct Run {
    path: PathBuf,
    asked: RunAsked,
    about: About,
    sealed: Sealed,
    /// Held while writing into the folder.
    pub(crate) lock: Option<Lock>,
}

impl Run {
    /// Opens the folder of a finished run.
    pub fn open(path: &Path) -> Result<Run, StudyError> {
        let folder = RunFolder::open(path)?;
        if let Some(shard) = folder.asked().shard {
            return Err(StudyError::IsShard { path: path.to_path_buf(), shard });
        }
        if !folder.is_finished() {
            return Err(folder.unfinished());
        }
        let file = path.join(Sealed::FILE);
        let sealed: Sealed = disk::get_json(&file)?;
        let tally = &sealed.tally;
        let RunFolder { path, asked, about, lock, .. } = folder;
        let fits = tally.games == asked.games
            && tally.turns.len() == about.turn_names.len()
            && tally.units.len() == about.roster.len();
        if !fits {
            return Err(StudyError::damaged(
                &file,
                "its totals are not those of the games asked for",
            ));
        }
        Ok(Run { path, asked, about, sealed, lock })
    }

    /// Opens the folder of a finished run to write into it, excluding other writers.
    pub fn open_to_write(path: &Path) -> Result<Run, StudyError> {
        // Leave nothing behind if there is no run.
        Run::open(path)?;
        let lock = Lock::take(path)?;
        Ok(Run { lock: Some(lock), ..Run::open(path)? })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What was asked.
    pub fn asked(&self) -> &RunAsked {
        &self.asked
    }

    /// What the scenario said of itself.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The hashes of its tables: two runs with equal hashes are the same run.
    pub fn seal(&self) -> Vec<&str> {
        self.sealed.tables.values().map(String::as_str).collect()
    }

    pub(crate) fn tally(&self) -> &Tally {
        &self.sealed.tally
    }

    fn hash(&self, table: Table) -> &str {
        self.sealed.tables.get(table.file()).map_or("", String::as_str)
    }

    /// Checks that every table exists and is the one that the run wrote.
    pub fn check_tables(&self) -> Result<(), StudyError> {
        let fault = |table: Table| {
            let what = parquet::check(&self.path.join(table.file()), self.hash(table)).err()?;
            Some(format!("{} {what}", table.file()))
        };
        let faults: Vec<String> = Table::of(&self.asked).filter_map(fault).collect();
        if faults.is_empty() {
            return Ok(());
        }
        Err(StudyError::DamagedTables { path: self.path.clone(), faults })
    }

    /// Opens a table; a file that is not as the run wrote it is refused.
    pub(crate) fn table(&self, table: Table) -> Result<Reader, StudyError> {
        Reader::open(&self.path.join(table.file()), self.hash(table))
    }

    /// Writes a file derived from the run into its folder, completely or not at all: `summary.json`, `index.html`,
    /// charts.
    pub fn put(&self, name: &str, text: &str) -> Result<(), StudyError> {
        let path = self.path.join(name);
        if let Some(folder) = path.parent().filter(|folder| *folder != self.path) {
            disk::folder(folder)?;
        }
        disk::put(&path, text.as_bytes())
    }

    /// Renames the folder to a path that does not exist.
    pub(crate) fn move_to(&mut self, path: &Path) -> Result<(), StudyError> {
        disk::rename(&self.path, path)?;
        if let Some(lock) = &mut self.lock {
            lock.moved_to(path);
        }
        self.path = path.to_path_buf();
        Ok(())
    }
}
