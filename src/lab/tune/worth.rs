//! What a game is worth to a side.

use engine::Side;

use crate::record::GameRow;

/// A win, in the unit in which worth is counted.
pub(crate) const WIN: i64 = 1_000;

/// The most that a margin can add to the score or take from it. Small, so that no number of clear wins outweighs
/// many games won; but where every game is lost, it says which are lost less badly.
const SHARE: i64 = 50;

/// All that tuning remembers of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Half points of the Germans: 2 for a win, 1 for a draw.
    pub halves: u8,
    /// The margin, above 0 for the Germans.
    pub margin: i32,
}

impl Played {
    /// From the row of a game. A game that was cut off is a draw.
    pub fn of(game: &GameRow) -> Played {
        let halves = match game.winner {
            Some(Side::German) => 2,
            Some(Side::Allied) => 0,
            None => 1,
        };
        Played { halves, margin: game.margin }
    }

    /// The score of a side, in thousandths of a game.
    pub(crate) fn score(self, side: Side) -> i64 {
        let german = i64::from(self.halves) * WIN / 2;
        if side == Side::German { german } else { WIN - german }
    }
}

/// What margins of a scenario are like, from games by the strategies that tuning begins with: a margin counts by its
/// distance from the middle one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Scale {
    /// The median margin.
    pub middle: i32,
    /// The median distance from it, at least 1.
    pub spread: i32,
}

impl Scale {
    pub(crate) fn of(games: &[Played]) -> Scale {
        let middle = median(games.iter().map(|game| game.margin));
        let spread =
            median(games.iter().map(|game| game.margin.saturating_sub(middle).saturating_abs()));
        Scale { middle, spread: spread.max(1) }
    }

    /// The worth of a game to a side, in thousandths: its score, and at most a twentieth of a win more or less for the
    /// margin. Half of that is given for a margin one spread away from the middle.
    pub(crate) fn worth(self, side: Side, game: Played) -> i64 {
        let away = i64::from(game.margin) - i64::from(self.middle);
        let away = if side == Side::German { away } else { -away };
        game.score(side) + SHARE * away / (away.abs() + i64::from(self.spread))
    }
}

fn median(numbers: impl Iterator<Item = i32>) -> i32 {
    let mut numbers: Vec<i32> = numbers.collect();
    numbers.sort_unstable();
    numbers.get(numbers.len() / 2).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(halves: u8, margin: i32) -> Played {
        Played { halves, margin }
    }

    #[test]
    fn what_one_side_gains_the_other_loses() {
        let scale = Scale { middle: -4, spread: 6 };
        for one in [game(2, 3), game(1, -4), game(0, -60), game(0, i32::MIN), game(2, i32::MAX)] {
            let both = Side::BOTH.map(|side| scale.worth(side, one));
            assert_eq!(both[0] + both[1], WIN, "{one:?}");
        }
    }

    #[test]
    fn a_better_margin_is_worth_more_and_never_as_much_as_half_a_point() {
        let scale = Scale { middle: -10, spread: 5 };
        let worth = |halves, margin| scale.worth(Side::German, game(halves, margin));
        assert!(worth(0, -15) < worth(0, -14) && worth(0, -9) > worth(0, -10));
        assert_eq!(worth(0, -5), 25);
        assert!(worth(0, i32::MAX) < worth(1, i32::MIN));
    }

    #[test]
    fn the_scale_is_that_of_the_games() {
        let games: Vec<Played> = [-9, -3, -3, -1, 40].map(|margin| game(0, margin)).into();
        assert_eq!(Scale::of(&games), Scale { middle: -3, spread: 2 });
        assert_eq!(Scale::of(&[game(1, 7); 5]), Scale { middle: 7, spread: 1 });
        assert_eq!(Scale::of(&[]), Scale { middle: 0, spread: 1 });
    }
}
