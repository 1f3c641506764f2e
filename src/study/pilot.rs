//! What a pilot run says about the number of games a question needs.

use std::fmt::Write as _;

use crate::compare::{is_share, moments};
use crate::outcomes::SHARES;
use crate::{CONFIDENCE, Outcomes, StudyError, estimate};

/// Variance and correlation of one measure in one or two pilot runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Pilot {
    /// Games of each run.
    pub games: u64,
    /// Mean of the measure over all runs.
    pub mean: f64,
    /// Variance of one game, mean over the runs.
    pub variance: f64,
    /// Correlation over seeds, if there are two runs from the same ones.
    pub correlation: Option<f64>,
    /// Share of the games that have the measure: in both runs, if they were played from the same seeds. Only
    /// these games count.
    pub there: f64,
    share: bool,
}

impl Pilot {
    /// From no, one or two runs.
    pub fn of(runs: &[Outcomes], measure: &str) -> Result<Option<Pilot>, StudyError> {
        let columns: Vec<Vec<f64>> = runs
            .iter()
            .map(|run| {
                let values = run.measure(measure)?;
                Ok(values.iter().copied().filter(|x| !x.is_nan()).collect())
            })
            .collect::<Result<_, StudyError>>()?;
        if columns.is_empty() {
            return Ok(None);
        }
        let there = there(runs, measure)?;
        let each: Vec<(f64, f64)> = columns.iter().map(|values| moments(values)).collect();
        let count = each.len() as f64;
        let correlation = match runs {
            [one, other] => {
                let both = one.games().min(other.games()) as usize;
                let same = one.same_seeds(other, both as u64)?;
                let (a, b) = (one.measure(measure)?, other.measure(measure)?);
                same.then(|| correlation(&a[..both], &b[..both])).flatten()
            }
            _ => None,
        };
        Ok(Some(Pilot {
            games: runs.iter().map(Outcomes::games).min().unwrap_or(0),
            mean: each.iter().map(|(mean, _)| mean).sum::<f64>() / count,
            variance: each.iter().map(|(_, variance)| variance).sum::<f64>() / count,
            correlation,
            there,
            share: SHARES.contains(&measure) && columns.iter().all(|values| is_share(values)),
        }))
    }

    /// Variance of one game, mean over two arms of which the second is `difference` away from the pilot. When a share
    /// changes, so does its variance: one win in a thousand games varies by next to nothing, three in a hundred
    /// by far more. Uses the direction that needs more games.
    pub fn variance_at(&self, difference: f64) -> f64 {
        if !self.share {
            return self.variance;
        }
        shares_apart(self.mean, difference)
    }

    /// Games to play to get a given number that have the measure.
    pub fn played(&self, counting: u64) -> u64 {
        let games = (counting as f64 / self.there.max(f64::MIN_POSITIVE)).ceil();
        if games >= u64::MAX as f64 { u64::MAX } else { games as u64 }
    }

    /// The pilot in words.
    pub fn said(&self, measure: &str) -> String {
        let level = if self.share {
            format!("{:.1}% of games", self.mean * 100.0)
        } else {
            format!("mean {:.2}, standard deviation {:.2}", self.mean, self.variance.sqrt())
        };
        let pair =
            self.correlation.map_or_else(String::new, |rho| format!(", correlation {rho:.2}"));
        let few = if self.variance > 0.0 {
            ""
        } else {
            "; it never varied, so the pilot is too short to plan by"
        };
        let mut said = format!("Pilot of {} games: {measure} {level}{pair}{few}.\n", self.games);
        if self.there < 1.0 {
            let counting = (self.there * self.games as f64).round();
            let _ = writeln!(
                said,
                "Only {counting} of {} games have {measure}, and only such games count: the numbers below are of games to be played.",
                self.games
            );
            if counting < ENOUGH {
                said.push_str("So few say little of how it varies: play a longer pilot.\n");
            }
        }
        said
    }
}

/// With fewer games that have the measure, a pilot says little.
const ENOUGH: f64 = 30.0;

/// Variance of one game, mean over two arms whose shares of games are `difference` apart, the first being `share`; no
/// less than that of the first alone.
pub fn shares_apart(share: f64, difference: f64) -> f64 {
    let of = |p: f64| p * (1.0 - p);
    let other = [share + difference.abs(), share - difference.abs()];
    let possible = other.into_iter().filter(|p| (0.0..=1.0).contains(p));
    let most = possible.map(|p| f64::midpoint(of(share), of(p))).fold(0.0, f64::max);
    most.max(of(share))
}

/// Share of the games that have a measure; for two runs, of the seeds that have it in both.
fn there(runs: &[Outcomes], measure: &str) -> Result<f64, StudyError> {
    let columns: Vec<&[f64]> =
        runs.iter().map(|run| run.measure(measure)).collect::<Result<_, _>>()?;
    let share = |count: usize, of: usize| count as f64 / of.max(1) as f64;
    let has = |values: &[f64]| values.iter().filter(|x| !x.is_nan()).count();
    if let ([one, other], [a, b]) = (runs, &columns[..]) {
        let both = one.games().min(other.games());
        if one.same_seeds(other, both)? {
            let both = both as usize;
            let together = a.iter().zip(*b).filter(|(a, b)| !a.is_nan() && !b.is_nan());
            return Ok(share(together.count(), both));
        }
    }
    Ok(columns.iter().map(|values| share(has(values), values.len())).fold(1.0, f64::min))
}

/// Correlation over the seeds at which both have a number; `None` where one never varies.
pub(crate) fn correlation(first: &[f64], second: &[f64]) -> Option<f64> {
    let pairs: Vec<(f64, f64)> = first
        .iter()
        .copied()
        .zip(second.iter().copied())
        .filter(|(a, b)| !a.is_nan() && !b.is_nan())
        .collect();
    estimate::correlation(&pairs, CONFIDENCE).map(|(rho, _)| rho)
}

#[cfg(test)]
mod tests {
    use lab::Sink as _;

    use super::*;
    use crate::sample;

    fn run(games: u64) -> Outcomes {
        let mut outcomes = Outcomes::new(sample::asked(games), sample::about());
        outcomes.chunk(0, (0..games).map(sample::record).collect()).unwrap();
        outcomes
    }

    /// A pilot without a win: 3 points more are seen in (1.96 + .8416)^2 (0 + .03 x .97) / .03^2 = 253.8 games an arm.
    #[test]
    fn a_share_that_moves_varies_more() {
        let never = |game: u64| {
            let mut record = sample::record(game);
            record.game.winner = Some(engine::Side::Allied);
            record
        };
        let mut outcomes = Outcomes::new(sample::asked(400), sample::about());
        outcomes.chunk(0, (0..400).map(never).collect()).unwrap();
        let pilot = Pilot::of(&[outcomes], "german_win").unwrap().unwrap();
        assert!(pilot.variance == 0.0 && pilot.mean == 0.0);
        let games = estimate::games_for_difference(estimate::Contest {
            difference: 0.03,
            variance: pilot.variance_at(0.03),
            correlation: 0.0,
            confidence: 0.95,
            power: 0.8,
        });
        assert_eq!(games, 254);
        // In the middle the difference hardly matters, and no share passes 0 or 1.
        assert!((shares_apart(0.5, 0.02) - 0.25).abs() < 3e-4);
        assert!((shares_apart(0.01, 0.5) - f64::midpoint(0.01 * 0.99, 0.51 * 0.49)).abs() < 1e-12);
    }

    /// Twelve games of a thousand have it: it takes 8,334 games to find a hundred such games.
    #[test]
    fn games_that_lack_the_measure_do_not_count() {
        let mut outcomes = Outcomes::new(sample::asked(1_000), sample::about());
        let place = sample::place(engine::MeasureOf::Game, "first_airfield_turn");
        let rare = |game: u64| {
            let mut record = sample::record(game);
            record.game.facts.values[place] = (game < 12).then_some((game % 3) as i64 + 1);
            record
        };
        outcomes.chunk(0, (0..1_000).map(rare).collect()).unwrap();
        let pilot = Pilot::of(&[outcomes], "first_airfield_turn").unwrap().unwrap();
        assert!((pilot.there - 0.012).abs() < 1e-12);
        assert_eq!(pilot.played(100), 8_334);
        let said = pilot.said("first_airfield_turn");
        assert!(said.contains("Only 12 of 1000 games have first_airfield_turn"), "{said}");
        assert!(said.contains("play a longer pilot"), "{said}");
    }

    #[test]
    fn a_pilot_knows_its_variance_and_two_their_correlation() {
        let one = Pilot::of(&[run(300)], "german_win").unwrap().unwrap();
        // A third of the games: 1/3 x 2/3, with n - 1.
        assert!(
            (one.variance - 2.0 / 9.0 * 300.0 / 299.0).abs() < 1e-12 && one.correlation.is_none()
        );
        let two = Pilot::of(&[run(300), run(300)], "margin").unwrap().unwrap();
        assert!((two.correlation.unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(Pilot::of(&[], "margin").unwrap(), None);
        assert!(Pilot::of(&[run(3)], "margins").is_err());
        let constant = Pilot::of(&[run(30), run(30)], "choices").unwrap().unwrap();
        assert!(
            constant.correlation.is_none() && constant.said("choices").contains("never varied")
        );
    }
}
