//! `dropzone worth`: what a rule, a unit or an asset is worth.

use lab::Without;

use crate::arm::{self, Arm, Games};
use crate::failure::End;
use crate::home::home;
use crate::line::Line;
use crate::sitting::Sitting;
use crate::{args, seat};

pub(crate) fn worth(args: &args::Worth) -> anyhow::Result<End> {
    let home = home()?;
    let games = Games::new(&args.bench, args.games);
    let everything = Arm::all(&args.scenario, "with everything", &args.all, games)?;
    let mut arms = Vec::new();
    for Without { name, set, origins } in Without::list(&home, &args.scenario)? {
        let arm = everything.named(&name).changing(&set)?;
        arms.push(arm.asked_by(set.into_iter().zip(origins)));
    }
    for typed in &args.without {
        arms.push(Arm::parse(&args.scenario, ("--without", typed), &args.all, games)?);
    }
    if args.rulings {
        let seats = &everything.run.seats;
        let table =
            seat::seat(&home, &args.scenario, seats, seat::Extras::default(), args.bench.seed)?;
        for ruling in &table.head().brief.rulings {
            for value in ruling.values.iter().filter(|value| **value != ruling.value) {
                let set = [format!("rulings.{}={value}", ruling.id)];
                let name = format!("{} = {} (not {value})", ruling.id, ruling.value);
                arms.push(everything.named(&name).changing(&set)?);
            }
        }
    }
    anyhow::ensure!(
        !arms.is_empty(),
        "nothing to do without: {} has no worth list; name things with --without, or add --rulings",
        args.scenario
    );
    arms.insert(0, everything);
    let arms = arm::seat_all(&home, arms, &[&args.measure])?;
    let line = line(args);
    let sitting = Sitting::begin(&arm::question("worth", &line, &arms), &args.bench.sitting)?;
    sitting.hold(|sitting| {
        let worth = study::worth(&line, sitting.play(arms, games)?, &args.measure)?;
        sitting.answer("worth", &worth, &report::findings::worth(&worth))?;
        Ok(End::Done)
    })
}

fn line(args: &args::Worth) -> String {
    Line::of("worth")
        .word(&args.scenario)
        .each("--without", &args.without)
        .flag("--rulings", args.rulings)
        .text("--all", &args.all)
        .option("--games", args.games)
        .option("--seed", args.bench.seed)
        .option("--measure", &args.measure)
        .to_string()
}
