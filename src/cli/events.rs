//! Events of a run, as JSON lines while they happen.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use anyhow::Context as _;
use lab::{Record, Score};
use serde_json::{Value, json};
use study::gate::{Known, Look};

/// Where the lines go; nowhere unless requested. No line has a date or a duration: except for the order of
/// the `game` lines, the same command writes the same lines.
pub(crate) struct Events {
    /// The name of the destination.
    place: String,
    out: Option<Mutex<Out>>,
}

struct Out {
    lines: Box<dyn Write + Send>,
    /// The first line that could not be written; none is written after it.
    failed: Option<io::Error>,
}

impl Events {
    /// To a file, or to standard output for `-`. A resumed run appends to the file.
    pub(crate) fn to(path: Option<&Path>, resumed: bool) -> anyhow::Result<Events> {
        let Some(path) = path else { return Ok(Events { place: String::new(), out: None }) };
        let lines: Box<dyn Write + Send> = if path == Path::new("-") {
            Box::new(io::stdout())
        } else {
            let mut file = File::options();
            let file = file.create(true).write(true).append(resumed).truncate(!resumed).open(path);
            Box::new(file.with_context(|| format!("cannot write {}", path.display()))?)
        };
        let standard = path == Path::new("-");
        let place = if standard { "standard output".into() } else { path.display().to_string() };
        Ok(Events { place, out: Some(Mutex::new(Out { lines, failed: None })) })
    }

    /// Writes a line and flushes it, so that readers need not wait.
    fn say(&self, line: impl FnOnce() -> Value) {
        if let Some(out) = &self.out {
            let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
            if out.failed.is_none() {
                let line = format!("{}\n", line());
                let said = out.lines.write_all(line.as_bytes()).and_then(|()| out.lines.flush());
                out.failed = said.err();
            }
        }
    }

    /// Fails if a line could not be written. A closed pipe is not an error of the run.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        let Some(out) = &self.out else { return Ok(()) };
        let out = out.lock().unwrap_or_else(PoisonError::into_inner);
        match &out.failed {
            Some(error) if error.kind() != ErrorKind::BrokenPipe => {
                anyhow::bail!("cannot write the events to {}: {error}", self.place)
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn start(
        &self,
        scenario: &str,
        seed: u64,
        games: &std::ops::Range<u64>,
        until: &[String],
    ) {
        self.say(|| {
            json!({"event": "start", "scenario": scenario, "seed": seed.to_string(), "first": games.start, "end": games.end,
                "until": until})
        });
    }

    /// One game, as soon as it ends: in no order.
    pub(crate) fn game(&self, record: &Record) {
        self.say(|| {
            let game = &record.game;
            // As text: readers that store numbers as floating point would round a seed.
            json!({"event": "game", "game": game.game, "seed": game.seed.to_string(), "winner": game.winner,
                "margin": game.margin, "end_turn": game.facts.end_turn, "cut_off": game.cut_off})
        });
    }

    /// A chunk that is on disk: in the order of the games.
    pub(crate) fn chunk(&self, first: u64, score: Score) {
        self.say(|| {
            json!({"event": "chunk", "first": first, "games": score.games, "german_wins": score.wins.german,
                "allied_wins": score.wins.allied})
        });
    }

    /// What a check of the stop rules found.
    pub(crate) fn look(&self, games: u64, look: &Look) {
        let known =
            |known: Known| json!({"value": known.value, "low": known.low, "high": known.high});
        self.say(|| {
            let rules: Vec<Value> = look
                .standings
                .iter()
                .map(|(said, standing)| {
                    json!({"rule": said, "met": standing.met, "metric": known(standing.known)})
                })
                .collect();
            json!({"event": "look", "games": games, "met": look.met, "rules": rules, "gates": look.gates})
        });
    }

    /// Why it ended: `games` (all were played), `rule` or `stopped`.
    pub(crate) fn end(&self, reason: &str, games: u64) {
        self.say(|| json!({"event": "end", "reason": reason, "games": games}));
    }
}
