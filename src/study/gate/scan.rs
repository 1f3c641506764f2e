//! The tokens of a gate.

use std::fmt;

/// One word, number or sign.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    Word(String),
    /// A number, and whether a percent sign follows.
    Number(f64, bool),
    Text(String),
    Sign(&'static str),
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Word(word) => write!(f, "`{word}`"),
            Token::Number(number, percent) => {
                write!(f, "`{number}{}`", if *percent { "%" } else { "" })
            }
            Token::Text(text) => write!(f, "\"{text}\""),
            Token::Sign(sign) => write!(f, "`{sign}`"),
        }
    }
}

/// What is wrong with a gate, and what would have been right.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fault {
    pub(crate) problem: String,
    pub(crate) expected: String,
    pub(crate) nearest: Option<String>,
}

impl Fault {
    pub(crate) fn new(problem: impl Into<String>, expected: impl Into<String>) -> Fault {
        Fault { problem: problem.into(), expected: expected.into(), nearest: None }
    }

    /// An unknown name.
    pub(crate) fn unknown(what: &str, name: &str, known: &[&str]) -> Fault {
        Fault {
            problem: format!("there is no {what} `{name}`"),
            expected: format!("one of {}", known.join(", ")),
            nearest: lab::nearest(name, known.iter().copied()),
        }
    }
}

/// Longer signs first: `<=` is not `<` and `=`.
const SIGNS: [&str; 14] =
    ["+/-", "+-", "±", ">=", "<=", "≥", "≤", "=", "(", ")", "[", "]", ",", "+"];

/// Reads a line from its start.
pub(crate) struct Scan {
    tokens: Vec<Token>,
    at: usize,
}

impl Scan {
    pub(crate) fn new(text: &str) -> Result<Scan, Fault> {
        let mut tokens = Vec::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let (token, length) = token(rest)?;
            tokens.push(token);
            rest = rest[length..].trim_start();
        }
        Ok(Scan { tokens, at: 0 })
    }

    pub(crate) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    pub(crate) fn next(&mut self) -> Option<Token> {
        let token = self.tokens.get(self.at).cloned();
        self.at += 1;
        token
    }

    /// Skips a sign if it is next.
    pub(crate) fn skip(&mut self, sign: &str) -> bool {
        let there = self.peek() == Some(&Token::Sign(known(sign)));
        self.at += usize::from(there);
        there
    }

    /// Skips a word if it is next.
    pub(crate) fn skip_word(&mut self, word: &str) -> bool {
        let there = matches!(self.peek(), Some(Token::Word(found)) if found == word);
        self.at += usize::from(there);
        there
    }

    /// Requires a sign.
    pub(crate) fn need(&mut self, sign: &str) -> Result<(), Fault> {
        if self.skip(sign) { Ok(()) } else { Err(self.wrong(&format!("`{sign}`"))) }
    }

    /// Requires a number, with its sign and whether it is a percentage.
    pub(crate) fn number(&mut self) -> Result<(f64, bool), Fault> {
        let minus = self.skip("-");
        match self.peek() {
            Some(&Token::Number(number, percent)) => {
                self.at += 1;
                Ok((if minus { -number } else { number }, percent))
            }
            _ => Err(self.wrong("a number")),
        }
    }

    /// Requires the end of the line.
    pub(crate) fn end(&self) -> Result<(), Fault> {
        if self.peek().is_none() { Ok(()) } else { Err(self.wrong("nothing more")) }
    }

    /// The next token is not what was expected.
    pub(crate) fn wrong(&self, expected: &str) -> Fault {
        let found = self.peek().map_or("the end".into(), ToString::to_string);
        Fault::new(format!("found {found}"), expected)
    }
}

/// The canonical spelling of a sign.
fn known(sign: &str) -> &'static str {
    match sign {
        "±" | "+/-" | "+-" => "+-",
        "≥" | ">=" => ">=",
        "≤" | "<=" => "<=",
        "-" | "−" => "-",
        _ => SIGNS.into_iter().find(|known| *known == sign).unwrap_or("?"),
    }
}

fn token(rest: &str) -> Result<(Token, usize), Fault> {
    let first = rest.chars().next().expect("not empty");
    if let Some(sign) = SIGNS.into_iter().chain(["-", "−"]).find(|sign| rest.starts_with(sign)) {
        return Ok((Token::Sign(known(sign)), sign.len()));
    }
    if first == '"' || first == '\'' {
        let inside = &rest[1..];
        let Some(length) = inside.find(first) else {
            return Err(Fault::new(format!("{rest} has no end"), format!("a closing {first}")));
        };
        return Ok((Token::Text(inside[..length].into()), length + 2));
    }
    let part = |keep: fn(char) -> bool| rest.find(|c: char| !keep(c)).unwrap_or(rest.len());
    if first.is_ascii_digit() || first == '.' {
        let length = part(|c| c.is_ascii_digit() || c == '.');
        let Ok(number) = rest[..length].parse() else {
            return Err(Fault::new(format!("`{}` is no number", &rest[..length]), "a number"));
        };
        let percent = rest[length..].starts_with('%');
        return Ok((Token::Number(number, percent), length + usize::from(percent)));
    }
    if first.is_alphabetic() {
        let length = part(|c| c.is_alphanumeric() || c == '_' || c == '.');
        return Ok((Token::Word(rest[..length].into()), length));
    }
    let wanted = "a metric and a bound, as in `win_rate(german) within [0.45, 0.55]`";
    Err(Fault::new(format!("`{first}` has no meaning here"), wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_falls_into_words_numbers_and_signs() {
        let mut scan = Scan::new("p95(end_turn)<= -5 within[45%,\"a b\"] ±").unwrap();
        let mut told = Vec::new();
        while let Some(token) = scan.next() {
            told.push(token.to_string());
        }
        assert_eq!(
            told.join(" "),
            "`p95` `(` `end_turn` `)` `<=` `-` `5` `within` `[` `45%` `,` \"a b\" `]` `+-`"
        );
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        for wrong in ["1.2.3", "\"open", "a ; b", "#"] {
            assert!(Scan::new(wrong).is_err(), "{wrong}");
        }
    }
}
