//! Standard output: text, and tables of text.

use std::io::{self, ErrorKind, Write as _};

use anyhow::Context as _;
use lab::{printable, printable_lines};

/// Prints a text, without any terminal control characters that a name in a file may contain. A closed pipe (`| head`)
/// is not an error.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let text = printable_lines(text);
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(error).context("cannot write to standard output")
        }
        _ => Ok(()),
    }
}

/// Rows with their columns aligned, two spaces between; the last column is not padded.
pub(crate) fn columns<const N: usize>(rows: &[[String; N]]) -> String {
    // A cell is one cell, whatever its text says.
    let rows: Vec<[String; N]> =
        rows.iter().map(|row| row.each_ref().map(|cell| printable(cell).into_owned())).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..N).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in &rows {
        let mut line = String::new();
        for (cell, &width) in row.iter().zip(&widths) {
            line.push_str(cell);
            line.push_str(&" ".repeat(width - cell.chars().count() + 2));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let rows = [["a", "bb", "c c"], ["aaa", "é", ""]].map(|row| row.map(String::from));
        assert_eq!(columns(&rows), "a    bb  c c\naaa  é\n");
    }

    #[test]
    fn a_cell_begins_no_line_and_gives_no_orders() {
        let rows = [["a\n::error::x", "\u{1b}[31m"].map(String::from)];
        assert_eq!(columns(&rows), "a\\n::error::x  \\u{1b}[31m\n");
    }
}
