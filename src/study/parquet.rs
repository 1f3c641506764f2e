//! Parquet files, written in row groups that depend on nothing but the rows.

use std::fs::File;
use std::io::BufWriter;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use polars::io::parquet::write::BatchedWriter;
use polars::prelude::{
    DataFrame, ParallelStrategy, ParquetCompression, ParquetReader, ParquetWriter, PolarsError,
    Schema, SerReader, StatisticsOptions,
};

use crate::StudyError;

/// A Parquet file being written, one row group a chunk.
pub(crate) struct Writer {
    path: PathBuf,
    writer: BatchedWriter<BufWriter<File>>,
}

impl Writer {
    pub(crate) fn create(path: &Path, schema: &Schema) -> Result<Writer, StudyError> {
        let file = BufWriter::new(File::create(path).map_err(StudyError::write(path))?);
        // Snappy is read by every tool; one thread keeps the order of pages out of any doubt.
        let writer = ParquetWriter::new(file)
            .with_compression(ParquetCompression::Snappy)
            .with_statistics(StatisticsOptions::default())
            .set_parallel(false)
            .batched(schema)
            .map_err(failed_write(path))?;
        Ok(Writer { path: path.to_path_buf(), writer })
    }

    /// Adds a row group; nothing for no rows.
    pub(crate) fn add(&mut self, mut rows: DataFrame) -> Result<(), StudyError> {
        // Rows in several pieces would become several row groups.
        rows.rechunk_mut();
        if rows.height() == 0 {
            return Ok(());
        }
        self.writer.write_batch(&rows).map_err(failed_write(&self.path))
    }

    pub(crate) fn finish(self) -> Result<(), StudyError> {
        self.writer.finish().map_err(failed_write(&self.path))?;
        Ok(())
    }
}

fn failed_write(path: &Path) -> impl FnOnce(PolarsError) -> StudyError {
    let path = path.to_path_buf();
    move |error| StudyError::Write { path, source: std::io::Error::other(error.to_string()) }
}

/// Reads some columns of a file, or all. Whatever is wrong with the bytes ends in an error.
pub(crate) fn read(path: &Path, columns: Option<&[&str]>) -> Result<DataFrame, StudyError> {
    let file = File::open(path).map_err(StudyError::read(path))?;
    let columns = columns.map(|names| names.iter().map(ToString::to_string).collect());
    // Polars trusts some lengths in a file and panics over wrong ones.
    let read = catch_unwind(AssertUnwindSafe(|| {
        ParquetReader::new(file)
            .with_columns(columns)
            .read_parallel(ParallelStrategy::None)
            .finish()
    }));
    match read {
        Ok(Ok(rows)) => Ok(rows),
        Ok(Err(error)) => Err(StudyError::damaged(path, first_line(&error.to_string()))),
        Err(_) => Err(StudyError::damaged(path, "its pages do not fit its index")),
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
