//! A run with stop rules: its chunks are stored, reported as events, and checked against the rules.

use std::error::Error;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};

use lab::{Record, Score, Sink, Tally as _};
use study::gate::{Look, Looks};
use study::{RunAsked, RunFolder, StudyError};

use crate::events::Events;

/// Stores finished chunks, and checks the rules after each.
pub(crate) struct Watched<'a> {
    pub(crate) folder: RunFolder,
    looks: Looks,
    /// The last check.
    pub(crate) found: Option<Look>,
    score: Score,
    events: &'a Events,
    stop: &'a AtomicBool,
}

impl<'a> Watched<'a> {
    /// Checks what is already there: a run that was killed between its last chunk and its end may have met its rule.
    pub(crate) fn new(
        folder: RunFolder,
        looks: Looks,
        events: &'a Events,
        stop: &'a AtomicBool,
    ) -> Result<Watched<'a>, StudyError> {
        let score = Score::default();
        let mut watched = Watched { folder, looks, found: None, score, events, stop };
        watched.look()?;
        Ok(watched)
    }

    fn look(&mut self) -> Result<(), StudyError> {
        let games = self.folder.missing_games().start;
        if self.looks.is_empty() || games == 0 {
            return Ok(());
        }
        let look = self.looks.look()?;
        self.events.look(games, &look);
        if look.met {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.found = Some(look);
        Ok(())
    }

    /// Whether the rules are met.
    pub(crate) fn met(&self) -> bool {
        self.found.as_ref().is_some_and(|look| look.met)
    }
}

impl Sink for Watched<'_> {
    fn chunk(
        &mut self,
        first: u64,
        records: Vec<Record>,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        self.folder.keep(first, &records)?;
        for record in &records {
            self.score.add(&record.game);
        }
        self.events.chunk(first, self.score);
        // All events were requested, so stop here; the run can be resumed when there is room again.
        if self.events.check().is_err() {
            self.stop.store(true, Ordering::Relaxed);
        }
        if !self.looks.is_empty() {
            self.looks.take(self.folder.asked(), self.folder.about(), &records)?;
            self.look()?;
        }
        Ok(())
    }
}

/// What the rules found, and which interval is still valid after them.
pub(crate) fn rule_words(look: &Look, asked: &RunAsked) -> String {
    let mut text = match asked.at_most {
        Some(most) => {
            format!("stopped by its rule after {} of at most {most} games\n", asked.games)
        }
        None if look.met => format!("the rule is met after all {} games\n", asked.games),
        None => format!("the rule is not met after all {} games\n", asked.games),
    };
    for (said, standing) in &look.standings {
        let end = |end: Option<f64>| end.map_or("unbounded".into(), |end| format!("{end:.4}"));
        let value = standing.known.value.map_or("none".into(), |value| format!("{value:.4}"));
        let (low, high) = (end(standing.known.low), end(standing.known.high));
        let _ = writeln!(text, "  {said}: {value}, 95% confidence sequence {low} to {high}");
    }
    if let Some(judged) = &look.gates {
        for line in report::gates_text(judged).lines() {
            let _ = writeln!(text, "  {line}");
        }
    }
    text.push_str(
        "The Wilson intervals shown are not valid for a run that a rule could stop; quote the confidence sequence.\n\n",
    );
    text
}
