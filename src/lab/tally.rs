//! Running totals that can be split and merged.

use engine::{BySide, Side};

use crate::record::GameRow;

/// A running total that can be split and merged: merging two halves gives the same as one pass over both.
pub trait Tally: Default + Send {
    /// What is counted.
    type Item;
    /// Counts one.
    fn add(&mut self, item: &Self::Item);
    /// Adds the counts of another.
    fn merge(&mut self, other: Self);
}

/// Who won how many games.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games.
    pub games: u64,
    /// Games each side won.
    pub wins: BySide<u64>,
}

impl Tally for Score {
    type Item = GameRow;

    fn add(&mut self, game: &GameRow) {
        self.games += 1;
        if let Some(winner) = game.winner {
            self.wins[winner] += 1;
        }
    }

    fn merge(&mut self, other: Score) {
        self.games += other.games;
        for side in Side::BOTH {
            self.wins[side] += other.wins[side];
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn row(winner: Option<Side>) -> GameRow {
        GameRow {
            game: 0,
            seed: 0,
            winner,
            level: None,
            margin: 0,
            clause: "test",
            cut_off: false,
            facts: engine::GameFacts::default(),
            decisions: 0,
            choices: 0,
            rolls: 0,
            tempo: crate::record::Tempo::default(),
            plans: engine::BySide::default(),
            fingerprint: 0,
            mistakes: Vec::new(),
        }
    }

    fn count(winners: &[Option<Side>]) -> Score {
        let mut score = Score::default();
        for &winner in winners {
            score.add(&row(winner));
        }
        score
    }

    proptest! {
        #[test]
        fn merging_two_halves_equals_one_pass(
            winners in prop::collection::vec(
                prop_oneof![Just(None), Just(Some(Side::German)), Just(Some(Side::Allied))], 0..60),
            cut in 0usize..60,
        ) {
            let cut = cut.min(winners.len());
            let mut halves = count(&winners[..cut]);
            halves.merge(count(&winners[cut..]));
            prop_assert_eq!(halves, count(&winners));
            let german = winners.iter().filter(|w| **w == Some(Side::German)).count();
            prop_assert_eq!(halves.wins.german, german as u64);
        }
    }
}
