//! Parquet files, written in row groups that depend on nothing but the rows.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufWriter, Cursor, Read as _};
use std::path::{Path, PathBuf};

use polars::io::parquet::write::{BatchedWriter, KeyValueMetadata};
use polars::prelude::{
    ArrowDataType, ArrowField, ArrowSchema, CompatLevel, DataFrame, DataType, ParallelStrategy,
    ParquetCompression, ParquetReader, ParquetWriter, PolarsError, Schema, SerReader,
    StatisticsOptions,
};
use polars_parquet::write::{KeyValue, schema_to_metadata_key};
use sha2::{Digest as _, Sha256};

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
            .with_key_value_metadata(Some(KeyValueMetadata::Static(vec![plain_strings(schema)])))
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

/// The schema that the file says of itself. Polars would call its strings views, which older readers cannot open and
/// some newer ones cannot sort or filter; on disk they are plain UTF-8 strings all the same, and are said to be that.
fn plain_strings(schema: &Schema) -> KeyValue {
    let fields = schema.iter().map(|(name, kind)| {
        let kind = match kind {
            DataType::String => ArrowDataType::Utf8,
            kind => kind.to_arrow(CompatLevel::oldest()),
        };
        (name.clone(), ArrowField::new(name.clone(), kind, true))
    });
    schema_to_metadata_key(&fields.collect::<ArrowSchema>())
}

fn failed_write(path: &Path) -> impl FnOnce(PolarsError) -> StudyError {
    let path = path.to_path_buf();
    move |error| StudyError::Write { path, source: std::io::Error::other(error.to_string()) }
}

/// The hash by which a file is known again.
pub(crate) fn hash(path: &Path) -> Result<String, StudyError> {
    let mut file = File::open(path).map_err(StudyError::read(path))?;
    let mut sha = Sha256::new();
    let mut piece = [0; 8192];
    loop {
        match file.read(&mut piece).map_err(StudyError::read(path))? {
            0 => break,
            read => sha.update(&piece[..read]),
        }
    }
    Ok(in_words(sha))
}

fn in_words(sha: Sha256) -> String {
    sha.finalize().iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to memory");
        text
    })
}

/// The bytes of a file, known to be those that were written: Polars trusts the lengths in a file and panics over
/// wrong ones, so it never sees a file that was cut short or changed.
pub(crate) struct Reader {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Reader {
    pub(crate) fn open(path: &Path, hash: &str) -> Result<Reader, StudyError> {
        let bytes = fs::read(path).map_err(StudyError::read(path))?;
        let mut sha = Sha256::new();
        sha.update(&bytes);
        if in_words(sha) != hash {
            return Err(StudyError::damaged(
                path,
                "it is not the file that the run wrote (its hash differs)",
            ));
        }
        Ok(Reader { path: path.to_path_buf(), bytes })
    }

    /// Some columns, or all.
    pub(crate) fn columns(&self, names: Option<&[&str]>) -> Result<DataFrame, StudyError> {
        let wanted: Option<Vec<String>> =
            names.map(|names| names.iter().map(ToString::to_string).collect());
        ParquetReader::new(Cursor::new(self.bytes.as_slice()))
            .with_columns(wanted)
            .read_parallel(ParallelStrategy::None)
            .finish()
            .map_err(|error| match error {
                PolarsError::ColumnNotFound(_) => StudyError::OtherColumns {
                    path: self.path.clone(),
                    wanted: names.unwrap_or_default().join(", "),
                },
                error => self.damaged(&error.to_string()),
            })
    }

    /// The file makes no sense.
    pub(crate) fn damaged(&self, what: &str) -> StudyError {
        StudyError::damaged(&self.path, what)
    }
}

#[cfg(test)]
mod tests {
    use polars::prelude::{Column, NamedFrom, Series};

    use super::*;

    #[test]
    fn a_table_without_a_column_is_told_from_a_damaged_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.parquet");
        let games: Column = Series::new("game".into(), [0_u32, 1]).into();
        let rows = DataFrame::new_infer_height(vec![games]).unwrap();
        let mut writer = Writer::create(&path, rows.schema()).unwrap();
        writer.add(rows).unwrap();
        writer.finish().unwrap();
        let reader = Reader::open(&path, &hash(&path).unwrap()).unwrap();
        assert_eq!(reader.columns(Some(&["game"])).unwrap().height(), 2);
        let said = reader.columns(Some(&["drama"])).unwrap_err().to_string();
        assert!(said.contains("has no column drama: another version"), "{said}");
        assert!(!said.contains("damaged"), "{said}");
    }
}
