//! CSV files as a spreadsheet may have saved them: other separators, quotes everywhere, blank edges.

use csv::{ReaderBuilder, StringRecord, WriterBuilder};

/// A table in plain CSV, and where its rows were in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sheet {
    /// Header and rows with commas between the cells, one record after the other.
    pub(crate) text: String,
    /// The line of the file on which each record begins; the header is the first.
    pub(crate) lines: Vec<u32>,
}

/// Removes what a spreadsheet has added: `sep=`, semicolons or tabs instead of commas, quotes, and blank rows and
/// columns at the edges. The contents of the cells stay as they are.
///
/// # Errors
/// The line that is not part of a table, and the reason.
pub(crate) fn plain(file: &str) -> Result<Sheet, (u32, String)> {
    let (separator, skipped, table) = match file.split_once('\n') {
        // A line that Excel writes for its own use.
        Some((first, rest)) if first.to_ascii_lowercase().starts_with("sep=") => {
            (first.as_bytes().get(4).copied().unwrap_or(b','), 1, rest)
        }
        _ => (separator(file), 0, file),
    };
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .from_reader(table.as_bytes());
    let mut rows: Vec<(u32, StringRecord)> = Vec::new();
    let (mut line, mut counted) = (1 + skipped, 0);
    for row in reader.records() {
        let row = row.map_err(|error| (line, error.to_string()))?;
        // A record begins after any blank lines before it, which the reader may or may not have counted.
        let start = row.position().and_then(|place| usize::try_from(place.byte()).ok());
        let start = start.unwrap_or(counted).max(counted);
        let blank = table[start..].find(|letter| !matches!(letter, '\r' | '\n')).unwrap_or(0);
        line += table[counted..start + blank].matches('\n').count() as u32;
        counted = start + blank;
        if row.iter().any(|cell| !cell.trim().is_empty()) {
            rows.push((line, row));
        }
    }
    let used = |column: usize| {
        rows.iter().any(|(_, row)| row.get(column).is_some_and(|cell| !cell.trim().is_empty()))
    };
    let width = rows.iter().map(|(_, row)| row.len()).max().unwrap_or(0);
    let first = (0..width).find(|&column| used(column)).unwrap_or(0);
    let last = (0..width).rev().find(|&column| used(column)).unwrap_or(0);
    let mut writer = WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for (_, row) in &rows {
        let cells = row.iter().skip(first).take(last + 1 - first);
        writer.write_record(cells).map_err(|error| (1, error.to_string()))?;
    }
    let bytes = writer.into_inner().map_err(|error| (1, error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|error| (1, error.to_string()))?;
    Ok(Sheet { text, lines: rows.into_iter().map(|(line, _)| line).collect() })
}

/// The most frequent separator between the names of the columns.
fn separator(file: &str) -> u8 {
    let header = file.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let mut quoted = false;
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    for byte in header.bytes() {
        quoted ^= byte == b'"';
        if let Some((_, count)) = counts.iter_mut().find(|(known, _)| !quoted && *known == byte) {
            *count += 1;
        }
    }
    // The comma, unless there is evidence for another.
    let most = counts.iter().map(|&(_, count)| count).max().unwrap_or(0);
    counts.iter().find(|&&(_, count)| count == most).map_or(b',', |&(known, _)| known)
}

/// Whether a cell is a whole number that a spreadsheet shows with decimals or in groups, e.g. `3,0` or `1.000`.
pub(crate) fn decorated(cell: &str) -> bool {
    let cell = cell.trim();
    let digits = cell.trim_start_matches(['-', '+']);
    let numeric = digits.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b','));
    let whole = digits.split(['.', ',']).all(|part| !part.is_empty());
    cell.parse::<i64>().is_err() && numeric && whole && digits.contains(['.', ','])
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str = "id,hex,why\na,01.10,\"one, two\"\nb,01.02,\n";

    fn sheet(file: &str) -> Sheet {
        plain(file).unwrap()
    }

    #[test]
    fn a_plain_file_stays_as_it_is() {
        assert_eq!(sheet(PLAIN), Sheet { text: PLAIN.into(), lines: vec![1, 2, 3] });
    }

    #[test]
    fn what_a_european_spreadsheet_saves_reads_the_same() {
        let semicolons =
            "\"id\";\"hex\";\"why\"\r\n\"a\";\"01.10\";\"one, two\"\r\n\"b\";\"01.02\";\"\"\r\n";
        assert_eq!(sheet(semicolons).text, PLAIN);
        let tabs = "id\thex\twhy\na\t01.10\tone, two\nb\t01.02\t\n";
        assert_eq!(sheet(tabs).text, PLAIN);
        let told = format!("sep=;\n{}", semicolons.replace("\r\n", "\n"));
        assert_eq!(sheet(&told), Sheet { text: PLAIN.into(), lines: vec![2, 3, 4] });
    }

    #[test]
    fn blank_edges_are_left_out_and_lines_stay_right() {
        let framed = ";;;;\n;id;hex;why;\n;;;;\n;a;01.10;one, two;\n;b;01.02;;\n;;;;\n";
        assert_eq!(sheet(framed), Sheet { text: PLAIN.into(), lines: vec![2, 4, 5] });
        // A named column stays, and a blank one between others is left for its reader to report.
        assert_eq!(sheet("id,hex,why\na,01.10,\n").text, "id,hex,why\na,01.10,\n");
        assert_eq!(sheet("id,,why\na,,x\n").text, "id,,why\na,,x\n");
        let windows = framed.replace('\n', "\r\n").replace(";;;;\r\n;a", "\r\n;a");
        assert_eq!(sheet(&windows).lines, [2, 4, 5]);
        // A cell with two lines counts as two.
        assert_eq!(sheet("id,why\na,\"x\ny\"\nb,z\n").lines, [1, 2, 4]);
        assert_eq!(sheet(""), Sheet { text: String::new(), lines: Vec::new() });
    }

    #[test]
    fn whole_numbers_in_disguise_are_known() {
        for cell in ["3,0", "3.0", "1.000", "-1,00", "12,5"] {
            assert!(decorated(cell), "{cell}");
        }
        for cell in ["3", "-1", "", "x", "3,", ".5", "1e9", "+2"] {
            assert!(!decorated(cell), "{cell}");
        }
    }
}
