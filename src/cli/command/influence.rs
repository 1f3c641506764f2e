//! `dropzone influence`: how much each rival of what is not known moves the answer.

use std::fs;

use anyhow::Context as _;
use lab::{Influence, Request, SHELF};

use crate::args;
use crate::arm::{self, Arm, Games};
use crate::failure::End;
use crate::home::{can_write, home};
use crate::line::Line;
use crate::sitting::Sitting;

pub(crate) fn influence(args: &args::Influence) -> anyhow::Result<End> {
    let home = home()?;
    let (system, name) = lab::find(SHELF, &home, &args.scenario)?;
    let file = Influence::file(&home, system.id(), name);
    if args.keep {
        can_write(&home, &file)?;
    }
    let request = Request { scenario: name.into(), ..Request::default() };
    let games = Games::new(&args.bench, args.games);
    let shipped = Arm::all(&args.scenario, "as shipped", "", games)?;
    let (mut arms, mut rivals) = (vec![shipped.clone()], Vec::new());
    for unknown in system.unknowns(&home, &request)? {
        for choice in unknown.choices.into_iter().skip(1) {
            let arm = shipped.named(&format!("{} = {}", unknown.name, choice.name));
            arms.push(arm.changing(&choice.set)?);
            rivals.push((unknown.name.clone(), unknown.kind, choice.name));
        }
    }
    anyhow::ensure!(
        !rivals.is_empty(),
        "nothing of {} is unknown: it has no rulings with several readings, and no rivals in rivals.toml",
        args.scenario
    );
    let arms = arm::seat_all(&home, arms, &["german_score"])?;
    let line = line(args);
    let sitting = Sitting::begin(&arm::question("influence", &line, &arms), &args.bench.sitting)?;
    sitting.hold(|sitting| {
        let title = arms[0].1.outcomes.about().brief.title.clone();
        let table = study::influence(&line, sitting.play(arms, games)?, &rivals)?;
        if args.keep {
            let folder = file.parent().expect("a file in a folder");
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
            study::write_text(&file, &table.text())?;
        }
        let dossier = report::findings::influence(&args.scenario, &title, &table);
        sitting.answer("influence", &table, &dossier)?;
        Ok(End::Done)
    })
}

/// The command line that makes the same table again.
fn line(args: &args::Influence) -> String {
    Line::of("influence")
        .word(&args.scenario)
        .option("--games", args.games)
        .option("--seed", args.bench.seed)
        .flag("--keep", args.keep)
        .to_string()
}
