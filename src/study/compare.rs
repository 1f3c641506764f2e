//! Two or more arms compared with the first: every measure's difference, paired by seed where possible.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use engine::Side;
use serde::{Deserialize, Serialize};

use crate::estimate::{
    Bundles, Contrasted, Interval, MaxT, Measured, Results, coefficient, far_apart, holm,
    mcnemar_mid_p, newcombe, separate_means, tango, two_sided_z,
};
use crate::estimate::{Counts, normal_p};
use crate::outcomes::{Rows, SHARES, batches};
use crate::pairs::{Pairs, Sums};
use crate::warnings::outsiders;
use crate::worlds::{self, WorldSums};
use crate::{
    CONFIDENCE, Estimate, Ground, GroundContrast, Method, Outcomes, Share, StudyError, Together,
    luck_apart, together, words,
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
    /// The measure that the verdict is about.
    pub measure: String,
    /// The arms; the first is the baseline.
    pub arms: Vec<ArmFacts>,
    /// Every other arm against the baseline.
    pub contrasts: Vec<Contrast>,
    /// How p-values and intervals were corrected for several arms.
    pub correction: String,
    /// The answer in words.
    pub verdict: String,
    /// What a reader must know before relying on the numbers.
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
    /// Its own options of `run`: strategies, plans and changed values that not every arm has.
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
    /// Share of seeds whose games were identical, as far as the measures show.
    pub alike: Option<f64>,
    /// The victory levels, where games reached any.
    pub levels: Option<LevelContrast>,
    /// Measures that some games lack: how often each arm has them at all. This comes first, because the mean over the
    /// games that have a measure compares different games in each arm.
    #[serde(default)]
    pub existence: Vec<Existence>,
    /// Every measure that both arms have in at least two games.
    pub measures: Vec<MeasureContrast>,
    /// How long games from the same seed go together; empty where arms are not paired.
    #[serde(default)]
    pub together: Vec<Together>,
    /// Where the games of the two differ; `None` if they have no map, or different ones.
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
    /// Games whose measure can be compared: seeds at which both arms have it, or the smaller number of games that
    /// have it.
    pub both: u64,
}

/// The victory levels of one arm against the baseline's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LevelContrast {
    /// P(a game of the arm ends at a level better for the Germans than one of the baseline), ties half.
    pub german_better: Estimate,
    /// Over the same seeds: share of seeds with a level better for the Germans, equal, and worse.
    pub by_seed: Option<[f64; 3]>,
    /// The odds of reaching any given level or a better one for the Germans, as a multiple of the baseline's.
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
    /// How many times as many games would have been needed with separate seeds.
    pub worth: Option<f64>,
    /// The smallest true difference that these games would have shown as clear in four cases of five; `None` where no
    /// game differed, so that nothing is known of how differences vary.
    #[serde(default)]
    pub detectable: Option<f64>,
    /// Whether the arms are proven alike; only for shares of games.
    #[serde(default)]
    pub alike: Option<Alike>,
    /// The difference had all dice come to their expectation in both arms; for the measure in question and those of
    /// who wins and by how much, where every game has it and games are enough.
    #[serde(default)]
    pub luck_apart: Option<Estimate>,
}

/// An equivalence test of two arms.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Alike {
    /// How near the two shares must be.
    pub within: f64,
    /// Lower end of the 90 % interval of the difference: the two one-sided tests at 5 % are whether it lies inside.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Whether they are proven to be that near.
    pub proven: bool,
}

/// How near two shares of games must be to be called alike: two points.
const NEAR: f64 = 0.02;

impl Alike {
    /// Two one-sided tests (Schuirmann 1987), each at 5 %.
    fn of(interval: Interval) -> Alike {
        let round = |x: f64| (x * 1e6).round() / 1e6;
        let (low, high) = (round(interval.low), round(interval.high));
        Alike { within: NEAR, low, high, proven: -NEAR < low && high < NEAR }
    }
}

impl Contrast {
    /// To six decimals, and p-values to nine: more would be floating-point noise.
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
    let mut paired = true;
    for pair in arms.windows(2) {
        let (one, other) = (&pair[0].1, &pair[1].1);
        paired &= one.asked().scenario == other.asked().scenario
            && one.same_seeds(other, shortest as u64)?;
    }
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
    warnings.extend(outsiders(arms.iter().map(|(_, arm)| arm.asked())));
    // The requested measure must exist, in at least one arm: how often each arm has it is
    // an answer too.
    if let Some((_, baseline)) = arms.first()
        && arms.iter().all(|(_, arm)| arm.known(measure).is_err())
    {
        baseline.known(measure)?;
    }
    if shortest < 2 {
        warnings.push("one game an arm: shares have an interval that says next to nothing, and of a mean nothing is known".into());
    }
    let correction = match (arms.len(), paired) {
        (0..=2, _) => "one difference: nothing to correct".to_owned(),
        (_, true) => "each measure over all arms by the largest |t| of a bootstrap over seeds (as Dunnett's test); the measures among each other are not corrected".into(),
        (_, false) => "each measure over all arms by Holm's method; the measures among each other are not corrected".into(),
    };
    let survey = Survey::of(&arms, paired)?;
    let mut contrasts = contrasts(&arms, &survey);
    if paired {
        over_worlds(&arms, &mut contrasts)?;
        for (contrast, (_, arm)) in contrasts.iter_mut().zip(&arms[1..]) {
            contrast.together = together(arm, &arms[0].1)?;
        }
    }
    take_luck_apart(&arms, paired, measure, &mut contrasts)?;
    let facts = arms.iter().zip(&survey.arms);
    let facts: Vec<ArmFacts> = facts
        .map(|((name, arm), sums)| facts_of(name, arm, sums, &arms))
        .collect::<Result<_, _>>()?;
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

/// Gives the differences of arms over the same worlds their second interval: that of the difference in one world drawn
/// like these.
fn over_worlds(arms: &[(String, Outcomes)], contrasts: &mut [Contrast]) -> Result<(), StudyError> {
    let Some(((_, base), others)) = arms.split_first() else { return Ok(()) };
    let count = |arm: &Outcomes| arm.about().worlds.as_ref().map(|worlds| worlds.drawn.len());
    for (contrast, (_, arm)) in contrasts.iter_mut().zip(others) {
        let Some(worlds) = count(base).filter(|&worlds| count(arm) == Some(worlds)) else {
            continue;
        };
        let mut sums: BTreeMap<String, Vec<WorldSums>> = BTreeMap::new();
        for batch in batches(base.games() as usize) {
            let first = batch.start;
            let (own, other) = (arm.rows(batch.clone())?, base.rows(batch)?);
            for found in &contrast.measures {
                let none = || vec![WorldSums::default(); worlds];
                let sums = sums.entry(found.measure.clone()).or_insert_with(none);
                for (game, (a, b)) in both(&own, &other, &found.measure).enumerate() {
                    sums[(first + game) % worlds].add(a - b);
                }
            }
        }
        for found in &mut contrast.measures {
            if let Some(over) = sums.get(&found.measure).and_then(|sums| worlds::over(sums)) {
                let most = if found.share { 1.0 } else { f64::INFINITY };
                let possible = Interval { low: -most, high: most };
                let interval = over.interval(possible, CONFIDENCE);
                found.difference = found.difference.over_worlds(interval);
            }
        }
    }
    Ok(())
}

/// Measures whose differences are given without luck too, besides the one in question.
const LUCK_APART: [&str; 6] =
    ["german_win", "allied_win", "draw", "german_score", "level_rank", "margin"];

fn take_luck_apart(
    arms: &[(String, Outcomes)],
    paired: bool,
    measure: &str,
    contrasts: &mut [Contrast],
) -> Result<(), StudyError> {
    let Some(((_, base), others)) = arms.split_first() else { return Ok(()) };
    for (contrast, (_, arm)) in contrasts.iter_mut().zip(others) {
        let wanted = |name: &str| name == measure || LUCK_APART.contains(&name);
        let mut found: Vec<&mut MeasureContrast> =
            contrast.measures.iter_mut().filter(|found| wanted(&found.measure)).collect();
        let names: Vec<String> = found.iter().map(|found| found.measure.clone()).collect();
        let without = luck_apart::differences(arm, base, paired, &names)?;
        for (found, without) in found.iter_mut().zip(without) {
            found.luck_apart = without;
        }
    }
    Ok(())
}

/// Hidden differences between arms that look the same.
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
    Sums::of(present(values)).estimate()
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

fn facts_of(
    name: &str,
    arm: &Outcomes,
    sums: &BTreeMap<String, Sums>,
    arms: &[(String, Outcomes)],
) -> Result<ArmFacts, StudyError> {
    let measures = sums.iter().map(|(measure, sums)| (measure.clone(), sums.estimate()));
    Ok(ArmFacts {
        name: name.into(),
        command: arm.asked().command.clone(),
        games: arm.games(),
        own: own(arm, arms),
        levels: arm.levels()?,
        measures: measures.collect(),
    })
}

/// What a comparison collects in two passes over the games: only sums, nothing per game.
struct Survey {
    /// The measures that each arm has.
    arms: Vec<BTreeMap<String, Sums>>,
    /// How often each arm reached each level, by its rank.
    levels: Vec<BTreeMap<u32, u64>>,
    /// The other arms with the baseline, seed by seed; `None` where they are not paired.
    pairs: Option<Vec<Paired>>,
}

/// An arm and the baseline, seed by seed.
struct Paired {
    /// The measures that both have, and their differences about the mean.
    measures: BTreeMap<String, (Pairs, Bundles)>,
    /// Levels of arm and baseline at the same seed.
    levels: BTreeMap<(u32, u32), u64>,
    /// Seeds at which no measure differs.
    alike: u64,
}

impl Survey {
    fn of(arms: &[(String, Outcomes)], paired: bool) -> Result<Survey, StudyError> {
        let names: Vec<Vec<&str>> = arms.iter().map(|(_, arm)| arm.names()).collect();
        let empty = |names: &Vec<&str>| {
            names.iter().map(|&name| (name.to_owned(), Sums::default())).collect()
        };
        let mut survey = Survey {
            arms: names.iter().map(empty).collect(),
            levels: vec![BTreeMap::new(); arms.len()],
            pairs: None,
        };
        if !paired {
            for (i, (_, arm)) in arms.iter().enumerate() {
                arm.each_batch(|rows| survey.count(i, rows, Sums::add))?;
                arm.each_batch(|rows| survey.sums(i, rows, Sums::add_again))?;
            }
            return Ok(survey);
        }
        let Some(((_, baseline), _)) = arms.split_first() else { return Ok(survey) };
        let games = baseline.games() as usize;
        let of_both = |other: &Vec<&str>| {
            let both = names[0].iter().filter(|name| other.contains(name));
            let new = |name: &&str| (String::from(*name), (Pairs::default(), Bundles::new(games)));
            Paired { measures: both.map(new).collect(), levels: BTreeMap::new(), alike: 0 }
        };
        let mut pairs: Vec<Paired> = names.iter().skip(1).map(of_both).collect();
        for batch in batches(games) {
            let base = baseline.rows(batch.clone())?;
            survey.count(0, &base, Sums::add);
            for (i, pair) in pairs.iter_mut().enumerate() {
                let rows = arms[i + 1].1.rows(batch.clone())?;
                survey.count(i + 1, &rows, Sums::add);
                pair.add(&rows, &base);
            }
        }
        for batch in batches(games) {
            let base = baseline.rows(batch.clone())?;
            survey.sums(0, &base, Sums::add_again);
            for (i, pair) in pairs.iter_mut().enumerate() {
                let rows = arms[i + 1].1.rows(batch.clone())?;
                survey.sums(i + 1, &rows, Sums::add_again);
                pair.add_again(&rows, &base);
            }
        }
        for (pair, (_, arm)) in pairs.iter_mut().zip(&arms[1..]) {
            pair.look_at_steps(arm, baseline)?;
        }
        Ok(Survey { pairs: Some(pairs), ..survey })
    }

    fn count(&mut self, arm: usize, rows: &Rows<'_>, add: fn(&mut Sums, f64)) {
        self.sums(arm, rows, add);
        for &rank in rows.measure(RANK).unwrap_or_default() {
            if !rank.is_nan() {
                *self.levels[arm].entry(rank as u32).or_default() += 1;
            }
        }
    }

    fn sums(&mut self, arm: usize, rows: &Rows<'_>, add: fn(&mut Sums, f64)) {
        for (name, sums) in &mut self.arms[arm] {
            present(rows.measure(name).unwrap_or_default()).for_each(|number| add(sums, number));
        }
    }
}

impl Paired {
    fn add(&mut self, arm: &Rows<'_>, base: &Rows<'_>) {
        let mut same = vec![true; base.games];
        for (name, (pairs, _)) in &mut self.measures {
            let both = both(arm, base, name);
            for (same, (a, b)) in same.iter_mut().zip(both) {
                pairs.add(a, b);
                *same &= a.to_bits() == b.to_bits();
            }
        }
        self.alike += same.iter().filter(|&&same| same).count() as u64;
        for (a, b) in both(arm, base, RANK).filter(|(a, b)| !a.is_nan() && !b.is_nan()) {
            *self.levels.entry((a as u32, b as u32)).or_default() += 1;
        }
    }

    fn add_again(&mut self, arm: &Rows<'_>, base: &Rows<'_>) {
        for (name, (pairs, bundles)) in &mut self.measures {
            let mean = pairs.difference.mean();
            for (a, b) in both(arm, base, name) {
                pairs.add_again(a, b);
                bundles.add(a - b - mean);
            }
        }
    }
}

impl Paired {
    /// Where few seeds differ: finds how far apart games of the two arms are, in another pass over those measures.
    fn look_at_steps(&mut self, arm: &Outcomes, base: &Outcomes) -> Result<(), StudyError> {
        let wanting = |(_, (pairs, _)): &(&String, &mut (Pairs, Bundles))| pairs.wants_counts();
        let mut wanting: Vec<(&String, &mut Pairs, [Counts; 2])> = self
            .measures
            .iter_mut()
            .filter(wanting)
            .map(|(name, (pairs, _))| (name, pairs, Default::default()))
            .collect();
        if wanting.is_empty() {
            return Ok(());
        }
        for batch in batches(base.games() as usize) {
            let (arm, base) = (arm.rows(batch.clone())?, base.rows(batch)?);
            for (name, _, [first, second]) in &mut wanting {
                let both = || both(&arm, &base, name).filter(|(a, b)| !a.is_nan() && !b.is_nan());
                first.add(both().map(|(a, _)| a));
                second.add(both().map(|(_, b)| b));
            }
        }
        for (_, pairs, [first, second]) in wanting {
            pairs.alike = first.alike(&second);
        }
        Ok(())
    }
}

/// One measure of two arms, seed by seed.
fn both<'r>(
    arm: &'r Rows<'_>,
    base: &'r Rows<'_>,
    name: &str,
) -> impl Iterator<Item = (f64, f64)> + use<'r> {
    let of = |rows: &'r Rows<'_>| rows.measure(name).unwrap_or_default().iter().copied();
    of(arm).zip(of(base))
}

/// The victory level as a number.
const RANK: &str = "level_rank";

fn contrasts(arms: &[(String, Outcomes)], survey: &Survey) -> Vec<Contrast> {
    let Some(((_, baseline), others)) = arms.split_first() else { return Vec::new() };
    let pair = |i: usize| survey.pairs.as_ref().map(|pairs| &pairs[i]);
    let mut contrasts: Vec<Contrast> = others
        .iter()
        .enumerate()
        .map(|(i, (name, arm))| Contrast {
            arm: name.clone(),
            alike: pair(i).map(|pair| pair.alike as f64 / baseline.games().max(1) as f64),
            levels: levels(&survey.levels[0], &survey.levels[i + 1], pair(i)),
            existence: Vec::new(),
            measures: Vec::new(),
            together: Vec::new(),
            places: arm.ground_against(baseline),
        })
        .collect();
    existence(&mut contrasts, arms, survey);
    for (name, base) in &survey.arms[0] {
        let mut found: Vec<(usize, MeasureContrast)> = (0..others.len())
            .filter_map(|i| {
                let sample = match pair(i) {
                    Some(pair) => Sample::Pairs(&pair.measures.get(name)?.0),
                    None => Sample::Apart(survey.arms[i + 1].get(name)?, base),
                };
                Some((i, contrast_of(name, &sample)?))
            })
            .collect();
        if found.len() > 1 {
            let rows = found.iter().map(|(i, _)| pair(*i)?.measures.get(name)).collect();
            correct(&mut found, rows);
        }
        for (i, measure) in found {
            contrasts[i].measures.push(measure);
        }
    }
    contrasts
}

/// How often a measure exists, for every measure that some game of an arm or of the baseline lacks.
fn existence(contrasts: &mut [Contrast], arms: &[(String, Outcomes)], survey: &Survey) {
    let Some(((_, baseline), others)) = arms.split_first() else { return };
    let games = |arm: &Outcomes| arm.games();
    let names: BTreeSet<&String> = survey.arms.iter().flat_map(BTreeMap::keys).collect();
    for name in names {
        let there = |arm: usize| survey.arms[arm].get(name).map_or(0, |sums| sums.n);
        let base = (there(0), games(baseline));
        let mut found: Vec<(usize, Existence)> = Vec::new();
        for (i, (_, arm)) in others.iter().enumerate() {
            let own = (there(i + 1), games(arm));
            if own.0 == own.1 && base.0 == base.1 {
                continue;
            }
            let both = match &survey.pairs {
                // If one of them has it in no game, both have it at no seed.
                Some(pairs) => pairs[i].measures.get(name).map_or(0, |(pair, _)| pair.difference.n),
                None => own.0.min(base.0),
            };
            let (difference, p) = match survey.pairs {
                Some(_) => paired_shares(own.0 - both, base.0 - both, base.1),
                None => separate_shares(own, base),
            };
            let [baseline, arm] = [base, own].map(|(there, games)| Estimate::share(there, games));
            let measure = name.clone();
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

/// Corrects one measure's p-values and intervals for the number of arms; by their differences where they are paired.
fn correct(found: &mut [(usize, MeasureContrast)], rows: Option<Vec<&(Pairs, Bundles)>>) {
    // Seeds at which some arm has no value cannot be resampled together.
    let rows = rows.filter(|rows| rows.iter().all(|(pairs, _)| pairs.missing == 0));
    let Some(rows) = rows else {
        let p: Vec<f64> = found.iter().map(|(_, measure)| measure.p).collect();
        for ((_, measure), corrected) in found.iter_mut().zip(holm(&p)) {
            measure.p_corrected = corrected;
        }
        // Bonferroni's intervals go with Holm's p-values.
        let count = found.len() as f64;
        for (_, measure) in found.iter_mut() {
            let d = &measure.difference;
            let wider = normal_ratio(count);
            measure.simultaneous =
                [d.value - (d.value - d.low) * wider, d.value + (d.high - d.value) * wider];
        }
        return;
    };
    let bundled: Vec<&Bundles> = rows.iter().map(|(_, bundles)| bundles).collect();
    let largest = MaxT::of(&bundled, 0x000d_a77e);
    let reach = largest.quantile(CONFIDENCE);
    for ((_, measure), (pairs, _)) in found.iter_mut().zip(rows) {
        let differences = &pairs.difference;
        let (mean, variance) = (differences.mean(), differences.variance());
        let error = (variance / differences.n.max(1) as f64).sqrt();
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

fn levels(
    base: &BTreeMap<u32, u64>,
    arm: &BTreeMap<u32, u64>,
    paired: Option<&Paired>,
) -> Option<LevelContrast> {
    let counts = |levels: &BTreeMap<u32, u64>| -> Vec<(f64, u64)> {
        levels.iter().map(|(&rank, &count)| (rank.into(), count)).collect()
    };
    let pairs = |flip: bool| -> Option<Vec<(f64, f64, u64)>> {
        let pairs = paired?.levels.iter().map(move |(&(arm, base), &count)| {
            let (a, b) = if flip { (base, arm) } else { (arm, base) };
            (f64::from(a), f64::from(b), count)
        });
        Some(pairs.collect())
    };
    let sum = |counts: &BTreeMap<u32, u64>| counts.values().sum::<u64>();
    let n = match paired {
        Some(paired) => paired.levels.values().sum(),
        None => sum(base).min(sum(arm)),
    };
    if n == 0 {
        return None;
    }
    let results = |flip: bool| match pairs(flip) {
        Some(pairs) => Results::pairs(pairs),
        None if flip => Results::apart(counts(base), counts(arm)),
        None => Results::apart(counts(arm), counts(base)),
    };
    // Rank 1 is best for the Germans, so the arm is better for them where the baseline ranks above it.
    let better = results(true).superiority(CONFIDENCE);
    let odds = results(false).cumulative_odds(CONFIDENCE);
    let said = |m: Measured, method| Estimate::new(m.value, m.interval, n, method);
    Some(LevelContrast {
        german_better: said(better, Method::DeLong),
        by_seed: paired.map(|paired| {
            let share = |wanted: Ordering| {
                let those = paired.levels.iter().filter(|((a, b), _)| a.cmp(b) == wanted);
                those.map(|(_, &count)| count).sum::<u64>() as f64 / n as f64
            };
            [share(Ordering::Less), share(Ordering::Equal), share(Ordering::Greater)]
        }),
        odds_ratio: odds.map(|odds| said(odds, Method::LogOdds)),
    })
}

/// Numbers of two arms: the arm's and the baseline's.
enum Sample<'a> {
    Pairs(&'a Pairs),
    Apart(&'a Sums, &'a Sums),
}

/// One measure, before any correction; `None` where too few games can be compared: one of a share, two of a mean.
pub(crate) fn contrast(
    name: &str,
    arm: &[f64],
    base: &[f64],
    paired: bool,
) -> Option<MeasureContrast> {
    if paired {
        return contrast_of(name, &Sample::Pairs(&Pairs::of(arm, base)));
    }
    let of = |values| Sums::of(present(values));
    contrast_of(name, &Sample::Apart(&of(arm), &of(base)))
}

fn contrast_of(name: &str, sample: &Sample<'_>) -> Option<MeasureContrast> {
    let (first, second) = match sample {
        Sample::Pairs(pairs) => (&pairs.first, &pairs.second),
        Sample::Apart(first, second) => (*first, *second),
    };
    if first.n == 0 || second.n == 0 {
        return None;
    }
    let share = first.is_share() && second.is_share();
    let n = first.n.min(second.n);
    let mean = |found: Contrasted, method| {
        (Estimate::new(found.value, found.interval, n, method), found.p)
    };
    let (difference, p) = match (sample, share) {
        (Sample::Pairs(pairs), true) => paired_shares(pairs.more, pairs.less, pairs.difference.n),
        (Sample::Pairs(pairs), false) => mean(pairs.seen().mean(CONFIDENCE)?, Method::PairedT),
        (Sample::Apart(..), true) => {
            separate_shares((first.ones, first.n), (second.ones, second.n))
        }
        (Sample::Apart(..), false) => {
            let step = far_apart(first.moments(), second.moments(), first.alike(second));
            let found = separate_means(first.moments(), second.moments(), step, CONFIDENCE)?;
            mean(found, Method::Welch)
        }
    };
    let (correlation, worth) = match sample {
        Sample::Pairs(pairs) => pairing(pairs),
        Sample::Apart(..) => (None, None),
    };
    let inner = 1.0 - 2.0 * (1.0 - CONFIDENCE);
    let alike = match (sample, share) {
        _ if !SHARES.contains(&name) => None,
        (Sample::Pairs(pairs), true) => {
            Some(tango(pairs.more, pairs.less, pairs.difference.n, inner))
        }
        (Sample::Pairs(pairs), false) => pairs.seen().mean(inner).map(|found| found.interval),
        (Sample::Apart(..), true) => {
            Some(newcombe((first.ones, first.n), (second.ones, second.n), inner).interval)
        }
        (Sample::Apart(..), false) => {
            let step = far_apart(first.moments(), second.moments(), first.alike(second));
            let found = separate_means(first.moments(), second.moments(), step, inner);
            found.map(|found| found.interval)
        }
    };
    // 80 % power: the difference must be so many standard errors off that the interval leaves out 0 in four of five.
    let error = match sample {
        Sample::Pairs(pairs) => {
            let (n, _, variance) = pairs.difference.moments();
            (variance / n.max(1) as f64).sqrt()
        }
        Sample::Apart(..) => {
            let part = |(n, _, variance): (u64, f64, f64)| variance / n.max(1) as f64;
            (part(first.moments()) + part(second.moments())).sqrt()
        }
    };
    let detectable = (two_sided_z(CONFIDENCE) + two_sided_z(0.6)) * error;
    Some(MeasureContrast {
        measure: name.into(),
        // A count that happens to be 0 or 1 in these games is still treated as a number.
        share: share && SHARES.contains(&name),
        simultaneous: [difference.low, difference.high],
        difference,
        p,
        p_corrected: p,
        correlation,
        worth,
        detectable: (detectable > 0.0).then(|| (detectable * 1e6).round() / 1e6),
        alike: alike.map(Alike::of),
        luck_apart: None,
    })
}

/// Of `n` seeds: those at which only the first arm is yes, and those at which only the second is.
fn paired_shares(first: u64, second: u64, n: u64) -> (Estimate, f64) {
    let value = (first as f64 - second as f64) / n as f64;
    let interval = tango(first, second, n, CONFIDENCE);
    (Estimate::new(value, interval, n, Method::Tango), mcnemar_mid_p(first, second))
}

fn separate_shares(first: (u64, u64), second: (u64, u64)) -> (Estimate, f64) {
    let got = newcombe(first, second, CONFIDENCE);
    let pooled = (first.0 + second.0) as f64 / (first.1 + second.1) as f64;
    let error = (pooled * (1.0 - pooled) * (1.0 / first.1 as f64 + 1.0 / second.1 as f64)).sqrt();
    let p = if error > 0.0 { normal_p(got.value / error) } else { 1.0 };
    (Estimate::new(got.value, got.interval, first.1.min(second.1), Method::Newcombe), p)
}

/// Correlation over seeds, and how many times as many games would be needed with separate seeds: `(Va + Vb) / Var(D)`.
fn pairing(pairs: &Pairs) -> (Option<f64>, Option<f64>) {
    let (va, vb) = (pairs.first.variance(), pairs.second.variance());
    let n = pairs.difference.n;
    let freedom = n.saturating_sub(1) as f64;
    let found = coefficient((va * freedom, vb * freedom), pairs.products);
    let Some(rho) = found else { return (None, None) };
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
pub(crate) fn how_often(arms: &[ArmFacts], contrast: &Contrast, found: &Existence) -> String {
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
    let unknown = d.worlds.map_or_else(String::new, |[low, high]| {
        let low = said(low);
        format!("; with what is not known {} to {}", low.trim_end_matches(" points"), said(high))
    });
    let interval = format!(
        "{:.0}% interval {low_said} to {}{unknown}, {chance}",
        d.confidence * 100.0,
        said(high)
    );
    let (from, to) = (level(base)?, level(arm)?);
    // Each arm's own mean is over different games from the seeds at which both can be compared.
    let some = contrast.alike.is_some() && contrast.existence.iter().any(|e| e.measure == measure);
    let (ways, against) = if some {
        (format!("{what} at those {} seeds", d.n), String::new())
    } else {
        (format!("{what} from {from} to {to}"), format!("{from} against {to}, "))
    };
    let effect = if (low > 0.0 || high < 0.0) && found.p_corrected < 1.0 - CONFIDENCE {
        let verb = if d.value > 0.0 { "raises" } else { "lowers" };
        format!("“{}” {verb} {ways}: by {} ({interval}).", arm.name, said(d.value))
    } else {
        format!(
            "“{}” makes no clear difference to {}: {against}{} ({interval}).",
            arm.name,
            if some { &ways } else { &what },
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
    let clear = (low > 0.0 || high < 0.0) && found.p_corrected < 1.0 - CONFIDENCE;
    let near = found.alike.map_or_else(String::new, |alike| {
        format!(
            " Alike within {:.0} points: {}.",
            alike.within * 100.0,
            if alike.proven { "proven" } else { "not proven" }
        )
    });
    let seen = match found.detectable.filter(|_| !clear) {
        Some(least) => {
            let least = words::difference(least, least / 10.0, found.share);
            format!(
                " A true difference of {} would have shown in four cases of five.",
                least.trim_start_matches('+')
            )
        }
        None => String::new(),
    };
    // Worth a sentence where it is clearly sharper.
    let sharper = |without: &&Estimate| without.high - without.low < 0.9 * (d.high - d.low);
    let luck = found.luck_apart.as_ref().filter(sharper).map_or_else(String::new, |without| {
        let half = (without.high - without.low) / 2.0;
        let said = |x: f64| words::difference(x, half, found.share);
        let low = said(without.low);
        let low = low.trim_end_matches(" points");
        let high = said(without.high);
        format!(
            " Had all dice come to their expectation: {} ({low} to {high}).",
            said(without.value)
        )
    });
    Some([effect, near, seen, luck, pairing].concat())
}

/// The values that are not missing.
fn present(values: &[f64]) -> impl Iterator<Item = f64> + Clone {
    values.iter().copied().filter(|value| !value.is_nan())
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
