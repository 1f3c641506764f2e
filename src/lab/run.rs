//! Many games, in parallel, in order.

use std::error::Error;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use engine::Seed;
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use crate::play::{GaveUp, Illegal, Unfinished};
use crate::record::Record;
use crate::shelf::Table;

/// Games of one chunk. Chunks are the unit of writing, resuming and sharding.
pub const CHUNK: u64 = 1_000;
/// Games of one chunk where a script or an outside program plays: its games are slow, and it may fail in any of them.
/// A whole number of these is a chunk of the usual size, so that shards are the same.
pub const SMALL_CHUNK: u64 = 100;

/// Takes the finished chunks.
pub trait Sink {
    /// Games `first..first + records.len()`, in the order of their index. Called in index order.
    ///
    /// # Errors
    /// Whatever prevents it from storing them; the run stops.
    fn chunk(
        &mut self,
        first: u64,
        records: Vec<Record>,
    ) -> Result<(), Box<dyn Error + Send + Sync>>;
}

/// What to play.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// Seed of the run; game `k` is played with `seed.game(k)`.
    pub seed: Seed,
    /// Indices of the games.
    pub games: Range<u64>,
    /// Games of one chunk.
    pub chunk: u64,
    /// Threads; 0 means one per core.
    pub threads: usize,
    /// Set from outside to stop after the games in progress.
    pub stop: &'a AtomicBool,
}

/// How a run ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All games were played.
    Done,
    /// It was stopped; every game before this index was handed to the sink.
    Stopped(u64),
}

/// A run that could not continue. Chunks handed over before remain valid.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A policy made an illegal choice.
    #[error(transparent)]
    Illegal(Illegal),
    /// A script or an outside program could not decide.
    #[error(transparent)]
    GaveUp(Box<GaveUp>),
    /// A game panicked.
    #[error("game {game} (seed {seed}) broke down: {message}")]
    Broken {
        /// Index of the game.
        game: u64,
        /// Its own seed.
        seed: u64,
        /// The panic message.
        message: String,
    },
    /// The finished games could not be stored.
    #[error("failed to keep finished games: {0}")]
    Sink(#[source] Box<dyn Error + Send + Sync>),
    /// Threads could not be started.
    #[error("failed to start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

impl From<Unfinished> for RunError {
    fn from(game: Unfinished) -> RunError {
        match game {
            Unfinished::Illegal(illegal) => RunError::Illegal(illegal),
            Unfinished::GaveUp(player) => RunError::GaveUp(player),
        }
    }
}

/// Plays one game and turns a panic into an error that names it.
pub fn play_one(table: &dyn Table, seed: Seed, game: u64) -> Result<Record, RunError> {
    let own = seed.game(game);
    // The position and the policies of a game that panicked are discarded.
    match catch_unwind(AssertUnwindSafe(|| table.play(game, own))) {
        Ok(record) => Ok(record?),
        Err(panic) => {
            let said = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let message = said.or_else(|| panic.downcast_ref::<String>().cloned());
            let message = message.unwrap_or_else(|| "no message".into());
            Err(RunError::Broken { game, seed: own.0, message })
        }
    }
}

/// Plays every game of a job; chunks reach the sink in index order whatever the threads do.
/// `each` is called as each game ends, in no particular order.
pub fn run(
    table: &dyn Table,
    job: &Job<'_>,
    each: &(dyn Fn(&Record) + Sync),
    sink: &mut dyn Sink,
) -> Result<Ended, RunError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(job.threads).build()?;
    let mut first = job.games.start;
    while first < job.games.end {
        let end = job.games.end.min((first / job.chunk + 1) * job.chunk);
        // The first game that failed. Those after it are left out, those before are not: on any number of threads
        // the same game is blamed.
        let failed = AtomicU64::new(u64::MAX);
        let played: Vec<Option<Result<Record, RunError>>> = pool.install(|| {
            (first..end)
                .into_par_iter()
                .map(|game| {
                    if job.stop.load(Ordering::Relaxed) || game > failed.load(Ordering::Relaxed) {
                        return None;
                    }
                    let record = play_one(table, job.seed, game);
                    match &record {
                        Ok(record) => each(record),
                        Err(_) => drop(failed.fetch_min(game, Ordering::Relaxed)),
                    }
                    Some(record)
                })
                .collect()
        });
        let mut records = Vec::with_capacity(played.len());
        for record in played {
            // A chunk with a gap is not kept: it is played again when the run resumes.
            let Some(record) = record else { return Ok(Ended::Stopped(first)) };
            records.push(record?);
        }
        sink.chunk(first, records).map_err(RunError::Sink)?;
        first = end;
    }
    Ok(Ended::Done)
}
