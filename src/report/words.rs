//! Sentences at the beginning of a section of the page.

use engine::Side;
use study::{Decisive, Summary};

use crate::charts::people;
use crate::number;

/// The beginning of a section: a sentence, then one for each finding.
#[derive(Debug, Default)]
pub(crate) struct Words {
    pub(crate) lead: String,
    pub(crate) points: Vec<String>,
}

impl From<String> for Words {
    fn from(lead: String) -> Words {
        Words { lead, points: Vec::new() }
    }
}

/// Who leads, and whether it lasts.
pub(crate) fn suspense(summary: &Summary) -> Words {
    let Some(study) = &summary.suspense else { return Words::default() };
    let lead = match &study.fitted {
        Some(fitted) => format!(
            "The advantage is the Germans’ chance of winning from how things stand less the Allies’, fitted to {} between all doctrines of the scenario; in those kept out of the fit, chance and score are at most {:.0} points apart. A side leads when it is at least 25 per mille in its favour.",
            number::games(fitted.games),
            fitted.widest_gap * 100.0
        ),
        None => "A side leads when the advantage, the scenario’s own yardstick of how near the Germans are to winning, is at least 25 per mille in its favour.".to_owned(),
    };
    let mut said = vec![format!(
        "The lead changes hands {} times a game.",
        number::mean(&study.lead_changes.mean).full()
    )];
    if let Some(comebacks) = &study.comebacks {
        let of = Side::BOTH.map(|side| {
            let share = study.comebacks_of[side].as_ref()?;
            Some(format!("{} {}", people(side), number::share(share).brief()))
        });
        let of: Vec<String> = of.into_iter().flatten().collect();
        let leans = if comebacks.low > 0.5 {
            " That is more than half: by these players’ games the advantage leans to one side."
        } else {
            ""
        };
        said.push(format!(
            "Whoever is behind at half time wins {} of such games ({}).{leans}",
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
    Words { lead, points: said }
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
pub(crate) fn luck(summary: &Summary) -> Words {
    let Some(luck) = &summary.luck else { return Words::default() };
    let lead = "Luck is what the dice of fights, checks and landings gave beyond their exact expectation. Draws from cups, events, scatter and the order of play are chance too, and not counted here.".to_owned();
    let of = Side::BOTH.into_iter().filter_map(|side| {
        let share = luck.share_of[side].as_ref()?;
        Some(format!("those of the {} alone {}", people(side), number::share(share).brief()))
    });
    let explained = format!(
        "The luck of all dice explains {} of how clearly games end; {}.",
        number::share(&luck.share).full(),
        of.collect::<Vec<_>>().join(", ")
    );
    let wins = Side::BOTH.map(|side| {
        let (even, played) = (number::share(&luck.wins[side]), number::share(&summary.wins[side]));
        format!("the {} {} (as played {})", people(side), even.brief(), played.value())
    });
    let even = format!(
        "With all dice at their expectation, win rates would be: {}; and the mean margin {} (as played {}). In brackets: {} intervals.",
        wins.join(", "),
        number::mean(&luck.margin).brief(),
        number::mean(&summary.margin.mean).value(),
        number::level(&luck.margin),
    );
    Words { lead, points: vec![explained, even] }
}
