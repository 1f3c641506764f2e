//! `dropzone run`: many games, one report.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use engine::Seed;
use lab::{Ended, Home, Job, Table};
use study::{About, Detail, RunAsked, RunFolder};

use crate::failure::{End, Hint};
use crate::progress::Progress;
use crate::{args, command, output, seat, shell};

pub(crate) fn run(args: &args::Run) -> anyhow::Result<End> {
    let home = Home::find()?;
    let table = seat::seat(&home, &args.scenario, &args.seats, args.review)?;
    let asked = asked(args, &*table);
    let about = About::of(table.head(), args.review);
    let path = args.out.clone().unwrap_or_else(|| default_folder(&args.scenario));
    let folder = if args.resume {
        RunFolder::resume(&path, &asked, &about)?
    } else {
        RunFolder::create(&path, asked, about)?
    };
    let resume = resume_line(folder.asked(), args, &path);
    let ended = play(args, &*table, folder);
    match ended.with_context(|| Hint(format!("finished games are kept; go on with\n  {resume}")))? {
        Played::All(text) => {
            output::print(&text)?;
            Ok(End::Done)
        }
        Played::Until(game) => {
            eprintln!("stopped; {game} of {} games are kept. Go on with\n  {resume}", args.games);
            Ok(End::Undecided)
        }
    }
}

enum Played {
    /// All games; the closing words.
    All(String),
    /// Games before this one.
    Until(u64),
}

fn play(args: &args::Run, table: &dyn Table, mut folder: RunFolder) -> anyhow::Result<Played> {
    let stop = stop_flag()?;
    let games = folder.missing_games();
    let progress = Progress::new(games.end, games.start);
    let threads = args.threads.map_or(0, |threads| usize::try_from(threads).unwrap_or(usize::MAX));
    let job = Job { seed: Seed(args.seed), games: games.clone(), threads, stop: &stop };
    let start = Instant::now();
    note_start(&folder, args)?;
    let ended = lab::run(table, &job, &|record| progress.add(record), &mut folder);
    progress.clear();
    if let Ended::Stopped(game) = ended? {
        folder.note(&format!("stopped before game {game}"))?;
        return Ok(Played::Until(game));
    }
    let (played, seconds) = (games.end - games.start, start.elapsed().as_secs_f64());
    folder.note(&format!("played {played} games in {seconds:.1} seconds"))?;
    let run = folder.finish()?;
    let summary = command::report::write(&run)?;
    let page = run.path().join("index.html");
    let again = &run.asked().command;
    Ok(Played::All(format!("{}\n\nreport: {}\nagain:  {again}\n", summary.verdict, page.display())))
}

/// Dates and machines go to the journal and nowhere else.
fn note_start(folder: &RunFolder, args: &args::Run) -> anyhow::Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let threads = args.threads.map_or("one a core".to_owned(), |threads| threads.to_string());
    let from = folder.missing_games().start;
    folder.note(&format!("unix time {now}: playing from game {from}, threads: {threads}"))?;
    Ok(())
}

/// Set by Ctrl-C and by a polite kill. Asked a second time, the program leaves at once: finished
/// chunks are on disk.
pub(crate) fn stop_flag() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(3);
        }
    })
    .context("failed to listen for Ctrl-C")?;
    Ok(stop)
}

fn default_folder(scenario: &str) -> PathBuf {
    Path::new("reports").join(scenario.replace('/', "-"))
}

/// What a run is asked, with the line that asks it again.
pub(crate) fn asked(args: &args::Run, table: &dyn Table) -> RunAsked {
    let strategies = seat::names(table);
    let set: Vec<String> = args.seats.set.iter().map(ToString::to_string).collect();
    let games = args.games;
    let detail = args.detail.unwrap_or_else(|| Detail::by_default(games));
    let seats = seat::words(&strategies, &set);
    let (games_text, seed_text, detail_text) =
        (games.to_string(), args.seed.to_string(), detail.to_string());
    let scenario = args.scenario.as_str();
    let mut command =
        vec!["dropzone", "run", scenario, "--games", &games_text, "--seed", &seed_text];
    command.extend(seats.iter().map(String::as_str));
    if detail != Detail::by_default(games) {
        command.extend(["--detail", &detail_text]);
    }
    if args.review {
        command.push("--review");
    }
    let mut replay = vec!["dropzone", "replay", scenario, "--seed", &seed_text];
    replay.extend(seats.iter().map(String::as_str));
    RunAsked {
        version: env!("CARGO_PKG_VERSION").into(),
        command: shell::line(command.iter().copied()),
        replay: shell::line(replay),
        scenario: scenario.into(),
        games,
        seed: args.seed,
        detail,
        bound: None,
        review: args.review,
        drops: String::new(),
        set,
        setup: Vec::new(),
        strategies,
        hashes: table.head().hashes.clone(),
    }
}

/// The whole line that finishes this run.
fn resume_line(asked: &RunAsked, args: &args::Run, path: &Path) -> String {
    let threads = args.threads.map_or_else(String::new, |threads| format!(" --threads {threads}"));
    let out = shell::quoted(&path.display().to_string());
    format!("{}{threads} --out {out} --resume", asked.command)
}
