//! `dropzone run`: many games, one report.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use std::{env, thread};

use anyhow::Context as _;
use engine::Seed;
use lab::{CHUNK, Ended, Job, Record, Table};
use study::gate::{Columns, Looks, Until};
use study::{About, Prefix, RunAsked, RunFolder, Shard};

use crate::events::Events;
use crate::failure::{End, Hint, is_of_a_script};
use crate::home::home;
use crate::line::{Line, quoted};
use crate::outputs::Inputs;
use crate::progress::Progress;
use crate::run_request::RunRequest;
use crate::stop::Stop;
use crate::watched::{Watched, rule_words};
use crate::{args, cinema, command, output, schedule};

pub(crate) fn run(args: &args::Run) -> anyhow::Result<End> {
    let home = home()?;
    let request = RunRequest::from(args);
    let table = request.seat(&home)?;
    let mut asked = request.asked(&*table, beyond(args));
    let about = About::of(&*table, args.review);
    asked.shard = shard(args)?;
    if let Some(worlds) = &about.worlds {
        let least = 2 * worlds.count();
        anyhow::ensure!(
            args.games >= least,
            "--games {} in {} worlds: what differs between worlds cannot be told from dice with fewer than 2 games in each; expected at least {least} games",
            args.games,
            worlds.count()
        );
    }
    study::check_facts(&asked, &about, &about.facts)
        .with_context(|| format!("the facts of {} cannot be looked for", args.scenario))?;
    let looks = looks(args, &asked, &about)?;
    asked.until = looks.said();
    let path = folder(args, asked.shard);
    if args.dry {
        output::print(&schedule::words(&asked, &path, args.max_time))?;
        return Ok(End::Done);
    }
    if let Some(events) = args.events.as_deref().filter(|path| *path != Path::new("-")) {
        let inputs = Inputs::default().home(&home).seats(&args.seats).run(&path);
        let gates = args.until_gates.iter();
        let inputs = gates.fold(inputs, |inputs, gates| inputs.file("the gates file", gates));
        inputs.apart(&[("--events", events)])?;
    }
    let (folder, events) = if args.resume {
        resumed(args, &path, &asked, &about)?
    } else {
        new(args, &path, asked, about)?
    };
    let resume = resume_line(folder.asked(), args);
    let kept = format!("finished games are kept; resume with\n  {resume}");
    let stop = Stop::listen(&format!("stopped before the report; {kept}"))?;
    let ended = play(args, &*table, folder, looks, &events, &stop);
    let ended = ended.map_err(|error| {
        let mended = format!("finished games are kept in {}, but a mended script is another player: play it with another --out", path.display());
        let hint = if is_of_a_script(&error) { mended } else { kept };
        error.context(Hint(hint))
    });
    match ended? {
        Played::All(text) => {
            // Standard output is for the events alone.
            if args.events.as_deref() == Some(Path::new("-")) {
                eprint!("{text}");
            } else {
                output::print(&text)?;
            }
            Ok(End::Done)
        }
        Played::Until(game) => {
            eprintln!("stopped; {game} of {} games are kept. Resume with\n  {resume}", args.games);
            Ok(End::Undecided)
        }
    }
}

/// A new run and where its events go. If they cannot be written, that is reported before the folder is created.
fn new(
    args: &args::Run,
    path: &Path,
    asked: RunAsked,
    about: About,
) -> anyhow::Result<(RunFolder, Events)> {
    RunFolder::place(path)?;
    let events = Events::to(args.events.as_deref(), false)?;
    let games = asked.shard.map_or(0..asked.games, |shard| shard.slice(asked.games));
    events.start(&args.scenario, args.seed, &games, &asked.until);
    events.check()?;
    Ok((RunFolder::create(path, asked, about)?, events))
}

/// A resumed run, and where its events go.
fn resumed(
    args: &args::Run,
    path: &Path,
    asked: &RunAsked,
    about: &About,
) -> anyhow::Result<(RunFolder, Events)> {
    let folder = RunFolder::resume(path, asked, about)?;
    for said in folder.set_aside_chunks() {
        eprintln!("{said}; its games are played again");
    }
    let events = Events::to(args.events.as_deref(), true)?;
    let games = folder.missing_games().start..folder.slice().end;
    events.start(&args.scenario, args.seed, &games, &asked.until);
    events.check()?;
    Ok((folder, events))
}

fn shard(args: &args::Run) -> anyhow::Result<Option<Shard>> {
    let Some(choice) = args.shard else { return Ok(None) };
    let shard = choice.shard(|name| env::var(name).ok()).map_err(anyhow::Error::msg)?;
    let empty = shard.all().any(|shard| shard.slice(args.games).is_empty());
    let chunks = args.games.div_ceil(CHUNK);
    anyhow::ensure!(
        !empty,
        "--shard {shard}: {} games are {chunks} chunks of {CHUNK}; expected at most {chunks} shards",
        args.games
    );
    Ok(Some(shard))
}

/// The stop rules of the run.
fn looks(args: &args::Run, asked: &RunAsked, about: &About) -> anyhow::Result<Looks> {
    let columns = Columns::of(asked, about);
    let untils = args.until.iter().map(|said| Until::read(said, &columns));
    let untils = untils.collect::<Result<Vec<_>, _>>()?;
    let gates = args.until_gates.as_ref();
    let gates = gates.map(|path| command::check::read(path, &columns, None)).transpose()?;
    let baseline = gates.as_ref().and_then(|gates| Some((gates, gates.baseline.as_ref()?)));
    let baseline = baseline.map(|(gates, path)| Prefix::baseline_of(asked, about, path, gates));
    Ok(Looks::new(untils, gates, baseline.transpose()?.as_ref())?)
}

enum Played {
    /// All games; the closing words.
    All(String),
    /// Games before this one.
    Until(u64),
}

fn play(
    args: &args::Run,
    table: &dyn Table,
    mut folder: RunFolder,
    mut looks: Looks,
    events: &Events,
    stop: &Stop,
) -> anyhow::Result<Played> {
    let (first, lacked) = (folder.missing_games().start, folder.lacks());
    let progress = Progress::new(folder.slice().end, first);
    let threads = args.threads.map_or(0, |threads| usize::try_from(threads).unwrap_or(usize::MAX));
    let (seed, chunk) = (Seed(args.seed), folder.asked().chunk());
    let job = |games| Job { seed, games, chunk, threads, stop: stop.games() };
    let start = Instant::now();
    note_start(&folder, args)?;
    if let Some(time) = args.max_time {
        stop_after(time, stop.clone());
    }
    let each = |record: &Record| {
        progress.add(record);
        events.game(record);
    };
    // Play the chunks that were set aside first: no rule was met before the chunks that follow them.
    while folder.has_gap() {
        let games = folder.missing_games();
        let mut watched = Watched::new(folder, Looks::none(), events, stop.games())?;
        let ended = stop.while_playing(|| lab::run(table, &job(games), &each, &mut watched));
        folder = watched.folder;
        if let Ended::Stopped(game) = ended.inspect_err(|_| progress.clear())? {
            progress.clear();
            return stopped(&folder, events, game);
        }
    }
    if args.resume && !looks.is_empty() {
        looks.take_from(&Prefix::open(folder.path())?)?;
    }
    let games = folder.missing_games();
    let mut watched = Watched::new(folder, looks, events, stop.games())?;
    let ended = stop.while_playing(|| lab::run(table, &job(games), &each, &mut watched));
    progress.clear();
    let met = watched.met();
    let Watched { mut folder, found, .. } = watched;
    let ended = ended?;
    if let (Ended::Stopped(game), false) = (ended, met) {
        return stopped(&folder, events, game);
    }
    let end = folder.missing_games().start;
    if stop.is_asked() {
        // The signal came with the last game: no games are left to play, but the tables and the report are not written.
        return stopped(&folder, events, end);
    }
    let (played, seconds) = (lacked - folder.lacks(), start.elapsed().as_secs_f64());
    folder.note(&format!("played {played} games in {seconds:.1} seconds"))?;
    if let Some(shard) = folder.asked().shard {
        events.end("games", end);
        events.check()?;
        let slice = folder.slice();
        return Ok(Played::All(format!(
            "shard {shard} is complete: games {} to {}; with all shards at hand, make the run with\n  {}\n",
            slice.start,
            slice.end - 1,
            merge_line(args)
        )));
    }
    if met {
        folder.stop_here()?;
    }
    let run = folder.finish()?;
    if args.replays {
        cinema::replays(&run, table)?;
    }
    let summary = command::report::write(&run)?;
    events.end(if met { "rule" } else { "games" }, run.asked().games);
    events.check()?;
    let page = run.path().join("index.html");
    let again = &run.asked().command;
    let rule = found.map_or_else(String::new, |look| rule_words(&look, run.asked()));
    Ok(Played::All(format!(
        "{}\n\n{rule}report: {}\nagain:  {again}\n",
        summary.verdict,
        page.display()
    )))
}

/// Stopped before the last game: by the user, by the clock, or because its events could not be written.
fn stopped(folder: &RunFolder, events: &Events, game: u64) -> anyhow::Result<Played> {
    folder.note(&format!("stopped before game {game}"))?;
    events.end("stopped", game);
    events.check()?;
    Ok(Played::Until(game))
}

/// Tells a run to stop when its time is up.
fn stop_after(time: Duration, stop: Stop) {
    thread::spawn(move || {
        thread::sleep(time);
        stop.games().store(true, Ordering::Relaxed);
    });
}

/// Dates and machines go to the journal and nowhere else.
fn note_start(folder: &RunFolder, args: &args::Run) -> anyhow::Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let threads = args.threads.map_or("one a core".to_owned(), |threads| threads.to_string());
    let from = folder.missing_games().start;
    folder.note(&format!("unix time {now}: playing from game {from}, threads: {threads}"))?;
    Ok(())
}

/// The folder of the whole run.
fn run_folder(args: &args::Run) -> PathBuf {
    let by_default = || Path::new("reports").join(args.scenario.replace('/', "-"));
    args.out.clone().unwrap_or_else(by_default)
}

/// The folder to write: the run's, or one beside it for a shard.
fn folder(args: &args::Run, shard: Option<Shard>) -> PathBuf {
    let run = run_folder(args);
    shard.map_or_else(|| run.clone(), |shard| schedule::shard_folder(&run, shard))
}

/// The options of a run that decide when it ends and what is written besides its tables.
fn beyond(args: &args::Run) -> Line {
    Line::more()
        .flag("--replays", args.replays)
        .each("--until", &args.until)
        .each("--until-gates", args.until_gates.as_ref().map(|gates| gates.display()))
}

/// The complete command line that finishes this run.
fn resume_line(asked: &RunAsked, args: &args::Run) -> String {
    let more = Line::more()
        .each("--threads", args.threads)
        .each("--cmd-timeout", args.seats.cmd_timeout)
        .each("--max-time", args.max_time.map(|time| format!("{}s", time.as_secs())))
        .each("--shard", asked.shard)
        .each("--events", args.events.as_ref().map(|file| file.display()))
        .option("--out", run_folder(args).display())
        .flag("--resume", true);
    format!("{} {more}", asked.command)
}

/// The command line that joins the shards into the run.
fn merge_line(args: &args::Run) -> String {
    let run = quoted(&run_folder(args).display().to_string());
    format!("dropzone merge {run}-shard-* --out {run}")
}
