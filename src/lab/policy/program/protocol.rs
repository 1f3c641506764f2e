//! What is said to a program, and what it may answer: one JSON object a line.

use serde::{Deserialize, Serialize};

use crate::policy::chair::first_best;
use crate::strategy::Vocabulary;

/// Version of the protocol. A program says which one it speaks.
pub(super) const PROTOCOL: u32 = 1;

/// Letters of a wrong answer that are quoted.
const QUOTED: usize = 200;

/// What a program is told.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Message<'a> {
    /// Once, when it starts.
    Hello {
        protocol: u32,
        system: &'a str,
        features: Vec<Word>,
        conditions: Vec<Word>,
        nodes: Option<u64>,
    },
    /// Before the first decision of a game: forget the last.
    NewGame { scenario: &'a str, game: u64, side: &'static str, random: u64 },
    /// A decision.
    Decide { turn: u16, holds: Vec<&'static str>, options: Vec<Offered<'a>> },
}

/// A feature or a condition.
#[derive(Serialize)]
pub(super) struct Word {
    name: &'static str,
    unit: &'static str,
    meaning: &'static str,
}

/// An option: its words, and its features in the order of `Hello`.
#[derive(Serialize)]
pub(super) struct Offered<'a> {
    pub(super) text: String,
    pub(super) features: &'a [i32],
}

/// A message as a line, without its end.
pub(super) fn line(message: &Message<'_>) -> String {
    serde_json::to_string(message).expect("words and whole numbers are JSON")
}

/// The first message.
pub(super) fn hello(system: &str, words: Vocabulary, nodes: Option<u64>) -> String {
    let list = |entries: &[engine::Weighable]| {
        let word = |entry: &engine::Weighable| Word {
            name: entry.name,
            unit: entry.unit,
            meaning: entry.meaning,
        };
        entries.iter().map(word).collect()
    };
    let (features, conditions) = (list(words.features), list(words.conditions));
    line(&Message::Hello { protocol: PROTOCOL, system, features, conditions, nodes })
}

/// What it answers to that.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Greeting {
    protocol: u32,
}

/// Whether it speaks our protocol; if not, what is wrong.
pub(super) fn greeted(said: &str) -> Result<(), String> {
    let Greeting { protocol } = parse(said)?;
    if protocol == PROTOCOL {
        return Ok(());
    }
    Err(format!("speaks protocol {protocol}"))
}

/// What it answers to a decision.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reply {
    choice: Option<i64>,
    scores: Option<Vec<i64>>,
}

/// The option that an answer stands for; if it stands for none, what is wrong.
pub(super) fn option_of(said: &str, options: usize) -> Result<usize, String> {
    let reply: Reply = parse(said)?;
    match (reply.choice, reply.scores) {
        (Some(choice), None) => {
            let option = usize::try_from(choice).ok().filter(|&option| option < options);
            option.ok_or_else(|| format!("chose option {choice} of {options}"))
        }
        (None, Some(scores)) if scores.len() == options => Ok(first_best(&scores)),
        (None, Some(scores)) => Err(format!("gave {} scores for {options} options", scores.len())),
        _ => Err(format!("answered {}", quoted(said))),
    }
}

fn parse<'a, T: Deserialize<'a>>(said: &'a str) -> Result<T, String> {
    serde_json::from_str(said).map_err(|error| format!("answered {}: {error}", quoted(said)))
}

fn quoted(said: &str) -> String {
    let short: String = said.chars().take(QUOTED).collect();
    let more = if short.len() < said.len() { "..." } else { "" };
    format!("`{short}{more}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_an_option_or_a_score_for_each() {
        assert_eq!(option_of("{\"choice\":2}", 3), Ok(2));
        assert_eq!(option_of("{\"scores\":[1,5,5]}", 3), Ok(1));
        for (said, told) in [
            ("{\"choice\":3}", "chose option 3 of 3"),
            ("{\"choice\":-1}", "chose option -1 of 3"),
            ("{\"scores\":[1]}", "gave 1 scores for 3 options"),
            ("{}", "answered `{}`"),
            ("{\"choice\":1,\"scores\":[1,2,3]}", "answered `{"),
            ("{\"choice\":1.5}", "answered `{\"choice\":1.5}`: invalid type"),
            ("{\"chioce\":1}", "unknown field `chioce`"),
            ("two", "answered `two`: expected"),
        ] {
            let error = option_of(said, 3).unwrap_err();
            assert!(error.contains(told), "{said}: {error}");
        }
        assert!(option_of(&"x".repeat(10_000), 3).unwrap_err().len() < 400);
    }

    #[test]
    fn a_program_of_another_protocol_is_refused() {
        assert_eq!(greeted("{\"protocol\":1}"), Ok(()));
        assert_eq!(greeted("{\"protocol\":2}"), Err("speaks protocol 2".into()));
    }
}
