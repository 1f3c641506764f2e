//! Files that a command writes to a given path: never over its inputs.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use lab::Home;
use same_file::Handle;
use study::RunAsked;

use crate::args::Seats;

/// What a run folder holds besides its tables; anything else in it is not part of the run.
const OF_A_RUN: [&str; 10] = [
    RunAsked::FILE,
    "about.json",
    "tally.json",
    "journal.txt",
    "summary.json",
    "summary.md",
    "index.html",
    "charts",
    "parts",
    "replays",
];

/// What a command reads.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    files: Vec<(String, PathBuf)>,
    runs: Vec<PathBuf>,
    /// Folders of data files.
    data: Vec<PathBuf>,
}

impl Inputs {
    /// A file, and its role for the command.
    pub(crate) fn file(mut self, what: &str, path: impl Into<PathBuf>) -> Inputs {
        self.files.push((what.into(), path.into()));
        self
    }

    /// The folder of a run.
    pub(crate) fn run(mut self, folder: impl Into<PathBuf>) -> Inputs {
        self.runs.push(folder.into());
        self
    }

    /// The data of a project: scenarios and strategies.
    pub(crate) fn home(mut self, home: &Home) -> Inputs {
        self.data.extend(["scenarios", "strategies"].map(|folder| home.root().join(folder)));
        self
    }

    /// Strategies and plans that are files of their own.
    pub(crate) fn seats(self, seats: &Seats) -> Inputs {
        let sides = [("--german", &seats.german), ("--allied", &seats.allied)];
        let named = sides.into_iter().chain([("--drops", &seats.drops)]);
        let named = named.filter_map(|(option, name)| Some((option, name.as_ref()?)));
        let plans = seats.setup.iter().map(|(_, plan)| ("--setup", plan));
        named.chain(plans).fold(self, |inputs, (option, name)| {
            inputs.file(&format!("the file of {option}"), name)
        })
    }

    /// Refuses an output, named by its option, that is one of the inputs or another output; links
    /// are followed.
    pub(crate) fn apart(&self, outputs: &[(&str, &Path)]) -> anyhow::Result<()> {
        for (i, (option, output)) in outputs.iter().enumerate() {
            let shown = output.display();
            for (what, input) in &self.files {
                anyhow::ensure!(
                    !(input.is_file() && same(output, input)),
                    "{option} {shown} would write over {what}: choose another file"
                );
            }
            let data = |folder: &&PathBuf| is_data(output, folder);
            anyhow::ensure!(
                self.data.iter().find(data).is_none(),
                "{option} {shown} would write over a data file: choose another file"
            );
            for run in &self.runs {
                anyhow::ensure!(
                    !is_of_run(output, run),
                    "{option} {shown} would write over a file of the run in {}: choose another file",
                    run.display()
                );
            }
            for (other, path) in &outputs[..i] {
                // Writing to `/dev/null` is always allowed.
                let device = fs::metadata(output).is_ok_and(|facts| !facts.is_file());
                anyhow::ensure!(
                    device || !same(output, path),
                    "{other} and {option} both write {shown}: choose another file for one"
                );
            }
        }
        Ok(())
    }
}

/// Whether two paths lead to the same file, or would if it existed.
fn same(one: &Path, other: &Path) -> bool {
    if let (Ok(one), Ok(other)) = (Handle::from_path(one), Handle::from_path(other)) {
        return one == other;
    }
    matches!((place(one), place(other)), (Some(one), Some(other)) if one == other)
}

/// The folder a path leads to, without links, and the name in it.
fn place(path: &Path) -> Option<(PathBuf, OsString)> {
    // Writing to a dangling link creates the file that it points to.
    if let Ok(target) = fs::read_link(path) {
        let target = path.parent().unwrap_or(Path::new("")).join(target);
        return Some((folder(&target)?, target.file_name()?.into()));
    }
    Some((folder(path)?, path.file_name()?.into()))
}

fn folder(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()
}

/// Whether a path leads to an existing file of a scenario or strategy.
fn is_data(path: &Path, folder: &Path) -> bool {
    let (Ok(path), Ok(folder)) = (fs::canonicalize(path), fs::canonicalize(folder)) else {
        return false;
    };
    let ending = path.extension().is_some_and(|ending| ending == "toml" || ending == "csv");
    ending && path.starts_with(folder)
}

/// Whether a path leads to something that a run writes or has written.
fn is_of_run(path: &Path, run: &Path) -> bool {
    let own = |name: &str| OF_A_RUN.contains(&name) || name.ends_with(".parquet");
    // The folder itself may not exist before the run.
    let below = path.strip_prefix(run).ok().and_then(|below| below.components().next());
    if below.is_some_and(|first| own(&first.as_os_str().to_string_lossy())) {
        return true;
    }
    let Ok(entries) = fs::read_dir(run) else { return false };
    entries.flatten().any(|entry| {
        let inside = || {
            let (own, there) = (fs::canonicalize(entry.path()), place(path));
            matches!((own, there), (Ok(own), Some((folder, _))) if folder.starts_with(&own))
        };
        own(&entry.file_name().to_string_lossy()) && (same(path, &entry.path()) || inside())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_is_apart_from_what_is_read_however_it_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in ["gates.toml", "other.json"] {
            fs::write(path(name), "x").unwrap();
        }
        for name in ["run/charts", "below"] {
            fs::create_dir_all(path(name)).unwrap();
        }
        for name in ["run/run.toml", "run/games.parquet", "run/charts/a.svg", "run/mine.json"] {
            fs::write(path(name), "x").unwrap();
        }
        fs::hard_link(path("gates.toml"), path("hard.toml")).unwrap();
        let inputs = Inputs::default().file("the gates file", path("gates.toml")).run(path("run"));
        let refused = |name: &str| inputs.apart(&[("--json", &path(name))]).is_err();
        for wrong in [
            "gates.toml",
            "below/../gates.toml",
            "hard.toml",
            "run/run.toml",
            "run/games.parquet",
            "run/charts/a.svg",
            "run/charts/new.svg",
        ] {
            assert!(refused(wrong), "{wrong}");
        }
        for right in ["new.json", "other.json", "run/new.json", "run/mine.json"] {
            assert!(!refused(right), "{right}");
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            symlink("gates.toml", path("link.toml")).unwrap();
            symlink("run", path("run-link")).unwrap();
            symlink("nothing.json", path("dangling.json")).unwrap();
            assert!(refused("link.toml") && refused("run-link/run.toml"));
            let both = [("--json", &*path("nothing.json")), ("--html", &*path("dangling.json"))];
            assert!(inputs.apart(&both).is_err());
        }
        let twice = [("--json", &*path("new.json")), ("--html", &*path("below/../new.json"))];
        let said = inputs.apart(&twice).unwrap_err().to_string();
        assert!(said.starts_with("--json and --html both write"), "{said}");
    }
}
