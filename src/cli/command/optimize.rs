//! `dropzone plans optimize`: a better plan, searched from another one.

use std::path::Path;
use std::{fs, io};

use anyhow::Context as _;
use engine::{PlanKind, Side};
use lab::{Change, Edge, Plan, PlanHunt, PlanScope, SearchEnded, SearchTerms, Sought};
use study::estimate::{Contrasted, paired_mean};

use crate::failure::End;
use crate::home::home;
use crate::line::Line;
use crate::outputs::Inputs;
use crate::progress::Progress;
use crate::{args, output, seat};

pub(crate) fn optimize(args: &args::Optimize) -> anyhow::Result<End> {
    let home = home()?;
    let terms = SearchTerms {
        budget: args.budget,
        heat: args.heat.into(),
        duel: args.duel,
        seed: args.seed,
        fresh_seed: args.fresh_seed,
        fresh: args.fresh,
    };
    seat::seeds_apart("--fresh-seed", terms.seed, terms.fresh_seed)?;
    if let Some(out) = &args.out {
        let inputs = Inputs::default().home(&home).seats(&args.seats);
        let inputs =
            args.from.iter().fold(inputs, |all, from| all.file("the file of --from", from));
        inputs.apart(&[("--out", out)])?;
        let ending = out.extension().is_some_and(|ending| ending == "toml");
        anyhow::ensure!(ending, "--out {}: expected a file FILE.toml", out.display());
        let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        anyhow::ensure!(folder.is_dir(), "--out {}: there is no such folder", out.display());
    }
    let table = seat::seat(&home, &args.scenario, &args.seats, seat::Extras::default(), args.seed)?;
    let scope = table.plan_scope();
    let start = start(args, &home, &scope)?;
    anyhow::ensure!(
        !scope.changes(&start).is_empty(),
        "{}: {} {} plans have nothing to choose",
        args.scenario,
        start.side.word(),
        start.kind.word()
    );
    let progress = Progress::new(terms.budget.saturating_add(terms.fresh.saturating_mul(2)), 0);
    let each = |games| progress.skip(games);
    let hunt = PlanHunt::new(&*table, &scope, &each);
    let threads = args.threads.map_or(0, |threads| usize::try_from(threads).unwrap_or(usize::MAX));
    let found = hunt.search(&start, terms, threads);
    progress.clear();
    let found = found?;
    let lines = told(args, &scope, &start, &found)?;
    let best = named(args, found.best);
    let text = scope.text(&best, &lines);
    match &args.out {
        None => output::print(&text)?,
        Some(out) => {
            write(out, &text).with_context(|| format!("cannot write {}", out.display()))?;
            output::print(&format!("{}\n\nwritten to {}\n", lines.join("\n"), out.display()))?;
        }
    }
    Ok(End::Done)
}

/// The plan to begin with.
fn start(args: &args::Optimize, home: &lab::Home, scope: &PlanScope) -> anyhow::Result<Plan> {
    let kind = args.kind.map(PlanKind::from);
    let Some(from) = &args.from else {
        return Ok(Plan::empty(kind.unwrap_or(PlanKind::Drop), args.side.unwrap_or(Side::German)));
    };
    let plan = scope.load(home, from)?;
    anyhow::ensure!(
        kind.is_none_or(|kind| kind == plan.kind),
        "--from {from}: `{}` is a {} plan; expected the --kind of the plan",
        plan.name,
        plan.kind.word()
    );
    anyhow::ensure!(
        args.side.is_none_or(|side| side == plan.side),
        "--from {from}: `{}` is a plan of the {} side; expected the --side of the plan",
        plan.name,
        plan.side
    );
    Ok(plan)
}

/// The plan with a name of its own, that of its file.
fn named(args: &args::Optimize, best: Plan) -> Plan {
    let stem = args.out.as_deref().and_then(Path::file_stem).map(|stem| stem.to_string_lossy());
    let name = stem.map_or_else(|| "optimized".to_owned(), std::borrow::Cow::into_owned);
    let intent = match &args.from {
        Some(_) if !best.intent.is_empty() => best.intent.clone(),
        _ => "Searched game by game; it has no intent of its own.".to_owned(),
    };
    Plan { name, intent, ..best }
}

/// How the search went, line by line: the pedigree of its plan.
fn told(
    args: &args::Optimize,
    scope: &PlanScope,
    start: &Plan,
    found: &Sought<Plan, Change>,
) -> anyhow::Result<Vec<String>> {
    let from = match &args.from {
        Some(_) => format!("`{}`", start.name),
        None => "the strategy's own choice".to_owned(),
    };
    let mut lines = vec![line(args), String::new(), format!("Searched from {from}.")];
    for (number, heat) in found.heats.iter().enumerate() {
        let field: usize = heat.cuts.first().map_or(1, |cut| cut.stayed + cut.left);
        let became = if heat.duel.is_gain() { "taken" } else { "not taken" };
        lines.push(format!(
            "{}. {}: {} in a duel of {} games, {became}; the best of {field}",
            number + 1,
            scope.said(heat.step),
            said(heat.duel),
            heat.duel.games,
        ));
        for cut in &heat.cuts {
            lines.push(format!(
                "   {} of {} stayed after {} games; the last of them led the next by {}",
                cut.stayed,
                cut.stayed + cut.left,
                cut.edge.games,
                said(cut.edge),
            ));
        }
    }
    let ended = match found.ended {
        SearchEnded::Budget => "the budget pays for no further heat",
        SearchEnded::NoneBetter => "every change had its chance and none was better",
    };
    lines.push(format!(
        "{} games, then {ended}. Differences with their standard errors.",
        found.spent
    ));
    let gain = gain(&found.fresh).context("two fresh games are needed at least")?;
    let verdict = match gain.interval {
        interval if interval.low > 0.0 => "a gain",
        interval if interval.high < 0.0 => "a loss",
        _ => "no clear difference",
    };
    lines.push(format!(
        "On {} fresh seeds the plan scores {:+.4} against {from}, 95% interval {:+.4} to {:+.4}: {verdict}.",
        args.fresh, gain.value, gain.interval.low, gain.interval.high
    ));
    Ok(lines)
}

/// `+0.0200 ± 0.0100`.
fn said(edge: Edge) -> String {
    format!("{:+.4} ± {:.4}", edge.difference, edge.error)
}

/// The gain on fresh seeds with its paired interval.
fn gain(fresh: &[Vec<u8>; 2]) -> Option<Contrasted> {
    let [best, start] = fresh
        .each_ref()
        .map(|worth| worth.iter().map(|&half| f64::from(half) / 2.0).collect::<Vec<f64>>());
    paired_mean(&best, &start, study::CONFIDENCE)
}

/// Writes the file whole or not at all.
fn write(out: &Path, text: &str) -> io::Result<()> {
    let mut part = out.as_os_str().to_owned();
    part.push(".part");
    let written = fs::write(&part, text).and_then(|()| fs::rename(&part, out));
    if written.is_err() {
        // What is left of it is of no use; the error that matters is the first.
        let _ = fs::remove_file(&part);
    }
    written
}

/// The command line that finds the same plan.
fn line(args: &args::Optimize) -> String {
    Line::of("plans")
        .word("optimize")
        .word(&args.scenario)
        .each("--from", &args.from)
        .each("--side", args.side.map(Side::word))
        .each("--kind", args.kind.map(|kind| PlanKind::from(kind).word()))
        .option("--budget", args.budget)
        .option("--heat", args.heat)
        .option("--duel", args.duel)
        .option("--seed", args.seed)
        .option("--fresh", args.fresh)
        .option("--fresh-seed", args.fresh_seed)
        .then(seat::options(&args.seats))
        .to_string()
}
