//! Only one run works in a folder at a time.

use std::fs::{self, File, Metadata, TryLockError};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::{StudyError, disk};

/// Held while a run writes into its folder: a file that the system has locked for this process. The lock disappears
/// with the process, however that ends, so a file left over from a run that was killed locks nothing.
#[derive(Debug)]
pub(crate) struct Lock {
    path: PathBuf,
    /// Locked as long as it is open.
    _file: File,
}

/// How often to retry when the lock file disappears while it is being locked.
const TRIES: u32 = 100;
/// How often to retry because a process that only checks whether a folder is free holds its lock for a moment.
const PATIENCE: u32 = 5;
const A_MOMENT: Duration = Duration::from_millis(2);

impl Lock {
    pub(crate) const FILE: &'static str = "lock";

    /// Locks a folder, or fails with the process that works there.
    pub(crate) fn take(folder: &Path) -> Result<Lock, StudyError> {
        let path = folder.join(Self::FILE);
        let mut waited = 0;
        for _ in 0..TRIES {
            let Some(mut file) = open(&path)? else { continue };
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) if waited < PATIENCE => {
                    waited += 1;
                    thread::sleep(A_MOMENT);
                    continue;
                }
                Err(TryLockError::WouldBlock) => return Err(busy(folder, &path)),
                // On file systems without locks, users have to take care themselves.
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
                Err(TryLockError::Error(error)) => return Err(StudyError::write(&path)(error)),
            }
            // Its last holder may have removed the file between our opening and our locking it.
            if !is_at(&file, &path) {
                continue;
            }
            let words = format!("{}\n", std::process::id());
            file.set_len(0)
                .and_then(|()| file.write_all(words.as_bytes()))
                .map_err(StudyError::write(&path))?;
            return Ok(Lock { path, _file: file });
        }
        Err(busy(folder, &path))
    }

    /// Fails if a process works in a folder.
    pub(crate) fn free(folder: &Path) -> Result<(), StudyError> {
        let path = folder.join(Self::FILE);
        let Ok(file) = File::open(&path) else { return Ok(()) };
        match file.try_lock_shared() {
            Err(TryLockError::WouldBlock) => Err(busy(folder, &path)),
            _ => Ok(()),
        }
    }

    /// Updates the path after its folder was renamed.
    pub(crate) fn moved_to(&mut self, folder: &Path) {
        self.path = folder.join(Self::FILE);
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // While it is still locked, so that no other process can have taken it.
        let _ = fs::remove_file(&self.path);
    }
}

/// The lock file, created if there is none. A link is removed and not followed; `None` if another process interfered.
fn open(path: &Path) -> Result<Option<File>, StudyError> {
    if disk::is_link(path) {
        disk::remove(path)?;
    }
    match File::options().write(true).create_new(true).open(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        file => return file.map(Some).map_err(StudyError::write(path)),
    }
    match File::options().write(true).open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        file => file.map(Some).map_err(StudyError::write(path)),
    }
}

/// Whether an open file is the one at a path now.
fn is_at(file: &File, path: &Path) -> bool {
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(file), Ok(there)) => there.is_file() && same(&file, &there),
        _ => false,
    }
}

#[cfg(unix)]
fn same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// On other systems an open file keeps its name.
#[cfg(not(unix))]
fn same(_: &Metadata, _: &Metadata) -> bool {
    true
}

fn busy(folder: &Path, path: &Path) -> StudyError {
    let process = fs::read_to_string(path).unwrap_or_default().trim().parse().ok();
    StudyError::Busy { path: folder.to_path_buf(), process }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_locked_once_and_a_file_left_over_locks_nothing() {
        let home = tempfile::tempdir().unwrap();
        let lock = Lock::take(home.path()).unwrap();
        let said = Lock::take(home.path()).unwrap_err().to_string();
        assert!(said.contains(&format!("process {}", std::process::id())), "{said}");
        assert!(Lock::free(home.path()).is_err());
        drop(lock);
        assert!(!home.path().join(Lock::FILE).exists());
        fs::write(home.path().join(Lock::FILE), "99999\n").unwrap();
        Lock::free(home.path()).unwrap();
        drop(Lock::take(home.path()).unwrap());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_place_of_the_lock_is_not_followed() {
        let home = tempfile::tempdir().unwrap();
        let victim = home.path().join("letter");
        fs::write(&victim, "dear").unwrap();
        std::os::unix::fs::symlink(&victim, home.path().join(Lock::FILE)).unwrap();
        drop(Lock::take(home.path()).unwrap());
        assert_eq!(fs::read_to_string(&victim).unwrap(), "dear");
    }

    /// Many threads take and leave one lock: never two at a time.
    #[test]
    fn a_lock_is_never_held_twice() {
        use std::sync::atomic::{AtomicU32, Ordering};
        let home = tempfile::tempdir().unwrap();
        let (holders, taken) = (AtomicU32::new(0), AtomicU32::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..500 {
                        let Ok(lock) = Lock::take(home.path()) else { continue };
                        assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0);
                        taken.fetch_add(1, Ordering::SeqCst);
                        holders.fetch_sub(1, Ordering::SeqCst);
                        drop(lock);
                    }
                });
            }
        });
        assert!(taken.into_inner() > 0);
    }
}
