//! From finished games to verdicts.

use serde::{Deserialize, Serialize};

use super::file::{Gate, Gates};
use super::metric::{Asks, Metric, Numbers, Of};
use super::weigh::{Claim, Outside, Weighed};
use crate::StudyError;
use crate::estimate::holm;

/// The verdict on a gate, or on a whole file of them.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The games show that the metric lies in its band.
    Pass,
    /// The games show that it does not.
    Fail,
    /// They show neither.
    Undecided,
}

impl Verdict {
    /// The verdict in one word.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Pass => "pass",
            Verdict::Fail => "fail",
            Verdict::Undecided => "undecided",
        }
    }
}

/// What an undecided gate means for the overall verdict.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Policy {
    /// The whole is undecided.
    Undecided,
    /// The whole fails.
    Fail,
    /// It counts as a pass.
    Pass,
}

impl Policy {
    /// The word used in a gates file.
    pub const fn word(self) -> &'static str {
        match self {
            Policy::Undecided => "undecided",
            Policy::Fail => "fail",
            Policy::Pass => "pass",
        }
    }
}

/// A number with its confidence sequence; an unbounded end is absent, and so is the number if
/// no game has one.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Known {
    /// The number over these games.
    pub value: Option<f64>,
    /// Lower end.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
}

/// One gate, judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// Its name.
    pub name: String,
    /// The gate as written.
    pub gate: String,
    /// Its line in the gates file.
    pub line: u32,
    /// What the games say.
    pub verdict: Verdict,
    /// The metric, by itself.
    pub metric: Known,
    /// The metric of the baseline, if the band is relative to one.
    pub baseline: Option<Known>,
    /// The metric minus that of the baseline, game by game with the same index.
    pub difference: Option<Known>,
    /// Confidence of these sequences: 1 minus twice the level at which Holm's method tested the gate, so that a gate
    /// passes when the sequence lies within its band.
    pub confidence: f64,
    /// p-value of "it is outside its band", valid at every check: a small one is evidence for a pass.
    pub p_pass: f64,
    /// p-value of "it is inside its band".
    pub p_fail: f64,
    /// Games that have a number for the metric.
    pub games: u64,
    /// If undecided: about how many more games would decide it if they were like those so far. Absent if a
    /// million would not.
    pub more_games: Option<u64>,
    /// Something a reader must know.
    pub notes: Vec<String>,
}

/// A gates file, judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// Version of this layout.
    pub schema: u32,
    /// The gates file.
    pub file: String,
    /// The overall verdict: a fail if any gate fails, otherwise undecided if any is, subject to the policy.
    pub verdict: Verdict,
    /// Finished games that were read, from the first.
    pub games: u64,
    /// Games that the run was asked to play.
    pub asked: u64,
    /// The chance of a false pass among all gates, and of a false fail.
    pub alpha: f64,
    /// What an undecided gate means for the overall verdict.
    pub undecided: Policy,
    /// The gates, in the order of the file.
    pub gates: Vec<Judged>,
    /// Anything a reader must know about the run or the baseline.
    pub notes: Vec<String>,
}

/// More games than this are not a useful answer to "how many more".
const OUT_OF_REASON: f64 = 1e6;

/// A gate with its games counted.
struct Weights {
    /// Whether the gate is about something that no game has, so that nothing can be claimed about it.
    vacuous: bool,
    own: Weighed,
    base: Option<Weighed>,
    difference: Option<Weighed>,
    low: Option<(Weighed, f64)>,
    high: Option<(Weighed, f64)>,
}

impl Weights {
    fn new(gate: &Gate, own: &Numbers, base: Option<&Numbers>) -> Result<Weights, Outside> {
        let asks = gate.metric.asks;
        let relative = gate.band.is_relative();
        let vacuous = own.nowhere() || never(&gate.metric, own, base.filter(|_| relative));
        // Games without a partner in the baseline give no information about a difference.
        let paired = base.map(|base| {
            let pairs = own.len().min(base.len());
            (&own[..pairs], &base[..pairs])
        });
        let against = |factor: f64| match paired {
            Some((own, base)) if factor != 0.0 => {
                Weighed::against(asks, own, base, factor, gate.range)
            }
            _ => Weighed::run(asks, own, gate.range),
        };
        let end = |bound: Option<super::band::Bound>| {
            bound.map(|bound| Ok((against(bound.factor)?, bound.add))).transpose()
        };
        Ok(Weights {
            vacuous,
            own: Weighed::run(asks, own, gate.range)?,
            base: base
                .filter(|_| relative)
                .map(|base| Weighed::run(asks, base, gate.range))
                .transpose()?,
            difference: if relative { Some(against(1.0)?) } else { None },
            low: end(gate.band.low)?,
            high: end(gate.band.high)?,
        })
    }

    /// p-values of "outside the band" and "inside the band", if each game had come `weight` times.
    fn p(&self, weight: f64) -> (f64, f64) {
        if self.vacuous {
            return (1.0, 1.0);
        }
        let says = |end: &Option<(Weighed, f64)>, claim, otherwise: f64| {
            end.as_ref().map_or(otherwise, |(weighed, at)| weighed.evidence(claim, *at, weight))
        };
        let inside = says(&self.low, Claim::AtLeast, f64::INFINITY).min(says(
            &self.high,
            Claim::AtMost,
            f64::INFINITY,
        ));
        let outside = says(&self.low, Claim::Below, f64::NEG_INFINITY).max(says(
            &self.high,
            Claim::Above,
            f64::NEG_INFINITY,
        ));
        ((-inside).exp().min(1.0), (-outside).exp().min(1.0))
    }
}

/// Judges gates by the finished games of a run, one column of numbers per gate, and those of the baseline if
/// there is one. Passes are one family of claims and fails another, each corrected by Holm's method: the chance that
/// any gate passes that should not is at most alpha, and so is the chance that any fails that should not, however
/// often they are checked and however the gates depend on each other.
pub fn judge(
    gates: &Gates,
    own: &[Numbers],
    base: Option<&[Numbers]>,
) -> Result<Judgement, StudyError> {
    let games = own.first().map_or(0, |numbers| numbers.len());
    let weights = weigh(gates, own, base)?;
    let tried = claims(&weights, gates.alpha);
    let judged: Vec<Judged> = gates
        .gates
        .iter()
        .zip(own)
        .zip(&weights)
        .enumerate()
        .map(|(i, ((gate, own), weights))| {
            judged(gate, own, base.map(|base| &base[i]), weights, tried[i])
        })
        .collect();
    let any = |verdict| judged.iter().any(|gate| gate.verdict == verdict);
    let verdict = match gates.undecided {
        _ if any(Verdict::Fail) => Verdict::Fail,
        Policy::Fail if any(Verdict::Undecided) => Verdict::Fail,
        Policy::Undecided if any(Verdict::Undecided) => Verdict::Undecided,
        _ => Verdict::Pass,
    };
    Ok(Judgement {
        schema: 1,
        file: gates.file.clone(),
        verdict,
        games: games as u64,
        asked: games as u64,
        alpha: gates.alpha,
        undecided: gates.undecided,
        gates: judged,
        notes: Vec::new(),
    })
}

fn weigh(
    gates: &Gates,
    own: &[Numbers],
    base: Option<&[Numbers]>,
) -> Result<Vec<Weights>, StudyError> {
    let each = gates.gates.iter().zip(own).enumerate().map(|(i, (gate, own))| {
        let base = base.map(|base| &base[i]);
        Weights::new(gate, own, base).map_err(|Outside(number)| {
            let (low, high) = gate.range.unwrap_or((0.0, 1.0));
            StudyError::OutsideRange { metric: gate.metric.said.clone(), number, low, high }
        })
    });
    each.collect()
}

/// The two claims that can be made about a gate.
#[derive(Copy, Clone)]
struct Claims {
    pass: Tried,
    fail: Tried,
}

impl Claims {
    fn verdict(self) -> Verdict {
        match (self.pass.holds, self.fail.holds) {
            (true, _) => Verdict::Pass,
            (false, true) => Verdict::Fail,
            (false, false) => Verdict::Undecided,
        }
    }
}

fn claims(weights: &[Weights], alpha: f64) -> Vec<Claims> {
    let (pass, fail): (Vec<f64>, Vec<f64>) = weights.iter().map(|weights| weights.p(1.0)).unzip();
    let both = tried(&pass, alpha).into_iter().zip(tried(&fail, alpha));
    both.map(|(pass, fail)| Claims { pass, fail }).collect()
}

/// The verdicts alone.
#[cfg(test)]
pub(super) fn verdicts(gates: &Gates, own: &[Numbers], base: &[Numbers]) -> Vec<Verdict> {
    let weights = weigh(gates, own, Some(base)).unwrap();
    claims(&weights, gates.alpha).into_iter().map(Claims::verdict).collect()
}

/// A claim in a family, and the level at which it was tested.
#[derive(Copy, Clone)]
struct Tried {
    p: f64,
    level: f64,
    holds: bool,
}

fn tried(p: &[f64], alpha: f64) -> Vec<Tried> {
    let adjusted = holm(p);
    let left = adjusted.iter().filter(|&&p| p > alpha).count();
    p.iter()
        .zip(&adjusted)
        .enumerate()
        .map(|(i, (&own, &adjusted))| {
            let holds = adjusted <= alpha;
            // Those with a smaller p-value are tested before; on ties the first.
            let before = p.iter().enumerate().filter(|&(j, &other)| (other, j) < (own, i)).count();
            let among = if holds { p.len() - before } else { left };
            Tried { p: own, level: alpha / among as f64, holds }
        })
        .collect()
}

fn judged(
    gate: &Gate,
    own: &Numbers,
    base: Option<&Numbers>,
    weights: &Weights,
    claims: Claims,
) -> Judged {
    let Claims { pass, fail } = claims;
    let verdict = claims.verdict();
    let level = match verdict {
        Verdict::Pass => pass.level,
        Verdict::Fail => fail.level,
        Verdict::Undecided => pass.level.min(fail.level),
    };
    // Each end of an interval is a separate claim, and was tested at this level.
    let confidence = 1.0 - 2.0 * level;
    let known = |weighed: &Weighed| {
        let (low, high) = weighed.interval(confidence);
        let value = Some(weighed.value()).filter(|value| !value.is_nan());
        Known { value: value.map(round), low: low.map(round), high: high.map(round) }
    };
    let there = own.iter().filter(|number| !number.is_nan()).count();
    let with_number = if weights.vacuous { 0 } else { there };
    Judged {
        name: gate.name.clone(),
        gate: gate.said.clone(),
        line: gate.line,
        verdict,
        metric: known(&weights.own),
        baseline: weights.base.as_ref().map(known),
        difference: weights.difference.as_ref().map(known),
        confidence,
        p_pass: pass.p,
        p_fail: fail.p,
        games: with_number as u64,
        more_games: (verdict == Verdict::Undecided)
            .then(|| more_games(weights, pass.level, fail.level, own.len()))
            .flatten(),
        notes: notes(&gate.metric, own, base.filter(|_| gate.band.is_relative())),
    }
}

/// How many more games would decide a gate if they were like those so far.
fn more_games(weights: &Weights, pass: f64, fail: f64, games: usize) -> Option<u64> {
    let decides = |weight: f64| {
        let (outside, inside) = weights.p(weight);
        outside <= pass || inside <= fail
    };
    let mut enough = 1.0;
    while !decides(enough) {
        enough *= 2.0;
        if games == 0 || enough * games as f64 > OUT_OF_REASON {
            return None;
        }
    }
    let mut short = enough / 2.0;
    // To a hundredth: it is a forecast.
    while enough - short > short / 100.0 {
        let middle = f64::midpoint(short, enough);
        if decides(middle) {
            enough = middle;
        } else {
            short = middle;
        }
    }
    Some(two_digits(((enough - 1.0) * games as f64).ceil() as u64))
}

/// Rounded up to two digits: a forecast has no more.
fn two_digits(number: u64) -> u64 {
    let unit = 10u64.pow(number.max(1).ilog10().saturating_sub(1));
    number.div_ceil(unit).max(1) * unit
}

/// Whether no game of either run has the word in the gate: a misspelt word looks like something that
/// never happens.
pub(super) fn never(metric: &Metric, own: &[f64], base: Option<&Numbers>) -> bool {
    let base = base.map_or(&[][..], |base| base);
    matches!(metric.of, Of::Named(..)) && own.iter().chain(base).all(|&number| number == 0.0)
}

fn notes(metric: &Metric, own: &Numbers, base: Option<&Numbers>) -> Vec<String> {
    let mut notes = Vec::new();
    let (column, games, empty) = (metric.column(), own.len(), own.empty());
    if own.nowhere() {
        notes.push(format!(
            "none of the {games} games has any `{column}`: nothing can be said of it"
        ));
    } else if empty > 0 && metric.asks == Asks::Share {
        notes.push(format!("{empty} of {games} games have no `{column}`: each counts as a no"));
    } else if empty > 0 {
        notes.push(format!(
            "{empty} of {games} games have no `{column}`: the gate is about the others"
        ));
    }
    if let Of::Named(column, word) = &metric.of
        && !own.is_empty()
        && never(metric, own, base)
    {
        notes.push(format!(
            "no game has the {column} \"{word}\", so nothing can be said of it: is it spelt as the table has it?"
        ));
    }
    if let Some(base) = base
        && base.len() != own.len()
    {
        notes.push(format!(
            "the baseline has {} games and the run {}: the difference is that of the first {}",
            base.len(),
            own.len(),
            base.len().min(own.len())
        ));
    }
    notes
}

/// To six decimals: more would be floating-point noise.
fn round(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::gate::Columns;
    use crate::sample;

    fn gates(text: &str) -> Gates {
        let columns = Columns::of(&sample::asked(10), &sample::about());
        Gates::read(Path::new("gates.toml"), text, &columns, None).unwrap()
    }

    fn wins(won: usize, games: usize) -> Numbers {
        (0..games).map(|game| f64::from(u8::from(game < won))).collect::<Vec<f64>>().into()
    }

    const FAIR: &str = "[gates]\nfair = \"win_rate(german) within [0.45, 0.55]\"\n";

    #[test]
    fn one_gate_has_the_verdict_of_its_confidence_sequence() {
        // Each end at 5%, by scipy: 5134 of 10,000 is .4986 to .5282; 52 of 100 is .3618 to .6754.
        let passed = judge(&gates(FAIR), &[wins(5134, 10_000)], None).unwrap();
        assert_eq!(passed.verdict, Verdict::Pass);
        let gate = &passed.gates[0];
        assert_eq!(
            gate.metric,
            Known { value: Some(0.5134), low: Some(0.498_609), high: Some(0.528_174) }
        );
        assert!((gate.confidence - 0.9).abs() < 1e-12 && gate.more_games.is_none());
        let open = judge(&gates(FAIR), &[wins(52, 100)], None).unwrap();
        assert_eq!(open.verdict, Verdict::Undecided);
        let failed = judge(&gates(FAIR), &[wins(700, 1000)], None).unwrap();
        assert_eq!((failed.verdict, failed.gates[0].verdict), (Verdict::Fail, Verdict::Fail));
    }

    #[test]
    fn the_forecast_of_more_games_comes_true() {
        let open = judge(&gates(FAIR), &[wins(52, 100)], None).unwrap();
        let more = open.gates[0].more_games.unwrap() as usize;
        let games = 100 + more;
        let then = judge(&gates(FAIR), &[wins(games * 52 / 100, games)], None).unwrap();
        assert_eq!(then.verdict, Verdict::Pass, "{more} more");
        let before = games * 9 / 10;
        let then = judge(&gates(FAIR), &[wins(before * 52 / 100, before)], None).unwrap();
        assert_eq!(then.verdict, Verdict::Undecided, "{more} more, less a tenth");
        // On the edge itself no number of games is enough.
        let edge = judge(&gates(FAIR), &[wins(55, 100)], None).unwrap();
        assert_eq!(edge.gates[0].more_games, None);
    }

    #[test]
    fn undecided_means_what_the_file_says() {
        for (policy, verdict) in
            [("undecided", Verdict::Undecided), ("fail", Verdict::Fail), ("pass", Verdict::Pass)]
        {
            let text = format!("undecided = \"{policy}\"\n{FAIR}");
            let judged = judge(&gates(&text), &[wins(52, 100)], None).unwrap();
            assert_eq!(judged.verdict, verdict);
            assert_eq!(judged.gates[0].verdict, Verdict::Undecided);
        }
    }

    /// Two gates are each tested at half of alpha, and the second at all of it once the first has passed.
    #[test]
    fn a_family_is_corrected_step_by_step() {
        let two = format!("{FAIR}other = \"win_rate(allied) within [0.45, 0.55]\"\n");
        // Alone, 4,950 of 10,000 passes easily: its p-value is far below 1/40.
        let sure = wins(4950, 10_000);
        // A count whose p-value lies between .025 and .05.
        let near = (2500..2800).map(|won| wins(won, 5000)).find(|numbers| {
            let alone = judge(&gates(FAIR), std::slice::from_ref(numbers), None).unwrap();
            (0.03..0.05).contains(&alone.gates[0].p_pass)
        });
        let near = near.expect("p-values pass through .03 to .05");
        let both = judge(&gates(&two), &[near.clone(), near.clone()], None).unwrap();
        assert!(both.gates.iter().all(|gate| gate.verdict == Verdict::Undecided));
        assert!((both.gates[0].confidence - 0.95).abs() < 1e-12);
        let helped = judge(&gates(&two), &[near, sure], None).unwrap();
        assert!(helped.gates.iter().all(|gate| gate.verdict == Verdict::Pass), "{helped:?}");
        assert!((helped.gates[0].confidence - 0.9).abs() < 1e-12);
        assert!((helped.gates[1].confidence - 0.95).abs() < 1e-12);
    }

    #[test]
    fn a_band_around_a_baseline_reads_the_games_in_pairs() {
        let gates = gates(
            "baseline = \"b\"\n[gates]\nsame = \"win_rate(german) within baseline +- 0.03\"\n",
        );
        // The same dice: only one game in a hundred differs. On separate dice, 2,000 games would hardly detect 3%.
        let base = wins(1000, 2000);
        let mut own = base.to_vec();
        for game in (0..2000).step_by(100) {
            own[game] = 1.0 - own[game];
        }
        let judged = judge(&gates, &[own.into()], Some(&[base])).unwrap();
        let gate = &judged.gates[0];
        assert_eq!(gate.verdict, Verdict::Pass, "{gate:?}");
        assert_eq!(gate.difference.unwrap().value, Some(0.0));
        assert_eq!(gate.baseline.unwrap().value, Some(0.5));
        let far = judge(&gates, &[wins(1200, 2000)], Some(&[wins(1000, 2000)])).unwrap();
        assert_eq!(far.verdict, Verdict::Fail);
    }

    /// A column that no game has, and a word that none has: never a pass, whatever the band, and the reason is given.
    #[test]
    fn a_gate_on_nothing_is_undecided() {
        let gates = gates(
            "[ranges]\nmorale_end = [0, 30]\n[gates]\na = \"median(morale_end) >= 3\"\nb = \"mean(morale_end) >= 0\"\n\
             c = \"rate(morale_end <= 3) <= 0.5\"\nd = \"rate(clause = prot) <= 0.5\"\ne = \"rate(clause = prot) >= 0.5\"\n",
        );
        let empty: Numbers = vec![f64::NAN; 5_000].into();
        let mut no_morale = Numbers::new();
        let games = sample_games(5_000);
        gates.gates[2].metric.read_off(&games, &mut no_morale).unwrap();
        assert_eq!(no_morale[..3], [0.0; 3]);
        let named: Numbers = vec![0.0; 5_000].into();
        let own = [empty.clone(), empty, no_morale, named.clone(), named];
        let judged = judge(&gates, &own, None).unwrap();
        assert_eq!(judged.verdict, Verdict::Undecided);
        for gate in &judged.gates {
            assert_eq!((gate.verdict, gate.games), (Verdict::Undecided, 0), "{gate:?}");
        }
        let notes: Vec<&str> = judged.gates.iter().map(|gate| gate.notes[0].as_str()).collect();
        for note in &notes[..3] {
            assert_eq!(
                *note,
                "none of the 5000 games has any `morale_end`: nothing can be said of it"
            );
        }
        assert!(notes[3].contains("no game has the clause \"prot\""), "{}", notes[3]);
    }

    fn sample_games(games: u64) -> polars::prelude::DataFrame {
        let (asked, about) = (sample::asked(games), sample::about());
        let records: Vec<_> = (0..games).map(sample::record).collect();
        let names = crate::frame::Names { asked: &asked, about: &about };
        names.frame(crate::frame::Table::Games, &records).unwrap()
    }

    #[test]
    fn what_a_reader_must_know_is_noted() {
        let gates = gates(
            "[gates]\nm = \"median(morale_end) >= 20\"\nc = \"rate(clause = port) <= 0.1\"\n",
        );
        let mut some = vec![f64::NAN; 50];
        some[7] = 20.0;
        let judged = judge(&gates, &[some.into(), wins(1, 50)], None).unwrap();
        assert!(judged.gates[0].notes[0].contains("49 of 50 games have no `morale_end`"));
        assert!(judged.gates[1].notes.is_empty());
    }

    #[test]
    fn a_number_outside_its_range_is_an_error() {
        let gates = gates("[ranges]\nmargin = [-5, 5]\n[gates]\nm = \"mean(margin) <= 1\"\n");
        let error = judge(&gates, &[vec![0.0, 7.0].into()], None).unwrap_err().to_string();
        assert!(error.contains("mean(margin)") && error.contains('7'), "{error}");
    }

    #[test]
    fn two_digits_are_rounded_up() {
        let got: Vec<u64> = [0, 1, 9, 10, 99, 101, 1_234, 99_001].map(two_digits).to_vec();
        assert_eq!(got, [1, 1, 9, 10, 99, 110, 1_300, 100_000]);
    }
}
