//! Text files: read with a limit, counted in lines.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::Home;
use crate::complaint::Complaint;

/// Longer than any file written by hand, with room to spare; anything longer is not a data file.
const LIMIT: u64 = 16 << 20;

/// Reads a text file.
///
/// # Errors
/// A complaint about a file that is missing, too long, or not text.
pub(crate) fn read(home: &Home, path: &Path) -> Result<String, Complaint> {
    if let Some(text) = home.shipped(path) {
        return Ok(text.into());
    }
    let shown = home.shown(path);
    let facts = match fs::metadata(path) {
        Ok(facts) => facts,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            let near = path.parent().and_then(|folder| home.nearest_stem(folder, stem));
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
    String::from_utf8(bytes)
        .map(|text| match text.strip_prefix(BYTE_ORDER_MARK) {
            Some(text) => text.into(),
            None => text,
        })
        .map_err(|error| {
            let wide =
                [[0xff, 0xfe], [0xfe, 0xff]].iter().any(|mark| error.as_bytes().starts_with(mark));
            let line = line_of_bytes(error.as_bytes(), error.utf8_error().valid_up_to());
            let how = if wide { " (it is in UTF-16)" } else { "" };
            Complaint {
                line: Some(line).filter(|_| !wide),
                ..Complaint::whole(shown, format!("is not text{how}"))
                    .expecting("a text file in UTF-8; in a spreadsheet, save as `CSV UTF-8`")
            }
        })
}

/// What some editors and spreadsheets put before the text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A text that is safe to show on a terminal: characters that would move the cursor, change colours, reverse the
/// order of letters or start a new line are escaped.
pub fn printable(text: &str) -> Cow<'_, str> {
    shown(text, |_| false)
}

/// The same for whole pages, which may have line ends and tabs.
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    shown(text, |letter| matches!(letter, '\n' | '\t'))
}

fn shown(text: &str, spared: impl Fn(char) -> bool) -> Cow<'_, str> {
    let harmful = |letter: char| is_control(letter) && !spared(letter);
    if !text.contains(harmful) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        if harmful(letter) {
            let _ = write!(safe, "{}", letter.escape_default());
        } else {
            safe.push(letter);
        }
    }
    Cow::Owned(safe)
}

/// Whether a character controls the terminal rather than being printed, including those that change the writing
/// direction.
pub(crate) fn is_control(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The line, from 1, of a byte offset.
pub(crate) fn line_of(text: &str, offset: usize) -> u32 {
    line_of_bytes(text.as_bytes(), offset)
}

fn line_of_bytes(bytes: &[u8], offset: usize) -> u32 {
    let before = &bytes[..offset.min(bytes.len())];
    before.split(|&byte| byte == b'\n').count() as u32
}

/// A SHA-256 of named texts; names and lengths are hashed too, so that nothing can move from one text to the next.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_gives_no_orders_to_the_terminal() {
        assert_eq!(printable("Süssmann, 1./FJR 1"), "Süssmann, 1./FJR 1");
        assert_eq!(printable("\u{1b}[31mred"), "\\u{1b}[31mred");
        assert_eq!(printable("a\n::error::b\r"), "a\\n::error::b\\r");
        assert_eq!(printable("x\u{202e}y\u{9b}"), "x\\u{202e}y\\u{9b}");
        assert_eq!(printable_lines("a\tb\n\u{7}"), "a\tb\n\\u{7}");
    }
}
