//! What the engine's macros call; nobody else needs it.

pub use alloc::vec::Vec;

pub use crate::words::read_word;

use alloc::string::ToString;

use crate::{Ruling, Words};

/// One switch as lists show it. The meaning is a doc comment, and begins with its space.
pub fn ruling<T: Words + PartialEq>(id: &str, meaning: &str, value: T, default: T) -> Ruling {
    let word = |value: T| {
        let place = T::VALUES.iter().position(|&other| other == value);
        place.map_or("", |place| T::WORDS[place]).to_string()
    };
    Ruling {
        id: id.to_string(),
        value: word(value),
        default: word(default),
        values: T::WORDS.iter().map(ToString::to_string).collect(),
        meaning: meaning.trim_start().to_string(),
    }
}
