//! What is wrong with a script, with the file and the line.

use rhai::{EvalAltResult, ParseErrorType, Position};

use super::sight::KNOWN;
use super::{CALLS, OPERATIONS};
use crate::complaint::{Complaint, nearest};

/// A script's file, to blame.
pub(super) struct Blame {
    file: String,
    /// Each of its lines.
    lines: Vec<String>,
}

impl Blame {
    pub(super) fn new(file: String, text: &str) -> Blame {
        Blame { file, lines: text.lines().map(String::from).collect() }
    }

    pub(super) fn whole(&self, problem: String) -> Complaint {
        Complaint::whole(&self.file, problem)
    }

    pub(super) fn at(&self, position: Position, problem: String) -> Complaint {
        let line = position.line().and_then(|line| u32::try_from(line).ok());
        Complaint { line, ..self.whole(problem) }
    }

    /// A complaint about the first line that says this.
    pub(super) fn line_with(&self, words: &str, problem: String) -> Complaint {
        let place = self.lines.iter().position(|line| line.contains(words));
        Complaint { line: place.map(|line| line as u32 + 1), ..self.whole(problem) }
    }

    /// What went wrong while it ran, at the innermost place that is known.
    pub(super) fn error(&self, error: EvalAltResult) -> Complaint {
        let (mut error, mut place) = (error, Position::NONE);
        while let EvalAltResult::ErrorInFunctionCall(_, _, inner, at) = error {
            place = if at.is_none() { place } else { at };
            error = *inner;
        }
        let own = error.take_position();
        let place = if own.is_none() { place } else { own };
        match error {
            EvalAltResult::ErrorTooManyOperations(_) => {
                let problem = format!("took more than {OPERATIONS} operations for one decision");
                self.at(place, problem).expecting("a script that ends")
            }
            EvalAltResult::ErrorStackOverflow(_) => {
                let problem = format!("has more than {CALLS} functions within functions");
                self.at(place, problem)
            }
            EvalAltResult::ErrorFunctionNotFound(signature, _) => {
                let name = signature.split([' ', '(']).next().unwrap_or_default();
                let near = nearest(name, KNOWN);
                self.at(place, format!("there is no function `{signature}`")).near(near)
            }
            EvalAltResult::ErrorDotExpr(said, _) => {
                let near = said.split('\'').nth(1).and_then(|name| nearest(name, KNOWN));
                self.at(place, said).near(near)
            }
            // The words of `throw`, and of what a decision refuses.
            EvalAltResult::ErrorRuntime(said, _) => self.at(place, said.to_string()),
            other => self.at(place, other.to_string()),
        }
    }
}

/// The name that was perhaps meant, if a variable is unknown.
pub(super) fn near_variable(kind: &ParseErrorType) -> Option<String> {
    match kind {
        ParseErrorType::VariableUndefined(name) => nearest(name, ["decision", "this"]),
        _ => None,
    }
}
