//! Command lines that can be pasted back.

use std::fmt::{self, Display};

/// A command line, built option by option and quoted for a shell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line(Vec<String>);

impl Line {
    /// `dropzone COMMAND`.
    pub(crate) fn of(command: &str) -> Line {
        Line(vec!["dropzone".into(), command.into()])
    }

    /// Without a command: options to be appended to a line.
    pub(crate) fn more() -> Line {
        Line(Vec::new())
    }

    /// With a word.
    pub(crate) fn word(mut self, word: impl Display) -> Line {
        self.0.push(word.to_string());
        self
    }

    /// With words, one after the other.
    pub(crate) fn words(self, words: impl IntoIterator<Item = impl Display>) -> Line {
        words.into_iter().fold(self, Line::word)
    }

    /// With an option that has a value.
    pub(crate) fn option(self, name: &str, value: impl Display) -> Line {
        self.word(name).word(value)
    }

    /// With an option for each of the values; without values, the line stays as it is.
    pub(crate) fn each(self, name: &str, values: impl IntoIterator<Item = impl Display>) -> Line {
        values.into_iter().fold(self, |line, value| line.option(name, value))
    }

    /// With an option without a value, if it is on.
    pub(crate) fn flag(self, name: &str, on: bool) -> Line {
        if on { self.word(name) } else { self }
    }

    /// With an option whose value is a text, unless that is empty.
    pub(crate) fn text(self, name: &str, text: &str) -> Line {
        self.each(name, Some(text).filter(|text| !text.is_empty()))
    }

    /// With another line appended.
    pub(crate) fn then(mut self, more: Line) -> Line {
        self.0.extend(more.0);
        self
    }
}

impl Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.0.iter().map(|word| quoted(word)).collect();
        f.write_str(&words.join(" "))
    }
}

/// A word quoted for a shell.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.into()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_split_them() {
        let line = Line::of("run").word("mercury/kastelli").option("--set", "a.b=c");
        assert_eq!(line.to_string(), "dropzone run mercury/kastelli --set a.b=c");
        let line = Line::more().option("--set", "title=It's on");
        assert_eq!(line.to_string(), r"--set 'title=It'\''s on'");
        assert_eq!(quoted(""), "''");
    }

    #[test]
    fn what_is_not_there_leaves_no_word() {
        let line = Line::of("worth").each("--game", None::<u64>).flag("--rulings", false);
        let line = line.text("--all", "").then(Line::more().flag("--review", true));
        assert_eq!(line.to_string(), "dropzone worth --review");
    }
}
