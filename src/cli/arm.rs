//! Arms: one scenario played in several ways from the same seeds.

use std::sync::atomic::AtomicBool;

use anyhow::Context as _;
use clap::Parser as _;
use engine::Seed;
use lab::{Ended, Home, Job, Table};
use study::{About, Outcomes};

use crate::args::{self, Args, Command};
use crate::progress::Progress;
use crate::{command, seat};

/// One way to play a scenario: a name, and the options of a run.
#[derive(Debug)]
pub(crate) struct Arm {
    pub(crate) name: String,
    pub(crate) run: args::Run,
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
        let threads = bench.threads.map_or(0, |n| usize::try_from(n).unwrap_or(usize::MAX));
        Games { seed: bench.seed, count, threads }
    }
}

impl Arm {
    /// Reads `NAME: OPTIONS`; `all` are options of every arm, before its own.
    pub(crate) fn parse(
        scenario: &str,
        typed: &str,
        all: &str,
        games: Games,
    ) -> anyhow::Result<Arm> {
        let (name, options) = match typed.split_once(':') {
            // A colon inside an option, as in `--set FILE:KEY=VALUE`, ends no name.
            Some((name, options)) if !name.trim_start().starts_with("--") => (name.trim(), options),
            _ if typed.trim_start().starts_with("--") => (typed.trim(), typed),
            _ => (typed.trim(), ""),
        };
        anyhow::ensure!(!name.is_empty(), "--arm {typed:?}: an arm needs a name before its colon");
        let mut options_of_arm = words(all)?;
        options_of_arm.extend(words(options)?);
        Arm::new(scenario, name, options_of_arm, games)
            .with_context(|| format!("--arm {typed:?} is not a name, a colon and options of run"))
    }

    /// An arm from the words of its options.
    pub(crate) fn new(
        scenario: &str,
        name: &str,
        options: Vec<String>,
        games: Games,
    ) -> anyhow::Result<Arm> {
        let (count, seed) = (games.count.to_string(), games.seed.to_string());
        let head = ["dropzone", "run", scenario, "--games", &count, "--seed", &seed];
        let line = head.into_iter().map(String::from).chain(options);
        let args = Args::try_parse_from(line).map_err(|error| {
            // Usage and hints are about a whole command line; the first line says what is wrong.
            let said = error.to_string();
            anyhow::anyhow!(
                "{}",
                said.lines().next().unwrap_or_default().trim_start_matches("error: ")
            )
        })?;
        let Command::Run(run) = args.command else { anyhow::bail!("not the options of a run") };
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
        Ok(Arm { name: name.into(), run })
    }

    /// Sits both sides down.
    pub(crate) fn seat(&self, home: &Home) -> anyhow::Result<Seated> {
        let table = seat::seat(home, &self.run.scenario, &self.run.seats, self.run.extras())
            .with_context(|| format!("arm “{}”", self.name))?;
        let asked = command::run::asked(&self.run, &*table);
        let about = About::of(&*table, self.run.review);
        Ok(Seated { table, outcomes: Outcomes::new(asked, about) })
    }
}

/// An arm at its table, with the games played so far.
pub(crate) struct Seated {
    pub(crate) table: Box<dyn Table>,
    pub(crate) outcomes: Outcomes,
}

impl Seated {
    /// Plays on until so many games are there.
    pub(crate) fn play(
        &mut self,
        games: Games,
        stop: &AtomicBool,
        progress: &Progress,
    ) -> anyhow::Result<()> {
        let missing = self.outcomes.games()..games.count;
        let job = Job { seed: Seed(games.seed), games: missing, threads: games.threads, stop };
        let each = |record: &_| progress.add(record);
        match lab::run(&*self.table, &job, &each, &mut self.outcomes)? {
            Ended::Done => Ok(()),
            Ended::Stopped(_) => Err(Interrupted.into()),
        }
    }
}

/// Stopped by the user before the answer was there.
#[derive(Copy, Clone, Debug, thiserror::Error)]
#[error("stopped before the answer; nothing was written")]
pub(crate) struct Interrupted;

/// Plays every arm and hands over its games, which will be asked for these measures.
pub(crate) fn play_all(
    home: &Home,
    arms: Vec<Arm>,
    games: Games,
    measures: &[&str],
) -> anyhow::Result<Vec<(String, Outcomes)>> {
    // All arms are seated before the first game, so that a slip in the last one costs nothing.
    let seated: Vec<(String, Seated)> = arms
        .into_iter()
        .map(|arm| Ok((arm.name.clone(), arm.seat(home)?)))
        .collect::<anyhow::Result<_>>()?;
    for (_, arm) in &seated {
        for measure in measures {
            arm.outcomes.measure(measure)?;
        }
    }
    let stop = command::run::stop_flag()?;
    let progress = Progress::new(games.count * seated.len() as u64, 0);
    let played = seated.into_iter().map(|(name, mut arm)| {
        arm.play(games, &stop, &progress)?;
        Ok((name, arm.outcomes))
    });
    let played: anyhow::Result<Vec<_>> = played.collect();
    progress.clear();
    played
}

/// The words of a text, as a shell would split them.
pub(crate) fn words(text: &str) -> anyhow::Result<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match (letter, quote) {
            (letter, Some(open)) if letter == open => quote = None,
            ('\'' | '"', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (letter, None) if letter.is_whitespace() => words.extend(word.take()),
            (letter, _) => word.get_or_insert_default().push(letter),
        }
    }
    anyhow::ensure!(quote.is_none(), "a quotation mark is never closed in {text:?}");
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: Games = Games { seed: 3, count: 20, threads: 1 };

    #[test]
    fn an_arm_is_a_name_and_options_of_run() {
        let arm = Arm::parse("toy/ridge", "free: --set a.b=c", "--german random", GAMES).unwrap();
        assert_eq!((arm.name.as_str(), arm.run.games, arm.run.seed), ("free", 20, 3));
        assert_eq!(arm.run.seats.german.as_deref(), Some("random"));
        assert_eq!(arm.run.seats.set[0].to_string(), "a.b=c");
        let named_by_options = Arm::parse("toy/ridge", "--set f:a.b=c", "", GAMES).unwrap();
        assert_eq!(named_by_options.name, "--set f:a.b=c");
        assert_eq!(named_by_options.run.seats.set[0].to_string(), "f:a.b=c");
        assert_eq!(Arm::parse("toy/ridge", "base", "", GAMES).unwrap().name, "base");
    }

    #[test]
    fn a_wrong_arm_says_what_is_wrong() {
        let said = |typed| format!("{:#}", Arm::parse("toy/ridge", typed, "", GAMES).unwrap_err());
        assert!(said("x: --grman y").contains("--grman"), "{}", said("x: --grman y"));
        assert!(said("x: --out y").contains("belongs to the whole command"));
        assert!(said(": --set a=b").contains("needs a name"));
        assert!(said("x: --set 'a=b").contains("never closed"));
    }

    #[test]
    fn words_are_split_as_by_a_shell() {
        assert_eq!(words(r#"--set a="b c" 'd'  e"#).unwrap(), ["--set", "a=b c", "d", "e"]);
        assert_eq!(words("x ''").unwrap(), ["x", ""]);
        assert!(words("").unwrap().is_empty());
    }
}
