//! The map's vocabulary: hexes, directions, printed columns and rows.

use core::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A hex of the map in play, as its place in the map's list of hexes: dense, ordered, small.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct HexId(pub u16);

impl HexId {
    /// The hex's place in arrays that hold one value a hex.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One of the six neighbours of a flat-topped hex, clockwise from north.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Direction {
    /// North.
    N,
    /// North-east.
    Ne,
    /// South-east.
    Se,
    /// South.
    S,
    /// South-west.
    Sw,
    /// North-west.
    Nw,
}

impl Direction {
    /// All six, clockwise from north.
    pub const ALL: [Direction; 6] =
        [Direction::N, Direction::Ne, Direction::Se, Direction::S, Direction::Sw, Direction::Nw];

    /// Its place in [`Direction::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction back.
    #[must_use]
    #[inline]
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 3) % 6]
    }

    /// The bit that stands for it in a set of directions.
    #[inline]
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The printed word, e.g. `NE`.
    pub const fn word(self) -> &'static str {
        ["N", "NE", "SE", "S", "SW", "NW"][self as usize]
    }

    /// Reads the printed word.
    pub fn from_word(word: &str) -> Option<Direction> {
        Direction::ALL.into_iter().find(|d| d.word() == word)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Column and row as printed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Coord {
    /// First printed number (or what stands for the column).
    pub column: i16,
    /// Second printed number (or what stands for the row).
    pub row: i16,
}

/// Hexes between two places in cube coordinates.
#[inline]
pub(crate) fn apart((q1, r1): (i32, i32), (q2, r2): (i32, i32)) -> u16 {
    let (dq, dr) = (q1 - q2, r1 - r2);
    ((dq.abs() + dr.abs() + (dq + dr).abs()) / 2) as u16
}
