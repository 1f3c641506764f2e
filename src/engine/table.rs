//! Results tables as data: rows by name, columns by number, shifts that clamp.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::Deserialize;

use crate::{At, Faults, Words};

/// A results table as printed. One `[[row]]` of the file is one printed row, so that it can be
/// proof-read against the chart.
///
/// Columns are numbers or spans of numbers: `"3"`, `"6-7"`, `"<=5"`, `"12+"`. They must ascend
/// without gap or overlap; a number below the first or above the last column takes that column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultsTable<R> {
    columns: Vec<(i32, i32)>,
    labels: Vec<String>,
    cells: Vec<Vec<R>>,
}

/// The table as its file has it, before its cells are believed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawTable {
    /// Column headings.
    pub columns: Vec<String>,
    /// Printed rows.
    #[serde(rename = "row")]
    pub rows: Vec<RawRow>,
}

/// One printed row.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawRow {
    /// Name of the row.
    pub label: String,
    /// One cell a column.
    pub cells: Vec<String>,
}

/// What is wrong with a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFault {
    /// Where: `columns`, or the label of a row.
    pub at: String,
    /// What is wrong.
    pub problem: String,
    /// What was expected.
    pub expected: String,
}

impl<R> ResultsTable<R> {
    /// Checks a table and reads its cells with `read`.
    ///
    /// # Errors
    /// Every fault of the table.
    pub fn new(
        raw: &RawTable,
        expected: &str,
        read: impl Fn(&str) -> Option<R>,
    ) -> Result<Self, Vec<TableFault>> {
        let mut faults = Vec::new();
        let mut columns: Vec<(i32, i32)> = Vec::new();
        for heading in &raw.columns {
            match span(heading) {
                None => faults.push(TableFault {
                    at: "columns".into(),
                    problem: format!("column {heading:?} is not a number or a span"),
                    expected: "`3`, `6-7`, `<=5` or `12+`".into(),
                }),
                Some(next) => {
                    if columns.last().is_some_and(|last| last.1.checked_add(1) != Some(next.0)) {
                        faults.push(TableFault {
                            at: "columns".into(),
                            problem: format!(
                                "column {heading:?} does not follow the one before it"
                            ),
                            expected: "columns that ascend without gap or overlap".into(),
                        });
                    }
                    columns.push(next);
                }
            }
        }
        let mut labels: Vec<String> = Vec::new();
        let mut cells = Vec::new();
        for row in &raw.rows {
            if labels.contains(&row.label) {
                faults.push(TableFault {
                    at: row.label.clone(),
                    problem: format!("row {:?} stands twice", row.label),
                    expected: "one row a label".into(),
                });
            }
            if row.cells.len() != raw.columns.len() {
                faults.push(TableFault {
                    at: row.label.clone(),
                    problem: format!("row {:?} has {} cells", row.label, row.cells.len()),
                    expected: format!("{} cells, one a column", raw.columns.len()),
                });
            }
            let mut line = Vec::new();
            for cell in &row.cells {
                match read(cell) {
                    Some(result) => line.push(result),
                    None => faults.push(TableFault {
                        at: row.label.clone(),
                        problem: format!("cell {cell:?} of row {:?} is not a result", row.label),
                        expected: expected.into(),
                    }),
                }
            }
            labels.push(row.label.clone());
            cells.push(line);
        }
        if raw.columns.is_empty() || raw.rows.is_empty() {
            faults.push(TableFault {
                at: "row".into(),
                problem: "the table is empty".into(),
                expected: "at least one column and one [[row]]".into(),
            });
        }
        if faults.is_empty() { Ok(ResultsTable { columns, labels, cells }) } else { Err(faults) }
    }

    /// The number of the row with this label.
    pub fn row(&self, label: &str) -> Option<usize> {
        self.labels.iter().position(|l| l == label)
    }

    /// Labels of the rows, in printed order.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// The result in a row under a number; past either end the last column there holds.
    pub fn cell(&self, row: usize, number: i32) -> &R {
        let last = self.columns.len() - 1;
        let column = self.columns.iter().position(|&(_, high)| number <= high).unwrap_or(last);
        &self.cells[row][column]
    }
}

/// A results table whose rows the game knows by one of its own lists of words: colours, kinds of terrain, classes.
///
/// ```
/// use engine::{At, Faults, RawRow, RawTable, ResultsTable, RowTable};
///
/// engine::words! {
///     /// What is fired at.
///     pub enum Target {
///         /// On foot.
///         Soft = "soft",
///         /// In armour.
///         Hard = "hard",
///     }
/// }
///
/// let row = |label: &str, cells: [&str; 2]| RawRow { label: label.into(), cells: cells.map(String::from).into() };
/// let raw = RawTable {
///     columns: ["<=5", "6+"].map(String::from).into(),
///     rows: vec![row("hard", ["0", "1"]), row("soft", ["1", "2"])],
/// };
/// let table = ResultsTable::new(&raw, "a number", |cell| cell.parse::<u8>().ok()).unwrap();
/// let table = RowTable::<Target, u8>::new(table, "tables/fire", "target", &mut Faults::default()).unwrap();
/// assert_eq!(*table.cell(Target::Soft, 7), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowTable<K, R> {
    table: ResultsTable<R>,
    /// The row of each word, in the order of [`Words::VALUES`].
    rows: Vec<usize>,
    key: PhantomData<K>,
}

impl<K: Words + PartialEq, R> RowTable<K, R> {
    /// Finds the row of each word; rows that are not known and words without a row are faults of the file. `what` is
    /// what a row stands for.
    pub fn new(
        table: ResultsTable<R>,
        file: &str,
        what: &str,
        faults: &mut Faults,
    ) -> Option<RowTable<K, R>> {
        let before = faults.len();
        for (place, label) in table.labels.iter().enumerate() {
            let key = format!("row.{place}.label");
            faults.word::<K>(At::whole(file, &key), what, label);
        }
        let mut rows = Vec::new();
        for word in K::WORDS {
            match table.row(word) {
                Some(row) => rows.push(row),
                None => faults.add(
                    At::whole(file, "row.label"),
                    format!("there is no row for {word}"),
                    format!("a [[row]] for each {what}"),
                ),
            }
        }
        (faults.len() == before).then_some(RowTable { table, rows, key: PhantomData })
    }

    /// The result in a row under a number; past either end the last column there holds.
    pub fn cell(&self, row: K, number: i32) -> &R {
        self.table.cell(self.printed(row), number)
    }

    /// Which of the file's rows it is, from 0.
    pub fn printed(&self, row: K) -> usize {
        // Every word has a row.
        self.rows[K::VALUES.iter().position(|&other| other == row).unwrap_or_default()]
    }
}

fn span(heading: &str) -> Option<(i32, i32)> {
    if let Some(high) = heading.strip_prefix("<=") {
        return Some((i32::MIN, high.trim().parse().ok()?));
    }
    if let Some(low) = heading.strip_suffix('+') {
        return Some((low.trim().parse().ok()?, i32::MAX));
    }
    if let Ok(one) = heading.trim().parse() {
        return Some((one, one));
    }
    let (low, high) = heading.split_once('-')?;
    let (low, high) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
    (low <= high).then_some((low, high))
}
