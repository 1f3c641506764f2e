//! Two or more arms against the first of them: every measure's difference, paired by seed where it can be.

use std::collections::BTreeMap;

use engine::Side;
use serde::{Deserialize, Serialize};

use crate::estimate::normal_p;
use crate::estimate::{
    Contrasted, MaxT, Measured, Pairing, cumulative_odds, holm, mcnemar_mid_p, newcombe,
    paired_mean, separate_means, superiority, tango, two_sided_z,
};
use crate::outcomes::SHARES;
use crate::pilot::correlation;
use crate::{
    CONFIDENCE, Estimate, Ground, GroundContrast, Method, Outcomes, Share, StudyError, words,
};

/// The answer of a comparison: `compare.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// Version of this layout.
    pub schema: u32,
    /// The command that makes the same comparison again.
    pub command: String,
    /// Scenario, e.g. `mercury/kastelli`.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// Whether game k of every arm was played from one seed.
    pub paired: bool,
    /// Games of each arm that were compared.
    pub games: u64,
    /// The measure the verdict speaks of.
    pub measure: String,
    /// The arms; the first is the baseline.
    pub arms: Vec<ArmFacts>,
    /// Every other arm against the baseline.
    pub contrasts: Vec<Contrast>,
    /// How chances and intervals were corrected for several arms.
    pub correction: String,
    /// The answer in words.
    pub verdict: String,
    /// What a reader must know before believing the numbers.
    pub warnings: Vec<String>,
    /// The baseline's map, for pictures; not part of `compare.json`.
    #[serde(skip)]
    pub ground: Option<Ground>,
}

/// One arm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArmFacts {
    /// Its name.
    pub name: String,
    /// The command that plays it alone.
    pub command: String,
    /// Its games.
    pub games: u64,
    /// What is its own, as options of `run`: strategies, plans and changed values that not every arm has.
    #[serde(default)]
    pub own: Vec<String>,
    /// How often its games end at each victory level, from best for the Germans to best for the Allies.
    #[serde(default)]
    pub levels: Vec<Share>,
    /// Each measure's mean.
    pub measures: BTreeMap<String, Estimate>,
}

/// One arm against the baseline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contrast {
    /// The arm.
    pub arm: String,
    /// Share of seeds whose games were one and the same, decision by decision, as far as the measures show.
    pub alike: Option<f64>,
    /// The victory levels, where games reached any.
    pub levels: Option<LevelContrast>,
    /// Measures that some games lack: how often each arm has them at all. First, because the mean of a measure over
    /// the games that have it compares other games in each arm.
    #[serde(default)]
    pub existence: Vec<Existence>,
    /// Every measure that both arms have, in two games at least.
    pub measures: Vec<MeasureContrast>,
    /// Where the games of the two differ; `None` where they have no map, or not the same.
    #[serde(default)]
    pub places: Option<GroundContrast>,
}

/// How often the games of one arm have a measure, against the baseline's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Existence {
    /// The measure.
    pub measure: String,
    /// Share of the baseline's games that have it.
    pub baseline: Estimate,
    /// Share of the arm's games that have it.
    pub arm: Estimate,
    /// Arm less baseline.
    pub difference: Estimate,
    /// Chance of so large a difference if there were none.
    pub p: f64,
    /// The same by Holm's method over all arms.
    pub p_corrected: f64,
    /// Games whose measure can be compared: seeds at which both arms have it, or the fewer games that have it.
    pub both: u64,
}

/// The victory levels of one arm against the baseline's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LevelContrast {
    /// P(a game of the arm ends at a level better for the Germans than one of the baseline), ties half.
    pub german_better: Estimate,
    /// Over the same seeds: share of seeds with a level better for the Germans, as good, and worse.
    pub by_seed: Option<[f64; 3]>,
    /// How many times the odds of any level or a better one for the Germans are the baseline's.
    pub odds_ratio: Option<Estimate>,
}

/// One measure of one arm against the baseline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasureContrast {
    /// The measure.
    pub measure: String,
    /// Whether it is a share of games.
    pub share: bool,
    /// Arm less baseline.
    pub difference: Estimate,
    /// The interval that holds for all arms at once.
    pub simultaneous: [f64; 2],
    /// Chance of so large a difference if there were none.
    pub p: f64,
    /// The same, corrected for the number of arms.
    pub p_corrected: f64,
    /// Correlation of the two arms over seeds; `None` where unpaired or constant.
    pub correlation: Option<f64>,
    /// How many times as many games separate seeds would have needed.
    pub worth: Option<f64>,
}

impl Contrast {
    /// To six decimals, and chances to nine: more would be noise of the arithmetic.
    fn rounded(mut self) -> Contrast {
        let round = |x: f64, digits: i32| (x * 10_f64.powi(digits)).round() / 10_f64.powi(digits);
        self.alike = self.alike.map(|x| round(x, 6));
        if let Some(levels) = &mut self.levels {
            levels.by_seed = levels.by_seed.map(|shares| shares.map(|x| round(x, 6)));
        }
        for measure in &mut self.measures {
            measure.simultaneous = measure.simultaneous.map(|x| round(x, 6));
            measure.p = round(measure.p, 9);
            measure.p_corrected = round(measure.p_corrected, 9);
        }
        self
    }
}

/// Compares arms with the first. They are paired where their games come from the same seeds.
pub fn compare(
    command: &str,
    arms: Vec<(String, Outcomes)>,
    measure: &str,
) -> Result<Comparison, StudyError> {
    let mut arms = arms;
    let mut warnings = Vec::new();
    let shortest = arms.iter().map(|(_, arm)| arm.games()).min().unwrap_or(0) as usize;
    let paired = arms.windows(2).all(|pair| {
        pair[0].1.seeds()[..shortest] == pair[1].1.seeds()[..shortest]
            && pair[0].1.asked().scenario == pair[1].1.asked().scenario
    });
    if paired {
        if arms.iter().any(|(_, arm)| arm.games() as usize > shortest) {
            warnings.push(format!(
                "the arms have different numbers of games: only the first {shortest} of each are compared, seed by seed"
            ));
        }
        for (_, arm) in &mut arms {
            arm.cut(shortest);
        }
    } else {
        warnings.push(
            "the arms were not played from the same seeds, so their games cannot be paired: the intervals are wider than they could be".into(),
        );
    }
    warnings.extend(changes(&arms));
    // The measure asked for must be there before anything is said; in one arm at least, for how often it is there is
    // an answer too.
    if let Some((_, baseline)) = arms.first()
        && arms.iter().all(|(_, arm)| arm.measure(measure).is_err())
    {
        baseline.measure(measure)?;
    }
    if shortest < 2 {
        warnings.push("one game an arm: shares have an interval that says next to nothing, and of a mean nothing is known".into());
    }
    let correction = match (arms.len(), paired) {
        (0..=2, _) => "one difference: nothing to correct".to_owned(),
        (_, true) => "each measure over all arms by the largest |t| of a bootstrap over seeds (as Dunnett's test); the measures among each other are not corrected".into(),
        (_, false) => "each measure over all arms by Holm's method; the measures among each other are not corrected".into(),
    };
    let contrasts = contrasts(&arms, paired);
    let facts: Vec<ArmFacts> = arms.iter().map(|(name, arm)| facts(name, arm, &arms)).collect();
    for contrast in &contrasts {
        if contrast.alike == Some(1.0) {
            warnings.push(format!(
                "“{}” gave the same results as “{}” in every game: what was changed never mattered",
                contrast.arm, facts[0].name
            ));
        }
    }
    let contrasts: Vec<Contrast> = contrasts.into_iter().map(Contrast::rounded).collect();
    let verdict = contrasts
        .iter()
        .filter_map(|contrast| sentence(&facts, contrast, measure))
        .collect::<Vec<_>>()
        .join(" ");
    let baseline = &arms[0].1;
    Ok(Comparison {
        schema: 1,
        command: command.into(),
        scenario: baseline.asked().scenario.clone(),
        title: baseline.about().brief.title.clone(),
        paired,
        games: shortest as u64,
        measure: measure.into(),
        arms: facts,
        contrasts,
        correction,
        verdict,
        warnings,
        ground: baseline.about().ground.clone(),
    })
}

/// What the arms do not share though they look as if they did.
fn changes(arms: &[(String, Outcomes)]) -> Vec<String> {
    let mut warnings = Vec::new();
    let Some((_, baseline)) = arms.first() else { return warnings };
    for (name, arm) in &arms[1..] {
        let (one, other) = (baseline.asked(), arm.asked());
        if one.scenario != other.scenario {
            warnings.push(format!("“{name}” is another scenario: {}", other.scenario));
        } else if one.hashes.get("rules") != other.hashes.get("rules") {
            warnings.push(format!("“{name}” was played with another version of the rules"));
        } else if one.set == other.set && one.hashes.get("scenario") != other.hashes.get("scenario")
        {
            warnings
                .push(format!("the scenario's files changed between the first arm and “{name}”"));
        }
    }
    warnings
}

/// A measure's mean with its interval.
pub(crate) fn mean_of(values: &[f64]) -> Estimate {
    let values = present(values);
    let n = values.len() as u64;
    if is_share(&values) {
        return Estimate::share(values.iter().filter(|&&x| x > 0.5).count() as u64, n);
    }
    Estimate::mean(&values)
}

/// The strategies, plans and changes of an arm that not every arm has.
fn own(arm: &Outcomes, arms: &[(String, Outcomes)]) -> Vec<String> {
    let options = |arm: &Outcomes| {
        let asked = arm.asked();
        let sides = Side::BOTH.map(|side| format!("--{} {}", side.word(), asked.strategies[side]));
        let drops = Some(&asked.drops).filter(|plan| !plan.is_empty());
        let drops = drops.map(|plan| format!("--drops {plan}"));
        let setups = asked.setup.iter().map(|plan| format!("--setup {plan}"));
        let sets = asked.set.iter().map(|set| format!("--set {set}"));
        sides.into_iter().chain(drops).chain(setups).chain(sets).collect::<Vec<_>>()
    };
    let everywhere = |option: &String| arms.iter().all(|(_, arm)| options(arm).contains(option));
    options(arm).into_iter().filter(|option| !everywhere(option)).collect()
}

fn facts(name: &str, arm: &Outcomes, arms: &[(String, Outcomes)]) -> ArmFacts {
    let measures = arm
        .names()
        .into_iter()
        .filter_map(|measure| Some((measure.to_owned(), mean_of(arm.measure(measure).ok()?))));
    ArmFacts {
        name: name.into(),
        command: arm.asked().command.clone(),
        games: arm.games(),
        own: own(arm, arms),
        levels: arm.levels(),
        measures: measures.collect(),
    }
}

fn contrasts(arms: &[(String, Outcomes)], paired: bool) -> Vec<Contrast> {
    let Some(((_, baseline), others)) = arms.split_first() else { return Vec::new() };
    let mut contrasts: Vec<Contrast> = others
        .iter()
        .map(|(name, arm)| Contrast {
            arm: name.clone(),
            alike: paired.then(|| alike(baseline, arm)),
            levels: levels(baseline, arm, paired),
            existence: Vec::new(),
            measures: Vec::new(),
            places: arm.ground_against(baseline),
        })
        .collect();
    existence(&mut contrasts, baseline, others, paired);
    for name in baseline.names() {
        let base = baseline.measure(name).unwrap_or_default();
        let columns: Vec<Option<&[f64]>> =
            others.iter().map(|(_, arm)| arm.measure(name).ok()).collect();
        let mut found: Vec<(usize, MeasureContrast)> = columns
            .iter()
            .enumerate()
            .filter_map(|(i, column)| Some((i, contrast(name, (*column)?, base, paired)?)))
            .collect();
        if found.len() > 1 {
            correct(&mut found, base, &columns, paired);
        }
        for (i, measure) in found {
            contrasts[i].measures.push(measure);
        }
    }
    contrasts
}

/// How often there is anything to compare, for every measure that some game of an arm or of the baseline lacks.
fn existence(
    contrasts: &mut [Contrast],
    baseline: &Outcomes,
    others: &[(String, Outcomes)],
    paired: bool,
) {
    let mut names: Vec<&str> = baseline.names();
    names.extend(others.iter().flat_map(|(_, arm)| arm.names()));
    names.sort_unstable();
    names.dedup();
    let there = |values: &[f64]| -> Vec<f64> {
        values.iter().map(|value| f64::from(u8::from(!value.is_nan()))).collect()
    };
    for name in names {
        let Some(base) = baseline.column(name).map(there) else { continue };
        let mut found: Vec<(usize, Existence)> = Vec::new();
        for (i, (_, arm)) in others.iter().enumerate() {
            let Some(own) = arm.column(name).map(there) else { continue };
            if own.iter().chain(&base).all(|&there| there > 0.5) {
                continue;
            }
            let (difference, p) =
                if paired { paired_shares(&own, &base) } else { separate_shares(&own, &base) };
            let count = |values: &[f64]| values.iter().filter(|&&there| there > 0.5).count() as u64;
            let both = if paired {
                own.iter().zip(&base).filter(|&(a, b)| a * b > 0.5).count() as u64
            } else {
                count(&own).min(count(&base))
            };
            let measure = name.to_owned();
            let [baseline, arm] = [&base, &own].map(|values| mean_of(values));
            let existence =
                Existence { measure, baseline, arm, difference, p, p_corrected: p, both };
            found.push((i, existence));
        }
        let p: Vec<f64> = found.iter().map(|(_, existence)| existence.p).collect();
        for ((i, existence), p_corrected) in found.into_iter().zip(holm(&p)) {
            contrasts[i].existence.push(Existence { p_corrected, ..existence });
        }
    }
}

/// Corrects one measure's chances and intervals for the number of arms.
fn correct(
    found: &mut [(usize, MeasureContrast)],
    base: &[f64],
    columns: &[Option<&[f64]>],
    paired: bool,
) {
    // Seeds at which some arm has no such number cannot be resampled as one.
    let rows: Option<Vec<Vec<f64>>> = paired
        .then(|| {
            found
                .iter()
                .map(|(i, _)| {
                    let row: Vec<f64> = columns[*i]?.iter().zip(base).map(|(a, b)| a - b).collect();
                    row.iter().all(|d| !d.is_nan()).then_some(row)
                })
                .collect::<Option<Vec<_>>>()
        })
        .flatten();
    let Some(rows) = rows else {
        let p: Vec<f64> = found.iter().map(|(_, measure)| measure.p).collect();
        for ((_, measure), corrected) in found.iter_mut().zip(holm(&p)) {
            measure.p_corrected = corrected;
        }
        // Bonferroni's intervals go with Holm's chances.
        let count = found.len() as f64;
        for (_, measure) in found.iter_mut() {
            let d = &measure.difference;
            let wider = normal_ratio(count);
            measure.simultaneous =
                [d.value - (d.value - d.low) * wider, d.value + (d.high - d.value) * wider];
        }
        return;
    };
    let largest = MaxT::new(&rows, 0x000d_a77e);
    let reach = largest.quantile(CONFIDENCE);
    for ((_, measure), row) in found.iter_mut().zip(&rows) {
        let (mean, variance) = moments(row);
        let error = (variance / row.len().max(1) as f64).sqrt();
        measure.p_corrected =
            if error > 0.0 { largest.p(mean / error).max(measure.p) } else { measure.p };
        let reach = if reach.is_finite() { reach * error } else { 0.0 };
        let d = &measure.difference;
        measure.simultaneous = [(mean - reach).min(d.low), (mean + reach).max(d.high)];
    }
}

/// How much wider Bonferroni's interval over `count` claims is than one claim's.
fn normal_ratio(count: f64) -> f64 {
    two_sided_z(1.0 - (1.0 - CONFIDENCE) / count) / two_sided_z(CONFIDENCE)
}

/// Share of seeds at which no measure differs.
fn alike(baseline: &Outcomes, arm: &Outcomes) -> f64 {
    let games = baseline.games() as usize;
    let mut same = vec![true; games];
    for name in baseline.names() {
        let (Ok(base), Ok(other)) = (baseline.measure(name), arm.measure(name)) else { continue };
        for ((same, a), b) in same.iter_mut().zip(base).zip(other) {
            *same &= a.to_bits() == b.to_bits();
        }
    }
    same.iter().filter(|&&same| same).count() as f64 / games.max(1) as f64
}

fn levels(baseline: &Outcomes, arm: &Outcomes, paired: bool) -> Option<LevelContrast> {
    let (base, other) = (baseline.measure("level_rank").ok()?, arm.measure("level_rank").ok()?);
    let (base, other, pairing) = if paired {
        let (a, b) = both(other, base);
        (b, a, Pairing::Seeds)
    } else {
        (present(base), present(other), Pairing::None)
    };
    if base.is_empty() || other.is_empty() {
        return None;
    }
    let n = base.len().min(other.len()) as u64;
    // Rank 1 is best for the Germans, so the arm is better for them where the baseline ranks above it.
    let better = superiority(&base, &other, pairing, CONFIDENCE);
    let odds = cumulative_odds(&other, &base, pairing, CONFIDENCE);
    let said = |m: Measured, method| Estimate::new(m.value, m.interval, n, method);
    Some(LevelContrast {
        german_better: said(better, Method::DeLong),
        by_seed: paired.then(|| {
            let share = |holds: fn(f64, f64) -> bool| {
                other.iter().zip(&base).filter(|(a, b)| holds(**a, **b)).count() as f64 / n as f64
            };
            [share(|a, b| a < b), share(|a, b| a.total_cmp(&b).is_eq()), share(|a, b| a > b)]
        }),
        odds_ratio: odds.map(|odds| said(odds, Method::LogOdds)),
    })
}

/// One measure, before any correction; `None` where too few games can be compared: one of a share, two of a mean.
pub(crate) fn contrast(
    name: &str,
    arm: &[f64],
    base: &[f64],
    paired: bool,
) -> Option<MeasureContrast> {
    let (first, second) = if paired { both(arm, base) } else { (present(arm), present(base)) };
    if first.is_empty() || second.is_empty() {
        return None;
    }
    let share = is_share(&first) && is_share(&second);
    let n = first.len().min(second.len()) as u64;
    let mean = |found: Contrasted, method| {
        (Estimate::new(found.value, found.interval, n, method), found.p)
    };
    let tested = match (paired, share) {
        (true, true) => paired_shares(&first, &second),
        (true, false) => mean(paired_mean(&first, &second, CONFIDENCE)?, Method::PairedT),
        (false, true) => separate_shares(&first, &second),
        (false, false) => mean(separate_means(&first, &second, CONFIDENCE)?, Method::Welch),
    };
    let (correlation, worth) = if paired { pairing(&first, &second) } else { (None, None) };
    let (difference, p) = tested;
    Some(MeasureContrast {
        measure: name.into(),
        // A count that is 0 or 1 in these games is read as a number all the same.
        share: share && SHARES.contains(&name),
        simultaneous: [difference.low, difference.high],
        difference,
        p,
        p_corrected: p,
        correlation,
        worth,
    })
}

fn paired_shares(arm: &[f64], base: &[f64]) -> (Estimate, f64) {
    let count = |holds: fn(f64, f64) -> bool| {
        arm.iter().zip(base).filter(|(a, b)| holds(**a, **b)).count() as u64
    };
    let (first, second, n) = (count(|a, b| a > b), count(|a, b| a < b), arm.len() as u64);
    let value = (first as f64 - second as f64) / n as f64;
    let interval = tango(first, second, n, CONFIDENCE);
    (Estimate::new(value, interval, n, Method::Tango), mcnemar_mid_p(first, second))
}

fn separate_shares(arm: &[f64], base: &[f64]) -> (Estimate, f64) {
    let counts =
        |values: &[f64]| (values.iter().filter(|&&x| x > 0.5).count() as u64, values.len() as u64);
    let (first, second) = (counts(arm), counts(base));
    let got = newcombe(first, second, CONFIDENCE);
    let pooled = (first.0 + second.0) as f64 / (first.1 + second.1) as f64;
    let error = (pooled * (1.0 - pooled) * (1.0 / first.1 as f64 + 1.0 / second.1 as f64)).sqrt();
    let p = if error > 0.0 { normal_p(got.value / error) } else { 1.0 };
    (Estimate::new(got.value, got.interval, first.1.min(second.1), Method::Newcombe), p)
}

/// Correlation over seeds, and how many times as many games separate seeds would need: `(Va + Vb) / Var(D)`.
fn pairing(arm: &[f64], base: &[f64]) -> (Option<f64>, Option<f64>) {
    let Some(rho) = correlation(arm, base) else { return (None, None) };
    let ((_, va), (_, vb)) = (moments(arm), moments(base));
    let spread = va + vb - 2.0 * rho * (va * vb).sqrt();
    let round = |x: f64| (x * 1e4).round() / 1e4;
    let worth = (spread > 1e-12).then(|| round((va + vb) / spread));
    (Some(round(rho)), worth)
}

/// The answer about one arm.
fn sentence(arms: &[ArmFacts], contrast: &Contrast, measure: &str) -> Option<String> {
    let there = contrast.existence.iter().find(|found| found.measure == measure);
    let there = there.map(|found| how_often(arms, contrast, found)).unwrap_or_default();
    let Some(found) = contrast.measures.iter().find(|found| found.measure == measure) else {
        return Some(if there.is_empty() {
            let what = words::measure(measure);
            format!("One game says nothing of what “{}” does to {what}.", contrast.arm)
        } else {
            format!("{there} Too few games have it in both arms to compare its mean.")
        });
    };
    Some(format!(
        "{there}{}{}",
        if there.is_empty() { "" } else { " " },
        effect(arms, found, contrast)?
    ))
}

/// How often the arm has a measure at all.
fn how_often(arms: &[ArmFacts], contrast: &Contrast, found: &Existence) -> String {
    let d = &found.difference;
    let half = (d.high - d.low) / 2.0;
    let share = |e: &Estimate| words::level(e.value, (e.high - e.low) / 2.0, true);
    let said = |x| words::difference(x, half, true);
    let clear = (d.low > 0.0 || d.high < 0.0) && found.p_corrected < 1.0 - CONFIDENCE;
    let word = match (clear, d.value > 0.0) {
        (false, _) => "as often, as far as these games tell",
        (true, true) => "more often",
        (true, false) => "less often",
    };
    format!(
        "Games of “{}” have `{}` {word}: {} against {} of “{}”, {} (95% interval {} to {}, {}). {} of {} {} have it in both arms.",
        contrast.arm,
        found.measure,
        share(&found.arm),
        share(&found.baseline),
        arms[0].name,
        said(d.value),
        said(d.low).trim_end_matches(" points"),
        said(d.high),
        words::p(found.p_corrected),
        found.both,
        d.n,
        if contrast.alike.is_some() { "seeds" } else { "games" },
    )
}

/// The answer about the measure itself.
fn effect(arms: &[ArmFacts], found: &MeasureContrast, contrast: &Contrast) -> Option<String> {
    let measure = found.measure.as_str();
    let [low, high] = found.simultaneous;
    let d = &found.difference;
    let half = (high - low) / 2.0;
    let said = |x: f64| words::difference(x, half, found.share);
    let level = |arm: &ArmFacts| {
        let e = arm.measures.get(measure)?;
        Some(words::level(e.value, (e.high - e.low) / 2.0, found.share))
    };
    let (base, arm) = (&arms[0], arms.iter().find(|arm| arm.name == contrast.arm)?);
    let what = words::measure(measure);
    let chance = words::p(found.p_corrected);
    let low_said = said(low).trim_end_matches(" points").to_owned();
    let interval =
        format!("{:.0}% interval {low_said} to {}, {chance}", d.confidence * 100.0, said(high));
    let (from, to) = (level(base)?, level(arm)?);
    let effect = if (low > 0.0 || high < 0.0) && found.p_corrected < 1.0 - CONFIDENCE {
        let verb = if d.value > 0.0 { "raises" } else { "lowers" };
        format!(
            "“{}” {verb} {what} from {from} to {to}: by {} ({interval}).",
            arm.name,
            said(d.value)
        )
    } else {
        format!(
            "“{}” makes no clear difference to {what}: {from} against {to}, {} ({interval}).",
            arm.name,
            said(d.value)
        )
    };
    let pairing = match (found.correlation, found.worth) {
        (Some(rho), Some(worth)) if worth >= 1.005 => format!(
            " Same seeds: the arms correlate {rho:.2}, so {} games tell as much as {} with seeds of their own.",
            d.n,
            (d.n as f64 * worth).round()
        ),
        _ => String::new(),
    };
    Some(effect + &pairing)
}

/// Numbers that are there.
fn present(values: &[f64]) -> Vec<f64> {
    values.iter().copied().filter(|value| !value.is_nan()).collect()
}

/// The seeds at which both arms have a number.
fn both(first: &[f64], second: &[f64]) -> (Vec<f64>, Vec<f64>) {
    first
        .iter()
        .zip(second)
        .filter(|(a, b)| !a.is_nan() && !b.is_nan())
        .map(|(a, b)| (*a, *b))
        .unzip()
}

/// Whether a measure is yes or no.
pub(crate) fn is_share(values: &[f64]) -> bool {
    values.iter().all(|&value| value == 0.0 || value.total_cmp(&1.0).is_eq())
}

/// Mean and variance, summed in the order of the games.
pub(crate) fn moments(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n.max(1.0);
    let squares: f64 = values.iter().map(|x| (x - mean) * (x - mean)).sum();
    (mean, if n < 2.0 { 0.0 } else { squares / (n - 1.0) })
}
