//! Where the games of one arm differ from those of another.

use engine::{BySide, HexId, Map, Side};
use serde::{Deserialize, Serialize};

use super::{GroundTally, PlaceMean, Sum};
use crate::estimate::{newcombe, welch};
use crate::{CONFIDENCE, Estimate, Method};

/// Hexes in which an arm clearly differs from the baseline, arm less baseline, the largest difference first.
///
/// Every interval holds for all hexes and both sides at once (Bonferroni), and treats the arms as if each had
/// separate seeds: if they share seeds the interval is too wide rather than too narrow.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GroundContrast {
    /// Steps a side loses there, a game.
    pub losses: BySide<Vec<PlaceMean>>,
    /// Pairs of side and hex in which any step was lost: the number of differences tested.
    pub losses_looked_at: u32,
    /// Share of games in which a side is there when the calendar, or the game, ends.
    pub stands: BySide<Vec<PlaceMean>>,
    /// Pairs of side and hex that were occupied then in any game.
    pub stands_looked_at: u32,
}

impl GroundTally {
    /// How these games differ from the baseline's; both were played on `map`.
    pub(crate) fn against(
        &self,
        games: u64,
        (base, base_games): (&GroundTally, u64),
        map: &Map,
    ) -> GroundContrast {
        let n = games.min(base_games);
        let pairs = |side| self.lost[side].iter().copied().zip(base.lost[side].iter().copied());
        let (losses, losses_looked_at) = clear(
            map,
            &BySide::from_fn(|side| pairs(side).collect()),
            |&(own, base): &(Sum, Sum)| own.0 + base.0 > 0,
            |(own, base), confidence| {
                let of = |sum: Sum, games| {
                    let (mean, variance) = sum.moments(games);
                    // Games that were all equal may still vary: add two more, one of them a step away.
                    let n = games as f64;
                    let unseen = n / ((n + 2.0) * (n + 2.0));
                    (games, mean, if variance > 0.0 { variance } else { unseen })
                };
                let found = welch(of(own, games), of(base, base_games), confidence);
                Estimate::new(found.difference, found.interval, n, Method::Welch)
            },
        );
        let last = self.stood.last().zip(base.stood.last());
        let stood = |side: Side| match last {
            Some((own, base)) => {
                own.games[side].iter().copied().zip(base.games[side].iter().copied()).collect()
            }
            None => Vec::new(),
        };
        let (stands, stands_looked_at) = clear(
            map,
            &BySide::from_fn(stood),
            |&(own, base): &(u64, u64)| own + base > 0,
            |(own, base), confidence| {
                let found = newcombe((own, games), (base, base_games), confidence);
                Estimate::new(found.value, found.interval, n, Method::Newcombe)
            },
        );
        GroundContrast { losses, losses_looked_at, stands, stands_looked_at }
    }
}

/// Of all hexes in which anything happened, those whose interval, wide enough for all of them at once, excludes 0;
/// and how many hexes there were.
fn clear<T: Copy>(
    map: &Map,
    hexes: &BySide<Vec<T>>,
    any: impl Fn(&T) -> bool,
    difference: impl Fn(T, f64) -> Estimate,
) -> (BySide<Vec<PlaceMean>>, u32) {
    let happened = |side: Side| map.ids().zip(&hexes[side]).filter(|(_, hex)| any(hex));
    let looked_at: usize = Side::BOTH.iter().map(|&side| happened(side).count()).sum();
    let confidence = 1.0 - (1.0 - CONFIDENCE) / looked_at.max(1) as f64;
    let listed = |side: Side| {
        let place = |(hex, &found): (HexId, &T)| PlaceMean {
            hex,
            label: map.label(hex),
            mean: difference(found, confidence),
        };
        let clear = |place: &PlaceMean| place.mean.low > 0.0 || place.mean.high < 0.0;
        let mut listed: Vec<PlaceMean> = happened(side).map(place).filter(clear).collect();
        let size = |place: &PlaceMean| place.mean.value.abs();
        listed.sort_by(|a, b| size(b).total_cmp(&size(a)).then(a.hex.cmp(&b.hex)));
        listed
    };
    (BySide::from_fn(listed), looked_at as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    /// Losses of the Germans in hex 2 with this sum and sum of squares, and stands of the Allies in hex 0.
    fn tally(lost: Sum, stood: u64) -> GroundTally {
        let mut tally = GroundTally::empty(sample::ground().map.len(), 4);
        tally.lost.german[2] = lost;
        tally.stood.last_mut().unwrap().games.allied[0] = stood;
        tally
    }

    #[test]
    fn a_clear_difference_is_told_with_an_interval_for_all_hexes_at_once() {
        // 100 games with two steps in half of them, against 100 with one in half of them.
        let (arm, base) = (tally(Sum(100, 200), 90), tally(Sum(50, 50), 50));
        let map = sample::ground().map;
        let found = arm.against(100, (&base, 100), &map);
        let [lost] = &found.losses.german[..] else { panic!("{found:?}") };
        assert_eq!((lost.hex, lost.label.as_str(), found.losses_looked_at), (HexId(2), "03.01", 1));
        assert!((lost.mean.value - 0.5).abs() < 1e-9);
        // Welch by hand: variances 100/99 and 25/99, error 0.112367, freedom 145.6, t = 1.97641.
        assert!((lost.mean.high - 0.5 - 0.222_083).abs() < 1e-4, "{lost:?}");
        assert!(found.losses.allied.is_empty());
        // Newcombe by hand from Wilson's 0.8256 to 0.9448 and 0.4038 to 0.5962.
        let [stood] = &found.stands.allied[..] else { panic!("{found:?}") };
        let low = 0.4 - f64::hypot(0.9 - 0.825_63, 0.596_17 - 0.5);
        assert!((stood.mean.low - low).abs() < 1e-3, "{stood:?}");
        // With the arms swapped, the same with the opposite sign.
        let other = base.against(100, (&arm, 100), &map);
        assert!((other.losses.german[0].mean.low + lost.mean.high).abs() < 1e-9);
        assert_eq!(arm.against(100, (&arm, 100), &map).losses, BySide::default());
    }

    #[test]
    fn the_more_hexes_are_looked_at_the_more_it_takes() {
        let map = sample::ground().map;
        let (mut arm, mut base) = (tally(Sum(60, 60), 0), tally(Sum(45, 45), 0));
        assert_eq!(arm.against(100, (&base, 100), &map).losses.german.len(), 1);
        for hex in 0..map.len() {
            (arm.lost.allied[hex], base.lost.allied[hex]) = (Sum(50, 50), Sum(50, 50));
        }
        let among = arm.against(100, (&base, 100), &map);
        assert_eq!(
            (&among.losses, among.losses_looked_at as usize),
            (&BySide::default(), map.len() + 1)
        );
    }
}
