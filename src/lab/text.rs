//! Text files: read with a limit, counted in lines.

use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::Home;
use crate::complaint::Complaint;
use crate::home::nearest_stem;

/// Longest file anybody writes by hand, with room to spare; anything longer is not a data file.
const LIMIT: u64 = 16 << 20;

/// Reads a text file.
///
/// # Errors
/// A complaint about a file that is missing, too long, or no text.
pub(crate) fn read(home: &Home, path: &Path) -> Result<String, Complaint> {
    let shown = home.shown(path);
    let facts = match fs::metadata(path) {
        Ok(facts) => facts,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            let near = path.parent().and_then(|folder| nearest_stem(folder, stem));
            return Err(Complaint::whole(shown, "there is no such file").near(near));
        }
        Err(error) => return Err(Complaint::whole(shown, format!("cannot be read: {error}"))),
    };
    if !facts.is_file() {
        return Err(Complaint::whole(shown, "is not a file"));
    }
    if facts.len() > LIMIT {
        let problem = format!("the file has {} MB", facts.len() >> 20);
        return Err(Complaint::whole(shown, problem)
            .expecting(format!("a data file of at most {} MB", LIMIT >> 20)));
    }
    let bytes = fs::read(path)
        .map_err(|error| Complaint::whole(shown.clone(), format!("cannot be read: {error}")))?;
    String::from_utf8(bytes).map_err(|error| Complaint {
        line: Some(line_of_bytes(error.as_bytes(), error.utf8_error().valid_up_to())),
        ..Complaint::whole(shown, "is not text").expecting("a text file in UTF-8")
    })
}

/// The line, from 1, of a byte offset.
pub(crate) fn line_of(text: &str, offset: usize) -> u32 {
    line_of_bytes(text.as_bytes(), offset)
}

fn line_of_bytes(bytes: &[u8], offset: usize) -> u32 {
    let before = &bytes[..offset.min(bytes.len())];
    before.split(|&byte| byte == b'\n').count() as u32
}

/// A SHA-256 over named texts; both names and lengths count, so that nothing can move from one to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seal {
    hash: Sha256,
}

impl Seal {
    pub(crate) fn add(&mut self, name: &str, text: &str) {
        for part in [name, text] {
            self.hash.update((part.len() as u64).to_le_bytes());
            self.hash.update(part.as_bytes());
        }
    }

    pub(crate) fn finish(self) -> String {
        let digits =
            |byte: &u8| [byte >> 4, byte & 15].map(|digit| char::from_digit(digit.into(), 16));
        self.hash.finalize().iter().flat_map(digits).flatten().collect()
    }
}
