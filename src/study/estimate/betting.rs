//! The mean of bounded numbers, valid however often it is checked.

use super::Interval;
use super::interval::edge;

/// Fractions of the purse staked on each number, from bold to timid, each half as bold as the one two before:
/// down to the best stake for 100,000 coins. More stakes would cost every bettor.
const STAKES: usize = 16;
const BOLDEST: f64 = 0.95;

/// Confidence sequence of the mean by betting (Waudby-Smith & Ramdas 2024, *Estimating means of bounded random
/// variables by betting*, diversified Kelly bets): the claim that a mean is `m` or less is tested by fair bets
/// on every number; a purse that grows to `1/alpha` refutes the claim. The purse is the mean
/// over constant stakes, so it depends on how often each number came, not on the order.
#[derive(Clone, Debug, PartialEq)]
pub struct Bets {
    low: f64,
    high: f64,
    /// Each number as its place between the bounds, 0 to 1, and how often it came.
    places: Vec<(f64, f64)>,
}

impl Bets {
    /// Numbers with how often each came. The bounds must be known before the numbers are seen: every number,
    /// seen or not, lies between them. `None` where one does not, or where they enclose nothing.
    pub fn new(bounds: (f64, f64), counts: &[(f64, f64)]) -> Option<Bets> {
        let (low, high) = bounds;
        let sound = low < high && counts.iter().all(|&(number, _)| low <= number && number <= high);
        let place = |&(number, count): &(f64, f64)| ((number - low) / (high - low), count);
        sound.then(|| Bets { low, high, places: counts.iter().map(place).collect() })
    }

    /// Least and greatest number there can be.
    pub fn bounds(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// Logarithm of the evidence that the mean is above `m`: the purse of a bettor on it. `weight` scales
    /// the counts, to ask what more games like these would show.
    pub fn above(&self, m: f64, weight: f64) -> f64 {
        purse(self.places.iter().copied(), self.place(m), weight)
    }

    /// Logarithm of the evidence that the mean is below `m`.
    pub fn below(&self, m: f64, weight: f64) -> f64 {
        let mirrored = self.places.iter().map(|&(place, count)| (1.0 - place, count));
        purse(mirrored, 1.0 - self.place(m), weight)
    }

    /// Every mean that neither purse has ruled out, each with half of the error.
    pub fn interval(&self, confidence: f64) -> Interval {
        let bound = -((1.0 - confidence) / 2.0).ln();
        let total: f64 = self.places.iter().map(|&(_, count)| count).sum();
        if total == 0.0 {
            return Interval { low: self.low, high: self.high };
        }
        let mean = self.places.iter().map(|&(place, count)| place * count).sum::<f64>() / total;
        let at = |place: f64| self.low + place * (self.high - self.low);
        // Neither bettor wins at the mean itself, and each purse grows with the distance from it.
        Interval {
            low: at(edge(mean, 0.0, |place| self.above(at(place), 1.0) < bound)),
            high: at(edge(mean, 1.0, |place| self.below(at(place), 1.0) < bound)),
        }
    }

    fn place(&self, m: f64) -> f64 {
        (m - self.low) / (self.high - self.low)
    }
}

/// Logarithm of the purse after betting that the mean is above `m`, all measured from the lower bound.
fn purse(places: impl Iterator<Item = (f64, f64)>, m: f64, weight: f64) -> f64 {
    if m < 0.0 {
        // No mean can be this low: nothing needs to be shown.
        return f64::INFINITY;
    }
    let stakes: [f64; STAKES] =
        std::array::from_fn(|step| BOLDEST * 0.5f64.powf(step as f64 / 2.0));
    let mut growth = [0.0; STAKES];
    for (place, count) in places {
        // At the bound itself the bet is free: any number above it settles the matter.
        let gain = if m > 0.0 {
            place / m - 1.0
        } else if place > 0.0 {
            return f64::INFINITY;
        } else {
            0.0
        };
        for (growth, stake) in growth.iter_mut().zip(stakes) {
            *growth += count * weight * (stake * gain).ln_1p();
        }
    }
    let most = growth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = growth.iter().map(|&growth| (growth - most).exp()).sum();
    most + (sum / STAKES as f64).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coins(heads: f64, tails: f64) -> Bets {
        Bets::new((0.0, 1.0), &[(1.0, heads), (0.0, tails)]).unwrap()
    }

    /// One number at the top of its bounds, claimed mean a half: each stake f wins f.
    #[test]
    fn one_bet_by_hand() {
        let mean_stake: f64 =
            (0..STAKES).map(|j| BOLDEST * 0.5f64.powf(j as f64 / 2.0)).sum::<f64>() / STAKES as f64;
        let got = coins(1.0, 0.0).above(0.5, 1.0);
        assert!((got - (1.0 + mean_stake).ln()).abs() < 1e-12, "{got}");
        let lost = coins(1.0, 0.0).below(0.5, 1.0);
        assert!((lost - (1.0 - mean_stake).ln()).abs() < 1e-12, "{lost}");
    }

    /// About as wide as the sequence for shares, and in the same place.
    #[test]
    fn on_coins_it_is_near_the_sequence_of_a_share() {
        for (heads, games) in [(52, 100), (5134, 10_000), (30, 1000)] {
            let got = coins(f64::from(heads), f64::from(games - heads)).interval(0.95);
            let other = super::super::confidence_sequence(heads as u64, games as u64, 0.95);
            let ratio = (got.high - got.low) / (other.high - other.low);
            assert!((0.8..1.25).contains(&ratio), "{heads} of {games}: {got:?} against {other:?}");
            let share = f64::from(heads) / f64::from(games);
            assert!(got.low < share && share < got.high);
        }
    }

    #[test]
    fn bounds_of_any_place_and_size_give_the_same_answer() {
        let here = Bets::new((0.0, 1.0), &[(0.25, 30.0), (0.75, 50.0)]).unwrap().interval(0.9);
        let there = Bets::new((-20.0, 20.0), &[(-10.0, 30.0), (10.0, 50.0)]).unwrap().interval(0.9);
        assert!((there.low - (here.low * 40.0 - 20.0)).abs() < 1e-9, "{here:?} {there:?}");
        assert!((there.high - (here.high * 40.0 - 20.0)).abs() < 1e-9, "{here:?} {there:?}");
    }

    #[test]
    fn numbers_that_hardly_vary_give_a_narrow_interval_inside_wide_bounds() {
        let got =
            Bets::new((0.0, 100.0), &[(49.0, 5000.0), (51.0, 5000.0)]).unwrap().interval(0.95);
        assert!(got.high - got.low < 0.5, "{got:?}");
        assert!(got.low < 50.0 && 50.0 < got.high, "{got:?}");
    }

    #[test]
    fn degenerate_numbers_stay_inside_their_bounds_and_end() {
        let cases: [&[(f64, f64)]; 6] =
            [&[], &[(0.0, 1.0)], &[(1.0, 1.0)], &[(0.0, 1e6)], &[(1.0, 1e6)], &[(0.5, 1e6)]];
        for counts in cases {
            let got = Bets::new((0.0, 1.0), counts).unwrap().interval(0.95);
            assert!(
                0.0 <= got.low && got.low <= got.high && got.high <= 1.0,
                "{counts:?}: {got:?}"
            );
        }
        let all_low = Bets::new((0.0, 1.0), &[(0.0, 1e6)]).unwrap().interval(0.95);
        assert!(all_low.low == 0.0 && all_low.high < 1e-4, "{all_low:?}");
    }

    #[test]
    fn a_number_outside_its_bounds_is_refused() {
        assert_eq!(Bets::new((0.0, 1.0), &[(1.5, 1.0)]), None);
        assert_eq!(Bets::new((1.0, 1.0), &[]), None);
        assert_eq!(Bets::new((0.0, f64::NAN), &[]), None);
    }
}
