//! Odds of an attack as whole numbers, and combat tables with a column for each.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde_spanned::Spanned;

use crate::{At, Faults};

/// In whose favour odds are rounded that are no whole numbers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// The defender's, as nearly every game prints it: 7 against 2 is 3:1, and 4 against 9 is 1:3.
    Defender,
    /// The attacker's: 7 against 2 is 4:1, and 4 against 9 is 1:2.
    Attacker,
    /// Nobody's: to the nearest whole number of the larger strength over the smaller, a half up. 7 against 3 is 2:1, 5
    /// against 2 is 3:1, and 2 against 5 is 1:3.
    Nearest,
}

/// The odds of an attack in whole numbers: 3:1, 1:1, 1:2.
///
/// ```
/// use engine::{Ratio, Rounding};
///
/// assert_eq!(Ratio::of(7, 2, Rounding::Defender).to_string(), "3:1");
/// assert_eq!(Ratio::of(4, 9, Rounding::Defender).to_string(), "1:3");
/// assert_eq!(Ratio::of(4, 9, Rounding::Attacker).to_string(), "1:2");
/// assert_eq!(Ratio::read("3-1"), Ratio::read("3:1"));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ratio(i16);

impl Ratio {
    /// Odds beyond this, either way, are taken as this.
    pub const MOST: u16 = 100;

    /// The odds of two strengths. A strength of 0 counts as 1.
    #[inline]
    pub fn of(attack: u16, defence: u16, rounding: Rounding) -> Ratio {
        let (attack, defence) = (attack.max(1), defence.max(1));
        let for_attacker = attack >= defence;
        let (more, less) = if for_attacker { (attack, defence) } else { (defence, attack) };
        // The larger strength is so many times the smaller one: rounded down it is worth less to its side.
        let times = match (rounding, for_attacker) {
            (Rounding::Defender, true) | (Rounding::Attacker, false) => more / less,
            (Rounding::Defender, false) | (Rounding::Attacker, true) => more.div_ceil(less),
            (Rounding::Nearest, _) => more / less + u16::from(more % less >= less.div_ceil(2)),
        };
        let steps = times.min(Ratio::MOST) as i16 - 1;
        Ratio(if for_attacker { steps } else { -steps })
    }

    /// Reads odds as printed: `3:1` or `1-2`, one of the two numbers being 1.
    pub fn read(text: &str) -> Option<Ratio> {
        let (attack, defence) = text.split_once([':', '-'])?;
        let number =
            |text: &str| text.trim().parse::<u16>().ok().filter(|n| (1..=Ratio::MOST).contains(n));
        match (number(attack)?, number(defence)?) {
            (times, 1) => Some(Ratio(times as i16 - 1)),
            (1, times) => Some(Ratio(1 - times as i16)),
            _ => None,
        }
    }

    /// Reads two strengths such as `12:5` and gives their odds.
    ///
    /// # Errors
    /// A sentence that says what was expected.
    ///
    /// ```
    /// use engine::{Ratio, Rounding};
    ///
    /// assert_eq!(Ratio::of_text("12:5", Rounding::Defender), Ok(Ratio::of(2, 1, Rounding::Defender)));
    /// assert!(Ratio::of_text("12:0", Rounding::Defender).unwrap_err().contains("12:0"));
    /// ```
    pub fn of_text(text: &str, rounding: Rounding) -> Result<Ratio, String> {
        text.split_once(':')
            .and_then(|(a, d)| Some((a.trim().parse().ok()?, d.trim().parse().ok()?)))
            .filter(|&(a, d): &(u16, u16)| a > 0 && d > 0)
            .map(|(a, d)| Ratio::of(a, d, rounding))
            .ok_or_else(|| format!("odds {text:?} are not two strengths such as `12:5`"))
    }

    /// Columns to the right of 1:1, negative to the left, on a table that has them all.
    #[inline]
    pub const fn steps(self) -> i16 {
        self.0
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 >= 0 { write!(f, "{}:1", self.0 + 1) } else { write!(f, "1:{}", 1 - self.0) }
    }
}

/// A combat table as printed: a column for each of the odds, a row for each face of the dice.
///
/// Odds past either end use the last column there, and so do shifts; dice past either end use the last row there.
///
/// ```
/// # use engine::{At, CombatTable, Faults, Ratio, Rounding, TableShape};
/// # use serde_spanned::Spanned;
/// # let cell = |text: &str| Spanned::new(0..0, text.to_string());
/// # let columns = Spanned::new(0..0, ["1:2", "1:1", "2:1"].map(String::from).to_vec());
/// # let rows = Spanned::new(0..0, vec![["AE", "NE", "DR"].map(cell).to_vec(), ["NE", "DR", "DE"].map(cell).to_vec()]);
/// let shape = TableShape { headings: &["1:2", "1:1", "2:1"], faces: 1..=2, expected: "one die, AE to DE" };
/// let read = |cell: &str| Some(cell.to_string());
/// let table = CombatTable::new("tables/crt", &columns, &rows, &shape, read, &mut Faults::default()).unwrap();
/// let column = table.column(Ratio::of(5, 2, Rounding::Defender)) - 1; // a shift to the left for terrain
/// assert_eq!(table.result(column, 2), "DR");
/// assert_eq!(table.heading(column), "1:1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombatTable<R> {
    headings: Vec<String>,
    /// The odds of the first column.
    first: Ratio,
    /// The lowest face.
    low: i16,
    /// Row by row.
    cells: Vec<R>,
}

/// What a combat table of a game looks like.
#[derive(Clone, Debug)]
pub struct TableShape<'a> {
    /// Its odds, from the attacker's worst.
    pub headings: &'a [&'a str],
    /// Faces of the die, or sums of the dice.
    pub faces: core::ops::RangeInclusive<i16>,
    /// The same in words, for those who wrote something else.
    pub expected: &'a str,
}

impl<R> CombatTable<R> {
    /// Believes the columns and rows of a file and reads its cells, or notes what is wrong with them.
    pub fn new(
        file: &str,
        columns: &Spanned<Vec<String>>,
        rows: &Spanned<Vec<Vec<Spanned<String>>>>,
        shape: &TableShape<'_>,
        read: impl Fn(&str) -> Option<R>,
        faults: &mut Faults,
    ) -> Option<CombatTable<R>> {
        let before = faults.len();
        let headings = columns.get_ref();
        let at = |columns: &Spanned<Vec<String>>| At::value(file, "columns", columns);
        if headings.iter().ne(shape.headings) {
            let problem = format!("columns {}", headings.join(", "));
            faults.add(at(columns), problem, shape.expected);
        }
        let odds: Vec<Option<Ratio>> = headings.iter().map(|text| Ratio::read(text)).collect();
        for (text, _) in headings.iter().zip(&odds).filter(|(_, odds)| odds.is_none()) {
            faults.add(
                at(columns),
                format!("column {text:?} is no odds"),
                "such as `3:1` or `1:2`",
            );
        }
        let follows = |pair: &[Option<Ratio>]| match pair {
            [Some(one), Some(next)] => one.0 + 1 == next.0,
            _ => true,
        };
        if !odds.windows(2).all(follows) {
            let expected = "odds that rise by one from column to column";
            faults.add(at(columns), "columns that do not follow one another", expected);
        }
        let list = At::value(file, "rows", rows);
        let rows = rows.get_ref();
        if rows.len() != shape.faces.clone().count() {
            faults.add(list, format!("{} rows", rows.len()), shape.expected);
        }
        let mut cells = Vec::with_capacity(rows.len() * headings.len());
        for (number, row) in rows.iter().enumerate() {
            if row.len() != headings.len() {
                let problem = format!("row {} has {} cells", number + 1, row.len());
                faults.add(list, problem, shape.expected);
            }
            for cell in row {
                match read(cell.get_ref()) {
                    Some(result) => cells.push(result),
                    None => {
                        let problem = format!("cell {:?} is no result", cell.get_ref());
                        faults.add(At::value(file, "rows", cell), problem, shape.expected);
                    }
                }
            }
        }
        let first = odds.first().copied().flatten()?;
        let low = *shape.faces.start();
        let whole = faults.len() == before;
        whole.then(|| CombatTable { headings: headings.clone(), first, low, cells })
    }

    /// The column of odds, from 0, before any shift: odds that the table does not have lie past its ends.
    #[inline]
    pub fn column(&self, odds: Ratio) -> i16 {
        odds.0 - self.first.0
    }

    /// A column, or the last one on its side.
    #[inline]
    pub fn clamp(&self, column: i16) -> usize {
        column.clamp(0, self.headings.len() as i16 - 1) as usize
    }

    /// The odds over a column.
    pub fn heading(&self, column: i16) -> &str {
        &self.headings[self.clamp(column)]
    }

    /// The odds over the columns.
    pub fn headings(&self) -> &[String] {
        &self.headings
    }

    /// The result under a column for a die with its modifiers.
    pub fn result(&self, column: i16, die: i16) -> &R {
        let last = (self.cells.len() / self.headings.len()) as i16 - 1;
        let row = (die - self.low).clamp(0, last) as usize;
        &self.cells[row * self.headings.len() + self.clamp(column)]
    }
}
