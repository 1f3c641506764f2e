//! `dropzone power`: how many games a question needs.

use std::fmt::Write as _;

use study::estimate::{Contest, games_for_difference, games_for_half_width};
use study::{Outcomes, Pilot, Run, Together, shares_apart, together};

use crate::failure::End;
use crate::{args, output};

pub(crate) fn power(args: &args::Power) -> anyhow::Result<End> {
    let pilots: Vec<Outcomes> = args
        .pilot
        .iter()
        .map(|path| Ok(Outcomes::of_run(&Run::open(path)?)?))
        .collect::<anyhow::Result<_>>()?;
    possible(args, &pilots)?;
    let known = study::Pilot::of(&pilots, &args.measure)?;
    let variance = known.as_ref().map_or(args.share * (1.0 - args.share), |pilot| pilot.variance);
    let level = format!("{:.0}%", args.confidence * 100.0);
    let mut text = known.as_ref().map_or_else(String::new, |pilot| pilot.said(&args.measure));
    let varies = |pilot: &Pilot| pilot.variance_at(args.difference.unwrap_or(0.0)) > 0.0;
    let never = known.as_ref().is_some_and(|pilot| pilot.variance <= 0.0);
    if known.as_ref().is_some_and(|pilot| !varies(pilot)) {
        output::print(&text)?;
        return Ok(End::Undecided);
    }
    let played = |games: u64| known.as_ref().map_or(games, |pilot| pilot.played(games));
    if let Some(half) = args.half_width.filter(|_| !never) {
        let games = played(games_for_half_width(half, variance, args.confidence));
        let _ =
            writeln!(text, "{} for a {level} interval of {half} either way.", games_said(games));
    }
    if let Some(difference) = args.difference {
        let variance = match &known {
            Some(pilot) => pilot.variance_at(difference),
            None => shares_apart(args.share, difference),
        };
        let rho = args.rho.or(known.as_ref().and_then(|pilot| pilot.correlation));
        let contest = |correlation| Contest {
            difference,
            variance,
            correlation,
            confidence: args.confidence,
            power: args.chance,
        };
        let alone = played(games_for_difference(contest(0.0)));
        let chance = args.chance * 100.0;
        let _ = writeln!(
            text,
            "{} an arm, each arm with seeds of its own, to see a difference of {difference} with {chance:.0}% chance at the {level} level.",
            games_said(alone)
        );
        match rho {
            Some(rho) => {
                let shared = played(games_for_difference(contest(rho)));
                let _ = writeln!(
                    text,
                    "{} an arm on the same seeds (correlation {rho:.2}){}.",
                    games_said(shared),
                    savings(alone, shared)
                );
            }
            None => text.push_str(UNKNOWN_SAVINGS),
        }
    }
    if let [one, other] = &pilots[..] {
        text.push_str(&by_turn(&together(one, other)?));
    }
    output::print(&text)?;
    Ok(End::Done)
}

/// What shared seeds save is not known without two arms that were played on them.
const UNKNOWN_SAVINGS: &str = "What the same seeds save depends on what the arms do: as many times fewer games as 1 / (1 - correlation), 30 times and more for a ruling that is seldom used, hardly any for a drop plan after which the games go apart. Two pilot runs from one seed, one of each arm, tell the correlation.\n";

fn savings(alone: u64, shared: u64) -> String {
    if alone == u64::MAX || shared == 0 {
        return String::new();
    }
    let times = alone as f64 / shared as f64;
    if times < 1.05 {
        ": the same seeds save next to nothing".into()
    } else {
        format!(": {times:.1} times fewer")
    }
}

/// How long the two runs go together: where the correlation is lost, pairing is too.
fn by_turn(turns: &[Together]) -> String {
    let said = turns.iter().filter_map(|turn| {
        let r = turn.correlation.as_ref()?;
        Some(format!("{:.2} in turn {}", r.value, turn.turn))
    });
    let said: Vec<String> = said.collect();
    if said.is_empty() {
        return String::new();
    }
    format!(
        "How alike the two games of a seed stand (correlation of the advantage): {}.\n",
        said.join(", ")
    )
}

/// A difference or a half width that no two means could have is a mistake.
fn possible(args: &args::Power, pilots: &[Outcomes]) -> anyhow::Result<()> {
    let (low, high) = pilots.first().map_or((0.0, 1.0), |pilot| pilot.bounds(&args.measure));
    let range = high - low;
    let asked =
        [("--difference", args.difference, range), ("--half-width", args.half_width, range / 2.0)];
    for (option, value, most) in asked {
        if let Some(value) = value {
            anyhow::ensure!(
                value <= most,
                "{option} {value}: {} lies between {low} and {high}; expected a number up to {most}",
                args.measure
            );
        }
    }
    Ok(())
}

/// More games than this are not realistic.
const REASON: u64 = 10_000_000;

fn games_said(games: u64) -> String {
    if games == u64::MAX {
        "No number of games is enough: endlessly many".into()
    } else if games > REASON {
        "More than ten million games, which is more than can be played:".into()
    } else {
        format!("{games} {}", if games == 1 { "game" } else { "games" })
    }
}
