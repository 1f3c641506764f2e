//! Whether the answers of the two sides to each other go round in a circle.

use std::collections::BTreeMap;

use engine::{BySide, Side};

use crate::tune::{Judge, Measured};

/// The worth to the Germans of hold-out games, by German and Allied version.
pub(crate) type Meetings = BTreeMap<(usize, usize), Vec<f64>>;

/// Follows best answers from the first versions: each side in turn changes to the version that does best against the
/// other's, if that is better than its present one by more than the interval of the difference. Returns the pairs of
/// versions of a circle, beginning and ending with the same pair, or nothing if the answers come to rest.
pub(crate) fn circle(
    meetings: &Meetings,
    versions: BySide<usize>,
    judge: &dyn Judge,
) -> Option<Vec<(usize, usize)>> {
    let mut way = vec![(0, 0)];
    let mut resting = 0;
    let mut side = Side::German;
    while resting < 2 {
        let &now = way.last()?;
        let pair = |own: usize| if side == Side::German { (own, now.1) } else { (now.0, own) };
        let present = if side == Side::German { now.0 } else { now.1 };
        let games = |own: usize| meetings.get(&pair(own)).map_or(&[][..], Vec::as_slice);
        let gain = |own: usize| -> Measured {
            let gain = judge.apart(games(own), games(present));
            // What the Germans gain the Allies lose.
            if side == Side::German {
                gain
            } else {
                Measured { value: -gain.value, low: -gain.high, high: -gain.low }
            }
        };
        let better = (0..versions[side])
            .filter(|&own| own != present && games(own).len() > 1 && games(present).len() > 1)
            .map(|own| (own, gain(own)))
            .filter(|(_, gain)| gain.low > 0.0)
            .max_by(|a, b| a.1.value.total_cmp(&b.1.value).then(b.0.cmp(&a.0)));
        match better {
            None => resting += 1,
            Some((own, _)) => {
                resting = 0;
                let then = pair(own);
                // The same pair with the same side to answer goes on as it did before.
                let seen = way.iter().position(|&pair| pair == then);
                way.push(then);
                if let Some(first) = seen {
                    return Some(way.split_off(first));
                }
            }
        }
        side = side.other();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::tests::Plain;

    /// Games worth what the table says, with a little luck.
    fn meetings(table: &[&[f64]]) -> (Meetings, BySide<usize>) {
        let mut meetings = Meetings::new();
        for (german, row) in table.iter().enumerate() {
            for (allied, worth) in row.iter().enumerate() {
                let games = (0..60).map(|game| worth + f64::from(game % 2) / 10.0);
                meetings.insert((german, allied), games.collect());
            }
        }
        (meetings, BySide { german: table.len(), allied: table[0].len() })
    }

    #[test]
    fn answers_that_come_to_rest_are_no_circle() {
        let (meetings, versions) = meetings(&[&[0.2, 0.1], &[0.6, 0.5]]);
        assert_eq!(circle(&meetings, versions, &Plain), None);
    }

    #[test]
    fn stone_scissors_paper_goes_round() {
        let (meetings, versions) = meetings(&[&[0.2, 0.8], &[0.8, 0.2]]);
        let found = circle(&meetings, versions, &Plain);
        assert_eq!(found, Some(vec![(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)]));
    }

    #[test]
    fn what_luck_can_explain_is_no_answer() {
        let (meetings, versions) = meetings(&[&[0.50, 0.51], &[0.51, 0.50]]);
        assert_eq!(circle(&meetings, versions, &Plain), None);
    }
}
