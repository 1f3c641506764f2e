//! `dropzone worth`: what a rule, a unit or an asset is worth.

use lab::Without;

use crate::arm::{self, Arm, Games};
use crate::failure::End;
use crate::finding::Folder;
use crate::home::home;
use crate::{args, seat, shell};

pub(crate) fn worth(args: &args::Worth) -> anyhow::Result<End> {
    let home = home()?;
    let folder = Folder::new(args.bench.out.as_ref(), &args.scenario, "worth")?;
    let games = Games::new(&args.bench, args.games);
    let mut arms = vec![Arm::parse(&args.scenario, "with everything", &args.all, games)?];
    let shared = arm::words(&args.all)?;
    for Without { name, set } in Without::list(&home, &args.scenario)? {
        arms.push(Arm::new(&args.scenario, &name, with(&shared, &set), games)?);
    }
    for typed in &args.without {
        arms.push(Arm::parse(&args.scenario, typed, &args.all, games)?);
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
    let played = arm::play_all(&home, arms, games, &[&args.measure])?;
    let worth = study::worth(&line(args), played, &args.measure)?;
    folder.answer("worth", &worth, &report::findings::worth(&worth))?;
    Ok(End::Done)
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
