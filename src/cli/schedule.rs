//! `--dry-run`: what a run would do.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use study::{RunAsked, Shard};

/// The schedule, and what can end it before its last game.
pub(crate) fn words(asked: &RunAsked, folder: &Path, max_time: Option<Duration>) -> String {
    let slice = asked.shard.map_or(0..asked.games, |shard| shard.slice(asked.games));
    let mut text = format!("scenario   {}\n", asked.scenario);
    let _ = writeln!(
        text,
        "german     {}\nallied     {}",
        asked.strategies.german, asked.strategies.allied
    );
    if !asked.drops.is_empty() {
        let _ = writeln!(text, "drops      {}", asked.drops);
    }
    for plan in &asked.setup {
        let _ = writeln!(text, "setup      {plan}");
    }
    for set in &asked.set {
        let _ = writeln!(text, "set        {set}");
    }
    let _ = writeln!(text, "seed       {}", asked.seed);
    let _ = writeln!(text, "games      {}", span(&slice, asked.games));
    let chunk = asked.chunk();
    let chunks = (slice.end - slice.start).div_ceil(chunk);
    let _ = writeln!(
        text,
        "chunks     {chunks} of {chunk}; a finished one is on disk and is never played again"
    );
    let _ = writeln!(text, "detail     {}", asked.detail);
    if let Some(shard) = asked.shard {
        for sister in shard.all() {
            let here = if sister == shard { "  (this one)" } else { "" };
            let slice = sister.slice(asked.games);
            let _ = writeln!(text, "shard {sister}  {}{here}", span(&slice, asked.games));
        }
    }
    let _ = writeln!(text, "folder     {}", folder.display());
    text.push_str(&stop(asked, max_time));
    text
}

fn stop(asked: &RunAsked, max_time: Option<Duration>) -> String {
    let mut text = String::new();
    if asked.until.is_empty() {
        text.push_str("stop rule  none: every game is played\n");
    } else {
        let _ = writeln!(
            text,
            "stop rule  looks after every {} finished games, in the order of their index, and stops when all of \
             these hold:",
            asked.chunk()
        );
        for rule in &asked.until {
            let _ = writeln!(text, "           {rule}");
        }
        text.push_str("           by confidence sequences, which hold however often one looks\n");
    }
    if let Some(time) = max_time {
        let _ = writeln!(
            text,
            "time       stops after {} seconds; the chunk being played then is lost, --resume continues",
            time.as_secs()
        );
    }
    text
}

fn span(slice: &std::ops::Range<u64>, games: u64) -> String {
    let count = slice.end - slice.start;
    if count == 0 {
        return "none".into();
    }
    let of = if count == games { String::new() } else { format!(" of {games}") };
    format!("{count}{of}, {} to {}", slice.start, slice.end - 1)
}

/// The folder of a shard: beside that of the run, which is named.
pub(crate) fn shard_folder(run: &Path, shard: Shard) -> std::path::PathBuf {
    let mut name = run.file_name().unwrap_or_default().to_owned();
    name.push("-");
    name.push(shard.file_name());
    run.with_file_name(name)
}
