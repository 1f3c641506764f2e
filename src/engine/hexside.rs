//! What the sides of a hex have: roads, rivers, bridges, slopes, as a map names them.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::Direction;

/// A kind of feature that hexsides have, declared by the map: an index into its list.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SideId(pub u8);

/// What a map says of a kind of hexside feature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideKind {
    /// Its name, e.g. `river`.
    pub name: String,
    /// Whether it is seen from one side only, as a slope is, which falls away from its hex. A river, a road or a
    /// bridge belongs to both hexes, and both say so.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub directed: bool,
}

impl SideKind {
    /// A kind that both hexes of a hexside have, as a river.
    pub fn shared(name: &str) -> SideKind {
        SideKind { name: name.into(), directed: false }
    }

    /// A kind that only one hex of a hexside has, as a slope.
    pub fn directed(name: &str) -> SideKind {
        SideKind { name: name.into(), directed: true }
    }
}

/// The hexsides of one hex that have each kind of feature: a byte a kind, a bit a direction.
///
/// ```
/// use engine::{Direction, SideId, Sides};
///
/// const ROAD: SideId = SideId(0);
/// let mut sides = Sides::default();
/// sides.add(ROAD, Direction::N);
/// sides.add(ROAD, Direction::Se);
/// assert_eq!(sides.of(ROAD), Direction::N.bit() | Direction::Se.bit());
/// assert_eq!(sides.of(SideId(1)), 0);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<u8>", into = "Vec<u8>")]
pub struct Sides([u8; Sides::MOST]);

impl Sides {
    /// Kinds of hexside features that a map can have.
    pub const MOST: usize = 16;

    /// The hexsides with a feature: bits of [`Direction::bit`].
    #[inline]
    pub fn of(&self, kind: SideId) -> u8 {
        self.0[usize::from(kind.0)]
    }

    /// Adds a feature to a hexside.
    pub fn add(&mut self, kind: SideId, direction: Direction) {
        self.set(kind, self.of(kind) | direction.bit());
    }

    /// Sets the hexsides with a feature: bits of [`Direction::bit`].
    pub fn set(&mut self, kind: SideId, bits: u8) {
        self.0[usize::from(kind.0)] = bits;
    }

    /// Adds all that other sides have.
    pub fn join(&mut self, other: Sides) {
        self.0.iter_mut().zip(other.0).for_each(|(bits, more)| *bits |= more);
    }

    /// Whether no hexside has anything.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; Sides::MOST]
    }
}

/// A byte a kind, in the order of the map's kinds; what is missing at the end is none.
impl From<Vec<u8>> for Sides {
    fn from(bits: Vec<u8>) -> Sides {
        let mut sides = Sides::default();
        sides.0.iter_mut().zip(bits).for_each(|(to, bits)| *to = bits);
        sides
    }
}

impl From<Sides> for Vec<u8> {
    fn from(sides: Sides) -> Vec<u8> {
        let last = sides.0.iter().rposition(|&bits| bits != 0);
        sides.0[..last.map_or(0, |last| last + 1)].to_vec()
    }
}
