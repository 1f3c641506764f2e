//! What a table's odds promised, compared with what the dice gave.

use engine::DropOdds;
use lab::{DropRow, PARTS};
use serde::{Deserialize, Serialize};

use crate::Promise;
use crate::estimate::Interval;
use crate::ratio::{Clusters, Total};

/// Expected and observed over the units of each game; expectations are in parts of one.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Against {
    expected: Total,
    observed: Total,
    excess: Total,
}

impl Against {
    /// Adds a game in which `units` units rolled a die.
    pub(crate) fn add(&mut self, units: i64, expected: i64, observed: i64) {
        self.expected.add(units, expected);
        self.observed.add(units, observed);
        self.excess.add(units, observed * PARTS - expected);
    }

    pub(crate) fn merge(&mut self, other: Against) {
        self.expected.merge(other.expected);
        self.observed.merge(other.observed);
        self.excess.merge(other.excess);
    }

    /// Something that a unit either has or does not have.
    pub(crate) fn share(self, cast: Clusters) -> Promise {
        Promise { observed: self.observed.share(cast), ..self.mean(cast) }
    }

    /// Something that units have in some amount.
    pub(crate) fn mean(self, cast: Clusters) -> Promise {
        Promise {
            expected: self.expected.mean_in(cast, PARTS, Interval::FROM_0),
            observed: self.observed.count(cast),
            excess: self.excess.mean_in(cast, PARTS, Interval::ANY),
        }
    }
}

/// The expectation of some drops, in parts of one.
pub(crate) fn promised(drops: &[&DropRow], of: impl Fn(&DropOdds) -> i64) -> i64 {
    let odds = drops.iter().flat_map(|drop| &drop.facts.odds);
    odds.map(|odds| i64::from(odds.ways) * of(odds) * PARTS / i64::from(odds.of)).sum()
}
