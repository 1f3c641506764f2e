mod certainty;
mod compare;
mod folder;
mod plans;
mod shards;
mod summary;
mod tables;

use std::path::Path;

use lab::{Record, Sink as _};

use crate::{Run, RunAsked, RunFolder, sample};

/// Plays a run of invented records into a folder.
pub(crate) fn make(path: &Path, asked: RunAsked, record: impl Fn(u64) -> Record) -> Run {
    let mut folder = RunFolder::create(path, asked, sample::about()).unwrap();
    play(&mut folder, u64::MAX, record);
    folder.finish().unwrap()
}

/// Stores the missing chunks that begin before a game.
fn play(folder: &mut RunFolder, before: u64, record: impl Fn(u64) -> Record) {
    loop {
        let missing = folder.missing_games();
        if missing.is_empty() || missing.start >= before {
            return;
        }
        let end = missing.end.min((missing.start / 1000 + 1) * 1000);
        let records: Vec<Record> = (missing.start..end).map(&record).collect();
        folder.chunk(missing.start, records).unwrap();
    }
}
