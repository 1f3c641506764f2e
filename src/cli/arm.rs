//! Arms: one scenario played in several ways from the same seeds.

use std::collections::BTreeSet;

use anyhow::Context as _;
use clap::Parser as _;
use engine::Side;
use lab::{Complaint, Complaints, Home, Origin, Set, Table, words};
use study::{About, Outcomes, StudyAsked, TurnNumber};

use crate::args::{self, Args, Command};
use crate::line::Line;
use crate::run_request::RunRequest;

/// One way to play a scenario: a name, and what is played.
#[derive(Clone, Debug)]
pub(crate) struct Arm {
    pub(crate) name: String,
    pub(crate) run: RunRequest,
    /// Where changes made by a file are in that file, each with the change as written.
    origins: Vec<(String, Origin)>,
}

/// The same games for every arm.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Games {
    pub(crate) seed: u64,
    pub(crate) count: u64,
    pub(crate) threads: usize,
}

impl Games {
    pub(crate) fn new(bench: &args::Bench, count: u64) -> Games {
        Games { seed: bench.seed, count, threads: bench.sitting.threads() }
    }
}

impl Arm {
    /// Reads `NAME: OPTIONS`, the value of an option; `all` are options of every arm, before its own.
    pub(crate) fn parse(
        scenario: &str,
        (option, typed): (&str, &str),
        all: &str,
        games: Games,
    ) -> anyhow::Result<Arm> {
        let (name, options) = match typed.split_once(':') {
            // A colon inside an option, as in `--set FILE:KEY=VALUE`, does not end a name.
            Some((name, options)) if !name.trim_start().starts_with("--") => (name.trim(), options),
            _ if typed.trim_start().starts_with("--") => (typed.trim(), typed),
            _ => (typed.trim(), ""),
        };
        anyhow::ensure!(
            !name.is_empty(),
            "{option} {typed:?}: an arm needs a name before its colon"
        );
        let named_only = !typed.trim_start().starts_with("--");
        let options_in_name = name.split_whitespace().position(|word| word.starts_with("--"));
        if let (true, Some(place)) = (named_only, options_in_name) {
            let (before, after): (Vec<_>, Vec<_>) =
                typed.split_whitespace().enumerate().partition(|(number, _)| *number < place);
            let joined = |words: Vec<(usize, &str)>| {
                words.into_iter().map(|(_, word)| word).collect::<Vec<_>>().join(" ")
            };
            anyhow::bail!(
                "{option} {typed:?}: options stand in the name; expected NAME: OPTIONS, e.g. \"{}: {}\"",
                joined(before),
                joined(after)
            );
        }
        let mut options_of_arm = words(all).map_err(anyhow::Error::msg)?;
        options_of_arm.extend(words(options).map_err(anyhow::Error::msg)?);
        Arm::new(scenario, name, options_of_arm, games).with_context(|| {
            format!("{option} {typed:?} is not a name, a colon and options of run")
        })
    }

    /// An arm with only the options common to all arms.
    pub(crate) fn all(scenario: &str, name: &str, all: &str, games: Games) -> anyhow::Result<Arm> {
        Arm::new(scenario, name, words(all).map_err(anyhow::Error::msg)?, games)
    }

    /// An arm from the words of its command line.
    fn new(scenario: &str, name: &str, options: Vec<String>, games: Games) -> anyhow::Result<Arm> {
        let (count, seed) = (games.count.to_string(), games.seed.to_string());
        let head = ["dropzone", "run", scenario, "--games", &count, "--seed", &seed];
        let line = head.into_iter().map(String::from).chain(options);
        let args = Args::try_parse_from(line).map_err(|error| {
            // Usage and hints are for a whole command line; the first line says what is wrong.
            let said = error.to_string();
            anyhow::anyhow!(
                "{}",
                said.lines().next().unwrap_or_default().trim_start_matches("error: ")
            )
        })?;
        let Some(Command::Run(run)) = args.command else {
            anyhow::bail!("not the options of a run")
        };
        let alone = run.out.is_none()
            && run.threads.is_none()
            && !run.resume
            && !run.combats
            && !run.replays
            && run.until.is_empty()
            && run.until_gates.is_none()
            && run.max_time.is_none()
            && run.shard.is_none()
            && run.events.is_none()
            && !run.dry;
        anyhow::ensure!(
            alone,
            "an arm says what is played (--german, --allied, --set, --review), not how: where games go, on how many threads and when they stop belongs to the whole command"
        );
        Ok(Arm { name: name.into(), run: RunRequest::from(&run), origins: Vec::new() })
    }

    /// The same under another name.
    pub(crate) fn named(&self, name: &str) -> Arm {
        Arm { name: name.into(), ..self.clone() }
    }

    /// With changes of the scenario's files.
    pub(crate) fn changing(mut self, sets: &[String]) -> anyhow::Result<Arm> {
        for set in sets {
            self.run.seats.set.push(Set::parse(set).map_err(Complaints::from)?);
        }
        Ok(self)
    }

    /// With a drop plan.
    pub(crate) fn dropping(mut self, plan: &str) -> anyhow::Result<Arm> {
        once("--drops", self.run.seats.drops.replace(plan.into()))?;
        Ok(self)
    }

    /// With a set-up plan of a side.
    pub(crate) fn setting_up(mut self, side: Side, plan: &str) -> Arm {
        self.run.seats.setup.push((side, plan.into()));
        self
    }

    /// With a strategy on each side.
    pub(crate) fn played_by(mut self, german: &str, allied: &str) -> anyhow::Result<Arm> {
        let seats = &mut self.run.seats;
        once("--german-cmd", seats.german_cmd.take())?;
        once("--allied-cmd", seats.allied_cmd.take())?;
        once("--german", seats.german.replace(german.into()))?;
        once("--allied", seats.allied.replace(allied.into()))?;
        Ok(self)
    }

    /// With its bots' mistakes counted, if `review` is set.
    pub(crate) fn reviewed(mut self, review: bool) -> Arm {
        self.run.extras.review |= review;
        self
    }

    /// Records where changes are in a file, each with the change as written.
    pub(crate) fn asked_by(self, sets: impl IntoIterator<Item = (String, Origin)>) -> Arm {
        Arm { origins: sets.into_iter().collect(), ..self }
    }

    /// Loads the scenario and both sides' strategies.
    pub(crate) fn seat(&self, home: &Home) -> anyhow::Result<Seated> {
        let table = self.run.seat(home).map_err(|error| match error.downcast::<Complaints>() {
            Ok(all) => {
                let all = all.into_iter().map(|complaint| self.blame(complaint)).collect();
                Complaints::new(all).into()
            }
            Err(error) => error.context(format!("arm “{}”", self.name)),
        })?;
        let asked = self.run.asked(&*table, Line::more());
        let about = About::of(&*table, self.run.extras.review);
        Ok(Seated { table, outcomes: Outcomes::new(asked, about) })
    }

    /// A complaint attributed to the file that made the change, or else to the arm.
    fn blame(&self, complaint: Complaint) -> Complaint {
        let about = |(set, _): &&(String, Origin)| {
            complaint.file.strip_prefix("--set ").is_some_and(|file| file == set)
        };
        match self.origins.iter().find(about) {
            Some((set, origin)) => {
                let problem = if complaint.key.is_empty() {
                    format!("`{set}`: {}", complaint.problem)
                } else {
                    format!("`{set}`: {}: {}", complaint.key, complaint.problem)
                };
                origin.blame(Complaint { key: String::new(), problem, ..complaint })
            }
            None => {
                let file = format!("arm “{}”: {}", self.name, complaint.file);
                Complaint { file, ..complaint }
            }
        }
    }
}

/// An option common to all arms may not be repeated in one of them.
fn once(option: &str, before: Option<String>) -> anyhow::Result<()> {
    let value = before.unwrap_or_default();
    anyhow::ensure!(
        value.is_empty(),
        "{option} {value} is for every arm, but each arm here has its own {option}"
    );
    Ok(())
}

/// An arm at its table, with the games played so far.
pub(crate) struct Seated {
    pub(crate) table: Box<dyn Table>,
    pub(crate) outcomes: Outcomes,
}

impl Seated {
    /// From now on the advantage at the end of each turn stands among the numbers of each game.
    pub(crate) fn watching_advantages(self) -> Seated {
        let turns = self.outcomes.about().turn_names.len() as u16;
        Seated { outcomes: self.outcomes.watching(TurnNumber::advantages(turns)), ..self }
    }
}

/// Arms with faults after which checking stops.
const ENOUGH: usize = 100;

/// Loads every arm before the first game, so that a mistake in the last one costs nothing; every fault is reported
/// once. Their games must have these measures.
pub(crate) fn seat_all(
    home: &Home,
    arms: Vec<Arm>,
    measures: &[&str],
) -> anyhow::Result<Vec<(String, Seated)>> {
    let mut names = BTreeSet::new();
    for arm in &arms {
        anyhow::ensure!(
            names.insert(&arm.name),
            "two arms are called “{}”; give one of them another name",
            arm.name
        );
    }
    // What one arm turns is the same in every world of every arm: otherwise the arms would differ in it by chance too.
    let turned = arms.iter().flat_map(|arm| arm.run.seats.set.iter().map(Set::key));
    let turned: BTreeSet<String> = turned.collect();
    let mut complaints: Vec<Complaint> = Vec::new();
    let mut seated = Vec::new();
    let mut faulty = 0;
    for mut arm in arms {
        if arm.run.seats.worlds.is_some() {
            let fixed = &mut arm.run.seats.fixed;
            let more = turned.iter().filter(|key| !fixed.contains(key)).cloned();
            let more: Vec<String> = more.collect();
            fixed.extend(more);
        }
        match arm.seat(home) {
            Ok(at_table) => seated.push((arm.name, at_table)),
            Err(error) => {
                let more = error.downcast::<Complaints>()?;
                complaints.extend(more);
                faulty += 1;
            }
        }
        if faulty >= ENOUGH {
            break;
        }
    }
    let mut told: Vec<Complaint> = Vec::new();
    for complaint in complaints {
        // One mistake in a file shows up in many arms, with various values.
        let same = |other: &Complaint| {
            let place = |c: &Complaint| (c.file.clone(), c.line, c.key.clone());
            place(other) == place(&complaint) && bare(other) == bare(&complaint)
        };
        if !told.iter().any(same) {
            told.push(complaint);
        }
    }
    if !told.is_empty() {
        return Err(Complaints::new(told).into());
    }
    for (_, arm) in &seated {
        for measure in measures {
            arm.outcomes.measure(measure)?;
        }
    }
    Ok(seated)
}

/// What is wrong, without the change that revealed it.
fn bare(complaint: &Complaint) -> &str {
    complaint.problem.split_once("`: ").map_or(complaint.problem.as_str(), |(_, rest)| rest)
}

/// The question that the arms are played to answer.
pub(crate) fn question(study: &str, command: &str, arms: &[(String, Seated)]) -> StudyAsked {
    StudyAsked::of(study, command, arms.iter().map(|(name, arm)| (name.as_str(), &arm.outcomes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: Games = Games { seed: 3, count: 20, threads: 1 };

    #[test]
    fn an_arm_is_a_name_and_options_of_run() {
        let parse = |typed, all| Arm::parse("toy/ridge", ("--arm", typed), all, GAMES);
        let arm = parse("free: --set a.b=c", "--german random").unwrap();
        assert_eq!((arm.name.as_str(), arm.run.games, arm.run.seed), ("free", 20, 3));
        assert_eq!(arm.run.seats.german.as_deref(), Some("random"));
        assert_eq!(arm.run.seats.set[0].to_string(), "a.b=c");
        let named_by_options = parse("--set f:a.b=c", "").unwrap();
        assert_eq!(named_by_options.name, "--set f:a.b=c");
        assert_eq!(named_by_options.run.seats.set[0].to_string(), "f:a.b=c");
        assert_eq!(parse("base", "").unwrap().name, "base");
    }

    #[test]
    fn a_wrong_arm_says_what_is_wrong() {
        let parse = |typed| Arm::parse("toy/ridge", ("--without", typed), "", GAMES);
        let said = |typed| format!("{:#}", parse(typed).unwrap_err());
        assert!(said("x: --grman y").contains("--grman"), "{}", said("x: --grman y"));
        assert!(said("x: --out y").contains("belongs to the whole command"));
        assert!(said(": --set a=b").contains("needs a name"));
        assert!(said("x: --set 'a=b").contains("never closed"));
        // With the colon forgotten, the options would be taken for a name and change nothing.
        for typed in ["a --set b=c", "a  --set  b=c", "a --set f:b=c"] {
            let said = said(typed);
            assert!(said.starts_with(&format!("--without {typed:?}: options stand")), "{said}");
            assert!(said.contains("expected NAME: OPTIONS, e.g. \"a: --set "), "{said}");
        }
        assert!(parse("a - b: --set c=d").is_ok());
    }
}
