//! The folders of runs and studies below one, each with its question and its answer.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{RunAsked, RunFolder, StudyAsked, StudyError, Summary};

/// How far below the folder they are looked for.
const DEEP: usize = 4;
/// The page of an answer.
const PAGE: &str = "index.html";

/// What a folder was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "one a folder, looked at and dropped")]
pub enum FolderAsked {
    /// A run.
    Run(RunAsked),
    /// A study of several arms.
    Study(StudyAsked),
}

/// How far a folder has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It has its answer, in words; they are empty for a study that answers by files alone.
    Answered(String),
    /// Games are missing, or the answer is not written yet.
    Unfinished,
}

/// The folder of a run or a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFolder {
    /// Where it is, from the folder that was searched.
    pub path: PathBuf,
    /// What was asked.
    pub question: FolderAsked,
    /// Whether it is answered.
    pub progress: Progress,
    /// Its page, from the folder that was searched, if it has one.
    pub page: Option<PathBuf>,
}

/// A folder that looks like a run or a study and cannot be read.
#[derive(Debug)]
pub struct Unreadable {
    /// Where it is, from the folder that was searched.
    pub path: PathBuf,
    /// What is wrong.
    pub error: StudyError,
}

impl FoundFolder {
    /// `run`, `compare` and so on.
    pub fn kind(&self) -> &str {
        match &self.question {
            FolderAsked::Run(asked) if asked.shard.is_some() => "shard",
            FolderAsked::Run(_) => "run",
            FolderAsked::Study(asked) => &asked.study,
        }
    }

    /// The scenario.
    pub fn scenario(&self) -> &str {
        match &self.question {
            FolderAsked::Run(asked) => &asked.scenario,
            FolderAsked::Study(asked) => &asked.scenario,
        }
    }

    /// The command that asks the same again.
    pub fn command(&self) -> &str {
        match &self.question {
            FolderAsked::Run(asked) => &asked.command,
            FolderAsked::Study(asked) => &asked.command,
        }
    }

    /// Games, of each arm where there are several.
    pub fn games(&self) -> u64 {
        match &self.question {
            FolderAsked::Run(asked) => asked.games,
            FolderAsked::Study(asked) => asked.games,
        }
    }

    /// Version of the tool that played.
    pub fn version(&self) -> &str {
        match &self.question {
            FolderAsked::Run(asked) => &asked.version,
            FolderAsked::Study(asked) => &asked.version,
        }
    }
}

/// Every run and study below a folder, in order of their paths, and those that cannot be read. Links are not followed.
pub fn folders(root: &Path) -> Result<(Vec<FoundFolder>, Vec<Unreadable>), StudyError> {
    let (mut found, mut unreadable) = (Vec::new(), Vec::new());
    visit(root, root, DEEP, &mut |path, folder| match read(root, folder) {
        Ok(Some(one)) => {
            found.push(one);
            true
        }
        Ok(None) => false,
        Err(error) => {
            unreadable.push(Unreadable { path, error });
            true
        }
    })?;
    Ok((found, unreadable))
}

/// Visits the folders below one in order of their names; `here` says whether one needs no further visit.
fn visit(
    root: &Path,
    folder: &Path,
    deep: usize,
    here: &mut impl FnMut(PathBuf, &Path) -> bool,
) -> Result<(), StudyError> {
    let own = folder.strip_prefix(root).unwrap_or(folder).to_path_buf();
    if here(own, folder) || deep == 0 {
        return Ok(());
    }
    let entries = fs::read_dir(folder).map_err(StudyError::read(folder))?;
    let mut inside: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .filter(|entry| !entry.file_name().to_string_lossy().starts_with('.'))
        .map(|entry| entry.path())
        .collect();
    inside.sort();
    inside.iter().try_for_each(|folder| visit(root, folder, deep - 1, here))
}

/// The run or study of a folder, if it is one.
fn read(root: &Path, folder: &Path) -> Result<Option<FoundFolder>, StudyError> {
    let (question, progress) = if folder.join(RunAsked::FILE).is_file() {
        let run = RunFolder::open(folder)?;
        let answer = answer(&folder.join(Summary::FILE));
        let progress = match answer {
            Some(answer) if run.missing_games().is_empty() => Progress::Answered(answer),
            _ => Progress::Unfinished,
        };
        (FolderAsked::Run(run.asked().clone()), progress)
    } else if let Some(asked) = StudyAsked::load(folder)? {
        let progress = match answer(&folder.join(format!("{}.json", asked.study))) {
            Some(answer) => Progress::Answered(answer),
            None => Progress::Unfinished,
        };
        (FolderAsked::Study(asked), progress)
    } else {
        return Ok(None);
    };
    let path = folder.strip_prefix(root).unwrap_or(folder).to_path_buf();
    let page = path.join(PAGE);
    let page = folder.join(PAGE).is_file().then_some(page);
    Ok(Some(FoundFolder { path, question, progress, page }))
}

/// The verdict of a file of numbers; empty where it has none.
fn answer(file: &Path) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let numbers: Value = serde_json::from_str(&text).ok()?;
    Some(numbers.get("verdict").and_then(Value::as_str).unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const STUDY: &str = "version = \"0.1.0\"\nstudy = \"compare\"\ncommand = \"dropzone compare toy/ridge\"\n\
        scenario = \"toy/ridge\"\nseed = \"7\"\ngames = 20\narms = 2\n[hashes]\n";

    #[test]
    fn studies_are_found_with_their_answers_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["b/inner", "a", "c", "notes", ".hidden"] {
            fs::create_dir_all(at(name)).unwrap();
        }
        for name in ["a", "b/inner", ".hidden"] {
            fs::write(at(name).join("study.toml"), STUDY).unwrap();
        }
        fs::write(at("a/compare.json"), "{\"verdict\": \"“b” is better. By far.\"}").unwrap();
        fs::write(at("a/index.html"), "").unwrap();
        fs::write(at("c/study.toml"), "version = 3").unwrap();
        let (found, unreadable) = folders(folder.path()).unwrap();
        let paths: Vec<_> = found.iter().map(|one| one.path.to_str().unwrap()).collect();
        assert_eq!(paths, ["a", "b/inner"]);
        assert_eq!(found[0].progress, Progress::Answered("“b” is better. By far.".into()));
        assert_eq!(found[0].page.as_deref(), Some(Path::new("a/index.html")));
        assert_eq!((found[0].kind(), found[0].games()), ("compare", 20));
        assert_eq!((&found[1].progress, &found[1].page), (&Progress::Unfinished, &None));
        let wrong: Vec<_> = unreadable.iter().map(|one| one.path.to_str().unwrap()).collect();
        assert_eq!(wrong, ["c"]);
    }
}
