//! A run's folder while it is being made, and when it is done.
//!
//! ```text
//! run.toml      what was asked          about.json    what the scenario said of itself
//! parts/00007/  one folder a finished chunk of 1,000 games: its tables and its tally. A shard ends so: `merge` goes on
//! *.parquet     the tables, assembled from the parts at the end; tally.json last of all, then the parts go
//! journal.txt   dates and the like: the only file that may differ between two runs of one command
//! ```
//! A part is written under a temporary name and renamed when complete, so a killed run loses the chunk it was
//! in and nothing else.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};

use lab::{CHUNK, Record, Sink};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::frame::{Names, Table};
use crate::parquet::{self, Reader, Writer};
use crate::tally::{Sealed, Tally};
use crate::{About, Detail, RunAsked, StudyError};

const PARTS: &str = "parts";
const JOURNAL: &str = "journal.txt";
/// The end of names of files that are not complete.
pub(crate) const TEMPORARY: &str = ".tmp";

/// A run folder that may lack games.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    asked: RunAsked,
    about: About,
    /// The first game, unless it is a shard.
    from: u64,
    /// The game after the last on disk.
    have: u64,
}

impl RunFolder {
    /// Makes the folder of a new run. It must not be there, or be empty.
    pub fn create(path: &Path, asked: RunAsked, about: About) -> Result<RunFolder, StudyError> {
        RunFolder::place(path)?;
        let parts = path.join(PARTS);
        fs::create_dir_all(&parts).map_err(StudyError::write(&parts))?;
        put_json(&path.join(About::FILE), &about)?;
        // Last: a folder with `run.toml` can be resumed.
        put(&path.join(RunAsked::FILE), asked.to_toml().as_bytes())?;
        let mut folder = RunFolder { path: path.to_path_buf(), asked, about, from: 0, have: 0 };
        folder.have = folder.slice().start;
        Ok(folder)
    }

    /// Whether a new run may be made in a folder.
    pub(crate) fn place(path: &Path) -> Result<(), StudyError> {
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

    /// Goes on with a run that was stopped. The question must be the same to the letter.
    pub fn resume(path: &Path, asked: &RunAsked, about: &About) -> Result<RunFolder, StudyError> {
        let folder = RunFolder::open(path)?;
        let mut then = folder.asked.clone();
        // Stopped by its rule, it was asked for more.
        then.games = then.at_most.take().unwrap_or(then.games);
        let mut differences = then.differences(asked, "there", "in this command");
        if differences.is_empty() && folder.about != *about {
            differences.push("the scenario or a strategy describes itself otherwise".into());
        }
        if !differences.is_empty() {
            return Err(StudyError::OtherRun { path: path.to_path_buf(), differences });
        }
        Ok(folder)
    }

    /// Opens whatever run lies in a folder, finished or not.
    pub(crate) fn open(path: &Path) -> Result<RunFolder, StudyError> {
        let asked = RunAsked::load(path)?;
        let about = get_json(&path.join(About::FILE))?;
        let mut folder = RunFolder { path: path.to_path_buf(), asked, about, from: 0, have: 0 };
        folder.have = folder.on_disk();
        if folder.is_finished() {
            folder.have = folder.slice().end;
        }
        Ok(folder)
    }

    /// The chunks of some games of an arm. What was asked stands in the file of its study, once for all arms; of the
    /// games only their rows in the table of games are kept.
    pub(crate) fn of_arm(
        path: PathBuf,
        asked: RunAsked,
        about: About,
        games: Range<u64>,
    ) -> RunFolder {
        let asked = RunAsked { games: games.end, detail: Detail::None, shard: None, ..asked };
        let mut folder = RunFolder { path, asked, about, from: games.start, have: games.start };
        folder.have = folder.on_disk();
        folder
    }

    /// The game after the last that is in a chunk on disk.
    fn on_disk(&self) -> u64 {
        let slice = self.slice();
        let mut have = slice.start;
        while have < slice.end && self.part(have).is_dir() {
            have = self.chunk_end(have);
        }
        have
    }

    /// The chunks on disk, in order: their games and their folders.
    pub(crate) fn kept(&self) -> Vec<(Range<u64>, PathBuf)> {
        let mut chunks = Vec::new();
        let mut first = self.slice().start;
        while first < self.have {
            let end = self.chunk_end(first);
            chunks.push((first..end, self.part(first)));
            first = end;
        }
        chunks
    }

    /// Removes the chunks from that of a game on: they are played again.
    pub(crate) fn forget(&mut self, first: u64) -> Result<(), StudyError> {
        for (games, part) in self.kept() {
            if games.start >= first {
                remove(&part)?;
            }
        }
        self.have = first.min(self.have);
        Ok(())
    }

    /// What was asked.
    pub fn asked(&self) -> &RunAsked {
        &self.asked
    }

    /// What the scenario said of itself.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The games still to be played.
    pub fn missing_games(&self) -> Range<u64> {
        self.have..self.slice().end
    }

    /// The games that this folder is for: all of the run's, those of its shard, or some of an arm.
    pub fn slice(&self) -> Range<u64> {
        self.asked.shard.map_or(self.from..self.asked.games, |shard| shard.slice(self.asked.games))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Ends the run with the games it has: its rule is met. From here on it is a run of so many games.
    pub fn stop_here(&mut self) -> Result<(), StudyError> {
        if self.have < self.asked.games {
            self.asked.at_most = Some(self.asked.games);
            self.asked.games = self.have;
            put(&self.path.join(RunAsked::FILE), self.asked.to_toml().as_bytes())?;
        }
        Ok(())
    }

    /// Takes over the chunks of another folder, which must be the next ones.
    pub(crate) fn take_parts(&mut self, other: &RunFolder) -> Result<(), StudyError> {
        for part in other.parts() {
            let to = self.part(self.have);
            fs::create_dir_all(&to).map_err(StudyError::write(&to))?;
            let entries = fs::read_dir(&part).map_err(StudyError::read(&part))?;
            for entry in entries {
                let from = entry.map_err(StudyError::read(&part))?.path();
                let name = from.file_name().unwrap_or_default();
                fs::copy(&from, to.join(name)).map_err(StudyError::read(&from))?;
            }
            self.have = self.chunk_end(self.have);
        }
        Ok(())
    }

    /// Adds a line to the journal: the place for dates, machines and thread counts.
    pub fn note(&self, line: &str) -> Result<(), StudyError> {
        let path = self.path.join(JOURNAL);
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)
            .map_err(StudyError::write(&path))?;
        writeln!(file, "{line}").map_err(StudyError::write(&path))
    }

    /// Keeps the next chunk: games `first..first + records.len()`, a thousand of them or the last ones.
    pub fn keep(&mut self, first: u64, records: &[Record]) -> Result<(), StudyError> {
        let end = self.chunk_end(self.have);
        if first != self.have || first + records.len() as u64 != end {
            return Err(StudyError::OutOfOrder {
                first,
                last: (first + records.len() as u64).saturating_sub(1),
                expected: self.have,
                end: end.saturating_sub(1),
            });
        }
        let names = self.names();
        let part = self.part(first);
        let unfinished = part.with_extension(&TEMPORARY[1..]);
        // Left over from a run that was killed here.
        remove(&unfinished)?;
        fs::create_dir_all(&unfinished).map_err(StudyError::write(&unfinished))?;
        let mut tables = BTreeMap::new();
        for table in Table::of(&self.asked) {
            let path = unfinished.join(table.file());
            let rows =
                names.frame(table, records).map_err(|error| StudyError::damaged(&path, &error))?;
            // Chunks of games whose rows are not kept leave no file but that of the games.
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
        put_json(&unfinished.join(Sealed::FILE), &Sealed { tables, tally })?;
        fs::rename(&unfinished, &part).map_err(StudyError::write(&part))?;
        self.have = end;
        Ok(())
    }

    /// Assembles the tables when the last game is on disk.
    pub fn finish(self) -> Result<Run, StudyError> {
        if self.have < self.slice().end {
            return Err(self.unfinished());
        }
        if let Some(shard) = self.asked.shard {
            return Err(StudyError::IsShard { path: self.path, shard });
        }
        if !self.is_finished() {
            let mut tally = Tally::empty(self.names());
            let mut parts = Vec::new();
            for part in self.parts() {
                let sealed: Sealed = get_json(&part.join(Sealed::FILE))?;
                tally.merge(&sealed.tally);
                parts.push((part, sealed.tables));
            }
            let mut tables = BTreeMap::new();
            for table in Table::of(&self.asked) {
                tables.insert(table.file().to_owned(), self.assemble(table, &parts)?);
            }
            // Last: a folder with `tally.json` is finished.
            put_json(&self.path.join(Sealed::FILE), &Sealed { tables, tally })?;
        }
        remove(&self.path.join(PARTS))?;
        Run::open(&self.path)
    }

    /// One file a table, one row group a chunk; returns its hash. Each part comes with the hashes of its files.
    fn assemble(
        &self,
        table: Table,
        parts: &[(PathBuf, BTreeMap<String, String>)],
    ) -> Result<String, StudyError> {
        let path = self.path.join(table.file());
        let unfinished = self.path.join(format!("{}{TEMPORARY}", table.file()));
        let nothing =
            self.names().frame(table, &[]).map_err(|error| StudyError::damaged(&path, &error))?;
        let mut writer = Writer::create(&unfinished, nothing.schema())?;
        for (part, hashes) in parts {
            // A chunk without such rows left no such file.
            if let Some(hash) = hashes.get(table.file()) {
                writer.add(Reader::open(&part.join(table.file()), hash)?.columns(None)?)?;
            }
        }
        writer.finish()?;
        fs::rename(&unfinished, &path).map_err(StudyError::write(&path))?;
        parquet::hash(&path)
    }

    /// Files that hold a table's rows of the games on disk, in the order of the games: one of a finished run, one
    /// a chunk of another.
    pub(crate) fn tables(&self, table: Table) -> Result<Vec<(PathBuf, String)>, StudyError> {
        let folders: Vec<PathBuf> = if self.is_finished() {
            vec![self.path.clone()]
        } else {
            self.parts().take((self.have.div_ceil(CHUNK)) as usize).collect()
        };
        let mut files = Vec::new();
        for folder in folders {
            let sealed: Sealed = get_json(&folder.join(Sealed::FILE))?;
            // A chunk without such rows left no such file.
            if let Some(hash) = sealed.tables.get(table.file()) {
                files.push((folder.join(table.file()), hash.clone()));
            }
        }
        Ok(files)
    }

    fn names(&self) -> Names<'_> {
        Names { asked: &self.asked, about: &self.about }
    }

    fn is_finished(&self) -> bool {
        self.path.join(Sealed::FILE).exists()
    }

    fn unfinished(&self) -> StudyError {
        let slice = self.slice();
        let (have, games) = (self.have - slice.start, slice.end - slice.start);
        StudyError::Unfinished { path: self.path.clone(), have, games }
    }

    /// The folder of the chunk that begins with a game.
    fn part(&self, first: u64) -> PathBuf {
        self.path.join(PARTS).join(format!("{:05}", first / CHUNK))
    }

    fn parts(&self) -> impl Iterator<Item = PathBuf> {
        self.slice().step_by(CHUNK as usize).map(|first| self.part(first))
    }

    /// The game after the last of the chunk that begins with a game.
    fn chunk_end(&self, first: u64) -> u64 {
        ((first / CHUNK + 1) * CHUNK).min(self.asked.games)
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

/// A finished run.
#[derive(Debug)]
pub struct Run {
    path: PathBuf,
    asked: RunAsked,
    about: About,
    sealed: Sealed,
}

impl Run {
    /// Opens the folder of a finished run.
    pub fn open(path: &Path) -> Result<Run, StudyError> {
        let folder = RunFolder::open(path)?;
        if let Some(shard) = folder.asked.shard {
            return Err(StudyError::IsShard { path: path.to_path_buf(), shard });
        }
        if !folder.is_finished() {
            return Err(folder.unfinished());
        }
        let file = path.join(Sealed::FILE);
        let sealed: Sealed = get_json(&file)?;
        let tally = &sealed.tally;
        let RunFolder { path, asked, about, .. } = folder;
        let fits = tally.games == asked.games
            && tally.turns.len() == about.turn_names.len()
            && tally.units.len() == about.roster.len();
        if !fits {
            return Err(StudyError::damaged(
                &file,
                "its totals are not those of the games asked for",
            ));
        }
        Ok(Run { path, asked, about, sealed })
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

    /// The hashes of its tables: two runs that have them in common are one and the same.
    pub fn seal(&self) -> Vec<&str> {
        self.sealed.tables.values().map(String::as_str).collect()
    }

    pub(crate) fn tally(&self) -> &Tally {
        &self.sealed.tally
    }

    /// Opens a table; a file that is not the one that the run wrote is refused.
    pub(crate) fn table(&self, table: Table) -> Result<Reader, StudyError> {
        let hash = self.sealed.tables.get(table.file()).map_or("", String::as_str);
        Reader::open(&self.path.join(table.file()), hash)
    }

    /// Puts a file made from the run into its folder, whole or not at all: `summary.json`, `index.html`, charts.
    pub fn put(&self, name: &str, text: &str) -> Result<(), StudyError> {
        let path = self.path.join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(StudyError::write(folder))?;
        }
        put(&path, text.as_bytes())
    }
}

/// The name of a file that no run left there, if there is one.
fn foreign_file(path: &Path) -> Result<Option<String>, StudyError> {
    let entries = match fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(StudyError::write(path)(error)),
    };
    for entry in entries {
        let name =
            entry.map_err(StudyError::read(path))?.file_name().to_string_lossy().into_owned();
        // A run killed before its first chunk leaves these.
        let ours =
            [About::FILE, PARTS, JOURNAL].contains(&name.as_str()) || name.ends_with(TEMPORARY);
        if !ours {
            return Ok(Some(name));
        }
    }
    Ok(None)
}

/// Writes a file under a temporary name and renames it.
pub(crate) fn put(path: &Path, bytes: &[u8]) -> Result<(), StudyError> {
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(TEMPORARY);
    let unfinished = PathBuf::from(unfinished);
    fs::write(&unfinished, bytes).map_err(StudyError::write(path))?;
    fs::rename(&unfinished, path).map_err(StudyError::write(path))
}

fn put_json(path: &Path, value: &impl Serialize) -> Result<(), StudyError> {
    let mut text = serde_json::to_string(value).expect("every field is a JSON value");
    text.push('\n');
    put(path, text.as_bytes())
}

pub(crate) fn get_json<T: DeserializeOwned>(path: &Path) -> Result<T, StudyError> {
    let text = fs::read_to_string(path).map_err(StudyError::read(path))?;
    serde_json::from_str(&text).map_err(|error| StudyError::damaged(path, &error))
}

/// Removes a folder that may not be there.
pub(crate) fn remove(path: &Path) -> Result<(), StudyError> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(StudyError::write(path)(error)),
        _ => Ok(()),
    }
}
