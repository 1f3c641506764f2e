//! From the command line to a scenario with both sides' strategies, ready to play.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use anyhow::Context as _;
use engine::{BySide, PlanKind, Seed, Side};
use lab::printed::{OwnersCopy, Wanted};
use lab::{
    ANY_DOCTRINE, Complaints, CopyTaken, Home, Kind, PLAYERS, ProgramTerms, RULES, Request, SHELF,
    Set, System, Table, WorldTerms, WorldsFrom,
};
use study::RunAsked;

use crate::args::{Seats, setup, worlds_recorded, worlds_typed};
use crate::line::Line;

/// What is recorded of a game besides its usual rows.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Extras {
    /// The bots' mistakes.
    pub(crate) review: bool,
    /// The dice of combat.
    pub(crate) combats: bool,
}

/// Loads a scenario by its full name.
pub(crate) fn seat(
    home: &Home,
    scenario: &str,
    seats: &Seats,
    extras: Extras,
    seed: u64,
) -> anyhow::Result<Box<dyn Table>> {
    let request = request(seats, extras, None)?;
    at(home, scenario, request, seats, seed)
}

/// What is to be played, for commands that seat it themselves.
pub(crate) fn request_of(home: &Home, scenario: &str, seats: &Seats) -> anyhow::Result<Request> {
    let (system, name) = lab::find(SHELF, home, scenario)?;
    let request = request(seats, Extras::default(), None)?;
    let request = Request { scenario: name.into(), ..request };
    Ok(with_copy(home, system, request, seats)?.0)
}

/// The request with what an owner has read off a printed copy, whose changes come before all others.
fn with_copy(
    home: &Home,
    system: &dyn System,
    request: Request,
    seats: &Seats,
) -> anyhow::Result<(Request, OwnersCopy)> {
    // Nothing is a file without a name.
    let named = seats.copy.as_deref().filter(|path| !path.is_empty()).map(Path::new);
    let Some(path) = named else { return Ok((request, OwnersCopy::default())) };
    let plain = Request { sets: Vec::new(), ..request.clone() };
    let entries = system.printed(home, &plain, Wanted { maps: true, rivals: false })?;
    let copy = OwnersCopy::load(home, path, &entries)?;
    if let Some(example) = copy.elsewhere.first() {
        say_once(&format!(
            "{}: {} of the filled-in rows are not for {}/{}, e.g. `{example}`",
            path.display(),
            copy.elsewhere.len(),
            system.id(),
            request.scenario
        ));
    }
    let sets = copy.sets().chain(request.sets).collect();
    let taken = CopyTaken { hash: copy.hash.clone(), values: copy.values };
    Ok((Request { sets, copy: Some(taken), ..request }, copy))
}

/// How worlds are drawn, if any are; by the seed of the run.
fn worlds(seats: &Seats, seed: u64) -> Option<WorldTerms> {
    let terms = |from: &WorldsFrom| WorldTerms {
        from: from.clone(),
        seed: Seed(seed),
        players: seats.players,
        fixed: seats.fixed.clone(),
    };
    seats.worlds.as_ref().map(terms)
}

/// Loads a scenario for a request that does not name it yet.
fn at(
    home: &Home,
    scenario: &str,
    request: Request,
    seats: &Seats,
    seed: u64,
) -> anyhow::Result<Box<dyn Table>> {
    let (system, name) = lab::find(SHELF, home, scenario)?;
    let request = Request { scenario: name.into(), ..request };
    let (request, copy) = with_copy(home, system, request, seats)?;
    let table = match worlds(seats, seed) {
        None => system.seat(home, &request),
        Some(terms) => lab::seat_worlds(system, home, &request, &terms),
    };
    let table = table.map_err(|complaints| copy.blame(complaints))?;
    warn(&*table);
    Ok(table)
}

/// Prints what is odd in a scenario's files; once per key, however many arms are loaded.
fn warn(table: &dyn Table) {
    static SAID: Mutex<BTreeSet<(String, String)>> = Mutex::new(BTreeSet::new());
    for warning in &table.head().warnings {
        let place = (table.head().scenario.clone(), warning.key.clone());
        if SAID.lock().is_ok_and(|mut said| said.insert(place)) {
            eprintln!("warning: {warning}");
        }
    }
}

/// A warning about the command as a whole, however many arms have cause for it.
fn say_once(warning: &str) {
    static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    if SAID.lock().is_ok_and(|mut said| said.insert(warning.to_owned())) {
        eprintln!("warning: {}", lab::printable(warning));
    }
}

/// The request from the command line, without the scenario.
fn request(seats: &Seats, extras: Extras, bound: Option<u32>) -> anyhow::Result<Request> {
    let mut setup: BySide<Option<String>> = BySide::default();
    for (side, plan) in &seats.setup {
        anyhow::ensure!(
            setup[*side].replace(plan.clone()).is_none(),
            "--setup {side}= is given twice; expected one set-up plan a side",
            side = side.word()
        );
    }
    Ok(Request {
        scenario: String::new(),
        strategies: BySide::from_fn(|side| seats.strategy(side)),
        drops: seats.drops.clone(),
        setup,
        sets: seats.set.clone(),
        review: extras.review,
        combats: extras.combats,
        bound,
        programs: programs(seats),
        copy: None,
    })
}

/// Refuses to search and to prove on the same games; `option` names the second seed.
pub(crate) fn seeds_apart(option: &str, seed: u64, other: u64) -> anyhow::Result<()> {
    anyhow::ensure!(
        seed != other,
        "--seed and {option} are both {seed}: a gain on the games that were searched proves nothing; \
         expected two seeds"
    );
    Ok(())
}

/// On which terms outside programs play.
fn programs(seats: &Seats) -> ProgramTerms {
    let usual = ProgramTerms::default();
    ProgramTerms {
        nodes: seats.cmd_nodes,
        patience: seats.cmd_timeout.map_or(usual.patience, Duration::from_secs),
    }
}

/// The names of the strategies that were given when a table was loaded.
pub(crate) fn names(table: &dyn Table) -> BySide<String> {
    BySide::from_fn(|side| table.head().strategies[side].called.clone())
}

/// The name of a strategy, unless it stands for whatever plays in each world.
pub(crate) fn named(called: &str) -> Option<String> {
    (called != ANY_DOCTRINE).then(|| called.to_owned())
}

/// The names of the plans that were given when a table was loaded: the drop plan, empty if there is none,
/// and the set-up plans, each as `SIDE=PLAN`.
pub(crate) fn plans(table: &dyn Table) -> (String, Vec<String>) {
    let of = |kind| table.head().plans.iter().filter(move |plan| plan.kind == kind);
    let drops = of(PlanKind::Drop).next().map(|plan| plan.called.clone()).unwrap_or_default();
    let setup = of(PlanKind::Setup);
    (drops, setup.map(|plan| format!("{}={}", plan.side.word(), plan.called)).collect())
}

/// The command-line options that load the same table again.
pub(crate) fn options(seats: &Seats) -> Line {
    let setup = seats.setup.iter().map(|(side, plan)| format!("{}={plan}", side.word()));
    let players = Side::BOTH.into_iter().fold(Line::more(), |line, side| {
        let called = seats.strategy(side).unwrap_or_default();
        match Kind::of(&called) {
            Kind::Program(command) => line.option(&format!("--{}-cmd", side.word()), command),
            Kind::Bot | Kind::Script => line.text(&format!("--{}", side.word()), &called),
        }
    });
    players
        .each("--cmd-nodes", seats.cmd_nodes)
        .each("--drops", &seats.drops)
        .each("--setup", setup)
        .each("--set", &seats.set)
        .each("--copy", seats.copy.as_ref().filter(|path| !path.is_empty()))
        .each("--worlds", seats.worlds.as_ref().map(worlds_typed))
        .flag("--players", seats.players)
        .each("--fixed", &seats.fixed)
}

/// The command-line options of a table, from what a run recorded of them.
pub(crate) fn typed(asked: &RunAsked) -> anyhow::Result<Seats> {
    let parse = |typed: &String| Set::parse(typed).map_err(Complaints::from);
    let set: Result<Vec<Set>, Complaints> = asked.set.iter().map(parse).collect();
    let setup: Result<Vec<_>, String> = asked.setup.iter().map(|typed| setup(typed)).collect();
    Ok(Seats {
        german: named(&asked.strategies.german),
        allied: named(&asked.strategies.allied),
        german_cmd: None,
        allied_cmd: None,
        cmd_nodes: asked.nodes,
        cmd_timeout: None,
        drops: Some(asked.drops.clone()).filter(|plan| !plan.is_empty()),
        setup: setup.map_err(anyhow::Error::msg).context("run.toml has a wrong set-up plan")?,
        set: set.context("run.toml has a change that cannot be read")?,
        copy: Some(asked.copy.clone()).filter(|path| !path.is_empty()),
        worlds: worlds_recorded(&asked.worlds),
        players: asked.players,
        fixed: asked.fixed.clone(),
    })
}

/// Loads the table of an existing run.
pub(crate) fn seat_again(home: &Home, asked: &RunAsked) -> anyhow::Result<Box<dyn Table>> {
    let extras = Extras { review: asked.review, combats: asked.combats };
    let seats = typed(asked)?;
    at(home, &asked.scenario, request(&seats, extras, asked.bound)?, &seats, asked.seed)
}

/// Which of a run's files, or whether the version of the rules, has changed since it was played.
pub(crate) fn changed(
    then: &BTreeMap<String, String>,
    now: &BTreeMap<String, String>,
) -> Vec<String> {
    let same = |name: &str, hash: &str| {
        now.get(name).is_some_and(|now| apart_from_code(name, now) == apart_from_code(name, hash))
    };
    let changed = then.iter().filter(|(name, hash)| *name != PLAYERS && !same(name, hash));
    changed.map(|(name, _)| name.clone()).collect()
}

/// Whether a run was played by another build, whose games may differ.
pub(crate) fn other_build(then: &BTreeMap<String, String>, now: &BTreeMap<String, String>) -> bool {
    [RULES, PLAYERS].into_iter().any(|name| then.get(name) != now.get(name))
}

/// For the rules: their system and version, without the hash of their code.
fn apart_from_code<'h>(name: &str, hash: &'h str) -> &'h str {
    let second = hash.match_indices(' ').nth(1).filter(|_| name == RULES);
    second.map_or(hash, |(end, _)| &hash[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_build_of_one_version_is_told_from_changed_rules() {
        let hashes = |rules: &str, players: &str| -> BTreeMap<String, String> {
            [(RULES, rules), (PLAYERS, players), ("scenario", "aa")]
                .map(|(name, hash)| (name.to_owned(), hash.to_owned()))
                .into()
        };
        let then = hashes("mercury 1 0123", "45");
        assert!(changed(&then, &then).is_empty() && !other_build(&then, &then));
        for now in [hashes("mercury 1 4567", "45"), hashes("mercury 1 0123", "67")] {
            assert!(changed(&then, &now).is_empty() && other_build(&then, &now), "{now:?}");
        }
        assert_eq!(changed(&then, &hashes("mercury 2 0123", "45")), ["rules"]);
        // From a version that did not record the hash of its code.
        let old = [("rules".to_owned(), "mercury 1".to_owned())].into();
        assert!(changed(&old, &then).is_empty() && other_build(&old, &then));
    }
}
