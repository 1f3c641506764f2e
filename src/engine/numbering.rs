//! How printed games number their hexes, and which hexes that makes neighbours.

use alloc::string::String;
use core::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::hex::apart;
use crate::{Coord, Direction, LabelStyle};

/// How a printed game numbers its hexes: how a number is written, which columns stand half a hex higher, and from
/// which edge rows are counted.
///
/// Hexes are flat-topped, in straight columns. A map whose straight lines of hexes run across it is turned a
/// quarter: what it calls rows are the columns here.
///
/// ```
/// use engine::{Direction, LabelStyle, Numbering, Parity, RowsFrom};
///
/// // `1.28`: rows counted from the bottom, even columns half a hex higher.
/// let numbering = Numbering {
///     label: "C.RR".parse::<LabelStyle>().unwrap(),
///     high: Parity::Even,
///     rows: RowsFrom::South,
/// };
/// let at = numbering.parse("6.25").unwrap();
/// assert_eq!(numbering.label(numbering.neighbour(at, Direction::Nw)), "5.26");
/// ```
///
/// A map file names one of the two numberings that have a word of their own, or gives the parts:
///
/// ```toml
/// numbering = "column-row-even-low"
/// numbering = { label = "C.RR", high = "even", rows = "from-south" }
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Numbering {
    /// How a number is written.
    pub label: LabelStyle,
    /// The columns that stand half a hex higher, north being up.
    pub high: Parity,
    /// The edge from which rows are counted.
    pub rows: RowsFrom,
}

/// Every other column, by its number.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Parity {
    /// 1, 3, 5 and so on.
    Odd,
    /// 2, 4, 6 and so on.
    Even,
}

/// The edge of the map from which rows are counted.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RowsFrom {
    /// Row numbers grow southward.
    #[serde(rename = "from-north")]
    North,
    /// Row numbers grow northward.
    #[serde(rename = "from-south")]
    South,
}

impl Numbering {
    /// `CC.RR`, rows from the north, even columns half a hex lower: the word is `column-row-even-low`.
    pub const COLUMN_ROW_EVEN_LOW: Numbering =
        Numbering { label: LabelStyle::CC_RR, high: Parity::Odd, rows: RowsFrom::North };
    /// `RRCC`, rows from the south, odd columns half a hex higher: the word is `row-column-odd-high`.
    pub const ROW_COLUMN_ODD_HIGH: Numbering =
        Numbering { label: LabelStyle::RRCC, high: Parity::Odd, rows: RowsFrom::South };

    const WORDS: [(&'static str, Numbering); 2] = [
        ("column-row-even-low", Numbering::COLUMN_ROW_EVEN_LOW),
        ("row-column-odd-high", Numbering::ROW_COLUMN_ODD_HIGH),
    ];

    /// Reads a printed number.
    pub fn parse(self, label: &str) -> Option<Coord> {
        self.label.parse(label)
    }

    /// What a spreadsheet has made of a printed number that it took for a number or a date, in words; `None` for
    /// what no spreadsheet does.
    pub fn spoilt(self, label: &str) -> Option<String> {
        self.label.spoilt(label)
    }

    /// Writes a printed number.
    pub fn label(self, at: Coord) -> String {
        self.label.write(at)
    }

    /// A number as it is printed, for those who wrote something else: `06.04`.
    pub fn example(self) -> String {
        self.label.write(Coord { column: 4, row: 9 })
    }

    /// The coordinates of a neighbour.
    pub fn neighbour(self, at: Coord, direction: Direction) -> Coord {
        let low = self.low(at.column);
        let (column, south) = match direction {
            Direction::N => (0, -1),
            Direction::Ne => (1, low - 1),
            Direction::Se => (1, low),
            Direction::S => (0, 1),
            Direction::Sw => (-1, low),
            Direction::Nw => (-1, low - 1),
        };
        let row = match self.rows {
            RowsFrom::North => at.row + south,
            RowsFrom::South => at.row - south,
        };
        Coord { column: at.column + column, row }
    }

    /// Cube coordinates `(q, r)`; the third is `-q-r`.
    pub fn cube(self, at: Coord) -> (i32, i32) {
        let column = i32::from(at.column);
        // Rows above the diagonal that slopes through the columns.
        let slope = match self.high {
            Parity::Odd => (column + 1).div_euclid(2),
            Parity::Even => column.div_euclid(2),
        };
        (column, self.southward(at) - slope)
    }

    /// Hexes from one to the other.
    pub fn distance(self, from: Coord, to: Coord) -> u16 {
        apart(self.cube(from), self.cube(to))
    }

    /// The centre of a hex in a picture whose hexes are 2 wide from corner to corner
    /// (x grows east, y grows south).
    pub fn centre(self, at: Coord) -> (i32, i32) {
        // In halves of a column pitch (1.5) and of a row pitch (√3): integers stay exact.
        (i32::from(at.column) * 2, self.southward(at) * 2 + i32::from(self.low(at.column)))
    }

    /// 1 for a column that stands half a hex lower, else 0.
    const fn low(self, column: i16) -> i16 {
        match self.high {
            Parity::Odd => (column % 2 == 0) as i16,
            Parity::Even => (column % 2 != 0) as i16,
        }
    }

    /// The row as it would be counted from the north: the two ways are one grid seen from its two ends.
    fn southward(self, at: Coord) -> i32 {
        match self.rows {
            RowsFrom::North => i32::from(at.row),
            RowsFrom::South => -i32::from(at.row),
        }
    }
}

impl Serialize for Numbering {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some((word, _)) = Numbering::WORDS.iter().find(|(_, known)| known == self) {
            return serializer.serialize_str(word);
        }
        Parts { label: self.label, high: self.high, rows: self.rows }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Numbering {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WordOrParts)
    }
}

/// The parts as a file gives them.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Parts {
    label: LabelStyle,
    high: Parity,
    rows: RowsFrom,
}

struct WordOrParts;

impl<'de> Visitor<'de> for WordOrParts {
    type Value = Numbering;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("`column-row-even-low`, `row-column-odd-high`, or `label`, `high` and `rows`")
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<Numbering, E> {
        let known = Numbering::WORDS.iter().find(|(known, _)| *known == word);
        known.map(|&(_, numbering)| numbering).ok_or_else(|| {
            de::Error::unknown_variant(word, &["column-row-even-low", "row-column-odd-high"])
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Numbering, A::Error> {
        let parts = Parts::deserialize(MapAccessDeserializer::new(map))?;
        Ok(Numbering { label: parts.label, high: parts.high, rows: parts.rows })
    }
}
