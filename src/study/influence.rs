//! How much each rival value moves the answer: every rival alone against the scenario as shipped, on the same seeds.

use lab::{Influence, Moved, UnknownKind};

use crate::compare::compare;
use crate::{Outcomes, StudyError};

/// The measure that is moved.
const MEASURE: &str = "german_score";

/// Measures the influence of rivals: unknown, kind and choice of each arm but the first, which is the scenario as
/// shipped.
pub fn influence(
    command: &str,
    arms: Vec<(String, Outcomes)>,
    rivals: &[(String, UnknownKind, String)],
) -> Result<Influence, StudyError> {
    let rules = arms.first().and_then(|(_, arm)| arm.asked().hashes.get("rules").cloned());
    // Without the hash of the code: the system and the version of its rules.
    let rules = rules.unwrap_or_default();
    let rules: Vec<&str> = rules.split(' ').take(2).collect();
    let comparison = compare(command, arms, MEASURE)?;
    let shipped = comparison.arms.first().and_then(|arm| arm.measures.get(MEASURE));
    let round = |x: f64| (x * 1e4).round() / 1e4;
    let moved = comparison.contrasts.iter().zip(rivals).filter_map(|(contrast, rival)| {
        let found = contrast.measures.iter().find(|found| found.measure == MEASURE)?;
        let (unknown, kind, choice) = rival.clone();
        let d = &found.difference;
        Some(Moved {
            unknown,
            kind,
            choice,
            moves: round(d.value),
            low: round(d.low).min(round(d.value)),
            high: round(d.high).max(round(d.value)),
            touched: round(1.0 - contrast.alike.unwrap_or(0.0)),
        })
    });
    let mut moved: Vec<Moved> = moved.collect();
    moved.sort_by(|one, other| {
        let same = || (&one.unknown, &one.choice).cmp(&(&other.unknown, &other.choice));
        other.moves.abs().total_cmp(&one.moves.abs()).then_with(same)
    });
    Ok(Influence {
        command: command.into(),
        rules: rules.join(" "),
        games: comparison.games,
        measure: MEASURE.into(),
        shipped: round(shipped.map_or(0.0, |estimate| estimate.value)),
        rivals: moved,
    })
}

#[cfg(test)]
mod tests {
    use engine::Side;
    use lab::Sink as _;

    use super::*;
    use crate::sample;

    #[test]
    fn each_rival_is_measured_against_the_scenario_as_shipped() {
        let arm = |lost: fn(u64) -> bool| {
            let mut outcomes = Outcomes::new(sample::asked(600), sample::about());
            let record = |game| {
                let mut record = sample::record(game);
                if lost(game) {
                    record.game.winner = Some(Side::Allied);
                }
                record
            };
            outcomes.chunk(0, (0..600).map(record).collect()).unwrap();
            outcomes
        };
        let arms = vec![
            ("as shipped".to_owned(), arm(|_| false)),
            ("paint = red".into(), arm(|_| false)),
            ("guns = none".into(), arm(|game| game.is_multiple_of(2))),
        ];
        let rivals = [("paint", "red"), ("guns", "none")]
            .map(|(name, choice)| (name.to_owned(), UnknownKind::Value, choice.to_owned()));
        let found = influence("dropzone influence test/toy", arms, &rivals).unwrap();
        let most = found.most().unwrap();
        assert_eq!((most.unknown.as_str(), most.choice.as_str()), ("guns", "none"));
        // A sixth of all games is lost by it.
        assert!((most.moves + 1.0 / 6.0).abs() < 1e-3 && most.high < 0.0, "{most:?}");
        assert_eq!((found.rivals[1].moves, found.rivals[1].touched), (0.0, 0.0));
        assert!((found.shipped - 1.0 / 3.0).abs() < 0.01, "{found:?}");
    }
}
