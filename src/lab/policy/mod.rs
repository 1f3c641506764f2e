//! The shipped bots.

mod first;
mod planned;
mod random;
mod scored;
mod stage;

use engine::{Appraise, Policy};

pub(crate) use first::First;
pub(crate) use planned::{Planned, planned};
pub(crate) use random::Random;
pub use scored::{Applies, Scored};
pub(crate) use scored::{Briefed, Weights};
pub use stage::Stage;

use crate::strategy::Brain;

impl Brain {
    /// A player of one game, with what was made ready of the strategy for its scenario.
    pub(crate) fn player<'a, P: Appraise + 'a>(
        &self,
        briefed: &'a Briefed<P::Guide>,
    ) -> Box<dyn Policy<P> + 'a> {
        match self {
            Brain::First => Box::new(First),
            Brain::Random => Box::new(Random),
            Brain::Scored(_) => Box::new(briefed.player()),
        }
    }
}
