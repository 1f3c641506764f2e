//! A run's folder while the run is played.
//!
//! ```text
//! lock          held by the run that works here; removed when the run ends
//! run.toml      the request             about.json    what the scenario contained
//! parts/00007/  one folder per finished chunk of 1,000 games (or 100, see RunAsked::chunk): its tables and its tally, and in chunk.json the run
//!               they belong to. A finished shard looks like this: `merge` does the rest
//! *.parquet     the tables, assembled from the parts at the end; tally.json last of all, then the parts are removed
//! journal.txt   dates and the like: the only file that may differ between two runs of one command
//! set-aside/    parts that are damaged or do not belong to the run; their games are played again
//! ```
//! A part is written under a temporary name and renamed when it is complete and on the disk, so a run that was
//! killed loses only the chunk it was playing, and so does one whose machine lost power.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};

use lab::{Record, Sink};
use polars::prelude::{Column, PlSmallStr, PolarsError};

use crate::chunk::{Chunk, Fault};
use crate::frame::{Names, Table};
use crate::lock::Lock;
use crate::parquet::{self, Reader, Writer};
use crate::tally::{Sealed, Tally};
use crate::{About, Detail, Run, RunAsked, StudyError, disk};

const PARTS: &str = "parts";
const JOURNAL: &str = "journal.txt";
const ASIDE: &str = "set-aside";

/// Maximum number of row groups in a table; up to that, one per chunk. The metadata of all groups are in memory while
/// a table is read or written, 3 kB a column, and would grow with the run.
const MOST_GROUPS: usize = 16;

/// Columns of a row group that are in memory at a time.
const COLUMNS_AT_A_TIME: usize = 4;

/// A run folder that may lack games.
#[derive(Debug)]
pub struct RunFolder {
    pub(crate) path: PathBuf,
    pub(crate) asked: RunAsked,
    pub(crate) about: About,
    /// The first game, unless it is a shard.
    from: u64,
    /// The first game that is not on disk.
    next: u64,
    /// First games of the chunks on disk after that.
    later: BTreeSet<u64>,
    /// Held while writing.
    pub(crate) lock: Option<Lock>,
    /// What was set aside, one sentence each.
    aside: Vec<String>,
}

impl RunFolder {
    /// Makes the folder of a new run. It must not exist, or be empty.
    pub fn create(path: &Path, asked: RunAsked, about: About) -> Result<RunFolder, StudyError> {
        RunFolder::place(path)?;
        fs::create_dir_all(path).map_err(StudyError::write(path))?;
        let lock = Lock::take(path)?;
        // Check again now that no other process works here: another run may have come in between.
        RunFolder::place_of_ours(path)?;
        disk::sync_folder_of(path)?;
        let mut folder = RunFolder::new(path, asked, about);
        folder.lock = Some(lock);
        disk::folder(&folder.path.join(PARTS))?;
        // Left by a run that never wrote its `run.toml`.
        folder.set_strays_aside(&BTreeSet::new())?;
        disk::put_json(&path.join(About::FILE), &folder.about)?;
        // Last: a folder with `run.toml` can be resumed.
        disk::put(&path.join(RunAsked::FILE), folder.asked.to_toml().as_bytes())?;
        Ok(folder)
    }

    fn new(path: &Path, asked: RunAsked, about: About) -> RunFolder {
        let (later, aside) = (BTreeSet::new(), Vec::new());
        let path = path.to_path_buf();
        let mut folder =
            RunFolder { path, asked, about, from: 0, next: 0, later, lock: None, aside };
        folder.next = folder.slice().start;
        folder
    }

    /// The chunks of some games of an arm. The request is in the file of its study, once for all arms; only
    /// the rows of the games table are kept. A chunk that is damaged, or does not belong here, is removed with all that
    /// follow: they are played again, with the same results.
    pub(crate) fn of_arm(
        path: &Path,
        asked: RunAsked,
        about: About,
        games: Range<u64>,
    ) -> Result<RunFolder, StudyError> {
        let asked = RunAsked { games: games.end, detail: Detail::None, shard: None, ..asked };
        let mut folder = RunFolder::new(path, asked, about);
        (folder.from, folder.next) = (games.start, games.start);
        disk::folder(&folder.path.join(PARTS))?;
        let (mut first, mut sound) = (games.start, true);
        while first < games.end {
            let (part, end) = (folder.part(first), folder.chunk_end(first));
            sound &= Chunk::check(&part, &(first..end), &folder.asked).is_ok();
            if sound {
                folder.next = end;
            } else {
                disk::remove(&part)?;
            }
            first = end;
        }
        Ok(folder)
    }

    /// The chunks on disk, in order, each with its folder. They are read one by one: each holds a tally.
    pub(crate) fn kept(&self) -> impl Iterator<Item = Result<(PathBuf, Chunk), StudyError>> {
        let mut first = self.slice().start;
        std::iter::from_fn(move || {
            (first < self.next).then(|| {
                let part = self.part(first);
                let chunk = self.chunk(first).map_err(|fault| match fault {
                    Fault::Missing => StudyError::damaged(&part, "it is missing"),
                    Fault::Wrong(what) => StudyError::damaged(&part, &what),
                });
                first = self.chunk_end(first);
                Ok((part, chunk?))
            })
        })
    }

    /// Whether a new run may be made in a folder.
    pub fn place(path: &Path) -> Result<(), StudyError> {
        Lock::free(path)?;
        RunFolder::place_of_ours(path)
    }

    fn place_of_ours(path: &Path) -> Result<(), StudyError> {
        if path.join(RunAsked::FILE).exists() {
            return Err(match RunFolder::open(path)? {
                folder if folder.missing_games().is_empty() => {
                    StudyError::Finished { path: path.to_path_buf() }
                }
                folder => folder.unfinished(),
            });
        }
        match foreign_file(path)? {
            Some(example) => Err(StudyError::Occupied { path: path.to_path_buf(), example }),
            None => Ok(()),
        }
    }

    /// Resumes a run that was stopped. The request must be exactly the same. Chunks that are damaged, or do not
    /// belong to it, are set aside; their games are among those still to be played.
    pub fn resume(path: &Path, asked: &RunAsked, about: &About) -> Result<RunFolder, StudyError> {
        // Leave nothing behind if there is no run.
        RunAsked::load(path)?;
        let lock = Lock::take(path)?;
        let mut folder = RunFolder::open(path)?;
        folder.lock = Some(lock);
        let mut then = folder.asked.clone();
        // If it was stopped by its rule, the request was for more games.
        then.games = then.at_most.take().unwrap_or(then.games);
        let mut differences = then.differences(asked, "there", "in this command");
        if differences.is_empty() && folder.about != *about {
            differences.push("the scenario or a strategy describes itself otherwise".into());
        }
        if !differences.is_empty() {
            return Err(StudyError::OtherRun { path: path.to_path_buf(), differences });
        }
        if !folder.is_finished() {
            folder.look_at_parts()?;
        }
        Ok(folder)
    }

    /// Opens the run in a folder, finished or not.
    pub(crate) fn open(path: &Path) -> Result<RunFolder, StudyError> {
        let asked = RunAsked::load(path)?;
        let file = path.join(About::FILE);
        let about: About = disk::get_json(&file)?;
        let mut folder = RunFolder::new(path, asked, about);
        folder.names().check().map_err(|what| StudyError::damaged(&file, &what))?;
        let slice = folder.slice();
        if folder.is_finished() {
            folder.next = slice.end;
        }
        while folder.next < slice.end && folder.chunk(folder.next).is_ok() {
            folder.next = folder.chunk_end(folder.next);
        }
        Ok(folder)
    }

    /// Checks every chunk, and sets aside what is wrong.
    fn look_at_parts(&mut self) -> Result<(), StudyError> {
        let slice = self.slice();
        let parts = self.path.join(PARTS);
        if parts.exists() && !disk::is_folder(&parts) {
            self.set_aside(&parts, "it is no folder of this run")?;
        }
        disk::folder(&parts)?;
        let mut good = BTreeSet::new();
        for first in slice.clone().step_by(self.asked.chunk() as usize) {
            let part = self.part(first);
            let games = first..self.chunk_end(first);
            match Chunk::check(&part, &games, &self.asked) {
                Ok(_) => drop(good.insert(first)),
                Err(Fault::Missing) => {}
                Err(Fault::Wrong(what)) => self.set_aside(&part, &what)?,
            }
        }
        self.set_strays_aside(&good)?;
        self.next = slice.start;
        self.later = good;
        self.skip_chunks();
        Ok(())
    }

    /// Skips the chunks that are on disk.
    fn skip_chunks(&mut self) {
        while self.later.remove(&self.next) {
            self.next = self.chunk_end(self.next);
        }
    }

    /// Sets aside anything among the parts that does not belong there.
    fn set_strays_aside(&mut self, good: &BTreeSet<u64>) -> Result<(), StudyError> {
        let parts = self.path.join(PARTS);
        let ours: BTreeSet<PathBuf> = good.iter().map(|&first| self.part(first)).collect();
        for name in disk::names(&parts)? {
            let path = parts.join(&name);
            if name.to_string_lossy().ends_with(disk::TEMPORARY) {
                // Left over from a run that was killed here.
                disk::remove(&path)?;
            } else if !ours.contains(&path) {
                self.set_aside(&path, "it is no chunk of this run")?;
            }
        }
        Ok(())
    }

    /// Moves something out of the way, so that it is not taken for a part of the run, and records it.
    fn set_aside(&mut self, path: &Path, why: &str) -> Result<(), StudyError> {
        let folder = self.path.join(ASIDE);
        disk::folder(&folder)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let free = (1..).map(|number| match number {
            1 => folder.join(&name),
            number => folder.join(format!("{name}-{number}")),
        });
        let to = free.into_iter().find(|to| fs::symlink_metadata(to).is_err());
        let to = to.expect("some number is free");
        disk::rename(path, &to)?;
        let said = format!("{} was set aside as {}: {why}", path.display(), to.display());
        self.note(&said)?;
        self.aside.push(said);
        Ok(())
    }

    /// What was set aside when the run was resumed, one sentence each.
    pub fn set_aside_chunks(&self) -> &[String] {
        &self.aside
    }

    /// What was asked.
    pub fn asked(&self) -> &RunAsked {
        &self.asked
    }

    /// What the scenario said of itself.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The next games to be played: up to the end, or to a chunk that already exists.
    pub fn missing_games(&self) -> Range<u64> {
        self.next..self.later.first().copied().unwrap_or(self.slice().end)
    }

    /// Whether games are missing before existing chunks.
    pub fn has_gap(&self) -> bool {
        !self.later.is_empty()
    }

    /// The games that this folder is for: all games of the run, those of its shard, or some of an arm.
    pub fn slice(&self) -> Range<u64> {
        self.asked.shard.map_or(self.from..self.asked.games, |shard| shard.slice(self.asked.games))
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Ends the run with the games it has, because its rule is met. From here on it is a run of that many games.
    pub fn stop_here(&mut self) -> Result<(), StudyError> {
        if self.next < self.asked.games {
            self.asked.at_most = Some(self.asked.games);
            self.asked.games = self.next;
            disk::put(&self.path.join(RunAsked::FILE), self.asked.to_toml().as_bytes())?;
        }
        Ok(())
    }

    /// Every faulty chunk, and what is wrong with it.
    pub(crate) fn faults(&self) -> Vec<(PathBuf, String)> {
        let firsts = self.slice().step_by(self.asked.chunk() as usize);
        let fault = |first| {
            let part = self.part(first);
            match Chunk::check(&part, &(first..self.chunk_end(first)), &self.asked) {
                Err(Fault::Wrong(what)) => Some((part, what)),
                _ => None,
            }
        };
        firsts.filter_map(fault).collect()
    }

    /// Adds a line to the journal, which is the place for dates, machines and thread counts.
    pub fn note(&self, line: &str) -> Result<(), StudyError> {
        let path = self.path.join(JOURNAL);
        // Rewritten each time: a link in its place is replaced and not followed.
        let mut text = if disk::is_link(&path) {
            String::new()
        } else {
            match fs::read(&path) {
                Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
                read => {
                    String::from_utf8_lossy(&read.map_err(StudyError::read(&path))?).into_owned()
                }
            }
        };
        text.push_str(line);
        text.push('\n');
        disk::put(&path, text.as_bytes())
    }

    /// Stores the next chunk: games `first..first + records.len()`, a whole chunk or the last ones.
    pub fn keep(&mut self, first: u64, records: &[Record]) -> Result<(), StudyError> {
        let end = self.chunk_end(self.next);
        if first != self.next || first + records.len() as u64 != end {
            return Err(StudyError::OutOfOrder {
                first,
                last: (first + records.len() as u64).saturating_sub(1),
                expected: self.next,
                end: end.saturating_sub(1),
            });
        }
        let names = self.names();
        let part = self.part(first);
        let unfinished = part.with_extension(&disk::TEMPORARY[1..]);
        // Left over from a run that was killed here.
        disk::remove(&unfinished)?;
        fs::create_dir(&unfinished).map_err(StudyError::write(&unfinished))?;
        let mut tables = BTreeMap::new();
        for table in Table::of(&self.asked) {
            let path = unfinished.join(table.file());
            let rows =
                names.frame(table, records).map_err(|error| StudyError::damaged(&path, &error))?;
            // Chunks of games whose detailed rows are not kept have only the file of the games table.
            if rows.height() > 0 {
                let mut writer = Writer::create(&path, rows.schema())?;
                writer.add(rows)?;
                writer.finish()?;
                tables.insert(table.file().to_owned(), parquet::hash(&path)?);
            }
        }
        let mut tally = Tally::empty(names);
        for record in records {
            tally.add(names, record);
        }
        let chunk = Chunk { first, end, asked: self.asked.of_chunks(), tables, tally };
        disk::put(&unfinished.join(Chunk::FILE), chunk.to_json().as_bytes())?;
        disk::rename(&unfinished, &part)?;
        self.next = end;
        self.skip_chunks();
        Ok(())
    }

    /// Assembles the tables when the last game is on disk.
    pub fn finish(self) -> Result<Run, StudyError> {
        if let Some(shard) = self.asked.shard.filter(|_| self.missing_games().is_empty()) {
            return Err(StudyError::IsShard { path: self.path, shard });
        }
        if !self.missing_games().is_empty() {
            return Err(self.unfinished());
        }
        let parts = self.parts().collect();
        self.finish_from(parts)
    }

    /// Assembles the tables from the folders of all chunks, wherever they are.
    pub(crate) fn finish_from(mut self, parts: Vec<PathBuf>) -> Result<Run, StudyError> {
        if !self.is_finished() {
            let mut tally = Tally::empty(self.names());
            let mut hashed = Vec::new();
            for (part, first) in
                parts.into_iter().zip(self.slice().step_by(self.asked.chunk() as usize))
            {
                let games = first..self.chunk_end(first);
                let chunk =
                    Chunk::load(&part, &games, &self.asked).map_err(|fault| match fault {
                        Fault::Missing => StudyError::damaged(&part, "it is missing"),
                        Fault::Wrong(what) => StudyError::damaged(&part, &what),
                    })?;
                tally.merge(&chunk.tally);
                hashed.push((part, chunk.tables));
            }
            let mut tables = BTreeMap::new();
            for table in Table::of(&self.asked) {
                tables.insert(table.file().to_owned(), self.assemble(table, &hashed)?);
            }
            // Last: a folder with `tally.json` is finished.
            disk::put_json(&self.path.join(Sealed::FILE), &Sealed { tables, tally })?;
        }
        self.remove_parts()?;
        let lock = self.lock.take();
        let mut run = Run::open(&self.path)?;
        run.lock = lock;
        Ok(run)
    }

    /// Removes the parts, now that they are in the tables, and nothing else.
    fn remove_parts(&mut self) -> Result<(), StudyError> {
        let parts = self.path.join(PARTS);
        if !disk::is_folder(&parts) {
            return Ok(());
        }
        let ours: BTreeSet<u64> = self.slice().step_by(self.asked.chunk() as usize).collect();
        self.set_strays_aside(&ours)?;
        disk::remove(&parts)
    }

    /// Writes one file per table, with a number of chunks in each row group; returns its hash. Each part comes with the
    /// hashes of its files.
    fn assemble(
        &self,
        table: Table,
        parts: &[(PathBuf, BTreeMap<String, String>)],
    ) -> Result<String, StudyError> {
        let path = self.path.join(table.file());
        let unfinished = disk::unfinished(&path);
        let nothing =
            self.names().frame(table, &[]).map_err(|error| StudyError::damaged(&path, &error))?;
        let mut writer = Writer::create(&unfinished, nothing.schema())?;
        let all: Vec<&str> = nothing.schema().iter_names().map(PlSmallStr::as_str).collect();
        for parts in parts.chunks(parts.len().div_ceil(MOST_GROUPS).max(1)) {
            // A chunk without such rows left no such file.
            let files = parts.iter().filter_map(|(part, hashes)| {
                Some((part.join(table.file()), hashes.get(table.file())?))
            });
            let files: Vec<_> = files.collect();
            let mut height = 0;
            for (file, hash) in &files {
                height += Reader::open(file, hash)?.height();
            }
            // The metadata of a file take more room than its rows: each is opened again for every few columns.
            let some = |names: &[&str]| -> Result<Vec<Column>, StudyError> {
                let damaged = |error: PolarsError| StudyError::damaged(&path, &error);
                let mut rows = nothing.select(names.iter().copied()).map_err(damaged)?;
                for (file, _) in &files {
                    let file = Reader::again(file)?;
                    rows.vstack_mut_owned(file.columns(Some(names))?)
                        .map_err(|error| file.damaged(&error.to_string()))?;
                }
                Ok(rows.into_columns())
            };
            let columns = all.chunks(COLUMNS_AT_A_TIME).flat_map(|names| match some(names) {
                Ok(columns) => columns.into_iter().map(Ok).collect(),
                Err(error) => vec![Err(error)],
            });
            writer.add_columns(height, columns)?;
        }
        writer.finish()?;
        disk::rename(&unfinished, &path)?;
        parquet::hash(&path)
    }

    /// Files that hold a table's rows of the games on disk, in the order of the games: one for a finished run,
    /// otherwise one per chunk.
    pub(crate) fn tables(&self, table: Table) -> Result<Vec<(PathBuf, String)>, StudyError> {
        if self.is_finished() {
            let sealed: Sealed = disk::get_json(&self.path.join(Sealed::FILE))?;
            let hash = sealed.tables.get(table.file());
            return Ok(hash
                .map(|hash| (self.path.join(table.file()), hash.clone()))
                .into_iter()
                .collect());
        }
        let mut files = Vec::new();
        for first in (self.slice().start..self.next).step_by(self.asked.chunk() as usize) {
            let part = self.part(first);
            let chunk = self.chunk(first).map_err(|fault| match fault {
                Fault::Missing => StudyError::damaged(&part, "it is missing"),
                Fault::Wrong(what) => StudyError::damaged(&part, &what),
            })?;
            // A chunk without such rows left no such file.
            if let Some(hash) = chunk.tables.get(table.file()) {
                files.push((part.join(table.file()), hash.clone()));
            }
        }
        Ok(files)
    }

    /// The chunk that begins with a game, according to its own file.
    fn chunk(&self, first: u64) -> Result<Chunk, Fault> {
        Chunk::load(&self.part(first), &(first..self.chunk_end(first)), &self.asked)
    }

    pub(crate) fn names(&self) -> Names<'_> {
        Names { asked: &self.asked, about: &self.about }
    }

    pub(crate) fn is_finished(&self) -> bool {
        self.path.join(Sealed::FILE).exists()
    }

    /// How many games are still to be played.
    pub fn lacks(&self) -> u64 {
        let later: u64 = self.later.iter().map(|&first| self.chunk_end(first) - first).sum();
        self.slice().end - self.next - later
    }

    pub(crate) fn unfinished(&self) -> StudyError {
        let slice = self.slice();
        let games = slice.end - slice.start;
        StudyError::Unfinished { path: self.path.clone(), have: games - self.lacks(), games }
    }

    /// The folder of the chunk that begins with a game.
    fn part(&self, first: u64) -> PathBuf {
        self.path.join(PARTS).join(format!("{:05}", first / self.asked.chunk()))
    }

    /// The folders of all chunks.
    pub(crate) fn parts(&self) -> impl Iterator<Item = PathBuf> {
        self.slice().step_by(self.asked.chunk() as usize).map(|first| self.part(first))
    }

    /// The game after the last of the chunk that begins with a game.
    fn chunk_end(&self, first: u64) -> u64 {
        let chunk = self.asked.chunk();
        ((first / chunk + 1) * chunk).min(self.asked.games)
    }
}

impl Sink for RunFolder {
    fn chunk(
        &mut self,
        first: u64,
        records: Vec<Record>,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        Ok(self.keep(first, &records)?)
    }
}

/// The name of a file that does not come from a run, if there is one.
fn foreign_file(path: &Path) -> Result<Option<String>, StudyError> {
    let names = disk::names_in_the_way(path)?.into_iter();
    let names = names.map(|name| name.to_string_lossy().into_owned());
    // A run killed before its first chunk leaves these.
    let ours = [About::FILE, PARTS, JOURNAL, ASIDE, Lock::FILE];
    Ok(names
        .into_iter()
        .find(|name| !ours.contains(&name.as_str()) && !name.ends_with(disk::TEMPORARY)))
}
