//! A measure over many runs: how it stood in each, and where it moved.

use lab::{Complaint, Complaints};
use serde::{Deserialize, Serialize};

use crate::estimate::{Interval, mean_interval, newcombe, welch};
use crate::gate::{Asks, Columns, Gates, Metric, Numbers};
use crate::{CONFIDENCE, Estimate, Prefix, StudyError};

/// What a run says of one measure; two such readings can be told apart without their games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// The measure, as in a gate: `win_rate(german)`.
    pub measure: String,
    /// Games that have a number.
    pub games: u64,
    /// Their mean.
    pub mean: f64,
    /// Their variance.
    pub variance: f64,
    /// Whether it is a share of games.
    pub share: bool,
    /// The least number of a game, or 0 if none is below.
    pub least: f64,
}

/// What a run says: a line of a history.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrendRun {
    /// What the run is called: a build, a version, a folder.
    pub name: String,
    /// The scenario.
    pub scenario: String,
    /// Version of the tool.
    pub version: String,
    /// The rules: system, version, hash of their code.
    pub rules: String,
    /// The command that plays it again.
    pub command: String,
    /// What it says.
    pub readings: Vec<Reading>,
}

/// A run's place in a trend.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrendPoint {
    /// What the run is called.
    pub name: String,
    /// Version of the tool.
    pub version: String,
    /// The measure in this run.
    pub value: Estimate,
    /// How far it is from the runs since the last move, where that is more than chance.
    pub moved: Option<Estimate>,
}

/// A measure over many runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrendLine {
    /// The measure.
    pub measure: String,
    /// Whether it is a share of games.
    pub share: bool,
    /// The runs that have it, in the order given.
    pub points: Vec<TrendPoint>,
}

/// All measures of some runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trend {
    /// Version of this layout.
    pub schema: u32,
    /// The answer in words.
    pub verdict: String,
    /// What a reader must know first.
    pub warnings: Vec<String>,
    /// One line for each measure.
    pub lines: Vec<TrendLine>,
}

impl Prefix {
    /// What the finished games say of some measures.
    ///
    /// # Errors
    /// A measure that cannot be read, or that is no share and no mean, or a damaged table.
    pub fn readings(
        &self,
        measures: &[String],
    ) -> Result<Result<Vec<Reading>, Complaints>, StudyError> {
        let columns = Columns::of(self.asked(), self.about());
        let mut wrong = Vec::new();
        let mut metrics = Vec::new();
        for measure in measures {
            match Metric::parse(measure, &columns) {
                Ok(metric) if matches!(metric.asks, Asks::Quantile(_)) => wrong.push(Complaint {
                    expected: "win_rate(SIDE), score(SIDE), rate(WHAT) or mean(COLUMN)".into(),
                    ..Complaint::whole("--measure", format!("{measure} is no share and no mean"))
                }),
                Ok(metric) => metrics.push(metric),
                Err(complaint) => wrong.push(Complaint { file: "--measure".into(), ..complaint }),
            }
        }
        if !wrong.is_empty() {
            return Ok(Err(Complaints::new(wrong)));
        }
        Ok(Ok(self.read_metrics(&metrics.iter().collect::<Vec<_>>())?))
    }

    /// What the finished games say of the shares and means that some gates are about, each once.
    pub fn readings_of(&self, gates: &Gates) -> Result<Vec<Reading>, StudyError> {
        let mut metrics: Vec<&Metric> = Vec::new();
        for gate in &gates.gates {
            let known = metrics.iter().any(|metric| metric.said() == gate.metric.said());
            if !known && !matches!(gate.metric.asks, Asks::Quantile(_)) {
                metrics.push(&gate.metric);
            }
        }
        self.read_metrics(&metrics)
    }

    fn read_metrics(&self, metrics: &[&Metric]) -> Result<Vec<Reading>, StudyError> {
        let numbers = self.numbers_of(metrics)?;
        Ok(metrics.iter().zip(&numbers).map(|(metric, numbers)| reading(metric, numbers)).collect())
    }
}

fn reading(metric: &Metric, numbers: &Numbers) -> Reading {
    let there: Vec<f64> = numbers.iter().copied().filter(|number| !number.is_nan()).collect();
    let n = there.len() as f64;
    let mean = there.iter().sum::<f64>() / n.max(1.0);
    let squares: f64 = there.iter().map(|number| (number - mean).powi(2)).sum();
    Reading {
        measure: metric.said().to_owned(),
        games: there.len() as u64,
        mean,
        variance: squares / (n - 1.0).max(1.0),
        share: metric.asks == Asks::Share,
        least: there.iter().copied().fold(0.0, f64::min),
    }
}

impl Reading {
    fn estimate(&self) -> Estimate {
        if self.share {
            Estimate::share(self.count(), self.games)
        } else {
            Estimate::mean(self.games, self.mean, self.variance, self.least)
        }
    }

    /// Of a share: the games that have it.
    fn count(&self) -> u64 {
        (self.mean * self.games as f64).round() as u64
    }

    /// This and another reading as if their games were of one run.
    fn with(&self, other: &Reading) -> Reading {
        let (n, m) = (self.games as f64, other.games as f64);
        let games = self.games + other.games;
        let all = games.max(1) as f64;
        let mean = (n * self.mean + m * other.mean) / all;
        let within = (n - 1.0).max(0.0) * self.variance + (m - 1.0).max(0.0) * other.variance;
        let between = n * (self.mean - mean).powi(2) + m * (other.mean - mean).powi(2);
        let variance = (within + between) / (all - 1.0).max(1.0);
        Reading { games, mean, variance, least: self.least.min(other.least), ..self.clone() }
    }

    /// How much more it is than another, with the interval for one of `looks` comparisons.
    fn above(&self, other: &Reading, looks: usize) -> Estimate {
        let confidence = 1.0 - (1.0 - CONFIDENCE) / looks.max(1) as f64;
        let n = self.games + other.games;
        if self.share {
            let own = (self.count(), self.games);
            let difference = newcombe(own, (other.count(), other.games), confidence);
            let method = crate::Method::Newcombe;
            return Estimate {
                confidence,
                ..Estimate::new(difference.value, difference.interval, n, method)
            };
        }
        let of = |reading: &Reading| (reading.games, reading.mean, reading.variance);
        let mut interval = welch(of(self), of(other), confidence).interval;
        let value = self.mean - other.mean;
        // Numbers that never varied are no certainty: the ends are then put together from those of both means.
        if interval.high - interval.low <= 0.0 {
            let ends = |reading: &Reading| {
                let possible = Interval::of_numbers_from(reading.least);
                mean_interval(reading.games, reading.mean, reading.variance, possible, confidence)
            };
            let (own, others) = (ends(self), ends(other));
            interval = Interval {
                low: value - (self.mean - own.low).hypot(others.high - other.mean),
                high: value + (own.high - self.mean).hypot(other.mean - others.low),
            };
        }
        Estimate { confidence, ..Estimate::new(value, interval, n, crate::Method::Welch) }
    }
}

/// The trend of runs in the order given. A run has moved if its interval of the difference from all runs since the last
/// move, at 95% for all comparisons of a measure together, leaves out 0; the next runs are compared with it.
pub fn trend(runs: &[TrendRun]) -> Trend {
    let mut measures: Vec<&str> = Vec::new();
    for reading in runs.iter().flat_map(|run| &run.readings) {
        if !measures.contains(&reading.measure.as_str()) {
            measures.push(&reading.measure);
        }
    }
    let lines: Vec<TrendLine> = measures.iter().map(|measure| line(runs, measure)).collect();
    let mut scenarios: Vec<&str> = runs.iter().map(|run| run.scenario.as_str()).collect();
    scenarios.sort_unstable();
    scenarios.dedup();
    let mut warnings = Vec::new();
    if scenarios.len() > 1 {
        warnings.push(format!(
            "the runs are of different scenarios ({}): a move may be no more than that",
            scenarios.join(", ")
        ));
    }
    Trend { schema: 1, verdict: in_words(&lines), warnings, lines }
}

fn line(runs: &[TrendRun], measure: &str) -> TrendLine {
    let of =
        |run: &TrendRun| run.readings.iter().find(|reading| reading.measure == measure).cloned();
    let known: Vec<(&TrendRun, Reading)> = runs
        .iter()
        .filter_map(|run| Some((run, of(run)?)))
        .filter(|(_, reading)| reading.games > 0)
        .collect();
    let looks = known.len().saturating_sub(1);
    let mut since: Option<Reading> = None;
    let mut points = Vec::new();
    for (run, reading) in &known {
        let difference = since.as_ref().map(|since| reading.above(since, looks));
        let moved = difference.filter(|difference| difference.low > 0.0 || difference.high < 0.0);
        since = Some(match (&since, &moved) {
            (Some(since), None) => since.with(reading),
            _ => reading.clone(),
        });
        points.push(TrendPoint {
            name: run.name.clone(),
            version: run.version.clone(),
            value: reading.estimate(),
            moved,
        });
    }
    let share = known.iter().all(|(_, reading)| reading.share);
    TrendLine { measure: measure.into(), share, points }
}

fn in_words(lines: &[TrendLine]) -> String {
    let mut sentences = Vec::new();
    for line in lines {
        let moves: Vec<String> = line
            .points
            .iter()
            .filter_map(|point| {
                let by = point.moved.as_ref()?.value;
                let way = if by > 0.0 { "up" } else { "down" };
                let by = by.abs();
                let by = if line.share {
                    format!("{:.1} points", by * 100.0)
                } else {
                    format!("{by:.3}")
                };
                Some(format!("{way} by {by} at {}", point.name))
            })
            .collect();
        let runs = line.points.len();
        sentences.push(match (moves.is_empty(), runs) {
            (_, 0) => format!("{}: no run has it.", line.measure),
            (_, 1) => format!("{}: one run, nothing to compare it with.", line.measure),
            (true, _) => format!("{} shows no move over {runs} runs.", line.measure),
            (false, _) => format!("{} moved {}.", line.measure, moves.join(", ")),
        });
    }
    if sentences.is_empty() { "No run has any measure.".into() } else { sentences.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(name: &str, count: u64, games: u64) -> TrendRun {
        let mean = count as f64 / games as f64;
        let variance = mean * (1.0 - mean) * games as f64 / (games as f64 - 1.0);
        let reading = Reading {
            measure: "win_rate(german)".into(),
            games,
            mean,
            variance,
            share: true,
            least: 0.0,
        };
        TrendRun {
            name: name.into(),
            scenario: "toy/ridge".into(),
            version: "0.1.0".into(),
            rules: "toy 1 aa".into(),
            command: "dropzone run toy/ridge".into(),
            readings: vec![reading],
        }
    }

    fn moves(trend: &Trend) -> Vec<&str> {
        let points = trend.lines[0].points.iter();
        points.filter(|point| point.moved.is_some()).map(|point| point.name.as_str()).collect()
    }

    #[test]
    fn a_jump_is_marked_once_and_not_again_at_the_runs_that_stay_there() {
        let counts = [("a", 500), ("b", 510), ("c", 495), ("d", 620), ("e", 610), ("f", 625)];
        let runs: Vec<TrendRun> =
            counts.iter().map(|&(name, count)| share(name, count, 1000)).collect();
        let trend = trend(&runs);
        assert_eq!(moves(&trend), ["d"]);
        assert!(trend.verdict.contains("up by 11.8 points at d"), "{}", trend.verdict);
        let by = trend.lines[0].points[3].moved.unwrap();
        // 620 of 1,000 against 1,505 of 3,000 together.
        assert!((by.value - (0.62 - 1505.0 / 3000.0)).abs() < 1e-6, "{by:?}");
        assert!((by.confidence - 0.99).abs() < 1e-12, "five comparisons");
    }

    /// Of the sequences without any move at most 5 % may show one, whatever the share.
    #[test]
    fn chance_alone_moves_few_sequences() {
        let mut state = 9u64;
        let mut coin = |p: f64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((state >> 11) as f64 / (1u64 << 53) as f64) < p
        };
        for p in [0.02, 0.3, 0.5] {
            let mut wrong = 0;
            for _ in 0..400 {
                let runs: Vec<TrendRun> = (0..8)
                    .map(|run| {
                        share(&run.to_string(), (0..300).filter(|_| coin(p)).count() as u64, 300)
                    })
                    .collect();
                wrong += u32::from(!moves(&trend(&runs)).is_empty());
            }
            assert!(wrong <= 400 / 20 + 9, "{wrong} of 400 at {p}");
        }
    }

    #[test]
    fn two_readings_together_are_those_of_all_games() {
        let of = |numbers: &[f64]| {
            let n = numbers.len() as f64;
            let mean = numbers.iter().sum::<f64>() / n;
            let variance = numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
            Reading {
                measure: "mean(margin)".into(),
                games: numbers.len() as u64,
                mean,
                variance,
                share: false,
                least: 0.0,
            }
        };
        let (a, b) = ([3.0, 5.0, 8.0, 1.0], [2.0, 2.5, 9.0]);
        let all: Vec<f64> = a.iter().chain(&b).copied().collect();
        let (together, whole) = (of(&a).with(&of(&b)), of(&all));
        assert_eq!(together.games, whole.games);
        assert!((together.mean - whole.mean).abs() < 1e-12);
        assert!((together.variance - whole.variance).abs() < 1e-12);
    }

    #[test]
    fn what_is_not_known_is_said() {
        assert_eq!(trend(&[]).verdict, "No run has any measure.");
        assert!(trend(&[share("a", 1, 20)]).verdict.contains("nothing to compare it with"));
        let mut other = share("b", 1, 20);
        other.scenario = "toy/valley".into();
        assert!(trend(&[share("a", 1, 20), other]).warnings[0].contains("toy/ridge, toy/valley"));
    }
}
