//! What a reader must know before believing the numbers.

use crate::Summary;
use crate::verdict::{count, percent};

/// Fewer games than this and the intervals say little.
const FEW: u64 = 100;

/// One sentence each. `different` games have a fingerprint of their own.
pub(crate) fn about(summary: &Summary, different: u64) -> Vec<String> {
    let games = summary.run.games;
    let mut found = Vec::new();
    if games == 1 {
        found.push("One game only: means have no interval, and the shares mean nothing.".into());
    } else if games < FEW {
        found.push(format!(
            "Only {}: the intervals are too wide to tell much.",
            count(games, "game")
        ));
    }
    if games > 1 && different == 1 {
        found.push("All games are identical: nothing in them is left to chance.".into());
    } else if different < games {
        found.push(format!(
            "Only {} of {} differ from each other: the intervals take them for separate games and are too narrow.",
            count(different, "game"),
            count(games, "game")
        ));
    } else if games > 1 && summary.margin.min >= summary.margin.max {
        found
            .push("Every game ended with the same margin: there is no variance to measure.".into());
    }
    if summary.cut_off.value > 0.0 {
        let cut = (summary.cut_off.value * games as f64).round() as u64;
        found.push(format!(
            "{} ({}) ended at the bound on decisions, undecided; in the score that counts as a draw.",
            count(cut, "game"),
            percent(summary.cut_off.value, summary.cut_off)
        ));
    }
    if summary.run.detailed < games {
        found.push(format!(
            "The tables of turns, drops and units hold the first {} of {}; the numbers here count every game.",
            count(summary.run.detailed, "game"),
            count(games, "game")
        ));
    }
    found
}
