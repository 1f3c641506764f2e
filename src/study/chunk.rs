//! One finished chunk of a run on disk, which records the run it belongs to.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::tally::Tally;
use crate::{RunAsked, disk, parquet};

/// `chunk.json`: what a chunk holds, and which run it belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Chunk {
    /// Its first game.
    pub(crate) first: u64,
    /// The game after its last.
    pub(crate) end: u64,
    /// The request of its games: scenario, seed, strategies, hashes; see [`RunAsked::of_chunks`].
    pub(crate) asked: RunAsked,
    /// SHA-256 of each table's file, by its name.
    pub(crate) tables: BTreeMap<String, String>,
    pub(crate) tally: Tally,
}

/// A chunk with the hash of its own text.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Signed {
    sha256: String,
    chunk: Chunk,
}

/// Why a chunk cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It does not exist.
    Missing,
    /// Something is there, but it is not the chunk.
    Wrong(String),
}

impl Chunk {
    pub(crate) const FILE: &'static str = "chunk.json";

    /// Its text, with its hash.
    pub(crate) fn to_json(&self) -> String {
        disk::json(&Signed { sha256: self.sha256(), chunk: self.clone() })
    }

    fn sha256(&self) -> String {
        parquet::hash_of(disk::json(self).as_bytes())
    }

    /// Reads the chunk that a folder should hold. Its tables are not checked.
    pub(crate) fn load(
        folder: &Path,
        games: &Range<u64>,
        asked: &RunAsked,
    ) -> Result<Chunk, Fault> {
        let wrong = |what: String| Fault::Wrong(what);
        match fs::symlink_metadata(folder) {
            Ok(entry) if entry.is_dir() => {}
            Ok(_) => return Err(wrong("it is no folder".into())),
            Err(error) if error.kind() == ErrorKind::NotFound => return Err(Fault::Missing),
            Err(error) => return Err(wrong(error.to_string())),
        }
        let file = Self::FILE;
        let text = fs::read_to_string(folder.join(file))
            .map_err(|error| wrong(format!("{file} cannot be read: {error}")))?;
        let signed: Signed = serde_json::from_str(&text)
            .map_err(|error| wrong(format!("{file} is damaged: {error}")))?;
        let chunk = signed.chunk;
        if chunk.sha256() != signed.sha256 {
            return Err(wrong(format!(
                "{file} is not the file that was written (its hash differs)"
            )));
        }
        let differences = chunk.asked.differences(&asked.of_chunks(), "there", "here");
        if !differences.is_empty() {
            return Err(wrong(format!("it belongs to another run: {}", differences.join("; "))));
        }
        if (chunk.first..chunk.end) != *games {
            return Err(wrong(format!(
                "it holds the games {} to {} and not {} to {}",
                chunk.first,
                chunk.end.saturating_sub(1),
                games.start,
                games.end.saturating_sub(1)
            )));
        }
        Ok(chunk)
    }

    /// Reads a chunk and checks all its tables.
    pub(crate) fn check(
        folder: &Path,
        games: &Range<u64>,
        asked: &RunAsked,
    ) -> Result<Chunk, Fault> {
        let chunk = Chunk::load(folder, games, asked)?;
        for (table, hash) in &chunk.tables {
            parquet::check(&folder.join(table), hash)
                .map_err(|what| Fault::Wrong(format!("{table} {what}")))?;
        }
        Ok(chunk)
    }
}
