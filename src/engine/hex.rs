//! The map's vocabulary: hexes, directions, and the printed numbers.

use alloc::format;
use alloc::string::String;
use core::fmt;

use serde::{Deserialize, Serialize};

/// A hex of the map in play: dense, ordered, small. Only a [`crate::Map`] makes them.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HexId(pub u16);

impl HexId {
    /// The hex's place in arrays that hold one value a hex.
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
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction back.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 3) % 6]
    }

    /// The bit that stands for it in a set of directions.
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

/// How a printed game numbers its hexes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Numbering {
    /// `CC.RR`: flat-topped hexes, rows grow southward, even columns half a hex lower
    /// (Operation Mercury; follows from its example in 2.10).
    ColumnRowEvenLow,
    /// `RRCC`: flat-topped hexes, rows counted from the south, odd columns half a hex higher
    /// (the impulse games; follows from their lists of edge hexes).
    RowColumnOddHigh,
}

impl Numbering {
    /// Reads a printed number.
    pub fn parse(self, label: &str) -> Option<Coord> {
        match self {
            Numbering::ColumnRowEvenLow => {
                let (column, row) = label.split_once('.')?;
                let number = |digits: &str| -> Option<i16> {
                    let plain = (2..=3).contains(&digits.len())
                        && digits.bytes().all(|b| b.is_ascii_digit());
                    if plain { digits.parse().ok() } else { None }
                };
                Some(Coord { column: number(column)?, row: number(row)? })
            }
            Numbering::RowColumnOddHigh => {
                let plain = label.len() == 4 && label.bytes().all(|b| b.is_ascii_digit());
                let number: i16 = if plain { label.parse().ok()? } else { return None };
                Some(Coord { column: number % 100, row: number / 100 })
            }
        }
    }

    /// What a spreadsheet has made of a printed number that it took for a number or a date, in words; `None` for
    /// what no spreadsheet does.
    pub fn spoilt(self, label: &str) -> Option<String> {
        if self.parse(label).is_some() {
            return None;
        }
        let digits = |part: &str, most: usize| {
            (1..=most).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit())
        };
        let before = match self {
            Numbering::ColumnRowEvenLow => label
                .split_once(['.', ','])
                .filter(|(column, row)| digits(column, 3) && digits(row, 2))
                .map(|(column, row)| format!("{column:0>2}.{row:0<2}")),
            Numbering::RowColumnOddHigh => {
                Some(label).filter(|label| digits(label, 3)).map(|label| format!("{label:0>4}"))
            }
        };
        if let Some(before) = before {
            return Some(format!("was {before} until a spreadsheet took it for a number"));
        }
        // `01.10` becomes `01. Oct`, `1-Oct` or `01.10.2026`.
        let parts = || label.split(['.', '-', '/', ' ']).filter(|part| !part.is_empty());
        let numbers = parts().filter(|part| digits(part, 4)).count();
        let months = parts()
            .filter(|part| part.chars().count() <= 9 && part.chars().all(char::is_alphabetic))
            .count();
        let dated = matches!((numbers, months), (1 | 2, 1) | (3, 0))
            && parts().count() == numbers + months
            && label.contains(['.', '-', '/']);
        dated.then(|| "was a hex number until a spreadsheet took it for a date".into())
    }

    /// Writes a printed number.
    pub fn label(self, at: Coord) -> String {
        match self {
            Numbering::ColumnRowEvenLow => format!("{:02}.{:02}", at.column, at.row),
            Numbering::RowColumnOddHigh => format!("{:02}{:02}", at.row, at.column),
        }
    }

    /// The coordinates of a neighbour.
    pub fn neighbour(self, at: Coord, direction: Direction) -> Coord {
        match self {
            Numbering::ColumnRowEvenLow => {
                let low = i16::from(at.column % 2 == 0);
                let (column, row) = match direction {
                    Direction::N => (0, -1),
                    Direction::Ne => (1, low - 1),
                    Direction::Se => (1, low),
                    Direction::S => (0, 1),
                    Direction::Sw => (-1, low),
                    Direction::Nw => (-1, low - 1),
                };
                Coord { column: at.column + column, row: at.row + row }
            }
            Numbering::RowColumnOddHigh => {
                upside_down(Numbering::ColumnRowEvenLow.neighbour(upside_down(at), direction))
            }
        }
    }

    /// Cube coordinates `(q, r)`; the third is `-q-r`.
    pub fn cube(self, at: Coord) -> (i32, i32) {
        match self {
            Numbering::ColumnRowEvenLow => {
                let (column, row) = (i32::from(at.column), i32::from(at.row));
                // Rows above the diagonal that slopes through even-low columns.
                (column, row - (column + 1).div_euclid(2))
            }
            Numbering::RowColumnOddHigh => Numbering::ColumnRowEvenLow.cube(upside_down(at)),
        }
    }

    /// Hexes from one to the other.
    pub fn distance(self, from: Coord, to: Coord) -> u16 {
        apart(self.cube(from), self.cube(to))
    }

    /// The centre of a hex in a picture whose hexes are 2 wide from corner to corner
    /// (x grows east, y grows south).
    pub fn centre(self, at: Coord) -> (i32, i32) {
        match self {
            // In halves of a column pitch (1.5) and of a row pitch (√3): integers stay exact.
            Numbering::ColumnRowEvenLow => {
                (i32::from(at.column) * 2, i32::from(at.row) * 2 + i32::from(at.column % 2 == 0))
            }
            Numbering::RowColumnOddHigh => Numbering::ColumnRowEvenLow.centre(upside_down(at)),
        }
    }
}

/// Hexes between two places in cube coordinates.
pub(crate) fn apart((q1, r1): (i32, i32), (q2, r2): (i32, i32)) -> u16 {
    let (dq, dr) = (q1 - q2, r1 - r2);
    ((dq.abs() + dr.abs() + (dq + dr).abs()) / 2) as u16
}

/// Rows counted from the other edge: the two layouts are one grid seen from its two ends.
const fn upside_down(at: Coord) -> Coord {
    Coord { column: at.column, row: -at.row }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn what_a_spreadsheet_makes_of_a_number_is_known_again() {
        let said = |numbering: Numbering, label: &str| numbering.spoilt(label).unwrap_or_default();
        let dotted = Numbering::ColumnRowEvenLow;
        for (label, before) in [
            ("1.1", "01.10"),
            ("1.01", "01.01"),
            ("6.04", "06.04"),
            ("06,04", "06.04"),
            ("12.1", "12.10"),
            ("108.4", "108.40"),
        ] {
            assert!(said(dotted, label).contains(&format!("was {before} until")), "{label}");
        }
        let plain = Numbering::RowColumnOddHigh;
        for (label, before) in [("101", "0101"), ("904", "0904"), ("24", "0024")] {
            assert!(said(plain, label).contains(&format!("was {before} until")), "{label}");
        }
        for label in ["01. Oct", "1-Oct", "01.Okt", "01.10.2026", "10/01/2026"] {
            assert!(said(dotted, label).contains("a date"), "{label}");
        }
        for label in ["01.10", "", "x", "port", "1", "99.999", "-1.1"] {
            assert_eq!(dotted.spoilt(label), None, "{label}");
        }
        for label in ["0904", "", "09.4", "09041"] {
            assert_eq!(plain.spoilt(label), None, "{label}");
        }
    }

    /// Neighbours of 1008 and 0807 as the impulse games' maps have them.
    #[test]
    fn rows_from_the_south_with_odd_columns_high() {
        let near = |label: &str| -> Vec<String> {
            let numbering = Numbering::RowColumnOddHigh;
            let at = numbering.parse(label).expect("a printed number");
            Direction::ALL.map(|d| numbering.label(numbering.neighbour(at, d))).to_vec()
        };
        assert_eq!(near("1008"), ["1108", "1009", "0909", "0908", "0907", "1007"]);
        assert_eq!(near("0807"), ["0907", "0908", "0808", "0707", "0806", "0906"]);
    }

    #[test]
    fn a_neighbour_is_one_hex_away_and_lies_that_way() {
        for numbering in [Numbering::ColumnRowEvenLow, Numbering::RowColumnOddHigh] {
            for column in 4..6 {
                let at = Coord { column, row: 9 };
                for direction in Direction::ALL {
                    let near = numbering.neighbour(at, direction);
                    assert_eq!(numbering.distance(at, near), 1);
                    assert_eq!(numbering.neighbour(near, direction.opposite()), at);
                    let south = numbering.centre(near).1 - numbering.centre(at).1;
                    let expected = [-2, -1, 1, 2, 1, -1][direction.index()];
                    assert_eq!(south, expected, "{numbering:?} {at:?} {direction}");
                }
            }
        }
    }

    #[test]
    fn printed_numbers_read_back() {
        let numbering = Numbering::RowColumnOddHigh;
        for label in ["0101", "1513", "2014"] {
            assert_eq!(numbering.label(numbering.parse(label).expect("a number")), label);
        }
        for bad in ["15.13", "151", "15133", "a513", "+513"] {
            assert_eq!(numbering.parse(bad), None, "{bad}");
        }
    }
}
