//! The smallest system on a shelf of its own, with its files in a folder that tests may change.
#![allow(dead_code, reason = "each test binary uses its own part of the desk")]

use std::fs;
use std::path::{Path, PathBuf};

use engine::BySide;
use games::skirmish::Skirmish;
use lab::{Boxed, Complaints, Home, Request, Set, System, Table};

pub static TOY: Boxed<Skirmish> =
    Boxed::new("toy", "A toy", lab::Rules { version: 1, code: "0123" });
pub static SHELF: &[&dyn System] = &[&TOY];

pub fn shipped() -> Home {
    Home::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/home"))
}

/// A copy of the toy's files.
pub struct Copy {
    folder: tempfile::TempDir,
}

impl Copy {
    pub fn new() -> Copy {
        let folder = tempfile::tempdir().unwrap();
        for part in ["scenarios/toy", "strategies/toy"] {
            fs::create_dir_all(folder.path().join(part)).unwrap();
            for file in fs::read_dir(shipped().root().join(part)).unwrap() {
                let file = file.unwrap();
                fs::copy(file.path(), folder.path().join(part).join(file.file_name())).unwrap();
            }
        }
        Copy { folder }
    }

    pub fn home(&self) -> Home {
        Home::at(self.folder.path())
    }

    pub fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    pub fn write(&self, file: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(file), text).unwrap();
    }

    /// Replaces a text that must be there.
    pub fn edit(&self, file: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.path(file)).unwrap();
        assert!(text.contains(from), "{file} has no {from:?}");
        self.write(file, text.replacen(from, to, 1));
    }

    /// Every complaint about the scenario `ridge` in its present state.
    pub fn complaints(&self) -> Vec<String> {
        seat(&self.home(), &request(&[])).err().map(lines).unwrap_or_default()
    }
}

pub fn request(sets: &[&str]) -> Request {
    Request {
        scenario: "ridge".into(),
        sets: sets.iter().map(|set| Set::parse(set).unwrap()).collect(),
        ..Request::default()
    }
}

pub fn with(german: &str, allied: &str) -> Request {
    let strategies = BySide { german: Some(german.into()), allied: Some(allied.into()) };
    Request { strategies, ..request(&[]) }
}

pub fn seat(home: &Home, request: &Request) -> Result<Box<dyn Table>, Complaints> {
    TOY.seat(home, request)
}

pub fn lines(complaints: Complaints) -> Vec<String> {
    complaints.into_iter().map(|complaint| complaint.to_string()).collect()
}
