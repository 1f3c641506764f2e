//! `dropzone sweep`: how a scenario responds to several knobs at once.

use std::collections::BTreeMap;

use anyhow::Context as _;
use lab::{Complaints, Origin, SweepFile};
use study::{Outcomes, StudyError, SweepPoints};

use crate::args;
use crate::arm::{self, Arm, Games, Seated};
use crate::failure::End;
use crate::home::home;
use crate::line::Line;
use crate::sitting::Sitting;

/// Games beyond which a sweep is only played with `--yes`.
const MANY_GAMES: u64 = 1_000_000;

pub(crate) fn sweep(args: &args::Sweep) -> anyhow::Result<End> {
    let home = home()?;
    // A shipped sweep is found from any folder, like the scenarios.
    let own = home.root().join(&args.file);
    let path = if !args.file.exists() && home.has(&own) { &own } else { &args.file };
    let file = SweepFile::load(&home, path)?;
    let points = SweepPoints::of(&file).with_context(|| args.file.display().to_string())?;
    let sets = points.sets();
    let share = Games { seed: file.seed, count: file.games, threads: args.sitting.threads() };
    let all = Arm::all(&file.scenario, "as it stands", &file.options, share)?;
    let keys: Vec<(String, Origin)> = file
        .factors
        .iter()
        .enumerate()
        .map(|(i, factor)| (factor.key.clone(), file.source.origin(&format!("factor.{i}.key"))))
        .collect();
    // Some designs contain the same point more than once: it is played only once.
    let mut places: BTreeMap<&[String], usize> = BTreeMap::new();
    let mut arms = Vec::new();
    for set in &sets {
        if !places.contains_key(&set[..]) {
            places.insert(set, arms.len());
            let arm = all.named(&named(set)).changing(set)?;
            let from = set.iter().filter_map(|set| Some((set.clone(), origin(&keys, set)?)));
            arms.push(arm.asked_by(from));
        }
    }
    let size = size(sets.len(), arms.len() as u64, file.games);
    anyhow::ensure!(
        args.yes || (arms.len() as u64).saturating_mul(file.games) <= MANY_GAMES,
        "{}: {size}; expected at most {MANY_GAMES}, or --yes to play them all the same",
        args.file.display()
    );
    let arms = arm::seat_all(&home, arms, &[])?;
    measured(&file, &arms)?;
    let path = args.file.display().to_string();
    let line = Line::of("sweep").word(&path).to_string();
    let asked = arm::question("sweep", &line, &arms).reading("sweep", [file.source.text()]);
    let sitting = Sitting::begin(&asked, &args.sitting)?;
    eprintln!("{size}");
    sitting.hold(|sitting| {
        let played = sitting.play(arms, share)?;
        let games: Vec<&Outcomes> = sets.iter().map(|set| &played[places[&set[..]]].1).collect();
        let answer = points.analyse(&line, &games)?;
        let table = points.table(&games)?;
        sitting.put("points.csv", &table.csv())?;
        sitting.put("points.parquet", &table.parquet()?)?;
        sitting.answer("sweep", &answer, &report::findings::sweep(&answer))?;
        Ok(End::Done)
    })
}

/// The name of a point.
fn named(set: &[String]) -> String {
    if set.is_empty() { "as it stands".into() } else { set.join(", ") }
}

/// Where the factor that a change varies is in its file.
fn origin(keys: &[(String, Origin)], set: &str) -> Option<Origin> {
    let turns = |key: &str| set.strip_prefix(key).is_some_and(|value| value.starts_with('='));
    keys.iter().find(|(key, _)| turns(key)).map(|(_, origin)| origin.clone())
}

/// Every measure must be one that the games have; each that is not is reported at its place in the file.
fn measured(file: &SweepFile, arms: &[(String, Seated)]) -> anyhow::Result<()> {
    let Some((_, first)) = arms.first() else { return Ok(()) };
    let mut wrong = Vec::new();
    for measure in &file.measures {
        match first.outcomes.measure(measure) {
            Err(StudyError::NoSuchMeasure { name, known, .. }) => {
                wrong.push(file.no_such_measure(&name, &known));
            }
            found => drop(found?),
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(Complaints::new(wrong).into()) }
}

/// `36 points, 35 of them different, 100 games each: 3500 games`.
fn size(points: usize, different: u64, games: u64) -> String {
    let all = u128::from(different) * u128::from(games);
    format!("{points} points, {different} of them different, {games} games each: {all} games")
}
