//! Command lines, in words.

/// The words of a text, as a shell would split them.
///
/// # Errors
/// A quotation mark is never closed.
pub fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match (letter, quote) {
            (letter, Some(open)) if letter == open => quote = None,
            ('\'' | '"', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (letter, None) if letter.is_whitespace() => words.extend(word.take()),
            (letter, _) => word.get_or_insert_default().push(letter),
        }
    }
    if quote.is_some() {
        return Err(format!("a quotation mark is never closed in {text:?}"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_by_a_shell() {
        assert_eq!(words(r#"--set a="b c" 'd'  e"#).unwrap(), ["--set", "a=b c", "d", "e"]);
        assert_eq!(words("x ''").unwrap(), ["x", ""]);
        assert!(words("").unwrap().is_empty());
        assert!(words("x 'y").unwrap_err().contains("never closed"));
    }
}
