//! From what was typed to a scenario with both sides seated.

use std::collections::BTreeMap;

use anyhow::Context as _;
use engine::{BySide, Side};
use lab::{Complaints, Home, Request, SHELF, Set, Table};
use study::RunAsked;

use crate::args::Seats;

/// What is kept of a game beside its rows.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Extras {
    /// The bots' mistakes.
    pub(crate) review: bool,
    /// The dice of combat.
    pub(crate) combats: bool,
}

/// Seats a scenario by its full name.
pub(crate) fn seat(
    home: &Home,
    scenario: &str,
    seats: &Seats,
    extras: Extras,
) -> anyhow::Result<Box<dyn Table>> {
    let (system, name) = lab::find(SHELF, home, scenario)?;
    let request = Request {
        scenario: name.into(),
        strategies: BySide { german: seats.german.clone(), allied: seats.allied.clone() },
        sets: seats.set.clone(),
        review: extras.review,
        combats: extras.combats,
        bound: None,
    };
    Ok(system.seat(home, &request)?)
}

/// What the sides were called when a table was seated.
pub(crate) fn names(table: &dyn Table) -> BySide<String> {
    BySide::from_fn(|side| table.head().strategies[side].called.clone())
}

/// The words of a command line that seat the same table again.
pub(crate) fn words(strategies: &BySide<String>, set: &[String]) -> Vec<String> {
    let mut words = Vec::new();
    for side in Side::BOTH {
        words.extend([format!("--{}", side.word()), strategies[side].clone()]);
    }
    for set in set {
        words.extend(["--set".into(), set.clone()]);
    }
    words
}

/// What was typed to seat a table, from what a run kept of it.
pub(crate) fn typed(strategies: &BySide<String>, set: &[String]) -> anyhow::Result<Seats> {
    let parse = |typed: &String| Set::parse(typed).map_err(Complaints::from);
    let set: Result<Vec<Set>, Complaints> = set.iter().map(parse).collect();
    Ok(Seats {
        german: Some(strategies.german.clone()),
        allied: Some(strategies.allied.clone()),
        set: set.context("run.toml has a change that cannot be read")?,
    })
}

/// Seats the table of a run that was played before.
pub(crate) fn seat_again(home: &Home, asked: &RunAsked) -> anyhow::Result<Box<dyn Table>> {
    let Seats { german, allied, set } = typed(&asked.strategies, &asked.set)?;
    let (system, name) = lab::find(SHELF, home, &asked.scenario)?;
    let request = Request {
        scenario: name.into(),
        strategies: BySide { german, allied },
        sets: set,
        review: asked.review,
        combats: asked.combats,
        bound: asked.bound,
    };
    Ok(system.seat(home, &request)?)
}

/// What of a run's files has changed since it was played.
pub(crate) fn changed(
    then: &BTreeMap<String, String>,
    now: &BTreeMap<String, String>,
) -> Vec<String> {
    then.iter()
        .filter(|(name, hash)| now.get(*name) != Some(hash))
        .map(|(name, _)| name.clone())
        .collect()
}
