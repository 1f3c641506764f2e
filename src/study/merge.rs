//! From the shards of a run to the run.

use std::fs;
use std::path::{Path, PathBuf};

use crate::lock::Lock;
use crate::run_folder::RunFolder;
use crate::{Run, RunAsked, Shard, StudyError, disk};

/// A run joined from its shards, in a temporary folder beside its own until it is complete.
#[derive(Debug)]
pub struct Merged {
    run: Run,
    out: PathBuf,
}

impl Merged {
    /// The run, to write its report.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Moves it to its place: the folder appears when it is complete.
    pub fn publish(mut self) -> Result<Run, StudyError> {
        if self.run.path() != self.out {
            // An empty folder may be there.
            let _ = fs::remove_dir(&self.out);
            self.run.move_to(&self.out)?;
        }
        Ok(self.run)
    }
}

/// Joins shards into the run that would have been made in one piece, byte for byte. They must be shards of one
/// run, finished, and hold each game once; every fault is reported. A merge that was stopped starts over; if the run
/// already exists, that is returned.
pub fn merge(shards: &[PathBuf], out: &Path) -> Result<Merged, StudyError> {
    let folders = shards.iter().map(|path| RunFolder::open(path)).collect::<Result<Vec<_>, _>>()?;
    let faults = faults(&folders);
    if !faults.is_empty() {
        return Err(StudyError::CannotMerge { faults });
    }
    let mut asked = folders[0].asked().clone();
    asked.shard = None;
    let about = folders[0].about().clone();
    if let Some(run) = there(out, &asked)? {
        run.check_tables()?;
        return Ok(Merged { run, out: out.to_path_buf() });
    }
    // Check the place itself: nothing is ever overwritten.
    RunFolder::place(out)?;
    let mut name = out.file_name().unwrap_or_default().to_owned();
    name.push(".merging");
    let unfinished = out.with_file_name(name);
    clear(&unfinished)?;
    let merged = RunFolder::create(&unfinished, asked, about)?;
    let mut in_order: Vec<&RunFolder> = folders.iter().collect();
    in_order.sort_by_key(|folder| folder.slice().start);
    let parts = in_order.into_iter().flat_map(RunFolder::parts).collect();
    let run = merged.finish_from(parts)?;
    Ok(Merged { run, out: out.to_path_buf() })
}

/// The finished run for a request, if a folder holds it.
fn there(out: &Path, asked: &RunAsked) -> Result<Option<Run>, StudyError> {
    match RunAsked::load(out) {
        Ok(found) if found == *asked => match Run::open(out) {
            Ok(_) => Run::open_to_write(out).map(Some),
            Err(_) => Ok(None),
        },
        _ => Ok(None),
    }
}

/// Removes what a merge that was killed left.
fn clear(unfinished: &Path) -> Result<(), StudyError> {
    if !disk::is_folder(unfinished) {
        return Ok(());
    }
    let is_run = unfinished.join(RunAsked::FILE).exists();
    if is_run {
        let _lock = Lock::take(unfinished)?;
        for name in disk::names(unfinished)? {
            if name != *Lock::FILE {
                disk::remove(&unfinished.join(name))?;
            }
        }
    }
    Ok(())
}

fn faults(folders: &[RunFolder]) -> Vec<String> {
    let mut faults = Vec::new();
    let Some(first) = folders.first() else { return vec!["there is nothing to merge".into()] };
    for folder in folders {
        let path = folder.path().display();
        match folder.asked().shard {
            None => faults.push(format!("{path} is a whole run and no shard")),
            Some(shard) if !folder.missing_games().is_empty() => faults.push(format!(
                "{path} is not finished: shard {shard} lacks the games {}; run its command with --resume",
                games(&folder.missing_games())
            )),
            Some(_) => {}
        }
        for (part, what) in folder.faults() {
            faults.push(format!(
                "{} is not to be used: {what}; run the command of its shard with --resume, which plays it again",
                part.display()
            ));
        }
    }
    for folder in &folders[1..] {
        let (mut one, mut other) = (first.asked().clone(), folder.asked().clone());
        (one.shard, other.shard) = (None, None);
        let place = format!("in {}", folder.path().display());
        let mut differences =
            one.differences(&other, &format!("in {}", first.path().display()), &place);
        if differences.is_empty() && first.about() != folder.about() {
            differences.push(format!("the scenario describes itself otherwise {place}"));
        }
        faults.extend(differences);
    }
    // For shards of different runs it makes no sense to ask which games are missing.
    if faults.is_empty() {
        faults.extend(cover(folders));
    }
    faults
}

/// Games that no folder has, and games that two folders have.
fn cover(folders: &[RunFolder]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut slices: Vec<(&RunFolder, std::ops::Range<u64>)> =
        folders.iter().map(|folder| (folder, folder.slice())).collect();
    slices.sort_by_key(|(_, slice)| (slice.start, slice.end));
    let all = folders[0].asked().games;
    let (mut next, mut last) = (0, folders[0].path());
    for (folder, slice) in slices {
        if slice.start > next {
            faults.push(missing(folders, next..slice.start));
        }
        if slice.start < next {
            faults.push(format!(
                "the games {} are both in {} and in {}",
                games(&(slice.start..next.min(slice.end))),
                last.display(),
                folder.path().display()
            ));
        }
        if slice.end > next {
            (next, last) = (slice.end, folder.path());
        }
    }
    if next < all {
        faults.push(missing(folders, next..all));
    }
    faults
}

fn missing(folders: &[RunFolder], range: std::ops::Range<u64>) -> String {
    let all = folders[0].asked().games;
    let sisters = folders[0].asked().shard.into_iter().flat_map(Shard::all);
    let lost: Vec<String> = sisters
        .filter(|shard| {
            let slice = shard.slice(all);
            slice.start >= range.start && slice.end <= range.end && !slice.is_empty()
        })
        .map(|shard| shard.to_string())
        .collect();
    let which =
        if lost.is_empty() { String::new() } else { format!(": shard {}", lost.join(", ")) };
    format!("the games {} are missing{which}", games(&range))
}

/// `1000 to 1999`.
fn games(range: &std::ops::Range<u64>) -> String {
    format!("{} to {}", range.start, range.end.saturating_sub(1))
}
