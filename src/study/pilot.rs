//! What a pilot run says about the games a question will take.

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
    /// Correlation over seeds, where there are two runs from the same ones.
    pub correlation: Option<f64>,
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
            share: SHARES.contains(&measure) && columns.iter().all(|values| is_share(values)),
        }))
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
        format!("Pilot of {} games: {measure} {level}{pair}{few}.\n", self.games)
    }
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
