//! Restricted play: what a rule, a unit or an asset is worth, measured by playing without it.

use serde::{Deserialize, Serialize};

use crate::compare::compare;
use crate::estimate::holm;
use crate::{CONFIDENCE, Estimate, Outcomes, StudyError, words};

/// The answer: `worth.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Worth {
    /// Version of this layout.
    pub schema: u32,
    /// The command that plays it again.
    pub command: String,
    /// Scenario, e.g. `mercury/kastelli`.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// Games of each arm.
    pub games: u64,
    /// The measure.
    pub measure: String,
    /// Whether the measure is a share of games.
    pub share: bool,
    /// The scenario with everything in it.
    pub whole: Estimate,
    /// Each thing, the most valuable first.
    pub things: Vec<Thing>,
    /// The answer in words.
    pub verdict: String,
    /// What a reader must know first.
    pub warnings: Vec<String>,
}

/// What one thing was worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thing {
    /// Its name.
    pub name: String,
    /// The command that plays the scenario without it.
    pub command: String,
    /// The measure without it.
    pub without: Estimate,
    /// The measure with everything minus the measure without it.
    pub worth: Estimate,
    /// Chance of a worth at least this large if it were worth nothing.
    pub p: f64,
    /// The same by Holm's method over everything on the list that changed any game; 1 for what changed none.
    pub p_corrected: f64,
    /// Share of seeds at which its absence changed nothing.
    pub alike: f64,
}

/// Measures worth. The first arm has everything; the others lack one thing each. All share their seeds.
pub fn worth(
    command: &str,
    arms: Vec<(String, Outcomes)>,
    measure: &str,
) -> Result<Worth, StudyError> {
    let comparison = compare(command, arms, measure)?;
    let found: Vec<_> = comparison
        .contrasts
        .iter()
        .filter_map(|contrast| {
            let found = contrast.measures.iter().find(|found| found.measure == measure)?;
            let arm = comparison.arms.iter().find(|arm| arm.name == contrast.arm)?;
            Some((contrast, found, arm, *arm.measures.get(measure)?))
        })
        .collect();
    // A thing whose absence changed no game makes no claim that could be wrong; each
    // of the others has its p-value from the seeds that it changed.
    let met: Vec<bool> =
        found.iter().map(|(contrast, ..)| contrast.alike.is_none_or(|alike| alike < 1.0)).collect();
    let claims = found.iter().zip(&met).filter(|&(_, &met)| met);
    let p: Vec<f64> = claims.map(|((_, found, ..), _)| found.p).collect();
    let mut claims = holm(&p).into_iter();
    let corrected: Vec<f64> =
        met.iter().map(|&met| if met { claims.next().unwrap_or(1.0) } else { 1.0 }).collect();
    let mut things: Vec<Thing> = found
        .into_iter()
        .zip(corrected)
        .map(|((contrast, found, arm, without), p_corrected)| {
            let d = found.difference;
            Thing {
                name: contrast.arm.clone(),
                command: arm.command.clone(),
                without,
                // The loss without it is what it was worth.
                worth: Estimate {
                    value: 0.0 - d.value,
                    low: 0.0 - d.high,
                    high: 0.0 - d.low,
                    worlds: d.worlds.map(|[low, high]| [0.0 - high, 0.0 - low]),
                    ..d
                },
                p: found.p,
                p_corrected,
                alike: contrast.alike.unwrap_or(0.0),
            }
        })
        .collect();
    things.sort_by(|a, b| b.worth.value.total_cmp(&a.worth.value));
    let whole = comparison.arms.first().and_then(|arm| arm.measures.get(measure).copied());
    let whole = whole.unwrap_or_else(|| Estimate::share(0, 0));
    let share = comparison
        .contrasts
        .iter()
        .flat_map(|contrast| &contrast.measures)
        .any(|found| found.measure == measure && found.share);
    let mut result = Worth {
        schema: 1,
        command: command.into(),
        scenario: comparison.scenario,
        title: comparison.title,
        games: comparison.games,
        measure: measure.into(),
        share,
        whole,
        things,
        verdict: String::new(),
        warnings: comparison.warnings,
    };
    // A list of rulings has many that never come up in a scenario: the table says which.
    let idle = result.things.iter().filter(|thing| thing.alike >= 1.0).count();
    if idle > 0 {
        result.warnings.retain(|warning| !warning.ends_with("never mattered"));
        let count = result.things.len();
        result.warnings.push(format!("{idle} of the {count} on the list never mattered: every game went the same without them"));
    }
    result.verdict = in_words(&result);
    Ok(result)
}

fn in_words(worth: &Worth) -> String {
    let half = |e: &Estimate| (e.high - e.low) / 2.0;
    let whole = words::level(worth.whole.value, half(&worth.whole), worth.share);
    let clear: Vec<String> = worth
        .things
        .iter()
        .filter(|thing| thing.p_corrected < 1.0 - CONFIDENCE)
        .map(|thing| {
            let said = |x| words::difference(x, half(&thing.worth), worth.share);
            format!(
                "“{}” {} (95% interval {} to {})",
                thing.name,
                said(thing.worth.value),
                said(thing.worth.low).trim_end_matches(" points"),
                said(thing.worth.high)
            )
        })
        .collect();
    let count = worth.things.len();
    let what = words::measure(&worth.measure);
    let answer = if clear.is_empty() {
        format!("none of the {count} on the list is clearly worth anything")
    } else {
        format!("clearly worth something, of {count} on the list: {}", clear.join("; "))
    };
    format!("With everything {what} is {whole}; {answer}.")
}

#[cfg(test)]
mod tests {
    use engine::Side;
    use lab::{Record, Sink as _};

    use super::*;
    use crate::sample;

    fn arm(record: impl Fn(u64) -> Record) -> Outcomes {
        let mut outcomes = Outcomes::new(sample::asked(600), sample::about());
        outcomes.chunk(0, (0..600).map(record).collect()).unwrap();
        outcomes
    }

    /// Without the guns the Germans lose every win of an even game: a sixth of all games.
    fn without_guns(game: u64) -> Record {
        let mut record = sample::record(game);
        if game.is_multiple_of(2) {
            record.game.winner = Some(Side::Allied);
        }
        record
    }

    #[test]
    fn what_is_lost_without_it_is_what_it_was_worth() {
        let arms = vec![
            ("whole".to_owned(), arm(sample::record)),
            ("paint".to_owned(), arm(sample::record)),
            ("guns".to_owned(), arm(without_guns)),
        ];
        let got = worth("dropzone worth", arms, "german_win").unwrap();
        assert_eq!(got.things[0].name, "guns");
        assert!(
            (got.things[0].worth.value - 1.0 / 6.0).abs() < 1e-6 && got.things[0].worth.low > 0.1
        );
        assert!(got.things[0].p_corrected >= got.things[0].p);
        assert!(
            (got.things[1].worth.value.abs() < 1e-12) && (got.things[1].alike - 1.0).abs() < 1e-12
        );
        assert!(got.verdict.contains("of 2 on the list: “guns” +16.7 points"), "{}", got.verdict);
        assert_eq!(
            got.warnings,
            ["1 of the 2 on the list never mattered: every game went the same without them"]
        );
    }

    /// Things that never come up in the scenario do not make one that does less significant.
    #[test]
    fn what_was_never_met_is_not_counted() {
        let alone =
            vec![("whole".to_owned(), arm(sample::record)), ("guns".to_owned(), arm(without_guns))];
        let alone = worth("", alone, "german_win").unwrap();
        let mut among =
            vec![("whole".to_owned(), arm(sample::record)), ("guns".to_owned(), arm(without_guns))];
        among.extend((0..2).map(|i| (format!("paint {i}"), arm(sample::record))));
        let among = worth("", among, "german_win").unwrap();
        let guns = |worth: &Worth| {
            let guns = worth.things.iter().find(|thing| thing.name == "guns").unwrap();
            (guns.p, guns.p_corrected)
        };
        assert_eq!(guns(&alone), guns(&among));
        assert!(
            among.things.iter().filter(|thing| thing.name != "guns").all(|t| t.p_corrected >= 1.0)
        );
    }

    #[test]
    fn an_empty_list_is_no_answer_but_no_fault() {
        let got = worth("", vec![("whole".to_owned(), arm(sample::record))], "margin").unwrap();
        assert!(got.things.is_empty() && got.verdict.contains("none of the 0"));
    }
}
