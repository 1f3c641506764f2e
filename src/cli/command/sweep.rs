//! `dropzone sweep`: how a scenario answers to several knobs at once.

use std::collections::BTreeMap;

use anyhow::Context as _;
use lab::SweepFile;
use study::{Outcomes, SweepPoints};

use crate::home::home;
use crate::arm::{self, Arm, Games};
use crate::failure::End;
use crate::finding::Folder;
use crate::{args, shell};

/// Games beyond which a sweep is only played when it is asked for twice.
const MANY_GAMES: u64 = 1_000_000;

pub(crate) fn sweep(args: &args::Sweep) -> anyhow::Result<End> {
    let home = home()?;
    // A shipped sweep is found from anywhere, as scenarios are.
    let own = home.root().join(&args.file);
    let path = if !args.file.exists() && own.exists() { &own } else { &args.file };
    let file = SweepFile::load(&home, path)?;
    let folder = Folder::new(args.out.as_ref(), &file.scenario, "sweep")?;
    let points = SweepPoints::of(&file).with_context(|| args.file.display().to_string())?;
    let sets = points.sets();
    let threads = args.threads.map_or(0, |n| usize::try_from(n).unwrap_or(usize::MAX));
    let share = Games { seed: file.seed, count: file.games, threads };
    let options = arm::words(&file.options)?;
    // Designs meet the same point more than once: it is played once.
    let mut places: BTreeMap<&[String], usize> = BTreeMap::new();
    let mut arms = Vec::new();
    for set in &sets {
        if !places.contains_key(&set[..]) {
            places.insert(set, arms.len());
            let mut options = options.clone();
            options.extend(set.iter().flat_map(|set| ["--set".to_owned(), set.clone()]));
            arms.push(Arm::new(&file.scenario, &set.join(", "), options, share)?);
        }
    }
    let size = size(arms.len() as u64, file.games);
    anyhow::ensure!(
        args.yes || (arms.len() as u64).saturating_mul(file.games) <= MANY_GAMES,
        "{}: {size}; expected at most {MANY_GAMES}, or --yes to play them all the same",
        args.file.display()
    );
    eprintln!("{size}");
    let measures: Vec<&str> = file.measures.iter().map(String::as_str).collect();
    let played = arm::play_all(&home, arms, share, &measures)?;
    let games: Vec<&Outcomes> = sets.iter().map(|set| &played[places[&set[..]]].1).collect();
    let path = args.file.display().to_string();
    let line = shell::line(["dropzone", "sweep", &path]);
    let answer = points.analyse(&line, &games)?;
    let table = points.table(&games)?;
    folder.put("points.csv", &table.csv())?;
    folder.put("points.parquet", &table.parquet()?)?;
    folder.answer("sweep", &answer, &report::findings::sweep(&answer))?;
    Ok(End::Done)
}

/// `35 points of 100 games: 3500 games`.
fn size(points: u64, games: u64) -> String {
    let all = u128::from(points) * u128::from(games);
    format!("{points} points of {games} games: {all} games")
}
