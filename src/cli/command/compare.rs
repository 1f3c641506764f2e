//! `dropzone compare`: two or more arms against the first.

use std::path::Path;

use study::{Outcomes, Run, RunAsked, StudyAsked};

use crate::args;
use crate::arm::{self, Arm, Games};
use crate::failure::End;
use crate::home::home;
use crate::line::Line;
use crate::sitting::Sitting;

pub(crate) fn compare(args: &args::Compare) -> anyhow::Result<End> {
    let is_run = |of: &String| Path::new(of).join(RunAsked::FILE).exists();
    if args.of.iter().any(is_run) { finished(args) } else { played(args) }
}

/// Arms that are finished runs.
fn finished(args: &args::Compare) -> anyhow::Result<End> {
    anyhow::ensure!(
        args.of.len() >= 2,
        "{} is one run: name another to compare it with",
        args.of[0]
    );
    anyhow::ensure!(args.arms.is_empty(), "--arm goes with a scenario, not with finished runs");
    let mut arms: Vec<(String, Outcomes)> = Vec::new();
    let mut seals: Vec<String> = Vec::new();
    for path in &args.of {
        let name = path.trim_end_matches(std::path::is_separator).to_owned();
        anyhow::ensure!(arms.iter().all(|(other, _)| *other != name), "{name} is named twice");
        let run = Run::open(Path::new(path))?;
        seals.extend(run.seal().into_iter().map(String::from));
        arms.push((name, Outcomes::of_run(&run)?));
    }
    let scenario = |arm: &(String, Outcomes)| arm.1.asked().scenario.clone();
    if let Some(other) = arms.iter().find(|arm| scenario(arm) != scenario(&arms[0])) {
        anyhow::ensure!(
            args.different_scenarios,
            "{} is of {} and {} of {}: what sets them apart is the scenario. Add --different-scenarios to compare them all the same",
            arms[0].0,
            scenario(&arms[0]),
            other.0,
            scenario(other)
        );
    }
    let command = command(args);
    let named = arms.iter().map(|(name, outcomes)| (name.as_str(), outcomes));
    let asked = StudyAsked::of("compare", &command, named);
    let asked = asked.reading("runs", seals.iter().map(String::as_str));
    let sitting = Sitting::begin(&asked, &args.bench.sitting)?;
    sitting.hold(|sitting| answer(sitting, &command, arms, args))
}

/// Arms to be played now.
fn played(args: &args::Compare) -> anyhow::Result<End> {
    let [scenario] = &args.of[..] else {
        anyhow::bail!(
            "{} are not folders of finished runs; expected one scenario with --arm, or folders",
            args.of.join(", ")
        );
    };
    anyhow::ensure!(
        !args.different_scenarios,
        "--different-scenarios goes with finished runs; arms are of one scenario"
    );
    anyhow::ensure!(
        !args.arms.is_empty(),
        "nothing to compare {scenario} with: name arms, e.g. --arm \"free: --set rulings.activation_cost=all_free\""
    );
    let games = Games::new(&args.bench, args.games);
    let mut arms = Vec::new();
    if args.arms.len() == 1 {
        arms.push(Arm::parse(scenario, ("--arm", "as it stands"), &args.all, games)?);
    }
    for typed in &args.arms {
        arms.push(Arm::parse(scenario, ("--arm", typed), &args.all, games)?);
    }
    let arms = arm::seat_all(&home()?, arms, &[&args.measure])?;
    let arms: Vec<_> =
        arms.into_iter().map(|(name, arm)| (name, arm.watching_advantages())).collect();
    let command = command(args);
    let asked = arm::question("compare", &command, &arms);
    let sitting = Sitting::begin(&asked, &args.bench.sitting)?;
    sitting.hold(|sitting| answer(sitting, &command, sitting.play_on_disk(arms, games)?, args))
}

fn answer(
    sitting: &Sitting,
    command: &str,
    arms: Vec<(String, Outcomes)>,
    args: &args::Compare,
) -> anyhow::Result<End> {
    let comparison = study::compare(command, arms, &args.measure)?;
    sitting.answer("compare", &comparison, &report::findings::compare(&comparison))?;
    Ok(End::Done)
}

/// The command line that makes the same comparison again.
fn command(args: &args::Compare) -> String {
    let line =
        Line::of("compare").words(&args.of).each("--arm", &args.arms).text("--all", &args.all);
    let line = if args.arms.is_empty() {
        line
    } else {
        line.option("--games", args.games).option("--seed", args.bench.seed)
    };
    line.flag("--different-scenarios", args.different_scenarios)
        .each("--measure", Some(&args.measure).filter(|measure| *measure != "german_win"))
        .to_string()
}
