//! Parquet files, written in row groups that depend only on the rows.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Read as _, Seek as _, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use polars::io::parquet::metadata::FileMetadataRef;
use polars::io::parquet::read::_internal::to_deserializer;
use polars::io::parquet::write::{BatchedWriter, KeyValueMetadata};
use polars::prelude::{
    ArrowDataType, ArrowField, ArrowSchema, Column, CompatLevel, DataFrame, DataType,
    ParquetCompression, ParquetReader, ParquetWriter, PolarsError, PolarsResult, Schema,
    SerReader as _, Series, StatisticsOptions,
};
use polars_parquet::read::{Filter, ParquetError, RowGroupMetadata};
use polars_parquet::write::{
    CompressedPage, Compressor, DynStreamingIterator, Encoding, FallibleStreamingIterator as _,
    KeyValue, ParquetType, RowGroupIterColumns, WriteOptions, array_to_columns, get_dtype_encoding,
    schema_to_metadata_key,
};
use sha2::{Digest as _, Sha256};

use crate::{StudyError, disk};

/// A Parquet file being written, row group by row group.
pub(crate) struct Writer {
    path: PathBuf,
    writer: BatchedWriter<BufWriter<File>>,
}

impl Writer {
    pub(crate) fn create(path: &Path, schema: &Schema) -> Result<Writer, StudyError> {
        let file = BufWriter::new(disk::create(path)?);
        // Every tool can read Snappy; a single thread fixes the order of pages.
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
    pub(crate) fn add(&mut self, rows: DataFrame) -> Result<(), StudyError> {
        let height = rows.height();
        self.add_columns(height, rows.into_columns().into_iter().map(Ok))
    }

    /// Adds a row group of a given number of rows, column by column: each is requested when those before it are in the
    /// file, so no two need be in memory. (Polars itself would encode all of them before writing the first.)
    pub(crate) fn add_columns(
        &mut self,
        height: usize,
        columns: impl Iterator<Item = Result<Column, StudyError>> + Send + Sync,
    ) -> Result<(), StudyError> {
        if height == 0 {
            return Ok(());
        }
        let mut file = self.writer.get_writer().lock().expect("nothing panics while it writes");
        let options = file.options();
        let schema = file.schema().iter_values();
        let encodings: Vec<_> = schema.map(|field| get_dtype_encoding(&field.dtype)).collect();
        let fields = file.parquet_schema().fields().to_vec();
        let mut not_read = None;
        let pages = columns.zip(fields.into_iter().zip(encodings)).map(|(column, form)| {
            let column = column.map_err(|error| {
                let said = error.to_string();
                not_read = Some(error);
                PolarsError::ComputeError(said.into())
            })?;
            encode(&column, form, options)
        });
        let written = file.write(height as u64, RowGroupIterColumns::new(pages));
        match not_read {
            Some(error) => Err(error),
            None => written.map_err(failed_write(&self.path)),
        }
    }

    pub(crate) fn finish(self) -> Result<(), StudyError> {
        self.writer.finish().map_err(failed_write(&self.path))?;
        // The writer does not give access to its file: open it again to flush it to disk.
        File::open(&self.path)
            .and_then(|file| file.sync_all())
            .map_err(StudyError::write(&self.path))
    }
}

/// The pages of a column.
fn encode(
    column: &Column,
    (field, encoding): (ParquetType, Vec<Encoding>),
    options: WriteOptions,
) -> PolarsResult<DynStreamingIterator<'static, CompressedPage, PolarsError>> {
    // As a single chunk: several would become several row groups.
    let cells = column.as_materialized_series().rechunk().to_arrow(0, CompatLevel::newest());
    let mut leaves = array_to_columns(cells, field, options, &encoding)?;
    let (Some(pages), true) = (leaves.pop(), leaves.is_empty()) else {
        return Err(PolarsError::InvalidOperation("a column of columns".into()));
    };
    let pages = pages.map(|page| page.map_err(|error| ParquetError::OutOfSpec(error.to_string())));
    let compressed = Compressor::new(pages, options.compression, Vec::new());
    Ok(DynStreamingIterator::new(compressed.map_err(PolarsError::from)))
}

/// The Arrow schema stored in the file. Polars would declare its strings as views, which older readers cannot
/// open and some newer ones cannot sort or filter; on disk they are plain UTF-8 strings, and are declared as such.
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

/// The hash that identifies a file.
pub(crate) fn hash(path: &Path) -> Result<String, StudyError> {
    read_hash(path).map_err(StudyError::read(path))
}

/// The hash of bytes.
pub(crate) fn hash_of(bytes: &[u8]) -> String {
    let mut sha = Sha256::new();
    sha.update(bytes);
    in_words(sha)
}

/// Checks that a file has this hash; if not, says what is wrong.
pub(crate) fn check(path: &Path, hash: &str) -> Result<(), String> {
    match read_hash(path) {
        Ok(found) if found == hash => Ok(()),
        Ok(_) => Err("is not the file that the run wrote (its hash differs)".into()),
        Err(error) if error.kind() == ErrorKind::NotFound => Err("is missing".into()),
        Err(error) => Err(format!("cannot be read: {error}")),
    }
}

fn read_hash(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut sha = Sha256::new();
    let mut piece = [0; 8192];
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(in_words(sha)),
            read => sha.update(&piece[..read]),
        }
    }
}

/// A hash as text.
pub(crate) fn in_words(sha: Sha256) -> String {
    sha.finalize().iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to memory");
        text
    })
}

/// A file that is verified to be the one written: Polars trusts the lengths in a file and panics on wrong
/// ones, so it is never given a truncated or changed file. Rows are read in pieces: memory does not grow with
/// the file. (Polars itself maps the whole file for every piece and unmaps it later, in another thread.)
pub(crate) struct Reader {
    path: PathBuf,
    file: Mutex<File>,
    metadata: FileMetadataRef,
    schema: Arc<ArrowSchema>,
}

impl std::fmt::Debug for Reader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Reader {
    pub(crate) fn open(path: &Path, hash: &str) -> Result<Reader, StudyError> {
        let found = read_hash(path).map_err(StudyError::read(path))?;
        if found != hash {
            return Err(StudyError::damaged(
                path,
                "it is not the file that the run wrote (its hash differs)",
            ));
        }
        Reader::again(path)
    }

    /// A file that was opened before, with its hash, and that nobody but us has had since.
    pub(crate) fn again(path: &Path) -> Result<Reader, StudyError> {
        let file = File::open(path).map_err(StudyError::read(path))?;
        let own = file.try_clone().map_err(StudyError::read(path))?;
        let mut footer = ParquetReader::new(own);
        let metadata = footer.get_metadata().cloned();
        let metadata = metadata.map_err(|error| StudyError::damaged(path, &error))?;
        let schema = footer.schema().map_err(|error| StudyError::damaged(path, &error))?;
        Ok(Reader { path: path.to_path_buf(), file: Mutex::new(file), metadata, schema })
    }

    /// How many rows there are.
    pub(crate) fn height(&self) -> usize {
        self.metadata.num_rows
    }

    /// Some columns, or all, of every row.
    pub(crate) fn columns(&self, names: Option<&[&str]>) -> Result<DataFrame, StudyError> {
        self.rows(0..self.height(), names)
    }

    /// Some columns, or all, of some rows.
    pub(crate) fn rows(
        &self,
        wanted: Range<usize>,
        names: Option<&[&str]>,
    ) -> Result<DataFrame, StudyError> {
        let fields: Vec<&ArrowField> = match names {
            None => self.schema.iter_values().collect(),
            Some(names) => {
                let field = |name: &&str| self.schema.get(name);
                let known: Option<Vec<_>> = names.iter().map(field).collect();
                known.ok_or_else(|| StudyError::OtherColumns {
                    path: self.path.clone(),
                    wanted: names.join(", "),
                })?
            }
        };
        let height = wanted.end.min(self.height()).saturating_sub(wanted.start);
        let columns = fields.into_iter().map(|field| self.column(field, &wanted));
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        DataFrame::new(height, columns).map_err(|error| self.damaged(&error))
    }

    /// A column of some rows, one row group after the other.
    fn column(&self, field: &ArrowField, wanted: &Range<usize>) -> Result<Column, StudyError> {
        let kind = DataType::from_arrow_field(field);
        let mut column = Series::new_empty(field.name.clone(), &kind);
        let mut first = 0;
        for group in &self.metadata.row_groups {
            let here = first..first + group.num_rows();
            first = here.end;
            let part = wanted.start.max(here.start)..wanted.end.min(here.end);
            if part.is_empty() {
                continue;
            }
            let part = part.start - here.start..part.end - here.start;
            let more = self.piece(field, group, part)?;
            if column.is_empty() {
                column = more;
            } else {
                column.append(&more).map_err(|error| self.damaged(&error))?;
            }
        }
        Ok(column.into())
    }

    /// A column of some rows of a row group.
    fn piece(
        &self,
        field: &ArrowField,
        group: &RowGroupMetadata,
        rows: Range<usize>,
    ) -> Result<Series, StudyError> {
        let mut found = group.columns_under_root_iter(&field.name).into_iter().flatten();
        let (Some(chunk), None) = (found.next(), found.next()) else {
            return Err(self.damaged(&format!("a row group lacks the column {}", field.name)));
        };
        let place = chunk.byte_range();
        let mut bytes = vec![0; (place.end - place.start) as usize];
        {
            let mut file = self.file.lock().expect("nothing panics while it reads");
            file.seek(SeekFrom::Start(place.start))
                .and_then(|_| file.read_exact(&mut bytes))
                .map_err(StudyError::read(&self.path))?;
        }
        let pages = vec![(chunk, bytes.into())];
        to_deserializer(pages, field.clone(), Some(Filter::Range(rows)))
            .and_then(|(arrays, _)| Series::try_from((field, arrays)))
            .map_err(|error| self.damaged(&error))
    }

    /// The error for a file that cannot be understood.
    pub(crate) fn damaged(&self, what: &(impl ToString + ?Sized)) -> StudyError {
        StudyError::damaged(&self.path, what)
    }
}

#[cfg(test)]
mod tests {
    use polars::prelude::{NamedFrom, Series};

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
        assert_eq!(reader.rows(2..2, Some(&["game"])).unwrap().height(), 0);
        let said = reader.columns(Some(&["drama"])).unwrap_err().to_string();
        assert!(said.contains("has no column drama: another version"), "{said}");
        assert!(!said.contains("damaged"), "{said}");
    }

    /// Rows are read across row groups and within them as if the file were one piece.
    #[test]
    fn rows_are_read_in_any_pieces() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.parquet");
        let frame = |from: u32, to: u32| {
            let games: Vec<u32> = (from..to).collect();
            let words: Vec<String> = (from..to).map(|game| format!("game {game}")).collect();
            let columns: Vec<Column> = vec![
                Series::new("game".into(), games).into(),
                Series::new("word".into(), words).into(),
            ];
            DataFrame::new_infer_height(columns).unwrap()
        };
        let mut writer = Writer::create(&path, frame(0, 1).schema()).unwrap();
        for (from, to) in [(0, 100), (100, 250), (250, 251), (251, 400)] {
            writer.add(frame(from, to)).unwrap();
        }
        writer.finish().unwrap();
        let reader = Reader::open(&path, &hash(&path).unwrap()).unwrap();
        assert_eq!(reader.height(), 400);
        for wanted in [0..400, 0..1, 99..101, 100..250, 120..130, 249..252, 399..400, 7..399] {
            let rows = reader.rows(wanted.clone(), None).unwrap();
            let expected = frame(wanted.start as u32, wanted.end as u32);
            assert!(rows.equals(&expected), "{wanted:?}");
        }
    }
}
