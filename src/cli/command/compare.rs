//! `dropzone compare`: two or more arms against the first.

use std::path::Path;

use study::{Outcomes, Run, RunAsked};

use crate::arm::{self, Arm, Games};
use crate::failure::End;
use crate::finding::Folder;
use crate::home::home;
use crate::{args, shell};

pub(crate) fn compare(args: &args::Compare) -> anyhow::Result<End> {
    let is_run = |of: &String| Path::new(of).join(RunAsked::FILE).exists();
    let arms = if args.of.iter().any(is_run) { finished(args)? } else { played(args)? };
    let scenario = arms[0].1.asked().scenario.clone();
    let folder = Folder::new(args.bench.out.as_ref(), &scenario, "compare")?;
    let comparison = study::compare(&command(args), arms, &args.measure)?;
    folder.answer("compare", &comparison, &report::findings::compare(&comparison))?;
    Ok(End::Done)
}

/// Arms that were played before.
fn finished(args: &args::Compare) -> anyhow::Result<Vec<(String, Outcomes)>> {
    anyhow::ensure!(
        args.of.len() >= 2,
        "{} is one run: name another to compare it with",
        args.of[0]
    );
    anyhow::ensure!(args.arms.is_empty(), "--arm goes with a scenario, not with finished runs");
    args.of
        .iter()
        .map(|path| {
            Ok((path.trim_end_matches('/').into(), Outcomes::of_run(&Run::open(Path::new(path))?)?))
        })
        .collect()
}

/// Arms to be played now.
fn played(args: &args::Compare) -> anyhow::Result<Vec<(String, Outcomes)>> {
    let [scenario] = &args.of[..] else {
        anyhow::bail!(
            "{} are not folders of finished runs; expected one scenario with --arm, or folders",
            args.of.join(", ")
        );
    };
    anyhow::ensure!(
        !args.arms.is_empty(),
        "nothing to compare {scenario} with: name arms, e.g. --arm \"free: --set rulings.activation_cost=all_free\""
    );
    let games = Games::new(&args.bench, args.games);
    let mut arms = Vec::new();
    if args.arms.len() == 1 {
        arms.push(Arm::parse(scenario, "as it stands", &args.all, games)?);
    }
    for typed in &args.arms {
        arms.push(Arm::parse(scenario, typed, &args.all, games)?);
    }
    for (i, arm) in arms.iter().enumerate() {
        anyhow::ensure!(
            arms[..i].iter().all(|other| other.name != arm.name),
            "two arms are called {:?}",
            arm.name
        );
    }
    arm::play_all(&home()?, arms, games, &[&args.measure])
}

/// The line that makes the same comparison again.
fn command(args: &args::Compare) -> String {
    let (games, seed) = (args.games.to_string(), args.bench.seed.to_string());
    let mut words = vec!["dropzone", "compare"];
    words.extend(args.of.iter().map(String::as_str));
    for arm in &args.arms {
        words.extend(["--arm", arm]);
    }
    if !args.all.is_empty() {
        words.extend(["--all", &args.all]);
    }
    if !args.arms.is_empty() {
        words.extend(["--games", &games, "--seed", &seed]);
    }
    if args.measure != "german_win" {
        words.extend(["--measure", &args.measure]);
    }
    shell::line(words)
}
