//! A study's folder: one question that needs the games of several arms, while it is played and when it is answered.
//!
//! ```text
//! study.toml               the question
//! unfinished/ARM/parts/    finished chunks of each arm, as in a run folder; removed when the answer is written
//! unfinished/games.json    what `strategy tune` has played, instead of arms
//! compare.json, index.html, ...  the answer
//! lock                     held by the command that plays
//! ```
//! A killed study loses only the chunk that was being played. Nothing is overwritten unless it was
//! written for the same question.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::disk::{self, TEMPORARY};
use crate::lock::Lock;
use crate::{Outcomes, RunAsked, RunFolder, StudyError};

/// Where finished chunks are kept until the answer is written.
const UNFINISHED: &str = "unfinished";
/// The name of the hash of the arms themselves.
const ARMS: &str = "arms";

/// The question of a study: enough to recognise the same question again. Holds no date, host or number of threads,
/// nor the folder it is in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyAsked {
    /// Version of the tool.
    pub version: String,
    /// The kind of study, e.g. `compare`.
    pub study: String,
    /// The command that asks the same again.
    pub command: String,
    /// Scenario, e.g. `mercury/kastelli`.
    pub scenario: String,
    /// Seed of the games, as text: it may need all 64 bits.
    pub seed: String,
    /// Games of each arm.
    pub games: u64,
    /// Number of arms, if known before the first game.
    pub arms: u64,
    /// Hashes, over all arms, of what was read: rules, scenario, strategies, plans, and the arms themselves.
    pub hashes: BTreeMap<String, String>,
}

impl StudyAsked {
    /// The name of the file in a study's folder.
    pub const FILE: &'static str = "study.toml";

    /// A question with its arms, each with its name; scenario, seed and games are taken from the first.
    pub fn of<'a>(
        study: &str,
        command: &str,
        arms: impl IntoIterator<Item = (&'a str, &'a Outcomes)>,
    ) -> StudyAsked {
        let arms: Vec<(&str, &RunAsked)> =
            arms.into_iter().map(|(name, arm)| (name, arm.asked())).collect();
        let first = arms.first().map(|(_, asked)| asked);
        let keys: BTreeSet<&String> =
            arms.iter().flat_map(|(_, asked)| asked.hashes.keys()).collect();
        let of_key = |key: &String| {
            let hashes = arms.iter().map(|(_, asked)| asked.hashes.get(key));
            (key.clone(), digest(hashes.map(|hash| hash.map_or("", String::as_str))))
        };
        let mut hashes: BTreeMap<String, String> = keys.into_iter().map(of_key).collect();
        let texts: Vec<String> = arms.iter().map(|(_, asked)| asked.to_toml()).collect();
        let named = arms.iter().zip(&texts).flat_map(|((name, _), text)| [*name, text.as_str()]);
        hashes.insert(ARMS.into(), digest(named));
        StudyAsked {
            version: first.map_or_else(String::new, |asked| asked.version.clone()),
            study: study.into(),
            command: command.into(),
            scenario: first.map_or_else(String::new, |asked| asked.scenario.clone()),
            seed: first.map_or_else(String::new, |asked| asked.seed.to_string()),
            games: first.map_or(0, |asked| asked.games),
            arms: arms.len() as u64,
            hashes,
        }
    }

    /// Adds something else that the answer depends on, e.g. the text of a sweep file.
    #[must_use]
    pub fn reading<'a>(
        mut self,
        what: &str,
        texts: impl IntoIterator<Item = &'a str>,
    ) -> StudyAsked {
        self.hashes.insert(what.into(), digest(texts));
        self
    }

    /// The question of a folder; `None` if there is none.
    pub(crate) fn load(folder: &Path) -> Result<Option<StudyAsked>, StudyError> {
        let path = folder.join(Self::FILE);
        match fs::read_to_string(&path) {
            Ok(text) => toml::from_str(&text)
                .map(Some)
                .map_err(|error| StudyError::damaged(&path, &error.message().replace('\n', "; "))),
            Err(error)
                if [ErrorKind::NotFound, ErrorKind::NotADirectory].contains(&error.kind()) =>
            {
                Ok(None)
            }
            Err(error) => Err(StudyError::read(&path)(error)),
        }
    }

    /// Whether its games were played under these rules, as a run records them; `None` if the number of its arms was not
    /// known before the first game.
    pub fn played_under(&self, rules: &str) -> Option<bool> {
        let arms = usize::try_from(self.arms).ok().filter(|&arms| arms > 0)?;
        Some(*self.hashes.get(lab::RULES)? == digest(std::iter::repeat_n(rules, arms)))
    }

    /// One sentence for each difference from another study's question.
    fn differences(&self, other: &StudyAsked) -> Vec<String> {
        let mut found = Vec::new();
        let mut compare = |key: &str, there: &str, here: &str| {
            if there != here {
                found.push(format!("{key} is `{there}` there and `{here}` in this command"));
            }
        };
        compare("study", &self.study, &other.study);
        compare("scenario", &self.scenario, &other.scenario);
        compare("seed", &self.seed, &other.seed);
        compare("games", &self.games.to_string(), &other.games.to_string());
        compare("command", &self.command, &other.command);
        compare("version", &self.version, &other.version);
        let keys: BTreeSet<&String> = self.hashes.keys().chain(other.hashes.keys()).collect();
        let (arms, files): (Vec<&String>, Vec<&String>) = keys
            .into_iter()
            .filter(|key| self.hashes.get(*key) != other.hashes.get(*key))
            .partition(|key| *key == ARMS);
        let changed =
            |key: &String| format!("what was read of `{key}` has changed (its hash differs)");
        found.extend(files.into_iter().map(changed));
        // Arms differ whenever one of their files does: mention them only if there is no other difference.
        if found.is_empty() {
            found.extend(arms.into_iter().map(changed));
        }
        found
    }
}

/// A hash of texts and their lengths, so that nothing can move from one text to the next.
fn digest<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    }
    crate::parquet::in_words(hash)
}

/// What a folder holds before a study begins in it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum There {
    Nothing,
    Unfinished,
    Finished,
}

/// The folder of a study that is being played. No other process can play in it meanwhile.
#[derive(Debug)]
pub struct StudyFolder {
    path: PathBuf,
    /// Released when the study ends, however it ends.
    _lock: Lock,
}

impl StudyFolder {
    /// Begins or resumes a study. Anything that would prevent writing the answer is reported now.
    ///
    /// # Errors
    /// The folder cannot be written, has other files, a run or another question; it holds an unfinished
    /// study without `--resume`, or nothing to resume.
    pub fn begin(path: &Path, asked: &StudyAsked, resume: bool) -> Result<StudyFolder, StudyError> {
        let there = look(path, asked, resume)?;
        disk::folder(path)?;
        let lock = Lock::take(path)?;
        disk::sync_folder_of(path)?;
        disk::folder(&path.join(UNFINISHED))?;
        if there == There::Nothing {
            // Another command may have begun between the check and the lock.
            if StudyAsked::load(path)?.is_some() {
                return Err(StudyError::UnfinishedStudy { path: path.to_path_buf() });
            }
            // Last: a folder with `study.toml` can be resumed.
            let text = toml::to_string(asked).expect("every field is a TOML value");
            disk::put(&path.join(StudyAsked::FILE), text.as_bytes())?;
        }
        Ok(StudyFolder { path: path.to_path_buf(), _lock: lock })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The chunks of some games of an arm. `place` identifies the arm: a path of plain words.
    pub fn arm(
        &self,
        place: &str,
        arm: &Outcomes,
        games: Range<u64>,
    ) -> Result<RunFolder, StudyError> {
        let path = self.path.join(UNFINISHED).join(place);
        RunFolder::of_arm(&path, arm.asked().clone(), arm.about().clone(), games)
    }

    /// Writes a file of the answer into the folder, completely or not at all.
    pub fn put(&self, name: &str, bytes: &[u8]) -> Result<(), StudyError> {
        disk::put(&self.path.join(name), bytes)
    }

    /// Keeps a file of the unfinished study, completely or not at all, until the answer is written.
    pub fn keep(&self, name: &str, bytes: &[u8]) -> Result<(), StudyError> {
        disk::put(&self.path.join(UNFINISHED).join(name), bytes)
    }

    /// What was kept under a name; `None` if nothing was.
    pub fn kept(&self, name: &str) -> Result<Option<String>, StudyError> {
        let path = self.path.join(UNFINISHED).join(name);
        match fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            read => read.map(Some).map_err(StudyError::read(&path)),
        }
    }

    /// Call when the answer is written: removes the games played for it.
    pub fn finish(self) -> Result<(), StudyError> {
        let unfinished = self.path.join(UNFINISHED);
        // Renamed first, so that nothing is left to be mistaken for a resumable study if the process is killed
        // half-way.
        let going = self.path.join(format!("{UNFINISHED}{TEMPORARY}"));
        disk::remove(&going)?;
        disk::rename(&unfinished, &going)?;
        disk::remove(&going)
    }
}

/// What the folder holds, and whether this study may be played in it.
fn look(path: &Path, asked: &StudyAsked, resume: bool) -> Result<There, StudyError> {
    let there = || path.to_path_buf();
    Lock::free(path)?;
    if path.join(RunAsked::FILE).exists() {
        return Err(StudyError::HoldsRun { path: there() });
    }
    if let Some(then) = StudyAsked::load(path)? {
        let differences = then.differences(asked);
        if !differences.is_empty() {
            return Err(StudyError::OtherStudy { path: there(), differences });
        }
        return match (path.join(UNFINISHED).is_dir(), resume) {
            (true, false) => Err(StudyError::UnfinishedStudy { path: there() }),
            (true, true) => Ok(There::Unfinished),
            // The same question again is played again, with the same bytes.
            (false, _) => Ok(There::Finished),
        };
    }
    if resume {
        return Err(StudyError::NotAStudy { path: there() });
    }
    match foreign_file(path)? {
        Some(example) => Err(StudyError::Occupied { path: there(), example }),
        None => Ok(There::Nothing),
    }
}

/// The name of something in a folder that does not come from a study, if there is any.
fn foreign_file(path: &Path) -> Result<Option<String>, StudyError> {
    let left_over = disk::unfinished(Path::new(StudyAsked::FILE));
    for name in disk::names_in_the_way(path)? {
        // A study killed before it wrote its question leaves these, empty.
        let ours = name == Lock::FILE
            || name == left_over.as_os_str()
            || name == UNFINISHED && disk::names(&path.join(&name))?.is_empty();
        if !ours {
            return Ok(Some(name.to_string_lossy().into_owned()));
        }
    }
    Ok(None)
}
