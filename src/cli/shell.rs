//! Command lines that can be pasted back.

/// A word as a shell reads it.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.into()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// A command line.
pub(crate) fn line<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<String> = words.into_iter().map(quoted).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_split_them() {
        assert_eq!(
            line(["run", "mercury/kastelli", "--set", "a.b=c"]),
            "run mercury/kastelli --set a.b=c"
        );
        assert_eq!(line(["--set", "title=It's on"]), r"--set 'title=It'\''s on'");
        assert_eq!(quoted(""), "''");
    }
}
