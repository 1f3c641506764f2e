//! The answer in two sentences.

use engine::{BySide, Side};
use lab::ANY_DOCTRINE;

use crate::{Estimate, Share, Summary, WorldStudy};

/// Who wins, how often and how surely; then how games end and how close they are; then how much of that depends on the
/// players.
pub(crate) fn in_words(summary: &Summary) -> String {
    let players = players(summary).map_or_else(String::new, |players| format!(" {players}"));
    format!("{} {} {}{players}", who_wins(summary), what_it_covers(summary), how(summary))
}

/// What these doctrines are among all that ship with the scenario.
fn players(summary: &Summary) -> Option<String> {
    let range = summary.run.doctrines.as_ref()?;
    let BySide { german, allied } = &summary.run.strategies;
    if [german, allied].into_iter().any(|called| called == ANY_DOCTRINE) {
        return None;
    }
    let at = |end: &Estimate, pair: &BySide<String>| {
        let low = percent(end.low, *end);
        let high = percent(end.high, *end);
        format!(
            "{} ({low} to {high}; {} against {})",
            percent(end.value, *end),
            pair.german,
            pair.allied
        )
    };
    Some(format!(
        "These are {german} and {allied}; over all {} pairs of doctrines that ship with the scenario the Germans score from {} to {}, a draw counted half.",
        range.pairs,
        at(&range.least, &range.least_in),
        at(&range.most, &range.most_in),
    ))
}

fn who_wins(summary: &Summary) -> String {
    let wins = &summary.wins;
    let first = if wins.allied.value > wins.german.value { Side::Allied } else { Side::German };
    let (ahead, behind) = (wins[first], wins[first.other()]);
    let even = {
        let score = summary.score[Side::German];
        score.low <= 0.5 && 0.5 <= score.high
    };
    let mut rest = vec![format!("{} {}", plural(first.other()), percent(behind.value, behind))];
    if summary.draws.value > 0.0 {
        rest.push(format!("{} are drawn", percent(summary.draws.value, summary.draws)));
    }
    if summary.cut_off.value > 0.0 {
        rest.push(format!(
            "{} were cut off undecided",
            percent(summary.cut_off.value, summary.cut_off)
        ));
    }
    let last = rest.pop().unwrap_or_default();
    let others = if rest.is_empty() { last } else { format!("{} and {last}", rest.join(", ")) };
    let opening = if even {
        format!("Neither side is clearly ahead: {}", plural(first))
    } else {
        let name = plural(first);
        format!("{}{}", name[..1].to_uppercase(), &name[1..])
    };
    let worlds = summary.worlds.as_ref().zip(ahead.worlds);
    let interval = match worlds {
        None => format!(
            "{:.0}% interval {} to {}, {}",
            ahead.confidence * 100.0,
            percent(ahead.low, ahead),
            percent(ahead.high, ahead),
            count(ahead.n, "game"),
        ),
        Some((study, [low, high])) => format!(
            "dice {} to {}; with what is not known {} to {}; {:.0}% intervals, {} in {}",
            percent(ahead.low, ahead),
            percent(ahead.high, ahead),
            end(low),
            end(high),
            ahead.confidence * 100.0,
            count(ahead.n, "game"),
            count(study.count, "world"),
        ),
    };
    format!("{opening} win {} of games ({interval}); {others}.", percent(ahead.value, ahead))
}

/// An end of an interval of many points, in whole percent; none is said to be nothing, or all, that is not.
fn end(share: f64) -> String {
    match share {
        share if share > 0.0 && share < 0.01 => "under 1%".into(),
        share if share > 0.99 && share < 1.0 => "over 99%".into(),
        share => format!("{:.0}%", share * 100.0),
    }
}

/// What the interval leaves out, or what it is made of.
fn what_it_covers(summary: &Summary) -> String {
    if let Some(study) = &summary.worlds {
        return what_matters(study);
    }
    let whole = |x: f64| format!("{:.1}", x * 100.0).replace('-', "−");
    let moved = match &summary.influence {
        Some(most) => format!(
            ": of what is not known, “{}” moves the answer most as shipped; with “{}” the Germans score {} points {} ({} to {})",
            most.unknown,
            most.choice,
            whole(most.moves.abs()),
            if most.moves > 0.0 { "more" } else { "less" },
            whole(most.moves.abs() - (most.high - most.moves).max(most.moves - most.low)),
            whole(most.moves.abs() + (most.high - most.moves).max(most.moves - most.low)),
        ),
        None => String::new(),
    };
    format!(
        "That interval covers the dice alone{moved}; `--worlds 50` plays what is not known too."
    )
}

/// Where the second interval comes from.
fn what_matters(study: &WorldStudy) -> String {
    if study.deviation.value <= 0.0 {
        return format!(
            "It was the same in all {}: nothing that is not known moved it.",
            count(study.count, "world")
        );
    }
    let share = |estimate: &Estimate| {
        format!(
            "{} ({} to {})",
            percent(estimate.value, *estimate),
            percent(estimate.low, *estimate),
            percent(estimate.high, *estimate)
        )
    };
    let parts = study.split.iter().map(|part| {
        let what = if part.of == "together" { "what these do together" } else { &part.of };
        format!("{what} {}", share(&part.share))
    });
    let parts: Vec<String> = parts.collect();
    let most = match study.most() {
        None => "no single unknown clearly matters in so few worlds".to_owned(),
        Some(most) => {
            let scores = most.choices.iter().filter_map(|choice| Some((choice, choice.score?)));
            let scores = scores.map(|(choice, score)| {
                format!("{} with “{}”", percent(score.value, score), choice.name)
            });
            let scores: Vec<String> = scores.collect();
            format!("“{}” matters most: the Germans score {}", most.name, scores.join(", "))
        }
    };
    format!("Of the variance of this answer: {}; {most}.", parts.join(", "))
}

fn how(summary: &Summary) -> String {
    let [_, low, median, high, _] = summary.margin.quantiles;
    let margin = if low >= high {
        format!("margin is {} in at least half of the games", signed(median))
    } else {
        format!(
            "margin is {} in the middle and {} to {} in half of the games",
            signed(median),
            signed(low),
            signed(high)
        )
    };
    let Some(level) = most_frequent(&summary.levels) else {
        return format!("The {margin} (above 0 favours the Germans).");
    };
    let named =
        |share: &Share| format!("“{}” ({})", share.name, percent(share.share.value, share.share));
    let reason = most_frequent(&summary.clauses)
        .map_or(String::new(), |clause| format!(", the most frequent reason {}", named(clause)));
    format!(
        "The most frequent result is {}{reason}; the {margin} (above 0 favours the Germans).",
        named(level)
    )
}

/// The outcome that most games share; the first of equals.
fn most_frequent(shares: &[Share]) -> Option<&Share> {
    shares.iter().filter(|share| share.count > 0).min_by_key(|share| std::cmp::Reverse(share.count))
}

fn plural(side: Side) -> &'static str {
    match side {
        Side::German => "the Germans",
        Side::Allied => "the Allies",
    }
}

fn signed(margin: f64) -> String {
    if margin > 0.0 { format!("+{margin}") } else { format!("{margin}").replace('-', "−") }
}

/// A share in percent, with as many decimals as its interval can tell apart, and one more where it is below a tenth or
/// above nine: there half a point is much. No share of some games is said to be none, and none of most to be all.
pub(crate) fn percent(share: f64, known: Estimate) -> String {
    let half = (known.high - known.low) / 2.0;
    let mut decimals: usize = if half >= 0.005 {
        0
    } else if half >= 0.0005 {
        1
    } else {
        2
    };
    if share <= 0.0 || share >= 1.0 {
        return format!("{:.0}%", share * 100.0);
    }
    decimals += usize::from(half < 0.05 && !(0.1..=0.9).contains(&share));
    loop {
        let said = format!("{:.decimals$}", share * 100.0);
        let rounded: f64 = said.parse().unwrap_or(share);
        if decimals >= 6 || (rounded > 0.0 && rounded < 100.0) {
            return said + "%";
        }
        decimals += 1;
    }
}

/// `1 game`, `10,000 games`.
pub(crate) fn count(number: u64, what: &str) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{grouped} {what}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_follow_the_interval() {
        let of = |wins, games| {
            let share = Estimate::share(wins, games);
            percent(share.value, share)
        };
        assert_eq!(of(433, 1_000), "43%");
        assert_eq!(of(43_333, 100_000), "43.3%");
        assert_eq!(of(4_333_333, 10_000_000), "43.33%");
        assert_eq!(of(0, 1), "0%");
        // 3 wins of 600, and one of a million: little is not nothing.
        assert_eq!(of(3, 600), "0.5%");
        assert_eq!(of(597, 600), "99.5%");
        assert_eq!(of(1, 1_000_000), "0.0001%");
        assert_eq!(of(0, 600), "0%");
    }

    #[test]
    fn counts_are_grouped() {
        assert_eq!(count(1, "game"), "1 game");
        assert_eq!(count(999, "game"), "999 games");
        assert_eq!(count(1_000_000, "game"), "1,000,000 games");
    }
}
