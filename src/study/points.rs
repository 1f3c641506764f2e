//! The points of a sweep as a table, for spreadsheets and for Parquet.

use polars::prelude::{Column, DataFrame, NamedFrom, ParquetCompression, ParquetWriter, Series};

use crate::StudyError;

/// One row a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Cells, row by row.
    pub rows: Vec<Vec<String>>,
}

impl Points {
    /// As CSV.
    pub fn csv(&self) -> Vec<u8> {
        let cell = |text: &String| {
            if text.contains([',', '"', '\n']) {
                format!("\"{}\"", text.replace('"', "\"\""))
            } else {
                text.clone()
            }
        };
        let mut out = String::new();
        for row in std::iter::once(&self.columns).chain(&self.rows) {
            out.push_str(&row.iter().map(cell).collect::<Vec<_>>().join(","));
            out.push('\n');
        }
        out.into_bytes()
    }

    /// As Parquet: columns of numbers where every cell is one or empty, of words elsewhere.
    pub fn parquet(&self) -> Result<Vec<u8>, StudyError> {
        let failed = |error: polars::prelude::PolarsError| StudyError::Write {
            path: "points.parquet".into(),
            source: std::io::Error::other(error.to_string()),
        };
        let columns: Vec<Column> = self
            .columns
            .iter()
            .enumerate()
            .map(|(i, name)| {
                let cells = || self.rows.iter().map(|row| row[i].as_str());
                let numbers: Vec<Option<f64>> = cells().map(|cell| cell.parse().ok()).collect();
                let whole =
                    cells().zip(&numbers).all(|(cell, number)| cell.is_empty() || number.is_some());
                let series = if whole {
                    Series::new(name.as_str().into(), numbers)
                } else {
                    Series::new(name.as_str().into(), cells().collect::<Vec<&str>>())
                };
                series.into()
            })
            .collect();
        let mut table = DataFrame::new_infer_height(columns).map_err(failed)?;
        let mut bytes = Vec::new();
        ParquetWriter::new(&mut bytes)
            .with_compression(ParquetCompression::Snappy)
            .set_parallel(false)
            .finish(&mut table)
            .map_err(failed)?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use polars::prelude::{DataType, ParquetReader, SerReader};

    use super::*;

    #[test]
    fn numbers_and_words_keep_their_kind() {
        let row = |cells: [&str; 3]| cells.map(String::from).to_vec();
        let points = Points {
            columns: row(["point", "a,b", "margin"]),
            rows: vec![row(["0", "all_free", "1.5"]), row(["1", "x", ""])],
        };
        assert_eq!(points.csv(), b"point,\"a,b\",margin\n0,all_free,1.5\n1,x,\n");
        let table = ParquetReader::new(Cursor::new(points.parquet().unwrap())).finish().unwrap();
        assert_eq!(table.height(), 2);
        assert_eq!(table.column("margin").unwrap().dtype(), &DataType::Float64);
        assert_eq!(table.column("margin").unwrap().null_count(), 1);
        assert_eq!(table.column("a,b").unwrap().dtype(), &DataType::String);
    }
}
