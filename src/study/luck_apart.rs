//! What sets two arms apart once the luck of the dice is taken out of both.

use engine::Side;

use crate::estimate::{Gathering, Interval, LeastSquares};
use crate::frame::side_column;
use crate::outcomes::{Rows, SHARES, batches};
use crate::{CONFIDENCE, Estimate, Method, Outcomes, StudyError, luck};

/// Games for each kind of dice, at least: with fewer, a regression takes away more than it gives.
const GAMES_A_KIND: usize = 10;
/// Games whose number is not that of the first, at least: of rare events a regression knows nothing.
const VARIED: usize = 30;

/// The difference in some measures between an arm and the baseline, had all dice of known odds come to their expectation
/// in both. The expectation of luck is 0 whatever the arm, so nothing is taken away that the arm itself has done.
/// `None` for measures that some game lacks, and where games are too few.
pub(crate) fn differences(
    arm: &Outcomes,
    base: &Outcomes,
    paired: bool,
    measures: &[String],
) -> Result<Vec<Option<Estimate>>, StudyError> {
    if paired {
        let games = base.games() as usize;
        return of_pairs((arm, base), games, measures);
    }
    let (own, other) = (alone(arm, measures)?, alone(base, measures)?);
    let pairs = own.into_iter().zip(other).zip(measures);
    Ok(pairs
        .map(|((own, other), measure)| {
            let (own, other) = (own?, other?);
            let half = |e: &Fitted| (e.interval.high - e.interval.low) / 2.0;
            let half = half(&own).hypot(half(&other));
            let value = own.value - other.value;
            let interval = Interval { low: value - half, high: value + half };
            let games = own.games.min(other.games);
            Some(estimate(measure, Fitted { value, interval, games }))
        })
        .collect())
}

/// A number at the expectation of all dice.
#[derive(Copy, Clone)]
struct Fitted {
    value: f64,
    interval: Interval,
    games: usize,
}

/// Columns of luck that an arm's games have.
fn kinds(arm: &Outcomes) -> Vec<String> {
    let dice = luck::dice(arm.about());
    let all = dice.flat_map(|dice| Side::BOTH.map(|side| side_column(side, dice.column)));
    all.collect()
}

/// What was seen of a number, game by game.
#[derive(Copy, Clone, Debug, Default)]
struct Seen {
    first: Option<f64>,
    /// Games whose number is not that of the first.
    varied: usize,
    /// Games that have none.
    missing: usize,
}

impl Seen {
    fn see(&mut self, number: f64) -> f64 {
        if number.is_nan() {
            self.missing += 1;
            return 0.0;
        }
        let first = *self.first.get_or_insert(number);
        self.varied += usize::from(first.total_cmp(&number).is_ne());
        number
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

fn of_pairs(
    (arm, base): (&Outcomes, &Outcomes),
    games: usize,
    measures: &[String],
) -> Result<Vec<Option<Estimate>>, StudyError> {
    let (own, other) = (kinds(arm), kinds(base));
    let dice = own.len() + other.len();
    let mut gathering = Gathering::new(dice + measures.len(), games);
    let mut seen = vec![Seen::default(); measures.len()];
    for batch in batches(games) {
        let (arm, base) = (arm.rows(batch.clone())?, base.rows(batch)?);
        let mut row = Vec::new();
        for game in 0..base.games {
            row.clear();
            fill(&mut row, &arm, &own, game);
            fill(&mut row, &base, &other, game);
            for (measure, seen) in measures.iter().zip(&mut seen) {
                row.push(seen.see(number(&arm, measure, game) - number(&base, measure, game)));
            }
            gathering.add(&row);
        }
    }
    let fit = gathering.finish();
    Ok(fitted(&fit, dice, games, &seen)
        .into_iter()
        .zip(measures)
        .map(|(found, measure)| found.map(|found| estimate(measure, found)))
        .collect())
}

fn alone(arm: &Outcomes, measures: &[String]) -> Result<Vec<Option<Fitted>>, StudyError> {
    let own = kinds(arm);
    let games = arm.games() as usize;
    let mut gathering = Gathering::new(own.len() + measures.len(), games);
    let mut seen = vec![Seen::default(); measures.len()];
    for batch in batches(games) {
        let rows = arm.rows(batch)?;
        let mut row = Vec::new();
        for game in 0..rows.games {
            row.clear();
            fill(&mut row, &rows, &own, game);
            for (measure, seen) in measures.iter().zip(&mut seen) {
                row.push(seen.see(number(&rows, measure, game)));
            }
            gathering.add(&row);
        }
    }
    Ok(fitted(&gathering.finish(), own.len(), games, &seen))
}

fn fitted(fit: &LeastSquares, dice: usize, games: usize, seen: &[Seen]) -> Vec<Option<Fitted>> {
    let by: Vec<usize> = (0..dice).collect();
    let enough = dice > 0 && games >= GAMES_A_KIND * (dice + 1);
    let of = |(place, seen): (usize, &Seen)| {
        if !enough || seen.missing > 0 || seen.varied < VARIED {
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
