//! The shipped bots, and the seats of those that others write.

mod chair;
mod first;
mod planned;
pub(crate) mod program;
mod random;
mod scored;
pub(crate) mod script;

use engine::Policy;

pub(crate) use chair::{Chair, Trouble};
pub(crate) use first::First;
pub(crate) use planned::{Planned, planned};
pub use program::{Program, ProgramTerms};
pub(crate) use random::Random;
pub use scored::{Scored, Stage};
pub use script::Script;

use crate::play::Playable;
use crate::strategy::Brain;

impl Brain {
    /// A player of one game.
    pub(crate) fn player<'a, P: Playable + 'a>(
        &'a self,
        chair: Chair<'a>,
    ) -> Box<dyn Policy<P> + 'a> {
        match self {
            Brain::First => Box::new(First),
            Brain::Random => Box::new(Random),
            Brain::Scored(scored) => Box::new(scored.player(P::FEATURES.len())),
            Brain::Script(script) => Box::new(script.player(chair)),
            Brain::Program(program) => Box::new(program.player(chair)),
        }
    }
}
