//! What sets two arms apart once the luck of the dice is taken out of both.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use engine::Side;

use crate::estimate::{Gathering, Interval, LeastSquares};
use crate::frame::side_column;
use crate::outcomes::{Rows, SHARES, batches};
use crate::{CONFIDENCE, Estimate, Method, Outcomes, StudyError, luck};

/// Games for each kind of dice, at least: with fewer, a regression takes away more than it gives.
const GAMES_A_KIND: usize = 10;
/// Games whose number is not the most frequent one, at least: of rare events a regression knows nothing.
const VARIED: u64 = 30;
/// Different numbers that are told apart; one beyond them is taken for as rare as it looks.
const TOLD_APART: usize = 64;

/// The difference in some measures between an arm and the baseline, had all dice of known odds come to their expectation
/// in both. The expectation of luck is 0 whatever the arm, so nothing is taken away that the arm itself has done.
/// `None` for measures that some game lacks, and where games are too few.
pub(crate) fn differences(
    arm: &Outcomes,
    base: &Outcomes,
    paired: bool,
    measures: &[String],
) -> Result<Vec<Option<Estimate>>, StudyError> {
    let found = if paired {
        at_expectation(&[arm, base], measures)?
    } else {
        let pairs = at_expectation(&[arm], measures)?.into_iter();
        let pairs = pairs.zip(at_expectation(&[base], measures)?);
        pairs.map(|(arm, base)| Some(arm?.less(base?))).collect()
    };
    let found = found.into_iter().zip(measures);
    Ok(found.map(|(found, measure)| Some(estimate(measure, found?))).collect())
}

/// A number at the expectation of all dice.
#[derive(Copy, Clone)]
struct Fitted {
    value: f64,
    interval: Interval,
    games: usize,
}

impl Fitted {
    /// Less that of games from other seeds.
    fn less(self, other: Fitted) -> Fitted {
        let half = |e: Fitted| (e.interval.high - e.interval.low) / 2.0;
        let half = half(self).hypot(half(other));
        let value = self.value - other.value;
        let interval = Interval { low: value - half, high: value + half };
        Fitted { value, interval, games: self.games.min(other.games) }
    }
}

/// Columns of luck that an arm's games have.
fn kinds(arm: &Outcomes) -> Vec<String> {
    let dice = luck::dice(arm.about());
    let all = dice.flat_map(|dice| Side::BOTH.map(|side| side_column(side, dice.column)));
    all.collect()
}

/// What was seen of a number, game by game.
#[derive(Clone, Debug, Default)]
struct Seen {
    /// How often each number came, by its bits.
    counts: BTreeMap<u64, u64>,
    games: u64,
    /// Games that have none.
    missing: u64,
}

impl Seen {
    fn see(&mut self, number: f64) -> f64 {
        if number.is_nan() {
            self.missing += 1;
            return 0.0;
        }
        self.games += 1;
        let room = self.counts.len() < TOLD_APART;
        match self.counts.entry(number.to_bits()) {
            Entry::Occupied(count) => *count.into_mut() += 1,
            Entry::Vacant(place) if room => drop(place.insert(1)),
            Entry::Vacant(_) => {}
        }
        number
    }

    /// Whether enough games have something else than most of them.
    fn varies(&self) -> bool {
        let most = self.counts.values().copied().max().unwrap_or(0);
        self.games - most >= VARIED
    }
}

fn number(rows: &Rows<'_>, measure: &str, game: usize) -> f64 {
    rows.measure(measure).map_or(f64::NAN, |column| column[game])
}

/// Adds the luck of one game.
fn fill(row: &mut Vec<f64>, rows: &Rows<'_>, kinds: &[String], game: usize) {
    let luck = kinds.iter().map(|kind| rows.measure(kind).map_or(0.0, |column| column[game]));
    row.extend(luck.map(|luck| if luck.is_nan() { 0.0 } else { luck }));
}

/// Measures at the expectation of all dice: of an arm, or of one less another on the same seeds.
fn at_expectation(
    arms: &[&Outcomes],
    measures: &[String],
) -> Result<Vec<Option<Fitted>>, StudyError> {
    let kinds: Vec<Vec<String>> = arms.iter().map(|arm| kinds(arm)).collect();
    let dice = kinds.iter().map(Vec::len).sum();
    let games = arms.iter().map(|arm| arm.games()).min().unwrap_or(0) as usize;
    let mut gathering = Gathering::new(dice + measures.len(), games);
    let mut seen = vec![Seen::default(); measures.len()];
    let mut row = Vec::new();
    for batch in batches(games) {
        let rows = arms.iter().map(|arm| arm.rows(batch.clone()));
        let rows = rows.collect::<Result<Vec<_>, _>>()?;
        for game in 0..batch.len() {
            row.clear();
            rows.iter().zip(&kinds).for_each(|(rows, kinds)| fill(&mut row, rows, kinds, game));
            for (measure, seen) in measures.iter().zip(&mut seen) {
                let numbers = rows.iter().map(|rows| number(rows, measure, game));
                row.push(seen.see(numbers.reduce(|arm, base| arm - base).unwrap_or(f64::NAN)));
            }
            gathering.add(&row);
        }
    }
    Ok(fitted(&gathering.finish(), dice, games, &seen))
}

fn fitted(fit: &LeastSquares, dice: usize, games: usize, seen: &[Seen]) -> Vec<Option<Fitted>> {
    let by: Vec<usize> = (0..dice).collect();
    let enough = dice > 0 && games >= GAMES_A_KIND * (dice + 1);
    let of = |(place, seen): (usize, &Seen)| {
        if !enough || seen.missing > 0 || !seen.varies() {
            return None;
        }
        let (value, interval) = fit.at_expectation(&by, dice + place, CONFIDENCE);
        Some(Fitted { value, interval, games })
    };
    seen.iter().enumerate().map(of).collect()
}

/// No difference between two shares is beyond 1.
fn estimate(measure: &str, found: Fitted) -> Estimate {
    let most = if SHARES.contains(&measure) { 1.0 } else { f64::INFINITY };
    let within = |x: f64| x.clamp(-most, most);
    let Interval { low, high } = found.interval;
    let interval = Interval { low: within(low), high: within(high) };
    Estimate::new(within(found.value), interval, found.games as u64, Method::ControlVariates)
}
