//! Who led when in one game, by the advantage at the end of each turn.

use engine::Side;
use lab::Record;

use crate::About;

/// Width of one class of advantage, in per mille. In the middle class, around 0, neither side leads.
pub(crate) const CLASS: i32 = 50;

/// The class of an advantage: at 0 neither side leads, above it the Germans do, below it the Allies.
pub(crate) fn class(advantage: i32) -> i32 {
    advantage.signum() * ((advantage.abs() + CLASS / 2) / CLASS)
}

/// The side that leads with an advantage, if either does.
pub(crate) fn leader(advantage: i32) -> Option<Side> {
    match class(advantage) {
        0 => None,
        class if class > 0 => Some(Side::German),
        _ => Some(Side::Allied),
    }
}

/// Who led one game when.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub(crate) struct Course {
    /// How often the lead passed from one side to the other; turns in which neither side leads are skipped.
    pub(crate) lead_changes: u32,
    /// How far behind the eventual winner was, from 0 to 1: the mean over the turns of the square root of his deficit,
    /// 0 for turns in which he was not behind (Browne 2008). `None` if neither side won.
    pub(crate) drama: Option<f64>,
    /// The advantage at half time: at the end of the turn that completes half of the game.
    pub(crate) half_time: Option<i32>,
}

impl Course {
    pub(crate) fn of(about: &About, record: &Record) -> Course {
        let advantages = || record.turns.iter().map(|turn| about.advantage(turn));
        let leaders: Vec<Side> = advantages().filter_map(leader).collect();
        let changes = leaders.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let behind = |winner: Side, advantage: i32| {
            let deficit = f64::from(advantage.abs()) / 1000.0;
            if leader(advantage) == Some(winner.other()) { deficit.sqrt() } else { 0.0 }
        };
        let turns = record.turns.len();
        Course {
            lead_changes: changes as u32,
            drama: record.game.winner.filter(|_| turns > 0).map(|winner| {
                advantages().map(|advantage| behind(winner, advantage)).sum::<f64>() / turns as f64
            }),
            half_time: advantages().nth(turns.div_ceil(2).saturating_sub(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    fn course(winner: Option<Side>, advantages: &[i32]) -> Course {
        let mut record = sample::record(0);
        record.game.winner = winner;
        let turn = record.turns[0].clone();
        record.turns = advantages
            .iter()
            .zip(1..)
            .map(|(&advantage, number)| engine::TurnFacts {
                turn: number,
                advantage,
                ..turn.clone()
            })
            .collect();
        Course::of(&sample::about(), &record)
    }

    #[test]
    fn a_lead_begins_where_the_middle_class_ends() {
        assert_eq!(
            [-1000, -75, -74, -25, -24, 0, 24, 25, 1000].map(class),
            [-20, -2, -1, -1, 0, 0, 0, 1, 20]
        );
        assert_eq!([-25, 24, 25].map(leader), [Some(Side::Allied), None, Some(Side::German)]);
    }

    #[test]
    fn changes_are_counted_across_turns_in_which_nobody_leads() {
        assert_eq!(course(None, &[100, 0, -100, -200, 10, 300]).lead_changes, 2);
        assert_eq!(course(None, &[0, 500, 0, 500]).lead_changes, 0);
        assert_eq!(course(None, &[]), Course::default());
    }

    /// Behind by .25 and by .64 in two of four turns: (.5 + .8)/4.
    #[test]
    fn drama_is_how_far_behind_the_winner_was() {
        let drama = |winner| course(winner, &[-250, -640, 20, 900]).drama;
        assert!((drama(Some(Side::German)).unwrap() - 0.325).abs() < 1e-12);
        // The Allies were behind in the last turn alone.
        assert!((drama(Some(Side::Allied)).unwrap() - 0.9_f64.sqrt() / 4.0).abs() < 1e-12);
        assert_eq!(drama(None), None);
    }

    #[test]
    fn half_time_is_the_end_of_the_turn_that_completes_half_of_the_game() {
        let half = |advantages: &[i32]| course(None, advantages).half_time;
        assert_eq!(
            [half(&[1]), half(&[1, 2]), half(&[1, 2, 3]), half(&[1, 2, 3, 4])],
            [Some(1), Some(1), Some(2), Some(2)]
        );
    }
}
