//! `dropzone tournament`: every German strategy against every Allied one.

use engine::{BySide, Side};
use lab::{DoctrinePair, DoctrineScores, Home, RULES, SHELF};
use study::Outcomes;

use crate::arm::{self, Arm, Games};
use crate::failure::End;
use crate::home::{can_write, home};
use crate::line::Line;
use crate::sitting::Sitting;
use crate::{args, output, seat};

pub(crate) fn tournament(args: &args::Tournament) -> anyhow::Result<End> {
    anyhow::ensure!(
        !args.keep || args.all.trim().is_empty(),
        "--keep: what is kept is said of the scenario as it ships, and --all changes it"
    );
    let home = home()?;
    if args.keep {
        let (system, scenario) = lab::find(SHELF, &home, &args.scenario)?;
        can_write(&home, &DoctrineScores::file(&home, system.id(), scenario))?;
    }
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
        if args.keep {
            keep(&home, args, &tournament, &cells)?;
        }
        Ok(End::Done)
    })
}

/// The strategies of each side: those named, or its ladder.
fn entrants(home: &Home, args: &args::Tournament) -> anyhow::Result<BySide<Vec<String>>> {
    let table =
        seat::seat(home, &args.scenario, &args::Seats::default(), seat::Extras::default(), 0)?;
    let own = seat::names(&*table);
    let mut entrants = if args.doctrines {
        table.head().doctrines.clone()
    } else {
        BySide { german: args.german.clone(), allied: args.allied.clone() }
    };
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

/// Writes what the doctrines scored beside their scenario.
fn keep(
    home: &Home,
    args: &args::Tournament,
    tournament: &study::Tournament,
    cells: &[Vec<Outcomes>],
) -> anyhow::Result<()> {
    let BySide { german, allied } = &tournament.strategies;
    let mut pairs = Vec::new();
    for (german, row) in german.iter().zip(cells) {
        for (allied, cell) in allied.iter().zip(row) {
            let scores = cell.measure("german_score")?;
            // Half points: a win is two, a draw one.
            let count = |points: u64| {
                scores.iter().filter(|&&score| (score * 2.0).round() as u64 == points).count()
                    as u64
            };
            pairs.push(DoctrinePair {
                german: german.clone(),
                allied: allied.clone(),
                german_wins: count(2),
                draws: count(1),
            });
        }
    }
    let (system, scenario) = lab::find(SHELF, home, &args.scenario)?;
    let rules = cells.iter().flatten().find_map(|cell| cell.asked().hashes.get(RULES));
    let scores = DoctrineScores {
        command: tournament.command.clone(),
        rules: rules.map_or_else(String::new, |rules| without_code(rules)),
        games: tournament.games,
        pairs,
    };
    let path = DoctrineScores::file(home, system.id(), scenario);
    study::write_text(&path, &scores.text())?;
    output::print(&format!("kept: {}\n", path.display()))
}

/// System and version of the rules, without the hash of their code.
fn without_code(rules: &str) -> String {
    rules.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

fn line(args: &args::Tournament, strategies: &BySide<Vec<String>>) -> String {
    let named = if args.doctrines {
        Line::more()
    } else {
        Line::more()
            .word("--german")
            .words(&strategies.german)
            .word("--allied")
            .words(&strategies.allied)
    };
    Line::of("tournament")
        .word(&args.scenario)
        .flag("--doctrines", args.doctrines)
        .then(named)
        .option("--games", args.games)
        .option("--seed", args.bench.seed)
        .flag("--review", args.review)
        .text("--all", &args.all)
        .to_string()
}
