//! A folder with the project's files, in which commands are run.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;

/// The learning scenario: the smallest there is.
pub const SCENARIO: &str = "mercury/kastelli";
pub const FILE: &str = "scenarios/mercury/kastelli.toml";

pub struct Desk {
    folder: tempfile::TempDir,
}

/// The outcome of a command.
#[derive(Debug)]
pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Desk {
    pub fn new() -> Desk {
        let desk = Desk { folder: tempfile::tempdir().unwrap() };
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for part in ["scenarios/mercury", "strategies/mercury"] {
            copy(&project.join(part), &desk.path(part));
        }
        desk
    }

    pub fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    pub fn write(&self, file: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(file), text).unwrap();
    }

    pub fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap()
    }

    /// Replaces the first occurrence of a text that must be there.
    pub fn edit(&self, file: &str, from: &str, to: &str) {
        let text = self.read(file);
        assert!(text.contains(from), "{file} has no {from:?}");
        self.write(file, text.replacen(from, to, 1));
    }

    pub fn command(&self, line: &str) -> Command {
        self.command_of(line.split_whitespace())
    }

    fn command_of(&self, words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
        let mut command = Command::cargo_bin("dropzone").unwrap();
        command.current_dir(self.folder.path()).env("DROPZONE_HOME", self.folder.path());
        // Help is wrapped to the width of the terminal.
        command.env("COLUMNS", "100").args(words);
        command
    }

    pub fn say(&self, line: &str) -> Said {
        said(self.command(line))
    }

    /// The same with a variable of the environment.
    pub fn with(&self, variable: &str, value: &str, line: &str) -> Said {
        let mut command = self.command(line);
        command.env(variable, value);
        said(command)
    }

    /// The same for a line with quotation marks.
    pub fn typed(&self, line: &str) -> Said {
        said(self.command_of(lab::words(line).unwrap()))
    }

    /// Runs a command that must succeed; returns its output.
    pub fn ok(&self, line: &str) -> String {
        let said = self.say(line);
        assert_eq!(said.code, Some(0), "{line}: {said:?}");
        said.out
    }

    /// Runs a command that must be refused as wrong usage or bad input, with nothing printed and
    /// nothing left behind; returns the complaint.
    pub fn refused(&self, line: &str) -> String {
        let before = files(self.folder.path());
        let said = self.say(line);
        assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{line}: {said:?}");
        assert!(!said.err.contains("panicked"), "{line}: {said:?}");
        assert_eq!(files(self.folder.path()), before, "{line} left something behind");
        said.err
    }

    /// Name and bytes of every file of a run except the journal.
    pub fn run(&self, folder: &str) -> Vec<(PathBuf, Vec<u8>)> {
        let root = self.path(folder);
        let mut run: Vec<(PathBuf, Vec<u8>)> = files(&root)
            .into_iter()
            .filter(|path| !path.ends_with("journal.txt"))
            .map(|path| (path.strip_prefix(&root).unwrap().into(), fs::read(&path).unwrap()))
            .collect();
        run.sort();
        run
    }
}

fn said(mut command: Command) -> Said {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Said { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// Two runs must be equal byte for byte; names any file that is not.
pub fn assert_same(one: &[(PathBuf, Vec<u8>)], two: &[(PathBuf, Vec<u8>)]) {
    let names =
        |run: &[(PathBuf, Vec<u8>)]| run.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(one), names(two));
    for ((name, one), (_, two)) in one.iter().zip(two) {
        assert!(one == two, "{} differs", name.display());
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

fn copy(from: &Path, to: &Path) {
    for path in files(from) {
        let target = to.join(path.strip_prefix(from).unwrap());
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(&path, &target).unwrap();
    }
}
