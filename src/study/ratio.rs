//! Numbers per unit, where the units of one game are correlated: the games are independent, not the units.

use serde::{Deserialize, Serialize};

use crate::estimate::{Interval, mean_interval, wilson_at};
use crate::{CONFIDENCE, Estimate, Method};

/// Units by game.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Clusters {
    /// Games with any unit.
    pub(crate) games: u64,
    pub(crate) units: i64,
    squares: i64,
}

impl Clusters {
    pub(crate) fn add(&mut self, units: i64) {
        self.games += u64::from(units > 0);
        self.units += units;
        self.squares += units * units;
    }

    pub(crate) fn merge(&mut self, other: Clusters) {
        self.games += other.games;
        self.units += other.units;
        self.squares += other.squares;
    }
}

/// A number summed over the units of each game.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Total {
    pub(crate) sum: i64,
    /// Sum of (units of the game) times (number of the game).
    cross: i64,
    squares: i64,
}

impl Total {
    /// Adds a game in which `units` units have `value` between them.
    pub(crate) fn add(&mut self, units: i64, value: i64) {
        self.sum += value;
        self.cross += units * value;
        self.squares += value * value;
    }

    pub(crate) fn merge(&mut self, other: Total) {
        self.sum += other.sum;
        self.cross += other.cross;
        self.squares += other.squares;
    }

    /// The mean per unit of a number counted in parts of one.
    pub(crate) fn mean_in(self, clusters: Clusters, parts: i64, possible: Interval) -> Estimate {
        let parts = parts as f64;
        let (mean, variance) = (self.per_unit(clusters) / parts, self.variance(clusters));
        let spread = variance * clusters.games as f64 / (parts * parts);
        let interval = mean_interval(clusters.games, mean, spread, possible, CONFIDENCE);
        Estimate::new(mean, interval, clusters.games, Method::StudentT)
    }

    fn per_unit(self, clusters: Clusters) -> f64 {
        self.sum as f64 / clusters.units.max(1) as f64
    }

    /// Variance of the number per unit, by linearising the ratio of two sums over games.
    fn variance(self, clusters: Clusters) -> f64 {
        let (games, units) = (clusters.games as f64, clusters.units as f64);
        if clusters.games < 2 {
            return 0.0;
        }
        let ratio = self.per_unit(clusters);
        let residual = self.squares as f64 - 2.0 * ratio * self.cross as f64
            + ratio * ratio * clusters.squares as f64;
        games / (games - 1.0) * residual.max(0.0) / (units * units)
    }

    /// A mean per unit with a t interval over games.
    pub(crate) fn mean(self, clusters: Clusters) -> Estimate {
        self.mean_in(clusters, 1, Interval::ANY)
    }

    /// The same for something that cannot be negative.
    pub(crate) fn count(self, clusters: Clusters) -> Estimate {
        self.mean_in(clusters, 1, Interval::FROM_0)
    }

    /// A share of units with a Wilson interval on the effective number of units: units that fare alike
    /// within a game count for less, and never for more than their number.
    pub(crate) fn share(self, clusters: Clusters) -> Estimate {
        let share = self.per_unit(clusters);
        let alone = share * (1.0 - share) / clusters.units.max(1) as f64;
        let alike = if alone > 0.0 { (self.variance(clusters) / alone).max(1.0) } else { 1.0 };
        // One game says nothing about how games vary: its units count as one. So do units that all fared alike,
        // since no variation was seen.
        let apart = alone > 0.0 && clusters.games > 1;
        let worth = if apart { clusters.units as f64 / alike } else { clusters.games as f64 };
        let interval = wilson_at(share, worth, CONFIDENCE);
        Estimate::new(share, interval, clusters.games, Method::Wilson)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(games: &[(i64, i64)]) -> (Clusters, Total) {
        let (mut clusters, mut total) = (Clusters::default(), Total::default());
        for &(units, value) in games {
            clusters.add(units);
            total.add(units, value);
        }
        (clusters, total)
    }

    /// With one unit a game the ratio is a plain mean, and the interval Student's.
    #[test]
    fn one_unit_a_game_is_a_plain_mean() {
        let (clusters, total) = of(&[(1, 1), (1, 2), (1, 3), (1, 4), (1, 5)]);
        let got = total.mean(clusters);
        // Mean 3, standard deviation sqrt(2.5), t(4) = 2.776445: 3 -+ 1.963243.
        assert!(
            (got.low - 1.036_757).abs() < 1e-5 && (got.high - 4.963_243).abs() < 1e-5,
            "{got:?}"
        );
    }

    #[test]
    fn units_that_fare_alike_count_as_one() {
        let alike = of(&[(4, 4), (4, 0), (4, 4), (4, 0), (4, 4), (4, 0), (4, 4), (4, 0)]);
        let mixed = of(&[(4, 2); 8]);
        let width = |(clusters, total): (Clusters, Total)| {
            let got = total.share(clusters);
            assert!((got.value - 0.5).abs() < 1e-12);
            got.high - got.low
        };
        // Eight games with four equal units are worth about seven single units; with mixed units they are worth 32.
        assert!(width(alike) > 0.5 && width(mixed) < 0.36, "{} {}", width(alike), width(mixed));
    }

    /// Twelve units of one game that all die, or a hundred games in which none does.
    #[test]
    fn one_game_is_no_certainty() {
        for games in
            [vec![(12, 12)], vec![(12, 7)], vec![(12, 0)], vec![(3, 0); 100], vec![(3, 3); 100]]
        {
            let (clusters, total) = of(&games);
            let (share, count, mean) =
                (total.share(clusters), total.count(clusters), total.mean(clusters));
            for got in [share, count, mean] {
                assert!(
                    got.low < got.high && got.low <= got.value && got.value <= got.high,
                    "{got:?}"
                );
            }
            assert!(
                0.0 <= share.low && share.high <= 1.0 && 0.0 <= count.low,
                "{share:?} {count:?}"
            );
            assert!(games.len() > 1 || share.high - share.low > 0.7, "{share:?}");
        }
    }

    #[test]
    fn nothing_landed_is_a_number() {
        let (clusters, total) = of(&[]);
        assert!(total.mean(clusters).high.is_finite());
        assert_eq!((total.share(clusters).low, total.share(clusters).high), (0.0, 1.0));
    }
}
