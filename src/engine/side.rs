use core::fmt;
use core::ops::{Index, IndexMut};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One of the two players.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The airborne attacker.
    German,
    /// The defender of the ground: Commonwealth, Greek, Dutch, as the game has it.
    Allied,
}

impl Side {
    /// Both sides, Germans first.
    pub const BOTH: [Side; 2] = [Side::German, Side::Allied];

    /// The enemy.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::German => Side::Allied,
            Side::Allied => Side::German,
        }
    }

    /// The word used in files, columns and on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Side::German => "german",
            Side::Allied => "allied",
        }
    }

    /// Reads the word.
    pub fn from_word(word: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| side.word() == word)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::German => "German",
            Side::Allied => "Allied",
        })
    }
}

/// One value a side.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct BySide<T> {
    /// The Germans' value.
    pub german: T,
    /// The Allies' value.
    pub allied: T,
}

impl<T> BySide<T> {
    /// Makes a value for each side from the same recipe.
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> Self {
        BySide { german: make(Side::German), allied: make(Side::Allied) }
    }

    /// Applies `change` to each side's value.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> BySide<U> {
        BySide { german: change(self.german), allied: change(self.allied) }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        match side {
            Side::German => &self.german,
            Side::Allied => &self.allied,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::German => &mut self.german,
            Side::Allied => &mut self.allied,
        }
    }
}
