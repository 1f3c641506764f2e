//! How the number of a hex is written: digits or letters, which comes first, what stands between.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::{self, Write as _};
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Coord;

/// How the number of a hex is written, as a picture of it: `C` stands for a digit of the column, `R` for one of the
/// row; `c` and `r` for a column or row that goes by letters (A to Z, then AA, BB); anything between is printed.
///
/// | style | example |
/// |---|---|
/// | `CC.RR` | `06.04`, two digits at least |
/// | `RRCC` | `0406`, two digits each |
/// | `C.RR` | `6.04`, the column without a leading zero |
/// | `c-R` | `F-26`, the column by letter |
///
/// ```
/// use engine::{Coord, LabelStyle};
///
/// let style: LabelStyle = "c-R".parse().unwrap();
/// assert_eq!(style.parse("F-26"), Some(Coord { column: 6, row: 26 }));
/// assert_eq!(style.write(Coord { column: 27, row: 3 }), "AA-3");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct LabelStyle {
    first: Part,
    between: Option<char>,
    second: Part,
}

/// One half of a number.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Part {
    axis: Axis,
    /// Digits at least; `None` for letters.
    digits: Option<u8>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Axis {
    Column,
    Row,
}

/// A style that cannot be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelStyleFault;

impl fmt::Display for LabelStyleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "not a style of hex numbers; expected one such as `CC.RR`, `RRCC`, `C.RR` or `c-R`",
        )
    }
}

/// Most digits of one half that has a mark after it or stands last.
const MOST_DIGITS: usize = 3;
/// Most letters of one half.
const MOST_LETTERS: usize = 4;

impl LabelStyle {
    /// Column, point, row, two digits each at least: `06.04`.
    pub const CC_RR: LabelStyle = LabelStyle {
        first: Part { axis: Axis::Column, digits: Some(2) },
        between: Some('.'),
        second: Part { axis: Axis::Row, digits: Some(2) },
    };
    /// Row and column, two digits each: `0406`.
    pub const RRCC: LabelStyle = LabelStyle {
        first: Part { axis: Axis::Row, digits: Some(2) },
        between: None,
        second: Part { axis: Axis::Column, digits: Some(2) },
    };

    /// Reads a number.
    pub fn parse(self, label: &str) -> Option<Coord> {
        let (first, second) = match self.between {
            Some(between) => label.split_once(between)?,
            None => label.split_at_checked(self.seam(label)?)?,
        };
        // Digits that follow digits without a mark are as many as the style says.
        let run_on = self.between.is_none() && self.first.digits.is_some();
        let most = if run_on { 0 } else { MOST_DIGITS };
        let (first, second) = (self.first.parse(first, most)?, self.second.parse(second, most)?);
        Some(match self.first.axis {
            Axis::Column => Coord { column: first, row: second },
            Axis::Row => Coord { column: second, row: first },
        })
    }

    /// Writes a number.
    pub fn write(self, at: Coord) -> String {
        let mut label = String::new();
        self.first.write(at, &mut label);
        label.extend(self.between);
        self.second.write(at, &mut label);
        label
    }

    /// What a spreadsheet has made of a number that it took for a number or a date, in words; `None` for what no
    /// spreadsheet does.
    pub fn spoilt(self, label: &str) -> Option<String> {
        if self.parse(label).is_some() {
            return None;
        }
        if let Some(before) = self.before(label) {
            return Some(format!("was {before} until a spreadsheet took it for a number"));
        }
        // `01.10` becomes `01. Oct`, `1-Oct` or `01.10.2026`.
        let parts = || label.split(['.', '-', '/', ' ']).filter(|part| !part.is_empty());
        let numbers = parts().filter(|part| all_digits(part, 4)).count();
        let months = parts()
            .filter(|part| part.chars().count() <= 9 && part.chars().all(char::is_alphabetic))
            .count();
        let dated = matches!((numbers, months), (1 | 2, 1) | (3, 0))
            && parts().count() == numbers + months
            && label.contains(['.', '-', '/']);
        dated.then(|| "was a hex number until a spreadsheet took it for a date".into())
    }

    /// The number that a spreadsheet has cut zeros from.
    fn before(self, label: &str) -> Option<String> {
        let (first, second) = (usize::from(self.first.digits?), usize::from(self.second.digits?));
        match self.between {
            // A decimal number: zeros in front of it and at its end are gone, the point may have become a comma.
            Some('.') => label
                .split_once(['.', ','])
                .filter(|(a, b)| all_digits(a, MOST_DIGITS) && all_digits(b, second))
                .map(|(a, b)| format!("{a:0>first$}.{b:0<second$}")),
            None => {
                let whole = first + second;
                Some(label)
                    .filter(|label| all_digits(label, whole - 1))
                    .map(|label| format!("{label:0>whole$}"))
            }
            Some(_) => None,
        }
    }

    /// Where the second half begins in a number with nothing between its halves.
    fn seam(self, label: &str) -> Option<usize> {
        match self.first.digits {
            Some(digits) => Some(usize::from(digits)),
            None => label.find(|letter: char| !letter.is_ascii_uppercase()),
        }
    }
}

impl Part {
    /// Reads one half; up to `most` digits, or exactly those of the style.
    fn parse(self, text: &str, most: usize) -> Option<i16> {
        match self.digits {
            Some(least) => {
                let least = usize::from(least);
                let fits = (least..=most.max(least)).contains(&text.len());
                if fits && all_digits(text, text.len()) { text.parse().ok() } else { None }
            }
            None => {
                let letter = text.bytes().next().filter(u8::is_ascii_uppercase)?;
                let same = text.len() <= MOST_LETTERS && text.bytes().all(|other| other == letter);
                same.then(|| i16::from(letter - b'A') + 1 + 26 * (text.len() as i16 - 1))
            }
        }
    }

    fn write(self, at: Coord, label: &mut String) {
        let number = match self.axis {
            Axis::Column => at.column,
            Axis::Row => at.row,
        };
        match self.digits {
            None if (1..=26 * MOST_LETTERS as i16).contains(&number) => {
                let letter = char::from(b'A' + ((number - 1) % 26) as u8);
                label.extend(core::iter::repeat_n(
                    letter,
                    1 + usize::from((number - 1) as u16 / 26),
                ));
            }
            // Nobody prints such a row; in a text it must not look like one that is printed.
            None => label.push_str(&number.to_string()),
            Some(least) => {
                let _ = write!(label, "{number:0width$}", width = usize::from(least));
            }
        }
    }
}

fn all_digits(text: &str, most: usize) -> bool {
    (1..=most).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
}

impl FromStr for LabelStyle {
    type Err = LabelStyleFault;

    fn from_str(picture: &str) -> Result<Self, LabelStyleFault> {
        let (first, rest) = part(picture)?;
        let between = rest.chars().next().filter(|c| !c.is_ascii_alphanumeric());
        let (second, rest) = part(&rest[between.map_or(0, char::len_utf8)..])?;
        // Without a mark between them the halves must be told apart: by their digits, or letters from digits.
        let apart = between.is_some() || second.digits.is_some();
        if rest.is_empty() && first.axis != second.axis && apart {
            Ok(LabelStyle { first, between, second })
        } else {
            Err(LabelStyleFault)
        }
    }
}

/// The half that a picture begins with, and what follows it.
fn part(picture: &str) -> Result<(Part, &str), LabelStyleFault> {
    let sign = picture.chars().next().ok_or(LabelStyleFault)?;
    let axis = match sign {
        'C' | 'c' => Axis::Column,
        'R' | 'r' => Axis::Row,
        _ => return Err(LabelStyleFault),
    };
    let rest = picture.trim_start_matches(sign);
    let signs = picture.len() - rest.len();
    let digits = sign.is_ascii_uppercase().then_some(signs as u8);
    if signs > if digits.is_some() { MOST_DIGITS } else { 1 } {
        return Err(LabelStyleFault);
    }
    Ok((Part { axis, digits }, rest))
}

impl fmt::Display for LabelStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = |part: Part, f: &mut fmt::Formatter<'_>| {
            let sign = match (part.axis, part.digits) {
                (Axis::Column, Some(_)) => 'C',
                (Axis::Column, None) => 'c',
                (Axis::Row, Some(_)) => 'R',
                (Axis::Row, None) => 'r',
            };
            (0..part.digits.unwrap_or(1)).try_for_each(|_| f.write_char(sign))
        };
        half(self.first, f)?;
        self.between.map_or(Ok(()), |between| f.write_char(between))?;
        half(self.second, f)
    }
}

impl TryFrom<String> for LabelStyle {
    type Error = LabelStyleFault;

    fn try_from(picture: String) -> Result<Self, LabelStyleFault> {
        picture.parse()
    }
}

impl From<LabelStyle> for String {
    fn from(style: LabelStyle) -> String {
        style.to_string()
    }
}
