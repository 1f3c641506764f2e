//! `dropzone plans`: every drop and set-up plan of a scenario side by side.

use std::fmt::Write as _;

use anyhow::Context as _;
use engine::{PlanKind, Side};
use lab::{Complaints, Home, Plan, PlanScope};

use crate::arm::{self, Arm, Games};
use crate::failure::End;
use crate::home::home;
use crate::line::Line;
use crate::sitting::Sitting;
use crate::{args, output, seat};

/// The name of the arm without a plan.
const OWN: &str = "own choice";

pub(crate) fn plans(args: &args::Plans) -> anyhow::Result<End> {
    let scenario = match (&args.command, &args.scenario) {
        (Some(args::PlansCommand::Optimize(args)), _) => return super::optimize::optimize(args),
        (None, scenario) => scenario.as_deref().context("a scenario is missing")?,
    };
    let home = home()?;
    let table = seat::seat(&home, scenario, &args::Seats::default(), seat::Extras::default(), 0)?;
    let scope = table.plan_scope();
    if let Some(kind) = args.template {
        output::print(&template((args, scenario), &scope, kind.into())?)?;
        return Ok(End::Done);
    }
    let plans = asked(args, &home, &scope)?;
    if args.list {
        output::print(&listed((args, scenario), &scope, &plans))?;
        return Ok(End::Done);
    }
    if plans.is_empty() {
        let wanted = args.kind.map(PlanKind::from);
        let mut kinds = PlanKind::ALL.into_iter().filter(|&kind| wanted.is_none_or(|k| k == kind));
        let Some(kind) = kinds.find(|&kind| !scope.units(kind).is_empty()) else {
            let what = wanted.map_or("comes down or sets up by choice", chosen);
            anyhow::bail!("{scenario}: no unit {what}, so there is nothing to plan");
        };
        anyhow::bail!(
            "{scenario} has no {kind} plan; write one, beginning with\n  dropzone plans {scenario} --template {kind} > mine.toml\nand name it with --with mine.toml",
            kind = kind.word(),
        );
    }
    let games = Games::new(&args.bench, args.games);
    let own = Arm::all(scenario, OWN, &args.all, games)?;
    let mut arms = vec![];
    for plan in &plans {
        let arm = own.named(&plan.name);
        arms.push(match plan.kind {
            PlanKind::Drop => arm.dropping(&plan.called)?,
            PlanKind::Setup => arm.setting_up(plan.side, &plan.called),
        });
    }
    arms.insert(0, own);
    let arms = arm::seat_all(&home, arms, &[&args.measure])?;
    let line = line(args, scenario);
    let sitting = Sitting::begin(&arm::question("plans", &line, &arms), &args.bench.sitting)?;
    sitting.hold(|sitting| {
        let mut played = sitting.play(arms, games)?.into_iter();
        let own = played.next().expect("the own choice is the first arm");
        let planned = plans.into_iter().zip(played.map(|(_, outcomes)| outcomes)).collect();
        let answer = study::plans(&line, own, planned, &args.measure)?;
        sitting.answer("plans", &answer, &report::findings::plans(&answer))?;
        Ok(End::Done)
    })
}

/// The scenario's plans and those given by `--with`; every fault in every file is reported.
fn asked(args: &args::Plans, home: &Home, scope: &PlanScope) -> anyhow::Result<Vec<Plan>> {
    let mut plans: Vec<Plan> = Vec::new();
    let mut complaints = Vec::new();
    for called in scope.names(home).iter().chain(&args.with) {
        match scope.load(home, called) {
            Ok(plan) => plans.push(plan),
            Err(more) => complaints.extend(more),
        }
    }
    if !complaints.is_empty() {
        return Err(Complaints::new(complaints).into());
    }
    if let Some(kind) = args.kind {
        plans.retain(|plan| plan.kind == kind.into());
    }
    for (i, plan) in plans.iter().enumerate() {
        let twice = plan.name == OWN || plans[..i].iter().any(|other| other.name == plan.name);
        anyhow::ensure!(
            !twice,
            "two plans are called “{}”; give one of them another `name`",
            plan.name
        );
    }
    Ok(plans)
}

/// Number of units of a side that plans of a kind may name.
fn choosers(scope: &PlanScope, kind: PlanKind, side: Side) -> usize {
    scope.units(kind).iter().filter(|unit| scope.side(unit) == side).count()
}

/// What the units named in plans of a kind do, in words.
fn chosen(kind: PlanKind) -> &'static str {
    match kind {
        PlanKind::Drop => "comes from the air",
        PlanKind::Setup => "chooses where to set up",
    }
}

fn template(
    (args, named): (&args::Plans, &str),
    scope: &PlanScope,
    kind: PlanKind,
) -> anyhow::Result<String> {
    let count = |side| choosers(scope, kind, side);
    let side = args.side.unwrap_or(if count(Side::Allied) > count(Side::German) {
        Side::Allied
    } else {
        Side::German
    });
    anyhow::ensure!(
        scope.has_choices(kind, side),
        "{}: no {} unit {}, so there is nothing to plan",
        named,
        side.word(),
        chosen(kind)
    );
    Ok(scope.template(kind, side))
}

/// The existing plans, and what could be planned.
fn listed((args, named): (&args::Plans, &str), scope: &PlanScope, plans: &[Plan]) -> String {
    let mut text = String::new();
    for plan in plans {
        let _ = writeln!(
            text,
            "{:<20} {:<6} {:<7} {}",
            plan.name,
            plan.kind.word(),
            plan.side.word(),
            plan.intent
        );
    }
    for kind in PlanKind::ALL.into_iter().filter(|&kind| args.kind.is_none_or(|k| kind == k.into()))
    {
        for side in Side::BOTH {
            let units = choosers(scope, kind, side);
            if units > 0 {
                let _ = writeln!(
                    text,
                    "{} {} plans may place {units} units: dropzone plans {} --template {} --side {}",
                    side.word(),
                    kind.word(),
                    named,
                    kind.word(),
                    side.word()
                );
            }
        }
    }
    if text.is_empty() {
        let _ = writeln!(text, "{named}: no unit has a choice of where to land or set up");
    }
    text
}

/// The command line that gives the same answer again.
fn line(args: &args::Plans, scenario: &str) -> String {
    Line::of("plans")
        .word(scenario)
        .each("--kind", args.kind.map(|kind| PlanKind::from(kind).word()))
        .each("--with", &args.with)
        .text("--all", &args.all)
        .option("--games", args.games)
        .option("--seed", args.bench.seed)
        .option("--measure", &args.measure)
        .to_string()
}
