//! What a reader must know before relying on the numbers.

use engine::Side;
use lab::Kind;

use crate::estimate::confidence_sequence;
use crate::verdict::{count, percent};
use crate::{CONFIDENCE, RunAsked, Summary};

/// With fewer games than this the intervals say little.
const FEW: u64 = 100;

/// One sentence each. `different` is the number of distinct fingerprints.
pub(crate) fn about(summary: &Summary, different: u64) -> Vec<String> {
    let games = summary.run.games;
    let mut found = Vec::new();
    if games == 1 {
        found.push("One game only: nothing is known of how games vary, and no interval says more than that.".into());
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

/// Who played that is not a bot of this program; each is named once.
pub fn outsiders<'a>(asked: impl IntoIterator<Item = &'a RunAsked>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for asked in asked {
        for side in Side::BOTH {
            let called = asked.strategies[side].as_str();
            let said = match Kind::of(called) {
                Kind::Bot => continue,
                Kind::Script => format!(
                    "The {side} player is a script, `{called}`: the games can be repeated with the same text only."
                ),
                Kind::Program(line) => format!(
                    "The {side} player is an outside program, `{line}`. Its version is not known here and is part of no hash: \
                     the games can be repeated only where the same program is."
                ),
            };
            if !found.contains(&said) {
                found.push(said);
            }
        }
    }
    found
}

/// The effect of a stop rule on the intervals of a run, and the interval that it does not affect.
pub(crate) fn stopped(asked: &RunAsked, german: u64) -> Option<String> {
    if asked.until.is_empty() {
        return None;
    }
    let interval = confidence_sequence(german, asked.games, CONFIDENCE);
    let how = match asked.at_most {
        Some(most) => format!("was stopped by its rule after {} of at most {most}", asked.games),
        None => format!("could have been stopped by its rule before all {}", asked.games),
    };
    Some(format!(
        "The run {how} games ({}). Intervals for a number of games fixed beforehand, such as Wilson's, are not valid \
         then; valid for the German win rate is the {:.0}% confidence sequence, {:.1}% to {:.1}%.",
        asked.until.join("; "),
        CONFIDENCE * 100.0,
        interval.low * 100.0,
        interval.high * 100.0,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn scripts_and_programs_are_named_once_and_bots_never() {
        let mut asked = sample::asked(10);
        assert!(outsiders([&asked]).is_empty());
        asked.strategies.german = "mine.rhai".into();
        asked.strategies.allied = "cmd:python3 bot.py".into();
        let said = outsiders([&asked, &asked]);
        assert_eq!(said.len(), 2, "{said:?}");
        assert!(said[0].starts_with("The German player is a script, `mine.rhai`"), "{said:?}");
        assert!(
            said[1].starts_with("The Allied player is an outside program, `python3 bot.py`"),
            "{said:?}"
        );
    }
}
