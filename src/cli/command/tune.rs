//! `dropzone strategy tune`: better weights for both sides, by self-play.

mod answer;
mod memory;

use engine::BySide;
use lab::Home;
use lab::tune::{Field, Free, Terms};
use study::{ByInterval, StudyAsked};

use crate::arm::{Arm, Games};
use crate::failure::End;
use crate::line::Line;
use crate::progress::Progress;
use crate::sitting::Sitting;
use crate::{args, seat};
use answer::Answer;
use memory::Memory;

pub(crate) fn tune(home: &Home, args: &args::Tune) -> anyhow::Result<End> {
    let terms = Terms {
        budget: args.budget,
        rounds: args.rounds,
        holdout: args.holdout,
        seed: args.seed,
        holdout_seed: args.holdout_seed,
    };
    seat::seeds_apart("--holdout-seed", terms.seed, terms.holdout_seed)?;
    let games = Games { seed: args.seed, count: args.budget, threads: args.sitting.threads() };
    let seats = seat::options(&args.seats).to_string();
    let seated = Arm::all(&args.scenario, "as it stands", &seats, games)?.seat(home)?;
    let (system, _) = lab::find(lab::SHELF, home, &args.scenario)?;
    let free = if args.free_all { Free::All } else { Free::Named(args.free.clone()) };
    let field = Field::new(home, system, &*seated.table, &args.rival, &free)?;
    let line = line(args);
    let rivals = BySide::from_fn(|side| field.rivals(side));
    let rivals = rivals.german.iter().chain(rivals.allied).map(|rival| rival.hash.as_str());
    let asked = StudyAsked::of("tune", &line, [("as it stands", &seated.outcomes)]);
    let sitting = Sitting::begin(&asked.reading("rivals", rivals), &args.sitting)?;
    sitting.hold(|sitting| {
        let progress = Progress::new(most_games(terms), 0);
        let mut memory = Memory::open(&field, sitting, &progress, games.threads)?;
        let tuned = field.tune(terms, &ByInterval, &mut memory);
        progress.clear();
        let answer = Answer::new(&field, &*seated.table, terms, &line, &tuned?)?;
        answer.give(sitting)?;
        Ok(End::Done)
    })
}

/// More games than this are never played.
fn most_games(terms: Terms) -> u64 {
    let each = terms.budget.saturating_add(terms.holdout.saturating_mul(2));
    each.saturating_mul(2).saturating_mul(u64::from(terms.rounds) + 1)
}

fn line(args: &args::Tune) -> String {
    Line::of("strategy")
        .word("tune")
        .word(&args.scenario)
        .option("--budget", args.budget)
        .option("--rounds", args.rounds)
        .option("--holdout", args.holdout)
        .option("--seed", args.seed)
        .option("--holdout-seed", args.holdout_seed)
        .each("--rival", &args.rival)
        .text("--free", &args.free.join(","))
        .flag("--free-all", args.free_all)
        .then(seat::options(&args.seats))
        .to_string()
}
