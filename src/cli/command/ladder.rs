//! `dropzone tournament --ladder`: whether each grade of player beats the one below it.

use engine::BySide;
use lab::Home;
use study::{Outcomes, RUNGS, ladder_pairs, looks_ahead};

use crate::arm::{self, Arm, Games, Seated};
use crate::failure::End;
use crate::line::Line;
use crate::sitting::Sitting;
use crate::{args, seat};

/// Games of each pair in which a side looks ahead, unless told otherwise.
const SEARCH_GAMES: u64 = 100;

pub(super) fn ladder(home: &Home, args: &args::Tournament) -> anyhow::Result<End> {
    let strategies = rungs(home, args)?;
    let quick = Games::new(&args.bench, args.games);
    let slow = Games { count: args.search_games.unwrap_or(SEARCH_GAMES), ..quick };
    let seated = |ahead: bool, games: Games| -> anyhow::Result<Vec<((usize, usize), _)>> {
        let pairs: Vec<(usize, usize)> =
            ladder_pairs().into_iter().filter(|&pair| looks_ahead(pair) == ahead).collect();
        let all = Arm::all(&args.scenario, "", &args.all, games)?;
        let arms = pairs.iter().map(|&(german, allied)| {
            let (german, allied) = (&strategies.german[german], &strategies.allied[allied]);
            all.named(&format!("{german} against {allied}")).played_by(german, allied)
        });
        let arms = arms.collect::<anyhow::Result<Vec<Arm>>>()?;
        Ok(pairs.into_iter().zip(arm::seat_all(home, arms, &[])?).collect())
    };
    let line = line(args);
    let arms: Vec<_> = seated(false, quick)?.into_iter().chain(seated(true, slow)?).collect();
    let (pairs, arms): (Vec<_>, Vec<(String, Seated)>) = arms.into_iter().unzip();
    let sitting = Sitting::begin(&arm::question("ladder", &line, &arms), &args.bench.sitting)?;
    sitting.hold(|sitting| {
        let games = pairs.iter().map(|&pair| if looks_ahead(pair) { slow } else { quick });
        let played: Vec<(String, Outcomes)> =
            sitting.play_as_asked(arms.into_iter().zip(games).collect())?;
        let cells: Vec<_> =
            pairs.into_iter().zip(played.into_iter().map(|(_, games)| games)).collect();
        let ladder = study::ladder(&line, strategies, &cells)?;
        let dossier = report::findings::ladder(&ladder);
        sitting.answer("ladder", &ladder, &dossier)?;
        Ok(End::Done)
    })
}

/// The strategies of each side, lowest rung first.
fn rungs(home: &Home, args: &args::Tournament) -> anyhow::Result<BySide<Vec<String>>> {
    let table =
        seat::seat(home, &args.scenario, &args::Seats::default(), seat::Extras::default(), 0)?;
    let own = seat::names(&*table);
    let search = match args.search_playouts {
        Some(playouts) => format!("search:playouts={playouts}"),
        None => "search".into(),
    };
    Ok(BySide::from_fn(|side| {
        let rungs: [&str; RUNGS] = ["random", "greedy", &own[side], &search];
        rungs.map(String::from).to_vec()
    }))
}

fn line(args: &args::Tournament) -> String {
    Line::of("tournament")
        .word(&args.scenario)
        .flag("--ladder", true)
        .option("--games", args.games)
        .each("--search-games", args.search_games)
        .each("--search-playouts", args.search_playouts)
        .option("--seed", args.bench.seed)
        .text("--all", &args.all)
        .to_string()
}
