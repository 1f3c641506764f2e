//! What is remarkable in a run: sentences about numbers that differ from what one would expect who knew nothing of the
//! game, ranked by how far they do against their interval.

use engine::Side;
use study::estimate::student_t;
use study::{Estimate, LossGroup, Promise, Share, Summary};

use crate::charts::{Section, people, spoken};
use crate::number;

/// At most so many sentences stand at the top of a page.
pub(crate) const MOST: usize = 7;

/// A number beside what one would expect of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Remark {
    /// Id of the chart, or of the part of the page, that shows it.
    pub(crate) chart: &'static str,
    /// The section of that chart; `None` where a table shows it.
    pub(crate) section: Option<Section>,
    /// The sentence.
    pub(crate) said: String,
    /// How far it is from what was expected, in half widths of its interval: beyond 1 it differs.
    pub(crate) size: f64,
}

/// Those that differ, the largest first, at most one for each chart, [`MOST`] in all. `shown` says whether the page has
/// a chart.
pub(crate) fn first(summary: &Summary, shown: impl Fn(&Remark) -> bool) -> Vec<Remark> {
    let mut found: Vec<Remark> =
        all(summary).into_iter().filter(|remark| remark.size > 1.0 && shown(remark)).collect();
    // The sort is stable: of equals, the first on the page.
    found.sort_by(|a, b| b.size.total_cmp(&a.size));
    let mut out: Vec<Remark> = Vec::new();
    for remark in found {
        if out.iter().all(|other| other.chart != remark.chart) {
            out.push(remark);
        }
    }
    out.truncate(MOST);
    out
}

/// Whether something is expected of a section, and nothing in it differs.
pub(crate) fn as_expected(summary: &Summary, section: Section) -> bool {
    let mut of =
        all(summary).into_iter().filter(|remark| remark.section == Some(section)).peekable();
    of.peek().is_some() && of.all(|remark| remark.size <= 1.0)
}

/// Everything of which something is expected, in the order of the page.
fn all(summary: &Summary) -> Vec<Remark> {
    let mut out = Vec::new();
    out.extend(levels(summary));
    out.push(steps(summary));
    out.extend(control(summary));
    out.extend(leads(summary));
    out.extend(endings(summary));
    out.extend(luck(summary));
    out.extend(formations(summary));
    out.extend(points(summary));
    out.extend(events(summary));
    out.extend(drops(summary));
    out.extend(combats(summary));
    out.extend(order(summary));
    out
}

/// How far an estimate is from a number, in half widths of its interval on that side.
fn off(estimate: &Estimate, expected: f64) -> f64 {
    let far = (estimate.value - expected).abs();
    let near = if estimate.value > expected {
        estimate.value - estimate.low
    } else {
        estimate.high - estimate.value
    };
    ratio(far, near)
}

/// How far two estimates are apart, in half widths of both together: beyond 1 their intervals do not touch.
fn apart(one: &Estimate, other: &Estimate) -> f64 {
    let (low, high) = if one.value < other.value { (one, other) } else { (other, one) };
    ratio(high.value - low.value, (low.high - low.value) + (high.value - high.low))
}

/// An interval without width says nothing about chance.
fn ratio(far: f64, half: f64) -> f64 {
    if half > 0.0 && far.is_finite() && half.is_finite() { far / half } else { 0.0 }
}

/// The largest of so many numbers is expected to be further off than one: by as much as all of their intervals must be
/// wider to hold together (Bonferroni, with normal quantiles).
fn of_many(size: f64, many: usize) -> f64 {
    // Student's t of so many numbers is normal.
    let quantile =
        |tests: f64| student_t(1 << 30, 0.0, f64::from(1 << 30), 1.0 - 0.05 / tests).high;
    size * quantile(1.0) / quantile(many.max(1) as f64)
}

/// The largest of several by what is measured of each, with how far off it is.
fn largest<T>(of: impl IntoIterator<Item = T>, size: impl Fn(&T) -> f64) -> Option<(T, f64)> {
    let sized: Vec<(T, f64)> = of
        .into_iter()
        .map(|one| {
            let far = size(&one);
            (one, far)
        })
        .collect();
    let many = sized.len();
    let best = sized.into_iter().reduce(|best, one| if one.1 > best.1 { one } else { best })?;
    Some((best.0, of_many(best.1, many)))
}

/// Expected: all levels alike.
fn levels(summary: &Summary) -> Option<Remark> {
    let all = &summary.levels;
    let even = 1.0 / all.len().max(1) as f64;
    let (top, size) = largest(all.iter().filter(|level| level.share.value > even), |level| {
        off(&level.share, even)
    })?;
    Some(Remark {
        chart: "levels",
        section: Some(Section::Levels),
        said: format!(
            "Of {} victory levels “{}” is the most frequent: {} of games.",
            all.len(),
            top.name,
            number::share(&top.share).brief()
        ),
        size,
    })
    .filter(|_| all.len() > 1)
}

/// Expected: both sides lose alike.
fn steps(summary: &Summary) -> Remark {
    let [german, allied] = Side::BOTH.map(|side| &summary.steps_lost[side].mean);
    Remark {
        chart: "steps-lost-by-turn",
        section: Some(Section::Unfolds),
        said: format!(
            "The Germans lose {} steps a game, the Allies {}.",
            number::mean(german).brief(),
            number::mean(allied).brief()
        ),
        size: apart(german, allied),
    }
}

/// Expected: as at the end of the first turn.
fn control(summary: &Summary) -> Option<Remark> {
    let (first, last) = (summary.turns.first()?, summary.turns.last()?);
    Some(Remark {
        chart: "control-by-turn",
        section: Some(Section::Unfolds),
        said: format!(
            "The Germans control every objective at the end of turn {} in {} of games, and in {} at the end of turn {}.",
            first.turn,
            number::share(&first.german_control).brief(),
            number::share(&last.german_control).brief(),
            last.turn
        ),
        size: apart(&first.german_control, &last.german_control),
    })
    .filter(|_| first.turn != last.turn)
}

/// Expected: a lead says nothing.
fn leads(summary: &Summary) -> Option<Remark> {
    let comebacks = summary.suspense.as_ref()?.comebacks.as_ref()?;
    Some(Remark {
        chart: "win-by-leader",
        section: Some(Section::Suspense),
        said: format!(
            "Whoever is behind at half time still wins {} of such games.",
            number::share(comebacks).brief()
        ),
        size: off(comebacks, 0.5),
    })
}

/// Expected: all turns are played, reasons and clauses are alike, and the margin is 0.
fn endings(summary: &Summary) -> Vec<Remark> {
    let mut out = Vec::new();
    let section = Some(Section::Ends);
    if let [.., before, _] = &summary.turns[..] {
        out.push(Remark {
            chart: "decided-by-turn",
            section,
            said: format!(
                "{} of games are over before the last turn.",
                number::share(&before.decided).brief()
            ),
            // No game less than none can be: the lower end is what counts.
            size: if before.decided.low > 0.01 { off(&before.decided, 0.0) } else { 0.0 },
        });
    }
    let mut ahead = |chart, what: &str, shares: &[Share]| {
        let [first, second, ..] = shares else { return };
        out.push(Remark {
            chart,
            section,
            said: format!(
                "{what}: “{}” in {} of games, then “{}” in {}.",
                first.name,
                number::share(&first.share).brief(),
                second.name,
                number::share(&second.share).brief()
            ),
            size: apart(&first.share, &second.share),
        });
    };
    ahead("clauses", "What decides most often", &summary.clauses);
    ahead("end-reasons", "How games end most often", &summary.end_reasons);
    let margin = &summary.margin.mean;
    let ahead = if margin.value > 0.0 { Side::German } else { Side::Allied };
    out.push(Remark {
        chart: "margin",
        section,
        said: format!(
            "The margin is {} in the mean, in favour of the {}.",
            number::mean(margin).brief(),
            people(ahead)
        ),
        size: off(margin, 0.0),
    });
    out
}

/// Expected: dice decide nothing.
fn luck(summary: &Summary) -> Vec<Remark> {
    let Some(luck) = &summary.luck else { return Vec::new() };
    let section = Some(Section::Luck);
    let mut out = vec![Remark {
        chart: "luck-by-dice",
        section,
        said: format!(
            "The luck of all dice accounts for {} of how much the margin varies.",
            number::share(&luck.share).brief()
        ),
        size: off(&luck.share, 0.0),
    }];
    if let [worst, .., best] = &luck.groups[..] {
        let [low, high] = [worst, best].map(|group| &group.wins.german);
        out.push(Remark {
            chart: "wins-by-luck",
            section,
            said: format!(
                "The Germans win {} of the games with their best dice, and {} of those with their worst.",
                number::share(high).brief(),
                number::share(low).brief()
            ),
            size: apart(low, high),
        });
    }
    out
}

/// Expected: all formations of a side lose the same share of their steps.
fn formations(summary: &Summary) -> Option<Remark> {
    let of_side = |side: Side| summary.formations.iter().filter(move |one| one.side == side);
    let together = |side: Side| {
        let lost: f64 = of_side(side).map(|one| one.steps_lost.value).sum();
        lost / of_side(side).map(|one| f64::from(one.steps)).sum::<f64>()
    };
    let rates = Side::BOTH.into_iter().filter(|&side| of_side(side).count() > 1).flat_map(|side| {
        let all = together(side);
        of_side(side).filter(|one| one.steps > 0).map(move |one| {
            let part = |steps: f64| steps / f64::from(one.steps);
            let Estimate { value, low, high, .. } = one.steps_lost;
            let [value, low, high] = [value, low, high].map(part);
            (one, Estimate { value, low, high, worlds: None, ..one.steps_lost }, all)
        })
    });
    let ((one, rate, all), size) = largest(rates, |(_, rate, all)| off(rate, *all))?;
    Some(Remark {
        chart: "formations",
        section: Some(Section::Losses),
        said: format!(
            "“{}” loses {} of its steps, all {} formations together {}%.",
            one.name,
            number::share(&rate).brief(),
            one.side,
            number::plain(all * 100.0)
        ),
        size,
    })
}

/// Expected: both sides are given as many points.
fn points(summary: &Summary) -> Option<Remark> {
    let points = summary.points.as_ref()?;
    let [german, allied] = Side::BOTH.map(|side| &points.earned[side]);
    Some(Remark {
        chart: "command-points-by-use",
        section: Some(Section::Points),
        said: format!(
            "The Germans have {} command points to spend in a game, the Allies {}.",
            number::mean(german).brief(),
            number::mean(allied).brief()
        ),
        size: apart(german, allied),
    })
}

/// Expected: events come to both sides alike.
fn events(summary: &Summary) -> Option<Remark> {
    let (event, size) =
        largest(&summary.events, |event| apart(&event.per_game.german, &event.per_game.allied))?;
    let [german, allied] = Side::BOTH.map(|side| number::mean(&event.per_game[side]).brief());
    Some(Remark {
        chart: "random-events",
        section: Some(Section::Events),
        said: format!(
            "“{}” comes to the Germans {german} times a game, to the Allies {allied}.",
            spoken(&event.name)
        ),
        size,
    })
}

/// What a table gave beside what it promised.
fn kept<'a>(
    chart: &'static str,
    section: Section,
    what: &str,
    promises: impl IntoIterator<Item = (&'a str, &'a Promise)>,
    say: fn(&Estimate) -> number::Said<'_>,
) -> Option<Remark> {
    let ((name, promise), size) = largest(promises, |(_, promise)| off(&promise.excess, 0.0))?;
    Some(Remark {
        chart,
        section: Some(section),
        said: format!(
            "{what} “{name}”: {} were expected, {} came.",
            say(&promise.expected).value(),
            say(&promise.observed).brief()
        ),
        size,
    })
}

/// Expected: what the table promises, and that losses in landing decide nothing.
fn drops(summary: &Summary) -> Vec<Remark> {
    let Some(drops) = &summary.drops else { return Vec::new() };
    let results = drops.promises.iter().map(|result| (result.result.as_str(), &result.share));
    let zones = drops
        .zones
        .iter()
        .filter_map(|zone| Some((zone.zone.as_str(), zone.promised_losses.as_ref()?)));
    let section = Section::Drops;
    let mut out = Vec::new();
    out.extend(kept("drop-expected-observed", section, "Landings with", results, number::share));
    out.extend(kept("drop-zone-losses", section, "Steps lost a landing at", zones, number::mean));
    out.extend(groups(
        &drops.by_losses,
        ("drop-losses-and-result", Some(section)),
        "steps lost in landing",
    ));
    out
}

/// Expected: what the odds promise.
fn combats(summary: &Summary) -> Option<Remark> {
    let named: Vec<(String, &Promise)> = summary
        .combats
        .iter()
        .filter(|one| one.own.is_none())
        .map(|one| (format!("{}, {}", one.kind, one.row), &one.effect))
        .collect();
    let promises = named.iter().map(|(name, promise)| (name.as_str(), *promise));
    kept("combat-expected-observed", Section::Combats, "Dice of", promises, number::share)
}

/// Expected: who acts first, or twice in a row, does not matter.
fn order(summary: &Summary) -> Vec<Remark> {
    let of = |study: &study::OrderStudy| {
        groups(&study.groups, ("order", None), &study.column.replace('_', " "))
    };
    summary.order.iter().filter_map(of).collect()
}

/// Games in groups by a count: those with least of it beside those with most.
fn groups(
    groups: &[LossGroup],
    (chart, section): (&'static str, Option<Section>),
    what: &str,
) -> Option<Remark> {
    let [few, .., many] = groups else { return None };
    let won = |group: &LossGroup, side: Side| number::share(&group.wins[side]).brief();
    let side = |side: Side| (side, apart(&few.wins[side], &many.wins[side]));
    let [german, allied] = Side::BOTH.map(side);
    let (side, size) = if allied.1 > german.1 { allied } else { german };
    Some(Remark {
        chart,
        section,
        said: format!(
            "The {} win {} of the games with at most {} {what}, and {} of those with {} or more.",
            people(side),
            won(few, side),
            number::count(few.to),
            won(many, side),
            number::count(many.from)
        ),
        size,
    })
}

#[cfg(test)]
mod tests {
    use study::Method;

    use super::*;

    fn estimate(value: f64, low: f64, high: f64) -> Estimate {
        let (confidence, n, method) = (0.95, 100, Method::StudentT);
        Estimate { value, low, high, confidence, n, method, worlds: None }
    }

    #[test]
    fn sizes_are_in_half_widths_on_the_side_that_counts() {
        let close = |size: f64, told: f64| assert!((size - told).abs() < 1e-9, "{size}, {told}");
        close(off(&estimate(5.0, 3.0, 9.0), 1.0), 2.0);
        close(off(&estimate(5.0, 3.0, 9.0), 7.0), 0.5);
        // An interval without width knows nothing of chance.
        close(off(&estimate(5.0, 5.0, 5.0), 1.0), 0.0);
        let (low, high) = (estimate(2.0, 1.0, 3.0), estimate(6.0, 5.0, 9.0));
        close(apart(&low, &high), 2.0);
        close(apart(&high, &low), 2.0);
        close(apart(&low, &low), 0.0);
    }

    #[test]
    fn the_largest_of_many_must_be_further_off() {
        assert!((of_many(1.0, 1) - 1.0).abs() < 1e-9);
        // Bonferroni for twenty: 3.02 against 1.96.
        assert!((of_many(1.0, 20) - 1.96 / 3.0233).abs() < 1e-3, "{}", of_many(1.0, 20));
        let (found, size) = largest([1.0, 3.0, 2.0], |x| *x).unwrap();
        assert!((found - 3.0).abs() < 1e-9 && size < 3.0 && size > 2.0, "{size}");
    }
}
