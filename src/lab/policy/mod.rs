//! The shipped bots.

mod first;
mod planned;
mod random;
mod scored;
mod search;

use engine::{Appraise, Policy};

pub(crate) use first::First;
pub(crate) use planned::{Planned, planned};
pub(crate) use random::Random;
pub use scored::{Scored, Stage};
pub use search::Search;
pub(crate) use search::{Searcher, Seat, doctrines_of};

use crate::strategy::Brain;

impl Brain {
    /// A player of one game, unless it is a search: that needs a seat at a scenario first.
    pub(crate) fn player<'a, P: Appraise + 'a>(&'a self) -> Box<dyn Policy<P> + 'a> {
        match self {
            Brain::First => Box::new(First),
            Brain::Random => Box::new(Random),
            Brain::Scored(scored) => Box::new(scored.player(P::FEATURES.len())),
            Brain::Search(search) => unreachable!("{search:?} has no seat"),
        }
    }
}
