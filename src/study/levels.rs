//! Victory levels in their order.

use std::collections::BTreeMap;

use engine::Side;

use crate::estimate::goodman;
use crate::games::Group;
use crate::{CONFIDENCE, Estimate, Method, Share};

/// Victory levels from best for the Germans to best for the Allies; games cut off count as a level of their own.
pub(crate) fn shares(names: &[String], groups: &BTreeMap<String, Group>, n: u64) -> Vec<Share> {
    let found: Vec<Option<Group>> = names.iter().map(|name| groups.get(name).copied()).collect();
    let counts: Vec<u64> = found.iter().map(|group| group.map_or(0, |group| group.count)).collect();
    let elsewhere = n - counts.iter().sum::<u64>();
    let mut all = counts.clone();
    if elsewhere > 0 {
        all.push(elsewhere);
    }
    let intervals = goodman(&all, CONFIDENCE);
    let sides = sides_in_order(&found);
    names
        .iter()
        .zip(counts)
        .zip(intervals)
        .zip(sides)
        .map(|(((name, count), interval), side)| Share {
            name: name.clone(),
            count,
            share: Estimate::new(count as f64 / n.max(1) as f64, interval, n, Method::Goodman),
            side,
        })
        .collect()
}

/// The side that each level favours. Levels run from best for the Germans to best for the Allies, so one that no
/// game reached is German above a German level or above a draw, and Allied below an Allied level or a draw.
fn sides_in_order(found: &[Option<Group>]) -> Vec<Option<Side>> {
    let side = |group: &Option<Group>| group.and_then(Group::side);
    let drawn = |group: &Option<Group>| group.is_some_and(Group::drawn);
    let last_german =
        found.iter().rposition(|group| side(group) == Some(Side::German) || drawn(group));
    let first_allied =
        found.iter().position(|group| side(group) == Some(Side::Allied) || drawn(group));
    (0..found.len())
        .map(|level| match found[level] {
            Some(_) => side(&found[level]),
            None if last_german.is_some_and(|last| level < last) => Some(Side::German),
            None if first_allied.is_some_and(|first| level > first) => Some(Side::Allied),
            None => None,
        })
        .collect()
}
