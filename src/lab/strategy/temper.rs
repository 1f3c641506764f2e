//! Strategies in another temper: the same weights, with more or less respect for what they avoid.

use super::{Brain, Strategy};
use crate::complaint::Complaint;

/// How a strategy is played otherwise.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Temper {
    /// What it seeks counts twice.
    Bold,
    /// What it avoids counts twice.
    Careful,
}

impl Temper {
    pub(crate) const ALL: [Temper; 2] = [Temper::Bold, Temper::Careful];

    /// What follows the name of the strategy.
    pub(crate) const fn ending(self) -> &'static str {
        match self {
            Temper::Bold => ":bold",
            Temper::Careful => ":careful",
        }
    }

    /// The name of the strategy and its temper, if a name has one.
    pub(super) fn of(name: &str) -> Option<(&str, Temper)> {
        Temper::ALL.into_iter().find_map(|t| Some((name.strip_suffix(t.ending())?, t)))
    }

    /// The strategy in this temper.
    pub(super) fn change(self, mut strategy: Strategy) -> Result<Strategy, Complaint> {
        let Brain::Scored(scored) = &mut strategy.brain else {
            let problem = format!("`{}` weighs nothing and has no temper", strategy.name);
            return Err(Complaint::whole(self.ending(), problem)
                .expecting("the name of a strategy that weighs, e.g. kastelli-german:bold"));
        };
        let counts_twice = |weight: i32| match self {
            Temper::Bold => weight > 0,
            Temper::Careful => weight < 0,
        };
        *scored = scored.with_weights(|w| if counts_twice(w) { w.saturating_mul(2) } else { w });
        for text in [&mut strategy.name, &mut strategy.called, &mut strategy.hash] {
            text.push_str(self.ending());
        }
        Ok(strategy)
    }
}
