//! For which games a run keeps the rows of turns, drops and units.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// `--detail`: games whose turn, drop and unit rows are kept. The summary counts every game all the same.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Detail {
    /// Every game.
    All,
    /// This number of first games.
    First(u64),
    /// No game.
    None,
}

impl Detail {
    /// A run of more games than this keeps the rows of only this many, by default.
    const BY_DEFAULT: u64 = 10_000;

    /// What a run of this many games keeps by default.
    pub fn by_default(games: u64) -> Detail {
        if games <= Detail::BY_DEFAULT { Detail::All } else { Detail::First(Detail::BY_DEFAULT) }
    }

    /// Whether the rows of a game are kept.
    pub fn keeps(self, game: u64) -> bool {
        match self {
            Detail::All => true,
            Detail::First(count) => game < count,
            Detail::None => false,
        }
    }
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Detail::All => f.write_str("all"),
            Detail::First(count) => write!(f, "first={count}"),
            Detail::None => f.write_str("none"),
        }
    }
}

impl FromStr for Detail {
    type Err = String;

    fn from_str(text: &str) -> Result<Detail, String> {
        match text {
            "all" => Ok(Detail::All),
            "none" => Ok(Detail::None),
            _ => text
                .strip_prefix("first=")
                .and_then(|count| count.parse().ok())
                .map(Detail::First)
                .ok_or_else(|| {
                    format!("`{text}` is no detail: expected `all`, `first=N` or `none`")
                }),
        }
    }
}

impl From<Detail> for String {
    fn from(detail: Detail) -> String {
        detail.to_string()
    }
}

impl TryFrom<String> for Detail {
    type Error = String;

    fn try_from(text: String) -> Result<Detail, String> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_go_there_and_back() {
        for detail in [Detail::All, Detail::First(0), Detail::First(25), Detail::None] {
            assert_eq!(detail.to_string().parse(), Ok(detail));
        }
        for wrong in ["", "some", "first", "first=", "first=-1", "first=x"] {
            assert!(wrong.parse::<Detail>().unwrap_err().contains("first=N"), "{wrong}");
        }
    }

    #[test]
    fn large_runs_keep_the_first_ten_thousand() {
        assert_eq!(Detail::by_default(10_000), Detail::All);
        assert_eq!(Detail::by_default(10_001), Detail::First(10_000));
        assert!(Detail::First(3).keeps(2) && !Detail::First(3).keeps(3));
    }
}
