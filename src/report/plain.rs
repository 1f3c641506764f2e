//! Text from files, made safe for a terminal, a build log or an XML file.

use std::fmt::Write as _;

use study::gate::{Judged, Judgement};

/// Text without anything that has an effect: control characters and bidirectional marks are escaped, line
/// ends become spaces, and anything that Azure Pipelines and GitHub take for a command anywhere in a line
/// (`##vso[`, `##[`) or at its start (`::`) is broken up.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' | '\t' => out.push(' '),
            '#' if out.ends_with('#') => out.push_str(" #"),
            ':' if out.trim_start() == ":" => out.push_str(" :"),
            c if acts(c) => {
                let _ = write!(out, "{}", c.escape_unicode());
            }
            c => out.push(c),
        }
    }
    out
}

/// Control characters, bidirectional marks, and characters that XML does not allow.
fn acts(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{fffe}' | '\u{ffff}')
}

/// A judgement in which all text is plain.
pub(crate) fn judgement(judged: &Judgement) -> Judgement {
    let all = |notes: &[String]| notes.iter().map(|note| plain(note)).collect();
    let gates = judged.gates.iter().map(|gate| Judged {
        name: plain(&gate.name),
        gate: plain(&gate.gate),
        notes: all(&gate.notes),
        ..gate.clone()
    });
    Judgement {
        file: plain(&judged.file),
        gates: gates.collect(),
        notes: all(&judged.notes),
        ..judged.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_word_acts() {
        for (raw, shown) in [
            ("fair", "fair"),
            ("Crète: 5°", "Crète: 5°"),
            ("\u{1b}[31mred", "\\u{1b}[31mred"),
            ("a\nb\tc", "a b c"),
            ("x\n::error file=a::pwn", "x ::error file=a::pwn"),
            ("::error::pwn", ": :error::pwn"),
            ("  ::error::pwn", "  : :error::pwn"),
            ("ok ##vso[task.complete]", "ok # #vso[task.complete]"),
            ("###[group]", "# # #[group]"),
            ("a\u{fffe}b\u{0}c\u{202e}d", "a\\u{fffe}b\\u{0}c\\u{202e}d"),
        ] {
            assert_eq!(plain(raw), shown);
        }
    }
}
