//! What a plan fixes beforehand: who comes down where, who sets up where and how, and with whom a leader goes.

use alloc::string::String;
use alloc::vec::Vec;

use crate::{HexId, Position, Side};

/// What a plan is about.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlanKind {
    /// Who comes down where.
    Drop,
    /// Who sets up where.
    Setup,
}

impl PlanKind {
    /// Both of them.
    pub const ALL: [PlanKind; 2] = [PlanKind::Drop, PlanKind::Setup];

    /// The word used in files and on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            PlanKind::Drop => "drop",
            PlanKind::Setup => "setup",
        }
    }
}

/// What one decision puts where.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Placing {
    /// A unit (its number in the roster) goes to a hex.
    Unit(u16, HexId),
    /// The units of an entry zone (its number in [`Plannable::zones`]) come next.
    Zone(u16),
    /// A unit (its number in the roster) begins in a way (its number in [`Plannable::WAYS`]).
    Begins(u16, u8),
    /// A leader ([`Leading::leader`]) goes with a unit (its number in the roster).
    Leads(u16, u16),
    /// A serial (its number in [`Plannable::serials`]) is held back in this turn.
    Waits(u16, u16),
}

/// A unit that plans may speak of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placeable {
    /// Number in the roster.
    pub unit: u16,
    /// With whom it comes or sets up, in the scenario's words, e.g. `Stick One`.
    pub group: String,
    /// The hexes it may ever be put in, the likeliest first.
    pub hexes: Vec<HexId>,
}

/// A unit that may begin in more than one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beginning {
    /// Number in the roster.
    pub unit: u16,
    /// Numbers in [`Plannable::WAYS`] of the ways in which it may ever begin, the plainest first.
    pub ways: Vec<u8>,
}

/// A leader who goes with one of several units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leading {
    /// Number among the game's leaders.
    pub leader: u16,
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Owner.
    pub side: Side,
    /// The units he may ever be put with (numbers in the roster), the likeliest first.
    pub units: Vec<u16>,
}

/// Units that land together and may be held back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Name, e.g. `Serial 2`.
    pub name: String,
    /// Its units, by number in the roster.
    pub units: Vec<u16>,
}

/// What plans may fix of a game. A plan only chooses among legal decisions: what it asks for and
/// the rules do not allow is left to the strategy.
pub trait Plannable: Position {
    /// The ways in which units may begin, as plan files name them; none where nothing is chosen.
    const WAYS: &'static [&'static str] = &[];

    /// What `action`, one of the legal ones, puts where; `None` for all other decisions.
    fn placing(_view: Self::View<'_>, _action: Self::Action) -> Option<(PlanKind, Placing)> {
        None
    }
    /// The units that plans of a kind may speak of, each once, in the order in which they come;
    /// none where nothing is chosen.
    fn placeable(&self, _kind: PlanKind) -> Vec<Placeable> {
        Vec::new()
    }
    /// Names of the entry zones whose order a drop plan may fix; none where the rules fix it.
    fn zones(&self) -> Vec<String> {
        Vec::new()
    }
    /// The units of which plans of a kind may say how they begin, each once.
    fn beginnings(&self, _kind: PlanKind) -> Vec<Beginning> {
        Vec::new()
    }
    /// The leaders of whom plans of a kind may say with whom they go, each once.
    fn leadings(&self, _kind: PlanKind) -> Vec<Leading> {
        Vec::new()
    }
    /// Units that land together and that a drop plan may hold back.
    fn serials(&self) -> Vec<Waiting> {
        Vec::new()
    }
}
