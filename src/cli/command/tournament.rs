//! `dropzone tournament`: every German strategy against every Allied one.

use engine::{BySide, Side};
use lab::Home;
use study::Outcomes;

use crate::arm::{self, Arm, Games};
use crate::failure::End;
use crate::home::home;
use crate::line::Line;
use crate::sitting::Sitting;
use crate::{args, seat};

pub(crate) fn tournament(args: &args::Tournament) -> anyhow::Result<End> {
    let home = home()?;
    if args.ladder {
        return super::ladder::ladder(&home, args);
    }
    let strategies = entrants(&home, args)?;
    let games = Games::new(&args.bench, args.games);
    let all = Arm::all(&args.scenario, "", &args.all, games)?;
    let mut arms = Vec::new();
    for german in &strategies.german {
        for allied in &strategies.allied {
            let arm = all.named(&format!("{german} against {allied}"));
            arms.push(arm.played_by(german, allied)?.reviewed(args.review));
        }
    }
    let arms = arm::seat_all(&home, arms, &[])?;
    let line = line(args, &strategies);
    let sitting = Sitting::begin(&arm::question("tournament", &line, &arms), &args.bench.sitting)?;
    sitting.hold(|sitting| {
        let mut played = sitting.play(arms, games)?.into_iter().map(|(_, outcomes)| outcomes);
        let columns = strategies.allied.len();
        let cells: Vec<Vec<Outcomes>> =
            strategies.german.iter().map(|_| played.by_ref().take(columns).collect()).collect();
        let tournament = study::tournament(&line, strategies, &cells)?;
        let dossier = report::findings::tournament(&tournament);
        sitting.answer("tournament", &tournament, &dossier)?;
        Ok(End::Done)
    })
}

/// The strategies of each side: those named, or its ladder.
fn entrants(home: &Home, args: &args::Tournament) -> anyhow::Result<BySide<Vec<String>>> {
    let table = seat::seat(home, &args.scenario, &args::Seats::default(), seat::Extras::default())?;
    let own = seat::names(&*table);
    let mut entrants = BySide { german: args.german.clone(), allied: args.allied.clone() };
    for side in Side::BOTH {
        if entrants[side].is_empty() {
            entrants[side] = ["first", "random"].map(String::from).to_vec();
            if !entrants[side].contains(&own[side]) {
                entrants[side].push(own[side].clone());
            }
        }
        for (i, name) in entrants[side].iter().enumerate() {
            anyhow::ensure!(
                !entrants[side][..i].contains(name),
                "--{}: {name} is entered twice",
                side.word()
            );
        }
    }
    Ok(entrants)
}

fn line(args: &args::Tournament, strategies: &BySide<Vec<String>>) -> String {
    Line::of("tournament")
        .word(&args.scenario)
        .word("--german")
        .words(&strategies.german)
        .word("--allied")
        .words(&strategies.allied)
        .option("--games", args.games)
        .option("--seed", args.bench.seed)
        .flag("--review", args.review)
        .text("--all", &args.all)
        .to_string()
}
