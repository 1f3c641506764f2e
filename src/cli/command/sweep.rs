//! `dropzone sweep`: how a scenario answers to several knobs at once.

use std::collections::BTreeMap;

use lab::SweepFile;
use study::{Outcomes, SweepPoints};

use crate::arm::{self, Arm, Games};
use crate::failure::End;
use crate::finding::Folder;
use crate::home::home;
use crate::{args, shell};

/// Points beyond which a sweep is surely a slip.
const MOST_POINTS: usize = 100_000;

pub(crate) fn sweep(args: &args::Sweep) -> anyhow::Result<End> {
    let home = home()?;
    // A shipped sweep is found from anywhere, as scenarios are.
    let own = home.root().join(&args.file);
    let path = if !args.file.exists() && own.exists() { &own } else { &args.file };
    let file = SweepFile::load(&home, path)?;
    let folder = Folder::new(args.out.as_ref(), &file.scenario, "sweep")?;
    let points = SweepPoints::of(&file);
    let sets = points.sets();
    anyhow::ensure!(
        sets.len() <= MOST_POINTS,
        "{}: {} points; expected at most {MOST_POINTS}",
        args.file.display(),
        sets.len()
    );
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
