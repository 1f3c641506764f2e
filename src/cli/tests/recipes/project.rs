//! A publisher's project in a folder of its own, with the program in `lab/bin`.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

pub struct Project {
    folder: tempfile::TempDir,
}

/// The outcome of some shell lines.
#[derive(Debug)]
pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Project {
    pub fn new() -> Project {
        let project = Project { folder: tempfile::tempdir().unwrap() };
        let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
        for folder in ["scenarios", "strategies"] {
            symlink(here.join(folder), project.path(folder)).unwrap();
        }
        fs::create_dir_all(project.path("lab/bin")).unwrap();
        symlink(env!("CARGO_BIN_EXE_dropzone"), project.path("lab/bin/dropzone")).unwrap();
        project
    }

    pub fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    pub fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    pub fn write(&self, file: &str, text: &str) {
        fs::create_dir_all(self.path(file).parent().unwrap()).unwrap();
        fs::write(self.path(file), text).unwrap();
    }

    /// Runs shell lines as hosted runners do: the first failure ends them.
    pub fn bash<'a>(
        &self,
        lines: &str,
        variables: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Said {
        let output = Command::new("bash")
            .args(["-e", "-c", lines])
            .current_dir(self.folder.path())
            .env_remove("DROPZONE_HOME")
            .envs(variables)
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Said { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// Runs lines that must succeed, with the program on the path.
    pub fn ok(&self, lines: &str, variables: &[(&str, &str)]) -> String {
        let path = search(self.path("lab/bin").to_str().unwrap());
        let all = variables.iter().copied().chain([("PATH", path.as_str())]);
        let said = self.bash(lines, all);
        assert_eq!(said.code, Some(0), "{lines}\n{said:?}");
        said.out
    }

    /// Name and bytes of every file of a run except the journal.
    pub fn run(&self, folder: &str) -> Vec<(String, Vec<u8>)> {
        fn files(folder: &Path, found: &mut Vec<PathBuf>) {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() { files(&path, found) } else { found.push(path) }
            }
        }
        let mut found = Vec::new();
        files(&self.path(folder), &mut found);
        found.sort();
        found
            .iter()
            .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), path))
            .filter(|(name, _)| name != "journal.txt")
            .map(|(name, path)| (name, fs::read(path).unwrap()))
            .collect()
    }
}

/// Folders before those of the machine, as `PATH` takes them.
pub fn search(first: &str) -> String {
    format!("{first}:{}", std::env::var("PATH").unwrap())
}
