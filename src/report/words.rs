//! Sentences that a section of the page begins with.

use engine::Side;
use study::{Decisive, Summary};

use crate::charts::people;
use crate::number;

/// Who leads, and whether it lasts.
pub(crate) fn suspense(summary: &Summary) -> String {
    let Some(study) = &summary.suspense else { return String::new() };
    let mut said = vec![format!(
        "A side leads when the advantage, the scenario's own yardstick of how near the Germans are to winning, is at least 25 per mille in its favour. The lead changes hands {} times a game.",
        number::mean(&study.lead_changes.mean).full()
    )];
    if let Some(comebacks) = &study.comebacks {
        let of = Side::BOTH.map(|side| {
            let share = study.comebacks_of[side].as_ref()?;
            Some(format!("{} {}", people(side), number::share(share).brief()))
        });
        let of: Vec<String> = of.into_iter().flatten().collect();
        said.push(format!(
            "Whoever is behind at half time wins {} of such games ({}).",
            number::share(comebacks).full(),
            of.join(", ")
        ));
    }
    said.push(decisive(study.decisive));
    if let Some(drama) = &study.drama {
        said.push(format!(
            "Drama, how far behind the winner was on the way from 0 (never) to 1 (hopelessly, all along), is {}.",
            number::mean(drama).full()
        ));
    }
    said.push(format!(
        "The result stays open by {} bits in the mean over the turns.",
        number::mean(&study.open).full()
    ));
    if let Some(runaway) = &study.runaway {
        said.push(format!(
            "The advantage at half time and the margin at the end correlate by {}: near 1 the leader runs away, near 0 half time tells nothing.",
            number::mean(runaway).full()
        ));
    }
    said.join(" ")
}

fn decisive(decisive: Decisive) -> String {
    let turn =
        |turn: Option<u16>| turn.map_or_else(|| "never".to_owned(), |turn| format!("turn {turn}"));
    let between = match (decisive.earliest, decisive.latest) {
        (None, None) => String::new(),
        (earliest, latest) => {
            format!(" (95% interval: {} to {})", turn(earliest), turn(latest))
        }
    };
    match decisive.turn {
        Some(from) => {
            format!("From turn {from} on{between} the leader wins at least nine games of ten.")
        }
        None => format!(
            "Up to the end there is no turn from which on the leader wins nine games of ten{between}."
        ),
    }
}

/// How much of the result was luck.
pub(crate) fn luck(summary: &Summary) -> String {
    let Some(luck) = &summary.luck else { return String::new() };
    let of: Vec<String> = Side::BOTH
        .into_iter()
        .filter_map(|side| {
            let share = luck.share_of[side].as_ref()?;
            Some(format!("the dice of the {} alone {}", people(side), number::share(share).brief()))
        })
        .collect();
    let [german, allied] = Side::BOTH.map(|side| {
        let (luckless, played) = (&luck.wins[side], &summary.wins[side]);
        format!(
            "{} {} (as played {})",
            people(side),
            number::share(luckless).full(),
            number::share(played).value()
        )
    });
    format!(
        "Luck is what the dice of fights, checks and landings gave beyond their exact expectation; draws from cups, events, scatter and the order of play are chance too and not counted here. It explains {} of how clearly games end: {}. With all dice at their expectation the win rates would be: {german}, {allied}, and the mean margin {} (as played {}).",
        number::share(&luck.share).full(),
        of.join(", "),
        number::mean(&luck.margin).full(),
        number::mean(&summary.margin.mean).value(),
    )
}
