//! What can go wrong between records and a summary.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::Shard;

/// A fault in a run folder, worded for the user.
#[derive(Debug, Error)]
pub enum StudyError {
    /// A file or folder cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file is not as the run wrote it: truncated, changed, or of another kind.
    #[error("{} is damaged: {what}; make the run again, or copy the file again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found instead of what was expected.
        what: String,
    },
    /// A table lacks columns: it is older or newer than this program.
    #[error("{} has no column {wanted}: another version of Dropzone wrote it; make the run again", path.display())]
    OtherColumns {
        /// The file.
        path: PathBuf,
        /// The columns requested.
        wanted: String,
    },
    /// A folder without `run.toml`.
    #[error("{} is not a run folder: it has no run.toml; `dropzone run SCENARIO --out FOLDER` makes one, `dropzone runs FOLDER` lists those below a folder", path.display())]
    NotARun {
        /// The folder.
        path: PathBuf,
    },
    /// A folder with other files.
    #[error("{} holds other files ({example}, ...): it wants a folder of its own, choose another --out", path.display())]
    Occupied {
        /// The folder.
        path: PathBuf,
        /// One of the files.
        example: String,
    },
    /// Another process works in the folder.
    #[error("another command is at work in {}{}: wait until it has ended, or choose another --out", path.display(), process.map_or(String::new(), |id| format!(" (process {id})")))]
    Busy {
        /// The folder.
        path: PathBuf,
        /// The process, if known.
        process: Option<u32>,
    },
    /// Tables of a finished run that are not as it wrote them.
    #[error("{} is damaged: {}; make the run again, or copy the files again", path.display(), faults.join("; "))]
    DamagedTables {
        /// The folder.
        path: PathBuf,
        /// One sentence per table.
        faults: Vec<String>,
    },
    /// A new run was requested in the folder of a finished one.
    #[error("{} holds a finished run: choose another --out, or remove the folder", path.display())]
    Finished {
        /// The folder.
        path: PathBuf,
    },
    /// A study was requested in the folder of a run.
    #[error("{} holds a run: choose another --out", path.display())]
    HoldsRun {
        /// The folder.
        path: PathBuf,
    },
    /// The folder holds a study with another question.
    #[error("{} holds another study: {}; choose another --out, or remove the folder", path.display(), differences.join("; "))]
    OtherStudy {
        /// The folder.
        path: PathBuf,
        /// One sentence a difference.
        differences: Vec<String>,
    },
    /// The study was stopped, and `--resume` was not given.
    #[error("{} holds this study unfinished: add --resume to go on with it, or remove the folder", path.display())]
    UnfinishedStudy {
        /// The folder.
        path: PathBuf,
    },
    /// There is no study to resume.
    #[error("{} holds no study to resume: leave out --resume to begin", path.display())]
    NotAStudy {
        /// The folder.
        path: PathBuf,
    },
    /// The run is not finished.
    #[error("{} holds an unfinished run ({have} of {games} games): run the same command with --resume to finish it", path.display())]
    Unfinished {
        /// The folder.
        path: PathBuf,
        /// Games on disk.
        have: u64,
        /// Games requested.
        games: u64,
    },
    /// A part of a run where a whole one is needed.
    #[error("{} holds shard {shard} of a run: merge it with the others first", path.display())]
    IsShard {
        /// The folder.
        path: PathBuf,
        /// Which part.
        shard: Shard,
    },
    /// Shards that do not make up a run.
    #[error("cannot merge: {}", faults.join("\n  "))]
    CannotMerge {
        /// One sentence per fault.
        faults: Vec<String>,
    },
    /// The folder belongs to another run.
    #[error("{} belongs to another run: {}", path.display(), differences.join("; "))]
    OtherRun {
        /// The folder.
        path: PathBuf,
        /// One sentence a difference.
        differences: Vec<String>,
    },
    /// A number that is unreasonably large.
    #[error("{what}; expected at most {most}")]
    TooMany {
        /// What there is too much of.
        what: String,
        /// The maximum.
        most: u64,
    },
    /// A measure that the games do not have.
    #[error("there is no measure `{name}`{}; there are {}", nearest.as_ref().map_or(String::new(), |near| format!(" (did you mean `{near}`?)")), known.join(", "))]
    NoSuchMeasure {
        /// The name requested.
        name: String,
        /// The nearest known name.
        nearest: Option<String>,
        /// All of them.
        known: Vec<String>,
    },
    /// A turn beyond the calendar of the scenario.
    #[error("there is no turn {turn} (`{column}`); expected one from 1 to {last}")]
    NoSuchTurn {
        /// The turn.
        turn: u16,
        /// What was to be looked at.
        column: String,
        /// The last turn.
        last: usize,
    },
    /// Chunks came in the wrong order: a bug in the caller.
    #[error("games {first} to {last} came where {expected} to {end} were expected")]
    OutOfOrder {
        /// First game that came.
        first: u64,
        /// Last game that came.
        last: u64,
        /// First game expected.
        expected: u64,
        /// Last game expected.
        end: u64,
    },
    /// A run that cannot be used as a baseline.
    #[error("{} cannot be the baseline: {}", path.display(), differences.join("; "))]
    NoBaseline {
        /// The folder.
        path: PathBuf,
        /// One sentence per reason.
        differences: Vec<String>,
    },
    /// A number outside the range that was declared for a mean.
    #[error(
        "{metric} cannot be judged: a game has {number}, outside of [{low}, {high}]; say a wider range for the column under [ranges]"
    )]
    OutsideRange {
        /// The metric.
        metric: String,
        /// The number.
        number: f64,
        /// Lower end of the range.
        low: f64,
        /// Upper end of the range.
        high: f64,
    },
    /// A game that the run does not have.
    #[error("there is no game {game}: the run in {} has games 0 to {}", path.display(), games.saturating_sub(1))]
    NoSuchGame {
        /// The folder.
        path: PathBuf,
        /// The game requested.
        game: u64,
        /// Games of the run.
        games: u64,
    },
}

impl StudyError {
    /// For `map_err` after writing.
    pub(crate) fn write(path: &Path) -> impl FnOnce(io::Error) -> StudyError {
        let path = path.to_path_buf();
        move |source| StudyError::Write { path, source }
    }

    /// For `map_err` after reading.
    pub(crate) fn read(path: &Path) -> impl FnOnce(io::Error) -> StudyError {
        let path = path.to_path_buf();
        move |source| StudyError::Read { path, source }
    }

    /// A file that exists but cannot be understood.
    pub(crate) fn damaged(path: &Path, what: &(impl ToString + ?Sized)) -> StudyError {
        StudyError::Damaged { path: path.to_path_buf(), what: what.to_string() }
    }
}
