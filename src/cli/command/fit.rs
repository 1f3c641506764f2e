//! `dropzone strategy fit`: a scenario's chance of winning, for players who look ahead.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::Context as _;
use engine::{BySide, Seed, Side};
use lab::{
    CHUNK, Complaints, FitPedigree, Fitted, Home, Job, Prospects, Record, Request, SHELF, Sink,
    Table,
};

use crate::args;
use crate::failure::End;
use crate::home::can_write;
use crate::line::Line;
use crate::output;
use crate::progress::Progress;

pub(super) fn fit(home: &Home, args: &args::Fit) -> anyhow::Result<End> {
    let (system, scenario) = lab::find(SHELF, home, &args.scenario)?;
    let path = match &args.out {
        Some(path) => path.clone(),
        None => Prospects::path(home, system.id(), scenario),
    };
    can_write(home, &path)?;
    refuse_others(&path, &args.scenario)?;
    let doctrines = BySide::from_fn(|side: Side| system.doctrines(home, scenario, side));
    let pairs = doctrines.german.iter().flat_map(|g| doctrines.allied.iter().map(move |a| (g, a)));
    let seated = pairs.map(|(german, allied)| {
        let strategies = BySide { german: Some(german.clone()), allied: Some(allied.clone()) };
        let scenario = scenario.into();
        system.seat(home, &Request { scenario, strategies, ..Request::default() })
    });
    let tables = seated.collect::<Result<Vec<Box<dyn Table>>, Complaints>>()?;
    let played = play(&tables, args)?;
    let length = tables.first().map_or(0, |table| table.head().turn_names.len()) as u16;
    let Some(Fitted { weights, kept_out, turn_ends, log_loss, log_loss_of_mean, widest_gap }) =
        lab::fit(&played, length)
    else {
        anyhow::bail!(
            "--games {}: too few games to fit and to judge by; expected several times the {} pairs of doctrines",
            args.games,
            tables.len()
        );
    };
    let line = Line::of("strategy")
        .word("fit")
        .word(&args.scenario)
        .option("--games", args.games)
        .option("--seed", args.seed);
    let pedigree = FitPedigree {
        command: line.to_string(),
        games: played.len() as u64,
        kept_out,
        turn_ends,
        log_loss,
        log_loss_of_mean,
        widest_gap,
    };
    let prospects = Prospects { scenario: args.scenario.clone(), weights, pedigree };
    write(&path, &prospects.text())?;
    output::print(&format!(
        "{}: log loss {log_loss} on {kept_out} games kept out, {log_loss_of_mean} by the mean score alone; chance and score at most {:.1} points apart\nwritten: {}\n",
        args.scenario,
        widest_gap * 100.0,
        path.display()
    ))?;
    Ok(End::Done)
}

/// Plays the games, every pair the same number of them, more or less.
fn play(tables: &[Box<dyn Table>], args: &args::Fit) -> anyhow::Result<Vec<Record>> {
    let mut played = Played::default();
    let progress = Progress::new(args.games, 0);
    let stop = AtomicBool::new(false);
    let pairs = tables.len() as u64;
    for (table, pair) in tables.iter().zip(0..) {
        let games = args.games * pair / pairs..args.games * (pair + 1) / pairs;
        let threads = args.threads.unwrap_or(0) as usize;
        let job = Job { seed: Seed(args.seed), games, chunk: CHUNK, threads, stop: &stop };
        lab::run(table.as_ref(), &job, &|record| progress.add(record), &mut played)?;
    }
    progress.clear();
    Ok(played.0)
}

/// Keeps of each game what is fitted to.
#[derive(Default)]
struct Played(Vec<Record>);

impl Sink for Played {
    fn chunk(&mut self, _: u64, records: Vec<Record>) -> Result<(), Box<dyn Error + Send + Sync>> {
        self.0.extend(records.into_iter().map(|record| Record {
            drops: Vec::new(),
            units: Vec::new(),
            scars: Vec::new(),
            stands: Vec::new(),
            ..record
        }));
        Ok(())
    }
}

/// A file that is there must hold the prospects of the same scenario.
fn refuse_others(path: &Path, scenario: &str) -> anyhow::Result<()> {
    if !path.exists() {
        return Ok(());
    }
    let text = fs::read_to_string(path).unwrap_or_default();
    let own = lab::read_toml::<Prospects>(&text).is_ok_and(|old| old.scenario == scenario);
    anyhow::ensure!(
        own,
        "{} is there already and does not hold the prospects of {scenario}; choose another --out",
        path.display()
    );
    Ok(())
}

/// Writes the file completely or not at all.
fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    let unfinished = path.with_extension("toml.tmp");
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(cannot)?;
    }
    fs::write(&unfinished, text).with_context(cannot)?;
    fs::rename(&unfinished, path).with_context(cannot)
}
