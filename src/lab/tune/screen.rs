//! Which way each dial should turn: all are tried at once, by simultaneous perturbation.
//!
//! In every pair of games, played from one seed against one opponent, half of the dials are turned a little, each up or
//! down by chance; in the second game of the pair they are turned the other way. The difference between the two games
//! counts for every dial that was turned. One pair says little about any of them, but every pair says it about all:
//! with the same games, turning one dial after the other would know each a great deal less well (Spall 1992).

use engine::Whim;

/// What is known of each dial's effect.
#[derive(Clone, Debug)]
pub(crate) struct Evidence {
    /// The sum of the differences between pairs, counted in the direction in which the dial was turned.
    sums: Vec<f64>,
    /// The sum of their squares.
    squares: Vec<f64>,
}

/// How much of what was learned about earlier settings still counts for the present ones.
const KEPT: f64 = 0.6;

impl Evidence {
    pub fn none(dials: usize) -> Evidence {
        Evidence { sums: vec![0.0; dials], squares: vec![0.0; dials] }
    }

    /// The settings have changed a little: what was learned counts for less.
    pub fn fade(&mut self) {
        self.sums.iter_mut().for_each(|sum| *sum *= KEPT);
        self.squares.iter_mut().for_each(|square| *square *= KEPT * KEPT);
    }

    /// Adds a pair: which way each dial was turned in its first game, and how much more that game was worth than the
    /// second.
    pub fn add(&mut self, turned: &[i32], difference: i64) {
        let difference = difference as f64;
        for (place, &way) in turned.iter().enumerate().filter(|(_, way)| **way != 0) {
            self.sums[place] += f64::from(way) * difference;
            self.squares[place] += difference * difference;
        }
    }

    /// How sure it is that a dial should be turned up, in standard errors; below 0 that it should be turned down.
    pub fn sureness(&self, dial: usize) -> f64 {
        if self.squares[dial] > 0.0 { self.sums[dial] / self.squares[dial].sqrt() } else { 0.0 }
    }

    /// Which way to turn each dial of which it is at least this sure.
    pub fn ways(&self, sure: f64) -> Vec<i32> {
        let way = |dial| match self.sureness(dial) {
            known if known >= sure => 1,
            known if known <= -sure => -1,
            _ => 0,
        };
        (0..self.sums.len()).map(way).collect()
    }
}

/// Which dials are turned in a pair, and which way: each with even chances, as far as it is turned at all.
pub(crate) fn turns(chance: &mut Whim, dials: usize) -> Vec<i32> {
    (0..dials).map(|_| [0, 0, 1, -1][chance.below(4)]).collect()
}

#[cfg(test)]
mod tests {
    use engine::{Seed, Side};

    use super::*;

    #[test]
    fn dials_that_matter_are_told_from_those_that_do_not() {
        let mut chance = Whim::new(Seed(1), Side::German);
        let mut evidence = Evidence::none(12);
        for _ in 0..200 {
            let turned = turns(&mut chance, 12);
            // The first dial should go up, the second down; the others do nothing, and the dice do the rest.
            let luck = chance.below(1001) as i64 - 500;
            evidence.add(&turned, 200 * i64::from(turned[0]) - 200 * i64::from(turned[1]) + luck);
        }
        assert!(evidence.sureness(0) > 4.0 && evidence.sureness(1) < -4.0, "{evidence:?}");
        assert_eq!(evidence.ways(4.0)[..2], [1, -1]);
        assert!((2..12).all(|dial| evidence.ways(4.0)[dial] == 0));
    }

    #[test]
    fn nothing_is_sure_before_the_first_pair_and_fading_makes_nothing_surer() {
        let mut evidence = Evidence::none(2);
        assert_eq!(evidence.ways(0.1), [0, 0]);
        evidence.add(&[1, 0], 100);
        evidence.fade();
        assert!((evidence.sureness(0) - 1.0).abs() < 1e-9);
        // A fresh pair counts for more than a faded one.
        evidence.add(&[-1, 0], 100);
        assert_eq!(evidence.ways(0.2), [-1, 0]);
    }
}
