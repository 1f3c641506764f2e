//! Where the scenarios and strategies are.

use std::env;
use std::path::{Path, PathBuf};

use crate::complaint::nearest;
use crate::shelf::SHELF;
use crate::shipped::{self, Shipped};

/// The environment variable that gives the folder.
const VARIABLE: &str = "DROPZONE_HOME";

/// The folder that holds `scenarios/` and `strategies/`, or what the program has in place of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    root: PathBuf,
    /// The files that are part of the program; none where they are in a folder.
    shipped: Shipped,
}

/// No such folder.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoHome {
    /// There is none anywhere.
    #[error(
        "found no folder with `scenarios` and `strategies` in it; looked in\n  {}\n\
         go to the project's folder, or name it in the environment variable DROPZONE_HOME",
        .looked.iter().map(|p| p.display().to_string()).collect::<Vec<_>>().join("\n  ")
    )]
    Nowhere {
        /// The folders searched, in order.
        looked: Vec<PathBuf>,
    },
    /// There is half of one. Data from another folder are not mixed with it, nor used instead.
    #[error(
        "{} has `{has}` and no `{lacks}`; expected both in the data folder\n\
         copy `{lacks}` there, or name another folder in the environment variable DROPZONE_HOME",
        .folder.display()
    )]
    Half {
        /// The folder.
        folder: PathBuf,
        /// What is there.
        has: &'static str,
        /// What is not.
        lacks: &'static str,
    },
}

impl Home {
    /// Finds it: `DROPZONE_HOME` if set, otherwise the current folder and those above it, or the
    /// folder of the program and those above it.
    ///
    /// # Errors
    /// There is none, or the nearest is incomplete.
    pub fn find() -> Result<Home, NoHome> {
        if let Some(root) = env::var_os(VARIABLE).filter(|value| !value.is_empty()) {
            return Home::among([PathBuf::from(root)]);
        }
        let starts = [env::current_dir(), env::current_exe()].into_iter().flatten();
        let folders = starts.flat_map(|start| {
            let above = start.ancestors().filter(|folder| folder.is_dir());
            above.map(PathBuf::from).collect::<Vec<_>>()
        });
        Home::among(folders)
    }

    /// The same; where there is no such folder anywhere, the files that are part of the program.
    ///
    /// # Errors
    /// The nearest folder is incomplete, or that of the environment variable holds no data.
    pub fn find_or(shipped: Shipped) -> Result<Home, NoHome> {
        match Home::find() {
            Err(NoHome::Nowhere { looked })
                if env::var_os(VARIABLE).is_none_or(|v| v.is_empty()) =>
            {
                if shipped.is_empty() {
                    Err(NoHome::Nowhere { looked })
                } else {
                    Ok(Home::of(shipped))
                }
            }
            found => found,
        }
    }

    /// Files that are part of the program.
    pub fn of(shipped: Shipped) -> Home {
        Home { root: shipped::ROOT.into(), shipped }
    }

    /// The first of some folders that holds Dropzone's data.
    ///
    /// # Errors
    /// None does, or the first that does is incomplete.
    pub fn among(folders: impl IntoIterator<Item = PathBuf>) -> Result<Home, NoHome> {
        let mut looked = Vec::new();
        for folder in folders {
            match PARTS.map(|part| folder.join(part).is_dir()) {
                [true, true] => return Ok(Home::at(folder)),
                [true, false] if ours(&folder.join(PARTS[0])) => {
                    return Err(NoHome::Half { folder, has: PARTS[0], lacks: PARTS[1] });
                }
                [false, true] if ours(&folder.join(PARTS[1])) => {
                    return Err(NoHome::Half { folder, has: PARTS[1], lacks: PARTS[0] });
                }
                _ => looked.push(folder),
            }
        }
        Err(NoHome::Nowhere { looked })
    }

    /// This folder, whatever is in it.
    pub fn at(root: impl Into<PathBuf>) -> Home {
        Home { root: root.into(), shipped: &[] }
    }

    /// Whether its files are part of the program, and so cannot be edited.
    pub fn is_shipped(&self) -> bool {
        !self.shipped.is_empty()
    }

    /// The text of a file that is part of the program.
    pub(crate) fn shipped(&self, path: &Path) -> Option<&'static str> {
        shipped::text(self.shipped, path)
    }

    /// Whether there is such a file.
    pub fn has(&self, path: &Path) -> bool {
        self.shipped(path).is_some() || path.is_file()
    }

    /// The stems of the TOML files of a folder, sorted.
    pub(crate) fn stems(&self, folder: &Path) -> Vec<String> {
        let shipped = shipped::names(self.shipped, folder).map(PathBuf::from);
        let on_disk = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let paths = shipped.chain(on_disk.map(|entry| entry.path()));
        let mut stems: Vec<String> = paths
            .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
            .filter_map(|path| path.file_stem()?.to_str().map(String::from))
            .collect();
        stems.sort();
        stems
    }

    /// The file stem in a folder that is nearest to a name.
    pub(crate) fn nearest_stem(&self, folder: &Path, name: &str) -> Option<String> {
        nearest(name, self.stems(folder).iter().map(String::as_str))
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder of a system's scenarios, maps, counters and tables.
    pub fn scenarios(&self, system: &str) -> PathBuf {
        self.root.join("scenarios").join(system)
    }

    /// The folder of a system's strategies.
    pub fn strategies(&self, system: &str) -> PathBuf {
        self.root.join("strategies").join(system)
    }

    /// A path in a readable form: from this folder, not from the root of the disk.
    pub(crate) fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).display().to_string().replace('\\', "/")
    }
}

/// What a data folder holds.
const PARTS: [&str; 2] = ["scenarios", "strategies"];

/// Whether a folder has files of one of our systems: other programs have folders called `scenarios` too.
fn ours(part: &Path) -> bool {
    SHELF.iter().any(|system| part.join(system.id()).is_dir())
}
