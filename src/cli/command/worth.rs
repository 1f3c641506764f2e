//! `dropzone worth`: what a rule, a unit or an asset is worth.

use lab::Without;

use crate::arm::{self, Arm, Games};
use crate::failure::End;
use crate::home::home;
use crate::sitting::Sitting;
use crate::{args, seat, shell};

pub(crate) fn worth(args: &args::Worth) -> anyhow::Result<End> {
    let home = home()?;
    let games = Games::new(&args.bench, args.games);
    let mut arms =
        vec![Arm::parse(&args.scenario, ("--all", "with everything"), &args.all, games)?];
    let shared = arm::words(&args.all)?;
    for Without { name, set, origins } in Without::list(&home, &args.scenario)? {
        let arm = Arm::new(&args.scenario, &name, with(&shared, &set), games)?;
        arms.push(arm.asked_by(set.into_iter().zip(origins)));
    }
    for typed in &args.without {
        arms.push(Arm::parse(&args.scenario, ("--without", typed), &args.all, games)?);
    }
    if args.rulings {
        let table = seat::seat(&home, &args.scenario, &arms[0].run.seats, seat::Extras::default())?;
        for ruling in &table.head().brief.rulings {
            for value in ruling.values.iter().filter(|value| **value != ruling.value) {
                let set = [format!("rulings.{}={value}", ruling.id)];
                let name = format!("{} = {} (not {value})", ruling.id, ruling.value);
                arms.push(Arm::new(&args.scenario, &name, with(&shared, &set), games)?);
            }
        }
    }
    anyhow::ensure!(
        arms.len() > 1,
        "nothing to do without: {} has no worth list; name things with --without, or add --rulings",
        args.scenario
    );
    let arms = arm::seat_all(&home, arms, &[&args.measure])?;
    let line = line(args);
    let sitting = Sitting::begin(&arm::question("worth", &line, &arms), &args.bench.sitting)?;
    sitting.hold(|sitting| {
        let worth = study::worth(&line, sitting.play(arms, games)?, &args.measure)?;
        sitting.answer("worth", &worth, &report::findings::worth(&worth))?;
        Ok(End::Done)
    })
}

/// Options with changes added.
fn with(options: &[String], set: &[String]) -> Vec<String> {
    let sets = set.iter().flat_map(|set| ["--set".to_owned(), set.clone()]);
    options.iter().cloned().chain(sets).collect()
}

fn line(args: &args::Worth) -> String {
    let (games, seed) = (args.games.to_string(), args.bench.seed.to_string());
    let mut words = vec!["dropzone", "worth", args.scenario.as_str()];
    for without in &args.without {
        words.extend(["--without", without]);
    }
    if args.rulings {
        words.push("--rulings");
    }
    if !args.all.is_empty() {
        words.extend(["--all", &args.all]);
    }
    words.extend(["--games", &games, "--seed", &seed, "--measure", &args.measure]);
    shell::line(words)
}
