//! How a scenario responds to several knobs at once: its points, and the analysis of its games.

use std::collections::BTreeMap;

use lab::{Design, FactorFile, SweepFile};
use serde::{Deserialize, Serialize};

use crate::compare::{is_share, moments};
use crate::design::{
    Found, Joint, Noise, Term, elementary_effects, grid, latin_hypercube, morris, saltelli,
    sobol_indices,
};
use crate::estimate::{Interval, benjamini_hochberg, mean_interval, student_p};
use crate::points::Points;
use crate::warnings::outsiders;
use crate::{CONFIDENCE, Estimate, Method, Outcomes, StudyError, words};

/// The answer: `sweep.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sweep {
    /// Version of this layout.
    pub schema: u32,
    /// The command that plays it again.
    pub command: String,
    /// Scenario, e.g. `mercury/kastelli`.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// The design, e.g. `sobol`.
    pub design: String,
    /// Points played.
    pub points: u64,
    /// Games at each point.
    pub games: u64,
    /// The result for each measure.
    pub measures: Vec<MeasureSweep>,
    /// The answer in words.
    pub verdict: String,
    /// What a reader must know first.
    pub warnings: Vec<String>,
}

/// One measure of a sweep.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasureSweep {
    /// The measure.
    pub measure: String,
    /// Whether it is a share of games.
    pub share: bool,
    /// Share of the variance between points that comes from sampling rather than the factors.
    pub noise: f64,
    /// How well all factors together fit the games; `None` for grids and one-at-a-time designs, whose
    /// effects are plain differences, and if there were too few points for a fit.
    #[serde(default)]
    pub fit: Option<SweepFit>,
    /// Each factor, the strongest first.
    pub factors: Vec<FactorSweep>,
}

/// How well a fit of all factors at once describes its points.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SweepFit {
    /// Share of the variance between points that it explains, for the terms it has.
    pub explained: f64,
    /// Residual standard deviation of one point's mean.
    pub left: f64,
    /// The same as a multiple of the sampling error: 1 is a perfect fit. `None` if the sampling error
    /// is unknown, with one game a point.
    pub misfit: Option<f64>,
    /// Whether it has squares and products of numbers besides their slopes.
    pub bent: bool,
}

/// One factor's effect on one measure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FactorSweep {
    /// The factor.
    pub factor: String,
    /// The effect: the largest difference between two of its values, `from` to `to`; for numbers in a space-filling
    /// design, the change over the whole range.
    pub effect: Estimate,
    /// The value with the smaller mean, or the start of the range.
    pub from: String,
    /// The value with the larger mean, or the end of the range.
    pub to: String,
    /// Chance of an effect at least this large if there were none, corrected for the number of pairs of values it was
    /// picked from.
    pub p: f64,
    /// The same over all factors and measures by Benjamini and Hochberg.
    pub p_corrected: f64,
    /// Numbers of the design: `first` and `total` Sobol index, Morris' `size` and `spread`, a hypercube's
    /// `standardised` and `curvature`, and for a share of games the ratio of its odds (`odds_ratio`); each
    /// with its interval if it has one.
    pub numbers: BTreeMap<String, [f64; 3]>,
    /// Mean of the measure by value of the factor, over the points that have it.
    pub curve: Vec<Response>,
}

/// The mean at one value of a factor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Response {
    /// The value, or the middle of a slice of values.
    pub value: String,
    /// Its place along the factor, from 0 to 1.
    pub place: f64,
    /// The mean over its points.
    pub mean: Estimate,
    /// The fitted mean at this value, with the other factors at the middle of their ranges.
    #[serde(default)]
    pub fitted: Option<Estimate>,
}

/// One factor with its values.
#[derive(Clone, Debug, PartialEq)]
struct Factor {
    name: String,
    key: String,
    range: Range,
}

#[derive(Clone, Debug, PartialEq)]
enum Range {
    /// These values, in order.
    Values(Vec<String>),
    /// Anything between two ends.
    Between(f64, f64),
}

impl Factor {
    fn of(file: &FactorFile) -> Factor {
        let written = |value: &toml::Value| match value {
            toml::Value::String(text) => text.clone(),
            value => value.to_string(),
        };
        let range = match file.between {
            Some([low, high]) if file.fractions => Range::Between(low, high),
            Some([low, high]) => {
                Range::Values((low as i64..=high as i64).map(|value| value.to_string()).collect())
            }
            None => Range::Values(file.values.iter().map(written).collect()),
        };
        Factor { name: file.called().into(), key: file.key.clone(), range }
    }

    /// How many levels the factor has in a design with levels.
    fn levels(&self, wanted: u32) -> usize {
        match &self.range {
            Range::Values(values) => values.len(),
            Range::Between(..) => wanted as usize,
        }
    }

    /// The place of a level from 0 to 1, in the middle of its share of the range.
    fn place(&self, level: usize, wanted: u32) -> f64 {
        let count = self.levels(wanted);
        match self.range {
            Range::Values(_) => (level as f64 + 0.5) / count as f64,
            Range::Between(..) => level as f64 / (count.max(2) - 1) as f64,
        }
    }

    /// The value at a place from 0 to 1.
    fn at(&self, place: f64) -> String {
        match &self.range {
            Range::Values(values) => {
                let index = ((place * values.len() as f64) as usize).min(values.len() - 1);
                values[index].clone()
            }
            Range::Between(low, high) => {
                let text = format!("{:.6}", low + place * (high - low));
                text.trim_end_matches('0').trim_end_matches('.').to_owned()
            }
        }
    }

    /// The range of its places: each of n values takes up an nth of them, so from the first to the last
    /// is a little less than 1.
    fn reach(&self) -> f64 {
        match &self.range {
            Range::Values(values) => 1.0 - 1.0 / values.len() as f64,
            Range::Between(..) => 1.0,
        }
    }

    /// Whether the values have an order that a slope can follow.
    fn is_number(&self) -> bool {
        match &self.range {
            Range::Values(values) => values.iter().all(|value| value.parse::<f64>().is_ok()),
            Range::Between(..) => true,
        }
    }
}

/// The points of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepPoints {
    design: Design,
    factors: Vec<Factor>,
    measures: Vec<String>,
    levels: u32,
    /// Places of each point, one per factor; `None` where the factor keeps the scenario's value.
    points: Vec<Vec<Option<f64>>>,
    /// Rows of a Sobol design.
    rows: usize,
    /// Trajectories of a Morris design, as levels.
    trajectories: Vec<Vec<Vec<usize>>>,
}

/// Points beyond which a sweep is surely a mistake.
const MOST_POINTS: u128 = 100_000;
/// Maximum number of values listed for a factor.
const MOST_VALUES: f64 = 10_000.0;

/// Number of points, and of values at them, that a sweep file requests: computed before any are made.
fn count(file: &SweepFile) -> Result<u128, StudyError> {
    let mut levels: Vec<u128> = Vec::new();
    for factor in &file.factors {
        levels.push(match factor.between {
            Some(_) if factor.fractions => file.levels.into(),
            Some([low, high]) if high - low + 1.0 > MOST_VALUES => {
                return Err(StudyError::TooMany {
                    what: format!("`{}` has {} values", factor.key, high - low + 1.0),
                    most: MOST_VALUES as u64,
                });
            }
            Some([low, high]) => (high - low) as u128 + 1,
            None => factor.values.len() as u128,
        });
    }
    let factors = file.factors.len() as u128;
    let rows = |otherwise: u128| file.points.map_or(otherwise, u128::from);
    let points = match file.design {
        Design::Grid => levels.iter().fold(1, |all: u128, &levels| all.saturating_mul(levels)),
        Design::OneAtATime => 1 + levels.iter().sum::<u128>(),
        Design::LatinHypercube => rows(16 * factors),
        Design::Morris => rows(10) * (factors + 1),
        Design::Sobol => rows(64) * (factors + 2),
    };
    if points > MOST_POINTS {
        let what = format!("the design has {points} points");
        return Err(StudyError::TooMany { what, most: MOST_POINTS as u64 });
    }
    Ok(points)
}

impl SweepPoints {
    /// The points that a sweep file requests; too many are refused before any is made.
    pub fn of(file: &SweepFile) -> Result<SweepPoints, StudyError> {
        count(file)?;
        let factors: Vec<Factor> = file.factors.iter().map(Factor::of).collect();
        let levels: Vec<usize> = factors.iter().map(|factor| factor.levels(file.levels)).collect();
        let places = |point: &Vec<usize>| -> Vec<Option<f64>> {
            factors.iter().zip(point).map(|(f, &level)| Some(f.place(level, file.levels))).collect()
        };
        let spread = |points: Vec<Vec<f64>>| -> Vec<Vec<Option<f64>>> {
            points.into_iter().map(|point| point.into_iter().map(Some).collect()).collect()
        };
        let (mut rows, mut trajectories) = (0, Vec::new());
        let points = match file.design {
            Design::Grid => grid(&levels).iter().map(places).collect(),
            Design::OneAtATime => {
                let mut points = vec![vec![None; factors.len()]];
                for (i, factor) in factors.iter().enumerate() {
                    for level in 0..levels[i] {
                        let mut point = vec![None; factors.len()];
                        point[i] = Some(factor.place(level, file.levels));
                        points.push(point);
                    }
                }
                points
            }
            Design::LatinHypercube => {
                let count = file.points.unwrap_or(16 * factors.len() as u32) as usize;
                spread(latin_hypercube(count, factors.len(), file.seed))
            }
            Design::Morris => {
                trajectories = morris(&levels, file.points.unwrap_or(10) as usize, file.seed);
                trajectories.iter().flatten().map(places).collect()
            }
            Design::Sobol => {
                rows = file.points.unwrap_or(64) as usize;
                spread(saltelli(rows, factors.len(), file.seed))
            }
        };
        let measures = file.measures.clone();
        Ok(SweepPoints {
            design: file.design,
            factors,
            measures,
            levels: file.levels,
            points,
            rows,
            trajectories,
        })
    }

    /// The changes of each point, each in the form that `--set` takes.
    pub fn sets(&self) -> Vec<Vec<String>> {
        let set = |(factor, place): (&Factor, &Option<f64>)| {
            place.map(|place| format!("{}={}", factor.key, factor.at(place)))
        };
        self.points
            .iter()
            .map(|point| self.factors.iter().zip(point).filter_map(set).collect())
            .collect()
    }

    /// The name of the design.
    fn design(&self) -> &'static str {
        match self.design {
            Design::Grid => "grid",
            Design::OneAtATime => "one at a time",
            Design::LatinHypercube => "Latin hypercube",
            Design::Morris => "Morris",
            Design::Sobol => "Sobol",
        }
    }

    /// Analyses the games; one arm per point, in the order of [`SweepPoints::sets`], all on the same seeds.
    pub fn analyse(&self, command: &str, arms: &[&Outcomes]) -> Result<Sweep, StudyError> {
        let mut warnings = outsiders(arms.iter().map(|arm| arm.asked()));
        let mut measures = Vec::new();
        for measure in &self.measures {
            let rows: Vec<&[f64]> =
                arms.iter().map(|arm| arm.measure(measure)).collect::<Result<_, _>>()?;
            if rows.iter().any(|row| row.iter().any(|x| x.is_nan())) {
                warnings.push(format!("{measure} is missing from some games: it was left out"));
                continue;
            }
            let mut values = rows.iter().flat_map(|row| row.iter());
            let first = values.next();
            if values.all(|value| first.is_some_and(|first| first.total_cmp(value).is_eq())) {
                warnings.push(format!(
                    "{measure} was the same in every game: an interval without width says no more than that"
                ));
            }
            measures.push(self.measure(measure, &rows));
        }
        let p: Vec<f64> = measures.iter().flat_map(|m| m.factors.iter().map(|f| f.p)).collect();
        let mut corrected = benjamini_hochberg(&p).into_iter();
        for factor in measures.iter_mut().flat_map(|m| &mut m.factors) {
            factor.p_corrected = round(corrected.next().unwrap_or(1.0));
        }
        for measure in &mut measures {
            measure.factors.sort_by(|a, b| strength(b).total_cmp(&strength(a)));
            if measure.noise > 0.5 {
                warnings.push(format!(
                    "{:.0}% of the variance of {} between points is chance: take more games a point",
                    measure.noise * 100.0,
                    measure.measure
                ));
            }
        }
        if self.design == Design::Sobol && !self.rows.is_power_of_two() {
            warnings.push("rows of a Sobol design are best a power of two".into());
        }
        let games = arms.first().map_or(0, |arm| arm.games());
        if games < 2 {
            warnings.push(
                "one game a point: nothing tells a factor from chance but the other points".into(),
            );
        }
        for measure in measures.iter().filter(|_| self.spread()) {
            match measure.fit {
                None => warnings.push(format!(
                    "too few points to tell the factors of {} apart: nothing can be said of them",
                    measure.measure
                )),
                Some(SweepFit { misfit: Some(misfit), explained, .. })
                    if misfit > 2.0 && explained < 0.9 =>
                {
                    warnings.push(format!(
                        "the fit of {} misses its points by {misfit:.1} times what chance does: the effects are means over a surface that bends",
                        measure.measure
                    ));
                }
                Some(_) => {}
            }
        }
        if (self.design == Design::Sobol && self.rows < 2)
            || (self.design == Design::Morris && self.trajectories.len() < 2)
        {
            warnings.push("one row of a design is one answer: its indices are left out".into());
        }
        let first = arms.first();
        let mut sweep = Sweep {
            schema: 1,
            command: command.into(),
            scenario: first.map_or(String::new(), |arm| arm.asked().scenario.clone()),
            title: first.map_or(String::new(), |arm| arm.about().brief.title.clone()),
            design: self.design().into(),
            points: arms.len() as u64,
            games: first.map_or(0, |arm| arm.games()),
            measures,
            verdict: String::new(),
            warnings,
        };
        sweep.verdict = in_words(&sweep);
        Ok(sweep)
    }

    fn measure(&self, measure: &str, rows: &[&[f64]]) -> MeasureSweep {
        let means: Vec<f64> = rows.iter().map(|row| moments(row).0).collect();
        let share = rows.iter().all(|row| is_share(row));
        let games = rows.first().map_or(1, |row| row.len()).max(1) as f64;
        // Sampling noise between neighbouring points: half the variance of their difference, seed by seed.
        let chance: Vec<f64> = rows.windows(2).map(|pair| noise(pair[0], pair[1], games)).collect();
        let chance = mean(&chance);
        let (_, between) = moments(&means);
        let mut numbers = self.numbers(rows, &means, games);
        let joint = self.joint(&means);
        if share {
            // Half a game added on either side keeps the odds of points without a win finite.
            let logit = |mean: &f64| ((mean * games + 0.5) / ((1.0 - mean) * games + 0.5)).ln();
            let odds = self.joint(&means.iter().map(logit).collect::<Vec<f64>>());
            for (i, numbers) in numbers.iter_mut().enumerate() {
                let ratio = odds.as_ref().and_then(|odds| Some(self.found(i, odds)?.0));
                let all =
                    |f: Found| [f.value, f.interval.low, f.interval.high].map(|x| round(x.exp()));
                numbers.extend(ratio.map(|ratio| ("odds_ratio".to_owned(), all(ratio))));
            }
        }
        if self.design == Design::LatinHypercube && between > 0.0 {
            for (i, numbers) in numbers.iter_mut().enumerate() {
                let (Some((found, ..)), true) = (
                    joint.as_ref().and_then(|joint| self.found(i, joint)),
                    self.factors[i].is_number(),
                ) else {
                    continue;
                };
                let (_, spread) = moments(&self.places(i));
                let scale = (spread / between).sqrt() / self.factors[i].reach();
                let all = [found.value, found.interval.low, found.interval.high];
                numbers.insert("standardised".into(), all.map(|x| round(x * scale)));
            }
        }
        let fit = joint.as_ref().map(|joint| SweepFit {
            explained: round(joint.explained),
            left: round(joint.left),
            misfit: (chance > 0.0).then(|| round(joint.left / chance.sqrt())),
            bent: joint.bent,
        });
        let factors = self
            .factors
            .iter()
            .enumerate()
            .map(|(i, factor)| {
                self.factor(i, factor, rows, (&means, joint.as_ref()), numbers[i].clone())
            })
            .map(|found| FactorSweep { effect: possible(found.effect, share), ..found })
            .collect();
        let noise = if between > 0.0 { round((chance / between).clamp(0.0, 1.0)) } else { 0.0 };
        MeasureSweep { measure: measure.into(), share, noise, fit, factors }
    }

    /// Whether the points are spread over all factors at once, without being balanced for each.
    fn spread(&self) -> bool {
        matches!(self.design, Design::LatinHypercube | Design::Sobol | Design::Morris)
    }

    /// The place of a factor at every point, according to its value.
    fn places(&self, factor: usize) -> Vec<f64> {
        let place = |point: &Vec<Option<f64>>| {
            let place = point[factor].unwrap_or(0.5);
            match &self.factors[factor].range {
                Range::Values(values) => {
                    let count = values.len() as f64;
                    ((place * count).floor().min(count - 1.0) + 0.5) / count
                }
                Range::Between(..) => place,
            }
        };
        self.points.iter().map(place).collect()
    }

    /// All factors fitted together, if the design is spread and has enough points.
    fn joint(&self, answers: &[f64]) -> Option<Joint> {
        if !self.spread() {
            return None;
        }
        let terms: Vec<Term> = (0..self.factors.len())
            .map(|i| {
                let (places, factor) = (self.places(i), &self.factors[i]);
                match &factor.range {
                    Range::Values(values) if !factor.is_number() => {
                        let word = |place: &f64| (place * values.len() as f64) as usize;
                        Term::Words(places.iter().map(word).collect(), values.len())
                    }
                    _ => Term::Number(places),
                }
            })
            .collect();
        // Points that share most of their factors have correlated errors: rows of a Sobol design, trajectories.
        let group = |point: usize| match self.design {
            Design::Sobol => point % self.rows.max(1),
            Design::Morris => point / (self.factors.len() + 1),
            _ => point,
        };
        let groups: Vec<usize> = (0..answers.len()).map(group).collect();
        Joint::new(&terms, answers, &groups)
    }

    /// The effect of a factor by the fit: from the start of its range to the end, or from its lowest word to its
    /// highest; with its p-value and the two ends. `None` for a factor with one value.
    fn found(&self, index: usize, joint: &Joint) -> Option<(Found, f64, String, String)> {
        let factor = &self.factors[index];
        match &factor.range {
            Range::Values(values) if values.len() < 2 => None,
            Range::Values(values) if !factor.is_number() => {
                let levels = joint.levels(index);
                let first = |a: &usize, b: &usize| levels[*a].total_cmp(&levels[*b]);
                let low = (0..levels.len()).min_by(first)?;
                let high = (0..levels.len()).max_by(first)?;
                let found = joint.words(index, low, high, CONFIDENCE);
                Some((found, joint.words_p(index), values[low].clone(), values[high].clone()))
            }
            _ => {
                let found = joint.slope(index, factor.reach(), CONFIDENCE);
                Some((found, found.p, factor.at(0.0), factor.at(1.0)))
            }
        }
    }

    /// The numbers specific to the design, one map per factor.
    fn numbers(
        &self,
        rows: &[&[f64]],
        means: &[f64],
        games: f64,
    ) -> Vec<BTreeMap<String, [f64; 3]>> {
        let count = self.factors.len();
        let mut all = vec![BTreeMap::new(); count];
        let with = |value: f64, i: Interval| [round(value), round(i.low), round(i.high)];
        match self.design {
            // With one row, one trajectory, or one game a point, a factor cannot be distinguished from noise.
            Design::Sobol if self.rows < 2 || games < 2.0 => {}
            Design::Morris if self.trajectories.len() < 2 => {}
            Design::Sobol => {
                let n = self.rows;
                let pairs = |a: usize, b: usize| {
                    mean(
                        &(0..n)
                            .map(|i| noise(rows[a * n + i], rows[b * n + i], games))
                            .collect::<Vec<_>>(),
                    )
                };
                let noise = Noise {
                    level: pairs(0, 1),
                    own: (0..count).map(|f| pairs(0, 2 + f)).collect(),
                };
                let indices = sobol_indices(means, n, count, &noise, CONFIDENCE);
                for (numbers, index) in all.iter_mut().zip(indices) {
                    numbers.insert("first".into(), with(index.first, index.first_interval));
                    numbers.insert("total".into(), with(index.total, index.total_interval));
                }
            }
            Design::Morris => {
                let levels: Vec<usize> =
                    self.factors.iter().map(|f| f.levels(self.levels)).collect();
                let answers: Vec<Vec<f64>> = means.chunks(count + 1).map(<[f64]>::to_vec).collect();
                let effects = elementary_effects(&levels, &self.trajectories, &answers, CONFIDENCE);
                for (numbers, effect) in all.iter_mut().zip(effects) {
                    numbers.insert("size".into(), with(effect.size, effect.interval));
                    numbers.insert("spread".into(), [round(effect.spread); 3]);
                }
            }
            Design::LatinHypercube => {
                let (_, between) = moments(means);
                for (i, numbers) in all.iter_mut().enumerate() {
                    let places: Vec<f64> =
                        self.points.iter().filter_map(|point| point[i]).collect();
                    let (_, spread) = moments(&places);
                    if between > 0.0 && spread > 0.0 {
                        let bends: Vec<f64> = places.iter().map(|x| (x - 0.5).powi(2)).collect();
                        let bend = slope(&bends, means);
                        numbers.insert("curvature".into(), [round(bend); 3]);
                    }
                }
            }
            Design::Grid | Design::OneAtATime => {}
        }
        all
    }

    fn factor(
        &self,
        index: usize,
        factor: &Factor,
        rows: &[&[f64]],
        (means, joint): (&[f64], Option<&Joint>),
        numbers: BTreeMap<String, [f64; 3]>,
    ) -> FactorSweep {
        // Points by value; for a spread design over many values, by slices.
        const SLICES: f64 = 8.0;
        let slices = match &factor.range {
            Range::Values(values) if values.len() as f64 <= SLICES => values.len() as f64,
            _ if self.trajectories.is_empty()
                && matches!(self.design, Design::LatinHypercube | Design::Sobol) =>
            {
                SLICES
            }
            _ => factor.levels(self.levels) as f64,
        };
        let mut groups: BTreeMap<usize, (Vec<f64>, Vec<usize>)> = BTreeMap::new();
        for (point, places) in self.points.iter().enumerate() {
            let Some(place) = places[index] else { continue };
            let slice = ((place * slices) as usize).min(slices as usize - 1);
            let group = groups.entry(slice).or_default();
            group.0.push(place);
            group.1.push(point);
        }
        let seeds: Vec<(f64, Vec<f64>)> =
            groups.values().map(|(places, points)| (mean(places), by_seed(rows, points))).collect();
        let others = joint.map(|joint| joint.middle(index)).unwrap_or_default();
        let fitted = |place: f64| {
            let at = match &factor.range {
                Range::Values(values) if !factor.is_number() => {
                    (place * values.len() as f64).floor()
                }
                _ => place,
            };
            let found = joint?.at(index, at, &others, CONFIDENCE);
            Some(Estimate::new(found.value, found.interval, means.len() as u64, Method::Jackknife))
        };
        let curve: Vec<Response> = seeds
            .iter()
            .zip(groups.values())
            .map(|((place, values), (_, points))| Response {
                value: factor.at(*place),
                place: round(*place),
                // Points of a spread design differ in their other factors too, so the variation is between points.
                mean: if self.spread() {
                    let own: Vec<f64> = points.iter().map(|&point| means[point]).collect();
                    estimate(&own, Method::StudentT)
                } else {
                    estimate(values, Method::StudentT)
                },
                fitted: fitted(*place),
            })
            .collect();
        if self.spread() {
            let found = joint.and_then(|joint| self.found(index, joint));
            let (found, p, from, to) = found.unwrap_or_else(|| {
                // Nothing can be concluded: as an interval, ten times the observed range either way.
                let ends = means
                    .iter()
                    .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, m), &x| (l.min(x), m.max(x)));
                let far = 10.0 * (ends.1 - ends.0).max(1.0);
                let single = matches!(&factor.range, Range::Values(values) if values.len() < 2);
                let far = if single { 0.0 } else { far };
                let interval = Interval { low: -far, high: far };
                (Found { value: 0.0, interval, p: 1.0 }, 1.0, factor.at(0.0), factor.at(1.0))
            });
            let n = means.len() as u64;
            return FactorSweep {
                factor: factor.name.clone(),
                effect: Estimate::new(found.value, found.interval, n, Method::Jackknife),
                from,
                to,
                p: round(p),
                p_corrected: 1.0,
                numbers,
                curve,
            };
        }
        let means: Vec<f64> = seeds.iter().map(|(_, values)| mean(values)).collect();
        let place = |better: fn(f64, f64) -> bool| {
            (1..means.len()).fold(0, |best, i| if better(means[i], means[best]) { i } else { best })
        };
        let (low, high) = (place(|a, b| a < b), place(|a, b| a > b));
        let pairs = (means.len() * means.len().saturating_sub(1) / 2).max(1) as f64;
        let difference: Vec<f64> = match (seeds.get(low), seeds.get(high)) {
            (Some(low), Some(high)) => high.1.iter().zip(&low.1).map(|(a, b)| a - b).collect(),
            _ => Vec::new(),
        };
        let name = |i: usize| curve.get(i).map_or(String::new(), |response| response.value.clone());
        let (effect, from, to, p) = (difference, name(low), name(high), pairs);
        let (chance, effect) = (chance(&effect), estimate(&effect, Method::PairedT));
        FactorSweep {
            factor: factor.name.clone(),
            effect,
            from,
            to,
            p: round((chance * p).min(1.0)),
            p_corrected: 1.0,
            numbers,
            curve,
        }
    }

    /// The points as a table: their values, and each measure's mean with its standard error.
    pub fn table(&self, arms: &[&Outcomes]) -> Result<Points, StudyError> {
        let mut columns = vec!["point".to_owned()];
        columns.extend(self.factors.iter().map(|factor| factor.name.clone()));
        for measure in &self.measures {
            columns.extend([measure.clone(), format!("{measure}_error")]);
        }
        columns.push("games".into());
        let mut rows = Vec::new();
        for (i, (point, arm)) in self.points.iter().zip(arms).enumerate() {
            let mut row = vec![i.to_string()];
            let value = |(factor, place): (&Factor, &Option<f64>)| {
                place.map_or_else(String::new, |place| factor.at(place))
            };
            row.extend(self.factors.iter().zip(point).map(value));
            for measure in &self.measures {
                let values: Vec<f64> =
                    arm.measure(measure)?.iter().copied().filter(|x| !x.is_nan()).collect();
                let (mean, variance) = moments(&values);
                let error = (variance / values.len().max(1) as f64).sqrt();
                row.extend([round(mean).to_string(), round(error).to_string()]);
            }
            row.push(arm.games().to_string());
            rows.push(row);
        }
        Ok(Points { columns, rows })
    }
}

/// The key by which factors are ranked: a total index or Morris' size if there is one, otherwise the size of the
/// effect.
fn strength(factor: &FactorSweep) -> f64 {
    let named = ["total", "size"].iter().find_map(|name| factor.numbers.get(*name));
    named.map_or(factor.effect.value.abs(), |number| number[0])
}

/// A slope extrapolated from one end of a knob to the other can exceed the possible difference of shares.
fn possible(effect: Estimate, share: bool) -> Estimate {
    let most = if share { 1.0 } else { f64::INFINITY };
    let bound = |x: f64| x.clamp(-most, most);
    Estimate {
        value: bound(effect.value),
        low: bound(effect.low),
        high: bound(effect.high),
        ..effect
    }
}

fn round(x: f64) -> f64 {
    (x * 1e6).round() / 1e6
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Half the variance of a difference of two means over the same seeds: the contribution of sampling to their mean
/// square.
fn noise(first: &[f64], second: &[f64], games: f64) -> f64 {
    let differences: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - b).collect();
    moments(&differences).1 / games / 2.0
}

/// For each seed the mean over some points.
fn by_seed(rows: &[&[f64]], points: &[usize]) -> Vec<f64> {
    let games = rows.first().map_or(0, |row| row.len());
    (0..games)
        .map(|seed| mean(&points.iter().map(|&p| rows[p][seed]).collect::<Vec<_>>()))
        .collect()
}

/// Least squares slope of answers over places.
fn slope(places: &[f64], answers: &[f64]) -> f64 {
    let middle = mean(places);
    let spread: f64 = places.iter().map(|x| (x - middle) * (x - middle)).sum();
    let products: f64 = places.iter().zip(answers).map(|(x, y)| (x - middle) * y).sum();
    if spread > 0.0 { products / spread } else { 0.0 }
}

fn estimate(values: &[f64], method: Method) -> Estimate {
    let (mean, variance) = moments(values);
    let n = values.len() as u64;
    Estimate::new(mean, mean_interval(n, mean, variance, Interval::ANY, CONFIDENCE), n, method)
}

/// Chance of a mean at least this large over seeds if the true one were 0.
fn chance(values: &[f64]) -> f64 {
    let (mean, variance) = moments(values);
    let n = values.len() as f64;
    if variance > 0.0 {
        student_p(mean / (variance / n).sqrt(), n - 1.0)
    } else if mean == 0.0 {
        1.0
    } else {
        // The same at every seed: as surprising as this many heads in a row.
        0.5_f64.powi(n.min(1_000.0) as i32 - 1)
    }
}

fn in_words(sweep: &Sweep) -> String {
    let said = sweep.measures.iter().map(|measure| {
        let what = words::measure(&measure.measure);
        let clear: Vec<String> = measure
            .factors
            .iter()
            .filter(|factor| factor.p_corrected < 1.0 - CONFIDENCE)
            .map(|factor| {
                let e = &factor.effect;
                let half = (e.high - e.low) / 2.0;
                format!(
                    "{} ({} from {} to {})",
                    factor.factor,
                    words::difference(e.value, half, measure.share),
                    factor.from,
                    factor.to
                )
            })
            .collect();
        if clear.is_empty() {
            format!("No factor clearly moves {what}.")
        } else {
            format!("What moves {what}, the strongest first: {}.", clear.join(", "))
        }
    });
    let said: Vec<String> = said.collect();
    said.join(" ")
}

#[cfg(test)]
mod tests {
    use lab::{Record, Sink as _};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::sample;

    fn file(design: Design, points: Option<u32>, ends: &[[f64; 2]]) -> SweepFile {
        let factor = |(i, &between): (usize, &[f64; 2])| FactorFile {
            name: ["a", "b", "c"][i].into(),
            key: format!("knob.{i}"),
            values: Vec::new(),
            between: Some(between),
            fractions: false,
        };
        SweepFile {
            scenario: "test/toy".into(),
            design,
            games: 60,
            seed: 0,
            points,
            levels: 4,
            measures: vec!["margin".into()],
            options: String::new(),
            factors: ends.iter().enumerate().map(factor).collect(),
            source: lab::Source::default(),
        }
    }

    /// Games whose margin is a function of the knobs, with noise that all points share seed by seed.
    fn swept(file: &SweepFile, answer: impl Fn(&[f64]) -> f64) -> Sweep {
        let points = SweepPoints::of(file).unwrap();
        let arms: Vec<Outcomes> = points
            .sets()
            .iter()
            .map(|sets| {
                let mut knobs = vec![0.0_f64; file.factors.len()];
                for set in sets {
                    let (key, value) = set.split_once('=').unwrap();
                    let index: usize = key.split_once('.').unwrap().1.parse().unwrap();
                    knobs[index] = value.parse().unwrap();
                }
                let mut outcomes = Outcomes::new(sample::asked(file.games), sample::about());
                let record = |game: u64| -> Record {
                    let mut dice = Xoshiro256PlusPlus::seed_from_u64(game);
                    let shared = dice.random_range(-50..=50);
                    let mut own = Xoshiro256PlusPlus::seed_from_u64(
                        (game << 20) ^ knobs[0].to_bits() ^ knobs[1].to_bits(),
                    );
                    let mut record = sample::record(game);
                    record.game.margin = answer(&knobs) as i32 + shared + own.random_range(-5..=5);
                    record
                };
                outcomes.chunk(0, (0..file.games).map(record).collect()).unwrap();
                outcomes
            })
            .collect();
        let arms: Vec<&Outcomes> = arms.iter().collect();
        assert_eq!(points.table(&arms).unwrap().rows.len(), arms.len());
        points.analyse("dropzone sweep", &arms).unwrap()
    }

    fn linear(knobs: &[f64]) -> f64 {
        100.0 * knobs[0] + 20.0 * knobs[1]
    }

    #[test]
    fn each_design_finds_the_strong_factor_and_clears_the_idle_one() {
        let ends = [[0.0, 3.0], [0.0, 3.0], [0.0, 3.0]];
        for (design, points) in [
            (Design::Grid, None),
            (Design::OneAtATime, None),
            (Design::LatinHypercube, Some(24)),
            (Design::Morris, Some(12)),
            (Design::Sobol, Some(32)),
        ] {
            let got = swept(&file(design, points, &ends), linear);
            let factors = &got.measures[0].factors;
            let order: Vec<&str> = factors.iter().map(|f| f.factor.as_str()).collect();
            assert_eq!(order, ["a", "b", "c"], "{design:?}");
            assert!(factors[0].p_corrected < 1e-6, "{design:?}: {:?}", factors[0].effect);
            // From 0 to 3 in steps of 100; a design of few points mixes in a little of the others.
            assert!(
                (factors[0].effect.value - 300.0).abs() < 45.0,
                "{design:?}: {:?}",
                factors[0].effect
            );
            assert!(factors[2].p_corrected > 0.01, "{design:?}: {:?}", factors[2]);
            let fitted = matches!(design, Design::LatinHypercube | Design::Morris | Design::Sobol);
            let fit = got.measures[0].fit;
            assert!(fit.is_some_and(|fit| fit.explained > 0.99) == fitted, "{design:?}: {fit:?}");
            assert!(factors[0].curve.iter().all(|response| response.fitted.is_some() == fitted));
            assert!(got.measures[0].noise < 0.05, "{design:?}: {}", got.measures[0].noise);
            assert!(got.verdict.contains("the strongest first: a ("), "{}", got.verdict);
        }
    }

    #[test]
    fn a_measure_that_never_varies_is_told() {
        let ends = [[0.0, 3.0], [0.0, 3.0]];
        let mut file = file(Design::Grid, None, &ends);
        let varied = swept(&file, linear);
        assert!(
            !varied.warnings.iter().any(|w| w.contains("in every game")),
            "{:?}",
            varied.warnings
        );
        file.measures = vec!["cut_off".into()];
        let same = swept(&file, linear);
        let told =
            "cut_off was the same in every game: an interval without width says no more than that";
        assert!(same.warnings.iter().any(|w| w == told), "{:?}", same.warnings);
    }

    #[test]
    fn a_difference_of_shares_is_no_more_than_all_of_them() {
        let steep = estimate(&[1.2, 0.7, 0.9], Method::PairedT);
        assert!(steep.high > 1.0);
        let (share, number) = (possible(steep, true), possible(steep, false));
        assert_eq!((share.value, share.low, share.high), (steep.value, steep.low, 1.0));
        assert_eq!(number, steep);
        let down = estimate(&[-1.4, -1.2, -1.3], Method::PairedT);
        assert_eq!(possible(down, true).value.to_bits(), (-1.0_f64).to_bits());
    }

    /// Two knobs that matter, with curvature and interaction, and one that does not: over the three spread designs
    /// the idle one is reported in no more than one run of twenty, where one-factor slopes over these points reported
    /// it in most.
    #[test]
    fn an_idle_knob_is_seldom_named() {
        let ends = [[0.0, 5.0], [0.0, 3.0], [0.0, 3.0]];
        let bent =
            |knobs: &[f64]| 8.0 * knobs[0] * knobs[0] + 20.0 * knobs[1] + 4.0 * knobs[0] * knobs[1];
        for (design, points) in
            [(Design::LatinHypercube, 24), (Design::Morris, 10), (Design::Sobol, 16)]
        {
            let (mut named, runs) = (0, 20);
            for seed in 0..runs {
                let mut file = file(design, Some(points), &ends);
                (file.games, file.seed) = (20, seed);
                let got = swept(&file, bent);
                let idle = got.measures[0].factors.iter().find(|f| f.factor == "c").unwrap();
                named += u32::from(idle.p < 0.05);
                assert!(
                    got.verdict.contains("the strongest first")
                        && idle.effect.low < idle.effect.high,
                    "{}",
                    got.verdict
                );
            }
            // One of twenty is expected; three are two standard deviations more.
            assert!(named <= 3, "{design:?}: {named} of {runs}");
        }
    }

    /// One game a point, one row, one trajectory, three points: nothing is claimed, and the answer says so.
    #[test]
    fn one_of_anything_is_no_certainty() {
        let ends = [[0.0, 3.0], [0.0, 3.0]];
        for (design, points, games) in [
            (Design::Grid, None, 1),
            (Design::OneAtATime, None, 1),
            (Design::LatinHypercube, Some(3), 50),
            (Design::Morris, Some(1), 50),
            (Design::Sobol, Some(1), 50),
            (Design::Sobol, Some(8), 1),
        ] {
            let mut file = file(design, points, &ends);
            file.games = games;
            let got = swept(&file, |_| 0.0);
            for factor in &got.measures[0].factors {
                let said = format!("{design:?} {points:?} {games}: {factor:?}");
                assert!(factor.p > 0.001 && factor.effect.low < factor.effect.high, "{said}");
                assert!(factor.curve.iter().all(|r| r.mean.low < r.mean.high), "{said}");
                assert!(factor.numbers.values().all(|[_, low, high]| low <= high), "{said}");
            }
            assert!(!got.warnings.is_empty(), "{design:?} {points:?} {games}");
        }
    }

    #[test]
    fn sobol_shares_are_those_of_a_sum() {
        let ends = [[0.0, 3.0], [0.0, 3.0]];
        let got = swept(&file(Design::Sobol, Some(128), &ends), linear);
        // Variances go with the squares: 10,000 to 400. With 128 rows the strong factor's share has a standard error
        // of about a tenth.
        for (factor, known) in got.measures[0].factors.iter().zip([0.9615, 0.0385]) {
            for name in ["first", "total"] {
                let [value, low, high] = factor.numbers[name];
                assert!(
                    low - 0.01 <= known && known <= high + 0.01,
                    "{name}: {low} {value} {high}"
                );
                assert!((value - known).abs() < 0.25, "{name}: {value}");
            }
        }
    }

    #[test]
    fn a_sweep_over_nothing_that_matters_says_so() {
        let got = swept(&file(Design::Grid, None, &[[0.0, 1.0], [0.0, 1.0]]), |_| 0.0);
        assert!(got.verdict.starts_with("No factor clearly moves"), "{}", got.verdict);
        assert!(got.warnings.iter().any(|w| w.contains("is chance")), "{:?}", got.warnings);
    }

    #[test]
    fn words_are_values_too() {
        let mut asked = file(Design::OneAtATime, None, &[[0.0, 1.0]]);
        asked.factors[0].between = None;
        asked.factors[0].values =
            vec!["on".into(), toml::Value::Integer(3), toml::Value::Boolean(true)];
        let sets = SweepPoints::of(&asked).unwrap().sets();
        assert_eq!(
            sets,
            [
                vec![],
                vec!["knob.0=on".to_owned()],
                vec!["knob.0=3".into()],
                vec!["knob.0=true".into()]
            ]
        );
    }

    /// Points are counted before they are made, so that a mistake costs neither memory nor time.
    #[test]
    fn too_many_points_are_refused_before_there_is_one() {
        let ends = [[0.0, 3.0]; 3];
        for (design, told) in [
            (Design::LatinHypercube, "100000000 points"),
            (Design::Morris, "400000000 points"),
            (Design::Sobol, "500000000 points"),
        ] {
            let said = SweepPoints::of(&file(design, Some(100_000_000), &ends)).unwrap_err();
            let said = said.to_string();
            assert!(said.contains(told) && said.contains("at most 100000"), "{said}");
        }
        let wide = [[0.0, 999.0]; 3];
        let said = SweepPoints::of(&file(Design::Grid, None, &wide)).unwrap_err().to_string();
        assert!(said.contains("1000000000 points"), "{said}");
        let endless = [[0.0, 1e15], [0.0, 1.0]];
        for design in [Design::Grid, Design::OneAtATime, Design::LatinHypercube, Design::Sobol] {
            let said = SweepPoints::of(&file(design, Some(4), &endless)).unwrap_err().to_string();
            assert!(said.contains("`knob.0` has 1000000000000001 values"), "{said}");
        }
        for design in [
            Design::Grid,
            Design::OneAtATime,
            Design::LatinHypercube,
            Design::Morris,
            Design::Sobol,
        ] {
            let asked = file(design, Some(7), &ends);
            let made = SweepPoints::of(&asked).unwrap().sets().len() as u128;
            assert_eq!(count(&asked).unwrap(), made, "{design:?}");
        }
    }
}
