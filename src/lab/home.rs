//! Where the scenarios and strategies are.

use std::env;
use std::path::{Path, PathBuf};

use crate::complaint::nearest;

/// The variable that names the folder outright.
const VARIABLE: &str = "DROPZONE_HOME";

/// The folder that holds `scenarios/` and `strategies/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    root: PathBuf,
}

/// No such folder.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "found no folder with `scenarios` and `strategies` in it; looked in\n  {}\n\
     go to the project's folder, or name it in the environment variable DROPZONE_HOME",
    .looked.iter().map(|p| p.display().to_string()).collect::<Vec<_>>().join("\n  ")
)]
pub struct NoHome {
    /// The folders looked at, in order.
    pub looked: Vec<PathBuf>,
}

impl Home {
    /// Finds it: `DROPZONE_HOME` if set, else the current folder and those above it, else the
    /// folder of the program and those above it.
    pub fn find() -> Result<Home, NoHome> {
        if let Some(root) = env::var_os(VARIABLE).filter(|value| !value.is_empty()) {
            let root = PathBuf::from(root);
            return if holds(&root) {
                Ok(Home { root })
            } else {
                Err(NoHome { looked: vec![root] })
            };
        }
        let mut looked = Vec::new();
        for start in [env::current_dir(), env::current_exe()].into_iter().flatten() {
            for folder in start.ancestors().filter(|folder| folder.is_dir()) {
                if holds(folder) {
                    return Ok(Home { root: folder.into() });
                }
                looked.push(folder.into());
            }
        }
        Err(NoHome { looked })
    }

    /// This folder, whatever is in it.
    pub fn at(root: impl Into<PathBuf>) -> Home {
        Home { root: root.into() }
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

    /// A path as a person likes to read it: from the folder, not from the root of the disk.
    pub(crate) fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).display().to_string().replace('\\', "/")
    }
}

fn holds(folder: &Path) -> bool {
    folder.join("scenarios").is_dir() && folder.join("strategies").is_dir()
}

/// The stems of the TOML files of a folder, sorted.
pub(crate) fn stems(folder: &Path) -> Vec<String> {
    let mut stems: Vec<String> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let path = entry.path();
            let toml = path.extension().is_some_and(|ending| ending == "toml");
            toml.then(|| path.file_stem()?.to_str().map(String::from)).flatten()
        })
        .collect();
    stems.sort();
    stems
}

/// The known stem of a folder that is nearest to a name.
pub(crate) fn nearest_stem(folder: &Path, name: &str) -> Option<String> {
    nearest(name, stems(folder).iter().map(String::as_str))
}
