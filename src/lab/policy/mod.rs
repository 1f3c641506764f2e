//! The shipped bots, and the seats of those that others write.

mod chair;
mod first;
mod planned;
pub(crate) mod program;
mod random;
mod scored;
pub(crate) mod script;
mod stage;

use engine::Policy;

pub(crate) use chair::{Chair, Trouble};
pub(crate) use first::First;
pub(crate) use planned::{Planned, planned};
pub use program::{Program, ProgramTerms};
pub(crate) use random::Random;
pub use scored::{Applies, Scored};
pub(crate) use scored::{Briefed, Weights};
pub use script::Script;
pub use stage::Stage;

use crate::play::Playable;
use crate::strategy::Brain;

impl Brain {
    /// A player of one game, with what was made ready of the strategy for its scenario.
    pub(crate) fn player<'a, P: Playable + 'a>(
        &'a self,
        briefed: &'a Briefed<P::Guide>,
        chair: Chair<'a>,
    ) -> Box<dyn Policy<P> + 'a> {
        match self {
            Brain::First => Box::new(First),
            Brain::Random => Box::new(Random),
            Brain::Scored(_) => Box::new(briefed.player()),
            Brain::Script(script) => Box::new(script.player(chair)),
            Brain::Program(program) => Box::new(program.player(chair)),
        }
    }
}
