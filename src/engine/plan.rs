//! What a plan fixes beforehand: who comes down where, and who sets up where.

use alloc::string::String;
use alloc::vec::Vec;

use crate::{HexId, Position};

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

/// What plans may fix of a game. A plan only chooses among legal decisions: what it asks for and
/// the rules do not allow is left to the strategy.
pub trait Plannable: Position {
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
}
