//! A comparison of arms.

use std::collections::BTreeSet;

use study::{Comparison, Contrast, MeasureContrast, Share};

use super::head::Answer as _;
use super::places::places;
use super::together::together;
use super::{chance, differences, said};
use crate::charts::levels::colours;
use crate::charts::stacks::{self, Key, Stack};
use crate::charts::{Size, Span, Table, forest, share_words};
use crate::dossier::{Dossier, Figure, Part};
use crate::remarks::MOST;
use crate::{number, palette};

/// The measures a reader looks for first, in this order.
const FIRST: [&str; 6] =
    ["german_win", "allied_win", "draw", "level_rank", "margin", "german_steps_lost"];

/// The dossier of a comparison.
pub fn compare(comparison: &Comparison) -> Dossier {
    let paired = if comparison.paired { "on the same seeds" } else { "each on seeds of its own" };
    let mut parts = vec![arms(comparison), main_measure(comparison)];
    if comparison.contrasts.iter().any(|contrast| contrast.levels.is_some()) {
        parts.push(levels(comparison));
    }
    let (mut remarks, mut folded) = (Vec::new(), BTreeSet::new());
    for contrast in &comparison.contrasts {
        parts.extend(existence(comparison, contrast));
        let apart = differing(comparison, contrast);
        if apart.is_empty() {
            folded.insert(parts.len());
        }
        remarks.extend(
            apart
                .iter()
                .map(|(found, size)| (parts.len(), *size, remark(comparison, contrast, found))),
        );
        parts.push(everything(comparison, contrast, &apart));
        parts.extend(together(&comparison.arms[0].name, contrast));
        parts.extend(places(comparison, contrast));
    }
    let (arms, games) = (comparison.arms.len(), number::games(comparison.games));
    // The sort is stable: of equals, the first on the page.
    remarks.sort_by(|a, b| b.1.total_cmp(&a.1));
    remarks.truncate(MOST);
    Dossier {
        remarks: remarks.into_iter().map(|(part, _, said)| (part, said)).collect(),
        folded,
        ..comparison.dossier(format!("{arms} arms, {games} each, {paired}"), parts)
    }
}

/// At most so many measures stand in the picture of what differs.
const PICTURED: usize = 12;
/// A measure differs if chance makes so large a difference less often than this.
const CHANCE: f64 = 0.05;

/// The measures beside the main one that differ, with the difference in half widths of its interval, the largest first.
/// Chance is corrected for all measures of the contrast, Bonferroni's way.
fn differing<'a>(
    comparison: &Comparison,
    contrast: &'a Contrast,
) -> Vec<(&'a MeasureContrast, f64)> {
    let others = || contrast.measures.iter().filter(|m| m.measure != comparison.measure);
    let many = others().count().max(1) as f64;
    let mut found: Vec<(&MeasureContrast, f64)> = others()
        .filter(|m| m.p_corrected * many < CHANCE)
        .map(|m| (m, m.difference.value.abs() / half(m)))
        .filter(|(_, size)| size.is_finite())
        .collect();
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    found
}

/// Half the width of the interval of a difference.
fn half(found: &MeasureContrast) -> f64 {
    (found.difference.high - found.difference.low) / 2.0
}

/// A difference in a sentence.
fn remark(comparison: &Comparison, contrast: &Contrast, found: &MeasureContrast) -> String {
    let base = &comparison.arms[0];
    let of = |arm: &study::ArmFacts| {
        arm.measures.get(&found.measure).map_or("–".into(), |e| said(e, found.share))
    };
    let arm = comparison.arms.iter().find(|arm| arm.name == contrast.arm);
    format!(
        "{}: {} with “{}”, {} with “{}”; the difference is {}.",
        found.measure.replace('_', " "),
        arm.map_or("–".into(), of),
        contrast.arm,
        of(base),
        base.name,
        said(&found.difference, found.share)
    )
}

/// The measures that differ most, each against its own interval, so that all share an axis.
fn against_interval(apart: &[(&MeasureContrast, f64)]) -> Option<Figure> {
    let rows: Vec<forest::Row> = apart
        .iter()
        .take(PICTURED)
        .map(|(found, _)| {
            let part = |number: f64| number / half(found);
            forest::Row {
                name: found.measure.replace('_', " "),
                value: part(found.difference.value),
                low: part(found.difference.low),
                high: part(found.difference.high),
                said: said(&found.difference, found.share),
                role: palette::NEUTRAL,
            }
        })
        .collect();
    let caption = "The differences that are largest against their own 95% interval, half of which is one on the axis; at the right in their own unit. The table has all.";
    let axis = "difference, in half widths of its interval";
    (!rows.is_empty()).then(|| differences("What differs most", axis, caption.into(), &rows))
}

fn arms(comparison: &Comparison) -> Part {
    let measure = comparison.measure.as_str();
    let share = main_is_share(comparison);
    let rows = comparison
        .arms
        .iter()
        .map(|arm| {
            let mean = arm.measures.get(measure).map_or("–".into(), |e| said(e, share));
            let own = if arm.own.is_empty() { "–".into() } else { arm.own.join(" ") };
            vec![arm.name.clone(), mean, own, arm.command.clone()]
        })
        .collect();
    Part {
        title: "The arms".into(),
        lead: "The first is the baseline. What an arm has of its own is what may make the difference; its last line plays it alone.".into(),
        figures: Vec::new(),
        table: Some(Table {
            columns: vec!["Arm".into(), measure.into(), "Of its own".into(), "Played alone".into()],
            rows,
        }),
        brief: false,
    }
}

fn main_is_share(comparison: &Comparison) -> bool {
    comparison.contrasts.iter().filter_map(|c| main(comparison, c)).any(|m| m.share)
}

fn main<'a>(comparison: &Comparison, contrast: &'a Contrast) -> Option<&'a MeasureContrast> {
    contrast.measures.iter().find(|found| found.measure == comparison.measure)
}

fn main_measure(comparison: &Comparison) -> Part {
    let share = main_is_share(comparison);
    let factor = if share { 100.0 } else { 1.0 };
    let rows: Vec<forest::Row> = comparison
        .contrasts
        .iter()
        .filter_map(|contrast| {
            let found = main(comparison, contrast)?;
            Some(forest::Row {
                name: contrast.arm.clone(),
                value: found.difference.value * factor,
                low: found.simultaneous[0] * factor,
                high: found.simultaneous[1] * factor,
                said: said(&found.difference, share),
                role: palette::NEUTRAL,
            })
        })
        .collect();
    let axis = if share { "difference in percentage points" } else { "difference" };
    let caption = format!(
        "{} against “{}”: bars are differences, whiskers the 95% intervals that hold for all arms at once. Correction: {}.",
        comparison.measure, comparison.arms[0].name, comparison.correction
    );
    Part {
        title: format!("Difference in {}", comparison.measure),
        lead: if rows.is_empty() { "Too few games to compare.".into() } else { String::new() },
        figures: if rows.is_empty() {
            Vec::new()
        } else {
            vec![differences("Differences to the baseline", axis, caption, &rows)]
        },
        table: None,
        brief: false,
    }
}

fn levels(comparison: &Comparison) -> Part {
    let share = |x: f64| format!("{:.1}%", x * 100.0);
    let rows = comparison
        .contrasts
        .iter()
        .filter_map(|contrast| {
            let levels = contrast.levels.as_ref()?;
            let seeds =
                levels.by_seed.map_or(["–".into(), "–".into(), "–".into()], |s| s.map(share));
            let odds = levels.odds_ratio.as_ref().map_or("–".into(), |e| said(e, false));
            let better = said(&levels.german_better, true);
            let [up, same, down] = seeds;
            Some(vec![contrast.arm.clone(), better, odds, up, same, down])
        })
        .collect();
    let arms = comparison.arms.iter().map(|arm| (arm.name.as_str(), arm.games, &arm.levels[..]));
    let arms: Vec<_> = arms.collect();
    let columns = [
        "Arm",
        "P(better for the Germans)",
        "Odds ratio of a better level",
        "Seeds better",
        "Same",
        "Worse",
    ];
    Part {
        title: "Victory levels, as ordered outcomes".into(),
        lead: "P(better) compares a game of the arm with any game of the baseline, ties half: 50% is no difference. The odds ratio is pooled over all levels: 1 is no difference.".into(),
        figures: shift(&arms, "compare.json").into_iter().collect(),
        table: Some(Table { columns: columns.map(String::from).to_vec(), rows }),
        brief: true,
    }
}

/// The levels of every arm, one below the other; `None` if no arm has any. Each arm is a name, a number of games
/// and levels; `file` has every number.
pub(super) fn shift(arms: &[(&str, u64, &[Share])], file: &str) -> Option<Figure> {
    let arms = || arms.iter().filter(|(.., levels)| !levels.is_empty());
    // A level that one arm never reached favours the same side as in another arm.
    let mut named: Vec<Share> = arms().next()?.2.to_vec();
    for (i, level) in named.iter_mut().enumerate() {
        level.side = arms().find_map(|(.., levels)| levels.get(i)?.side);
    }
    let key: Vec<Key> = named
        .iter()
        .zip(colours(&named))
        .map(|(level, role)| Key { name: level.name.clone(), role, note: String::new() })
        .collect();
    let stacks: Vec<Stack> = arms()
        .map(|(name, games, levels)| Stack {
            name: (*name).to_owned(),
            total: number::games(*games),
            parts: levels.iter().map(|level| level.share.value * 100.0).collect(),
            said: levels.iter().map(|level| number::share(&level.share).full()).collect(),
        })
        .collect();
    let alt: Vec<String> =
        arms().map(|(name, _, levels)| format!("{name}: {}", share_words(levels))).collect();
    let title = "Victory levels of each arm";
    let paint = |size| {
        let axis = "Share of games (%), best for the Germans on the left";
        stacks::paint((title, &alt.join(". ")), (Span::Full, size), axis, &stacks, &key)
    };
    Some(Figure {
        title: title.into(),
        caption: format!(
            "From best for the Germans (left) to best for the Allies (right). The intervals stand, level by level, in {file}."
        ),
        wide: paint(Size::Wide),
        narrow: paint(Size::Narrow),
        full: true,
    })
}

/// Measures that some games lack: how often each arm has them.
fn existence(comparison: &Comparison, contrast: &Contrast) -> Option<Part> {
    let rows: Vec<Vec<String>> = contrast
        .existence
        .iter()
        .map(|found| {
            vec![
                found.measure.clone(),
                said(&found.baseline, true),
                said(&found.arm, true),
                said(&found.difference, true),
                chance(found.p_corrected),
                number::count(found.both),
            ]
        })
        .collect();
    if rows.is_empty() {
        return None;
    }
    let base = &comparison.arms[0].name;
    let columns = ["Measure", base, &contrast.arm, "Difference", "p", "Games compared"];
    Some(Part {
        title: format!("What not every game has, “{}” against “{base}”", contrast.arm),
        lead: "Share of games that have the measure at all. Below, its mean is compared over the games that have it in both arms: other games in each arm may be missing.".into(),
        figures: Vec::new(),
        table: Some(Table { columns: columns.map(String::from).to_vec(), rows }),
        brief: true,
    })
}

fn everything(
    comparison: &Comparison,
    contrast: &Contrast,
    apart: &[(&MeasureContrast, f64)],
) -> Part {
    let mut measures: Vec<&MeasureContrast> = contrast.measures.iter().collect();
    let place = |m: &MeasureContrast| {
        FIRST.iter().position(|name| *name == m.measure).unwrap_or(FIRST.len())
    };
    measures.sort_by_key(|m| (m.measure != comparison.measure, place(m)));
    let several = comparison.contrasts.len() > 1;
    let luck = contrast.measures.iter().any(|m| m.luck_apart.is_some());
    let base = &comparison.arms[0];
    let rows = measures
        .into_iter()
        // What never happened in either arm is not shown.
        .filter(|m| {
            base.measures.get(&m.measure).is_some_and(|e| e.value != 0.0)
                || m.difference.value != 0.0
        })
        .map(|m| {
            let mean = |arm: &str| {
                let arm = comparison.arms.iter().find(|a| a.name == arm)?;
                let e = arm.measures.get(&m.measure)?;
                Some(if m.share { number::share(e).value() } else { number::mean(e).value() })
            };
            let dash = || "–".to_owned();
            let mut row = vec![
                m.measure.clone(),
                mean(&base.name).unwrap_or_else(dash),
                mean(&contrast.arm).unwrap_or_else(dash),
                said(&m.difference, m.share),
                chance(m.p),
            ];
            if several {
                row.push(chance(m.p_corrected));
            }
            if luck {
                let apart = m.luck_apart.as_ref();
                row.push(apart.map_or_else(dash, |without| said(without, m.share)));
            }
            row.push(m.correlation.map_or_else(dash, number::fine));
            row.push(m.worth.map_or_else(dash, |x| format!("{}×", number::fine(x))));
            row
        })
        .collect();
    let mut columns = vec![
        "Measure".to_owned(),
        base.name.clone(),
        contrast.arm.clone(),
        "Difference".into(),
        "p".into(),
    ];
    if several {
        columns.push("p, all arms".into());
    }
    if luck {
        columns.push("Without luck".into());
    }
    columns.extend(["Correlation".into(), "Games are worth".into()]);
    Part {
        title: format!("“{}” against “{}”", contrast.arm, base.name),
        lead: format!(
            "Differences with 95% intervals. A correlation above 0 makes each game worth that many games with seeds of their own.{}",
            if luck {
                " Without luck: the difference had every die of known odds come to its expectation in both arms."
            } else {
                ""
            }
        ),
        figures: against_interval(apart).into_iter().collect(),
        table: Some(Table { columns, rows }),
        brief: true,
    }
}
