//! Drop and set-up plans side by side.

use study::{LandingCost, PlanFacts, PlanKept, Plans};

use super::compare::shift;
use super::head::Answer as _;
use super::landings::landings;
use super::{chance, differences, said};
use crate::charts::trade::{self, Point, Reach, Trade};
use crate::charts::{Size, Span, Table, forest, people};
use crate::dossier::{Dossier, Figure, Part};
use crate::{number, palette};

/// The dossier of a scenario's plans.
pub fn plans(plans: &Plans) -> Dossier {
    let mut parts = vec![side_by_side(plans)];
    parts.extend(cost(plans));
    parts.extend(levels(plans));
    parts.extend(landings(plans));
    parts.extend(duels(plans));
    parts.push(words(plans));
    let count = match plans.plans.len() {
        2 => "one plan".to_owned(),
        n => format!("{} plans", n - 1),
    };
    let games = number::games(plans.games);
    let rest = format!("{count} and the strategies’ own choice, {games} each on the same seeds");
    plans.dossier(rest, parts)
}

fn table(columns: &[&str], rows: Vec<Vec<String>>) -> Option<Table> {
    (!rows.is_empty())
        .then(|| Table { columns: columns.iter().map(ToString::to_string).collect(), rows })
}

/// The side and kind of the plan.
fn of(plan: &PlanFacts) -> String {
    match (plan.side, plan.kind.as_deref()) {
        (Some(side), Some(kind)) => {
            let kind = if kind == "setup" { "set-up" } else { kind };
            format!("{}, {kind}", people(side))
        }
        _ => "–".into(),
    }
}

/// How many of the decisions that a plan speaks of went as it asks, a game.
fn kept(plan: &PlanKept) -> String {
    format!("{} of {}", number::plain(plan.kept.value), number::plain(plan.asked.value))
}

fn side_by_side(plans: &Plans) -> Part {
    let factor = if plans.share { 100.0 } else { 1.0 };
    let mut whose: Vec<String> = plans.plans[1..].iter().map(of).collect();
    whose.dedup();
    // If all plans have the same side and kind, the verdict has already said so.
    let mixed = whose.len() > 1;
    let rows = plans
        .plans
        .iter()
        .map(|plan| {
            let mut row = vec![plan.name.clone()];
            row.extend(mixed.then(|| of(plan)));
            row.push(said(&plan.value, plans.share));
            row.extend(plan.difference.as_ref().map_or_else(
                || ["–".to_owned(), "–".to_owned()],
                |found| [said(&found.difference, plans.share), chance(found.p_corrected)],
            ));
            row.extend(plan.ends.iter().map(|end| number::share(end).brief()));
            row.push(plan.kept.as_ref().map_or("–".to_owned(), kept));
            row
        })
        .collect();
    let bars: Vec<forest::Row> = plans
        .plans
        .iter()
        .filter_map(|plan| {
            let found = plan.difference.as_ref()?;
            Some(forest::Row {
                name: plan.name.clone(),
                value: found.difference.value * factor,
                low: found.simultaneous[0] * factor,
                high: found.simultaneous[1] * factor,
                said: said(&found.difference, plans.share),
                role: plan.side.map_or(palette::NEUTRAL, palette::side),
            })
        })
        .collect();
    let mut columns = vec!["Plan"];
    columns.extend(mixed.then_some("Whose"));
    columns.extend([plans.measure.as_str(), "Difference", "p, all plans"]);
    columns.extend(["Germans win", "Draw", "Allies win", "Kept, a game"]);
    let axis = if plans.share {
        format!("difference in {}, percentage points", plans.measure)
    } else {
        format!("difference in {}", plans.measure)
    };
    let caption = format!(
        "Each plan less the strategies’ own choice on the same seeds; whiskers are 95% intervals that hold for all plans at once, the numbers those of each alone. Correction: {}.",
        plans.correction
    );
    Part {
        title: "The plans side by side".into(),
        lead: "The first line is the strategies’ own choice, against which every plan is held. Above 0 is good for the Germans. Both sides’ strategies are the same in every line. Kept is how many of the decisions that a plan speaks of went as it asks; in the others the rules did not allow it and the strategy chose.".into(),
        figures: vec![differences("Differences to the own choice", &axis, caption, &bars)],
        table: table(&columns, rows),
        brief: true,
    }
}

/// Plans under which any units land, with the cost.
fn landed(plans: &Plans) -> impl Iterator<Item = (&PlanFacts, &LandingCost)> {
    plans.plans.iter().filter_map(|plan| Some((plan, plan.landing.as_ref()?)))
}

/// What stands after the name of a toll where it is what the odds held in store.
const EXPECTED: &str = "_expected";

/// What landing units suffer beside their steps, by the game's names for it.
fn tolls(cost: &LandingCost) -> impl Iterator<Item = &str> {
    cost.tolls.iter().map(|(name, _)| name).filter(|name| !name.ends_with(EXPECTED))
}

fn cost(plans: &Plans) -> Option<Part> {
    let rows = landed(plans)
        .map(|(plan, cost)| {
            let more = cost.steps_expected_more.as_ref();
            let mut row = vec![
                plan.name.clone(),
                said(&cost.steps_expected, false),
                more.map_or("–".into(), |found| said(&found.difference, false)),
                said(&cost.steps, false),
            ];
            for toll in tolls(cost) {
                let expected = format!("{toll}{EXPECTED}");
                let both = [expected.as_str(), toll].map(|key| cost.tolls.get(key));
                row.extend(both.map(|mean| mean.map_or("–".into(), |mean| said(mean, false))));
            }
            row.extend([&cost.eliminated, &cost.units].map(|mean| said(mean, false)));
            row
        })
        .collect();
    let mut columns: Vec<String> =
        ["Plan", "Steps to be lost", "More than own choice", "Steps lost"]
            .map(str::to_owned)
            .into();
    for toll in landed(plans).next().into_iter().flat_map(|(_, cost)| tolls(cost)) {
        let (first, rest) = toll.split_at_checked(1).unwrap_or((toll, ""));
        let name = format!("{}{rest}", first.to_uppercase());
        columns.extend([format!("{name} to be placed"), format!("{name} placed")]);
    }
    columns.extend(["Units lost", "Units landed"].map(str::to_owned));
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let table = table(&columns, rows)?;
    Some(Part {
        title: "What landing costs".into(),
        lead: "A game, with 95% intervals. “To be lost” and “to be placed” are the exact expectations of the table for the hexes landed in, with the fire zones and the ground there: the cost of the plan without its luck.".into(),
        figures: trade(plans).into_iter().collect(),
        table: Some(table),
        brief: true,
    })
}

fn trade(plans: &Plans) -> Option<Figure> {
    let factor = if plans.share { 100.0 } else { 1.0 };
    let points: Vec<Point> = landed(plans)
        .map(|(plan, cost)| {
            let reach = |e: &study::Estimate, factor: f64| Reach {
                value: e.value * factor,
                low: e.low * factor,
                high: e.high * factor,
            };
            Point {
                name: plan.name.clone(),
                cost: reach(&cost.steps_expected, 1.0),
                gain: reach(&plan.value, factor),
                role: plan.side.map_or(palette::NEUTRAL, palette::side),
            }
        })
        .collect();
    if points.len() < 2 {
        return None;
    }
    let title = "What a plan wins and what it costs";
    let alt: Vec<String> = landed(plans)
        .map(|(plan, cost)| {
            format!(
                "{}: {} for {} steps",
                plan.name,
                said(&plan.value, plans.share),
                said(&cost.steps_expected, false)
            )
        })
        .collect();
    let drawn = Trade {
        title,
        alt: &alt.join("; "),
        x_title: "Steps to be lost in landing, a game",
        y_title: &plans.measure,
        y_unit: if plans.share { "%" } else { "" },
        points: &points,
    };
    Some(Figure {
        title: title.into(),
        caption: format!(
            "{} over the steps that landing is to cost; crosses are 95% intervals, grey is the strategies’ own choice. Games on the same seeds share their luck, so two plans can differ clearly though their crosses overlap.",
            plans.measure
        ),
        wide: trade::paint(&drawn, Span::Full, Size::Wide),
        narrow: trade::paint(&drawn, Span::Full, Size::Narrow),
        full: true,
    })
}

fn levels(plans: &Plans) -> Option<Part> {
    let arms = plans.plans.iter().map(|plan| (plan.name.as_str(), plans.games, &plan.levels[..]));
    let figure = shift(&arms.collect::<Vec<_>>(), "plans.json")?;
    Some(Part {
        title: "Victory levels".into(),
        lead: String::new(),
        figures: vec![figure],
        table: None,
        brief: false,
    })
}

fn duels(plans: &Plans) -> Option<Part> {
    let rows = plans
        .duels
        .iter()
        .map(|duel| {
            vec![
                duel.plan.clone(),
                duel.against.clone(),
                said(&duel.difference, plans.share),
                chance(duel.p_corrected),
            ]
        })
        .collect();
    Some(Part {
        title: "Plan against plan".into(),
        lead: format!(
            "Every pair of one side and kind, the better for its side first: difference in {} on the same seeds with its own 95% interval; chances by Holm’s method over all pairs.",
            plans.measure
        ),
        figures: Vec::new(),
        table: Some(table(&["Plan", "Against", "Difference", "p, all pairs"], rows)?),
        brief: false,
    })
}

fn words(plans: &Plans) -> Part {
    let rows = plans
        .plans
        .iter()
        .map(|plan| {
            let alike = plan.alike.map_or("–".into(), |same| format!("{:.0}%", same * 100.0));
            vec![plan.name.clone(), plan.intent.clone(), alike, plan.command.clone()]
        })
        .collect();
    Part {
        title: "What the plans say".into(),
        lead: "A plan chooses among legal decisions only; where the rules allow none of its hexes, and in everything else, the strategies of Germans and Allies decide. The last line plays it alone.".into(),
        figures: Vec::new(),
        table: table(&["Plan", "Intent", "Games as by own choice", "Command"], rows),
        brief: false,
    }
}
