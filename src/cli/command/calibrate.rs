//! `dropzone calibrate`: which worlds agree with published outcomes.

use anyhow::Context as _;
use lab::{Fact, Home, Request, SHELF, System, Worlds};
use study::{About, Matching, Outcomes, StudyAsked, Target};

use crate::arm::{Arm, Games, Seated};
use crate::failure::End;
use crate::home::home;
use crate::line::Line;
use crate::progress::Progress;
use crate::sitting::Sitting;
use crate::{args, seat};

/// Measures about which one more fact might teach something.
const WATCHED: [&str; 6] =
    ["german_score", "draw", "end_turn", "margin", "german_steps_lost", "allied_steps_lost"];

pub(crate) fn calibrate(args: &args::Calibrate) -> anyhow::Result<End> {
    let home = home()?;
    let (system, _) = lab::find(SHELF, &home, &args.scenario)?;
    // Shipped facts are found from any folder, like the scenarios.
    let own = home.root().join(&args.against);
    let path = if !args.against.exists() && home.has(&own) { &own } else { &args.against };
    let facts = Fact::load(&home, path)?;
    let games = Games::new(&args.bench, args.games);
    let arm = Arm::all(&args.scenario, "as shipped", &args.all, games)?;
    let request = seat::request_of(&home, &arm.run.scenario, &arm.run.seats)?;
    let unknowns = system.unknowns(&home, &request)?;
    anyhow::ensure!(
        !unknowns.is_empty(),
        "nothing of {} is unknown: there are no worlds to choose from",
        args.scenario
    );
    let shipped = arm.seat(&home)?;
    study::check_facts(shipped.outcomes.asked(), shipped.outcomes.about(), &facts)
        .with_context(|| args.against.display().to_string())?;
    let title = shipped.outcomes.about().brief.title.clone();
    let mut targets = Target::of(&facts);
    targets.extend(WATCHED.map(Target::watched));
    let line = line(args);
    let text = serde_json::to_string(&facts)?;
    let known = serde_json::to_string(&unknowns)?;
    let asked = StudyAsked::of("calibrate", &line, [("as shipped", &shipped.outcomes)]);
    let asked = asked.reading("facts", [text.as_str()]).reading("rivals", [known.as_str()]);
    let sitting = Sitting::begin(&asked, &args.bench.sitting)?;
    sitting.hold(|sitting| {
        let mut matching = Matching::new(unknowns.clone(), targets.clone(), args.bench.seed);
        for wave in 0..args.waves {
            let worlds = matching.next(args.worlds as usize);
            // A single world tells nothing of how worlds differ.
            if worlds.len() < 2 {
                break;
            }
            let all = Worlds { unknowns: unknowns.clone(), drawn: worlds.clone() };
            let mut seated = seat_wave(system, (&home, &request), &arm, all, &targets)?;
            let count = worlds.len() as u64 * args.games;
            let progress = Progress::new(count, 0);
            let games = Games { count, ..games };
            sitting.play_arm(&mut seated, &format!("wave-{wave}"), games, &progress)?;
            progress.clear();
            let seen = targets.iter().map(|target| target.seen(&seated.outcomes, worlds.len()));
            let seen = seen.collect::<Result<Vec<_>, _>>()?;
            matching.learn(worlds, seen);
        }
        let (answer, list) = matching.finish((&line, &args.scenario, &title), &facts);
        if let Some(list) = list {
            sitting.put("worlds.toml", list.text(&line).as_bytes())?;
        }
        sitting.answer("calibrate", &answer, &report::findings::calibrate(&answer))?;
        Ok(End::Done)
    })
}

/// The games of a wave: game `g` in world `g mod N`.
fn seat_wave(
    system: &dyn System,
    (home, request): (&Home, &Request),
    arm: &Arm,
    worlds: Worlds,
    targets: &[Target],
) -> anyhow::Result<Seated> {
    let table = lab::seat_in(system, home, request, worlds)?;
    let asked = arm.run.asked(&*table, Line::more());
    let about = About::of(&*table, false);
    let watched = targets.iter().filter_map(Target::turn_number).collect();
    Ok(Seated { table, outcomes: Outcomes::new(asked, about).watching(watched) })
}

/// The command line that makes the same calibration again.
fn line(args: &args::Calibrate) -> String {
    Line::of("calibrate")
        .word(&args.scenario)
        .option("--against", args.against.display())
        .option("--worlds", args.worlds)
        .option("--waves", args.waves)
        .option("--games", args.games)
        .text("--all", &args.all)
        .option("--seed", args.bench.seed)
        .to_string()
}
