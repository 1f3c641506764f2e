//! `dropzone solve`: the value of a knob at which a target holds.

use anyhow::Context as _;
use lab::{Home, Set};
use study::{Found, Outcomes, Question, StudyAsked};

use crate::args;
use crate::arm::{Arm, Games, Seated};
use crate::failure::End;
use crate::home::home;
use crate::line::Line;
use crate::progress::Progress;
use crate::sitting::Sitting;

/// The number of the last turn.
const END_TURN: &str = "end_turn";

/// Whole values tried above the file's own, at least.
const ABOVE: i64 = 8;

/// Whole values tried on either side of the file's own, at most: for each the scenario is loaded once.
const REACH: i64 = 100;

pub(crate) fn solve(args: &args::Solve) -> anyhow::Result<End> {
    let home = home()?;
    let question = question(&home, args)?;
    // Load both ends, so that a range that is too wide is reported before the first game.
    let ends = [question.low, question.high].map(|value| seated(&home, args, value));
    let [low, high] = ends;
    let (low, _) = (low?, high?);
    possible(&question, &low.outcomes)?;
    let title = low.outcomes.about().brief.title.clone();
    let line = line(args);
    let asked = StudyAsked::of("solve", &line, [(question.knob.as_str(), &low.outcomes)]);
    let sitting = Sitting::begin(&asked, &args.bench.sitting)?;
    sitting.hold(|sitting| {
        let progress = Progress::new(0, 0);
        let mut arms: Vec<(f64, Seated)> = Vec::new();
        let mut measured = 0;
        let solution = study::solve(&question, |value, count| -> anyhow::Result<Vec<f64>> {
            let place = match arms.iter().position(|(known, _)| known.total_cmp(&value).is_eq()) {
                Some(place) => place,
                None => {
                    arms.push((value, seated(&home, args, value)?));
                    arms.len() - 1
                }
            };
            let arm = &mut arms[place].1;
            let have = arm.outcomes.games();
            progress.expect(count.saturating_sub(have));
            let place = format!("{}/{have}", written(value));
            sitting.play_arm(arm, &place, Games::new(&args.bench, count), &progress)?;
            let found = arm.outcomes.column(&question.measure)?;
            let found: Vec<f64> = found.iter().copied().filter(|x| !x.is_nan()).collect();
            measured += found.len();
            Ok(found)
        });
        progress.clear();
        let mut solution = solution?;
        let played = arms.iter().map(|(_, arm)| arm.outcomes.asked());
        solution.warnings.extend(study::outsiders(played));
        if measured == 0 {
            // Without playing a game: this only finds which measures there are.
            for (_, arm) in &arms {
                arm.outcomes.measure(&question.measure)?;
            }
        }
        let dossier = report::findings::solve(&solution, &title, &args.scenario, &line);
        sitting.answer("solve", &solution, &dossier)?;
        Ok(if solution.found == Found::Undecided { End::Undecided } else { End::Done })
    })
}

/// The scenario with the knob at a value, loaded with both strategies.
fn seated(home: &Home, args: &args::Solve, value: f64) -> anyhow::Result<Seated> {
    at(args, &written(value), Games::new(&args.bench, args.games))?.seat(home)
}

/// A target that no game could ever reach is a mistake.
fn possible(question: &Question, arm: &Outcomes) -> anyhow::Result<()> {
    let Question { measure, target, .. } = question;
    arm.measure(measure)?;
    let (low, high) = arm.bounds(measure);
    let range = match (low.is_finite(), high.is_finite()) {
        (true, true) => format!("from {low} to {high}"),
        (true, false) => format!("of {low} or more"),
        _ => format!("of {high} or less"),
    };
    anyhow::ensure!(
        (low..=high).contains(target),
        "--target {measure}={target}: no mean of {measure} can be {target}; expected a value {range}"
    );
    Ok(())
}

fn question(home: &Home, args: &args::Solve) -> anyhow::Result<Question> {
    let (low, high, whole) = match args.between.as_deref() {
        Some(&[low, high]) => {
            anyhow::ensure!(
                low < high,
                "--between {low} {high}: the first must be below the second"
            );
            let whole = !args.fractions;
            anyhow::ensure!(
                !whole || low.fract() == 0.0 && high.fract() == 0.0,
                "--between {low} {high}: whole numbers, or add --fractions"
            );
            (low, high, whole)
        }
        _ => {
            let (low, high) = around(home, args)?;
            (low as f64, high as f64, true)
        }
    };
    Ok(Question {
        knob: args.knob.clone(),
        measure: args.target.0.clone(),
        target: args.target.1,
        low,
        high,
        whole,
        games: args.games,
    })
}

/// The whole values around the file's own that the scenario allows.
fn around(home: &Home, args: &args::Solve) -> anyhow::Result<(i64, i64)> {
    let now = match Set::current(home, &args.scenario, &args.knob)? {
        // Scenarios name their turns, but the number of the last one is a knob in every system.
        None if args.knob == END_TURN => {
            let games = Games { seed: 0, count: 1, threads: 1 };
            let own = Arm::all(&args.scenario, "as it stands", &args.all, games)?;
            let seated = own.seat(home)?;
            Some(seated.table.head().turn_names.len().to_string())
        }
        now => now,
    };
    let now = now.with_context(|| {
        format!("{} has no `{}`: say its range with --between LOW HIGH", args.scenario, args.knob)
    })?;
    let own: i64 = now.parse().ok().with_context(|| {
        format!(
            "{} is `{now}`, not a whole number: say its range with --between LOW HIGH",
            args.knob
        )
    })?;
    let allowed = |value: i64| {
        let games = Games { seed: 0, count: 1, threads: 1 };
        at(args, &value.to_string(), games).and_then(|arm| arm.seat(home)).map(drop)
    };
    // The scenario's own value must be allowed; if not, something else is wrong with the scenario.
    allowed(own)?;
    let reach = own.saturating_abs().clamp(ABOVE, REACH);
    let passes = |value: &i64| allowed(*value).is_ok();
    let low = (own.saturating_sub(reach)..own).rev().take_while(passes).last().unwrap_or(own);
    let high = (own + 1..=own.saturating_add(reach)).take_while(passes).last().unwrap_or(own);
    anyhow::ensure!(low < high, "{} allows no value but {own}", args.knob);
    Ok((low, high))
}

/// The scenario with the knob at a value.
fn at(args: &args::Solve, value: &str, games: Games) -> anyhow::Result<Arm> {
    let set = format!("{}={value}", args.knob);
    Arm::all(&args.scenario, &set, &args.all, games)?.changing(&[set])
}

fn written(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.6}") }
}

fn line(args: &args::Solve) -> String {
    let line = Line::of("solve")
        .word(&args.scenario)
        .option("--knob", &args.knob)
        .option("--target", format!("{}={}", args.target.0, args.target.1));
    let line = match &args.between {
        Some(ends) => line.word("--between").words(ends.iter().map(|&end| written(end))),
        None => line,
    };
    line.flag("--fractions", args.fractions)
        .text("--all", &args.all)
        .option("--games", args.games)
        .option("--seed", args.bench.seed)
        .to_string()
}
