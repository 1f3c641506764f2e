//! The shipped files of a system with single texts replaced, for tests that break one thing.

use std::format;
use std::fs;
use std::string::String;
use std::vec::Vec;

use engine::Sources;
use serde::de::DeserializeOwned;

use crate::matrix::top;

/// A file, a text in it, and what it becomes.
pub(crate) type Edit = (&'static str, String, String);

/// The files of a folder of `scenarios`, with edits.
pub(crate) struct Edited {
    /// The folder.
    pub(crate) system: &'static str,
    pub(crate) edits: Vec<Edit>,
}

impl Edited {
    fn text(&self, file: &str) -> String {
        let path = top().join("scenarios").join(self.system).join(file);
        let mut text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        for (edited, from, to) in &self.edits {
            if *edited == file {
                assert!(text.contains(from.as_str()), "{file} has no {from:?}");
                text = text.replacen(from.as_str(), to, 1);
            }
        }
        text
    }
}

impl Sources for Edited {
    fn toml<T: DeserializeOwned>(&mut self, name: &str) -> Option<T> {
        let text = self.text(&format!("{name}.toml"));
        Some(toml::from_str(&text).unwrap_or_else(|e| panic!("{name}: {e}")))
    }

    fn rows<T: DeserializeOwned>(&mut self, name: &str) -> Option<Vec<T>> {
        let text = self.text(&format!("{name}.csv"));
        let rows: Result<Vec<T>, csv::Error> =
            csv::Reader::from_reader(text.as_bytes()).into_deserialize().collect();
        Some(rows.unwrap_or_else(|e| panic!("{name}: {e}")))
    }
}
