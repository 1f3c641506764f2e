//! Files written completely or not at all: flushed to disk before they get their final name, and never
//! through a link placed there.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::StudyError;

/// Suffix of files that are not complete.
pub(crate) const TEMPORARY: &str = ".tmp";

/// The name that a file has before it is complete.
pub(crate) fn unfinished(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(TEMPORARY);
    name.into()
}

/// A new, empty file. Anything that already has its name is removed, and a link is not followed.
pub(crate) fn create(path: &Path) -> Result<File, StudyError> {
    remove(path)?;
    File::options().write(true).create_new(true).open(path).map_err(StudyError::write(path))
}

/// Creates a folder if it does not exist. A link in its place is removed and not followed.
pub(crate) fn folder(path: &Path) -> Result<(), StudyError> {
    if is_link(path) {
        fs::remove_file(path).map_err(StudyError::write(path))?;
    }
    fs::create_dir_all(path).map_err(StudyError::write(path))
}

/// Whether a path is a link, wherever it points.
pub(crate) fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|entry| entry.file_type().is_symlink())
}

/// Whether a path is a folder, not a link to one.
pub(crate) fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|entry| entry.is_dir())
}

/// Gives a complete file or folder its final name. When this returns, the new name is on disk.
pub(crate) fn rename(from: &Path, to: &Path) -> Result<(), StudyError> {
    fs::rename(from, to).map_err(StudyError::write(to))?;
    sync_folder_of(to)
}

/// Flushes the folder that contains a path to disk.
pub(crate) fn sync_folder_of(path: &Path) -> Result<(), StudyError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    sync_folder(folder.unwrap_or(Path::new(".")))
}

/// Flushes the names in a folder to disk.
pub(crate) fn sync_folder(folder: &Path) -> Result<(), StudyError> {
    // On other systems a folder cannot be opened, and does not need flushing.
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // Some network file systems do not support this.
        Err(error) if !matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => {
            Err(StudyError::write(folder)(error))
        }
        _ => Ok(()),
    }
}

/// Writes a file under a temporary name and renames it.
pub(crate) fn put(path: &Path, bytes: &[u8]) -> Result<(), StudyError> {
    let unfinished = unfinished(path);
    let mut file = create(&unfinished)?;
    file.write_all(bytes).and_then(|()| file.sync_all()).map_err(StudyError::write(path))?;
    rename(&unfinished, path)
}

/// Writes a text file completely or not at all, with the folder that it belongs in.
///
/// # Errors
/// The file cannot be written.
pub fn write_text(path: &Path, text: &str) -> Result<(), StudyError> {
    if let Some(parent) = path.parent() {
        folder(parent)?;
    }
    put(path, text.as_bytes())
}

pub(crate) fn put_json(path: &Path, value: &impl Serialize) -> Result<(), StudyError> {
    put(path, json(value).as_bytes())
}

/// One line of JSON.
pub(crate) fn json(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string(value).expect("every field is a JSON value");
    text.push('\n');
    text
}

pub(crate) fn get_json<T: DeserializeOwned>(path: &Path) -> Result<T, StudyError> {
    let text = fs::read_to_string(path).map_err(StudyError::read(path))?;
    serde_json::from_str(&text).map_err(|error| StudyError::damaged(path, &error))
}

/// Removes a file, a link or a folder with its contents, if it exists.
pub(crate) fn remove(path: &Path) -> Result<(), StudyError> {
    let removed = match fs::symlink_metadata(path) {
        Ok(entry) if entry.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(error) => Err(error),
    };
    match removed {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(StudyError::write(path)(error)),
        _ => Ok(()),
    }
}

/// The names in a folder that is to be written; none if there is no folder yet. A folder that cannot be read
/// cannot be written either.
pub(crate) fn names_in_the_way(folder: &Path) -> Result<Vec<OsString>, StudyError> {
    match fs::symlink_metadata(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(StudyError::write(folder)(error)),
        Ok(_) => {}
    }
    fs::read_dir(folder).map_err(StudyError::write(folder))?;
    names(folder)
}

/// The names in a folder, in order; none if there is no folder.
pub(crate) fn names(folder: &Path) -> Result<Vec<OsString>, StudyError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(StudyError::read(folder))?,
    };
    let names: io::Result<Vec<OsString>> =
        entries.map(|entry| entry.map(|entry| entry.file_name())).collect();
    let mut names = names.map_err(StudyError::read(folder))?;
    names.sort();
    Ok(names)
}
