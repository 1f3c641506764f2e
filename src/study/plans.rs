//! Drop and set-up plans side by side: what each wins, and what it costs to land.

mod verdict;

use engine::{MeasureOf, Side, Toll};
use lab::Plan;
use serde::{Deserialize, Serialize};

use crate::compare::{compare, contrast, how_often, mean_of};
use crate::estimate::holm;
use crate::frame::{PLAN_ASKED, PLAN_KEPT, side_column};
use crate::{
    About, Comparison, Contrast, Estimate, Ground, LandingPlace, MeasureContrast, Named, Outcomes,
    PlanKept, Share, StudyError,
};

/// The answer: `plans.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plans {
    /// Version of this layout.
    pub schema: u32,
    /// The command that plays it again.
    pub command: String,
    /// Scenario, e.g. `mercury/snafu`.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// Games of each plan.
    pub games: u64,
    /// What the verdict is about.
    pub measure: String,
    /// Whether the measure is a share of games.
    pub share: bool,
    /// The strategies' own choice first, then the plans, the best of each side and kind first.
    pub plans: Vec<PlanFacts>,
    /// Every plan against every other of its side and kind.
    pub duels: Vec<Duel>,
    /// How p-values and intervals were corrected for several plans.
    pub correction: String,
    /// The answer in words.
    pub verdict: String,
    /// What a reader must know first.
    pub warnings: Vec<String>,
    /// The map, for pictures; not part of `plans.json`.
    #[serde(skip)]
    pub ground: Option<Ground>,
}

/// One plan, or the strategies without any.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanFacts {
    /// Its name.
    pub name: String,
    /// `drop` or `setup`; none for the strategies' own choice.
    pub kind: Option<String>,
    /// The side it belongs to.
    pub side: Option<Side>,
    /// Its intent, in its own words.
    pub intent: String,
    /// The command that plays it alone.
    pub command: String,
    /// The measure.
    pub value: Estimate,
    /// Shares of games the Germans win, that are drawn, and the Allies win.
    pub ends: [Estimate; 3],
    /// How often its games end at each victory level, from best for the Germans to best for the Allies.
    pub levels: Vec<Share>,
    /// The measure against the strategies' own choice.
    pub difference: Option<MeasureContrast>,
    /// Share of seeds whose games were the same as with the strategies' own choice.
    pub alike: Option<f64>,
    /// Decisions a game about which the plan says something, and those in which the rules allowed something that it
    /// asks for; none for the strategies' own choice.
    #[serde(default)]
    pub kept: Option<PlanKept>,
    /// What landing costs; `None` if no units land.
    pub landing: Option<LandingCost>,
    /// Where units land, most first.
    pub places: Vec<LandingPlace>,
}

/// What landing costs per game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LandingCost {
    /// Units that land.
    pub units: Estimate,
    /// Units lost in landing.
    pub eliminated: Estimate,
    /// Steps lost in landing.
    pub steps: Estimate,
    /// Expected steps lost by the exact odds of the table for the hexes landed in.
    pub steps_expected: Estimate,
    /// The same, against the strategies' own choice.
    pub steps_expected_more: Option<MeasureContrast>,
    /// What units suffer else, and were to suffer by the exact odds (`_expected`), by the game's names for it.
    #[serde(flatten)]
    pub tolls: Named<Estimate>,
}

/// Two plans on the same seeds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Duel {
    /// The plan.
    pub plan: String,
    /// The plan it is compared with.
    pub against: String,
    /// The first minus the second.
    pub difference: Estimate,
    /// Chance of so large a difference if there were none, by Holm's method over all pairs.
    pub p_corrected: f64,
}

/// Compares plans with the strategies' own choice, which is the first arm, and with each other. All share
/// their seeds.
///
/// # Errors
/// A measure that the games do not have.
pub fn plans(
    command: &str,
    own: (String, Outcomes),
    planned: Vec<(Plan, Outcomes)>,
    measure: &str,
) -> Result<Plans, StudyError> {
    let (plans, outcomes): (Vec<Plan>, Vec<Outcomes>) = planned.into_iter().unzip();
    let names: Vec<String> = plans.iter().map(|plan| plan.name.clone()).collect();
    let arms: Vec<(String, Outcomes)> =
        std::iter::once(own).chain(names.into_iter().zip(outcomes)).collect();
    let landed: Vec<Vec<LandingPlace>> = arms.iter().map(|(_, arm)| arm.landings()).collect();
    let terms = Terms::of(arms[0].1.about(), measure);
    let values: Vec<Vec<f64>> = arms[1..]
        .iter()
        .map(|(_, arm)| arm.measure(measure).map(<[f64]>::to_vec))
        .collect::<Result<_, _>>()?;
    let comparison = compare(command, arms, measure)?;
    let duels = duels(&plans, &values, &terms);
    let often: Vec<String> = comparison
        .contrasts
        .iter()
        .filter_map(|contrast| {
            let found = contrast.existence.iter().find(|found| found.measure == measure)?;
            Some(how_often(&comparison.arms, contrast, found))
        })
        .collect();
    let mut facts = Vec::new();
    for (i, places) in landed.into_iter().enumerate() {
        let plan = i.checked_sub(1).map(|i| &plans[i]);
        facts.extend(fact(&comparison, i, plan, &terms, places));
    }
    let own = facts.remove(0);
    facts.sort_by(|a, b| {
        let group = |plan: &PlanFacts| (plan.side != Some(Side::German), plan.kind.clone());
        let worth = |plan: &PlanFacts| plan.value.value * terms.favour(plan.side);
        group(a).cmp(&group(b)).then(worth(b).total_cmp(&worth(a))).then(a.name.cmp(&b.name))
    });
    facts.insert(0, own);
    let share = comparison
        .contrasts
        .iter()
        .flat_map(|contrast| &contrast.measures)
        .any(|found| found.measure == measure && found.share);
    let mut answer = Plans {
        schema: 1,
        command: command.into(),
        scenario: comparison.scenario,
        title: comparison.title,
        games: comparison.games,
        measure: measure.into(),
        share,
        plans: facts,
        duels,
        correction: comparison.correction,
        verdict: String::new(),
        warnings: comparison.warnings,
        ground: comparison.ground,
    };
    // This comes first, because a mean over the games that have the measure compares different games for each plan.
    answer.verdict =
        often.into_iter().chain([verdict::verdict(&answer, &terms)]).collect::<Vec<_>>().join(" ");
    Ok(answer)
}

/// What plans are judged by.
struct Terms {
    measure: String,
    /// The side that more of the measure is good for.
    better: Side,
    tolls: Vec<Toll>,
}

impl Terms {
    fn of(about: &About, measure: &str) -> Terms {
        let declared = about.measures_of(MeasureOf::Game).find(|known| known.id == measure);
        let better = match measure {
            "allied_win" | "level_rank" | "german_steps_lost" => Side::Allied,
            _ => declared.and_then(|measure| measure.better).unwrap_or(Side::German),
        };
        let tolls = about.tolls().map(|(_, toll)| toll.clone()).collect();
        Terms { measure: measure.into(), better, tolls }
    }

    /// Whether more of the measure is good (1) or bad (−1) for a side.
    fn favour(&self, side: Option<Side>) -> f64 {
        if side.unwrap_or(Side::German) == self.better { 1.0 } else { -1.0 }
    }
}

fn fact(
    comparison: &Comparison,
    number: usize,
    plan: Option<&Plan>,
    terms: &Terms,
    places: Vec<LandingPlace>,
) -> Option<PlanFacts> {
    let Terms { measure, tolls, .. } = terms;
    let arm = comparison.arms.get(number)?;
    let against = number.checked_sub(1).and_then(|i| comparison.contrasts.get(i));
    let found = |name: &str| against.and_then(|contrast| of(contrast, name)).cloned();
    let mean = |name: &str| arm.measures.get(name).copied();
    let landing = || {
        Some(LandingCost {
            units: mean("drop_units").filter(|units| units.value > 0.0)?,
            eliminated: mean("drop_eliminated")?,
            steps: mean("drop_step_losses")?,
            steps_expected: mean("drop_steps_expected")?,
            steps_expected_more: found("drop_steps_expected"),
            tolls: tolls
                .iter()
                .flat_map(|toll| {
                    let expected = format!("{}_expected", toll.key);
                    [(toll.key.to_string(), &toll.total.id), (expected, &toll.total_expected)]
                })
                .map(|(key, measure)| Some((key, mean(measure)?)))
                .collect::<Option<_>>()?,
        })
    };
    Some(PlanFacts {
        name: arm.name.clone(),
        kind: plan.map(|plan| plan.kind.word().to_owned()),
        side: plan.map(|plan| plan.side),
        intent: plan.map_or_else(
            || "Every unit goes where its side's strategy puts it.".into(),
            |plan| plan.intent.clone(),
        ),
        command: arm.command.clone(),
        value: mean(measure)?,
        ends: [mean("german_win")?, mean("draw")?, mean("allied_win")?],
        levels: arm.levels.clone(),
        difference: found(measure),
        alike: against.and_then(|contrast| contrast.alike),
        kept: plan.and_then(|plan| {
            let [asked, kept] =
                [PLAN_ASKED, PLAN_KEPT].map(|name| mean(&side_column(plan.side, name)));
            Some(PlanKept { side: plan.side, asked: asked?, kept: kept? })
        }),
        landing: landing(),
        places,
    })
}

fn of<'a>(contrast: &'a Contrast, measure: &str) -> Option<&'a MeasureContrast> {
    contrast.measures.iter().find(|found| found.measure == measure)
}

/// Every pair of plans of one side and kind.
fn duels(plans: &[Plan], values: &[Vec<f64>], terms: &Terms) -> Vec<Duel> {
    let like = |a: &Plan, b: &Plan| (a.side, a.kind) == (b.side, b.kind);
    let mut found: Vec<(Duel, f64)> = Vec::new();
    for (i, plan) in plans.iter().enumerate() {
        for (j, other) in plans.iter().enumerate().skip(i + 1).filter(|(_, o)| like(plan, o)) {
            // The better one first: a difference above 0 is good for the side.
            let worth = |values: &[f64]| mean_of(values).value * terms.favour(Some(plan.side));
            let (first, second, over, under) = if worth(&values[i]) >= worth(&values[j]) {
                (plan, other, i, j)
            } else {
                (other, plan, j, i)
            };
            let Some(contrast) = contrast(&terms.measure, &values[over], &values[under], true)
            else {
                continue;
            };
            let duel = Duel {
                plan: first.name.clone(),
                against: second.name.clone(),
                difference: contrast.difference,
                p_corrected: 1.0,
            };
            found.push((duel, contrast.p));
        }
    }
    let corrected = holm(&found.iter().map(|&(_, p)| p).collect::<Vec<_>>());
    let round = |p: f64| (p * 1e9).round() / 1e9;
    found
        .into_iter()
        .zip(corrected)
        .map(|((duel, _), p)| Duel { p_corrected: round(p), ..duel })
        .collect()
}
