//! The shipped bots, and the seats of those that others write.

mod chair;
mod first;
mod planned;
pub(crate) mod program;
mod random;
mod scored;
pub(crate) mod script;
mod search;
mod stage;

use engine::{Policy, Side};

pub(crate) use chair::{Chair, Trouble};
pub(crate) use first::First;
pub(crate) use planned::{bind, planned};
pub use program::{Program, ProgramTerms};
pub(crate) use random::Random;
pub use scored::{Applies, Scored};
pub(crate) use scored::{Briefed, Weights};
pub use script::Script;
pub use search::Search;
pub(crate) use search::{Searcher, Seat, doctrines_of};
pub use stage::Stage;

use crate::complaint::Complaint;
use crate::order;
use crate::play::Playable;
use crate::strategy::Brain;

impl Brain {
    /// What is made ready of it for a scenario before the first game; what is wrong with its orders goes to `complaints`.
    pub(crate) fn briefed<P: Playable>(
        &self,
        start: &P,
        side: Side,
        complaints: &mut Vec<Complaint>,
    ) -> Briefed<P::Guide> {
        match self {
            Brain::Scored(scored) => {
                scored.briefed::<P>(order::book(scored.orders(), start, side, complaints))
            }
            _ => Briefed::default(),
        }
    }

    /// A player of one game, with what was made ready of the strategy for its scenario; not of a search, which needs more.
    pub(crate) fn player<'a, P: Playable + 'a>(
        &'a self,
        briefed: &'a Briefed<P::Guide>,
        chair: Chair<'a>,
    ) -> Box<dyn Policy<P> + 'a> {
        match self {
            Brain::Script(script) => Box::new(script.player(chair)),
            Brain::Program(program) => Box::new(program.player(chair)),
            _ => self.bot(briefed),
        }
    }

    /// The same of a strategy that neither is somebody else's code nor looks ahead.
    pub(crate) fn bot<'a, P: Playable + 'a>(
        &'a self,
        briefed: &'a Briefed<P::Guide>,
    ) -> Box<dyn Policy<P> + 'a> {
        match self {
            Brain::First => Box::new(First),
            Brain::Random => Box::new(Random),
            Brain::Scored(_) => Box::new(briefed.player()),
            other => unreachable!("{other:?} is no bot of its own"),
        }
    }
}
